//! The invariants of a program.

use super::{Node, Program};
use crate::exact::Rational;

/// Checks that operands are computed before their use, that outputs and indices into pools are in range, that angles are on the
/// unit circle, and that no value is computed twice.
///
/// # Errors
/// What is wrong with the first invalid node, or with the outputs.
pub fn check_invariants(program: &Program) -> Result<(), String> {
    let mut earlier_nodes = std::collections::HashSet::new();
    for (k, node) in program.nodes().iter().enumerate() {
        if node.operands().any(|operand| operand.index() >= k) {
            return Err(format!("v{k} uses a value that is not yet computed"));
        }
        if !earlier_nodes.insert(*node) {
            return Err(format!("v{k} computes again what an earlier value holds"));
        }
        match *node {
            Node::Constant(index) if index as usize >= program.constants().len() => {
                return Err(format!("v{k} names a constant that is not in the pool"));
            }
            Node::Angle(index) => match program.angles().get(index as usize) {
                None => {
                    return Err(format!("v{k} names an angle that is not in the pool"));
                }
                Some(angle)
                    if &angle.cos * &angle.cos + &angle.sin * &angle.sin != Rational::ONE =>
                {
                    return Err(format!("v{k} is an angle off the unit circle"));
                }
                Some(_) => {}
            },
            _ => {}
        }
    }
    match program
        .outputs()
        .iter()
        .find(|output| output.index() >= program.nodes().len())
    {
        Some(_) => Err("an output is not computed".into()),
        None => Ok(()),
    }
}
