//! One function: its documentation, its head, its body.

use super::dispatch::ResultForm;
use super::signature::{Generics, Signature, WIDTH, argument_name};
use super::{Robot, body, call, dispatch, in_place, motors, prepare};
use multibody_description::function::{Function, Layout, Literature, Target};
use multibody_description::joint::Coordinate;
use multibody_description::report::Rounding;
use multibody_description::settings::Triangle;
use multibody_description::system::PROXIMAL_STEPS;
use multibody_outputs::Algorithm;
use multibody_program::exact::nearest_f64;
use multibody_program::ir::{Count, InputKind, Node, Packing, Program, WIDTHS};
use multibody_support::foreign::Shown;

/// The name of a function as emitted.
#[must_use]
pub fn name(robot: &Robot<'_>, target: Target) -> String {
    let link = target.link.map(|at| &robot.system.tree.links[at].name);
    let of_link = link.and_then(|link| target.function.of_link(&robot.settings.rust_name(link)));
    of_link.unwrap_or_else(|| target.function.name().to_owned())
}

/// A function with its documentation, and also its in-place form if its result is large.
pub fn function(
    robot: &Robot<'_>,
    target: Target,
    program: &Program,
    generics: Generics,
) -> String {
    let signature = Signature::of(robot, target.function);
    let of = (program, generics);
    let mut text = documentation(robot, target, &signature, of);
    text += &undocumented(robot, target, &signature, of);
    text
}

/// The same without its documentation.
pub fn undocumented(
    robot: &Robot<'_>,
    target: Target,
    signature: &Signature,
    (program, generics): (&Program, Generics),
) -> String {
    let name = name(robot, target);
    let is_in_place = target.function.is_in_place();
    let head = signature.head(robot, "pub ", &name, generics);
    let with = |body: &str| format!("{head}{body}    }}\n");
    let mut text = match (robot.derived, generics) {
        (false, _) => with(&body::endless(signature)),
        (true, _) if is_in_place => with(&in_place::by_value(robot, target, signature)),
        (true, Generics::OfFunction) if signature.arguments.is_empty() => {
            with(&body::number(program))
        }
        (true, _) => match robot.call(target, generics) {
            Some(call) => with(&call::body(robot, target.function, call, Triangle::Both)),
            None => {
                let form = (ResultForm::ByValue, generics);
                dispatch::function(robot, (&name, signature), form, program, |arithmetic| {
                    let body = body::body(signature, (program, &robot.limbs()), arithmetic);
                    format!("{}{body}", prelude(program, generics))
                })
            }
        },
    };
    if is_in_place {
        text += &in_place::function(robot, target, signature, (program, generics));
    }
    text
}

/// The line that gives a prepared robot access to its parameters.
pub fn prelude(program: &Program, generics: Generics) -> &'static str {
    let is_parameter =
        |node: &Node| matches!(node, Node::Input(input) if input.kind == InputKind::Parameter);
    match generics {
        Generics::OfType(_) if program.nodes().iter().any(is_parameter) => {
            "        let p = &self.p;\n"
        }
        _ => "",
    }
}

/// A function, with its documentation, that prepares the parameters and calls the prepared function; also its in-place form.
pub fn preparing(robot: &Robot<'_>, target: Target, program: &Program) -> String {
    let signature = Signature::of(robot, target.function);
    let name = name(robot, target);
    let generics = Generics::OfFunction;
    let mut text = documentation(robot, target, &signature, (program, generics));
    text += &signature.head(robot, "pub ", &name, generics);
    text += &prepared_call(&signature, &name, &names(&signature));
    text += "    }\n";
    if target.function.is_in_place() {
        text += &in_place::preparing(robot, target);
    }
    text
}

/// The line that prepares and then calls.
pub fn prepared_call(signature: &Signature, name: &str, arguments: &[&str]) -> String {
    let arguments = arguments.join(", ");
    let prepared = format!("self.prepare::<{}>()", signature.number);
    let chain = format!("{prepared}.{name}({arguments})");
    let line = format!("            .{name}({arguments})");
    if chain.len() <= CHAIN_WIDTH {
        format!("        {chain}\n")
    } else if line.len() <= WIDTH {
        format!("        {prepared}\n{line}\n")
    } else {
        let arguments = format!("                {arguments},\n");
        format!("        {prepared}\n            .{name}(\n{arguments}            )\n")
    }
}

/// Maximum length of a chain of calls that rustfmt leaves on one line.
const CHAIN_WIDTH: usize = 60;

/// The names of a function's arguments.
pub fn names(signature: &Signature) -> Vec<&'static str> {
    signature
        .arguments
        .iter()
        .map(|&a| argument_name(a))
        .collect()
}

