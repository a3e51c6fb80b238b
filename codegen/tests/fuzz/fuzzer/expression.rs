//! Syntax trees of expressions, and their text.

use std::fmt;

/// An expression as a user writes it.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A number as written.
    Number(String),
    /// The constant.
    Pi,
    /// A coordinate, a rate, a field, a definition, or time.
    Name(String),
    /// An entry of a field.
    Element(String, usize),
    /// A negation.
    Neg(Box<Expr>),
    /// A sum, difference, product or quotient.
    Of(char, Box<[Expr; 2]>),
    /// A whole power.
    Power(Box<Expr>, i64),
    /// A function of one argument; as a method or not.
    Call(&'static str, Box<Expr>, bool),
}

impl Expr {
    /// A number as written.
    pub fn number(text: &str) -> Self {
        match text.strip_prefix('-') {
            Some(rest) => Self::Neg(Self::Number(rest.into()).into()),
            None => Self::Number(text.into()),
        }
    }

    /// A name.
    pub fn name(text: impl Into<String>) -> Self {
        Self::Name(text.into())
    }

    /// A sum, difference, product or quotient.
    pub fn of(sign: char, a: Self, b: Self) -> Self {
        Self::Of(sign, Box::new([a, b]))
    }

    /// A function of it.
    pub fn call(function: &'static str, a: Self) -> Self {
        Self::Call(function, a.into(), false)
    }

    /// Whether a node for which a test holds is in it.
    pub fn any(&self, test: &impl Fn(&Expr) -> bool) -> bool {
        test(self)
            || match self {
                Self::Number(_) | Self::Pi | Self::Name(_) | Self::Element(..) => false,
                Self::Neg(a) | Self::Power(a, _) | Self::Call(_, a, _) => a.any(test),
                Self::Of(_, pair) => pair.iter().any(|part| part.any(test)),
            }
    }

    fn is_leaf(&self) -> bool {
        match self {
            Self::Number(_) | Self::Pi | Self::Name(_) | Self::Element(..) => true,
            Self::Call(_, _, is_method) => !is_method,
            _ => false,
        }
    }
}

/// In parentheses unless it needs none.
struct Part<'a>(&'a Expr);

impl fmt::Display for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_leaf() {
            write!(f, "{}", self.0)
        } else {
            write!(f, "({})", self.0)
        }
    }
}

/// What a method is called on: a number there is a float.
struct Receiver<'a>(&'a Expr);

impl fmt::Display for Receiver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Expr::Number(_) => write!(f, "({})", self.0),
            other => write!(f, "{}", Part(other)),
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(text) => f.write_str(text),
            Self::Pi => f.write_str("pi"),
            Self::Name(name) => f.write_str(name),
            Self::Element(name, index) => write!(f, "{name}[{index}]"),
            Self::Neg(a) => write!(f, "-{}", Part(a)),
            Self::Of(sign, pair) => {
                let [a, b] = &**pair;
                // Sums and products group to the left by themselves.
                match a {
                    Self::Of(first, _) if (first == sign || "*/".contains(*first)) => {
                        write!(f, "{a} {sign} {}", Part(b))
                    }
                    _ => write!(f, "{} {sign} {}", Part(a), Part(b)),
                }
            }
            Self::Power(a, exponent) => write!(f, "{}.powi({exponent})", Receiver(a)),
            Self::Call(function, a, true) => write!(f, "{}.{function}()", Receiver(a)),
            Self::Call(function, a, false) => write!(f, "{function}({a})"),
        }
    }
}
