//! Derivatives of programs along a direction, without limits.

use std::collections::BTreeMap;

use multibody_codegen::Rational;
use multibody_codegen::internal::exact::{Angle, nearest_f64};
use multibody_codegen::internal::ir::{
    Algebra, Builder, Function, Input, InputKind, LinearForm, Program, Value, evaluate,
};
use multibody_codegen::internal::system::System;

use super::State;

/// A value and its derivative.
#[derive(Clone, Copy, Debug)]
pub struct Dual(pub f64, pub f64);

/// A state that moves.
pub struct MovingState<'a> {
    values: BTreeMap<InputKind, &'a [f64]>,
    changes: BTreeMap<InputKind, &'a [f64]>,
}

/// The derivative of a program's results where the inputs of `changes` change as said there.
pub fn derivative(
    program: &Program,
    state: &State,
    changes: BTreeMap<InputKind, &[f64]>,
) -> Vec<f64> {
    let results = evaluate(
        program,
        &mut MovingState {
            values: state.inputs(),
            changes,
        },
    );
    results.into_iter().map(|Dual(_, change)| change).collect()
}

/// dq/dt at rates, which for a free joint is not the rates.
pub fn position_rates(system: &System, q: &[f64], qd: &[f64]) -> Vec<f64> {
    let mut rates = vec![0.0; q.len()];
    for coordinate in &system.coordinates {
        let (kind, nv) = (&coordinate.kind, coordinate.kind.nv());
        let nq = kind.positions().len();
        let own = &qd[coordinate.v..coordinate.v + nv];
        let mut b = Builder::new();
        let positions: Vec<Value> = (0..nq)
            .map(|k| b.input(InputKind::Q, coordinate.q + k))
            .collect();
        let target = &mut rates[coordinate.q..coordinate.q + nq];
        match kind.rate_map(&mut b, &positions) {
            None => target.copy_from_slice(own),
            Some(rows) => {
                let program = b.finish(&rows.concat());
                let floats = BTreeMap::from([(InputKind::Q, q)]);
                let map = evaluate(
                    &program,
                    &mut MovingState {
                        values: floats,
                        changes: BTreeMap::new(),
                    },
                );
                for (rate, row) in target.iter_mut().zip(map.chunks_exact(nv)) {
                    *rate = row.iter().zip(own).map(|(n, x)| n.0 * x).sum();
                }
            }
        }
    }
    rates
}

impl Algebra for MovingState<'_> {
    type Element = Dual;

    fn input(&mut self, input: Input) -> Dual {
        let place = input.index as usize;
        let change = self
            .changes
            .get(&input.kind)
            .map_or(0.0, |changes| changes[place]);
        Dual(self.values[&input.kind][place], change)
    }
    fn constant(&mut self, value: &Rational) -> Dual {
        Dual(nearest_f64(value), 0.0)
    }
    fn angle(&mut self, angle: &Angle) -> Dual {
        Dual(angle.radians(), 0.0)
    }
    fn add(&mut self, a: &Dual, b: &Dual) -> Dual {
        Dual(a.0 + b.0, a.1 + b.1)
    }
    fn sub(&mut self, a: &Dual, b: &Dual) -> Dual {
        Dual(a.0 - b.0, a.1 - b.1)
    }
    fn mul(&mut self, a: &Dual, b: &Dual) -> Dual {
        Dual(a.0 * b.0, a.1 * b.0 + a.0 * b.1)
    }
    fn div(&mut self, a: &Dual, b: &Dual) -> Dual {
        Dual(a.0 / b.0, (a.1 - a.0 / b.0 * b.1) / b.0)
    }
    fn neg(&mut self, a: &Dual) -> Dual {
        Dual(-a.0, -a.1)
    }
    fn call(&mut self, function: Function, a: &Dual, _: Option<&LinearForm>) -> Dual {
        match function {
            Function::Sin => Dual(a.0.sin(), a.0.cos() * a.1),
            Function::Cos => Dual(a.0.cos(), -a.0.sin() * a.1),
            // c_k' = (k c_(k+2) - c_(k+1)) / 2
            Function::Stumpff(k) => {
                let c = |k| Function::Stumpff(k).f64(a.0);
                Dual(c(k), (f64::from(k) * c(k + 2) - c(k + 1)) / 2.0 * a.1)
            }
            Function::Sqrt => Dual(a.0.sqrt(), a.1 / (2.0 * a.0.sqrt())),
            other => panic!("no robot of these tests needs {}", other.name()),
        }
    }
}
