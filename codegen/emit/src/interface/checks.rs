//! The calls that check a robot's emitted code: every function, in each form that is emitted.

use super::constants::{ACTUATORS, EQUATIONS};
use super::documentation::PINOCCHIO;
use super::function_item::ResultForm;
use super::links::{link_traits, link_variants};
use super::robot::{Owner, Robot};
use super::table_entry::TableEntry;
use super::traits::{MULTIBODY, has_acceleration, has_acceleration_under_wrenches};
use super::views::{View, ViewOf, has_form_without_feedback};
use multibody_description::function::{Function, IN_PLACE, Target, identifier};
use multibody_description::settings::AT;
use multibody_description::signature::Signature;
use multibody_program::ir::InputKind;
use multibody_support::foreign::upper_camel_case;

/// A call, or several, whose results are compared with the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// A function returns its result. If a view binds some of its arguments, such as wrenches, it is called through this view.
    Function(Receiver, Target),
    /// A function writes its result into memory that was used before: no entry may keep its old value.
    InPlace(Owner, Target),
    /// The bundle of this index, in one of its forms: it returns all its results, or writes them into used memory.
    Bundle(usize, ResultForm),
    /// Functions that follow from the joints alone, such as steps along positions.
    Joints(Receiver),
    /// The trait that integrators require.
    Acceleration(ViewOf),
    /// The functions that take any link, with each link.
    AnyLink(Owner),
    /// Nothing by itself: it makes the robot with prepared parameters, or at a position, for the checks after it.
    Prepare(Owner),
}

/// What a function is called on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// A type itself.
    Type(Owner),
    /// A type or view, by a trait that it implements.
    Trait(&'static str, ViewOf),
}

impl Receiver {
    /// The signature of one of its functions. It includes wrenches and selectors even if a view binds them, but no time for a
    /// function of a trait.
    pub fn signature(self, robot: &Robot<'_>, function: Function) -> Signature {
        match self {
            Self::Type(owner) => robot.signature_of(owner, function),
            Self::Trait(..) => robot.signature(function).without(&[InputKind::Time]),
        }
    }

    /// The arguments that its view binds, except time.
    fn bound_arguments(self) -> Vec<InputKind> {
        match self {
            Self::Type(_) => Vec::new(),
            Self::Trait(_, viewed) => viewed.view.without_time(),
        }
    }
}

/// The quantities that follow from the joints alone.
const JOINT_QUANTITIES: [&str; 5] = [
    "Neutral",
    "Normalize",
    "PositionRate",
    INTEGRATE,
    "Difference",
];

/// The quantity of the positions after some time at constant rates.
const INTEGRATE: &str = "Integrate";

/// The checks of the robot's own functions.
pub fn own_checks(robot: &Robot<'_>) -> Vec<Check> {
    let receiver = Receiver::Type(Owner::Robot);
    let functions = robot
        .targets()
        .map(|target| Check::Function(receiver, target));
    functions.chain([Check::Joints(receiver)]).collect()
}

/// The checks of all other code: bundles, in-place forms, traits, and the robot at a position or with prepared parameters.
pub fn other_checks(robot: &Robot<'_>) -> Vec<Check> {
    let count = robot.bundle_functions().count();
    let bundles = |form| (0..count).map(move |k| Check::Bundle(k, form));
    let mut checks: Vec<Check> = bundles(ResultForm::ByValue).collect();
    if let Some(bundled) = robot.position_bundle() {
        let receiver = Receiver::Type(Owner::At);
        checks.push(Check::Prepare(Owner::At));
        checks.extend(
            bundled
                .bundle
                .targets()
                .map(|target| Check::Function(receiver, target)),
        );
        checks.extend(in_place_checks(Owner::At, bundled.bundle.targets()));
    }
    checks.extend(trait_checks(robot, Owner::Robot));
    checks.extend(in_place_checks(Owner::Robot, robot.targets()));
    checks.extend(bundles(ResultForm::InPlace));
    if robot.is_parametric() {
        checks.push(Check::Prepare(Owner::Prepared));
        checks.push(Check::Joints(Receiver::Type(Owner::Prepared)));
        checks.extend(trait_checks(robot, Owner::Prepared));
    }
    checks
}

/// The checks of the in-place forms of functions with large results.
fn in_place_checks(
    owner: Owner,
    targets: impl Iterator<Item = Target>,
) -> impl Iterator<Item = Check> {
    let large = targets.filter(|target| target.function.is_in_place());
    large.map(move |target| Check::InPlace(owner, target))
}

