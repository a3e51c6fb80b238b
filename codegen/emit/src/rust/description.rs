//! What the generic algorithms need to check a robot: its description as read, and a way to call all of its functions.

use super::robot::Robot;
use super::{body, checked, constraints as constraint_table, joints as joint_table, prepare};
use multibody_description::force::{self, Element};
use multibody_description::function::Axes;
use multibody_description::joint::ReferenceInputs;
use multibody_description::system::{
    Between, End, Joint, Motion, Offset, PROXIMAL_STEPS, PointSpring, Row, System,
};
use multibody_program::exact::nearest_f64;
use multibody_program::ir::{Matrix3, Program, Value, Vector3};
use multibody_support::foreign::literal;
use std::collections::BTreeMap;

/// The implementation of `multibody::reference::Described`, which is compiled only with that feature. Nothing
/// if the generic algorithms lack one of the joint types.
pub fn described(robot: &Robot<'_>) -> String {
    let floats = Floats::new(robot.system);
    let joints = &robot.system.tree.joints;
    if robot.derived && joints.iter().any(|joint| motion(&floats, joint).is_none()) {
        return String::new();
    }
    // Not every struct can be constructed here. A parametric model therefore reads its values from the robot
    // that is checked; any other model needs no robot.
    let (takes, gives) = match robot.is_parametric() {
        true => ("&self", "self"),
        false => ("", ""),
    };
    let (name, body) = (
        robot.name,
        match robot.derived {
            true => model(robot),
            false => ENDLESS.to_owned(),
        },
    );
    let mut text = format!(
        "\nmultibody::reference_items! {{\n    {ALLOWANCES}\n    impl {name} {{\n        \
             /// The robot as read, for the generic algorithms.\n        \
             pub fn model({takes}) -> multibody::reference::Model {{\n{body}        }}\n    }}\n\n    \
             {ALLOWANCES}\n    impl multibody::reference::Described for {name} {{\n        \
             fn model(&self) -> multibody::reference::Model {{\n            Self::model({gives})\n        }}\n\n",
    );
    if !robot.wrench_links.is_empty() {
        text += &wrench_links(robot);
    }
    text += &match robot.derived {
        true => checked::functions(robot),
        false => ENDLESS_EVALUATE.to_owned(),
    };
    text + "    }\n}\n"
}

const ALLOWANCES: &str = "#[allow(unused, clippy::approx_constant, clippy::excessive_precision, clippy::pedantic, clippy::useless_conversion, reason = \"generated: not every robot needs all, and not everyone checks\")]";
const ENDLESS: &str = "            loop {}\n";
const ENDLESS_EVALUATE: &str = "        fn evaluate(\n            &self,\n            _: &multibody::reference::State,\n            \
     _: &mut dyn ::core::ops::FnMut(multibody::reference::Quantity, &[f64]),\n        ) {\n            loop {}\n        }\n";

/// The body of the function.
fn model(robot: &Robot<'_>) -> String {
    let system = robot.system;
    let floats = Floats::new(system);
    let mut text = String::from(
        "            use multibody::reference::{Coordinate, Joint, Link, Model, Motion};\n",
    );
    if robot.is_parametric() {
        text += "            use multibody::Real as _;\n            type T = f64;\n";
        text += &prepare::parameters(robot, "f64::from(", ")");
        text += &floats.statements;
    }
    text += "            let links = [\n";
    for link in &system.tree.links {
        text += &format!(
            "                Link {{ name: {}, mass: {}, com: {}, inertia: {} }},\n",
            literal(&link.name),
            floats.number(link.mass),
            floats.vector(&link.com),
            floats.matrix(&link.inertia),
        );
    }
    text += "            ];\n            let joints = [\n";
    let motions: Vec<String> = (system.tree.joints.iter())
        .map(|joint| motion(&floats, joint).expect("asked before"))
        .collect();
    for (joint, motion) in system.tree.joints.iter().zip(&motions) {
        text += &format!(
            "                Joint {{ name: {}, parent: {}, child: {}, rotation: {}, \
             translation: {}, motion: {motion} }},\n",
            literal(&joint.name),
            // A robot may be called `Some` or `None`.
            match joint.parent {
                Some(parent) => format!("::core::option::Option::Some({parent})"),
                None => "::core::option::Option::None".to_owned(),
            },
            joint.child,
            floats.matrix(&joint.origin.rotation),
            floats.vector(&joint.origin.translation),
        );
    }
    text += "            ];\n";
    text += &format!(
        "            Model::new({}, links, joints){}.limited(&{}){}{}{}\n",
        floats.vector(&system.gravity),
        expressions(robot, &floats),
        joint_table::copy(system),
        armatures(&floats),
        forces(&floats),
        constraints(robot, &floats),
    );
    text
}

