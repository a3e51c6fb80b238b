//! The order in which a function computes its values, with scopes and names, as plain data. A language only has
//! to define how it writes a statement.

mod angles;
pub mod blocks;
mod names;
mod operations;
mod order;

pub use angles::AnglePair;
pub use blocks::{Block, ReturnedPack};
pub use names::RobotNames;
pub use operations::{Operand, ScheduledOperation};

use std::collections::{BTreeMap, BTreeSet};

use angles::{is_for_angles, passes, passes_before};
use multibody_passes::pack::{Pack, PackKind, Packing};
use multibody_passes::{Contraction, contractions};
use multibody_program::ir::{Class, InputKind, Limbs, Node, Program, SinCos, Value};
use names::Names;
use order::{Graph, ScheduleOrder};

/// Maximum number of statements for which the longest chain begins first. Forward dynamics of a quadruped becomes a
/// tenth faster by this order, but that of a humanoid slower by half, since early results have left the registers
/// before they are used.
const MAX_CRITICAL_PATH: usize = 2000;

/// Minimum number of consecutive statements of one body that get a heading.
const MIN_RUN: usize = 4;

/// The statements of a program: their order, scopes and names.
pub struct Schedule<'a> {
    /// The program that the statements compute.
    pub program: &'a Program,
    /// Sums that are fused with a product, by their values. Such a product has no statement of its own.
    pub contractions: BTreeMap<Value, Contraction>,
    /// Packs: values that are computed together in the lanes of a register. Packs have statements of their own.
    pub packing: Packing,
    /// For each pass, the angles whose sines and cosines it computes at once. An angle that depends on sines or cosines of other
    /// angles is in a later pass than those.
    pub passes: Vec<Vec<AnglePair>>,
    /// The statements in the function's own scope: first the angles, with what they depend on, then all others. If there
    /// are many statements, the others are in blocks instead.
    pub outer_statements: Vec<ScheduledStatement>,
    /// The other statements, in scopes of their own.
    pub blocks: Vec<Block>,
    /// Whether each block is a function of its own in Rust, since there are so many statements. In C, blocks always are.
    pub is_outlined: bool,
    /// For each value, the outputs that are stored right after its statement, so that they need not be kept.
    /// The other outputs are stored last.
    early_stores: BTreeMap<Value, Vec<usize>>,
    /// For each value that a statement computes, the place where it is read; for a value that a block returns, the place where later
    /// blocks read it. `None`: the value has no statement.
    places: Vec<Option<ValuePlace>>,
    /// The names of the values that have statements.
    names: Names,
    /// Headings of bodies, by the statements before which they are written.
    headings: BTreeMap<ScheduledStatement, String>,
    /// The places of the packs that blocks return, for later blocks.
    returned_packs: BTreeMap<usize, ReturnedPack>,
}

/// A statement that computes one value or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ScheduledStatement {
    /// A value, by its node.
    Let(Value),
    /// A pack, by its index.
    Pack(usize),
    /// Sines and cosines of all angles of a pass.
    Pass(usize),
}

/// The place of a value where it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValuePlace {
    /// A variable with the value's name.
    Variable,
    /// An element of the array of sines or cosines of a pass.
    SinCos {
        /// Whether it is a sine or a cosine.
        of: SinCos,
        /// The index of the pass.
        pass: usize,
        /// The index of the angle within the pass.
        index: usize,
    },
    /// An element of the array that a block returns.
    Returned {
        /// The index of the block.
        block: usize,
        /// The index among the values that the block returns.
        index: usize,
    },
}

impl<'a> Schedule<'a> {
    /// A schedule in which values of isomorphic `limbs` are packed. If there are many statements, they are in blocks. If
    /// `is_in_one_piece`, no block is a function of its own.
    pub fn new(
        program: &'a Program,
        limbs: &Limbs,
        names: &RobotNames,
        is_in_one_piece: bool,
    ) -> Self {
        let mut schedule = Self::without_order(program, limbs);
        schedule.arrange(if schedule.outer_statements.len() <= MAX_CRITICAL_PATH {
            ScheduleOrder::CriticalPath
        } else {
            ScheduleOrder::DepthFirst
        });
        schedule.split_if_long(is_in_one_piece);
        schedule.with_names(names)
    }

