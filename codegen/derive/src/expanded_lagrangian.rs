//! Lagrange's equations of a small system by expanding its Lagrangian.
//!
//! The choice of angles and rates is free: sines and cosines may be those of sums of angles about parallel axes
//! (products of sines and cosines then combine into fewer of them), and the equations may be written for the rates
//! of such sums. All choices are expanded and differentiated, and the cheapest program is selected.

use crate::expanded::{self, ExpandedEquations, Sums, Variables};
use crate::lagrangian::{Angles, Lagrangian, along_rates, angle_of, numbers, too_many_products};
use multibody_algebra::polynomial::{Polynomial, Ring};
use multibody_description::function::Target;
use multibody_description::joint::Coordinate;
use multibody_outputs::local::LocalTerms;
use multibody_program::exact::{Angle, Rational, integer};
use multibody_program::ir::{Algebra, Input, InputKind, LinearForm, Node, Program};
use multibody_program::polynomials;
use multibody_tree::{Body, Tree};

/// Largest number of rates of a system that is expanded, without expressions and with them. With expressions the
/// limit is higher, since only expansion combines the bodies and the energies of expressions into one sum.
const RATES: usize = 3;
const RATES_OF_EXPRESSIONS: usize = 4;
/// Limit on the number of products of sines and cosines in T; three joints without gears have 125.
const PRODUCTS: u64 = 200;
/// Largest number of bodies, including those of mimic joints.
const BODIES: usize = 8;

/// The reason why the Lagrangian of a system is not expanded although the system is small; none if there is no such
/// reason.
pub fn why_not_expanded(tree: &Tree) -> Option<String> {
    (is_small(tree, rates(tree)).then(|| too_many_products(tree, PRODUCTS))).flatten()
}

fn rates(tree: &Tree) -> usize {
    match tree.symbolic.is_empty() {
        true => RATES,
        false => RATES_OF_EXPRESSIONS,
    }
}

/// Programs of small systems by expanding the Lagrangian. None if the system is too large, or not of the kind that
/// can be expanded. To be called inside [`enter`](multibody_algebra::enter).
pub fn expanded(tree: &Tree, terms: &[&LocalTerms], targets: &[Target]) -> Vec<Option<Program>> {
    let equations = equations(tree, terms).unwrap_or_default();
    targets
        .iter()
        .map(|&target| expanded::cheapest(&equations, target))
        .collect()
}

/// The equations for all choices of angles and rates.
fn equations(tree: &Tree, terms: &[&LocalTerms]) -> Option<Vec<ExpandedEquations>> {
    if !is_small(tree, rates(tree)) {
        return None;
    }
    let numbers = numbers(tree, terms);
    let is_joints_alone = tree.symbolic.is_empty();
    let mut angle_sums = match is_joints_alone {
        true => Vec::new(),
        false => angle_sums(tree, &numbers),
    };
    // With many rates, each choice takes long, and sums of many angles take longest if written in the separate angles.
    let (are_many, plain) = (tree.nv > RATES, vec![None; tree.nv]);
    let sums = last(choices(tree, &angle_sums));
    let start = match are_many && (0..tree.nv).any(|v| summands(&sums, v) > RATES) {
        true => sums,
        false => plain.clone(),
    };
    let own = shortest(tree, &numbers, &start)?;
    if !is_joints_alone {
        angle_sums.extend(symmetries(tree, &own));
    }
    let mut choices = choices(tree, &angle_sums);
    let mut rates = choices.clone();
    if are_many {
        choices = vec![start, last(choices)];
        choices.dedup();
        rates = vec![plain, choices[choices.len() - 1].clone()];
        rates.dedup();
    }
    let others = choices.iter().skip(1);
    let lagrangians = others.filter_map(|sums| shortest(tree, &numbers, sums));
    let mut equations = Vec::new();
    for lagrangian in std::iter::once(own).chain(lagrangians) {
        equations.extend(rates.iter().map(|rates| lagrange(&lagrangian, rates)));
    }
    Some(equations)
}

/// The choices of angles of a tree. None if the tree has more than `rates` rates, too many bodies, or joints that do
/// not simply turn or slide.
pub fn angles_and_sums(tree: &Tree, rates: usize) -> Option<Vec<Sums>> {
    is_small(tree, rates).then(|| choices(tree, &[]))
}

