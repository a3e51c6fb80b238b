//! Estimates of the length of an expanded Lagrangian, before it is expanded.

use super::angles::angle_of;
use super::multiples::{TURNS, common_part, times};
use multibody_program::exact::Rational;
use multibody_program::ir::{LinearForm, Node, Program};
use multibody_tree::Tree;

/// Highest power that an expression over parameters may have: energies have it a few times over,
/// and the exponents of polynomials end at 255.
const POWER: u32 = 48;
/// Most products of sines and cosines that T may be made of.
pub const PRODUCTS: u64 = 1000;
/// The same where a body turns several times by a coordinate: powers are higher and take longer to sum up.
const PRODUCTS_OF_FOLLOWERS: u64 = 100;

/// Why the Lagrangian of a tree is not expanded: gears and fractions make polynomials of the sines and
/// cosines of a small common part of all angles, of high degree. Found out before it begins.
pub fn too_many_products(tree: &Tree, most: u64) -> Option<String> {
    let (mut products, mut most): (u64, u64) = (1, most);
    for v in 0..tree.nv {
        let turns = most_turns(tree, v);
        if turns > 1 {
            most = most.min(PRODUCTS_OF_FOLLOWERS);
        }
        products = products.saturating_mul(turns.saturating_mul(4).saturating_add(1));
        if turns > TURNS {
            return Some(format!(
                "its angles are {turns} times a common part of theirs, which would be a power of as much; at most {TURNS}"
            ));
        }
    }
    (products > most)
        .then(|| format!("it may have {products} products of sines and cosines; at most {most}"))
}

/// How many times a chain of bodies turns by the common part of a coordinate's multiples.
fn most_turns(tree: &Tree, v: usize) -> u64 {
    let angles: Vec<Option<LinearForm>> = (0..tree.bodies.len())
        .map(|at| angle_of(tree, at).filter(|_| tree.bodies[at].v == v))
        .collect();
    let multiples: Vec<Rational> = angles
        .iter()
        .flatten()
        .flat_map(|f| f.factors.values().cloned())
        .collect();
    let part = common_part(&multiples);
    let mut turns: Vec<u64> = Vec::with_capacity(angles.len());
    for (body, angle) in tree.bodies.iter().zip(&angles) {
        let own = angle.iter().flat_map(|form| form.factors.values());
        let own = own.map(|multiple| times(multiple, &part));
        let before = body.parent.map_or(0, |parent| turns[parent]);
        turns.push(own.fold(before, u64::saturating_add));
    }
    turns.into_iter().max().unwrap_or(0)
}

/// Whether the exponents of a program's results, as polynomials, may be higher than that.
pub fn is_of_high_power(program: &Program) -> bool {
    let mut powers: Vec<u32> = Vec::with_capacity(program.nodes().len());
    for node in program.nodes() {
        let operands = node.operands().map(|operand| powers[operand.index()]);
        let power = match node {
            Node::Input(_) => 1,
            Node::Mul(..) | Node::Div(..) => operands.fold(0, u32::saturating_add),
            _ => operands.max().unwrap_or(0),
        };
        powers.push(power);
    }
    powers.into_iter().any(|power| power > POWER)
}
