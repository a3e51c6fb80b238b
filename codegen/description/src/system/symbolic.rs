//! Symbolic terms of a system: expressions besides its tree.

use multibody_program::ir::{Builder, Input, InputKind, Matrix3, Value, Vector3};

/// Energies, forces and bodies that are expressions of positions, rates and parameters.
#[derive(Clone, Debug, Default)]
pub struct SymbolicTerms {
    /// Common subexpressions, in order: the value of definition k is local input k of later definitions and of all
    /// expressions below.
    pub definitions: Vec<Value>,
    /// Terms of T, in addition to the kinetic energy of bodies.
    pub kinetic: Vec<Value>,
    /// Terms of V, in addition to the potential of gravity.
    pub potential: Vec<Value>,
    /// Generalized forces, each with the index of its rate.
    pub forces: Vec<(usize, Value)>,
    /// Bodies that are not links.
    pub bodies: Vec<PlacedBody>,
    /// Constraint expressions: functions of positions (of coordinates and, if a point is constrained, of that point),
    /// or functions that are linear in rates.
    pub constraints: Vec<Value>,
}

/// A rigid body, or a particle, whose position is a function of the coordinates.
#[derive(Clone, Debug)]
pub struct PlacedBody {
    /// The name in the description.
    pub name: String,
    /// kg
    pub mass: Value,
    /// About the centre of mass, in the body's axes; 0 for a particle.
    pub inertia: Matrix3,
    /// The position of the centre of mass in the world, m.
    pub position: Vector3,
    /// The rotation matrix from the body's axes to the world's, row by row.
    pub rotation: Matrix3,
    /// The force that acts at the centre of mass, world axes, N.
    pub force: Vector3,
}

impl PlacedBody {
    /// Whether a force acts on it.
    #[must_use]
    pub fn has_force(&self) -> bool {
        self.force != [Value::ZERO; 3]
    }
}

impl SymbolicTerms {
    /// Whether there are no energies, forces or bodies.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kinetic.is_empty()
            && self.potential.is_empty()
            && self.forces.is_empty()
            && self.bodies.is_empty()
    }

    /// Whether it has forces, which are not part of the Lagrangian.
    #[must_use]
    pub fn has_forces(&self) -> bool {
        !self.forces.is_empty() || self.bodies.iter().any(PlacedBody::has_force)
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

    /// The same terms with every definition substituted.
    #[must_use]
    pub fn inlined(&self, b: &mut Builder) -> Self {
        let mut definition_values: Vec<Value> = Vec::with_capacity(self.definitions.len());
        for &definition in &self.definitions {
            let value = substitute(b, definition, &definition_values);
            definition_values.push(value);
        }
        let mut inlined = Self {
            definitions: Vec::new(),
            ..self.clone()
        };
        inlined.each_value(&mut |value| *value = substitute(b, *value, &definition_values));
        inlined
    }
}

/// An expression in which the values of the definitions are substituted.
fn substitute(b: &mut Builder, expression: Value, definition_values: &[Value]) -> Value {
    let program = b.finish(&[expression]);
    let replace = |b: &mut Builder, Input { kind, index }| match kind {
        InputKind::Local => definition_values[index as usize],
        kind => b.input(kind, index as usize),
    };
    b.inline(&program, replace)[0]
}
