//! Files that are generated once and committed, so that builds need no computer algebra. This module writes them, and front ends
//! take items from them as long as the same items would be generated now.

mod header;
mod record;

use std::path::{Path, PathBuf};

pub(crate) use header::origin_and_command;
pub use header::{FilePaths, command};
pub use multibody_emit::rust::BEGINNING;
pub use record::{FileRecord, read_record};

use crate::generated::Generated;
use crate::output::is_marked;
use multibody_description::fault::{Fault, Faults, Shown};
use multibody_description::language::Language;
use multibody_description::options::identifying_texts;
use multibody_description::settings::Settings;
use multibody_description::source::read_generated;
use multibody_outputs::report::{Report, Verification};
use multibody_support::fingerprint::Fingerprint;
use multibody_support::foreign::{file_name, visible};

/// Whether the first line of a Rust file says that it was generated, by any version.
#[must_use]
pub fn is_generated(text: &str) -> bool {
    is_marked("//", text)
}

/// The first line of a generated Rust file that is made anew at each build.
#[must_use]
pub fn first_line() -> String {
    header::first_words(Language::Rust) + " at each build; do not edit.\n"
}

/// The text before the fingerprints.
const BEFORE_FINGERPRINTS: &str = "\n// Fingerprints of origin and text: ";

/// The beginnings of the line after the fingerprints, which says whether the text was verified. No fingerprint covers this line:
/// each generation makes it anew, and nothing relies on it.
const VERIFICATION_BEGINNINGS: [&str; 2] = ["// Verified: ", "// Not verified: "];

/// The line of a head that says whether the text was verified.
pub fn verification_line(verification: &Verification) -> String {
    let [verified_start, unverified_start] = VERIFICATION_BEGINNINGS;
    match verification {
        Verification::Done(verified) => {
            format!(
                "{verified_start}{}{}.\n",
                verified.count_text(),
                verified.error_text()
            )
        }
        Verification::Not(reason) => format!("{unverified_start}{}.\n", visible(reason)),
    }
}

/// A text without the line about the verification at its beginning, if there is one.
fn after_verification(text: &str) -> &str {
    let is_note = |line: &str| {
        VERIFICATION_BEGINNINGS
            .iter()
            .any(|begin| line.starts_with(begin))
    };
    match text.split_once('\n') {
        Some((line, body)) if is_note(line) => body,
        _ => text,
    }
}

/// The description and the settings from which a file is made.
#[derive(Clone, Copy, Debug)]
pub struct FileOrigin<'a> {
    /// The text of the description; for tokens [`multibody_description::source::tokens::joined_text`].
    pub description: &'a str,
    /// All settings.
    pub settings: &'a Settings,
}

impl FileOrigin<'_> {
    /// The fingerprint of description and settings.
    fn fingerprint(&self) -> Fingerprint {
        let mut texts = vec![self.description.to_owned()];
        texts.extend(identifying_texts(self.settings));
        Fingerprint::of(texts.iter().map(String::as_str))
    }
}

/// The texts of the files of a robot, one for each suffix of its language: head, declarations and definitions.
#[must_use]
pub fn texts(origin: &FileOrigin<'_>, paths: FilePaths<'_>, generated: &Generated) -> Vec<String> {
    let (declarations, definitions) = (&generated.declarations, &generated.definitions);
    let contents = match origin.settings.layout.language {
        Language::Rust => vec![format!("\n{declarations}\n{definitions}")],
        Language::C => {
            let header = paths
                .out
                .map_or_else(PathBuf::new, |out| out.with_extension("h"));
            let include = format!("#include \"{}\"", file_name(&header));
            vec![
                format!("\n{declarations}"),
                format!("\n{include}\n\n{definitions}"),
            ]
        }
    };
    let texts = contents
        .iter()
        .map(|content| with_head(origin, paths, generated, content));
    texts.collect()
}

/// The text of a file with its head.
pub(crate) fn with_head(
    origin: &FileOrigin<'_>,
    paths: FilePaths<'_>,
    generated: &Generated,
    content: &str,
) -> String {
    let lines = header::header(paths, origin.settings);
    let header = lines.trim_end_matches('\n');
    let (origin_fingerprint, text_fingerprint) = (origin.fingerprint(), Fingerprint::of([content]));
    let verification = verification_line(&generated.report.verification);
    format!(
        "{header}{BEFORE_FINGERPRINTS}{origin_fingerprint} {text_fingerprint}\n{verification}{content}"
    )
}

