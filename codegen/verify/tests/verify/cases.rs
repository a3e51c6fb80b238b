//! Texts of a corpus with their expected exit codes, and long texts within limits of time and memory.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::files::FURUTA;
use multibody_verify::{Description, verify};

/// Files of the corpus, the exit codes without and with `--require-all` that each may have, and what the output says.
const ROWS: [(&str, [&[i32]; 2], &str); 17] = [
    ("right.rs", [&[0], &[0]], "1 of 1 items verified"),
    ("matrix_row.rs", [&[0], &[0]], "mass_matrix  verified"),
    (
        "type_of_chunk.rs",
        [&[1, 2], &[1, 2]],
        "an item within an item",
    ),
    (
        "where_of_reference.rs",
        [&[1, 2], &[1, 2]],
        "an item within an item",
    ),
    ("let_with_type.rs", [&[0], &[0]], ""),
    ("add_assign.rs", [&[0], &[0]], ""),
    ("final_return.rs", [&[0], &[0]], ""),
    ("underscore_name.rs", [&[0], &[0]], ""),
    ("literal_with_final_point.rs", [&[0], &[0]], ""),
    ("blank_line_after_table.rs", [&[0], &[0]], ""),
    ("plain_literal.rs", [&[2], &[2]], "T::lit(1.0)"),
    (
        "f64_for_t.rs",
        [&[1, 2], &[1, 2]],
        "`T: multibody::Real` stands for the number",
    ),
    // Right, or undecided, in exact arithmetic.
    ("row_half_an_ulp_off.rs", [&[1], &[1]], "in f64"),
    ("absorbed.rs", [&[1], &[1]], "in f64"),
    ("empty_domain.rs", [&[1], &[1]], "NaN"),
    ("undecided.rs", [&[1], &[1]], "in f64"),
    ("undecided_sine.rs", [&[1], &[1]], ""),
];

/// The seconds of one processor and the KiB of memory that a text may take.
const MOST: [usize; 2] = [60, 2 << 20];

/// The exit code and the output of the command within the limits.
fn run(file: &Path, description: &Path, options: &[&str]) -> (Option<i32>, String) {
    let limits = format!("ulimit -t {}; ulimit -v {}; exec \"$@\"", MOST[0], MOST[1]);
    let output = Command::new("sh")
        .args([
            "-c",
            &limits,
            "sh",
            env!("CARGO_BIN_EXE_cargo-multibody-verify"),
        ])
        .args([file, Path::new("--against"), description])
        .args(options)
        .output()
        .expect("a process");
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.code(),
        String::from_utf8(text).expect("a text"),
    )
}

/// Texts that the corpus makes from files of the repository; the first, of a robot that is generated, has its test in
/// `codegen/tests/verify/attacks.rs`.
const MADE: [&str; 2] = ["path_of_struct.rs", "damped_furuta.rs"];

/// A corpus has them in `public_cases/verify`, with a table of all.
#[test]
fn texts_of_the_corpus_have_their_exit_codes() {
    assert_furuta();
    let texts = long_texts();
    for (name, text) in &texts {
        assert_within_limits(name, text);
    }
    let Some(corpus) = std::env::var_os("MULTIBODY_CORPUS") else {
        println!("MULTIBODY_CORPUS is not set");
        return;
    };
    let folder = Path::new(&corpus).join("public_cases/verify");
    let description = folder.join("double_pendulum.urdf");
    for (name, codes, message) in ROWS {
        let text = std::fs::read_to_string(folder.join(name)).expect("a text");
        assert_codes(name, &text, &description, codes, message);
    }
    let table = std::fs::read_to_string(folder.join("README.md")).expect("the table");
    let names: BTreeSet<&str> = (ROWS.iter().map(|(name, ..)| *name))
        .chain(MADE)
        .chain(texts.iter().map(|(name, _)| *name))
        .collect();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `"));
    let files = rows.flat_map(|row| {
        row.split(" | ")
            .next()
            .into_iter()
            .flat_map(|of| of.split('`'))
    });
    let files: Vec<&str> = files.filter(|of| of.ends_with(".rs")).collect();
    assert!(files.len() > 15, "{files:?}");
    for file in files {
        assert!(names.contains(file), "{file} has no row here");
    }
}

