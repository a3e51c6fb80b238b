//! Derivatives of the wrench of a composite body by position, rate and acceleration of a hinge that carries it, and of
//! the force along this hinge by those of joints further inwards.
//!
//! A unit of the hinge moves each point r of the composite by `d = z x r`, where r is relative to a point of the axis.
//! All columns refer to the frame of the joint's placement, whose z is the axis and which does not turn with the joint.
//! Carpentier and Mansard 2018 and Singh, Russell and Wensing 2022 use six-by-six matrices. Here moments relative to the
//! moving frame make the velocity of its origin unnecessary, so a row needs three numbers beside the momentum of a
//! unit rate.

use super::hand_written::HandWritten;
use super::relative_moments::RelativeMoments;
use super::{HandWrittenMotion, Wrench};
use multibody_program::ir::{Builder, Matrix3, Value, Vector3};
use multibody_tree::Inertia;

/// The motion of a frame, as the columns need it: in axes of the frame, or in any others.
#[derive(Clone, Copy, Debug)]
pub struct CarrierMotion {
    /// w, the angular velocity.
    pub angular: Vector3,
    /// 2 w
    pub double: Vector3,
    /// U: a point r of the frame has the acceleration `a + U r`.
    pub gradient: Matrix3,
    /// a: the acceleration of the origin, minus that of gravity.
    pub acceleration: Vector3,
}

impl CarrierMotion {
    /// From the motion of the frame.
    pub fn of(b: &mut Builder, motion: &HandWrittenMotion) -> Self {
        let two = b.integer(2);
        Self {
            angular: motion.angular,
            double: b.scale3(two, &motion.angular),
            gradient: motion.gradient,
            acceleration: motion.acceleration,
        }
    }

    /// The motion of a frame that also turns about z, in axes that do not.
    pub fn turning_about_z(&self, b: &mut Builder, [qd, qdd]: [Value; 2]) -> Self {
        let two = b.integer(2);
        let (w, w2, u) = (&self.angular, &self.double, &self.gradient);
        let double = b.mul(two, qd);
        let sum = b.add(w2[2], qd);
        // w w^T - |w|^2 1 with w + qd z
        let square = b.mul(qd, sum);
        let across = [b.mul(qd, w2[0]), b.mul(qd, w2[1])];
        let gradient = [
            [b.sub(u[0][0], square), b.sub(u[0][1], qdd), u[0][2]],
            [b.add(u[1][0], qdd), b.sub(u[1][1], square), u[1][2]],
            [
                b.add(u[2][0], across[0]),
                b.add(u[2][1], across[1]),
                u[2][2],
            ],
        ];
        Self {
            angular: [w[0], w[1], b.add(w[2], qd)],
            double: [w2[0], w2[1], b.add(w2[2], double)],
            gradient,
            acceleration: self.acceleration,
        }
    }
}

/// The columns of a hinge, from which its entries in the matrices of derivatives follow.
#[derive(Clone, Copy, Debug)]
pub struct HingeColumns {
    /// The wrench by the acceleration: `sum m d`.
    pub by_acceleration: Wrench,
    /// The wrench by the rate.
    pub by_rate: Wrench,
    /// The wrench by the position.
    pub by_position: Wrench,
    /// `2 sum m v x d`, v relative to the origin: for the row of the hinge.
    pub gyration: Vector3,
}

/// A change of the origin of columns.
#[derive(Clone, Copy, Debug)]
pub struct ColumnShift {
    /// The former origin, p.
    pub place: Vector3,
    /// `2 w x p`: twice the velocity of the former origin relative to the new one.
    pub double_velocity: Vector3,
}

impl ColumnShift {
    /// To an origin from which the former one is at the fixed point p of a frame that turns with `2 w = double`.
    pub fn of(b: &mut Builder, p: &Vector3, double: &Vector3) -> Self {
        Self {
            place: *p,
            double_velocity: b.cross(double, p),
        }
    }

    /// No change.
    pub fn none(b: &Builder) -> Self {
        Self {
            place: b.zeros(),
            double_velocity: b.zeros(),
        }
    }

    /// The same in rotated axes.
    pub fn turned(&self, b: &mut Builder, rotation: &Matrix3) -> Self {
        Self {
            place: b.mul_vec(rotation, &self.place),
            double_velocity: b.mul_vec(rotation, &self.double_velocity),
        }
    }

    /// Both changes, one after the other.
    pub fn plus(&self, b: &mut Builder, other: &Self) -> Self {
        Self {
            place: b.add3(&self.place, &other.place),
            double_velocity: b.add3(&self.double_velocity, &other.double_velocity),
        }
    }
}

/// The entries of a hinge at a hinge further inwards.
#[derive(Clone, Copy, Debug)]
pub struct HingeEntries {
    /// In the row of the inner hinge: by the acceleration, which is also the entry of the outer hinge's row, by the
    /// rate and by the position of the outer one.
    pub inner: [Value; 3],
    /// In the row of the outer hinge: by the rate and by the position of the inner one.
    pub outer: [Value; 2],
}

