//! What is refused, with its line.

use std::process::Command;

use crate::files::{ARM, LEG, source};
use multibody_verify::verify;

const STRUCT: &str = "pub struct Arm;\n";

/// The message for a file with these items.
fn refusal(items: &str) -> String {
    let text = format!("{STRUCT}{items}");
    match verify(&text, &ARM.description()) {
        Ok(report) => panic!("{items}\n{report}"),
        Err(refusal) => refusal.to_string(),
    }
}

/// The message for a body of `gravity`.
fn in_body(body: &str) -> String {
    refusal(&format!(
        "impl Arm {{\npub fn gravity<T: multibody::Real>(&self, q: &[T; 2]) -> [T; 2] {{\n{body}\n}} }}"
    ))
}

#[test]
fn items_that_are_not_emitted_are_refused_by_line() {
    for items in [
        "mod multibody {}",
        "use core::ops::Add;",
        "extern crate core as multibody;",
        "macro_rules! lit { () => {} }",
        "fn helper() {}",
        "static X: u8 = 0;",
        "const X: u8 = 0;",
        "pub trait Real {}",
        "include!(\"x.rs\");",
        "#[cfg(test)]\nimpl Arm {}",
        "#[path = \"x.rs\"]\nimpl Arm {}",
        "impl Arm { #[cfg(test)] pub fn gravity() {} }",
        "impl Arm { #[doc = include_str!(\"x\")] pub fn gravity() {} }",
        "impl Arm { pub fn helper() {} }",
        "impl Arm { pub const G: f64 = 9.81; }",
        "impl<T> Arm {}",
        "impl core::ops::Add for Arm {}",
        "impl ::multibody::Joints for Arm {}",
        "impl multibody::Joints for f64 {}",
        "impl multibody::Real for Arm {}",
        "impl<T: multibody::Real> multibody::Multibody<T, 2, 3> for Arm {}",
        "impl<T: multibody::Real> multibody::Multibody<T, 2, 2> for Arm { fn helper(&self) {} }",
        "impl<T: multibody::Real> ArmAt<T> { pub fn helper(&self) {} }",
        "multibody::assert_dispatch!(1);",
        "enum ArmLink { A = include!(\"x\") }",
        "enum ArmLink { Other }",
        "unsafe impl multibody::Joints for Arm {}",
        "multibody::reference_items! { mod multibody {} }",
        "multibody::reference_items! { impl Arm { fn gravity() {} } }",
        "multibody::reference_items! { impl core::ops::Add for Arm {} }",
        "other::reference_items! {}",
        "enum Other {}",
        "impl ArmOther {}",
        "impl Arm { pub fn joint() { mod multibody {} } }",
        "impl Arm { pub fn joint() { include!(\"x\") } }",
        "impl Arm { pub const NQ: usize = { mod multibody {} 2 }; }",
        "impl multibody::Joints for Arm {}\nimpl multibody::Joints for Arm {}",
        "multibody::assert_dispatch!();\nmultibody::assert_dispatch!();",
    ] {
        let message = refusal(items);
        assert!(message.starts_with("line "), "{items}: {message}");
    }
    for items in [
        "impl Arm { pub fn neutral<T: multibody::Real>(&self) -> [T; 2] { [T::ONE; 2] } }",
        "impl Arm { pub const NQ: usize = 1 + 1; }",
    ] {
        let report = verify(&format!("{STRUCT}{items}"), &ARM.description()).unwrap();
        assert_eq!(report.exit_code(false), 1, "{items}: {report}");
    }
    let twice = "impl Arm { pub fn joint() {} pub fn joint() {} }";
    assert!(refusal(twice).contains("twice"));
    assert!(refusal("pub struct Arm;").contains("exactly one struct"));
}

