//! The equations of constraints, and dependent rows. C is the vector of the errors of all rows, and J its Jacobian.

mod actuation;
mod dependent_rates;
mod massless_motions;

pub use actuation::{GIVEN_MULTIPLIERS_DEGREE, LEAST_FORCES_DEGREE, actuation};
pub use dependent_rates::dependent_rates;
pub use massless_motions::constraints_of_massless_motions;

use crate::arithmetic::{DrawResidues, Jet, PrimeField, Residue, direction};
use crate::equations::{
    CheckResult, Degree, EntrySides, Equation, LinearSystems, MOTION_DEGREE, Trial, dot,
};
use crate::lagrangian::{Path, SystemAtState};
use crate::random_states::{at_random_states, in_one_field, with_all_roots};
use crate::rank::{Echelon, independent_rows, mass_matrix, solve};
use multibody_description::findings::LeftOutRow;
use multibody_description::function::{Response, Terms};
use multibody_description::system::{PROXIMAL_STEPS, System};
use multibody_program::ir::{InputKind, evaluate};
use multibody_support::random::Random;

/// A selection is the set of rows that selectors make active. A proof at states that are drawn from a key tries all selections if
/// there are at most this many rows.
pub const MAX_SELECTED_ROWS: usize = 8;

// The comment of each degree names the terms of the equations that have it.

/// The value of a row.
const VALUE_DEGREE: Degree = Degree {
    rows: 1,
    ..Degree::ONE_EVALUATION
};
/// The rate of a row along a vector.
const JACOBIAN_DEGREE: Degree = Degree {
    derivatives: 1,
    vector_entries: 1,
    ..VALUE_DEGREE
};
/// The second derivative of a row.
pub const BIAS_DEGREE: Degree = Degree {
    derivatives: 2,
    vector_entries: 2,
    ..VALUE_DEGREE
};
/// The equation of motion, in which each multiplier has a row as factor, and the rows' second derivatives.
const ACCELERATION_DEGREE: Degree = Degree {
    rows: 1,
    decided_by: LinearSystems::Multipliers,
    ..MOTION_DEGREE
};
/// M, contracted with a vector and the change of the rates; the rates of rows times restitution.
const IMPULSE_DEGREE: Degree = Degree {
    derivatives: 2,
    vector_entries: 2,
    has_returned_rates: true,
    ..ACCELERATION_DEGREE
};

pub fn constraint() -> Equation {
    Equation::of_values(VALUE_DEGREE, "C = what is stated", |trial| {
        let zero_rates = vec![Jet::<2>::ZERO; trial.nv()];
        let expected = trial
            .system_at_state
            .constraints(&Path::from_rates(zero_rates));
        expected.iter().map(|x| x.value()).collect()
    })
}

pub fn constraint_jacobian() -> Equation {
    Equation::of_products(JACOBIAN_DEGREE, "J qd = dC/dt", |trial, u| {
        trial.row_rates(u)
    })
}

pub fn constraint_bias() -> Equation {
    let equation = "bias = d2C/dt2 without accelerations";
    Equation::of_values(BIAS_DEGREE, equation, |trial| {
        let qd = trial.values(InputKind::Qd);
        let zero_rates = vec![Residue::ZERO; qd.len()];
        trial.constraint_accelerations(&qd, &zero_rates)
    })
}

/// The equation of accelerations and multipliers, or of rates and impulses, at several selections of rows.
pub fn response(response: Response) -> Equation {
    // After these values there may be pivots, which are not in the equations.
    let unknown_count = |trial: &Trial<'_>| trial.nv() + trial.system_at_state.system.nc();
    let check = move |trial: &mut Trial<'_>, values: &[Residue]| {
        let count = unknown_count(trial);
        trial.check_at_selections(response.has_selectors(), values, |trial, values| {
            trial.check_response(&values[..count], response)
        })
    };
    // Part 0: the equation of motion along a rate; part 1: the equation of a row.
    let sides =
        move |trial: &mut Trial<'_>, values: &[Residue], [part, index]: [usize; 2]| match part {
            0 => {
                let (unit, count) = (trial.unit(index), unknown_count(trial));
                trial.balance_along(&unit, &values[..count], response)
            }
            _ => [trial.row_residuals(values, response)[index], Residue::ZERO],
        };
    let degree = match response {
        Response::Acceleration { .. } => ACCELERATION_DEGREE,
        Response::Impulse { .. } => IMPULSE_DEGREE,
    };
    let entry_sides = EntrySides::of_rows(sides).with_subject("with the result, equation");
    Equation::new(degree, check, entry_sides)
}

