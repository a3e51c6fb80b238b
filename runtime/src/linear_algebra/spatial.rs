//! Spatial algebra (feature `nalgebra`): motions, forces and inertias of rigid bodies in six dimensions.
//!
//! All vectors are linear first, then angular. A motion is the velocity of a frame's origin, then its angular velocity;
//! a force is the force, then the moment about the origin. So `motion.dot(&force)` is a power. The caller chooses axes
//! and origin of the frame. Featherstone (*Rigid Body Dynamics Algorithms*, 2008) puts the angular half first:
//! [`reordered`] and [`reordered_matrix`] convert from one order to the other.
//!
//! | here | in the book | meaning |
//! |---|---|---|
//! | [`spatial`], [`linear`], [`angular`] | | a vector and its halves |
//! | [`Placement::motion_transform`] | `X` | transforms motions from frame a to b |
//! | [`Placement::force_transform`] | `X*` | transforms forces from frame a to b |
//! | [`cross_motion`] | `v x` | rate of a motion vector fixed in a frame that moves with v |
//! | [`cross_force`] | `v x*` | rate of a force vector fixed in such a frame |
//! | [`inertia`] | `I` | gives the momentum `I v` of a motion v |
//! | [`newton_euler`], [`newton_euler_acceleration`] | | force and moment about the centre of mass, and the inverse |
//!
//! ```
//! use multibody::spatial::{Placement, cross_force, cross_motion, inertia, linear, spatial};
//! use nalgebra::{Matrix3, Rotation3, Vector3};
//!
//! // A body turns about the z axis of frame a, 2 rad/s. Frame b is rotated by a quarter turn; its origin is at x = 3 m.
//! let placement = Placement {
//!     rotation: Rotation3::from_axis_angle(&Vector3::z_axis(), std::f64::consts::FRAC_PI_2).into_inner(),
//!     position: Vector3::new(3.0, 0.0, 0.0),
//! };
//! let motion = spatial(Vector3::zeros(), Vector3::new(0.0, 0.0, 2.0));
//! let motion_b = placement.motion_transform() * motion;
//! // At the origin of b the body moves along y of a, which is x of b.
//! assert!((linear(&motion_b) - Vector3::new(6.0, 0.0, 0.0)).norm() < 1e-15);
//!
//! // Power is the same in every frame.
//! let force = spatial(Vector3::new(1.0, 2.0, 3.0), Vector3::new(-1.0, 0.5, 4.0));
//! let power = motion_b.dot(&(placement.force_transform() * force));
//! assert!((power - motion.dot(&force)).abs() < 1e-14);
//!
//! // Newton's and Euler's equations of a free body: f = I a + v x* I v.
//! let body = inertia(2.0, &Vector3::new(0.1, 0.0, 0.0), &Matrix3::identity());
//! let gyroscopic = cross_force(&motion) * body * motion;
//! assert!((linear(&gyroscopic) - Vector3::new(-0.8, 0.0, 0.0)).norm() < 1e-15); // m w^2 r
//! assert_eq!(cross_motion(&motion) * motion, nalgebra::Vector6::zeros());
//! ```

use nalgebra::{Matrix3, Matrix6, RealField, RowVector6, Vector3, Vector6};

/// The placement of a frame `b` in a frame `a`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement<T = f64> {
    /// Rotates components from `b` to `a`: `x_a = rot_ab x_b`.
    pub rotation: Matrix3<T>,
    /// The origin of `b`, in the axes of `a`.
    pub position: Vector3<T>,
}

impl<T: RealField + Copy> Placement<T> {
    /// The placement of a frame in itself.
    #[must_use]
    pub fn identity() -> Self {
        Self {
            rotation: Matrix3::identity(),
            position: Vector3::zeros(),
        }
    }

    /// Composes placements: that of `b` in `a` and that of `c` in `b` give that of `c` in `a`.
    #[must_use]
    pub fn then(&self, inner: &Self) -> Self {
        Self {
            rotation: self.rotation * inner.rotation,
            position: self.point(&inner.position),
        }
    }

    /// Transforms a point from `b` to `a`.
    #[must_use]
    pub fn point(&self, point: &Vector3<T>) -> Vector3<T> {
        self.rotation * point + self.position
    }

    /// The placement of `a` in `b`.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let rotation = self.rotation.transpose();
        Self {
            rotation,
            position: -(rotation * self.position),
        }
    }

    /// `X` with `v_b = X v_a`; its transpose transforms forces in the other direction: `f_a = X^T f_b`.
    #[must_use]
    pub fn motion_transform(&self) -> Matrix6<T> {
        let rotation = self.rotation.transpose();
        blocks(
            &rotation,
            &(-rotation * self.position.cross_matrix()),
            &Matrix3::zeros(),
            &rotation,
        )
    }

    /// `X*` with `f_b = X* f_a`: the inverse of the transpose of [`motion_transform`](Self::motion_transform).
    #[must_use]
    pub fn force_transform(&self) -> Matrix6<T> {
        self.inverse().motion_transform().transpose()
    }

    /// The matrix that rotates both linear and angular components from the axes of `b` to those of `a`.
    #[must_use]
    pub fn turn(&self) -> Matrix6<T> {
        let zero = Matrix3::zeros();
        blocks(&self.rotation, &zero, &zero, &self.rotation)
    }
}

