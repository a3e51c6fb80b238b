//! T and V of a tree as polynomials, added up over its bodies.

use std::collections::BTreeMap;

use super::polynomial::{Argument, Polynomial, Ring};
use crate::derive::expanded::Sums;
use crate::derive::local::LocalTerms;
use crate::exact::{Angle, Rational, integer};
use crate::ir::{Algebra, Input, InputKind, LinearForm, Node, Program, Value, evaluate};
use crate::joint::Coordinate;
use crate::tree::Tree;

/// Most terms that T and V together may have.
const TERMS: usize = 200;
/// Highest power that an expression over parameters may have: energies have it a few times over,
/// and the exponents of polynomials end at 255.
const POWER: u32 = 48;

/// Most times that a chain of bodies may turn by the common part of the multiples of a coordinate: T has
/// four times that as a power of its cosine before it is reduced.
const TURNS: u64 = 6;
/// Most products of sines and cosines that T may be made of.
const PRODUCTS: u64 = 1000;
/// The same where a body turns several times by a coordinate: powers are higher and take longer to sum up.
const PRODUCTS_OF_FOLLOWERS: u64 = 100;

/// Why the Lagrangian of a tree is not expanded: gears and fractions make polynomials of the sines and
/// cosines of a small common part of all angles, of high degree. Found out before it begins.
pub fn too_many_products(tree: &Tree, most: u64) -> Option<String> {
    let (mut products, mut most): (u64, u64) = (1, most);
    for v in 0..tree.nv {
        let turns = most_turns(tree, v);
        if turns > 1 {
            most = most.min(PRODUCTS_OF_FOLLOWERS);
        }
        products = products.saturating_mul(turns.saturating_mul(4).saturating_add(1));
        if turns > TURNS {
            return Some(format!(
                "its angles are {turns} times a common part of theirs, which would be a power of as much; at most {TURNS}"
            ));
        }
    }
    (products > most)
        .then(|| format!("it may have {products} products of sines and cosines; at most {most}"))
}

/// How many times a chain of bodies turns by the common part of a coordinate's multiples.
fn most_turns(tree: &Tree, v: usize) -> u64 {
    let angles: Vec<Option<LinearForm>> = (0..tree.bodies.len())
        .map(|at| angle_of(tree, at).filter(|_| tree.bodies[at].v == v))
        .collect();
    let multiples: Vec<&Rational> = angles
        .iter()
        .flatten()
        .flat_map(|f| f.factors.values())
        .collect();
    let part = common_part(&multiples);
    let mut turns: Vec<u64> = Vec::with_capacity(angles.len());
    for (body, angle) in tree.bodies.iter().zip(&angles) {
        let own = angle.iter().flat_map(|form| form.factors.values());
        let own = own.map(|multiple| {
            let count = i64::try_from(multiple / &part).unwrap_or(i64::MAX);
            count.unsigned_abs()
        });
        let before = body.parent.map_or(0, |parent| turns[parent]);
        turns.push(own.fold(before, u64::saturating_add));
    }
    turns.into_iter().max().unwrap_or(0)
}

/// What the Lagrangian of a tree is made of: gravity, the world's mass and first moment, then of each
/// body placement, transform, motion subspace, mass and moments, then of each rate the armature; then of
/// the expressions T and V, and of each of their bodies mass, inertia, rotation and position.
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
    let said = tree.expressed.inlined(&mut b);
    values.extend([b.sum(said.kinetic), b.sum(said.potential)]);
    for body in &said.bodies {
        values.push(body.mass);
        values.extend(body.inertia.into_iter().flatten());
        values.extend(body.rotation.into_iter().flatten());
        values.extend(body.position);
    }
    b.finish(&values)
}

/// T and V.
pub struct Lagrangian {
    /// Of the polynomials.
    pub ring: Ring,
    /// T, in the coordinates' own rates, but what it has without rates.
    pub kinetic: Polynomial,
    /// T0: what it has without rates.
    pub resting: Polynomial,
    /// V
    pub potential: Polynomial,
    /// `sum m r`, world axes.
    pub moment: Vector,
    /// `sum m`
    pub mass: Polynomial,
}

