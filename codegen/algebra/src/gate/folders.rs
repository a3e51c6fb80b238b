//! The folders of a user's locks. All processes of a user share them, whatever their working folder and environment are, since
//! Symbolica counts threads per user too.
//!
//! In a folder that all users share, anybody can take any name first. So the user's folders are those whose names begin with the
//! user's prefix and whose owner is the user; folders of others are skipped. The usual name of a folder is the prefix alone.
//! If another user has taken this name, the folder gets a random suffix instead, which nobody can predict. If two processes
//! create folders at the same time, there may be two, so a process locks all of them before it enters the gate.

use std::path::{Path, PathBuf};

/// Where the folders of a lock are: their parent, and their usual name.
#[derive(Clone, Debug)]
pub struct LockFolders {
    /// The folder that contains all of them.
    pub parent: PathBuf,
    /// The name of the folder, and the prefix of its name if another user has taken the usual one.
    pub usual_name: String,
    /// Returns the owner of a path.
    #[cfg(unix)]
    pub owner: fn(&Path) -> Option<u32>,
}

#[cfg(unix)]
impl LockFolders {
    /// The folders of this user.
    pub fn of_user() -> Self {
        let user = rustix::process::geteuid().as_raw();
        Self {
            parent: "/tmp".into(),
            usual_name: format!("multibody-{user}"),
            owner,
        }
    }

    /// The paths of all existing folders, in the order in which they are locked; if there are none, the path of one to make.
    pub fn paths(&self) -> Vec<PathBuf> {
        let entries = self.entries();
        let user = rustix::process::geteuid().as_raw();
        let mut names = names_of_user(&self.usual_name, user, entries.iter().flatten());
        if names.is_empty() {
            let usual_path = self.parent.join(&self.usual_name);
            let is_foreign = (self.owner)(&usual_path).is_some_and(|owner| owner != user);
            // A folder with a random name can only be found again if the parent can be listed.
            names.push(if is_foreign && entries.is_some() {
                format!("{}-{:016x}", self.usual_name, random_suffix())
            } else {
                self.usual_name.clone()
            });
        }
        names.iter().map(|name| self.parent.join(name)).collect()
    }

    /// The entries with the prefix; none if the parent cannot be listed.
    fn entries(&self) -> Option<Vec<OwnedEntry>> {
        let entries = std::fs::read_dir(&self.parent).ok()?;
        let names = entries.filter_map(|entry| {
            let name = entry.ok()?.file_name().into_string().ok()?;
            name.starts_with(&self.usual_name).then_some(name)
        });
        let owned = names.filter_map(|name| {
            let owner = (self.owner)(&self.parent.join(&name))?;
            Some(OwnedEntry { name, owner })
        });
        Some(owned.collect())
    }
}

/// On these systems the folder for temporary files belongs to the user alone.
#[cfg(not(unix))]
impl LockFolders {
    pub fn of_user() -> Self {
        Self {
            parent: std::env::temp_dir(),
            usual_name: "multibody".into(),
        }
    }

    pub fn paths(&self) -> Vec<PathBuf> {
        vec![self.parent.join(&self.usual_name)]
    }
}

/// The owner of a path; if the path is a link, the owner of the link itself.
#[cfg(unix)]
pub fn owner(path: &Path) -> Option<u32> {
    use std::os::unix::fs::MetadataExt as _;

    path.symlink_metadata().ok().map(|metadata| metadata.uid())
}

/// An entry of the parent, and the user to whom it belongs.
#[cfg(unix)]
struct OwnedEntry {
    name: String,
    owner: u32,
}

/// The names of the user's own folders, sorted.
#[cfg(unix)]
fn names_of_user<'a>(
    usual_name: &str,
    user: u32,
    entries: impl Iterator<Item = &'a OwnedEntry>,
) -> Vec<String> {
    let is_own = |entry: &&OwnedEntry| {
        let suffix = entry.name.strip_prefix(usual_name);
        entry.owner == user
            && suffix.is_some_and(|suffix| suffix.is_empty() || suffix.starts_with('-'))
    };
    let mut names: Vec<String> = entries
        .filter(is_own)
        .map(|entry| entry.name.clone())
        .collect();
    names.sort();
    names
}

/// A hash with random keys, which nobody else can predict: the operating system provides their seed.
#[cfg(unix)]
fn random_suffix() -> u64 {
    use std::hash::{BuildHasher as _, RandomState};

    RandomState::new().hash_one(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn folders_of_other_users_are_skipped() {
        let entries = [
            ("multibody-7-b", 7),
            ("multibody-7", 8),
            ("multibody-7-a", 7),
            ("multibody-7-c", 8),
            ("multibody-77", 7),
        ]
        .map(|(name, owner)| OwnedEntry {
            name: name.to_owned(),
            owner,
        });
        let names = |user| names_of_user("multibody-7", user, entries.iter());
        assert_eq!(names(7), ["multibody-7-a", "multibody-7-b"]);
        assert_eq!(names(9), [""; 0]);
    }

    #[test]
    fn the_next_name_cannot_be_predicted() {
        assert_ne!(random_suffix(), random_suffix());
    }
}