/// Motor forces, for given multipliers or with the least multipliers.
pub fn inverse_dynamics(takes_multipliers: bool, terms: Terms) -> Equation {
    if takes_multipliers {
        Equation::new(
            GIVEN_MULTIPLIERS_DEGREE,
            move |trial, x| trial.check_motor_forces(x, terms),
            EntrySides::none(),
        )
    } else {
        Equation::new(
            LEAST_FORCES_DEGREE,
            move |trial, x| trial.check_constrained_inverse(x, terms),
            EntrySides::none(),
        )
    }
}

impl Trial<'_> {
    /// Checks the values with all constraints active. If the program has selectors, also checks its values with no
    /// constraint active, with a random selection, and with the complement of that selection. At states that are drawn from a
    /// key, every selection is checked if there are few rows.
    fn check_at_selections(
        &mut self,
        has_selectors: bool,
        values: &[Residue],
        check: impl Fn(&mut Self, &[Residue]) -> CheckResult,
    ) -> CheckResult {
        check(self, values)?;
        if !has_selectors {
            return Ok(());
        }
        let rows = self.system_at_state.system.nc();
        let mut selection: Vec<bool> = (0..rows).map(|_| self.random.below(2) == 1).collect();
        if let [first, .., last] = &mut selection[..] {
            // At least one row is selected, and at least one is not.
            (*first, *last) = (true, false);
        }
        let complement = selection.iter().map(|is_active| !is_active).collect();
        let selections = if self.system_at_state.has_key() && rows <= MAX_SELECTED_ROWS {
            (0..1_usize << rows)
                .map(|set| (0..rows).map(|row| set >> row & 1 == 1).collect())
                .collect()
        } else {
            vec![vec![false; rows], selection, complement]
        };
        for selection in selections {
            let selector = |is_active: &bool| if *is_active { Residue::ONE } else { Residue::ZERO };
            let selectors = selection.iter().map(selector).collect();
            self.system_at_state
                .state
                .set(InputKind::Selector, selectors);
            let values = evaluate(self.program, &mut self.system_at_state.state);
            check(self, &values)?;
        }
        Ok(())
    }

    /// Checks accelerations and multipliers, or rates and impulses, under constraints.
    fn check_response(&mut self, values: &[Residue], response: Response) -> CheckResult {
        let (motion_equation, row_equation) = match response {
            Response::Acceleration { .. } => (
                "tau + Q + J^T lambda = d/dt dL/dqd - dL/dq",
                "d2C/dt2 + kd dC/dt + ks C = 0",
            ),
            Response::Impulse { .. } => ("M (qd' - qd) = J^T p", "J qd' = -e J qd"),
        };
        let w = self.random_vector();
        let [left, right] = self.balance_along(&w, values, response);
        self.check_equal(&[left], &[right], motion_equation)?;
        let residuals = self.row_residuals(values, response);
        self.check_multipliers(&values[w.len()..], &residuals, row_equation)
    }

    /// Both sides of the balance of forces along w: the forces that act, and those that the motion requires. For an impulse: the
    /// change of momentum, and the impulse.
    fn balance_along(
        &mut self,
        w: &[Residue],
        values: &[Residue],
        response: Response,
    ) -> [Residue; 2] {
        let qd = self.values(InputKind::Qd);
        let (motion, multipliers) = values.split_at(qd.len());
        match response {
            Response::Acceleration { external, .. } => {
                let tau = self.values(InputKind::Tau);
                let force = self.force_along(Terms::with_wrenches_if(external), w, &qd, motion);
                [dot(w, &tau) + dot(multipliers, &self.row_rates(w)), force]
            }
            Response::Impulse { .. } => {
                let change: Vec<Residue> = motion.iter().zip(&qd).map(|(&x, &y)| x - y).collect();
                [
                    self.mass_along(w, &change),
                    dot(multipliers, &self.row_rates(w)),
                ]
            }
        }
    }

    /// The residual of each row's equation with this motion. Without regularization it has to be 0 for active rows.
    fn row_residuals(&mut self, values: &[Residue], response: Response) -> Vec<Residue> {
        let qd = self.values(InputKind::Qd);
        let motion = &values[..qd.len()];
        match response {
            Response::Acceleration { feedback, .. } => {
                let mut residuals = self.constraint_accelerations(&qd, motion);
                if feedback {
                    let gains = self.values(InputKind::Feedback);
                    let path = self.path_with_time(&qd);
                    let errors = self.system_at_state.constraints(&path);
                    let rates = self.system_at_state.constraint_rates(&path);
                    let pairs = errors.iter().zip(&rates);
                    for (residual, (error, rate)) in residuals.iter_mut().zip(pairs) {
                        *residual = *residual + gains[0] * error.value() + gains[1] * rate.value();
                    }
                }
                residuals
            }
            Response::Impulse { .. } => {
                let restitution = self.values(InputKind::Restitution)[0];
                let [approach, rebound] = [&qd, motion].map(|rates| {
                    let path = self.path_with_time(rates);
                    self.system_at_state.constraint_rates(&path)
                });
                let pairs = approach.iter().zip(&rebound);
                let residuals = pairs.map(|(x, y)| y.value() + restitution * x.value());
                residuals.collect()
            }
        }
    }

    /// Checks that the multipliers of inactive rows are 0, and that those of active rows leave no residual or, with
    /// regularization, are the result of the proximal steps. The residual is `S lambda - r` with `S = J M^-1 J^T` and the
    /// right-hand side r of the equation for lambda.
    fn check_multipliers(
        &mut self,
        multipliers: &[Residue],
        residuals: &[Residue],
        equation: &'static str,
    ) -> CheckResult {
        let selectors = self.values(InputKind::Selector);
        let (active_rows, inactive_rows): (Vec<usize>, Vec<usize>) =
            (0..residuals.len()).partition(|&row| selectors[row] == Residue::ONE);
        let inactive_multipliers: Vec<Residue> =
            inactive_rows.iter().map(|&row| multipliers[row]).collect();
        self.check_zero(&inactive_multipliers, "lambda = 0 of what is switched off")?;
        let [multipliers, residuals] = [multipliers, residuals]
            .map(|all| active_rows.iter().map(|&row| all[row]).collect::<Vec<_>>());
        let Some(eps) = &self.system_at_state.system.regularization else {
            return self.check_zero(&residuals, equation);
        };
        let eps = Residue::of(eps);
        let nv = self.nv();
        let rows = jacobian(&mut self.system_at_state, nv);
        let rows: Vec<Vec<Residue>> = active_rows.iter().map(|&row| rows[row].clone()).collect();
        let mass = mass_matrix(&mut self.system_at_state, nv);
        let expected = eps
            .and_then(|eps| solve_by_proximal_steps(&mass, &rows, eps, &multipliers, &residuals));
        let equation = "(J M^-1 J^T + eps) lambda' = r + eps lambda";
        self.check_equal(&expected.ok_or(equation)?, &multipliers, equation)
    }

    /// `J w`, the rates of the rows at the rates w.
    pub(crate) fn row_rates(&mut self, w: &[Residue]) -> Vec<Residue> {
        let path = Path::<2>::from_rates(w.iter().map(|&x| Jet::constant(x)).collect());
        let rates = self.system_at_state.constraint_rates(&path);
        rates.into_iter().map(|x| x.value()).collect()
    }

    /// `d2C/dt2`
    fn constraint_accelerations(&mut self, qd: &[Residue], qdd: &[Residue]) -> Vec<Residue> {
        let path = Path::<8>::of_motion(qd, qdd);
        let rates = self.system_at_state.constraint_rates(&path);
        rates
            .into_iter()
            .map(|x| x.coefficient(direction::SECOND))
            .collect()
    }

    /// The path with these rates along which time also advances.
    fn path_with_time(&self, rates: &[Residue]) -> Path<2> {
        Path::from_rates(rates.iter().map(|&x| Jet::constant(x)).collect()).with_time()
    }
}

