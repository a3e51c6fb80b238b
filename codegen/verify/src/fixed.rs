//! Items and functions that have one fixed text for a robot: what calls the runtime with the robot's tables, what makes
//! views, and the declarations of structs.

use std::collections::{BTreeMap, BTreeSet};

use syn::{ImplItemFn, ItemImpl};

use crate::owner::{Base, Owner, bare, text_of};
use crate::robot::Robot;
use crate::shape::{Shape, array, list};
use multibody_description::function::Function;
use multibody_description::model::Parameter;
use multibody_description::signature::Returned;
use multibody_program::exact::{Rational, nearest_f64};
use multibody_program::ir::InputKind;

/// The head of functions of views for `linearize`.
const LINEAR: &str =
    "fn derivatives_of_acceleration(&self, q: &[T; $NQ$], qd: &[T; $NV$], tau: &[T; $NV$])
    -> multibody::ForwardDynamicsDerivatives<T, $NV$>";
/// What views under wrenches have too.
const WITHOUT: &str = "fn without_constraints(&self) -> multibody::WithoutConstraints<'_, Self> {
    multibody::WithoutConstraints::new(self)
}";
/// The joints of what a view is of.
const JOINTS: &str = "fn joints(&self) -> &'static [multibody::JointInfo] { self.robot.joints() }";

/// Functions. Between dollars: the robot's name, N numbers of positions and rates, G generics and M those with a lifetime, U the
/// number type of a constant time, W and S the types of wrenches and selectors, F the converted fields.
const FUNCTIONS: &str = "
fn joint(&self, name: &str) -> ::core::option::Option<&'static multibody::JointInfo> {
    let joints: &'static [multibody::JointInfo] = &$NAME$::JOINTS;
    joints.iter().find(|joint| joint.name == name)
}
fn link(&self, name: &str) -> ::core::option::Option<$NAME$Link> {
    let mut links = $NAME$::LINKS.into_iter();
    links.find(|info| info.name == name).and_then(|info| info.link)
}
$WITHOUT$
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
fn under $MADE$ (&'a self, wrenches: $WRENCHES$) -> $NAME$UnderWrenches<'a, Self, T> {
    $NAME$UnderWrenches { robot: self, wrenches }
}
fn selecting $MADE$ (&'a self, selectors: $SELECTORS$) -> $NAME$Selecting<'a, &'a Self, T> {
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

/// Implementations, macros and structs.
const ITEMS: [&str; 13] = [
    "impl<R: multibody::Joints, T> multibody::Joints for $NAME$UnderWrenches<'_, R, T> { $JOINTS$ }",
    "impl<R: multibody::Joints, T> multibody::Joints for $NAME$Selecting<'_, R, T> { $JOINTS$ }",
    "impl<R, T> $NAME$UnderWrenches<'_, R, T> { $WITHOUT$ }",
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

/// A text for a robot, and for a type of it.
fn fill(text: &str, robot: &Robot, owner: Owner) -> String {
    let (generics, view, time) = match owner {
        Owner::ROBOT => ("<T: multibody::Real>", "<'a, T: multibody::Real>", "f64"),
        _ => ("", "<'a>", "T"),
    };
    let lent = |kind| robot.argument_type(kind, "T").replace('&', "&'a ");
    let fields = |of: &dyn Fn(&Parameter) -> String| list(robot.system.parameters.iter().map(of));
    let field = |parameter: &Parameter, numbers: Vec<String>| match parameter.shape.array() {
        None => format!("{}: {}", parameter.field.value, numbers.join(", ")),
        Some(_) => format!("{}: [{}]", parameter.field.value, numbers.join(", ")),
    };
    let converted = |read: String| format!("T::lit(f64::from({read}))");
    let converted = fields(&|of| field(of, of.reads().into_iter().map(converted).collect()));
    let float = |value: &Rational| format!("{:?}", nearest_f64(value));
    let defaults = fields(&|of| field(of, of.default.iter().flatten().map(float).collect()));
    let of_type = |of: &Parameter| array(of.shape.array().as_slice(), "T");
    let parameters = fields(&|of| format!("{}: {}", of.field.value, of_type(of)));
    let links = |before: &str| list(robot.links.iter().map(|of| format!("{before}{}", of.name)));
    let words = [
        ("LINEAR", LINEAR.to_owned()),
        ("WITHOUT", WITHOUT.to_owned()),
        ("JOINTS", JOINTS.to_owned()),
        ("NAME", robot.settings.name.clone()),
        ("NQ", robot.system.nq().to_string()),
        ("NV", robot.system.nv().to_string()),
        ("GENERICS", generics.to_owned()),
        ("MADE", view.to_owned()),
        ("TIME", time.to_owned()),
        ("WRENCHES", lent(InputKind::Wrench)),
        ("SELECTORS", lent(InputKind::Selector)),
        ("CONVERTED", converted),
        ("DEFAULTS", defaults),
        ("FIELDS", fields(&|of| of.field.value.clone())),
        ("PARAMETERS", parameters),
        ("VARIANTS", links("")),
        ("COUNT", robot.links.len().to_string()),
        ("LISTED", links("Self::")),
    ];
    words.iter().fold(text.to_owned(), |text, (word, value)| {
        text.replace(&format!("${word}$"), value)
    })
}

/// Whether a function has the text for its name. `None`: no function of this name has a fixed text.
pub fn is_function(robot: &Robot, owner: Owner, function: &ImplItemFn) -> Option<bool> {
    let texts = fill(FUNCTIONS, robot, owner);
    let block = syn::parse_str::<ItemImpl>(&format!("impl Robot {{ {texts} }}"));
    let items = block.expect("these are functions").items;
    let functions = items.iter().filter_map(crate::items::function);
    let of_name = functions.filter(|of| of.sig.ident == function.sig.ident);
    let matches = of_name.map(|of| bare(of) == bare(function));
    matches.reduce(|is_before, is| is_before || is)
}

/// The fixed texts of implementations, macros and structs. `slots` are the numbers of prepared values.
pub fn items(robot: &Robot, slots: &BTreeMap<Base, usize>) -> BTreeSet<String> {
    let fixed = ITEMS.iter().map(|text| fill(text, robot, Owner::ROBOT));
    let texts = fixed.chain(structs(robot, slots));
    texts.filter_map(|text| text_of(&text)).collect()
}

/// The declarations of prepared forms and records.
fn structs(robot: &Robot, slots: &BTreeMap<Base, usize>) -> Vec<String> {
    let name = &robot.settings.name;
    let prepared = slots.iter().map(|(base, slots)| {
        let prepared_type = Owner::of(*base).type_of(name);
        format!("struct {prepared_type} {{ p: [T; {slots}] }}")
    });
    let functions = Function::ALL.map(|of| robot.signature(of).result);
    let (functions, bundles) = (functions.into_iter(), robot.bundles.iter());
    let of_bundles =
        bundles.map(|of| Returned::of_bundle(&robot.system, robot.wrench_links.len(), of));
    let results = functions.chain(of_bundles).map(|of| Shape::of(robot, &of));
    let records = results.filter_map(|shape| match shape {
        Shape::Record([record, _], fields) if record.starts_with(name) => {
            let texts = (fields.iter()).map(|(name, shape)| format!("{name}: {}", shape.rust("T")));
            Some(format!("struct {record}<T> {{ {} }}", list(texts)))
        }
        _ => None,
    });
    prepared.chain(records).collect()
}
