//! What the traits of the runtime do for every robot, as functions of the type itself: these need no trait in
//! scope, and are meant where several traits have one of that name.

use super::signature::{Generics, head_line};
use super::{ALLOWANCES, Robot, traits};
use crate::joint::Coordinate;

/// A function of a trait.
struct Method {
    name: &'static str,
    /// What it does, in a line.
    summary: &'static str,
    /// Behind the receiver, names with types.
    arguments: &'static [(&'static str, &'static str)],
    /// Its type; NQ and NV stand for the sizes.
    result: &'static str,
}

/// Those of `Multibody` and `TimeVarying` that go through the joints.
fn methods(robot: &Robot<'_>) -> [Method; 4] {
    let normal = match robot.system.has(Coordinate::RotationVector) {
        true => "Quaternions of unit length again, and rotation vectors of at most half a turn.",
        false => "Quaternions of unit length again.",
    };
    [
        Method {
            name: "normalize",
            summary: normal,
            arguments: &[("q", "&mut [T; NQ]"), ("qd", "&mut [T; NV]")],
            result: "",
        },
        Method {
            name: "position_rate",
            summary: "The derivative of the position, `dq/dt = N(q) qd`.",
            arguments: &[("q", "&[T; NQ]"), ("qd", "&[T; NV]")],
            result: "[T; NQ]",
        },
        Method {
            name: "integrate",
            summary: "The position after the time `h` at constant rates.",
            arguments: &[("q", "&[T; NQ]"), ("qd", "&[T; NV]"), ("h", "T")],
            result: "[T; NQ]",
        },
        Method {
            name: "difference",
            summary: "The step of a unit of time from one position to another.",
            arguments: &[("from", "&[T; NQ]"), ("to", "&[T; NQ]")],
            result: "[T; NV]",
        },
    ]
}

/// Of a robot that implements one of them.
pub fn functions(robot: &Robot<'_>, generics: Generics) -> String {
    let (name, allowances, base) = (robot.name, ALLOWANCES, traits::base(robot));
    let sizes = format!("{}, {}", robot.system.nq(), robot.system.nv());
    let (head, of, neutral) = match generics {
        Generics::OfFunction => (
            format!("impl {name}"),
            base.to_owned(),
            format!("<Self as multibody::{base}<{sizes}>>::neutral()"),
        ),
        Generics::OfType(_) => (
            format!("impl<T: multibody::Real> {name}Prepared<T>"),
            format!("Prepared{base}"),
            format!("multibody::Prepared{base}::neutral(self)"),
        ),
    };
    let mut text = format!("\n{allowances}{head} {{\n");
    if generics == Generics::OfFunction {
        text += &format!(
            "    /// The joint of a name, if there is one with coordinates of its own.\n    \
             #[must_use]\n    \
             pub fn joint(name: &str) -> ::core::option::Option<&'static multibody::JointInfo> {{\n        \
             <Self as multibody::{base}<{sizes}>>::joint(name)\n    }}\n\n"
        );
    }
    let receiver: &[(&str, &str)] = match generics {
        Generics::OfFunction => &[],
        Generics::OfType(_) => &[("&self", "")],
    };
    text += "    /// Where to start: zeros, and quaternions of no rotation; see `multibody::Multibody::neutral`.\n";
    text += &written(robot, ("neutral", generics), receiver, "[T; NQ]", &neutral);
    for method in methods(robot) {
        let Method {
            name,
            summary,
            arguments,
            result,
        } = method;
        let values: Vec<&str> = arguments.iter().map(|(name, _)| *name).collect();
        let end = if result.is_empty() { ";" } else { "" };
        let call = format!("multibody::{of}::{name}(self, {}){end}", values.join(", "));
        let arguments = [&[("&self", "")], arguments].concat();
        text += &format!("\n    /// {summary} See `multibody::Multibody::{name}`.\n");
        text += &written(robot, (name, generics), &arguments, result, &call);
    }
    text + "}\n"
}

/// A function as rustfmt has it.
fn written(
    robot: &Robot<'_>,
    (name, generics): (&str, Generics),
    arguments: &[(&str, &str)],
    result: &str,
    body: &str,
) -> String {
    let (nq, nv) = (robot.system.nq().to_string(), robot.system.nv().to_string());
    let sized = |text: &str| text.replace("NQ", &nq).replace("NV", &nv);
    let arguments: Vec<String> = arguments
        .iter()
        .map(|(name, of)| match of.is_empty() {
            true => (*name).to_owned(),
            false => format!("{name}: {}", sized(of)),
        })
        .collect();
    let generics = match generics {
        Generics::OfFunction => "<T: multibody::Real>",
        Generics::OfType(_) => "",
    };
    let result = match result.is_empty() {
        true => String::new(),
        false => format!(" -> {}", sized(result)),
    };
    let start = format!("    pub fn {name}{generics}(");
    let head = head_line(robot, &start, &arguments, &format!("){result} {{"));
    format!("{head}        {body}\n    }}\n")
}
