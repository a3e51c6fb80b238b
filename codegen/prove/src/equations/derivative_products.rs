//! Products with the derivatives of a function, by the function's own equation at a state that moves.

use super::derivatives::set_moving;
use super::{Degree, Entries, Equation, EquationCheck, JudgedEntry, MOTION, Proof, dot};
use crate::arithmetic::Residue;
use multibody_description::function::{DerivativeProduct, Mode, Target, Terms};
use multibody_program::ir::InputKind;

/// The equation of motion contracted with a vector, along one more direction.
const MOVING: Degree = Degree {
    derivatives: MOTION.derivatives + 1,
    vectors: MOTION.vectors + 1,
    ..MOTION
};
/// It is contracted with a vector that the program returns: along the direction either at accelerations that the program returns too,
/// or with two rates. T is evaluated at this vector as rates.
const OF_ACCELERATION: Degree = Degree {
    derivatives: MOTION.derivatives + 1,
    evaluations: 2,
    at_returned_rates: true,
    ..MOTION
};

/// The values of a function and a product with its derivatives.
pub(super) fn product(target: Target, derivative: DerivativeProduct) -> Equation {
    let base = Target {
        function: derivative.of,
        ..target
    };
    let quantity = derivative.of.quantity();
    let terms = quantity
        .terms()
        .expect("a function of the equation of motion");
    match derivative.mode {
        Mode::Forward => along_direction(base, derivative.by),
        Mode::Reverse if quantity.is_acceleration() => gradient_of_acceleration(base, terms),
        Mode::Reverse => gradient_of_force(base, terms, derivative.by),
    }
}

/// The function's equation at the state that moves along the direction.
fn along_direction(base: Target, kinds: [InputKind; 3]) -> Equation {
    let check = move |p: &mut Proof<'_>, values: &[Residue]| {
        let equation = Equation::of(base);
        let (value, change) = values.split_at(p.nv());
        (equation.check)(p, value)?;
        p.along_argument(kinds, |p| (equation.check)(p, &set_moving(value, change)))
    };
    let entries = Entries::all(move |p, values, entry| {
        let equation = Equation::of(base).entries;
        let (part, part_entry) = part_of(entry);
        let (value, change) = values.split_at(p.nv());
        match part {
            0 => equation.sides(p, value, &part_entry),
            _ => p.along_argument(kinds, |p| {
                let sides = equation.sides(p, &set_moving(value, change), &part_entry)?;
                Some(sides.map(|side| side.value_and_change()[1]))
            }),
        }
    });
    Equation::new(MOVING, check, entries)
}

/// tau, and the derivatives of `weights . tau`: along any direction they give its change.
fn gradient_of_force(base: Target, terms: Terms, kinds: [InputKind; 3]) -> Equation {
    let check = move |p: &mut Proof<'_>, values: &[Residue]| {
        let parts = parts(p, values);
        (Equation::of(base).check)(p, &parts[0])?;
        let directions = [1, 2, 3].map(|part| p.factors(&parts[part]));
        let product = (directions.iter().zip(&parts[1..]))
            .fold(Residue::ZERO, |sum, (u, part)| sum + dot(u, part));
        let motions = [0, 1, 2].map(|part| (kinds[part], &directions[part][..]));
        let weights = p.values(InputKind::Weights);
        let expected = p.power_change(terms, &weights, None, &motions);
        p.check_equal(
            &[product],
            &[expected],
            "gradient . u = d/ds (weights . tau) along u",
        )
    };
    let entries = Entries::all(move |p, values, entry| {
        let (part, part_entry) = part_of(entry);
        let Some(kind) = part.checked_sub(1).map(|part| kinds[part]) else {
            let value = &parts(p, values)[0];
            return Equation::of(base).entries.sides(p, value, &part_entry);
        };
        let unit = p.unit(part_entry.index);
        let weights = p.values(InputKind::Weights);
        let expected = p.power_change(terms, &weights, None, &[(kind, &unit)]);
        Some([values[entry.index], expected])
    });
    Equation::new(MOVING, check, entries)
}

