//! In which order a function computes its values, in which scopes, and what they are called: plain data, of
//! which a language only has to know how it writes a statement.

use std::collections::{BTreeMap, BTreeSet};

use super::order::{Graph, ScheduleOrder};
use multibody_program::ir::{
    Circle, Class, Contraction, InputKind, Limbs, Node, Pack, PackKind, Packing, Program, Value,
    WIDTHS,
};

/// Statements that may stand in one scope. Each `let` is a scope within the one before it, which
/// compilers walk recursively when they write debug information.
pub const LONGEST_SCOPE: usize = 1000;
/// Statements of a block of a longer function.
pub const BLOCK: usize = 500;

/// Statements of a function that compilers are given as one. Their time and memory grow faster than a function's length: the mass
/// matrix of a chain of 100 joints takes rustc 248 s and 22 GB as one function, 30 s and 1.9 GB in several, which run no
/// slower; the inverse of a humanoid's, which is shorter than this, would.
pub const LONGEST_FUNCTION: usize = 10_000;

/// Statements of a function whose longest chain is worth beginning first: forward dynamics of a quadruped is a tenth faster, and of
/// a humanoid slower by half, since what is computed early has left the registers before it is used.
const LONGEST_IN_FLIGHT: usize = 2000;

/// The statements of a program.
pub struct Schedule<'a> {
    /// What they compute.
    pub program: &'a Program,
    /// Sums that take a product along, which then has no statement.
    pub contracted: BTreeMap<Value, Contraction>,
    /// Packs of values, which have statements of their own.
    pub packing: Packing,
    /// Angles whose sines and cosines are taken at once; an angle made of sines comes with the next ones.
    pub passes: Vec<Vec<Pair>>,
    /// Those in the function's own scope: angles stand first, with what they are made of. If there are many
    /// statements, nothing else is here.
    pub first: Vec<ScheduledStatement>,
    /// The others, in scopes of their own.
    pub blocks: Vec<Block>,
    /// There are so many that each block is to be a function of its own.
    pub is_long: bool,
    /// The outputs that a value is, which are stored behind its statement: they need not be kept. The others are
    /// stored last.
    stored: BTreeMap<Value, Vec<usize>>,
    /// Names of the values that have statements: in blocks, as those behind their own see them.
    names: BTreeMap<Value, ValueName>,
    /// Where the packs are that later blocks use.
    given_groups: BTreeMap<usize, Given>,
}

/// Statements in a scope of their own.
#[derive(Debug, PartialEq, Eq)]
pub struct Block {
    /// In their order.
    pub statements: Vec<ScheduledStatement>,
    /// Values that are used behind it, in the order in which it gives them.
    pub gives: Vec<Value>,
    /// Packs that are used behind it, those of four and those of two apart.
    pub gives_packs: [Vec<usize>; WIDTHS.len()],
}

/// Where a pack is that a block gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// Rank of the block.
    pub block: usize,
    /// How many numbers it has, by its rank.
    pub width: usize,
    /// Place among the packs of this width.
    pub place: usize,
}

/// What computes a value, or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ScheduledStatement {
    /// A value, by its node.
    Let(Value),
    /// A pack, by its rank.
    Pack(usize),
    /// Sines and cosines of all angles of a pass.
    Pass(usize),
}

/// What is needed of the sine and the cosine of an angle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The angle.
    pub angle: Value,
    /// Its sine.
    pub sin: Option<Value>,
    /// Its cosine.
    pub cos: Option<Value>,
}

/// What a value is called where it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueName {
    /// By the rank of its node.
    Node(usize),
    /// Sine or cosine of an angle.
    Circle {
        /// Which of the two.
        of: Circle,
        /// Rank of the pass.
        pass: usize,
        /// Place of the angle there; none: it is alone.
        place: Option<usize>,
    },
    /// What a block gives, at a place.
    Given {
        /// Rank of the block.
        block: usize,
        /// Place among all that it gives.
        place: usize,
    },
}

