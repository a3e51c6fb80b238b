//! Sparsity patterns of derivatives: each entry is that of the programs that are proved.

use multibody_verify::Verdict;

use crate::files::{LOADED, PATTERNED, Robot};

/// What is flipped in the same text: an entry of each pattern.
const NAMES: [&str; 3] = [
    "INVERSE_DYNAMICS_DERIVATIVES_PATTERN",
    "GRAVITY_STIFFNESS_PATTERN",
    "FORWARD_DYNAMICS_DERIVATIVES_PATTERN",
];

/// The same under wrenches.
const NAMES_UNDER_WRENCHES: [&str; 2] = [
    "INVERSE_DYNAMICS_DERIVATIVES_UNDER_WRENCHES_PATTERN",
    "FORWARD_DYNAMICS_DERIVATIVES_UNDER_WRENCHES_PATTERN",
];

/// The text with the entry at this place of each pattern flipped, and the patterns that have such an entry.
fn flip(text: &str, names: &[&'static str], index: usize) -> (String, Vec<&'static str>) {
    let (mut text, mut changed) = (text.to_owned(), Vec::new());
    for &name in names {
        let start = text.find(&format!("const {name}")).expect("a pattern");
        let start = start + text[start..].find(" = ").expect("a value");
        let end = start + text[start..].find("};").expect("an end");
        let entries = text[start..end].match_indices(&['t', 'f']);
        let mut words = entries.filter_map(|(place, _)| {
            let rest = &text[start + place..];
            let words = [("true", "false"), ("false", "true")];
            let word = words.into_iter().find(|(word, _)| rest.starts_with(word))?;
            Some((start + place, word))
        });
        if let Some((place, (flag, opposite))) = words.nth(index) {
            text.replace_range(place..place + flag.len(), opposite);
            changed.push(name);
        }
    }
    (text, changed)
}

/// Flips every so many entries, from the first on; returns how many of each pattern.
fn assert_flips_are_wrong(robot: Robot, names: &[&'static str], step: usize) -> Vec<usize> {
    let original = robot.text();
    let report = robot.verify(&original).expect("it can be verified");
    for name in names {
        assert!(report.is_verified(name), "{report}");
    }
    assert_eq!(report.wrong(), 0, "{report}");
    let mut counts = vec![0; names.len()];
    for index in (0..).step_by(step) {
        let (text, changed) = flip(&original, names, index);
        if changed.is_empty() {
            break;
        }
        let report = robot.verify(&text).expect("it can be verified");
        for (name, count) in names.iter().zip(&mut counts) {
            let is_wrong = matches!(report.verdict(name), Some(Verdict::Wrong(_)));
            assert_eq!(is_wrong, changed.contains(name), "{name}, entry {index}");
            *count += usize::from(is_wrong);
        }
    }
    counts
}

#[test]
fn every_flipped_entry_is_wrong() {
    let counts = assert_flips_are_wrong(PATTERNED, &NAMES, 1);
    // Three matrices of four rows, two, and three with four accelerations.
    assert_eq!(counts, [48, 32, 52]);
}

/// One entry in eleven; every entry with `MULTIBODY_MUTANTS`.
#[test]
fn flipped_entries_of_a_floating_robot_under_wrenches_are_wrong() {
    let is_whole = std::env::var_os("MULTIBODY_MUTANTS").is_some();
    let step = if is_whole { 1 } else { 11 };
    let counts = assert_flips_are_wrong(LOADED, &NAMES_UNDER_WRENCHES, step);
    // Three matrices of seven rows, then a row of six components of a wrench for each rate; with seven accelerations before.
    let sizes = [3 * 49 + 42, 7 + 3 * 49 + 42_usize];
    assert_eq!(counts, sizes.map(|size| size.div_ceil(step)));
}

/// A right pattern of a wrong function is not verified, nor is one of another type or of a function that is not there.
#[test]
fn a_pattern_is_that_of_its_function() {
    let text = PATTERNED.text();
    let [name, ..] = NAMES;
    let start = text
        .find("fn inverse_dynamics_derivatives_into")
        .expect("it");
    let (head, tail) = text.split_at(start);
    let report = PATTERNED.verify(&format!("{head}{}", tail.replacen(" * ", " + ", 1)));
    let report = report.expect("it can be verified");
    assert_eq!((report.wrong(), report.is_verified(name)), (1, false));
    let other = text.replacen("bool,\n        4,", "bool,\n        5,", 1);
    assert_ne!(other, text);
    let report = PATTERNED.verify(&other).expect("it can be verified");
    assert!(matches!(report.verdict(name), Some(Verdict::Wrong(_))));
    let changed_text = text.replace("const INVERSE_DYNAMICS_DERIVATIVES_", "const GRAVITY_");
    assert!(PATTERNED.verify(&changed_text).is_err());
    let changed_text = text.replace(
        "const INVERSE_DYNAMICS_DERIVATIVES_PATTERN",
        "const CENTER_OF_MASS_VELOCITY_DERIVATIVES_PATTERN",
    );
    let report = PATTERNED.verify(&changed_text).expect("it can be verified");
    let verdict = report.verdict("CENTER_OF_MASS_VELOCITY_DERIVATIVES_PATTERN");
    assert!(matches!(verdict, Some(Verdict::NotVerified(_))), "{report}");
}
