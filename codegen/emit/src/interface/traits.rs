//! The traits of the runtime that a robot implements: those for which it has all functions.

use std::collections::BTreeSet;

use super::robot::{Owner, Robot};
use multibody_description::function::Function;

/// The trait that names the joints; the others require it. The counterparts of all traits for prepared robots
/// are called `Prepared..`.
const MULTIBODY: &str = "Multibody";
/// The same for robots whose functions take time.
const TIME_VARYING: &str = "TimeVarying";

/// The traits of robots with constraints.
const CONSTRAINED: [&str; 2] = ["ConstrainedDynamics", "ConstrainedInverseDynamics"];

/// A trait that the robot implements.
pub struct ImplementedTrait {
    /// Its name.
    pub name: &'static str,
    /// Its functions.
    pub functions: Vec<Function>,
}

/// The traits for which the robot has all functions, each with these functions. Without the trait that names the joints,
/// the list is empty.
pub fn implemented_traits(robot: &Robot<'_>) -> Vec<ImplementedTrait> {
    let traits = traits(robot).map(|name| ImplementedTrait {
        name,
        functions: functions(name).collect(),
    });
    let traits: Vec<_> = traits
        .filter(|of| of.functions.iter().all(|function| has(robot, *function)))
        .collect();
    match traits.iter().any(|of| of.name == base_trait(robot)) {
        true => traits,
        false => Vec::new(),
    }
}

/// The numbers of positions and rates, and of constraints if a trait has them.
pub fn trait_sizes(robot: &Robot<'_>, of: &str) -> Vec<usize> {
    let (nq, nv) = (robot.system.nq(), robot.system.nv());
    match of {
        of if CONSTRAINED.contains(&of) => vec![nq, nv, robot.system.nc()],
        _ => vec![nq, nv],
    }
}

/// The trait that names the joints of this robot.
pub fn base_trait(robot: &Robot<'_>) -> &'static str {
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

/// Whether the trait that integrators require needs an implementation of its own.
pub fn has_acceleration(robot: &Robot<'_>, owner: Owner) -> bool {
    let has_it = has(robot, Function::ForwardDynamics);
    has_it && (owner != Owner::Robot || robot.system.is_timed())
}
