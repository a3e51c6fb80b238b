//! Folders that nobody but this user can write to, and the files in them. Both are opened without following symbolic links and
//! without blocking (on a pipe, for example), and are checked before they are trusted.

#[cfg(not(unix))]
mod elsewhere;
mod entry;
#[cfg(unix)]
mod unix;
mod unusable;

#[cfg(not(unix))]
pub use elsewhere::PrivateFolder;
pub use entry::FolderEntry;
#[cfg(unix)]
pub use unix::PrivateFolder;
pub use unusable::Unusable;
