//! The constants of a robot: sizes; tables of joints, links, constraints, actuators and named states; indices of Pinocchio;
//! sparsity patterns.

use syn::spanned::Spanned as _;
use syn::{Expr, ImplItemConst, Type};

use crate::functions::Functions;
use crate::items::{is_plain, unknown};
use crate::owner::is_same;
use crate::refusal::{Checked, Refusal};
use crate::report::{Report, Verdict};
use crate::robot::Robot;
use crate::shape::Shape;
use crate::syntax::{Form, parts};
use crate::term::Kind;
use multibody_description::function::{Function, in_rust};
use multibody_description::system::{JointRow, LinkRow, joint_rows, link_rows};
use multibody_support::foreign::literal;

/// The constants that are not verified.
const EXEMPT: [&str; 3] = ["COSTS", "EQUATIONS", "EQUATIONS_LATEX"];

impl Functions<'_> {
    /// Checks all constants of the robot. Functions have to be checked before, since patterns follow from their programs.
    ///
    /// # Errors
    /// The file contains a constant that the generator never emits.
    pub fn check_constants(&self, report: &mut Report) -> Checked {
        for (name, constant) in &self.items.constants {
            let pair = type_and_value(constant).ok_or_else(|| unknown(constant))?;
            let mut functions = Function::ALL.into_iter();
            let sparse = functions.find(|f| f.pattern().as_ref() == Some(name));
            match (expected_constant(self.robot, name), sparse) {
                (Some(expected), _) => report.add(name, constant, verdict(pair, expected)),
                (_, Some(sparse)) => report.add(name, constant, self.pattern_verdict(sparse, pair)),
                _ if EXEMPT.contains(&name.as_str()) => report.unverified.push(format!("`{name}`")),
                _ => return Err(Refusal::at(constant, "this constant is not emitted")),
            }
        }
        Ok(())
    }

    /// The verdict on a sparsity pattern. It has to have the zeros of the function's programs, and is verified if these are.
    fn pattern_verdict(&self, function: Function, (node, value): (&Type, &Expr)) -> Verdict {
        let (name, patterns) = (in_rust(function.name()), self.patterns.borrow());
        let Some(nonzeros) = patterns.get(&function) else {
            return Verdict::NotVerified(format!("`{name}` has no program"));
        };
        let shape = Shape::of(self.robot, &self.robot.signature(function).result);
        let mut entries = nonzeros.iter().map(bool::to_string);
        let expected = shape.value(&mut || entries.next().unwrap_or_default());
        let is_expected = is_same(node, &shape.rust("bool")) && is_same(value, &expected);
        let message = format!("it does not have the zeros of `{name}`");
        Verdict::Calls(name).or_wrong_unless(is_expected, &message)
    }
}

/// The type of a constant, and its value.
fn type_and_value(constant: &ImplItemConst) -> Option<(&Type, &Expr)> {
    let (generics, constant_type, value) = parts!(constant, ImplItemConst: generics ty expr; no defaultness; any
        attrs vis const_token ident colon_token eq_token semi_token)?;
    is_plain(generics).then_some((constant_type, value))
}

/// The expected type of a constant, and its value: one text, or one for each row of a table. `None`: the constant is not verified,
/// or the robot has no such constant.
fn expected_constant(robot: &Robot, name: &str) -> Option<(String, Vec<String>)> {
    let system = &robot.system;
    let size = |count: usize| Some(("usize".to_owned(), vec![count.to_string()]));
    let table = |ty: &str, rows: Vec<String>| Some((format!("[{ty}; {}]", rows.len()), rows));
    let indices = |size: &str, indices: &[usize]| {
        let rows = indices.iter().map(ToString::to_string);
        Some((format!("[usize; Self::{size}]"), rows.collect()))
    };
    match name {
        "NQ" => size(system.nq()),
        "NV" => size(system.nv()),
        "NC" => size(system.nc()),
        "JOINTS" => {
            let rows = joint_rows(system);
            table("multibody::JointInfo", rows.iter().map(joint).collect())
        }
        "CONSTRAINTS" => {
            let rows = system.constraints.iter().map(|row| {
                let (name, of_rates) = (literal(&row.name), !row.row.is_holonomic());
                format!("multibody::ConstraintInfo {{ name: {name}, of_rates: {of_rates} }}")
            });
            table("multibody::ConstraintInfo", rows.collect())
        }
        "LINKS" => {
            let rows = link_rows(system);
            let link_type =
                (!robot.links.is_empty()).then(|| format!("<{}Link>", robot.settings.name));
            let record = format!("multibody::LinkInfo{}", link_type.unwrap_or_default());
            table(&record, rows.iter().map(|row| link(robot, row)).collect())
        }
        "NU" => size(system.actuators.len()),
        "ACTUATORS" => {
            let record = "multibody::ActuatorInfo";
            let rows = system.actuators.iter().map(|row| {
                let (name, ranges) = (literal(&row.name), [row.control_range, row.force_range]);
                let [ctrl, force] = ranges.map(|ends| ends.map(float).join(", "));
                format!("{record} {{ name: {name}, ctrl: [{ctrl}], force: [{force}] }}")
            });
            table(record, rows.collect())
        }
        "STATES" => {
            let rows = system.states.iter().map(|state| {
                let (name, q, qd) = (literal(&state.name), &state.q, &state.qd);
                format!("multibody::NamedState {{ name: {name}, q: {q:?}, qd: {qd:?} }}")
            });
            let record = format!("multibody::NamedState<{}, {}>", system.nq(), system.nv());
            (!system.states.is_empty()).then(|| table(&record, rows.collect()))?
        }
        "PINOCCHIO_Q" => indices("NQ", &system.pinocchio.as_ref()?.q),
        "PINOCCHIO_V" => indices("NV", &system.pinocchio.as_ref()?.v),
        _ => None,
    }
}

