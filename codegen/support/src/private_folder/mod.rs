//! Folders that nobody but this user can write to, and the files in them. They are opened without following symbolic links and
//! without blocking (on a pipe, for example), and checked before they are used.

mod entry;
#[cfg(not(unix))]
mod other_systems;
#[cfg(unix)]
mod unix;
mod unusable;

pub use entry::FolderEntry;
#[cfg(not(unix))]
pub use other_systems::PrivateFolder;
#[cfg(unix)]
pub use unix::PrivateFolder;
pub use unusable::Unusable;
