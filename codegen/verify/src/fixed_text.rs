//! Items and functions with fixed texts for a robot: those that call the runtime with the robot's tables, those that make views,
//! and the declarations of structs.

use std::collections::{BTreeMap, BTreeSet};

use syn::{ImplItemFn, ItemImpl};

use crate::owner::{BaseType, Owner, token_text, tokens_of};
use crate::robot::Robot;
use crate::shape::{Shape, array, list};
use multibody_description::function::Function;
use multibody_description::model::Parameter;
use multibody_description::signature::Returned;
use multibody_program::exact::{Rational, nearest_f64};
use multibody_program::ir::InputKind;

/// The head of the functions that `linearize` calls on robots and views.
const LINEAR: &str =
    "fn derivatives_of_acceleration(&self, q: &[T; $NQ$], qd: &[T; $NV$], tau: &[T; $NV$])
    -> multibody::ForwardDynamicsDerivatives<T, $NV$>";
/// The function `without_constraints` of the robot, and of its views under wrenches.
const FREE_VIEW: &str = "fn without_constraints(&self) -> multibody::WithoutConstraints<'_, Self> {
    multibody::WithoutConstraints::new(self)
}";
/// The joints of the robot, as a function of its views.
const JOINTS: &str = "fn joints(&self) -> &'static [multibody::JointInfo] { self.robot.joints() }";

/// The functions; some names have a text for each of several types. [`fill`] replaces the words between dollars, such as the
/// robot's name and sizes, or the generic parameters.
const FUNCTIONS: &str = "
fn joint(&self, name: &str) -> ::core::option::Option<&'static multibody::JointInfo> {
    let joints: &'static [multibody::JointInfo] = &$NAME$::JOINTS;
    joints.iter().find(|joint| joint.name == name)
}
fn link(&self, name: &str) -> ::core::option::Option<$NAME$Link> {
    let mut links = $NAME$::LINKS.into_iter();
    links.find(|info| info.name == name).and_then(|info| info.link)
}
$FREE_VIEW$
fn neutral $GENERICS$ (&self) -> [T; $NQ$] {
    let mut q = [T::ZERO; $NQ$];
    multibody::manifold::neutral(&$NAME$::JOINTS, &mut q);
    q
}
fn normalize $GENERICS$ (&self, q: &mut [T; $NQ$], qd: &mut [T; $NV$]) {
    multibody::manifold::normalize(&$NAME$::JOINTS, q, qd);
}
fn position_rate $GENERICS$ (&self, q: &[T; $NQ$], qd: &[T; $NV$]) -> [T; $NQ$] {
    let mut rate = [T::ZERO; $NQ$];
    multibody::manifold::position_rate(&$NAME$::JOINTS, q, qd, &mut rate);
    rate
}
fn integrate $GENERICS$ (&self, q: &[T; $NQ$], qd: &[T; $NV$], h: T) -> [T; $NQ$] {
    let mut next = [T::ZERO; $NQ$];
    multibody::manifold::integrate(&$NAME$::JOINTS, q, qd, h, &mut next);
    next
}
fn difference $GENERICS$ (&self, from: &[T; $NQ$], to: &[T; $NQ$]) -> [T; $NV$] {
    let mut step = [T::ZERO; $NV$];
    multibody::manifold::difference(&$NAME$::JOINTS, from, to, &mut step);
    step
}
fn at_time(&self, t: $TIME$) -> $NAME$AtTime<'_, Self, $TIME$> { $NAME$AtTime { robot: self, t } }
fn under $VIEW_GENERICS$ (&'a self, wrenches: $WRENCHES$) -> $NAME$UnderWrenches<'a, Self, T> {
    $NAME$UnderWrenches { robot: self, wrenches }
}
fn selecting $VIEW_GENERICS$ (&'a self, selectors: $SELECTORS$) -> $NAME$Selecting<'a, &'a Self, T> {
    $NAME$Selecting { robot: self, selectors }
}
fn selecting(&self, selectors: $SELECTORS$) -> $NAME$Selecting<'a, Self, T> {
    let robot = $NAME$UnderWrenches { robot: self.robot, wrenches: self.wrenches };
    $NAME$Selecting { robot, selectors }
}
fn parameters<T: multibody::Real>(&self) -> $NAME$Parameters<T> { $NAME$Parameters { $CONVERTED$ } }
fn prepare<T: multibody::Real>(&self) -> $NAME$Prepared<T> { self.parameters().prepare() }
fn joints(&self) -> &'static [multibody::JointInfo] { &$NAME$::JOINTS }
fn constraints(&self) -> &'static [multibody::ConstraintInfo] { &$NAME$::CONSTRAINTS }
fn links(&self) -> &'static [multibody::LinkInfo<Self::Link>] { &$NAME$::LINKS }
$LINEAR$ { self.forward_dynamics_derivatives(q, qd, tau).into() }
$LINEAR$ { self.robot.forward_dynamics_derivatives(self.t, q, qd, tau).into() }
$LINEAR$ {
    let wrenches = multibody::in_dual_numbers(self.wrenches);
    multibody::derivatives_by_dual_numbers(self, &self.robot.under(&wrenches), q, qd, tau)
}
$LINEAR$ {
    let (wrenches, t) = (multibody::in_dual_numbers(self.robot.wrenches), multibody::Dual::constant(self.t));
    multibody::derivatives_by_dual_numbers(self, &self.robot.robot.under(&wrenches).at_time(t), q, qd, tau)
}
";

