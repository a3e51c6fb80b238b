//! Drafts of packs during the search: operands, signs and order.

use std::collections::{BTreeSet, VecDeque};

use rustc_hash::FxHashMap;

use super::isomorphism::{Isomorphism, positive};
use super::limbs::Limbs;
use crate::ir::{Node, Program, Value};

/// A draft of a pack.
pub struct PackDraft {
    pub lanes: Vec<Value>,
    pub operands: [Vec<Value>; 2],
    /// Whether the first operand, and the second, count as negative.
    pub signs: [Vec<bool>; 2],
}

/// All of a program.
pub struct Drafts<'a> {
    pub program: &'a Program,
    pub alike: Isomorphism,
    /// How many limbs there are of each shape.
    pub counts: &'a [usize],
    /// None: dropped.
    pub drafts: Vec<Option<PackDraft>>,
    /// The pack and the lane of each value.
    pub placed: FxHashMap<Value, (usize, usize)>,
}

impl<'a> Drafts<'a> {
    /// None yet.
    pub fn new(program: &'a Program, limbs: &'a Limbs) -> Self {
        Self {
            program,
            alike: Isomorphism::of(program, limbs),
            counts: limbs.counts(),
            drafts: Vec::new(),
            placed: FxHashMap::default(),
        }
    }

    /// What makes a value, and of what, with signs; none: it stands first, or is no such operation.
    pub fn operands(&self, value: Value) -> Option<(Operation, [(Value, bool); 2])> {
        let sign = |of: Value, is_negative: bool| {
            let (value, negated) = positive(self.program, of);
            (value, negated != is_negative)
        };
        if self.alike.is_shared_input(value) {
            return None;
        }
        Some(match self.program.nodes()[value.index()] {
            Node::Add(a, b) => (Operation::Sum, [sign(a, false), sign(b, false)]),
            Node::Sub(a, b) => (Operation::Sum, [sign(a, false), sign(b, true)]),
            Node::Mul(a, b) => (Operation::Product, [sign(a, false), sign(b, false)]),
            Node::Div(a, b) => (Operation::Quotient, [sign(a, false), sign(b, false)]),
            _ => return None,
        })
    }

    /// The pack that has just these lanes.
    pub fn pack(&self, lanes: &[Value]) -> Option<usize> {
        let &(pack, _) = self.placed.get(&lanes[0])?;
        let draft = self.drafts[pack].as_ref()?;
        (draft.lanes == lanes).then_some(pack)
    }

    /// Takes a pack away.
    pub fn drop(&mut self, pack: usize) {
        if let Some(draft) = self.drafts[pack].take() {
            draft.lanes.iter().for_each(|lane| {
                self.placed.remove(lane);
            });
        }
    }

    /// The values in packs that are read one by one: by what is in none, and by packs put together from them.
    pub fn read(&self) -> BTreeSet<Value> {
        let nodes = self.program.nodes().iter().enumerate();
        // A negation is written where it is used.
        let alone = nodes.filter(|(at, node)| {
            let is_placed = self.placed.contains_key(&self.program.value(*at));
            !is_placed && !matches!(node, Node::Neg(_))
        });
        let read = alone.flat_map(|(_, node)| node.operands());
        let read = read.chain(self.program.outputs().iter().copied());
        let read = read.map(|value| positive(self.program, value).0);
        let drafts = self.drafts.iter().flatten();
        let apart = drafts.flat_map(|draft| &draft.operands);
        let apart = apart.filter(|lanes| self.pack(lanes).is_none()).flatten();
        read.chain(apart.copied())
            .filter(|value| self.placed.contains_key(value))
            .collect()
    }

    /// The packs, each behind all that it is made of.
    ///
    /// # Errors
    /// One that is made of itself.
    pub fn in_order(&self) -> Result<Vec<usize>, usize> {
        let count = self.program.nodes().len();
        let unit = |value: Value| match self.placed.get(&value) {
            Some((pack, _)) => count + pack,
            None => value.index(),
        };
        let mut missing = vec![0_usize; count + self.drafts.len()];
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); missing.len()];
        for (at, node) in self.program.nodes().iter().enumerate() {
            let own = unit(self.program.value(at));
            for operand in node.operands() {
                users[unit(operand)].push(own);
                missing[own] += 1;
            }
        }
        let is_unit = |at: usize| match at.checked_sub(count) {
            Some(pack) => self.drafts[pack].is_some(),
            None => !self.placed.contains_key(&self.program.value(at)),
        };
        let mut ready: VecDeque<usize> = (0..missing.len())
            .filter(|&at| is_unit(at) && missing[at] == 0)
            .collect();
        let mut ordered = Vec::new();
        while let Some(at) = ready.pop_front() {
            ordered.extend(at.checked_sub(count));
            for &user in &users[at] {
                missing[user] -= 1;
                if missing[user] == 0 {
                    ready.push_back(user);
                }
            }
        }
        let done: BTreeSet<usize> = ordered.iter().copied().collect();
        let all = (0..self.drafts.len()).filter(|&pack| self.drafts[pack].is_some());
        match all.rev().find(|pack| !done.contains(pack)) {
            Some(stuck) => Err(stuck),
            None => Ok(ordered),
        }
    }

    /// In which lanes the operands of a sum, as they are computed, have opposite signs.
    pub fn opposite(&self, draft: &PackDraft) -> Vec<bool> {
        let [first, second] = [0, 1].map(|k| self.signs(draft, k));
        let lanes = first.iter().zip(&second);
        lanes.map(|(first, second)| first != second).collect()
    }

    /// Which lanes of an operand, as it is computed, count as negative.
    pub fn signs(&self, draft: &PackDraft, operand: usize) -> Vec<bool> {
        let own = self.negative(&draft.operands[operand]);
        let signs = draft.signs[operand].iter().zip(own);
        signs.map(|(&sign, own)| sign != own).collect()
    }

    /// Which lanes are the negatives of what is computed for them.
    pub fn negative(&self, lanes: &[Value]) -> Vec<bool> {
        let Some(pack) = self.pack(lanes) else {
            return vec![false; lanes.len()];
        };
        let draft = self.drafts[pack].as_ref().expect("it is there");
        match self.operands(draft.lanes[0]) {
            // The second has its sign against the first.
            Some((Operation::Sum, _)) => self.signs(draft, 0),
            _ => self.opposite(draft),
        }
    }
}

/// What makes the values of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Sum,
    Product,
    Quotient,
}
