//! T and V of a tree as polynomials, summed over its bodies.

mod angles;
mod bodies;
mod multiples;
mod size;
mod sums;

pub use angles::{Angles, angle_of, arguments};
pub use size::{is_of_high_power, why_too_many_products};
pub use sums::Sums;

use bodies::{
    BodyMotion, PlacedPolynomialBody, PolynomialJoint, PolynomialMatrix, PolynomialVector, add,
    dot, read_matrix, read_number, read_vector,
};
use size::PRODUCT_LIMIT;

use multibody_algebra::polynomial::{Polynomial, Ring, WORK_LIMIT};
use multibody_outputs::local::JointTerms;
use multibody_program::exact::integer;
use multibody_program::ir::{Algebra, Input, InputKind, Node, Program, Value, evaluate};
use multibody_tree::Tree;

/// Limit on the terms of `T - T0` and V together.
const TERM_LIMIT: usize = 200;

/// The program of the numbers from which the Lagrangian of a tree is computed, in this order:
///
/// - gravity, and the world's mass and first moment;
/// - for each body, its placement, transform, motion subspace, mass and moments;
/// - for each rate, its armature;
/// - T and V of the expressions, and for each of their bodies, its mass, inertia, rotation and position.
pub fn number_program(tree: &Tree, terms: &[&JointTerms]) -> Program {
    let mut b = tree.builder.clone();
    let mut values: Vec<Value> = tree.gravity.to_vec();
    values.push(tree.world_inertia.mass);
    values.extend(tree.world_inertia.first_moment);
    for (body, terms) in tree.bodies.iter().zip(terms) {
        let pose = body.placement;
        values.extend(pose.rotation.into_iter().flatten().chain(pose.translation));
        for local in [&terms.transform, &terms.subspace] {
            values.extend(b.inline(local, |_, input| body.positions[input.index as usize]));
        }
        values.push(body.inertia.mass);
        values.extend(body.inertia.first_moment);
        values.extend(body.inertia.second_moment.into_iter().flatten());
    }
    values.extend(&tree.armature);
    let symbolic = tree.symbolic.inlined(&mut b);
    values.extend([b.sum(symbolic.kinetic), b.sum(symbolic.potential)]);
    for body in &symbolic.bodies {
        values.push(body.mass);
        values.extend(body.inertia.into_iter().flatten());
        values.extend(body.rotation.into_iter().flatten());
        values.extend(body.position);
    }
    b.finish(&values)
}

/// The kinetic energy T and the potential energy V of a tree.
pub struct Lagrangian {
    /// The ring of the polynomials.
    pub ring: Ring,
    /// T without T0, in the rates of the coordinates.
    pub kinetic: Polynomial,
    /// T0: the part of T without rates.
    pub kinetic_at_rest: Polynomial,
    /// V
    pub potential: Polynomial,
    /// `sum m r`, in world axes.
    pub first_moment: PolynomialVector,
    /// `sum m`
    pub mass: Polynomial,
}

impl Lagrangian {
    /// The Lagrangian in sines and cosines of the chosen angles, in the shorter of the forms that follow from
    /// `s^2 + c^2 = 1`. `program` is the tree's [`number_program`] or equivalent. None if the Lagrangian is not a polynomial in
    /// these sines and cosines, or has too many terms.
    pub fn new(tree: &Tree, program: &Program, angles: &Angles) -> Option<Self> {
        let arguments = arguments(tree, program, angles)?;
        if is_of_high_power(program) || why_too_many_products(tree, PRODUCT_LIMIT).is_some() {
            return None;
        }
        let mut inputs: Vec<Input> = (program.nodes().iter())
            .filter_map(|node| match *node {
                Node::Input(input) => Some(input),
                _ => None,
            })
            .collect();
        inputs.extend((0..tree.nv).map(|v| Input::new(InputKind::Qd, v)));
        inputs.sort_unstable();
        inputs.dedup();
        let mut ring = Ring::new(arguments, inputs, WORK_LIMIT);
        let values = evaluate(program, &mut ring);
        let mut lagrangian = Self::of_values(tree, ring, values);
        if !lagrangian.is_polynomial() {
            return None;
        }
        // A quaternion contains half the angle by which it turns.
        lagrangian = lagrangian.in_whole_angles().unwrap_or(lagrangian);
        if lagrangian.size() > TERM_LIMIT {
            return None;
        }
        for index in 0..lagrangian.ring.arguments().len() {
            let variant = lagrangian.with_other_squares(index);
            if variant.size() < lagrangian.size() {
                lagrangian = variant;
            }
        }
        Some(lagrangian)
    }

