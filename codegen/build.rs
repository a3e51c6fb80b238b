//! Names the generator by its sources, so that what one generator has put into a cache is never
//! taken for the work of another.

use std::path::Path;
use std::{fs, io};

#[path = "src/fingerprint.rs"]
mod fingerprint;

use fingerprint::Fingerprint;

fn main() -> io::Result<()> {
    let mut texts = vec![fs::read_to_string("Cargo.toml")?];
    read(Path::new("src"), &mut texts)?;
    let generator = Fingerprint::of(texts.iter().map(String::as_str));
    println!("cargo:rustc-env=MULTIBODY_GENERATOR={generator}");
    println!("cargo:rerun-if-changed=Cargo.toml");
    println!("cargo:rerun-if-changed=src");
    all_tests();
    corpus();
    Ok(())
}

/// Whether tests that take long are run too: else they are ignored.
fn all_tests() {
    println!("cargo:rustc-check-cfg=cfg(all_tests)");
    println!("cargo:rerun-if-env-changed=MULTIBODY_TESTS");
    if std::env::var_os("MULTIBODY_TESTS").is_some_and(|tests| tests == "all") {
        println!("cargo:rustc-cfg=all_tests");
    }
}

/// Whether there are robots and numbers of others to compare with: else tests that need them are ignored.
fn corpus() {
    println!("cargo:rustc-check-cfg=cfg(corpus)");
    println!("cargo:rerun-if-env-changed=MULTIBODY_CORPUS");
    if std::env::var_os("MULTIBODY_CORPUS").is_some() {
        println!("cargo:rustc-cfg=corpus");
    }
}

/// Adds names and texts of all sources of a folder, in the order of their names; what editors leave beside them is
/// none.
pub fn read(folder: &Path, texts: &mut Vec<String>) -> io::Result<()> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = entries.collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            read(&path, texts)?;
        } else if is_source(&path) {
            texts.push(path.to_string_lossy().into_owned());
            texts.push(fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

/// Whether the compiler may read a file: not what is hidden, such as the links that mark a file as open, nor what
/// has another ending, such as copies of a file before it was changed.
pub fn is_source(path: &Path) -> bool {
    const ENDINGS: [&str; 3] = ["rs", "css", "md"];
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default();
    !name.starts_with(['.', '#']) && ENDINGS.iter().any(|known| ending == *known)
}
