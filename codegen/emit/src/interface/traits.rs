//! The traits of the runtime. A robot implements a trait if it has all functions of the trait.

use std::collections::BTreeSet;

use super::function_item::FunctionItem;
use super::functions::trait_fn;
use super::links::{
    LinkTrait, has_link_traits_under_wrenches, link_traits, link_traits_under_wrenches,
};
use super::robot::{Owner, Robot};
use super::views::{Bound, View, ViewOf};
use multibody_description::function::{Function, Offered};

/// The trait that all others but `ConstrainedForwardDynamics` require.
pub const MULTIBODY: &str = "Multibody";

/// The traits of robots with constraints.
const CONSTRAINED: [&str; 3] = [
    CONSTRAINED_DYNAMICS,
    CONSTRAINED_FORWARD_DYNAMICS,
    "ConstrainedInverseDynamics",
];

/// The trait with the table of constraint rows.
const CONSTRAINED_DYNAMICS: &str = "ConstrainedDynamics";

/// The trait that `ConstrainedDynamics` requires besides `Multibody`.
const CONSTRAINED_FORWARD_DYNAMICS: &str = "ConstrainedForwardDynamics";

/// The implementation of a trait of the runtime.
pub struct Implementation<'a> {
    /// The trait.
    pub trait_name: &'static str,
    /// What implements it.
    pub implementor: ViewOf,
    /// The table that the trait has.
    pub table: Option<TraitTable>,
    /// Its functions, which call functions of the type.
    pub functions: Vec<FunctionItem<'a>>,
}

/// A table that a trait has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraitTable {
    /// The constraint rows.
    Constraints,
    /// The links, with the enum of links that have functions.
    Links,
}

/// The implementations of all traits whose functions a type has, seen through a view.
pub fn implementations<'a>(robot: &Robot<'_>, viewed: ViewOf) -> Vec<Implementation<'a>> {
    let implementation = |implemented_trait: ImplementedTrait| Implementation {
        trait_name: implemented_trait.name,
        implementor: viewed,
        table: (implemented_trait.name == CONSTRAINED_DYNAMICS).then_some(TraitTable::Constraints),
        functions: (implemented_trait.functions.into_iter())
            .map(|function| trait_fn(function, robot.signature(function), viewed))
            .collect(),
    };
    viewed
        .traits(robot)
        .into_iter()
        .map(implementation)
        .collect()
}

/// The implementations of traits over links, for a type and its views. Functions of links take no time, since only joints move links.
pub fn link_implementations<'a>(robot: &Robot<'_>, owner: Owner) -> Vec<Implementation<'a>> {
    let mut types = ViewOf::without_wrenches(robot, owner);
    if has_link_traits_under_wrenches(robot) {
        let view = View::UnderWrenches;
        types.push(ViewOf { owner, view });
        types.extend(
            robot
                .system
                .is_timed()
                .then(|| ViewOf::under_wrenches(robot, owner)),
        );
    }
    let implementations = |viewed: ViewOf| {
        let traits = if viewed.is_under_wrenches() {
            link_traits_under_wrenches(robot)
        } else {
            link_traits(robot)
        };
        let implementation = move |(index, link_trait): (usize, &LinkTrait)| Implementation {
            trait_name: link_trait.name,
            implementor: viewed,
            table: (index == 0).then_some(TraitTable::Links),
            functions: (link_trait.functions.iter())
                .map(|&function| {
                    trait_fn(function, robot.signature(function).of_any_link(), viewed)
                })
                .collect(),
        };
        traits
            .into_iter()
            .enumerate()
            .map(implementation)
            .collect::<Vec<_>>()
    };
    types.into_iter().flat_map(implementations).collect()
}

impl ViewOf {
    /// The type itself and, if time acts on the robot, its view at a constant time: those without wrenches that implement `Joints` and
    /// the traits over links.
    pub fn without_wrenches(robot: &Robot<'_>, owner: Owner) -> Vec<Self> {
        let view = View::Itself;
        let at_time = robot.system.is_timed().then(|| Self::of(robot, owner));
        std::iter::once(Self { owner, view })
            .chain(at_time)
            .collect()
    }

