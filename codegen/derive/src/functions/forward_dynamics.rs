//! Forward dynamics and the inverse mass matrix by `M = L^T D L`.

use super::Recursion;
use super::symmetric::{Factors, factor};
use crate::kernels::{JointFrame, Kernels};
use multibody_description::function::Terms;
use multibody_program::ir::{Builder, InputKind, Value};

impl<K: Kernels> Recursion<'_, K> {
    /// qdd of `M qdd + C qd + g = tau + Q`. `terms` are the terms besides `M qdd` that are included.
    pub(super) fn forward_dynamics(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        terms: Terms,
    ) -> Vec<Value> {
        self.forward_dynamics_and_factors(b, joints, terms).0
    }

    /// qdd of `M qdd + C qd + g = tau + Q`, and the factors of M.
    pub(super) fn forward_dynamics_and_factors(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        terms: Terms,
    ) -> (Vec<Value>, Factors) {
        let bias = self.forces(b, joints, terms);
        let m = self.mass_matrix(b, joints);
        let factors = factor(b, m);
        let forces = (bias.iter().enumerate())
            .map(|(v, &bias)| {
                let tau = b.input(InputKind::Tau, v);
                b.sub(tau, bias)
            })
            .collect();
        (factors.solve(b, forces), factors)
    }

    /// M^-1 by rows, computed as `W D^-1 W^T` with `W = L^-1`.
    pub(super) fn mass_matrix_inverse(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
    ) -> Vec<Vec<Value>> {
        let m = self.mass_matrix(b, joints);
        factor(b, m).inverse(b)
    }
}
