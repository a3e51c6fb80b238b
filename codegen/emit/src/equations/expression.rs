//! What is written down: expressions over named symbols, for eyes alone.

use multibody_program::ir::Function;

/// An expression as it stands on paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number that is not negative.
    Numeral(Numeral),
    /// A name.
    Symbol(Symbol),
    /// `-a`
    Negative(Box<Expression>),
    /// `a + b + ..`, subtracting what is [`Negative`](Self::Negative).
    Sum(Vec<Expression>),
    /// `a b ..`
    Product(Vec<Expression>),
    /// `a^n`
    Power(Box<Expression>, u32),
    /// `a / b`
    Quotient(Box<Expression>, Box<Expression>),
    /// A function of one argument.
    Call(Function, Box<Expression>),
    /// A named function of some arguments.
    Applied(Symbol, Vec<Expression>),
    /// The sum of an expression over what stands below the sign.
    SumOver(Box<Expression>, Box<Expression>),
    /// A relation such as `=`, or an operation such as the cross product, between two.
    Between(RelationSign, Box<Expression>, Box<Expression>),
    /// `a^T`
    Transposed(Box<Expression>),
    /// `(a, b, ..)`
    Tuple(Vec<Expression>),
    /// By rows.
    Matrix(Vec<Vec<Expression>>),
}

/// A number that is not negative, as short as it should be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Numeral {
    /// `numerator / denominator`; without denominator a whole number.
    Fraction(String, Option<String>),
    /// `digits * 10^exponent`; exponent 0: none.
    Decimal(String, i32),
}

/// A sign between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelationSign {
    /// `a = b`
    Equal,
    /// `a x b`: the change that a twist makes of a motion.
    Cross,
    /// `a x* b`: the change that a twist makes of a force.
    DualCross,
    /// `a xbar* b = b x* a`
    SwappedCross,
}

/// A name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// In plain text.
    pub plain: String,
    /// A letter, the name of a Greek one, or a word.
    pub base: String,
    /// Dots above it.
    pub dots: usize,
    /// Index below it: parts between commas.
    pub below: Vec<String>,
    /// What kind of quantity.
    pub style: Style,
}

/// How a name is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A number.
    Scalar,
    /// A vector or matrix.
    Bold,
    /// A word.
    Word,
}

impl Symbol {
    /// A number with a name of one letter.
    pub fn scalar(plain: impl Into<String>, base: &str, below: &[&str]) -> Self {
        Self {
            plain: plain.into(),
            base: base.to_owned(),
            dots: 0,
            below: below.iter().map(|&part| part.to_owned()).collect(),
            style: Style::Scalar,
        }
    }

    /// A vector or matrix.
    pub fn bold(plain: impl Into<String>, base: &str, below: &[&str]) -> Self {
        Self {
            style: Style::Bold,
            ..Self::scalar(plain, base, below)
        }
    }

    /// Its derivative by time, so many times.
    pub fn dotted(self, dots: usize) -> Self {
        Self { dots, ..self }
    }
}

impl From<Symbol> for Expression {
    fn from(symbol: Symbol) -> Self {
        Self::Symbol(symbol)
    }
}

impl Expression {
    /// A whole number.
    pub fn whole(value: u32) -> Self {
        Self::Numeral(Numeral::Fraction(value.to_string(), None))
    }

    /// Whether it is the number 0.
    pub fn is_zero(&self) -> bool {
        *self == Self::whole(0)
    }

    /// `-a`
    pub fn negative(self) -> Self {
        match self {
            Self::Negative(inner) => *inner,
            Self::Sum(terms) => Self::Sum(terms.into_iter().map(Self::negative).collect()),
            other if other.is_zero() => other,
            other => Self::Negative(Box::new(other)),
        }
    }

    /// The sum of some; 0 of none.
    pub fn sum(mut terms: Vec<Expression>) -> Self {
        terms.retain(|term| !term.is_zero());
        match terms.len() {
            0 => Self::whole(0),
            1 => terms.remove(0),
            _ => Self::Sum(terms),
        }
    }

    /// The product of some; 1 of none.
    pub fn product(mut factors: Vec<Expression>) -> Self {
        match factors.len() {
            0 => Self::whole(1),
            1 => factors.remove(0),
            _ => Self::Product(factors),
        }
    }

    /// `a^n`
    pub fn power(self, exponent: u32) -> Self {
        match exponent {
            1 => self,
            _ => Self::Power(Box::new(self), exponent),
        }
    }

    /// `f(a, b, ..)`
    pub fn applied(function: Symbol, arguments: Vec<Expression>) -> Self {
        Self::Applied(function, arguments)
    }

    /// `a (relation) b`
    pub fn between(relation: RelationSign, a: impl Into<Self>, b: impl Into<Self>) -> Self {
        Self::Between(relation, Box::new(a.into()), Box::new(b.into()))
    }

    /// `a^T`
    pub fn transposed(self) -> Self {
        Self::Transposed(Box::new(self))
    }
}
