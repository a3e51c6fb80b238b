//! Multipliers and pivots of constraint rows in SI units. The tree has a unit of length of its own.

use super::Recursion;
use crate::kernels::Kernels;
use multibody_description::system::Constraint;
use multibody_program::ir::{Builder, Value};

impl<K: Kernels> Recursion<'_, K> {
    /// Multipliers in SI units, from those in the tree's unit of length.
    pub(super) fn in_si_units(&self, b: &mut Builder, multipliers: Vec<Value>) -> Vec<Value> {
        let (one, unit) = (b.one(), self.tree.unit);
        let inverse = b.div(one, unit);
        let rows = self.tree.constraints.iter().zip(multipliers);
        rows.map(|(Constraint { row, .. }, multiplier)| {
            (0..row.length_exponent()).fold(multiplier, |value, _| b.mul(inverse, value))
        })
        .collect()
    }

    /// Pivots in SI units, from entries of J in the tree's unit of length.
    pub(super) fn pivots_in_si_units(&self, b: &mut Builder, pivots: Vec<Value>) -> Vec<Value> {
        let rows = self.tree.constraints.iter().zip(pivots);
        rows.map(|(Constraint { row, .. }, pivot)| {
            (0..row.length_exponent()).fold(pivot, |value, _| b.mul(self.tree.unit, value))
        })
        .collect()
    }
}
