//! Mutated MJCF files, and trees of files that include one another.

use std::fs;
use std::path::{Path, PathBuf};

use multibody_codegen::{Source, examine, read_file};

use crate::{Random, mutate, rounds, settings};

/// A quarter of those of other formats: a round takes four times as long.
const ROUNDS: u64 = 5_000;

/// Texts that are worth inserting.
const PIECES: [&str; 67] = [
    "<",
    "/>",
    "\"",
    "&#48;",
    "<!--",
    "-->",
    "]]>",
    "<?",
    "\u{feff}",
    "\0",
    "</body>",
    "<body>",
    "<body name=\"a\">",
    "<body mocap=\"true\">",
    "<worldbody>",
    "</worldbody>",
    "<mujoco>",
    "</mujoco>",
    "<include file=\"parts/shape.xml\"/>",
    "<include file=\"../parts/shape.xml\"/>",
    "<include file=\"tree.xml\"/>",
    "<include/>",
    "<frame euler=\"1 2 3\">",
    "</frame>",
    "<freejoint/>",
    "<freejoint align=\"true\"/>",
    "<joint/>",
    "<joint type=\"ball\"/>",
    "<joint type=\"slide\" ref=\"1\"/>",
    "<joint name=\"x\" axis=\"0 0 0\"/>",
    "<geom size=\".1\"/>",
    "<geom type=\"mesh\" mesh=\"m\"/>",
    "<geom type=\"box\" size=\"1 1\"/>",
    "<geom fromto=\"0 0 0 0 0 0\" size=\"1\"/>",
    "<site/>",
    "<inertial mass=\"0\" pos=\"0 0 0\"/>",
    "<inertial mass=\"1\" pos=\"0 0 0\" diaginertia=\"1 2 9\"/>",
    "<default>",
    "</default>",
    "<default class=\"a\">",
    "<compiler angle=\"radian\" balanceinertia=\"true\"/>",
    "<compiler boundmass=\"1\" boundinertia=\"1\"/>",
    "<compiler inertiafromgeom=\"true\" inertiagrouprange=\"3 0\"/>",
    "<option gravity=\"1 2\"/>",
    "<equality><joint joint1=\"x\" polycoef=\"1\"/></equality>",
    "<equality><weld body1=\"a\" relpose=\"0 0 0 0 0 0 0\"/></equality>",
    "<tendon><fixed><joint joint=\"x\" coef=\"1e300\"/></fixed></tendon>",
    "<actuator><motor joint=\"x\"/><pid joint=\"x\"/></actuator>",
    "<keyframe><key qpos=\"1\"/></keyframe>",
    "<replicate count=\"3\">",
    " class=\"a\"",
    " childclass=\"thin\"",
    " quat=\"0 0 0 0\"",
    " axisangle=\"0 0 0 1\"",
    " xyaxes=\"1 0 0 1 0 0\"",
    " euler=\"1e300 0 0\"",
    " stiffness=\"1 2 3\"",
    " range=\"1 -1\"",
    " pos=\"\"",
    " class=\"\"",
    " tendon=\"\"",
    " pos=\"NaN 0 0\"",
    "1e999",
    "-1e-400",
    "9",
    "-",
    ".",
];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name)
}

/// The files of a folder.
fn files(name: &str) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(folder(name)).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "xml"));
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

fn changed(mut bytes: Vec<u8>, random: &mut Random, changes: usize) -> String {
    for _ in 0..=random.below(changes) {
        mutate(&mut bytes, &PIECES, random);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn mutated_files_end_in_a_report() {
    let cases = [files("mutations/mjcf"), files("formats/mjcf/pairs")].concat();
    rounds("mjcf", ROUNDS, |random| {
        let text = changed(cases[random.below(cases.len())].clone(), random, 2);
        let source = Source::new("mutated.xml", text.as_str());
        let settings = settings(random);
        let run = move || {
            let report = examine(&source, &settings);
            let length = report.render(&source).len();
            (report, length)
        };
        (text, Box::new(run))
    });
}

/// Trees of files, in a folder of their own.
#[test]
fn mutated_trees_end_in_a_report() {
    const NAMES: [&str; 4] = [
        "tree.xml",
        "parts/classes.xml",
        "parts/limb.xml",
        "parts/shape.xml",
    ];
    let own = std::env::temp_dir().join(format!("multibody-trees-{}", std::process::id()));
    fs::create_dir_all(own.join("parts")).unwrap();
    let files = NAMES.map(|name| fs::read(folder("mutations/mjcf").join(name)).unwrap());
    rounds("mjcf-trees", ROUNDS / 4, |random| {
        let mut texts = files.clone().map(|bytes| changed(bytes, random, 1));
        // Some are as they were.
        for (text, file) in texts.iter_mut().zip(&files) {
            if random.below(2) == 0 {
                *text = String::from_utf8_lossy(file).into_owned();
            }
        }
        for (name, text) in NAMES.iter().zip(&texts) {
            fs::write(own.join(name), text).unwrap();
        }
        let (path, settings) = (own.join(NAMES[0]), settings(random));
        let run = move || match read_file(&path) {
            Ok(source) => {
                let report = examine(&source, &settings);
                let length = report.render(&source).len();
                (report, length)
            }
            // As a main file that lacks its head has no format.
            Err(_) => {
                let source = Source::new("tree.xml", "");
                (examine(&source, &settings), 0)
            }
        };
        (texts.join("\n---\n"), Box::new(run))
    });
    fs::remove_dir_all(own).unwrap();
}