#[test]
fn statements_that_are_not_emitted_are_refused_by_line() {
    for body in [
        "let multibody = q[0]; [q[0], q[0]]",
        "let T = q[0]; [q[0], q[0]]",
        "let é = q[0]; [q[0], q[0]]",
        "let ref a = q[0]; [q[0], q[0]]",
        "let a @ b = q[0]; [q[0], q[0]]",
        "let a: [T; 2] = q[0]; [a[0], a[0]]",
        "let a: f64 = q[0]; [a, a]",
        "let a: Vec<T> = *q; [a[0], a[0]]",
        "let Some(a) = q[0] else { loop {} }; [a, a]",
        "let a = q[0]; a = q[1]; [a, a]",
        "let a = [q[0], q[1]]; a[0] = q[1]; a",
        "let mut a = [q[0]]; a[1] = q[1]; [a[0], a[0]]",
        "let a = { let b = q[0]; b }; [a, b]",
        "[q[0], q[2]]",
        "[q[0], qd[0]]",
        "[q[0], q[0 + 1]]",
        "[q[0], q[1usize]]",
        "[q[0], T::lit(1)]",
        "[q[0], T::lit(1.0f32)]",
        "[q[0], T::lit(1_0.0)]",
        "[q[0], T::lit(0x1)]",
        "[q[0], 1.0]",
        "[q[0], T::PI]",
        "[q[0], <T as multibody::Real>::ZERO]",
        "[q[0], f64::sin(q[0])]",
        "[q[0], q[0].tan()]",
        "[q[0], q[0].sin::<T>()]",
        "[q[0], q[0] % q[1]]",
        "[q[0], !q[0]]",
        "[q[0], if true { q[0] } else { q[1] }]",
        "[q[0], (|| q[0])()]",
        "[q[0], multibody::outlined_chunk(|x| { q[0] })]",
        "[q[0], self.gravity(q)[0]]",
        "return [q[0], q[1]]; let a = q[0]; [a, a]",
        "{ return [q[0], q[1]]; }",
        "let a = { return [q[0], q[1]]; }; [a, a]",
        "return;",
        "let mut a = [q[0], q[1]]; a[0] = [q[1]]; a",
        "let mut a = [q[0], q[1]]; a += q[0]; a",
        "let a = q[0]; a += q[1]; [a, a]",
        "let _X = q[0]; [q[0], q[1]]",
        "let __ = q[0]; [q[0], q[1]]",
        "loop {}",
        "fn f() {} [q[0], q[1]]",
        "mul!(q); [q[0], q[1]]",
        "#[cfg(test)] let a = q[0]; [q[0], q[1]]",
        "[q[0], #[cfg(test)] q[1]]",
        "let mut a = [q[0], q[1]]; #[cfg(test)] a[0] = q[1]; a",
        "let (s, c) = T::sin_cos_all(#[cfg(test)] [q[0]]); [s[0], c[0]]",
        "unsafe { [q[0], q[1]] }",
        "'a: { [q[0], q[1]] }",
        "[q[0]; 3]",
        "q[0]",
        "[[q[0]; 99999]; 99999]",
        "let _ = q[0];",
    ] {
        let message = in_body(body);
        let is_here = message.starts_with("line 3: ") || message.starts_with("line 4: ");
        assert!(is_here, "{body}: {message}");
    }
}