    /// The traits that it implements: those for which the robot has all functions, in the form that the view changes them to. A
    /// view with selectors has only functions that it changes: a function of all rows, such as their Jacobian, does not apply to the
    /// selected ones.
    pub fn traits(self, robot: &Robot<'_>) -> Vec<ImplementedTrait> {
        let has_all_rows = !self.view.binds(Bound::Selectors);
        let is_there = |&function: &Function| match self.replacement(function) {
            Some(changed) => has_function(robot, changed),
            None => has_all_rows && has_function(robot, function),
        };
        let mut traits = all_traits(robot);
        traits.retain_mut(|implemented| {
            // Functions on request have an implementation in the trait, by dual numbers. It is overridden only for types that take dual
            // numbers too, and only if the robot has the function.
            let is_of_duals = self.owner == Owner::Robot && self.view.without_time().is_empty();
            let is_provided = |function: &Function| function.row().offered == Offered::OnRequest;
            (implemented.functions).retain(|f| !is_provided(f) || is_of_duals && is_there(f));
            implemented.functions.iter().all(is_there)
        });
        without_unsatisfied(traits)
    }
}

/// A trait that the robot implements.
pub struct ImplementedTrait {
    /// Its name.
    pub name: &'static str,
    /// Its functions.
    pub functions: Vec<Function>,
}

/// All traits, each with its functions. If time acts on the robot, traits of constraints are left out: through a view at a
/// constant time, integrators would use constraints that stand still.
fn all_traits(robot: &Robot<'_>) -> Vec<ImplementedTrait> {
    let mut known_names = BTreeSet::new();
    let names = Function::ALL
        .into_iter()
        .filter_map(|f| f.row().trait_name)
        .filter(|name| !(robot.system.is_timed() && CONSTRAINED.contains(name)))
        .filter(|name| known_names.insert(*name));
    let traits = names.map(|name| ImplementedTrait {
        name,
        functions: functions(name),
    });
    traits.collect()
}

/// The traits, without those that require an absent one.
fn without_unsatisfied(mut traits: Vec<ImplementedTrait>) -> Vec<ImplementedTrait> {
    let names: Vec<&str> = traits.iter().map(|entry| entry.name).collect();
    let has = |name| names.contains(&name);
    traits.retain(|entry| match entry.name {
        CONSTRAINED_FORWARD_DYNAMICS => true,
        CONSTRAINED_DYNAMICS => has(MULTIBODY) && has(CONSTRAINED_FORWARD_DYNAMICS),
        _ => has(MULTIBODY),
    });
    traits
}

/// The numbers of positions and rates, and of constraints if a trait has them.
pub fn trait_sizes(robot: &Robot<'_>, trait_name: &str) -> Vec<usize> {
    let (nq, nv) = (robot.system.nq(), robot.system.nv());
    if CONSTRAINED.contains(&trait_name) {
        vec![nq, nv, robot.system.nc()]
    } else {
        vec![nq, nv]
    }
}

/// The functions of a trait.
fn functions(trait_name: &str) -> Vec<Function> {
    let is_of = |function: &Function| function.row().trait_name == Some(trait_name);
    Function::ALL.into_iter().filter(is_of).collect()
}

/// Whether the robot has a function.
pub fn has_function(robot: &Robot<'_>, function: Function) -> bool {
    let mut targets = robot.targets();
    targets.any(|target| target.function == function)
}

/// Whether the robot has forward dynamics.
pub fn has_forward_dynamics(robot: &Robot<'_>) -> bool {
    has_function(robot, Function::ForwardDynamics)
}

/// Whether the view under external wrenches has forward dynamics.
pub fn has_forward_dynamics_under_wrenches(robot: &Robot<'_>) -> bool {
    has_function(robot, Function::ForwardDynamicsWithWrenches)
}

/// Whether the view under external wrenches implements the trait that integrators require.
pub fn has_acceleration_under_wrenches(robot: &Robot<'_>) -> bool {
    has_forward_dynamics_under_wrenches(robot) && robot.system.nc() == 0
}

/// Whether a type or view can be linearized: it has forward dynamics, and it is the robot itself or a view of it, so that dual numbers
/// can replace its number type.
pub fn is_linearizable(robot: &Robot<'_>, viewed: ViewOf) -> bool {
    let is_required = |implemented: &ImplementedTrait| implemented.name == "ForwardDynamics";
    viewed.owner == Owner::Robot && viewed.traits(robot).iter().any(is_required)
}

/// Whether the robot implements the trait that integrators require. With constraints it does not: the caller
/// passes `Constrained` or `WithoutConstraints` to the integrator.
pub fn has_acceleration(robot: &Robot<'_>) -> bool {
    has_forward_dynamics(robot) && robot.system.nc() == 0
}
