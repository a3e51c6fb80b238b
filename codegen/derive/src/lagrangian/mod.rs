//! T and V of a tree as polynomials, summed over its bodies.

mod angles;
mod bodies;
mod multiples;
mod size;
mod sums;

pub use angles::{Angles, angle_of, arguments};
pub use size::{is_of_high_power, too_many_products};
pub use sums::Sums;

use bodies::{
    BodyMotion, Placed, PolynomialJoint, PolynomialMatrix, PolynomialVector, add, dot, next, take,
    take_rows,
};
use size::PRODUCTS;

use multibody_algebra::polynomial::{Polynomial, Ring, WORK};
use multibody_outputs::local::LocalTerms;
use multibody_program::exact::integer;
use multibody_program::ir::{Algebra, Input, InputKind, Node, Program, Value, evaluate};
use multibody_tree::Tree;

/// Limit on the terms of T and V together.
const TERMS: usize = 200;

/// The numbers from which the Lagrangian of a tree is computed: gravity, and the world's mass and first moment;
/// for each body, placement, transform, motion subspace, mass and moments; for each rate, the armature; then T and
/// V of the expressions, and for each of their bodies, mass, inertia, rotation and position.
pub fn numbers(tree: &Tree, terms: &[&LocalTerms]) -> Program {
    let mut b = tree.builder.clone();
    let mut values: Vec<Value> = tree.gravity.to_vec();
    values.push(tree.world.mass);
    values.extend(tree.world.first);
    for (body, terms) in tree.bodies.iter().zip(terms) {
        let pose = body.placement;
        values.extend(pose.rotation.into_iter().flatten().chain(pose.translation));
        for local in [&terms.transform, &terms.subspace] {
            values.extend(b.inline(local, |_, input| body.positions[input.index as usize]));
        }
        values.push(body.inertia.mass);
        values.extend(body.inertia.first);
        values.extend(body.inertia.second.into_iter().flatten());
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

/// T and V.
pub struct Lagrangian {
    /// The ring of the polynomials.
    pub ring: Ring,
    /// T without T0, in the rates of the coordinates.
    pub kinetic: Polynomial,
    /// T0: the part of T without rates.
    pub resting: Polynomial,
    /// V
    pub potential: Polynomial,
    /// `sum m r`, in world axes.
    pub moment: PolynomialVector,
    /// `sum m`
    pub mass: Polynomial,
}

impl Lagrangian {
    /// The Lagrangian in sines and cosines of the chosen angles, in the shorter of the forms that follow from
    /// `s^2 + c^2 = 1`. None if it is not a polynomial in these, or has too many terms.
    pub fn new(tree: &Tree, program: &Program, angles: &Angles) -> Option<Self> {
        let arguments = arguments(tree, program, angles)?;
        if is_of_high_power(program) || too_many_products(tree, PRODUCTS).is_some() {
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
        let mut ring = Ring::new(arguments, inputs, WORK);
        let values = evaluate(program, &mut ring);
        let mut lagrangian = Self::of_values(tree, ring, values);
        if !lagrangian.is_polynomial() {
            return None;
        }
        // A quaternion contains half the angle by which it turns.
        lagrangian = lagrangian.of_whole_angles().unwrap_or(lagrangian);
        if lagrangian.size() > TERMS {
            return None;
        }
        for index in 0..lagrangian.ring.arguments().len() {
            let other = lagrangian.with_other_squares(index);
            if other.size() < lagrangian.size() {
                lagrangian = other;
            }
        }
        Some(lagrangian)
    }

    /// `T = sum of (m v.v / 2 + v . (w x h) + w . J w / 2)` with the twist (v, w) in each body's axes,
    /// `V = -sum of g . m r`; the armatures add `sum of a qd^2 / 2` to T.
    fn of_values(tree: &Tree, mut ring: Ring, values: Vec<Polynomial>) -> Self {
        let mut numbers = values.into_iter();
        let gravity: PolynomialVector = take(&mut numbers);
        let mut mass = next(&mut numbers);
        let mut moment: PolynomialVector = take(&mut numbers);
        let (mut kinetic, mut motion): (Polynomial, Vec<BodyMotion>) = (ring.zero(), Vec::new());
        for body in &tree.bodies {
            let joint = PolynomialJoint::read(&mut numbers);
            let (own_mass, first, second): (Polynomial, PolynomialVector, PolynomialMatrix) = (
                next(&mut numbers),
                take(&mut numbers),
                take_rows(&mut numbers),
            );
            let rate = ring.input(Input::new(InputKind::Qd, body.v));
            let factor = ring.constant(&body.multiplier);
            let rate = ring.mul(&factor, &rate);
            let body_motion =
                joint.motion(&mut ring, body.parent.map(|parent| &motion[parent]), &rate);
            let energy = body_motion.kinetic_energy(&mut ring, &own_mass, &first, &second);
            kinetic = ring.add(&kinetic, &energy);
            let first_moment = body_motion.pose.at(&mut ring, &first, &own_mass);
            moment = add(&mut ring, &moment, &first_moment);
            mass = ring.add(&mass, &own_mass);
            motion.push(body_motion);
        }
        let half = ring.constant(&(integer(1) / integer(2)));
        for v in 0..tree.nv {
            let rate = ring.input(Input::new(InputKind::Qd, v));
            let (square, armature) = (ring.mul(&rate, &rate), next(&mut numbers));
            let energy = ring.mul(&armature, &square);
            let energy = ring.mul(&half, &energy);
            kinetic = ring.add(&kinetic, &energy);
        }
        let (energy, own_potential) = (next(&mut numbers), next(&mut numbers));
        kinetic = ring.add(&kinetic, &energy);
        for _ in &tree.symbolic.bodies {
            let body = Placed::read(&mut numbers);
            let energy = body.kinetic_energy(&mut ring, tree);
            kinetic = ring.add(&kinetic, &energy);
            let first_moment = body.position.each_ref().map(|x| ring.mul(&body.mass, x));
            moment = add(&mut ring, &moment, &first_moment);
            mass = ring.add(&mass, &body.mass);
        }
        // By Euler's theorem: with T = T2 + T1 + T0 and `E = qd . d/dqd`, E T is 2 T2 + T1, and E E T is 4 T2 + T1.
        let once = along_rates(&mut ring, tree.nv, &kinetic);
        let twice = along_rates(&mut ring, tree.nv, &once);
        // T2 + T1 = (3 E - E E) / 2
        let difference = ring.sub(&once, &twice);
        let difference = ring.mul(&half, &difference);
        let motion = ring.add(&once, &difference);
        let resting = ring.sub(&kinetic, &motion);
        let kinetic = motion;
        let weight = dot(&mut ring, &gravity, &moment);
        let potential = ring.sub(&own_potential, &weight);
        Self {
            ring,
            kinetic,
            resting,
            potential,
            moment,
            mass,
        }
    }

    fn is_polynomial(&self) -> bool {
        let polynomials = [&self.kinetic, &self.resting, &self.potential, &self.mass]
            .into_iter()
            .chain(&self.moment);
        self.ring.undecided.is_none() && polynomials.into_iter().all(|x| self.ring.is_decided(x))
    }

    /// Number of terms.
    pub fn size(&self) -> usize {
        self.kinetic.nterms() + self.potential.nterms()
    }

    /// The Lagrangian in sines and cosines of whole angles, instead of the half angles that it contains. None if it
    /// is not a polynomial in these.
    fn of_whole_angles(&self) -> Option<Self> {
        let halves = self.ring.halves()?;
        let mut ring = self.ring.doubled(&halves);
        let mut convert = |of: &Polynomial| ring.of_halves(&self.ring, of, &halves);
        let (kinetic, resting) = (convert(&self.kinetic)?, convert(&self.resting)?);
        let (potential, mass) = (convert(&self.potential)?, convert(&self.mass)?);
        let [x, y, z] = self.moment.each_ref().map(convert);
        let moment = [x?, y?, z?];
        ring.undecided.is_none().then_some(Self {
            kinetic,
            resting,
            potential,
            moment,
            mass,
            ring,
        })
    }

    /// The same, except that for one angle the squares of the cosine are replaced instead of those of the sine, or
    /// vice versa.
    pub fn with_other_squares(&self, argument: usize) -> Self {
        let mut arguments = self.ring.arguments().to_vec();
        arguments[argument].without_cosine_squares ^= true;
        let ring = Ring::new(arguments, self.ring.inputs().to_vec(), WORK);
        Self {
            kinetic: ring.adopt(&self.kinetic),
            resting: ring.adopt(&self.resting),
            potential: ring.adopt(&self.potential),
            moment: self.moment.each_ref().map(|x| ring.adopt(x)),
            mass: ring.adopt(&self.mass),
            ring,
        }
    }
}

/// `sum of qd dF/dqd`
pub fn along_rates(ring: &mut Ring, nv: usize, function: &Polynomial) -> Polynomial {
    (0..nv).fold(ring.zero(), |sum, v| {
        let input = Input::new(InputKind::Qd, v);
        let (partial, rate) = (ring.derivative(function, input), ring.input(input));
        let part = ring.mul(&rate, &partial);
        ring.add(&sum, &part)
    })
}
