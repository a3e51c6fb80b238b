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

#[test]
fn comments_blank_lines_and_tests_do_not_count() {
    assert_eq!(
        lines("//! A\n\nuse b; // c\n    /// d\n{\n}\n#[cfg(test)]\nmod e {}\n"),
        3
    );
}