fn documentation(
    robot: &Robot<'_>,
    target: Target,
    signature: &Signature,
    (program, generics): (&Program, Generics),
) -> String {
    let mut lines: Vec<String> = Vec::new();
    let link = target
        .link
        .map_or("", |at| robot.system.tree.links[at].name.as_str());
    lines.extend(
        summary(robot, target.function, &Shown::from(link))
            .lines()
            .map(str::to_owned),
    );
    lines.push(String::new());
    for &argument in &signature.arguments {
        let meaning = meaning(robot, argument, generics);
        let line = format!("- `{}`: {meaning}", argument_name(argument));
        lines.extend(line.lines().map(str::to_owned));
    }
    lines.push(format!("- returns {}", target.function.row().result));
    lines.extend(to_nalgebra(signature.layout).map(str::to_owned));
    lines.push(String::new());
    if target.function == Function::MassMatrix
        && let Some(reason) = robot.singular
    {
        lines.push(format!("{reason}; so there is no forward dynamics."));
        lines.push(String::new());
    }
    let quantity = target.function.quantity();
    let (solves, inverts) = (
        quantity.solves_constraints(),
        quantity.inverts_mass_matrix(),
    );
    let singular = match robot.system.regularization {
        None if quantity.is_least() => {
            "where J loses rank, or its part along coordinates without a motor does"
        }
        None if solves => "where the KKT matrix [[M, J^T], [J, 0]] is",
        _ if quantity.frees_bodies() => "where M is, or the inertia of a body",
        _ if solves || inverts => "where M is",
        _ => "nowhere",
    };
    lines.push(format!(
        "No allocation, no panic; what depends on a NaN is NaN. Singular: {singular}."
    ));
    if dispatch::is_dispatched(robot, signature, program) {
        lines.push("Compiled for several processors, see `multibody::detect`.".into());
    }
    let chosen = robot.chosen(target);
    let cost = match robot.derived {
        true => {
            let count = chosen.map_or_else(|| Count::of(program), |chosen| chosen.count);
            let before = prepare::before(robot, generics);
            format!(
                "Cost: {count}{before}.{} ",
                packed_operations(robot, program)
            )
        }
        false => String::new(),
    };
    let rounding = chosen.map(|chosen| Rounding::documented(chosen.rounding.as_ref()));
    lines.extend(rounding.into_iter().flatten());
    let followed = chosen.map(|chosen| chosen.route.algorithm());
    let source = source(robot, target.function, followed);
    lines.push(format!("{cost}Source: {source}."));
    lines
        .iter()
        .map(|line| format!("    /// {line}").trim_end().to_owned() + "\n")
        .collect()
}

/// How to convert the result to a matrix of nalgebra, whose own conversion of arrays would compile but be wrong.
fn to_nalgebra(layout: Layout) -> Option<&'static str> {
    match layout {
        Layout::Matrix(..) => Some(
            "- to nalgebra by `multibody::convert::to_matrix`: `SMatrix::from` gives the transpose",
        ),
        Layout::Pose => Some("- to nalgebra by `multibody::convert::to_isometry`"),
        Layout::Scalar
        | Layout::Vector(_)
        | Layout::Cube(_)
        | Layout::Pair(..)
        | Layout::Triple(..) => None,
    }
}

/// What the function computes. An equation that would make the line too long gets a line of its own. Names of
/// links, which may have any length, do not count for this.
fn summary(robot: &Robot<'_>, function: Function, link: &Shown) -> String {
    let (acting, q) = applied(robot);
    // Forces other than tau have a minus sign on the left of the equation, and a plus sign on the right. The formulas are those
    // of resistances, which are minus these forces.
    let forces = robot.system.force_types();
    let between = !robot.system.point_springs.is_empty();
    let signed = |sign: &str| -> String {
        let formulas = forces.iter().map(|kind| kind.formula());
        let formulas = formulas.chain(between.then_some(BETWEEN));
        formulas
            .map(|formula| format!(" {sign} {formula}"))
            .collect()
    };
    let has_symbolic_forces = robot.system.symbolic.has_forces();
    let own = |sign: &str| {
        if has_symbolic_forces {
            format!(" {sign} F")
        } else {
            String::new()
        }
    };
    let minus = format!("{}{}", signed("+"), own("-"));
    let plus = format!("{}{}", signed("-"), own("+"));
    let has_drive = robot.system.findings.has_drive;
    let drive = |text| if has_drive { text } else { "" };
    let mut text = String::new();
    for line in function.row().summary.lines() {
        let conditions = [
            ("{armatures}", robot.system.has_armatures()),
            ("{expressions}", !robot.system.symbolic.is_empty()),
            ("{drive}", has_drive),
            ("{timed}", robot.system.has_timed_constraints()),
        ];
        let condition = conditions.iter().find(|(mark, _)| line.starts_with(mark));
        match condition {
            Some((mark, true)) => text += &format!("\n{}", &line[mark.len()..]),
            Some((_, false)) => {}
            None if text.is_empty() => text += line,
            None => text += &format!("\n{line}"),
        }
    }
    for (name, value) in [
        ("{plus_drive}", drive(" + drive(q, qd)")),
        ("{minus_drive}", drive(" - drive(q, qd)")),
        ("{minus_q}", &minus),
        ("{plus_q}", &plus),
        ("{q}", &q),
        ("{acting}", &acting),
    ] {
        text = text.replace(name, value);
    }
    let text = match text.lines().all(|line| line.len() <= SUMMARY_WIDTH) {
        true => text,
        false => text.replacen(": `", ":\n`", 1),
    };
    // Inserted names may look like a placeholder, but no function has both placeholders.
    match text.contains("{motors}") {
        true => text.replace(
            "{motors}",
            &motors::sentences(robot.system, function.quantity()),
        ),
        false => text.replace("{link}", &link.to_string()),
    }
}