#[test]
fn tables_are_not_trusted() {
    let text = LEG.text();
    for (change, expected) in [
        ("// 0.5 = 3/4\n", "is not the nearest float"),
        ("// 0.5\n", "is not `literal = value`"),
        ("// 0.5 = half\n", "has no exact value"),
    ] {
        let message = LEG
            .verify(&format!("{text}{change}"))
            .unwrap_err()
            .to_string();
        let line = text.lines().count() + 1;
        assert!(message.starts_with(&format!("line {line}: ")), "{message}");
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn a_constant_that_is_rounded_needs_its_row() {
    let text = LEG.text();
    let heading = text.find("// Exact values").expect("a table");
    let report = LEG.verify(&text[..heading]).unwrap();
    assert!(report.wrong() > 0, "{report}");
}

#[test]
fn what_calls_another_function_is_wrong() {
    let text = ARM.text();
    let call = "self.forward_dynamics(q, qd, tau)";
    for other in [
        "self.inverse_dynamics(q, qd, tau)",
        "self.forward_dynamics(q, tau, qd)",
    ] {
        let report = ARM.verify(&text.replace(call, other)).unwrap();
        assert!(
            !report.is_verified("Acceleration::acceleration"),
            "{report}"
        );
        assert!(report.wrong() > 0);
    }
    let report = ARM
        .verify(&text.replace("NQ: usize = 2", "NQ: usize = 3"))
        .unwrap();
    assert!(report.wrong() > 0 && !report.is_verified("NQ"));
}

/// Such a function never returns.
#[test]
fn what_calls_itself_is_not_right() {
    let body = "self.gravity(q)";
    let text = format!(
        "{STRUCT}impl Arm {{ pub fn gravity<T: multibody::Real>(&self, q: &[T; 2]) -> [T; 2] {{ {body} }} }}"
    );
    let message = verify(&text, &ARM.description()).unwrap_err().to_string();
    assert!(message.contains("called too often"), "{message}");
}

#[test]
fn the_head_and_the_description_are_checked() {
    let text = ARM.text();
    let refusal = |text: &str| ARM.verify(text).unwrap_err().to_string();
    let other = text.replacen("multibody 0.1.0", "multibody 0.0.9", 1);
    assert!(refusal(&other).contains("version 0.0.9"));
    let command = text.replacen("--functions gravity", "--colours gravity", 1);
    assert!(refusal(&command).contains("`--colours` is not an option"));
    let elsewhere = text.replacen("--name Arm", "--name Arm --crate a::multibody", 1);
    assert!(refusal(&elsewhere).contains("`crate`"));
    for bundle in ["gravity=bias", "both=bias bias", "both=nothing"] {
        let bundled = format!("--name Arm --bundle '{bundle}'");
        assert!(refusal(&text.replacen("--name Arm", &bundled, 1)).contains("a bundle"));
    }
    let renamed_text = text.replacen("--name Arm", "--name Leg", 1);
    assert!(
        refusal(&renamed_text).contains("no such implementation")
            || refusal(&renamed_text).contains("line")
    );
    assert!(verify(&text, &source("<robot")).is_err());
    assert!(verify("", &source("<robot/>")).is_err());
}

#[test]
fn rows_of_tables_are_verified() {
    let text = ARM.text();
    let (joints, links) = ("JOINTS", "LINKS");
    for item in [joints, links] {
        assert!(ARM.verify(&text).unwrap().is_verified(item));
    }
    for (item, right, mistake) in [
        (joints, "name: \"elbow\", kind", "name: \"wrist\", kind"),
        (joints, "JointKind::Revolute", "JointKind::Prismatic"),
        (joints, "Chart::Vector", "Chart::Floating"),
        (joints, "q: 1, nq: 1", "q: 0, nq: 1"),
        (joints, "nq: 1, v: 1", "nq: 2, v: 1"),
        (joints, "v: 1, nv: 1", "v: 1, nv: 0"),
        (
            joints,
            "nv: 1, parent: ::core::option::Option::Some(0)",
            "nv: 1, parent: ::core::option::Option::Some(1)",
        ),
        (joints, "upper: 2.5", "upper: 2.4"),
        (joints, "JointInfo; 2]", "JointInfo; 3]"),
        (
            links,
            "mass: ::core::option::Option::Some(",
            "mass: ::core::option::Option::Some(1",
        ),
        (links, "LinkInfo; ", "LinkInfo; 1"),
    ] {
        assert!(text.contains(right), "{right}");
        let report = ARM.verify(&text.replacen(right, mistake, 1)).unwrap();
        assert!(
            !report.is_verified(item) && report.wrong() > 0,
            "{mistake}: {report}"
        );
    }
}

/// The command's exit codes.
#[test]
fn exit_codes_distinguish_wrong_from_unreadable() {
    let folder = std::env::temp_dir().join(format!("multibody-verify-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("arm.rs");
    let run_with = |text: &str, has_description: bool, options: &[&str]| {
        std::fs::write(&file, text).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-multibody-verify"));
        command.arg("multibody-verify").args(options).arg(&file);
        if has_description {
            let description = ARM.path().with_file_name("../arm.urdf");
            command.arg("--against").arg(description);
        }
        let output = command.output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).unwrap())
    };
    let run = |text: &str, has_description: bool| run_with(text, has_description, &[]);
    let text = ARM.text();
    let required = |text: &str| run_with(text, true, &["--require-all"]).0;
    assert_eq!(required(&text), Some(0));
    assert_eq!(required("pub struct Arm;"), Some(1));
    assert_eq!(run("pub struct Arm;", true).0, Some(0));
    let (code, output_text) = run_with(&text, true, &["--colours"]);
    assert_eq!(code, Some(2));
    assert!(output_text.starts_with("usage: "), "{output_text}");
    let (code, output_text) = run(&text, true);
    assert_eq!(code, Some(0), "{output_text}");
    assert!(
        output_text.contains("15 of 15 items verified, 0 wrong"),
        "{output_text}"
    );
    let (code, output_text) = run(&text.replace("T::lit(2.75661)", "T::lit(2.75662)"), true);
    assert_eq!(code, Some(1), "{output_text}");
    assert!(output_text.contains("gravity  WRONG"), "{output_text}");
    // Longer than a description may be, and longer than a generated file may be.
    let long_text = |count: usize| {
        let comment = format!("// {}\n#[derive", "a".repeat(count << 20));
        text.replacen("#[derive", &comment, 1)
    };
    assert_eq!(run(&long_text(17), true).0, Some(0));
    let (code, output_text) = run(&long_text(64), true);
    assert_eq!(code, Some(2), "{output_text}");
    assert!(
        output_text.contains("the limit is 67108864"),
        "{output_text}"
    );
    for (text, expected) in [
        (text.as_str(), "there is no such file"),
        ("fn main() {}", "does not give the path of its description"),
        ("\0", "error: "),
    ] {
        let (code, output_text) = run(text, false);
        assert_eq!(code, Some(2), "{output_text}");
        assert!(output_text.contains(expected), "{output_text}");
    }
    // Next to a description that has changed.
    let description = std::fs::read_to_string(ARM.path().with_file_name("../arm.urdf")).unwrap();
    let text_beside = text.replacen("../arm.urdf", "arm.urdf", 1);
    std::fs::write(folder.join("arm.urdf"), description.replace("2.4", "2.5")).unwrap();
    let (code, output_text) = run(&text_beside, false);
    assert_eq!(code, Some(2), "{output_text}");
    assert!(output_text.contains("have changed"), "{output_text}");
    std::fs::write(folder.join("arm.urdf"), description).unwrap();
    assert_eq!(run(&text_beside, false).0, Some(0));
    std::fs::remove_dir_all(&folder).unwrap();
}
