//! Operational-space control (Khatib 1987): a link is drawn to a pose by the inertia that it has there.

use core::array::from_fn;

use multibody::{Dual, ForwardDynamics, Links, convert};
use nalgebra::{Isometry3, SMatrix, SVector};

use crate::inverse_kinematics::twist_to;

/// The generalized force that draws a link to a pose with a given stiffness, critically damped; what is left
/// of a redundant robot is braked.
pub fn operational_space<R, const NQ: usize, const NV: usize>(
    robot: &R,
    (link, target): (R::Link, &Isometry3<f64>),
    stiffness: f64,
    (q, qd): (&[f64; NQ], &[f64; NV]),
) -> Option<[f64; NV]>
where
    R: ForwardDynamics<NQ, NV> + Links<NQ, NV>,
{
    let (jacobian, drift) = jacobian_and_drift(robot, link, (q, qd));
    let rates = convert::to_vector(*qd);
    let way = twist_to(&convert::to_isometry(robot.pose(link, q)), target);
    let wanted = way * stiffness - jacobian * rates * (2.0 * stiffness.sqrt());
    let mass = convert::to_matrix(robot.mass_matrix(q)).cholesky()?;
    let response = mass.solve(&jacobian.transpose());
    // Damped a little, for where the link cannot move every way.
    let mobility = jacobian * response + SMatrix::<f64, 6, 6>::identity() * 1e-9;
    let inertia = mobility.try_inverse()?;
    let brake = rates * -stiffness.sqrt();
    let acceleration = brake + response * (inertia * (wanted - drift - jacobian * brake));
    let qdd = convert::from_vector(&acceleration);
    Some(robot.inverse_dynamics(q, qd, &qdd))
}

/// `J` and `dJ/dt qd`, exactly: a dual number carries what changes in time.
fn jacobian_and_drift<R, const NQ: usize, const NV: usize>(
    robot: &R,
    link: R::Link,
    (q, qd): (&[f64; NQ], &[f64; NV]),
) -> (SMatrix<f64, 6, NV>, SVector<f64, 6>)
where
    R: ForwardDynamics<NQ, NV> + Links<NQ, NV>,
{
    let rate = robot.position_rate(q, qd);
    let moving: [Dual<f64, 1>; NQ] = from_fn(|k| Dual {
        value: q[k],
        derivatives: [rate[k]],
    });
    let rows = robot.jacobian(link, &moving);
    let jacobian = convert::to_matrix(rows.map(|row| row.map(|entry| entry.value)));
    let change = convert::to_matrix(rows.map(|row| row.map(|entry| entry.derivatives[0])));
    (jacobian, change * convert::to_vector(*qd))
}
