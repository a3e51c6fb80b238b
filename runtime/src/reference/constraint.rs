//! Constraints between frames, and constraints given by expressions, which may depend on the position of a point.
//!
//! For each row three numbers are computed along a motion: C, `dC/dt`, and `d2C/dt2` at zero accelerations. The
//! equations need no more: a column of the Jacobian is `dC/dt` at a unit rate, and the bias `dJ/dt qd` is `d2C/dt2`.

use core::fmt;
use std::{boxed::Box, vec::Vec};

use nalgebra::{DMatrix, DVector, Matrix3, Vector3, Vector6};

use super::Model;
use super::expressions::Jet;
use super::kinematics::Configuration;
use crate::Dual;
use crate::spatial::{angular, linear};

/// A frame fixed in a link or in the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Index of the link; `None` is the world.
    pub link: Option<usize>,
    /// Orientation of the frame in the link, by rows: `x_link = rotation x_frame`.
    pub rotation: [[f64; 3]; 3],
    /// Origin of the frame in the link frame, in m.
    pub translation: [f64; 3],
}

/// A constrained component of a frame B relative to a frame A. `a_k` and `b_k` are their axes in the world, and `d` is
/// the vector from A's origin to B's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Row {
    /// `a_k . d`, in m.
    Offset(usize),
    /// `a_i . b_j`.
    Axes(usize, usize),
    /// `(a_j . b_i - a_i . b_j) / 2` with i, j, k in cyclic order: the sine of a turn of B about `a_k`, which for a
    /// small turn is its angle in rad.
    Skew(usize),
    /// `(d . d - L^2) / 2`, in m^2.
    Distance(f64),
    /// `(d . d - r^2) / (2 r)`, in m: if d has the length r, its gradient with respect to d has length 1.
    Radial(f64),
    /// Velocity-level: `a_k .` the velocity of B's origin relative to A's body. m/s
    Velocity(usize),
    /// Velocity-level: `a_k .` the angular velocity of B, less that of A. rad/s
    Spin(usize),
    /// Velocity-level: `b_k .` the velocity of B's origin, less that of A's. m/s
    OwnVelocity(usize),
    /// Velocity-level: `b_k .` the angular velocity of B, less that of A. rad/s
    OwnSpin(usize),
}

/// The level at which an expression constrains the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Position-level: `C(t, q) = 0`.
    Position,
    /// Velocity-level, linear in the rates except for a part without rates: `J(t, q) qd + c(t, q) = 0`.
    Rate,
}

/// Rows that constrain a system: see [`Model::with_constraints`].
#[derive(Debug)]
pub struct Constraint(Kind);

#[derive(Debug)]
enum Kind {
    Frames {
        from: Frame,
        to: Frame,
        rows: Vec<Row>,
    },
    Expressions(ExpressionRows),
    Placed(Placed),
}

/// Rows that are functions of time, positions and rates.
struct ExpressionRows {
    /// Indices of position and rate of each coordinate on which they may depend.
    coordinates: Vec<(usize, usize)>,
    levels: Vec<Level>,
    evaluate: Box<Evaluate>,
}

type Evaluate = dyn Fn(Jet, &[Jet], &[Jet]) -> Vec<Jet>;

/// Rows that are functions of time, positions and the position of a point.
struct Placed {
    from: Frame,
    to: Frame,
    /// Indices of position and rate of each coordinate on which they may depend.
    coordinates: Vec<(usize, usize)>,
    rows: usize,
    evaluate: Box<EvaluatePlaced>,
}

type EvaluatePlaced = dyn Fn(Jet, &[Jet], [Jet; 3]) -> Vec<Jet>;

impl Constraint {
    /// Rows that constrain a frame B, `to`, relative to a frame A, `from`.
    ///
    /// # Panics
    /// When the rows are computed, if an axis or a link does not exist.
    pub fn between(from: Frame, to: Frame, rows: impl Into<Vec<Row>>) -> Self {
        Self(Kind::Frames {
            from,
            to,
            rows: rows.into(),
        })
    }

