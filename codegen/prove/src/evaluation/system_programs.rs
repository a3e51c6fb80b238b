//! A system as programs of its coordinates and parameters.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;

use dashu_base::{BitTest, Gcd};
use dashu_int::UBig;

use crate::arithmetic::{PrimeField, draw_prime};
use multibody_description::force::{Along, Element, ForceVariable};
use multibody_description::joint::JointPrograms;
use multibody_description::system::{ConstantForce, Motion, PlacedBody, PointSpring, System};
use multibody_program::exact::Rational;
use multibody_program::ir::{Builder, Class, Input, InputKind, LinearForm, Node, Program, Value};
use multibody_support::fingerprint::Fingerprint;
use multibody_support::random::Random;

/// The numbers, transforms and expressions of a system as programs, which depend on no state.
pub struct SystemPrograms {
    /// All numbers, in the order in which a [`SystemAtState`](crate::lagrangian::SystemAtState) reads them.
    pub numbers: Program,
    /// The motions of each joint.
    pub motions: Vec<Vec<MotionPrograms>>,
    /// Symbolic terms.
    pub symbolic: SymbolicPrograms,
    /// The force elements.
    pub forces: Vec<ForcePrograms>,
    /// The generalized force of each actuator at each of its rates, one actuator after another.
    pub actuators: Program,
    /// The number of equal parts into which each input is divided, so that every angle in a sine or cosine is a sum of
    /// integer multiples of such parts.
    pub parts: BTreeMap<Input, UBig>,
    /// A hash of all numbers and of the structure of the system, but not of names.
    hash: u64,
    /// If there is a key, prime fields, states and vectors are drawn from it by SHA-256 instead of from `hash`.
    key: Option<[u8; 32]>,
    /// The number of bits of primes that are drawn from the key.
    bits: usize,
    /// A cache, by seed, of the drawn primes that have more bits than a machine word.
    primes: RefCell<BTreeMap<u64, UBig>>,
}

/// The number of bits of primes that fit into a machine word.
pub const BITS: usize = 61;

/// A part of a trial that draws random numbers of its own.
#[derive(Clone, Copy)]
pub enum DrawPart {
    /// The prime.
    Field,
    /// The state.
    State,
    /// The vectors with which equations are contracted.
    Vectors,
}

/// The symbolic terms of a system: programs of coordinates, rates and parameters.
pub struct SymbolicPrograms {
    /// The terms of T.
    pub kinetic: Program,
    /// The terms of V.
    pub potential: Program,
    /// The index of the rate along which each force acts.
    pub rate_indices: Vec<usize>,
    /// The forces along these rates, then the force at the centre of each body.
    pub forces: Program,
    /// For each body, its rotation by rows, then its position.
    pub bodies: Program,
    /// Expression rows, one program each.
    pub constraints: Vec<Program>,
}

/// The programs of an elementary motion, as functions of the system's coordinates.
pub struct MotionPrograms {
    /// The transform X: its rotation by rows, then its translation.
    pub transform: Program,
    /// The rate map N by rows, with `dq/dt = N(q) qd`. None: the rates are the derivatives of the coordinates.
    pub rate_map: Option<Program>,
    /// The indices of its coordinates among the positions.
    pub q: Range<usize>,
    /// The indices of its rates.
    pub v: Range<usize>,
}

/// The programs of a force element along the motion of its joint, or along a sum of positions.
pub struct ForcePrograms {
    /// The variable with respect to which the derivative of the potential is minus the force.
    pub variable: ForceVariable,
    /// The potential as a program of local inputs: position or rate, then the coefficients.
    pub potential: Program,
    /// The arguments of the potential's square roots, as a program of the same inputs.
    pub roots: Program,
    /// The position along which the element acts.
    pub position: Program,
    /// The indices of the rates that change this position, each with the change for a unit rate.
    pub rates: Vec<(usize, Rational)>,
}

