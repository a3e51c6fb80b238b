//! Documents are short, the files that they name exist, and the index of tests is complete.

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

/// All files below a folder whose names end so.
fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => files(&path, ending, found),
            false if path.extension().is_some_and(|of| of == ending) => found.push(path),
            false => {}
        }
    }
}

/// What a document has between backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
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
        files(&repository().join(folder), "md", &mut all);
    }
    let (mut missing, mut named) = (Vec::new(), 0);
    for document in all {
        let text = fs::read_to_string(&document).expect("a document");
        for quoted in quoted(&text) {
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

/// Where the members of the workspace have their tests.
fn folders_of_tests() -> Vec<PathBuf> {
    let manifest = fs::read_to_string(repository().join("Cargo.toml")).expect("the workspace");
    let mut lines = manifest.lines();
    let members = lines
        .find(|line| line.starts_with("members"))
        .expect("a list");
    let members = members.split('"').skip(1).step_by(2);
    let folders = members.map(|member| repository().join(member).join("tests"));
    folders.filter(|folder| folder.is_dir()).collect()
}

/// The paths in the index of CONTRIBUTING.md. A name without a folder is beside the one before it.
fn index() -> Vec<String> {
    let text = fs::read_to_string(repository().join("CONTRIBUTING.md")).expect("a document");
    let (_, chapter) = (text.split_once("\n## To find the test of X\n")).expect("the chapter");
    let rows = chapter.lines().take_while(|line| !line.starts_with("## "));
    let cells = rows.filter_map(|row| row.strip_prefix('|')?.split('|').nth(1));
    let mut paths = Vec::new();
    for cell in cells {
        let mut folder = "";
        for path in quoted(cell) {
            match path.trim_end_matches('/').rfind('/') {
                Some(end) => {
                    folder = &path[..=end];
                    paths.push(path.to_owned());
                }
                None => paths.push(format!("{folder}{path}")),
            }
        }
    }
    paths
}

#[test]
fn the_index_of_tests_is_complete() {
    let index = index();
    let is_there = |path: &String| match path.ends_with('/') {
        true => repository().join(path).is_dir(),
        false => repository().join(path).is_file(),
    };
    let missing: Vec<_> = index.iter().filter(|path| !is_there(path)).collect();
    assert!(missing.is_empty(), "not there: {missing:#?}");

    let mut all = Vec::new();
    for folder in folders_of_tests() {
        files(&folder, "rs", &mut all);
    }
    // Lists of modules test nothing.
    all.retain(|file| fs::read_to_string(file).expect("a file").contains("fn "));
    assert!(all.len() > 150, "{}", all.len());
    let is_named = |file: &PathBuf| {
        let file = file.strip_prefix(repository()).expect("inside");
        let file = file.to_str().expect("UTF-8");
        let mut paths = index.iter();
        paths.any(|path| file == path || path.ends_with('/') && file.starts_with(path))
    };
    all.retain(|file| !is_named(file));
    assert!(all.is_empty(), "not in the index: {all:#?}");
}
