//! The actuators of an MJCF are a table, whose text is verified.

use multibody_codegen::{Function, Settings, Source, generate};

/// A joint with a motor, a servo on a tendon, and an actuator with a state of its own.
const ROBOT: &str = r#"<mujoco><worldbody><body name="b"><joint name="x" type="slide" axis="1 0 0"/>
<joint name="y" axis="0 1 0" ref="20"/><geom size=".1" pos=".2 0 .1"/></body></worldbody>
<tendon><fixed name="t"><joint joint="x" coef="2"/><joint joint="y" coef="-3"/></fixed></tendon>
<actuator><motor name="m" joint="y" gear="4" forcerange="-1 1"/><position name="s" tendon="t" kp="10" gear="2"/>
<intvelocity joint="x"/></actuator></mujoco>"#;

#[test]
fn actuators_of_an_mjcf_are_a_table() {
    let settings = Settings {
        functions: [Function::TotalMass].into(),
        ..Settings::default()
    };
    let source = Source::new("servo.xml", ROBOT);
    let generated = generate(&source, &settings, &mut |_| ()).expect("a robot");
    let table = "pub const ACTUATORS: [multibody::ActuatorInfo; 2] = [
        multibody::ActuatorInfo { name: \"m\", ctrl: [f64::NEG_INFINITY, f64::INFINITY], force: [-1.0, 1.0] },
        multibody::ActuatorInfo { name: \"s\", ctrl: [f64::NEG_INFINITY, f64::INFINITY], force: [f64::NEG_INFINITY, f64::INFINITY] },
    ];";
    assert!(
        generated.definitions.contains(table),
        "{}",
        generated.definitions
    );
}
