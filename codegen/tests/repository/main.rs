//! The repository: what crates and modules may know of each other, words, documents, licences, and the length of the verifier.

mod crates;
mod documents;
mod grammar;
mod licences;
mod lines;
mod methods;
mod modules;
mod reference_pages;
mod words;
