//! The calls that check a robot's code: all functions, in every form in which these are emitted.

use super::constants::EQUATIONS;
use super::documentation::PINOCCHIO;
use super::links::{link_traits, link_variants};
use super::robot::{Owner, Robot};
use super::table_entry::TableEntry;
use super::traits::{MULTIBODY, has_acceleration, has_acceleration_under_wrenches};
use super::views::{View, Viewed, has_form_without_feedback};
use multibody_description::function::{Function, IN_PLACE, Target, identifier};
use multibody_description::settings::AT;
use multibody_description::signature::Signature;
use multibody_program::ir::InputKind;
use multibody_support::foreign::upper_camel_case;

/// A call, or several, whose results are compared with the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// A function returns its result. A view calls it if it has options that the view binds.
    Function(Receiver, Target),
    /// A function writes its result into memory that was used before: no entry may keep its old value.
    InPlace(Owner, Target),
    /// The bundle of this index returns all its results, or writes them into used memory.
    Bundle(usize, bool),
    /// Functions that follow from the joints alone.
    Joints(Receiver),
    /// The trait that integrators require.
    Acceleration(Viewed),
    /// The functions that take any link, with each link.
    AnyLink(Owner),
    /// Nothing yet: from here on the robot with prepared parameters, or at a position, is there.
    Prepare(Owner),
}

/// What has a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// A type itself.
    Type(Owner),
    /// A trait, for what implements it.
    Trait(&'static str, Viewed),
}

impl Receiver {
    /// The signature of a function that it has. Those of traits take no time, and views may bind more.
    pub fn signature(self, robot: &Robot<'_>, function: Function) -> Signature {
        match self {
            Self::Type(owner) => robot.signature_of(owner, function),
            Self::Trait(..) => robot.signature(function).without(&[InputKind::Time]),
        }
    }

    /// What views bind of it, but for time.
    fn bindings(self) -> Vec<InputKind> {
        match self {
            Self::Type(_) => Vec::new(),
            Self::Trait(_, viewed) => viewed.view.without_time(),
        }
    }
}

/// What follows from the joints alone.
const OF_JOINTS: [&str; 5] = [
    "Neutral",
    "Normalize",
    "PositionRate",
    INTEGRATE,
    "Difference",
];

/// The positions after a time at constant rates.
const INTEGRATE: &str = "Integrate";

/// The checks of the robot's own functions.
pub fn own_checks(robot: &Robot<'_>) -> Vec<Check> {
    let receiver = Receiver::Type(Owner::Robot);
    let functions = robot
        .targets()
        .map(|target| Check::Function(receiver, target));
    functions.chain([Check::Joints(receiver)]).collect()
}

/// The checks of all other code that computes these quantities.
pub fn other_checks(robot: &Robot<'_>) -> Vec<Check> {
    let bundles = robot.bundle_functions().count();
    let mut checks: Vec<Check> = (0..bundles).map(|at| Check::Bundle(at, false)).collect();
    if let Some(bundled) = robot.bundles.iter().find(|of| of.bundle.name == AT) {
        let receiver = Receiver::Type(Owner::At);
        checks.push(Check::Prepare(Owner::At));
        checks.extend(
            bundled
                .bundle
                .targets()
                .map(|of| Check::Function(receiver, of)),
        );
        checks.extend(in_place(Owner::At, bundled.bundle.targets()));
    }
    checks.extend(of_traits(robot, Owner::Robot));
    checks.extend(in_place(Owner::Robot, robot.targets()));
    checks.extend((0..bundles).map(|at| Check::Bundle(at, true)));
    if robot.is_parametric() {
        checks.push(Check::Prepare(Owner::Prepared));
        checks.push(Check::Joints(Receiver::Type(Owner::Prepared)));
        checks.extend(of_traits(robot, Owner::Prepared));
    }
    checks
}

fn in_place(owner: Owner, targets: impl Iterator<Item = Target>) -> impl Iterator<Item = Check> {
    let large = targets.filter(|target| target.function.is_in_place());
    large.map(move |target| Check::InPlace(owner, target))
}

