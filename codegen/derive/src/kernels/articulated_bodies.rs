//! Articulated-body inertias: the wrench that a unit acceleration of a body requires if the joints of its subtree are
//! free to move (Featherstone 2008, chapter 7).

use super::Symbol;
use super::composite_bodies::CompositeBodies;
use super::derived::{Derived, Matrix6, adjoint, congruent, plus, wrench_components};
use super::hand_written::{HandWritten, symmetric};
use super::rotations::{rotate, rotate_symmetric};
use super::{Hinted, JointFrame, Linear, Twist, Wrench};
use multibody_program::ir::{Builder, Matrix3, Pose, Value, Vector3};
use multibody_tree::Inertia;

/// The response of an inertia to a unit acceleration along an axis S.
#[derive(Clone, Copy, Debug)]
pub struct AxisResponse {
    /// The wrench U.
    pub wrench: Wrench,
    /// `D = S . U`: the inertia along the axis.
    pub axis_inertia: Value,
}

/// Articulated-body inertias.
pub trait ArticulatedBodies {
    /// Articulated-body inertia: the wrench that a unit acceleration of a frame requires if all joints in its
    /// subtree are free to move.
    type Articulated: Clone + Hinted;

    /// The inertia of a body alone.
    fn body_inertia(&self, b: &mut Builder, moments: &Inertia) -> Self::Articulated;
    /// The sum of a body's inertia and that of a child, transformed across the child's joint.
    fn join_articulated(
        &self,
        b: &mut Builder,
        body: &Self::Articulated,
        joint: &JointFrame,
        child: &Self::Articulated,
    ) -> Self::Articulated;
    /// The wrench that a unit acceleration along an axis requires: `U = I S`.
    fn axis_wrench(&self, b: &mut Builder, body: &Self::Articulated, axis: &Twist) -> Wrench;
    /// The inertia that remains if an axis is free to move: `I - U U^T / D`, with `gain = U / D`.
    fn release(
        &self,
        b: &mut Builder,
        body: &Self::Articulated,
        response: &Wrench,
        gain: &Wrench,
    ) -> Self::Articulated;
    /// The inertia that remains if the acceleration along an axis with this response is `-w . a`, where a is the
    /// acceleration of the frame and w the `share`: `I - w U^T - (U - D w) w^T`.
    fn follow(
        &self,
        b: &mut Builder,
        body: &Self::Articulated,
        axis: &AxisResponse,
        share: &Wrench,
    ) -> Self::Articulated;
}

impl ArticulatedBodies for Derived<'_> {
    type Articulated = Matrix6;

    fn body_inertia(&self, b: &mut Builder, moments: &Inertia) -> Matrix6 {
        self.composite(b, moments, &[])
    }

    fn join_articulated(
        &self,
        b: &mut Builder,
        body: &Matrix6,
        joint: &JointFrame,
        child: &Matrix6,
    ) -> Matrix6 {
        let e = adjoint(b, joint);
        let inertia = congruent(b, &e, child);
        plus(b, body, &inertia)
    }

    fn axis_wrench(&self, b: &mut Builder, body: &Matrix6, axis: &Twist) -> Wrench {
        self.column(b, body, axis)
    }

    fn release(
        &self,
        b: &mut Builder,
        body: &Matrix6,
        response: &Wrench,
        gain: &Wrench,
    ) -> Matrix6 {
        let (u, g) = (wrench_components(response), wrench_components(gain));
        std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let part = b.mul(u[i], g[j]);
                b.sub(body[i][j], part)
            })
        })
    }

    fn follow(
        &self,
        b: &mut Builder,
        body: &Matrix6,
        axis: &AxisResponse,
        share: &Wrench,
    ) -> Matrix6 {
        let (u, w) = (wrench_components(&axis.wrench), wrench_components(share));
        std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let inertia_part = b.mul(axis.axis_inertia, w[i]);
                let remainder = b.sub(u[i], inertia_part);
                let parts = [b.mul(w[i], u[j]), b.mul(remainder, w[j])];
                let difference = b.sub(body[i][j], parts[0]);
                b.sub(difference, parts[1])
            })
        })
    }
}

/// Articulated-body inertia in blocks. The angular acceleration e and the linear acceleration a require the moment
/// `n = A e + H a` and the force `f = H^T e + M a`.
#[derive(Clone, Copy, Debug)]
pub struct Blocks {
    /// A, symmetric.
    pub angular: Matrix3,
    /// H.
    pub coupling: Matrix3,
    /// M, symmetric.
    pub linear: Matrix3,
}

impl Hinted for Blocks {
    fn hint(&self, b: &mut Builder, body: usize) {
        b.hint_matrix(Symbol::ArticulatedAngular, body, &self.angular);
        b.hint_matrix(Symbol::ArticulatedCoupling, body, &self.coupling);
        b.hint_matrix(Symbol::ArticulatedLinear, body, &self.linear);
    }
}

impl Blocks {
    /// The blocks in the parent frame, in which this frame is at the pose (R, p). After the rotation by R they are
    /// `H + [p]x M` and `A - H [p]x + [p]x (H + [p]x M)^T`.
    fn in_parent_frame(&self, b: &mut Builder, pose: &Pose) -> Self {
        let r = &pose.rotation;
        let linear = rotate_symmetric(b, r, &self.linear);
        let rotated_coupling = rotate(b, r, &self.coupling);
        let rotated_angular = rotate_symmetric(b, r, &self.angular);
        let p = &pose.translation;
        // Columns of [p]x M are p x columns.
        let shift_part = matrix_from_columns(|j| b.cross(p, &column(&linear, j)));
        let coupling: Matrix3 =
            std::array::from_fn(|i| b.add3(&rotated_coupling[i], &shift_part[i]));
        // Rows of -H [p]x are p x rows; columns of [p]x H^T are p x rows of H.
        let left: Matrix3 = std::array::from_fn(|i| b.cross(p, &rotated_coupling[i]));
        let right = matrix_from_columns(|j| b.cross(p, &coupling[j]));
        let angular = symmetric(|i, j| b.sum([rotated_angular[i][j], left[i][j], right[i][j]]));
        Self {
            angular,
            coupling,
            linear,
        }
    }