/// The symbolic terms, as a function of positions and rates.
fn expressions(robot: &Robot<'_>, floats: &Floats<'_>) -> String {
    let system = floats.system;
    if system.symbolic.is_empty() {
        return String::new();
    }
    let mut b = system.builder.clone();
    let symbolic = system.symbolic.inlined(&mut b);
    let mut values = vec![b.sum(symbolic.kinetic), b.sum(symbolic.potential)];
    values.extend(symbolic.forces.iter().map(|(_, force)| *force));
    for body in &symbolic.bodies {
        values.extend(body.rotation.into_iter().flatten());
        values.extend(body.position.into_iter().chain(body.force));
    }
    let (statements, outputs) = body::statements(&b.finish(&values));
    let bodies = (system.symbolic.bodies.iter()).map(|body| {
        format!(
            "({}, {})",
            floats.number(body.mass),
            floats.matrix(&body.inertia)
        )
    });
    let forces = symbolic.forces.iter().map(|(v, _)| v.to_string());
    let listed = |items: &mut dyn Iterator<Item = String>| items.collect::<Vec<_>>().join(", ");
    let parameters = match robot.is_parametric() {
        true => "            let p = p.map(T::lit);\n",
        false => "",
    };
    format!(
        ".with_expressions(multibody::reference::Expressions::new({}, &[{}], &[{}], move |t, q, qd| {{\n            \
             use multibody::Real as _;\n            type T = multibody::reference::Jet;\n{parameters}{statements}            [{}]\n            }}))",
        coordinates(system),
        listed(&mut bodies.into_iter()),
        listed(&mut forces.into_iter()),
        outputs.join(", "),
    )
}

/// The armature of each joint that has one.
fn armatures(floats: &Floats<'_>) -> String {
    let joints = floats.system.tree.joints.iter().enumerate();
    let armatures: Vec<String> = joints
        .filter(|(_, joint)| !floats.system.builder.is_zero(joint.armature))
        .map(|(at, joint)| format!("({at}, {})", floats.number(joint.armature)))
        .collect();
    match armatures.is_empty() {
        true => String::new(),
        false => format!(".with_armatures(&[{}])", armatures.join(", ")),
    }
}

/// The force elements, grouped by type: `.damped(&[(joint, coefficient)])`.
fn forces(floats: &Floats<'_>) -> String {
    let of_type = |kind: force::Kind| {
        let forces = floats.system.forces.iter();
        let elements = forces.filter(|force| force::same(force.kind, kind));
        let elements: Vec<String> = elements
            .map(
                |Element {
                     joint,
                     coefficients,
                     ..
                 }| {
                    let numbers = coefficients.iter().map(|&value| floats.number(value));
                    let numbers: Vec<String> = numbers.collect();
                    format!("({joint}, {})", numbers.join(", "))
                },
            )
            .collect();
        format!(".{}(&[{}])", kind.reference(), elements.join(", "))
    };
    let types = floats.system.force_types().into_iter();
    types.map(of_type).chain([point_springs(floats)]).collect()
}

fn point_springs(floats: &Floats<'_>) -> String {
    let springs = &floats.system.point_springs;
    if springs.is_empty() {
        return String::new();
    }
    let end = |end: &End| format!("({}, {})", link(end), floats.vector(&end.point));
    let spring = |spring: &PointSpring| {
        let [from, to] = spring.ends.each_ref().map(end);
        let numbers = [spring.stiffness, spring.length, spring.damping];
        let [stiffness, length, damping] = numbers.map(|number| floats.number(number));
        format!(
            "multibody::reference::PointSpring {{ ends: [{from}, {to}], stiffness: {stiffness}, \
             length: {length}, damping: {damping} }}"
        )
    };
    let springs: Vec<String> = springs.iter().map(spring).collect();
    format!(".with_point_springs(&[{}])", springs.join(", "))
}

