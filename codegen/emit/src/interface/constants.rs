//! The constants of an emitted type: sizes, tables, sparsity patterns and texts.

use std::borrow::Cow;

use super::costs::cost_rows;
use super::documentation::{PINOCCHIO, documentation_of_pinocchio};
use super::joint_table;
use super::joints::{constraint_rows, joint_rows};
use super::link_table::link_rows;
use super::links::link_variants;
use super::robot::Robot;
use super::table_entry::TableEntry;
use multibody_description::function::Target;
use multibody_description::signature::{Record, Returned};
use multibody_description::system::{Actuator, DescribedState, System};

/// The names of the constants with the equations, in plain text and in LaTeX.
pub const EQUATIONS: [&str; 2] = ["EQUATIONS", "EQUATIONS_LATEX"];

/// The names of the constants about actuators: their number and their table.
pub const ACTUATORS: [&str; 2] = ["NU", "ACTUATORS"];

/// A constant.
pub struct ConstantItem<'a> {
    /// Its name.
    pub name: Cow<'static, str>,
    /// Its documentation, in lines.
    pub documentation: Vec<String>,
    /// Its value.
    pub value: ConstantValue<'a>,
}

/// The value of a constant.
pub enum ConstantValue<'a> {
    /// The number of positions, rates, constraints or actuators.
    Count(usize),
    /// The name of a record of the runtime, and records of this type.
    Records(&'static str, Vec<TableEntry<'a>>),
    /// The same for a record whose type has the robot's enum of links as parameter.
    RecordsOfLinks(&'static str, Vec<TableEntry<'a>>),
    /// States, which are records of the runtime with the number of positions and the number of rates in their type.
    RecordsOfStates(&'static str, [usize; 2], Vec<TableEntry<'a>>),
    /// The name of the constant with their number, `NQ` or `NV`, and an index for each position or rate.
    Indices(&'static str, &'a [usize]),
    /// A text of several lines.
    Text(&'a str),
    /// A record of results, with a truth value for each number.
    Pattern(Record, Vec<bool>),
}

/// The number of positions, the number of rates and the number of constraints.
const SIZES: [&str; 3] = ["NQ", "NV", "NC"];

/// All constants of a robot, in the order of emission.
pub fn constants<'a>(robot: &Robot<'a>) -> Vec<ConstantItem<'a>> {
    let system = robot.system;
    let [nq, nv, nc] = SIZES;
    let mut items = vec![
        constant(
            nq,
            "Number of positions.",
            ConstantValue::Count(system.nq()),
        ),
        constant(
            nv,
            "Number of rates, and of degrees of freedom.",
            ConstantValue::Count(system.nv()),
        ),
    ];
    if system.nc() > 0 {
        let rows = ConstantValue::Records("ConstraintInfo", constraint_rows(system));
        let summary = "The constraints, in the order of multipliers.";
        let count = ConstantValue::Count(system.nc());
        items.push(constant(nc, "Number of constraints.", count));
        items.push(constant("CONSTRAINTS", summary, rows));
    }
    let summary = "The independent joints: names, ranges in positions and rates, limits.";
    let rows = ConstantValue::Records("JointInfo", joint_rows(system));
    let mut joints = constant("JOINTS", summary, rows);
    joints.documentation.push(String::new());
    joints.documentation.extend(joint_table::lines(system));
    items.push(joints);
    let constructor = if link_variants(robot).is_empty() {
        ConstantValue::Records
    } else {
        ConstantValue::RecordsOfLinks
    };
    let rows = constructor("LinkInfo", link_rows(robot));
    items.push(constant(
        "LINKS",
        "The links as read: names, parents, masses.",
        rows,
    ));
    if !system.actuators.is_empty() {
        let count = ConstantValue::Count(system.actuators.len());
        let rows = ConstantValue::Records("ActuatorInfo", actuator_rows(system));
        let summary = "The actuators, in the order of controls.";
        items.push(constant(ACTUATORS[0], "Number of actuators.", count));
        items.push(constant(ACTUATORS[1], summary, rows));
    }
    if !system.states.is_empty() {
        let sizes = [system.nq(), system.nv()];
        let rows = ConstantValue::RecordsOfStates("NamedState", sizes, state_rows(system));
        let summary = "The states to which the description gives names.";
        items.push(constant("STATES", summary, rows));
    }
    if let Some(pinocchio) = &system.pinocchio {
        let documentation = documentation_of_pinocchio(pinocchio);
        let [of_positions, of_rates] = PINOCCHIO;
        let indices = |name: &'static str, documentation, size, places| ConstantItem {
            name: name.into(),
            documentation,
            value: ConstantValue::Indices(size, places),
        };
        items.push(indices(of_positions, documentation.q, nq, &pinocchio.q));
        items.push(indices(of_rates, documentation.v, nv, &pinocchio.v));
    }
    let preparation = if robot.is_parametric() {
        "; those of the struct take those of `prepare` besides"
    } else {
        ""
    };
    let summary = format!("Operations of each function{preparation}.");
    let rows = ConstantValue::Records("Cost", cost_rows(robot));
    items.push(constant("COSTS", &summary, rows));
    items.extend(robot.targets().filter_map(|target| pattern(robot, target)));
    if let Some(equations) = robot.equations {
        let [plain, latex] = EQUATIONS;
        let summary = "The equations of motion, in plain text.";
        items.push(constant(
            plain,
            summary,
            ConstantValue::Text(&equations.plain),
        ));
        let summary = "The equations of motion, in LaTeX, for a document with amsmath.";
        items.push(constant(
            latex,
            summary,
            ConstantValue::Text(&equations.latex),
        ));
    }
    items
}

