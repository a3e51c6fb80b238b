//! Derivatives of the pieces of expressions.

use super::cutter::divide_into_pieces;
use super::pieces::Pieces;
use multibody_algebra::{
    UnsupportedOperation, VariableValues, from_program, to_program, total_derivative,
};
use multibody_program::ir::{Builder, Input, InputKind, Node, Program, Value};
use multibody_tree::Tree;

/// The pieces of a tree's expressions with their derivatives. To be called inside
/// [`enter`](multibody_algebra::enter).
pub fn differentiated_pieces(tree: &Tree) -> Result<Pieces, UnsupportedOperation> {
    divide_into_pieces(tree).differentiated(partials)
}

/// For a program of local inputs with one output: the program whose outputs are that value, then its first derivatives with
/// respect to the first `count` inputs, then its second derivatives.
fn partials(program: &Program, count: usize) -> Result<Program, UnsupportedOperation> {
    let value = from_program(program)?.remove(0);
    let input = |index| Input::new(InputKind::Local, index);
    let gradient = (0..count).map(|i| total_derivative(&value, input(i)));
    let gradient: Vec<_> = gradient.collect();
    let mut b = Builder::new();
    let outputs = b.inline(program, |b, input| {
        b.input(input.kind, input.index as usize)
    });
    // A program has at most as many local inputs as nodes.
    let input_count = program.nodes().len();
    let variables = VariableValues::local(&mut b, input_count);
    let mut derivatives: Vec<_> = (gradient.iter())
        .map(|partial| to_program(&mut b, partial, &variables))
        .collect();
    for (i, first) in gradient.iter().enumerate() {
        // If there are many inputs, a first derivative depends on few of them, and is differentiated only by these.
        let lowered = b.finish(&derivatives[i..=i]);
        for j in i..count {
            let is_dependent = lowered.nodes().contains(&Node::Input(input(j)));
            derivatives.push(if is_dependent {
                to_program(&mut b, &total_derivative(first, input(j)), &variables)
            } else {
                Value::ZERO
            });
        }
    }
    Ok(b.finish(&[outputs, derivatives].concat()))
}
