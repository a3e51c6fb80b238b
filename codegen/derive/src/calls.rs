//! With the option `size`: functions that call others, and the programs that these calls compute.
//!
//! The proof and the trial in floats use the callees' programs, composed as the call composes them. Zeros are
//! folded in the composed program. This changes no value, since a product with 0 is 0 and a sum with 0 is exact.
//! One difference remains: where only constants are left, their combination is rounded once, whereas the callee
//! rounds each constant. The count includes all operations of the callees.

use super::call::call_of;
use super::candidate::Candidate;
use super::driver::Deriver;
use super::functions::{factor, times};
use super::timed_judge::TimedJudge;
use multibody_description::floats::beyond_floats;
use multibody_description::function::{Function, Target};
use multibody_outputs::{Algorithm, Derivation, Refused, Route};
use multibody_outputs::{Call, is_zero};
use multibody_program::exact::power_of_two;
use multibody_program::ir::{Builder, Count, InputKind, Program, Value};

type Matrix = Vec<Vec<Value>>;

impl Deriver<'_> {
    /// Replaces a long derived function by calls of other functions if it can be computed from these, and if the call
    /// is accurate. Callees have bodies of their own and are emitted in any case: nothing is emitted that was not
    /// requested.
    pub fn with_calls(&self, own: Vec<Derivation>, trial: &TimedJudge<'_>) -> Vec<Derivation> {
        let body = |function: Function| {
            let target = Target {
                function,
                link: None,
            };
            let mut all = own.iter();
            all.find(|of| of.target == target).map(|of| &of.program)
        };
        let all_forces = [
            Function::InverseDynamicsWithWrenches,
            Function::InverseDynamics,
        ];
        let forces = all_forces.into_iter().find(|&of| body(of).is_some());
        let forces = forces.unwrap_or(Function::InverseDynamics);
        let calls: Vec<Option<(Call, Vec<Program>)>> = own
            .iter()
            .map(|derivation| {
                let call = call_of(derivation.target.function, forces, self.tree())?;
                let is_long = derivation.count.weight() >= call.least();
                let callees = call.callees().into_iter().map(|of| body(of).cloned());
                Some((call, callees.collect::<Option<_>>()?)).filter(|_| is_long)
            })
            .collect();
        let all = own.into_iter().zip(calls);
        let all = all.map(|(derivation, call)| match call {
            None => derivation,
            Some((call, callees)) => by_call(derivation, call, &callees, trial),
        });
        all.collect()
    }
}

/// Replaces a derived function by a call, if the call is accurate.
fn by_call(
    mut own: Derivation,
    call: Call,
    callees: &[Program],
    trial: &TimedJudge<'_>,
) -> Derivation {
    let program = composed(call, own.target.function, callees);
    let route = Route::Usual(Algorithm::Calls(call));
    let tried = match beyond_floats(&program) {
        Some(constant) => Err(format!("it needs a constant of {constant}")),
        None => trial
            .admits(own.target, &program)
            .map_err(|inaccurate| inaccurate.to_string()),
    };
    match tried {
        Ok(()) => {
            let rounding = trial.rounding(own.target, &program);
            let before = Candidate {
                program: std::mem::replace(&mut own.program, program),
                route: own.route,
            };
            own.others.insert(0, (before.route, before.program));
            Derivation {
                route,
                rounding,
                count: counted(call, callees),
                ..own
            }
        }
        Err(why) => {
            own.refused.push(Refused {
                route: route.to_string(),
                why: format!("shorter, but {why}"),
            });
            own
        }
    }
}

/// The program that a call computes.
fn composed(call: Call, caller: Function, callees: &[Program]) -> Program {
    let mut b = Builder::new();
    let given = call.callees().into_iter().zip(callees);
    let given: Vec<Vec<Value>> = given
        .map(|(callee, program)| {
            b.inline(program, |b, input| {
                match is_zero(input.kind, caller, callee) {
                    true => b.zero(),
                    false => b.input(input.kind, input.index as usize),
                }
            })
        })
        .collect();
    let unit = |_: &mut Builder, row, column| match row == column {
        true => Value::ONE,
        false => Value::ZERO,
    };
    let values = combined(&mut b, call, &given, unit);
    b.finish(&values)
}

/// The operations of a call: those of its callees, and those that combine the callees' results. None of these results
/// is assumed to be 0.
fn counted(call: Call, callees: &[Program]) -> Count {
    let mut b = Builder::new();
    let mut inputs = 0..;
    let mut unknown =
        |b: &mut Builder| b.input(InputKind::Local, inputs.next().unwrap_or_default());
    let given: Vec<Vec<Value>> = callees
        .iter()
        .map(|program| program.outputs().iter().map(|_| unknown(&mut b)).collect())
        .collect();
    let values = combined(&mut b, call, &given, |b, _, _| unknown(b));
    let own = Count::of(&b.finish(&values));
    callees
        .iter()
        .map(Count::of)
        .fold(own, |sum, count| sum + count)
}

/// Combines the results of callees, as `multibody::dense` does.
fn combined(
    b: &mut Builder,
    call: Call,
    given: &[Vec<Value>],
    mut unit: impl FnMut(&mut Builder, usize, usize) -> Value,
) -> Vec<Value> {
    let first = &given[0];
    let n = first.len().isqrt();
    let square = || -> Matrix { first.chunks_exact(n).map(<[Value]>::to_vec).collect() };
    let rates =
        |b: &mut Builder| -> Vec<Value> { (0..n).map(|v| b.input(InputKind::Qd, v)).collect() };
    match call {
        Call::AtZero(_) => first.clone(),
        Call::Solution(_) => {
            let forces = given[1].iter().enumerate();
            let forces = forces.map(|(v, &force)| {
                let tau = b.input(InputKind::Tau, v);
                b.sub(tau, force)
            });
            let forces = forces.collect();
            factor(b, square()).solve(b, forces)
        }
        Call::Inverse => {
            let factors = factor(b, square());
            let columns: Matrix = (0..n)
                .map(|column| {
                    let unit = (0..n).map(|row| unit(b, row, column)).collect();
                    factors.solve(b, unit)
                })
                .collect();
            let entries = (0..n * n).map(|at| (at / n, at % n));
            entries.map(|(i, j)| columns[i.max(j)][i.min(j)]).collect()
        }
        Call::Energy => {
            let (m, v) = (square(), rates(b));
            let half = power_of_two(-1);
            let sum = (0..n).fold(Value::ZERO, |sum, i| {
                let own = b.scale(&half, m[i][i]);
                let own = b.mul(own, v[i]);
                let row = (0..i).fold(own, |row, j| {
                    let term = b.mul(m[i][j], v[j]);
                    b.add(row, term)
                });
                let term = b.mul(v[i], row);
                b.add(sum, term)
            });
            vec![sum]
        }
        Call::Product => {
            let rates = rates(b);
            times(b, &square(), &rates)
        }
    }
}
