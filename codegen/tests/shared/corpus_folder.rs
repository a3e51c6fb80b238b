//! Robots and numbers that others computed. Tests that need more of them than are in the repository are ignored where the
//! build has no such folder: `cfg(corpus)`, by the build script.

use std::path::{Path, PathBuf};

/// The folder that the environment variable `MULTIBODY_CORPUS` names, or else `tests/golden` of the repository.
pub fn corpus_folder() -> PathBuf {
    match std::env::var_os("MULTIBODY_CORPUS") {
        Some(folder) => folder.into(),
        None => golden_folder(),
    }
}

/// `tests/golden` of the repository.
///
/// # Panics
/// If it is not there.
pub fn golden_folder() -> PathBuf {
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut folders = folders.map(|folder| folder.join("tests/golden"));
    let result = folders.find(|folder| folder.join("robots/manifest.json").is_file());
    result.expect("the repository has its golden robots")
}
