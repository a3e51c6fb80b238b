//! Columns of a matrix, propagated to the base.
//!
//! A column is the wrench that a unit of one coordinate requires of a subtree. Joints that mimic one another share
//! one coordinate. Inboard of their common ancestor they share one column, so the work grows with bodies times
//! coordinates, however many joints mimic.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::kernels::Linear;
use multibody_program::exact::Rational;
use multibody_program::ir::Builder;

/// The columns at one body, for the coordinates that move this body or anything outboard of it.
pub struct Columns<C> {
    columns: BTreeMap<usize, ScaledColumn<C>>,
}

/// A column, and a factor, such as a mimic joint's multiplier, that is not multiplied in until it is needed.
pub struct ScaledColumn<C> {
    pub factor: Rational,
    pub column: C,
}

impl<C: Linear> Columns<C> {
    /// Empty columns for this number of bodies.
    pub fn none(bodies: usize) -> Vec<Self> {
        let columns = || Self {
            columns: BTreeMap::new(),
        };
        std::iter::repeat_with(columns).take(bodies).collect()
    }

    /// Takes all columns out.
    pub fn take(&mut self) -> Self {
        Self {
            columns: std::mem::take(&mut self.columns),
        }
    }

    /// The coordinates with their columns.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &ScaledColumn<C>)> {
        self.columns.iter().map(|(&v, scaled)| (v, scaled))
    }

    /// Adds `factor column` for a coordinate.
    pub fn add(&mut self, b: &mut Builder, v: usize, factor: &Rational, column: C) {
        match self.columns.entry(v) {
            Entry::Vacant(entry) => {
                entry.insert(ScaledColumn {
                    factor: factor.clone(),
                    column,
                });
            }
            Entry::Occupied(mut entry) => {
                let sum = entry.get_mut();
                let ratio = b.constant(&(factor / &sum.factor));
                let part = column.scaled(b, ratio);
                sum.column = sum.column.plus(b, &part);
            }
        }
    }
}