/// The functions of traits, called through the trait, and those that take any link.
fn of_traits(robot: &Robot<'_>, owner: Owner) -> Vec<Check> {
    let mut checks = through_traits(robot, Viewed::of(robot, owner));
    let of_view = |view| Check::Acceleration(Viewed { owner, view });
    let integrated = of_view(View::Itself);
    checks.extend(has_acceleration(robot).then_some(integrated));
    checks.extend((!link_variants(robot).is_empty()).then_some(Check::AnyLink(owner)));
    checks.extend(through_traits(robot, Viewed::under_wrenches(robot, owner)));
    let integrated = of_view(View::UnderWrenches);
    checks.extend(has_acceleration_under_wrenches(robot).then_some(integrated));
    for view in View::WITH_SELECTORS {
        checks.extend(through_traits(robot, Viewed { owner, view }));
    }
    checks
}

/// The functions of all traits that a type implements.
fn through_traits(robot: &Robot<'_>, viewed: Viewed) -> Vec<Check> {
    let mut checks = Vec::new();
    for implementation in viewed.traits(robot) {
        let receiver = Receiver::Trait(implementation.name, viewed);
        let functions = (implementation.functions.into_iter())
            .filter_map(|function| counterpart(function, viewed));
        checks.extend(functions.map(|viewed| Check::Function(receiver, whole(viewed))));
        checks.extend((implementation.name == MULTIBODY).then_some(Check::Joints(receiver)));
    }
    checks
}

/// The function that a function of a trait is compared with. Without feedback there is none where a view changes it.
fn counterpart(function: Function, viewed: Viewed) -> Option<Function> {
    let changed = viewed.replacement(function);
    let is_same = |other: &Function| other.method(other.name()) == function.method(function.name());
    match changed {
        None => Some(function),
        Some(changed) => Some(changed).filter(is_same),
    }
}

/// A function that is of no link.
pub fn whole(function: Function) -> Target {
    let link = None;
    Target { function, link }
}

impl Check {
    /// The name of the part that it belongs to; the type's own functions have none.
    pub fn part(self, robot: &Robot<'_>) -> String {
        let prepared = |owner, name: &str| match owner {
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
                prepared(viewed.owner, &through(name, viewed))
            }
            Self::InPlace(Owner::At, _) => format!("{AT}{IN_PLACE}"),
            Self::InPlace(..) => "in place".into(),
            Self::Bundle(index, in_place) => {
                let bundle = robot.bundle_functions().nth(index);
                let name = bundle.map_or("", |of| of.bundle.name.as_str());
                format!("{name}{}", if in_place { IN_PLACE } else { "" })
            }
            Self::Acceleration(viewed) => prepared(viewed.owner, &through("Acceleration", viewed)),
            Self::AnyLink(owner) => prepared(owner, "any link"),
            Self::Prepare(_) => String::new(),
        }
    }

    /// The arguments that it needs.
    pub fn arguments(self, robot: &Robot<'_>) -> Vec<InputKind> {
        let (mut arguments, bound) = match self {
            Self::Function(receiver, target) => (
                receiver.signature(robot, target.function).arguments,
                receiver.bindings(),
            ),
            Self::InPlace(owner, target) => {
                let signature = robot.signature_of(owner, target.function);
                (signature.arguments, Vec::new())
            }
            Self::Bundle(index, _) => {
                let bundle = robot.bundle_functions().nth(index);
                let arguments = bundle.map(|of| robot.signature_of_bundle(of.bundle).arguments);
                (arguments.unwrap_or_default(), Vec::new())
            }
            Self::Joints(receiver) => (vec![InputKind::Q, InputKind::Qd], receiver.bindings()),
            Self::Acceleration(viewed) => (
                vec![InputKind::Q, InputKind::Qd, InputKind::Tau],
                viewed.view.without_time(),
            ),
            Self::AnyLink(_) => {
                let functions = link_traits(robot).into_iter().flat_map(|of| of.functions);
                let kinds = functions.flat_map(|&of| robot.signature(of).arguments);
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
                let targets = bundle.into_iter().flat_map(|of| of.bundle.targets());
                targets.map(|of| quantity(robot, of)).collect()
            }
            Self::Joints(_) => OF_JOINTS.map(of_joints).into(),
            Self::Acceleration(viewed) => {
                vec![
                    quantity(robot, whole(integrand(viewed))),
                    of_joints(INTEGRATE),
                ]
            }
            Self::AnyLink(_) => {
                let functions = link_traits(robot).into_iter().flat_map(|of| of.functions);
                let link_targets = functions.flat_map(|&function| {
                    let variants = link_variants(robot).into_iter();
                    variants.map(move |variant| variant.target(function))
                });
                link_targets.map(|of| quantity(robot, of)).collect()
            }
            Self::Prepare(_) => Vec::new(),
        }
    }
}