impl<'a> Schedule<'a> {
    /// In blocks where there are many statements.
    pub fn new(program: &'a Program, limbs: &Limbs) -> Self {
        let mut schedule = Self::in_one_scope(program, limbs);
        schedule.arrange(match schedule.first.len() <= LONGEST_IN_FLIGHT {
            true => ScheduleOrder::CriticalPath,
            false => ScheduleOrder::DepthFirst,
        });
        schedule.cut_if_long();
        schedule
    }

    /// The same of a function that writes into the caller's memory: each number behind what it needs, stored as soon as it
    /// is there.
    pub fn in_place(program: &'a Program, limbs: &Limbs) -> Self {
        let mut schedule = Self::in_one_scope(program, limbs);
        schedule.arrange(ScheduleOrder::DepthFirst);
        schedule.store_early();
        schedule.cut_if_long();
        schedule
    }

    /// Gives the statements behind the angles an order.
    fn arrange(&mut self, order: ScheduleOrder) {
        let rest = self.behind_angles();
        let ordered = self.graph(&rest).ordered(order);
        self.first.extend(ordered.into_iter().map(|at| rest[at]));
    }

    /// What each of these statements is made of.
    fn graph(&self, rest: &[ScheduledStatement]) -> Graph {
        let mut ranks: BTreeMap<ScheduledStatement, usize> = BTreeMap::new();
        ranks.extend(rest.iter().enumerate().map(|(rank, &of)| (of, rank)));
        let rank = |value: Value| {
            let value = negated(self.program, value).unwrap_or(value);
            let statement = match self.packing.placed.get(&value) {
                Some(&(pack, _)) => ScheduledStatement::Pack(pack),
                None => ScheduledStatement::Let(value),
            };
            ranks.get(&statement).copied()
        };
        let pack = |pack: usize| ranks.get(&ScheduledStatement::Pack(pack)).copied();
        let before = rest.iter().map(|statement| match *statement {
            ScheduledStatement::Let(value) => {
                self.operands(value).into_iter().filter_map(rank).collect()
            }
            ScheduledStatement::Pack(at) => {
                let (values, packs) = self.parts(at);
                let values = values.into_iter().filter_map(rank);
                values.chain(packs.into_iter().filter_map(pack)).collect()
            }
            ScheduledStatement::Pass(_) => Vec::new(),
        });
        let before = before.collect();
        let latency = rest.iter().map(|statement| match *statement {
            ScheduledStatement::Let(value) => self.latency(value),
            ScheduledStatement::Pack(at) => self.latency(self.packing.packs[at].lanes[0]),
            ScheduledStatement::Pass(_) => 0,
        });
        Graph {
            before,
            latency: latency.collect(),
            outputs: (self.program.outputs().iter().copied())
                .filter_map(rank)
                .collect(),
        }
    }

    /// The values and packs that a pack is made of.
    fn parts(&self, pack: usize) -> (Vec<Value>, Vec<usize>) {
        let pack = &self.packing.packs[pack];
        match &pack.kind {
            PackKind::Broadcast => (vec![pack.lanes[0]], Vec::new()),
            PackKind::Gather => (pack.lanes.clone(), Vec::new()),
            PackKind::Sum(parts, _) | PackKind::Product(parts) | PackKind::Quotient(parts) => {
                (Vec::new(), parts.to_vec())
            }
            PackKind::MulAdd(parts, _) => (Vec::new(), parts.to_vec()),
        }
    }

    /// Cycles until a value is there, about as on processors of these years.
    fn latency(&self, value: Value) -> usize {
        const OPERATION: usize = 4;
        const DIVISION: usize = 14;
        const FUNCTION: usize = 40;
        match self.program.nodes()[value.index()] {
            Node::Div(..) => DIVISION,
            Node::Call(function, _) => match function.class() {
                Class::SquareRoot => DIVISION,
                _ => FUNCTION,
            },
            _ => OPERATION,
        }
    }

    /// Takes out the statements behind the last pass.
    fn behind_angles(&mut self) -> Vec<ScheduledStatement> {
        let is_pass =
            |statement: &ScheduledStatement| matches!(statement, ScheduledStatement::Pass(_));
        let angles = self.first.iter().rposition(is_pass);
        self.first.split_off(angles.map_or(0, |last| last + 1))
    }

