//! A body whose position and orientation are expressions.

use std::collections::BTreeSet;

use multibody_program::ir::{
    Builder, Class, DualValue, Input, InputKind, Matrix3, Node, Program, Value, Vector3,
};

/// A body that expressions place.
#[derive(Clone, Debug)]
pub struct BodyPlacement {
    /// The centre of mass.
    pub position: Vector3,
    /// The rotation from the body's axes to the world's, by rows; its columns are the body's axes. `None` for a particle.
    pub rotation: Option<Matrix3>,
}

impl BodyPlacement {
    /// The position of the centre of mass, then the body's axes, each with whether it is a direction.
    fn vectors(&self) -> impl Iterator<Item = (Vector3, bool)> + use<> {
        let columns = self.rotation.map(|rows| Builder::transpose(&rows));
        let axes = columns.into_iter().flatten().map(|axis| (axis, true));
        std::iter::once((self.position, false)).chain(axes)
    }

    /// Visits the components of the position, then the entries of `rotation` by rows.
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

    /// The coordinates on which the placement depends.
    pub fn coordinates(&self, b: &Builder) -> BTreeSet<Input> {
        let program = self.program(b);
        let inputs = program.nodes().iter().filter_map(|node| match node {
            Node::Input(input) if input.kind == InputKind::Q => Some(*input),
            _ => None,
        });
        inputs.collect()
    }

    /// The number of nodes in the program of the placement.
    pub fn size(&self, b: &Builder) -> usize {
        self.program(b).nodes().len()
    }

    /// Whether the placement has rational values at random states, where sines and cosines are the coordinates of rational points of
    /// the unit circle.
    pub fn has_rational_values(&self, b: &Builder) -> bool {
        has_rational_values(&self.program(b))
    }

    /// The placement of this body in the axes of another one. If the other one is a particle, they are the world's.
    pub fn relative_to(&self, b: &mut Builder, other: &Self) -> Self {
        let axes = other.rotation.unwrap_or_else(|| b.identity());
        let shift = b.sub3(&self.position, &other.position);
        let inverse = Builder::transpose(&axes);
        Self {
            position: b.mul_vec(&inverse, &shift),
            rotation: self.rotation.map(|rotation| b.mul_mat(&inverse, &rotation)),
        }
    }

    /// Sets a coordinate to 0.
    pub fn set_to_zero(&mut self, b: &mut Builder, coordinate: Input) {
        let program = self.program(b);
        let outputs = b.inline(&program, |b, input| {
            if input == coordinate {
                b.zero()
            } else {
                b.input(input.kind, input.index as usize)
            }
        });
        let mut values = outputs.into_iter();
        self.each_value(&mut |value| *value = values.next().expect("as many as there were"));
    }
}

/// Whether a program has only arithmetic, sines and cosines of coordinates, parameters and constants. The values of other programs,
/// for example of those with roots, need not be rational.
fn has_rational_values(program: &Program) -> bool {
    program.nodes().iter().all(|node| match node {
        Node::Input(input) => matches!(input.kind, InputKind::Q | InputKind::Parameter),
        Node::Call(function, _) => matches!(function.class(), Class::SinCos(_)),
        _ => true,
    })
}

/// A point or a direction of a body, with its derivative with respect to a coordinate.
pub struct PlacementVector {
    /// The position of the point, or the unit vector along the direction.
    pub value: Vector3,
    /// The derivative of `value` with respect to the coordinate.
    pub derivative: Vector3,
    /// Whether it is a direction.
    pub is_direction: bool,
}

impl PlacementVector {
    /// The points and directions of some bodies.
    pub fn of(b: &mut Builder, bodies: &[&BodyPlacement], coordinate: Input) -> Vec<Self> {
        let vectors: Vec<(Vector3, bool)> = bodies.iter().flat_map(|body| body.vectors()).collect();
        let components: Vec<Value> = vectors.iter().flat_map(|(value, _)| *value).collect();
        let program = b.finish(&components);
        let duals = b.inline_dual(&program, |b, input| DualValue {
            value: b.input(input.kind, input.index as usize),
            change: if input == coordinate { b.one() } else { b.zero() },
        });
        let pairs = vectors.iter().zip(duals.chunks_exact(3));
        pairs
            .map(|(&(value, is_direction), duals)| Self {
                value,
                derivative: std::array::from_fn(|k| duals[k].change),
                is_direction,
            })
            .collect()
    }
}