/// J at a random state, by rows.
pub fn jacobian(system_at_state: &mut SystemAtState<'_>, nv: usize) -> Vec<Vec<Residue>> {
    let columns = (0..nv).map(|v| {
        let mut rates = vec![Jet::<2>::ZERO; nv];
        rates[v] = Jet::constant(Residue::ONE);
        system_at_state.constraint_rates(&Path::from_rates(rates))
    });
    let columns: Vec<Vec<Jet<2>>> = columns.collect();
    let rows = columns.first().map_or(0, Vec::len);
    let row = |index: usize| columns.iter().map(|column| column[index].value()).collect();
    (0..rows).map(row).collect()
}

/// The multipliers that the proximal steps reach from 0. The right-hand side r follows from `multipliers` (lambda) and the
/// residual `residuals = S lambda - r` that they leave. None: a step has no solution.
fn solve_by_proximal_steps(
    mass: &[Vec<Residue>],
    rows: &[Vec<Residue>],
    eps: Residue,
    multipliers: &[Residue],
    residuals: &[Residue],
) -> Option<Vec<Residue>> {
    let responses: Vec<Vec<Residue>> = rows
        .iter()
        .map(|row| solve(mass, row))
        .collect::<Option<_>>()?;
    // S = J M^-1 J^T
    let delassus: Vec<Vec<Residue>> = rows
        .iter()
        .map(|row| responses.iter().map(|column| dot(row, column)).collect())
        .collect();
    let right_side: Vec<Residue> = delassus
        .iter()
        .zip(residuals)
        .map(|(row, &residual)| dot(row, multipliers) - residual)
        .collect();
    take_steps(&delassus, &right_side, eps)
}

