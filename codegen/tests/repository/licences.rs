//! `licenses/DEPENDENCIES.md` has the licences of all that each way to use `multibody` brings, as cargo knows
//! them. To make it again:
//! `MULTIBODY_BLESS=1 cargo test --locked --workspace --all-features --test repository licences`

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

/// A way to use it: its name, and how it is requested.
const WAYS: [(&str, &[&str]); 5] = [
    (
        "In your program: what generated files need, `multibody` without features",
        &["multibody", "--no-default-features"],
    ),
    (
        "In your program: the same with the feature `nalgebra` or `reference`",
        &[
            "multibody",
            "--no-default-features",
            "--features",
            "reference",
        ],
    ),
    (
        "At build time: the attribute with committed files, feature `macros` without `symbolica`",
        &["multibody-macros", "--no-default-features"],
    ),
    (
        "At build time: the attribute, and build scripts",
        &["multibody-macros"],
    ),
    ("The command `cargo multibody`", &["multibody-cli"]),
];

const HEAD: &str = "# Licences of dependencies

Made from what cargo knows, on Linux; `codegen/tests/repository/licences.rs` says how, and fails where this file is not
up to date. What runs at build time, and the command, leave nothing of themselves in generated code: your program
holds what the first two tables name. Whoever passes on the built command passes on what the last one names.
";

/// Crates of others by their licences.
type Licences = BTreeMap<String, BTreeSet<String>>;

fn licences(of: &[&str]) -> Licences {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let output = Command::new(cargo)
        .args(["tree", "--locked", "--offline"])
        .args(["--target", "x86_64-unknown-linux-gnu"])
        .args(["--edges", "normal,build", "--prefix", "none"])
        .args(["--format", "{p}|{l}", "--package"])
        .args(of)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{of:?}: {complaint}");
    let text = String::from_utf8(output.stdout).expect("text of cargo");
    let mut licences = Licences::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let (package, licence) = line.split_once('|').expect("package and licence");
        let (name, _) = package.split_once(' ').expect("name and version");
        if name.starts_with("multibody") {
            continue;
        }
        // What is behind the licence says that the line has been there before.
        let licence = licence.trim_end_matches(" (*)").trim();
        let licence = match (name, licence) {
            ("symbolica", "") => "its own: [SYMBOLICA.md](SYMBOLICA.md)",
            (name, "") => panic!("{name} names no licence"),
            (_, licence) => licence,
        };
        let licence = licence.replace('/', " OR ");
        licences.entry(licence).or_default().insert(name.to_owned());
    }
    licences
}

/// What `deny.toml` allows: of all crates, whose name is empty, and of some.
fn allowed() -> BTreeSet<(String, String)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deny.toml");
    let text = fs::read_to_string(file).expect("deny.toml");
    let quoted = |line: &str| -> Vec<String> {
        let parts = line.split('"').skip(1).step_by(2);
        parts.map(str::to_owned).collect()
    };
    let lines = text.lines().map(|line| quoted(line.trim()));
    let pairs = lines.filter_map(|words| match &words[..] {
        [licence] => Some((String::new(), licence.clone())),
        [licence, of] => Some((of.clone(), licence.clone())),
        _ => None,
    });
    pairs.collect()
}

/// Whether a choice of licences is allowed for a crate.
fn is_allowed(of: &str, licence: &str, allowed: &BTreeSet<(String, String)>) -> bool {
    let one = |licence: &str| {
        let licence = licence.trim_matches(['(', ')', '+']).to_owned();
        let by = |of: &str| allowed.contains(&(of.to_owned(), licence.clone()));
        by("") || by(of)
    };
    let mut parts = licence.split(" AND ");
    parts.all(|part| part.split(" OR ").any(one))
}

fn table(licences: &Licences) -> String {
    let mut text = String::from("| licence | crates |\n|---|---|\n");
    for (licence, crates) in licences {
        let crates: Vec<&str> = crates.iter().map(String::as_str).collect();
        text += &format!("| {licence} | {} |\n", crates.join(", "));
    }
    text
}

/// The lock file of a wheel belongs to no workspace, so cargo does not list its crates here.
#[test]
fn crates_of_wheels_are_in_the_chapter_and_in_the_readme_of_packages() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).expect("a file of the repository");
    let [lock, chapter, readme] = [
        "src/package/python/lock.txt",
        "../docs/design/dependencies.md",
        "src/package/python/README.md",
    ]
    .map(read);
    let (_, section) = chapter
        .split_once("Packages for Python")
        .expect("a section on packages for Python");
    let rows: Vec<Vec<&str>> = section
        .lines()
        .map(|line| line.split('|').map(str::trim).collect())
        .filter(|cells: &Vec<&str>| cells.len() == 6)
        .collect();
    let column = |index: usize| -> BTreeSet<&str> {
        let cells = rows
            .iter()
            .skip(2)
            .flat_map(|cells| cells[index].split(", "));
        cells.filter(|name| !name.is_empty()).collect()
    };
    let [linked, others] = [2, 3].map(column);
    let names = lock
        .lines()
        .filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    let locked: BTreeSet<&str> = names
        .filter(|name| !["@name@", "multibody"].contains(name))
        .collect();
    let listed: BTreeSet<&str> = linked.union(&others).copied().collect();
    assert_eq!(locked, listed);
    let is_everywhere = |name: &&str| !name.starts_with("portable-atomic");
    for name in linked.into_iter().filter(is_everywhere) {
        let is_named = readme
            .split(|c: char| c.is_whitespace() || c == ',')
            .any(|word| word.trim_end_matches('.') == name);
        assert!(is_named, "the README of packages does not name {name}");
    }
}

#[test]
fn the_licences_of_all_dependencies_are_named_and_allowed() {
    let mut text = HEAD.to_owned();
    let allowed = allowed();
    for (title, of) in WAYS {
        let licences = licences(of);
        text += &format!("\n## {title}\n\n{}", table(&licences));
        for (licence, crates) in &licences {
            let licence =
                if licence.starts_with("its own") { "LicenseRef-Symbolica" } else { licence };
            for of in crates {
                let is_allowed = is_allowed(of, licence, &allowed);
                assert!(is_allowed, "deny.toml does not allow {licence} of {of}");
            }
        }
    }
    assert!(
        text.contains("LGPL-3.0-only") && text.contains("MPL-2.0"),
        "{text}"
    );
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../licenses/DEPENDENCIES.md");
    if std::env::var_os("MULTIBODY_BLESS").is_some() {
        fs::write(&file, &text).expect("a file of the repository");
    }
    let result = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(result, text, "set MULTIBODY_BLESS=1 to rewrite");
}
