//! In which order a function computes its values, in which scopes, and what they are called: plain data, of
//! which a language only has to know how it writes a statement.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::{Circle, Class, InputKind, Node, Program, Value};

/// Statements that may stand in one scope. Each `let` is a scope within the one before it, which
/// compilers walk recursively when they write debug information.
pub const LONGEST_SCOPE: usize = 1000;
/// Statements of a block of a longer function.
const BLOCK: usize = 500;

/// The statements of a program.
pub struct Schedule<'a> {
    /// What they compute.
    pub program: &'a Program,
    /// Those in the function's own scope, which stand first: all, unless there are many; then those that
    /// angles need.
    pub first: Vec<Statement>,
    /// The others, in scopes of their own.
    pub blocks: Vec<Block>,
    /// Names of the values that have statements: in blocks, as those behind their own see them.
    names: BTreeMap<Value, Name>,
}

/// Statements in a scope of their own.
#[derive(Debug, PartialEq, Eq)]
pub struct Block {
    /// In their order.
    pub statements: Vec<Statement>,
    /// Values that are used behind it, in the order in which it gives them.
    pub gives: Vec<Value>,
}

/// What computes a value, or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statement {
    /// A value, by its node.
    Let(Value),
    /// Sine, cosine or both of an angle, where the first of them stands.
    Circle(Pair),
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
pub enum Name {
    /// By the rank of its node.
    Node(usize),
    /// Sine or cosine of the angle of this rank.
    Circle(Circle, usize),
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
    pub fn new(program: &'a Program) -> Self {
        let order: Vec<usize> = (0..program.nodes().len())
            .filter(|&at| has_statement(program.nodes()[at]))
            .collect();
        let mut schedule = Self::in_one_scope(program);
        if order.len() > LONGEST_SCOPE {
            schedule.cut(&order);
        }
        schedule
    }

    /// Without blocks.
    pub fn in_one_scope(program: &'a Program) -> Self {
        let pairs = pairs(program);
        let mut names = BTreeMap::new();
        let mut first = Vec::new();
        for (at, &node) in program.nodes().iter().enumerate() {
            let value = program.value(at);
            match node {
                Node::Call(function, angle) if function.is_of_angle() => {
                    let pair = pairs[&angle];
                    if [pair.sin, pair.cos].into_iter().flatten().min() == Some(value) {
                        first.push(Statement::Circle(pair));
                    }
                }
                _ if has_statement(node) => {
                    first.push(Statement::Let(value));
                    names.insert(value, Name::Node(at));
                }
                _ => {}
            }
        }
        for (rank, pair) in pairs.values().enumerate() {
            for (value, of) in [(pair.sin, Circle::Sine), (pair.cos, Circle::Cosine)] {
                names.extend(value.map(|value| (value, Name::Circle(of, rank))));
            }
        }
        Self {
            program,
            first,
            blocks: Vec::new(),
            names,
        }
    }

