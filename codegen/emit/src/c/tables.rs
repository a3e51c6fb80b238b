//! Sizes, default parameters, and tables: of joints, links, constraints, actuators, states, indices and sparsity patterns.

use super::documentation::comment;
use super::types::{definition, field_names};
use super::writer::CWriter;
use crate::interface::{ConstantItem, ConstantValue, Record, TableEntry, constants};
use multibody_program::exact::nearest_f64;
use multibody_support::foreign::{c_identifier, c_string, rust_name};

/// A record of the runtime in C.
struct TableType {
    /// Its name in the runtime.
    record: &'static str,
    /// Its name in C, which follows that of the robot.
    name: &'static str,
    /// What a row is.
    summary: &'static str,
    /// Its fields.
    fields: &'static str,
}

const JOINT: TableType = TableType {
    record: "JointInfo",
    name: "Joint",
    summary: "A joint with coordinates of its own.",
    fields: "  /** The name in the description. */
  const char *name;
  /** How it moves, e.g. revolute. */
  const char *kind;
  /** What its positions are, and how they follow from its rates. */
  const char *chart;
  /** The index of its first entry in `q`, and how many it has. */
  int q, nq;
  /** The same in `qd`, `qdd` and `tau`. */
  int v, nv;
  /** The index of the next joint inboard; -1 if there is none. */
  int parent;
  /** The index of the link that it moves; -1 if there is none. */
  int link;
  /** The limits of positions, of rates and of forces; infinite if there is none. No function enforces them. */
  double lower, upper, velocity, effort;
",
};

const LINK: TableType = TableType {
    record: "LinkInfo",
    name: "Link",
    summary: "A link as read. Numbers that depend on parameters are NaN.",
    fields: "  /** The name in the description. */
  const char *name;
  /** The index of the link that carries it; -1 if there is none. */
  int parent;
  /** The joint that carries it; empty if there is none. */
  const char *joint;
  /** The mass, kg. */
  double mass;
  /** The centre of mass, m. */
  double com[3];
  /** The inertia about the centre of mass, kg m^2. */
  double inertia[3][3];
",
};

const CONSTRAINT: TableType = TableType {
    record: "ConstraintInfo",
    name: "Constraint",
    summary: "A constraint.",
    fields: "  /** The name in the description. */
  const char *name;
  /** Whether it constrains rates alone. */
  int of_rates;
",
};

const ACTUATOR: TableType = TableType {
    record: "ActuatorInfo",
    name: "Actuator",
    summary: "An actuator.",
    fields: "  /** The name in the description. */
  const char *name;
  /** The least and the greatest control. */
  double ctrl[2];
  /** The least and the greatest force. */
  double force[2];
",
};

const STATE: TableType = TableType {
    record: "NamedState",
    name: "State",
    summary: "A state to which the description gives a name.",
    fields: "  /** The name in the description. */
  const char *name;
  /** The positions. */
  double q[NQ];
  /** The rates. */
  double qd[NV];
",
};

/// The types of rows. There is none for costs, which are in the documentation of functions.
const TYPES: [TableType; 5] = [JOINT, LINK, CONSTRAINT, ACTUATOR, STATE];

/// A table, or a struct with a value in each row.
struct Table {
    /// The definition of the type of a row, if this is a struct.
    row_type: Option<String>,
    documentation: Vec<String>,
    /// The declaration without the number of rows.
    declaration: String,
    rows: Vec<String>,
}

impl CWriter<'_> {
    /// The name in C of a constant that has this name in Rust.
    pub fn name_of(&self, constant: &str) -> String {
        let name = c_identifier(&format!("{}_{}", self.prefix, constant.to_lowercase()));
        if is_size(constant) { name.to_uppercase() } else { name }
    }
}

/// Whether a constant is the number of positions, rates, constraints or actuators.
fn is_size(constant: &str) -> bool {
    ["NQ", "NV", "NC", "NU"].contains(&constant)
}

/// The declarations of all constants, for the header.
pub fn declarations(writer: &CWriter<'_>) -> Vec<String> {
    let mut parts = Vec::new();
    for item in constants(writer) {
        if let ConstantValue::Count(count) = item.value {
            let documentation = comment(&item.documentation, "");
            let name = writer.name_of(&item.name);
            parts.push(format!("{documentation}#define {name} {count}\n"));
        } else if let Some(table) = Table::of(writer, &item) {
            parts.extend(table.row_type.clone());
            let documentation = comment(&table.documentation, "");
            parts.push(format!("{documentation}extern {};\n", table.head()));
        }
    }
    parts.extend(default_parameters(writer).map(|table| {
        format!(
            "{}extern {};\n",
            comment(&table.documentation, ""),
            table.declaration
        )
    }));
    parts
}

/// The definitions of all tables, for the source.
pub fn definitions(writer: &CWriter<'_>) -> Vec<String> {
    let items = constants(writer).into_iter();
    let tables = items.filter_map(|item| Table::of(writer, &item));
    let definitions = tables.map(|table| {
        let rows = table.rows.iter().map(|row| format!("  {row},\n"));
        format!("{} = {{\n{}}};\n", table.head(), rows.collect::<String>())
    });
    let parameters = default_parameters(writer)
        .map(|table| format!("{} = {{{}}};\n", table.declaration, table.rows.join(", ")));
    definitions.chain(parameters).collect()
}

