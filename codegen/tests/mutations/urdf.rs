//! Mutated URDFs.

use std::fs;
use std::path::Path;

use multibody_codegen::{Source, examine};

use crate::{mutate, rounds, settings};

const ROUNDS: u64 = 20_000;

/// Texts that are worth inserting.
const PIECES: [&str; 56] = [
    "<",
    ">",
    "/>",
    "</link>",
    "\"",
    "'",
    "&",
    "&#48;",
    "&#x0;",
    "&a;",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?",
    "<!DOCTYPE a>",
    "<!DOCTYPE a [",
    "]>",
    "<?xml version='1.0'>",
    "<?xml",
    "?>",
    "--",
    "\n\n",
    "drake:",
    ":",
    "<inertial><mass value=\"1\"/></inertial>",
    "<gazebo><springStiffness>1</springStiffness></gazebo>",
    "<origin rpy=\"90 0 -180\"/>",
    "<link name=\"base\"/>",
    "<joint name=\"a\" type=\"fixed\">",
    "<inertial>",
    "<mimic joint=\"elbow\"/>",
    "<axis xyz=\"0 0 0\"/>",
    "xacro:",
    "${",
    " xmlns:a=\"b\"",
    "1e999",
    "-1e-400",
    "NaN",
    "0 0 0 0",
    "\u{feff}",
    "\u{202e}",
    "\0",
    "\r\n\t",
    "type=\"continuous\"",
    "type=\"floating\"",
    "<origin xyz=\"1 2 3\" rpy=\"0.1 0.2 1.5708\"/>",
    "<mass value=\"0\"/>",
    "9",
    "-",
    ".",
    "e",
    "e-99",
    "1e300",
    "3.14159",
    " multiplier=\"-1e-9\"",
];

/// The cases of faults, and as often robots that are sound.
fn cases() -> [Vec<Vec<u8>>; 2] {
    ["faults/files", "robots"].map(|folder| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests")
            .join(folder);
        let entries = fs::read_dir(folder).unwrap();
        let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.retain(|path| path.extension().is_some_and(|e| e == "urdf"));
        paths.sort();
        let texts = paths.into_iter().map(|path| fs::read(path).unwrap());
        // The long ones take their time and break no more than the others.
        texts.filter(|text| text.len() < 8000).collect()
    })
}

#[test]
fn mutated_files_end_in_a_report() {
    let cases = cases();
    rounds("urdf", ROUNDS, |random| {
        let cases = &cases[random.below(2)];
        let mut bytes = cases[random.below(cases.len())].clone();
        for _ in 0..=random.below(4) {
            mutate(&mut bytes, &PIECES, random);
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let source = Source::new("mutated.urdf", text.as_str());
        let settings = settings(random);
        let run = move || {
            let report = examine(&source, &settings);
            let length = report.render(&source).len();
            (report, length)
        };
        (text, Box::new(run))
    });
}