impl HandWritten {
    /// The columns of a hinge that carries a composite. The moments of its motion are relative to `carrier`, which is
    /// either what carries the hinge or the composite's own frame.
    pub fn hinge_columns(
        self,
        b: &mut Builder,
        inertia: &Inertia,
        moving: &RelativeMoments,
        carrier: &CarrierMotion,
    ) -> HingeColumns {
        let (h, s) = (&inertia.first, &inertia.second);
        let polar = b.add(s[0][0], s[1][1]);
        let by_acceleration = Wrench {
            force: [b.neg(h[1]), h[0], b.zero()],
            moment: [b.neg(s[0][2]), b.neg(s[1][2]), polar],
        };
        let gyration = gyration(b, inertia, moving, carrier);
        HingeColumns {
            by_acceleration,
            by_rate: by_rate(b, inertia, moving, carrier),
            by_position: Wrench {
                force: force_by_position(b, &by_acceleration.force, moving, carrier),
                moment: moment_by_position(b, inertia, moving, carrier, (polar, &gyration)),
            },
            gyration,
        }
    }
}

/// `2 sum m v x d` with `v = r' + w x r`
fn gyration(
    b: &mut Builder,
    inertia: &Inertia,
    moving: &RelativeMoments,
    carrier: &CarrierMotion,
) -> Vector3 {
    let (s, k, w2) = (&inertia.second, &moving.mixed, &carrier.double);
    let across = s.map(|row| {
        let (left, right) = (b.mul(row[0], w2[1]), b.mul(row[1], w2[0]));
        b.sub(left, right)
    });
    let trace = b.add(k[0][0], k[1][1]);
    [
        b.sub(across[0], k[2][0]),
        b.sub(across[1], k[2][1]),
        b.add(across[2], trace),
    ]
}

/// `sum m (2 w x d + 2 z x r')`, and its moment.
fn by_rate(
    b: &mut Builder,
    inertia: &Inertia,
    moving: &RelativeMoments,
    carrier: &CarrierMotion,
) -> Wrench {
    let (h, s, w2) = (&inertia.first, &inertia.second, &carrier.double);
    let (p, k) = (&moving.momentum, &moving.mixed);
    let spun = [b.mul(w2[2], h[0]), b.mul(w2[2], h[1])];
    let drag = [b.add(spun[0], p[1]), b.sub(p[0], spun[1])];
    let [x, y]: [Value; 2] = std::array::from_fn(|i| b.dot(&s[i], w2));
    let moment_x = b.add(x, k[1][2]);
    Wrench {
        force: [b.neg(drag[0]), drag[1], b.dot(&w2[..2], &h[..2])],
        moment: [b.sub(y, k[0][2]), b.neg(moment_x), b.add(k[0][0], k[1][1])],
    }
}

/// `sum m (U d + 2 w x (z x r') + z x r'')`
fn force_by_position(
    b: &mut Builder,
    displaced: &Vector3,
    moving: &RelativeMoments,
    carrier: &CarrierMotion,
) -> Vector3 {
    let (w, p, f) = (&carrier.angular, &moving.momentum, &moving.force);
    let gradient = b.mul_vec(&carrier.gradient, displaced);
    let swept = [
        b.mul(w[2], p[0]),
        b.mul(w[2], p[1]),
        b.dot(&w[..2], &p[..2]),
    ];
    let across = [b.add(swept[0], f[1]), b.sub(f[0], swept[1])];
    [
        b.sub(gradient[0], across[0]),
        b.add(gradient[1], across[1]),
        b.add(gradient[2], swept[2]),
    ]
}

/// The derivative of `sum m r x (a + U r + 2 w x r' + r'')` along d. `polar` is `Jxx + Jyy`.
fn moment_by_position(
    b: &mut Builder,
    inertia: &Inertia,
    moving: &RelativeMoments,
    carrier: &CarrierMotion,
    (polar, gyration): (Value, &Vector3),
) -> Vector3 {
    let (h, s) = (&inertia.first, &inertia.second);
    let (k, n) = (&moving.mixed, &moving.moment);
    let (w, u, a) = (&carrier.angular, &carrier.gradient, &carrier.acceleration);
    let two = b.integer(2);
    let (difference, double) = (b.sub(s[0][0], s[1][1]), b.mul(two, s[0][1]));
    let (stretch, shear) = (b.sub(k[0][0], k[1][1]), b.add(k[0][1], k[1][0]));
    let (from_y, from_x) = (b.sub(u[2][2], u[1][1]), b.sub(u[2][2], u[0][0]));
    let x = [
        b.dot(
            &[u[2][0], u[1][0], u[2][1], from_y],
            &[difference, s[1][2], double, s[0][2]],
        ),
        b.mul(h[0], a[2]),
        b.dot(&[w[0], w[2]], &[shear, k[1][2]]),
    ];
    let y = [
        b.dot(&[u[2][0], u[0][1], from_x], &[double, s[0][2], s[1][2]]),
        b.mul(h[1], a[2]),
    ];
    let (less_x, less_y) = (b.mul(stretch, w[1]), b.mul(u[2][1], difference));
    let swept = b.dot(&[w[0], w[1], w[2]], &[stretch, shear, k[0][2]]);
    let (x, y) = (b.sum(x), b.sum(y));
    let (x, y) = (b.sub(x, less_x), b.sub(y, less_y));
    let y = b.sub(y, swept);
    let bent = b.dot(&[s[0][2], s[1][2]], &[u[0][2], u[1][2]]);
    let lifted = b.dot(&h[..2], &a[..2]);
    let polar_part = b.mul(polar, u[2][2]);
    let polar_part = b.sub(polar_part, bent);
    let polar_part = b.sub(polar_part, lifted);
    let gyration_part = gyration_about_z(b, w, gyration);
    [
        b.sub(x, n[1]),
        b.add(y, n[0]),
        b.add(polar_part, gyration_part),
    ]
}

