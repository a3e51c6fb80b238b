//! Isomorphism of values: equal operations on corresponding inputs of limbs.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use multibody_program::ir::{InputKind, Limbs, Node, Program, Value};

/// The tag in the keys of constants and of values that are known before a call. The other tags are in `key_of`.
const EARLY_TAG: u8 = 4;

/// Properties of the values of a program.
pub struct Isomorphism {
    /// A key that is equal for values computed in the same way from corresponding inputs of their limbs, whatever their
    /// constants and signs.
    keys: Vec<u64>,
    /// The limbs on whose inputs each value depends.
    limbs: Vec<LimbDependence>,
    /// Whether each value is computed before the packed code of limbs: before a call, or because angles depend on it.
    precedes_limbs: Vec<bool>,
}

/// The limbs on whose inputs a value depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LimbDependence {
    /// The value depends on no input of a limb.
    None,
    /// The value depends on inputs of one limb of a shape.
    One { shape: usize, limb: usize },
    /// The value depends on inputs of several limbs.
    Several,
}

/// A value without its negations.
#[derive(Clone, Copy)]
pub struct SignedValue {
    pub value: Value,
    /// Whether it is negated.
    pub is_negative: bool,
}

/// The limb on which a value depends.
#[derive(Clone, Copy)]
pub struct LimbIndex {
    /// The index of its shape.
    pub shape: usize,
    /// The index of the limb among all limbs.
    pub limb: usize,
}

/// Splits a value into its sign and the value without negations.
pub fn split_sign(program: &Program, value: Value) -> SignedValue {
    match program.nodes()[value.index()] {
        Node::Neg(a) => {
            let operand = split_sign(program, a);
            SignedValue {
                is_negative: !operand.is_negative,
                ..operand
            }
        }
        _ => SignedValue {
            value,
            is_negative: false,
        },
    }
}

impl Isomorphism {
    /// The properties of a program's values.
    pub fn of(program: &Program, limbs: &Limbs) -> Self {
        let count = program.nodes().len();
        let mut result = Self {
            keys: Vec::with_capacity(count),
            limbs: Vec::with_capacity(count),
            precedes_limbs: Vec::with_capacity(count),
        };
        for &node in program.nodes() {
            let precedes_limbs = match node {
                Node::Input(input) => input.kind == InputKind::Parameter,
                _ => node
                    .operands()
                    .all(|operand| result.precedes_limbs[operand.index()]),
            };
            // A parameter in one limb may correspond to a constant in others.
            let key = if precedes_limbs { hash(EARLY_TAG) } else { result.key_of(node, limbs) };
            let limb = result.limb_of(node, limbs);
            result.keys.push(key);
            result.limbs.push(limb);
            result.precedes_limbs.push(precedes_limbs);
        }
        let mut is_for_angles = vec![false; count];
        for (position, node) in program.nodes().iter().enumerate().rev() {
            let is_of_angle = matches!(node, Node::Call(function, _) if function.is_of_angle());
            if is_for_angles[position] || is_of_angle {
                node.operands()
                    .for_each(|operand| is_for_angles[operand.index()] = true);
            }
            result.precedes_limbs[position] |= is_for_angles[position];
        }
        result
    }

    /// The key of a value: equal for values computed in the same way from corresponding inputs of their limbs, whatever
    /// their constants and signs.
    pub fn key(&self, value: Value) -> u64 {
        self.keys[value.index()]
    }

    /// The only limb on which a value depends.
    pub fn limb(&self, value: Value) -> Option<LimbIndex> {
        match self.limbs[value.index()] {
            LimbDependence::One { shape, limb } => Some(LimbIndex { shape, limb }),
            LimbDependence::None | LimbDependence::Several => None,
        }
    }

    /// Whether a value is constant, known before a call, or part of an angle: such values are computed before limbs.
    pub fn precedes_limbs(&self, value: Value) -> bool {
        self.precedes_limbs[value.index()]
    }

    /// The key of a node: a hash of the tag of its kind, and of the keys of its operands.
    fn key_of(&self, node: Node, limbs: &Limbs) -> u64 {
        let key = |value: Value| self.keys[value.index()];
        // The key does not depend on the order of the operands.
        let sum = |a: Value, b: Value| key(a).wrapping_add(key(b));
        match node {
            Node::Input(input) => match (limbs.position(input), input.kind) {
                (Some(position), kind) => hash((0, kind, position.shape, position.place)),
                // Selectors and multipliers of all rows correspond, and equal components of wrenches.
                (None, kind @ (InputKind::Selector | InputKind::Multipliers)) => hash((1, kind)),
                (None, InputKind::Wrench) => hash((2, input.index % 6)),
                (None, kind) => hash((3, kind, input.index)),
            },
            Node::Constant(_) | Node::Angle(_) => hash(EARLY_TAG),
            Node::Neg(a) => key(a),
            Node::Add(a, b) | Node::Sub(a, b) => hash((5, sum(a, b))),
            Node::Mul(a, b) => hash((6, sum(a, b))),
            Node::Div(a, b) => hash((7, key(a), key(b))),
            Node::Call(function, a) => hash((8, function, key(a))),
        }
    }

    /// The limbs on whose inputs a node depends.
    fn limb_of(&self, node: Node, limbs: &Limbs) -> LimbDependence {
        if let Node::Input(input) = node {
            return limbs
                .position(input)
                .map_or(LimbDependence::None, |position| LimbDependence::One {
                    shape: position.shape,
                    limb: position.limb,
                });
        }
        node.operands()
            .fold(LimbDependence::None, |dependence, operand| {
                match (dependence, self.limbs[operand.index()]) {
                    (LimbDependence::None, origin) | (origin, LimbDependence::None) => origin,
                    (a, b) if a == b => a,
                    _ => LimbDependence::Several,
                }
            })
    }
}

fn hash(key: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}
