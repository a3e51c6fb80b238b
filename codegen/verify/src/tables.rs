//! The constants of a robot: sizes, tables of joints, links and constraints, indices of Pinocchio.

use syn::spanned::Spanned as _;
use syn::{Expr, ImplItemConst};

use crate::items::Items;
use crate::owner::is_same;
use crate::report::{Report, Verdict};
use crate::robot::Robot;
use multibody_description::joint::Statement;
use multibody_description::model::{Limits, Number};
use multibody_description::system::{Coordinate, Joint};
use multibody_program::exact::nearest_f64;
use multibody_program::ir::Value;
use multibody_support::foreign::literal;

/// Checks all constants of the robot.
pub fn check(found: &Items<'_>, robot: &Robot, report: &mut Report) {
    for (name, constant) in &found.constants {
        let line = constant.ident.span().start().line;
        let verdict = match expected(robot, name, !robot.links.is_empty()) {
            Some((of, value)) => verdict(constant, &of, &value),
            None if ["COSTS", "EQUATIONS", "EQUATIONS_LATEX"].contains(&name.as_str()) => {
                report.recognised.push(format!("`{name}`"));
                continue;
            }
            None => Verdict::Wrong("a generated file has no such constant".into()),
        };
        report.add(name, line, verdict);
    }
}

/// The value of a constant.
enum Expected {
    Value(String),
    Rows(Vec<String>),
}

/// The type and the value of a constant; `None` if it is not verified, or not there.
fn expected(robot: &Robot, name: &str, has_links: bool) -> Option<(String, Expected)> {
    let system = &robot.system;
    let size = |count: usize| Some(("usize".to_owned(), Expected::Value(count.to_string())));
    let table = |of: &str, rows: Vec<String>| {
        Some((format!("[{of}; {}]", rows.len()), Expected::Rows(rows)))
    };
    match name {
        "NQ" => size(system.nq()),
        "NV" => size(system.nv()),
        "NC" => size(system.nc()),
        "JOINTS" => {
            let coordinates = system.coordinates.iter().enumerate();
            let rows = coordinates.map(|(at, of)| joint(robot, at, of));
            table("multibody::JointInfo", rows.collect())
        }
        "CONSTRAINTS" => {
            let rows = system.constraints.iter().map(|of| {
                let (name, of_rates) = (literal(&of.name), !of.row.is_holonomic());
                format!("multibody::ConstraintInfo {{ name: {name}, of_rates: {of_rates} }}")
            });
            table("multibody::ConstraintInfo", rows.collect())
        }
        "LINKS" => {
            let rows = (0..system.tree.links.len()).map(|at| link(robot, at));
            let of = match has_links {
                false => "multibody::LinkInfo".to_owned(),
                true => format!("multibody::LinkInfo<{}Link>", robot.settings.name),
            };
            table(&of, rows.collect())
        }
        "PINOCCHIO_Q" | "PINOCCHIO_V" => {
            let places = system.pinocchio.as_ref()?;
            let (of, places) = match name {
                "PINOCCHIO_Q" => ("NQ", &places.q),
                _ => ("NV", &places.v),
            };
            let value = Expected::Value(format!("{places:?}"));
            Some((format!("[usize; Self::{of}]"), value))
        }
        _ => None,
    }
}

fn verdict(constant: &ImplItemConst, of: &str, expected: &Expected) -> Verdict {
    if !is_same(&constant.ty, of) {
        return Verdict::Wrong(format!("its type is not `{of}`"));
    }
    match (expected, &constant.expr) {
        (Expected::Value(value), found) if is_same(found, value) => Verdict::Equal,
        (Expected::Value(value), _) => Verdict::Wrong(format!("it is not {value}")),
        (Expected::Rows(rows), Expr::Array(found)) if found.elems.len() == rows.len() => {
            let mut pairs = found.elems.iter().zip(rows);
            let wrong = pairs.find(|(found, row)| !is_same(*found, row));
            wrong.map_or(Verdict::Equal, |(found, row)| {
                let line = found.span().start().line;
                Verdict::Wrong(format!("its row in line {line} is not `{row}`"))
            })
        }
        (Expected::Rows(rows), _) => Verdict::Wrong(format!("it has not {} rows", rows.len())),
    }
}

fn optional(value: Option<impl ToString>) -> String {
    match value {
        Some(value) => format!("::core::option::Option::Some({})", value.to_string()),
        None => "::core::option::Option::None".to_owned(),
    }
}