    /// Rows that are expressions. `coordinates` are the indices of position and rate of the coordinates on which the rows
    /// may depend, `levels` are the levels of the rows, and `evaluate` computes all rows from time, all positions and all
    /// rates.
    pub fn expressed<const N: usize>(
        coordinates: &[(usize, usize)],
        levels: [Level; N],
        evaluate: impl Fn(Jet, &[Jet], &[Jet]) -> [Jet; N] + 'static,
    ) -> Self {
        Self(Kind::Expressions(ExpressionRows {
            coordinates: coordinates.into(),
            levels: levels.into(),
            evaluate: Box::new(move |t, q, qd| evaluate(t, q, qd).into()),
        }))
    }

    /// Rows that constrain the position of the origin of a frame B, `to`, relative to a frame A, `from`. `coordinates`
    /// are the indices of position and rate of the coordinates on which they may depend, and `evaluate` computes all
    /// rows from time, all positions, and the three numbers `a_k . d`, as in [`Row`].
    ///
    /// # Panics
    /// When the rows are computed, if a link does not exist.
    pub fn placed<const N: usize>(
        from: Frame,
        to: Frame,
        coordinates: &[(usize, usize)],
        evaluate: impl Fn(Jet, &[Jet], [Jet; 3]) -> [Jet; N] + 'static,
    ) -> Self {
        Self(Kind::Placed(Placed {
            from,
            to,
            coordinates: coordinates.into(),
            rows: N,
            evaluate: Box::new(move |t, q, r| evaluate(t, q, r).into()),
        }))
    }
}

impl fmt::Debug for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Placed")
            .field("from", &self.from)
            .field("to", &self.to)
            .field("coordinates", &self.coordinates)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for ExpressionRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExpressionRows")
            .field("coordinates", &self.coordinates)
            .field("levels", &self.levels)
            .finish_non_exhaustive()
    }
}

/// A row at an instant of a motion: C, `dC/dt`, and `d2C/dt2` at zero accelerations. For a velocity-level row C is 0,
/// and `dC/dt` is the constrained value.
#[derive(Clone, Copy)]
struct RowMotion {
    value: f64,
    rate: f64,
    bias: f64,
}

/// A vector with its first and second time derivatives.
#[derive(Clone, Copy)]
struct VectorMotion([Vector3<f64>; 3]);

impl VectorMotion {
    fn minus(self, Self(subtrahend): Self) -> Self {
        Self(core::array::from_fn(|k| self.0[k] - subtrahend[k]))
    }

    /// The motion of a scalar product, by the product rule.
    fn dot(self, Self([b, b_rate, b_bias]): Self) -> RowMotion {
        let Self([a, a_rate, a_bias]) = self;
        RowMotion {
            value: a.dot(&b),
            rate: a_rate.dot(&b) + a.dot(&b_rate),
            bias: a_bias.dot(&b) + 2.0 * a_rate.dot(&b_rate) + a.dot(&b_bias),
        }
    }
}

/// A state of the model, and the motion of all bodies at zero accelerations of the coordinates.
struct Instant<'a> {
    model: &'a Model,
    configuration: &'a Configuration,
    q: &'a [f64],
    qd: &'a [f64],
    /// Velocities and accelerations of the bodies in their own frames.
    motions: Vec<(Vector6<f64>, Vector6<f64>)>,
}

impl<'a> Instant<'a> {
    fn of(model: &'a Model, configuration: &'a Configuration, q: &'a [f64], qd: &'a [f64]) -> Self {
        let zero_qdd = std::vec![0.0; model.nv()];
        Self {
            model,
            configuration,
            q,
            qd,
            motions: model.motions(configuration, (q, qd, &zero_qdd)),
        }
    }
}

/// The motion of a frame in the world at zero accelerations of the coordinates.
struct MovingFrame {
    axes: [VectorMotion; 3],
    origin: VectorMotion,
    /// The angular velocity and its derivative.
    spin: [Vector3<f64>; 2],
}

