//! Groups of values, and what they cost.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::ir::{Count, Node, Program, Value};

/// How many numbers groups have, the widest first.
pub const WIDTHS: [usize; 2] = [4, 2];

/// Values that are computed, or put together, side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The values.
    pub lanes: Vec<Value>,
    /// Which of them are the negatives of what is computed.
    pub negative: Vec<bool>,
    /// How.
    pub made: Made,
}

/// How a group is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Made {
    /// One number in all lanes.
    Same,
    /// Put together from numbers.
    Each,
    /// `first + second`; in some lanes the second is taken away.
    Sum([usize; 2], Vec<bool>),
    /// Of two groups.
    Product([usize; 2]),
    /// Of two groups.
    Quotient([usize; 2]),
    /// Of two factors and a term, rounded once where that is to be had.
    Fused([usize; 3], Signs),
}

/// The signs of a product and a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signs {
    /// `product + term`
    Plus,
    /// `product - term`
    MinusTerm,
    /// `term - product`
    MinusProduct,
}

/// The groups of a program.
#[derive(Clone, Debug, Default)]
pub struct SideBySide {
    /// Each behind those that it is made of.
    pub groups: Vec<Group>,
    /// The group and the lane in which a value is computed.
    pub placed: FxHashMap<Value, (usize, usize)>,
    /// Products that are computed with a sum.
    pub taken: BTreeSet<Value>,
    /// The values in groups that are read one by one.
    pub read: BTreeSet<Value>,
}

impl SideBySide {
    /// Whether a value has no operation of its own.
    #[must_use]
    pub fn computes(&self, value: Value) -> bool {
        self.placed.contains_key(&value) || self.taken.contains(&value)
    }

    /// What a call costs, in one number, on the scale of [`Count::weight`].
    #[must_use]
    pub fn weight(&self, program: &Program) -> usize {
        let alone = self.placed.keys().chain(&self.taken);
        let alone: usize = alone.map(|&value| operation(program, value)).sum();
        let together = self.groups.iter().map(|group| match &group.made {
            Made::Same => 1,
            Made::Each => putting_together(program, &group.lanes),
            Made::Fused(..) => 2,
            _ => operation(program, group.lanes[0]),
        });
        let taking_apart = self.groups.iter().filter(|group| {
            let is_computed = !matches!(group.made, Made::Same | Made::Each);
            is_computed && group.lanes.iter().any(|lane| self.read.contains(lane))
        });
        let taking_apart: usize = taking_apart.map(|group| group.lanes.len() - 1).sum();
        let all = Count::of(program).weight() + together.sum::<usize>() + taking_apart;
        all.saturating_sub(alone)
    }

    /// How many operations are done on so many numbers at once.
    #[must_use]
    pub fn operations(&self, width: usize) -> usize {
        let groups = self
            .groups
            .iter()
            .filter(|group| group.lanes.len() == width);
        let operations = groups.map(|group| match group.made {
            Made::Same | Made::Each => 0,
            Made::Fused(..) => 2,
            _ => 1,
        });
        operations.sum()
    }
}

/// What an operation weighs.
pub fn operation(program: &Program, value: Value) -> usize {
    match program.nodes()[value.index()] {
        Node::Div(..) => 4,
        _ => 1,
    }
}

/// What it weighs to put numbers side by side: nothing of constants, which lie so in memory.
pub fn putting_together(program: &Program, lanes: &[Value]) -> usize {
    let is = |of: fn(Node) -> bool| lanes.iter().all(|lane| of(program.nodes()[lane.index()]));
    match () {
        () if is(|node| matches!(node, Node::Constant(_))) => 0,
        // Those of a pass lie side by side too.
        () if is(|node| matches!(node, Node::Call(..))) => 1,
        () => lanes.len() - 1,
    }
}
