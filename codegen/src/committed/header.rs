//! The header of a generated file: where it comes from, and how to make it again.
//!
//! The path of the description is relative to the generated file, so that the text does not depend on who generates it, or where.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use crate::output::{folder, mark};
use multibody_description::language::Language;
use multibody_description::options::CHOICES;
use multibody_description::settings::Settings;
use multibody_description::source::is_rust;
use multibody_support::foreign::{file_name, visible, word};

/// The name of standard input and output on a command line.
const STANDARD_STREAM: &str = "-";

/// The paths of the description and of the file or folder that is made from it. `None` stands for standard input or output.
#[derive(Clone, Copy, Debug, Default)]
pub struct FilePaths<'a> {
    /// The description.
    pub description: Option<&'a Path>,
    /// The file, or the folder of a package.
    pub out: Option<&'a Path>,
    /// The kind of the package, as users write it after two dashes; none for a file.
    pub package: Option<&'static str>,
}

/// The comments at the top of a file made from a description.
pub fn header(paths: FilePaths<'_>, settings: &Settings) -> String {
    let comment = settings.layout.language.row().comment;
    let [origin, command] = origin_and_command(paths, settings);
    format!(
        "{} {origin}\n{comment} {command}\n",
        first_words(settings.layout.language),
    )
}

/// The ends of the two comments at the top: what a file or a package is made from, and how to make it again.
pub fn origin_and_command(paths: FilePaths<'_>, settings: &Settings) -> [String; 2] {
    let FilePaths {
        description,
        out,
        package,
    } = paths;
    let folder_of_out = match package {
        Some(_) => "the parent folder of this package",
        None => "this file's folder",
    };
    let name = description.map(file_name);
    let origin = name
        .as_ref()
        .map_or("standard input".into(), |name| visible(name));
    let relative = description
        .zip(out)
        .and_then(|(file, out)| relative_path(out, file));
    let (command_folder, source_path) = match (&name, &relative) {
        (None, _) => (
            format!("{folder_of_out}, with the description on standard input"),
            STANDARD_STREAM.into(),
        ),
        (_, Some(relative)) => (folder_of_out.to_owned(), safe_path(relative)),
        (Some(name), None) => (format!("the folder of {origin}"), safe_path(name)),
    };
    let out_name = out.map(file_name);
    let out_path = out_name
        .as_ref()
        .map_or(STANDARD_STREAM.into(), |it| safe_path(it));
    let command = command_line(&source_path, &out_path, settings, package);
    [
        format!("from {origin}; do not edit."),
        format!("To make it again, in {command_folder}: {command}"),
    ]
}

/// The relative path from the folder of `out` to the description. `None`: it would show names of the machine's folders, or one of
/// the folders does not exist.
fn relative_path(out: &Path, description: &Path) -> Option<String> {
    let [start, end] = [out, description].map(|file| fs::canonicalize(folder(file)).ok());
    relative_path_between(&start?, &end?, &file_name(description))
}

/// The relative path from a folder to a file in another folder, both without links. `None`: the folders differ, and have only the
/// root in common.
fn relative_path_between(start: &Path, end: &Path, name: &str) -> Option<String> {
    // The components of both paths after the common ones. From `start`, the way leads up to the common folder, and then down.
    let (mut up, mut down) = (start.components(), end.components());
    let mut common = 0;
    while up.clone().next().is_some() && up.clone().next() == down.clone().next() {
        up.next();
        down.next();
        common += 1;
    }
    let names = down.map(|step| step.as_os_str().to_string_lossy());
    let steps = up.map(|_| "..".into()).chain(names);
    let path: Vec<Cow<'_, str>> = steps.chain([name.into()]).collect();
    (common > 1 || start == end).then(|| path.join("/"))
}

/// The beginning of a file that this version generates.
pub fn first_words(language: Language) -> String {
    mark(language.row().comment, "")
}

/// The command line that makes the file `out` from the file `description`.
pub fn command(description: &str, out: &str, settings: &Settings) -> String {
    command_line(&safe_path(description), &safe_path(out), settings, None)
}

/// The command line for paths that no command mistakes for options.
fn command_line(
    description: &str,
    out: &str,
    settings: &Settings,
    package: Option<&str>,
) -> String {
    let mut line = vec![match package {
        Some(kind) => format!("cargo multibody package {} --{kind}", word(description)),
        None => format!("cargo multibody generate {}", word(description)),
    }];
    // A Rust file contains all its settings.
    if !is_rust(Path::new(description)) {
        line.push(option_text("name", &settings.name));
        line.extend(option_texts(settings));
    }
    line.push(option_text("out", out));
    let chosen_options = settings.layout.chosen_options().into_iter();
    line.extend(chosen_options.map(|option| format!("--{option}")));
    line.join(" ")
}

/// A path that a command does not mistake for an option.
fn safe_path(path: &str) -> Cow<'_, str> {
    if path.starts_with('-') { format!("./{path}").into() } else { path.into() }
}

/// An option with its value. A command does not mistake the value for another option.
fn option_text(flag: &str, value: &str) -> String {
    if value.starts_with('-') && value != STANDARD_STREAM {
        format!("--{flag}={}", word(value))
    } else {
        format!("--{flag} {}", word(value))
    }
}

