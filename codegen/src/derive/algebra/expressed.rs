//! Derivatives of the pieces of expressions.

use super::bridge::{Names, Unknown, derivative, lower, raise};
use crate::derive::expressed::{Pieces, cut};
use crate::ir::{Builder, Input, InputKind, Program};
use crate::tree::Tree;

/// The pieces of a tree's expressions with their derivatives. To be called inside
/// [`enter`](super::enter).
pub fn expressed(tree: &Tree) -> Result<Pieces, Unknown> {
    cut(tree).differentiated(partials)
}

/// A program of local inputs, with its derivatives by the first `count` of these, then the second ones.
fn partials(program: &Program, count: usize) -> Result<Program, Unknown> {
    let value = raise(program)?.remove(0);
    let input = |at| Input::new(InputKind::Local, at);
    let gradient: Vec<_> = (0..count).map(|i| derivative(&value, input(i))).collect();
    let hessian = (0..count).flat_map(|i| (i..count).map(move |j| (i, j)));
    let hessian: Vec<_> = hessian
        .map(|(i, j)| derivative(&gradient[i], input(j)))
        .collect();
    let mut b = Builder::new();
    let own = b.inline(program, |b, input| {
        b.input(input.kind, input.index as usize)
    });
    let locals = program.nodes().len();
    let names = Names::local(&mut b, locals);
    let derivatives = gradient.iter().chain(&hessian);
    let derivatives: Vec<_> = derivatives.map(|of| lower(&mut b, of, &names)).collect();
    Ok(b.finish(&[own, derivatives].concat()))
}
