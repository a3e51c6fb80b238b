//! Cases of the corpus that were written after public bug reports: inputs, and what the command has to do with them.
//!
//! `MULTIBODY_CORPUS` names a folder with `public_cases/expected.json`; without the variable the test is ignored, and without the file
//! it fails.

mod case;
#[path = "../../../tests/shared/corpus_folder.rs"]
mod corpus_folder;
mod expectation;
mod run;
mod values;

use std::collections::BTreeSet;

use case::Case;
use corpus_folder::corpus_folder;

/// The kinds whose cases are not yet as expected. At least one case of each has to fail, so that this list says what is so, and
/// that the test finds faults.
const PENDING: &[&str] = &[];

#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn all_cases_are_as_expected() {
    let folder = corpus_folder().join("public_cases");
    let cases = Case::all(&folder);
    assert!(!cases.is_empty(), "no case in {}", folder.display());
    let (mut failures, mut failing) = (Vec::new(), BTreeSet::new());
    for case in &cases {
        let found = case.check(&folder);
        println!("{} {}: {found:?}", case.letter(), case.file);
        let Err(fault) = found else { continue };
        failing.insert(case.letter());
        if !PENDING.contains(&case.letter()) {
            failures.push(format!("{}: {fault}", case.file));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let done = PENDING.iter().filter(|kind| !failing.contains(*kind));
    let done: Vec<_> = done.collect();
    assert!(
        done.is_empty(),
        "as expected now, so no longer pending: {done:?}"
    );
}