/// Whether a tree has at most `rates` rates and few bodies, and each joint simply turns or slides.
fn is_small(tree: &Tree, rates: usize) -> bool {
    let of_one_dof = |body: &Body| {
        matches!(
            body.kind.coordinates(),
            [Coordinate::Angle | Coordinate::Length]
        ) && body.kind.nv() == 1
    };
    let small = tree.nv <= rates && tree.bodies.len() <= BODIES;
    small && tree.bodies.iter().all(of_one_dof)
}

/// The Lagrangian in angles that are measured from the zeros of the coordinates, or from the zeros of the frames if
/// that gives fewer terms.
fn shortest(tree: &Tree, numbers: &Program, sums: &Sums) -> Option<Lagrangian> {
    let counted = |from_frames| {
        let sums = sums.clone();
        Lagrangian::new(tree, numbers, &Angles { sums, from_frames })
    };
    let choices = std::iter::once(false).chain(frames_have_zeros(tree).then_some(true));
    choices.filter_map(counted).min_by_key(Lagrangian::size)
}

/// Whether the frames measure some angle from a zero whose distance from the coordinate's zero is not a multiple of a
/// quarter turn.
fn frames_have_zeros(tree: &Tree) -> bool {
    let offsets = (0..tree.bodies.len()).filter_map(|at| Some(angle_of(tree, at)?.offset));
    let is_quarter_turn = |a: Angle| a.sin == Rational::ZERO || a.cos == Rational::ZERO;
    !offsets.into_iter().all(is_quarter_turn)
}

/// All choices of sums. For each coordinate, either its own angle is used, or a sum. If the axis of the next turning
/// joint inboard is parallel, the angle of that joint is added; otherwise, an angle from `angle_sums` is added.
fn choices(tree: &Tree, angle_sums: &[AngleSum]) -> Vec<Sums> {
    let mut choices = vec![vec![None; tree.nv]];
    for v in 0..tree.nv {
        let angle_sums = angle_sums
            .iter()
            .find(|(of, _)| *of == v)
            .map(|(_, onto)| *onto);
        let Some(before) = parallel(tree, v).or(angle_sums) else {
            continue;
        };
        for mut summed in choices.clone() {
            summed[v] = Some(before);
            choices.push(summed);
        }
    }
    choices
}

/// The choice with all sums.
fn last(mut choices: Vec<Sums>) -> Sums {
    choices.pop().expect("no sums are a choice")
}

/// The number of coordinates in a sum.
fn summands(sums: &Sums, v: usize) -> usize {
    1 + sums[v].map_or(0, |(before, _)| summands(sums, before))
}

/// A coordinate, and the earlier coordinate that is added to it, with its sign (1 or -1).
type AngleSum = (usize, (usize, i64));

/// The sums of angles whose sines and cosines occur in expressions, as pairs: each angle of a sum with the angle
/// before it.
fn angle_sums(tree: &Tree, numbers: &Program) -> Vec<AngleSum> {
    let mut found = Vec::new();
    for node in numbers.nodes() {
        let Node::Call(function, argument) = *node else {
            continue;
        };
        let form = (function.is_of_angle()).then(|| LinearForm::of(numbers, argument));
        let Some(form) = form.flatten() else {
            continue;
        };
        let rate = |input: Input| (0..tree.nv).find(|&v| position(tree, v) == Some(input));
        let angles = (form.factors.iter()).filter_map(|(&of, factor)| Some((rate(of)?, factor)));
        let mut angles: Vec<(usize, &Rational)> = angles.collect();
        angles.sort_unstable();
        for pair in angles.windows(2) {
            let [(before, x), (v, y)] = *pair else {
                continue;
            };
            let ratio = x / y;
            let sign = [1, -1].into_iter().find(|&sign| ratio == integer(sign));
            found.extend(sign.map(|sign| (v, (before, sign))));
        }
    }
    found
}

/// The position of which a rate is the derivative.
fn position(tree: &Tree, v: usize) -> Option<Input> {
    tree.positions[v].map(|q| Input::new(InputKind::Q, q))
}

