//! Moments of the motion of a composite body relative to a frame.
//!
//! A body does not move relative to its own frame, so only joints further outwards contribute. With the mass moments
//! and the motion of the frame, these moments determine the wrench that a composite requires. The velocity of the
//! frame's origin is not needed (Galilean invariance). Velocities are doubled, since they occur only as `2 m r'`.

use super::Hinted;
use super::Symbol;
use super::hand_written::HandWritten;
use super::rotations::rotate;
use multibody_program::ir::{Builder, Matrix3, Value, Vector3};
use multibody_tree::Inertia;

/// Moments of the motion of a composite body relative to a frame, in the frame's axes. r is relative to the frame's
/// origin.
#[derive(Clone, Copy, Debug)]
pub struct RelativeMoments {
    /// `2 sum m r'`
    pub momentum: Vector3,
    /// `2 sum m r' r^T`
    pub mixed: Matrix3,
    /// `sum m r''`
    pub force: Vector3,
    /// `sum m r x r''`
    pub moment: Vector3,
}

impl RelativeMoments {
    /// The moments of a body that is at rest in the frame.
    pub fn at_rest(b: &Builder) -> Self {
        Self {
            momentum: b.zeros(),
            mixed: [b.zeros(); 3],
            force: b.zeros(),
            moment: b.zeros(),
        }
    }

    /// The moments of two bodies together.
    pub fn plus(&self, b: &mut Builder, other: &Self) -> Self {
        Self {
            momentum: b.add3(&self.momentum, &other.momentum),
            mixed: std::array::from_fn(|i| b.add3(&self.mixed[i], &other.mixed[i])),
            force: b.add3(&self.force, &other.force),
            moment: b.add3(&self.moment, &other.moment),
        }
    }

    /// The moments in rotated axes.
    pub fn turned(&self, b: &mut Builder, rotation: &Matrix3) -> Self {
        Self {
            momentum: b.mul_vec(rotation, &self.momentum),
            mixed: rotate(b, rotation, &self.mixed),
            force: b.mul_vec(rotation, &self.force),
            moment: b.mul_vec(rotation, &self.moment),
        }
    }

    /// The moments about the origin of another frame, at -p, which does not move relative to this one.
    pub fn shifted(&self, b: &mut Builder, p: &Vector3) -> Self {
        let mixed = std::array::from_fn(|i| {
            let step = b.scale3(self.momentum[i], p);
            b.add3(&self.mixed[i], &step)
        });
        let moment_of_force = b.cross(p, &self.force);
        Self {
            mixed,
            moment: b.add3(&self.moment, &moment_of_force),
            ..*self
        }
    }
}

impl Hinted for RelativeMoments {
    fn hint(&self, b: &mut Builder, body: usize) {
        b.hint_vector(Symbol::RelativeMomentum, body, &self.momentum);
        b.hint_matrix(Symbol::RelativeMixedMoment, body, &self.mixed);
        b.hint_vector(Symbol::RelativeForce, body, &self.force);
        b.hint_vector(Symbol::RelativeMoment, body, &self.moment);
    }
}

impl HandWritten {
    /// The moments relative to the frame that carries a hinge, in which the composite's own frame turns about z: with
    /// velocities `r' + qd z x r` and accelerations `r'' + 2 qd z x r' + qdd z x r + qd^2 z x (z x r)`.
    pub fn moments_across_hinge(
        self,
        b: &mut Builder,
        inertia: &Inertia,
        relative_moments: &RelativeMoments,
        [qd, qdd]: [Value; 2],
    ) -> RelativeMoments {
        let (h, s) = (&inertia.first_moment, &inertia.second_moment);
        let RelativeMoments {
            momentum: p,
            mixed: k,
            force: f,
            moment: n,
        } = relative_moments;
        let scale_by_qd = |b: &mut Builder, x: &Vector3| [b.mul(qd, x[0]), b.mul(qd, x[1])];
        // `half` is 2 sum m r' plus only half of the hinge's contribution to it: this sum occurs in sum m r''.
        let qd_h = scale_by_qd(b, h);
        let half = [b.sub(p[0], qd_h[1]), b.add(p[1], qd_h[0])];
        let momentum = [b.sub(half[0], qd_h[1]), b.add(half[1], qd_h[0]), p[2]];
        let qd_s = scale_by_qd(b, &s[2]);
        let half_axial = [b.sub(k[0][2], qd_s[1]), b.add(k[1][2], qd_s[0])];
        let two = b.integer(2);
        let double_qd = b.mul(two, qd);
        let [xx, xy, yy] = [s[0][0], s[0][1], s[1][1]].map(|x| b.mul(double_qd, x));
        let mixed = [
            [
                b.sub(k[0][0], xy),
                b.sub(k[0][1], yy),
                b.sub(half_axial[0], qd_s[1]),
            ],
            [
                b.add(k[1][0], xx),
                b.add(k[1][1], xy),
                b.add(half_axial[1], qd_s[0]),
            ],
            k[2],
        ];
        let accelerate = |b: &mut Builder, half: Value, moment: Value| {
            let (left, right) = (b.mul(qd, half), b.mul(qdd, moment));
            b.add(left, right)
        };
        let (fx, fy) = (accelerate(b, half[1], h[1]), accelerate(b, half[0], h[0]));
        let force = [b.sub(f[0], fx), b.add(f[1], fy), f[2]];
        let trace = b.add(k[0][0], k[1][1]);
        let polar = b.add(s[0][0], s[1][1]);
        let change = [
            accelerate(b, half_axial[0], s[0][2]),
            accelerate(b, half_axial[1], s[1][2]),
            accelerate(b, trace, polar),
        ];
        let moment = [
            b.sub(n[0], change[0]),
            b.sub(n[1], change[1]),
            b.add(n[2], change[2]),
        ];
        RelativeMoments {
            momentum,
            mixed,
            force,
            moment,
        }
    }
}
