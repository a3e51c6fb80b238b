//! Bodies with polynomial entries: poses, twists and kinetic energies.

use multibody_algebra::polynomial::{Polynomial, Ring};
use multibody_program::exact::{Rational, integer};
use multibody_program::ir::{Algebra, Input, InputKind};
use multibody_tree::Tree;

pub type PolynomialVector = [Polynomial; 3];
pub type PolynomialMatrix = [PolynomialVector; 3];

pub fn read_number(numbers: &mut impl Iterator<Item = Polynomial>) -> Polynomial {
    numbers.next().expect("as many as were requested")
}

pub fn read_vector(numbers: &mut impl Iterator<Item = Polynomial>) -> PolynomialVector {
    std::array::from_fn(|_| read_number(numbers))
}

pub fn read_matrix(numbers: &mut impl Iterator<Item = Polynomial>) -> PolynomialMatrix {
    std::array::from_fn(|_| read_vector(numbers))
}

/// `x_parent = rotation x + translation`
pub struct PolynomialPose {
    rotation: PolynomialMatrix,
    translation: PolynomialVector,
}

impl PolynomialPose {
    pub fn read(numbers: &mut impl Iterator<Item = Polynomial>) -> Self {
        Self {
            rotation: read_matrix(numbers),
            translation: read_vector(numbers),
        }
    }

    /// A first moment in the parent's frame: `rotation moment + mass translation`.
    pub fn first_moment(
        &self,
        ring: &mut Ring,
        moment: &PolynomialVector,
        mass: &Polynomial,
    ) -> PolynomialVector {
        std::array::from_fn(|i| {
            let product = dot(ring, &self.rotation[i], moment);
            let shift = ring.mul(mass, &self.translation[i]);
            ring.add(&product, &shift)
        })
    }

    /// The pose of a frame that has the pose `next` in the frame of this pose.
    fn compose(&self, ring: &mut Ring, next: &Self) -> Self {
        let one = ring.constant(&Rational::ONE);
        let columns = transpose(&next.rotation);
        Self {
            rotation: std::array::from_fn(|i| {
                std::array::from_fn(|j| dot(ring, &self.rotation[i], &columns[j]))
            }),
            // A point is the first moment of a unit mass.
            translation: self.first_moment(ring, &next.translation, &one),
        }
    }
}

/// A body whose pose is given by expressions.
pub struct PlacedPolynomialBody {
    pub mass: Polynomial,
    inertia: PolynomialMatrix,
    rotation: PolynomialMatrix,
    pub position: PolynomialVector,
}

impl PlacedPolynomialBody {
    pub fn read(numbers: &mut impl Iterator<Item = Polynomial>) -> Self {
        Self {
            mass: read_number(numbers),
            inertia: read_matrix(numbers),
            rotation: read_matrix(numbers),
            position: read_vector(numbers),
        }
    }

    /// `m r'.r' / 2 + sum over i, j of (tr(I) / 2 * identity - I)_ij R_i'.R_j' / 2`, where r is the position, I the inertia,
    /// and R_i are the columns of the rotation.
    pub fn kinetic_energy(&self, ring: &mut Ring, tree: &Tree) -> Polynomial {
        let half = ring.constant(&(integer(1) / integer(2)));
        let rate = |ring: &mut Ring, polynomial: &Polynomial| {
            let positions = tree.positions_of_rates.iter().enumerate();
            let time_part = ring.derivative(polynomial, Input::TIME);
            positions.fold(time_part, |sum, (v, position)| {
                let Some(q) = position else { return sum };
                let partial = ring.derivative(polynomial, Input::new(InputKind::Q, *q));
                let qd = ring.input(Input::new(InputKind::Qd, v));
                let part = ring.mul(&partial, &qd);
                ring.add(&sum, &part)
            })
        };
        let velocity = self.position.each_ref().map(|x| rate(ring, x));
        let square = dot(ring, &velocity, &velocity);
        let mut doubled_energy = ring.mul(&self.mass, &square);
        let columns = transpose(&self.rotation);
        let axis_rates = columns
            .each_ref()
            .map(|column| column.each_ref().map(|x| rate(ring, x)));
        let partial_sum = ring.add(&self.inertia[0][0], &self.inertia[1][1]);
        let trace = ring.add(&partial_sum, &self.inertia[2][2]);
        let half_trace = ring.mul(&half, &trace);
        for i in 0..3 {
            for j in 0..3 {
                let moment = if i == j {
                    ring.sub(&half_trace, &self.inertia[i][i])
                } else {
                    ring.neg(&self.inertia[i][j])
                };
                let product = dot(ring, &axis_rates[i], &axis_rates[j]);
                let part = ring.mul(&moment, &product);
                doubled_energy = ring.add(&doubled_energy, &part);
            }
        }
        ring.mul(&half, &doubled_energy)
    }
}

