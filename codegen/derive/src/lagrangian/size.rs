//! Estimates of the length of an expanded Lagrangian, before it is expanded.

use super::angles::angle_of;
use super::multiples::{TURN_LIMIT, common_part, part_count};
use multibody_program::exact::Rational;
use multibody_program::ir::{LinearForm, Node, Program};
use multibody_tree::Tree;

/// Highest power that an expression may contain: energies contain powers that are a few times as high, and exponents
/// of polynomials are at most 255.
const POWER_LIMIT: u32 = 48;
/// Limit on the number of products of sines and cosines in T.
pub const PRODUCT_LIMIT: u64 = 1000;
/// The limit if bodies turn by several times the common part of a coordinate: powers are then higher, and their sums take longer.
const PRODUCT_LIMIT_OF_GEARS: u64 = 100;

/// Why the Lagrangian of a tree is not expanded; none if it may be expanded. With gears and fractions, all angles are multiples
/// of a small common part, and the polynomials in its sine and cosine are of high degree.
pub fn why_too_many_products(tree: &Tree, limit: u64) -> Option<String> {
    let (mut products, mut limit): (u64, u64) = (1, limit);
    for v in 0..tree.nv {
        let turns = most_turns(tree, v);
        if turns > 1 {
            limit = limit.min(PRODUCT_LIMIT_OF_GEARS);
        }
        products = products.saturating_mul(turns.saturating_mul(4).saturating_add(1));
        if turns > TURN_LIMIT {
            return Some(format!(
                "its angles are {turns} times a common part of theirs, which would be a power of as much; at most {TURN_LIMIT}"
            ));
        }
    }
    (products > limit)
        .then(|| format!("it may have {products} products of sines and cosines; at most {limit}"))
}

/// The largest number of times that a chain of bodies turns by the common part of a coordinate's multiples.
fn most_turns(tree: &Tree, v: usize) -> u64 {
    let angles: Vec<Option<LinearForm>> = (0..tree.bodies.len())
        .map(|body| angle_of(tree, body).filter(|_| tree.bodies[body].v == v))
        .collect();
    let multiples: Vec<Rational> = angles
        .iter()
        .flatten()
        .flat_map(|f| f.factors.values().cloned())
        .collect();
    let part = common_part(&multiples);
    let mut turns: Vec<u64> = Vec::with_capacity(angles.len());
    for (body, angle) in tree.bodies.iter().zip(&angles) {
        let factors = angle.iter().flat_map(|form| form.factors.values());
        let body_turns = factors.map(|multiple| part_count(multiple, &part));
        let parent_turns = body.parent.map_or(0, |parent| turns[parent]);
        turns.push(body_turns.fold(parent_turns, u64::saturating_add));
    }
    turns.into_iter().max().unwrap_or(0)
}

/// Whether the exponents of a program's values, as polynomials, may be higher than `POWER_LIMIT`.
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
    powers.into_iter().any(|power| power > POWER_LIMIT)
}
