//! A package for C: a library that CMake builds, and colcon too.

use super::file::{PackageFile, PackagedRobot};
use super::template;
use crate::committed::{origin_and_command, with_head};
use crate::output::mark;
use multibody_emit::c::cpp::macro_prefix;

/// The files of the package.
pub fn files(robot: &PackagedRobot<'_>) -> Vec<PackageFile> {
    let (name, generated) = (&robot.name, robot.generated);
    let file_with_head = |path: String, content: String| PackageFile {
        path,
        text: with_head(robot.origin, robot.paths, generated, &content),
        comment: Some("//"),
    };
    let file_with_mark = |path: &str, begin: &'static str, end: &str, text: &str| PackageFile {
        path: path.to_owned(),
        text: format!("{}\n{}", mark(begin, end), fill(robot, text)),
        comment: Some(begin),
    };
    let licence_file = |path: &str, text: &str| PackageFile {
        path: path.to_owned(),
        text: text.to_owned(),
        comment: None,
    };
    // A comment in XML must not contain two dashes, with which options begin. So README.md has the command.
    let xml = "; do not edit: README.md has the command. -->";
    vec![
        file_with_head(
            format!("include/{name}/{name}.h"),
            format!("\n{}", generated.declarations),
        ),
        file_with_head(
            format!("include/{name}/{name}.hpp"),
            format!("\n{}", generated.binding),
        ),
        file_with_head(
            format!("src/{name}.c"),
            format!(
                "\n#include \"{name}/{name}.h\"\n\n{}",
                generated.definitions
            ),
        ),
        file_with_mark("package.xml", "<!--", xml, include_str!("c/package.xml")),
        file_with_mark("README.md", "<!--", " -->", include_str!("c/README.md")),
        file_with_mark(
            "CMakeLists.txt",
            "#",
            "; do not edit: README.md has the command.",
            include_str!("c/CMakeLists.txt"),
        ),
        licence_file("LICENSE-MIT", include_str!("../../LICENSE-MIT")),
        licence_file("LICENSE-APACHE", include_str!("../../LICENSE-APACHE")),
    ]
}

/// Replaces the placeholders in a text by names of the robot, the version, the command and the origin.
fn fill(robot: &PackagedRobot<'_>, text: &str) -> String {
    let [origin, command] = origin_and_command(robot.paths, robot.origin.settings);
    // A version of CMake and ROS has three numbers.
    let version = env!("CARGO_PKG_VERSION").split(['-', '+']).next();
    // CasADi loads the library at run time, so the library has to be a shared one.
    let (shared, solvers) = if robot.origin.settings.layout.casadi {
        ("SHARED ", include_str!("c/casadi.md"))
    } else {
        ("", "")
    };
    let solvers_with_names = template::fill(solvers, &[("@name@", robot.name.as_str())]);
    let prefix = macro_prefix(&robot.name);
    let replacements = [
        ("@solvers@", solvers_with_names.as_str()),
        ("@shared@", shared),
        ("@version@", version.unwrap_or_default()),
        ("@name@", robot.name.as_str()),
        ("@NAME@", prefix.as_str()),
        ("@command@", command.as_str()),
        ("@origin@", origin.as_str()),
    ];
    template::fill(text, &replacements)
}
