//! Spatial vectors, linear first, then angular: the velocity of the origin and the angular velocity,
//! or the force and the moment about the origin (Featherstone 2008, chapter 2).

use nalgebra::{Matrix3, Matrix6, Vector3, Vector6};

/// A frame `b` placed in a frame `a`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Placement {
    /// Turns components: `x_a = rot_ab x_b`.
    pub rotation: Matrix3<f64>,
    /// The origin of `b`, in the axes of `a`.
    pub position: Vector3<f64>,
}

impl Placement {
    /// The frame itself.
    pub fn identity() -> Self {
        Self {
            rotation: Matrix3::identity(),
            position: Vector3::zeros(),
        }
    }

    /// Of `c` in `a`, from that of `b` in `a` and that of `c` in `b`.
    pub fn then(&self, inner: &Self) -> Self {
        Self {
            rotation: self.rotation * inner.rotation,
            position: self.point(&inner.position),
        }
    }

    /// A point given in `b`, in `a`.
    pub fn point(&self, point: &Vector3<f64>) -> Vector3<f64> {
        self.rotation * point + self.position
    }

    /// `X` with `v_b = X v_a`; its transpose takes forces the other way: `f_a = X^T f_b`.
    pub fn motion_transform(&self) -> Matrix6<f64> {
        let rotation = self.rotation.transpose();
        blocks(
            &rotation,
            &(-rotation * self.position.cross_matrix()),
            &Matrix3::zeros(),
            &rotation,
        )
    }

    /// The matrix that turns linear and angular components alike from `b`'s axes to `a`'s.
    pub fn turn(&self) -> Matrix6<f64> {
        let zero = Matrix3::zeros();
        blocks(&self.rotation, &zero, &zero, &self.rotation)
    }
}

/// A spatial vector from its halves.
pub(crate) fn spatial(linear: Vector3<f64>, angular: Vector3<f64>) -> Vector6<f64> {
    Vector6::new(
        linear.x, linear.y, linear.z, angular.x, angular.y, angular.z,
    )
}

/// The first half: a velocity or a force.
pub(crate) fn linear(vector: &Vector6<f64>) -> Vector3<f64> {
    vector.fixed_rows::<3>(0).into_owned()
}

/// The second half: an angular velocity or a moment.
pub(crate) fn angular(vector: &Vector6<f64>) -> Vector3<f64> {
    vector.fixed_rows::<3>(3).into_owned()
}

/// `v x`: how a motion vector fixed in a frame changes as the frame moves with `v`.
///
/// For force vectors it is `v x* = -(v x)^T`.
pub(crate) fn cross_motion(v: &Vector6<f64>) -> Matrix6<f64> {
    let turning = angular(v).cross_matrix();
    blocks(
        &turning,
        &linear(v).cross_matrix(),
        &Matrix3::zeros(),
        &turning,
    )
}

/// `v x*`: how a force vector fixed in a frame changes as the frame moves with `v`.
pub(crate) fn cross_force(v: &Vector6<f64>) -> Matrix6<f64> {
    -cross_motion(v).transpose()
}

/// Spatial inertia about the frame's origin (Featherstone 2008, equation 2.63).
///
/// `inertia` is about the centre of mass `com`, in the axes of the frame.
pub(crate) fn spatial_inertia(
    mass: f64,
    com: &Vector3<f64>,
    inertia: &Matrix3<f64>,
) -> Matrix6<f64> {
    let c = com.cross_matrix();
    blocks(
        &(mass * Matrix3::identity()),
        &(-mass * c),
        &(mass * c),
        &(inertia - mass * c * c),
    )
}

/// A 6 x 6 matrix from four 3 x 3 blocks, by rows.
fn blocks(
    upper_left: &Matrix3<f64>,
    upper_right: &Matrix3<f64>,
    lower_left: &Matrix3<f64>,
    lower_right: &Matrix3<f64>,
) -> Matrix6<f64> {
    let mut matrix = Matrix6::zeros();
    matrix.fixed_view_mut::<3, 3>(0, 0).copy_from(upper_left);
    matrix.fixed_view_mut::<3, 3>(0, 3).copy_from(upper_right);
    matrix.fixed_view_mut::<3, 3>(3, 0).copy_from(lower_left);
    matrix.fixed_view_mut::<3, 3>(3, 3).copy_from(lower_right);
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Rotation3;

    fn placement() -> Placement {
        Placement {
            rotation: Rotation3::from_euler_angles(0.3, -1.1, 2.0).into_inner(),
            position: Vector3::new(0.5, -2.0, 1.5),
        }
    }

    #[test]
    fn transform_moves_the_point_of_reference() {
        let (v, w) = (Vector3::new(1.0, 2.0, 3.0), Vector3::new(-0.5, 0.7, 0.2));
        let a_b = placement();
        let in_b = a_b.motion_transform() * spatial(v, w);
        let at_b = a_b.rotation.transpose() * (v + w.cross(&a_b.position));
        assert!((linear(&in_b) - at_b).norm() < 1e-14);
        assert!((angular(&in_b) - a_b.rotation.transpose() * w).norm() < 1e-14);
    }

    #[test]
    fn inertia_of_a_point_mass_gives_its_energy() {
        let (mass, com) = (3.0, Vector3::new(0.2, -0.4, 0.6));
        let (v, w) = (Vector3::new(1.0, 2.0, 3.0), Vector3::new(-0.5, 0.7, 0.2));
        let inertia = spatial_inertia(mass, &com, &Matrix3::zeros());
        let twist = spatial(v, w);
        let energy = 0.5 * twist.dot(&(inertia * twist));
        assert!((energy - 0.5 * mass * (v + w.cross(&com)).norm_squared()).abs() < 1e-13);
    }
}