/// The groups of angles that can turn together without changing T. Each angle of a group except the first is returned
/// as its difference from the first, or as their sum if the two turn in opposite senses.
fn symmetries(tree: &Tree, lagrangian: &Lagrangian) -> Vec<AngleSum> {
    let mut ring = lagrangian.ring.clone();
    let mut turning: Vec<(usize, Polynomial)> = Vec::new();
    for v in 0..tree.nv {
        let angle = |q: &Input| ring.arguments().iter().any(|of| of.input == *q);
        if let Some(q) = position(tree, v).filter(angle) {
            let partial = ring.derivative(&lagrangian.kinetic, q);
            turning.extend((!partial.is_zero()).then_some((v, partial)));
        }
    }
    // All groups, with both senses for every angle but the first. Subsets come before the groups that contain them.
    let mut found: Vec<AngleSum> = Vec::new();
    let mut groups: Vec<(Vec<(usize, i64)>, Polynomial)> = vec![(Vec::new(), ring.zero())];
    for (v, partial) in turning {
        for (group, sum) in groups.clone() {
            let senses: &[i64] = if group.is_empty() { &[1] } else { &[1, -1] };
            for &sense in senses {
                let sum = match sense > 0 {
                    true => ring.add(&sum, &partial),
                    false => ring.sub(&sum, &partial),
                };
                let mut group = group.clone();
                group.push((v, sense));
                if sum.is_zero() {
                    let (first, _) = group[0];
                    let others = group.iter().skip(1);
                    found.extend(others.map(|&(v, sense)| (v, (first, -sense))));
                } else {
                    groups.push((group, sum));
                }
            }
        }
    }
    found
}

/// The coordinate of the next turning joint inboard of that of `v`, and 1 if both turn in the same sense, or -1 if in
/// opposite senses. None if their axes are not parallel.
fn parallel(tree: &Tree, v: usize) -> Option<(usize, i64)> {
    let (mut at, own_sense) = turning_body(tree, v)?;
    let mut b = tree.builder.clone();
    let mut rotation = tree.bodies[at].placement.rotation;
    loop {
        at = tree.bodies[at].parent?;
        let body = &tree.bodies[at];
        if body.kind.coordinates() == [Coordinate::Angle] {
            break;
        }
        rotation = b.mul_mat(&body.placement.rotation, &rotation);
    }
    let before = tree.bodies[at].v;
    let (_, sense) = turning_body(tree, before)?;
    let cosine = b.as_constant(rotation[2][2])?;
    let sign = [1, -1].into_iter().find(|&sign| *cosine == integer(sign))?;
    Some((before, own_sense * sense * sign))
}

/// The body that a coordinate turns, and the sense (1 or -1) in which it turns. None if the coordinate moves several
/// bodies, or is not the body's angle.
fn turning_body(tree: &Tree, v: usize) -> Option<(usize, i64)> {
    let mut moved = (0..tree.bodies.len()).filter(|&at| tree.bodies[at].v == v);
    let (Some(at), None) = (moved.next(), moved.next()) else {
        return None;
    };
    let angle = angle_of(tree, at)?;
    let (_, factor) = angle.factors.first_key_value()?;
    let sense = [1, -1]
        .into_iter()
        .find(|&sense| *factor == integer(sense))?;
    Some((at, sense))
}

