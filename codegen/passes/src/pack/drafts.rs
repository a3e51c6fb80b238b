//! Drafts of packs during the search: operands, signs and order.

use std::collections::{BTreeSet, VecDeque};

use rustc_hash::FxHashMap;

use super::isomorphism::{Isomorphism, SignedValue, split_sign};
use super::packs::PackPlace;
use multibody_program::ir::{Limbs, Node, Program, Value};

/// A draft of a pack: one operation in all lanes.
pub struct PackDraft {
    /// The value that each lane computes.
    pub lanes: Vec<Value>,
    /// For each operand, its value in each lane.
    pub operands: [Vec<Value>; 2],
    /// For each operand, which lanes count as negative.
    pub signs: [Vec<bool>; 2],
}

/// The operation that computes a value, and its operands.
pub struct Operands {
    pub operation: Operation,
    pub operands: [SignedValue; 2],
}

/// All drafts of a program. Each draft becomes a pack, or part of a fused multiply-add, unless it is dropped. So functions call its
/// index `pack`.
pub struct Drafts<'a> {
    pub program: &'a Program,
    pub isomorphism: Isomorphism,
    /// For each shape, which is a sequence of joint types, the number of its limbs.
    pub limb_counts: &'a [usize],
    /// The drafts. None: the draft was dropped.
    pub drafts: Vec<Option<PackDraft>>,
    /// The pack and the lane that compute each value.
    pub places: FxHashMap<Value, PackPlace>,
}

impl<'a> Drafts<'a> {
    /// No drafts yet.
    pub fn new(program: &'a Program, limbs: &'a Limbs) -> Self {
        Self {
            program,
            isomorphism: Isomorphism::of(program, limbs),
            limb_counts: limbs.counts(),
            drafts: Vec::new(),
            places: FxHashMap::default(),
        }
    }

    /// The computation of a value. None: the value is computed before limbs are, or by an operation that is not packed.
    pub fn operands(&self, value: Value) -> Option<Operands> {
        let signed = |operand: Value, is_negative: bool| {
            let inner = split_sign(self.program, operand);
            SignedValue {
                is_negative: inner.is_negative != is_negative,
                ..inner
            }
        };
        if self.isomorphism.precedes_limbs(value) {
            return None;
        }
        let (operation, operands) = match self.program.nodes()[value.index()] {
            Node::Add(a, b) => (Operation::Sum, [signed(a, false), signed(b, false)]),
            Node::Sub(a, b) => (Operation::Sum, [signed(a, false), signed(b, true)]),
            Node::Mul(a, b) => (Operation::Product, [signed(a, false), signed(b, false)]),
            Node::Div(a, b) => (Operation::Quotient, [signed(a, false), signed(b, false)]),
            _ => return None,
        };
        Some(Operands {
            operation,
            operands,
        })
    }

    /// The index of the pack with exactly these lanes.
    pub fn index(&self, lanes: &[Value]) -> Option<usize> {
        let pack = self.places.get(&lanes[0])?.pack;
        let draft = self.drafts[pack].as_ref()?;
        (draft.lanes == lanes).then_some(pack)
    }

    /// Removes a pack.
    pub fn drop_pack(&mut self, pack: usize) {
        if let Some(draft) = self.drafts[pack].take() {
            draft.lanes.iter().for_each(|lane| {
                self.places.remove(lane);
            });
        }
    }

    /// The values to extract from packs: operands of scalar operations, outputs, and values that other packs gather.
    pub fn extractions(&self) -> BTreeSet<Value> {
        let nodes = self.program.nodes().iter().enumerate();
        // A negation reads nothing: the sign is applied where its value is used.
        let scalars = nodes.filter(|(position, node)| {
            let is_placed = self.places.contains_key(&self.program.value(*position));
            !is_placed && !matches!(node, Node::Neg(_))
        });
        let values = scalars
            .flat_map(|(_, node)| node.operands())
            .chain(self.program.outputs().iter().copied())
            .map(|value| split_sign(self.program, value).value);
        let drafts = self.drafts.iter().flatten();
        let gathers = drafts
            .flat_map(|draft| &draft.operands)
            .filter(|lanes| self.index(lanes).is_none())
            .flatten();
        values
            .chain(gathers.copied())
            .filter(|value| self.places.contains_key(value))
            .collect()
    }

