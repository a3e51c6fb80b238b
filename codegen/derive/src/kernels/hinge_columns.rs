//! Derivatives of the wrench of a composite body by the position, rate and acceleration of a hinge that carries it; and
//! derivatives of the force along this hinge by the position, rate and acceleration of joints further inwards.
//!
//! A unit rate of the hinge moves each point r of the composite with the velocity `d = z x r`, where r is relative to a
//! point of the axis. All columns refer to the frame of the joint's placement, whose z is the axis and which does not
//! turn with the joint.
//!
//! Carpentier and Mansard 2018 and Singh, Russell and Wensing 2022 use six-by-six matrices. Here moments
//! relative to the moving frame make the velocity of its origin unnecessary. So the row of a hinge needs only the
//! momentum of a unit rate and three more numbers, the gyration.

use super::hand_written::HandWritten;
use super::relative_moments::RelativeMoments;
use super::{HandWrittenMotion, Wrench};
use multibody_program::ir::{Builder, Matrix3, Value, Vector3};
use multibody_tree::Inertia;

/// The motion of a frame that carries a hinge, as the columns need it, in any axes.
#[derive(Clone, Copy, Debug)]
pub struct CarrierMotion {
    /// w, the angular velocity.
    pub angular: Vector3,
    /// `2 w`
    pub double_angular: Vector3,
    /// U: a point r of the frame has the acceleration `a + U r`.
    pub gradient: Matrix3,
    /// a: the acceleration of the origin, minus that of gravity.
    pub acceleration: Vector3,
}

impl CarrierMotion {
    /// The motion as the columns need it, from the motion of the frame.
    pub fn of(b: &mut Builder, motion: &HandWrittenMotion) -> Self {
        let two = b.integer(2);
        Self {
            angular: motion.angular,
            double_angular: b.scale3(two, &motion.angular),
            gradient: motion.gradient,
            acceleration: motion.acceleration,
        }
    }

