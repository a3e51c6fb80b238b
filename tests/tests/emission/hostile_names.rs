//! Files of robots with hostile names compile without a warning: of rustc, clippy (pedantic too) and rustdoc.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::built::{libraries, library};

/// A crate with a module for each file.
fn crate_of_all() -> String {
    let mut text = String::from("//! All of them.\n#![deny(missing_docs)]\n");
    let mut files: Vec<PathBuf> = fs::read_dir(env!("OUT_DIR"))
        .expect("what the build script has written")
        .map(|file| file.expect("a file").path())
        .filter(|path| {
            path.file_name()
                .is_some_and(|name| name.to_string_lossy().starts_with("hostile_"))
        })
        .collect();
    files.sort();
    assert!(files.len() > 7, "{files:?}");
    for (index, file) in files.iter().enumerate() {
        let _ = writeln!(text, "/// One.\npub mod m{index} {{ include!({file:?}); }}");
    }
    text
}

/// Runs a compiler that may not warn.
fn compiles(compiler: &str, options: &[&str], file: &Path, out: &Path) {
    let folder = file.parent().expect("a folder");
    let output = Command::new(compiler)
        .env("CLIPPY_CONF_DIR", folder)
        .args([
            "--edition",
            "2024",
            "--crate-type",
            "lib",
            "--deny",
            "warnings",
        ])
        .args(options)
        .arg("--out-dir")
        .arg(out)
        .arg("--extern")
        .arg(format!("multibody={}", library().display()))
        .arg("-L")
        .arg(format!("dependency={}", libraries().display()))
        .arg(file)
        .output()
        .unwrap_or_else(|error| panic!("{compiler}, a part of every toolchain: {error}"));
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{compiler}: {complaint}");
}

#[test]
fn hostile_names_compile_without_a_warning() {
    let out = std::env::temp_dir().join(format!("multibody-hostile-{}", std::process::id()));
    fs::create_dir_all(&out).expect("a folder for temporary files");
    let file = out.join("all.rs");
    fs::write(&file, crate_of_all()).expect("a file");
    compiles("rustc", &["--emit", "metadata"], &file, &out);
    // Nothing in generated files is newer than Rust 1.85.
    fs::write(out.join("clippy.toml"), "msrv = \"1.85\"\n").expect("a file");
    let lints = [
        "--emit",
        "metadata",
        "--deny",
        "clippy::pedantic",
        "--deny",
        "clippy::incompatible_msrv",
    ];
    compiles("clippy-driver", &lints, &file, &out);
    compiles("rustdoc", &[], &file, &out.join("doc"));
    fs::remove_dir_all(&out).expect("a folder that can be removed");
}