impl ForcePrograms {
    /// The last of its rates: once it is drawn, the rate of its position is known.
    pub fn last_rate(&self) -> Option<usize> {
        self.rates.iter().map(|(v, _)| *v).max()
    }
}

impl SystemPrograms {
    /// The programs of a system.
    pub fn of(system: &System) -> Self {
        let numbers = numbers_program(system);
        let joints = system.tree.joints.iter();
        let motions: Vec<Vec<MotionPrograms>> = joints
            .map(|joint| {
                let motions = joint.motions.iter();
                motions.map(|m| motion_programs(system, m)).collect()
            })
            .collect();
        let mut parts = BTreeMap::new();
        divide(&numbers, &mut parts);
        for motion in motions.iter().flatten() {
            divide(&motion.transform, &mut parts);
            (motion.rate_map.iter()).for_each(|map| divide(map, &mut parts));
        }
        let symbolic = symbolic_programs(system);
        symbolic.for_each(|program| divide(program, &mut parts));
        let elements = system.forces.iter();
        let forces = elements.map(|element| force_programs(system, element));
        let mut programs = Self {
            numbers,
            motions,
            symbolic,
            forces: forces.collect(),
            actuators: actuator_forces(system),
            parts,
            hash: 0,
            key: None,
            bits: BITS,
            primes: RefCell::default(),
        };
        programs.hash = programs.hash(system);
        programs
    }

    /// Visits all programs, except for the roots of force elements, which are parts of their potentials.
    pub fn for_each<'a>(&'a self, mut visit: impl FnMut(&'a Program)) {
        visit(&self.numbers);
        for motion in self.motions.iter().flatten() {
            visit(&motion.transform);
            motion.rate_map.iter().for_each(&mut visit);
        }
        for force in &self.forces {
            visit(&force.potential);
            visit(&force.position);
        }
        visit(&self.actuators);
        self.symbolic.for_each(visit);
    }

    fn hash(&self, system: &System) -> u64 {
        let motions = self.motions.iter().flatten();
        let transforms =
            motions.flat_map(|motion| [Some(&motion.transform), motion.rate_map.as_ref()]);
        let mut programs = vec![&self.numbers];
        programs.extend(transforms.flatten());
        self.symbolic.for_each(|program| programs.push(program));
        programs.extend(self.forces.iter().map(|force| &force.potential));
        let joints = system.tree.joints.iter();
        let tree: Vec<_> = joints.map(|joint| (joint.parent, joint.child)).collect();
        let rates = self.forces.iter().flat_map(|force| &force.rates);
        let forces = rates.map(|(v, factor)| (*v, factor.to_string()));
        let mut structure = format!("{tree:?} {:?}", forces.collect::<Vec<_>>());
        if !system.actuators.is_empty() {
            let actuators = system.actuators.iter().flat_map(|actuator| &actuator.rates);
            let rates: Vec<usize> = actuators.map(|(v, _)| *v).collect();
            structure += &format!(" {rates:?} {}", self.actuators);
        }
        let texts: Vec<String> = programs.into_iter().map(Program::to_string).collect();
        let digits =
            Fingerprint::of(texts.iter().chain([&structure]).map(String::as_str)).to_string();
        u64::from_str_radix(&digits[..16], 16).expect("the first of 64 hexadecimal digits")
    }

    /// The prime field for one state; each seed has a field of its own.
    pub fn field(&self, seed: u64) -> PrimeField {
        let mut random = self.random(DrawPart::Field, seed);
        match self.key {
            Some(_) => PrimeField::random(&mut random),
            None => PrimeField::of_bits(random.bits()),
        }
    }

    /// Runs a function within the field for one state; with a key, its prime may have more bits.
    pub fn within_field<T>(&self, seed: u64, run: impl FnOnce() -> T) -> T {
        match self.bits {
            BITS => self.field(seed).within(run),
            bits => {
                let draw = || draw_prime(&mut self.random(DrawPart::Field, seed), bits);
                let prime = self
                    .primes
                    .borrow_mut()
                    .entry(seed)
                    .or_insert_with(draw)
                    .clone();
                PrimeField::within_wide(prime, run)
            }
        }
    }