    fn cut_if_long(&mut self) {
        self.is_long = self.first.len() > LONGEST_FUNCTION;
        if self.first.len() > LONGEST_SCOPE {
            self.cut();
        }
    }

    fn store_early(&mut self) {
        for (at, &output) in self.program.outputs().iter().enumerate() {
            let value = negated(self.program, output).unwrap_or(output);
            if matches!(self.names.get(&value), Some(ValueName::Node(_))) {
                self.stored.entry(value).or_default().push(at);
            }
        }
    }

    /// The outputs that are stored behind a value's statement.
    pub fn stored(&self, value: Value) -> &[usize] {
        self.stored.get(&value).map_or(&[], Vec::as_slice)
    }

    /// The outputs that are stored last.
    pub fn stored_last(&self) -> impl Iterator<Item = usize> {
        let early: BTreeSet<usize> = self.stored.values().flatten().copied().collect();
        (0..self.program.outputs().len()).filter(move |at| !early.contains(at))
    }

    /// Without blocks.
    pub fn in_one_scope(program: &'a Program, limbs: &Limbs) -> Self {
        let packing = Packing::of(program, limbs);
        let mut contracted = program.contracted();
        let is_elsewhere = |value: &Value| packing.computes(*value);
        contracted
            .retain(|sum, contracted| !is_elsewhere(sum) && !is_elsewhere(&contracted.product));
        let mut schedule = Self {
            program,
            first: Vec::new(),
            blocks: Vec::new(),
            is_long: false,
            stored: BTreeMap::new(),
            names: BTreeMap::new(),
            contracted,
            packing,
            given_groups: BTreeMap::new(),
            passes: passes(program),
        };
        schedule.order();
        schedule.name_all();
        schedule
    }

    /// Each pass behind what its angles are made of, and all else behind the last.
    fn order(&mut self) {
        let program = self.program;
        let (before, needed) = (passes_before(program), needed_for_angles(program));
        let contracted_products: BTreeSet<Value> = self
            .contracted
            .values()
            .map(|contracted| contracted.product)
            .collect();
        let statements = |belongs: &dyn Fn(usize) -> bool| -> Vec<ScheduledStatement> {
            let nodes = program.nodes().iter().enumerate();
            let own = nodes.filter(|&(at, &node)| has_own_statement(node) && belongs(at));
            let values = own.map(|(at, _)| program.value(at));
            let is_elsewhere = |value: &Value| self.packing.computes(*value);
            let left =
                values.filter(|value| !contracted_products.contains(value) && !is_elsewhere(value));
            left.map(ScheduledStatement::Let).collect()
        };
        let mut first = Vec::new();
        for pass in 0..self.passes.len() {
            first.extend(statements(&|at| needed[at] && before[at] == pass));
            first.push(ScheduledStatement::Pass(pass));
        }
        first.extend(statements(&|at| !needed[at]));
        let packs = 0..self.packing.packs.len();
        first.extend(packs.map(ScheduledStatement::Pack));
        self.first = first;
    }

    fn name_all(&mut self) {
        let own = self.first.iter().filter_map(|statement| statement.value());
        let own = own.chain(self.packing.read.iter().copied());
        self.names = own
            .map(|value| (value, ValueName::Node(value.index())))
            .collect();
        for (pass, pairs) in self.passes.iter().enumerate() {
            for (place, pair) in pairs.iter().enumerate() {
                let place = (pairs.len() > 1).then_some(place);
                for (value, of) in [(pair.sin, Circle::Sine), (pair.cos, Circle::Cosine)] {
                    let name = ValueName::Circle { of, pass, place };
                    self.names.extend(value.map(|value| (value, name)));
                }
            }
        }
    }

    /// What the statement of a value computes with.
    fn operands(&self, value: Value) -> Vec<Value> {
        match self.contracted.get(&value) {
            Some(contracted) => vec![
                contracted.factors[0],
                contracted.factors[1],
                contracted.term,
            ],
            None => self.program.nodes()[value.index()].operands().collect(),
        }
    }

