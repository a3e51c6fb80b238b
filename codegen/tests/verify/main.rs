//! What is verified of generated texts, and what is not: with mutants, and with texts by which an author might deceive.

#![cfg(all(feature = "symbolica", all_tests))]

mod attacks;
mod borders;
mod broken_texts;
mod derivatives;
mod evaluator;
mod files;
mod mutants;
mod patterns;
mod places;
mod residues;
mod things;
