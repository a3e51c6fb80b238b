//! Who trusts the verifier has to read it, so its length is limited.

use std::fs;
use std::path::{Path, PathBuf};

/// The most lines of `codegen/verify/src`, without tests, comments and blank lines.
const MOST_OF_VERIFIER: usize = 3320;

/// The lines of a text that are neither blank nor comments nor behind `#[cfg(test)]`, as `.ci/lines` counts them.
fn lines(text: &str) -> usize {
    let (mut count, mut lines) = (0, text.lines());
    while let Some(line) = lines.next() {
        let code = line.trim();
        if code == "#[cfg(test)]" {
            let first = lines.next().unwrap_or_default();
            let indent = &first[..first.len() - first.trim_start().len()];
            let end = format!("{indent}}}");
            if first.ends_with(['{', '(']) {
                lines.by_ref().find(|line| line.starts_with(&end));
            }
        } else if !code.is_empty() && !code.starts_with("//") {
            count += 1;
        }
    }
    count
}

#[test]
fn the_verifier_is_short() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("verify/src");
    let entries = fs::read_dir(folder).expect("the sources of the verifier");
    let counts = entries.map(|entry| {
        let path = entry.expect("an entry").path();
        assert!(path.is_file(), "{} is not counted", path.display());
        lines(&fs::read_to_string(path).expect("a source"))
    });
    let count: usize = counts.sum();
    assert!(count > 1000, "{count} lines are not all");
    assert!(count <= MOST_OF_VERIFIER, "{count} lines");
}

/// The lines of code that `proof.md` states for what is behind a verdict, and their sum.
#[test]
fn lines_to_trust_are_those_of_the_document() {
    let codegen = Path::new(env!("CARGO_MANIFEST_DIR"));
    let document = codegen.join("../docs/design/proof.md");
    let document = fs::read_to_string(document).expect("the document of proofs");
    let statement = |start: &str| -> usize {
        let mut rows = document.lines().filter(|line| line.starts_with(start));
        let cell = rows.next().and_then(|row| row.split('|').nth(2));
        let digits = cell.expect(start).chars().filter(char::is_ascii_digit);
        digits.collect::<String>().parse().expect("a number")
    };
    let mut sum = 0;
    for (start, sources) in [
        ("| `verify`:", &["verify/src"][..]),
        ("| `prove`:", &["prove/src"]),
        ("| `description`:", &["description/src"]),
        (
            "| `examine/src/rows`,",
            &["examine/src/rows", "kinematics/src"],
        ),
        ("| `program`:", &["program/src"]),
        ("| `support`,", &["support/src"]),
    ] {
        let folders = sources.iter().map(|name| codegen.join(name));
        let result: usize = folders.map(|folder| lines_within(&folder)).sum();
        let statement = statement(start);
        let is_near = statement.abs_diff(result) <= 100;
        assert!(
            is_near,
            "{start} {result} lines, the document says {statement}"
        );
        sum += result;
    }
    let statement = statement("| sum of these parts");
    assert!(
        statement.abs_diff(sum) <= 100,
        "{sum} lines, the document says {statement}"
    );
}

/// The lines of code in a folder.
fn lines_within(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).expect("a folder of sources");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let is_source = |path: &PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy();
        path.is_dir() && !name.ends_with("_tests") || name.ends_with(".rs")
    };
    paths
        .filter(is_source)
        .map(|path| {
            if path.is_dir() {
                lines_within(&path)
            } else {
                lines(&fs::read_to_string(&path).expect("a source"))
            }
        })
        .sum()
}

#[test]
fn comments_blank_lines_and_tests_do_not_count() {
    assert_eq!(
        lines(
            "//! A\n\n#[cfg(test)]\nmod a;\nuse b; // c\n    /// d\n{\n}\n#[cfg(test)]\nmod e {\n    f\n}\nuse g;\n"
        ),
        4
    );
}
