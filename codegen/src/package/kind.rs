//! The kinds of packages.

use super::file::{PackageFile, PackagedRobot};
use super::{c, python};
use crate::committed::{FileOrigin, FilePaths};
use crate::generated::Generated;
use crate::output::is_marked;
use multibody_description::language::Language;
use multibody_description::settings::Settings;
use multibody_emit::c::cpp::package_name;

/// A kind of packages.
#[derive(Clone, Copy, Debug)]
pub struct PackageKind {
    /// Its name, as users write it after two dashes.
    pub name: &'static str,
    /// What such a package is, for the help of the command.
    pub help: &'static str,
    /// The language of its text.
    pub language: Language,
    /// The file without which the folder cannot be built. While others are replaced it is absent.
    pub last_file: &'static str,
    /// Files that only such a package has, with the beginnings of their comments.
    pub signs: &'static [(&'static str, &'static str)],
    /// The package's own folders. Files of an earlier package in them are removed, unless the new package has files of the same
    /// names.
    pub folders: &'static [&'static str],
    /// Changes settings to those that such packages have.
    adjust: fn(&mut Settings),
    files: fn(&PackagedRobot<'_>) -> Vec<PackageFile>,
}

/// All kinds of packages. To add one: a row here, and a file beside `c.rs`.
pub const KINDS: [PackageKind; 2] = [
    PackageKind {
        name: "c",
        help: "A library in C99 with a header for C++17, for CMake and colcon",
        language: Language::C,
        last_file: "CMakeLists.txt",
        signs: &[("CMakeLists.txt", "#"), ("package.xml", "<!--")],
        folders: &["include", "src"],
        adjust: |_| (),
        files: c::files,
    },
    PackageKind {
        name: "python",
        help: "A wheel for Python, which maturin builds from Rust",
        language: Language::Rust,
        last_file: "Cargo.toml",
        signs: &[("Cargo.toml", "#"), ("pyproject.toml", "#")],
        folders: &["jax", "python", "runtime", "src"],
        adjust: python::adjust,
        files: python::files,
    },
];

impl PackageKind {
    /// Changes settings to those that such packages have. The command sets `layout` before.
    pub fn adjust(&self, settings: &mut Settings) {
        (self.adjust)(settings);
    }

    /// The files of a robot's package; the last one is that without which nothing can be built.
    #[must_use]
    pub fn package(
        &self,
        origin: &FileOrigin<'_>,
        paths: FilePaths<'_>,
        generated: &Generated,
    ) -> Vec<PackageFile> {
        let mut files = (self.files)(&PackagedRobot {
            name: package_name(&origin.settings.name),
            origin,
            paths: FilePaths {
                package: Some(self.name),
                ..paths
            },
            generated,
        });
        files.sort_by_key(|file| file.path == self.last_file);
        files
    }

    /// Whether a text in one of the package's own folders comes from an earlier package: its first line has the mark, and its
    /// second the command.
    #[must_use]
    pub fn is_of_package(&self, text: &str) -> bool {
        let second_line = text.lines().nth(1).unwrap_or_default();
        let has_command = second_line.contains(": cargo multibody package ");
        let comment = text.split(' ').next().unwrap_or_default();
        has_command && is_marked(comment, text)
    }
}
