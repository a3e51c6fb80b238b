//! The local steps as written by people, in few operations.
//!
//! Angular velocity w, angular acceleration e and the acceleration a of the origin, all in body
//! axes, gravity inside a. With `U = [e]x + w w^T - |w|^2 1` the acceleration of a point r is
//! `a + U r`; forces are sums over the body's mass moments. Featherstone 2008, chapters 5 and 6;
//! Khalil and Dombre 2002, chapter 9.

use super::turn::{quarter_turn, turn, turn_symmetric, turned};
use super::{Forms, JointFrame, Mass, Twist, Wrench};
use crate::ir::{Builder, Matrix3, Pose, Value, Vector3};
use crate::tree::Inertia;

/// Forms written by hand, each proved equal to the derived one before it is used.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// Whether U z turns as a vector where a joint turns about z, and the angular acceleration never.
    pub third_column: bool,
}

impl Written {
    /// All of them.
    pub const ALL: Self = Self { third_column: true };
}

/// Motion of a frame, in its own axes.
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    /// Angular velocity.
    pub angular: Vector3,
    /// Angular acceleration.
    pub angular_acceleration: Vector3,
    /// U: a point r has the acceleration `a + U r`.
    pub spread: Matrix3,
    /// Acceleration of the origin, less that of gravity.
    pub acceleration: Vector3,
}

/// Mass moments of a composite: a constant part, which costs nothing, and the rest.
#[derive(Clone, Copy, Debug)]
pub struct Composite {
    /// All of them.
    pub total: Inertia,
}

/// Mass moments of a composite and how they change while it moves.
#[derive(Clone, Copy, Debug)]
pub struct CompositeRate {
    /// The moments.
    pub total: Inertia,
    /// `sum m r'`: velocities against the frame's origin, in the frame's axes.
    pub momentum: Vector3,
    /// `sum m r r'^T`
    pub mixed: Matrix3,
}

/// What a unit rate and its change ask of a composite.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// d/dt of the momentum field of the unit rate: the column.
    pub rate: Wrench,
    /// Momentum of the unit rate: the row.
    pub unit: Wrench,
    /// `sum m r' x (field of the unit rate)`
    pub swirl: Vector3,
}

/// Articulated-body inertia in blocks: `n = A e + H a`, `f = H^T e + M a`.
#[derive(Clone, Copy, Debug)]
pub struct Articulated {
    /// A, symmetric.
    pub angular: Matrix3,
    /// H.
    pub coupling: Matrix3,
    /// M, symmetric.
    pub linear: Matrix3,
}

impl Articulated {
    /// Turned by R, and seen from an origin at -p: `H + [p]x M` and `A - H [p]x + [p]x (H + [p]x M)^T`.
    fn seen_from_parent(&self, b: &mut Builder, pose: &Pose) -> Self {
        let r = &pose.rotation;
        let linear = turn_symmetric(b, r, &self.linear);
        let turned = turn(b, r, &self.coupling);
        let angular = turn_symmetric(b, r, &self.angular);
        let p = &pose.translation;
        // Columns of [p]x M are p x columns.
        let lever = columns(|j| b.cross(p, &column(&linear, j)));
        let coupling: Matrix3 = std::array::from_fn(|i| b.add3(&turned[i], &lever[i]));
        // Rows of -H [p]x are p x rows; columns of [p]x H^T are p x rows of H.
        let left: Matrix3 = std::array::from_fn(|i| b.cross(p, &turned[i]));
        let right = columns(|j| b.cross(p, &coupling[j]));
        let angular = symmetric(|i, j| b.sum([angular[i][j], left[i][j], right[i][j]]));
        Self {
            angular,
            coupling,
            linear,
        }
    }

    fn plus(&self, b: &mut Builder, other: &Self) -> Self {
        let mut sum = |x: &Matrix3, y: &Matrix3| std::array::from_fn(|i| b.add3(&x[i], &y[i]));
        Self {
            angular: sum(&self.angular, &other.angular),
            coupling: sum(&self.coupling, &other.coupling),
            linear: sum(&self.linear, &other.linear),
        }
    }
}