    /// What a value that has a statement is called in a block; none: in the function's own scope, behind
    /// the blocks.
    pub fn name(&self, value: Value, inside: Option<usize>) -> Name {
        match self.names[&value] {
            Name::Given { block, .. } if inside == Some(block) => Name::Node(value.index()),
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

    /// Puts what angles do not need into blocks, each giving what later ones need.
    fn cut(&mut self, order: &[usize]) {
        let angles = needed_for_angles(self.program);
        let stays = |statement: &Statement| match statement {
            Statement::Let(value) => angles[value.index()],
            Statement::Circle(_) => true,
        };
        self.first.retain(stays);
        let rest: Vec<Value> = (order.iter().filter(|at| !angles[**at]))
            .map(|&at| self.program.value(at))
            .collect();
        let last_uses = last_uses(self.program, &rest);
        for (block, values) in rest.chunks(BLOCK).enumerate() {
            let is_given =
                |value: &&Value| last_uses[value.index()].is_some_and(|last| last > block);
            let gives: Vec<Value> = values.iter().filter(is_given).copied().collect();
            let given = gives.iter().enumerate();
            let names = given.map(|(place, &value)| (value, Name::Given { block, place }));
            self.names.extend(names);
            self.blocks.push(Block {
                statements: values.iter().map(|&value| Statement::Let(value)).collect(),
                gives,
            });
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

/// What is needed of each angle.
fn pairs(program: &Program) -> BTreeMap<Value, Pair> {
    let mut pairs = BTreeMap::new();
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
    pairs
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

/// Of each value the rank of the last block that uses it; outputs are used behind all.
fn last_uses(program: &Program, rest: &[Value]) -> Vec<Option<usize>> {
    let mut last = vec![None; program.nodes().len()];
    let mut note = |value: Value, block: usize| {
        let used = negated(program, value).unwrap_or(value);
        last[used.index()] = Some(block);
    };
    for (block, values) in rest.chunks(BLOCK).enumerate() {
        for value in values {
            let operands = program.nodes()[value.index()].operands();
            operands.for_each(|operand| note(operand, block));
        }
    }
    let outputs = program.outputs().iter();
    outputs.for_each(|&output| note(output, usize::MAX));
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Builder, parse};

    #[test]
    fn sine_and_cosine_of_an_angle_are_one_statement_where_the_first_stands() {
        let program = parse(
            "v0 = q0\nv1 = cos v0\nv2 = mul v1 v1\nv3 = sin v0\nv4 = neg v3\nv5 = mul v4 v2\nv6 = sqrt v5\n\
             v7 = sin v6\nv8 = add v7 v5\nout v8 v4",
        )
        .unwrap();
        let schedule = Schedule::new(&program);
        let v = |at: usize| program.value(at);
        let pair = |angle, sin, cos| Statement::Circle(Pair { angle, sin, cos });
        let expected = [
            pair(v(0), Some(v(3)), Some(v(1))),
            Statement::Let(v(2)),
            Statement::Let(v(5)),
            Statement::Let(v(6)),
            pair(v(6), Some(v(7)), None),
            Statement::Let(v(8)),
        ];
        assert_eq!(schedule.first, expected);
        assert_eq!(schedule.blocks, []);
        assert_eq!(schedule.name(v(3), None), Name::Circle(Circle::Sine, 0));
        assert_eq!(schedule.name(v(7), None), Name::Circle(Circle::Sine, 1));
        assert_eq!(schedule.name(v(8), None), Name::Node(8));
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
        for k in 0..LONGEST_SCOPE {
            let next = b.mul(chain[k], chain[k + 1]);
            chain.push(b.add(next, first));
        }
        let minus = b.neg(chain[12]);
        let program = b.finish(&[chain[LONGEST_SCOPE], chain[10], minus]);
        let schedule = Schedule::new(&program);
        let [Statement::Circle(Pair { sin: Some(sin), .. })] = schedule.first[..] else {
            panic!("{:?}", schedule.first);
        };
        assert!(schedule.blocks.len() > 2);
        let mut computed = BTreeSet::new();
        let known = |computed: &BTreeSet<Value>, used: Value, inside: Option<usize>| {
            let used = negated(&program, used).unwrap_or(used);
            if !has_statement(program.nodes()[used.index()]) {
                return;
            }
            assert!(computed.contains(&used));
            if let Name::Given { block, place } = schedule.name(used, inside) {
                assert!(inside.is_none_or(|inside| block < inside));
                assert_eq!(schedule.blocks[block].gives[place], used);
            } else {
                let own = inside.map(|at| &schedule.blocks[at].statements);
                let here = |statements: &Vec<Statement>| statements.contains(&Statement::Let(used));
                assert!(own.is_some_and(here) || used == sin);
            }
        };
        computed.insert(sin);
        for (rank, block) in schedule.blocks.iter().enumerate() {
            assert!(block.statements.len() <= BLOCK);
            for statement in &block.statements {
                let Statement::Let(value) = *statement else {
                    panic!("an angle in a block");
                };
                let operands = program.nodes()[value.index()].operands();
                operands.for_each(|used| known(&computed, used, Some(rank)));
                assert!(computed.insert(value));
            }
        }
        for &output in program.outputs() {
            known(&computed, output, None);
        }
        let nodes = program.nodes().iter();
        assert_eq!(computed.len(), nodes.filter(|n| has_statement(**n)).count());
    }
}
