//! Gravity compensation with a spring in every joint, for any robot with any coordinates.

use core::array::from_fn;

use multibody::Multibody;

/// The generalized force that pulls a robot to a target like springs with dampers.
///
/// The difference between two positions is a velocity times a time, so a quaternion is pulled along the shortest
/// rotation.
pub fn pd<R, const NQ: usize, const NV: usize>(
    robot: &R,
    (stiffness, damping): (f64, f64),
    target: &[f64; NQ],
    (q, qd): (&[f64; NQ], &[f64; NV]),
) -> [f64; NV]
where
    R: Multibody<f64, NQ, NV> + ?Sized,
{
    let (balance, error) = (robot.gravity(q), robot.difference(q, target));
    from_fn(|k| balance[k] + stiffness * error[k] - damping * qd[k])
}
