//! The traits of the runtime that a robot implements: those for which it has all functions.

use std::collections::BTreeSet;

use super::robot::Robot;
use super::signature::{Generics, impl_line};
use super::{acceleration, function, steps};
use multibody_description::function::{Function, Target};

/// The trait that names the joints; the others require it. The counterparts of all traits for prepared robots
/// are called `Prepared..`.
pub const MULTIBODY: &str = "Multibody";
/// The same for robots whose functions take time.
pub const TIME_VARYING: &str = "TimeVarying";

/// The traits of robots with constraints.
const CONSTRAINED: [&str; 2] = ["ConstrainedDynamics", "ConstrainedInverseDynamics"];

/// The implementations for the robot.
pub fn implementations(robot: &Robot<'_>) -> String {
    let name = robot.name;
    let joints = "    const JOINTS: &'static [multibody::JointInfo] = &Self::JOINTS;\n\n";
    all(robot, joints, Generics::OfFunction, |of| {
        let sizes = sizes(robot, of);
        format!("impl multibody::{of}<{sizes}> for {name}")
    })
}

/// The implementations for the robot with prepared parameters.
pub fn prepared_implementations(robot: &Robot<'_>) -> String {
    let name = robot.name;
    let joints = format!(
        "    fn joints(&self) -> &'static [multibody::JointInfo] {{\n        \
         &{name}::JOINTS\n    }}\n\n"
    );
    all(robot, &joints, Generics::PREPARED, |of| {
        let sizes = sizes(robot, of);
        format!(
            "impl<T: multibody::Real> multibody::Prepared{of}<T, {sizes}> for {name}Prepared<T>"
        )
    })
}

/// The traits whose functions the robot has, each after its `head`; `joints` is the item that gives the joints.
fn all(
    robot: &Robot<'_>,
    joints: &str,
    generics: Generics,
    head: impl Fn(&str) -> String,
) -> String {
    let base = base(robot);
    let implementation = |of: ImplementedTrait| {
        let functions: Vec<String> = (of.functions)
            .into_iter()
            .map(|function| {
                let link = None;
                function::forwarding(robot, Target { function, link }, generics)
            })
            .collect();
        let start = if of.name == base { joints } else { "" };
        let head = impl_line(robot, &head(of.name));
        format!("\n{head}{start}{}}}\n", functions.join("\n"))
    };
    let mut text: String = implemented(robot).into_iter().map(implementation).collect();
    text += &acceleration::implementation(robot, generics);
    text += &steps::functions(robot, generics);
    text
}

/// A trait that the robot implements.
pub struct ImplementedTrait {
    /// Its name.
    pub name: &'static str,
    /// Its functions.
    pub functions: Vec<Function>,
}

/// The traits for which the robot has all functions, each with these functions. Without the trait that names the joints,
/// the list is empty.
pub fn implemented(robot: &Robot<'_>) -> Vec<ImplementedTrait> {
    let traits = traits(robot).map(|name| ImplementedTrait {
        name,
        functions: functions(name).collect(),
    });
    let traits: Vec<_> = traits
        .filter(|of| of.functions.iter().all(|function| has(robot, *function)))
        .collect();
    match traits.iter().any(|of| of.name == base(robot)) {
        true => traits,
        false => Vec::new(),
    }
}

/// The const arguments of a trait.
pub fn sizes(robot: &Robot<'_>, of: &str) -> String {
    let (nq, nv) = (robot.system.nq(), robot.system.nv());
    match of {
        of if CONSTRAINED.contains(&of) => format!("{nq}, {nv}, {}", robot.system.nc()),
        _ => format!("{nq}, {nv}"),
    }
}

/// The trait that names the joints of this robot.
pub fn base(robot: &Robot<'_>) -> &'static str {
    match robot.system.is_timed() {
        true => TIME_VARYING,
        false => MULTIBODY,
    }
}

/// All traits, in the order of their first functions; only one if functions take time.
fn traits(robot: &Robot<'_>) -> impl Iterator<Item = &'static str> {
    let (mut known, is_timed) = (BTreeSet::new(), robot.system.is_timed());
    let each = Function::ALL.into_iter().filter_map(|f| f.row().of_trait);
    let each = each.filter(move |of| !is_timed && known.insert(*of));
    each.chain(is_timed.then_some(TIME_VARYING))
}

/// The functions of a trait. The trait for time has those of `MULTIBODY`, and the drive.
fn functions(of: &str) -> impl Iterator<Item = Function> {
    let is_of = move |function: &Function| match of {
        TIME_VARYING => function.row().of_trait == Some(MULTIBODY) || *function == Function::Drive,
        _ => function.row().of_trait == Some(of),
    };
    Function::ALL.into_iter().filter(is_of)
}

fn has(robot: &Robot<'_>, function: Function) -> bool {
    let mut targets = robot.targets();
    targets.any(|target| target.function == function)
}
