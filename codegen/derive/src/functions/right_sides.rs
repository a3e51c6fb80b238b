//! Right-hand sides of the equations of constrained motion: of the rows, and the acting forces.

use super::Recursion;
use super::constrained_points::{BodyPoint, ConstrainedPoint, RowAxes};
use crate::kernels::{JointFrame, Kernels, Twist};
use multibody_description::function::{Response, Terms};
use multibody_program::ir::{Builder, InputKind, Matrix3, Value, Vector3};

impl<K: Kernels> Recursion<'_, K> {
    /// The right-hand side of each row.
    pub(super) fn right_sides(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        response: Response,
    ) -> Vec<Value> {
        let feedback = match response {
            Response::Impulse { .. } => {
                let rates = self.constraint_rates(b, joints);
                return rates.into_iter().map(|rate| rebound(b, rate)).collect();
            }
            Response::Acceleration { feedback, .. } => feedback,
        };
        let bias = self.constraint_bias(b, joints);
        let minus_bias: Vec<Value> = bias.into_iter().map(|x| b.neg(x)).collect();
        if !feedback {
            return minus_bias;
        }
        let [stiffness, damping] = [0, 1].map(|k| b.input(InputKind::Feedback, k));
        let values = self.constraint_values(b, joints);
        let rates = self.constraint_rates(b, joints);
        let errors = values.into_iter().zip(rates);
        minus_bias
            .into_iter()
            .zip(errors)
            .map(|(right_side, (value, rate))| {
                let parts = [b.mul(stiffness, value), b.mul(damping, rate)];
                let correction = b.add(parts[0], parts[1]);
                b.sub(right_side, correction)
            })
            .collect()
    }

    /// The right-hand sides of the rows of a point, in the axes of its body. `rotations`, one after the other, lead
    /// from the rows' axes to these. The first vector is for the velocity of the point, or of the body's origin if
    /// there are all six rows; the second is for the angular velocity. The bias comes from the motion at qdd = 0.
    pub(super) fn right_sides_of_point(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        constrained: &ConstrainedPoint,
        body_point: &BodyPoint,
        rotations: &[Matrix3],
        response: Response,
    ) -> [Vector3; 2] {
        let BodyPoint { body, ref point } = *body_point;
        let body_velocity = self.velocities(b, joints)[body];
        let origin = b.zeros();
        let row_point = if constrained.has_all_rows() { &origin } else { point };
        let w = body_velocity.angular;
        let tangential_velocity = b.cross(&w, row_point);
        let velocity = [b.add3(&body_velocity.linear, &tangential_velocity), w];
        let feedback = match response {
            Response::Impulse { .. } => {
                return velocity.map(|part| part.map(|rate| rebound(b, rate)));
            }
            Response::Acceleration { feedback, .. } => feedback,
        };
        let motion = &self.motions(b, joints, Terms::ALONE.without_qdd())[body];
        let Twist { linear, angular } = self.kernels.acceleration(b, motion, row_point);
        let gravity = self.gravity_at(b, joints, body);
        // The kernel has subtracted gravity from the acceleration.
        let point_acceleration = b.add3(&linear, &gravity);
        let linear_bias = match constrained.axes {
            // These rows constrain the components of the velocity v along axes that turn with the link. The derivatives of
            // the components are those of the acceleration minus `w x v`.
            RowAxes::Link(_) => {
                let spin = b.cross(&w, &velocity[0]);
                b.sub3(&point_acceleration, &spin)
            }
            // The rows of the orientation supply the part of the point's acceleration that is due to the angular
            // acceleration. What remains are the acceleration of the origin and the centripetal one.
            RowAxes::World(_) if constrained.has_all_rows() => {
                let tangential_velocity = b.cross(&w, point);
                let centripetal = b.cross(&w, &tangential_velocity);
                b.add3(&point_acceleration, &centripetal)
            }
            RowAxes::World(_) => point_acceleration,
        };
        let minus_bias = [linear_bias, angular].map(|bias| b.neg3(&bias));
        if !feedback {
            return minus_bias;
        }
        let values = self.constraint_values(b, joints);
        let errors = constrained.rows.map(|rows| {
            let errors = rows.map(|row| row.map_or(b.zero(), |row| values[row]));
            (rotations.iter()).fold(errors, |errors, rotation| b.mul_vec(rotation, &errors))
        });
        let [stiffness, damping] = [0, 1].map(|k| b.input(InputKind::Feedback, k));
        std::array::from_fn(|part| {
            let terms = [(stiffness, errors[part]), (damping, velocity[part])];
            terms
                .into_iter()
                .fold(minus_bias[part], |right_side, (gain, error)| {
                    let correction = b.scale3(gain, &error);
                    b.sub3(&right_side, &correction)
                })
        })
    }

    /// The acceleration of gravity in the axes of a body.
    fn gravity_at(&self, b: &mut Builder, joints: &[JointFrame], body: usize) -> Vector3 {
        let path: Vec<usize> = self.path(Some(body)).collect();
        // A twist without an angular part has the same linear part at all points.
        let world_field = Twist {
            linear: self.tree.gravity,
            angular: b.zeros(),
        };
        let field = path.into_iter().rev().fold(world_field, |parent, index| {
            let zeros = vec![b.zero(); joints[index].axes.len()];
            self.kernels.velocity(b, &joints[index], &parent, &zeros)
        });
        field.linear
    }

    /// The right-hand side f of `M qdd = f + J^T lambda`: all generalized forces but those of constraints. For an impulse it
    /// is 0.
    pub(super) fn acting_forces(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        response: Response,
    ) -> Vec<Value> {
        let Some(terms) = response.terms() else {
            return vec![b.zero(); self.tree.nv];
        };
        let bias = self.forces(b, joints, terms).into_iter().enumerate();
        let forces = bias.map(|(v, bias)| {
            let tau = b.input(InputKind::Tau, v);
            b.sub(tau, bias)
        });
        forces.collect()
    }
}

/// The change of a rate by an impulse: `-(1 + e) rate` with the coefficient of restitution e.
fn rebound(b: &mut Builder, rate: Value) -> Value {
    let restitution = b.input(InputKind::Restitution, 0);
    let factor = b.add(Value::ONE, restitution);
    let change = b.mul(factor, rate);
    b.neg(change)
}