    /// What a value that has a statement is called in a block; none: in the function's own scope, behind
    /// the blocks.
    pub fn name(&self, value: Value, inside: Option<usize>) -> ValueName {
        match self.names[&value] {
            ValueName::Given { block, .. } if inside == Some(block) => {
                ValueName::Node(value.index())
            }
            name => name,
        }
    }

    /// The kinds of inputs that are used.
    pub fn inputs(&self) -> BTreeSet<InputKind> {
        let nodes = self.program.nodes().iter();
        let kinds = nodes.filter_map(|node| match node {
            Node::Input(input) => Some(input.kind),
            _ => None,
        });
        kinds.collect()
    }

    /// The name of a pack as a block sees it: none, if it is its own.
    pub fn given(&self, pack: usize, inside: Option<usize>) -> Option<Given> {
        let given = self.given_groups.get(&pack).copied();
        given.filter(|given| inside != Some(given.block))
    }

    /// The values that one sees of a pack behind its statement, lane by lane.
    pub fn read(&self, pack: usize) -> Vec<Option<Value>> {
        let Packing { packs, read, .. } = &self.packing;
        let Pack { lanes, kind, .. } = &packs[pack];
        let is_computed = !matches!(kind, PackKind::Broadcast | PackKind::Gather);
        let is_read = |lane: &Value| is_computed && read.contains(lane);
        lanes
            .iter()
            .map(|lane| is_read(lane).then_some(*lane))
            .collect()
    }

    /// The values that a statement gives names.
    fn named(&self, statement: ScheduledStatement) -> Vec<Value> {
        match statement {
            ScheduledStatement::Let(value) => vec![value],
            ScheduledStatement::Pack(pack) => self.read(pack).into_iter().flatten().collect(),
            ScheduledStatement::Pass(_) => Vec::new(),
        }
    }

    /// Puts what stands behind the last pass into blocks, each giving what later ones need.
    fn cut(&mut self) {
        let rest = self.behind_angles();
        let (last_uses, last_of_packs) = self.last_uses(&rest);
        for (block, statements) in rest.chunks(BLOCK).enumerate() {
            let is_shared_input = |last: Option<usize>| last.is_some_and(|last| last > block);
            let named = statements
                .iter()
                .flat_map(|&statement| self.named(statement));
            let gives: Vec<Value> = named
                .filter(|value| is_shared_input(last_uses[value.index()]))
                .collect();
            let given = gives.iter().enumerate();
            let names = given.map(|(place, &value)| (value, ValueName::Given { block, place }));
            self.names.extend(names);
            let mut gives_packs: [Vec<usize>; WIDTHS.len()] = Default::default();
            for statement in statements {
                let ScheduledStatement::Pack(pack) = *statement else {
                    continue;
                };
                if !is_shared_input(last_of_packs[pack]) {
                    continue;
                }
                let lanes = self.packing.packs[pack].lanes.len();
                let width = WIDTHS.iter().position(|&width| width == lanes);
                let width = width.expect("groups are of these widths");
                let place = gives_packs[width].len();
                let given = Given {
                    block,
                    width,
                    place,
                };
                self.given_groups.insert(pack, given);
                gives_packs[width].push(pack);
            }
            self.blocks.push(Block {
                statements: statements.to_vec(),
                gives,
                gives_packs,
            });
        }
    }

