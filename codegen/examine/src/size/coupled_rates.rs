//! The rates that expressions couple: because of them, M has entries in addition to those that follow from the tree.

use multibody_description::system::{PlacedBody, System};
use multibody_program::ir::{Input, InputKind, Node, Program, Value};

/// For each rate, the rates with which expressions couple it: the entry of M in the row of one and the column of the other may be
/// nonzero because of an expression in T, or of a body that an expression places.
#[derive(Clone)]
pub struct CoupledRates(Vec<RateSet>);

impl CoupledRates {
    /// Finds the coupled rates from the structure of the expressions alone.
    #[must_use]
    pub fn of(system: &System) -> Self {
        let mut union = Self::empty(system);
        for rates in Self::of_each_expression(system) {
            let set_pairs = union.0.iter_mut().zip(&rates.0);
            set_pairs.for_each(|(set, addition)| set.extend(addition));
        }
        union
    }

    /// The rates that each term of T couples, then those that each body couples.
    #[must_use]
    pub fn of_each_expression(system: &System) -> Vec<Self> {
        let symbolic = &system.symbolic;
        if symbolic.kinetic.is_empty() && symbolic.bodies.is_empty() {
            return Vec::new();
        }
        let mut b = system.builder.clone();
        let inlined_terms = symbolic.inlined(&mut b);
        let terms = inlined_terms.kinetic.iter().map(|&term| {
            let mut rates = Self::empty(system);
            rates.add_energy(&b.finish(&[term]));
            rates
        });
        let bodies = inlined_terms.bodies.iter().map(|body| {
            let mut rates = Self::empty(system);
            rates.add_body(system, &b.finish(&pose_entries(body)));
            rates
        });
        terms.chain(bodies).collect()
    }

    fn empty(system: &System) -> Self {
        Self(vec![RateSet::default(); system.nv()])
    }

    /// Whether two rates are coupled.
    #[must_use]
    pub fn are_coupled(&self, first: usize, second: usize) -> bool {
        self.0[first].contains(second)
    }

    /// The number of pairs of coupled rates. A rate with itself counts as a pair.
    #[must_use]
    pub fn pair_count(&self) -> usize {
        let sets = self.0.iter().enumerate();
        sets.map(|(rate, others)| (0..=rate).filter(|&other| others.contains(other)).count())
            .sum()
    }

    /// Couples rates whose product may be in these terms of T. Two rates are in one product only because of a multiplication, a
    /// division or a function call.
    fn add_energy(&mut self, terms: &Program) {
        let rate = |input: Input| match input.kind {
            InputKind::Qd => RateSet::of([input.index as usize]),
            _ => RateSet::default(),
        };
        let sets = rates_of_nodes(terms, rate);
        for node in terms.nodes() {
            let set = |value: Value| &sets[value.index()];
            match *node {
                Node::Mul(a, b) | Node::Div(a, b) => self.couple(set(a), set(b)),
                Node::Call(_, a) => self.couple(set(a), set(a)),
                _ => {}
            }
        }
    }

    /// Couples the rates that move a body. A component of its velocity has a term for each rate on which it depends, so
    /// the square of the component has a term for each pair of these rates.
    fn add_body(&mut self, system: &System, pose: &Program) {
        let rates = |input: Input| match input.kind {
            InputKind::Q => rates_of_position(system, input.index as usize),
            _ => RateSet::default(),
        };
        let sets = rates_of_nodes(pose, rates);
        let (position, rotation) = pose.outputs().split_at(3);
        for &component in position {
            self.couple(&sets[component.index()], &sets[component.index()]);
        }
        let mut set = RateSet::default();
        rotation.iter().for_each(|x| set.extend(&sets[x.index()]));
        self.couple(&set, &set);
    }

    /// Couples each rate of one set with each of the other.
    fn couple(&mut self, first: &RateSet, second: &RateSet) {
        for (rate, set) in self.0.iter_mut().enumerate() {
            if first.contains(rate) {
                set.extend(second);
            }
            if second.contains(rate) {
                set.extend(first);
            }
        }
    }
}