/// Implementations, macros, structs and the enum of links.
const ITEMS: [&str; 13] = [
    "impl<R: multibody::Joints, T> multibody::Joints for $NAME$UnderWrenches<'_, R, T> { $JOINTS$ }",
    "impl<R: multibody::Joints, T> multibody::Joints for $NAME$Selecting<'_, R, T> { $JOINTS$ }",
    "impl<R, T> $NAME$UnderWrenches<'_, R, T> { $FREE_VIEW$ }",
    "impl<R, T: multibody::Real> $NAME$UnderWrenches<'_, R, T> {
        fn at_time(&self, t: T) -> $NAME$AtTime<'_, Self, T> { $NAME$AtTime { robot: self, t } }
    }",
    "impl Default for $NAME$ { fn default() -> Self { Self { $DEFAULTS$ } } }",
    "multibody::assert_dispatch!();",
    "multibody::parameter_lanes! { $NAME$Parameters { $FIELDS$ } }",
    "struct $NAME$UnderWrenches<'a, R, T> { robot: &'a R, wrenches: $WRENCHES$ }",
    "struct $NAME$Selecting<'a, R, T> { robot: R, selectors: $SELECTORS$ }",
    "struct $NAME$AtTime<'a, R, T> { robot: &'a R, t: T }",
    "struct $NAME$Parameters<T> { $PARAMETERS$ }",
    "enum $NAME$Link { $VARIANTS$ }",
    "impl $NAME$Link { const ALL: [Self; $COUNT$] = [$LISTED$]; }",
];