    /// `T = sum of (m v.v / 2 + v . (w x h) + w . I w / 2)` with the twist (v, w), the first moment h and the inertia I, all in
    /// each body's axes; `V = -sum of g . m r`. The armatures a add `sum of a qd^2 / 2` to T, and expressions add their T and V.
    fn of_values(tree: &Tree, mut ring: Ring, values: Vec<Polynomial>) -> Self {
        let mut numbers = values.into_iter();
        let gravity: PolynomialVector = read_vector(&mut numbers);
        let mut mass = read_number(&mut numbers);
        let mut moment: PolynomialVector = read_vector(&mut numbers);
        let (mut kinetic, mut motions): (Polynomial, Vec<BodyMotion>) = (ring.zero(), Vec::new());
        for body in &tree.bodies {
            let joint = PolynomialJoint::read(&mut numbers);
            let body_mass: Polynomial = read_number(&mut numbers);
            let first_moment: PolynomialVector = read_vector(&mut numbers);
            let second_moment: PolynomialMatrix = read_matrix(&mut numbers);
            let qd = ring.input(Input::new(InputKind::Qd, body.v));
            let factor = ring.constant(&body.multiplier);
            let rate = ring.mul(&factor, &qd);
            let body_motion =
                joint.motion(&mut ring, body.parent.map(|parent| &motions[parent]), &rate);
            let energy =
                body_motion.kinetic_energy(&mut ring, &body_mass, &first_moment, &second_moment);
            kinetic = ring.add(&kinetic, &energy);
            let world_moment =
                (body_motion.pose).first_moment(&mut ring, &first_moment, &body_mass);
            moment = add(&mut ring, &moment, &world_moment);
            mass = ring.add(&mass, &body_mass);
            motions.push(body_motion);
        }
        let half = ring.constant(&(integer(1) / integer(2)));
        for v in 0..tree.nv {
            let rate = ring.input(Input::new(InputKind::Qd, v));
            let (square, armature) = (ring.mul(&rate, &rate), read_number(&mut numbers));
            let double_energy = ring.mul(&armature, &square);
            let energy = ring.mul(&half, &double_energy);
            kinetic = ring.add(&kinetic, &energy);
        }
        // T and V of the expressions.
        let (energy, symbolic_potential) = (read_number(&mut numbers), read_number(&mut numbers));
        kinetic = ring.add(&kinetic, &energy);
        for _ in &tree.symbolic.bodies {
            let body = PlacedPolynomialBody::read(&mut numbers);
            let energy = body.kinetic_energy(&mut ring, tree);
            kinetic = ring.add(&kinetic, &energy);
            let first_moment = body.position.each_ref().map(|x| ring.mul(&body.mass, x));
            moment = add(&mut ring, &moment, &first_moment);
            mass = ring.add(&mass, &body.mass);
        }
        // With T = T2 + T1 + T0 and Euler's operator E: E T = 2 T2 + T1, and E E T = 4 T2 + T1.
        let applied_once = euler_operator(&mut ring, tree.nv, &kinetic);
        let applied_twice = euler_operator(&mut ring, tree.nv, &applied_once);
        // T2 + T1 = (3 E T - E E T) / 2
        let difference = ring.sub(&applied_once, &applied_twice);
        let correction = ring.mul(&half, &difference);
        let with_rates = ring.add(&applied_once, &correction);
        let kinetic_at_rest = ring.sub(&kinetic, &with_rates);
        let kinetic = with_rates;
        let weight = dot(&mut ring, &gravity, &moment);
        let potential = ring.sub(&symbolic_potential, &weight);
        Self {
            ring,
            kinetic,
            kinetic_at_rest,
            potential,
            first_moment: moment,
            mass,
        }
    }

    fn is_polynomial(&self) -> bool {
        let energies = [&self.kinetic, &self.kinetic_at_rest, &self.potential];
        let mut polynomials = energies
            .into_iter()
            .chain(&self.first_moment)
            .chain([&self.mass]);
        self.ring.refusal.is_none() && polynomials.all(|x| self.ring.is_decided(x))
    }

    /// The number of terms of `T - T0` and V.
    pub fn size(&self) -> usize {
        self.kinetic.nterms() + self.potential.nterms()
    }

    /// The Lagrangian in sines and cosines of whole angles, instead of the half angles that it contains. None if it
    /// is not a polynomial in these.
    fn in_whole_angles(&self) -> Option<Self> {
        let halves = self.ring.half_angles()?;
        let mut ring = self.ring.with_doubled(&halves);
        let mut convert = |x: &Polynomial| ring.convert_half_angles(&self.ring, x, &halves);
        let (kinetic, kinetic_at_rest) = (convert(&self.kinetic)?, convert(&self.kinetic_at_rest)?);
        let (potential, mass) = (convert(&self.potential)?, convert(&self.mass)?);
        let [x, y, z] = self.first_moment.each_ref().map(convert);
        let moment = [x?, y?, z?];
        ring.refusal.is_none().then_some(Self {
            kinetic,
            kinetic_at_rest,
            potential,
            first_moment: moment,
            mass,
            ring,
        })
    }

    /// The same Lagrangian, except that by `s^2 + c^2 = 1` the squares of the cosine of one angle are replaced
    /// instead of those of its sine, or vice versa.
    pub fn with_other_squares(&self, argument: usize) -> Self {
        let mut arguments = self.ring.arguments().to_vec();
        arguments[argument].replaces_cosine_squares ^= true;
        let ring = Ring::new(arguments, self.ring.inputs().to_vec(), WORK_LIMIT);
        Self {
            kinetic: ring.adopt(&self.kinetic),
            kinetic_at_rest: ring.adopt(&self.kinetic_at_rest),
            potential: ring.adopt(&self.potential),
            first_moment: self.first_moment.each_ref().map(|x| ring.adopt(x)),
            mass: ring.adopt(&self.mass),
            ring,
        }
    }
}

/// Euler's operator `sum of qd dF/dqd`, which multiplies a part of degree n in the rates by n.
pub fn euler_operator(ring: &mut Ring, nv: usize, function: &Polynomial) -> Polynomial {
    (0..nv).fold(ring.zero(), |sum, v| {
        let input = Input::new(InputKind::Qd, v);
        let (partial, rate) = (ring.derivative(function, input), ring.input(input));
        let part = ring.mul(&rate, &partial);
        ring.add(&sum, &part)
    })
}
