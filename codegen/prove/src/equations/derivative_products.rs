//! Products with the derivatives of a function, by the function's own equation in dual numbers.

use super::derivatives::to_duals;
use super::{CheckResult, Degree, EntrySides, Equation, MOTION_DEGREE, ResultEntry, Trial, dot};
use crate::arithmetic::Residue;
use multibody_description::function::{DerivativeProduct, Mode, Target, Terms};
use multibody_program::ir::InputKind;

/// The equation of motion contracted with a vector, along one more direction.
const ALONG_DIRECTION_DEGREE: Degree = Degree {
    derivatives: MOTION_DEGREE.derivatives + 1,
    vector_entries: MOTION_DEGREE.vector_entries + 1,
    ..MOTION_DEGREE
};
/// The change of the equation of motion along a direction, contracted with a vector that the program returns; T is evaluated with
/// this vector as rates. Along the direction, a product has either accelerations, which the program also returns, or two rates.
const GRADIENT_OF_ACCELERATION_DEGREE: Degree = Degree {
    derivatives: MOTION_DEGREE.derivatives + 1,
    evaluations: 2,
    has_returned_rates: true,
    ..MOTION_DEGREE
};

/// The equation of the values of a function and of a product with its derivatives.
pub(super) fn product(target: Target, derivative: DerivativeProduct) -> Equation {
    let base = Target {
        function: derivative.function,
        ..target
    };
    let quantity = derivative.function.quantity();
    let terms = quantity
        .terms()
        .expect("a function of the equation of motion");
    match derivative.mode {
        Mode::Forward => along_direction(base, derivative.inputs),
        Mode::Reverse if quantity.is_acceleration() => gradient_of_acceleration(base, terms),
        Mode::Reverse => gradient_of_force(base, terms, derivative.inputs),
    }
}

/// The function's equation in dual numbers, whose changes are those along the direction.
fn along_direction(base: Target, kinds: [InputKind; 3]) -> Equation {
    let check = move |trial: &mut Trial<'_>, values: &[Residue]| {
        let equation = Equation::of(base);
        let (value, change) = values.split_at(trial.nv());
        (equation.check)(trial, value)?;
        trial.run_along_input(kinds, |trial| {
            (equation.check)(trial, &to_duals(value, change))
        })
    };
    let entry_sides = EntrySides::all(move |trial, values, entry| {
        let base_sides = Equation::of(base).entry_sides;
        let (part, part_entry) = part_of(entry);
        let (value, change) = values.split_at(trial.nv());
        match part {
            0 => base_sides.of_entry(trial, value, &part_entry),
            _ => trial.run_along_input(kinds, |trial| {
                let sides = base_sides.of_entry(trial, &to_duals(value, change), &part_entry)?;
                Some(sides.map(|side| side.value_and_change()[1]))
            }),
        }
    });
    Equation::new(ALONG_DIRECTION_DEGREE, check, entry_sides)
}

/// The equation of tau and of the gradient of `weights . tau`. The product of the gradient and any direction is the change of
/// `weights . tau` along this direction.
fn gradient_of_force(base: Target, terms: Terms, kinds: [InputKind; 3]) -> Equation {
    let check = move |trial: &mut Trial<'_>, values: &[Residue]| {
        let parts = split_parts(trial, values);
        (Equation::of(base).check)(trial, &parts[0])?;
        let directions = [1, 2, 3].map(|part| trial.balanced_vector(&parts[part]));
        let product = (directions.iter().zip(&parts[1..]))
            .fold(Residue::ZERO, |sum, (u, part)| sum + dot(u, part));
        let changes = [0, 1, 2].map(|part| (kinds[part], &directions[part][..]));
        let weights = trial.values(InputKind::Weights);
        let expected = trial.power_change(terms, &weights, None, &changes);
        trial.check_equal(
            &[product],
            &[expected],
            "gradient . u = d/ds (weights . tau) along u",
        )
    };
    let entry_sides = EntrySides::all(move |trial, values, entry| {
        let (part, part_entry) = part_of(entry);
        let Some(kind) = part.checked_sub(1).map(|part| kinds[part]) else {
            let value = &split_parts(trial, values)[0];
            return Equation::of(base)
                .entry_sides
                .of_entry(trial, value, &part_entry);
        };
        let unit = trial.unit(part_entry.index);
        let weights = trial.values(InputKind::Weights);
        let expected = trial.power_change(terms, &weights, None, &[(kind, &unit)]);
        Some([values[entry.index], expected])
    });
    Equation::new(ALONG_DIRECTION_DEGREE, check, entry_sides)
}