    /// A schedule like [`new`](Self::new) for a function that writes into the caller's memory: each number comes right after its
    /// operands, and is stored as soon as it is computed.
    pub fn in_place(
        program: &'a Program,
        limbs: &Limbs,
        names: &RobotNames,
        is_in_one_piece: bool,
    ) -> Self {
        let mut schedule = Self::without_order(program, limbs);
        schedule.arrange(ScheduleOrder::DepthFirst);
        schedule.store_early();
        schedule.split_if_long(is_in_one_piece);
        schedule.with_names(names)
    }

    /// A schedule without packs and blocks, in which each number comes right after its operands.
    pub fn in_sequence(program: &'a Program, names: &RobotNames) -> Self {
        let mut schedule = Self::without_order(program, &Limbs::default());
        schedule.arrange(ScheduleOrder::DepthFirst);
        schedule.with_names(names)
    }

    /// A schedule without packs for a function that writes into the caller's memory. If its result is large, or if it has many
    /// statements, the order and the stores are those of [`in_place`](Self::in_place), else those of [`new`](Self::new). If there
    /// are more than `max_length` statements, those after the angles are in blocks of this length.
    pub fn for_memory(
        program: &'a Program,
        names: &RobotNames,
        is_large: bool,
        max_length: usize,
    ) -> Self {
        let mut schedule = Self::without_order(program, &Limbs::default());
        let count = schedule.outer_statements.len();
        if is_large || count > MAX_CRITICAL_PATH.min(max_length) {
            schedule.arrange(ScheduleOrder::DepthFirst);
            schedule.store_early();
        } else {
            schedule.arrange(ScheduleOrder::CriticalPath);
        }
        if count > max_length {
            schedule.split(max_length);
        }
        schedule.with_names(names)
    }

    /// Orders the statements that follow the angles.
    fn arrange(&mut self, order: ScheduleOrder) {
        let statements = self.split_off_after_passes();
        let ordered = self.dependence_graph(&statements).sort(order);
        self.outer_statements
            .extend(ordered.into_iter().map(|index| statements[index]));
    }

    /// The dependence graph of these statements, by their indices. Operands that none of them computes are left out.
    fn dependence_graph(&self, statements: &[ScheduledStatement]) -> Graph {
        let mut indices: BTreeMap<ScheduledStatement, usize> = BTreeMap::new();
        let pairs = statements.iter().enumerate();
        indices.extend(pairs.map(|(index, &statement)| (statement, index)));
        let index_of = |value: Value| {
            let value = negation_operand(self.program, value).unwrap_or(value);
            let statement = match self.packing.places.get(&value) {
                Some(place) => ScheduledStatement::Pack(place.pack),
                None => ScheduledStatement::Let(value),
            };
            indices.get(&statement).copied()
        };
        let index_of_pack = |pack: usize| indices.get(&ScheduledStatement::Pack(pack)).copied();
        let operands = statements.iter().map(|statement| match *statement {
            ScheduledStatement::Let(value) => {
                let values = self.operands(value).into_iter();
                values.filter_map(index_of).collect()
            }
            ScheduledStatement::Pack(index) => {
                let (values, packs) = self.pack_operands(index);
                let value_indices = values.into_iter().filter_map(index_of);
                (value_indices.chain(packs.into_iter().filter_map(index_of_pack))).collect()
            }
            ScheduledStatement::Pass(_) => Vec::new(),
        });
        let latency = statements.iter().map(|statement| match *statement {
            ScheduledStatement::Let(value) => self.latency(value),
            ScheduledStatement::Pack(index) => self.latency(self.packing.packs[index].lanes[0]),
            ScheduledStatement::Pass(_) => 0,
        });
        Graph {
            operands: operands.collect(),
            latency: latency.collect(),
            outputs: (self.program.outputs().iter().copied())
                .filter_map(index_of)
                .collect(),
        }
    }

    /// The values and packs from which a pack is computed.
    fn pack_operands(&self, index: usize) -> (Vec<Value>, Vec<usize>) {
        let pack = &self.packing.packs[index];
        match &pack.kind {
            PackKind::Broadcast => (vec![pack.lanes[0]], Vec::new()),
            PackKind::Gather => (pack.lanes.clone(), Vec::new()),
            PackKind::Sum(packs, _) | PackKind::Product(packs) | PackKind::Quotient(packs) => {
                (Vec::new(), packs.to_vec())
            }
            PackKind::MulAdd(packs, _) => (Vec::new(), packs.to_vec()),
        }
    }

    /// Cycles until a value is available, roughly as on current processors.
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

