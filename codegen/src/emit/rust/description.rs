//! What the generic algorithms need to check a robot: its description as read, and a way to call
//! all of its functions.

use super::Robot;
use super::function::name;
use super::signature::{Shape, Signature};
use crate::derive::functions::Target;
use crate::exact::nearest_f64;
use crate::ir::{InputKind, Matrix3, Value, Vector3};
use crate::mechanism::{Joint, Mechanism, Motion, Offset};
use crate::settings::Function;

/// The implementation of `multibody::reference::Described`, there only with that feature.
pub fn described(robot: &Robot<'_>) -> String {
    let mut text = format!(
        "\nmultibody::reference_items! {{\n    impl multibody::reference::Described for {} {{\n",
        robot.name
    );
    text += &model(robot.mechanism);
    if !robot.wrench_links.is_empty() {
        text += &wrench_links(robot);
    }
    text += &evaluate(robot);
    text += "    }\n\n";
    text += &format!(
        "    #[allow(dead_code, reason = \"generated: not everyone checks\")]\n    impl {} {{\n        /// The robot as read, for the generic algorithms.\n        \
             pub fn model() -> multibody::reference::Model {{\n            \
                 multibody::reference::Described::model(&Self)\n        }}\n    }}\n}}\n",
        robot.name
    );
    text
}

fn model(mechanism: &Mechanism) -> String {
    let floats = Floats { mechanism };
    let mut text = String::from(
        "        fn model(&self) -> multibody::reference::Model {\n            \
             use multibody::reference::{Coordinate, Joint, Link, Model, Motion};\n            \
             let links = [\n",
    );
    for link in &mechanism.links {
        text += &format!(
            "                Link {{ name: {:?}, mass: {:?}, com: {}, inertia: {} }},\n",
            link.name,
            floats.number(link.mass),
            floats.vector(&link.com),
            floats.matrix(&link.inertia),
        );
    }
    text += "            ];\n            let joints = [\n";
    for joint in &mechanism.joints {
        text += &format!(
            "                Joint {{ name: {:?}, parent: {:?}, child: {}, rotation: {}, \
             translation: {}, motion: {} }},\n",
            joint.name,
            joint.parent,
            joint.child,
            floats.matrix(&joint.origin.rotation),
            floats.vector(&joint.origin.translation),
            motion(&floats, joint),
        );
    }
    text += "            ];\n";
    if mechanism.joints.iter().all(|joint| !has_axis(joint)) {
        text += "            let _ = |coordinate: Coordinate| coordinate;\n";
    }
    text += &format!(
        "            Model::new({}, links, joints).limited(&Self::JOINTS)\n        }}\n\n",
        floats.vector(&mechanism.gravity)
    );
    text
}

fn has_axis(joint: &Joint) -> bool {
    joint
        .motion
        .as_ref()
        .is_some_and(|motion| motion.kind.name() != "floating")
}

fn motion(floats: &Floats<'_>, joint: &Joint) -> String {
    let Some(motion) = &joint.motion else {
        return "Motion::Fixed".into();
    };
    let coordinate = &floats.mechanism.coordinates[motion.coordinate];
    let variant = match motion.kind.name() {
        "revolute" => "Revolute",
        "prismatic" => "Prismatic",
        _ => {
            return format!(
                "Motion::Floating {{ q: {}, v: {} }}",
                coordinate.q, coordinate.v
            );
        }
    };
    let axis = motion.axes.map(|row| row[2]);
    format!(
        "Motion::{variant} {{ axis: {}, coordinate: Coordinate {{ index_q: {}, index_v: {}, \
         multiplier: {:?}, offset: {:?} }} }}",
        floats.vector(&axis),
        coordinate.q,
        coordinate.v,
        nearest_f64(&motion.multiplier),
        offset(motion),
    )
}

fn offset(motion: &Motion) -> f64 {
    match &motion.offset {
        Offset::Zero => 0.0,
        Offset::Angle(angle) => angle.radians(),
        Offset::Length(length) => nearest_f64(length),
    }
}

fn wrench_links(robot: &Robot<'_>) -> String {
    let names: Vec<String> = (robot.wrench_links.iter())
        .map(|&at| format!("{:?}", robot.mechanism.links[at].name))
        .collect();
    format!(
        "        fn wrench_links(&self) -> &'static [&'static str] {{\n            &[{}]\n        }}\n\n",
        names.join(", ")
    )
}

fn evaluate(robot: &Robot<'_>) -> String {
    let mut text = String::from(
        "        fn evaluate(\n            &self,\n            state: &multibody::reference::State,\n            \
             report: &mut dyn FnMut(multibody::reference::Quantity, &[f64]),\n        ) {\n            \
             use multibody::reference::Quantity;\n",
    );
    let used = |kind| {
        let takes = |(target, _): &(Target, _)| {
            Signature::of(robot, target.function)
                .arguments
                .contains(&kind)
        };
        robot.functions.iter().any(takes)
    };
    for (kind, field) in [
        (InputKind::Q, "q"),
        (InputKind::Qd, "qd"),
        (InputKind::Qdd, "qdd"),
        (InputKind::Tau, "tau"),
        (InputKind::Wrench, "wrenches"),
    ] {
        if used(kind) {
            text += &format!(
                "            let {field} = state.{field}.as_slice().try_into().expect(\"as many as the robot has\");\n"
            );
        }
    }
    for (target, _) in robot.functions {
        text += &call(robot, *target);
    }
    text += "        }\n";
    text
}

fn call(robot: &Robot<'_>, target: Target) -> String {
    let signature = Signature::of(robot, target.function);
    let arguments: Vec<&str> = signature
        .arguments
        .iter()
        .map(|&kind| super::signature::argument_name(kind))
        .collect();
    let call = match target.function {
        Function::TotalMass => "self.total_mass::<f64>()".to_owned(),
        _ => format!("self.{}({})", name(robot, target), arguments.join(", ")),
    };
    let quantity = quantity(robot, target);
    match signature.shape {
        Shape::Scalar => format!("            report({quantity}, &[{call}]);\n"),
        Shape::Vector(_) => format!("            report({quantity}, &{call});\n"),
        Shape::Matrix(..) => format!("            report({quantity}, {call}.as_flattened());\n"),
        Shape::Pose => format!(
            "            let (rotation, translation): ([[f64; 3]; 3], [f64; 3]) = {call};\n            \
             let rotation = rotation.as_flattened();\n            \
             let pose: [f64; 12] = core::array::from_fn(|k| {{\n                \
                 if k < 9 {{ rotation[k] }} else {{ translation[k - 9] }}\n            }});\n            \
             report({quantity}, &pose);\n"
        ),
    }
}

fn quantity(robot: &Robot<'_>, target: Target) -> String {
    let variant: String = (target.function.name().split('_'))
        .map(|word| word[..1].to_uppercase() + &word[1..])
        .collect();
    match target.link {
        Some(link) => format!(
            "Quantity::{variant}({:?})",
            robot.mechanism.links[link].name
        ),
        None => format!("Quantity::{variant}"),
    }
}

/// Nearest floats of a mechanism's values.
struct Floats<'a> {
    mechanism: &'a Mechanism,
}

impl Floats<'_> {
    fn number(&self, value: Value) -> f64 {
        self.mechanism
            .builder
            .as_constant(value)
            .map_or(f64::NAN, nearest_f64)
    }

    fn vector(&self, v: &Vector3) -> String {
        format!("{:?}", v.map(|x| self.number(x)))
    }

    fn matrix(&self, m: &Matrix3) -> String {
        format!("{:?}", m.map(|row| row.map(|x| self.number(x))))
    }
}
