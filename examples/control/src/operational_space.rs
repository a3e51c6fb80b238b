//! Operational-space control (Khatib 1987): a link is pulled to a pose according to its operational-space inertia.

use multibody::{ForwardDynamics, LinkMotions, convert};
use nalgebra::{Isometry3, SMatrix};

use crate::inverse_kinematics::twist_to;

/// The generalized force that pulls a link to a pose, critically damped. The stiffness is that of a unit inertia, 1/s^2. The
/// null-space motion of a redundant robot is damped. `None` if the mass matrix is not positive definite.
pub fn operational_space<R, const NQ: usize, const NV: usize>(
    robot: &R,
    (link, target): (R::Link, &Isometry3<f64>),
    stiffness: f64,
    (q, qd): (&[f64; NQ], &[f64; NV]),
) -> Option<[f64; NV]>
where
    R: ForwardDynamics<f64, NQ, NV> + LinkMotions<f64, NQ, NV>,
{
    let jacobian = convert::to_matrix(robot.jacobian(link, q));
    // dJ/dt qd: the acceleration of the link at constant rates.
    let drift = convert::to_vector(robot.acceleration(link, q, qd, &[0.0; NV]));
    let rates = convert::to_vector(*qd);
    let error = twist_to(&convert::to_isometry(robot.pose(link, q)), target);
    let desired = error * stiffness - jacobian * rates * (2.0 * stiffness.sqrt());
    let mass = convert::to_matrix(robot.mass_matrix(q)).cholesky()?;
    // M^-1 J^T
    let response = mass.solve(&jacobian.transpose());
    // J M^-1 J^T, slightly damped, in case the link cannot move in all directions.
    let mobility = jacobian * response + SMatrix::<f64, 6, 6>::identity() * 1e-9;
    let inertia = mobility.try_inverse()?;
    let damping = rates * -stiffness.sqrt();
    let acceleration = damping + response * (inertia * (desired - drift - jacobian * damping));
    let qdd = convert::from_vector(&acceleration);
    Some(robot.inverse_dynamics(q, qd, &qdd))
}
