//! A fingerprint of the sources of a package, so that no generator uses results that another version has cached. For
//! build scripts.

use std::path::Path;
use std::{fs, io};

use crate::fingerprint::Fingerprint;

/// Sets `MULTIBODY_SOURCES` for the package whose build script calls this function.
///
/// # Errors
/// A source cannot be read.
pub fn export() -> io::Result<()> {
    let sources = of_package(Path::new(""))?;
    println!("cargo:rustc-env=MULTIBODY_SOURCES={sources}");
    println!("cargo:rerun-if-changed=Cargo.toml");
    println!("cargo:rerun-if-changed=src");
    Ok(())
}

/// The fingerprint of the manifest and all sources in the folder of a package.
///
/// # Errors
/// One of them cannot be read.
pub fn of_package(folder: &Path) -> io::Result<Fingerprint> {
    let mut texts = vec![fs::read_to_string(folder.join("Cargo.toml"))?];
    read_sources(&folder.join("src"), folder, &mut texts)?;
    Ok(Fingerprint::of(texts.iter().map(String::as_str)))
}

/// Adds the names and texts of all sources in a folder, in the order of their names. Files that editors leave beside them are no
/// sources.
fn read_sources(folder: &Path, package: &Path, texts: &mut Vec<String>) -> io::Result<()> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = entries.collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            read_sources(&path, package, texts)?;
        } else if is_source(&path) {
            let name = path.strip_prefix(package).unwrap_or(&path);
            texts.push(name.to_string_lossy().into_owned());
            texts.push(fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

/// Whether a file is a source: its name is not hidden, and its extension is one that the compiler reads. This leaves out the links
/// with which editors mark open files, and backup copies.
#[must_use]
pub fn is_source(path: &Path) -> bool {
    const ENDINGS: [&str; 8] = ["rs", "css", "md", "c", "hpp", "js", "txt", "xml"];
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default();
    !name.starts_with(['.', '#']) && ENDINGS.iter().any(|known| ending == *known)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Emacs marks an open file by a dangling link, and other editors leave copies.
    #[cfg(unix)]
    #[test]
    fn editor_files_are_not_sources() {
        let folder = std::env::temp_dir().join(format!("multibody-sources-{}", std::process::id()));
        fs::create_dir_all(folder.join("src/inside")).unwrap();
        for name in [
            "Cargo.toml",
            "src/a.rs",
            "src/inside/b.rs",
            "src/style.css",
            "src/keys.md",
        ] {
            fs::write(folder.join(name), name).unwrap();
        }
        let original = of_package(&folder).unwrap();
        std::os::unix::fs::symlink("me@here.4711", folder.join("src/inside/.#b.rs")).unwrap();
        for name in [".a.rs.swp", "a.rs~", "#a.rs#", "4913"] {
            fs::write(folder.join("src").join(name), [0xff]).unwrap();
        }
        let result = of_package(&folder);
        fs::write(folder.join("src/inside/b.rs"), "src/inside/c.rs").unwrap();
        let changed = of_package(&folder);
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(result.unwrap(), original);
        assert_ne!(changed.unwrap(), original);
    }
}