/// Lagrange's equations for the chosen sums x of coordinates and their rates w.
pub fn lagrange(lagrangian: &Lagrangian, rates: &Sums) -> ExpandedEquations {
    let n = rates.len();
    let mut ring = lagrangian.ring.clone();
    let of = Along { rates };
    let gradient = |ring: &mut Ring, f: &Polynomial, kind: InputKind| -> Vec<Polynomial> {
        (0..n).map(|i| of.derivative(ring, f, kind, i)).collect()
    };
    // M = d2T / dw dw
    let momenta = gradient(&mut ring, &lagrangian.kinetic, InputKind::Qd);
    let mass_matrix: Vec<Vec<Polynomial>> = momenta
        .iter()
        .map(|p| gradient(&mut ring, p, InputKind::Qd))
        .collect();
    // change[i][j][k] = dM_ij / dx_k
    let change: Vec<Vec<Vec<Polynomial>>> = (mass_matrix.iter())
        .map(|row| {
            row.iter()
                .map(|m| gradient(&mut ring, m, InputKind::Q))
                .collect()
        })
        .collect();
    // d/dt dT/dw_k - dT/dx_k = (dM_kj/dx_i + dM_ki/dx_j - dM_ij/dx_k) / 2 w_i w_j at constant w
    let half = ring.constant(&(integer(1) / integer(2)));
    let mut symbol = |k: usize, i: usize, j: usize| {
        let sum = ring.add(&change[k][j][i], &change[k][i][j]);
        let difference = ring.sub(&sum, &change[i][j][k]);
        ring.mul(&half, &difference)
    };
    let christoffel: Vec<Vec<Vec<Polynomial>>> = (0..n)
        .map(|k| {
            (0..n)
                .map(|i| (0..n).map(|j| symbol(k, i, j)).collect())
                .collect()
        })
        .collect();
    // T1 = a . w, where a are the momenta at rest.
    let linear: Vec<Polynomial> = (momenta.iter())
        .map(|momentum| {
            let moving = along_rates(&mut ring, n, momentum);
            ring.sub(momentum, &moving)
        })
        .collect();
    let by_time = |f: &Polynomial| ring.derivative(f, Input::TIME);
    let driven: Vec<Polynomial> = linear.iter().map(by_time).collect();
    let stretching: Vec<Vec<Polynomial>> = (mass_matrix.iter())
        .map(|row| row.iter().map(by_time).collect())
        .collect();
    let turning: Vec<Vec<Polynomial>> = (linear.iter())
        .map(|a| gradient(&mut ring, a, InputKind::Q))
        .collect();
    let mut driving = stretching;
    for (k, row) in driving.iter_mut().enumerate() {
        for (j, entry) in row.iter_mut().enumerate() {
            let turned = ring.sub(&turning[k][j], &turning[j][k]);
            *entry = ring.add(entry, &turned);
        }
    }
    let resting = ring.sub(&lagrangian.potential, &lagrangian.resting);
    let gravity = gradient(&mut ring, &resting, InputKind::Q);
    let plain = |polynomial: &Polynomial| plain(&ring, polynomial);
    let matrix = |m: &Vec<Vec<Polynomial>>| -> Vec<Vec<polynomials::Polynomial>> {
        m.iter()
            .map(|row| row.iter().map(plain).collect())
            .collect()
    };
    ExpandedEquations {
        variables: Variables {
            nv: n,
            arguments: ring.arguments().to_vec(),
            inputs: ring.inputs().to_vec(),
        },
        rates: rates.clone(),
        mass_matrix: matrix(&mass_matrix),
        christoffel: christoffel.iter().map(matrix).collect(),
        gravity: gravity.iter().map(plain).collect(),
        linear: linear.iter().map(plain).collect(),
        driven: driven.iter().map(plain).collect(),
        driving: matrix(&driving),
        potential: plain(&lagrangian.potential),
        resting: plain(&lagrangian.resting),
        moment: lagrangian.moment.each_ref().map(plain),
        mass: plain(&lagrangian.mass),
    }
}

/// Derivatives with respect to sums of coordinates: `q_v = x_v - sign x_before`, and likewise for rates.
struct Along<'a> {
    rates: &'a Sums,
}

impl Along<'_> {
    /// `d/dx_i = d/dq_i - sum of sign d/dq_v` over the sums v that add x_i.
    fn derivative(
        &self,
        ring: &mut Ring,
        of: &Polynomial,
        kind: InputKind,
        i: usize,
    ) -> Polynomial {
        let mut sum = ring.derivative(of, Input::new(kind, i));
        for (v, onto) in self.rates.iter().enumerate() {
            if let Some((before, sign)) = *onto
                && before == i
            {
                let part = ring.derivative(of, Input::new(kind, v));
                sum = if sign > 0 {
                    ring.sub(&sum, &part)
                } else {
                    ring.add(&sum, &part)
                };
            }
        }
        sum
    }
}

/// A polynomial as plain data.
pub(super) fn plain(ring: &Ring, polynomial: &Polynomial) -> polynomials::Polynomial {
    let term = |(coefficient, exponents): (Rational, Vec<u8>)| polynomials::Monomial {
        coefficient,
        factors: (0..)
            .zip(exponents)
            .flat_map(|(variable, power)| std::iter::repeat_n(variable, usize::from(power)))
            .collect(),
    };
    ring.terms(polynomial).into_iter().map(term).collect()
}
