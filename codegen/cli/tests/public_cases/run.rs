//! A run of the command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::case::Case;

/// What a run leaves.
#[derive(Debug)]
pub struct Outcome {
    pub exit: i32,
    pub stderr: String,
    /// The generated file, or the table of a motion; empty if none was written.
    pub written: String,
}

/// Runs the command of a case in a folder of its own.
pub fn run(case: &Case, folder: &Path) -> Outcome {
    let place = Place::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-multibody"));
    command.current_dir(&place.0).env("MULTIBODY_CACHE_DIR", "");
    command.arg(&case.command).arg(folder.join(&case.file));
    if case.command == "generate" && !case.file.ends_with(".rs") {
        command.args(["--name", "Robot"]);
    }
    let out = match case.command.as_str() {
        "generate" => ["--out", "robot.rs"],
        "simulate" => ["--csv", "table.csv"],
        other => panic!("the command `{other}` is not known here"),
    };
    let output = command
        .args(out)
        .args(&case.arguments)
        .output()
        .expect("a process");
    Outcome {
        exit: output.status.code().expect("an exit code"),
        stderr: String::from_utf8(output.stderr).expect("text"),
        written: fs::read_to_string(place.0.join(out[1])).unwrap_or_default(),
    }
}

/// A folder, gone when it is dropped.
struct Place(PathBuf);

impl Place {
    fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let index = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("multibody-public-cases-{}-{index}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
