//! Packs of values, and their cost.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use multibody_program::ir::{Count, Node, Program, Value};

/// The numbers of lanes of packs, the widest first.
pub const WIDTHS: [usize; 2] = [4, 2];

/// Values in the lanes of one vector register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// The value of each lane.
    pub lanes: Vec<Value>,
    /// Lanes in which the register has the negative of the value.
    pub negative: Vec<bool>,
    /// How the pack is computed.
    pub kind: PackKind,
}

/// How a pack is computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PackKind {
    /// One value in all lanes.
    Broadcast,
    /// Separate values, moved into lanes.
    Gather,
    /// `first + second`; in the marked lanes the second is subtracted.
    Sum([usize; 2], Vec<bool>),
    /// The product of two packs.
    Product([usize; 2]),
    /// The quotient of two packs.
    Quotient([usize; 2]),
    /// The fused multiply-add (FMA) of two factors and a term.
    MulAdd([usize; 3], MulAddSigns),
}

/// The signs of the product and the term of a multiply-add.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MulAddSigns {
    /// `product + term`
    Plus,
    /// `product - term`
    MinusTerm,
    /// `term - product`
    MinusProduct,
}

/// The place of a value in a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackPlace {
    /// The index of the pack.
    pub pack: usize,
    /// The lane of the value.
    pub lane: usize,
}

/// All packs of a program.
#[derive(Clone, Debug, Default)]
pub struct Packing {
    /// Packs, each after its operands.
    pub packs: Vec<Pack>,
    /// The pack and the lane of each value that a pack computes.
    pub places: FxHashMap<Value, PackPlace>,
    /// Products that a packed multiply-add computes along with its sum.
    pub contracted: BTreeSet<Value>,
    /// Values that are extracted from their lanes.
    pub extracted: BTreeSet<Value>,
}

impl Packing {
    /// Whether a value needs no scalar operation.
    #[must_use]
    pub fn computes(&self, value: Value) -> bool {
        self.places.contains_key(&value) || self.contracted.contains(&value)
    }

    /// The cost of a call of the program with these packs, on the scale of [`Count::weight`].
    #[must_use]
    pub fn weight(&self, program: &Program) -> usize {
        let values = self.places.keys().chain(&self.contracted);
        let scalar_cost: usize = values.map(|&value| operation_weight(program, value)).sum();
        let pack_costs = self.packs.iter().map(|pack| match &pack.kind {
            PackKind::Broadcast => 1,
            PackKind::Gather => gather_cost(program, &pack.lanes),
            PackKind::MulAdd(..) => 2,
            _ => operation_weight(program, pack.lanes[0]),
        });
        let extracted_packs = self.packs.iter().filter(|pack| {
            let is_computed = !matches!(pack.kind, PackKind::Broadcast | PackKind::Gather);
            is_computed && pack.lanes.iter().any(|lane| self.extracted.contains(lane))
        });
        let extraction_cost: usize = extracted_packs.map(|pack| pack.lanes.len() - 1).sum();
        let total = Count::of(program).weight() + pack_costs.sum::<usize>() + extraction_cost;
        total.saturating_sub(scalar_cost)
    }

    /// The number of packed operations with this number of lanes. A multiply-add counts as two.
    #[must_use]
    pub fn operations(&self, width: usize) -> usize {
        let packs = self.packs.iter().filter(|pack| pack.lanes.len() == width);
        let operations = packs.map(|pack| match pack.kind {
            PackKind::Broadcast | PackKind::Gather => 0,
            PackKind::MulAdd(..) => 2,
            _ => 1,
        });
        operations.sum()
    }
}

/// The weight of the operation that computes a value, on the scale of [`Count::weight`].
pub fn operation_weight(program: &Program, value: Value) -> usize {
    match program.nodes()[value.index()] {
        Node::Div(..) => 4,
        _ => 1,
    }
}

/// The cost of gathering values into lanes. Values that are adjacent in memory cost less: constants, and the values of functions.
pub fn gather_cost(program: &Program, lanes: &[Value]) -> usize {
    let node = |lane: &Value| program.nodes()[lane.index()];
    let are_all = |has_kind: fn(Node) -> bool| lanes.iter().map(node).all(has_kind);
    match () {
        () if are_all(|node| matches!(node, Node::Constant(_))) => 0,
        // Values of functions are computed in one pass, which leaves them side by side.
        () if are_all(|node| matches!(node, Node::Call(..))) => 1,
        () => lanes.len() - 1,
    }
}