/// The struct and items of a committed file, if this version would generate the same now. `command` is the command line that makes
/// the file, as [`command`] gives it; faults show it.
///
/// # Errors
/// [`Fault::SettingCommittedMissing`], [`Fault::SettingCommittedStale`].
pub fn take(file: &Path, origin: &FileOrigin<'_>, command: &str) -> Result<Generated, Fault> {
    let command = command.to_owned();
    let source = match read_generated(file) {
        Ok(source) => source,
        Err(fault) => {
            let reason = Shown::from(&fault.texts().message);
            return Err(Fault::SettingCommittedMissing { reason, command });
        }
    };
    match split_if_current(&source.text, origin) {
        Ok((structure, items)) => Ok(Generated {
            declarations: structure.trim().to_owned() + "\n",
            definitions: items.to_owned(),
            binding: String::new(),
            report: Report::default(),
            diagnostics: Faults::new().finish(),
            verified_fingerprint: String::new(),
            programs: None,
        }),
        Err(reason) => Err(Fault::SettingCommittedStale { reason, command }),
    }
}

/// Splits the text of a file into struct and items. The error says why they are not what would be generated now.
fn split_if_current<'a>(
    text: &'a str,
    origin: &FileOrigin<'_>,
) -> Result<(&'a str, &'a str), &'static str> {
    const NOT_GENERATED: &str = "it is not a generated file";
    if !text.starts_with(&format!("{} ", header::first_words(Language::Rust))) {
        return Err(if is_generated(text) {
            "another version of multibody has made it"
        } else {
            NOT_GENERATED
        });
    }
    let (_, content) = text.split_once(BEFORE_FINGERPRINTS).ok_or(NOT_GENERATED)?;
    let (fingerprints, content) = content.split_once('\n').ok_or(NOT_GENERATED)?;
    let content = after_verification(content);
    let (origin_fingerprint, text_fingerprint) =
        fingerprints.split_once(' ').ok_or(NOT_GENERATED)?;
    if origin_fingerprint != origin.fingerprint().to_string() {
        return Err("the description or the settings have changed since");
    }
    if text_fingerprint != Fingerprint::of([content]).to_string() {
        return Err("it has been edited since");
    }
    let items = content.find(BEGINNING).ok_or(NOT_GENERATED)?;
    Ok(content.split_at(items))
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_description::options::CHOICES;

    fn origin<'a>(description: &'a str, settings: &'a Settings) -> FileOrigin<'a> {
        FileOrigin {
            description,
            settings,
        }
    }

    fn file(description: &str, settings: &Settings) -> String {
        let generated = Generated {
            declarations: "pub struct Robot;\n".into(),
            definitions: format!("{BEGINNING}impl Robot {{}}\n"),
            binding: String::new(),
            report: Report::default(),
            diagnostics: Faults::new().finish(),
            verified_fingerprint: String::new(),
            programs: None,
        };
        let paths = FilePaths {
            description: Some(Path::new("a.urdf")),
            out: Some(Path::new("a.rs")),
            package: None,
        };
        texts(&origin(description, settings), paths, &generated).concat()
    }

    #[test]
    fn a_current_file_is_split_into_struct_and_items() {
        let text = file("<robot/>", &Settings::default());
        let settings = Settings {
            count_derived: true,
            visibility: String::new(),
            ..Settings::default()
        };
        let items = split_if_current(&text, &origin("<robot/>", &settings));
        let expected = format!("{BEGINNING}impl Robot {{}}\n");
        assert_eq!(items, Ok(("\npub struct Robot;\n\n", expected.as_str())));
    }

    /// A test of `options` asserts that the text of an option is read back as the same value.
    #[test]
    fn options_change_the_fingerprint_and_settings_of_reports_do_not() {
        let fingerprint_with = |name: &str, text: &str| {
            let mut settings = Settings::default();
            let choice = CHOICES.iter().find(|choice| choice.name == name);
            (choice.expect("an option").parse)(&mut settings, text).expect("a value");
            origin("", &settings).fingerprint()
        };
        let plain = origin("", &Settings::default()).fingerprint();
        let fingerprints = [
            fingerprint_with("effort", "high"),
            fingerprint_with("proof", "false"),
            fingerprint_with("verify", "false"),
            fingerprint_with("links", "a"),
            fingerprint_with("links", "a,b"),
            fingerprint_with("wrenches", "a"),
        ];
        for (index, fingerprint) in fingerprints.iter().enumerate() {
            assert!(
                *fingerprint != plain && !fingerprints[..index].contains(fingerprint),
                "{index}"
            );
        }
        let renaming = Settings {
            name: "Other".into(),
            ..Settings::default()
        };
        assert_ne!(origin("", &renaming).fingerprint(), plain);
        let reported = Settings {
            count_derived: true,
            visibility: String::new(),
            ..Settings::default()
        };
        assert_eq!(origin("", &reported).fingerprint(), plain);
    }

    #[test]
    fn files_that_are_not_current_get_a_reason() {
        let text = file("<robot/>", &Settings::default());
        let reason = |text: &str| {
            split_if_current(text, &origin("<robot/>", &Settings::default())).unwrap_err()
        };
        assert!(reason(&text.replacen("impl", "impl ", 1)).contains("edited"));
        assert!(reason(&text.replacen("struct Robot", "struct Other", 1)).contains("edited"));
        assert!(reason("fn main() {}\n").contains("not a generated file"));
        let version = env!("CARGO_PKG_VERSION");
        assert!(reason(&text.replacen(version, "0.0.1", 1)).contains("version"));
        let result = split_if_current(&text, &origin("<robot />", &Settings::default()));
        assert!(result.unwrap_err().contains("description"));
        let floating = Settings {
            root: multibody_description::settings::Root::FLOATING,
            ..Settings::default()
        };
        let result = split_if_current(&text, &origin("<robot/>", &floating));
        assert!(result.unwrap_err().contains("settings"));
    }

    #[test]
    fn only_the_form_of_the_verification_line_is_checked() {
        let text = file("<robot/>", &Settings::default());
        let line = "// Not verified: nothing was generated.\n";
        assert!(text.contains(line), "{text}");
        let expected = split_if_current(&text, &origin("<robot/>", &Settings::default()))
            .map(|(_, items)| items.to_owned());
        for replacement in [
            "",
            "// Verified: 9 of 9 items, error below 2^-999.\n",
            "// Not verified: x\n",
        ] {
            let changed = text.replacen(line, replacement, 1);
            let result = split_if_current(&changed, &origin("<robot/>", &Settings::default()));
            assert_eq!(
                result.map(|(_, items)| items.to_owned()),
                expected,
                "{replacement}"
            );
        }
        for replacement in [
            "// Verified!\n",
            "static X: u8 = 0;\n",
            "// Verified: x\nstatic X: u8 = 0;\n",
        ] {
            let changed = text.replacen(line, replacement, 1);
            let result = split_if_current(&changed, &origin("<robot/>", &Settings::default()));
            assert!(
                result.is_err_and(|why| why.contains("edited")),
                "{replacement}"
            );
        }
    }

    #[test]
    fn line_breaks_in_a_reason_are_replaced() {
        let verification = Verification::Not("a\nb\rc".into());
        let line = verification_line(&verification);
        assert_eq!(line.lines().count(), 1);
        assert!(!line.contains('\r'), "{line:?}");
    }

    /// Fingerprints contain options as they are written, not the names of fields, so that fields may be renamed.
    #[test]
    fn fingerprints_are_those_of_options() {
        let fingerprint =
            |settings: &Settings| origin("<robot/>", settings).fingerprint().to_string();
        let packed = Settings {
            pack_limbs: true,
            dispatch: true,
            ..Settings::default()
        };
        let renaming = Settings {
            name: "Arm".into(),
            ..Settings::default()
        };
        let ablation = Settings {
            without: vec![multibody_description::settings::Idea::Gauge],
            ..Settings::default()
        };
        let fingerprints = [
            fingerprint(&Settings::default()),
            fingerprint(&packed),
            fingerprint(&renaming),
            fingerprint(&ablation),
        ];
        let different: std::collections::BTreeSet<_> = fingerprints.iter().collect();
        assert_eq!(different.len(), fingerprints.len());
        let mut texts = vec!["<robot/>".to_owned(), "Robot".to_owned()];
        for choice in CHOICES {
            // Gravity had this default before descriptions could have their own.
            let default = if choice.name == "gravity" { "0,0,-9.81" } else { &choice.default() };
            texts.extend([choice.name.to_owned(), default.to_owned()]);
        }
        let expected = Fingerprint::of(texts.iter().map(String::as_str));
        assert_eq!(fingerprints[0], expected.to_string());
        let line = command("arm.urdf", "src/arm.rs", &packed);
        assert!(
            line.contains(" --pack-limbs true --dispatch true "),
            "{line}"
        );
    }

    #[test]
    fn the_fault_of_a_missing_file_names_the_command() {
        let result = take(
            Path::new("no/such/file.rs"),
            &origin("<robot/>", &Settings::default()),
            "cargo multibody generate",
        );
        let Err(fault @ Fault::SettingCommittedMissing { .. }) = result else {
            panic!("{result:?}");
        };
        assert!(fault.texts().help.contains("cargo multibody generate"));
    }
}