/// `beta_x w_y - beta_y w_x`: gyration along the change of w when the axes turn about z.
fn gyration_about_z(b: &mut Builder, w: &Vector3, gyration: &Vector3) -> Value {
    let (left, right) = (b.mul(gyration[0], w[1]), b.mul(gyration[1], w[0]));
    b.sub(left, right)
}

impl HingeColumns {
    /// The same in rotated axes.
    pub fn turned(&self, b: &mut Builder, rotation: &Matrix3) -> Self {
        let mut turn = |wrench: &Wrench| Wrench {
            force: b.mul_vec(rotation, &wrench.force),
            moment: b.mul_vec(rotation, &wrench.moment),
        };
        Self {
            by_acceleration: turn(&self.by_acceleration),
            by_rate: turn(&self.by_rate),
            by_position: turn(&self.by_position),
            gyration: b.mul_vec(rotation, &self.gyration),
        }
    }

    /// The same about another origin.
    pub fn shifted(&self, b: &mut Builder, shift: &ColumnShift) -> Self {
        let mut shifted = |wrench: &Wrench| {
            let lever = b.cross(&shift.place, &wrench.force);
            Wrench {
                force: wrench.force,
                moment: b.add3(&wrench.moment, &lever),
            }
        };
        let (by_acceleration, by_rate, by_position) = (
            shifted(&self.by_acceleration),
            shifted(&self.by_rate),
            shifted(&self.by_position),
        );
        let swept = b.cross(&shift.double_velocity, &by_acceleration.force);
        Self {
            by_acceleration,
            by_rate,
            by_position,
            gyration: b.add3(&self.gyration, &swept),
        }
    }

    /// The entries at a hinge about z of the frame that `carrier` describes.
    pub fn entries(&self, b: &mut Builder, carrier: &CarrierMotion) -> HingeEntries {
        let Wrench { force, moment } = &self.by_acceleration;
        let (w, w2) = (&carrier.angular, &carrier.double);
        let (u, a) = (&carrier.gradient, &carrier.acceleration);
        let bent = gyration_about_z(b, w2, moment);
        let gyration_part = gyration_about_z(b, w, &self.gyration);
        let gradient_part = b.dot(moment, &[u[0][2], u[1][2], u[2][2]]);
        let lifted = gyration_about_z(b, a, force);
        HingeEntries {
            inner: self.inner(),
            outer: [
                b.add(self.gyration[2], bent),
                b.sum([gyration_part, gradient_part, lifted]),
            ],
        }
    }

    /// The entries of the hinge itself, in the frame of its placement.
    pub fn own_entries(&self) -> HingeEntries {
        let inner = self.inner();
        HingeEntries {
            inner,
            outer: [inner[1], inner[2]],
        }
    }

    fn inner(&self) -> [Value; 3] {
        [&self.by_acceleration, &self.by_rate, &self.by_position].map(|of| of.moment[2])
    }

    /// The entries at a hinge about z, from those at another hinge whose axis is parallel and lies at p. To turn about z is to
    /// turn about that axis and to move by `e = z x p`, which is fixed in the frame that `carrier` describes.
    pub fn entries_beside(
        &self,
        b: &mut Builder,
        parallel_entries: &HingeEntries,
        p: &Vector3,
        carrier: &CarrierMotion,
    ) -> HingeEntries {
        let force = &self.by_acceleration.force;
        let e = [b.neg(p[1]), p[0], b.zero()];
        let wrenches = [&self.by_acceleration, &self.by_rate, &self.by_position];
        let parts = wrenches.map(|of| b.dot(&e, &of.force));
        let (turning, gradient_part) = (
            b.cross(&carrier.double, &e),
            b.mul_vec(&carrier.gradient, &e),
        );
        let [by_rate, by_position] = [turning, gradient_part].map(|of| b.dot(&of, force));
        let [rate, position] = parallel_entries.outer;
        HingeEntries {
            inner: std::array::from_fn(|k| b.add(parallel_entries.inner[k], parts[k])),
            outer: [b.add(rate, by_rate), b.add(position, by_position)],
        }
    }
}
