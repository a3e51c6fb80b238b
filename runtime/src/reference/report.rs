//! The results of a check.

use std::{fmt, string::String, vec::Vec};

use super::Quantity;
use super::quantity::Property;

/// The error of every emitted function relative to the reference, and what was not compared. It is displayed as a
/// table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    rows: Vec<Worst>,
    /// The tables that agree with the description.
    pub(super) agreeing_tables: Vec<&'static str>,
    pub(super) not_compared: Vec<&'static str>,
}

/// The entry of a function's results with the largest error, over all states examined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worst {
    /// The [part](super::Part) of the code; empty for functions of the type.
    pub part: &'static str,
    /// What the function computes.
    pub quantity: Quantity,
    /// The seed of the state.
    pub seed: u64,
    /// The entry's row.
    pub row: usize,
    /// The entry's column, 0 in a vector.
    pub column: usize,
    /// The value of the reference.
    pub expected: f64,
    /// The value of the emitted function.
    pub found: f64,
    /// `|expected - found|` over the tolerance, infinite if a number is NaN; above 1 it is a mismatch.
    pub error: f64,
    /// The largest entry of the reference in all states, or of larger forces that cancel in it. It shows whether a function
    /// that agrees is nonzero anywhere.
    pub largest: f64,
}

impl Worst {
    /// The entry with the larger error, with the largest reference entry of both.
    pub(super) fn worse(self, other: Self) -> Self {
        let worst = if other.error > self.error { other } else { self };
        Self {
            largest: self.largest.max(other.largest),
            ..worst
        }
    }

    /// Row and column as Rust code indexes the result, such as `[2][0]`; empty for a single number.
    fn index(&self) -> String {
        match self.quantity {
            quantity if quantity.has(Property::Number) => "".into(),
            quantity if quantity.has(Property::Matrix) => {
                std::format!("[{}][{}]", self.row, self.column)
            }
            _ => std::format!("[{}]", self.row),
        }
    }
}

impl Report {
    /// The worst entry of each function, in the order of evaluation.
    pub fn rows(&self) -> &[Worst] {
        &self.rows
    }

    /// Contents of the type that were not compared with anything.
    pub fn not_compared(&self) -> &[&'static str] {
        &self.not_compared
    }

    /// The entry with the largest error of all.
    pub fn worst(&self) -> Option<&Worst> {
        self.rows.iter().max_by(|a, b| a.error.total_cmp(&b.error))
    }

    /// Adds the worst entry of a function at a further state.
    pub(super) fn add(&mut self, worst: Option<Worst>) {
        let Some(worst) = worst else { return };
        let mut rows = self.rows.iter_mut();
        match rows.find(|row| (row.part, row.quantity) == (worst.part, worst.quantity)) {
            Some(row) => *row = row.worse(worst),
            None => self.rows.push(worst),
        }
    }

    /// Returns the report, or a mismatch if an error exceeds its tolerance or nothing was evaluated.
    pub(super) fn judge(self) -> Result<Self, Mismatch> {
        match self.worst() {
            None => Err(Mismatch::NothingEvaluated),
            Some(worst) if worst.error > 1.0 => Err(Mismatch::Value { report: self }),
            Some(_) => Ok(self),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = (self.rows.iter())
            .map(|row| label(row.part, row.quantity))
            .collect();
        let width = names.iter().map(|name| name.len()).max().unwrap_or(0);
        write!(
            f,
            "{:width$}  error / tolerance  largest entry  worst at",
            "function"
        )?;
        for (name, row) in names.iter().zip(&self.rows) {
            let (index, seed) = (row.index(), row.seed);
            write!(
                f,
                "\n{name:width$}  {:17.3e}  {:13.3e}  {index}{}seed {seed}",
                row.error,
                row.largest,
                if index.is_empty() { "" } else { ", " }
            )?;
        }
        for (relation, names) in [
            ("equal", &self.agreeing_tables),
            ("not compared", &self.not_compared),
        ] {
            if !names.is_empty() {
                write!(f, "\n{relation}: {}", names.join("; "))?;
            }
        }
        Ok(())
    }
}

/// A quantity, with the part of the code that computes it.
fn label(part: &str, quantity: Quantity) -> String {
    if part.is_empty() {
        std::format!("{quantity}")
    } else {
        std::format!("{part}: {quantity}")
    }
}

/// The reason why a robot's emitted functions are rejected.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Mismatch {
    /// A function differs from the reference by more than the tolerance, or is not finite.
    Value {
        /// The errors of all functions, including those that agree.
        report: Report,
    },
    /// A function has a different number of results than the reference.
    Length {
        /// The [part](super::Part) of the code; empty for functions of the type.
        part: &'static str,
        /// What the function computes.
        quantity: Quantity,
        /// The number of results of the reference.
        expected: usize,
        /// The number of results of the function.
        found: usize,
    },
    /// A function concerns a link that the description does not have.
    UnknownLink {
        /// The link's name.
        name: &'static str,
    },
    /// No function has been evaluated, so nothing has been checked.
    NothingEvaluated,
    /// [`Described::contents`](super::Described::contents) lists a quantity that is not reported, so it has not been
    /// checked.
    Missing {
        /// The [part](super::Part) of the code; empty for functions of the type.
        part: &'static str,
        /// The quantity.
        quantity: Quantity,
    },
    /// [`Described::contents`](super::Described::contents) does not list a quantity that is reported.
    Unlisted {
        /// The [part](super::Part) of the code; empty for functions of the type.
        part: &'static str,
        /// The quantity.
        quantity: Quantity,
    },
    /// A constant of the type differs from the description.
    Table {
        /// The name of the constant, with the row.
        name: String,
        /// The value from the description.
        expected: String,
        /// The value of the type.
        found: String,
    },
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value { report } => {
                if let Some(worst) = report.worst() {
                    writeln!(
                        f,
                        "{}{} is {:e} and should be {:e} (state of seed {}): {:.3e} times the tolerance",
                        label(worst.part, worst.quantity),
                        worst.index(),
                        worst.found,
                        worst.expected,
                        worst.seed,
                        worst.error,
                    )?;
                }
                write!(f, "{report}")
            }
            Self::Length {
                part,
                quantity,
                expected,
                found,
            } => write!(
                f,
                "{} has {found} numbers and should have {expected}",
                label(part, *quantity)
            ),
            Self::Missing { part, quantity } => write!(
                f,
                "{} is listed in `contents` and not reported: a line of `evaluate` or `evaluate_parts` is missing",
                label(part, *quantity)
            ),
            Self::Unlisted { part, quantity } => write!(
                f,
                "{} is reported and not listed in `contents`",
                label(part, *quantity)
            ),
            Self::Table {
                name,
                expected,
                found,
            } => write!(f, "{name} is {found} and should be {expected}"),
            Self::UnknownLink { name } => write!(f, "the description has no link {name}"),
            Self::NothingEvaluated => f.write_str("no function has been evaluated"),
        }
    }
}

impl std::error::Error for Mismatch {}
