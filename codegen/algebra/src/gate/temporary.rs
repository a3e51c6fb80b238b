//! Folders of tests.

use std::fs;
use std::path::PathBuf;

use super::folders::LockFolders;

/// A folder for one test, which contains the folder of the lock.
pub struct Temporary(pub PathBuf);

impl Temporary {
    pub fn new(test: &str) -> Self {
        let name = format!("multibody-lock-{test}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    /// Where a test's lock makes its folders.
    pub fn lock_folders(&self) -> LockFolders {
        LockFolders {
            parent: self.0.clone(),
            usual_name: "user".into(),
            #[cfg(unix)]
            owner: super::folders::owner,
        }
    }

    /// The folder that the lock makes if there is none yet.
    pub fn first_folder(&self) -> PathBuf {
        self.0.join("user")
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
