//! A library of C for CMake, which colcon builds too.

use super::file::{PackageFile, Packaged};
use crate::committed::{lines, with_head};
use crate::output::mark;
use multibody_emit::c::cpp::macro_prefix;

/// The files.
pub fn files(robot: &Packaged<'_>) -> Vec<PackageFile> {
    let (name, generated) = (&robot.name, robot.generated);
    let code = |path: String, content: String| PackageFile {
        path,
        text: with_head(robot.origin, robot.paths, generated, &content),
        comment: Some("//"),
    };
    let build = |path: &str, begin: &'static str, end: &str, text: &str| PackageFile {
        path: path.to_owned(),
        text: format!("{}\n{}", mark(begin, end), fill(robot, text)),
        comment: Some(begin),
    };
    let licence = |path: &str, text: &str| PackageFile {
        path: path.to_owned(),
        text: text.to_owned(),
        comment: None,
    };
    // A comment of XML has no two dashes in it, as options have.
    let xml = "; do not edit: README.md has the command. -->";
    vec![
        code(
            format!("include/{name}/{name}.h"),
            format!("\n{}", generated.declarations),
        ),
        code(
            format!("include/{name}/{name}.hpp"),
            format!("\n{}", generated.binding),
        ),
        code(
            format!("src/{name}.c"),
            format!(
                "\n#include \"{name}/{name}.h\"\n\n{}",
                generated.definitions
            ),
        ),
        build("package.xml", "<!--", xml, include_str!("c/package.xml")),
        build("README.md", "<!--", " -->", include_str!("c/README.md")),
        build(
            "CMakeLists.txt",
            "#",
            "; do not edit: README.md has the command.",
            include_str!("c/CMakeLists.txt"),
        ),
        licence("LICENSE-MIT", include_str!("../../LICENSE-MIT")),
        licence("LICENSE-APACHE", include_str!("../../LICENSE-APACHE")),
    ]
}

/// Fills a text with what it says of the robot.
fn fill(robot: &Packaged<'_>, text: &str) -> String {
    let [origin, command] = lines(robot.paths, robot.origin.settings);
    // A version of CMake and ROS has three numbers.
    let version = env!("CARGO_PKG_VERSION").split(['-', '+']).next();
    // CasADi loads a library while it runs.
    let (shared, solvers) = if robot.origin.settings.layout.casadi {
        ("SHARED ", include_str!("c/casadi.md"))
    } else {
        ("", "")
    };
    let text_of_names = text
        .replace("@solvers@", solvers)
        .replace("@shared@", shared)
        .replace("@version@", version.unwrap_or_default())
        .replace("@name@", &robot.name)
        .replace("@NAME@", &macro_prefix(&robot.name));
    // Last, since these are texts of others.
    text_of_names
        .replace("@command@", &command)
        .replace("@origin@", &origin)
}
