//! The nodes of a program, and its inputs.

use super::Function;

/// A value of a program: the position of the node that defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(pub(super) u32);

impl Value {
    /// The constant 0 of every [`Builder`](super::Builder).
    pub const ZERO: Value = Value(0);
    /// The constant 1 of every [`Builder`](super::Builder).
    pub const ONE: Value = Value(1);

    /// Position among the nodes.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The kind of an input. The kinds are in the order of the stages: a value that needs only earlier kinds can be
/// computed earlier and shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InputKind {
    /// A run-time parameter of the robot.
    Parameter,
    /// Time: one number.
    Time,
    /// Position.
    Q,
    /// Generalized velocity.
    Qd,
    /// Generalized acceleration.
    Qdd,
    /// Generalized force.
    Tau,
    /// Control of an actuator.
    Control,
    /// Component of an external wrench, six to a link.
    Wrench,
    /// Gain of constraint feedback: the first one is for the constraints' values, the second one for their rates.
    Feedback,
    /// Coefficient of restitution: one number.
    Restitution,
    /// Weight of multipliers relative to motor forces: one number.
    Weight,
    /// Multiplier of a constraint.
    Multipliers,
    /// Whether a constraint is active, 0 or 1.
    Selector,
    /// Direction of a derivative: the changes of each argument, one after the other.
    Direction,
    /// Weights of a function's values in the sum that is differentiated.
    Weights,
    /// Position of the point of a constraint: three numbers, which are replaced by other values in emitted programs.
    PointCoordinate,
    /// Argument of a local expression; a value replaces it wherever the expression is inlined.
    Local,
}

impl InputKind {
    /// All kinds with their names in the text form. If one name begins with another, the longer one comes first.
    pub const NAMES: [(InputKind, &'static str); 17] = [
        (InputKind::Qdd, "qdd"),
        (InputKind::Qd, "qd"),
        (InputKind::Q, "q"),
        (InputKind::Parameter, "p"),
        (InputKind::Tau, "tau"),
        (InputKind::Control, "u"),
        (InputKind::Time, "t"),
        (InputKind::Weights, "weights"),
        (InputKind::Weight, "weight"),
        (InputKind::Multipliers, "lambda"),
        (InputKind::Wrench, "w"),
        (InputKind::Selector, "s"),
        (InputKind::Direction, "direction"),
        (InputKind::Feedback, "k"),
        (InputKind::Restitution, "e"),
        (InputKind::PointCoordinate, "r"),
        (InputKind::Local, "x"),
    ];

    /// Name in the text form.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES
            .iter()
            .find(|(kind, _)| *kind == self)
            .map_or("", |(_, name)| name)
    }
}

/// One scalar input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Input {
    /// The array to which the input belongs.
    pub kind: InputKind,
    /// The position in this array.
    pub index: u32,
}

impl Input {
    /// Time.
    pub const TIME: Self = Self {
        kind: InputKind::Time,
        index: 0,
    };

    /// Element `index` of the array `kind`.
    #[must_use]
    pub fn new(kind: InputKind, index: usize) -> Self {
        Self {
            kind,
            index: u32::try_from(index).expect("fewer than 2^32 inputs"),
        }
    }
}

/// How a value is computed. Operands always come before the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// An input.
    Input(Input),
    /// The exact constant at this position of the pool.
    Constant(u32),
    /// The constant angle at this position of its pool, in radians.
    Angle(u32),
    /// Sum.
    Add(Value, Value),
    /// Difference.
    Sub(Value, Value),
    /// Product.
    Mul(Value, Value),
    /// Quotient.
    Div(Value, Value),
    /// Negation.
    Neg(Value),
    /// Function of one argument.
    Call(Function, Value),
}

impl Node {
    /// The operands of this node.
    pub fn operands(self) -> impl Iterator<Item = Value> {
        let (first, second) = match self {
            Node::Input(_) | Node::Constant(_) | Node::Angle(_) => (None, None),
            Node::Neg(a) | Node::Call(_, a) => (Some(a), None),
            Node::Add(a, b) | Node::Sub(a, b) | Node::Mul(a, b) | Node::Div(a, b) => {
                (Some(a), Some(b))
            }
        };
        first.into_iter().chain(second)
    }

    /// The same node with its operands replaced.
    #[must_use]
    pub fn map(self, mut operand: impl FnMut(Value) -> Value) -> Self {
        match self {
            Node::Input(_) | Node::Constant(_) | Node::Angle(_) => self,
            Node::Neg(a) => Node::Neg(operand(a)),
            Node::Call(function, a) => Node::Call(function, operand(a)),
            Node::Add(a, b) => Node::Add(operand(a), operand(b)),
            Node::Sub(a, b) => Node::Sub(operand(a), operand(b)),
            Node::Mul(a, b) => Node::Mul(operand(a), operand(b)),
            Node::Div(a, b) => Node::Div(operand(a), operand(b)),
        }
    }
}
