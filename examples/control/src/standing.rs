//! A standing quadruped: the forces on its feet support it, and its joints exert them.

use multibody::convert;
use nalgebra::{SMatrix, SVector};

use crate::robots::{Dog, DogLink};

/// The number of rates of the floating base.
const BASE: usize = 6;

/// The generalized force, which is 0 at the base, and the wrenches on the four feet: the smallest forces on the feet that keep the
/// dog at rest at `q`. Returns `None` if they do not exist, because the feet are on a line.
pub fn static_equilibrium(dog: &Dog, q: &[f64; 19]) -> Option<([f64; 18], [[f64; 6]; 4])> {
    let gravity = convert::to_vector(dog.gravity(q));
    let map = forces_on_base(dog, q);
    // The smallest forces with map * forces = gravity of the base.
    let base = gravity.fixed_rows::<BASE>(0);
    let forces = map.transpose() * (map * map.transpose()).cholesky()?.solve(&base);
    let wrenches = core::array::from_fn(|foot| {
        let force = forces.fixed_rows::<3>(3 * foot);
        [force[0], force[1], force[2], 0.0, 0.0, 0.0]
    });
    // The equation of motion at rest: the generalized force on the base becomes 0.
    let zeros = [0.0; 18];
    let tau = dog.under(&wrenches).inverse_dynamics(q, &zeros, &zeros);
    Some((tau, wrenches))
}

/// The map from the forces on the feet, one below another, to the generalized force on the base: for each foot the rows of
/// `J^T` that belong to the base.
fn forces_on_base(dog: &Dog, q: &[f64; 19]) -> SMatrix<f64, BASE, 12> {
    let feet = [
        DogLink::FrontLeftFoot,
        DogLink::FrontRightFoot,
        DogLink::HindLeftFoot,
        DogLink::HindRightFoot,
    ];
    let mut map = SMatrix::<f64, BASE, 12>::zeros();
    for (index, foot) in feet.into_iter().enumerate() {
        let jacobian = convert::to_matrix(multibody::Links::jacobian(dog, foot, q));
        let block = jacobian.fixed_view::<3, BASE>(0, 0).transpose();
        map.fixed_view_mut::<BASE, 3>(0, 3 * index)
            .copy_from(&block);
    }
    map
}

/// The torques of the joints: the entries of `tau` after those of the base.
pub fn torques(tau: &[f64; 18]) -> SVector<f64, 12> {
    convert::to_vector(*tau).fixed_rows::<12>(BASE).into()
}
