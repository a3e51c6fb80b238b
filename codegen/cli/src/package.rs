//! `cargo multibody package`: from a description to a folder.

use multibody_codegen::internal::committed::{FileOrigin, FilePaths};
use multibody_codegen::internal::foreign;
use multibody_codegen::internal::output::Written;
use multibody_codegen::internal::package::{FolderChange, PackageFolder};
use multibody_codegen::{Failure, Settings};

use crate::arguments::PackageArguments;
use crate::output::log;
use crate::robot::{generate_text, read_source};
use crate::run::check_is_not_generated;

/// Writes a package, or compares a folder with it. Faults of the folder are reported before the derivation.
pub fn package(arguments: &PackageArguments) -> Result<(), Failure> {
    let (file, kind) = (&arguments.robot.file, arguments.kind());
    let folder = PackageFolder::new(&arguments.folder(), file, kind)?;
    if arguments.check {
        folder.check_is_there()?;
    } else {
        folder.check_may_replace(arguments.force)?;
    }
    let source = read_source(&arguments.robot)?;
    check_is_not_generated(file, &source)?;
    let adjust = |settings: &mut Settings| arguments.adjust(settings);
    let robot = generate_text(&arguments.robot, &source, adjust)?;
    let origin = FileOrigin {
        description: &robot.source_text,
        settings: &robot.settings,
    };
    let path = folder.path();
    let paths = FilePaths {
        description: (!arguments.robot.is_stdin()).then_some(file.as_path()),
        out: Some(&path),
        package: None,
    };
    let files = kind.package(&origin, paths, &robot.generated);
    let shown_path = folder.shown_path();
    if arguments.check {
        folder.compare(&files)?;
        log(format_args!("`{shown_path}` is up to date"));
        return Ok(());
    }
    let changes = folder.write(&files, &robot.other_files, arguments.force)?;
    for change in changes {
        let (path, outcome) = match &change {
            FolderChange::File(path, Written::Changed) => (path, "written"),
            FolderChange::File(path, Written::Unchanged) => (path, "already up to date"),
            FolderChange::Removed(path) => (path, "removed"),
        };
        log(format_args!("`{}`: {outcome}", foreign::path(path)));
    }
    Ok(())
}