/// The options for settings that differ from the default.
fn option_texts(settings: &Settings) -> Vec<String> {
    let options = CHOICES.iter().filter_map(|choice| {
        let text = choice.text_unless_default(settings)?;
        Some(option_text(&choice.flag(), &text))
    });
    options.collect()
}

#[cfg(test)]
mod tests {
    use multibody_description::function::Function;
    use multibody_description::settings::{Root, Verify, Weld};
    use multibody_program::exact::decimal;

    use super::*;

    fn header_text(description: &str, out: &str, settings: &Settings) -> String {
        let paths = FilePaths {
            description: Some(description.as_ref()),
            out: Some(out.as_ref()),
            package: None,
        };
        header(paths, settings)
    }

    #[test]
    fn the_path_of_the_description_is_relative_to_the_files_folder() {
        let relative_path = |start: &str, end: &str| {
            relative_path_between(start.as_ref(), end.as_ref(), "arm.urdf")
        };
        for (start, end, expected) in [
            ("/home/me/arm", "/home/me/arm", "arm.urdf"),
            ("/home/me/arm/src", "/home/me/arm", "../arm.urdf"),
            (
                "/home/me/arm/src",
                "/home/me/arm/robots",
                "../robots/arm.urdf",
            ),
            (
                "/home/me/arm",
                "/home/me/arm/my robots",
                "my robots/arm.urdf",
            ),
            ("/", "/", "arm.urdf"),
        ] {
            assert_eq!(
                relative_path(start, end).as_deref(),
                Some(expected),
                "{start}"
            );
        }
        // The names of a machine's folders are not to be committed.
        assert_eq!(relative_path("/home/me/arm", "/tmp"), None);
        let text = header_text(
            "/no/such/folder/arm.urdf",
            "src/arm.rs",
            &Settings::default(),
        );
        assert!(
            text.contains(", in the folder of arm.urdf: cargo multibody generate arm.urdf "),
            "{text}"
        );
        assert!(!text.contains("such"), "{text}");
    }

    #[test]
    fn the_default_needs_no_options() {
        let settings = Settings {
            name: "Arm".into(),
            ..Settings::default()
        };
        let text = header_text("arm.urdf", "arm.rs", &settings);
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(
            text,
            format!(
                "// @generated by multibody {version} from arm.urdf; do not edit.\n\
                 // To make it again, in this file's folder: cargo multibody generate arm.urdf --name Arm --out arm.rs\n"
            )
        );
    }

    #[test]
    fn options_that_differ_from_the_default_are_in_the_command() {
        let weld = |joint: &str, position| Weld {
            joint: joint.into(),
            position: decimal(position).unwrap(),
        };
        let settings = Settings {
            name: "Arm".into(),
            root: Root::FLOATING,
            welds: vec![weld("elbow", "-0.05"), weld("a 'b", "0")],
            gravity: Some(["0", "1e3", "-9.81"].map(|text| decimal(text).unwrap())),
            snap: false,
            functions: [Function::Bias, Function::Gravity].into(),
            links: vec!["hand".into()],
            proof: false,
            verify: Verify::False,
            hand_written_kernels: false,
            equations: true,
            ..Settings::default()
        };
        let options = option_texts(&settings).join(" ");
        let expected = r"--root floating --weld 'elbow=-0.05,a '\''b' --gravity 0,1000,-9.81 --snap false --functions bias,gravity --links hand --proof false --verify false --hand-written-kernels false --equations true";
        assert_eq!(options, expected);
    }

    #[test]
    fn a_rust_file_needs_no_options() {
        let settings = Settings {
            proof: false,
            ..Settings::default()
        };
        let text = header_text("arm.rs", "out.rs", &settings);
        assert!(
            text.ends_with(": cargo multibody generate arm.rs --out out.rs\n"),
            "{text}"
        );
    }

    #[test]
    fn standard_input_and_output_are_no_files() {
        let text = header(FilePaths::default(), &Settings::default());
        assert!(text.contains(" from standard input;"), "{text}");
        assert!(text.contains("generate - --name "), "{text}");
        assert!(text.ends_with(" --out -\n"), "{text}");
        let line = command("-", "-", &Settings::default());
        assert!(line.contains("generate ./- "), "{line}");
    }

    #[test]
    fn no_name_breaks_out_of_the_comment() {
        let text = header_text("a\nb.urdf", "c\rd.rs", &Settings::default());
        assert_eq!(text.lines().count(), 2);
        assert!(text.lines().all(|line| line.starts_with("// ")), "{text}");
    }

    #[test]
    fn no_value_is_parsed_as_an_option() {
        let settings = Settings {
            links: vec!["-hand".into()],
            ..Settings::default()
        };
        let line = command("-arm.urdf", "-arm.rs", &settings);
        assert!(
            line.starts_with("cargo multibody generate ./-arm.urdf "),
            "{line}"
        );
        assert!(line.ends_with(" --links=-hand --out ./-arm.rs"), "{line}");
    }
}
