//! Symbolic terms of a description: expressions of coordinates.

use super::{Quantity, Span, Spanned};
use multibody_program::ir::Value;

/// Coordinates without joints, and energies, forces and bodies given by expressions. In every value, the local input k
/// stands for entry k of `local_inputs`.
#[derive(Clone, Debug, Default)]
pub struct SymbolicTerms {
    /// Coordinates that no joint has.
    pub coordinates: Vec<Spanned<String>>,
    /// What each local input stands for; a definition uses only the local inputs before its own.
    pub local_inputs: Vec<LocalInput>,
    /// Terms of the kinetic energy.
    pub kinetic: Vec<(Value, Span)>,
    /// Terms of the potential energy.
    pub potential: Vec<(Value, Span)>,
    /// Generalized forces, each along the named coordinate.
    pub forces: Vec<(Spanned<String>, Value)>,
    /// Particles and rigid bodies.
    pub bodies: Vec<PlacedBody>,
}

/// What a local input stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocalInput {
    /// The position of a coordinate.
    Position(String),
    /// The rate of a coordinate.
    Rate(String),
    /// Time.
    Time,
    /// A coordinate of the point that a constraint acts on: x, y or z.
    PointCoordinate(usize),
    /// A local definition.
    Definition(Value),
}

/// A rigid body, or a particle, whose position is given by expressions.
#[derive(Clone, Debug)]
pub struct PlacedBody {
    /// Its name.
    pub name: Spanned<String>,
    /// kg
    pub mass: Quantity,
    /// About the centre of mass, in the body's axes: xx xy xz yy yz zz; `None` for a particle.
    pub inertia: Option<[Quantity; 6]>,
    /// The centre of mass in the world, m.
    pub position: [Value; 3],
    /// The rotation matrix from the body's axes to the world's, row by row; `None` if the axes are the world's.
    pub rotation: Option<[[Value; 3]; 3]>,
    /// The force that acts at the centre of mass, world axes, N.
    pub force: Option<[Value; 3]>,
}

impl PlacedBody {
    /// The expressions that define its position, rotation and force.
    pub fn values(&self) -> impl Iterator<Item = Value> {
        let rotation = self.rotation.iter().flatten().flatten();
        let force = self.force.iter().flatten();
        self.position.iter().chain(rotation).chain(force).copied()
    }
}

impl SymbolicTerms {
    /// Whether there are no symbolic terms.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.coordinates.is_empty()
            && self.kinetic.is_empty()
            && self.potential.is_empty()
            && self.forces.is_empty()
            && self.bodies.is_empty()
    }
}