/// qdd, and the derivatives of `weights . qdd`: by tau they are `z = M^-1 weights`, and along any direction of q and qd the change of
/// `-z . ID` at this qdd.
fn gradient_of_acceleration(base: Target, terms: Terms) -> Equation {
    let check = move |p: &mut Proof<'_>, values: &[Residue]| {
        let parts = parts(p, values);
        let [qdd, dq, dqd, z] = &parts;
        (Equation::of(base).check)(p, qdd)?;
        p.check_solution(z)?;
        let [u, w] = [dq, dqd].map(|part| p.factors(part));
        let product = dot(&u, dq) + dot(&w, dqd);
        let motions = [(InputKind::Q, &u[..]), (InputKind::Qd, &w)];
        let change = p.power_change(terms, z, Some(qdd), &motions);
        p.check_equal(
            &[product],
            &[-change],
            "gradient . u = -d/ds (M^-1 weights) . inverse dynamics along u",
        )
    };
    let entries = Entries::all(move |p, values, entry| {
        let (part, part_entry) = part_of(entry);
        let [qdd, _, _, z] = &parts(p, values);
        let unit = p.unit(part_entry.index);
        let kind = match part {
            0 => return Equation::of(base).entries.sides(p, qdd, &part_entry),
            1 => InputKind::Q,
            2 => InputKind::Qd,
            _ => {
                let weights = p.values(InputKind::Weights);
                return Some([p.mass_along(&unit, z), weights[part_entry.index]]);
            }
        };
        let change = p.power_change(terms, z, Some(qdd), &[(kind, &unit)]);
        Some([values[entry.index], -change])
    });
    Equation::new(OF_ACCELERATION, check, entries)
}

/// The vectors of a record.
fn parts(p: &Proof<'_>, values: &[Residue]) -> [Vec<Residue>; 4] {
    let n = p.nv();
    std::array::from_fn(|part| values[part * n..][..n].to_vec())
}

/// The vector of a record that has an entry, and the entry's place in it.
fn part_of(entry: &JudgedEntry) -> (usize, JudgedEntry) {
    let [part, index] = [0, 1].map(|level| entry.indices[level]);
    let indices = vec![index];
    (part, JudgedEntry { indices, index })
}

impl Proof<'_> {
    /// Runs a function at the state that moves along the direction that is an argument.
    fn along_argument<T>(&mut self, kinds: [InputKind; 3], run: impl FnOnce(&mut Self) -> T) -> T {
        let direction = self.values(InputKind::Direction);
        let n = self.nv();
        let directions = [0, 1, 2].map(|part| (kinds[part], &direction[part * n..][..n]));
        self.moving(&directions, run)
    }

    /// The change of `w . tau` along directions of arguments, at the state's accelerations or at others; w and these stay.
    fn power_change(
        &mut self,
        terms: Terms,
        w: &[Residue],
        qdd: Option<&[Residue]>,
        directions: &[(InputKind, &[Residue])],
    ) -> Residue {
        self.moving(directions, |p| {
            let at_rest = |values: &[Residue]| -> Vec<Residue> {
                values.iter().map(|&x| Residue::resting(|| x)).collect()
            };
            let qd = p.values(InputKind::Qd);
            let accelerations = qdd.map_or_else(|| p.values(InputKind::Qdd), at_rest);
            let power = p.force_along(terms, &at_rest(w), &qd, &accelerations);
            power.value_and_change()[1]
        })
    }

    /// Checks that `M z = weights`.
    fn check_solution(&mut self, z: &[Residue]) -> EquationCheck {
        let w = self.vector();
        let weights = self.values(InputKind::Weights);
        let product = self.mass_along(&w, z);
        self.check_equal(&[dot(&w, &weights)], &[product], "M dtau = weights")
    }
}