/// Asserts the exit codes of a file with fields, and of its text with a wrong sign.
fn assert_furuta() {
    let (right, mistake) = (
        "qd[1].mul_add(p[0], tau1_5)",
        "qd[1].mul_add(-p[0], tau1_5)",
    );
    let (text, description) = (FURUTA.text(), FURUTA.description_path());
    assert!(text.contains(right));
    assert_codes(MADE[1], &text, &description, [&[0], &[0]], "0 wrong");
    let text = text.replacen(right, mistake, 1);
    let output = assert_codes(
        MADE[1],
        &text,
        &description,
        [&[1], &[1]],
        "inverse_dynamics  WRONG",
    );
    let (_, numbers) = output.split_once("] is ").expect("a difference");
    let (actual, tail) = numbers.split_once(" instead of ").expect("two numbers");
    let (expected, tail) = tail.split_once(' ').expect("the state");
    assert_ne!(actual, expected, "{output}");
    for field in ["reach", "depth", "drag", "beam_mass", "rod_mass"] {
        assert!(tail.contains(&format!("{field} = ")), "{field}: {output}");
    }
}

/// Asserts the exit codes without and with `--require-all`; returns the output without.
fn assert_codes(
    name: &str,
    text: &str,
    description: &Path,
    expected: [&[i32]; 2],
    message: &str,
) -> String {
    let file = std::env::temp_dir().join(format!("multibody-{}-{name}", std::process::id()));
    std::fs::write(&file, text).expect("a file");
    let options = [&[][..], &["--require-all"]];
    let [(_, output), _] = std::array::from_fn(|index| {
        let (code, output) = run(&file, description, options[index]);
        let is_expected = code.is_some_and(|code| expected[index].contains(&code));
        assert!(
            is_expected && output.contains(message),
            "{name}: {code:?}\n{output}"
        );
        (code, output)
    });
    std::fs::remove_file(&file).expect("the file");
    output
}

const DESCRIPTION: &str = include_str!("double_pendulum.urdf");

/// The gravity of the pendulum with these statements and this result.
fn gravity(statements: &str, result: &str) -> String {
    format!(
        "pub struct Arm;\nimpl Arm {{\npub fn gravity<T: multibody::Real>(&self, q: &[T; 2]) -> [T; 2] {{\n\
         let a = T::lit(4.4145) * (q[0] + q[1]).sin();\nlet b = T::lit(18.1485) * q[0].sin() + a;\n\
         {statements}\n{result}\n}} }}\n"
    )
}