/// A trait after the views through which it is called.
fn through(name: &str, viewed: Viewed) -> String {
    let views = viewed.view.bindings().iter();
    let views: String = views.map(|bound| format!("{}, ", bound.maker())).collect();
    format!("{views}{name}")
}

/// The function that integrators call.
pub fn integrand(viewed: Viewed) -> Function {
    if viewed.is_under_wrenches() {
        Function::ForwardDynamicsWithWrenches
    } else {
        Function::ForwardDynamics
    }
}

/// All parts, with the quantities that the checks compare.
pub fn checked_parts<'a>(robot: &Robot<'a>) -> Vec<TableEntry<'a>> {
    let mut names: Vec<String> = Vec::new();
    let mut quantities: Vec<Vec<TableEntry<'a>>> = Vec::new();
    for check in own_checks(robot).into_iter().chain(other_checks(robot)) {
        let (name, compared) = (check.part(robot), check.quantities(robot));
        match quantities.last_mut() {
            _ if compared.is_empty() => {}
            Some(last) if names.last() == Some(&name) => last.extend(compared),
            _ => {
                names.push(name);
                quantities.push(compared);
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

/// The quantity that a function computes.
pub fn quantity<'a>(robot: &Robot<'a>, target: Target) -> TableEntry<'a> {
    let link =
        (target.link).map(|link| TableEntry::Text((&robot.system.tree.links[link].name).into()));
    TableEntry::Made(variant(target.function), link.into_iter().collect())
}

/// The variant of the reference's quantities for a function.
pub fn variant(function: Function) -> String {
    format!(
        "Quantity::{}",
        upper_camel_case(&identifier(function.name()))
    )
}

/// A quantity that follows from the joints alone.
fn of_joints<'a>(name: &str) -> TableEntry<'a> {
    TableEntry::Made(format!("Quantity::{name}"), Vec::new())
}

/// Contents of the type that no check compares, by name.
pub fn not_compared(robot: &Robot<'_>) -> Vec<&'static str> {
    let functions = || robot.targets().map(|target| target.function);
    let has_pivots = functions().any(|function| function.quantity().has_pivots());
    let drops_feedback = functions().any(has_form_without_feedback);
    let has_patterns = functions().any(|function| function.pattern().is_some());
    let dispatches = robot.settings.dispatch;
    let parts = [
        (robot.equations.is_some(), EQUATIONS[0]),
        (robot.equations.is_some(), EQUATIONS[1]),
        (robot.system.pinocchio.is_some(), PINOCCHIO[0]),
        (robot.system.pinocchio.is_some(), PINOCCHIO[1]),
        (has_patterns, "sparsity patterns"),
        (robot.has_default(), "Default"),
        (has_pivots, "pivots"),
        (drops_feedback, "methods of views without feedback"),
        (dispatches, "variants for processors other than this one"),
    ];
    parts
        .iter()
        .filter_map(|(is, name)| is.then_some(*name))
        .collect()
}
