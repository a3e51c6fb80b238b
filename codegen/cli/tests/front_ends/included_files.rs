//! A description of several files is one robot by all front ends, and whatever depends on the description depends on all of its
//! files.

use std::fs;

use multibody_codegen::settings::Effort;
use multibody_codegen::{Config, generate_attribute};

use crate::by_attribute;
use crate::package::{PART, Package};

const GENERATE: [&str; 7] = [
    "multibody",
    "generate",
    "arm.xml",
    "--effort",
    "none",
    "--out",
    "arm.rs",
];

/// What goes wrong with an attribute.
fn faults(attribute: &str, package: &Package) -> String {
    let (attribute, item) = (
        attribute.parse().unwrap(),
        "pub struct Arm;".parse().unwrap(),
    );
    let expansion = generate_attribute(attribute, item, &package.0, &mut |_| ());
    assert!(expansion.generated.is_none());
    let tokens = expansion.reports.tokens.diagnostics.iter();
    let mut text: String = tokens.map(|fault| fault.fault.text()).collect();
    let description = expansion.reports.description.as_ref();
    if let Some(file) = description.and_then(|file| file.content.as_ref()) {
        text += &file.report.render(&file.source);
    }
    text
}

#[test]
fn all_front_ends_read_all_files() {
    let package = Package::new("included");
    let attribute = "mjcf = \"arm.xml\", effort = none, verify = true";
    let items = by_attribute(attribute, "pub struct Arm;", &package.0);
    assert!(items.contains("fn inverse_dynamics"));
    package.run(&[&GENERATE[..], &["--verify", "true"]].concat());
    assert!(package.text("arm.rs").ends_with(&items));
    let built = Config::new()
        .mjcf(package.0.join("arm.xml"))
        .name("Arm")
        .effort(Effort::None)
        .out_file(package.0.join("built.rs"))
        .generate()
        .unwrap();
    assert!(fs::read_to_string(built).unwrap().ends_with(&items));
    package.file(
        "src/arm.rs",
        "#[multibody(mjcf = \"arm.xml\", effort = none)] pub struct Arm;\n",
    );
    package.run(&["multibody", "generate", "src/arm.rs", "--out", "rust.rs"]);
    assert!(package.text("rust.rs").ends_with(&items));
    // The compiler reads all files for changes.
    let item = "pub struct Arm;".parse().unwrap();
    let expansion = generate_attribute(attribute.parse().unwrap(), item, &package.0, &mut |_| ());
    let description = expansion.reports.description.expect("a file");
    let folder = package.0.canonicalize().unwrap();
    let paths = description.paths().map(|path| path.canonicalize().unwrap());
    assert!(paths.eq(["arm.xml", "parts/rod.xml"].map(|file| folder.join(file))));
}

#[test]
fn a_change_of_any_file_is_noticed() {
    let package = Package::new("included-change");
    let check = [&GENERATE[..], &["--check"]].concat();
    let verify = ["multibody", "verify", "arm.rs"];
    let committed = "mjcf = \"arm.xml\", effort = none, committed = \"arm.rs\"";
    package.run(&GENERATE);
    package.run(&check);
    package.run(&verify);
    let items = by_attribute(committed, "pub struct Arm;", &package.0);
    assert!(package.text("arm.rs").ends_with(&items));

    package.file("parts/rod.xml", &PART.replace("mass=\"2\"", "mass=\"3\""));
    let difference = package.complaint(&check);
    assert!(difference.contains("is out of date"), "{difference}");
    let stale = faults(committed, &package);
    assert!(
        stale.contains("description or the settings have changed"),
        "{stale}"
    );
    let output = package.command(&verify);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("have changed since the generation"),
        "{message}"
    );

    // The folder in which the files are does not matter, nor where the command runs.
    package.run(&GENERATE);
    let text = package.text("arm.rs");
    let other = Package::new("included-elsewhere");
    other.file("parts/rod.xml", &package.text("parts/rod.xml"));
    other.run(&GENERATE);
    assert_eq!(other.text("arm.rs"), text);
}

#[test]
fn no_file_of_the_description_is_replaced() {
    let package = Package::new("included-replaced");
    for out in ["arm.xml", "parts/rod.xml"] {
        let text = package.text(out);
        let line = [
            "multibody",
            "generate",
            "arm.xml",
            "--effort",
            "none",
            "--force",
            "--out",
            out,
        ];
        let complaint = package.complaint(&line);
        assert!(complaint.contains("description"), "{complaint}");
        let built = Config::new()
            .mjcf(package.0.join("arm.xml"))
            .effort(Effort::None);
        assert!(built.out_file(package.0.join(out)).generate().is_err());
        assert_eq!(package.text(out), text);
    }
}

#[test]
fn faults_are_shown_in_the_file_that_has_them() {
    let package = Package::new("included-faults");
    package.file(
        "parts/rod.xml",
        &PART.replace("axis=\"0 1 0\"", "axes=\"0 1 0\""),
    );
    let complaint = package.complaint(&GENERATE);
    let attribute = "mjcf = \"arm.xml\", effort = none";
    for text in [&complaint, &faults(attribute, &package)] {
        assert!(text.contains("--> parts/rod.xml:2:21"), "{text}");
        assert!(
            text.contains("2 | <joint name=\"elbow\" axes=\"0 1 0\"/>"),
            "{text}"
        );
    }
    package.file("parts/rod.xml", "<a><b></a>");
    let complaint = package.complaint(&GENERATE);
    assert!(complaint.contains("--> parts/rod.xml:1:7"), "{complaint}");
    fs::remove_file(package.0.join("parts/rod.xml")).unwrap();
    let complaint = package.complaint(&GENERATE);
    assert!(complaint.contains("--> arm.xml:3:16"), "{complaint}");
    let output = package.piped(
        &["multibody", "generate", "-", "--out", "arm.rs"],
        &package.text("arm.xml"),
    );
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("standard input has no folder"),
        "{message}"
    );
    assert!(!package.0.join("arm.rs").exists());
}
