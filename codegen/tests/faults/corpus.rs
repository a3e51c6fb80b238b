//! Real robots read without an error.
//!
//! `MULTIBODY_CORPUS` names a folder that holds `robots/urdf`; without it the test is ignored.

use std::fs;

use multibody_codegen::fault::Faults;
use multibody_codegen::internal::check::check;
use multibody_codegen::internal::source::read;
use multibody_codegen::read_file;

use crate::corpus_folder::corpus_folder;

#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn real_robots_have_no_errors() {
    let corpus = corpus_folder();
    let folder = corpus.join("robots/urdf");
    let mut robots = 0;
    for entry in
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
    {
        let path = entry.unwrap().path();
        let source = read_file(&path).unwrap_or_else(|fault| panic!("{fault:?}"));
        let mut faults = Faults::new();
        let model = read(&source, &mut faults);
        let structure = model.as_ref().and_then(|model| check(model, &mut faults));
        let report = faults.finish().render(&source);
        println!("{report}");
        let structure = structure.unwrap_or_else(|| panic!("{report}"));
        let model = model.unwrap();
        println!("{}: passed over {:?}", path.display(), model.ignored);
        assert_eq!(
            structure.ends.len() + 1,
            model.links.len(),
            "{}",
            path.display()
        );
        robots += 1;
    }
    assert!(robots > 0, "no robots in {}", folder.display());
}