impl Frame {
    /// A frame fixed in the world.
    pub fn world(rotation: [[f64; 3]; 3], translation: [f64; 3]) -> Self {
        Self {
            link: None,
            rotation,
            translation,
        }
    }

    /// The motion of this frame, which follows from that of the body in which it is fixed.
    fn motion_at(&self, instant: &Instant<'_>) -> MovingFrame {
        let ((rotation, position), velocity, acceleration) = match self.link {
            Some(link) => {
                let body = instant.model.body(link);
                let pose = instant.configuration.poses[body];
                let (velocity, acceleration) = instant.motions[body];
                let to_world = pose.turn();
                (
                    (pose.rotation, pose.position),
                    to_world * velocity,
                    to_world * acceleration,
                )
            }
            None => (
                (Matrix3::identity(), Vector3::zeros()),
                Vector6::zeros(),
                Vector6::zeros(),
            ),
        };
        let spin = [angular(&velocity), angular(&acceleration)];
        // r' = w x r,  r'' = w' x r + w x (w x r)
        let fixed_vector = |r: Vector3<f64>| {
            let rate = spin[0].cross(&r);
            VectorMotion([r, rate, spin[1].cross(&r) + spin[0].cross(&rate)])
        };
        let axes = rotation * Matrix3::from_fn(|row, column| self.rotation[row][column]);
        let VectorMotion([arm, arm_rate, arm_bias]) =
            fixed_vector(rotation * Vector3::from(self.translation));
        MovingFrame {
            axes: [0, 1, 2].map(|k| fixed_vector(axes.column(k).into_owned())),
            origin: VectorMotion([
                position + arm,
                linear(&velocity) + arm_rate,
                linear(&acceleration) + arm_bias,
            ]),
            spin,
        }
    }
}

impl Row {
    fn motion(self, from: &MovingFrame, to: &MovingFrame) -> RowMotion {
        let d = to.origin.minus(from.origin);
        let dot_of_axes = |i: usize, j: usize| from.axes[i].dot(to.axes[j]);
        match self {
            Self::Offset(k) => from.axes[k].dot(d),
            Self::Axes(i, j) => dot_of_axes(i, j),
            Self::Skew(k) => {
                let (i, j) = ((k + 1) % 3, (k + 2) % 3);
                let [first, second] = [dot_of_axes(j, i), dot_of_axes(i, j)];
                RowMotion {
                    value: 0.5 * (first.value - second.value),
                    rate: 0.5 * (first.rate - second.rate),
                    bias: 0.5 * (first.bias - second.bias),
                }
            }
            Self::Distance(length) => {
                let square = d.dot(d);
                RowMotion {
                    value: 0.5 * (square.value - length * length),
                    rate: 0.5 * square.rate,
                    bias: 0.5 * square.bias,
                }
            }
            Self::Radial(radius) => {
                let square = d.dot(d);
                let diameter = 2.0 * radius;
                RowMotion {
                    value: (square.value - radius * radius) / diameter,
                    rate: square.rate / diameter,
                    bias: square.bias / diameter,
                }
            }
            // `a_k . d` changes by the velocity of B's origin relative to A.
            Self::Velocity(k) => RowMotion {
                value: 0.0,
                ..from.axes[k].dot(d)
            },
            Self::Spin(k) => velocity_row(from.axes[k], [0, 1].map(|n| to.spin[n] - from.spin[n])),
            Self::OwnVelocity(k) => {
                let VectorMotion([_, rate, bias]) = d;
                velocity_row(to.axes[k], [rate, bias])
            }
            Self::OwnSpin(k) => velocity_row(to.axes[k], [0, 1].map(|n| to.spin[n] - from.spin[n])),
        }
    }
}

