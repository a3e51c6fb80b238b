//! Derivatives of functions. In forward mode, each step of the function's program is differentiated along each direction,
//! such as the motion at a unit rate. Forces and accelerations may have derivatives by columns of composite bodies instead.

use super::Recursion;
use super::hinge_derivatives::ForceDerivatives;
use super::matrix::{Matrix, times};
use super::symmetric::factor;
use crate::kernels::{JointFrame, Kernels};
use multibody_description::function::{Derivatives, Quantity, Terms};
use multibody_description::joint::JointPrograms;
use multibody_program::exact::power_of_two;
use multibody_program::ir::{Builder, DualValue, Input, InputKind, Program, Value};

/// The inputs that change along a direction, each with its derivative.
pub(super) type Changes = Vec<(Input, Value)>;

impl<K: Kernels> Recursion<'_, K> {
    /// Derivatives of a quantity with these values, a matrix by rows for each kind of arguments.
    pub(super) fn derivatives(
        &self,
        b: &mut Builder,
        (quantity, values): (Quantity, &[Value]),
        arguments: &[InputKind],
    ) -> Vec<Value> {
        let program = b.finish(values);
        let mut matrices = Vec::new();
        for &argument in arguments {
            matrices.extend(match (quantity, argument) {
                (Quantity::Force(_), InputKind::Qdd) => {
                    let joints = self.joints(b);
                    self.mass_matrix(b, &joints).concat()
                }
                _ => {
                    let directions = self.directions(b, argument);
                    derivative_matrix(b, &program, &directions)
                }
            });
        }
        matrices
    }

    /// Derivatives by columns of composite bodies. None: the quantity is neither a force nor an acceleration, the robot has
    /// symbolic terms or joints other than hinges and floating roots, or the kernels are not written by hand.
    pub(super) fn derivatives_by_composites(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        derivatives: Derivatives,
    ) -> Option<Vec<Value>> {
        let recursion = self.with_kernels(self.kernels.hand_written()?);
        let inputs = derivatives.inputs;
        match derivatives.function.quantity() {
            Quantity::Force(terms) => {
                let motion_derivatives = recursion.hinge_derivatives(b, joints)?;
                let matrices =
                    self.force_derivatives(b, joints, &motion_derivatives, (terms, inputs));
                Some(matrices.concat())
            }
            Quantity::Acceleration(terms) => {
                let motion_derivatives = recursion.hinge_derivatives(b, joints)?;
                let arguments = force_arguments(inputs);
                let matrices =
                    self.force_derivatives(b, joints, &motion_derivatives, (terms, &arguments));
                let forces = self.accelerating_forces(b, joints, &motion_derivatives, terms);
                let factors = factor(b, motion_derivatives.by_acceleration);
                let qdd = factors.solve(b, forces);
                let inverse = factors.inverse(b);
                let results = derivatives_of_solution(b, (qdd, &inverse), inputs, &matrices);
                Some(results)
            }
            _ => None,
        }
    }

    /// Derivatives of generalized forces, a matrix by rows for each kind of arguments. `motion_derivatives` has those of
    /// the forces of motion and gravity; those of all applied forces are added.
    fn force_derivatives(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        motion_derivatives: &ForceDerivatives,
        (terms, arguments): (Terms, &[InputKind]),
    ) -> Vec<Vec<Value>> {
        let applied_forces = self.forces(b, joints, terms.applied());
        let applied_program = b.finish(&applied_forces);
        let mut add_applied = |matrix: Option<&Matrix>, argument: InputKind| {
            let directions = self.directions(b, argument);
            let applied = derivative_matrix(b, &applied_program, &directions);
            let Some(matrix) = matrix else { return applied };
            let pairs = matrix.iter().flatten().zip(applied);
            pairs
                .map(|(&entry, applied)| b.add(entry, applied))
                .collect()
        };
        let matrices = arguments.iter().map(|&argument| match argument {
            InputKind::Q => add_applied(Some(&motion_derivatives.by_position), argument),
            InputKind::Qd => add_applied(Some(&motion_derivatives.by_rate), argument),
            InputKind::Qdd => motion_derivatives.by_acceleration.concat(),
            _ => add_applied(None, argument),
        });
        matrices.collect()
    }

    /// `M qdd`: tau minus the other forces on the left-hand side, which are gravity, Coriolis forces and minus the applied
    /// forces. Coriolis forces are homogeneous of degree 2 in the rates, so by Euler's theorem they are half of their
    /// derivative along the rates.
    fn accelerating_forces(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        motion_derivatives: &ForceDerivatives,
        terms: Terms,
    ) -> Vec<Value> {
        let gravity = self.gravity_of_composites(b, joints);
        let applied = self.forces(b, joints, terms.applied());
        let half = power_of_two(-1);
        let rates: Vec<Value> = (0..self.tree.nv)
            .map(|v| {
                let rate = b.input(InputKind::Qd, v);
                b.scale(&half, rate)
            })
            .collect();
        let quadratic = times(b, &motion_derivatives.by_rate, &rates);
        let parts = gravity.into_iter().zip(applied).zip(quadratic).enumerate();
        parts
            .map(|(v, ((gravity, applied), quadratic))| {
                let bias = b.sum([quadratic, gravity, applied]);
                let tau = b.input(InputKind::Tau, v);
                b.sub(tau, bias)
            })
            .collect()
    }

    /// qdd, and its derivatives.
    pub(super) fn derivatives_of_acceleration(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        terms: Terms,
        arguments: &[InputKind],
    ) -> Vec<Value> {
        let qdd = self.forward_dynamics(b, joints, terms.without_qdd());
        let inverse = self.mass_matrix_inverse(b, joints);
        let tau = self.forces(b, joints, terms);
        let tau_program = b.finish(&tau);
        let matrices = force_arguments(arguments).into_iter().map(|argument| {
            let directions = self.directions(b, argument);
            derivative_matrix(b, &tau_program, &directions)
        });
        let matrices: Vec<Vec<Value>> = matrices.collect();
        derivatives_of_solution(b, (qdd, &inverse), arguments, &matrices)
    }

    /// The changes of the inputs of a kind along each rate, or along each component of wrenches. Positions change as
    /// they do when the rate is 1 and all others are 0.
    pub(super) fn directions(&self, b: &mut Builder, argument: InputKind) -> Vec<Changes> {
        let one = b.one();
        if argument != InputKind::Q {
            let size = match argument {
                InputKind::Wrench => 6 * self.wrench_links.len(),
                _ => self.tree.nv,
            };
            let inputs = (0..size).map(|index| Input::new(argument, index));
            return inputs.map(|input| vec![(input, one)]).collect();
        }
        let coordinates = self.tree.system_coordinates.iter();
        coordinates
            .flat_map(|coordinate| {
                let nv = coordinate.kind.nv();
                let end = coordinate.q_range().end;
                let positions = (coordinate.q..end).map(|index| Input::new(InputKind::Q, index));
                let positions: Vec<Input> = positions.collect();
                let map_entries = match JointPrograms::of(&*coordinate.kind).rate_map {
                    Some(map) => b.inline(&map, |b, local| {
                        b.input(InputKind::Q, coordinate.q + local.index as usize)
                    }),
                    None => (0..nv * nv)
                        .map(|k| if k / nv == k % nv { one } else { Value::ZERO })
                        .collect(),
                };
                let column = |v: usize| {
                    let entries = map_entries.iter().skip(v).step_by(nv).copied();
                    positions.iter().copied().zip(entries).collect()
                };
                (0..nv).map(column).collect::<Vec<Changes>>()
            })
            .collect()
    }
}