    /// Of each value, and of each pack, the rank of the last block that uses it; outputs that are stored last are used
    /// behind all.
    fn last_uses(&self, rest: &[ScheduledStatement]) -> (Vec<Option<usize>>, Vec<Option<usize>>) {
        let mut last = vec![None; self.program.nodes().len()];
        let mut last_of_packs = vec![None; self.packing.packs.len()];
        let mut note = |value: Value, block: usize| {
            let used = negated(self.program, value).unwrap_or(value);
            last[used.index()] = Some(block);
        };
        for (block, statements) in rest.chunks(BLOCK).enumerate() {
            for &statement in statements {
                let (values, packs) = match statement {
                    ScheduledStatement::Let(value) => (self.operands(value), Vec::new()),
                    ScheduledStatement::Pack(pack) => self.parts(pack),
                    ScheduledStatement::Pass(_) => continue,
                };
                values.into_iter().for_each(|value| note(value, block));
                for pack in packs {
                    last_of_packs[pack] = Some(block);
                }
            }
        }
        let outputs = self.program.outputs();
        self.stored_last()
            .for_each(|at| note(outputs[at], usize::MAX));
        (last, last_of_packs)
    }
}

impl ScheduledStatement {
    /// The only value that it computes.
    fn value(self) -> Option<Value> {
        match self {
            Self::Let(value) => Some(value),
            Self::Pack(_) | Self::Pass(_) => None,
        }
    }
}

/// The value that a negation negates: it is written where it is used, and has no statement.
pub fn negated(program: &Program, value: Value) -> Option<Value> {
    match program.nodes()[value.index()] {
        Node::Neg(a) => Some(a),
        _ => None,
    }
}

/// Whether a node has a statement of its own; others are written where they are used.
fn has_statement(node: Node) -> bool {
    !matches!(
        node,
        Node::Input(_) | Node::Constant(_) | Node::Angle(_) | Node::Neg(_)
    )
}

/// Whether a node has a statement that computes nothing else.
fn has_own_statement(node: Node) -> bool {
    has_statement(node) && !matches!(node, Node::Call(function, _) if function.is_of_angle())
}

/// What is needed of all angles, in the order in which they can be had.
fn passes(program: &Program) -> Vec<Vec<Pair>> {
    let before = passes_before(program);
    let mut pairs: BTreeMap<Value, Pair> = BTreeMap::new();
    for (at, node) in program.nodes().iter().enumerate() {
        let Node::Call(function, angle) = *node else {
            continue;
        };
        let Class::Circle(coordinate) = function.class() else {
            continue;
        };
        let pair = pairs.entry(angle).or_insert(Pair {
            angle,
            sin: None,
            cos: None,
        });
        let part = match coordinate {
            Circle::Sine => &mut pair.sin,
            Circle::Cosine => &mut pair.cos,
        };
        *part = Some(program.value(at));
    }
    let mut passes: BTreeMap<usize, Vec<Pair>> = BTreeMap::new();
    for (angle, pair) in pairs {
        let pass = passes.entry(before[angle.index()]).or_default();
        pass.push(pair);
    }
    passes.into_values().collect()
}

/// How many passes have to come before each value.
fn passes_before(program: &Program) -> Vec<usize> {
    let mut before = Vec::with_capacity(program.nodes().len());
    for node in program.nodes() {
        let operands = node.operands().map(|operand| before[operand.index()]);
        let most = operands.max().unwrap_or(0);
        let is_of_angle = matches!(node, Node::Call(function, _) if function.is_of_angle());
        before.push(most + usize::from(is_of_angle));
    }
    before
}

