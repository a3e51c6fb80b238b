//! Documents are short, the files that they name exist, the code that they show as emitted is emitted, the index of tests and the
//! list of pages are complete, `.ci/planted` finds its lines, and workflows name actions by hashes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Documents and how many words they may have.
const MOST_WORDS: [(&str, usize); 2] = [("README.md", 1700), ("ARCHITECTURE.md", 3000)];

/// The lines that AGENTS.md may have: one page.
const MOST_LINES: usize = 60;

/// Files of users.
const OF_USERS: [&str; 6] = [
    ".cargo/config.toml",
    "beads.rs",
    "build.rs",
    "src/main.rs",
    "top.rs",
    "wire.rs",
];

/// The generated file from which README has a function. `.ci/run` compares it with what is generated.
const GENERATED: &str = "examples/committed/src/arm.rs";

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace")
}

/// All files below a folder whose names end so.
fn files(folder: &Path, ending: &str, results: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => files(&path, ending, results),
            false if path.extension().is_some_and(|of| of == ending) => results.push(path),
            false => {}
        }
    }
}

/// What a document has between backquotes.
fn quotes(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn documents_are_short() {
    for (name, limit) in MOST_WORDS {
        let text = fs::read_to_string(repository().join(name)).expect(name);
        let words = text.split_whitespace().count();
        assert!(words <= limit, "{name} has {words} words");
    }
    let page = fs::read_to_string(repository().join("AGENTS.md")).expect("AGENTS.md");
    let lines = page.lines().count();
    assert!(lines <= MOST_LINES, "AGENTS.md has {lines} lines");
}

/// The first block of Rust in a document.
fn first_sample(document: &str) -> &str {
    let (_, rest) = document.split_once("\n```rust\n").expect("a sample");
    let (sample, _) = rest.split_once("\n```\n").expect("an end");
    sample
}

/// The emitted function in README is part of a generated file, but for its indent. ARCHITECTURE.md follows a number of the
/// description to a line of this function.
#[test]
fn emitted_code_in_documents_is_generated() {
    let text = |name: &str| fs::read_to_string(repository().join(name)).expect(name);
    let (readme, generated) = (text("README.md"), text(GENERATED));
    let sample = first_sample(&readme);
    let indented: Vec<_> = sample.lines().map(|line| format!("    {line}")).collect();
    assert!(sample.contains("pub fn "), "{sample}");
    assert!(
        generated.contains(&indented.join("\n")),
        "{GENERATED} lacks:\n{sample}"
    );
    let architecture = text("ARCHITECTURE.md");
    let mut lines = quotes(&architecture).filter(|code| code.starts_with("let "));
    let line = lines.next().expect("a line of the sample");
    assert!(sample.contains(line), "not in README: {line}");
    assert!(architecture.contains("a mass of 0.3 kg"));
    let description = text("examples/committed/arm.urdf");
    assert!(description.contains("<mass value=\"0.3\"/>"));
}

/// Each sign that `.ci/planted` changes is on one line of its file.
#[test]
fn planted_signs_are_in_the_files() {
    let script = repository().join(".ci/planted");
    let script = fs::read_to_string(script).expect("the script");
    let signs = script.lines().filter_map(|line| {
        let sign = line.trim().strip_prefix('"')?.strip_suffix('"')?;
        Some(sign.replace("\\\"", "\""))
    });
    let mut crates = BTreeSet::new();
    for sign in signs {
        let parts: Vec<&str> = sign.split('|').collect();
        let [file, right, _] = parts[..] else {
            panic!("three parts: {sign}");
        };
        let text = fs::read_to_string(repository().join(file)).expect(file);
        let lines = text.lines().filter(|line| line.contains(right)).count();
        assert_eq!(lines, 1, "{file} has not one line with: {right}");
        crates.insert(file.split('/').nth(1).map(str::to_owned));
    }
    assert_eq!(crates.len(), 6);
}

/// All files and folders of the repository, by their paths and by all ends of these: documents about one crate name
/// files from there.
fn known_paths() -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    let mut folders = vec![repository().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let content = path.strip_prefix(repository()).expect("inside");
            if content == Path::new(".git") || content == Path::new("target") {
                continue;
            }
            let parts: Vec<_> = content.iter().filter_map(|part| part.to_str()).collect();
            known.extend((0..parts.len()).map(|from| parts[from..].join("/")));
            if path.is_dir() {
                folders.push(path);
            }
        }
    }
    known
}

/// The path in a quotation that looks like a file or a folder of the repository: `codegen/src/lib.rs::name`, `lower/`, `lib.rs`.
fn path_in(quoted: &str) -> Option<&str> {
    let path = quoted.split("::").next()?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    let is_file = match path.rsplit_once('/') {
        Some((folders, name)) => {
            let top = folders.split('/').next()?;
            name.is_empty() || name.contains('.') || repository().join(top).is_dir()
        }
        None => Path::new(path).extension().is_some_and(|of| of == "rs"),
    };
    let is_path = is_file
        && !path.starts_with('/')
        && path.chars().all(is_plain)
        && !path.contains("NAME")
        && !OF_USERS.contains(&path);
    is_path.then(|| path.trim_end_matches('/'))
}

