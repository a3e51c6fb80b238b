//! What the prover finds out about a system: ranks, redundant rows, and whether M is singular. The findings are stored beside the
//! system, which stays as read except for the rows that are left out. The crate `prove` creates them and `examine` completes
//! them; `tree`, `derive` and `emit` read them.

mod actuation;
mod left_out_row;

pub use actuation::{Actuation, Support};
pub use left_out_row::LeftOutRow;

use crate::settings::Acting;
use crate::system::System;
use std::ops::Deref;

/// A rate that a constraint row determines from the other rates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DependentRate {
    /// The rate.
    pub rate: usize,
    /// The row.
    pub row: usize,
}

/// Properties of a system at almost all states.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Whether any expression depends on time, or T has terms linear in the rates: then there is a generalized force `drive`.
    pub has_drive: bool,
    /// Whether M is singular everywhere; known only if there are constraints.
    pub is_singular: bool,
    /// The rows that are left out, since they depend on others at almost all positions.
    pub left_out: Vec<LeftOutRow>,
    /// Indices of the constraint rows that depend on other rows for some signs of the square roots in the constraints, but not for
    /// all, or not for all that could be tried. Where these signs apply, multipliers are not finite.
    pub branching: Vec<usize>,
    /// Indices of the constraint rows that depend on others at almost all positions, but do not follow from them: some
    /// positions satisfy the others and not these. They are kept.
    pub dependent_almost_everywhere: Vec<usize>,
    /// Indices of the constraint rows that restrain motions without kinetic energy; empty if M is invertible.
    pub restraining: Vec<usize>,
    /// The rates that rows determine from the other rates. They are in an order in which they can be eliminated at almost all
    /// positions, from the tips inwards.
    pub dependent: Vec<DependentRate>,
    /// The rates that motors drive, and the other rates, which constraints may support; without constraints, only `has_motor`
    /// is known.
    pub actuation: Actuation,
}

impl Findings {
    /// Whether some constraint rows are linear combinations of others, at almost all positions or with some choices of roots,
    /// and yet are kept.
    #[must_use]
    pub fn has_rows_that_others_may_imply(&self) -> bool {
        !self.branching.is_empty() || !self.dependent_almost_everywhere.is_empty()
    }
}

/// A system whose constraint rows are independent, and the findings about it.
#[derive(Clone, Debug)]
pub struct ExaminedSystem {
    /// The system without the rows that are left out.
    pub system: System,
    /// The findings.
    pub findings: Findings,
}

impl Deref for ExaminedSystem {
    type Target = System;

    fn deref(&self) -> &System {
        &self.system
    }
}

impl ExaminedSystem {
    /// The name of a row, and the constraint to which it belongs. Rows that are left out come after the others.
    #[must_use]
    pub fn row_name(&self, row: usize) -> (&str, usize) {
        match self.constraints.get(row) {
            Some(constraint) => (&constraint.name, constraint.owner),
            None => {
                let left_out = &self.findings.left_out[row - self.nc()];
                (&left_out.name, left_out.owner)
            }
        }
    }

    /// The kinds of forces that act, besides wrenches.
    #[must_use]
    pub fn acting_forces(&self) -> Acting {
        Acting {
            drive: self.findings.has_drive,
            constraints: !self.constraints.is_empty(),
            actuators: !self.actuators.is_empty(),
            forces: self.has_forces(),
            springs: self.has_springs(),
        }
    }
}
