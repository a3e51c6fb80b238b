//! Symbolic terms of a system: expressions besides its tree.

use multibody_program::ir::{Builder, Input, InputKind, Matrix3, Value, Vector3};

/// Energies, forces and bodies that are expressions of positions, rates and parameters.
#[derive(Clone, Debug, Default)]
pub struct SymbolicTerms {
    /// What several expressions need, one after the other: the value of definition k is the local input k
    /// of those behind it, and of all expressions below.
    pub definitions: Vec<Value>,
    /// Terms of T, besides what bodies have.
    pub kinetic: Vec<Value>,
    /// V, besides what gravity does to bodies.
    pub potential: Vec<Value>,
    /// Generalized forces, each along a rate.
    pub forces: Vec<(usize, Value)>,
    /// Bodies that no joint carries.
    pub bodies: Vec<PlacedBody>,
    /// What constraints say: functions of positions, of where a point is too, or linear in rates.
    pub constraints: Vec<Value>,
}

/// A rigid body, or a particle, at a place that is a function of the coordinates.
#[derive(Clone, Debug)]
pub struct PlacedBody {
    /// As in the description.
    pub name: String,
    /// kg
    pub mass: Value,
    /// About the centre of mass, in the body's axes; 0 of a particle.
    pub inertia: Matrix3,
    /// The centre of mass in the world.
    pub position: Vector3,
    /// The body's axes in the world, by rows.
    pub rotation: Matrix3,
    /// The force that acts at the centre of mass, world axes.
    pub force: Vector3,
}

impl PlacedBody {
    /// Whether a force acts on it.
    #[must_use]
    pub fn is_pushed(&self) -> bool {
        self.force != [Value::ZERO; 3]
    }
}

impl SymbolicTerms {
    /// Whether there is nothing that has energy or acts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kinetic.is_empty()
            && self.potential.is_empty()
            && self.forces.is_empty()
            && self.bodies.is_empty()
    }

    /// Whether it has forces, which the Lagrangian knows nothing of.
    #[must_use]
    pub fn has_forces(&self) -> bool {
        !self.forces.is_empty() || self.bodies.iter().any(PlacedBody::is_pushed)
    }

    /// Visits all values, definitions first.
    pub fn each_value(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        self.definitions.iter_mut().for_each(&mut *visit);
        self.kinetic.iter_mut().for_each(&mut *visit);
        self.potential.iter_mut().for_each(&mut *visit);
        let forces = self.forces.iter_mut();
        forces.for_each(|(_, force)| visit(force));
        for body in &mut self.bodies {
            visit(&mut body.mass);
            body.inertia.iter_mut().flatten().for_each(&mut *visit);
            body.position.iter_mut().for_each(&mut *visit);
            body.rotation.iter_mut().flatten().for_each(&mut *visit);
            body.force.iter_mut().for_each(&mut *visit);
        }
        self.constraints.iter_mut().for_each(visit);
    }

    /// The same with the definitions put into their places.
    #[must_use]
    pub fn inlined(&self, b: &mut Builder) -> Self {
        let mut defined: Vec<Value> = Vec::with_capacity(self.definitions.len());
        for &definition in &self.definitions {
            let value = put_in(b, definition, &defined);
            defined.push(value);
        }
        let mut inlined = Self {
            definitions: Vec::new(),
            ..self.clone()
        };
        inlined.each_value(&mut |value| *value = put_in(b, *value, &defined));
        inlined
    }
}

/// An expression with the values of the definitions.
fn put_in(b: &mut Builder, expression: Value, defined: &[Value]) -> Value {
    let program = b.finish(&[expression]);
    let at = |b: &mut Builder, Input { kind, index }| match kind {
        InputKind::Local => defined[index as usize],
        kind => b.input(kind, index as usize),
    };
    b.inline(&program, at)[0]
}