fn column(m: &Matrix3, j: usize) -> Vector3 {
    m.map(|row| row[j])
}

fn columns(of: impl FnMut(usize) -> Vector3) -> Matrix3 {
    let columns: Matrix3 = std::array::from_fn(of);
    Builder::transpose(&columns)
}

impl Motion {
    /// From angular velocity and acceleration: `U = [e]x + w w^T - |w|^2 1`.
    pub fn new(b: &mut Builder, w: Vector3, e: Vector3, acceleration: Vector3) -> Self {
        let square = w.map(|x| b.mul(x, x));
        let mut u = [b.zeros(); 3];
        for k in 0..3 {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            let sum = b.add(square[i], square[j]);
            u[k][k] = b.neg(sum);
            let product = b.mul(w[i], w[j]);
            u[i][j] = b.sub(product, e[k]);
            u[j][i] = b.add(product, e[k]);
        }
        Self {
            angular: w,
            angular_acceleration: e,
            spread: u,
            acceleration,
        }
    }

    /// From angular velocity, the third column of U and e_z: the rest of U and e follows from w,
    /// and e is never turned. What nobody asks for is not computed.
    fn from_third_column(
        b: &mut Builder,
        w: Vector3,
        u: Vector3,
        e_z: Value,
        acceleration: Vector3,
        bends: bool,
    ) -> Self {
        let [x, y, z] = w;
        let (xz, yz, xy) = (b.mul(x, z), b.mul(y, z), b.mul(x, y));
        // u = (xz + e_y, yz - e_x, -x^2 - y^2)
        let e_x = b.sub(yz, u[1]);
        let e_y = b.sub(u[0], xz);
        let (yy, zz) = (b.mul(y, y), b.mul(z, z));
        let difference = b.sub(yy, zz);
        let sum = b.add(yy, zz);
        let (u20, u21) = if bends {
            (b.sub(xz, e_y), b.add(yz, e_x))
        } else {
            let two = b.integer(2);
            let double = b.mul(two, z);
            let (left, right) = (b.mul(x, double), b.mul(y, double));
            (b.sub(left, u[0]), b.sub(right, u[1]))
        };
        let spread = [
            [b.neg(sum), b.sub(xy, e_z), u[0]],
            [b.add(xy, e_z), b.add(u[2], difference), u[1]],
            [u20, u21, u[2]],
        ];
        Self {
            angular: w,
            angular_acceleration: [e_x, e_y, e_z],
            spread,
            acceleration,
        }
    }

    /// Moves the origin to the constant point p and turns the axes by R^T.
    pub fn seen_from(&self, b: &mut Builder, pose: &Pose) -> Self {
        let moved = b.mul_vec(&self.spread, &pose.translation);
        let acceleration = b.add3(&self.acceleration, &moved);
        let r = &pose.rotation;
        let acceleration = b.transpose_mul_vec(r, &acceleration);
        let angular = b.transpose_mul_vec(r, &self.angular);
        let e = b.transpose_mul_vec(r, &self.angular_acceleration);
        match quarter_turn(b, r).is_some() {
            // U is turned for nothing.
            true => {
                let half = b.mul_mat(&Builder::transpose(r), &self.spread);
                let spread = b.mul_mat(&half, r);
                Self {
                    angular,
                    angular_acceleration: e,
                    spread,
                    acceleration,
                }
            }
            false => Self::new(b, angular, e, acceleration),
        }
    }
}

/// Whether a joint does nothing but turn its body about z.
fn turns_about_z(b: &mut Builder, joint: &JointFrame) -> bool {
    let (o, l, none) = (b.zero(), b.one(), b.zeros());
    let r = &joint.transform.rotation;
    joint.transform.translation == none
        && [r[2], [r[0][2], r[1][2], r[2][2]]] == [[o, o, l]; 2]
        && joint.axes
            == [Twist {
                linear: none,
                angular: [o, o, l],
            }]
        && joint.axis_rates == [Twist::zero(b)]
}

