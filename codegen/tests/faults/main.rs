//! Every fault of files and of settings has a text test, and real robots have none.

mod corpus;
#[path = "../shared/corpus_folder.rs"]
mod corpus_folder;
mod files;
mod settings;
