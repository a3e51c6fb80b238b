//! Local terms of a body, derived from its kinetic and potential energy.
//!
//! Lagrange's equations in the body's own twist (Boltzmann and Hamel; Poincare): with the momenta
//! `p_a = dT/dV_a`, the force along the a-th rate is `dp_a/dt + sum_bc gamma^c_ab V_b p_c + L_a U`. L_a U is the
//! derivative of the potential energy U along the a-th unit motion. The unit motions and Hamel's coefficients gamma are
//! derived from the transform of a free body.

use super::free_body::{ConstantMotion, FreeBodyTerms};
use multibody_algebra::{Expression, VariableValues, atom_of, expand, number, partial, to_program};
use multibody_outputs::local::BodyTerms;
use multibody_program::exact;
use multibody_program::ir::{Builder, Input, InputKind, Program, Value};

/// Number of local inputs: the moments from 0 (mass, first, second), the twist V from 10, its derivative from 16, gravity from 22.
const INPUTS: usize = 10 + 6 + 6 + 3;

/// Derives a body's terms from T = sum m |r'|^2 / 2 and U = -sum m g . r over its points.
#[must_use]
pub fn body_terms() -> BodyTerms {
    let body = FreeBodyTerms::get();
    let kinetic = kinetic_energy(body);
    let twist: Vec<Input> = (10..16).map(input).collect();
    let momentum: Vec<Expression> = twist.iter().map(|&v| partial(&kinetic, v)).collect();
    let inertia: Vec<Expression> = (0..36)
        .map(|entry| partial(&momentum[entry / 6], twist[entry % 6]))
        .collect();
    let bracket = Bracket::of(body);
    let velocity_force = bracket.act_on_momentum(&momentum);
    let wrench: Vec<Expression> = (0..6)
        .map(|i| {
            (0..6).fold(velocity_force[i].clone(), |sum, j| {
                sum + &inertia[6 * i + j] * local(16 + j)
            })
        })
        .collect();
    BodyTerms {
        coriolis: lower_expressions(&coriolis(&bracket, &velocity_force, &inertia, &twist)),
        gravity: lower_expressions(&gravity(body)),
        inertia: lower_expressions(&inertia),
        wrench: lower_expressions(&wrench),
        kinetic: lower_expressions(&[kinetic]),
    }
}

fn input(k: usize) -> Input {
    Input::new(InputKind::Local, k)
}

fn local(k: usize) -> Expression {
    atom_of(input(k))
}

/// The moments `sum m (r, 1) (r, 1)^T` over the body's points.
fn moments() -> [[Expression; 4]; 4] {
    [[4, 5, 6, 1], [5, 7, 8, 2], [6, 8, 9, 3], [1, 2, 3, 0]].map(|row| row.map(local))
}

/// T = sum m |r'|^2 / 2, where r' = sum_a V_a X^-1 L_a X (r, 1) in the body's axes.
fn kinetic_energy(body: &FreeBodyTerms) -> Expression {
    let velocity_entry = |i: usize, j: usize| {
        (body.motions.iter().enumerate()).fold(Expression::num(0), |sum, (a, motion)| {
            sum + number(&motion[i][j]) * local(10 + a)
        })
    };
    let velocity: [[Expression; 4]; 3] =
        std::array::from_fn(|i| std::array::from_fn(|j| velocity_entry(i, j)));
    let doubled_energy = velocity.iter().fold(Expression::num(0), |sum, row| {
        moments().iter().zip(row).fold(sum, |sum, (moments, left)| {
            (moments.iter().zip(row)).fold(sum, |sum, (moment, right)| sum + moment * left * right)
        })
    });
    doubled_energy / 2
}

/// `L_a U` of `U = -sum m g . X (r, 1)`, with gravity in the body's axes.
fn gravity(body: &FreeBodyTerms) -> Vec<Expression> {
    let first_moment = &moments()[3];
    let gradient = |motion: &ConstantMotion| {
        (motion.iter().enumerate()).fold(Expression::num(0), |sum, (i, row)| {
            (row.iter().zip(first_moment)).fold(sum, |sum, (entry, moment)| {
                sum - number(entry) * local(22 + i) * moment
            })
        })
    };
    body.motions.iter().map(gradient).collect()
}

/// `sum_b gamma^c_ab V_b` at row a, column c.
struct Bracket([[Expression; 6]; 6]);

impl Bracket {
    fn of(body: &FreeBodyTerms) -> Self {
        Self(std::array::from_fn(|a| {
            std::array::from_fn(|c| {
                (0..6).fold(Expression::num(0), |sum, b| {
                    sum + number(&body.hamel[a][b][c]) * local(10 + b)
                })
            })
        }))
    }

    /// The force at constant rates: `sum_bc gamma^c_ab V_b p_c`.
    fn act_on_momentum(&self, momentum: &[Expression]) -> Vec<Expression> {
        let row = |row: &[Expression; 6]| {
            (row.iter().zip(momentum)).fold(Expression::num(0), |sum, (entry, p)| sum + entry * p)
        };
        self.0.iter().map(row).collect()
    }

    /// The c-th component of `[V, L_a]`, which is the entry (c, a) of `ad_V`.
    fn adjoint(&self, c: usize, a: usize) -> Expression {
        -&self.0[a][c]
    }
}

/// `(dB/dV - I ad_V) / 2`, where B is the force at constant rates, `velocity_force`, and I is the inertia.
fn coriolis(
    bracket: &Bracket,
    velocity_force: &[Expression],
    inertia: &[Expression],
    twist: &[Input],
) -> Vec<Expression> {
    let half = number(&(exact::integer(1) / exact::integer(2)));
    (0..36)
        .map(|index| {
            let (i, j) = (index / 6, index % 6);
            let inertia_ad = (0..6).fold(Expression::num(0), |sum, k| {
                sum + &inertia[6 * i + k] * bracket.adjoint(k, j)
            });
            (partial(&velocity_force[i], twist[j]) - inertia_ad) * &half
        })
        .collect()
}

/// The program of these expressions, multiplied out, with the local inputs of a body.
fn lower_expressions(expressions: &[Expression]) -> Program {
    let mut b = Builder::new();
    let variables = VariableValues::local(&mut b, INPUTS);
    let sums = expressions.iter().map(expand);
    let outputs: Vec<Value> = sums.map(|e| to_program(&mut b, &e, &variables)).collect();
    b.finish(&outputs)
}