    /// The packs, each after everything on which it depends.
    ///
    /// # Errors
    /// A pack that depends on itself, or on such a pack.
    pub fn find_order(&self) -> Result<Vec<usize>, usize> {
        let count = self.program.nodes().len();
        // Topological order (Kahn) of units: a unit is a value outside packs or, numbered after all values, a pack.
        let unit = |value: Value| match self.places.get(&value) {
            Some(place) => count + place.pack,
            None => value.index(),
        };
        // For each unit, how many operands it still waits for, and which units wait for it.
        let mut pending = vec![0_usize; count + self.drafts.len()];
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); pending.len()];
        for (position, node) in self.program.nodes().iter().enumerate() {
            let node_unit = unit(self.program.value(position));
            for operand in node.operands() {
                users[unit(operand)].push(node_unit);
                pending[node_unit] += 1;
            }
        }
        let is_unit = |position: usize| match position.checked_sub(count) {
            Some(pack) => self.drafts[pack].is_some(),
            None => !self.places.contains_key(&self.program.value(position)),
        };
        let mut ready: VecDeque<usize> = (0..pending.len())
            .filter(|&position| is_unit(position) && pending[position] == 0)
            .collect();
        let mut order = Vec::new();
        while let Some(position) = ready.pop_front() {
            order.extend(position.checked_sub(count));
            for &user in &users[position] {
                pending[user] -= 1;
                if pending[user] == 0 {
                    ready.push_back(user);
                }
            }
        }
        let ordered_packs: BTreeSet<usize> = order.iter().copied().collect();
        let packs = (0..self.drafts.len()).filter(|&pack| self.drafts[pack].is_some());
        match packs.rev().find(|pack| !ordered_packs.contains(pack)) {
            Some(dependent_pack) => Err(dependent_pack),
            None => Ok(order),
        }
    }

    /// The lanes in which the two operands have opposite signs. The sign of an operand is relative to the value in its
    /// register.
    pub fn opposite_lanes(&self, draft: &PackDraft) -> Vec<bool> {
        let [first_signs, second_signs] = [0, 1].map(|k| self.register_signs(draft, k));
        let lanes = first_signs.iter().zip(&second_signs);
        lanes.map(|(first, second)| first != second).collect()
    }

    /// The lanes in which an operand counts as the negative of its value in the register.
    pub fn register_signs(&self, draft: &PackDraft, operand: usize) -> Vec<bool> {
        let lane_signs = self.negative_lanes(&draft.operands[operand]);
        let signs = draft.signs[operand].iter().zip(lane_signs);
        signs.map(|(&sign, negative)| sign != negative).collect()
    }

    /// The operation of a draft.
    pub fn operation(&self, draft: &PackDraft) -> Option<Operation> {
        let operands = self.operands(draft.lanes[0])?;
        Some(operands.operation)
    }

    /// The lanes in which the register has the negative of the value.
    pub fn negative_lanes(&self, lanes: &[Value]) -> Vec<bool> {
        let Some(pack) = self.index(lanes) else {
            return vec![false; lanes.len()];
        };
        let draft = self.drafts[pack]
            .as_ref()
            .expect("a draft that is not dropped");
        match self.operation(draft) {
            // The register adds the second operand with its sign relative to the first, so the first sign is that of the sum.
            Some(Operation::Sum) => self.register_signs(draft, 0),
            _ => self.opposite_lanes(draft),
        }
    }
}

/// The operation that computes the values of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Sum,
    Product,
    Quotient,
}
