//! Kernels: the local steps of the recursions, between neighbouring bodies and inside a body.
//!
//! Each algorithm has a file with the trait of its steps, and two implementations: the steps as Symbolica derives them
//! from transform, kinetic and potential energy ([`Derived`]), and steps written by hand, which take fewer operations
//! ([`HandWritten`]). The recursions of [`functions`](super::functions) are the same for both. For each of these
//! traits, `lemmas/` has a file that proves the two equal. Columns of hinges and of floating bodies, and relative
//! moments, have no derived form; their lemmas prove them for a particle.

mod articulated_bodies;
mod composite_bodies;
mod coriolis;
mod derived;
mod floating_columns;
mod hand_written;
mod hinge_columns;
mod hints;
mod joint_frame;
mod newton_euler;
mod relative_moments;
mod rotations;
mod spatial;
mod symbols;
mod velocities;
mod wrenches;

pub use articulated_bodies::{ArticulatedBodies, AxisResponse, Blocks};
pub use composite_bodies::{ChildComposite, CompositeBodies};
pub use coriolis::{
    Coriolis, CoriolisEntries, DerivedRate, HandWrittenRate, MovingChildComposite, axis_change,
};
pub use derived::{Derived, Matrix6};
pub use floating_columns::FloatingMotion;
pub use hand_written::HandWritten;
pub use hinge_columns::{CarrierMotion, ColumnShift, HingeColumns, HingeEntries};
pub use hints::Hinted;
pub use joint_frame::JointFrame;
pub use newton_euler::{DerivedMotion, HandWrittenMotion, NewtonEuler};
pub use relative_moments::RelativeMoments;
pub use rotations::{RotationKind, rotate_inertia};
pub use spatial::{Linear, Twist, Wrench};
pub use symbols::Symbol;
pub use velocities::Velocities;
pub use wrenches::Wrenches;

/// The steps of all algorithms.
pub trait Kernels:
    Wrenches + Velocities + NewtonEuler + CompositeBodies + Coriolis + ArticulatedBodies
{
    /// These kernels, if they are written by hand: for algorithms whose steps have no derived form.
    fn hand_written(&self) -> Option<&HandWritten>;
}

impl Kernels for Derived<'_> {
    fn hand_written(&self) -> Option<&HandWritten> {
        None
    }
}

impl Kernels for HandWritten {
    fn hand_written(&self) -> Option<&HandWritten> {
        Some(self)
    }
}
