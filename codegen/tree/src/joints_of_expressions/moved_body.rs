//! A body whose position and orientation are expressions.

use std::collections::BTreeSet;

use multibody_program::ir::{Builder, Input, Matrix3, Node, Program, Value, Vector3};

/// A body that expressions place.
#[derive(Clone, Debug)]
pub struct MovedBody {
    /// The centre of mass.
    pub position: Vector3,
    /// The body's axes in the world, by rows; none for a particle.
    pub rotation: Option<Matrix3>,
}

impl MovedBody {
    /// Its centre of mass, then its axes; whether each is a direction.
    pub fn vectors(&self) -> impl Iterator<Item = (Vector3, bool)> + use<> {
        let axes = self.rotation.map(|rows| Builder::transpose(&rows));
        let axes = axes.into_iter().flatten().map(|axis| (axis, true));
        std::iter::once((self.position, false)).chain(axes)
    }

    /// Visits its position, and its axes by rows.
    pub fn each_value(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        self.position.iter_mut().for_each(&mut *visit);
        let rotation = self.rotation.iter_mut().flatten().flatten();
        rotation.for_each(visit);
    }

    /// The values that `each_value` visits.
    pub fn program(&self, b: &Builder) -> Program {
        let mut values = Vec::new();
        self.clone().each_value(&mut |value| values.push(*value));
        b.finish(&values)
    }

    /// The coordinates on which it depends.
    pub fn coordinates(&self, b: &Builder) -> BTreeSet<Input> {
        let program = self.program(b);
        let inputs = program.nodes().iter().filter_map(|node| match node {
            Node::Input(input) => Some(*input),
            _ => None,
        });
        inputs.collect()
    }
}
