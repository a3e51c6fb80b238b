//! A wrong entry of a refuted program, in numbers: its value at a simple state is not the one that the equation gives.
//!
//! At a state of small rational numbers both values are rational. They are computed modulo several primes and reconstructed. Values
//! that are wrong only in floats are shown as floats.

use std::collections::BTreeMap;

use super::reconstruction::reconstruct;
use super::trial::Claim;
use crate::arithmetic::{PrimeField, Residue};
use crate::equations::{Equation, ResultEntry};
use crate::evaluation::{ResidueState, SimpleState, SystemPrograms};
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::Target;
use multibody_description::signature::argument_name;
use multibody_description::system::System;
use multibody_program::exact::{Rational, nearest_f64};
use multibody_program::ir::{InputKind, Program, evaluate};
use multibody_support::random::Random;

/// The maximum number of primes. For each prime of 61 bits, numerator and denominator of a value can have 30 more bits each.
const MAX_PRIMES: usize = 256;
/// The number of simple states that are tried.
const STATES: u64 = 3;
/// Values with a smaller relative difference are shown by their difference.
const SMALL_DIFFERENCE: f64 = 1e-9;

/// An entry that is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct WrongEntry {
    /// The indices of the entry; those of a pose begin with 0 for the rotation or 1 for the translation. Some equations
    /// are not checked entry by entry. Then these are the indices of an equation: for accelerations, the row of the
    /// equation of motion; under constraints, 0 and this row, or 1 and the row of the constraints; for an inverse, the
    /// entry of the product with M; for C, the row of `C qd`.
    pub entry: Vec<usize>,
    /// The number of entries that are wrong.
    pub count: usize,
    /// The values of the entry. None: these numbers have too many digits.
    pub values: Option<EntryValues>,
    /// The state: the arguments of the function, then the fields of the robot.
    pub state: String,
}

/// The values of an entry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EntryValues {
    /// The value of the program.
    pub result: f64,
    /// The value that the equation gives.
    pub expected: f64,
    /// The program's value minus the equation's.
    pub difference: f64,
}

impl WrongEntry {
    /// The entry with both values and the state, as a sentence.
    #[must_use]
    pub fn text(&self, target: Target) -> String {
        let WrongEntry {
            entry,
            count,
            values,
            state,
        } = self;
        let indices: String = entry.iter().map(|index| format!("[{index}]")).collect();
        let name = Equation::of(target).entry_sides.subject;
        let subject = format!("{name} {indices} is");
        let others = match count - 1 {
            0 => String::new(),
            1 => "; 1 more entry is wrong".to_owned(),
            others => format!("; {others} more entries are wrong"),
        };
        let comparison = values.map_or("wrong".into(), EntryValues::text);
        format!("{subject} {comparison} at {state}{others}")
    }
}

impl EntryValues {
    /// The values of an entry, from exact numbers: first the program's value, then the equation's.
    fn of([result, expected]: [Rational; 2]) -> Self {
        Self {
            result: nearest_f64(&result),
            expected: nearest_f64(&expected),
            difference: nearest_f64(&(result - expected)),
        }
    }

    fn text(self) -> String {
        let Self {
            result,
            expected,
            difference,
        } = self;
        if difference.abs() < SMALL_DIFFERENCE * expected.abs() {
            format!("{expected:?} + {difference:.3e} instead of {expected:?}")
        } else {
            format!("{result:?} instead of {expected:?}")
        }
    }
}

/// The first wrong entry of a program. None: its equation is checked only for the result as a whole, or no entry
/// differs at a simple state.
#[must_use]
pub fn wrong_entry(
    system: &ExaminedSystem,
    wrench_links: &[usize],
    target: Target,
    program: &Program,
) -> Option<WrongEntry> {
    let claim = Claim {
        system,
        programs: SystemPrograms::of(system).with_angles_of(program),
        wrench_links,
        target,
        program,
    };
    let entry = (1..=STATES).find_map(|seed| claim.find_wrong_entry_at(seed))?;
    match entry.values {
        Some(_) => Some(entry),
        None => claim.find_wrong_in_floats().or(Some(entry)),
    }
}

impl Claim<'_> {
    /// The first wrong entry at the simple state with this seed, modulo primes.
    fn find_wrong_entry_at(&self, seed: u64) -> Option<WrongEntry> {
        let sides = Equation::of(self.target).entry_sides;
        let entries = sides.list_entries(self.target, self.system, self.wrench_links.len());
        if entries.is_empty() {
            return None;
        }
        let simple = self.simple_state(seed);
        let mut random = Random::new(0);
        let fields: Vec<PrimeField> = (0..MAX_PRIMES)
            .map(|_| PrimeField::random(&mut random))
            .collect();
        let sides_in = |field: PrimeField, entries: &[ResultEntry]| {
            field.within(|| {
                let mut trial = self.trial(self.simple_residues(&simple), seed);
                let values = evaluate(self.program, &mut trial.system_at_state.state);
                let pairs = entries
                    .iter()
                    .map(|entry| sides.of_entry(&mut trial, &values, entry));
                let pairs: Option<Vec<[Residue; 2]>> = pairs.collect();
                pairs.filter(|_| trial.system_at_state.state.failure.is_none())
            })
        };
        let pairs = sides_in(fields[0], &entries)?;
        let differences = pairs.iter().zip(&entries).filter(|([a, b], _)| a != b);
        let mistakes: Vec<&ResultEntry> = differences.map(|(_, entry)| entry).collect();
        let entry = (*mistakes.first()?).clone();
        let values = reconstruct(&fields, |field| {
            Some(sides_in(field, std::slice::from_ref(&entry))?[0].map(Residue::value))
        });
        Some(WrongEntry {
            entry: entry.indices,
            count: mistakes.len(),
            values: values.map(EntryValues::of),
            state: self.state_text(&simple.floats()),
        })
    }

    /// A simple state.
    pub(super) fn simple_state(&self, seed: u64) -> SimpleState {
        SimpleState::of(self.system, &self.programs, self.wrench_links.len(), seed)
    }

    /// The residues of a simple state.
    pub(super) fn simple_residues(&self, simple: &SimpleState) -> ResidueState {
        ResidueState::simple(self.system, &self.programs, self.wrench_links.len(), simple)
    }

    /// A state as text: the arguments of the function, then the fields of the robot.
    pub(super) fn state_text(&self, numbers: &BTreeMap<InputKind, Vec<f64>>) -> String {
        let kinds = self.target.function.row().arguments.iter();
        let time = [InputKind::Time].iter().filter(|_| self.system.is_timed());
        let inputs = time.chain(kinds).map(|kind| {
            let values = numbers.get(kind).map_or(&[][..], Vec::as_slice);
            format!("{} = {values:?}", argument_name(*kind))
        });
        let fields = fields(self.system, &numbers[&InputKind::Parameter]);
        let parts: Vec<String> = inputs.chain(fields).collect();
        parts.join(", ")
    }
}

/// The fields of a robot with their values.
fn fields(system: &System, numbers: &[f64]) -> impl Iterator<Item = String> {
    system.parameters.iter().map(|parameter| {
        let name = &parameter.field.value;
        match parameter.shape.length() {
            Some(count) => format!("{name} = {:?}", &numbers[parameter.first..][..count]),
            None => format!("{name} = {:?}", numbers[parameter.first]),
        }
    })
}
