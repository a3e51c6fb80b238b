//! Parts of hand-written kernels: rotated, shifted and moving mass moments.
//!
//! Featherstone 2008, chapters 5 and 6; Khalil and Dombre 2002, chapter 9.

use super::rotations::rotate_inertia;
use super::{Twist, Wrench};
use multibody_program::ir::{Builder, Matrix3, Pose, Value, Vector3};
use multibody_tree::Inertia;

/// Kernels written by hand, each proved equal to the derived one before it is used.
#[derive(Clone, Copy, Debug)]
pub struct HandWritten {
    /// For a joint that turns about z and whose placement is a quarter turn: whether the third column of U (see
    /// `newton_euler.rs`) is rotated instead of the angular acceleration.
    pub rotates_column_of_u: bool,
}

impl HandWritten {
    /// The kernels with every shortcut.
    pub const ALL: Self = Self {
        rotates_column_of_u: true,
    };
}

/// `(tr H) w - H w`: the inertia tensor of the second moments H, times w.
pub fn angular_momentum(b: &mut Builder, second: &Matrix3, w: &Vector3) -> Vector3 {
    std::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let diagonal = b.add(second[i][i], second[j][j]);
        let product = b.mul(diagonal, w[k]);
        let (left, right) = (b.mul(second[k][i], w[i]), b.mul(second[k][j], w[j]));
        let difference = b.sub(product, left);
        b.sub(difference, right)
    })
}

/// Moments in the parent frame, from those in a frame that has this pose in the parent frame.
pub fn in_parent_frame(b: &mut Builder, inertia: &Inertia, pose: &Pose) -> Inertia {
    let rotated_inertia = rotate_inertia(b, inertia, &pose.rotation);
    let shift = Shift::of(b, &rotated_inertia, &pose.translation);
    let sum = rotated_inertia.plus(b, &shift.change);
    // `rotated_inertia` has the mass.
    let shift_part = Inertia {
        mass: b.zero(),
        ..shift.constant
    };
    sum.plus(b, &shift_part)
}

/// The terms that a shift of the origin by -p adds to mass moments with the first moment h.
pub struct Shift {
    /// `m p` and `m p p^T`, which are constant if p is constant; and the mass.
    pub constant: Inertia,
    /// `h p^T + p h^T`, without the mass.
    pub change: Inertia,
}

impl Shift {
    pub fn of(b: &mut Builder, inertia: &Inertia, p: &Vector3) -> Self {
        let step = b.scale3(inertia.mass, p);
        let h = &inertia.first_moment;
        let constant = symmetric(|i, j| b.mul(step[i], p[j]));
        let change = symmetric(|i, j| {
            let (left, right) = (b.mul(h[i], p[j]), b.mul(p[i], h[j]));
            b.add(left, right)
        });
        Self {
            constant: Inertia {
                mass: inertia.mass,
                first_moment: step,
                second_moment: constant,
            },
            change: Inertia {
                mass: b.zero(),
                first_moment: b.zeros(),
                second_moment: change,
            },
        }
    }
}

/// A symmetric matrix from its upper half.
pub fn symmetric(mut entry: impl FnMut(usize, usize) -> Value) -> Matrix3 {
    let upper: [Value; 6] =
        [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)].map(|(i, j)| entry(i, j));
    let [xx, xy, xz, yy, yz, zz] = upper;
    [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
}

/// A wrench in the parent frame, from that in a frame that has this pose in the parent frame.
pub fn transform_wrench(b: &mut Builder, pose: &Pose, wrench: &Wrench) -> Wrench {
    let force = b.mul_vec(&pose.rotation, &wrench.force);
    let rotated_moment = b.mul_vec(&pose.rotation, &wrench.moment);
    let moment_of_force = b.cross(&pose.translation, &force);
    Wrench {
        force,
        moment: b.add3(&rotated_moment, &moment_of_force),
    }
}

/// Momentum of a body at a unit rate along an axis, which gives it the velocity field `a + w x r`: `p = m a + w x h`,
/// `l = h x a + I w`.
pub fn unit_momentum(b: &mut Builder, inertia: &Inertia, axis: &Twist) -> Wrench {
    let linear_part = b.scale3(inertia.mass, &axis.linear);
    let turn_part = b.cross(&axis.angular, &inertia.first_moment);
    let shift_part = b.cross(&inertia.first_moment, &axis.linear);
    let angular_part = angular_momentum(b, &inertia.second_moment, &axis.angular);
    Wrench {
        force: b.add3(&linear_part, &turn_part),
        moment: b.add3(&shift_part, &angular_part),
    }
}
