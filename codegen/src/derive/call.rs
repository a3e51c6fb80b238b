//! Functions that are computed by calls of others, for the option `size`.

use std::fmt;

use crate::function::{Function, Quantity, Terms};
use crate::ir::InputKind;
use crate::tree::Tree;

/// How a function is computed by calls of others of the same robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// That function, where all is 0 that it takes and its caller does not.
    AtZero(Function),
    /// `M^-1 (tau - f)`, f that function without accelerations.
    Solution(Function),
    /// `M^-1`
    Inverse,
    /// `qd^T M qd / 2`
    Energy,
    /// `C qd`
    Product,
}

impl Call {
    /// How a function follows from others. `forces` is the one that gives all generalized forces.
    #[must_use]
    pub fn of(function: Function, forces: Function, tree: &Tree) -> Option<Self> {
        let gives = |terms: Terms| function != forces && becomes(forces, terms, tree);
        match function.quantity() {
            Quantity::Force(Terms::CORIOLIS) => Some(Self::Product),
            Quantity::Force(terms) => gives(terms).then_some(Self::AtZero(forces)),
            Quantity::Acceleration(terms) => {
                gives(terms.at_rest()).then_some(Self::Solution(forces))
            }
            Quantity::MassMatrixInverse => Some(Self::Inverse),
            // Expressions may say energy that has fewer than two rates in it.
            Quantity::KineticEnergy => tree.expressed.is_empty().then_some(Self::Energy),
            _ => None,
        }
    }

    /// The functions that are called.
    #[must_use]
    pub fn callees(self) -> Vec<Function> {
        match self {
            Self::AtZero(function) => vec![function],
            Self::Solution(forces) => vec![Function::MassMatrix, forces],
            Self::Inverse | Self::Energy => vec![Function::MassMatrix],
            Self::Product => vec![Function::CoriolisMatrix],
        }
    }

    /// What a function of so much [`weight`](crate::ir::Count::weight) is shorter than its call.
    #[must_use]
    pub fn least(self) -> usize {
        match self {
            Self::AtZero(_) => 40,
            Self::Product | Self::Energy => 60,
            Self::Solution(_) | Self::Inverse => 100,
        }
    }
}

/// Whether a function that gives forces gives these, where accelerations and wrenches are 0, and rates too if these
/// are without velocity.
fn becomes(forces: Function, terms: Terms, tree: &Tree) -> bool {
    let Quantity::Force(all) = forces.quantity() else {
        return false;
    };
    let acts =
        !tree.forces.is_empty() || !tree.point_springs.is_empty() || tree.expressed.has_forces();
    let is_same = |asked: bool, given: bool, acts: bool| asked == given || given && !acts;
    // A function of rates is called with them.
    let of_rates = terms.velocity || terms.drive || terms.passive;
    is_same(terms.gravity, all.gravity, true)
        && is_same(terms.velocity, all.velocity, of_rates)
        && is_same(terms.drive, all.drive, tree.expressed.has_drive)
        && is_same(terms.passive, all.passive, acts)
        && is_same(terms.acceleration, all.acceleration, false)
        && is_same(terms.wrenches, all.wrenches, false)
}

/// Whether a caller has nothing to give for what a callee takes, so that it gives zeros.
#[must_use]
pub fn is_zero(kind: InputKind, caller: Function, callee: Function) -> bool {
    let takes = |function: Function| function.row().arguments.contains(&kind);
    takes(callee) && !takes(caller)
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtZero(function) => write!(f, "call of {function}"),
            Self::Solution(forces) => {
                write!(f, "calls of mass_matrix and {forces}, solved in a loop")
            }
            Self::Inverse => f.write_str("call of mass_matrix, inverted in a loop"),
            Self::Energy => f.write_str("call of mass_matrix, times rates in a loop"),
            Self::Product => f.write_str("call of coriolis_matrix, times rates in a loop"),
        }
    }
}