    /// The same programs, with all fields, states and vectors drawn from a key, and primes of this many bits.
    pub fn with_key(self, key: [u8; 32], bits: usize) -> Self {
        let key = Some(key);
        Self {
            key,
            bits,
            primes: RefCell::default(),
            ..self
        }
    }

    /// Whether states are drawn from a key.
    pub fn has_key(&self) -> bool {
        self.key.is_some()
    }

    /// The same programs, with the fields of a system that has this hash.
    #[cfg(test)]
    pub fn with_hash(self, hash: u64) -> Self {
        Self { hash, ..self }
    }

    /// The random numbers for a part of the trial with this seed.
    pub fn random(&self, part: DrawPart, seed: u64) -> Random {
        let Some(key) = self.key else {
            let seed = self.hash ^ seed;
            return Random::new(match part {
                DrawPart::Field | DrawPart::State => seed,
                DrawPart::Vectors => !seed,
            });
        };
        let name = match part {
            DrawPart::Field => "field",
            DrawPart::State => "state",
            DrawPart::Vectors => "vectors",
        };
        let digits: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
        Random::from_key(Fingerprint::of([digits.as_str(), name, &seed.to_string()]).bytes())
    }

    /// These programs, with inputs also divided as the angles of `program` require, so that each of these angles has a point on
    /// the unit circle.
    pub fn with_angles_of(mut self, program: &Program) -> Self {
        divide(program, &mut self.parts);
        self
    }

    /// Whether the angles with some input have denominators whose common multiple is too long.
    pub fn has_long_angles(&self) -> bool {
        self.parts.values().any(|count| count.bit_len() > MAX_BITS)
    }

    /// Whether some rates are not derivatives of positions.
    pub fn has_quasi_rates(&self) -> bool {
        let mut motions = self.motions.iter().flatten();
        motions.any(|motion| motion.rate_map.is_some())
    }
}

/// The maximum number of bits of the number of parts of an input.
const MAX_BITS: usize = 1 << 16;

/// Divides inputs further, as the angles of one more program require, until there are too many parts.
fn divide(program: &Program, parts: &mut BTreeMap<Input, UBig>) {
    for node in program.nodes() {
        let Node::Call(function, argument) = *node else {
            continue;
        };
        let form = function
            .is_of_angle()
            .then(|| LinearForm::of(program, argument));
        for (input, factor) in form.flatten().into_iter().flat_map(|form| form.factors) {
            let total = parts.entry(input).or_insert(UBig::ONE);
            let divisor = factor.denominator();
            if total.bit_len() > MAX_BITS {
                continue;
            }
            *total = &*total * divisor / (&*total).gcd(divisor);
        }
    }
}

/// The programs of the symbolic terms.
fn symbolic_programs(system: &System) -> SymbolicPrograms {
    let mut b = system.builder.clone();
    let terms = system.symbolic.inlined(&mut b);
    let placement = |body: &PlacedBody| {
        let rotation = body.rotation.into_iter().flatten();
        rotation.chain(body.position).collect::<Vec<_>>()
    };
    let placements: Vec<Value> = terms.bodies.iter().flat_map(placement).collect();
    let forces = terms.forces.iter().map(|(_, force)| *force);
    let body_forces = terms.bodies.iter().flat_map(|body| body.force);
    SymbolicPrograms {
        kinetic: b.finish(&terms.kinetic),
        potential: b.finish(&terms.potential),
        rate_indices: terms.forces.iter().map(|(v, _)| *v).collect(),
        forces: b.finish(&forces.chain(body_forces).collect::<Vec<_>>()),
        bodies: b.finish(&placements),
        constraints: terms.constraints.iter().map(|&c| b.finish(&[c])).collect(),
    }
}

