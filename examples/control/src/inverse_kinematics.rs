//! Inverse kinematics by damped least squares (Levenberg and Marquardt), for any link of any robot.

use multibody::{Links, Multibody, convert};
use nalgebra::{Isometry3, SMatrix, SVector, Vector6};

/// Moves a robot's joints until a link has the target pose; `None` if the iteration from `q` does not converge.
pub fn reach<R, const NQ: usize, const NV: usize>(
    robot: &R,
    link: R::Link,
    target: &Isometry3<f64>,
    mut q: [f64; NQ],
) -> Option<[f64; NQ]>
where
    R: Multibody<f64, NQ, NV> + Links<f64, NQ, NV>,
{
    for _ in 0..200 {
        let error = twist_to(&convert::to_isometry(robot.pose(link, &q)), target);
        if error.norm() < 1e-12 {
            return Some(q);
        }
        let jacobian = convert::to_matrix(robot.jacobian(link, &q));
        // Damping keeps steps finite at singular positions; it vanishes with the error.
        let damping = SMatrix::<f64, 6, 6>::identity() * (1e-3 * error.norm_squared() + 1e-14);
        let square = jacobian * jacobian.transpose() + damping;
        let step: SVector<f64, NV> = jacobian.transpose() * square.cholesky()?.solve(&error);
        // Each joint turns by at most half a radian in one step.
        let step = step * (0.5 / step.amax()).min(1.0);
        q = robot.integrate(&q, &convert::from_vector(&step), 1.0);
    }
    None
}

/// The displacement from one pose to another, linear, then angular, in world axes.
pub fn twist_to(from: &Isometry3<f64>, to: &Isometry3<f64>) -> Vector6<f64> {
    let linear = to.translation.vector - from.translation.vector;
    let angular = (to.rotation * from.rotation.inverse()).scaled_axis();
    Vector6::from_iterator(linear.iter().chain(&angular).copied())
}