fn actuator_rows(system: &System) -> Vec<TableEntry<'_>> {
    let row = |actuator: &Actuator| {
        let range_entry = |ends: [f64; 2]| TableEntry::Array(ends.map(TableEntry::Number).into());
        let fields = vec![
            ("name", TableEntry::Text(actuator.name.clone().into())),
            ("ctrl", range_entry(actuator.control_range)),
            ("force", range_entry(actuator.force_range)),
        ];
        TableEntry::record("ActuatorInfo", fields)
    };
    system.actuators.iter().map(row).collect()
}

fn state_rows(system: &System) -> Vec<TableEntry<'_>> {
    let array_entry = |numbers: &[f64]| {
        TableEntry::Array(numbers.iter().copied().map(TableEntry::Number).collect())
    };
    let row = |state: &'_ DescribedState| {
        let fields = vec![
            ("name", TableEntry::Text(state.name.clone().into())),
            ("q", array_entry(&state.q)),
            ("qd", array_entry(&state.qd)),
        ];
        TableEntry::record("NamedState", fields)
    };
    system.states.iter().map(row).collect()
}

/// The sparsity pattern of a function, if it has one. Without a derivation every entry counts as nonzero.
fn pattern<'a>(robot: &Robot<'a>, target: Target) -> Option<ConstantItem<'a>> {
    let (function, result) = (target.function, robot.signature(target.function).result);
    let name = function.pattern()?;
    let nonzeros = match robot.notes(target) {
        Some(notes) => notes.nonzeros.clone(),
        None => vec![true; result.count()],
    };
    let Returned::Record(result) = result else {
        return None;
    };
    let summary = format!(
        "The sparsity pattern of `{}`: `false` where an entry is 0 whatever the",
        function.name()
    );
    Some(ConstantItem {
        name: name.into(),
        documentation: vec![
            summary,
            "arguments, `true` where it may be nonzero. Matrices are arrays of rows, as in the result.".to_owned(),
        ],
        value: ConstantValue::Pattern(result, nonzeros),
    })
}

fn constant<'a>(name: &'static str, summary: &str, value: ConstantValue<'a>) -> ConstantItem<'a> {
    ConstantItem {
        name: name.into(),
        documentation: vec![summary.to_owned()],
        value,
    }
}