    /// The motion of a frame that also turns about z, in the axes of this one, which does not.
    pub fn turning_about_z(&self, b: &mut Builder, [qd, qdd]: [Value; 2]) -> Self {
        let two = b.integer(2);
        let (w, w2, u) = (&self.angular, &self.double_angular, &self.gradient);
        let double_qd = b.mul(two, qd);
        let sum = b.add(w2[2], qd);
        // U with w + qd z instead of w, and qdd.
        let square = b.mul(qd, sum);
        let products = [b.mul(qd, w2[0]), b.mul(qd, w2[1])];
        let gradient = [
            [b.sub(u[0][0], square), b.sub(u[0][1], qdd), u[0][2]],
            [b.add(u[1][0], qdd), b.sub(u[1][1], square), u[1][2]],
            [
                b.add(u[2][0], products[0]),
                b.add(u[2][1], products[1]),
                u[2][2],
            ],
        ];
        Self {
            angular: [w[0], w[1], b.add(w[2], qd)],
            double_angular: [w2[0], w2[1], b.add(w2[2], double_qd)],
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
    /// `2 sum m v x d`, with v relative to the origin. Entries in the row of the hinge need it.
    pub gyration: Vector3,
}

/// A change of the origin of columns.
#[derive(Clone, Copy, Debug)]
pub struct ColumnShift {
    /// p: the former origin relative to the new one.
    pub former_origin: Vector3,
    /// `2 w x p`: twice the velocity of the former origin relative to the new one.
    pub double_velocity: Vector3,
}

impl ColumnShift {
    /// A shift to the origin of a frame that turns with w, in which the former origin is fixed at p.
    pub fn of(b: &mut Builder, p: &Vector3, double_angular: &Vector3) -> Self {
        Self {
            former_origin: *p,
            double_velocity: b.cross(double_angular, p),
        }
    }

    /// No change.
    pub fn none(b: &Builder) -> Self {
        Self {
            former_origin: b.zeros(),
            double_velocity: b.zeros(),
        }
    }

    /// The shift in rotated axes.
    pub fn turned(&self, b: &mut Builder, rotation: &Matrix3) -> Self {
        Self {
            former_origin: b.mul_vec(rotation, &self.former_origin),
            double_velocity: b.mul_vec(rotation, &self.double_velocity),
        }
    }

    /// Both changes, one after the other.
    pub fn plus(&self, b: &mut Builder, other: &Self) -> Self {
        Self {
            former_origin: b.add3(&self.former_origin, &other.former_origin),
            double_velocity: b.add3(&self.double_velocity, &other.double_velocity),
        }
    }
}

/// The entries of the matrices of derivatives for two hinges, of which the outer one is carried by the inner one.
#[derive(Clone, Copy, Debug)]
pub struct HingeEntries {
    /// In the row of the inner hinge: by acceleration, rate and position of the outer one. That by the acceleration is
    /// also the entry in the row of the outer hinge.
    pub inner: [Value; 3],
    /// In the row of the outer hinge: by rate and position of the inner one.
    pub outer: [Value; 2],
}

impl HandWritten {
    /// The columns of a hinge that carries a composite. The relative moments are relative to the frame of `carrier`:
    /// the frame that carries the hinge, or the composite's own.
    pub fn hinge_columns(
        self,
        b: &mut Builder,
        inertia: &Inertia,
        relative_moments: &RelativeMoments,
        carrier: &CarrierMotion,
    ) -> HingeColumns {
        let (h, s) = (&inertia.first_moment, &inertia.second_moment);
        let polar = b.add(s[0][0], s[1][1]);
        let by_acceleration = Wrench {
            force: [b.neg(h[1]), h[0], b.zero()],
            moment: [b.neg(s[0][2]), b.neg(s[1][2]), polar],
        };
        let gyration = gyration(b, inertia, relative_moments, carrier);
        HingeColumns {
            by_acceleration,
            by_rate: wrench_by_rate(b, inertia, relative_moments, carrier),
            by_position: Wrench {
                force: force_by_position(b, &by_acceleration.force, relative_moments, carrier),
                moment: moment_by_position(
                    b,
                    inertia,
                    relative_moments,
                    carrier,
                    (polar, &gyration),
                ),
            },
            gyration,
        }
    }
}

/// The gyration `2 sum m v x d`, with `v = r' + w x r`.
fn gyration(
    b: &mut Builder,
    inertia: &Inertia,
    relative_moments: &RelativeMoments,
    carrier: &CarrierMotion,
) -> Vector3 {
    let s = &inertia.second_moment;
    let (k, w2) = (&relative_moments.mixed, &carrier.double_angular);
    let products = s.map(|row| {
        let (left, right) = (b.mul(row[0], w2[1]), b.mul(row[1], w2[0]));
        b.sub(left, right)
    });
    let trace = b.add(k[0][0], k[1][1]);
    [
        b.sub(products[0], k[2][0]),
        b.sub(products[1], k[2][1]),
        b.add(products[2], trace),
    ]
}

/// The force `sum m (2 w x d + 2 z x r')`, and its moment.
fn wrench_by_rate(
    b: &mut Builder,
    inertia: &Inertia,
    relative_moments: &RelativeMoments,
    carrier: &CarrierMotion,
) -> Wrench {
    let (h, s) = (&inertia.first_moment, &inertia.second_moment);
    let (p, k, w2) = (
        &relative_moments.momentum,
        &relative_moments.mixed,
        &carrier.double_angular,
    );
    let turn_part = [b.mul(w2[2], h[0]), b.mul(w2[2], h[1])];
    let planar = [b.add(turn_part[0], p[1]), b.sub(p[0], turn_part[1])];
    let [x, y]: [Value; 2] = std::array::from_fn(|i| b.dot(&s[i], w2));
    let moment_x = b.add(x, k[1][2]);
    Wrench {
        force: [b.neg(planar[0]), planar[1], b.dot(&w2[..2], &h[..2])],
        moment: [b.sub(y, k[0][2]), b.neg(moment_x), b.add(k[0][0], k[1][1])],
    }
}

/// The force `sum m (U d + 2 w x (z x r') + z x r'')`, where `displacement` is `sum m d`.
fn force_by_position(
    b: &mut Builder,
    displacement: &Vector3,
    relative_moments: &RelativeMoments,
    carrier: &CarrierMotion,
) -> Vector3 {
    let (w, p, f) = (
        &carrier.angular,
        &relative_moments.momentum,
        &relative_moments.force,
    );
    let gradient = b.mul_vec(&carrier.gradient, displacement);
    // w x (z x p) = z (w . p) - p (w . z)
    let cross_part = [
        b.mul(w[2], p[0]),
        b.mul(w[2], p[1]),
        b.dot(&w[..2], &p[..2]),
    ];
    let planar_part = [b.add(cross_part[0], f[1]), b.sub(f[0], cross_part[1])];
    [
        b.sub(gradient[0], planar_part[0]),
        b.add(gradient[1], planar_part[1]),
        b.add(gradient[2], cross_part[2]),
    ]
}

/// The moment: the derivative of `sum m r x (a + U r + 2 w x r' + r'')` along d. `polar` is `Hxx + Hyy` of the second
/// moments H.
///
/// The moment is expanded by components, so that they share factors. The lemma of hinge columns compares it with the
/// derivative.
fn moment_by_position(
    b: &mut Builder,
    inertia: &Inertia,
    relative_moments: &RelativeMoments,
    carrier: &CarrierMotion,
    (polar, gyration): (Value, &Vector3),
) -> Vector3 {
    let (h, s) = (&inertia.first_moment, &inertia.second_moment);
    let (k, n) = (&relative_moments.mixed, &relative_moments.moment);
    let (w, u, a) = (&carrier.angular, &carrier.gradient, &carrier.acceleration);
    let two = b.integer(2);
    let (difference, double_hxy) = (b.sub(s[0][0], s[1][1]), b.mul(two, s[0][1]));
    let (stretch, shear) = (b.sub(k[0][0], k[1][1]), b.add(k[0][1], k[1][0]));
    let (gradient_zy, gradient_zx) = (b.sub(u[2][2], u[1][1]), b.sub(u[2][2], u[0][0]));
    let x_parts = [
        b.dot(
            &[u[2][0], u[1][0], u[2][1], gradient_zy],
            &[difference, s[1][2], double_hxy, s[0][2]],
        ),
        b.mul(h[0], a[2]),
        b.dot(&[w[0], w[2]], &[shear, k[1][2]]),
    ];
    let y_parts = [
        b.dot(
            &[u[2][0], u[0][1], gradient_zx],
            &[double_hxy, s[0][2], s[1][2]],
        ),
        b.mul(h[1], a[2]),
    ];
    let (negative_x, negative_y) = (b.mul(stretch, w[1]), b.mul(u[2][1], difference));
    let mixed_part = b.dot(&[w[0], w[1], w[2]], &[stretch, shear, k[0][2]]);
    let (x_sum, y_sum) = (b.sum(x_parts), b.sum(y_parts));
    let (x, y_difference) = (b.sub(x_sum, negative_x), b.sub(y_sum, negative_y));
    let y = b.sub(y_difference, mixed_part);
    let axial_part = b.dot(&[s[0][2], s[1][2]], &[u[0][2], u[1][2]]);
    let acceleration_part = b.dot(&h[..2], &a[..2]);
    let polar_part = b.mul(polar, u[2][2]);
    let gradient_part = b.sub(polar_part, axial_part);
    let z = b.sub(gradient_part, acceleration_part);
    let gyration_part = cross_z(b, gyration, w);
    [b.sub(x, n[1]), b.add(y, n[0]), b.add(z, gyration_part)]
}

/// `(x cross y) . z`
fn cross_z(b: &mut Builder, x: &Vector3, y: &Vector3) -> Value {
    let (left, right) = (b.mul(x[0], y[1]), b.mul(x[1], y[0]));
    b.sub(left, right)
}

impl HingeColumns {
    /// The columns in rotated axes.
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

    /// The columns about another origin.
    pub fn shifted(&self, b: &mut Builder, shift: &ColumnShift) -> Self {
        let mut shift_wrench = |wrench: &Wrench| {
            let moment_of_force = b.cross(&shift.former_origin, &wrench.force);
            Wrench {
                force: wrench.force,
                moment: b.add3(&wrench.moment, &moment_of_force),
            }
        };
        let (by_acceleration, by_rate, by_position) = (
            shift_wrench(&self.by_acceleration),
            shift_wrench(&self.by_rate),
            shift_wrench(&self.by_position),
        );
        let shift_part = b.cross(&shift.double_velocity, &by_acceleration.force);
        Self {
            by_acceleration,
            by_rate,
            by_position,
            gyration: b.add3(&self.gyration, &shift_part),
        }
    }

    /// The entries at a hinge about z of the frame that `carrier` describes.
    pub fn entries(&self, b: &mut Builder, carrier: &CarrierMotion) -> HingeEntries {
        let Wrench { force, moment } = &self.by_acceleration;
        let (w, w2) = (&carrier.angular, &carrier.double_angular);
        let (u, a) = (&carrier.gradient, &carrier.acceleration);
        let turn_part = cross_z(b, moment, w2);
        // The components of w change when the axes turn about z.
        let gyration_part = cross_z(b, &self.gyration, w);
        let gradient_part = b.dot(moment, &[u[0][2], u[1][2], u[2][2]]);
        let acceleration_part = cross_z(b, force, a);
        HingeEntries {
            inner: self.inner_entries(),
            outer: [
                b.add(self.gyration[2], turn_part),
                b.sum([gyration_part, gradient_part, acceleration_part]),
            ],
        }
    }

    /// The entries of the hinge itself, in the frame of its placement.
    pub fn diagonal_entries(&self) -> HingeEntries {
        let inner = self.inner_entries();
        HingeEntries {
            inner,
            outer: [inner[1], inner[2]],
        }
    }

    fn inner_entries(&self) -> [Value; 3] {
        let wrenches = [&self.by_acceleration, &self.by_rate, &self.by_position];
        wrenches.map(|wrench| wrench.moment[2])
    }

    /// The entries at a hinge about z, from those at another hinge whose axis is parallel and passes through p. To turn
    /// about z is to turn about that axis and to move by `e = z x p`, which is fixed in the frame that `carrier`
    /// describes.
    pub fn entries_by_parallel_hinge(
        &self,
        b: &mut Builder,
        parallel_entries: &HingeEntries,
        p: &Vector3,
        carrier: &CarrierMotion,
    ) -> HingeEntries {
        let force = &self.by_acceleration.force;
        let e = [b.neg(p[1]), p[0], b.zero()];
        let wrenches = [&self.by_acceleration, &self.by_rate, &self.by_position];
        let parts = wrenches.map(|wrench| b.dot(&e, &wrench.force));
        let (turning, gradient_part) = (
            b.cross(&carrier.double_angular, &e),
            b.mul_vec(&carrier.gradient, &e),
        );
        let outer_parts = [turning, gradient_part].map(|acceleration| b.dot(&acceleration, force));
        HingeEntries {
            inner: std::array::from_fn(|k| b.add(parallel_entries.inner[k], parts[k])),
            outer: std::array::from_fn(|k| b.add(parallel_entries.outer[k], outer_parts[k])),
        }
    }
}
