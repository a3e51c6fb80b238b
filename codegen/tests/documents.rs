//! Documents are short, and the files that they name exist.

use std::fs;
use std::path::{Path, PathBuf};

/// Documents and how many words they may have.
const MOST_WORDS: [(&str, usize); 2] = [("README.md", 1500), ("ARCHITECTURE.md", 2500)];

/// Where the files of the repository are.
const FOLDERS: [&str; 7] = [
    "codegen/",
    "tests/",
    "runtime/",
    "macros/",
    "docs/",
    "examples/",
    "benches/",
];

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace")
}

/// All documents below a folder.
fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => documents(&path, found),
            false if path.extension().is_some_and(|ending| ending == "md") => found.push(path),
            false => {}
        }
    }
}

#[test]
fn documents_are_short() {
    for (name, most) in MOST_WORDS {
        let text = fs::read_to_string(repository().join(name)).expect(name);
        let words = text.split_whitespace().count();
        assert!(words <= most, "{name} has {words} words");
    }
}

#[test]
fn files_that_documents_name_exist() {
    let mut all = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]
        .map(|name| repository().join(name))
        .to_vec();
    for folder in ["docs", "runtime/guide"] {
        documents(&repository().join(folder), &mut all);
    }
    let (mut missing, mut named) = (Vec::new(), 0);
    for document in all {
        let text = fs::read_to_string(&document).expect("a document");
        for quoted in text.split('`').skip(1).step_by(2) {
            let is_path = FOLDERS.iter().any(|folder| quoted.starts_with(folder))
                && !quoted.contains([' ', '*', '{', '<', '\n'])
                && !quoted.contains("NAME");
            let path = quoted.split("::").next().unwrap_or(quoted);
            if is_path {
                named += 1;
                if !repository().join(path).exists() {
                    missing.push(format!("{}: {quoted}", document.display()));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(named > 50, "{named}");
}
