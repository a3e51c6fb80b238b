//! Compilers, and folders in which they work.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Every warning is an error.
pub const WARNINGS: [&str; 6] = [
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wconversion",
    "-Wshadow",
    "-Werror",
];

/// No product is contracted with a sum.
pub const NO_CONTRACTION: &str = "-ffp-contract=off";

/// How texts are compiled. What packs statements is left out, since that of gcc 12.2 contracts all the same: its bug 107647.
pub const OPTIMISATIONS: [&[&str]; 3] = [
    &["-O0"],
    &["-O2"],
    &["-O3", "-march=native", "-fno-tree-slp-vectorize"],
];

/// The compilers of C that are installed.
pub fn installed() -> Vec<&'static str> {
    let is_there = |name: &&str| {
        let is_there = Command::new(name).arg("--version").output().is_ok();
        if !is_there {
            println!("{name} is not installed: nothing is compiled by it");
        }
        is_there
    };
    ["gcc", "clang"].into_iter().filter(is_there).collect()
}

/// A fresh folder, gone when it is dropped.
pub struct Folder(PathBuf);

impl Folder {
    /// A folder of its own, since tests run side by side.
    pub fn new(name: &str) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(format!("multibody-c-{process}-{count}-{name}"));
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), content).expect("a file of the test");
    }

    /// The path of a file.
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// Runs a compiler in the folder.
    ///
    /// # Panics
    /// If it complains.
    #[track_caller]
    pub fn compile(&self, compiler: &str, arguments: &[&str]) {
        let mut command = Command::new(compiler);
        command.current_dir(&self.0).args(arguments);
        let output = command.output().expect("the compiler starts");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success(),
            "{compiler} {arguments:?}:\n{complaint}"
        );
    }

    /// What a program in the folder writes.
    #[track_caller]
    pub fn run(&self, program: &str, argument: &str) -> Vec<u8> {
        let mut command = Command::new(self.0.join(program));
        let output = command.current_dir(&self.0).arg(argument).output();
        let output = output.expect("the program starts");
        assert!(output.status.success(), "{program}: {:?}", output.status);
        output.stdout
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Best effort: it is in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}
