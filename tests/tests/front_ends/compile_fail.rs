//! Faults as the compiler shows them: `ui/NAME.rs` in, `ui/NAME.stderr` out.
//!
//! The compiler is called directly, with the libraries that were built for this test: a build by cargo
//! would compile the computer algebra once more. No case gets as far as to need it. `MULTIBODY_BLESS=1`
//! rewrites the expectations; read the difference before you keep it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::built::{libraries, library};

/// Folder of the cases.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("ui")
}

/// What the compiler says about a case, which must not compile.
fn complaint(case: &str, library: &Path) -> String {
    let out = std::env::temp_dir().join(format!("multibody-ui-{}", std::process::id()));
    fs::create_dir_all(&out).expect("a folder for temporary files");
    let output = Command::new("rustc")
        .args([
            "--edition",
            "2024",
            "--crate-type",
            "lib",
            "--emit",
            "metadata",
        ])
        .args(["--color", "never", "--out-dir"])
        .arg(&out)
        .arg("--extern")
        .arg(format!("multibody={}", library.display()))
        .arg("-L")
        .arg(format!("dependency={}", libraries().display()))
        .arg(case)
        .current_dir(folder())
        .env("CARGO_MANIFEST_DIR", folder())
        .output()
        .expect("the compiler");
    let files = fs::read_dir(&out).expect("its folder").count();
    fs::remove_dir_all(&out).expect("a folder that can be removed");
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(!output.status.success(), "{case} compiles");
    assert!(!text.contains("panicked"), "{case}: {text}");
    assert_eq!(files, 0, "{case} leaves files");
    text
}

#[test]
fn faults_are_shown_as_expected() {
    let library = library();
    let files = fs::read_dir(folder()).expect("the cases");
    let mut cases: Vec<PathBuf> = files.map(|file| file.expect("an entry").path()).collect();
    cases.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    cases.sort();
    for case in &cases {
        let name = case.file_name().expect("a name").to_string_lossy();
        let actual = complaint(&name, &library);
        let path = case.with_extension("stderr");
        if std::env::var_os("MULTIBODY_BLESS").is_some() {
            fs::write(&path, &actual).expect("a file that can be written");
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(actual, expected, "{name}: set MULTIBODY_BLESS=1 to rewrite");
    }
    assert!(cases.len() >= 6, "{} cases", cases.len());
}