/// A child that turns about z: z is fixed in both frames, so `U z` turns as a vector.
fn about_fixed_axis(
    b: &mut Builder,
    joint: &JointFrame,
    fixed: &Motion,
    qd: Value,
    qdd: Value,
) -> Motion {
    let r = &joint.transform.rotation;
    let [x, y, z] = b.transpose_mul_vec(r, &fixed.angular);
    let angular = [x, y, b.add(z, qd)];
    let third = fixed.spread.map(|row| row[2]);
    let u = b.transpose_mul_vec(r, &third);
    let e_z = b.add(fixed.angular_acceleration[2], qdd);
    let acceleration = b.transpose_mul_vec(r, &fixed.acceleration);
    Motion::from_third_column(b, angular, u, e_z, acceleration, joint.bends)
}

/// `(tr S) w - S w`: the inertia tensor of the second moments S, times w.
fn angular_momentum(b: &mut Builder, second: &Matrix3, w: &Vector3) -> Vector3 {
    std::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let diagonal = b.add(second[i][i], second[j][j]);
        let own = b.mul(diagonal, w[k]);
        let (left, right) = (b.mul(second[k][i], w[i]), b.mul(second[k][j], w[j]));
        let difference = b.sub(own, left);
        b.sub(difference, right)
    })
}

/// The moments seen from the frame in which `pose` places theirs.
fn seen_from_parent(b: &mut Builder, inertia: &Inertia, pose: &Pose) -> Inertia {
    let turned = turned(b, inertia, &pose.rotation);
    let shift = Shift::of(b, &turned, &pose.translation);
    let moved = turned.plus(b, &shift.change);
    let shifted = Inertia {
        mass: b.zero(),
        ..shift.constant
    };
    moved.plus(b, &shifted)
}

/// What moving the origin by -p adds to moments: m p, m p p^T, which are constant where p is, and
/// h p^T + p h^T.
struct Shift {
    constant: Inertia,
    change: Inertia,
}

impl Shift {
    fn of(b: &mut Builder, inertia: &Inertia, p: &Vector3) -> Self {
        let step = b.scale3(inertia.mass, p);
        let h = &inertia.first;
        let constant = symmetric(|i, j| b.mul(step[i], p[j]));
        let change = symmetric(|i, j| {
            let (left, right) = (b.mul(h[i], p[j]), b.mul(p[i], h[j]));
            b.add(left, right)
        });
        Self {
            constant: Inertia {
                mass: inertia.mass,
                first: step,
                second: constant,
            },
            change: Inertia {
                mass: b.zero(),
                first: b.zeros(),
                second: change,
            },
        }
    }
}

/// A symmetric matrix from its upper half.
fn symmetric(mut entry: impl FnMut(usize, usize) -> Value) -> Matrix3 {
    let upper: [Value; 6] =
        [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)].map(|(i, j)| entry(i, j));
    let [xx, xy, xz, yy, yz, zz] = upper;
    [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
}

fn retreat_through(b: &mut Builder, pose: &Pose, wrench: &Wrench) -> Wrench {
    let force = b.mul_vec(&pose.rotation, &wrench.force);
    let turned = b.mul_vec(&pose.rotation, &wrench.moment);
    let lever = b.cross(&pose.translation, &force);
    Wrench {
        force,
        moment: b.add3(&turned, &lever),
    }
}

impl Forms for Written {
    type Motion = Motion;
    type Composite = Composite;
    type CompositeRate = CompositeRate;
    type Column = Column;
    type Articulated = Articulated;

    fn world(&self, b: &mut Builder, gravity: &Vector3) -> Motion {
        let (still, acceleration) = (b.zeros(), b.neg3(gravity));
        Motion::new(b, still, still, acceleration)
    }

