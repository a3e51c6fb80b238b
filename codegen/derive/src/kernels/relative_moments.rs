//! Moments of the motion of a composite body relative to a frame: what its second derivative by time needs beside its
//! mass moments.
//!
//! Relative to its own frame a body does not move, so only joints further outwards contribute. By Galilei the wrench of
//! a composite follows from these moments and the motion of the frame, and the velocity of the frame's origin is not
//! needed. Rates are doubled, since they occur as `2 m r'` in all that follows.

use super::Hinted;
use super::Symbol;
use super::hand_written::HandWritten;
use super::turn::turn;
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
    /// Those of a body that is at rest in the frame.
    pub fn at_rest(b: &Builder) -> Self {
        Self {
            momentum: b.zeros(),
            mixed: [b.zeros(); 3],
            force: b.zeros(),
            moment: b.zeros(),
        }
    }

    /// The sum of two.
    pub fn plus(&self, b: &mut Builder, other: &Self) -> Self {
        Self {
            momentum: b.add3(&self.momentum, &other.momentum),
            mixed: std::array::from_fn(|i| b.add3(&self.mixed[i], &other.mixed[i])),
            force: b.add3(&self.force, &other.force),
            moment: b.add3(&self.moment, &other.moment),
        }
    }

    /// The same in rotated axes.
    pub fn turned(&self, b: &mut Builder, rotation: &Matrix3) -> Self {
        Self {
            momentum: b.mul_vec(rotation, &self.momentum),
            mixed: turn(b, rotation, &self.mixed),
            force: b.mul_vec(rotation, &self.force),
            moment: b.mul_vec(rotation, &self.moment),
        }
    }

    /// The same about an origin that lies at -p and does not move relative to the frame.
    pub fn shifted(&self, b: &mut Builder, p: &Vector3) -> Self {
        let mixed = std::array::from_fn(|i| {
            let step = b.scale3(self.momentum[i], p);
            b.add3(&self.mixed[i], &step)
        });
        let lever = b.cross(p, &self.force);
        Self {
            mixed,
            moment: b.add3(&self.moment, &lever),
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
    /// The moments relative to a frame in which the own frame of the composite turns about z with the rate and
    /// acceleration of a hinge: `r' + qd z x r`, `r'' + 2 qd z x r' + qdd z x r + qd^2 z x (z x r)`.
    pub fn behind_hinge(
        self,
        b: &mut Builder,
        inertia: &Inertia,
        moving: &RelativeMoments,
        [qd, qdd]: [Value; 2],
    ) -> RelativeMoments {
        let (h, s) = (&inertia.first, &inertia.second);
        let RelativeMoments {
            momentum: p,
            mixed: k,
            force: f,
            moment: n,
        } = moving;
        let swept = |b: &mut Builder, of: &Vector3| [b.mul(qd, of[0]), b.mul(qd, of[1])];
        // 2 m r' with half of what the hinge adds, as it occurs in m r''.
        let across = swept(b, h);
        let half = [b.sub(p[0], across[1]), b.add(p[1], across[0])];
        let momentum = [b.sub(half[0], across[1]), b.add(half[1], across[0]), p[2]];
        let axial = swept(b, &s[2]);
        let half_axial = [b.sub(k[0][2], axial[1]), b.add(k[1][2], axial[0])];
        let two = b.integer(2);
        let double = b.mul(two, qd);
        let [xx, xy, yy] = [s[0][0], s[0][1], s[1][1]].map(|x| b.mul(double, x));
        let mixed = [
            [
                b.sub(k[0][0], xy),
                b.sub(k[0][1], yy),
                b.sub(half_axial[0], axial[1]),
            ],
            [
                b.add(k[1][0], xx),
                b.add(k[1][1], xy),
                b.add(half_axial[1], axial[0]),
            ],
            k[2],
        ];
        let drive = |b: &mut Builder, half: Value, moment: Value| {
            let (left, right) = (b.mul(qd, half), b.mul(qdd, moment));
            b.add(left, right)
        };
        let (fx, fy) = (drive(b, half[1], h[1]), drive(b, half[0], h[0]));
        let force = [b.sub(f[0], fx), b.add(f[1], fy), f[2]];
        let trace = b.add(k[0][0], k[1][1]);
        let inertia = b.add(s[0][0], s[1][1]);
        let change = [
            drive(b, half_axial[0], s[0][2]),
            drive(b, half_axial[1], s[1][2]),
            drive(b, trace, inertia),
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