/// A spatial vector from its halves.
#[must_use]
pub fn spatial<T: RealField + Copy>(linear: Vector3<T>, angular: Vector3<T>) -> Vector6<T> {
    Vector6::new(
        linear.x, linear.y, linear.z, angular.x, angular.y, angular.z,
    )
}

/// The first half: a velocity or a force.
#[must_use]
pub fn linear<T: RealField + Copy>(vector: &Vector6<T>) -> Vector3<T> {
    vector.fixed_rows::<3>(0).into_owned()
}

/// The second half: an angular velocity or a moment.
#[must_use]
pub fn angular<T: RealField + Copy>(vector: &Vector6<T>) -> Vector3<T> {
    vector.fixed_rows::<3>(3).into_owned()
}

/// `v x`: the rate of change of a motion vector fixed in a frame that moves with `v`.
///
/// The counterpart for force vectors is `v x* = -(v x)^T`.
#[must_use]
pub fn cross_motion<T: RealField + Copy>(v: &Vector6<T>) -> Matrix6<T> {
    let angular_cross = angular(v).cross_matrix();
    blocks(
        &angular_cross,
        &linear(v).cross_matrix(),
        &Matrix3::zeros(),
        &angular_cross,
    )
}

/// `v x*`: the rate of change of a force vector fixed in a frame that moves with `v`.
#[must_use]
pub fn cross_force<T: RealField + Copy>(v: &Vector6<T>) -> Matrix6<T> {
    -cross_motion(v).transpose()
}

/// Newton's and Euler's equations of a rigid body about its centre of mass: the force `m a` and the moment
/// `I e + w x I w` that give it the acceleration a of its centre and the angular acceleration e.
///
/// All vectors, and the inertia `I = R I_0 R^T`, are in axes that do not rotate.
#[must_use]
pub fn newton_euler<T: RealField + Copy>(
    mass: T,
    inertia: &Matrix3<T>,
    w: &Vector3<T>,
    acceleration: &Vector6<T>,
) -> Vector6<T> {
    let gyration = w.cross(&(inertia * w));
    spatial(
        linear(acceleration) * mass,
        inertia * angular(acceleration) + gyration,
    )
}

/// The inverse of [`newton_euler`]: the acceleration of the centre of mass, `a = f / m`, and the angular acceleration,
/// `e = I^-1 (n - w x I w)`, that a force and a moment about that centre cause. Returns `None` if the inertia is
/// singular.
///
/// ```
/// use multibody::spatial::{newton_euler, newton_euler_acceleration, spatial};
/// use nalgebra::{Matrix3, Vector3};
///
/// let inertia = Matrix3::new(0.5, 0.1, 0.0, 0.1, 0.4, 0.0, 0.0, 0.0, 0.3);
/// let w = Vector3::new(1.0, -2.0, 0.5);
/// let acceleration = spatial(Vector3::new(0.0, 3.0, -9.81), Vector3::new(4.0, 0.0, 1.0));
/// let wrench = newton_euler(2.0, &inertia, &w, &acceleration);
/// let result = newton_euler_acceleration(2.0, &inertia, &w, &wrench).expect("the inertia is regular");
/// assert!((result - acceleration).norm() < 1e-14);
/// ```
#[must_use]
pub fn newton_euler_acceleration<T: RealField + Copy>(
    mass: T,
    inertia: &Matrix3<T>,
    w: &Vector3<T>,
    wrench: &Vector6<T>,
) -> Option<Vector6<T>> {
    let net_moment = angular(wrench) - w.cross(&(inertia * w));
    let inverse = inertia.try_inverse()?;
    Some(spatial(linear(wrench) / mass, inverse * net_moment))
}

/// The spatial inertia about the frame's origin (Featherstone 2008, equation 2.63).
///
/// `about_com` is the rotational inertia about the centre of mass `com`, in the axes of the frame.
#[must_use]
pub fn inertia<T: RealField + Copy>(
    mass: T,
    com: &Vector3<T>,
    about_com: &Matrix3<T>,
) -> Matrix6<T> {
    let c = com.cross_matrix();
    blocks(
        &(Matrix3::identity() * mass),
        &(c * -mass),
        &(c * mass),
        &(about_com - c * c * mass),
    )
}

/// A vector with its halves swapped: from linear first to angular first, and back.
#[must_use]
pub fn reordered<T: RealField + Copy>(vector: &Vector6<T>) -> Vector6<T> {
    spatial(angular(vector), linear(vector))
}

