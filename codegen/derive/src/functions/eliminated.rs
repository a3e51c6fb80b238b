//! Which rows of constraints can be solved for before the base.

use super::Recursion;
use super::held::Held;
use crate::forms::Forms;
use multibody_description::system::{Constraint, Row};
use multibody_program::ir::Builder;

impl<F: Forms> Recursion<'_, F> {
    /// Of each row the body that carries all that it is about, and whose own motion is nothing to it. None: that is the
    /// world.
    pub(super) fn meetings(&self, b: &Builder, held: &Held) -> Vec<Option<usize>> {
        let constraints = self.tree.constraints.iter();
        let rows = constraints.zip(&held.rows);
        rows.map(|(Constraint { row, .. }, held)| {
            let along = held.forces.iter().enumerate();
            let along = along.filter(|(_, force)| !b.is_zero(**force));
            let carriers = along.map(|(v, _)| self.carrier_of_rate(v));
            let of_links = match row {
                // The world holds it.
                Row::Contact { .. } => Some(None),
                Row::Said { .. } => None,
                Row::Placed { ends, .. } | Row::Between { ends, .. } => Some(self.meeting(ends)),
            };
            let all = of_links.into_iter().chain(carriers);
            all.reduce(|one, other| self.meeting_of([one, other]))
                .flatten()
        })
        .collect()
    }

    /// The body that carries the one whose joint has a rate.
    fn carrier_of_rate(&self, rate: usize) -> Option<usize> {
        let mut bodies = self.tree.bodies.iter();
        let owner = bodies.find(|body| (body.v..body.v + body.kind.nv()).contains(&rate));
        owner.and_then(|body| body.parent)
    }
}
