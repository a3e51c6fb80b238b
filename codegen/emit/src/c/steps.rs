//! Steps along positions, with rates of positions, differences and normalization, as functions of straight-line code.

use super::body::{self, CArguments};
use super::charts::{ChartedJoint, JointChart, joints};
use super::functions::{CArgument, CFunction, FunctionNames};
use super::number::ProgramNumber;
use super::writer::CWriter;
use crate::interface::{Returned, Signature};
use multibody_program::ir::{Builder, Program, Value};
use std::cell::RefCell;

/// A signature without arguments, for functions whose arguments are no inputs of the robot's programs.
pub fn without_arguments(result: Returned) -> Signature {
    Signature {
        arguments: Vec::new(),
        result,
        takes_link: false,
    }
}

/// The lines that compute `outputs` from the expressions `arguments`, and store the results at `places`.
fn lines(
    writer: &CWriter<'_>,
    arguments: &[String],
    places: &[String],
    outputs: impl for<'b> FnOnce(&[ProgramNumber<'b>]) -> Vec<ProgramNumber<'b>>,
) -> String {
    let builder = RefCell::new(Builder::new());
    let outputs = outputs(&ProgramNumber::inputs(&builder, arguments.len()));
    let outputs: Vec<Value> = outputs.into_iter().map(|number| number.value).collect();
    let program = builder.borrow().finish(&outputs);
    program_lines(writer, &program, arguments, places)
}

/// The lines of a program whose inputs are these expressions.
pub fn program_lines(
    writer: &CWriter<'_>,
    program: &Program,
    arguments: &[String],
    places: &[String],
) -> String {
    let arguments = CArguments {
        signature: &without_arguments(Returned::Array(Vec::new())),
        owner: "",
        fields: arguments,
        rates: 0,
    };
    body::of_program(program, places, &writer.names, arguments, false, "").lines
}

/// The expressions of `count` entries of an array, from the entry `first` on.
pub fn entries(name: &str, [first, count]: [usize; 2]) -> Vec<String> {
    (first..first + count)
        .map(|k| format!("{name}[{k}]"))
        .collect()
}

/// The lines of a function that concern one joint.
type JointLines<'a> = &'a dyn Fn(&CWriter<'_>, ChartedJoint) -> String;

/// The functions, in the order of `names::STEP_NAMES`.
pub fn all(writer: &CWriter<'_>, names: &mut FunctionNames) -> Vec<CFunction> {
    let (nq, nv) = (writer.system.nq(), writer.system.nv());
    let array = |name: &'static str, size: usize| CArgument {
        name,
        sizes: vec![size],
    };
    let mut function = |name: &str,
                        summary: &str,
                        arguments: Vec<CArgument>,
                        result: Option<usize>,
                        joint_lines: JointLines<'_>| {
        let bodies = joints(writer)
            .into_iter()
            .map(|joint| joint_lines(writer, joint));
        let body: String = bodies
            .filter(|lines| !lines.is_empty())
            .map(|lines| format!("  {{\n  {}\n  }}\n", lines.trim_end().replace('\n', "\n  ")))
            .collect();
        // `h` is a number, and is read if there are rates.
        let is_unread =
            |name: &&str| !body.contains(&format!("{name}[")) && (*name != "h" || nv == 0);
        let unread_names = arguments
            .iter()
            .map(|argument| argument.name)
            .filter(is_unread);
        let discards: String = unread_names
            .map(|name| format!("  (void){name};\n"))
            .collect();
        let name = names.add(writer, name);
        let constness = if result.is_some() { "const " } else { "" };
        let declarations = arguments
            .iter()
            .map(|argument| match argument.sizes.clone() {
                sizes if sizes.is_empty() => format!("real {}", argument.name),
                sizes => {
                    constness.to_owned()
                        + &writer.declaration(&Returned::Array(sizes), argument.name)
                }
            });
        let out = result.map(|size| writer.declaration(&Returned::Array(vec![size]), "out"));
        let declarations: Vec<String> = declarations.chain(out).collect();
        let head = format!("MULTIBODY_API void {name}({})", declarations.join(", "));
        CFunction {
            struct_argument: None,
            arguments,
            has_result: result.is_some(),
            documentation: vec![summary.to_owned()],
            signature: without_arguments(Returned::Array(vec![result.unwrap_or(nq)])),
            definition: format!("{head}\n{{\n{discards}{body}}}\n"),
            head,
            name,
        }
    };
    let h = CArgument {
        name: "h",
        sizes: Vec::new(),
    };
    vec![
        function(
            "normalize",
            "Scales quaternions to unit length, in place.",
            vec![array("q", nq)],
            None,
            &normalize,
        ),
        function(
            "position_rate",
            "The derivative of the position: `N(q) qd`.",
            vec![array("q", nq), array("qd", nv)],
            Some(nq),
            &position_rate,
        ),
        function(
            "integrate",
            "The position after the time `h` at constant rates.",
            vec![array("q", nq), array("qd", nv), h],
            Some(nq),
            &integrate,
        ),
        function(
            "difference",
            "The step of a unit of time from one position to another: the shorter turn.",
            vec![array("from", nq), array("to", nq)],
            Some(nv),
            &difference,
        ),
    ]
}

fn normalize(writer: &CWriter<'_>, ChartedJoint { chart, q, .. }: ChartedJoint) -> String {
    chart.quaternion().map_or_else(String::new, |first| {
        let places = &entries("q", q)[first..];
        lines(writer, places, places, |q| {
            JointChart::Quaternion.normalize(q)
        })
    })
}

fn position_rate(writer: &CWriter<'_>, ChartedJoint { chart, q, v }: ChartedJoint) -> String {
    let arguments = [entries("q", q), entries("qd", v)].concat();
    lines(writer, &arguments, &entries("out", q), |numbers| {
        let (q, qd) = numbers.split_at(q[1]);
        chart.position_rate(q, qd)
    })
}

fn integrate(writer: &CWriter<'_>, ChartedJoint { chart, q, v }: ChartedJoint) -> String {
    let arguments = [entries("q", q), entries("qd", v), vec!["h".to_owned()]].concat();
    lines(writer, &arguments, &entries("out", q), |numbers| {
        let ((q, qd_and_h), h) = (numbers.split_at(q[1]), numbers[q[1] + v[1]]);
        let step: Vec<_> = qd_and_h[..v[1]].iter().map(|&rate| h * rate).collect();
        chart.integrate(q, &step)
    })
}

fn difference(writer: &CWriter<'_>, ChartedJoint { chart, q, v }: ChartedJoint) -> String {
    let (count, places) = (q[1], entries("out", v));
    let arguments = [entries("from", q), entries("to", q)].concat();
    if chart.quaternion().is_none() {
        return lines(writer, &arguments, &places, |numbers| {
            let (from, to) = numbers.split_at(count);
            chart.difference(from, to, None)
        });
    }
    let tangent = lines(writer, &arguments, &["half".to_owned()], |numbers| {
        let (from, to) = numbers.split_at(count);
        vec![chart.tangent(from, to)]
    });
    let arguments = [arguments, vec!["half".to_owned()]].concat();
    let step = lines(writer, &arguments, &places, |numbers| {
        let (from, to) = numbers[..2 * count].split_at(count);
        chart.difference(from, to, Some(numbers[2 * count]))
    });
    format!(
        "  real half;\n  {{\n{tangent}  }}\n  half = MULTIBODY_CALL(atan, half);\n  {{\n{step}  }}\n"
    )
}