impl Lagrangian {
    /// In sines and cosines of the chosen angles, the shorter of the forms that follow from
    /// `s^2 + c^2 = 1`. None: it is no polynomial of them, or a long one.
    pub fn new(tree: &Tree, program: &Program, angles: &Angles) -> Option<Self> {
        let arguments = arguments(tree, program, angles)?;
        if highest_power(program) > POWER || too_many_products(tree, PRODUCTS).is_some() {
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
        let mut ring = Ring::new(arguments, inputs);
        let values = evaluate(program, &mut ring);
        let mut lagrangian = Self::summed(tree, ring, values);
        if !lagrangian.is_polynomial() || lagrangian.size() > TERMS {
            return None;
        }
        for at in 0..lagrangian.ring.arguments().len() {
            let other = lagrangian.with_other_squares(at);
            if other.size() < lagrangian.size() {
                lagrangian = other;
            }
        }
        Some(lagrangian)
    }

    /// `T = sum of (m v.v / 2 + v . (w x h) + w . J w / 2)` with the twist (v, w) in each body's axes,
    /// `V = -sum of g . m r`; the armatures add `sum of a qd^2 / 2` to T.
    fn summed(tree: &Tree, mut ring: Ring, values: Vec<Polynomial>) -> Self {
        let mut numbers = values.into_iter();
        let gravity: Vector = take(&mut numbers);
        let mut mass = next(&mut numbers);
        let mut moment: Vector = take(&mut numbers);
        let (mut kinetic, mut moving): (Polynomial, Vec<Moving>) = (ring.zero(), Vec::new());
        for body in &tree.bodies {
            let joint = Joint::read(&mut numbers);
            let (own_mass, first, second): (Polynomial, Vector, Matrix) = (
                next(&mut numbers),
                take(&mut numbers),
                take_rows(&mut numbers),
            );
            let rate = ring.input(Input::new(InputKind::Qd, body.v));
            let factor = ring.constant(&body.multiplier);
            let rate = ring.mul(&factor, &rate);
            let moved = joint.moving(&mut ring, body.parent.map(|parent| &moving[parent]), &rate);
            let energy = moved.kinetic_energy(&mut ring, &own_mass, &first, &second);
            kinetic = ring.add(&kinetic, &energy);
            let placed = moved.pose.at(&mut ring, &first, &own_mass);
            moment = add(&mut ring, &moment, &placed);
            mass = ring.add(&mass, &own_mass);
            moving.push(moved);
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
        for _ in &tree.expressed.bodies {
            let body = Placed::read(&mut numbers);
            let energy = body.kinetic_energy(&mut ring, tree);
            kinetic = ring.add(&kinetic, &energy);
            let placed = body.position.each_ref().map(|x| ring.mul(&body.mass, x));
            moment = add(&mut ring, &moment, &placed);
            mass = ring.add(&mass, &body.mass);
        }
        // By Euler's theorem: with T = T2 + T1 + T0, `E = qd . d/dqd` makes 2 T2 + T1 of it, and 4 T2 + T1 of that.
        let once = along_rates(&mut ring, tree.nv, &kinetic);
        let twice = along_rates(&mut ring, tree.nv, &once);
        // T2 + T1 = (3 E - E E) / 2
        let difference = ring.sub(&once, &twice);
        let difference = ring.mul(&half, &difference);
        let moving = ring.add(&once, &difference);
        let resting = ring.sub(&kinetic, &moving);
        let kinetic = moving;
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
        let all = [&self.kinetic, &self.resting, &self.potential, &self.mass]
            .into_iter()
            .chain(&self.moment);
        self.ring.undecided.is_none() && all.into_iter().all(|x| self.ring.is_decided(x))
    }

    /// Number of terms.
    pub fn size(&self) -> usize {
        self.kinetic.nterms() + self.potential.nterms()
    }

    /// With the squares of the other of sine and cosine of an angle replaced.
    pub fn with_other_squares(&self, at: usize) -> Self {
        let mut arguments = self.ring.arguments().to_vec();
        arguments[at].without_cosine_squares ^= true;
        let ring = Ring::new(arguments, self.ring.inputs().to_vec());
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
pub fn along_rates(ring: &mut Ring, nv: usize, of: &Polynomial) -> Polynomial {
    (0..nv).fold(ring.zero(), |sum, v| {
        let input = Input::new(InputKind::Qd, v);
        let (partial, rate) = (ring.derivative(of, input), ring.input(input));
        let part = ring.mul(&rate, &partial);
        ring.add(&sum, &part)
    })
}

/// A bound of the exponents of a program's results as polynomials.
fn highest_power(program: &Program) -> u32 {
    let mut powers: Vec<u32> = Vec::with_capacity(program.nodes().len());
    for node in program.nodes() {
        let operands = node.operands().map(|operand| powers[operand.index()]);
        let power = match node {
            Node::Input(_) => 1,
            Node::Mul(..) | Node::Div(..) => operands.fold(0, u32::saturating_add),
            _ => operands.max().unwrap_or(0),
        };
        powers.push(power);
    }
    powers.into_iter().max().unwrap_or(0)
}

/// Which angles sines and cosines are taken of.
#[derive(Clone, Debug)]
pub struct Angles {
    /// Each coordinate's own, or sums.
    pub sums: Sums,
    /// Whether they are counted from where the tree's frames have their zeros.
    pub from_frames: bool,
}

/// What an angle of a body is: a multiple of a coordinate and an offset.
pub fn angle_of(tree: &Tree, body: usize) -> Option<LinearForm> {
    let body = &tree.bodies[body];
    if body.kind.coordinates() != [Coordinate::Angle] {
        return None;
    }
    let program = tree.builder.finish(&body.positions);
    LinearForm::of(&program, program.outputs()[0])
}

/// The angles whose sines and cosines are variables.
fn arguments(tree: &Tree, program: &Program, angles: &Angles) -> Option<Vec<Argument>> {
    let multiples_of = multiples(program);
    let mut arguments: Vec<Argument> = Vec::new();
    let mut position: BTreeMap<usize, usize> = BTreeMap::new();
    for (v, onto) in angles.sums.iter().enumerate() {
        let bodies = (0..tree.bodies.len()).filter(|&at| tree.bodies[at].v == v);
        let turned: Vec<LinearForm> = bodies.filter_map(|at| angle_of(tree, at)).collect();
        let input = Input::new(InputKind::Q, tree.positions[v]?);
        let said = multiples_of.get(&input);
        let multiples = turned.iter().flat_map(|f| f.factors.values());
        let multiples: Vec<&Rational> = multiples.chain(said.into_iter().flatten()).collect();
        if multiples.is_empty() {
            continue;
        }
        let mut argument = Argument::plain(input);
        argument.factor = common_part(&multiples);
        if angles.from_frames && !turned.is_empty() {
            argument.offset = offset(&turned[0]);
        }
        if let Some((before, sign)) = *onto {
            argument.onto = Some((*position.get(&before)?, sign));
        }
        position.insert(v, arguments.len());
        arguments.push(argument);
    }
    if let Some(multiples) = multiples_of.get(&Input::TIME) {
        let mut argument = Argument::plain(Input::TIME);
        argument.factor = common_part(&multiples.iter().collect::<Vec<_>>());
        arguments.push(argument);
    }
    Some(arguments)
}

/// The multiples of inputs that a program takes sines and cosines of.
fn multiples(program: &Program) -> BTreeMap<Input, Vec<Rational>> {
    let mut found: BTreeMap<Input, Vec<Rational>> = BTreeMap::new();
    for node in program.nodes() {
        if let Node::Call(function, argument) = *node
            && function.is_of_angle()
            && let Some(form) = LinearForm::of(program, argument)
        {
            for (input, factor) in form.factors {
                found.entry(input).or_default().push(factor);
            }
        }
    }
    found
}

/// The offset of `q + offset` or `-(q + offset)`; of other multiples none.
fn offset(form: &LinearForm) -> Angle {
    let Angle { cos, sin } = form.offset.clone();
    match form.factors.values().next() {
        Some(factor) if *factor == Rational::ONE => Angle { cos, sin },
        Some(factor) if *factor == -Rational::ONE => Angle { cos, sin: -sin },
        _ => Angle {
            cos: Rational::ONE,
            sin: Rational::ZERO,
        },
    }
}

/// 1 over the common denominator of some multipliers, of which all are multiples.
fn common_part(multipliers: &[&Rational]) -> Rational {
    let denominators = multipliers
        .iter()
        .map(|m| Rational::from(m.denominator().clone()));
    // lcm(a, b) = a times the denominator of a / b in lowest terms
    let lcm = |a: Rational, b: Rational| &a * Rational::from((&a / b).denominator().clone());
    Rational::ONE / denominators.fold(Rational::ONE, lcm)
}

type Vector = [Polynomial; 3];
type Matrix = [Vector; 3];

fn next(numbers: &mut impl Iterator<Item = Polynomial>) -> Polynomial {
    numbers.next().expect("as many as were asked for")
}

fn take(numbers: &mut impl Iterator<Item = Polynomial>) -> Vector {
    std::array::from_fn(|_| next(numbers))
}

fn take_rows(numbers: &mut impl Iterator<Item = Polynomial>) -> Matrix {
    std::array::from_fn(|_| take(numbers))
}

/// `x_parent = rotation x + translation`
struct Pose {
    rotation: Matrix,
    translation: Vector,
}

impl Pose {
    fn read(numbers: &mut impl Iterator<Item = Polynomial>) -> Self {
        Self {
            rotation: take_rows(numbers),
            translation: take(numbers),
        }
    }

    /// Of `weight` points whose sum is `sum`.
    fn at(&self, ring: &mut Ring, sum: &Vector, weight: &Polynomial) -> Vector {
        std::array::from_fn(|i| {
            let turned = dot(ring, &self.rotation[i], sum);
            let shift = ring.mul(weight, &self.translation[i]);
            ring.add(&turned, &shift)
        })
    }

    fn then(&self, ring: &mut Ring, next: &Self) -> Self {
        let one = ring.constant(&Rational::ONE);
        let columns = transposed(&next.rotation);
        Self {
            rotation: std::array::from_fn(|i| {
                std::array::from_fn(|j| dot(ring, &self.rotation[i], &columns[j]))
            }),
            translation: self.at(ring, &next.translation, &one),
        }
    }
}

/// A body that an expression places.
struct Placed {
    mass: Polynomial,
    inertia: Matrix,
    rotation: Matrix,
    position: Vector,
}

impl Placed {
    fn read(numbers: &mut impl Iterator<Item = Polynomial>) -> Self {
        Self {
            mass: next(numbers),
            inertia: take_rows(numbers),
            rotation: take_rows(numbers),
            position: take(numbers),
        }
    }

    /// `m r'.r' / 2 + sum of (tr I / 2 - I)_ij R_i'.R_j' / 2`, R_i the columns of the rotation.
    fn kinetic_energy(&self, ring: &mut Ring, tree: &Tree) -> Polynomial {
        let half = ring.constant(&(integer(1) / integer(2)));
        let rate = |ring: &mut Ring, of: &Polynomial| {
            let positions = tree.positions.iter().enumerate();
            let by_time = ring.derivative(of, Input::TIME);
            positions.fold(by_time, |sum, (v, position)| {
                let Some(q) = position else { return sum };
                let partial = ring.derivative(of, Input::new(InputKind::Q, *q));
                let rate = ring.input(Input::new(InputKind::Qd, v));
                let part = ring.mul(&partial, &rate);
                ring.add(&sum, &part)
            })
        };
        let velocity = self.position.each_ref().map(|x| rate(ring, x));
        let square = dot(ring, &velocity, &velocity);
        let mut twice = ring.mul(&self.mass, &square);
        let columns = transposed(&self.rotation);
        let turning = columns
            .each_ref()
            .map(|column| column.each_ref().map(|x| rate(ring, x)));
        let partial = ring.add(&self.inertia[0][0], &self.inertia[1][1]);
        let trace = ring.add(&partial, &self.inertia[2][2]);
        let trace = ring.mul(&half, &trace);
        for i in 0..3 {
            for j in 0..3 {
                let moment = match i == j {
                    true => ring.sub(&trace, &self.inertia[i][i]),
                    false => ring.neg(&self.inertia[i][j]),
                };
                let product = dot(ring, &turning[i], &turning[j]);
                let part = ring.mul(&moment, &product);
                twice = ring.add(&twice, &part);
            }
        }
        ring.mul(&half, &twice)
    }
}

/// A joint: where it is, its transform and its motion subspace.
struct Joint {
    placement: Pose,
    transform: Pose,
    slide: Vector,
    turn: Vector,
}

/// A body in the world, its twist in its own axes.
struct Moving {
    pose: Pose,
    linear: Vector,
    angular: Vector,
}

impl Joint {
    fn read(numbers: &mut impl Iterator<Item = Polynomial>) -> Self {
        Self {
            placement: Pose::read(numbers),
            transform: Pose::read(numbers),
            slide: take(numbers),
            turn: take(numbers),
        }
    }

    /// `v = R^T (v_parent + w_parent x p) + S_v qd`, `w = R^T w_parent + S_w qd`
    fn moving(&self, ring: &mut Ring, parent: Option<&Moving>, rate: &Polynomial) -> Moving {
        let step = self.placement.then(ring, &self.transform);
        let slide = self.slide.each_ref().map(|x| ring.mul(x, rate));
        let turn = self.turn.each_ref().map(|x| ring.mul(x, rate));
        let Some(parent) = parent else {
            return Moving {
                pose: step,
                linear: slide,
                angular: turn,
            };
        };
        let swept = cross(ring, &parent.angular, &step.translation);
        let carried = add(ring, &parent.linear, &swept);
        let axes = transposed(&step.rotation);
        let seen = |ring: &mut Ring, v: &Vector| axes.each_ref().map(|axis| dot(ring, axis, v));
        let (linear, angular) = (seen(ring, &carried), seen(ring, &parent.angular));
        Moving {
            pose: parent.pose.then(ring, &step),
            linear: add(ring, &linear, &slide),
            angular: add(ring, &angular, &turn),
        }
    }
}

impl Moving {
    /// `m v.v / 2 + v . (w x h) + w . ((tr S) w - S w) / 2`
    fn kinetic_energy(
        &self,
        ring: &mut Ring,
        mass: &Polynomial,
        first: &Vector,
        second: &Matrix,
    ) -> Polynomial {
        let (v, w) = (&self.linear, &self.angular);
        let half = ring.constant(&(integer(1) / integer(2)));
        let momentum = v.each_ref().map(|x| ring.mul(mass, x));
        let swept = cross(ring, w, first);
        let partial = ring.add(&second[0][0], &second[1][1]);
        let trace = ring.add(&partial, &second[2][2]);
        let spin: Vector = std::array::from_fn(|k| {
            let (own, other) = (ring.mul(&trace, &w[k]), dot(ring, &second[k], w));
            ring.sub(&own, &other)
        });
        let (slide, turn) = (dot(ring, v, &momentum), dot(ring, w, &spin));
        let both = ring.add(&slide, &turn);
        let (own, mixed) = (ring.mul(&half, &both), dot(ring, v, &swept));
        ring.add(&own, &mixed)
    }
}

fn transposed(m: &Matrix) -> Matrix {
    std::array::from_fn(|i| std::array::from_fn(|j| m[j][i].clone()))
}

fn add(ring: &mut Ring, a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|k| ring.add(&a[k], &b[k]))
}

fn cross(ring: &mut Ring, a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let (left, right) = (ring.mul(&a[i], &b[j]), ring.mul(&a[j], &b[i]));
        ring.sub(&left, &right)
    })
}

fn dot(ring: &mut Ring, a: &Vector, b: &Vector) -> Polynomial {
    a.iter().zip(b).fold(ring.zero(), |sum, (x, y)| {
        let product = ring.mul(x, y);
        ring.add(&sum, &product)
    })
}