    /// Removes and returns the statements after the last pass.
    fn split_off_after_passes(&mut self) -> Vec<ScheduledStatement> {
        let is_pass =
            |statement: &ScheduledStatement| matches!(statement, ScheduledStatement::Pass(_));
        let last_pass = self.outer_statements.iter().rposition(is_pass);
        self.outer_statements
            .split_off(last_pass.map_or(0, |index| index + 1))
    }

    /// Stores each output right after the statement that computes it, if there is one.
    fn store_early(&mut self) {
        for (index, &output) in self.program.outputs().iter().enumerate() {
            let value = negation_operand(self.program, output).unwrap_or(output);
            if self.computes(value) {
                self.early_stores.entry(value).or_default().push(index);
            }
        }
    }

    /// The outputs that are stored right after a value's statement.
    pub fn stored_outputs(&self, value: Value) -> &[usize] {
        self.early_stores.get(&value).map_or(&[], Vec::as_slice)
    }

    /// The outputs that are stored last.
    pub fn last_stores(&self) -> impl Iterator<Item = usize> {
        let early: BTreeSet<usize> = self.early_stores.values().flatten().copied().collect();
        (0..self.program.outputs().len()).filter(move |output| !early.contains(output))
    }

    /// A schedule without packs and blocks: the angles first, then all other statements in the order of the program.
    pub fn in_one_scope(program: &'a Program) -> Self {
        Self::without_order(program, &Limbs::default()).with_names(&RobotNames::default())
    }

    /// A schedule with the angles first, then all other statements in the order of the program, then packs.
    fn without_order(program: &'a Program, limbs: &Limbs) -> Self {
        let packing = Packing::of(program, limbs);
        let mut contractions = contractions(program);
        let is_packed = |value: &Value| packing.computes(*value);
        contractions.retain(|sum, contraction| !is_packed(sum) && !is_packed(&contraction.product));
        let mut schedule = Self {
            program,
            outer_statements: Vec::new(),
            blocks: Vec::new(),
            is_outlined: false,
            early_stores: BTreeMap::new(),
            places: vec![None; program.nodes().len()],
            names: Names::default(),
            headings: BTreeMap::new(),
            contractions,
            packing,
            returned_packs: BTreeMap::new(),
            passes: passes(program),
        };
        schedule.list_statements();
        schedule.place_all();
        schedule
    }

    /// Puts each pass after the values that its angles depend on, and everything else after the last pass.
    fn list_statements(&mut self) {
        let program = self.program;
        let (depths, angle_flags) = (passes_before(program), is_for_angles(program));
        let contracted_products: BTreeSet<Value> = self
            .contractions
            .values()
            .map(|contraction| contraction.product)
            .collect();
        let statements_with = |belongs: &dyn Fn(usize) -> bool| -> Vec<ScheduledStatement> {
            let nodes = program.nodes().iter().enumerate();
            let candidates =
                nodes.filter(|&(index, &node)| has_own_statement(node) && belongs(index));
            let values = candidates.map(|(index, _)| program.value(index));
            let is_packed = |value: &Value| self.packing.computes(*value);
            let named_values =
                values.filter(|value| !contracted_products.contains(value) && !is_packed(value));
            named_values.map(ScheduledStatement::Let).collect()
        };
        let mut statements = Vec::new();
        for pass in 0..self.passes.len() {
            statements.extend(statements_with(&|index| {
                angle_flags[index] && depths[index] == pass
            }));
            statements.push(ScheduledStatement::Pass(pass));
        }
        statements.extend(statements_with(&|index| !angle_flags[index]));
        let packs = 0..self.packing.packs.len();
        statements.extend(packs.map(ScheduledStatement::Pack));
        self.outer_statements = statements;
    }

    /// Places all values in variables.
    fn place_all(&mut self) {
        let sines_and_cosines = (self.passes.iter().flatten())
            .flat_map(|pair| [pair.sin, pair.cos].into_iter().flatten());
        let values = (self.outer_statements.iter())
            .filter_map(|statement| statement.value())
            .chain(self.packing.extracted.iter().copied())
            .chain(sines_and_cosines);
        let mut places = vec![None; self.program.nodes().len()];
        for value in values {
            places[value.index()] = Some(ValuePlace::Variable);
        }
        self.places = places;
    }

