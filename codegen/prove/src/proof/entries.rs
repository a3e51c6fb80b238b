//! Entries of results, and what the equations give for them.

use crate::arithmetic::Residue;
use crate::equations::Proof;
use multibody_description::function::{Quantity, Target};
use multibody_program::ir::InputKind;

/// The entries of a result, by their indices. None: the equation does not give entries.
pub fn entries(target: Target, nv: usize) -> Option<Vec<Vec<usize>>> {
    let vector = |count: usize| (0..count).map(|i| vec![i]).collect();
    let matrix = |rows: usize| (0..rows * nv).map(|at| vec![at / nv, at % nv]).collect();
    Some(match target.function.quantity() {
        Quantity::Force(_) | Quantity::Acceleration(_) | Quantity::CoriolisMatrix => vector(nv),
        Quantity::MassMatrix | Quantity::MassMatrixInverse => matrix(nv),
        Quantity::Jacobian(_) | Quantity::JacobianRate(_) => matrix(6),
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
            let rotation = (0..9).map(|k| vec![0, k / 3, k % 3]);
            rotation.chain((0..3).map(|k| vec![1, k])).collect()
        }
        _ => return None,
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
        let nv = qd.len();
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
            (Quantity::Acceleration(terms), &[i]) => {
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