    fn advance(
        &self,
        b: &mut Builder,
        joint: &JointFrame,
        parent: &Motion,
        qd: &[Value],
        qdd: &[Value],
    ) -> Motion {
        let fixed = parent.seen_from(b, &joint.placement);
        if self.third_column
            && turns_about_z(b, joint)
            && quarter_turn(b, &joint.placement.rotation).is_some()
        {
            return about_fixed_axis(b, joint, &fixed, qd[0], qdd[0]);
        }
        let carried = fixed.seen_from(b, &joint.transform);
        let own = Twist::combine(b, &joint.axes, qd);
        let change = Twist::combine(b, &joint.axes, qdd);
        let bend = Twist::combine(b, &joint.axis_rates, qd);
        // w = R^T w + S_w qd;  e = R^T e + S_w qdd + S_w' qd + (R^T w) x S_w qd
        let angular = b.add3(&carried.angular, &own.angular);
        let gyration = b.cross(&carried.angular, &own.angular);
        let mut e = b.add3(&carried.angular_acceleration, &gyration);
        e = b.add3(&e, &change.angular);
        e = b.add3(&e, &bend.angular);
        // a = R^T (a + U p) + S_v qdd + S_v' qd + S_w qd x S_v qd + 2 (R^T w) x S_v qd
        let two = b.integer(2);
        let doubled = b.scale3(two, &carried.angular);
        let sweep = b.add3(&doubled, &own.angular);
        let coriolis = b.cross(&sweep, &own.linear);
        let mut a = b.add3(&carried.acceleration, &coriolis);
        a = b.add3(&a, &change.linear);
        a = b.add3(&a, &bend.linear);
        Motion::new(b, angular, e, a)
    }

    fn wrench(&self, b: &mut Builder, mass: Mass<'_>, motion: &Motion) -> Wrench {
        let u = &motion.spread;
        let (h, s) = (&mass.moments.first, &mass.moments.second);
        let a = &motion.acceleration;
        // f = m a + U h
        let spread = b.mul_vec(u, h);
        let carried = b.scale3(mass.moments.mass, a);
        let force = b.add3(&spread, &carried);
        // n = h x a + vee(U S - (U S)^T), the squares of w as differences
        let lever = b.cross(h, a);
        let square = motion.angular.map(|x| b.mul(x, x));
        let moment = std::array::from_fn(|k| {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            let difference = b.sub(square[j], square[i]);
            let terms = [
                (u[j][k], s[k][i]),
                (u[j][i], s[i][i]),
                (difference, s[i][j]),
            ];
            let plus = terms.into_iter().fold(lever[k], |sum, (x, y)| {
                let term = b.mul(x, y);
                b.add(sum, term)
            });
            [(u[i][k], s[k][j]), (u[i][j], s[j][j])]
                .into_iter()
                .fold(plus, |sum, (x, y)| {
                    let term = b.mul(x, y);
                    b.sub(sum, term)
                })
        });
        Wrench { force, moment }
    }

    fn project(&self, b: &mut Builder, joint: &JointFrame, wrench: &Wrench) -> Vec<Value> {
        joint
            .axes
            .iter()
            .map(|axis| wrench.along(b, axis))
            .collect()
    }

    fn retreat(&self, b: &mut Builder, joint: &JointFrame, wrench: &Wrench) -> Wrench {
        let fixed = retreat_through(b, &joint.transform, wrench);
        retreat_through(b, &joint.placement, &fixed)
    }

    fn velocity(&self, b: &mut Builder, joint: &JointFrame, parent: &Twist, qd: &[Value]) -> Twist {
        let mut carried = *parent;
        for pose in [&joint.placement, &joint.transform] {
            let sweep = b.cross(&carried.angular, &pose.translation);
            let linear = b.add3(&carried.linear, &sweep);
            carried = Twist {
                linear: b.transpose_mul_vec(&pose.rotation, &linear),
                angular: b.transpose_mul_vec(&pose.rotation, &carried.angular),
            };
        }
        let own = Twist::combine(b, &joint.axes, qd);
        carried.plus(b, &own)
    }

