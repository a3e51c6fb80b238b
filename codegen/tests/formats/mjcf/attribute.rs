//! Expressions of a file and those of an attribute beside it are of one system.

use std::path::{Path, PathBuf};

use multibody_codegen::settings::Effort;
use multibody_codegen::{Function, Generated, Settings, generate, generate_attribute, read_file};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats/mjcf")
}

/// The robot of an attribute that names the file.
fn beside(items: &str) -> Generated {
    let attribute = format!(
        "mjcf = \"coupled.xml\", effort = none, functions(constraint, constraint_jacobian), {items}"
    );
    let robot = generate_attribute(
        attribute.parse().expect("tokens"),
        "struct Coupled;".parse().expect("a struct"),
        &folder(),
        &mut |_| (),
    );
    robot.generated.expect("a robot without a fault")
}

/// The equality of a file was read with inputs that the attribute forgot: an index was out of bounds.
#[test]
fn equalities_of_a_file_stay_beside_an_attribute() {
    let source = read_file(&folder().join("coupled.xml"));
    let settings = Settings {
        name: "Coupled".into(),
        effort: Effort::None,
        functions: [Function::Constraint, Function::ConstraintJacobian].into(),
        ..Settings::default()
    };
    let of_file = generate(&source.expect("a file"), &settings, &mut |_| ());
    let of_file = of_file.expect("a robot without a fault").definitions;
    assert_eq!(beside("").definitions, of_file);
    // One that the file has not, of another joint and of one that the file's has.
    let both = beside("constraint wire: z - 3 * x").definitions;
    for part in ["NC: usize = 2", "\"gear\"", "\"wire\""] {
        assert!(both.contains(part), "{part}: {both}");
    }
}
