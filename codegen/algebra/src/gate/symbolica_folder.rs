//! Whether Symbolica can write the files that it needs. This is checked first, since Symbolica ends the process if it cannot.
//!
//! Observed with version 3.0.0 on Linux: Symbolica counts its threads by files in `symbolica/locks` in the user's
//! cache folder. That is `$XDG_CACHE_HOME` if it is absolute, otherwise `.cache` in the home folder.

use super::GateShut;

/// Checks nothing, since nothing is known of other systems.
#[cfg(not(target_os = "linux"))]
pub fn check() -> Result<(), GateShut> {
    Ok(())
}

#[cfg(target_os = "linux")]
pub use linux::check;

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::OsString;
    use std::fs::{self, DirBuilder, File};
    use std::io;
    use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
    use std::path::{Path, PathBuf};

    use rustix::fs::{Access, AtFlags, CWD, OFlags};

    use super::GateShut;
    use multibody_support::foreign;

    /// Checks that Symbolica's files can be made and opened.
    pub fn check() -> Result<(), GateShut> {
        let folder = locks_folder(std::env::var_os("XDG_CACHE_HOME"), std::env::home_dir())
            .ok_or_else(|| shut("there is no home folder".into()))?;
        probe(&folder).map_err(|(path, error)| shut(format!("`{}`: {error}", foreign::path(&path))))
    }

    fn shut(reason: String) -> GateShut {
        GateShut {
            reason: format!("Symbolica has no place for its files: {reason}"),
            help: "set XDG_CACHE_HOME, or HOME, to a folder that you can write to".into(),
        }
    }

    fn locks_folder(caches: Option<OsString>, home: Option<PathBuf>) -> Option<PathBuf> {
        let folder = caches
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
            .or_else(|| {
                let parent = home.filter(|home| !home.as_os_str().is_empty());
                Some(parent?.join(".cache"))
            });
        Some(folder?.join("symbolica/locks"))
    }

    /// Makes the folder, as Symbolica does, and opens the files in it.
    fn probe(folder: &Path) -> Result<(), (PathBuf, io::Error)> {
        let mut builder = DirBuilder::new();
        let creation = builder.recursive(true).mode(0o700).create(folder);
        let access = Access::WRITE_OK | Access::EXEC_OK;
        let check_access = || rustix::fs::accessat(CWD, folder, access, AtFlags::EACCESS);
        let files = creation
            .and_then(|()| Ok(check_access()?))
            .and_then(|()| fs::read_dir(folder));
        for file in files.map_err(|error| (folder.to_owned(), error))? {
            let path = file.map_err(|error| (folder.to_owned(), error))?.path();
            // Opening may fail for files that another user left while running with the same home folder, as with sudo.
            let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits();
            let mut options = File::options();
            options
                .read(true)
                .write(true)
                .custom_flags(flags.cast_signed());
            options.open(&path).map_err(|error| (path, error))?;
        }
        Ok(())
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn the_folder_follows_from_the_environment() {
            let locks = |caches: Option<&str>, home: Option<&str>| {
                locks_folder(caches.map(OsString::from), home.map(PathBuf::from))
            };
            let path_of = |path: &str| Some(PathBuf::from(path));
            let home = Some("/home/me");
            assert_eq!(
                locks(None, home),
                path_of("/home/me/.cache/symbolica/locks")
            );
            assert_eq!(locks(Some("relative"), home), locks(None, home));
            assert_eq!(
                locks(Some("/caches"), home),
                path_of("/caches/symbolica/locks")
            );
            assert_eq!(locks(None, Some("")), None);
        }

        #[test]
        fn the_error_names_the_path_that_cannot_be_made_or_opened() {
            let name = format!("multibody-room-{}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            assert!(probe(&folder.join("locks")).is_ok());
            std::os::unix::fs::symlink("/", folder.join("locks/one.lock")).expect("a link");
            let (path, _) = probe(&folder.join("locks")).expect_err("it cannot be opened");
            assert_eq!(path, folder.join("locks/one.lock"));
            fs::write(folder.join("file"), "").expect("a file");
            let (path, _) = probe(&folder.join("file/locks")).expect_err("it cannot be made");
            assert_eq!(path, folder.join("file/locks"));
            fs::remove_dir_all(folder).expect("the folder");
        }
    }
}