/// Sines, cosines and what their angles are made of.
fn needed_for_angles(program: &Program) -> Vec<bool> {
    let nodes = program.nodes();
    let mut needed = vec![false; nodes.len()];
    for at in (0..nodes.len()).rev() {
        if needed[at] || matches!(nodes[at], Node::Call(function, _) if function.is_of_angle()) {
            needed[at] = true;
            let operands = nodes[at].operands();
            operands.for_each(|operand| needed[operand.index()] = true);
        }
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::ir::{Builder, parse};

    #[test]
    fn angles_come_first_in_as_few_passes_as_can_be() {
        let program = parse(
            "v0 = q0\nv1 = cos v0\nv2 = mul v1 v1\nv3 = sin v0\nv4 = neg v3\nv5 = mul v4 v2\nv6 = sqrt v5\n\
             v7 = sin v6\nv8 = add v7 v5\nv9 = q1\nv10 = add v0 v9\nv11 = cos v10\nv12 = mul v11 v2\n\
             out v8 v4 v12",
        )
        .unwrap();
        let schedule = Schedule::new(&program, &Limbs::default());
        let v = |at: usize| program.value(at);
        let pair = |angle, sin, cos| Pair { angle, sin, cos };
        let expected = [
            ScheduledStatement::Let(v(10)),
            ScheduledStatement::Pass(0),
            ScheduledStatement::Let(v(2)),
            ScheduledStatement::Let(v(5)),
            ScheduledStatement::Let(v(6)),
            ScheduledStatement::Pass(1),
            ScheduledStatement::Let(v(8)),
            ScheduledStatement::Let(v(12)),
        ];
        assert_eq!(schedule.first, expected);
        let passes = [
            vec![
                pair(v(0), Some(v(3)), Some(v(1))),
                pair(v(10), None, Some(v(11))),
            ],
            vec![pair(v(6), Some(v(7)), None)],
        ];
        assert_eq!(schedule.passes, passes);
        assert_eq!(schedule.blocks, []);
        let of_pass = |of, pass, place| ValueName::Circle { of, pass, place };
        assert_eq!(schedule.name(v(3), None), of_pass(Circle::Sine, 0, Some(0)));
        assert_eq!(
            schedule.name(v(11), None),
            of_pass(Circle::Cosine, 0, Some(1))
        );
        assert_eq!(schedule.name(v(7), None), of_pass(Circle::Sine, 1, None));
        assert_eq!(schedule.name(v(8), None), ValueName::Node(8));
        assert_eq!(negated(&program, v(4)), Some(v(3)));
        assert_eq!(schedule.inputs(), [InputKind::Q].into());
    }

    /// Every value is computed once, and has a name where it is used and nowhere before.
    #[test]
    fn a_long_program_is_cut_into_blocks() {
        let mut b = Builder::new();
        let (first, second) = (b.input(InputKind::Q, 0), b.input(InputKind::Q, 1));
        let (sin, _) = b.sin_cos(first);
        let mut chain = vec![sin, second];
        for k in 0..2 * LONGEST_SCOPE {
            let next = b.mul(chain[k], chain[k + 1]);
            chain.push(b.add(next, first));
        }
        let minus = b.neg(chain[12]);
        let program = b.finish(&[chain[2 * LONGEST_SCOPE], chain[10], minus]);
        let schedule = Schedule::new(&program, &Limbs::default());
        assert_eq!(schedule.first, [ScheduledStatement::Pass(0)]);
        let sin = schedule.passes[0][0].sin.expect("its sine is needed");
        assert!(schedule.blocks.len() > 2);
        let mut computed = BTreeSet::new();
        let known = |computed: &BTreeSet<Value>, used: Value, inside: Option<usize>| {
            let used = negated(&program, used).unwrap_or(used);
            if !has_statement(program.nodes()[used.index()]) {
                return;
            }
            assert!(computed.contains(&used));
            if let ValueName::Given { block, place } = schedule.name(used, inside) {
                assert!(inside.is_none_or(|inside| block < inside));
                assert_eq!(schedule.blocks[block].gives[place], used);
            } else {
                let own = inside.map(|at| &schedule.blocks[at].statements);
                let here = |statements: &Vec<ScheduledStatement>| {
                    statements.contains(&ScheduledStatement::Let(used))
                };
                assert!(own.is_some_and(here) || used == sin);
            }
        };
        computed.insert(sin);
        for (rank, block) in schedule.blocks.iter().enumerate() {
            assert!(block.statements.len() <= BLOCK);
            for statement in &block.statements {
                let ScheduledStatement::Let(value) = *statement else {
                    panic!("an angle in a block");
                };
                let operands = schedule.operands(value).into_iter();
                operands.for_each(|used| known(&computed, used, Some(rank)));
                assert!(computed.insert(value));
            }
        }
        for &output in program.outputs() {
            known(&computed, output, None);
        }
        let nodes = program.nodes().iter();
        let statements = nodes.filter(|n| has_statement(**n)).count();
        assert_eq!(computed.len(), statements - schedule.contracted.len());
    }
}
