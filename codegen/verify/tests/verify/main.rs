//! What is verified, and what is not.

mod attacks;
mod borders;
mod broken_texts;
mod by_hand;
mod cases;
mod derivatives;
mod evaluator;
mod files;
mod floats;
mod mutants;
mod patterns;
mod places;
mod refusals;
mod residues;
