//! The choices of sums of angles.

use crate::lagrangian::{Sums, angle_of};
use multibody_algebra::polynomial::Addend;
use multibody_description::joint::PositionKind;
use multibody_program::exact::{Rational, integer};
use multibody_program::ir::{Input, InputKind, LinearForm, Node, Program};
use multibody_tree::Tree;

/// All choices of sums. For each coordinate, either its own angle is used, or a sum with an earlier angle: that of the next turning
/// joint inboard if the axes are parallel, otherwise one from `angle_sums`. The last choice has all sums.
pub fn choices(tree: &Tree, angle_sums: &[AngleSum]) -> Vec<Sums> {
    let mut choices = vec![vec![None; tree.nv]];
    for v in 0..tree.nv {
        let addend = angle_sums
            .iter()
            .find(|sum| sum.coordinate == v)
            .map(|sum| sum.addend);
        let Some(addend) = parallel_coordinate(tree, v).or(addend) else {
            continue;
        };
        for mut sums in choices.clone() {
            sums[v] = Some(addend);
            choices.push(sums);
        }
    }
    choices
}

/// The choice with all sums, which is the last one.
pub fn with_all_sums(mut choices: Vec<Sums>) -> Sums {
    choices.pop().expect("at least the choice without sums")
}

/// The number of coordinates in a sum.
pub fn summand_count(sums: &Sums, v: usize) -> usize {
    1 + sums[v].map_or(0, |addend| summand_count(sums, addend.index))
}

/// A coordinate, and the earlier coordinate that is added to it.
#[derive(Clone, Copy)]
pub struct AngleSum {
    /// The coordinate.
    pub coordinate: usize,
    /// The earlier coordinate.
    pub addend: Addend,
}

/// The sums of angles whose sines and cosines occur in expressions, as pairs: each angle of a sum with the angle
/// before it, if their factors are equal or opposite.
pub fn angle_sums(tree: &Tree, numbers: &Program) -> Vec<AngleSum> {
    let mut sums = Vec::new();
    for node in numbers.nodes() {
        let Node::Call(function, argument) = *node else {
            continue;
        };
        let form = (function.is_of_angle()).then(|| LinearForm::of(numbers, argument));
        let Some(form) = form.flatten() else {
            continue;
        };
        let rate = |input: Input| (0..tree.nv).find(|&v| position(tree, v) == Some(input));
        let angles =
            (form.factors.iter()).filter_map(|(&input, factor)| Some((rate(input)?, factor)));
        let mut angles: Vec<(usize, &Rational)> = angles.collect();
        angles.sort_unstable();
        for pair in angles.windows(2) {
            let [(first, first_factor), (v, factor)] = *pair else {
                continue;
            };
            let ratio = first_factor / factor;
            let sign = [1, -1].into_iter().find(|&sign| ratio == integer(sign));
            sums.extend(sign.map(|sign| AngleSum {
                coordinate: v,
                addend: Addend { index: first, sign },
            }));
        }
    }
    sums
}

/// The position whose derivative is rate `v`.
pub fn position(tree: &Tree, v: usize) -> Option<Input> {
    tree.positions_of_rates[v].map(|q| Input::new(InputKind::Q, q))
}

/// The coordinate of the next turning joint inboard of the joint of `v`, with the sign 1 if both turn in the same sense, or
/// -1 if in opposite senses. None if their axes are not parallel.
fn parallel_coordinate(tree: &Tree, v: usize) -> Option<Addend> {
    let outer = turning_body(tree, v)?;
    let mut index = outer.body;
    let mut b = tree.builder.clone();
    let mut rotation = tree.bodies[index].placement.rotation;
    loop {
        index = tree.bodies[index].parent?;
        let body = &tree.bodies[index];
        if body.kind.positions() == [PositionKind::Angle] {
            break;
        }
        rotation = b.mul_mat(&body.placement.rotation, &rotation);
    }
    let inner = tree.bodies[index].v;
    let sense = turning_body(tree, inner)?.sense;
    let cosine = b.as_constant(rotation[2][2])?;
    let sign = [1, -1].into_iter().find(|&sign| *cosine == integer(sign))?;
    Some(Addend {
        index: inner,
        sign: outer.sense * sense * sign,
    })
}

/// A body that a coordinate turns, and the sense (1 or -1) in which it turns.
struct TurningBody {
    body: usize,
    sense: i64,
}

/// The body that a coordinate turns. None if the coordinate moves several bodies, or if the body's angle is not plus or minus
/// the coordinate, up to a constant.
fn turning_body(tree: &Tree, v: usize) -> Option<TurningBody> {
    let mut candidates = (0..tree.bodies.len()).filter(|&body| tree.bodies[body].v == v);
    let (Some(body), None) = (candidates.next(), candidates.next()) else {
        return None;
    };
    let angle = angle_of(tree, body)?;
    let (_, factor) = angle.factors.first_key_value()?;
    let sense = [1, -1]
        .into_iter()
        .find(|&sense| *factor == integer(sense))?;
    Some(TurningBody { body, sense })
}