/// The x that the proximal steps `(A + eps) x' = y + eps x`, with A = `matrix`, reach from 0. None: a step has no solution.
pub fn take_steps(matrix: &[Vec<Residue>], y: &[Residue], eps: Residue) -> Option<Vec<Residue>> {
    let mut system = matrix.to_vec();
    for (k, row) in system.iter_mut().enumerate() {
        row[k] = row[k] + eps;
    }
    (0..PROXIMAL_STEPS).try_fold(vec![Residue::ZERO; y.len()], |x, _| {
        let right_side = y.iter().zip(x).map(|(&y, x)| y + eps * x);
        solve(&system, &right_side.collect::<Vec<_>>())
    })
}

/// A row that is left out, and its index.
#[derive(Clone, Debug)]
pub struct IndexedRow {
    /// The index of the row among all rows of the system.
    pub index: usize,
    /// The row.
    pub row: LeftOutRow,
}

/// The dependences between constraint rows at almost all states.
#[derive(Clone, Debug, Default)]
pub struct Dependence {
    /// The rows that are linear combinations of the others for every choice of every square root, in the order of their
    /// indices.
    pub left_out: Vec<IndexedRow>,
    /// The indices of the rows that are linear combinations of others for some choices of the roots, but not for all choices, or
    /// perhaps not for those that were not tried.
    pub branching: Vec<usize>,
}

