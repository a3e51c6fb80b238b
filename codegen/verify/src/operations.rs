//! The functions of the runtime that bodies call: on numbers, and on numbers in the lanes of a register.

use crate::code::{Code, Value};
use crate::dense;
use crate::term::{Kind, Term};
use multibody_program::ir::Function;

/// A sum, difference, product or quotient, lane by lane. `None`: the operands are neither numbers nor lanes of one width.
pub fn binary(code: &mut Code, operation: &str, a: &Term, b: &Term) -> Option<Term> {
    match (a, b) {
        (Term::Number(a), Term::Number(b)) => Some(Term::Number(code.binary(operation, *a, *b))),
        (Term::Parts(Kind::Lanes, x), Term::Parts(Kind::Lanes, y)) if a.size() == b.size() => {
            let pairs = x[0].vector()?.into_iter().zip(y[0].vector()?);
            let lanes = pairs.map(|(a, b)| code.binary(operation, a, b));
            Some(lanes_of(lanes.collect()))
        }
        _ => None,
    }
}

/// The result of a function, whose name begins with a point if it is a method. `None`: it is not emitted, or not for these
/// arguments.
pub fn apply(code: &mut Code, name: &str, arguments: &[Term]) -> Option<Term> {
    match (name, arguments) {
        (".mul_add" | ".mul_sub" | ".mul_neg_add", [x, y, term]) => {
            let product = binary(code, "mul", x, y)?;
            match (name, term) {
                (".mul_add", _) => binary(code, "add", &product, term),
                (".mul_sub", Term::Parts(..)) => binary(code, "sub", &product, term),
                (".mul_neg_add", Term::Parts(..)) => binary(code, "sub", term, &product),
                _ => None,
            }
        }
        ("T::load" | "T::store", [number @ Term::Number(_)]) => Some(number.clone()),
        (".sin_cos", [Term::Number(x)]) => {
            let pair = ["sin", "cos"].map(|operation| Term::Number(code.unary(operation, *x)));
            Some(Term::Parts(Kind::Tuple, pair.into()))
        }
        ("T::sin_cos_all", [angles]) => {
            let numbers = angles.vector()?;
            let pair = ["sin", "cos"].map(|operation| {
                let values = numbers.iter().map(|angle| code.unary(operation, *angle));
                Term::of_vector(values.collect())
            });
            Some(Term::Parts(Kind::Tuple, pair.into()))
        }
        ("multibody::Two", [lanes]) if lanes.size() == 2 => Some(lanes_of(lanes.vector()?)),
        ("multibody::Four", [lanes]) if lanes.size() == 4 => Some(lanes_of(lanes.vector()?)),
        ("multibody::Two::same", [Term::Number(x)]) => Some(lanes_of(vec![*x; 2])),
        ("multibody::Four::same", [Term::Number(x)]) => Some(lanes_of(vec![*x; 4])),
        (_, [Term::Number(x)]) => {
            let function = Function::of_name(name.strip_prefix('.')?)?;
            Some(Term::Number(code.unary(function.name(), *x)))
        }
        _ => dense::call(code, name.strip_prefix("multibody::dense::")?, arguments),
    }
}

fn lanes_of(numbers: Vec<Value>) -> Term {
    Term::Parts(Kind::Lanes, vec![Term::of_vector(numbers)])
}
