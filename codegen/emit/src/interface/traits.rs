//! The traits of the runtime that a robot implements: those for which it has all functions.

use std::collections::BTreeSet;

use super::robot::{Owner, Robot};
use super::views::{View, binds};
use multibody_description::function::Function;

/// The trait that the others require.
pub const MULTIBODY: &str = "Multibody";

/// The traits of robots with constraints.
const CONSTRAINED: [&str; 2] = [CONSTRAINED_DYNAMICS, "ConstrainedInverseDynamics"];

/// The first of them, which has the table of constraint rows.
pub const CONSTRAINED_DYNAMICS: &str = "ConstrainedDynamics";

/// A type that implements traits by calling functions of the robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Implementor {
    /// The type that has the functions.
    Itself(Owner),
    /// Its view at a constant time.
    AtTime(Owner),
    /// Its view under external wrenches.
    UnderWrenches(Owner),
    /// The view at a constant time of its view under external wrenches.
    UnderWrenchesAtTime(Owner),
}

impl Implementor {
    /// The type that implements traits whose functions take no time.
    pub fn of(robot: &Robot<'_>, owner: Owner) -> Self {
        match robot.system.is_timed() {
            true => Self::AtTime(owner),
            false => Self::Itself(owner),
        }
    }

    /// All types that implement what does not depend on time.
    pub fn all(robot: &Robot<'_>, owner: Owner) -> Vec<Self> {
        let view = robot.system.is_timed().then_some(Self::AtTime(owner));
        std::iter::once(Self::Itself(owner)).chain(view).collect()
    }

    /// The view under external wrenches that implements these traits.
    pub fn under_wrenches(robot: &Robot<'_>, owner: Owner) -> Self {
        match robot.system.is_timed() {
            true => Self::UnderWrenchesAtTime(owner),
            false => Self::UnderWrenches(owner),
        }
    }

    /// The type that has the functions.
    pub fn owner(self) -> Owner {
        match self {
            Self::Itself(owner)
            | Self::AtTime(owner)
            | Self::UnderWrenches(owner)
            | Self::UnderWrenchesAtTime(owner) => owner,
        }
    }

    /// Whether external wrenches act.
    pub fn is_under_wrenches(self) -> bool {
        matches!(self, Self::UnderWrenches(_) | Self::UnderWrenchesAtTime(_))
    }

    /// The traits that it implements.
    pub fn traits(self, robot: &Robot<'_>) -> Vec<ImplementedTrait> {
        match self.is_under_wrenches() {
            true => implemented_under_wrenches(robot),
            false => implemented_traits(robot),
        }
    }
}

/// A trait that the robot implements.
pub struct ImplementedTrait {
    /// Its name.
    pub name: &'static str,
    /// Its functions.
    pub functions: Vec<Function>,
}

/// The traits for which the robot has all functions, each with these functions. Without the trait that the others require,
/// the list is empty. A view at a constant time has no traits of constraints: an integrator would use constraints that stand still.
pub fn implemented_traits(robot: &Robot<'_>) -> Vec<ImplementedTrait> {
    let mut known = BTreeSet::new();
    let names = Function::ALL.into_iter().filter_map(|f| f.row().of_trait);
    let names = names
        .filter(|name| !(robot.system.is_timed() && CONSTRAINED.contains(name)))
        .filter(|name| known.insert(*name));
    let traits = names.map(|name| ImplementedTrait {
        name,
        functions: functions(name),
    });
    let traits: Vec<_> = traits
        .filter(|of| of.functions.iter().all(|function| has(robot, *function)))
        .collect();
    with_multibody(traits)
}

/// The traits that the view under wrenches implements: those of the robot whose functions either do not depend on wrenches, or
/// are there under wrenches too.
fn implemented_under_wrenches(robot: &Robot<'_>) -> Vec<ImplementedTrait> {
    if !binds(robot, Owner::Robot, View::is_under_wrenches) {
        return Vec::new();
    }
    let is_there = |function: &Function| {
        let changed = function.under_wrenches();
        changed.is_none_or(|function| has(robot, function))
    };
    let all = implemented_traits(robot).into_iter();
    let all = all.filter(|of| of.functions.iter().all(is_there));
    with_multibody(all.collect())
}

/// The traits, or none without the one that the others require.
fn with_multibody(traits: Vec<ImplementedTrait>) -> Vec<ImplementedTrait> {
    match traits.iter().any(|of| of.name == MULTIBODY) {
        true => traits,
        false => Vec::new(),
    }
}

/// The numbers of positions and rates, and of constraints if a trait has them.
pub fn trait_sizes(robot: &Robot<'_>, of: &str) -> Vec<usize> {
    let (nq, nv) = (robot.system.nq(), robot.system.nv());
    match CONSTRAINED.contains(&of) {
        true => vec![nq, nv, robot.system.nc()],
        false => vec![nq, nv],
    }
}

/// The functions of a trait.
fn functions(of: &str) -> Vec<Function> {
    let is_of = |function: &Function| function.row().of_trait == Some(of);
    Function::ALL.into_iter().filter(is_of).collect()
}

/// Whether the robot has a function.
fn has(robot: &Robot<'_>, function: Function) -> bool {
    let mut targets = robot.targets();
    targets.any(|target| target.function == function)
}

/// Whether the robot has forward dynamics.
pub fn has_forward_dynamics(robot: &Robot<'_>) -> bool {
    has(robot, Function::ForwardDynamics)
}

/// Whether the view under external wrenches has forward dynamics.
pub fn has_forward_dynamics_under_wrenches(robot: &Robot<'_>) -> bool {
    has(robot, Function::ForwardDynamicsWithWrenches)
}

/// Whether the view under external wrenches implements the trait that integrators require.
pub fn has_acceleration_under_wrenches(robot: &Robot<'_>) -> bool {
    has_forward_dynamics_under_wrenches(robot) && robot.system.nc() == 0
}

/// Whether the robot implements the trait that integrators require. With constraints it does not: the caller
/// passes `Constrained` or `WithoutConstraints` to the integrator.
pub fn has_acceleration(robot: &Robot<'_>) -> bool {
    has_forward_dynamics(robot) && robot.system.nc() == 0
}
