//! What a robot hands over to be checked.

use super::{Model, Quantity, State};
use crate::{ConstraintInfo, JointInfo};

/// A robot that knows its description, so that its functions can be checked. Implemented by emitted
/// code.
///
/// What [`check`](super::check) is not given it cannot compare; its report says so.
pub trait Described {
    /// The robot as described, none of its links merged.
    fn model(&self) -> Model;

    /// The links whose wrenches the robot's functions take, in order.
    fn wrench_links(&self) -> &'static [&'static str] {
        &[]
    }

    /// Calls `report` with the result of every emitted function at a state, matrices by rows.
    fn evaluate(&self, state: &State, report: &mut dyn FnMut(Quantity, &[f64]));

    /// The same of all other code that computes these quantities: `report` takes its [part](Part) first.
    fn evaluate_parts(
        &self,
        _state: &State,
        _report: &mut dyn FnMut(&'static str, Quantity, &[f64]),
    ) {
    }

    /// All that `evaluate` and `evaluate_parts` report, part by part: a line that is missing there is missed.
    fn contents(&self) -> &'static [Part] {
        &[]
    }

    /// The constants of the type.
    fn tables(&self) -> Option<Tables> {
        None
    }

    /// What of the type no check compares, besides what that holds of every type.
    fn not_compared(&self) -> &'static [&'static str] {
        &[]
    }
}

/// A part of emitted code, and what it computes.
///
/// | its name | what it is |
/// |---|---|
/// | none | the functions of the type |
/// | that of a bundle, or `at` | what this gives |
/// | that of a trait, or `any link` | the functions of the trait, or those that take a link |
/// | `in place`, or `at` or a bundle's name with `_into` | what is written into memory of the caller, which has been used |
/// | `prepared`, `prepared, Acceleration` or `prepared, any link` | the same of a robot with its fields prepared |
pub type Part = (&'static str, &'static [Quantity]);

/// The constants of a robot's type.
#[derive(Clone, Copy, Debug)]
pub struct Tables {
    /// Number of positions.
    pub nq: usize,
    /// Number of rates.
    pub nv: usize,
    /// Number of constraints.
    pub nc: usize,
    /// The joints.
    pub joints: &'static [JointInfo],
    /// The joint of a name.
    pub joint: fn(&str) -> Option<&'static JointInfo>,
    /// The constraints.
    pub constraints: &'static [ConstraintInfo],
}
