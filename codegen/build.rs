//! Names the sources of this package, says which of its tests are run, and lists the runtime's sources for packages.

use std::path::Path;
use std::{env, fs, io};

use multibody_support::{sources, tests_to_run};

fn main() -> io::Result<()> {
    tests_to_run::export();
    list_runtime()?;
    sources::export()
}

/// Writes the table of the runtime's sources. Packages leave out the textbook algorithms, which only checks need.
fn list_runtime() -> io::Result<()> {
    // Published packages have a copy where this repository has a link, which not every clone keeps.
    let crate_folder = env::current_dir()?;
    let roots = ["../runtime/src", "runtime"].map(|folder| crate_folder.join(folder));
    let root = roots
        .into_iter()
        .find(|root| root.is_dir())
        .ok_or(io::ErrorKind::NotFound)?;
    let mut rows = Vec::new();
    add_sources(&root, &root, &mut rows)?;
    rows.sort();
    let table = format!("&[\n{}]\n", rows.concat());
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    println!("cargo:rerun-if-changed={}", root.display());
    fs::write(Path::new(&out).join("runtime.rs"), table)
}

/// Adds a row for each source in a folder: its path with `/`, and its text.
fn add_sources(folder: &Path, root: &Path, rows: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path
            .strip_prefix(root)
            .unwrap_or(&path)
            .to_string_lossy()
            .replace('\\', "/");
        if path.is_dir() && name != "reference" {
            add_sources(&path, root, rows)?;
        } else if sources::is_source(&path) && name != "guide.rs" {
            rows.push(format!("({name:?}, include_str!({path:?})),\n"));
        }
    }
    Ok(())
}
