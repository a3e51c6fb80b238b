//! Packages: folders with a robot's text and with what the build tools of its users need.

mod c;
mod file;
mod folder;
mod kind;
mod python;
mod template;

pub use file::PackageFile;
pub use folder::{FolderChange, PackageFolder};
pub use kind::{KINDS, PackageKind};
pub use multibody_emit::c::cpp::package_name;
