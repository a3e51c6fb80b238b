//! What the prover finds of a system: ranks, rows that others imply, whether M is singular. A value beside the system, which stays
//! as it was read but for the rows that are left out. `prove` makes it; `tree`, `derive` and `emit` read it.

mod actuation;
mod left_out;

pub use actuation::{Actuation, Support};
pub use left_out::LeftOut;

use crate::settings::Acting;
use crate::system::System;
use std::ops::Deref;

/// Properties of a system at almost all states.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Whether T has more than a quadratic form in the rates and something without them, or depends on time: then there is a
    /// generalized force `drive`.
    pub has_drive: bool,
    /// Whether M is singular everywhere; known where there are constraints.
    pub is_singular: bool,
    /// The rows that the others imply.
    pub left_out: Vec<LeftOut>,
    /// Positions of the constraints that are made of others with some choices of their roots: multipliers are not finite
    /// where these are the right ones.
    pub branching: Vec<usize>,
    /// Positions of the constraints on motions that have no kinetic energy; nothing where M can be inverted.
    pub restraining: Vec<usize>,
    /// The rates that rows decide by the others, each with its row, in an order in which they can be eliminated at almost
    /// all positions: from the tips.
    pub dependent: Vec<(usize, usize)>,
    /// The rates that motors drive, and which of the others constraints support; known where there are constraints.
    pub actuation: Actuation,
}

/// A system whose constraint rows are independent, and what was found of it.
#[derive(Clone, Debug)]
pub struct ExaminedSystem {
    /// The system without the rows that are left out.
    pub system: System,
    /// What was found.
    pub findings: Findings,
}

impl Deref for ExaminedSystem {
    type Target = System;

    fn deref(&self) -> &System {
        &self.system
    }
}

impl ExaminedSystem {
    /// The name of a row, those that are left out behind the others, and the constraint that it is a part of.
    #[must_use]
    pub fn named_row(&self, row: usize) -> (&str, usize) {
        match self.constraints.get(row) {
            Some(kept) => (&kept.name, kept.of),
            None => {
                let left_out = &self.findings.left_out[row - self.nc()];
                (&left_out.name, left_out.of)
            }
        }
    }

    /// What acts besides wrenches.
    #[must_use]
    pub fn acting(&self) -> Acting {
        Acting {
            drive: self.findings.has_drive,
            constraints: !self.constraints.is_empty(),
            forces: self.has_forces(),
            springs: self.has_springs(),
        }
    }
}
