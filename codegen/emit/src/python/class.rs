//! What the class has: its name, its parameters, its tables, its methods and their named tuples.

use super::method::PythonMethod;
use super::methods;
use super::names::{has_word, make_distinct};
use super::results::{NamedTuples, ResultArray};
use crate::c::cpp::package_name;
use crate::interface::{Robot, parameter_fields, summary_of_robot};
use multibody_program::exact::nearest_f64;
use multibody_support::foreign::{literal, python_identifier};

/// A class, ready to be written.
pub struct PythonClass<'a> {
    /// The robot.
    pub robot: &'a Robot<'a>,
    /// The name of the package that users import.
    pub module: String,
    /// The name of the class.
    pub name: String,
    /// The documentation of the class, in lines.
    pub documentation: Vec<String>,
    /// The type in Rust whose functions the methods call.
    pub computed_type: String,
    /// The parameters.
    pub fields: Vec<ClassField>,
    /// The tables of joints, names and indices.
    pub tables: Vec<Table>,
    /// The name of the named tuple for a row of `joints`.
    pub joint_record: &'static str,
    /// The methods.
    pub methods: Vec<PythonMethod>,
    /// The named tuples of results, after entries that only reserve names.
    pub records: NamedTuples,
}

/// A parameter.
pub struct ClassField {
    /// Its name in Rust.
    pub name_in_rust: String,
    /// Its name in Python.
    pub name: String,
    /// How many numbers it has, if it is an array.
    pub length: Option<usize>,
    /// Its numbers in the description, if it has them there.
    pub default: Option<Vec<f64>>,
}

/// A tuple that all robots of the class share.
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// The type of its items in Python.
    pub item_type: String,
    /// The expression of Rust that makes it.
    pub expression: String,
}

/// The fields of a row of `joints`, and their types in Python.
pub const JOINT_FIELDS: [(&str, &str); 9] = [
    ("name", "str"),
    ("q", "int"),
    ("nq", "int"),
    ("v", "int"),
    ("nv", "int"),
    ("lower", "float"),
    ("upper", "float"),
    ("velocity", "float"),
    ("effort", "float"),
];

/// Modules of Python, NumPy and `pyo3`, and others that users import often: a robot's module must not hide them.
const MODULES: &str = "\
    abc array ast cmath code collections copy csv ctypes dis enum io jax json math multibody numpy operator os pathlib pickle platform \
    pyo3 queue random re select signal site socket statistics string struct symbol sys test time token types typing uuid warnings";

/// Crates in the lock file of packages, which cannot have another one of their name.
const CRATES: &str = "autocfg heck libc libm matrixmultiply ndarray once_cell quote rawpointer syn";

/// Names that the stubs import, and that the class or a named tuple could have.
const IMPORTED_BY_STUBS: [&str; 6] = [
    "ArrayLike",
    "ClassVar",
    "NDArray",
    "NamedTuple",
    "Self",
    "TypeAlias",
];

/// The first arguments of the functions that take parameters by name.
const RECEIVERS: [&str; 2] = ["cls", "self"];

/// The name of the package that users import.
#[must_use]
pub fn module_name(robot: &str) -> String {
    let name = python_identifier(&package_name(robot));
    if has_word(MODULES, &name) || has_word(CRATES, &name) {
        name + "_robot"
    } else {
        name
    }
}

/// The name of the class.
#[must_use]
pub fn class_name(robot: &str) -> String {
    make_distinct(python_identifier(robot), |name| {
        IMPORTED_BY_STUBS.contains(&name)
    })
}

impl<'a> PythonClass<'a> {
    /// The class of a robot.
    pub fn of(robot: &'a Robot<'a>) -> Self {
        let name = class_name(robot.name);
        let joint_record = if name == "Joint" { "Joint_" } else { "Joint" };
        let reserved_names = [name.as_str(), joint_record]
            .into_iter()
            .chain(IMPORTED_BY_STUBS);
        let mut records = NamedTuples::without(&reserved_names.collect::<Vec<_>>());
        let methods = methods::all(robot, &mut records);
        let fields = fields(robot);
        Self {
            robot,
            module: module_name(robot.name),
            documentation: documentation(robot, &fields),
            computed_type: methods::computed_type(robot),
            fields,
            tables: tables(robot, joint_record),
            joint_record,
            methods,
            records,
            name,
        }
    }

