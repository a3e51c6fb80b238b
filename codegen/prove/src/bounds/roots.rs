//! Bounds of equations with square roots.
//!
//! A root r of a fraction `a = N / D` is a number modulo p with `r^2 = a`. Let f be the difference of both sides of an
//! equation: a polynomial of the drawn numbers and of k roots, over denominators. If the equation is wrong, f is not 0
//! in the field of all rational functions of the drawn numbers and these roots. So its norm, the product of at most 2^k
//! conjugates of f, which have other signs of roots, is not 0. The norm is a rational function of the drawn numbers
//! alone. If `r D` counts as a polynomial of the degree and height of `N D`, the norm's numerator has at most 2^k times
//! the degree and height of the numerator of f. The denominators of f, which are not 0 for some signs, are included in
//! the same way.
//!
//! At a state at which the norm has a value other than 0, f is not 0 for any signs of the roots, and so not for the signs
//! of the true roots, which are not known modulo p. The proof tries all signs. For the roots of friction it tries only one
//! choice: these roots are independent, and so may have any signs. It treats equal arguments as one root. Arguments
//! that differ may be equal at a state, which would hide an error; their difference is included once for each pair.
//!
//! States are not all equally likely.
//! - A rate qd with friction is drawn again until `m^2 qd^2 + e^2` is a square, with the joint's multiplier m and the
//!   rate e of smoothing. If a sum of rates takes the place of `m qd`, only its last rate is drawn again. Let k such
//!   roots have the same last rate. Their arguments are quadratic in it, without double zeros. If no two of them have a
//!   zero in common, no product of some is a square, and by Weil's bound all are squares for at least
//!   `p / 2^k - (2k - 1) sqrt(p)` of the p residues. So this makes the probability of a residue at most 2^k times as
//!   large, up to a factor of 1.25 for the rounding of 64 bits and for `sqrt(p)`. The lemma of Schwartz and Zippel
//!   holds if each number is drawn from its own set, which may depend on the numbers drawn before. Up to three such
//!   roots per rate are allowed, so that `MAX_RATE_DRAWS` draws find all of them. Arguments with a common zero have the resultant 0,
//!   a polynomial in the rates before, of degree 4 in the coefficients; it is included once for each pair. The
//!   resultant is not 0 everywhere: the zeros of `s^2 + e^2` are those of `s + i e` and `s - i e`. Since e is the same
//!   for all, arguments with a common factor are equal, and have one root.
//! - States at which the roots of expressions and the lengths of springs exist are searched among n = 2^17 + 64. A program is
//!   tested at k of these. A wrong program passes if its equation holds at k of the n states. If it holds at each with a
//!   probability of at most b, the program passes with a probability of at most `binomial(n, k) b^k`. This is at most
//!   `binomial(64, k) (2^12 b)^k` for k up to 12, since `(n - i) / (64 - i) < 2^12` for i below 12.
//!
//! Roots inside roots have no bound here: at a state, an outer root may exist for some signs of the inner one only.

use std::collections::BTreeMap;

use super::Bounds;
use super::fraction::PolynomialBound;
use crate::evaluation::{ForcePrograms, SystemPrograms};
use crate::random_states::{has_nested_roots, has_roots_of_rates};
use multibody_description::system::System;
use multibody_program::ir::{Class, Input, InputKind, Node, Program, Value};

/// The factor by which the error of a state grows if 2^17 + 64 states are searched rather than 64.
const SEARCH_FACTOR: f64 = 4096.0;
/// The largest number of roots of friction with the same last rate for which the bound holds.
const MAX_PER_RATE: usize = 3;

/// Whether all roots are of the kinds that have bounds.
pub fn are_bounded(system: &System, programs: &SystemPrograms, program: &Program) -> bool {
    let mut is_nested = has_nested_roots(program);
    programs.for_each(|other| is_nested |= has_nested_roots(other));
    // T and rows are also evaluated at other rates, with other roots.
    let kinetic = [&programs.symbolic.kinetic];
    let mut programs_of_rates = kinetic.into_iter().chain(&programs.symbolic.constraints);
    let are_squares = root_forces(programs).all(|force| is_sum_of_squares(&force.roots));
    let largest_count = counts_per_rate(programs).into_iter().max();
    // Lengths, points and coefficients are numbers of the system.
    is_nested |= count(&programs.numbers) > 0.0 && has_roots_of_numbers(system, programs);
    let can_draw_rates = are_squares && largest_count.unwrap_or(0) <= MAX_PER_RATE;
    !is_nested && !programs_of_rates.any(has_roots_of_rates) && can_draw_rates
}

