//! A package for Python, from which maturin builds a wheel: the robot in Rust, the class that exports it, and the runtime's sources.

use super::file::{PackageFile, PackagedRobot};
use super::template;
use crate::committed::{origin_and_command, with_head};
use crate::output::mark;
use multibody_description::settings::{CratePath, Settings, Triangle};
use multibody_emit::c::cpp::package_name;
use multibody_emit::python::{BETWEEN_TEXTS, class_name, module_name};

/// The sources of the runtime, as pairs of path and text.
const RUNTIME: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/runtime.rs"));

/// Changes settings to those of packages: functions are compiled for several processors; symmetric matrices have both triangles, since
/// an array of NumPy or JAX is a whole matrix; and the reference model, which only the runtime's `check` needs, is left out.
pub fn adjust(settings: &mut Settings) {
    settings.layout.python = true;
    settings.dispatch = true;
    settings.triangle = Triangle::Both;
    settings.reference = false;
    settings.krate = CratePath::default();
}

/// The files of the package.
pub fn files(robot: &PackagedRobot<'_>) -> Vec<PackageFile> {
    let (generated, name) = (robot.generated, module_name(&robot.origin.settings.name));
    let texts = Texts::of(robot, &name);
    let mut binding_texts = generated.binding.split(BETWEEN_TEXTS);
    let [binding, stubs] =
        [binding_texts.next(), binding_texts.next()].map(Option::unwrap_or_default);
    let definitions = format!("\n{}\n{}", generated.declarations, generated.definitions);
    let robot_text = with_head(robot.origin, robot.paths, generated, &definitions);
    let package = |file: &str| format!("python/{name}/{file}");
    let mut files = vec![
        texts.as_is("LICENSE-MIT", include_str!("../../LICENSE-MIT")),
        texts.as_is("LICENSE-APACHE", include_str!("../../LICENSE-APACHE")),
        texts.fill(
            "README.md",
            "<!--",
            " -->",
            include_str!("python/README.md"),
        ),
        texts.fill(
            "pyproject.toml",
            "#",
            "",
            include_str!("python/pyproject.txt"),
        ),
        texts.lock(),
        texts.with_comment("src/lib.rs", "//", "", include_str!("python/library.rs")),
        PackageFile {
            path: "src/robot.rs".to_owned(),
            text: robot_text,
            comment: Some("//"),
        },
        texts.with_comment("src/binding.rs", "//", "", binding),
        texts.with_comment("src/arrays.rs", "//", "", include_str!("python/arrays.rs")),
        texts.with_comment("src/calls.rs", "//", "", include_str!("python/calls.rs")),
        texts.with_comment("src/inputs.rs", "//", "", include_str!("python/inputs.rs")),
        texts.with_comment("src/states.rs", "//", "", include_str!("python/states.rs")),
        texts.with_comment("src/tables.rs", "//", "", include_str!("python/tables.rs")),
        texts.with_comment(
            &package("__init__.py"),
            "#",
            "",
            include_str!("python/package.txt"),
        ),
        texts.with_comment(&package("_native.pyi"), "#", "", stubs),
        texts.with_comment(&package("py.typed"), "#", "", ""),
        texts.fill(
            "runtime/Cargo.toml",
            "#",
            "",
            include_str!("python/runtime_manifest.txt"),
        ),
        texts.fill("Cargo.toml", "#", "", include_str!("python/manifest.txt")),
    ];
    let library = package_name(&robot.origin.settings.name);
    let jax_files = [
        (package("jax.py"), "#"),
        (format!("jax/{library}.h"), "//"),
        (format!("jax/{library}.c"), "//"),
        (format!("jax/{library}.cpp"), "//"),
    ];
    let pairs = jax_files.iter().zip(binding_texts);
    files.extend(pairs.map(|((path, begin), text)| texts.with_comment(path, begin, "", text)));
    let runtime_sources = RUNTIME.iter();
    files.extend(
        runtime_sources
            .map(|(path, text)| texts.with_comment(&format!("runtime/{path}"), "//", "", text)),
    );
    files
}

/// The replacements of placeholders in texts: names of the robot, and the lines that say where a file comes from.
struct Texts<'a> {
    name: &'a str,
    class: String,
    origin: String,
    command: String,
}

impl<'a> Texts<'a> {
    fn of(robot: &PackagedRobot<'_>, name: &'a str) -> Self {
        let [origin, command] = origin_and_command(robot.paths, robot.origin.settings);
        let class = class_name(&robot.origin.settings.name);
        Self {
            name,
            class,
            origin,
            command,
        }
    }

    fn as_is(&self, path: &str, text: &str) -> PackageFile {
        PackageFile {
            path: path.to_owned(),
            text: text.to_owned(),
            comment: None,
        }
    }

    /// A file from a text of this crate, in which placeholders stand for names, and which begins as `with_comment` says.
    fn fill(&self, path: &str, begin: &'static str, end: &str, template: &str) -> PackageFile {
        let replacements = [
            ("@version@", env!("CARGO_PKG_VERSION")),
            ("@name@", self.name),
            // The name of a project ends with a letter or a digit: PEP 508.
            ("@project@", self.name.trim_matches('_')),
            ("@class@", self.class.as_str()),
            ("@command@", self.command.as_str()),
            ("@origin@", self.origin.as_str()),
        ];
        self.with_comment(path, begin, end, &template::fill(template, &replacements))
    }

    /// A file that begins with comments which say where it comes from. The text may have names that users chose, so nothing in it is
    /// replaced.
    fn with_comment(&self, path: &str, begin: &'static str, end: &str, text: &str) -> PackageFile {
        let Self {
            origin, command, ..
        } = self;
        let head = match end {
            "" => format!("{} {origin}\n{begin} {command}\n", mark(begin, "")),
            end => mark(begin, end) + "\n",
        };
        PackageFile {
            path: path.to_owned(),
            text: format!("{head}\n{text}"),
            comment: Some(begin),
        }
    }

    /// The lock file, with crates in the order of their names and cargo's own comments first: cargo demands both.
    fn lock(&self) -> PackageFile {
        const BEGIN: &str = "# This file is automatically @generated by Cargo.\n# It is not intended for manual editing.\n#";
        const BETWEEN: &str = "\n[[package]]\n";
        let file = self.fill("Cargo.lock", BEGIN, "", include_str!("python/lock.txt"));
        let text = file.text.replace(&format!("\n{BEGIN} "), "\n# ").replacen(
            "\n\nversion",
            "\nversion",
            1,
        );
        let mut parts: Vec<&str> = text.trim_end().split(BETWEEN).map(str::trim_end).collect();
        parts[1..].sort_unstable_by_key(|part| part.lines().next());
        PackageFile {
            text: parts.join(&format!("\n{BETWEEN}")) + "\n",
            ..file
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names with a `-` are no names of packages.
    #[test]
    fn no_package_has_the_name_of_a_crate_in_its_lock_file() {
        let lines = include_str!("python/lock.txt").lines();
        let names = lines.filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
        let crates: Vec<&str> = names.filter(|name| !name.contains(['-', '@'])).collect();
        assert!(
            crates.contains(&"libm") && crates.contains(&"pyo3"),
            "{crates:?}"
        );
        for name in crates {
            assert_eq!(module_name(name), format!("{name}_robot"));
        }
    }
}