/// qdd and its derivatives, from qdd, M^-1, and derivatives of `ID(q, qd, qdd)` by all arguments but tau. Since
/// `ID = tau`, the derivatives of qdd are `-M^-1 dID` at this qdd, and `M^-1` by tau.
fn derivatives_of_solution(
    b: &mut Builder,
    (qdd, inverse): (Vec<Value>, &Matrix),
    arguments: &[InputKind],
    matrices: &[Vec<Value>],
) -> Vec<Value> {
    let n = qdd.len();
    let mut values = qdd.clone();
    let mut next_matrices = matrices.iter();
    for &argument in arguments {
        let matrix = match argument {
            InputKind::Tau => None,
            _ => next_matrices.next(),
        };
        let Some(matrix) = matrix else {
            values.extend(inverse.concat());
            continue;
        };
        let program = b.finish(matrix);
        let entries = b.inline(&program, |b, input| match input.kind {
            InputKind::Qdd => qdd[input.index as usize],
            kind => b.input(kind, input.index as usize),
        });
        let columns = entries.len() / n;
        for (row, column) in (0..n * columns).map(|k| (k / columns, k % columns)) {
            let column_entries = entries.iter().skip(column).step_by(columns);
            let column_entries: Vec<Value> = column_entries.copied().collect();
            let sum = b.dot(&inverse[row], &column_entries);
            values.push(b.neg(sum));
        }
    }
    values
}

/// The arguments of forces among those of accelerations, in the same order.
fn force_arguments(arguments: &[InputKind]) -> Vec<InputKind> {
    let kinds = arguments.iter().copied();
    kinds.filter(|&kind| kind != InputKind::Tau).collect()
}

/// The derivatives of a program, by rows: a column for each direction.
fn derivative_matrix(b: &mut Builder, program: &Program, directions: &[Changes]) -> Vec<Value> {
    let columns: Vec<Vec<Value>> = directions
        .iter()
        .map(|changes| {
            let duals = b.inline_dual(program, |b, input| DualValue {
                value: b.input(input.kind, input.index as usize),
                change: (changes.iter().find(|(x, _)| *x == input))
                    .map_or(Value::ZERO, |(_, change)| *change),
            });
            duals.iter().map(|dual| dual.change).collect()
        })
        .collect();
    let rows = 0..program.outputs().len();
    rows.flat_map(|row| columns.iter().map(move |column| column[row]))
        .collect()
}
