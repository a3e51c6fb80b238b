//! Isomorphism of values: equal operations on corresponding inputs of limbs. Isomorphic limbs, such as the four legs of a quadruped,
//! have the same shape.

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
    dependences: Vec<LimbDependence>,
    /// Whether each value depends on nothing but parameters, so that `prepare` computes it.
    is_early: Vec<bool>,
    /// Whether the angles of sines and cosines depend on each value. All angles are computed before the packed code of limbs.
    feeds_angle: Vec<bool>,
}

/// The limbs on whose inputs a value depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LimbDependence {
    /// The value depends on no input of a limb.
    None,
    /// The value depends on inputs of one limb.
    One(LimbOfShape),
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

/// A limb, and its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimbOfShape {
    /// The index of the shape.
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
            dependences: Vec::with_capacity(count),
            is_early: Vec::with_capacity(count),
            feeds_angle: vec![false; count],
        };
        for &node in program.nodes() {
            let is_early = match node {
                Node::Input(input) => input.kind == InputKind::Parameter,
                _ => node
                    .operands()
                    .all(|operand| result.is_early[operand.index()]),
            };
            // A parameter in one limb may correspond to a constant in others.
            let key = if is_early { hash(EARLY_TAG) } else { result.key_of(node, limbs) };
            let dependence = result.dependence_of(node, limbs);
            result.keys.push(key);
            result.dependences.push(dependence);
            result.is_early.push(is_early);
        }
        for (index, node) in program.nodes().iter().enumerate().rev() {
            let takes_angle = matches!(node, Node::Call(function, _) if function.is_of_angle());
            if result.feeds_angle[index] || takes_angle {
                node.operands()
                    .for_each(|operand| result.feeds_angle[operand.index()] = true);
            }
        }
        result
    }

    /// The key of a value: equal for values computed in the same way from corresponding inputs of their limbs, whatever
    /// their constants and signs.
    pub fn key(&self, value: Value) -> u64 {
        self.keys[value.index()]
    }

    /// The only limb on which a value depends.
    pub fn limb(&self, value: Value) -> Option<LimbOfShape> {
        match self.dependences[value.index()] {
            LimbDependence::One(limb) => Some(limb),
            LimbDependence::None | LimbDependence::Several => None,
        }
    }

    /// Whether a value is computed before the packed code of limbs: it is known before a call, or an angle depends on it.
    pub fn precedes_limbs(&self, value: Value) -> bool {
        self.is_early[value.index()] || self.feeds_angle[value.index()]
    }

    /// The key of a node: a hash of the tag of its kind, and of the keys of its operands.
    fn key_of(&self, node: Node, limbs: &Limbs) -> u64 {
        let key = |value: Value| self.keys[value.index()];
        // The key does not depend on the order of the operands.
        let sum = |a: Value, b: Value| key(a).wrapping_add(key(b));
        match node {
            Node::Input(input) => match (limbs.find(input), input.kind) {
                (Some(slot), kind) => hash((0, kind, slot.shape, slot.place)),
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
    fn dependence_of(&self, node: Node, limbs: &Limbs) -> LimbDependence {
        if let Node::Input(input) = node {
            return limbs.find(input).map_or(LimbDependence::None, |slot| {
                LimbDependence::One(LimbOfShape {
                    shape: slot.shape,
                    limb: slot.limb,
                })
            });
        }
        node.operands()
            .fold(LimbDependence::None, |dependence, operand| {
                match (dependence, self.dependences[operand.index()]) {
                    (LimbDependence::None, other) | (other, LimbDependence::None) => other,
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