    /// The named tuples of results, without entries that only reserve names.
    pub fn results(&self) -> impl Iterator<Item = &(String, Vec<ResultArray>)> {
        self.records
            .0
            .iter()
            .filter(|(_, fields)| !fields.is_empty())
    }
}

fn documentation(robot: &Robot<'_>, class_fields: &[ClassField]) -> Vec<String> {
    let lines = [
        format!("{}.", summary_of_robot(robot)),
        String::new(),
        "Methods take one state, or several along the first axis of arrays; what is given for one state holds for all. They return new"
            .to_owned(),
        "arrays of float64, or write to `out`. Batches run in `threads` threads, 0: one for each processor.".to_owned(),
    ];
    let fields = parameter_fields(robot).into_iter().zip(class_fields);
    let parameters = fields.map(|(field, ClassField { name, .. })| {
        format!(
            "- `{name}`: {}",
            field
                .parameter
                .meaning
                .as_deref()
                .unwrap_or("as in the description")
        )
    });
    let heading = ["", "Parameters, which `replace` changes:", ""]
        .map(str::to_owned)
        .into_iter();
    let has_parameters = robot.is_parametric();
    lines
        .into_iter()
        .chain(heading.filter(|_| has_parameters))
        .chain(parameters)
        .collect()
}

fn fields(robot: &Robot<'_>) -> Vec<ClassField> {
    let mut fields: Vec<ClassField> = Vec::new();
    for parameter in &robot.system.parameters {
        let is_used =
            |name: &str| RECEIVERS.contains(&name) || fields.iter().any(|field| field.name == name);
        let name = make_distinct(python_identifier(&parameter.field.value), is_used);
        fields.push(ClassField {
            name_in_rust: parameter.field.value.clone(),
            name,
            length: parameter.shape.length(),
            default: parameter
                .default
                .as_ref()
                .map(|values| values.iter().map(nearest_f64).collect()),
        });
    }
    fields
}

fn tables(robot: &Robot<'_>, joint_record: &str) -> Vec<Table> {
    let (system, name) = (robot.system, robot.name);
    let table = |name, item_type: &str, expression| Table {
        name,
        item_type: item_type.to_owned(),
        expression,
    };
    let name_table = |name, names: &mut dyn Iterator<Item = &str>| {
        let literals: Vec<String> = names.map(literal).collect();
        table(
            name,
            "str",
            format!("tables::tuple::<&str>(py, &[{}])", literals.join(", ")),
        )
    };
    let index_table = |name, constant| {
        table(
            name,
            "int",
            format!(
                "tables::tuple(py, &super::{robot}::{constant})",
                robot = robot.name
            ),
        )
    };
    let mut constraints = system
        .constraints
        .iter()
        .map(|constraint| constraint.name.as_str());
    let mut actuators = system
        .actuators
        .iter()
        .map(|actuator| actuator.name.as_str());
    let mut wrench_links = robot
        .wrench_links
        .iter()
        .map(|&link| system.tree.links[link].name.as_str());
    let links = format!("tables::tuple(py, &tables::link_names(&super::{name}::LINKS))");
    let mut tables = vec![
        table(
            "joints",
            joint_record,
            format!("tables::joints(py, &RECORDS[0], &super::{name}::JOINTS)"),
        ),
        table("links", "str", links),
        name_table("constraints", &mut constraints),
        name_table("actuators", &mut actuators),
        name_table("wrench_links", &mut wrench_links),
    ];
    if system.pinocchio.is_some() {
        tables.push(index_table("pinocchio_q", "PINOCCHIO_Q"));
        tables.push(index_table("pinocchio_v", "PINOCCHIO_V"));
    }
    tables
}