/// Finds the constraint rows that are linear combinations of others. Position-level rows are examined first, and so kept rather
/// than velocity-level rows, since velocity-level rows imply less.
#[must_use]
pub fn dependent_constraints(system: &System) -> Dependence {
    let (holonomic, velocity_level): (Vec<usize>, Vec<usize>) =
        (0..system.nc()).partition(|&index| system.constraints[index].row.is_holonomic());
    let order = [holonomic, velocity_level].concat();
    let trials = with_all_roots(system, |system_at_state, _| {
        let nv = system.nv();
        let rows = jacobian(system_at_state, nv);
        let zero_rates = vec![Jet::<2>::ZERO; nv];
        let values = system_at_state.constraints(&Path::from_rates(zero_rates));
        let is_zero = |x: &Residue| *x == Residue::ZERO;
        Branch {
            field: PrimeField::in_force(),
            is_idle: rows.iter().map(|row| row.iter().all(is_zero)).collect(),
            is_violated: values
                .iter()
                .map(|value| !is_zero(&value.value()))
                .collect(),
            rows,
        }
    });
    let (branches, is_complete) = (trials.values, trials.is_complete);
    let mut dependence = Dependence::default();
    let mut echelons: Vec<Echelon> = branches.iter().map(|_| Echelon::default()).collect();
    for index in order {
        // The number of branches in which the row is independent of the rows before it.
        let mut independent_count = 0;
        for (branch, echelon) in branches.iter().zip(&mut echelons) {
            let is_new = branch.field.within(|| echelon.add(&branch.rows[index]));
            independent_count += usize::from(is_new);
        }
        let is_idle = branches.iter().all(|branch| branch.is_idle[index]);
        // If only some of the choices of roots were tried, the other choices may give another result.
        if independent_count == 0 && !branches.is_empty() && is_complete {
            let constraint = &system.constraints[index];
            let row = LeftOutRow {
                row: constraint.row.clone(),
                name: constraint.name.clone(),
                owner: constraint.owner,
                is_idle,
                is_unsatisfiable: is_idle
                    && branches.iter().any(|branch| branch.is_violated[index]),
                is_rounded: false,
                contradicts: Vec::new(),
            };
            dependence.left_out.push(IndexedRow { index, row });
        } else if independent_count < branches.len() {
            dependence.branching.push(index);
        }
    }
    let left_out = &mut dependence.left_out;
    left_out.sort_by_key(|row| row.index);
    if !system.parameters.is_empty() && left_out.iter().any(|omitted| omitted.row.is_unsatisfiable)
    {
        // A value that depends on fields may be 0 for some values of the fields; so a row counts as unsatisfiable only if its value
        // is the same at different states.
        let samples = values_of_constraints(system, 1, 2, |samples| samples);
        for IndexedRow { index, row } in left_out.iter_mut() {
            let k = *index;
            row.is_unsatisfiable &= samples.windows(2).all(|pair| pair[0][k] == pair[1][k]);
        }
    }
    if left_out.iter().any(|omitted| !omitted.row.is_idle) {
        find_contradictions(system, left_out);
    }
    dependence
}

/// The constraint rows at one state with one choice of roots.
struct Branch {
    field: PrimeField,
    /// J.
    rows: Vec<Vec<Residue>>,
    /// For each row, whether no rate changes it.
    is_idle: Vec<bool>,
    /// For each row, whether its value is not 0.
    is_violated: Vec<bool>,
}

/// Finds the kept rows that each left-out row contradicts: a row that is a linear combination of others plus a nonzero
/// number cannot be satisfied together with them.
fn find_contradictions(system: &System, left_out: &mut [IndexedRow]) {
    let is_kept = |index: &usize| left_out.iter().all(|row| row.index != *index);
    let basis: Vec<usize> = (0..system.nc()).filter(is_kept).collect();
    let candidates: Vec<usize> = left_out.iter().map(|row| row.index).collect();
    // One state more than there are unknown coefficients would be enough.
    let count = basis.len() + 3;
    let [first, second] = [1, 2].map(|field| {
        values_of_constraints(system, field, count, |states| {
            if states.len() < count {
                Vec::new()
            } else {
                list_contradictions(&states, &basis, &candidates)
            }
        })
    });
    // A combination that occurs by chance modulo one prime does not occur modulo the other.
    for Contradiction { candidate, basis } in first {
        if second.iter().any(|other| other.candidate == candidate) {
            let rows = left_out
                .iter_mut()
                .filter(|omitted| omitted.index == candidate && !omitted.row.is_idle);
            for IndexedRow { row, .. } in rows {
                row.contradicts = basis.iter().map(|&k| system.constraints[k].owner).collect();
                row.contradicts.dedup();
            }
        }
    }
}

/// A row that contradicts kept rows.
struct Contradiction {
    /// The index of the row.
    candidate: usize,
    /// The kept rows that it contradicts.
    basis: Vec<usize>,
}