/// A joint: its placement, its transform and its motion subspace.
pub struct PolynomialJoint {
    placement: PolynomialPose,
    transform: PolynomialPose,
    /// The linear part of the motion subspace.
    slide: PolynomialVector,
    /// The angular part of the motion subspace.
    turn: PolynomialVector,
}

/// The pose of a body in the world, and its twist in its own axes.
pub struct BodyMotion {
    pub pose: PolynomialPose,
    linear: PolynomialVector,
    angular: PolynomialVector,
}

impl PolynomialJoint {
    pub fn read(numbers: &mut impl Iterator<Item = Polynomial>) -> Self {
        Self {
            placement: PolynomialPose::read(numbers),
            transform: PolynomialPose::read(numbers),
            slide: read_vector(numbers),
            turn: read_vector(numbers),
        }
    }

    /// `v = R^T (v_parent + w_parent x p) + S_v qd`, `w = R^T w_parent + S_w qd`, where (R, p) is the pose of the body
    /// in its parent's frame, and S_v and S_w are the halves of the motion subspace.
    pub fn motion(
        &self,
        ring: &mut Ring,
        parent: Option<&BodyMotion>,
        rate: &Polynomial,
    ) -> BodyMotion {
        let step = self.placement.compose(ring, &self.transform);
        let slide = self.slide.each_ref().map(|x| ring.mul(x, rate));
        let turn = self.turn.each_ref().map(|x| ring.mul(x, rate));
        let Some(parent) = parent else {
            return BodyMotion {
                pose: step,
                linear: slide,
                angular: turn,
            };
        };
        let tangential_velocity = cross(ring, &parent.angular, &step.translation);
        let velocity = add(ring, &parent.linear, &tangential_velocity);
        let axes = transpose(&step.rotation);
        let rotate =
            |ring: &mut Ring, v: &PolynomialVector| axes.each_ref().map(|axis| dot(ring, axis, v));
        let (linear, angular) = (rotate(ring, &velocity), rotate(ring, &parent.angular));
        BodyMotion {
            pose: parent.pose.compose(ring, &step),
            linear: add(ring, &linear, &slide),
            angular: add(ring, &angular, &turn),
        }
    }
}

impl BodyMotion {
    /// `m v.v / 2 + v . (w x h) + w . ((tr H) w - H w) / 2`, with the first moment h and the second moments H.
    pub fn kinetic_energy(
        &self,
        ring: &mut Ring,
        mass: &Polynomial,
        first_moment: &PolynomialVector,
        second_moment: &PolynomialMatrix,
    ) -> Polynomial {
        let (v, w) = (&self.linear, &self.angular);
        let half = ring.constant(&(integer(1) / integer(2)));
        let momentum = v.each_ref().map(|x| ring.mul(mass, x));
        let moment_rate = cross(ring, w, first_moment);
        let partial_sum = ring.add(&second_moment[0][0], &second_moment[1][1]);
        let trace = ring.add(&partial_sum, &second_moment[2][2]);
        let angular_momentum: PolynomialVector = std::array::from_fn(|k| {
            let (diagonal, product) = (ring.mul(&trace, &w[k]), dot(ring, &second_moment[k], w));
            ring.sub(&diagonal, &product)
        });
        let (slide, turn) = (dot(ring, v, &momentum), dot(ring, w, &angular_momentum));
        let sum = ring.add(&slide, &turn);
        let (pure, mixed) = (ring.mul(&half, &sum), dot(ring, v, &moment_rate));
        ring.add(&pure, &mixed)
    }
}

fn transpose(m: &PolynomialMatrix) -> PolynomialMatrix {
    std::array::from_fn(|i| std::array::from_fn(|j| m[j][i].clone()))
}

pub fn add(ring: &mut Ring, a: &PolynomialVector, b: &PolynomialVector) -> PolynomialVector {
    std::array::from_fn(|k| ring.add(&a[k], &b[k]))
}

fn cross(ring: &mut Ring, a: &PolynomialVector, b: &PolynomialVector) -> PolynomialVector {
    std::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let (left, right) = (ring.mul(&a[i], &b[j]), ring.mul(&a[j], &b[i]));
        ring.sub(&left, &right)
    })
}

pub fn dot(ring: &mut Ring, a: &PolynomialVector, b: &PolynomialVector) -> Polynomial {
    a.iter().zip(b).fold(ring.zero(), |sum, (x, y)| {
        let product = ring.mul(x, y);
        ring.add(&sum, &product)
    })
}