/// The constraints, one for each row.
fn constraints(robot: &Robot<'_>, floats: &Floats<'_>) -> String {
    let system = floats.system;
    if system.constraints.is_empty() {
        return String::new();
    }
    let mut b = system.builder.clone();
    let symbolic = system.symbolic.inlined(&mut b).constraints;
    let rows: Vec<String> = (system.constraints.iter())
        .map(|constraint| match &constraint.row {
            Row::Expression { at, is_velocity_level } => {
                let level = if *is_velocity_level { "Rate" } else { "Position" };
                let row = expression_row(robot, &b.finish(&[symbolic[*at]]), "t, q, qd");
                format!(
                    "multibody::reference::Constraint::expressed({}, [multibody::reference::Level::{level}], {row})",
                    coordinates(system),
                )
            }
            Row::PointExpression { ends, at } => {
                let row = expression_row(robot, &b.finish(&[symbolic[*at]]), "t, q, r");
                let [from, to] = ends.each_ref().map(|end| frame(floats, end));
                format!(
                    "multibody::reference::Constraint::placed({from}, {to}, {}, {row})",
                    coordinates(system),
                )
            }
            Row::Between { ends, what } => {
                let row = match what {
                    Between::Apart(k) => format!("Apart({k})"),
                    Between::Across(i, j) => format!("Axes({i}, {j})"),
                    Between::Turned(k) => format!("Skew({k})"),
                    Between::Distance(length) => format!("Distance({})", floats.number(*length)),
                };
                let [from, to] = ends.each_ref().map(|end| frame(floats, end));
                between(&from, &to, &row)
            }
            Row::Contact {
                end,
                axes,
                component,
            } => {
                let whose = match axes {
                    Axes::World => "",
                    Axes::Link => "Own",
                };
                let what = ["Velocity", "Spin"][component / 3];
                let row = format!("{whose}{what}({})", component % 3);
                let world = End {
                    link: None,
                    point: [Value::ZERO; 3],
                };
                between(&frame(floats, &world), &frame(floats, end), &row)
            }
        })
        .collect();
    let regularized = system.regularization.as_ref().map(|eps| {
        let eps = nearest_f64(eps);
        format!(".with_regularization({eps:?}, {PROXIMAL_STEPS})")
    });
    format!(
        ".with_constraints([{}]).with_constraint_table(&{}){}{}",
        rows.join(", "),
        constraint_table::copy(system),
        regularized.unwrap_or_default(),
        driven(system)
    )
}

/// The rates that motors drive, unless they drive all.
fn driven(system: &System) -> String {
    let driven = &system.driven;
    let rates: Vec<String> = (0..driven.len())
        .filter(|&v| driven[v])
        .map(|v| v.to_string())
        .collect();
    match rates.len() == driven.len() {
        true => String::new(),
        false => format!(".driven_along(&[{}])", rates.join(", ")),
    }
}

fn between(from: &str, to: &str, row: &str) -> String {
    format!(
        "multibody::reference::Constraint::between({from}, {to}, [multibody::reference::Row::{row}])"
    )
}

fn frame(floats: &Floats<'_>, end: &End) -> String {
    format!(
        "multibody::reference::Frame {{ link: {}, \
         rotation: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], translation: {} }}",
        link(end),
        floats.vector(&end.point)
    )
}

fn link(end: &End) -> String {
    match end.link {
        Some(link) => format!("::core::option::Option::Some({link})"),
        None => "::core::option::Option::None".to_owned(),
    }
}

/// The coordinates that expressions may name: the position and rate of each.
fn coordinates(system: &System) -> String {
    let positions = system.positions_of_rates().into_iter().zip(0..);
    let coordinates: Vec<String> = positions
        .filter_map(|(q, v)| Some(format!("({}, {v})", q?)))
        .collect();
    format!("&[{}]", coordinates.join(", "))
}