/// A velocity-level row: the component of a vector along an axis, both of them moving.
fn velocity_row(axis: VectorMotion, [vector, rate]: [Vector3<f64>; 2]) -> RowMotion {
    let VectorMotion([axis, axis_rate, _]) = axis;
    RowMotion {
        value: 0.0,
        rate: axis.dot(&vector),
        bias: axis_rate.dot(&vector) + axis.dot(&rate),
    }
}

impl ExpressionRows {
    /// The motion of the rows, while time passes at the rate 1 and coordinates move at the rates `qd`.
    fn motion(&self, t: f64, q: &[f64], qd: &[f64]) -> Vec<RowMotion> {
        // Each argument is x + (a + b) x' with a^2 = b^2 = 0. In the results the coefficient of a is the first
        // derivative, that of a b the second.
        let mut positions: Vec<Jet> = q.iter().map(|&x| seed(x, [0.0; 2])).collect();
        for &(index, v) in &self.coordinates {
            positions[index] = seed(q[index], [qd[v]; 2]);
        }
        let rates: Vec<Jet> = qd.iter().map(|&x| seed(x, [0.0; 2])).collect();
        let values = (self.evaluate)(seed(t, [1.0; 2]), &positions, &rates);
        let rows = self.levels.iter().zip(values);
        rows.map(|(level, row)| {
            let row = row_motion(row);
            match level {
                Level::Position => row,
                Level::Rate => RowMotion {
                    value: 0.0,
                    rate: row.value,
                    bias: row.rate,
                },
            }
        })
        .collect()
    }

    /// The column of the Jacobian for the rate `v`. The position of the coordinate changes along a, its rate along b.
    fn column(&self, t: f64, q: &[f64], (v, nv): (usize, usize)) -> Vec<f64> {
        let mut positions: Vec<Jet> = q.iter().map(|&x| seed(x, [0.0; 2])).collect();
        for (index, _) in self.coordinates.iter().filter(|(_, rate)| *rate == v) {
            positions[*index] = seed(q[*index], [1.0, 0.0]);
        }
        let rates: Vec<Jet> = (0..nv)
            .map(|k| seed(0.0, [0.0, f64::from(u8::from(k == v))]))
            .collect();
        let values = (self.evaluate)(seed(t, [0.0; 2]), &positions, &rates);
        let rows = self.levels.iter().zip(values);
        rows.map(|(level, row)| match level {
            Level::Position => row.value.value.value.derivatives[0],
            Level::Rate => row.value.value.derivatives[0].value,
        })
        .collect()
    }
}

impl Placed {
    /// The motion of the rows, while coordinates move at the rates of the instant, and time passes at `time_rate`.
    fn motion(&self, instant: &Instant<'_>, time_rate: f64) -> Vec<RowMotion> {
        let mut q: Vec<Jet> = instant.q.iter().map(|&x| seed(x, [0.0; 2])).collect();
        for &(index, v) in &self.coordinates {
            q[index] = seed(instant.q[index], [instant.qd[v]; 2]);
        }
        let [from, to] = [&self.from, &self.to].map(|frame| frame.motion_at(instant));
        let point = [0, 1, 2].map(|k| motion_jet(Row::Offset(k).motion(&from, &to)));
        let values = (self.evaluate)(seed(instant.model.time, [time_rate; 2]), &q, point);
        values.into_iter().map(row_motion).collect()
    }
}

/// An argument x that changes at the rates a and b along two directions.
fn seed(x: f64, [a, b]: [f64; 2]) -> Jet {
    jet(x, [a, b], 0.0)
}

/// The motion of a row as an argument of expressions: it changes at its rate along either direction, and has its second
/// derivative along both.
fn motion_jet(RowMotion { value, rate, bias }: RowMotion) -> Jet {
    jet(value, [rate; 2], bias)
}

/// The inverse of [`motion_jet`]: reads value and derivatives from the result of an expression.
fn row_motion(jet: Jet) -> RowMotion {
    let jet = jet.value.value;
    RowMotion {
        value: jet.value.value,
        rate: jet.value.derivatives[0],
        bias: jet.derivatives[0].derivatives[0],
    }
}

