//! Entries of results, and what the equations give for them.

use crate::arithmetic::Residue;
use crate::equations::{Proof, times};
use multibody_description::function::{Quantity, Target};
use multibody_description::system::System;
use multibody_program::ir::InputKind;

/// The entries of a result, by their indices. None: the equation does not give entries.
pub fn entries(target: Target, system: &System) -> Option<Vec<Vec<usize>>> {
    let (nv, nc) = (system.nv(), system.nc());
    let vector = |count: usize| (0..count).map(|i| vec![i]).collect();
    let matrix = |rows: usize| (0..rows * nv).map(|at| vec![at / nv, at % nv]).collect();
    let parts = |parts: [Vec<Vec<usize>>; 2]| -> Vec<Vec<usize>> {
        let numbered = parts.into_iter().enumerate();
        let entries = numbered.flat_map(|(part, entries)| {
            entries
                .into_iter()
                .map(move |entry| [vec![part], entry].concat())
        });
        entries.collect()
    };
    Some(match target.function.quantity() {
        Quantity::Force(_)
        | Quantity::Acceleration(_)
        | Quantity::FreeBodies(_)
        | Quantity::Applied
        | Quantity::CoriolisMatrix
        | Quantity::ChristoffelSymbols => vector(nv),
        Quantity::MassMatrix | Quantity::MassMatrixInverse => matrix(nv),
        Quantity::Jacobian(_) | Quantity::JacobianRate(_) => matrix(6),
        Quantity::Constraint | Quantity::ConstraintBias => vector(nc),
        Quantity::ConstraintJacobian => matrix(nc),
        // With regularization, rows are not satisfied.
        Quantity::Constrained(_) => match system.regularization {
            None => parts([vector(nv), vector(nc)]),
            Some(_) => parts([vector(nv), Vec::new()]),
        },
        Quantity::Centroidal => parts([vector(6), matrix(6)]),
        Quantity::KineticEnergy
        | Quantity::PotentialEnergy
        | Quantity::SpringEnergy
        | Quantity::TotalMass => vec![vec![]],
        Quantity::CenterOfMass
        | Quantity::CenterOfMassVelocity
        | Quantity::CenterOfMassAcceleration => vector(3),
        Quantity::LinkVelocity(_)
        | Quantity::LinkAcceleration(_)
        | Quantity::Momentum
        | Quantity::MomentumRate
        | Quantity::JointWrench { .. } => vector(6),
        Quantity::Pose => {
            let rotation = (0..9).map(|k| vec![k / 3, k % 3]);
            parts([rotation.collect(), vector(3)])
        }
        Quantity::ConstrainedInverse { .. } => return None,
    })
}