    /// Leaves the sines and cosines of each pass with several angles in two arrays.
    fn keep_sines_in_arrays(&mut self) {
        for (pass, pairs) in self.passes.iter().enumerate() {
            for (index, pair) in pairs.iter().enumerate().filter(|_| pairs.len() > 1) {
                for (value, function) in [(pair.sin, SinCos::Sine), (pair.cos, SinCos::Cosine)] {
                    let place = ValuePlace::SinCos {
                        of: function,
                        pass,
                        index,
                    };
                    if let Some(value) = value {
                        self.places[value.index()] = Some(place);
                    }
                }
            }
        }
    }

    /// Whether a value has a statement of its own, or is extracted from a pack.
    fn computes(&self, value: Value) -> bool {
        self.places[value.index()].is_some()
            && has_own_statement(self.program.nodes()[value.index()])
    }

    /// The operands of a value's statement.
    fn operands(&self, value: Value) -> Vec<Value> {
        match self.contractions.get(&value) {
            Some(&Contraction {
                factors: [a, b],
                term,
                ..
            }) => vec![a, b, term],
            None => self.program.nodes()[value.index()].operands().collect(),
        }
    }

    /// The place of a value in a scope: a block, or, with `None`, the function's own scope after all blocks.
    pub fn place(&self, value: Value, scope: Option<usize>) -> ValuePlace {
        match self.places[value.index()].expect("the value has a statement") {
            ValuePlace::Returned { block, .. } if scope == Some(block) => ValuePlace::Variable,
            place => place,
        }
    }

    /// Names all values that have statements.
    fn with_names(mut self, names: &RobotNames) -> Self {
        let blocks = self.blocks.iter().flat_map(|block| &block.statements);
        let statements = self.outer_statements.iter().chain(blocks);
        let mut values = Vec::with_capacity(self.program.nodes().len());
        for &statement in statements {
            match statement {
                ScheduledStatement::Let(value) => values.push(value),
                statement => values.extend(self.values_of(statement)),
            }
        }
        // Names follow the order of the program, since a changed constant may change the order of all statements.
        values.sort_unstable();
        self.names = Names::new(self.program, &self.passes, &values, names);
        self.headings = self.headings(names);
        self
    }

    /// The heading of each body. It is written before the first long enough run of statements that all belong to the body.
    fn headings(&self, names: &RobotNames) -> BTreeMap<ScheduledStatement, String> {
        let body = |statement: &ScheduledStatement| self.names.body(statement.value()?);
        let mut known_bodies = BTreeSet::new();
        let mut headings = BTreeMap::new();
        let blocks = self.blocks.iter().map(|block| &block.statements);
        for scope in std::iter::once(&self.outer_statements).chain(blocks) {
            for run in scope.chunk_by(|a, b| body(a) == body(b)) {
                if let Some(body) = body(&run[0])
                    && run.len() >= MIN_RUN
                    && known_bodies.insert(body)
                {
                    headings.insert(run[0], names.body(body));
                }
            }
        }
        headings
    }

    /// The heading before a statement.
    pub fn heading(&self, statement: &ScheduledStatement) -> Option<&str> {
        self.headings.get(statement).map(String::as_str)
    }

    /// The values that a statement names, other than sines and cosines.
    fn values_of(&self, statement: ScheduledStatement) -> Vec<Value> {
        match statement {
            ScheduledStatement::Let(value) => vec![value],
            ScheduledStatement::Pack(pack) => self.lanes(pack).into_iter().flatten().collect(),
            ScheduledStatement::Pass(_) => Vec::new(),
        }
    }

