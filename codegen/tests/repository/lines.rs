//! Who trusts the verifier has to read it, so its length is limited.

use std::fs;
use std::path::Path;

/// The most lines of `codegen/verify/src`, without tests, comments and blank lines.
const MOST_OF_VERIFIER: usize = 3300;

/// The lines of a text that are neither blank nor comments nor unit tests, which are at the end.
fn lines(text: &str) -> usize {
    let lines = text.lines().map(str::trim);
    let code = lines.take_while(|line| *line != "#[cfg(test)]");
    code.filter(|line| !line.is_empty() && !line.starts_with("//"))
        .count()
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

/// The lines of source that `proof.md` states for the crates behind a verdict.
#[test]
fn lines_to_trust_are_those_of_the_document() {
    let codegen = Path::new(env!("CARGO_MANIFEST_DIR"));
    let document = codegen.join("../docs/design/proof.md");
    let document = fs::read_to_string(document).expect("the document of proofs");
    let rows = [
        ("| `verify`:", &["verify"][..]),
        ("| `prove`:", &["prove"]),
        ("| `description`:", &["description"]),
        ("| `examine`, `kinematics`:", &["examine", "kinematics"]),
        ("| `program`:", &["program"]),
        ("| `support`, ", &["support"]),
    ];
    for (start, crates) in rows {
        let mut lines = document.lines();
        let row = lines.find(|line| line.starts_with(start));
        let cell = row.and_then(|row| row.split('|').nth(2)).expect(start);
        let digits = cell.split(',').next().unwrap_or(cell);
        let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
        let stated: usize = digits.parse().expect("a number of lines");
        let folders = crates.iter().map(|name| codegen.join(name).join("src"));
        let found: usize = folders.map(|folder| lines_within(&folder)).sum();
        let is_near = stated.abs_diff(found) <= 100;
        assert!(is_near, "{start} {found} lines, the document says {stated}");
    }
}

/// All lines of the sources in a folder.
fn lines_within(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).expect("a folder of sources");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .map(|path| match path.is_dir() {
            true => lines_within(&path),
            false if path.extension().is_some_and(|of| of == "rs") => {
                fs::read_to_string(&path).expect("a source").lines().count()
            }
            false => 0,
        })
        .sum()
}

#[test]
fn comments_blank_lines_and_tests_do_not_count() {
    assert_eq!(
        lines("//! A\n\nuse b; // c\n    /// d\n{\n}\n#[cfg(test)]\nmod e {}\n"),
        3
    );
}
