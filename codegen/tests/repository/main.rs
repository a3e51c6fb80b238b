//! The repository: what crates and modules may know of each other, words, documents and licences.

mod crates;
mod documents;
mod licences;
mod methods;
mod modules;
mod reference_pages;
mod words;
