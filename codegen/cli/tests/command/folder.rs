//! Folders of tests, and the command that works in them.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// A fresh folder, gone when it is dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("multibody-{}/{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).expect("a file of the test");
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("a file that was written")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Best effort: it is in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
        let _ = self.0.parent().map(fs::remove_dir);
    }
}

/// `cargo-multibody`, as built with these tests; it derives all requested functions.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-multibody"));
    command.env("MULTIBODY_CACHE_DIR", "");
    command
}