/// The checks of functions of traits, called through the traits, and of functions that take any link.
fn trait_checks(robot: &Robot<'_>, owner: Owner) -> Vec<Check> {
    let mut checks = call_checks(robot, ViewOf::of(robot, owner));
    let acceleration = |view| Check::Acceleration(ViewOf { owner, view });
    let check = acceleration(View::Itself);
    checks.extend(has_acceleration(robot).then_some(check));
    checks.extend((!link_variants(robot).is_empty()).then_some(Check::AnyLink(owner)));
    checks.extend(call_checks(robot, ViewOf::under_wrenches(robot, owner)));
    let check = acceleration(View::UnderWrenches);
    checks.extend(has_acceleration_under_wrenches(robot).then_some(check));
    for view in View::WITH_SELECTORS {
        checks.extend(call_checks(robot, ViewOf { owner, view }));
    }
    checks
}

/// The checks of the functions of all traits that a type or view implements.
fn call_checks(robot: &Robot<'_>, viewed: ViewOf) -> Vec<Check> {
    let mut checks = Vec::new();
    for implemented_trait in viewed.traits(robot) {
        let receiver = Receiver::Trait(implemented_trait.name, viewed);
        let functions = (implemented_trait.functions.into_iter())
            .filter_map(|function| counterpart(function, viewed));
        checks.extend(functions.map(|function| Check::Function(receiver, robot_target(function))));
        checks.extend((implemented_trait.name == MULTIBODY).then_some(Check::Joints(receiver)));
    }
    checks
}

/// The function with whose reference a result is compared: that of a trait's method for `function`, called through a view.
/// `None` if the view has a function with feedback instead, whose method has another name.
fn counterpart(function: Function, viewed: ViewOf) -> Option<Function> {
    let replacement = viewed.replacement(function);
    let is_same = |other: &Function| other.method(other.name()) == function.method(function.name());
    match replacement {
        None => Some(function),
        Some(replacement) => Some(replacement).filter(is_same),
    }
}

/// The target of a function that belongs to no link.
pub fn robot_target(function: Function) -> Target {
    let link = None;
    Target { function, link }
}

impl Check {
    /// The name under which its results are listed (`multibody::reference::Part`); empty for the robot's own functions.
    pub fn part(self, robot: &Robot<'_>) -> String {
        let part_name = |owner, name: &str| match owner {
            Owner::Prepared => format!("prepared, {name}"),
            _ => name.to_owned(),
        };
        match self {
            Self::Function(Receiver::Type(owner), _) | Self::Joints(Receiver::Type(owner)) => {
                match owner {
                    Owner::Robot => String::new(),
                    Owner::Prepared => "prepared".into(),
                    Owner::At => AT.into(),
                }
            }
            Self::Function(Receiver::Trait(name, viewed), _)
            | Self::Joints(Receiver::Trait(name, viewed)) => {
                part_name(viewed.owner, &call_path(name, viewed))
            }
            Self::InPlace(Owner::At, _) => format!("{AT}{IN_PLACE}"),
            Self::InPlace(..) => "in place".into(),
            Self::Bundle(index, form) => {
                let bundle = robot.bundle_functions().nth(index);
                let name = bundle.map_or("", |bundled| bundled.bundle.name.as_str());
                let is_in_place = form == ResultForm::InPlace;
                format!("{name}{}", if is_in_place { IN_PLACE } else { "" })
            }
            Self::Acceleration(viewed) => {
                part_name(viewed.owner, &call_path("Acceleration", viewed))
            }
            Self::AnyLink(owner) => part_name(owner, "any link"),
            Self::Prepare(_) => String::new(),
        }
    }

    /// The arguments that its calls need, including those that views bind.
    pub fn arguments(self, robot: &Robot<'_>) -> Vec<InputKind> {
        let (mut arguments, bound) = match self {
            Self::Function(receiver, target) => (
                receiver.signature(robot, target.function).arguments,
                receiver.bound_arguments(),
            ),
            Self::InPlace(owner, target) => {
                let signature = robot.signature_of(owner, target.function);
                (signature.arguments, Vec::new())
            }
            Self::Bundle(index, _) => {
                let bundle = robot.bundle_functions().nth(index);
                let arguments =
                    bundle.map(|bundled| robot.signature_of_bundle(bundled.bundle).arguments);
                (arguments.unwrap_or_default(), Vec::new())
            }
            Self::Joints(receiver) => (
                vec![InputKind::Q, InputKind::Qd],
                receiver.bound_arguments(),
            ),
            Self::Acceleration(viewed) => (
                vec![InputKind::Q, InputKind::Qd, InputKind::Tau],
                viewed.view.without_time(),
            ),
            Self::AnyLink(_) => {
                let functions = link_traits(robot).into_iter().flat_map(|t| t.functions);
                let kinds = functions.flat_map(|&function| robot.signature(function).arguments);
                (kinds.collect(), Vec::new())
            }
            Self::Prepare(Owner::At) => (
                Signature::of_position(robot.system, 0).arguments,
                Vec::new(),
            ),
            Self::Prepare(_) => (Vec::new(), Vec::new()),
        };
        arguments.extend(bound);
        arguments
    }