    fn kinetic_energy(&self, b: &mut Builder, mass: Mass<'_>, velocity: &Twist) -> Value {
        // T = (v . p + w . l) / 2 with p = m v + w x h, l = h x v + I w
        let (v, w, h) = (&velocity.linear, &velocity.angular, &mass.moments.first);
        let (carried, spun) = (b.scale3(mass.moments.mass, v), b.cross(w, h));
        // v . (w x h) = w . (h x v): the mixed part counts twice, the rest once.
        let mixed = b.dot(v, &spun);
        let linear = b.dot(v, &carried);
        let l = angular_momentum(b, &mass.moments.second, w);
        let angular = b.dot(w, &l);
        let half = b.constant(&(crate::exact::integer(1) / crate::exact::integer(2)));
        let sum = b.add(linear, angular);
        let pure = b.mul(half, sum);
        b.add(pure, mixed)
    }

    fn composite(
        &self,
        b: &mut Builder,
        mass: Mass<'_>,
        children: &[(&JointFrame, &Composite)],
    ) -> Composite {
        // m p and m p p^T of the children are constant: added first, they fold into the body's own.
        let mut total = *mass.moments;
        let mut seen = Vec::with_capacity(children.len());
        for (joint, child) in children {
            let fixed = seen_from_parent(b, &child.total, &joint.transform);
            let turned = turned(b, &fixed, &joint.placement.rotation);
            let shift = Shift::of(b, &turned, &joint.placement.translation);
            total = total.plus(b, &shift.constant);
            seen.push((turned, shift));
        }
        for (turned, shift) in &seen {
            let moved = Inertia {
                mass: b.zero(),
                ..*turned
            };
            let moved = moved.plus(b, &shift.change);
            total = total.plus(b, &moved);
        }
        Composite { total }
    }

    fn column(&self, b: &mut Builder, composite: &Composite, axis: &Twist) -> Wrench {
        unit_column(b, &composite.total, axis)
    }

    fn composite_rate(
        &self,
        b: &mut Builder,
        mass: Mass<'_>,
        velocity: &Twist,
        children: &[(&JointFrame, &CompositeRate, &[Value])],
    ) -> CompositeRate {
        // r' = w x r: sum m r' = w x h, sum m r r'^T = S [w]x^T
        let w = &velocity.angular;
        let momentum = b.cross(w, &mass.moments.first);
        let mixed = std::array::from_fn(|i| b.cross(w, &mass.moments.second[i]));
        let own = CompositeRate {
            total: *mass.moments,
            momentum,
            mixed,
        };
        children.iter().fold(own, |sum, (joint, child, qd)| {
            let steps = Step::through(b, joint, w, qd);
            let seen = steps
                .iter()
                .fold(**child, |seen, step| seen.seen_through(b, step));
            CompositeRate {
                total: sum.total.plus(b, &seen.total),
                momentum: b.add3(&sum.momentum, &seen.momentum),
                mixed: std::array::from_fn(|i| b.add3(&sum.mixed[i], &seen.mixed[i])),
            }
        })
    }

    fn column_rate(
        &self,
        b: &mut Builder,
        composite: &CompositeRate,
        velocity: &Twist,
        axis: &Twist,
        axis_rate: &Twist,
    ) -> Column {
        let (total, momentum, mixed) = (&composite.total, &composite.momentum, &composite.mixed);
        let (linear, angular) = field_rate(b, velocity, axis, axis_rate);
        let unit = unit_column(b, total, axis);
        let carried = unit_column(b, total, &Twist { linear, angular });
        // sum m w_j x r' and sum m r x (w_j x r') = (tr P) w_j - P^T w_j
        let drag = b.cross(&axis.angular, momentum);
        let transposed = Builder::transpose(mixed);
        let twist = angular_momentum(b, &transposed, &axis.angular);
        let rate = Wrench {
            force: b.add3(&carried.force, &drag),
            moment: b.add3(&carried.moment, &twist),
        };
        // sum m r' x (a + w_j x r) = (sum m r') x a + (tr P) w_j - P w_j
        let swept = b.cross(momentum, &axis.linear);
        let turned = angular_momentum(b, mixed, &axis.angular);
        Column {
            rate,
            unit,
            swirl: b.add3(&swept, &turned),
        }
    }