/// The forces with roots.
fn root_forces(programs: &SystemPrograms) -> impl Iterator<Item = &ForcePrograms> {
    let forces = programs.forces.iter();
    forces.filter(|force| !force.roots.outputs().is_empty())
}

/// For each rate that is the last rate of some forces with roots, the number of these forces.
fn counts_per_rate(programs: &SystemPrograms) -> Vec<usize> {
    let mut counts = BTreeMap::<_, usize>::new();
    for force in root_forces(programs) {
        *counts.entry(force.last_rate()).or_default() += 1;
    }
    counts.into_values().collect()
}

/// Whether arguments of roots may depend on numbers of the system: in springs between points, friction, and expression rows.
fn has_roots_of_numbers(system: &System, programs: &SystemPrograms) -> bool {
    let mut forces = programs.forces.iter();
    let mut rows = programs.symbolic.constraints.iter();
    !system.point_springs.is_empty()
        || forces.any(|force| !force.roots.outputs().is_empty())
        || rows.any(|row| count(row) > 0.0)
}

/// Whether the only output is the square of the first input plus that of another.
fn is_sum_of_squares(program: &Program) -> bool {
    let node = |value: Value| program.nodes()[value.index()];
    let [sum] = program.outputs() else {
        return false;
    };
    let Node::Add(first, second) = node(*sum) else {
        return false;
    };
    let squared_input = |value: Value| match node(value) {
        Node::Mul(x, y) if x == y => match node(x) {
            Node::Input(Input {
                kind: InputKind::Local,
                index,
            }) => Some(index),
            _ => None,
        },
        _ => None,
    };
    match [squared_input(first), squared_input(second)] {
        [Some(a), Some(b)] => a != b && a.min(b) == 0,
        _ => false,
    }
}

/// The number of roots in a program.
pub fn count(program: &Program) -> f64 {
    let is_root = |node: &&Node| match node {
        Node::Call(function, _) => function.class() == Class::SquareRoot,
        _ => false,
    };
    program.nodes().iter().filter(is_root).count() as f64
}