/// A text with the words between dollars replaced, as in the `impl` of this type.
fn fill(text: &str, robot: &Robot, owner: Owner) -> String {
    let (generics, view_generics, time) = match owner {
        Owner::ROBOT => ("<T: multibody::Real>", "<'a, T: multibody::Real>", "f64"),
        _ => ("", "<'a>", "T"),
    };
    let reference = |kind| robot.argument_type(kind, "T").replace('&', "&'a ");
    let fields = |f: &dyn Fn(&Parameter) -> String| list(robot.system.parameters.iter().map(f));
    let field = |parameter: &Parameter, numbers: Vec<String>| match parameter.shape.length() {
        None => format!("{}: {}", parameter.field.value, numbers.join(", ")),
        Some(_) => format!("{}: [{}]", parameter.field.value, numbers.join(", ")),
    };
    let convert = |read: String| format!("T::lit(f64::from({read}))");
    let converted = fields(&|p| field(p, p.accesses().into_iter().map(convert).collect()));
    let float = |value: &Rational| format!("{:?}", nearest_f64(value));
    let defaults = fields(&|p| field(p, p.default.iter().flatten().map(float).collect()));
    let field_type = |p: &Parameter| array(p.shape.length().as_slice(), "T");
    let parameters = fields(&|p| format!("{}: {}", p.field.value, field_type(p)));
    let links = |before: &str| list(robot.links.iter().map(|it| format!("{before}{}", it.name)));
    let words = [
        ("LINEAR", LINEAR.to_owned()),
        ("FREE_VIEW", FREE_VIEW.to_owned()),
        ("JOINTS", JOINTS.to_owned()),
        ("NAME", robot.settings.name.clone()),
        ("NQ", robot.system.nq().to_string()),
        ("NV", robot.system.nv().to_string()),
        ("GENERICS", generics.to_owned()),
        ("VIEW_GENERICS", view_generics.to_owned()),
        ("TIME", time.to_owned()),
        ("WRENCHES", reference(InputKind::Wrench)),
        ("SELECTORS", reference(InputKind::Selector)),
        ("CONVERTED", converted),
        ("DEFAULTS", defaults),
        ("FIELDS", fields(&|p| p.field.value.clone())),
        ("PARAMETERS", parameters),
        ("VARIANTS", links("")),
        ("COUNT", robot.links.len().to_string()),
        ("LISTED", links("Self::")),
    ];
    words.iter().fold(text.to_owned(), |text, (word, value)| {
        text.replace(&format!("${word}$"), value)
    })
}

/// Whether a function has one of the fixed texts of its name. `None`: no function of this name has a fixed text.
pub fn has_fixed_text(robot: &Robot, owner: Owner, function: &ImplItemFn) -> Option<bool> {
    let texts = fill(FUNCTIONS, robot, owner);
    let block = syn::parse_str::<ItemImpl>(&format!("impl Robot {{ {texts} }}"));
    let items = block.expect("these are functions").items;
    let functions = items.iter().filter_map(crate::items::function);
    let namesakes = functions.filter(|other| other.sig.ident == function.sig.ident);
    let matches = namesakes.map(|other| token_text(other) == token_text(function));
    matches.reduce(|any, is_equal| any || is_equal)
}

/// The fixed texts of implementations, macros, structs and the enum of links. `slots` has the number of values that each prepared
/// form stores.
pub fn items(robot: &Robot, slots: &BTreeMap<BaseType, usize>) -> BTreeSet<String> {
    let fixed = ITEMS.iter().map(|text| fill(text, robot, Owner::ROBOT));
    let texts = fixed.chain(structs(robot, slots));
    texts.filter_map(|text| tokens_of(&text)).collect()
}

/// The declarations of records and of prepared forms: the robot with prepared parameters, and the robot at a position.
fn structs(robot: &Robot, slots: &BTreeMap<BaseType, usize>) -> Vec<String> {
    let name = &robot.settings.name;
    let prepared = slots.iter().map(|(base, slots)| {
        let prepared_type = Owner::of(*base).type_of(name);
        format!("struct {prepared_type} {{ p: [T; {slots}] }}")
    });
    let functions = Function::ALL.map(|function| robot.signature(function).result);
    let (functions, bundles) = (functions.into_iter(), robot.bundles.iter());
    let bundled =
        bundles.map(|it| Returned::of_bundle(&robot.system, robot.wrench_links.len(), it));
    let results = functions.chain(bundled).map(|it| Shape::of(robot, &it));
    let records = results.filter_map(|shape| match shape {
        Shape::Record([record, _sizes], fields) if record.starts_with(name) => {
            let texts = (fields.iter()).map(|(name, shape)| format!("{name}: {}", shape.rust("T")));
            Some(format!("struct {record}<T> {{ {} }}", list(texts)))
        }
        _ => None,
    });
    prepared.chain(records).collect()
}