impl SymbolicPrograms {
    /// Visits all programs.
    pub fn for_each<'a>(&'a self, visit: impl FnMut(&'a Program)) {
        [&self.kinetic, &self.potential, &self.forces, &self.bodies]
            .into_iter()
            .chain(&self.constraints)
            .for_each(visit);
    }
}

/// The programs of a motion, with the positions of its coordinates as inputs.
fn motion_programs(system: &System, motion: &Motion) -> MotionPrograms {
    let joint_programs = JointPrograms::of(&*motion.kind);
    let coordinate = &system.coordinates[motion.coordinate];
    let mut b = Builder::new();
    let positions = motion.positions(&mut b, &system.coordinates);
    let mut substitution = |program: &Program| {
        let outputs = b.inline(program, |_, input| positions[input.index as usize]);
        b.finish(&outputs)
    };
    MotionPrograms {
        transform: substitution(&joint_programs.transform),
        rate_map: joint_programs.rate_map.as_ref().map(&mut substitution),
        q: coordinate.q..coordinate.q + motion.kind.positions().len(),
        v: coordinate.v..coordinate.v + motion.kind.nv(),
    }
}

/// The programs of a force element.
fn force_programs(system: &System, force: &Element) -> ForcePrograms {
    let mut b = Builder::new();
    let inputs: Vec<Value> = (0..=force.coefficients.len())
        .map(|index| b.input(InputKind::Local, index))
        .collect();
    let potential = force.kind.potential(&mut b, &inputs[1..], inputs[0]);
    let potential = b.finish(&[potential]);
    let root_arguments = potential.nodes().iter().filter_map(|node| match node {
        Node::Call(function, argument) if function.class() == Class::SquareRoot => Some(*argument),
        _ => None,
    });
    let roots = potential.with_outputs(&root_arguments.collect::<Vec<_>>());
    let mut b = Builder::new();
    let line = system.line_of_action(&mut b, &force.along);
    ForcePrograms {
        variable: force.kind.variable(),
        potential,
        roots,
        position: b.finish(&[line.position]),
        rates: line.rates,
    }
}

/// The generalized forces of actuators: `f dl/dq`, with the length l of the actuator and the force f along it.
fn actuator_forces(system: &System) -> Program {
    let (mut b, mut forces) = (Builder::new(), Vec::new());
    for (index, actuator) in system.actuators.iter().enumerate() {
        let sum_of_positions = Along::Rates(actuator.rates.clone());
        let position = system.line_of_action(&mut b, &sum_of_positions).position;
        let offset = b.constant(&actuator.constant);
        let position = b.add(position, offset);
        let rates = actuator.rates.iter().map(|(v, factor)| {
            let rate = b.input(InputKind::Qd, *v);
            b.scale(factor, rate)
        });
        let rates: Vec<Value> = rates.collect();
        let rate = b.sum(rates);
        let [length, length_rate] = [position, rate].map(|x| b.scale(&actuator.gear, x));
        let [gain, bias] = [&actuator.gain, &actuator.bias].map(|[constant, slope, damping]| {
            let constant = b.constant(constant);
            let [length_term, rate_term] = [(slope, length), (damping, length_rate)]
                .map(|(coefficient, x)| b.scale(coefficient, x));
            b.sum([constant, length_term, rate_term])
        });
        let control = b.input(InputKind::Control, index);
        let controlled_force = b.mul(gain, control);
        let force = b.add(controlled_force, bias);
        let along_position = b.scale(&actuator.gear, force);
        let rates = actuator.rates.iter();
        forces.extend(rates.map(|(_, factor)| b.scale(factor, along_position)));
    }
    b.finish(&forces)
}