/// The bounds of the norm, the product of all conjugates, of a polynomial with these bounds. `roots` is the number of roots in it,
/// and `root_argument` bounds their arguments.
pub fn conjugates(
    bounds: Bounds,
    roots: f64,
    root_argument: PolynomialBound,
    system: &System,
    programs: &SystemPrograms,
) -> Bounds {
    let mut expression_roots = 0.0;
    programs.symbolic.for_each(|p| expression_roots += count(p));
    let mut factor = 1.0;
    if expression_roots > 0.0 || !system.point_springs.is_empty() {
        factor *= SEARCH_FACTOR;
    }
    // Rates are drawn until all roots exist. The factor 2 is more than the 1.25 of the module's comment.
    let counts = counts_per_rate(programs);
    if let Some(largest_count) = counts.iter().max() {
        factor *= 2.0 * (*largest_count as f64).exp2();
    }
    // This equation may have no roots, but the states are chosen such that the roots of other equations exist. A resultant of two
    // quadratic polynomials has 24 products of four coefficients.
    let pairs = counts.iter().map(|count| (count * (count - 1) / 2) as f64);
    let resultants = pairs.sum::<f64>();
    let mut degree = bounds.degree + resultants * 4.0 * root_argument.degree;
    let mut height = bounds.height + resultants * (4.0 * root_argument.height + 5.0);
    if roots > 0.0 {
        // Numerator and denominator of f.
        let conjugates = 2.0 * roots.exp2();
        let pairs = roots * roots;
        degree += (conjugates - 1.0) * bounds.degree + pairs * 2.0 * root_argument.degree;
        height += (conjugates - 1.0) * bounds.height + pairs * (2.0 * root_argument.height + 1.0);
    }
    Bounds {
        degree: factor * degree,
        height: factor * height,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::bounds;
    use crate::described::{examine, system_of, system_of_struct};
    use crate::proof::{Refutation, StateSample, prove_with_key};
    use multibody_description::findings::ExaminedSystem;
    use multibody_description::force::{Along, Element};
    use multibody_description::function::{Function, Target};
    use multibody_description::settings::Settings;
    use multibody_program::exact::{Rational, integer};
    use multibody_program::ir::{self, Builder, parse};

    fn pendulum(items: &str) -> ExaminedSystem {
        examine(system_of(&format!(
            "joint hinge {{ revolute, axis: y, parent: world, child: bob, {items} }}, \
             body bob {{ mass: 1.5, com: [0, 0, 0.5], inertia: diag(0.1, 0.1, 0.01) }}"
        )))
    }

    /// The proof at states of primes with this number of bits.
    fn proof(
        system: &ExaminedSystem,
        function: Function,
        program: &Program,
        (key, bits): (u8, usize),
    ) -> Result<(), Refutation> {
        let link = None;
        let target = Target { function, link };
        let states = 2;
        let sample = StateSample { bits, states };
        prove_with_key(system, &[], target, program, [key; 32], sample)
    }

    /// States are chosen by the roots of all expressions, also those that an equation does not have.
    #[test]
    fn roots_of_other_equations_choose_states() {
        let bound = |constraint: &str| {
            let items = format!(
                "joint hinge {{ revolute, axis: y, parent: world, child: bob }}, \
                 joint slide {{ prismatic, axis: x, parent: world, child: cart }}, \
                 body bob {{ mass: 1.5, com: [0, 0, 0.5] }}, body cart {{ mass: 1 }}, \
                 constraint row: {constraint}"
            );
            let system = examine(system_of(&items));
            let mut b = Builder::new();
            let zero = b.constant(&Rational::ZERO);
            let target = Target {
                function: Function::MassMatrix,
                link: None,
            };
            bounds(&system, target, &b.finish(&[zero; 4])).expect("a bound")
        };
        let ratio = bound("(slide + 2).sqrt() - 1").degree / bound("slide + 2").degree;
        assert!((ratio / SEARCH_FACTOR - 1.0).abs() < 0.5, "{ratio}");
    }

    /// `-mu qd / sqrt(qd^2 + e^2)`
    #[test]
    fn friction_is_proved_and_has_a_bound() {
        let system = pendulum("friction: 0.2");
        let e = Settings::default().friction_rate.0;
        let force = |factor: Rational| {
            let mut b = Builder::new();
            let qd = b.input(InputKind::Qd, 0);
            let (square, least) = (b.mul(qd, qd), b.constant(&(&e * &e)));
            let sum = b.add(square, least);
            let root = b.call(ir::Function::Sqrt, sum);
            let product = b.scale(&factor, qd);
            let force = b.div(product, root);
            b.finish(&[force])
        };
        let function = Function::GeneralizedForce;
        let right = force(-integer(1) / integer(5));
        assert_eq!(proof(&system, function, &right, (1, 61)), Ok(()));
        let target = Target {
            function,
            link: None,
        };
        assert!(bounds(&system, target, &right).unwrap().log_error(61) < -30.0);
        assert!(proof(&system, function, &force(integer(1) / integer(6)), (1, 61)).is_err());
    }

    /// Friction along `2 qd0 + 3 qd1`, beside that of the joint with the rate qd1: both arguments are squares for a quarter of qd1.
    #[test]
    fn friction_along_a_sum_and_that_of_its_last_rate_have_a_bound() {
        let text = |name: &str, parent: &str, child: &str| {
            format!(
                "joint {name} {{ revolute, axis: y, parent: {parent}, child: {child}, friction: 0.2 }}, \
                 body {child} {{ mass: 1.5, com: [0, 0, 0.5] }},"
            )
        };
        let items = text("first", "world", "upper") + &text("second", "upper", "lower");
        let along_sum = |counts: usize| {
            let mut system = system_of(&items);
            let element = system.forces[0].clone();
            let rates = (0..counts).map(|k| vec![(0, integer(2 + k as i64)), (1, integer(3))]);
            system.forces.extend(rates.map(|rates| Element {
                along: Along::Rates(rates),
                ..element.clone()
            }));
            examine(system)
        };
        let e = Settings::default().friction_rate.0;
        let forces = |factor: i64| {
            let mut b = Builder::new();
            let [x, y] = [0, 1].map(|v| b.input(InputKind::Qd, v));
            let [twice, thrice] = [(2, x), (3, y)].map(|(n, rate)| b.scale(&integer(n), rate));
            let sum = b.add(twice, thrice);
            let [x, y, sum] = [x, y, sum].map(|rate| {
                let (square, least) = (b.mul(rate, rate), b.constant(&(&e * &e)));
                let argument = b.add(square, least);
                let root = b.call(ir::Function::Sqrt, argument);
                let force = b.scale(&(-integer(1) / integer(5)), rate);
                b.div(force, root)
            });
            let [twice, thrice] = [2, factor].map(|n| b.scale(&integer(n), sum));
            let results = [b.add(x, twice), b.add(y, thrice)];
            b.finish(&results)
        };
        let function = Function::GeneralizedForce;
        let target = Target {
            function,
            link: None,
        };
        let system = along_sum(1);
        let right = forces(3);
        assert_eq!(proof(&system, function, &right, (1, 61)), Ok(()));
        assert!(proof(&system, function, &forces(4), (1, 61)).is_err());
        let single = bounds(&along_sum(0), target, &right).unwrap();
        let double = bounds(&system, target, &right).unwrap();
        assert!(double.degree > 2.0 * single.degree && double.log_error(61) < -30.0);
        assert!(bounds(&along_sum(3), target, &right).is_none());
    }

    /// `k (l - l0)^2 / 2` with `l^2 = (sin q - 1)^2 + (cos q - 1)^2`.
    #[test]
    fn springs_between_points_are_proved_and_have_a_bound() {
        let system = examine(system_of(
            "joint hinge { revolute, axis: y, parent: world, child: bob }, \
             body bob { mass: 1.5, com: [0, 0, 0.5], inertia: diag(0.1, 0.1, 0.01) }, \
             spring cord { from: [world, [1, 0, 1]], to: [bob, [0, 0, 1]], stiffness: 3, length: 0.2 },",
        ));
        let energy = |length: Rational| {
            let mut b = Builder::new();
            let q = b.input(InputKind::Q, 0);
            let (sin, cos) = b.sin_cos(q);
            let squares = [sin, cos].map(|x| {
                let difference = b.sub(x, Value::ONE);
                b.mul(difference, difference)
            });
            let sum = b.sum(squares);
            let current_length = b.call(ir::Function::Sqrt, sum);
            let length = b.constant(&length);
            let stretch = b.sub(current_length, length);
            let square = b.mul(stretch, stretch);
            let energy = b.scale(&(integer(3) / integer(2)), square);
            b.finish(&[energy])
        };
        let function = Function::SpringEnergy;
        let [right, mistake] = [5, 6].map(|divisor| energy(integer(1) / integer(divisor)));
        for key in 0..2 {
            for bits in [61, 127] {
                assert_eq!(proof(&system, function, &right, (key, bits)), Ok(()));
                assert!(proof(&system, function, &mistake, (key, bits)).is_err());
            }
        }
        let link = None;
        let bound = bounds(&system, Target { function, link }, &right).unwrap();
        assert!(bound.log_error(61) < -20.0, "{bound:?}");
    }

    #[test]
    fn roots_of_parameters_have_bounds_unless_they_are_in_other_roots() {
        let bound = |items: &str| {
            let system = examine(system_of_struct(
                "struct Robot { l: f64 }",
                &format!(
                    "joint hinge {{ revolute, axis: y, parent: world, child: bob }}, \
                     body bob {{ mass: 1.5, com: [0, 0, l.sqrt()], inertia: diag(0.1, 0.1, 0.01) }}, {items}"
                ),
            ));
            let (function, link) = (Function::MassMatrix, None);
            let program = parse("v0 = p0\nout v0").unwrap();
            bounds(&system, Target { function, link }, &program)
        };
        assert!(bound("").is_some());
        let cord = "spring cord { from: [world, [1, 0, 1]], to: [bob, [0, 0, 1]], stiffness: 3, length: 0.2 },";
        assert_eq!(bound(cord), None);
    }

    /// `q - sqrt(q^2)` is 0 on one side only.
    #[test]
    fn no_choice_of_roots_hides_an_error() {
        let system = examine(system_of(
            "joint hinge { revolute, axis: y, parent: world, child: bob }, \
             body bob { mass: 1.5, com: [0, 0, 0.5], inertia: diag(0.1, 0.1, 0.01) }, potential = sqrt(2 + hinge),",
        ));
        let root = "v1 = q0\nv2 = mul v1 v1\nv3 = sqrt v2\nv4 = sub v1 v3\n";
        let text = format!("v0 = const 19/40\n{root}v5 = add v0 v4\nout v5");
        for key in 0..32 {
            let proof = proof(
                &system,
                Function::MassMatrix,
                &parse(&text).unwrap(),
                (key, 61),
            );
            assert!(proof.is_err(), "{key}");
        }
    }
}
