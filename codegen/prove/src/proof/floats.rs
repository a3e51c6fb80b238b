//! Results that a program computes in floats, put into its exact equation. Floats may refute, and never prove.
//!
//! Only the result counts, not how it was rounded: residuals are judged by the size of the equation's terms, which a
//! large condition number enlarges too. An entry that is 0 by the equation may be a cancelled sum in the program, so it
//! is also judged by the size of the largest entry. At a state where a result may be singular, it is not judged.

use std::collections::BTreeMap;

use super::trial::Claim;
use super::wrong_entry::{EntryValues, WrongEntry};
use crate::arithmetic::{PrimeField, Residue};
use crate::equations::{EntrySides, Equation, ResultEntry, Trial};
use crate::evaluation::{EvaluationFailure, ResidueState, SimpleState};
use crate::rank::{mass_matrix, meets_zero_pivot};
use multibody_program::ir::{Floats, InputKind, evaluate};
use multibody_support::random::Random;

/// The maximum number of simple states that are judged. The first seeds give positive, negative and alternating numbers.
const STATES: usize = 2;
/// The maximum number of simple states that are tried: a state at which the program divides by 0 is skipped.
const TRIED_STATES: u64 = 8;

/// The largest residual of an entry, relative to the terms of all entries, that rounding errors of cancelled sums may leave.
const CANCELLATION: f64 = 1e-12;

/// An entry at a state, put into its equation.
struct Judgement {
    values: EntryValues,
    /// Whether both values are equal, up to the rounding errors of this entry alone.
    agrees: bool,
    /// The size of the terms of the entry's equation.
    size: f64,
}

/// Numbers of a state, by kind.
type Numbers = BTreeMap<InputKind, Vec<f64>>;

impl Claim<'_> {
    /// The first entry that is wrong in floats at a simple state. None: no entry is wrong, or the equation is checked
    /// only for the result as a whole.
    pub(super) fn find_wrong_in_floats(&self) -> Option<WrongEntry> {
        let sides = Equation::of(self.target).entry_sides;
        let entries = sides.list_entries(self.target, self.system, self.wrench_links.len());
        if entries.is_empty() {
            return None;
        }
        let simple_states = (1..=TRIED_STATES).map(|seed| (seed, self.simple_state(seed)));
        let states = simple_states.filter_map(|(seed, simple)| {
            let are_zero = self.find_zero_outputs(&simple)?;
            Some((seed, simple, are_zero))
        });
        states.take(STATES).find_map(|(seed, simple, are_zero)| {
            let numbers = simple.floats();
            let values = self.outputs_in_floats(&numbers);
            // The vector that contracts the equation does not scale up an entry that is 0, so beside large entries a
            // wrong 0 would pass.
            let is_wrong_zero = |(&x, is_zero): (&f64, &bool)| x == 0.0 && !is_zero;
            let has_wrong_zero = values.iter().zip(&are_zero).any(is_wrong_zero);
            if !has_wrong_zero && self.is_satisfied_in_floats(&numbers, &values, seed) {
                return None;
            }
            let judge = |entry: &ResultEntry| self.judge(&sides, &numbers, &values, entry, seed);
            let judgements: Vec<Option<Judgement>> = entries.iter().map(judge).collect();
            let largest = judgements
                .iter()
                .flatten()
                .map(|judgement| judgement.size)
                .fold(0.0, f64::max);
            let pairs = entries.iter().zip(&judgements);
            let mut mistakes = pairs.filter_map(|(entry, judgement)| {
                let judgement = judgement
                    .as_ref()
                    .filter(|judgement| judgement.is_wrong(largest))?;
                Some((entry.indices.clone(), judgement.values))
            });
            let (entry, values) = mistakes.next()?;
            Some(WrongEntry {
                entry,
                count: 1 + mistakes.count(),
                values: Some(values),
                state: self.state_text(&numbers),
            })
        })
    }

    /// The outputs of the program in floats.
    fn outputs_in_floats(&self, numbers: &Numbers) -> Vec<f64> {
        let inputs = numbers.iter().map(|(kind, numbers)| (*kind, &numbers[..]));
        let mut floats = Floats {
            inputs: inputs.collect(),
        };
        evaluate(self.program, &mut floats)
    }

    /// Whether values are finite and satisfy the equation, contracted with random vectors.
    fn is_satisfied_in_floats(&self, numbers: &Numbers, values: &[f64], seed: u64) -> bool {
        let is_satisfied = |trial: &mut Trial<'_>| {
            let values = residues(values);
            trial.check_values(self.target, &values).is_ok()
        };
        values.iter().all(|x| x.is_finite()) && self.within_floats(numbers, seed, is_satisfied)
    }

    /// An entry, put into its equation. None: the equation has no value, or M is singular and its inverse is part of the result.
    fn judge(
        &self,
        sides: &EntrySides,
        numbers: &Numbers,
        values: &[f64],
        entry: &ResultEntry,
        seed: u64,
    ) -> Option<Judgement> {
        self.within_floats(numbers, seed, |trial| {
            let pair = sides.of_entry(trial, &residues(values), entry)?;
            let zeros = vec![Residue::ZERO; values.len()];
            let sides_at_zero = sides.of_entry(trial, &zeros, entry)?;
            let is_number = |x: &Residue| x.float().is_some_and(f64::is_finite);
            let has_values = sides_at_zero.iter().all(is_number) && self.is_regular(trial);
            let [result, expected] = pair.map(Residue::float);
            let (result, expected) = (result?, expected?);
            has_values.then(|| Judgement {
                values: EntryValues {
                    result,
                    expected,
                    difference: result - expected,
                },
                agrees: result.is_finite() && pair[0].agrees(pair[1]),
                size: pair.map(Residue::size).into_iter().fold(0.0, f64::max),
            })
        })
    }

    /// Whether the equation has a value at this state, and M is not singular if its inverse is part of the result.
    fn is_regular(&self, trial: &mut Trial<'_>) -> bool {
        let inverts = self.target.function.quantity().inverts_mass_matrix();
        let is_singular = inverts && {
            let nv = self.system.nv();
            meets_zero_pivot(mass_matrix(&mut trial.system_at_state, nv))
        };
        !is_singular && trial.system_at_state.state.failure.is_none()
    }

    /// Which outputs of the program are 0 at a state. None: the program divides by 0 there.
    fn find_zero_outputs(&self, simple: &SimpleState) -> Option<Vec<bool>> {
        PrimeField::random(&mut Random::new(0)).within(|| {
            let mut state = self.simple_residues(simple);
            let values = evaluate(self.program, &mut state);
            let divides_by_zero = state.failure == Some(EvaluationFailure::ZeroDivisor);
            let are_zero = values.into_iter().map(|x| x == Residue::ZERO);
            (!divides_by_zero).then(|| are_zero.collect())
        })
    }

    /// Runs a function with the trial at a state of floats.
    fn within_floats<T>(
        &self,
        numbers: &Numbers,
        seed: u64,
        run: impl FnOnce(&mut Trial<'_>) -> T,
    ) -> T {
        PrimeField::within_floats(|| run(&mut self.trial(ResidueState::of_floats(numbers), seed)))
    }
}

impl Judgement {
    /// Whether the difference of its values exceeds the rounding errors of this entry, and those of cancelled terms of the size
    /// `largest`.
    fn is_wrong(&self, largest: f64) -> bool {
        let is_cancelled = self.values.difference.abs() <= CANCELLATION * largest;
        !self.agrees && !is_cancelled
    }
}

fn residues(values: &[f64]) -> Vec<Residue> {
    values.iter().map(|&x| Residue::of_float(x)).collect()
}