/// The resistance of springs between points.
const BETWEEN: &str = "(k (l - l0) + c dl/dt) dl/dq";
/// Maximum length of a line of a summary.
const SUMMARY_WIDTH: usize = 88;

/// What Q is the sum of, in words and as a formula.
fn applied(robot: &Robot<'_>) -> (String, String) {
    let forces = robot.system.force_types();
    let of_elements = forces
        .iter()
        .map(|kind| (kind.several(), format!("-{}", kind.formula())));
    let between = (!robot.system.point_springs.is_empty())
        .then(|| ("springs between points", format!("-{BETWEEN}")));
    let of_elements = of_elements.chain(between);
    let has_symbolic_forces = robot.system.symbolic.has_forces();
    let of_elements = of_elements
        .chain(has_symbolic_forces.then(|| ("the forces `F` that are described", "F".to_owned())));
    let of_wrenches = !robot.wrench_links.is_empty() || !robot.system.has_forces();
    let of_wrenches = of_wrenches.then(|| ("external wrenches", "sum J^T f".to_owned()));
    let (names, terms): (Vec<_>, Vec<_>) = of_elements.chain(of_wrenches).unzip();
    let names = match &names[..] {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        names => names.concat(),
    };
    (names, terms.join(" + ").replace("+ -", "- "))
}

fn meaning(robot: &Robot<'_>, kind: InputKind, generics: Generics) -> String {
    // A prepared robot does not have its own table of joints.
    let joints = match generics {
        Generics::OfFunction => "[`Self::JOINTS`]".to_owned(),
        Generics::OfType(_) => format!("[`{}::JOINTS`]", robot.name),
    };
    match kind {
        InputKind::Time => "time, s".into(),
        InputKind::Q if robot.system.has(Coordinate::Quaternion) => format!(
            "positions, rad or m, quaternions x y z w of unit length, in the order of\n  {joints}"
        ),
        InputKind::Q => format!("positions, rad or m, in the order of {joints}"),
        InputKind::Qd => "rates, per s".into(),
        InputKind::Qdd => "accelerations, per s^2".into(),
        InputKind::Tau => "generalized forces, N m or N".into(),
        InputKind::Wrench => {
            let links = robot
                .wrench_links
                .iter()
                .map(|&at| &robot.system.tree.links[at].name);
            let names: Vec<String> = links
                .map(|name| format!("`{}`", Shown::from(name)))
                .collect();
            format!(
                "force, then moment, in world axes at the link's origin, on {}",
                names.join(", ")
            )
        }
        InputKind::Feedback => {
            "gains `[ks, kd]` of `C` and of `J qd`, 1/s^2 and 1/s; `multibody::feedback::critical` gives some".into()
        }
        InputKind::Restitution => "coefficient of restitution `e`, from 0 (plastic) to 1 (elastic)".into(),
        InputKind::Weight => {
            "`w`, weight of multipliers relative to motor forces; 0: none".into()
        }
        InputKind::Multipliers => "multipliers, in the order of `CONSTRAINTS`".into(),
        InputKind::Selector => {
            "1 for each active constraint row, 0 for each inactive one, in the order of `CONSTRAINTS`".into()
        }
        InputKind::Parameter | InputKind::Place | InputKind::Local => String::new(),
    }
}

