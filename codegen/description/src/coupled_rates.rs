//! The rates that expressions couple: because of them, M has entries in addition to those that follow from the tree.

use crate::system::{PlacedBody, System};
use multibody_program::ir::{Input, InputKind, Node, Program, Value};

/// A set of rates, of which a robot has at most 128.
type Rates = u128;

/// For each rate, the rates with which it shares an entry of M because of kinetic energies or because of bodies that no joint
/// carries.
pub struct CoupledRates(Vec<Rates>);

impl CoupledRates {
    /// Finds the coupled rates from the structure of the expressions alone.
    #[must_use]
    pub fn of(system: &System) -> Self {
        let mut all = Self(vec![0; system.nv()]);
        for part in Self::of_each(system) {
            let pairs = all.0.iter_mut().zip(part.0);
            pairs.for_each(|(all, of)| *all |= of);
        }
        all
    }

    /// The coupled rates of each term of T, then of each body.
    #[must_use]
    pub fn of_each(system: &System) -> Vec<Self> {
        let symbolic = &system.symbolic;
        if symbolic.kinetic.is_empty() && symbolic.bodies.is_empty() {
            return Vec::new();
        }
        let mut b = system.builder.clone();
        let symbolic = symbolic.inlined(&mut b);
        let none = || Self(vec![0; system.nv()]);
        let terms = symbolic.kinetic.iter().map(|&term| {
            let mut coupled = none();
            coupled.add_terms(&b.finish(&[term]));
            coupled
        });
        let bodies = symbolic.bodies.iter().map(|body| {
            let mut coupled = none();
            coupled.add_place(system, &b.finish(&place(body)));
            coupled
        });
        terms.chain(bodies).collect()
    }

    /// Whether two rates are coupled.
    #[must_use]
    pub fn has(&self, one: usize, other: usize) -> bool {
        self.0[one] >> other & 1 == 1
    }

    /// The number of pairs of coupled rates. A rate with itself counts as a pair.
    #[must_use]
    pub fn pairs(&self) -> usize {
        let of = self.0.iter().enumerate();
        of.map(|(rate, others)| (others << (127 - rate)).count_ones() as usize)
            .sum()
    }

    /// T is of second degree in the rates: a term contains two rates only because of a multiplication, a division or a
    /// function call.
    fn add_terms(&mut self, terms: &Program) {
        let rate = |input: Input| match input.kind {
            InputKind::Qd => 1 << input.index,
            _ => 0,
        };
        let sets = read_by(terms, rate);
        for node in terms.nodes() {
            let of = |value: Value| sets[value.index()];
            match *node {
                Node::Mul(a, b) | Node::Div(a, b) => self.add(of(a), of(b)),
                Node::Call(_, a) => self.add(of(a), of(a)),
                _ => {}
            }
        }
    }

    /// A component of a velocity has a term for each rate on which it depends, so its square has a term for each pair of
    /// these rates.
    fn add_place(&mut self, system: &System, place: &Program) {
        let rates = |input: Input| match input.kind {
            InputKind::Q => rates_of_position(system, input.index as usize),
            _ => 0,
        };
        let sets = read_by(place, rates);
        let (position, rotation) = place.outputs().split_at(3);
        for &component in position {
            self.add(sets[component.index()], sets[component.index()]);
        }
        let turning = rotation.iter().fold(0, |all, at| all | sets[at.index()]);
        self.add(turning, turning);
    }

    fn add(&mut self, some: Rates, others: Rates) {
        for (rate, coupled) in self.0.iter_mut().enumerate() {
            if some >> rate & 1 == 1 {
                *coupled |= others;
            }
            if others >> rate & 1 == 1 {
                *coupled |= some;
            }
        }
    }
}

/// Position, then rotation.
fn place(body: &PlacedBody) -> Vec<Value> {
    let rotation = body.rotation.into_iter().flatten();
    body.position.into_iter().chain(rotation).collect()
}

/// The rates of the coordinate to which an entry of q belongs.
fn rates_of_position(system: &System, position: usize) -> Rates {
    let mut coordinates = system.coordinates.iter();
    let of = coordinates.find(|of| (of.q..of.end().0).contains(&position));
    of.map_or(0, |of| {
        (of.v..of.end().1).fold(0, |rates, rate| rates | 1 << rate)
    })
}

/// For each node, the union of the sets of its inputs.
fn read_by(program: &Program, of: impl Fn(Input) -> Rates) -> Vec<Rates> {
    let mut sets: Vec<Rates> = Vec::with_capacity(program.nodes().len());
    for node in program.nodes() {
        let set = match *node {
            Node::Input(input) => of(input),
            other => other
                .operands()
                .fold(0, |set, value| set | sets[value.index()]),
        };
        sets.push(set);
    }
    sets
}