    fn retreat_column(
        &self,
        b: &mut Builder,
        joint: &JointFrame,
        velocity: &Twist,
        qd: &[Value],
        column: &Column,
    ) -> Column {
        let steps = Step::through(b, joint, &velocity.angular, qd);
        steps
            .iter()
            .fold(*column, |column, step| column.seen_through(b, step))
    }

    fn entries(
        &self,
        b: &mut Builder,
        column: &Column,
        velocity: &Twist,
        axis: &Twist,
        axis_rate: &Twist,
    ) -> (Value, Value) {
        let below = column.rate.along(b, axis);
        let (linear, angular) = field_rate(b, velocity, axis, axis_rate);
        let carried = column.unit.along(b, &Twist { linear, angular });
        let swept = b.dot(&axis.angular, &column.swirl);
        (below, b.add(carried, swept))
    }

    fn articulated(&self, b: &mut Builder, mass: Mass<'_>) -> Articulated {
        let (m, [x, y, z], s) = (mass.moments.mass, mass.moments.first, &mass.moments.second);
        let (o, nx, ny, nz) = (b.zero(), b.neg(x), b.neg(y), b.neg(z));
        let angular = symmetric(|i, j| {
            if i == j {
                b.add(s[(i + 1) % 3][(i + 1) % 3], s[(i + 2) % 3][(i + 2) % 3])
            } else {
                b.neg(s[i][j])
            }
        });
        Articulated {
            angular,
            coupling: [[o, nz, y], [z, o, nx], [ny, x, o]],
            linear: [[m, o, o], [o, m, o], [o, o, m]],
        }
    }

    fn join_articulated(
        &self,
        b: &mut Builder,
        body: &Articulated,
        joint: &JointFrame,
        child: &Articulated,
    ) -> Articulated {
        let fixed = child.seen_from_parent(b, &joint.transform);
        let seen = fixed.seen_from_parent(b, &joint.placement);
        body.plus(b, &seen)
    }

    fn response(&self, b: &mut Builder, body: &Articulated, axis: &Twist) -> Wrench {
        let turned = b.transpose_mul_vec(&body.coupling, &axis.angular);
        let moved = b.mul_vec(&body.linear, &axis.linear);
        let twisted = b.mul_vec(&body.angular, &axis.angular);
        let dragged = b.mul_vec(&body.coupling, &axis.linear);
        Wrench {
            force: b.add3(&turned, &moved),
            moment: b.add3(&twisted, &dragged),
        }
    }

    fn released(
        &self,
        b: &mut Builder,
        body: &Articulated,
        response: &Wrench,
        gain: &Wrench,
    ) -> Articulated {
        // The gain along the axis itself is 1: by it rows and columns of the axis become 0.
        let mut less = |m: Value, x: Value, y: Value| {
            let part = b.mul(x, y);
            b.sub(m, part)
        };
        let angular = symmetric(|i, j| match gain.moment[i] == Value::ONE {
            true => less(body.angular[i][j], gain.moment[i], response.moment[j]),
            false => less(body.angular[i][j], response.moment[i], gain.moment[j]),
        });
        let linear = symmetric(|i, j| match gain.force[i] == Value::ONE {
            true => less(body.linear[i][j], gain.force[i], response.force[j]),
            false => less(body.linear[i][j], response.force[i], gain.force[j]),
        });
        let coupling = std::array::from_fn(|i| {
            std::array::from_fn(|j| match gain.force[j] == Value::ONE {
                true => less(body.coupling[i][j], response.moment[i], gain.force[j]),
                false => less(body.coupling[i][j], gain.moment[i], response.force[j]),
            })
        });
        Articulated {
            angular,
            coupling,
            linear,
        }
    }
}

