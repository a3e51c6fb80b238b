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

/// A dispatched function, as it is emitted.
const DISPATCHED: &str = "
pub struct Dispatched;
impl Dispatched {
    pub fn gravity<T: multibody::Real>(&self, q: &[T; 2]) -> [T; 2] {
        let mut out = [T::ZERO; 2];
        self.gravity_into(q, &mut out);
        out
    }
    pub fn gravity_into<T: multibody::Real>(&self, q: &[T; 2], out: &mut [T; 2]) {
        multibody::dispatched! {
            self: Dispatched,
            gravity_into_with<T, A>(
                q: &'a [T; 2],
                out: &'a mut [T; 2],
            ) -> (),
            is_long: false,
        }
    }
    #[inline(always)]
    fn gravity_into_with<T, A>(&self, q: &[T; 2], out: &mut [T; 2])
    where
        T: multibody::Real,
        A: multibody::dispatch::Arithmetic<T>,
    {
        let ([s, t], [c, _]) = A::sin_cos_all([A::load(q[0]), A::load(q[1])]);
        out[0] = A::store(c.mul_add(s, t));
        out[1] = A::store(s);
    }
}
multibody::assert_dispatch!();
";

/// `Call` was the name of a type in `dispatched!`, and `A`, `Each` and `One` are names of types in macros and in dispatched functions.
#[test]
fn robots_may_have_the_names_of_types_in_macros() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../codegen/verify/tests/verify/files");
    let parametric = std::fs::read_to_string(folder.join("furuta.rs")).expect("a generated file");
    assert!(parametric.contains("multibody::parameter_lanes! {\n    RobotParameters"));
    let mut modules = String::new();
    for name in ["Call", "Each", "One", "A"] {
        let files = [
            DISPATCHED.replace("Dispatched", name),
            parametric.replace("Robot", name),
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