    /// The name of a value that has a statement.
    pub fn name(&self, value: Value) -> &str {
        self.names.of(value)
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

    /// The place where a scope finds a pack that a block returns. `None`: a variable of the scope has the pack.
    pub fn pack_place(&self, pack: usize, scope: Option<usize>) -> Option<ReturnedPack> {
        let entry = self.returned_packs.get(&pack).copied();
        entry.filter(|entry| scope != Some(entry.block))
    }

    /// The values of a pack that are extracted after its statement, lane by lane.
    pub fn lanes(&self, pack: usize) -> Vec<Option<Value>> {
        let Pack { lanes, kind, .. } = &self.packing.packs[pack];
        let is_computed = !matches!(kind, PackKind::Broadcast | PackKind::Gather);
        let is_extracted = |lane: &Value| is_computed && self.packing.extracted.contains(lane);
        lanes
            .iter()
            .map(|lane| is_extracted(lane).then_some(*lane))
            .collect()
    }
}

impl ScheduledStatement {
    /// The value that a `let` computes.
    fn value(self) -> Option<Value> {
        match self {
            Self::Let(value) => Some(value),
            Self::Pack(_) | Self::Pass(_) => None,
        }
    }
}

/// The operand of a negation. A negation is written where it is used, and has no statement.
pub fn negation_operand(program: &Program, value: Value) -> Option<Value> {
    match program.nodes()[value.index()] {
        Node::Neg(a) => Some(a),
        _ => None,
    }
}

/// Whether a node has a statement; other nodes are written where they are used.
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

#[cfg(test)]
mod tests {
    use super::blocks::{BLOCK_LENGTH, MAX_SCOPE_LENGTH};
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
        let schedule = Schedule::new(&program, &Limbs::default(), &RobotNames::default(), false);
        let v = |index: usize| program.value(index);
        let pair = |angle, sin, cos| AnglePair { angle, sin, cos };
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
        assert_eq!(schedule.outer_statements, expected);
        let passes = [
            vec![
                pair(v(0), Some(v(3)), Some(v(1))),
                pair(v(10), None, Some(v(11))),
            ],
            vec![pair(v(6), Some(v(7)), None)],
        ];
        assert_eq!(schedule.passes, passes);
        assert_eq!(schedule.blocks, []);
        let names = [3, 11, 7, 8].map(|index| schedule.name(v(index)));
        assert_eq!(names, ["s_q0", "c_q0_q1", "s_angle", "x4"]);
        let place = schedule.place(v(11), None);
        assert_eq!(place, ValuePlace::Variable);
        assert_eq!(negation_operand(&program, v(4)), Some(v(3)));
        assert_eq!(schedule.inputs(), [InputKind::Q].into());
    }

    /// Every value is computed once, and has a name where it is used but not before.
    #[test]
    fn a_long_program_is_cut_into_blocks() {
        let mut b = Builder::new();
        let (q0, q1) = (b.input(InputKind::Q, 0), b.input(InputKind::Q, 1));
        let (sin, _) = b.sin_cos(q0);
        let mut chain = vec![sin, q1];
        for k in 0..2 * MAX_SCOPE_LENGTH {
            let next = b.mul(chain[k], chain[k + 1]);
            chain.push(b.add(next, q0));
        }
        let negative = b.neg(chain[12]);
        let program = b.finish(&[chain[2 * MAX_SCOPE_LENGTH], chain[10], negative]);
        let schedule = Schedule::new(&program, &Limbs::default(), &RobotNames::default(), false);
        assert_eq!(schedule.outer_statements, [ScheduledStatement::Pass(0)]);
        let sin = schedule.passes[0][0].sin.expect("its sine is needed");
        assert!(schedule.blocks.len() > 2);
        let mut computed = BTreeSet::new();
        let check = |computed: &BTreeSet<Value>, operand: Value, scope: Option<usize>| {
            let operand = negation_operand(&program, operand).unwrap_or(operand);
            if !has_statement(program.nodes()[operand.index()]) {
                return;
            }
            assert!(computed.contains(&operand));
            if let ValuePlace::Returned { block, index } = schedule.place(operand, scope) {
                assert!(scope.is_none_or(|scope| block < scope));
                assert_eq!(schedule.blocks[block].results[index], operand);
            } else {
                let own_statements = scope.map(|block| &schedule.blocks[block].statements);
                let is_there = |statements: &Vec<ScheduledStatement>| {
                    statements.contains(&ScheduledStatement::Let(operand))
                };
                assert!(own_statements.is_some_and(is_there) || operand == sin);
            }
        };
        computed.insert(sin);
        for (index, block) in schedule.blocks.iter().enumerate() {
            assert!(block.statements.len() <= BLOCK_LENGTH);
            let is_early = |value: &Value| computed.contains(value);
            assert!(!block.arguments.is_empty() && block.arguments.iter().all(is_early));
            for statement in &block.statements {
                let ScheduledStatement::Let(value) = *statement else {
                    panic!("an angle in a block");
                };
                for operand in schedule.operands(value) {
                    check(&computed, operand, Some(index));
                    let is_argument = block.arguments.contains(&operand);
                    let definition = ScheduledStatement::Let(operand);
                    let is_value = has_statement(program.nodes()[operand.index()]);
                    assert!(!is_value || is_argument != block.statements.contains(&definition));
                }
                assert!(computed.insert(value));
            }
        }
        for &output in program.outputs() {
            check(&computed, output, None);
        }
        let nodes = program.nodes().iter();
        let statements = nodes.filter(|n| has_statement(**n)).count();
        assert_eq!(computed.len(), statements - schedule.contractions.len());
    }
}
