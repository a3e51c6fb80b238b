//! Every row of the table of faults has a text test: a file in, its report out.
//!
//! Cases are `tests/faults/files/NAME.urdf`, or `.xml` for MJCF, beside `NAME.expected`. `MULTIBODY_BLESS=1` rewrites the
//! expectations; read the difference before you keep it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use multibody_codegen::fault::{Fault, Faults, Report};
use multibody_codegen::internal::check::check_with;
use multibody_codegen::internal::source::{SIZE_LIMIT, read};
use multibody_codegen::settings::Mimic;
use multibody_codegen::{Source, read_file};

/// Folder of the cases.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/files")
}

/// The cases, in order.
fn cases() -> Vec<PathBuf> {
    let files = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut cases: Vec<PathBuf> = files
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "urdf" || extension == "xml")
        })
        .collect();
    cases.sort();
    cases
}

/// What a text is reported for. In cases whose names end with `_independent`, no joint follows another.
fn report(source: &Source) -> Report {
    let mimic = if source.name.ends_with("_independent.urdf") {
        Mimic::Independent
    } else {
        Mimic::Resolve
    };
    let mut faults = Faults::new();
    if let Some(model) = read(source, &mut faults) {
        let structure = check_with(&model, mimic, &mut faults);
        // There is one where only mass and the like are impossible.
        assert!(
            structure.is_some() || faults.has_errors(),
            "{}",
            source.name
        );
    }
    faults.finish()
}

/// Compares with the file of expectations, or rewrites it.
fn compare(case: &Path, report: &str) {
    let path = case.with_extension("expected");
    if std::env::var_os("MULTIBODY_BLESS").is_some() {
        fs::write(&path, report).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        report,
        expected,
        "{}: set MULTIBODY_BLESS=1 to rewrite",
        path.display()
    );
}

/// Reads a case, its name without the folder.
fn read_case(case: &Path) -> Result<Source, Fault> {
    let name = case.file_name().unwrap().to_string_lossy();
    let mut source = read_file(case)?;
    source.name = name.into();
    Ok(source)
}

/// The kinds of faults that a case shows; compares its report.
fn run(case: &Path) -> Vec<&'static str> {
    let name = case.file_name().unwrap().to_string_lossy();
    match read_case(case) {
        Ok(source) => {
            let report = report(&source);
            compare(case, &report.render(&source));
            report
                .diagnostics
                .iter()
                .map(|diagnostic| diagnostic.fault.kind())
                .collect()
        }
        Err(fault) => {
            compare(case, &fault.render_whole(&name));
            vec![fault.kind()]
        }
    }
}

#[test]
fn every_row_of_the_table_is_shown_by_a_case() {
    let kinds: BTreeSet<&str> = cases().iter().flat_map(|case| run(case)).collect();
    // Others of included files are in `codegen/tests/formats/includes.rs`.
    let of_files = [
        "FileMissing",
        "FileNotRegular",
        "FileTooLarge",
        "FileUnreadable",
        "IncludeTooDeep",
        "IncludeTooLarge",
        "IncludeWithoutFolder",
    ];
    let absentees: Vec<_> = Fault::KINDS
        .iter()
        .filter(|kind| {
            !kinds.contains(*kind)
                && !of_files.contains(kind)
                && !kind.starts_with("Setting")
                && !kind.starts_with("Token")
                && !kind.starts_with("Attribute")
                && !kind.starts_with("Parameter")
        })
        .collect();
    assert!(absentees.is_empty(), "without a case: {absentees:?}");
}

#[test]
fn every_expectation_has_a_case() {
    let entries = fs::read_dir(folder()).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    // What cases include is in folders.
    for path in paths.filter(|path| path.is_file()) {
        let exists = |extension| path.with_extension(extension).exists();
        assert!(exists("urdf") || exists("xml"), "{}", path.display());
    }
}

#[test]
fn one_sound_robot_is_not_reported() {
    let case = folder().join("sound.urdf");
    let source = read_case(&case).unwrap();
    assert_eq!(report(&source).render(&source), "");
}

/// A reference to no character is one mistake wherever it stands: in names of elements, between attributes, in values.
#[test]
fn a_reference_to_no_character_has_one_message() {
    let text = fs::read_to_string(folder().join("sound.urdf")).unwrap();
    // Nothing is read in a comment.
    let text = &text[text.find("<robot").unwrap()..];
    assert!(
        !text.contains("<!--") && text.contains("</robot>"),
        "{text}"
    );
    let kinds = |text: String| {
        let source = Source::new("changed.urdf", text.as_str());
        let reports = report(&source).diagnostics;
        let kinds = reports.iter().map(|reports| reports.fault.kind());
        kinds.collect::<Vec<_>>()
    };
    for reference in ["&#xD800;", "&#0;", "&#x110000;"] {
        for end in 0..=text.len() {
            let changed = [&text[..end], reference, &text[end..]].concat();
            assert_eq!(kinds(changed.clone()), ["NoCharacter"], "{changed}");
        }
    }
    // Others are reported too.
    let two = text.replace("\"sound\"", "\"&#xD800;\"");
    let two = two.replace("<mass", "<m&#xD800;ss");
    assert_eq!(kinds(two), ["NoCharacter"; 2]);
    let others = text.replace("\"sound\"", "\"&#xD800;\"");
    let others = others.replace("\"hand\"", "\"h & d\"");
    assert_eq!(kinds(others), ["NoCharacter", "BareAmpersand"]);
}

/// The report on a file that cannot be read.
fn file_fault(path: &Path) -> String {
    read_file(path)
        .expect_err("the file should not be readable")
        .render_whole("FILE")
}

#[test]
fn a_missing_file_is_reported() {
    assert_eq!(
        file_fault(Path::new("no/such.urdf")),
        "error: there is no such file\n --> FILE\n  \
         = help: check the spelling of the path and the folder it starts from\n"
    );
}

#[test]
fn a_misspelt_file_gets_the_nearest_of_its_folder() {
    let fault = file_fault(Path::new("tests/faults/fils.rs"));
    assert!(fault.contains("help: did you mean `files.rs`?"), "{fault}");
    let fault = file_fault(Path::new("Cargo.tml"));
    assert!(
        fault.contains("help: did you mean `Cargo.toml`?"),
        "{fault}"
    );
}

#[test]
fn a_folder_is_reported() {
    assert_eq!(
        file_fault(Path::new("tests")),
        "error: this is a folder, not a file\n --> FILE\n  = help: name a URDF file; the command reads standard input as `-`\n"
    );
}

#[cfg(unix)]
#[test]
fn a_path_through_a_file_is_reported() {
    assert_eq!(
        file_fault(Path::new("Cargo.toml/arm.urdf")),
        "error: the file cannot be read: not a directory\n --> FILE\n  \
         = help: check the path and who may read it\n"
    );
}

#[test]
fn a_file_that_is_too_large_is_reported_without_being_read() {
    let path = std::env::temp_dir().join(format!("multibody-{}.urdf", std::process::id()));
    let file = fs::File::create(&path).unwrap();
    file.set_len(SIZE_LIMIT + 1).unwrap();
    let result = read_file(&path);
    fs::remove_file(&path).unwrap();
    let texts = result.expect_err("the file is too large").texts();
    assert_eq!(
        texts.message,
        "the file is too large: 16777217 bytes, the limit is 16777216"
    );
}