/// A frame placed in another, and how it drifts.
struct Step {
    pose: Pose,
    /// Velocity of its origin against the other's origin, in the other's axes.
    drift: Vector3,
}

impl Step {
    /// From the child's frame to the joint's fixed frame, and on to the parent's, which turns with
    /// `w`: drifts `R S_v qd + w x p` each.
    fn through(b: &mut Builder, joint: &JointFrame, w: &Vector3, qd: &[Value]) -> [Self; 2] {
        let own = Twist::combine(b, &joint.axes, qd);
        let slide = b.mul_vec(&joint.transform.rotation, &own.linear);
        let turning = b.transpose_mul_vec(&joint.placement.rotation, w);
        let sweep = b.cross(&turning, &joint.transform.translation);
        let inner = Self {
            pose: joint.transform,
            drift: b.add3(&slide, &sweep),
        };
        let drift = b.cross(w, &joint.placement.translation);
        [
            inner,
            Self {
                pose: joint.placement,
                drift,
            },
        ]
    }
}

impl CompositeRate {
    fn seen_through(&self, b: &mut Builder, step: &Step) -> Self {
        let Step { pose, drift } = step;
        let (r, p) = (&pose.rotation, &pose.translation);
        let turned = b.mul_vec(r, &self.momentum);
        let first = b.mul_vec(r, &self.total.first);
        let carried = b.scale3(self.total.mass, drift);
        let momentum = b.add3(&turned, &carried);
        // sum m (p + r)(u + r')^T = p (m u + sum m r')^T + h u^T + sum m r r'^T
        let half = b.mul_mat(r, &self.mixed);
        let mixed = b.mul_mat(&half, &Builder::transpose(r));
        let mixed = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let (left, right) = (b.mul(p[i], momentum[j]), b.mul(first[i], drift[j]));
                b.sum([mixed[i][j], left, right])
            })
        });
        Self {
            total: seen_from_parent(b, &self.total, pose),
            momentum,
            mixed,
        }
    }
}

impl Column {
    fn seen_through(&self, b: &mut Builder, step: &Step) -> Self {
        let rate = retreat_through(b, &step.pose, &self.rate);
        let unit = retreat_through(b, &step.pose, &self.unit);
        let turned = b.mul_vec(&step.pose.rotation, &self.swirl);
        let swept = b.cross(&step.drift, &unit.force);
        Self {
            rate,
            unit,
            swirl: b.add3(&turned, &swept),
        }
    }
}

/// How the field `a + w_j x r` of a motion axis changes at the moving origin, in inertial sense:
/// `a' = S_v' + w x S_v`, `w_j' = S_w' + w x S_w`.
fn field_rate(
    b: &mut Builder,
    velocity: &Twist,
    axis: &Twist,
    axis_rate: &Twist,
) -> (Vector3, Vector3) {
    let w = &velocity.angular;
    let (swept, turned) = (b.cross(w, &axis.linear), b.cross(w, &axis.angular));
    (
        b.add3(&axis_rate.linear, &swept),
        b.add3(&axis_rate.angular, &turned),
    )
}

/// Momentum of the field `a + w x r` over mass moments: `p = m a + w x h`, `l = h x a + I w`.
fn unit_column(b: &mut Builder, inertia: &Inertia, axis: &Twist) -> Wrench {
    let carried = b.scale3(inertia.mass, &axis.linear);
    let spun = b.cross(&axis.angular, &inertia.first);
    let lever = b.cross(&inertia.first, &axis.linear);
    let turned = angular_momentum(b, &inertia.second, &axis.angular);
    Wrench {
        force: b.add3(&carried, &spun),
        moment: b.add3(&lever, &turned),
    }
}