    /// The quantities that it compares.
    fn quantities<'a>(self, robot: &Robot<'a>) -> Vec<TableEntry<'a>> {
        match self {
            Self::Function(_, target) | Self::InPlace(_, target) => {
                vec![quantity(robot, target)]
            }
            Self::Bundle(index, _) => {
                let bundle = robot.bundle_functions().nth(index);
                let targets = bundle
                    .into_iter()
                    .flat_map(|bundled| bundled.bundle.targets());
                targets.map(|target| quantity(robot, target)).collect()
            }
            Self::Joints(_) => JOINT_QUANTITIES.map(joint_quantity).into(),
            Self::Acceleration(viewed) => {
                vec![
                    quantity(robot, robot_target(integrand(viewed))),
                    joint_quantity(INTEGRATE),
                ]
            }
            Self::AnyLink(_) => {
                let functions = link_traits(robot).into_iter().flat_map(|t| t.functions);
                let link_targets = functions.flat_map(|&function| {
                    let variants = link_variants(robot).into_iter();
                    variants.map(move |variant| variant.target(function))
                });
                link_targets.map(|target| quantity(robot, target)).collect()
            }
            Self::Prepare(_) => Vec::new(),
        }
    }
}

/// The calls that make a view, and the trait that is called through it, by their names.
fn call_path(name: &str, viewed: ViewOf) -> String {
    let bindings = viewed.view.bindings().iter();
    let views: String = bindings
        .map(|bound| format!("{}, ", bound.maker()))
        .collect();
    format!("{views}{name}")
}

/// The function that gives the accelerations of `Acceleration`, the trait that integrators require.
pub fn integrand(viewed: ViewOf) -> Function {
    if viewed.is_under_wrenches() {
        Function::ForwardDynamicsWithWrenches
    } else {
        Function::ForwardDynamics
    }
}

/// All parts (see [`Check::part`]), with the quantities that the checks compare.
pub fn checked_parts<'a>(robot: &Robot<'a>) -> Vec<TableEntry<'a>> {
    let mut names: Vec<String> = Vec::new();
    let mut quantities: Vec<Vec<TableEntry<'a>>> = Vec::new();
    for check in own_checks(robot).into_iter().chain(other_checks(robot)) {
        let (name, own_quantities) = (check.part(robot), check.quantities(robot));
        match quantities.last_mut() {
            _ if own_quantities.is_empty() => {}
            Some(last) if names.last() == Some(&name) => last.extend(own_quantities),
            _ => {
                names.push(name);
                quantities.push(own_quantities);
            }
        }
    }
    let parts = names.into_iter().zip(quantities);
    let part = |(name, quantities): (String, _)| {
        TableEntry::Tuple(vec![
            TableEntry::Text(name.into()),
            TableEntry::List(quantities),
        ])
    };
    parts.map(part).collect()
}

/// The quantity of the reference that a function computes.
pub fn quantity<'a>(robot: &Robot<'a>, target: Target) -> TableEntry<'a> {
    let link =
        (target.link).map(|link| TableEntry::Text((&robot.system.tree.links[link].name).into()));
    TableEntry::Call(variant(target.function), link.into_iter().collect())
}

/// The variant of the reference's quantities for a function.
pub fn variant(function: Function) -> String {
    format!(
        "Quantity::{}",
        upper_camel_case(&identifier(function.name()))
    )
}

/// A quantity that follows from the joints alone.
fn joint_quantity<'a>(name: &str) -> TableEntry<'a> {
    TableEntry::Call(format!("Quantity::{name}"), Vec::new())
}

/// What the type contains but no check compares, by name.
pub fn not_compared(robot: &Robot<'_>) -> Vec<&'static str> {
    let functions = || robot.targets().map(|target| target.function);
    let has_pivots = functions().any(|function| function.quantity().has_pivots());
    let can_drop_feedback = functions().any(has_form_without_feedback);
    let has_patterns = functions().any(|function| function.pattern().is_some());
    let dispatches = robot.settings.dispatch;
    let parts = [
        (robot.equations.is_some(), EQUATIONS[0]),
        (robot.equations.is_some(), EQUATIONS[1]),
        (!robot.system.actuators.is_empty(), ACTUATORS[1]),
        (robot.system.pinocchio.is_some(), PINOCCHIO[0]),
        (robot.system.pinocchio.is_some(), PINOCCHIO[1]),
        (has_patterns, "sparsity patterns"),
        (robot.has_default(), "Default"),
        (has_pivots, "pivots"),
        (can_drop_feedback, "methods of views without feedback"),
        (dispatches, "variants for processors other than this one"),
    ];
    parts
        .iter()
        .filter_map(|(is_present, name)| is_present.then_some(*name))
        .collect()
}