/// The row of a coordinate.
fn joint(robot: &Robot, at: usize, coordinate: &Coordinate) -> String {
    let kind = coordinate.kind.as_ref();
    let of_kind = kind
        .kind()
        .map_or_else(|| format!("Other({})", literal(kind.name())), str::to_owned);
    let has_other_rates = || Statement::of(kind).rate_map.is_some();
    let chart = kind.chart().unwrap_or_else(|| match has_other_rates() {
        true => "Other",
        false => "Vector",
    });
    let joints = &robot.system.tree.joints;
    let place = joints.iter().enumerate().find_map(|(joint, of)| {
        let mut motions = of.motions.iter();
        let motion = motions.position(|motion| motion.coordinate == at);
        motion
            .filter(|_| of.name == coordinate.joint)
            .map(|motion| (joint, motion))
    });
    let parent = place.and_then(|(joint, motion)| inboard(robot, joint, motion));
    let link = place.map(|(joint, _)| joints[joint].child);
    let limits = coordinate.limits.as_ref().map_or_else(
        || "multibody::Limits::NONE".to_owned(),
        |of| limited(of, kind.is_endless()),
    );
    format!(
        "multibody::JointInfo {{ name: {}, kind: multibody::JointKind::{of_kind}, \
         chart: multibody::Chart::{chart}, q: {}, nq: {}, v: {}, nv: {}, parent: {}, link: {}, \
         limits: {limits} }}",
        literal(&coordinate.name),
        coordinate.q,
        kind.coordinates().len(),
        coordinate.v,
        kind.nv(),
        optional(parent),
        optional(link)
    )
}

/// The next coordinate inboard of a motion of a joint.
fn inboard(robot: &Robot, joint: usize, motion: usize) -> Option<usize> {
    let system = &robot.system;
    let own = |joint: &Joint, motions: usize| {
        let coordinates = joint.motions[..motions]
            .iter()
            .rev()
            .map(|of| of.coordinate);
        let mut own = coordinates.filter(|at| system.coordinates[*at].joint == joint.name);
        own.next()
    };
    let mut joint = &system.tree.joints[joint];
    let mut found = own(joint, motion);
    while found.is_none() {
        let carrier = joint.parent?;
        joint = system
            .tree
            .joints
            .iter()
            .find(|joint| joint.child == carrier)?;
        found = own(joint, joint.motions.len());
    }
    found
}

fn limited(limits: &Limits, is_endless: bool) -> String {
    let float = |number: &Option<Number>, unlimited: &str| {
        let value = number
            .as_ref()
            .map(|number| format!("{:?}", nearest_f64(&number.value)));
        value.unwrap_or_else(|| unlimited.to_owned())
    };
    let position = |number, unlimited: &str| match is_endless {
        true => unlimited.to_owned(),
        false => float(number, unlimited),
    };
    format!(
        "multibody::Limits {{ lower: {}, upper: {}, velocity: {}, effort: {} }}",
        position(&limits.lower, "f64::NEG_INFINITY"),
        position(&limits.upper, "f64::INFINITY"),
        float(&limits.velocity, "f64::INFINITY"),
        float(&limits.effort, "f64::INFINITY")
    )
}

/// The row of a link.
fn link(robot: &Robot, at: usize) -> String {
    let system = &robot.system;
    let link = &system.tree.links[at];
    let joint = system.tree.joints.iter().find(|joint| joint.child == at);
    let number = |value: Value| {
        let constant = system.builder.as_constant(value)?;
        Some(format!("{:?}", nearest_f64(constant)))
    };
    let vector = |values: &[Value; 3]| {
        let numbers: Option<Vec<String>> = values.iter().map(|value| number(*value)).collect();
        Some(format!("[{}]", numbers?.join(", ")))
    };
    let rows: Option<Vec<String>> = link.inertia.iter().map(vector).collect();
    let variant = robot.links.iter().find(|(_, own)| *own == at);
    let variant = variant.map(|(name, _)| format!("{}Link::{name}", robot.settings.name));
    format!(
        "multibody::LinkInfo {{ name: {}, link: {}, parent: {}, joint: {}, mass: {}, com: {}, \
         inertia: {} }}",
        literal(&link.name),
        optional(variant),
        optional(joint.and_then(|of| of.parent)),
        literal(joint.map_or("", |joint| &joint.name)),
        optional(number(link.mass)),
        optional(vector(&link.com)),
        optional(rows.map(|rows| format!("[{}]", rows.join(", "))))
    )
}
