//! The textbook's functions in one float, and how far programs are from them.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::ops::Range;

use super::lanes::run;
use super::precise::{Parts, Precise};
use super::sizes::sizes;
use super::states::{LANES, State};
use crate::derive::functions::Target;
use crate::ir::{Float, InputKind, Program};
use crate::settings::Function;

/// The textbook's functions of a robot in one float.
#[derive(Clone, Debug)]
pub struct Side<F> {
    states: [State; LANES],
    /// Of each function, what it comes to at each state that is different.
    measured: BTreeMap<Target, Vec<Measured>>,
    float: PhantomData<F>,
}

/// A function at a state.
#[derive(Clone, Debug)]
struct Measured {
    exact: Vec<Parts>,
    sizes: Vec<f64>,
    /// The textbook's own largest error.
    error: f64,
}

/// The forces that belong to accelerations.
pub fn inverse_of(forward: Function) -> Function {
    match forward {
        Function::ForwardDynamicsWithWrenches => Function::InverseDynamicsWithWrenches,
        _ => Function::InverseDynamics,
    }
}

impl<F: Float> Side<F> {
    /// At states of which so many are different, by the textbook's program of all `targets`, whose
    /// outputs, so many each, stand behind each other.
    pub fn new(
        states: [State; LANES],
        different: usize,
        targets: &[(Target, usize)],
        textbook: &Program,
    ) -> Self {
        let mut start = 0;
        let parts = targets.iter().map(|&(target, count)| {
            start += count;
            (target, start - count..start)
        });
        let parts: BTreeMap<Target, Range<usize>> = parts.collect();
        let terms = sizes(textbook, &states);
        let found = run::<F>(textbook, &states);
        let exact = Precise::run(textbook, &states[..different]);
        let mut measured: BTreeMap<Target, Vec<Measured>> = BTreeMap::new();
        for (lane, exact) in exact.into_iter().enumerate() {
            let values = Values {
                state: &states[lane],
                exact,
                terms: terms.iter().map(|terms| terms[lane]).collect(),
            };
            for (&target, outputs) in &parts {
                let sizes = values.natural_sizes(target.function, outputs.clone(), &parts);
                let mut own = Measured {
                    exact: values.exact[outputs.clone()].to_vec(),
                    sizes: with_zeros_as_large_as_any(sizes),
                    error: 0.0,
                };
                own.error = own.largest(&found[outputs.clone()], lane);
                measured.entry(target).or_default().push(own);
            }
        }
        Self {
            states,
            measured,
            float: PhantomData,
        }
    }

    /// At each state the largest error of a program, and of the textbook's.
    pub fn errors(
        &self,
        target: Target,
        program: &Program,
    ) -> impl Iterator<Item = (f64, f64)> + '_ {
        let found = run::<F>(program, &self.states);
        let measured = self.measured[&target].iter().enumerate();
        measured.map(move |(lane, textbook)| (textbook.largest(&found, lane), textbook.error))
    }
}

impl Measured {
    /// The largest error of some outputs at a state, in units in the last place of natural sizes.
    fn largest<F: Float>(&self, outputs: &[[F; LANES]], lane: usize) -> f64 {
        let entries = outputs.iter().zip(&self.exact).zip(&self.sizes);
        let errors = entries.map(|((output, exact), size)| {
            let error = exact.distance(output[lane].wide());
            match error == 0.0 {
                true => 0.0,
                false => error / (size * F::EPSILON),
            }
        });
        errors.fold(0.0, |largest, error| match error.is_nan() {
            true => f64::INFINITY,
            false => error.max(largest),
        })
    }
}

/// An entry that is 0 whatever the positions are may be a difference in other frames: then it is as
/// uncertain as the largest is.
fn with_zeros_as_large_as_any(mut sizes: Vec<f64>) -> Vec<f64> {
    let largest = sizes.iter().copied().fold(0.0, f64::max);
    let zeros = sizes.iter_mut().filter(|size| **size == 0.0);
    zeros.for_each(|size| *size = largest);
    sizes
}

/// What the textbook's program comes to at a state.
struct Values<'a> {
    state: &'a State,
    exact: Vec<Parts>,
    terms: Vec<f64>,
}

impl Values<'_> {
    /// Of a metric what its diagonal says, of accelerations what the inverse mass matrix makes of the
    /// sizes of forces, of all else the sizes of terms.
    fn natural_sizes(
        &self,
        function: Function,
        outputs: Range<usize>,
        parts: &BTreeMap<Target, Range<usize>>,
    ) -> Vec<f64> {
        let of = |function| {
            let link = None;
            parts[&Target { function, link }].clone()
        };
        match function {
            Function::MassMatrix | Function::MassMatrixInverse => {
                let roots = self.roots(outputs);
                let pairs = roots.iter().flat_map(|x| roots.iter().map(move |y| x * y));
                pairs.collect()
            }
            Function::ForwardDynamics | Function::ForwardDynamicsWithWrenches => {
                let roots = self.roots(of(Function::MassMatrixInverse));
                let forces = &self.terms[of(inverse_of(function))];
                let forces = forces.iter().zip(self.state.values(InputKind::Tau));
                let pushed = roots
                    .iter()
                    .zip(forces)
                    .map(|(root, (&force, &tau))| root * libm::hypot(force, tau));
                let norm = pushed.fold(0.0, libm::hypot);
                roots.iter().map(|root| root * norm).collect()
            }
            _ => self.terms[outputs].to_vec(),
        }
    }

    /// Square roots of the diagonal of a matrix.
    fn roots(&self, outputs: Range<usize>) -> Vec<f64> {
        let n = outputs.len().isqrt();
        let diagonal = self.exact[outputs].iter().step_by(n + 1);
        diagonal.map(|entry| entry.nearest().abs().sqrt()).collect()
    }
}