/// The equation of qdd and of the gradient of `weights . qdd`. By tau, the gradient is `z = M^-1 weights`. By q and qd, it is the
/// gradient of `-z . ID` at this qdd, where ID is inverse dynamics and z is constant.
fn gradient_of_acceleration(base: Target, terms: Terms) -> Equation {
    let check = move |trial: &mut Trial<'_>, values: &[Residue]| {
        let parts = split_parts(trial, values);
        let [qdd, dq, dqd, z] = &parts;
        (Equation::of(base).check)(trial, qdd)?;
        trial.check_solution(z)?;
        let [u, w] = [dq, dqd].map(|part| trial.balanced_vector(part));
        let product = dot(&u, dq) + dot(&w, dqd);
        let changes = [(InputKind::Q, &u[..]), (InputKind::Qd, &w)];
        let change = trial.power_change(terms, z, Some(qdd), &changes);
        trial.check_equal(
            &[product],
            &[-change],
            "gradient . u = -d/ds (M^-1 weights) . inverse dynamics along u",
        )
    };
    let entry_sides = EntrySides::all(move |trial, values, entry| {
        let (part, part_entry) = part_of(entry);
        let [qdd, _, _, z] = &split_parts(trial, values);
        let unit = trial.unit(part_entry.index);
        let kind = match part {
            0 => {
                return Equation::of(base)
                    .entry_sides
                    .of_entry(trial, qdd, &part_entry);
            }
            1 => InputKind::Q,
            2 => InputKind::Qd,
            _ => {
                let weights = trial.values(InputKind::Weights);
                return Some([trial.mass_along(&unit, z), weights[part_entry.index]]);
            }
        };
        let change = trial.power_change(terms, z, Some(qdd), &[(kind, &unit)]);
        Some([values[entry.index], -change])
    });
    Equation::new(GRADIENT_OF_ACCELERATION_DEGREE, check, entry_sides)
}

/// The vectors of a result with four parts.
fn split_parts(trial: &Trial<'_>, values: &[Residue]) -> [Vec<Residue>; 4] {
    let n = trial.nv();
    std::array::from_fn(|part| values[part * n..][..n].to_vec())
}

/// The part of the result that has the entry, and the entry within this part.
fn part_of(entry: &ResultEntry) -> (usize, ResultEntry) {
    let [part, index] = [0, 1].map(|level| entry.indices[level]);
    let indices = vec![index];
    (part, ResultEntry { indices, index })
}

impl Trial<'_> {
    /// Runs a function in dual numbers, along the direction that is an argument of the program.
    fn run_along_input<T>(&mut self, kinds: [InputKind; 3], run: impl FnOnce(&mut Self) -> T) -> T {
        let direction = self.values(InputKind::Direction);
        let n = self.nv();
        let directions = [0, 1, 2].map(|part| (kinds[part], &direction[part * n..][..n]));
        self.run_along(&directions, run)
    }

    /// The change of `w . tau` along directions of arguments, at the accelerations `qdd` or, without these, at the
    /// state's. w and `qdd` are constant.
    fn power_change(
        &mut self,
        terms: Terms,
        w: &[Residue],
        qdd: Option<&[Residue]>,
        directions: &[(InputKind, &[Residue])],
    ) -> Residue {
        self.run_along(directions, |trial| {
            let to_constants = |values: &[Residue]| -> Vec<Residue> {
                values
                    .iter()
                    .map(|&x| Residue::constant_dual(|| x))
                    .collect()
            };
            let qd = trial.values(InputKind::Qd);
            let accelerations = qdd.map_or_else(|| trial.values(InputKind::Qdd), to_constants);
            let power = trial.force_along(terms, &to_constants(w), &qd, &accelerations);
            power.value_and_change()[1]
        })
    }

    /// Checks that `M z = weights`.
    fn check_solution(&mut self, z: &[Residue]) -> CheckResult {
        let w = self.random_vector();
        let weights = self.values(InputKind::Weights);
        let product = self.mass_along(&w, z);
        self.check_equal(&[dot(&w, &weights)], &[product], "M dtau = weights")
    }
}