/// The sum of `p max(p, r)` over all products in expressions of T and of bodies' poses. A product depends on positions of
/// coordinates that have p rates together, and on r rates. Products with constants do not count, and calls of functions count as
/// products.
pub(super) fn pairs_of_products(system: &System) -> usize {
    let symbolic = &system.symbolic;
    if symbolic.kinetic.is_empty() && symbolic.bodies.is_empty() {
        return 0;
    }
    let mut b = system.builder.clone();
    let inlined_terms = symbolic.inlined(&mut b);
    let poses = inlined_terms.bodies.iter().flat_map(pose_entries);
    let outputs: Vec<Value> = inlined_terms.kinetic.iter().copied().chain(poses).collect();
    // Products that expressions share are in the program once.
    let program = b.finish(&outputs);
    let positions = rates_of_nodes(&program, |input| match input.kind {
        InputKind::Q => rates_of_position(system, input.index as usize),
        _ => RateSet::default(),
    });
    let rates = rates_of_nodes(&program, |input| match input.kind {
        InputKind::Qd => RateSet::of([input.index as usize]),
        _ => RateSet::default(),
    });
    let is_variable = |value: Value| {
        let index = value.index();
        positions[index].len() + rates[index].len() > 0
    };
    let is_product = |node: &Node| match *node {
        Node::Mul(a, b) | Node::Div(a, b) => is_variable(a) && is_variable(b),
        Node::Call(..) => true,
        _ => false,
    };
    let sizes = positions.iter().zip(&rates);
    let products = program.nodes().iter().zip(sizes);
    let pairs = products
        .filter(|(node, _)| is_product(node))
        .map(|(_, (positions, rates))| positions.len() * positions.len().max(rates.len()));
    pairs.sum()
}

/// The pose of a body: the entries of its position, then those of its rotation.
fn pose_entries(body: &PlacedBody) -> Vec<Value> {
    let rotation = body.rotation.into_iter().flatten();
    body.position.into_iter().chain(rotation).collect()
}

/// The rates of the coordinate to which an entry of q belongs.
fn rates_of_position(system: &System, position: usize) -> RateSet {
    let mut coordinates = system.coordinates.iter();
    let owner = coordinates.find(|owner| owner.q_range().contains(&position));
    owner.map_or_else(RateSet::default, |owner| RateSet::of(owner.v_range()))
}

/// For each node, the union of the sets of rates of the inputs on which it depends.
fn rates_of_nodes(program: &Program, rates: impl Fn(Input) -> RateSet) -> Vec<RateSet> {
    let mut sets: Vec<RateSet> = Vec::with_capacity(program.nodes().len());
    for node in program.nodes() {
        let mut set = RateSet::default();
        match *node {
            Node::Input(input) => set = rates(input),
            operation => operation
                .operands()
                .for_each(|value| set.extend(&sets[value.index()])),
        }
        sets.push(set);
    }
    sets
}

/// A set of rates with a bit for each, since unions of thousands of sets are formed.
#[derive(Clone, Default)]
struct RateSet(Vec<u64>);

impl RateSet {
    fn of(rates: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::default();
        for rate in rates {
            let words = set.0.len().max(rate / 64 + 1);
            set.0.resize(words, 0);
            set.0[rate / 64] |= 1 << (rate % 64);
        }
        set
    }

    fn len(&self) -> usize {
        let counts = self.0.iter().map(|word| word.count_ones() as usize);
        counts.sum()
    }

    fn contains(&self, rate: usize) -> bool {
        let word = self.0.get(rate / 64).copied().unwrap_or_default();
        word >> (rate % 64) & 1 == 1
    }

    fn extend(&mut self, others: &Self) {
        let words = self.0.len().max(others.0.len());
        self.0.resize(words, 0);
        let word_pairs = self.0.iter_mut().zip(&others.0);
        word_pairs.for_each(|(word, addition)| *word |= addition);
    }
}
