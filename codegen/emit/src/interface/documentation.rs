//! The documentation of a function, as plain data.

use super::costs::{PREPARE, preparation_count};
use super::motors;
use super::robot::{BundleProgram, Owner, Robot};
use super::views::View;
use multibody_description::function::{Function, Literature, Target};
use multibody_description::joint::OrientationChart;
use multibody_description::signature::ArgumentRow;
use multibody_description::system::{PROXIMAL_STEPS, Pinocchio};
use multibody_outputs::report::Rounding;
use multibody_outputs::{Algorithm, Call};
use multibody_passes::pack::{Packing, WIDTHS};
use multibody_program::exact::nearest_f64;
use multibody_program::ir::{Count, InputKind, Program};
use multibody_support::foreign::Shown;

/// The documentation of a function, part by part.
pub struct Documentation {
    /// What it computes, in lines.
    pub summary: Vec<String>,
    /// What each argument means.
    pub arguments: Vec<Meaning>,
    /// What it returns.
    pub result: &'static str,
    /// Why the robot has no forward dynamics; only in the documentation of the mass matrix.
    pub absence_reason: Option<String>,
    /// Where it has no value, as the end of a sentence: `Singular: where M is.`
    pub singular: &'static str,
    /// Whether it tests the processor.
    pub is_dispatched: bool,
    /// Its rounding error, in lines.
    pub rounding: Vec<String>,
    /// The sentences on its operations.
    pub cost: Option<String>,
    /// Which algorithm it follows.
    pub source: String,
}

/// What an argument means.
pub struct Meaning {
    /// The argument.
    pub kind: InputKind,
    /// Its meaning in words, with the unit.
    pub words: String,
    /// What the words refer to, if they refer to anything.
    pub reference: Option<CrossReference>,
}

/// What a documentation can refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrossReference {
    /// The table of joints.
    Joints,
    /// The function of the runtime that gives gains.
    CriticalGains,
}

impl Documentation {
    /// The documentation of the function of a target.
    pub fn of(robot: &Robot<'_>, target: Target, program: &Program, owner: Owner) -> Self {
        let function = target.function;
        let link = target
            .link
            .map_or("", |link| robot.system.tree.links[link].name.as_str());
        let summary = summary(robot, function, &Shown::from(link));
        let arguments = robot.signature(function).arguments;
        let notes = robot.notes(target);
        let count = notes.map_or_else(|| Count::of(program), |notes| notes.count);
        let rounding = notes.map(|notes| Rounding::lines(notes.rounding.as_ref()));
        Self {
            summary: summary.lines().map(str::to_owned).collect(),
            is_dispatched: robot.is_dispatched(program, !arguments.is_empty()),
            // What a view binds is no argument of its methods.
            arguments: (arguments.into_iter())
                .filter(|&kind| View::of(function).depth_of(kind).is_none())
                .map(|kind| meaning(robot, kind))
                .collect(),
            result: function.row().result,
            absence_reason: (robot.singular)
                .filter(|_| function == Function::MassMatrix)
                .map(|reason| format!("{reason}; so there is no forward dynamics.")),
            singular: singular(robot, function),
            rounding: rounding.unwrap_or_default(),
            cost: cost(robot, count, owner)
                .map(|sentence| sentence + &packed_operations(robot, program)),
            source: source(robot, function, notes.map(|notes| notes.route.algorithm())),
        }
    }
}

/// Maximum number of joints that the summary of a robot names.
const MAX_NAMED_JOINTS: usize = 8;

/// What a robot is, in a sentence.
pub fn summary_of_robot(robot: &Robot<'_>) -> String {
    let coordinates = robot.system.coordinates.iter();
    let mut joints: Vec<&str> = coordinates.map(|c| c.joint.as_str()).collect();
    joints.dedup();
    let ellipsis = if joints.len() > MAX_NAMED_JOINTS { ", .." } else { "" };
    joints.truncate(MAX_NAMED_JOINTS);
    let quoted: Vec<String> = joints
        .iter()
        .map(|joint| format!("`{}`", Shown::from(*joint)))
        .collect();
    format!(
        "Dynamics of a robot with the joints {}{ellipsis}: {} positions, {} rates",
        quoted.join(", "),
        robot.system.nq(),
        robot.system.nv(),
    )
}

/// The sentence on the operations of a program, and on those that prepare the parameters before it. `None` if nothing is derived.
fn cost(robot: &Robot<'_>, count: Count, owner: Owner) -> Option<String> {
    let preparation = preparation_count(robot, owner)
        .map(|count| format!(", and before that `{PREPARE}`: {count}"));
    (robot.is_derived).then(|| format!("Cost: {count}{}.", preparation.unwrap_or_default()))
}

