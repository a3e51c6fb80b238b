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

use case::Case;
use corpus_folder::corpus_folder;

#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn all_cases_are_as_expected() {
    let folder = corpus_folder().join("public_cases");
    let cases = Case::all(&folder);
    assert!(!cases.is_empty(), "no case in {}", folder.display());
    let mut failures: Vec<String> = Vec::new();
    for case in &cases {
        let results = case.check(&folder);
        println!("{} {}: {results:?}", case.letter(), case.file);
        failures.extend(results.err().map(|fault| format!("{}: {fault}", case.file)));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