/// A transform, cross product or inertia with its rows and columns in the order of [`reordered`] vectors.
#[must_use]
pub fn reordered_matrix<T: RealField + Copy>(matrix: &Matrix6<T>) -> Matrix6<T> {
    let block = |row, column| matrix.fixed_view::<3, 3>(row, column).into_owned();
    blocks(&block(3, 3), &block(3, 0), &block(0, 3), &block(0, 0))
}

/// The spatial transpose in texts that write motions angular first and forces linear first (Featherstone 1987; Mirtich
/// 1996): `(a, b)` becomes the row `(b^T, a^T)`, so that `spatial_transpose(f) * v` is a power in the notation of these
/// texts.
///
/// In this module motions and forces have the same order, and the power is `f.transpose() * v`. To convert from the
/// order of those texts, [`reordered`] is needed for motions only.
#[must_use]
pub fn spatial_transpose<T: RealField + Copy>(vector: &Vector6<T>) -> RowVector6<T> {
    reordered(vector).transpose()
}

/// A 6 x 6 matrix from four 3 x 3 blocks, by rows.
fn blocks<T: RealField + Copy>(
    upper_left: &Matrix3<T>,
    upper_right: &Matrix3<T>,
    lower_left: &Matrix3<T>,
    lower_right: &Matrix3<T>,
) -> Matrix6<T> {
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
    fn the_inverse_leads_back_and_forces_keep_their_power() {
        let a_b = placement();
        let round_trip = a_b.inverse().motion_transform() * a_b.motion_transform();
        assert!((round_trip - Matrix6::identity()).amax() < 1e-15);
        let composed = a_b.then(&a_b.inverse());
        assert!((composed.rotation - Matrix3::identity()).amax() < 1e-15);
        assert!(composed.position.amax() < 1e-15);
        let pairing = a_b.force_transform().transpose() * a_b.motion_transform();
        assert!((pairing - Matrix6::identity()).amax() < 1e-14);
    }

    #[test]
    fn cross_products_are_rates_of_transforms() {
        let v = Vector6::new(0.3, -0.2, 0.5, 0.7, 0.1, -0.4);
        // To first order in h, a frame that moves with v has the displacement h v.
        let h = 1e-6;
        let placement = |h: f64| Placement {
            rotation: Rotation3::new(angular(&v) * h).into_inner(),
            position: linear(&v) * h,
        };
        let rate = |f: &dyn Fn(f64) -> Matrix6<f64>| (f(h) - f(-h)) / (2.0 * h);
        let motion = rate(&|h| placement(h).inverse().motion_transform());
        let force = rate(&|h| placement(h).inverse().force_transform());
        assert!((motion - cross_motion(&v)).amax() < 1e-9);
        assert!((force - cross_force(&v)).amax() < 1e-9);
    }

    #[test]
    fn reordered_vectors_and_matrices_are_those_of_the_book() {
        let a_b = placement();
        let motion = Vector6::new(1.0, 2.0, 3.0, -0.5, 0.7, 0.2);
        let book = reordered(&motion);
        assert_eq!(book, Vector6::new(-0.5, 0.7, 0.2, 1.0, 2.0, 3.0));
        assert_eq!(reordered(&book), motion);
        // The book has E and 0 in the first row of blocks and -E r x and E in the second; rows are angular, then
        // linear.
        let x = reordered_matrix(&a_b.motion_transform());
        let e = a_b.rotation.transpose();
        assert_eq!(x.fixed_view::<3, 3>(0, 0), e);
        assert_eq!(x.fixed_view::<3, 3>(0, 3), Matrix3::zeros());
        assert_eq!(x.fixed_view::<3, 3>(3, 0), -e * a_b.position.cross_matrix());
        let image = reordered(&(a_b.motion_transform() * motion));
        assert!((image - x * book).amax() < 1e-14);
        let force = Vector6::new(0.1, -0.2, 0.3, 4.0, 5.0, -6.0);
        let power = (spatial_transpose(&force) * book).x;
        assert!((power - force.dot(&motion)).abs() < 1e-14);
    }

    #[test]
    fn cross_products_exist_in_single_precision() {
        let v = spatial(Vector3::new(1.0_f32, 0.0, 0.0), Vector3::new(0.0, 0.0, 1.0));
        let w = spatial(Vector3::zeros(), Vector3::new(0.0, 0.0, 1.0_f32));
        assert_eq!(
            cross_motion(&w) * v,
            Vector6::new(0.0, 1.0, 0.0, 0.0, 0.0, 0.0)
        );
    }

    #[test]
    fn inertia_of_a_point_mass_gives_its_energy() {
        let (mass, com) = (3.0_f64, Vector3::new(0.2, -0.4, 0.6));
        let (v, w) = (Vector3::new(1.0, 2.0, 3.0), Vector3::new(-0.5, 0.7, 0.2));
        let inertia = inertia(mass, &com, &Matrix3::zeros());
        let twist = spatial(v, w);
        let energy = 0.5 * twist.dot(&(inertia * twist));
        assert!((energy - 0.5 * mass * (v + w.cross(&com)).norm_squared()).abs() < 1e-13);
    }
}
