//! Names of values in emitted code: a change of one link's mass changes only the lines whose constants it changes.

use multibody_codegen::{Function, Settings, Source, generate};

use crate::support::{Robot, fixture};

const FUNCTIONS: [&str; 2] = ["mass_matrix_into", "inverse_dynamics"];

fn settings() -> Settings {
    Settings {
        functions: [Function::MassMatrix, Function::InverseDynamics].into(),
        ..Settings::default()
    }
}

/// The arm with six axes, with another mass of a link.
fn with_mass(old: &str, new: &str) -> Source {
    let mut source = fixture("six_axes.urdf");
    let [old, new] = [old, new].map(|mass| format!("<mass value=\"{mass}\"/>"));
    assert_eq!(source.text.matches(&old).count(), 1);
    source.text = source.text.replace(&old, &new).into();
    source
}

/// The statements of emitted functions.
fn statements(source: &Source) -> [Vec<String>; 2] {
    let generated = generate(source, &settings(), &mut |_| ());
    let items = generated.expect("a robot without a fault").items;
    FUNCTIONS.map(|name| {
        let head = format!("pub fn {name}<");
        let (_, rest) = items.split_once(&head).expect("a function");
        let body = rest.split("\n    }\n").next().expect("its body");
        let lines = body.lines().map(str::trim);
        let lines = lines.filter(|line| line.starts_with("let ") || line.starts_with("out"));
        lines.map(str::to_owned).collect()
    })
}

/// The programs as text, in which values have numbers.
fn numbered(source: &Source) -> Vec<Vec<String>> {
    let derived = Robot::of(source, settings()).derive();
    let programs = derived.derivations.functions.iter();
    let texts = programs.map(|of| of.program.to_string());
    texts
        .map(|text| text.lines().map(str::to_owned).collect())
        .collect()
}

/// The lines of `after` that are in no longest common subsequence with `before`.
fn changed<'a>(before: &[String], after: &'a [String]) -> Vec<&'a str> {
    let (n, m) = (before.len(), after.len());
    let mut common = vec![vec![0; m + 1]; n + 1];
    for i in (0..n).rev() {
        for j in (0..m).rev() {
            common[i][j] = match before[i] == after[j] {
                true => common[i + 1][j + 1] + 1,
                false => common[i + 1][j].max(common[i][j + 1]),
            };
        }
    }
    let (mut i, mut j, mut changed) = (0, 0, Vec::new());
    while j < m {
        if i < n && before[i] == after[j] {
            (i, j) = (i + 1, j + 1);
        } else if i < n && common[i + 1][j] >= common[i][j + 1] {
            i += 1;
        } else {
            changed.push(after[j].as_str());
            j += 1;
        }
    }
    changed
}

/// A line without the names of values: its constants and operations are left.
fn without_names(line: &str) -> String {
    let mut text = String::new();
    for word in line.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.') {
        let name = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let name = name.split('.').next().unwrap_or_default();
        let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.contains(|c: char| c.is_ascii_digit());
        text += if is_name { &word[name.len()..] } else { word };
    }
    text
}

#[test]
fn a_mass_changes_only_lines_with_constants_of_it() {
    let before = statements(&fixture("six_axes.urdf"));
    let numbers_before = numbered(&fixture("six_axes.urdf"));
    for (old, new) in [("2.2", "2.345"), ("0.8", "0.845")] {
        let source = with_mass(old, new);
        let after = statements(&source);
        let numbers_after = numbered(&source);
        for (at, name) in FUNCTIONS.into_iter().enumerate() {
            let (before, after) = (&before[at], &after[at]);
            let lines = changed(before, after);
            let numbers = changed(&numbers_before[at], &numbers_after[at]);
            println!(
                "{name}, mass {old} -> {new}: {} of {} lines change; {} of {} if values are numbered",
                lines.len(),
                after.len(),
                numbers.len(),
                numbers_after[at].len()
            );
            let plain = |lines: &[String]| -> Vec<String> {
                lines.iter().map(|line| without_names(line)).collect()
            };
            // Every changed line differs in more than names.
            let (before, after) = (plain(before), plain(after));
            assert_eq!(lines.len(), changed(&before, &after).len(), "{name}");
            assert!(!lines.is_empty() && 3 * lines.len() < after.len(), "{name}");
            assert!(
                lines.iter().all(|line| line.contains("T::lit(")),
                "{lines:#?}"
            );
        }
    }
}

#[test]
fn lines_are_compared_without_names() {
    let line = "let w3_x_1 = (-s_axis_2).mul_add(neg_w2_y, T::lit(0.25) * qd[1]);";
    let other = "let w3_x = (-s_axis_3).mul_add(w2_z_1, T::lit(0.25) * qd[1]);";
    assert_eq!(without_names(line), without_names(other));
    assert_ne!(
        without_names(line),
        without_names(&line.replace("0.25", "0.5"))
    );
    assert_ne!(without_names(line), without_names(&line.replace('*', "+")));
    let lines = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(changed(&lines("a b c d"), &lines("a c e d")), ["e"]);
}
