//! The bodies at which constraint rows can be solved before they reach the base.

use super::Recursion;
use super::propagated_rows::PropagatedRows;
use crate::kernels::Kernels;
use multibody_description::system::{Constraint, Row};
use multibody_program::ir::Builder;

impl<K: Kernels> Recursion<'_, K> {
    /// For each row the nearest common ancestor of its links and of the bodies that carry the joints of its rates. The
    /// ancestor's own motion does not change the row. None: this ancestor is the world.
    pub(super) fn elimination_bodies(
        &self,
        b: &Builder,
        propagated: &PropagatedRows,
    ) -> Vec<Option<usize>> {
        let constraints = self.tree.constraints.iter();
        let rows = constraints.zip(&propagated.rows);
        rows.map(|(Constraint { row, .. }, propagated_row)| {
            let forces = propagated_row.forces.iter().enumerate();
            let rates = forces.filter(|(_, force)| !b.is_zero(**force));
            let ancestors = rates.map(|(v, _)| self.parent_of_rate(v));
            // `Some(None)`: the world is the links' only common ancestor. `None`: the row has no links.
            let link_ancestor = match row {
                // The other end of a contact is the world.
                Row::Velocity { .. } => Some(None),
                Row::Expression { .. } => None,
                Row::PointExpression { ends, .. } | Row::Between { ends, .. } => {
                    Some(self.common_ancestor(ends))
                }
            };
            let bodies = link_ancestor.into_iter().chain(ancestors);
            bodies
                .reduce(|first, second| self.common_ancestor_of([first, second]))
                .flatten()
        })
        .collect()
    }

    /// The body that carries the joint to which a rate belongs; none: the world.
    fn parent_of_rate(&self, rate: usize) -> Option<usize> {
        let mut bodies = self.tree.bodies.iter();
        let owner = bodies.find(|body| (body.v..body.v + body.kind.nv()).contains(&rate));
        owner.and_then(|body| body.parent)
    }
}
