//! What the verifier accepts compiles: functions written by hand, and robots with the names of types in macros of the runtime.

use std::path::Path;
use std::process::Command;

use multibody::Dual;

#[path = "../../tests/tests/shared/built.rs"]
mod built;

mod arm {
    #![allow(
        clippy::needless_return,
        clippy::used_underscore_binding,
        reason = "all statements that are accepted, not the best ones"
    )]
    include!("../../codegen/verify/tests/verify/statements.rs");
}

/// The verifier's own test says that they are right.
#[test]
fn statements_that_are_verified_compile_and_have_the_values_of_the_formula() {
    let q = [0.3, -0.8];
    let a = 4.4145 * f64::sin(q[0] + q[1]);
    let expected = [18.1485 * q[0].sin() + a, a];
    let mut output = [f64::NAN; 2];
    arm::Arm.gravity_into(&q, &mut output);
    for actual in [arm::Arm.gravity(&q), output] {
        for (actual, expected) in actual.into_iter().zip(expected) {
            // Some ten roundings of numbers of this size.
            assert!(
                (actual - expected).abs() < 1e-14 * 20.0,
                "{actual}, not {expected}"
            );
        }
    }
    let q = [Dual::<f64, 1>::variable(q[0], 0), Dual::constant(q[1])];
    let [slope] = arm::Arm.gravity(&q)[1].derivatives;
    assert!(
        (slope - 4.4145 * f64::cos(0.3 - 0.8)).abs() < 1e-14 * 20.0,
        "{slope}"
    );
}

/// `Call` was the name of a type in `dispatched!`, and `A`, `Each` and `One` are names of types in macros and in dispatched functions.
#[test]
fn robots_may_have_the_names_of_types_in_macros() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../codegen/verify/tests/verify/files");
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a generated file");
    let (dispatched, parametric) = (text("dispatched.rs"), text("parametric.rs"));
    assert!(dispatched.contains("multibody::dispatched! {\n            self: Dispatched,"));
    assert!(parametric.contains("multibody::parameter_lanes! {\n    BobParameters"));
    let mut modules = String::new();
    for name in ["Call", "Each", "One", "A"] {
        let files = [
            dispatched.replace("Dispatched", name),
            parametric.replace("Bob", name),
        ];
        for (index, file) in files.iter().enumerate() {
            modules += &format!("pub mod m{}_{index} {{\n{file}}}\n", name.to_lowercase());
        }
    }
    let out = std::env::temp_dir().join(format!("multibody-names-{}", std::process::id()));
    std::fs::create_dir_all(&out).expect("a folder for temporary files");
    let file = out.join("all.rs");
    std::fs::write(&file, modules).expect("a file");
    let output = Command::new("rustc")
        .args([
            "--edition",
            "2024",
            "--crate-type",
            "lib",
            "--emit",
            "metadata",
            "--out-dir",
        ])
        .arg(&out)
        .arg(format!("--extern=multibody={}", built::library().display()))
        .arg(format!("-Ldependency={}", built::libraries().display()))
        .arg(&file)
        .output()
        .expect("rustc");
    std::fs::remove_dir_all(&out).expect("a folder that can be removed");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
