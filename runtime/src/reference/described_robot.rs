//! The data that a robot provides for its check.

use super::{Model, Quantity, State};
use crate::{ConstraintInfo, JointInfo, LinkInfo};

/// A robot with its own description, so that its functions can be checked. Emitted code implements it.
///
/// [`check`](super::check) compares only what is provided here; its report lists what it does not compare.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be checked",
    note = "generated code can be checked unless it was generated with `reference = false`"
)]
pub trait Described {
    /// The robot as described, with no links merged.
    fn model(&self) -> Model;

    /// The links on which the robot's functions take wrenches, in order.
    fn wrench_links(&self) -> &'static [&'static str] {
        &[]
    }

    /// Calls `report` with the result of every emitted function at a state; matrices are given by rows.
    fn evaluate(&self, state: &State, report: &mut dyn FnMut(Quantity, &[f64]));

    /// Like `evaluate`, for all other code that computes these quantities; the first argument of `report` is its
    /// [part](Part).
    fn evaluate_parts(
        &self,
        _state: &State,
        _report: &mut dyn FnMut(&'static str, Quantity, &[f64]),
    ) {
    }

    /// All quantities that `evaluate` and `evaluate_parts` report, part by part, so that a missing line there is noticed.
    fn contents(&self) -> &'static [Part] {
        &[]
    }

    /// The constants of the type.
    fn tables(&self) -> Option<Tables> {
        None
    }

    /// What the robot's function `joint` returns, to be compared with the table of joints.
    fn joint_by_name(&self, name: &str) -> Option<&'static JointInfo> {
        let _ = name;
        None
    }

    /// Contents of the type that no check compares, besides those that are not compared for any type.
    fn not_compared(&self) -> &'static [&'static str] {
        &[]
    }
}

/// A part of emitted code, and the quantities that it computes.
///
/// | its name | what it is |
/// |---|---|
/// | empty | the functions of the type |
/// | the name of a bundle, or `at` | the results of this function |
/// | the name of a trait, or `any link` | the functions of the trait, or those that take a link |
/// | `in place`, or `at` or a bundle's name with `_into` | results written into the caller's memory, which is not zeroed |
/// | `prepared`, `prepared, Acceleration` or `prepared, any link` | the same for a robot with its fields prepared |
pub type Part = (&'static str, &'static [Quantity]);

/// The constants of a robot's type.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Number of positions.
    pub nq: usize,
    /// Number of rates.
    pub nv: usize,
    /// Number of constraints.
    pub nc: usize,
    /// The joints.
    pub joints: &'static [JointInfo],
    /// The links.
    pub links: std::vec::Vec<LinkInfo>,
    /// The constraints.
    pub constraints: &'static [ConstraintInfo],
}