impl Table {
    /// The table of a constant; `None` if it has no rows, or if the constant is no table in C.
    fn of(writer: &CWriter<'_>, item: &ConstantItem<'_>) -> Option<Self> {
        let (name, documentation) = (writer.name_of(&item.name), item.documentation.clone());
        let table = match &item.value {
            ConstantValue::Records(record, rows)
            | ConstantValue::RecordsOfLinks(record, rows)
            | ConstantValue::RecordsOfStates(record, _, rows) => {
                let row_type = TYPES.iter().find(|row_type| row_type.record == *record)?;
                let [nq, nv] = ["NQ", "NV"].map(|size| (size, writer.name_of(size)));
                let fields = [nq, nv].iter().fold(row_type.fields.to_owned(), |fields, (size, name)| {
                    fields.replace(&format!("[{size}]"), &format!("[{name}]"))
                });
                Self {
                    row_type: Some(definition(writer, row_type.summary, row_type.name, &[fields])),
                    documentation,
                    declaration: format!("const {} {name}", writer.type_name(row_type.name)),
                    rows: rows.iter().map(|row| format!("{{{}}}", entry("", row))).collect(),
                }
            }
            ConstantValue::Indices(_, places) => Self {
                row_type: None,
                documentation: (documentation.iter())
                    .map(|line| line.replace(&*item.name, &name).replace("sine.atan2(cosine)", "atan2(sine, cosine)"))
                    .collect(),
                declaration: format!("const int {name}"),
                rows: places.iter().map(usize::to_string).collect(),
            },
            ConstantValue::Pattern(record, nonzeros) => Self {
                row_type: None,
                documentation: vec![
                    "Of each number of the result, in the order in memory: 0 if it is 0 whatever the arguments, 1 if it may be".to_owned(),
                    "nonzero.".to_owned(),
                ],
                declaration: format!("const unsigned char {name}"),
                rows: pattern(writer, record, nonzeros),
            },
            ConstantValue::Count(_) | ConstantValue::Text(_) => return None,
        };
        (!table.rows.is_empty()).then_some(table)
    }

    /// The whole declaration.
    fn head(&self) -> String {
        format!("{}[{}]", self.declaration, self.rows.len())
    }
}

/// A value in a row; `field` is the name of its field. Fields of a record in a record are fields of the row.
fn entry(field: &str, value: &TableEntry<'_>) -> String {
    let list = |values: &[TableEntry<'_>]| {
        let values: Vec<String> = values.iter().map(|value| entry("", value)).collect();
        values.join(", ")
    };
    match value {
        TableEntry::Number(f64::INFINITY) => "HUGE_VAL".into(),
        TableEntry::Number(f64::NEG_INFINITY) => "-HUGE_VAL".into(),
        TableEntry::Number(number) => format!("{number:?}"),
        TableEntry::Index(index) => index.to_string(),
        TableEntry::Truth(truth) => u8::from(*truth).to_string(),
        TableEntry::Text(text) => c_string(text),
        TableEntry::Optional(Some(value)) => entry(field, value),
        TableEntry::Optional(None) => match field {
            "mass" => "NAN".to_owned(),
            "com" => "{NAN, NAN, NAN}".to_owned(),
            "inertia" => format!("{{{}}}", ["{NAN, NAN, NAN}"; 3].join(", ")),
            _ => "-1".to_owned(),
        },
        TableEntry::Array(values) => format!("{{{}}}", list(values)),
        TableEntry::Record(record, fields) => {
            // Links are no values in C.
            let is_of_link = |name: &str| record == "LinkInfo" && name == "link";
            let values = fields.iter().filter(|(name, _)| !is_of_link(name));
            let values: Vec<String> = values.map(|(name, value)| entry(name, value)).collect();
            values.join(", ")
        }
        TableEntry::Call(path, _) if path == "Limits::NONE" => {
            "-HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL".to_owned()
        }
        TableEntry::Call(path, arguments) if arguments.is_empty() => {
            c_string(&rust_name(path.rsplit(':').next().unwrap_or_default()))
        }
        TableEntry::Call(_, arguments) => list(arguments),
        TableEntry::Value(_)
        | TableEntry::Link(_)
        | TableEntry::List(_)
        | TableEntry::Tuple(_)
        | TableEntry::Function(..) => unreachable!("only the reference model has such values"),
    }
}

/// Ones and zeros in the order in which the result is stored.
fn pattern(writer: &CWriter<'_>, record: &Record, nonzeros: &[bool]) -> Vec<String> {
    let mut flags = nonzeros.iter();
    let mut stored_flags: Vec<bool> = Vec::new();
    for field in &record.fields {
        let entries: Vec<bool> = flags.by_ref().take(field.result.count()).copied().collect();
        match field.result.part_sizes().concat()[..] {
            [_, columns] if writer.settings.layout.columns => {
                let column = |column: usize| entries.iter().skip(column).step_by(columns);
                stored_flags.extend((0..columns).flat_map(column));
            }
            _ => stored_flags.extend(entries),
        }
    }
    stored_flags
        .into_iter()
        .map(|is_nonzero| u8::from(is_nonzero).to_string())
        .collect()
}

/// The values that the description gives to all parameters, if it does.
fn default_parameters(writer: &CWriter<'_>) -> Option<Table> {
    let rows = field_names(writer)
        .into_iter()
        .zip(&writer.system.parameters)
        .map(|(_, parameter)| {
            let values = parameter.default.iter().flatten();
            let values: Vec<String> = values
                .map(|x| format!("(real)({:?})", nearest_f64(x)))
                .collect();
            match parameter.shape.length() {
                None => values.concat(),
                Some(_) => format!("{{{}}}", values.join(", ")),
            }
        });
    writer.has_default().then(|| Table {
        row_type: None,
        documentation: vec!["The values of the description.".to_owned()],
        declaration: format!(
            "const {} {}",
            writer.type_name("Parameters"),
            writer.name_of("default_parameters")
        ),
        rows: rows.collect(),
    })
}
