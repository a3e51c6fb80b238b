//! Motions under constraints: accelerations with feedback, and a start at which the constraints are met.

use super::charts::Charts;
use super::{State, given};
use crate::function::Function;
use crate::generated::Programs;
use crate::ir::{Input, InputKind, Machine};

/// What is derived besides where constraints hold.
pub const FUNCTIONS: [Function; 3] = [
    Function::ConstrainedForwardDynamicsWithFeedback,
    Function::Constraint,
    Function::ConstraintJacobian,
];

/// Newton's steps to the constraints, at most.
const STEPS: usize = 60;
/// Constraints are met to this part of the numbers that they are made of.
const MET: f64 = 1e-13;

/// What holds a robot.
#[derive(Clone, Debug)]
pub struct Constrained {
    dynamics: Machine,
    values: Machine,
    jacobian: Machine,
    gains: [f64; 2],
}

/// Where a motion under constraints can begin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Met {
    /// The largest error before.
    pub before: f64,
    /// And after.
    pub after: f64,
}

impl Constrained {
    /// With the time in which errors die out. None: the robot is free.
    pub fn of(programs: &Programs, time_constant: f64) -> Option<Self> {
        let machine = |function| {
            let at = programs.targets.iter().position(|t| t.function == function);
            at.map(|at| Machine::of(&programs.prepared.functions[at]))
        };
        let [dynamics, values, jacobian] = FUNCTIONS.map(machine);
        let rate = 1.0 / time_constant;
        Some(Self {
            dynamics: dynamics?,
            values: values?,
            jacobian: jacobian?,
            gains: [rate * rate, 2.0 * rate],
        })
    }

    /// qdd, then the multipliers.
    pub fn accelerations(&mut self, state: [&[f64]; 5]) -> Vec<f64> {
        let gains = self.gains;
        self.dynamics.run(|input| match input.kind {
            InputKind::Feedback => gains[input.index as usize],
            _ => given(input, state),
        })
    }

    /// C.
    pub fn errors(&mut self, state: [&[f64]; 5]) -> Vec<f64> {
        self.values.run(|input| given(input, state))
    }

    /// Moves a state to where the constraints are met, by the least change of positions and then of rates.
    pub fn meet(&mut self, parameters: &[f64], charts: &mut Charts, state: &mut State) -> Met {
        let largest = |errors: &[f64]| errors.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let mut errors = self.errors(state.inputs(parameters, &[]));
        let before = largest(&errors);
        let mut after = before;
        for _ in 0..STEPS {
            if after <= MET {
                break;
            }
            let step = self.least(parameters, state, &errors);
            let moved = |charts: &mut Charts, part: f64| {
                let rates: Vec<f64> = step.iter().map(|x| -part * x).collect();
                let slope = charts.rate(&state.q, &rates);
                let mut next = state.clone();
                for (q, slope) in next.q.iter_mut().zip(slope) {
                    *q += slope;
                }
                charts.normalize(&mut next.q, &mut next.qd);
                next
            };
            // A shorter step where the whole one leads away.
            let parts = [1.0, 0.5, 0.25, 0.125, 0.03];
            let tried = parts.map(|part| {
                let next = moved(charts, part);
                let errors = self.errors(next.inputs(parameters, &[]));
                (largest(&errors), next, errors)
            });
            let best = tried.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
            let Some((error, next, left)) = best.filter(|(error, ..)| *error < after) else {
                break;
            };
            (after, *state, errors) = (error, next, left);
        }
        let rows = self.rows(parameters, state);
        let rates: Vec<f64> = rows
            .iter()
            .map(|row| row.iter().zip(&state.qd).map(|(x, y)| x * y).sum())
            .collect();
        let change = self.least(parameters, state, &rates);
        for (qd, change) in state.qd.iter_mut().zip(change) {
            *qd -= change;
        }
        Met { before, after }
    }

    /// The shortest x of `J x = errors`.
    fn least(&mut self, parameters: &[f64], state: &State, errors: &[f64]) -> Vec<f64> {
        let rows = self.rows(parameters, state);
        let dot = |x: &[f64], y: &[f64]| -> f64 { x.iter().zip(y).map(|(x, y)| x * y).sum() };
        let mut system: Vec<Vec<f64>> = (rows.iter().zip(errors))
            .map(|(row, &error)| {
                let own = rows.iter().map(|other| dot(row, other));
                own.chain([error]).collect()
            })
            .collect();
        let weights = solved(&mut system);
        let columns = rows.first().map_or(0, Vec::len);
        let along = |v: usize| (rows.iter().zip(&weights)).map(|(row, y)| row[v] * y).sum();
        (0..columns).map(along).collect()
    }

    fn rows(&mut self, parameters: &[f64], state: &State) -> Vec<Vec<f64>> {
        let inputs = state.inputs(parameters, &[]);
        let entries = self.jacobian.run(|input: Input| given(input, inputs));
        let rows = entries.chunks_exact(state.qd.len().max(1));
        rows.map(<[f64]>::to_vec).collect()
    }
}

/// x of a symmetric matrix of positive or no size, the right-hand side behind it; rows that depend on others are 0.
fn solved(system: &mut [Vec<f64>]) -> Vec<f64> {
    let n = system.len();
    let sizes: Vec<f64> = (0..n).map(|k| system[k][k]).collect();
    for k in 0..n {
        let pivot = system[k][k];
        if pivot <= 1e-12 * sizes[k] {
            system[k].fill(0.0);
            continue;
        }
        let row: Vec<f64> = system[k].iter().map(|x| x / pivot).collect();
        for (_, other) in system.iter_mut().enumerate().filter(|(at, _)| *at != k) {
            let factor = other[k];
            for (x, y) in other.iter_mut().zip(&row) {
                *x -= factor * y;
            }
        }
        system[k] = row;
    }
    system.iter().map(|row| row[n]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_depends_on_others_gets_nothing() {
        let mut system = [vec![4.0, 2.0, 8.0], vec![2.0, 1.0, 4.0]];
        assert_eq!(solved(&mut system), [2.0, 0.0]);
        let mut regular = [vec![2.0, 1.0, 5.0], vec![1.0, 3.0, 10.0]];
        assert_eq!(solved(&mut regular), [1.0, 3.0]);
    }
}