/// The candidates that contradict kept rows. In the values at several states, such a candidate is a linear combination of kept rows
/// and a constant, but not of kept rows alone.
fn list_contradictions(
    states: &[Vec<Residue>],
    basis: &[usize],
    candidates: &[usize],
) -> Vec<Contradiction> {
    let values = |row: usize| -> Vec<Residue> { states.iter().map(|state| state[row]).collect() };
    let constant = vec![Residue::ONE; states.len()];
    let columns: Vec<Vec<Residue>> = basis.iter().map(|&row| values(row)).collect();
    let mut results = Vec::new();
    for &candidate in candidates {
        let column = values(candidate);
        let is_combination_of = |columns: &[Vec<Residue>]| {
            let extension = [columns, std::slice::from_ref(&column)].concat();
            independent_rows(&extension).len() == independent_rows(columns).len()
        };
        let with_constant = [&columns[..], std::slice::from_ref(&constant)].concat();
        if is_combination_of(&columns) || !is_combination_of(&with_constant) {
            continue;
        }
        let is_needed = |k: &usize| {
            let mut others = with_constant.clone();
            others.remove(*k);
            !is_combination_of(&others)
        };
        let needed_rows = (0..basis.len()).filter(is_needed).map(|k| basis[k]);
        let basis = needed_rows.collect();
        results.push(Contradiction { candidate, basis });
    }
    results
}

/// Calls `consumer` with the values of C at `states` random states modulo the prime that `field` selects; at fewer states, if C has
/// no value at many of those that are tried.
fn values_of_constraints<R>(
    system: &System,
    field: u64,
    states: usize,
    consumer: impl FnOnce(Vec<Vec<Residue>>) -> R,
) -> R {
    let nv = system.nv();
    let values = |system_at_state: &mut SystemAtState<'_>, _| {
        let zero_rates = vec![Jet::<2>::ZERO; nv];
        let values = system_at_state.constraints(&Path::from_rates(zero_rates));
        values.iter().map(|x| x.value()).collect()
    };
    in_one_field(system, field, states, values, consumer)
}

/// Whether M and J determine the accelerations: the rank of `[[M, J^T], [J, 0]]` is full at a state. Also true if M and J have no
/// values at the states that are tried.
#[must_use]
pub fn constraints_determine_accelerations(system: &System) -> bool {
    let nv = system.nv();
    let trials = with_all_roots(system, |system_at_state, _| {
        let rows = jacobian(system_at_state, nv);
        let mut matrix = mass_matrix(system_at_state, nv);
        for (v, row) in matrix.iter_mut().enumerate() {
            row.extend(rows.iter().map(|constraint_row| constraint_row[v]));
        }
        for row in &rows {
            let zeros = vec![Residue::ZERO; rows.len()];
            matrix.push(row.iter().copied().chain(zeros).collect());
        }
        independent_rows(&matrix).len() == matrix.len()
    });
    let results = trials.values;
    results.is_empty() || results.contains(&true)
}

/// The index of the first constraint that depends on rates and either is not linear in them, or has no value or derivative
/// at zero rates.
#[must_use]
pub fn find_nonlinear_constraint(system: &System) -> Option<usize> {
    let nv = system.nv();
    let first_rows = at_random_states(system, |system_at_state, _| {
        system_at_state.find_row_undefined_at_rest()
    });
    if let Some(&row) = first_rows.iter().flatten().next() {
        return Some(row);
    }
    let indices = at_random_states(system, |system_at_state, seed| {
        let mut random = Random::new(!seed);
        let [x, y] = [0; 2].map(|_| random.residues(nv));
        let mut values = |rates: Vec<Residue>| -> Vec<Residue> {
            let path = Path::<2>::from_rates(rates.into_iter().map(Jet::constant).collect());
            let rates = system_at_state.constraint_rates(&path);
            rates.into_iter().map(|x| x.value()).collect()
        };
        let sum: Vec<Residue> = x.iter().zip(&y).map(|(&x, &y)| x + y).collect();
        let (x, y, sum) = (values(x), values(y), values(sum));
        (0..sum.len()).find(|&k| sum[k] != x[k] + y[k])
    });
    indices.into_iter().flatten().next()
}