/// The verdict on the type and the value of a constant, by their expected texts.
fn verdict((node, value): (&Type, &Expr), (text, rows): (String, Vec<String>)) -> Verdict {
    let entries = match Form::of(value) {
        Ok(Form::Parts(Kind::Array, rows)) => rows,
        _ => vec![value],
    };
    if !is_same(node, &text) || entries.len() != rows.len() {
        return Verdict::Wrong(format!("it is not a `{text}`"));
    }
    let mut pairs = entries.iter().zip(rows);
    let fault = pairs.find(|(entry, row)| !is_same(*entry, row));
    fault.map_or(Verdict::Equal, |(entry, row)| {
        let line = entry.span().start().line;
        Verdict::Wrong(format!("line {line} is not `{row}`"))
    })
}

/// The text of an `Option`.
fn optional(value: Option<impl ToString>) -> String {
    match value {
        Some(value) => format!("::core::option::Option::Some({})", value.to_string()),
        None => "::core::option::Option::None".to_owned(),
    }
}

/// The text of a float.
fn float(number: f64) -> String {
    match number {
        f64::INFINITY => "f64::INFINITY".into(),
        f64::NEG_INFINITY => "f64::NEG_INFINITY".into(),
        _ => format!("{number:?}"),
    }
}

/// The text of a row of the table of joints.
fn joint(row: &JointRow<'_>) -> String {
    let (coordinate, kind) = (row.coordinate, row.coordinate.kind.as_ref());
    let name_of_other = || format!("Other({})", literal(kind.name()));
    let numbers = row.limits.map(|limits| limits.map(float));
    let limits = numbers.map_or("::NONE".to_owned(), |[lower, upper, velocity, effort]| {
        format!(" {{ lower: {lower}, upper: {upper}, velocity: {velocity}, effort: {effort} }}")
    });
    let (name, chart) = (literal(&coordinate.name), row.chart);
    let (q, nq) = (coordinate.q, kind.positions().len());
    let (v, nv) = (coordinate.v, kind.nv());
    let word = kind.kind().map_or_else(name_of_other, str::to_owned);
    let [parent, link] = [row.parent, row.link].map(optional);
    format!(
        "multibody::JointInfo {{ name: {name}, kind: multibody::JointKind::{word}, chart: multibody::Chart::{chart}, \
         q: {q}, nq: {nq}, v: {v}, nv: {nv}, parent: {parent}, link: {link}, limits: multibody::Limits{limits} }}"
    )
}

/// The text of a row of the table of links.
fn link(robot: &Robot, row: &LinkRow<'_>) -> String {
    let entry = robot.links.iter().find(|variant| variant.link == row.index);
    let variant = entry.map(|entry| format!("{}Link::{}", robot.settings.name, entry.name));
    let [name, joint] = [&row.link.name, row.joint].map(literal);
    let [link, parent] = [variant, row.parent.map(|parent| parent.to_string())].map(optional);
    let (mass, com) = (row.mass.map(float), row.com.map(|com| format!("{com:?}")));
    let inertia = optional(row.inertia.map(|inertia| format!("{inertia:?}")));
    let [mass, com] = [mass, com].map(optional);
    format!(
        "multibody::LinkInfo {{ name: {name}, link: {link}, parent: {parent}, joint: {joint}, mass: {mass}, com: {com}, \
         inertia: {inertia} }}"
    )
}