/// The number of packed operations of each width.
pub fn packed_operations(robot: &Robot<'_>, program: &Program) -> String {
    let packing = Packing::of(program, &robot.limbs());
    let each = WIDTHS.map(|width| (packing.operations(width), width));
    let each = each.iter().filter(|(operations, _)| *operations > 0);
    let each = each.map(|(operations, width)| {
        let numbers = if *width == 4 { "four" } else { "two" };
        format!("{operations} operations on {numbers} numbers")
    });
    let each: Vec<String> = each.collect();
    match each.is_empty() {
        true => String::new(),
        false => format!(" Packed: {}.", each.join(", ")),
    }
}

/// Which algorithm the code follows, and how it handles constraints that may be dependent.
fn source(robot: &Robot<'_>, function: Function, followed: Option<Algorithm>) -> String {
    let followed = algorithm(robot, function, followed);
    let quantity = function.quantity();
    let (steps, diagonal) = match quantity {
        _ if quantity.solves_constraints() => ("the least multipliers", "J M^-1 J^T"),
        _ if quantity.is_least() => (
            "least squares",
            "J J^T without motors, and of what that leaves of J J^T with motors",
        ),
        _ => return followed,
    };
    match &robot.system.regularization {
        None => followed,
        Some(eps) => format!(
            "{followed}; {PROXIMAL_STEPS} steps to {steps}, with {} on the diagonal of {diagonal}",
            nearest_f64(eps)
        ),
    }
}

/// The algorithm; for a function that is not derived, the usual one.
fn algorithm(robot: &Robot<'_>, function: Function, followed: Option<Algorithm>) -> String {
    match followed {
        Some(Algorithm::Calls(call)) => call::source(call),
        Some(Algorithm::Expanded) => "Lagrange's equations of L = T - V, expanded".into(),
        Some(Algorithm::ArticulatedBodies) if function.quantity().solves_constraints() => {
            "articulated bodies with a column for each constraint, Popov and Vereshchagin 1978"
                .into()
        }
        Some(Algorithm::JointPivotedRows) => {
            "articulated bodies, joint-pivoted rows where the lever is constant, and a column for each other row, \
             Popov and Vereshchagin 1978"
                .into()
        }
        Some(Algorithm::EliminatedRows) => {
            "articulated bodies, rows eliminated at the root of their subtree, and a column for each other row, Popov and \
             Vereshchagin 1978"
                .into()
        }
        Some(Algorithm::KktMatrix) => {
            "factors of the KKT matrix in an order of least degree, Tinney and Walker 1967"
                .into()
        }
        Some(Algorithm::JointPivotedAndEliminatedRows) => {
            "articulated bodies, joint-pivoted rows where the lever is constant, others eliminated at the root of their \
             subtree, and a column for each other row, Popov and Vereshchagin 1978"
                .into()
        }
        Some(Algorithm::AllRowsJointPivoted) => {
            "articulated bodies, all rows joint-pivoted, Popov and Vereshchagin 1978".into()
        }
        Some(Algorithm::ArticulatedBodies) => {
            "Featherstone 2008, chapter 7, articulated bodies".into()
        }
        Some(Algorithm::MultipliersOfJoints) => {
            "Baraff 1996, by the Delassus matrix `J M^-1 J^T` of the joints".into()
        }
        Some(
            Algorithm::Tree
            | Algorithm::FreeBodies
            | Algorithm::ChainRule
            | Algorithm::Composites
            | Algorithm::MassMatrix
            | Algorithm::InverseFactors
            | Algorithm::Partitioned
            | Algorithm::LeastSum(_)
            | Algorithm::LeastSquares,
        )
        | None => {
            let Literature {
                bodies,
                expressions,
            } = function.row().source;
            let system = robot.system;
            match expressions.filter(|_| !system.symbolic.is_empty()) {
                None => bodies.into(),
                Some(expressions) if !system.tree.moves() => expressions.into(),
                Some(expressions) => format!("{bodies}; of expressions {expressions}"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_call_has_its_arguments_on_a_line() {
        let signature = Signature {
            arguments: Vec::new(),
            result: String::new(),
            layout: Layout::Scalar,
            takes_link: None,
            number: "T",
        };
        let call = |name: &str| prepared_call(&signature, name, &["t", "q"]);
        assert_eq!(call("a"), "        self.prepare::<T>().a(t, q)\n");
        let longest = "a".repeat(WIDTH - 19);
        let line = format!("        self.prepare::<T>()\n            .{longest}(t, q)\n");
        assert_eq!(call(&longest), line);
        let longer = longest + "a";
        let lines = format!(
            "        self.prepare::<T>()\n            .{longer}(\n                t, q,\n            )\n"
        );
        assert_eq!(call(&longer), lines);
    }
}