impl Proof<'_> {
    /// An entry of the program, and what the equation gives. None: the equation gives no entries, or the mass is 0.
    pub fn pair(
        &mut self,
        target: Target,
        values: &[Residue],
        entry: &[usize],
    ) -> Option<[Residue; 2]> {
        let qd = self.values(InputKind::Qd);
        let (nv, nc) = (qd.len(), self.lagrangian.system.nc());
        let unit = |at: usize| {
            let mut unit = vec![Residue::ZERO; nv];
            unit[at] = Residue::ONE;
            unit
        };
        let quantity = target.function.quantity();
        Some(match (quantity, entry) {
            (Quantity::Force(terms), &[i]) => {
                let qdd = self.values(InputKind::Qdd);
                [values[i], self.force_along(terms, &unit(i), &qd, &qdd)]
            }
            (Quantity::Applied, &[i]) => [values[i], self.applied_along(&unit(i))],
            (Quantity::Acceleration(terms) | Quantity::FreeBodies(terms), &[i]) => {
                let tau = self.values(InputKind::Tau);
                [self.force_along(terms, &unit(i), &qd, values), tau[i]]
            }
            (Quantity::MassMatrix, &[i, j]) => {
                [values[i * nv + j], self.mass_along(&unit(i), &unit(j))]
            }
            (Quantity::MassMatrixInverse, &[i, j]) => {
                let column: Vec<Residue> = (0..nv).map(|row| values[row * nv + j]).collect();
                [self.mass_along(&unit(i), &column), unit(j)[i]]
            }
            (Quantity::CoriolisMatrix, &[i]) => [
                self.row_times(values, i, &qd),
                self.coriolis_along(&unit(i)),
            ],
            (Quantity::ChristoffelSymbols, &[i]) => {
                let c = times(values, &qd);
                [self.row_times(&c, i, &qd), self.coriolis_along(&unit(i))]
            }
            (Quantity::Constraint, &[k]) => [values[k], self.constraint_values()[k]],
            (Quantity::ConstraintBias, &[k]) => [values[k], self.constraint_bias_values()[k]],
            (Quantity::ConstraintJacobian, &[k, j]) => {
                [values[k * nv + j], self.along(&unit(j))[k]]
            }
            (Quantity::Constrained(response), &[0, i]) => {
                self.balance_along(&unit(i), &values[..nv + nc], response)
            }
            (Quantity::Constrained(response), &[1, k]) => {
                [self.left_by_rows(values, response)[k], Residue::ZERO]
            }
            (Quantity::Centroidal, &[0, i]) => {
                self.centroidal_sides(&values[..6], &qd).map(|side| side[i])
            }
            (Quantity::Centroidal, &[1, i, j]) => {
                let column: Vec<Residue> = (0..6).map(|row| values[6 + row * nv + j]).collect();
                let sides = self.centroidal_sides(&column, &unit(j));
                sides.map(|side| side[i])
            }
            (Quantity::Jacobian(axes), &[i, j]) => {
                let twist = self.velocity_of(target, axes, &unit(j));
                [values[i * nv + j], twist[i]]
            }
            (Quantity::JacobianRate(axes), &[i, j]) => {
                let change = self.change_of_velocity(target, axes, &unit(j));
                [values[i * nv + j], change[i]]
            }
            (Quantity::Pose, &[part, ref rest @ ..]) => {
                let at = rest.iter().fold(0, |at, index| 3 * at + index) + 9 * part;
                [values[at], self.pose_of(target)[at]]
            }
            (Quantity::LinkVelocity(axes), &[i]) => {
                [values[i], self.velocity_of(target, axes, &qd)[i]]
            }
            (Quantity::LinkAcceleration(axes), &[i]) => {
                [values[i], self.acceleration_of(target, axes)[i]]
            }
            (Quantity::Momentum | Quantity::MomentumRate, &[i]) => {
                let is_rate = quantity == Quantity::MomentumRate;
                [values[i], self.momentum_of(target, is_rate)[i]]
            }
            (Quantity::JointWrench { axes, external }, &[i]) => {
                [values[i], self.joint_wrench_of(target, axes, external)[i]]
            }
            (
                Quantity::CenterOfMass
                | Quantity::CenterOfMassVelocity
                | Quantity::CenterOfMassAcceleration,
                &[k],
            ) => {
                let moment = self.first_moment_of(quantity);
                [values[k], moment[k] * self.lagrangian.mass().inverse()?]
            }
            (Quantity::TotalMass, []) => [values[0], self.lagrangian.mass()],
            (Quantity::SpringEnergy, []) => [values[0], self.lagrangian.spring_energy()],
            (Quantity::KineticEnergy, []) => {
                let trajectory = self.in_time(&qd);
                [values[0], self.lagrangian.energy(&trajectory).0[0]]
            }
            (Quantity::PotentialEnergy, []) => {
                let trajectory = self.trajectory(&qd);
                [values[0], self.lagrangian.potential(&trajectory).0[0]]
            }
            _ => return None,
        })
    }

    /// The component of a matrix times a vector.
    fn row_times(&self, matrix: &[Residue], row: usize, vector: &[Residue]) -> Residue {
        let entries = matrix[row * vector.len()..].iter().zip(vector);
        entries.fold(Residue::ZERO, |sum, (&a, &b)| sum + a * b)
    }
}