/// Runs the command on a text.
fn run_text(name: &str, text: &str, options: &[&str]) -> (Option<i32>, String) {
    let folder = std::env::temp_dir().join(format!("multibody-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let [file, description] = ["arm.rs", "e\u{1b}[2Kx.urdf"].map(|name| folder.join(name));
    std::fs::write(&file, text).expect("a file");
    std::fs::write(&description, DESCRIPTION).expect("a file");
    let result = run(&file, &description, options);
    std::fs::remove_dir_all(&folder).expect("a folder");
    result
}

/// Texts that would take long, or much memory, if work were not counted.
fn long_texts() -> [(&'static str, String); 4] {
    let lets = gravity(&"let c = q[0];\n".repeat(1_600_000), "[b, a]");
    let items = gravity("", "[b, a]") + &"multibody::assert_dispatch!();\n".repeat(100_000);
    let sum = |index: usize| format!("let x = x + (q[0] * T::lit({index}.5)).sin();\n");
    let sum: String = (0..300).map(sum).collect();
    let mut sines = gravity(&format!("let x = T::ZERO;\n{sum}"), "[b + x - x, a]");
    sines += "// Exact values of rounded constants:\n";
    for index in 0..300 {
        // at + 1/2 but for the last digit, over 2 k + 1, where k has 4000 digits.
        let k = format!("{}{}", "7".repeat(3997), 100 + index);
        let [numerator, denominator] =
            [(2 * index + 1, index), (2, 1)].map(|(factor, sum)| times(&k, factor, sum));
        sines += &format!("// {index}.5 = {numerator}/{denominator}\n");
    }
    let impls = gravity("", "[b, a]") + &"impl Arm {}\n".repeat(100_000);
    [
        ("lets.rs", lets),
        ("items.rs", items),
        ("impls.rs", impls),
        ("sines.rs", sines),
    ]
}

/// Asserts that a text has a verdict within a minute of one processor and 2 GB, whatever it is.
fn assert_within_limits(name: &str, text: &str) {
    let (code, output) = run_text(name, text, &[]);
    assert!(matches!(code, Some(0..=2)), "{name}: {code:?}\n{output}");
    assert!(!output.contains("panicked"), "{name}: {output}");
}

/// A decimal times a factor, plus a summand.
fn times(decimal: &str, factor: usize, summand: usize) -> String {
    let mut carry = summand;
    let digits = decimal.bytes().rev().map(|digit| {
        carry += usize::from(digit - b'0') * factor;
        let digit = carry % 10;
        carry /= 10;
        digit.to_string()
    });
    let digits: Vec<String> = digits.collect();
    let digits: String = digits.into_iter().rev().collect();
    format!("{carry}{digits}")
        .trim_start_matches('0')
        .to_owned()
}

/// `runtime/tests/statements.rs` compiles them.
#[test]
fn statements_that_compile_are_accepted() {
    let text = include_str!("statements.rs");
    assert_eq!(run_text("statements", text, &["--require-all"]).0, Some(0));
    for (right, mistake) in [
        ("c += a", "c -= a"),
        ("c *= T::lit(2.)", "c /= T::lit(2.)"),
        ("rows[0][0] += c", "rows[0][0] = c"),
        ("out[1] -= b - a", "out[1] += b - a"),
    ] {
        assert_eq!(text.matches(right).count(), 1, "{right}");
        let (code, output) = run_text("changed", &text.replace(right, mistake), &[]);
        assert_eq!(code, Some(1), "{mistake}: {output}");
    }
}

/// One message for each construct, with what to write instead; and what people write is accepted.
#[test]
fn forms_are_accepted_or_have_a_remedy() {
    for (statements, result) in [
        ("let c: T = b;", "[c, a]"),
        (
            "let c: [T; 2] = [b, a]; let d: (T, [T; 2]) = (a, c);",
            "d.1",
        ),
        ("let mut c = b; c += a; c -= a; c *= a; c /= a;", "[c, a]"),
        ("let mut c = [T::ZERO; 2]; c = [b, a];", "c"),
        (
            "let mut c = [[T::ZERO; 2]; 2]; c[1] = [b, a]; c[0][0] = a;",
            "c[1]",
        ),
        ("", "return [b, a];"),
        ("", "return [b, a]"),
        ("let _x = b;", "[_x, a]"),
        ("", "[b * T::lit(1.), a]"),
    ] {
        let (code, output) = run_text("accepted", &gravity(statements, result), &["--require-all"]);
        assert_eq!(code, Some(0), "{statements} {result}\n{output}");
    }
    let blank = gravity("", "[b, a]") + "// Exact values of rounded constants:\n// 0.1 = 1/10\n\n";
    assert_eq!(run_text("blank", &blank, &[]).0, Some(0));
    for (statements, result, help) in [
        ("", "[2.0 * b, a]", "write `T::lit(2.0)`"),
        ("", "[b - 2, a]", "write `T::lit(2.0)`"),
        ("", "[1.0, a]", "write `T::lit(1.0)`"),
        ("", "[T::lit(1), a]", "write `T::lit(1.0)`"),
        ("", "[b.powi(2), a]", "write `a * a`"),
        ("", "[b.tan(), a]", "write `a.sin() / a.cos()`"),
        (
            "",
            "[if true { b } else { a }, a]",
            "write one formula for all states",
        ),
        (
            "for i in 0..2 {}",
            "[b, a]",
            "write its statements one after the other",
        ),
        ("let c = b; c += a;", "[c, a]", "write `let mut c`"),
        (
            "return [b, a]; let c = a;",
            "[c, a]",
            "let the function end with the value",
        ),
        ("let ref c = b;", "[b, a]", "name as many parts as it has"),
        (
            "let c: f64 = b;",
            "[c, a]",
            "write `let a = ..` without a type",
        ),
    ] {
        let (code, output) = run_text("refused", &gravity(statements, result), &[]);
        assert_eq!(code, Some(2), "{statements} {result}\n{output}");
        assert!(output.contains(help), "{help}:\n{output}");
    }
}

/// Nobody reads 200 KB.
#[test]
fn long_names_are_cut_in_messages() {
    let name = "a".repeat(200_000);
    let text = gravity("", "[b, a]");
    for text in [
        text.replace("fn gravity", &format!("fn {name}")),
        text.replace(
            "pub struct Arm",
            &format!("pub struct {name}; pub struct Arm"),
        ),
        gravity(&format!("let B{name} = b;"), "[b, a]"),
        gravity(&format!("let {name} = b; {name} += a;"), "[b, a]"),
        gravity("", &format!("[{name}, a]")),
        gravity("", &format!("[self.{name}(q), a]")),
        gravity("", &format!("[b.{name}(), a]")),
        gravity("", &format!("[{name} * 2, a]")),
    ] {
        let (code, output) = run_text("long", &text, &[]);
        assert_eq!(code, Some(2), "{}", output.len());
        assert!(output.len() < 1000, "{} letters", output.len());
    }
    let called = text.replace("fn gravity", &format!("fn {name}"));
    let (_, output) = run_text("long", &called, &[]);
    let expected = format!("`{}..` is no function", "a".repeat(60));
    assert!(output.contains(&expected), "{output}");
}

/// The number's trait has its path, since nothing is imported.
#[test]
fn the_trait_of_numbers_has_its_path() {
    let text = gravity("", "[b, a]");
    let abbreviation = text.replace("T: multibody::Real", "T: Real");
    let imported = format!("use multibody::Real;\n{abbreviation}");
    let condition = text.replace("<T: multibody::Real>", "<T>");
    let condition = condition.replace("[T; 2] {\n", "[T; 2] where T: Real {\n");
    for (text, expected) in [(abbreviation, 1), (imported, 2), (condition, 1)] {
        let (code, output) = run_text("real", &text, &[]);
        assert_eq!(code, Some(expected), "{output}");
        let help = output
            .lines()
            .find(|line| line.contains(": multibody::Real`"));
        assert!(help.is_some(), "{output}");
    }
    let (right, abbreviation) = ("impl<T: multibody::Real>", "impl<T: Real>");
    let text = FURUTA.text();
    assert!(text.contains(right));
    let result = FURUTA.verify(&text.replacen(right, abbreviation, 1));
    let help = result.expect_err("it is refused").help;
    assert_eq!(help, "write `T: multibody::Real`");
}

/// Only what makes the exit code 1, on quoted paths.
#[test]
fn quiet_prints_what_is_wrong_and_paths_are_quoted() {
    let right = gravity("", "[b, a]");
    let (_, output) = run_text("loud", &right, &[]);
    assert!(
        !output.contains('\u{1b}') && output.starts_with("Arm against "),
        "{output}"
    );
    assert_eq!(
        run_text("quiet", &right, &["--quiet"]),
        (Some(0), String::new())
    );
    let mistake = gravity("", "[b, b]");
    let (code, output) = run_text("wrong", &mistake, &["--quiet"]);
    assert_eq!((code, output.lines().count()), (Some(1), 1), "{output}");
    assert!(output.contains("gravity  WRONG"), "{output}");
    let undecided = gravity("let c = q[0].exp(); let d = c - c;", "[b + d, a]");
    assert_eq!(
        run_text("open", &undecided, &["--quiet"]),
        (Some(0), String::new())
    );
    let (code, output) = run_text("all", &undecided, &["--quiet", "--require-all"]);
    assert!(
        code == Some(1) && output.contains("gravity  not verified"),
        "{output}"
    );
}

/// Names of fields are no keywords where they stand.
#[test]
fn a_field_may_be_called_union() {
    let renamed = |text: &str| {
        let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
        let words = text.split_inclusive(|c| !is_of_name(c)).map(|word| {
            let name = word.trim_end_matches(|c| !is_of_name(c));
            let new_name = if name == "drag" { "union" } else { name };
            format!("{new_name}{}", &word[name.len()..])
        });
        words.collect::<String>()
    };
    let folder = std::env::temp_dir().join(format!("multibody-union-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("robot.rs");
    std::fs::write(&path, renamed(&FURUTA.description_text())).expect("a file");
    let description = Description::read(&path).expect("a description");
    std::fs::remove_dir_all(&folder).expect("a folder");
    let text = renamed(&FURUTA.text());
    assert!(text.contains("union: f64"), "{text}");
    let report = verify(&text, &description).unwrap_or_else(|of| panic!("{of}"));
    assert_eq!(report.exit_code(true), 0, "{report}");
}