/// The documentation of a bundle, in lines.
pub fn documentation_of_bundle(
    robot: &Robot<'_>,
    bundled: &BundleProgram<'_>,
    owner: Owner,
) -> Vec<String> {
    let members = &bundled.bundle.members;
    let names = members
        .iter()
        .map(|member| format!("`{}`", Shown::from(&member.name)));
    let names: Vec<String> = names.collect();
    let mut lines = vec![
        "At once what these give, which say more; what they have in common is computed once:"
            .into(),
        format!("{}.", names.join(", ")),
    ];
    if members.iter().any(|member| member.is_of_all_links) {
        lines.push("Links are in the order of the description.".into());
    }
    lines.push(String::new());
    if robot.is_derived {
        lines.extend(Rounding::lines(bundled.rounding.as_ref()));
    }
    lines.extend(cost(robot, Count::of_all(&bundled.program), owner));
    lines
}

/// The documentation of the function that prepares parameters, in lines.
pub fn documentation_of_prepare(robot: &Robot<'_>) -> Vec<String> {
    let mut lines = vec![
        "Does once what only the parameters decide; the result has the same functions, which then do".to_owned(),
        "only the rest.".to_owned(),
    ];
    if let Some(cost) = cost(robot, Count::of_all(robot.prepare), Owner::Prepared) {
        let rounded = "The fields are rounded to `T` once; all else is computed in `T`.";
        lines.extend([String::new(), format!("{cost} {rounded}")]);
    }
    lines
}

/// The documentation of the function `prepare` of the record of parameters, in lines.
pub fn documentation_of_prepared_parameters(robot: &Robot<'_>) -> Vec<String> {
    let summary = format!(
        "What [`{}::{PREPARE}`] gives, for these parameters.",
        robot.name
    );
    let cost = cost(robot, Count::of_all(robot.prepare), Owner::Prepared);
    let paragraph = cost.into_iter().flat_map(|cost| [String::new(), cost]);
    std::iter::once(summary).chain(paragraph).collect()
}

/// The documentation of the function that prepares a position, in lines.
pub fn documentation_of_at(robot: &Robot<'_>, program: &Program, owner: Owner) -> Vec<String> {
    let summary =
        "Does once what only the position decides; the result has functions that do only the rest.";
    let cost = cost(robot, Count::of_all(program), owner);
    [summary.to_owned(), String::new()]
        .into_iter()
        .chain(cost)
        .collect()
}

/// The documentation of a function at a position, in lines. It computes what the function of the same name of the type
/// `type_name` does, without what the position alone determines.
pub fn documentation_at_position(
    robot: &Robot<'_>,
    type_name: &str,
    program: &Program,
) -> Vec<String> {
    let summary = format!("The rest of what [`{type_name}`] has by this name.");
    let cost = cost(robot, Count::of_all(program), Owner::At);
    let paragraph = cost.into_iter().flat_map(|cost| [String::new(), cost]);
    std::iter::once(summary).chain(paragraph).collect()
}

/// The names of the constants with the indices at which Pinocchio has positions and rates.
pub const PINOCCHIO: [&str; 2] = ["PINOCCHIO_Q", "PINOCCHIO_V"];

/// The documentation of these constants, in lines.
pub struct PinocchioDocumentation {
    /// That of positions.
    pub q: Vec<String>,
    /// That of rates.
    pub v: Vec<String>,
}

/// The documentation of the indices at which Pinocchio has positions and rates.
pub fn documentation_of_pinocchio(pinocchio: &Pinocchio) -> PinocchioDocumentation {
    let ([of_positions, of_rates], Pinocchio { nq, nv, .. }) = (PINOCCHIO, pinocchio);
    let mut q = vec![format!(
        "Where Pinocchio has each position, of {nq} in its model of the same file with the same root: `q[i]` is its \
         `q[{of_positions}[i]]`."
    )];
    if !pinocchio.pairs.is_empty() {
        let pairs = pinocchio
            .pairs
            .iter()
            .map(|name| format!("`{}`", Shown::from(name)));
        let pairs: Vec<String> = pairs.collect();
        q.push(String::new());
        q.push(format!(
            "That is the cosine of an angle, and the next one its sine, of {}:",
            pairs.join(", ")
        ));
        q.push("`q[i] = sine.atan2(cosine)`.".into());
    }
    let v = format!(
        "Where Pinocchio has each rate, of {nv}: `qd[i]` is its `v[{of_rates}[i]]`; so it is with accelerations and \
         generalized forces, and rows and columns of matrices."
    );
    PinocchioDocumentation { q, v: vec![v] }
}

