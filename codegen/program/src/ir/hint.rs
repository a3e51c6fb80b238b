//! What a value is, for readers of emitted code: LLVM's value names. A hint is no part of the program: it changes no value,
//! count, order or hash, programs that differ only in hints are equal, and the text form does not contain it.
//!
//! The first hint of a value is kept. A vector that a joint passes on unchanged thus has the name of the body where it was
//! computed, and so does every use of it.

use std::fmt;

use super::{Node, Value};

/// The quantity, body and component of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueHint {
    /// What is computed.
    pub symbol: Symbol,
    /// The body to which it belongs, or the index of a rate, row or result.
    pub index: u32,
    /// Which number of a vector or matrix.
    pub component: Component,
    /// Whether the value is the negative of this number: signs are pulled outwards, so it may be the negative that is
    /// computed.
    pub is_negative: bool,
}

/// One number of a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Component {
    /// The only one.
    Whole,
    /// Along an axis.
    Axis(u8),
    /// An entry of a matrix in space.
    Axes(u8, u8),
    /// The entry in a column of a matrix whose rows are indices. Its symbol is of no number that is
    /// [whole](Self::Whole): else `m0_1` would also be a part of `m0`.
    Column(u16),
}

macro_rules! symbols {
    ($($(#[$doc:meta])* $name:ident $text:literal)*) => {
        /// A quantity, as the literature writes it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Symbol { $($(#[$doc])* $name,)* }

        impl Symbol {
            /// All symbols.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The symbol in a name: lower-case letters.
            #[must_use]
            pub fn letters(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

// Those of bodies come first.
symbols! {
    /// Angular velocity.
    AngularVelocity "w"
    /// Velocity of the origin.
    LinearVelocity "v"
    /// Angular acceleration.
    AngularAcceleration "dw"
    /// Acceleration of the origin.
    LinearAcceleration "a"
    /// Derivative of the components of the velocity of the origin.
    LinearVelocityRate "dv"
    /// Angular acceleration, less that at zero generalized accelerations.
    AngularIncrement "aw"
    /// Acceleration of the origin, less that at zero generalized accelerations.
    LinearIncrement "al"
    /// The matrix U of `a + U r`, the acceleration of a point r (Khalil and Dombre 2002, chapter 9).
    Spread "u"
    /// Acceleration of gravity.
    Gravity "g"
    /// Force.
    Force "f"
    /// Moment.
    Moment "n"
    /// Mass of a composite.
    Mass "mass"
    /// `sum m r` of a composite.
    FirstMoment "mr"
    /// `sum m r r^T` of a composite.
    SecondMoment "mrr"
    /// `sum m r'` of a composite.
    Momentum "mv"
    /// `sum m r r'^T` of a composite.
    MixedMoment "mrv"
    /// Articulated-body inertia: moment by angular acceleration.
    ArticulatedAngular "ia"
    /// Articulated-body inertia: moment by acceleration.
    ArticulatedCoupling "ha"
    /// Articulated-body inertia: force by acceleration.
    ArticulatedLinear "ma"
    /// Articulated-body bias force.
    BiasForce "pf"
    /// Articulated-body bias moment.
    BiasMoment "pn"
    /// Force of `U = I^A S`.
    AxisForce "uf"
    /// Moment of `U = I^A S`.
    AxisMoment "un"
    /// Rotation of a body in the world.
    Rotation "r"
    /// Position of a body in the world.
    Position "p"
    /// `D = S^T U`
    AxisInertia "d"
    /// `1 / D`
    InverseAxisInertia "dinv"
    /// `u = tau - S^T p^A`
    AxisLoad "ut"
    /// Entry of the mass matrix.
    MassMatrix "m"
    /// Entry of the inverse mass matrix.
    MassMatrixInverse "minv"
    /// Entry of the Coriolis matrix.
    CoriolisMatrix "c"
    /// Entry of a Jacobian.
    Jacobian "j"
    /// Generalized force.
    GeneralizedForce "tau"
    /// Generalized acceleration.
    GeneralizedAcceleration "qdd"
    /// Constraint multiplier.
    Multiplier "lambda"
    /// Any other result.
    Result "y"
    /// A definition in an expression of the user; the index is that of its name in the builder of the expressions.
    Definition "e"
}

impl Symbol {
    /// Whether the index of this quantity is that of a body; otherwise it is that of a rate, row or result.
    fn is_of_body(self) -> bool {
        self <= Self::Position
    }

    /// Whether this quantity is a matrix whose rows and columns are indices.
    fn is_matrix(self) -> bool {
        use Symbol::{CoriolisMatrix, Jacobian, MassMatrix, MassMatrixInverse};
        [MassMatrix, MassMatrixInverse, CoriolisMatrix, Jacobian].contains(&self)
    }
}

impl ValueHint {
    /// The only number of a quantity.
    #[must_use]
    pub fn whole(symbol: Symbol, index: usize) -> Self {
        debug_assert!(!symbol.is_matrix(), "{symbol:?}");
        Self::new(symbol, index, Component::Whole)
    }

    /// The component of a vector along an axis.
    #[must_use]
    pub fn along(symbol: Symbol, index: usize, axis: usize) -> Self {
        Self::new(symbol, index, Component::Axis(axis as u8))
    }

    /// An entry of a matrix in space.
    #[must_use]
    pub fn axes(symbol: Symbol, index: usize, [row, column]: [usize; 2]) -> Self {
        Self::new(symbol, index, Component::Axes(row as u8, column as u8))
    }

    /// An entry of a matrix whose rows and columns are indices. None: the column is too large for a name.
    #[must_use]
    pub fn entry(symbol: Symbol, row: usize, column: usize) -> Option<Self> {
        debug_assert!(symbol.is_matrix(), "{symbol:?}");
        let column = u16::try_from(column).ok()?;
        Some(Self::new(symbol, row, Component::Column(column)))
    }

    /// The body, if the value belongs to one.
    #[must_use]
    pub fn body(self) -> Option<u32> {
        self.symbol.is_of_body().then_some(self.index)
    }

    /// The hint of the value with the opposite sign.
    #[must_use]
    pub fn negated(self) -> Self {
        Self {
            is_negative: !self.is_negative,
            ..self
        }
    }

    /// The hint of the value or of its negative, whichever is the number itself.
    #[must_use]
    pub fn positive(self) -> Self {
        Self {
            is_negative: false,
            ..self
        }
    }

    fn new(symbol: Symbol, index: usize, component: Component) -> Self {
        Self {
            symbol,
            index: u32::try_from(index).expect("fewer than 2^32 bodies"),
            component,
            is_negative: false,
        }
    }
}

/// Gives a hint to an operation that has none. Inputs and constants have names of their own; the operand of a negation has
/// the hint with the opposite sign.
pub(super) fn set(nodes: &[Node], hints: &mut [Option<ValueHint>], value: Value, hint: ValueHint) {
    let at = value.index();
    match nodes[at] {
        Node::Input(_) | Node::Constant(_) | Node::Angle(_) => {}
        Node::Neg(positive) => set(nodes, hints, positive, hint.negated()),
        _ => {
            hints[at].get_or_insert(hint);
        }
    }
}

impl fmt::Display for ValueHint {
    /// Part of an identifier: lower-case letters, digits and underscores.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let axis = |axis: u8| ["x", "y", "z"][usize::from(axis)];
        let sign = if self.is_negative { "neg_" } else { "" };
        write!(f, "{sign}{}{}", self.symbol.letters(), self.index)?;
        match self.component {
            Component::Whole => Ok(()),
            Component::Axis(one) => write!(f, "_{}", axis(one)),
            Component::Axes(row, column) => write!(f, "_{}{}", axis(row), axis(column)),
            Component::Column(column) => write!(f, "_{column}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Builder, Copies, InputKind, Prepared, Program, parse};
    use std::collections::BTreeSet;

    const ELBOW: ValueHint = ValueHint {
        symbol: Symbol::AngularVelocity,
        index: 3,
        component: Component::Axis(0),
        is_negative: false,
    };

    /// `p0 q0 + q1`, whose sum has a hint.
    fn sum() -> Program {
        let mut b = Builder::new();
        let [x, y] = [0, 1].map(|at| b.input(InputKind::Q, at));
        let p = b.input(InputKind::Parameter, 0);
        let product = b.mul(p, x);
        let sum = b.add(product, y);
        b.hint(sum, ELBOW);
        b.hint(x, ELBOW);
        b.finish(&[sum])
    }

    fn hints(program: &Program) -> Vec<(usize, ValueHint)> {
        let all = (0..program.nodes().len()).map(|at| (at, program.hint(program.value(at))));
        all.filter_map(|(at, hint)| Some((at, hint?))).collect()
    }

    #[test]
    fn a_hint_is_written_as_the_literature_writes_the_quantity() {
        assert_eq!(ELBOW.to_string(), "w3_x");
        assert_eq!(ELBOW.negated().to_string(), "neg_w3_x");
        assert_eq!(ELBOW.negated().positive(), ELBOW);
        assert_eq!(ELBOW.body(), Some(3));
        assert_eq!(ValueHint::whole(Symbol::AxisInertia, 4).body(), None);
        assert_eq!(ValueHint::whole(Symbol::AxisInertia, 4).to_string(), "d4");
        let entry = ValueHint::axes(Symbol::SecondMoment, 2, [0, 2]);
        assert_eq!(entry.to_string(), "mrr2_xz");
        let entry = ValueHint::entry(Symbol::MassMatrix, 1, 12).map(|hint| hint.to_string());
        assert_eq!(entry.as_deref(), Some("m1_12"));
        assert_eq!(ValueHint::entry(Symbol::MassMatrix, 1, 70_000), None);
        let letters: BTreeSet<&str> = Symbol::ALL.iter().map(|symbol| symbol.letters()).collect();
        assert_eq!(letters.len(), Symbol::ALL.len());
    }

    #[test]
    fn the_first_hint_of_an_operation_is_kept() {
        let mut b = Builder::new();
        let x = b.input(InputKind::Q, 0);
        let square = b.mul(x, x);
        let other = ValueHint::whole(Symbol::AxisInertia, 0);
        for hint in [ELBOW, other] {
            [x, Value::ONE, square]
                .iter()
                .for_each(|&of| b.hint(of, hint));
        }
        let program = b.finish(&[square, x, Value::ONE]);
        let found: Vec<ValueHint> = hints(&program).into_iter().map(|(_, hint)| hint).collect();
        assert_eq!(found, [ELBOW]);
        assert_eq!(program.hint(program.outputs()[0]), Some(ELBOW));
    }

    /// A negation is free and disappears into sums, so its operand has the hint.
    #[test]
    fn the_operand_of_a_negation_has_the_hint_with_the_opposite_sign() {
        let mut b = Builder::new();
        let [x, y] = [0, 1].map(|at| b.input(InputKind::Q, at));
        let product = b.mul(x, y);
        let minus = b.neg(product);
        b.hint(minus, ELBOW);
        let program = b.finish(&[minus]);
        assert_eq!(hints(&program), [(2, ELBOW.negated())]);
        // A copy in which signs are pulled outwards differently: (-x) y.
        let outputs = b.inline(&program, |b, of| match of.index {
            0 => b.neg(x),
            _ => b.scale(&2.into(), y),
        });
        let copy = b.finish(&outputs);
        assert_eq!(hints(&copy).last(), Some(&(4, ELBOW)));

        let mut program = b.finish(&[minus, x]);
        program.hint_outputs(|at| Some(ValueHint::whole(Symbol::GeneralizedForce, at)));
        assert_eq!(hints(&program), [(2, ELBOW.negated())]);
    }

    #[test]
    fn a_hint_is_no_part_of_the_program() {
        let program = sum();
        let plain = parse(&program.to_string()).expect("its own text");
        assert_eq!(hints(&plain), []);
        assert_eq!(plain, program);
        assert_eq!(plain.to_string(), program.to_string());
    }

    /// Inlining, copying, extraction and the stage of parameters; common parts are tested in `passes`.
    #[test]
    fn rebuilt_programs_keep_hints() {
        let program = sum();
        assert_eq!(hints(&program).len(), 1);
        let sum = program.outputs()[0];
        assert_eq!(hints(&program.giving(&[sum, sum])), hints(&program));

        let mut b = Builder::new();
        let outputs = b.inline(&program, |b, of| b.input(of.kind, of.index as usize));
        assert_eq!(hints(&b.finish(&outputs)), hints(&program));

        let mut b = Builder::new();
        let copy = Copies::new(&program).value(&mut b, sum);
        assert_eq!(hints(&b.finish(&[copy])), hints(&program));

        let cut = Prepared::up_to(InputKind::Parameter, [&program]);
        let late = &cut.functions[0];
        assert_eq!(late.hint(late.outputs()[0]), Some(ELBOW));
        let whole = cut.whole(0);
        assert_eq!(whole.hint(whole.outputs()[0]), Some(ELBOW));
    }

    #[test]
    fn results_without_a_hint_can_be_named() {
        let mut b = Builder::new();
        let [x, y] = [0, 1].map(|at| b.input(InputKind::Q, at));
        let (first, second) = (b.mul(x, y), b.add(x, y));
        b.hint(first, ELBOW);
        let mut program = b.finish(&[first, second, x]);
        program.hint_outputs(|at| Some(ValueHint::whole(Symbol::GeneralizedForce, at)));
        let named = program.outputs().iter().map(|&value| program.hint(value));
        let tau = ValueHint::whole(Symbol::GeneralizedForce, 1);
        assert_eq!(named.collect::<Vec<_>>(), [Some(ELBOW), Some(tau), None]);
    }
}