/// A number with its derivatives along two directions, and the derivative along both.
fn jet(value: f64, [a, b]: [f64; 2], mixed: f64) -> Jet {
    let dual = |value, derivative| Dual {
        value,
        derivatives: [derivative],
    };
    let second = Dual {
        value: dual(value, a),
        derivatives: [dual(b, mixed)],
    };
    Jet::constant(Dual::constant(second))
}

impl Constraint {
    fn len(&self) -> usize {
        match &self.0 {
            Kind::Frames { rows, .. } => rows.len(),
            Kind::Expressions(rows) => rows.levels.len(),
            Kind::Placed(point) => point.rows,
        }
    }

    fn motion(&self, instant: &Instant<'_>) -> Vec<RowMotion> {
        match &self.0 {
            Kind::Frames { from, to, rows } => {
                let [from, to] = [from, to].map(|frame| frame.motion_at(instant));
                rows.iter().map(|row| row.motion(&from, &to)).collect()
            }
            Kind::Expressions(rows) => rows.motion(instant.model.time, instant.q, instant.qd),
            Kind::Placed(point) => point.motion(instant, 1.0),
        }
    }

    /// The entries of column `v` of J. At this instant, coordinate `v` has the rate 1, and all others have 0.
    fn column(&self, instant: &Instant<'_>, v: usize) -> Vec<f64> {
        match &self.0 {
            Kind::Frames { .. } => rates(self.motion(instant)),
            Kind::Placed(point) => rates(point.motion(instant, 0.0)),
            Kind::Expressions(rows) => {
                rows.column(instant.model.time, instant.q, (v, instant.model.nv))
            }
        }
    }
}

fn rates(rows: Vec<RowMotion>) -> Vec<f64> {
    rows.into_iter().map(|row| row.rate).collect()
}

impl Model {
    /// The same model with constraints; their rows are concatenated.
    #[must_use]
    pub fn with_constraints(mut self, constraints: impl Into<Vec<Constraint>>) -> Self {
        self.constraints = constraints.into();
        self
    }

    /// Number of rows of the constraints.
    pub fn nc(&self) -> usize {
        self.constraints.iter().map(Constraint::len).sum()
    }

    /// `C(q)`, which is 0 for velocity-level rows.
    pub fn constraint(&self, q: &[f64]) -> DVector<f64> {
        self.map_rows(q, &std::vec![0.0; self.nv], |row| row.value)
    }

    /// J, `nc` x `nv`: `dC/dt = J qd`; for velocity-level rows `J qd` is the constrained value.
    pub fn constraint_jacobian(&self, q: &[f64]) -> DMatrix<f64> {
        let mut jacobian = DMatrix::zeros(self.nc(), self.nv);
        let configuration = self.configuration(q);
        for v in 0..self.nv {
            let rates: Vec<f64> = (0..self.nv).map(|k| f64::from(u8::from(k == v))).collect();
            let instant = Instant::of(self, &configuration, q, &rates);
            let constraints = self.constraints.iter();
            let column: Vec<f64> = constraints
                .flat_map(|constraint| constraint.column(&instant, v))
                .collect();
            jacobian.set_column(v, &DVector::from(column));
        }
        jacobian
    }

    /// `J qd`, plus the partial derivative by time.
    pub fn constraint_rate(&self, q: &[f64], qd: &[f64]) -> DVector<f64> {
        self.map_rows(q, qd, |row| row.rate)
    }

    /// `dJ/dt qd`, plus the terms from time: the derivative of [`constraint_rate`](Self::constraint_rate) at zero
    /// accelerations.
    pub fn constraint_bias(&self, q: &[f64], qd: &[f64]) -> DVector<f64> {
        self.map_rows(q, qd, |row| row.bias)
    }

