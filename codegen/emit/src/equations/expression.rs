//! Expressions over named symbols, only for display.

use multibody_program::ir::Function;

/// An expression as it is written on paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A number that is not negative.
    Numeral(Numeral),
    /// A symbol.
    Symbol(Symbol),
    /// `-a`
    Negative(Box<Expression>),
    /// `a + b + ..`; a term that is [`Negative`](Self::Negative) is subtracted.
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
    /// A sum sign: what is written below it, and the expression that is summed.
    SumOver(Box<Expression>, Box<Expression>),
    /// Two expressions with the sign `=` or that of a cross product between them.
    Infix(InfixSign, Box<Expression>, Box<Expression>),
    /// `a^T`
    Transposed(Box<Expression>),
    /// `(a, b, ..)`
    Tuple(Vec<Expression>),
    /// A matrix, by rows.
    Matrix(Vec<Vec<Expression>>),
}

/// A number that is not negative, in a short readable form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Numeral {
    /// `numerator / denominator`; a whole number has no denominator.
    Fraction(String, Option<String>),
    /// `digits * 10^exponent`; with exponent 0 only the digits are written.
    Decimal(String, i32),
}

/// A sign between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InfixSign {
    /// `a = b`
    Equal,
    /// `a x b`: the cross product of a twist with a motion vector.
    Cross,
    /// `a x* b`: the cross product of a twist with a force vector.
    DualCross,
    /// `a xbar* b = b x* a`
    SwappedCross,
}

/// A symbol: a letter with dots and a subscript, or a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The symbol in plain text.
    pub plain: String,
    /// A letter, the name of a Greek letter, or a word.
    pub base: String,
    /// Number of dots above the letter.
    pub dots: usize,
    /// The subscript, as parts that are written with commas between them.
    pub subscript: Vec<String>,
    /// How the symbol is set.
    pub style: Style,
}

/// How a symbol is set: by the kind of its quantity.
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
    /// The symbol of a number.
    pub fn scalar(plain: impl Into<String>, base: &str, indices: &[&str]) -> Self {
        Self {
            plain: plain.into(),
            base: base.to_owned(),
            dots: 0,
            subscript: indices.iter().map(|&part| part.to_owned()).collect(),
            style: Style::Scalar,
        }
    }

    /// The symbol of a vector or matrix.
    pub fn bold(plain: impl Into<String>, base: &str, indices: &[&str]) -> Self {
        Self {
            style: Style::Bold,
            ..Self::scalar(plain, base, indices)
        }
    }

    /// The symbol of the time derivative of this order.
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
            expression if expression.is_zero() => expression,
            expression => Self::Negative(Box::new(expression)),
        }
    }

    /// The sum of terms; 0 if there are none.
    pub fn sum(mut terms: Vec<Expression>) -> Self {
        terms.retain(|term| !term.is_zero());
        match terms.len() {
            0 => Self::whole(0),
            1 => terms.remove(0),
            _ => Self::Sum(terms),
        }
    }

    /// The product of factors; 1 if there are none.
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
    pub fn application(function: Symbol, arguments: Vec<Expression>) -> Self {
        Self::Applied(function, arguments)
    }

    /// `a x b`, with this sign in place of `x`.
    pub fn between(infix: InfixSign, a: impl Into<Self>, b: impl Into<Self>) -> Self {
        Self::Infix(infix, Box::new(a.into()), Box::new(b.into()))
    }

    /// `a^T`
    pub fn transposed(self) -> Self {
        Self::Transposed(Box::new(self))
    }
}