/// An expression row, as a function of the arguments `of`.
fn expression_row(robot: &Robot<'_>, program: &Program, of: &str) -> String {
    let (statements, outputs) = body::statements(program);
    let parameters = match robot.is_parametric() {
        true => "            let p = p.map(T::lit);\n",
        false => "",
    };
    format!(
        "move |{of}| {{\n            \
             use multibody::Real as _;\n            type T = multibody::reference::Jet;\n            \
             let _ = ({of});\n{parameters}{statements}            [{}]\n            }}",
        outputs.join(", "),
    )
}

/// How a joint moves; `None` if the generic algorithms lack its type.
fn motion(floats: &Floats<'_>, joint: &Joint) -> Option<String> {
    let motions = joint
        .motions
        .iter()
        .map(|motion| elementary(floats, motion));
    let mut motions = motions.collect::<Option<Vec<String>>>()?;
    Some(match motions.len() {
        0 => "Motion::Fixed".into(),
        1 => motions.remove(0),
        _ => format!("Motion::sequence([{}])", motions.join(", ")),
    })
}

fn elementary(floats: &Floats<'_>, motion: &Motion) -> Option<String> {
    let coordinate = &floats.system.coordinates[motion.coordinate];
    let (q, v) = (coordinate.q, coordinate.v);
    let axis = motion.axes.map(|row| row[2]);
    motion.kind.reference(&ReferenceInputs {
        axis: floats.vector(&axis),
        axes: floats.matrix(&motion.axes),
        coordinate: format!(
            "Coordinate {{ index_q: {q}, index_v: {v}, multiplier: {:?}, offset: {:?} }}",
            nearest_f64(&motion.multiplier),
            offset(motion),
        ),
        q,
        v,
    })
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
        .map(|&at| literal(&robot.system.tree.links[at].name))
        .collect();
    format!(
        "        fn wrench_links(&self) -> &'static [&'static str] {{\n            &[{}]\n        }}\n\n",
        names.join(", ")
    )
}

/// A system's values as Rust expressions: the nearest floats, or values computed from parameters.
struct Floats<'a> {
    system: &'a System,
    /// The statements that compute what depends on parameters.
    statements: String,
    /// The values computed by these statements.
    computed: BTreeMap<Value, String>,
}

impl<'a> Floats<'a> {
    fn new(system: &'a System) -> Self {
        let waiting: Vec<Value> = (values(system).into_iter())
            .filter(|&value| system.builder.as_constant(value).is_none())
            .collect();
        let program = system.builder.finish(&waiting);
        let (statements, operands) = body::statements(&program);
        Self {
            system,
            statements,
            computed: waiting.into_iter().zip(operands).collect(),
        }
    }

    fn number(&self, value: Value) -> String {
        match self.system.builder.as_constant(value) {
            Some(constant) => format!("{:?}", nearest_f64(constant)),
            None => self.computed[&value].clone(),
        }
    }

    fn vector(&self, v: &Vector3) -> String {
        format!("[{}]", v.map(|x| self.number(x)).join(", "))
    }

    fn matrix(&self, m: &Matrix3) -> String {
        format!("[{}]", m.map(|row| self.vector(&row)).join(", "))
    }
}

/// All values that the description of a system contains.
fn values(system: &System) -> Vec<Value> {
    let mut values = system.gravity.to_vec();
    for link in &system.tree.links {
        values.push(link.mass);
        values.extend(link.com);
        values.extend(link.inertia.into_iter().flatten());
    }
    for joint in &system.tree.joints {
        values.push(joint.armature);
        values.extend(joint.origin.rotation.into_iter().flatten());
        values.extend(joint.origin.translation);
        let axes = joint.motions.iter().flat_map(|motion| motion.axes);
        values.extend(axes.flatten());
    }
    for body in &system.symbolic.bodies {
        values.push(body.mass);
        values.extend(body.inertia.into_iter().flatten());
    }
    values.extend(system.forces.iter().flat_map(|force| &force.coefficients));
    values.extend(system.point_springs.iter().flat_map(PointSpring::values));
    values.extend(system.constraints.iter().flat_map(|of| of.row.values()));
    values
}