    /// The value that `J qdd` must have to satisfy the constraints: `-dJ/dt qd - ks C - kd J qd`.
    pub(super) fn constraint_acceleration(
        &self,
        q: &[f64],
        qd: &[f64],
        [ks, kd]: [f64; 2],
    ) -> DVector<f64> {
        self.map_rows(q, qd, |row| -row.bias - ks * row.value - kd * row.rate)
    }

    /// A number for each row, which the function `number` computes from the motion of the row at the rates `qd`.
    fn map_rows(&self, q: &[f64], qd: &[f64], number: impl Fn(RowMotion) -> f64) -> DVector<f64> {
        let configuration = self.configuration(q);
        let instant = Instant::of(self, &configuration, q, qd);
        let constraints = self.constraints.iter();
        let rows = constraints.flat_map(|constraint| constraint.motion(&instant));
        DVector::from(rows.map(number).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Real;
    use crate::reference::random_tree::{Root, random_tree};
    use crate::reference::{Coordinate, Joint, Link, Motion, State};

    const IDENTITY: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// A rotation about an axis that is an axis of neither frame.
    const TURNED: [[f64; 3]; 3] = [[0.36, 0.48, -0.8], [-0.8, 0.6, 0.0], [0.48, 0.64, 0.6]];

    /// Rows of all kinds, between two links, and between a link and the world.
    fn constrained_model(seed: u64) -> Model {
        let rows = [
            Row::Offset(0),
            Row::Offset(1),
            Row::Offset(2),
            Row::Axes(0, 1),
            Row::Axes(2, 2),
            Row::Skew(0),
            Row::Skew(1),
            Row::Skew(2),
            Row::Distance(0.7),
            Row::Radial(0.6),
            Row::Velocity(1),
            Row::Spin(2),
        ];
        let frame = |link, rotation, translation| Frame {
            link: Some(link),
            rotation,
            translation,
        };
        let [a, b] = [[0.3, -0.2, 0.5], [-0.1, 0.4, 0.2]];
        random_tree(seed, Root::Floating, false).with_constraints([
            Constraint::between(frame(7, IDENTITY, a), frame(6, TURNED, b), rows),
            Constraint::between(Frame::world(TURNED, a), frame(3, IDENTITY, b), rows),
            Constraint::between(frame(2, TURNED, a), Frame::world(IDENTITY, b), rows),
        ])
    }

    /// The derivative along the motion. Its error is h^2 / 6 times a third derivative of some tens, plus rounding over
    /// h.
    fn difference(
        model: &Model,
        q: &[f64],
        qd: &[f64],
        function: impl Fn(&[f64]) -> DVector<f64>,
    ) -> DVector<f64> {
        const STEP: f64 = 1e-5;
        let value = |h: f64| {
            let rate = model.position_rate(q, qd);
            let mut q: Vec<f64> = q.iter().zip(rate).map(|(q, rate)| q + h * rate).collect();
            model.normalize(&mut q);
            function(&q)
        };
        (value(STEP) - value(-STEP)) / (2.0 * STEP)
    }

    fn assert_close(values: &DVector<f64>, expected: &DVector<f64>, tolerance: f64) {
        let largest = expected.amax().max(1.0);
        let error = (values - expected).amax();
        assert!(
            error <= tolerance * largest,
            "off by {error:e} of {largest}"
        );
    }

    #[test]
    fn the_jacobian_is_the_derivative_of_positions() {
        for seed in 0..4 {
            let model = constrained_model(seed);
            let State { q, qd, .. } = model.random_state(seed, 0);
            let velocity = DVector::from_column_slice(&qd);
            let rate = model.constraint_jacobian(&q) * velocity;
            assert_close(&rate, &model.constraint_rate(&q, &qd), 1e-13);
            let mut differences = difference(&model, &q, &qd, |q| model.constraint(q));
            // Velocity-level rows have no position-level value.
            for row in [10, 11, 22, 23, 34, 35] {
                assert_eq!((differences[row], model.constraint(&q)[row]), (0.0, 0.0));
                assert!(rate[row] != 0.0);
                differences[row] = rate[row];
            }
            assert_close(&differences, &rate, 1e-7);
        }
    }

    #[test]
    fn the_bias_is_the_derivative_of_the_jacobian() {
        for seed in 0..4 {
            let model = constrained_model(seed);
            let State { q, qd, .. } = model.random_state(seed, 0);
            let velocity = DVector::from_column_slice(&qd);
            let rate = |q: &[f64]| model.constraint_jacobian(q) * &velocity;
            let differences = difference(&model, &q, &qd, rate);
            let bias = model.constraint_bias(&q, &qd);
            assert!(bias.iter().all(|bias| *bias != 0.0), "{bias}");
            assert_close(&differences, &bias, 1e-7);
        }
    }

    /// An expression for a point gives the same values as rows between frames: `a_k . d`, and `(d . d - L^2) / 2`.
    #[test]
    fn points_in_expressions_move_as_frames_do() {
        let frame = |link, rotation, translation| Frame {
            link: Some(link),
            rotation,
            translation,
        };
        let [a, b] = [[0.3, -0.2, 0.5], [-0.1, 0.4, 0.2]];
        for seed in 0..4 {
            let ends = || (frame(7, IDENTITY, a), frame(6, TURNED, b));
            let (from, to) = ends();
            let rows = [Row::Offset(0), Row::Offset(1), Row::Distance(0.7)];
            let expected = Constraint::between(from, to, rows);
            let (from, to) = ends();
            let by_expression = Constraint::placed(from, to, &[], |_, _, [x, y, z]| {
                let constant = |x| super::seed(x, [0.0; 2]);
                let square = x * x + y * y + z * z - constant(0.49);
                [x, y, square * constant(0.5)]
            });
            let tree = || random_tree(seed, Root::Floating, false);
            let [expected, by_expression] =
                [expected, by_expression].map(|constraint| tree().with_constraints([constraint]));
            let State { q, qd, .. } = by_expression.random_state(seed, 0);
            assert_close(
                &by_expression.constraint(&q),
                &expected.constraint(&q),
                1e-13,
            );
            let [rate, bias] = [
                by_expression.constraint_rate(&q, &qd),
                by_expression.constraint_bias(&q, &qd),
            ];
            assert_close(&rate, &expected.constraint_rate(&q, &qd), 1e-13);
            assert_close(&bias, &expected.constraint_bias(&q, &qd), 1e-13);
            let [jacobian, expected] = [
                by_expression.constraint_jacobian(&q),
                expected.constraint_jacobian(&q),
            ];
            assert!((jacobian - &expected).amax() < 1e-13 * expected.amax());
        }
    }

    fn coordinate(index: usize) -> Coordinate {
        Coordinate {
            index_q: index,
            index_v: index,
            multiplier: 1.0,
            offset: 0.0,
        }
    }

    /// The joint of the only link.
    fn joint(motion: Motion) -> Joint {
        Joint {
            name: "joint",
            parent: None,
            child: 0,
            rotation: IDENTITY,
            translation: [0.0; 3],
            motion,
        }
    }

    fn link() -> Link {
        Link {
            name: "link",
            mass: 1.0,
            com: [0.0; 3],
            inertia: IDENTITY,
        }
    }

    /// A prismatic joint with the position s is compared with results by hand: `C = t s^2 + x s` at `x = s + 2`.
    #[test]
    fn expressions_may_use_coordinates_and_time_beside_a_point() {
        let prismatic = Motion::Prismatic {
            axis: [1.0, 0.0, 0.0],
            coordinate: coordinate(0),
        };
        let to = Frame {
            link: Some(0),
            ..Frame::world(IDENTITY, [2.0, 0.0, 0.0])
        };
        let row = Constraint::placed(
            Frame::world(IDENTITY, [0.0; 3]),
            to,
            &[(0, 0)],
            |t, q, [x, _, _]| [t * q[0] * q[0] + x * q[0]],
        );
        let model = Model::new([0.0; 3], [link()], [joint(prismatic)])
            .at_time(5.0)
            .with_constraints([row]);
        // 5 s^2 + (s + 2) s at s = 3, s' = 7
        assert_eq!(model.constraint(&[3.0])[0], 60.0);
        assert_eq!(model.constraint_jacobian(&[3.0])[(0, 0)], 38.0);
        assert_eq!(model.constraint_rate(&[3.0], &[7.0])[0], 9.0 + 38.0 * 7.0);
        let bias = 2.0 * 6.0 * 7.0 + 12.0 * 49.0;
        assert_eq!(model.constraint_bias(&[3.0], &[7.0])[0], bias);
    }

    /// Rows are compared with their definitions, for a frame that is rotated and moved a little.
    #[test]
    fn signs_are_as_documented() {
        let to = Frame {
            link: Some(0),
            ..Frame::world(IDENTITY, [0.0; 3])
        };
        for k in 0..3 {
            let mut axis = [0.0; 3];
            axis[k] = 1.0;
            let motions = [
                Motion::Prismatic {
                    axis,
                    coordinate: coordinate(0),
                },
                Motion::Revolute {
                    axis,
                    coordinate: coordinate(1),
                },
            ];
            let rows = [
                Row::Offset(k),
                Row::Skew(k),
                Row::Skew((k + 1) % 3),
                Row::Distance(0.1),
                Row::Radial(0.1),
                Row::Velocity(k),
                Row::Spin(k),
            ];
            let world = Frame::world(IDENTITY, [0.0; 3]);
            let model = Model::new([0.0; 3], [link()], [joint(Motion::sequence(motions))])
                .with_constraints([Constraint::between(world, to.clone(), rows)]);
            let c = model.constraint(&[0.3, 0.2]);
            let expected = [0.3, 0.2_f64.sin(), 0.0, 0.04, 0.4, 0.0, 0.0];
            assert_close(&c, &DVector::from_column_slice(&expected), 1e-15);
            let rate = model.constraint_rate(&[0.3, 0.2], &[1.5, 2.5]);
            let expected = [1.5, 2.5 * 0.2_f64.cos(), 0.0, 0.45, 4.5, 1.5, 2.5];
            assert_close(&rate, &DVector::from_column_slice(&expected), 1e-15);
        }
    }

    /// `C = x^2 y + t x` and `J qd = y xd - x^2 yd + t` are compared with derivatives by hand.
    #[test]
    fn expressions_are_differentiated_along_motion_and_time() {
        let expressions =
            super::super::Expressions::new(&[(0, 0), (1, 1)], &[], &[], |_, _, _| [Jet::ZERO; 2]);
        let model = Model::new([0.0; 3], [], [])
            .with_expressions(expressions)
            .at_time(2.0)
            .with_constraints([Constraint::expressed(
                &[(0, 0), (1, 1)],
                [Level::Position, Level::Rate],
                |t, q, qd| {
                    let [x, y] = [q[0], q[1]];
                    [x * x * y + t * x, y * qd[0] - x * x * qd[1] + t]
                },
            )]);
        let (q, qd) = ([3.0, 5.0], [7.0, 11.0]);
        assert_eq!(model.constraint(&q).as_slice(), [51.0, 0.0]);
        let jacobian = DMatrix::from_row_slice(2, 2, &[32.0, 9.0, 5.0, -9.0]);
        assert_eq!(model.constraint_jacobian(&q), jacobian);
        // 32 * 7 + 9 * 11 + x, 5 * 7 - 9 * 11 + t
        assert_eq!(model.constraint_rate(&q, &qd).as_slice(), [326.0, -62.0]);
        // 2 y xd^2 + 4 x xd yd + 2 xd, yd xd - 2 x xd yd + 1
        let bias = [490.0 + 924.0 + 14.0, 77.0 - 462.0 + 1.0];
        assert_eq!(model.constraint_bias(&q, &qd).as_slice(), bias);
    }
}