/// All numbers in this order: gravity; mass, centre of mass and inertia of each link, then of each placed body;
/// placement and axes of each joint; the armatures of all joints; the coefficients of all force elements; the numbers
/// of springs between points; the points of constant forces, each with its force; the numbers of constraints.
fn numbers_program(system: &System) -> Program {
    let mut values: Vec<Value> = system.gravity.to_vec();
    for link in &system.tree.links {
        values.push(link.mass);
        values.extend(link.com);
        values.extend(link.inertia.into_iter().flatten());
    }
    for body in &system.symbolic.bodies {
        values.push(body.mass);
        values.extend([Value::ZERO; 3]);
        values.extend(body.inertia.into_iter().flatten());
    }
    for joint in &system.tree.joints {
        values.extend(joint.origin.rotation.into_iter().flatten());
        values.extend(joint.origin.translation);
        for motion in &joint.motions {
            values.extend(motion.axes.into_iter().flatten());
        }
    }
    values.extend(system.tree.joints.iter().map(|joint| joint.armature));
    let forces = system.forces.iter();
    values.extend(forces.flat_map(|force| &force.coefficients));
    values.extend(system.point_springs.iter().flat_map(PointSpring::values));
    values.extend((system.constant_forces.iter()).flat_map(ConstantForce::values));
    values.extend(
        system
            .constraints
            .iter()
            .flat_map(|constraint| constraint.row.values()),
    );
    system.builder.finish(&values)
}

impl MotionPrograms {
    /// The inputs that are the coordinates of this motion.
    pub fn inputs(&self) -> impl Iterator<Item = Input> + use<> {
        self.q.clone().map(|index| Input::new(InputKind::Q, index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::described::system_of;

    /// The prime fields that three seeds give for a cart with a hinge and one more coordinate, when its parts have these names.
    fn fields_of_names(
        [slide, hinge, body, bob, x, row]: [&str; 6],
        mass: &str,
    ) -> [PrimeField; 3] {
        let system = system_of(&format!(
            "gravity = [0, 0, -9.81], coordinates = [{x}], \
             joint {slide} {{ prismatic, axis: x, parent: world, child: {body} }}, \
             joint {hinge} {{ revolute, axis: y, parent: {body}, child: {bob}, damping: 0.1 }}, \
             body {body} {{ mass: {mass}, com: [0, 0, 0.1], inertia: diag(0.1, 0.1, 0.1) }}, \
             body {bob} {{ mass: 1, com: [0, 0, 0.5], inertia: diag(0.1, 0.1, 0.01) }}, \
             kinetic = 2 * {x}_dot.powi(2), potential = sin({hinge} + 2 * {x}), \
             constraint {row}: {x} - {slide},"
        ));
        let programs = SystemPrograms::of(&system);
        [1, 2, 3].map(|seed| programs.field(seed))
    }

    /// A wide prime takes as long as the evaluation of thousands of nodes, and each choice of roots needs it.
    #[test]
    fn the_wide_prime_of_a_state_is_cached() {
        let system = system_of(
            "joint hinge { revolute, axis: y, parent: world, child: bob }, body bob { mass: 1 },",
        );
        let programs = SystemPrograms::of(&system).with_key([7; 32], 521);
        for seed in [1, 2, 1, 2, 1] {
            programs.within_field(seed, || ());
        }
        assert_eq!(programs.primes.borrow().len(), 2);
        let first = programs.primes.borrow()[&1].clone();
        let prime = draw_prime(&mut programs.random(DrawPart::Field, 1), 521);
        assert_eq!(first, prime);
    }

    #[test]
    fn primes_follow_from_numbers_and_not_from_names_or_spelling() {
        let names = ["slide", "hinge", "cart", "bob", "x", "row"];
        let primes = fields_of_names(names, "2.5");
        // These names also sort in another order.
        let others = ["zeta", "eta", "gamma", "beta", "alpha", "delta"];
        assert_eq!(fields_of_names(others, "2.5"), primes);
        for spelling in ["2.50", "25e-1", "0.25e1", "5 / 2", "(2.5)"] {
            assert_eq!(fields_of_names(names, spelling), primes, "{spelling}");
        }
        let different = fields_of_names(names, "2.5000000001");
        assert!(primes.iter().all(|prime| !different.contains(prime)));
        assert!(primes[0] != primes[1] && primes[1] != primes[2] && primes[0] != primes[2]);
    }
}
