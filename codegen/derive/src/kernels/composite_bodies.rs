//! Composite rigid-body inertias: the mass moments of a subtree, and the wrench that its acceleration requires.

use super::derived::{
    Derived, Matrix6, adjoint, body_inputs, congruent, inline_terms, matrix, plus, times,
    twist_components, wrench,
};
use super::hand_written::{HandWritten, Shift, in_parent_frame, unit_momentum};
use super::rotations::rotate_inertia;
use super::{Hinted, JointFrame, Twist, Wrench};
use multibody_program::ir::Builder;
use multibody_tree::Inertia;

/// A child's composite body, and the joint that connects it to its parent.
pub struct ChildComposite<'a, 'j, C> {
    /// The joint.
    pub joint: &'a JointFrame<'j>,
    /// The moments of the composite body.
    pub composite: &'a C,
}

/// The moments of composite bodies, and columns of the mass matrix.
pub trait CompositeBodies {
    /// The moments of a body together with all its descendants.
    type Composite: Clone + Hinted;

    /// The moments of a body and of its children's composites, summed in the frame of the body.
    fn composite(
        &self,
        b: &mut Builder,
        moments: &Inertia,
        children: &[ChildComposite<'_, '_, Self::Composite>],
    ) -> Self::Composite;
    /// The wrench that a unit acceleration of a composite along an axis requires: a column of the mass matrix if the
    /// axis is that of the composite's own joint.
    fn column(&self, b: &mut Builder, composite: &Self::Composite, axis: &Twist) -> Wrench;
}

impl CompositeBodies for Derived<'_> {
    type Composite = Matrix6;

    fn composite(
        &self,
        b: &mut Builder,
        moments: &Inertia,
        children: &[ChildComposite<'_, '_, Matrix6>],
    ) -> Matrix6 {
        let (zero_twist, zeros) = (Twist::zero(b), b.zeros());
        let inputs = body_inputs(moments, &zero_twist, &zero_twist, &zeros);
        let body_inertia = matrix(&inline_terms(b, &self.body_terms.inertia, &inputs));
        children.iter().fold(body_inertia, |sum, child| {
            let e = adjoint(b, child.joint);
            let part = congruent(b, &e, child.composite);
            plus(b, &sum, &part)
        })
    }

    fn column(&self, b: &mut Builder, composite: &Matrix6, axis: &Twist) -> Wrench {
        wrench(&times(b, composite, &twist_components(axis)))
    }
}

impl CompositeBodies for HandWritten {
    type Composite = Inertia;

    fn composite(
        &self,
        b: &mut Builder,
        moments: &Inertia,
        children: &[ChildComposite<'_, '_, Inertia>],
    ) -> Inertia {
        // m p and m p p^T of the children are constant if their placements are. They are added first, so that they fold
        // into the body's own moments.
        let mut total = *moments;
        let mut shifts = Vec::with_capacity(children.len());
        for ChildComposite { joint, composite } in children {
            let fixed_inertia = in_parent_frame(b, composite, &joint.transform);
            let inertia = rotate_inertia(b, &fixed_inertia, &joint.placement.rotation);
            let shift = Shift::of(b, &inertia, &joint.placement.translation);
            total = total.plus(b, &shift.constant);
            shifts.push((inertia, shift));
        }
        for (inertia, shift) in &shifts {
            // `shift.constant` has the mass.
            let massless = Inertia {
                mass: b.zero(),
                ..*inertia
            };
            let part = massless.plus(b, &shift.change);
            total = total.plus(b, &part);
        }
        total
    }

    fn column(&self, b: &mut Builder, composite: &Inertia, axis: &Twist) -> Wrench {
        unit_momentum(b, composite, axis)
    }
}