#[test]
fn paths_are_recognised_between_backquotes() {
    for (quoted, path) in [
        ("codegen/src/lib.rs", Some("codegen/src/lib.rs")),
        ("codegen/no/such", Some("codegen/no/such")),
        ("lower/forces.rs::check", Some("lower/forces.rs")),
        ("lower/", Some("lower")),
        ("lib.rs", Some("lib.rs")),
        ("panda.urdf", None),
        ("dM/dt", None),
        ("1 / (a.b)", None),
        ("/tmp/folder", None),
        ("codegen/tests/faults/files/NAME.urdf", None),
        (".cargo/config.toml", None),
    ] {
        assert_eq!(path_in(quoted), path, "{quoted}");
    }
}

#[test]
fn files_that_documents_name_exist() {
    let mut all = Vec::new();
    for entry in fs::read_dir(repository()).expect("the repository") {
        let path = entry.expect("an entry").path();
        all.extend(Some(path).filter(|path| path.extension().is_some_and(|of| of == "md")));
    }
    for folder in ["docs", "runtime/guide"] {
        files(&repository().join(folder), "md", &mut all);
    }
    let known = known_paths();
    let (mut absentees, mut named) = (Vec::new(), 0);
    for document in all {
        let text = fs::read_to_string(&document).expect("a document");
        for path in quotes(&text).filter_map(path_in) {
            named += 1;
            if !known.contains(path) {
                absentees.push(format!("{}: {path}", document.display()));
            }
        }
    }
    assert!(absentees.is_empty(), "{absentees:#?}");
    assert!(named > 200, "{named}");
}

/// The pages that `llms.txt` lists: the path in each line `- [name](path): what it is about`.
fn listed_pages() -> Vec<String> {
    let list = fs::read_to_string(repository().join("llms.txt")).expect("the list");
    let rows = list.lines().filter(|line| line.starts_with("- "));
    let paths = rows.map(|row| {
        let (link, about) = row.split_once("): ").expect(row);
        assert!(!about.trim().is_empty(), "{row}");
        let (_, path) = link.split_once("](").expect(row);
        path.to_owned()
    });
    paths.collect()
}

#[test]
fn the_list_for_machines_has_every_page() {
    let listed = listed_pages();
    let unique: BTreeSet<_> = listed.iter().collect();
    assert_eq!(unique.len(), listed.len(), "a page is listed twice");
    let absentees: Vec<_> = (listed.iter())
        .filter(|path| !repository().join(path).is_file())
        .collect();
    assert!(absentees.is_empty(), "not there: {absentees:?}");

    let mut pages = Vec::new();
    for folder in ["docs", "runtime/guide"] {
        files(&repository().join(folder), "md", &mut pages);
    }
    // Tables of contents.
    pages.retain(|page| !page.ends_with("README.md"));
    assert!(pages.len() > 40, "{}", pages.len());
    let is_listed = |page: &PathBuf| {
        let path = page.strip_prefix(repository()).expect("inside");
        listed.iter().any(|listed| path == Path::new(listed))
    };
    pages.retain(|page| !is_listed(page));
    assert!(pages.is_empty(), "llms.txt lacks {pages:#?}");
}

/// Workflows name actions by the hash of a commit, which nobody can move, and then the version.
#[test]
fn actions_are_named_by_hashes() {
    let mut workflows = Vec::new();
    files(&repository().join(".github"), "yml", &mut workflows);
    let mut named = 0;
    for workflow in workflows {
        let text = fs::read_to_string(&workflow).expect("a workflow");
        for line in text.lines().map(|line| line.trim_start_matches([' ', '-'])) {
            let Some(action) = line.strip_prefix("uses: ") else {
                continue;
            };
            named += 1;
            let (_, revision) = action.split_once('@').expect(action);
            let (hash, version) = revision.split_once(" # v").unwrap_or_default();
            let is_hash = hash.len() == 40 && hash.chars().all(|c| c.is_ascii_hexdigit());
            assert!(
                is_hash && !version.is_empty(),
                "{}: {action}",
                workflow.display()
            );
        }
    }
    assert!(named > 10, "{named}");
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
        for path in quotes(cell) {
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
    let is_there = |path: &String| {
        if path.ends_with('/') {
            repository().join(path).is_dir()
        } else {
            repository().join(path).is_file()
        }
    };
    let absentees: Vec<_> = index.iter().filter(|path| !is_there(path)).collect();
    assert!(absentees.is_empty(), "not there: {absentees:#?}");

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
    assert!(
        all.is_empty(),
        "not in the index of CONTRIBUTING.md: {all:#?}"
    );
}
