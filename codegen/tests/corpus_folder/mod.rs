//! Robots and numbers that are not in the repository. Tests that compare with them are ignored where the build was not told of
//! a folder: `cfg(corpus)`, by the build script.

use std::path::PathBuf;

/// The folder that the environment variable `MULTIBODY_CORPUS` names.
///
/// # Panics
/// If it names none: the test was built with one.
pub fn corpus_folder() -> PathBuf {
    let folder = std::env::var_os("MULTIBODY_CORPUS").map(PathBuf::from);
    folder.expect("MULTIBODY_CORPUS was set for the build")
}
