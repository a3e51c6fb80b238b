//! The local steps as Symbolica derives them.
//!
//! Twist V and its derivative A by components, six-by-six inertias, adjoints as derivatives of
//! twists. More operations than the written forms, and the measure that they are held to.

use std::collections::BTreeMap;

use super::{Forms, JointFrame, Mass, Twist, Wrench};
use crate::derive::local::BodyTerms;
use crate::ir::{Builder, Matrix3, Pose, Program, Value, Vector3};
use crate::tree::Inertia;

/// Derived forms; of a body with a kinetic energy of its own, in its place.
#[derive(Clone, Copy, Debug)]
pub struct Derived<'a> {
    /// The terms of every body.
    pub body: &'a BodyTerms,
    /// Terms of the bodies that differ, by their position in the tree.
    pub special: &'a BTreeMap<usize, BodyTerms>,
}

/// Motion of a frame.
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    /// V, in the frame's axes.
    pub velocity: Twist,
    /// dV/dt by components.
    pub acceleration: Twist,
    /// Acceleration of gravity in the frame's axes.
    pub gravity: Vector3,
}

/// A six-by-six matrix by rows, linear then angular.
pub type Matrix6 = [[Value; 6]; 6];

/// `sum E^T I E` and `sum E^T B E`.
#[derive(Clone, Copy, Debug)]
pub struct CompositeRate {
    /// Inertia.
    pub inertia: Matrix6,
    /// What composes to the Coriolis matrix.
    pub coriolis: Matrix6,
}

/// What a motion axis asks of a composite.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// `I S' + B S`
    pub rate: Wrench,
    /// `I S`
    pub unit: Wrench,
    /// `B^T S`
    pub transposed: Wrench,
}

impl Derived<'_> {
    fn terms(&self, mass: Mass<'_>) -> &BodyTerms {
        self.special.get(&mass.body).unwrap_or(self.body)
    }
}

fn fill(b: &mut Builder, program: &Program, inputs: &[Value]) -> Vec<Value> {
    b.inline(program, |_, input| inputs[input.index as usize])
}

fn matrix(values: &[Value]) -> Matrix6 {
    std::array::from_fn(|i| std::array::from_fn(|j| values[6 * i + j]))
}

/// Moments, V, A and gravity in the order of a body's local inputs.
fn body_inputs(
    inertia: &Inertia,
    velocity: &Twist,
    acceleration: &Twist,
    gravity: &Vector3,
) -> Vec<Value> {
    let s = &inertia.second;
    let mut inputs = vec![inertia.mass];
    inputs.extend(inertia.first);
    inputs.extend([s[0][0], s[0][1], s[0][2], s[1][1], s[1][2], s[2][2]]);
    inputs.extend(flat(velocity));
    inputs.extend(flat(acceleration));
    inputs.extend(gravity);
    inputs
}

fn flat(twist: &Twist) -> [Value; 6] {
    let [a, b, c] = twist.linear;
    let [x, y, z] = twist.angular;
    [a, b, c, x, y, z]
}

fn twist(values: &[Value]) -> Twist {
    Twist {
        linear: [values[0], values[1], values[2]],
        angular: [values[3], values[4], values[5]],
    }
}

fn wrench(values: &[Value]) -> Wrench {
    Wrench {
        force: [values[0], values[1], values[2]],
        moment: [values[3], values[4], values[5]],
    }
}

fn times(b: &mut Builder, m: &Matrix6, v: &[Value; 6]) -> [Value; 6] {
    std::array::from_fn(|i| b.dot(&m[i], v))
}

fn transpose_times(b: &mut Builder, m: &Matrix6, v: &[Value; 6]) -> [Value; 6] {
    std::array::from_fn(|i| b.dot(&m.map(|row| row[i]), v))
}

/// `E^T m E`
fn congruent(b: &mut Builder, e: &Matrix6, m: &Matrix6) -> Matrix6 {
    let half: Matrix6 = std::array::from_fn(|i| transpose_times(b, e, &m[i]));
    let columns: Matrix6 = std::array::from_fn(|j| {
        let column = std::array::from_fn(|i| half[i][j]);
        transpose_times(b, e, &column)
    });
    std::array::from_fn(|i| std::array::from_fn(|j| columns[j][i]))
}

fn plus(b: &mut Builder, x: &Matrix6, y: &Matrix6) -> Matrix6 {
    std::array::from_fn(|i| std::array::from_fn(|j| b.add(x[i][j], y[i][j])))
}

