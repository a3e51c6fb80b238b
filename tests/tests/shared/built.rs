//! The libraries that were built for these tests. What is compiled with them needs no build of the computer algebra.

use std::fs;
use std::path::PathBuf;

/// Where this test and all libraries are.
pub fn libraries() -> PathBuf {
    let test = std::env::current_exe().expect("a running test");
    test.parent().expect("a folder").to_owned()
}

/// The crate `multibody`: the newest one, which cargo has just made sure of.
pub fn library() -> PathBuf {
    let files = fs::read_dir(libraries()).expect("the folder of this test");
    let candidates = files.filter_map(|file| {
        let path = file.ok()?.path();
        let name = path.file_name()?.to_str()?;
        (name.starts_with("libmultibody-") && name.ends_with(".rlib")).then_some(path)
    });
    let time = |path: &PathBuf| fs::metadata(path).and_then(|file| file.modified()).ok();
    candidates.max_by_key(time).expect("the crate, built")
}