    fn plus(&self, b: &mut Builder, other: &Self) -> Self {
        let mut sum = |x: &Matrix3, y: &Matrix3| std::array::from_fn(|i| b.add3(&x[i], &y[i]));
        Self {
            angular: sum(&self.angular, &other.angular),
            coupling: sum(&self.coupling, &other.coupling),
            linear: sum(&self.linear, &other.linear),
        }
    }
}

fn column(m: &Matrix3, j: usize) -> Vector3 {
    m.map(|row| row[j])
}

fn matrix_from_columns(value: impl FnMut(usize) -> Vector3) -> Matrix3 {
    let columns: Matrix3 = std::array::from_fn(value);
    Builder::transpose(&columns)
}

impl ArticulatedBodies for HandWritten {
    type Articulated = Blocks;

    fn body_inertia(&self, b: &mut Builder, moments: &Inertia) -> Blocks {
        let (m, [x, y, z], s) = (moments.mass, moments.first_moment, &moments.second_moment);
        let (zero, nx, ny, nz) = (b.zero(), b.neg(x), b.neg(y), b.neg(z));
        let angular = symmetric(|i, j| {
            if i == j {
                b.add(s[(i + 1) % 3][(i + 1) % 3], s[(i + 2) % 3][(i + 2) % 3])
            } else {
                b.neg(s[i][j])
            }
        });
        Blocks {
            angular,
            coupling: [[zero, nz, y], [z, zero, nx], [ny, x, zero]],
            linear: [[m, zero, zero], [zero, m, zero], [zero, zero, m]],
        }
    }

    fn join_articulated(
        &self,
        b: &mut Builder,
        body: &Blocks,
        joint: &JointFrame,
        child: &Blocks,
    ) -> Blocks {
        let fixed_blocks = child.in_parent_frame(b, &joint.transform);
        let blocks = fixed_blocks.in_parent_frame(b, &joint.placement);
        body.plus(b, &blocks)
    }

    fn axis_wrench(&self, b: &mut Builder, body: &Blocks, axis: &Twist) -> Wrench {
        let turn_force = b.transpose_mul_vec(&body.coupling, &axis.angular);
        let shift_force = b.mul_vec(&body.linear, &axis.linear);
        let turn_moment = b.mul_vec(&body.angular, &axis.angular);
        let shift_moment = b.mul_vec(&body.coupling, &axis.linear);
        Wrench {
            force: b.add3(&turn_force, &shift_force),
            moment: b.add3(&turn_moment, &shift_moment),
        }
    }

    fn release(&self, b: &mut Builder, body: &Blocks, response: &Wrench, gain: &Wrench) -> Blocks {
        // Where the gain is 1, along the axis itself, the product is an entry of U, which equals the entry of I. So the
        // rows and columns of the axis become 0 in the program.
        let mut reduce = |m: Value, x: Value, y: Value| {
            let part = b.mul(x, y);
            b.sub(m, part)
        };
        let angular = symmetric(|i, j| {
            if gain.moment[i] == Value::ONE {
                reduce(body.angular[i][j], gain.moment[i], response.moment[j])
            } else {
                reduce(body.angular[i][j], response.moment[i], gain.moment[j])
            }
        });
        let linear = symmetric(|i, j| {
            if gain.force[i] == Value::ONE {
                reduce(body.linear[i][j], gain.force[i], response.force[j])
            } else {
                reduce(body.linear[i][j], response.force[i], gain.force[j])
            }
        });
        let coupling = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                if gain.force[j] == Value::ONE {
                    reduce(body.coupling[i][j], response.moment[i], gain.force[j])
                } else {
                    reduce(body.coupling[i][j], gain.moment[i], response.force[j])
                }
            })
        });
        Blocks {
            angular,
            coupling,
            linear,
        }
    }

    fn follow(
        &self,
        b: &mut Builder,
        body: &Blocks,
        axis: &AxisResponse,
        share: &Wrench,
    ) -> Blocks {
        let inertia_part = share.scaled(b, axis.axis_inertia);
        let remainder = axis.wrench.minus(b, &inertia_part);
        let mut reduce = |m: Value, [w_i, u_j]: [Value; 2], [remainder_i, w_j]: [Value; 2]| {
            let parts = [b.mul(w_i, u_j), b.mul(remainder_i, w_j)];
            let difference = b.sub(m, parts[0]);
            b.sub(difference, parts[1])
        };
        let (w, u) = (share, &axis.wrench);
        let angular = symmetric(|i, j| {
            let (row, column) = (
                [w.moment[i], u.moment[j]],
                [remainder.moment[i], w.moment[j]],
            );
            reduce(body.angular[i][j], row, column)
        });
        let linear = symmetric(|i, j| {
            let (row, column) = ([w.force[i], u.force[j]], [remainder.force[i], w.force[j]]);
            reduce(body.linear[i][j], row, column)
        });
        let coupling = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let (row, column) = ([w.moment[i], u.force[j]], [remainder.moment[i], w.force[j]]);
                reduce(body.coupling[i][j], row, column)
            })
        });
        Blocks {
            angular,
            coupling,
            linear,
        }
    }
}
