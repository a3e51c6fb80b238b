//! Numbers in the lanes of a register: `multibody::Two` and `multibody::Four`.

use crate::code::{Code, Value};
use crate::term::Term;

/// The lanes that a constructor makes. `None`: it is none, or has other arguments.
pub fn made(path: &str, arguments: &[Term]) -> Option<Term> {
    let (count, is_same) = match path {
        "multibody::Two" => (2, false),
        "multibody::Four" => (4, false),
        "multibody::Two::same" => (2, true),
        "multibody::Four::same" => (4, true),
        _ => return None,
    };
    match (arguments, is_same) {
        ([Term::Number(value)], true) => Some(Term::Lanes(vec![*value; count])),
        ([array], false) => {
            let lanes = array.vector()?;
            (lanes.len() == count).then_some(Term::Lanes(lanes))
        }
        _ => None,
    }
}

/// An operation lane by lane.
pub fn binary(code: &mut Code, operation: &str, a: &[Value], b: &[Value]) -> Option<Vec<Value>> {
    let pairs = a.iter().zip(b);
    (a.len() == b.len()).then(|| pairs.map(|(&a, &b)| code.binary(operation, a, b)).collect())
}

/// A method that combines a product and a term.
pub fn method(code: &mut Code, name: &str, arguments: [&[Value]; 3]) -> Option<Vec<Value>> {
    let [x, y, term] = arguments;
    let product = binary(code, "mul", x, y)?;
    match name {
        "mul_add" => binary(code, "add", &product, term),
        "mul_sub" => binary(code, "sub", &product, term),
        "mul_neg_add" => binary(code, "sub", term, &product),
        _ => None,
    }
}