/// Where a function has no value, as the end of a sentence that begins with `Singular:`.
fn singular(robot: &Robot<'_>, function: Function) -> &'static str {
    let quantity = function.quantity();
    let (solves, inverts) = (
        quantity.solves_constraints(),
        quantity.inverts_mass_matrix(),
    );
    match robot.system.regularization {
        None if quantity.has_least_squares() => {
            "where J loses rank, or its part along coordinates without a motor does"
        }
        None if solves => "where the KKT matrix [[M, J^T], [J, 0]] is",
        _ if quantity.is_maximal() => "where M is, or the inertia of a body",
        _ if solves || inverts => "where M is",
        _ => "nowhere",
    }
}

/// What the function computes.
fn summary(robot: &Robot<'_>, function: Function, link: &Shown) -> String {
    let (force_names, force_sum) = force_terms(robot);
    // Q has all forces but tau. It is subtracted on the left of the equation, and added on the right. The formulas below are those
    // of resistances, which are minus the forces.
    let forces = robot.system.force_types();
    let has_point_springs = !robot.system.point_springs.is_empty();
    let has_constant_forces = !robot.system.constant_forces.is_empty();
    let signed_terms = |sign: &str| -> String {
        let formulas = forces.iter().map(|kind| kind.formula());
        formulas
            .chain(has_point_springs.then_some(SPRING_RESISTANCE))
            .map(|formula| format!(" {sign} {formula}"))
            .chain(has_constant_forces.then(|| match sign {
                "+" => format!(" - {CONSTANT_FORCE}"),
                _ => format!(" + {CONSTANT_FORCE}"),
            }))
            .collect()
    };
    let has_symbolic_forces = robot.system.symbolic.has_forces();
    let signed_symbolic_term = |sign: &str| {
        if has_symbolic_forces { format!(" {sign} F") } else { String::new() }
    };
    let minus_q = format!("{}{}", signed_terms("+"), signed_symbolic_term("-"));
    let plus_q = format!("{}{}", signed_terms("-"), signed_symbolic_term("+"));
    let has_drive = robot.system.findings.has_drive;
    let if_driven = |text| if has_drive { text } else { "" };
    let mut text = String::new();
    for line in function.row().summary.lines() {
        let conditions = [
            ("{armatures}", robot.system.has_armatures()),
            ("{expressions}", !robot.system.symbolic.is_empty()),
            ("{drive}", has_drive),
            ("{timed}", robot.system.has_timed_constraints()),
        ];
        // A line that begins with a mark is written only under its condition.
        let condition = conditions.iter().find(|(mark, _)| line.starts_with(mark));
        match condition {
            Some((mark, true)) => text += &format!("\n{}", &line[mark.len()..]),
            Some((_, false)) => {}
            None if text.is_empty() => text += line,
            None => text += &format!("\n{line}"),
        }
    }
    for (name, value) in [
        ("{plus_drive}", if_driven(" + drive(q, qd)")),
        ("{minus_drive}", if_driven(" - drive(q, qd)")),
        ("{minus_q}", &minus_q),
        ("{plus_q}", &plus_q),
        ("{q}", &force_sum),
        ("{acting}", &force_names),
    ] {
        text = text.replace(name, value);
    }
    // Inserted names may look like a placeholder, but no function has both placeholders.
    if text.contains("{motors}") {
        text.replace(
            "{motors}",
            &motors::sentences(robot.system, function.quantity()),
        )
    } else {
        text.replace("{link}", &link.to_string())
    }
}

/// The resistance of a spring between points: k is its stiffness, c its damping, l its length, and l0 its length at rest.
const SPRING_RESISTANCE: &str = "(k (l - l0) + c dl/dt) dl/dq";

/// The generalized force of constant forces w, whose points have the Jacobians J.
const CONSTANT_FORCE: &str = "sum J^T w";

/// The forces whose sum is Q, in words, and this sum as a formula.
fn force_terms(robot: &Robot<'_>) -> (String, String) {
    let forces = robot.system.force_types();
    let element_terms = forces
        .iter()
        .map(|kind| (kind.several(), format!("-{}", kind.formula())));
    let point_springs = (!robot.system.point_springs.is_empty())
        .then(|| ("springs between points", format!("-{SPRING_RESISTANCE}")));
    let constant_forces = (!robot.system.constant_forces.is_empty()).then(|| {
        (
            "the forces `w` that compensate weights",
            CONSTANT_FORCE.to_owned(),
        )
    });
    let symbolic_forces = (robot.system.symbolic.has_forces())
        .then(|| ("the forces `F` that are described", "F".to_owned()));
    let has_wrenches = !robot.wrench_links.is_empty() || !robot.system.has_forces();
    let wrenches = has_wrenches.then(|| ("external wrenches", "sum J^T f".to_owned()));
    let (names, terms): (Vec<_>, Vec<_>) = element_terms
        .chain(point_springs)
        .chain(constant_forces)
        .chain(symbolic_forces)
        .chain(wrenches)
        .unzip();
    let names = match &names[..] {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        names => names.concat(),
    };
    (names, terms.join(" + ").replace("+ -", "- "))
}

/// What an argument means.
pub fn meaning(robot: &Robot<'_>, kind: InputKind) -> Meaning {
    let argument = ArgumentRow::of(kind);
    let words = argument.map_or("", |argument| argument.meaning);
    let charts = robot
        .system
        .charts()
        .filter_map(OrientationChart::requirement);
    let charts: String = charts
        .map(|requirement| format!(", {requirement}"))
        .collect();
    let links: Vec<String> = (robot.wrench_links.iter())
        .map(|&link| format!("`{}`", Shown::from(&robot.system.tree.links[link].name)))
        .collect();
    Meaning {
        kind,
        words: words
            .replace("{charts}", &charts)
            .replace("{links}", &links.join(", ")),
        reference: match kind {
            InputKind::Q => Some(CrossReference::Joints),
            InputKind::Feedback => Some(CrossReference::CriticalGains),
            _ => None,
        },
    }
}

/// The number of packed operations of each width, if there are any.
fn packed_operations(robot: &Robot<'_>, program: &Program) -> String {
    let packing = Packing::of(program, &robot.limbs());
    let counts = WIDTHS.map(|width| (packing.operations(width), width));
    let parts: Vec<String> = (counts.iter())
        .filter(|(operations, _)| *operations > 0)
        .map(|(operations, width)| {
            let numbers = if *width == 4 { "four" } else { "two" };
            format!("{operations} operations on {numbers} numbers")
        })
        .collect();
    if parts.is_empty() {
        String::new()
    } else {
        format!(" Packed: {}.", parts.join(", "))
    }
}

/// Which algorithm the code follows, and how it handles constraints that may be dependent.
fn source(robot: &Robot<'_>, function: Function, selected_algorithm: Option<Algorithm>) -> String {
    let algorithm_text = algorithm(robot, function, selected_algorithm);
    let quantity = function.quantity();
    let (steps, diagonal) = match quantity {
        _ if quantity.solves_constraints() => ("the least multipliers", "J M^-1 J^T"),
        _ if quantity.has_least_squares() => (
            "least squares",
            "J J^T without motors, and of what that leaves of J J^T with motors",
        ),
        _ => return algorithm_text,
    };
    match &robot.system.regularization {
        None => algorithm_text,
        Some(eps) => format!(
            "{algorithm_text}; {PROXIMAL_STEPS} steps to {steps}, with {} on the diagonal of {diagonal}",
            nearest_f64(eps)
        ),
    }
}

/// The algorithm; for a function that is not derived, the usual one.
fn algorithm(
    robot: &Robot<'_>,
    function: Function,
    selected_algorithm: Option<Algorithm>,
) -> String {
    match selected_algorithm {
        Some(Algorithm::Calls(call)) => source_of_call(call),
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
            "articulated bodies, rows eliminated at the nearest common ancestor, and a column for each other row, Popov and \
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
        Some(Algorithm::ArticulatedBodies) if function.quantity().is_derivative() => {
            "Carpentier and Mansard 2018, a product of inverse dynamics' derivatives and one more solution by articulated bodies".into()
        }
        Some(Algorithm::ArticulatedBodies) => {
            "Featherstone 2008, chapter 7, articulated bodies".into()
        }
        Some(Algorithm::CompositeDerivatives) => {
            "composite rigid bodies and their rates, as Singh, Russell and Wensing 2022 do with spatial matrices".into()
        }
        Some(
            Algorithm::Recursion
            | Algorithm::FreeBodies
            | Algorithm::ChainRule
            | Algorithm::Composites
            | Algorithm::MassMatrix
            | Algorithm::InverseFactors
            | Algorithm::Partitioned
            | Algorithm::LeastNorm(_)
            | Algorithm::LeastResidual,
        )
        | None => {
            let Literature {
                bodies,
                expressions,
            } = function.row().source;
            let system = robot.system;
            match expressions.filter(|_| !system.symbolic.is_empty()) {
                None => bodies.into(),
                Some(expressions) if !system.tree.has_mobile_joint() => expressions.into(),
                Some(expressions) => format!("{bodies}; of expressions {expressions}"),
            }
        }
    }
}

/// Describes how a function that calls others computes its result.
fn source_of_call(call: Call) -> String {
    match call {
        Call::AtZero(callee) => format!("`{callee}`, with zeros for what is not given"),
        Call::Solution(forces) => {
            format!("`{forces}` without accelerations, and `mass_matrix`, factored in a loop")
        }
        Call::Inverse => "`mass_matrix`, factored in a loop".into(),
        Call::Energy => "`mass_matrix`, times `qd` in a loop".into(),
        Call::Product => "`coriolis_matrix`, times `qd` in a loop".into(),
        Call::Derivatives { forces, .. } => {
            format!("`-M^-1` times `{forces}` in a loop, Carpentier and Mansard 2018")
        }
    }
}