/// The adjoint of a constant placement: what it makes of a twist.
fn placement_adjoint(b: &mut Builder, pose: &Pose) -> Matrix6 {
    let r: Matrix3 = Builder::transpose(&pose.rotation);
    // w x p = -[p]x w
    let [x, y, z] = pose.translation;
    let (o, nx, ny, nz) = (b.zero(), b.neg(x), b.neg(y), b.neg(z));
    let lever = b.mul_mat(&r, &[[o, z, ny], [nz, o, x], [y, nx, o]]);
    std::array::from_fn(|i| {
        std::array::from_fn(|j| match (i < 3, j < 3) {
            (true, true) => r[i][j],
            (true, false) => lever[i][j - 3],
            (false, true) => o,
            (false, false) => r[i - 3][j - 3],
        })
    })
}

/// A joint's adjoint from its local terms.
fn joint_adjoint(b: &mut Builder, joint: &JointFrame) -> Matrix6 {
    let zero = b.zero();
    let mut inputs = joint.positions.clone();
    inputs.resize(joint.positions.len() + 2 * joint.axes.len() + 12, zero);
    let values = fill(b, &joint.terms.adjoint, &inputs);
    matrix(&values)
}

/// From the parent's frame to the child's.
fn adjoint(b: &mut Builder, joint: &JointFrame) -> Matrix6 {
    let (outer, inner) = (
        placement_adjoint(b, &joint.placement),
        joint_adjoint(b, joint),
    );
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let column = outer.map(|row| row[j]);
            b.dot(&inner[i], &column)
        })
    })
}

/// `S' + ad_V S`: how an axis changes against a frame that does not move.
pub fn axis_change(b: &mut Builder, velocity: &Twist, axis: &Twist, axis_rate: &Twist) -> Twist {
    let turned = b.cross(&velocity.angular, &axis.linear);
    let carried = b.cross(&velocity.linear, &axis.angular);
    let linear = b.add3(&turned, &carried);
    let angular = b.cross(&velocity.angular, &axis.angular);
    axis_rate.plus(b, &Twist { linear, angular })
}

/// The inputs of a joint's local terms.
fn joint_inputs(
    joint: &JointFrame,
    rates: (&[Value], &[Value]),
    carrier: (&Twist, &Twist),
) -> Vec<Value> {
    let mut inputs = joint.positions.clone();
    inputs.extend(rates.0);
    inputs.extend(rates.1);
    inputs.extend(flat(carrier.0));
    inputs.extend(flat(carrier.1));
    inputs
}

