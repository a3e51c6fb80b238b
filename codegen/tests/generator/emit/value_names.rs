//! Names of values in emitted code: a change of one link's mass changes only lines whose constants or operations it changes.

use std::collections::BTreeMap;

use multibody_codegen::{Config, Function, Settings, Source, generate};

use crate::support::fixture;

const FUNCTIONS: [&str; 2] = ["mass_matrix_into", "inverse_dynamics"];

fn settings() -> Settings {
    Settings {
        functions: [Function::MassMatrix, Function::InverseDynamics].into(),
        ..Settings::default()
    }
}

/// The arm with six axes, with another mass of a link.
fn with_mass(original: &str, replacement: &str) -> Source {
    let mut source = fixture("six_axes.urdf");
    let [original, replacement] =
        [original, replacement].map(|mass| format!("<mass value=\"{mass}\"/>"));
    assert_eq!(source.text.matches(&original).count(), 1);
    source.text = source.text.replace(&original, &replacement).into();
    source
}

/// The statements of emitted functions.
fn statements(source: &Source) -> [Vec<String>; 2] {
    let generated = generate(source, &settings(), &mut |_| ());
    let items = generated.expect("a robot without a fault").definitions;
    FUNCTIONS.map(|name| {
        let head = format!("pub fn {name}<");
        let (_, rest) = items.split_once(&head).expect("a function");
        let body = rest.split("\n    }\n").next().expect("its body");
        let lines = body.lines().map(str::trim);
        let lines = lines.filter(|line| line.starts_with("let ") || line.starts_with("out"));
        lines.map(str::to_owned).collect()
    })
}

/// The same statements if values are numbered in their order.
fn number_names(lines: &[String]) -> Vec<String> {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let mut numbered = Vec::new();
    for line in lines {
        let words = line.split_inclusive(|c: char| !is_of_name(c));
        let words = words.map(|word| {
            let (name, rest) = word.split_at(name_of(word).map_or(0, str::len));
            let next = numbers.len();
            if name.is_empty() {
                word.to_owned()
            } else {
                format!("x{}{rest}", numbers.entry(name).or_insert(next))
            }
        });
        numbered.push(words.collect());
    }
    numbered
}