impl Forms for Derived<'_> {
    type Motion = Motion;
    type Composite = Matrix6;
    type CompositeRate = CompositeRate;
    type Column = Column;
    type Articulated = Matrix6;

    fn world(&self, b: &mut Builder, gravity: &Vector3) -> Motion {
        Motion {
            velocity: Twist::zero(b),
            acceleration: Twist::zero(b),
            gravity: *gravity,
        }
    }

    fn advance(
        &self,
        b: &mut Builder,
        joint: &JointFrame,
        parent: &Motion,
        qd: &[Value],
        qdd: &[Value],
    ) -> Motion {
        let outer = placement_adjoint(b, &joint.placement);
        let placed = |b: &mut Builder, moved: &Twist| twist(&times(b, &outer, &flat(moved)));
        let (v, a) = (placed(b, &parent.velocity), placed(b, &parent.acceleration));
        let inputs = joint_inputs(joint, (qd, qdd), (&v, &a));
        let velocity = twist(&fill(b, &joint.terms.velocity, &inputs));
        let acceleration = twist(&fill(b, &joint.terms.acceleration, &inputs));
        let gravity = b.transpose_mul_vec(&joint.placement.rotation, &parent.gravity);
        let gravity = b.transpose_mul_vec(&joint.transform.rotation, &gravity);
        Motion {
            velocity,
            acceleration,
            gravity,
        }
    }

    fn wrench(&self, b: &mut Builder, mass: Mass<'_>, motion: &Motion) -> Wrench {
        let terms = self.terms(mass);
        let inputs = body_inputs(
            mass.moments,
            &motion.velocity,
            &motion.acceleration,
            &motion.gravity,
        );
        let inertial = wrench(&fill(b, &terms.wrench, &inputs));
        let weight = wrench(&fill(b, &terms.gravity, &inputs));
        inertial.plus(b, &weight)
    }

    fn project(&self, b: &mut Builder, joint: &JointFrame, wrench: &Wrench) -> Vec<Value> {
        joint
            .axes
            .iter()
            .map(|axis| wrench.along(b, axis))
            .collect()
    }

    fn retreat(&self, b: &mut Builder, joint: &JointFrame, applied: &Wrench) -> Wrench {
        let e = adjoint(b, joint);
        let flat: [Value; 6] = std::array::from_fn(|k| {
            if k < 3 {
                applied.force[k]
            } else {
                applied.moment[k - 3]
            }
        });
        wrench(&transpose_times(b, &e, &flat))
    }

    fn velocity(&self, b: &mut Builder, joint: &JointFrame, parent: &Twist, qd: &[Value]) -> Twist {
        let outer = placement_adjoint(b, &joint.placement);
        let placed = twist(&times(b, &outer, &flat(parent)));
        let still = Twist::zero(b);
        let no_change = vec![b.zero(); qd.len()];
        let inputs = joint_inputs(joint, (qd, &no_change), (&placed, &still));
        twist(&fill(b, &joint.terms.velocity, &inputs))
    }

    fn kinetic_energy(&self, b: &mut Builder, mass: Mass<'_>, velocity: &Twist) -> Value {
        let (still, none) = (Twist::zero(b), b.zeros());
        let inputs = body_inputs(mass.moments, velocity, &still, &none);
        fill(b, &self.terms(mass).kinetic, &inputs)[0]
    }

    fn composite(
        &self,
        b: &mut Builder,
        mass: Mass<'_>,
        children: &[(&JointFrame, &Matrix6)],
    ) -> Matrix6 {
        let (still, none) = (Twist::zero(b), b.zeros());
        let inputs = body_inputs(mass.moments, &still, &still, &none);
        let own = matrix(&fill(b, &self.terms(mass).inertia, &inputs));
        children.iter().fold(own, |sum, (joint, child)| {
            let e = adjoint(b, joint);
            let seen = congruent(b, &e, child);
            plus(b, &sum, &seen)
        })
    }

    fn column(&self, b: &mut Builder, composite: &Matrix6, axis: &Twist) -> Wrench {
        wrench(&times(b, composite, &flat(axis)))
    }

    fn composite_rate(
        &self,
        b: &mut Builder,
        mass: Mass<'_>,
        velocity: &Twist,
        children: &[(&JointFrame, &CompositeRate, &[Value])],
    ) -> CompositeRate {
        let (still, none) = (Twist::zero(b), b.zeros());
        let inputs = body_inputs(mass.moments, velocity, &still, &none);
        let terms = self.terms(mass);
        let own = CompositeRate {
            inertia: matrix(&fill(b, &terms.inertia, &inputs)),
            coriolis: matrix(&fill(b, &terms.coriolis, &inputs)),
        };
        children.iter().fold(own, |sum, (joint, child, _)| {
            let e = adjoint(b, joint);
            let inertia = congruent(b, &e, &child.inertia);
            let coriolis = congruent(b, &e, &child.coriolis);
            CompositeRate {
                inertia: plus(b, &sum.inertia, &inertia),
                coriolis: plus(b, &sum.coriolis, &coriolis),
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
        let change = axis_change(b, velocity, axis, axis_rate);
        let bent = wrench(&times(b, &composite.inertia, &flat(&change)));
        let carried = wrench(&times(b, &composite.coriolis, &flat(axis)));
        Column {
            rate: bent.plus(b, &carried),
            unit: wrench(&times(b, &composite.inertia, &flat(axis))),
            transposed: wrench(&transpose_times(b, &composite.coriolis, &flat(axis))),
        }
    }

    fn retreat_column(
        &self,
        b: &mut Builder,
        joint: &JointFrame,
        _: &Twist,
        _: &[Value],
        column: &Column,
    ) -> Column {
        Column {
            rate: self.retreat(b, joint, &column.rate),
            unit: self.retreat(b, joint, &column.unit),
            transposed: self.retreat(b, joint, &column.transposed),
        }
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
        let change = axis_change(b, velocity, axis, axis_rate);
        let (bent, carried) = (
            column.unit.along(b, &change),
            column.transposed.along(b, axis),
        );
        (below, b.add(bent, carried))
    }

    fn articulated(&self, b: &mut Builder, mass: Mass<'_>) -> Matrix6 {
        self.composite(b, mass, &[])
    }

    fn join_articulated(
        &self,
        b: &mut Builder,
        body: &Matrix6,
        joint: &JointFrame,
        child: &Matrix6,
    ) -> Matrix6 {
        let e = adjoint(b, joint);
        let seen = congruent(b, &e, child);
        plus(b, body, &seen)
    }

    fn response(&self, b: &mut Builder, body: &Matrix6, axis: &Twist) -> Wrench {
        self.column(b, body, axis)
    }

    fn released(
        &self,
        b: &mut Builder,
        body: &Matrix6,
        response: &Wrench,
        gain: &Wrench,
    ) -> Matrix6 {
        let (u, g) = (flat_wrench(response), flat_wrench(gain));
        std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let part = b.mul(u[i], g[j]);
                b.sub(body[i][j], part)
            })
        })
    }
}

fn flat_wrench(wrench: &Wrench) -> [Value; 6] {
    let [a, b, c] = wrench.force;
    let [x, y, z] = wrench.moment;
    [a, b, c, x, y, z]
}