/// The lines of `after` that are in no longest common subsequence with `before`.
fn changed_lines<'a>(before: &[String], after: &'a [String]) -> Vec<&'a str> {
    let (n, m) = (before.len(), after.len());
    let mut common = vec![vec![0; m + 1]; n + 1];
    for i in (0..n).rev() {
        for j in (0..m).rev() {
            common[i][j] = if before[i] == after[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
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

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The name of a value at the beginning of a word: it has a digit, as decimals and `mul_add` have not.
fn name_of(word: &str) -> Option<&str> {
    let name = word.trim_end_matches(|c: char| !is_of_name(c));
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.contains(|c: char| c.is_ascii_digit());
    is_name.then_some(name)
}

/// The lines without the names of values: their constants and operations are left.
fn without_names(lines: &[String]) -> Vec<String> {
    let plain = |line: &String| {
        let words = line.split_inclusive(|c: char| !is_of_name(c));
        words
            .map(|word| &word[name_of(word).map_or(0, str::len)..])
            .collect()
    };
    lines.iter().map(plain).collect()
}

/// Counts of changed lines: with the names that are emitted, without names, with numbers as names.
fn counts(before: &[String], after: &[String]) -> [usize; 3] {
    let named = changed_lines(before, after).len();
    let plain = changed_lines(&without_names(before), &without_names(after)).len();
    let numbers = changed_lines(&number_names(before), &number_names(after)).len();
    [named, plain, numbers]
}

#[test]
fn a_mass_changes_only_lines_with_constants_of_it() {
    let before = statements(&fixture("six_axes.urdf"));
    for (original, replacement) in [("2.2", "2.345"), ("0.8", "0.845")] {
        let after = statements(&with_mass(original, replacement));
        for (name, (before, after)) in FUNCTIONS.into_iter().zip(before.iter().zip(&after)) {
            let lines = changed_lines(before, after);
            let [named, plain, numbers] = counts(before, after);
            println!(
                "{name}, mass {original} -> {replacement}: of {} lines",
                after.len()
            );
            println!("  {named} change, {plain} in more than names, {numbers} with numbers");
            assert_eq!(named, plain, "{name}");
            assert!(named > 0 && 3 * named < after.len(), "{name}");
            assert!(
                lines.iter().all(|line| line.contains("T::lit(")),
                "{lines:#?}"
            );
        }
    }
}

/// With this mass other common parts are factored out, and statements have another order.
#[test]
fn names_stay_if_operations_change() {
    let before = statements(&fixture("six_axes.urdf"));
    let after = statements(&with_mass("1.3", "2.345"));
    for (name, (before, after)) in FUNCTIONS.into_iter().zip(before.iter().zip(&after)) {
        let [named, plain, numbers] = counts(before, after);
        println!("{name}: of {} lines", after.len());
        println!("  {named} change, {plain} in more than names, {numbers} with numbers");
        assert!(plain > 0 && 4 * (named - plain) <= plain, "{name}");
        assert!(2 * named < numbers, "{name}");
    }
}

/// The name remains where the value is a value of the program, such as of parameters.
#[test]
fn definitions_in_expressions_keep_their_names() {
    let robot = "#[multibody(
            joint hinge { revolute, parent: world, child: rod, axis: y },
            body rod {
                mass: { let volume = length * width * width; volume * (1 + volume) },
                com: [length / 2, 0, 0], inertia: diag(0, 0.1, 0.1),
            },
        )]
        pub struct Rod { pub length: f64, pub width: f64 }";
    let folder = std::env::temp_dir().join(format!("multibody-names-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (description, out) = (folder.join("robot.rs"), folder.join("rod.rs"));
    std::fs::write(&description, robot).expect("a description");
    let config = Config::new()
        .rust_file(&description)
        .out_file(&out)
        .generate();
    config.unwrap_or_else(|failure| panic!("{failure}"));
    let text = std::fs::read_to_string(&out).expect("what is generated");
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
    assert!(text.contains("let e0_volume = "), "{text}");
}

/// From the base outwards in one function, from the tip inwards in the other.
#[test]
fn bodies_have_headings() {
    let generated = generate(&fixture("six_axes.urdf"), &settings(), &mut |_| ());
    let items = generated.expect("a robot without a fault").definitions;
    let headings = items
        .lines()
        .filter_map(|line| line.trim().strip_prefix("// "));
    let headings: Vec<&str> = headings.filter(|of| of.starts_with("body ")).collect();
    let expected = [4, 3, 2, 1, 1, 2, 3, 4, 5].map(|at| format!("body {at}: link_{}", at + 1));
    assert_eq!(headings, expected);
}

#[test]
fn lines_are_compared_without_names() {
    let line = "let w3_x_1 = (-s_axis_2).mul_add(neg_w2_y, T::lit(0.25) * qd[1]);".to_owned();
    let other = "let w3_x = (-s_axis_3).mul_add(w2_z_1, T::lit(0.25) * qd[1]);".to_owned();
    let differ =
        |other: String| without_names(std::slice::from_ref(&line)) != without_names(&[other]);
    assert!(!differ(other));
    assert!(differ(line.replace("0.25", "0.5")) && differ(line.replace('*', "+")));
    let numbers = number_names(&[line, "out[0] = w3_x_1 + w2_z;".to_owned()]);
    let expected = "let x0 = (-x1).mul_add(x2, T::lit(0.25) * qd[1]);";
    assert_eq!(numbers, [expected, "out[0] = x0 + x3;"]);
    let lines = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(changed_lines(&lines("a b c d"), &lines("a c e d")), ["e"]);
}
