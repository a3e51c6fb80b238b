//! Free rigid bodies, described by their momenta: `[x R P L]`.

use core::array::from_fn;

use super::Part;
use crate::Real;
use crate::manifold::quaternion::unit;
use crate::manifold::rotation::{cross, dot, product};

/// The constant properties of a rigid body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inertia<T> {
    /// Mass, kg.
    pub mass: T,
    /// `I0^-1`, where `I0` is the inertia about the centre of mass in body axes; 1/(kg m^2).
    pub inverse: [[T; 3]; 3],
}

impl<T: Real> Inertia<T> {
    /// Takes the mass, kg, and the inertia `I0` about the centre of mass in body axes, by rows, kg m^2. If the inertia has
    /// no inverse, the entries of `inverse` are NaN or infinite.
    #[must_use]
    pub fn new(mass: T, inertia: [[T; 3]; 3]) -> Self {
        // I0 / tr(I0) is inverted, since third powers of small or large moments are outside the range of floats.
        let trace = inertia[0][0] + inertia[1][1] + inertia[2][2];
        let [a, b, c] = inertia.map(|row| row.map(|entry| entry / trace));
        // The rows' cross products are the columns of the adjugate.
        let columns = [cross(b, c), cross(c, a), cross(a, b)];
        let determinant = dot(a, columns[0]);
        Self {
            mass,
            inverse: from_fn(|i| from_fn(|j| columns[j][i] / determinant / trace)),
        }
    }
}

/// An orientation as numbers of a state vector: a rotation matrix by rows, `[[T; 3]; 3]`, or a quaternion x y z w,
/// `[T; 4]`. Both rotate from body axes to world axes.
pub trait Orientation<T: Real>: Copy {
    /// The rotation matrix by rows, with determinant 1 if the orientation is [`normalized`](Self::normalized).
    fn matrix(self) -> [[T; 3]; 3];

    /// The rate of change of the orientation at an angular velocity in world axes, rad/s: `dR/dt = [omega]x R`, or
    /// `dquat/dt = (omega, 0) quat / 2`.
    #[must_use]
    fn rate(self, omega: [T; 3]) -> Self;

    /// The same orientation without the errors of rounding and integration: an orthonormal matrix, or a quaternion of
    /// unit length.
    #[must_use]
    fn normalized(self) -> Self;
}

impl<T: Real> Orientation<T> for [[T; 3]; 3] {
    fn matrix(self) -> [[T; 3]; 3] {
        self
    }

    fn rate(self, omega: [T; 3]) -> Self {
        transpose(transpose(self).map(|axis| cross(omega, axis)))
    }

    /// Preserves the direction of the body's x axis, and the plane of its x and y axes.
    fn normalized(self) -> Self {
        let [x, y, _] = transpose(self);
        let length = |v: [T; 3]| dot(v, v).sqrt();
        let scale = |v: [T; 3], length: T| v.map(|component| component / length);
        let x = scale(x, length(x));
        let z = cross(x, y);
        let z = scale(z, length(z));
        transpose([x, cross(z, x), z])
    }
}

impl<T: Real> Orientation<T> for [T; 4] {
    /// The rotation matrix of `quat / |quat|`.
    fn matrix(self) -> [[T; 3]; 3] {
        let [x, y, z, w] = self;
        let scale = T::lit(2.0) / (x * x + y * y + z * z + w * w);
        // 2 (a b + c d) / |quat|^2
        let term = |a: T, b: T, c: T, d: T| scale * (a * b + c * d);
        [
            [
                T::ONE - term(y, y, z, z),
                term(x, y, -w, z),
                term(x, z, w, y),
            ],
            [
                term(x, y, w, z),
                T::ONE - term(x, x, z, z),
                term(y, z, -w, x),
            ],
            [
                term(x, z, -w, y),
                term(y, z, w, x),
                T::ONE - term(x, x, y, y),
            ],
        ]
    }

    fn rate(self, [x, y, z]: [T; 3]) -> Self {
        let half = T::lit(0.5);
        product([x, y, z, T::ZERO], self).map(|component| half * component)
    }

    fn normalized(self) -> Self {
        unit(self)
    }
}

/// A rigid body's state, or its rate of change: 18 numbers, or 13 with a quaternion.
///
/// The state has momenta instead of velocities, so that without forces only `x` and `r` change: a free body conserves
/// both momenta exactly, for any step. Source: Baraff 1997, section 2; there quaternions have w first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidBody<T, R> {
    /// Centre of mass, world axes, m.
    pub x: [T; 3],
    /// Orientation: body axes to world axes.
    pub r: R,
    /// Linear momentum, kg m/s.
    pub p: [T; 3],
    /// Angular momentum about the centre of mass, world axes, kg m^2/s.
    pub l: [T; 3],
}

impl<T: Real, R: Orientation<T>> RigidBody<T, R> {
    /// The velocity of the centre of mass, `P / m`, and the angular velocity, `R I0^-1 R^T L`; world axes, m/s and rad/s.
    #[must_use]
    pub fn velocity(&self, inertia: &Inertia<T>) -> ([T; 3], [T; 3]) {
        let rotation = self.r.matrix();
        let body_momentum = times(transpose(rotation), self.l);
        let omega = times(rotation, times(inertia.inverse, body_momentum));
        (self.p.map(|p| p / inertia.mass), omega)
    }

    /// The rate of change under a force at the centre of mass and a torque about it, world axes, N and N m:
    /// `dx/dt = P / m`, `dR/dt = [omega]x R`, `dP/dt = F`, `dL/dt = tau`.
    ///
    /// Cost: 45 multiplications, 27 additions and 3 divisions with a matrix. Not finite if `I0` is singular.
    #[must_use]
    pub fn rate(&self, inertia: &Inertia<T>, force: [T; 3], torque: [T; 3]) -> Self {
        let (velocity, omega) = self.velocity(inertia);
        Self {
            x: velocity,
            r: self.r.rate(omega),
            p: force,
            l: torque,
        }
    }

    /// The same state with a normalized orientation; to be used between calls of [`ode`](super::ode).
    #[must_use]
    pub fn normalized(&self) -> Self {
        Self {
            r: self.r.normalized(),
            ..*self
        }
    }

    /// The kinetic energy, `(P . v + L . omega) / 2`, J.
    #[must_use]
    pub fn kinetic_energy(&self, inertia: &Inertia<T>) -> T {
        let (velocity, omega) = self.velocity(inertia);
        T::lit(0.5) * (dot(self.p, velocity) + dot(self.l, omega))
    }
}

impl<T: Real> Part<T, 18> for RigidBody<T, [[T; 3]; 3]> {
    fn flatten(&self) -> [T; 18] {
        let [a, b, c] = self.r;
        let vectors = [self.x, a, b, c, self.p, self.l];
        from_fn(|k| vectors[k / 3][k % 3])
    }

    fn unflatten(y: &[T; 18]) -> Self {
        Self {
            x: vector(y, 0),
            r: from_fn(|row| vector(y, 3 + 3 * row)),
            p: vector(y, 12),
            l: vector(y, 15),
        }
    }
}

impl<T: Real> Part<T, 13> for RigidBody<T, [T; 4]> {
    fn flatten(&self) -> [T; 13] {
        let ([x, y, z], [i, j, k, w]) = (self.x, self.r);
        let ([px, py, pz], [lx, ly, lz]) = (self.p, self.l);
        [x, y, z, i, j, k, w, px, py, pz, lx, ly, lz]
    }

    fn unflatten(y: &[T; 13]) -> Self {
        Self {
            x: vector(y, 0),
            r: from_fn(|k| y[3 + k]),
            p: vector(y, 7),
            l: vector(y, 10),
        }
    }
}

/// Three numbers of a state vector.
fn vector<T: Real, const L: usize>(y: &[T; L], start: usize) -> [T; 3] {
    from_fn(|k| y[start + k])
}

fn transpose<T: Real>(matrix: [[T; 3]; 3]) -> [[T; 3]; 3] {
    from_fn(|i| from_fn(|j| matrix[j][i]))
}

/// `matrix v`
fn times<T: Real>(matrix: [[T; 3]; 3], v: [T; 3]) -> [T; 3] {
    matrix.map(|row| dot(row, v))
}

#[cfg(test)]
mod tests {
    use super::super::{flatten, ode, unflatten};
    use super::*;

    const TURNED: [f64; 4] = [0.1, -0.5, 0.7, 0.5];

    fn distance<const N: usize>(a: [f64; N], b: [f64; N]) -> f64 {
        let differences = a.into_iter().zip(b).map(|(a, b)| (a - b).abs());
        differences.fold(0.0, f64::max)
    }

    /// The state after two seconds without forces.
    fn move_freely<R, const L: usize>(
        body: RigidBody<f64, R>,
        inertia: &Inertia<f64>,
    ) -> RigidBody<f64, R>
    where
        R: Orientation<f64>,
        RigidBody<f64, R>: Part<f64, L>,
    {
        let mut y = body.flatten();
        for frame in 0..20 {
            let start = 0.1 * f64::from(frame);
            y = ode(&y, start, start + 0.1, 50, |_, y, ydot| {
                let [body]: [RigidBody<f64, R>; 1] = unflatten(y);
                flatten(&[body.rate(inertia, [0.0; 3], [0.0; 3])], ydot);
            });
            y = RigidBody::unflatten(&y).normalized().flatten();
        }
        RigidBody::unflatten(&y)
    }

    /// Both representations describe the same orientation, and have the same rate.
    #[test]
    fn matrices_and_quaternions_agree() {
        let omega = [0.7, -1.1, 0.4];
        let matrix_after = |time: f64| {
            let orientation: [f64; 4] = from_fn(|k| TURNED[k] + time * TURNED.rate(omega)[k]);
            orientation.matrix()
        };
        let rows = TURNED.matrix().rate(omega);
        for (i, row) in rows.into_iter().enumerate() {
            let (plus, minus) = (matrix_after(1e-5)[i], matrix_after(-1e-5)[i]);
            let expected = from_fn(|j| (plus[j] - minus[j]) / 2e-5);
            assert!(distance(row, expected) < 1e-9, "{row:?} {expected:?}");
        }
        let rotation = TURNED.matrix();
        assert!(distance(rotation[0], rotation.normalized()[0]) < 1e-15);
        let mut inexact = rotation;
        inexact[1][2] += 0.01;
        inexact[0][0] -= 0.02;
        let [x, y, z] = inexact.normalized();
        assert!(distance([dot(x, x), dot(y, z), dot(cross(x, y), z)], [1.0, 0.0, 1.0]) < 1e-15);
        assert!(distance([dot(y, y), dot(x, y), dot(x, z)], [1.0, 0.0, 0.0]) < 1e-15);
    }

    /// A body with two equal moments of inertia precesses: its axis rotates about L at the rate `|L| / I_1`.
    #[test]
    fn a_symmetric_body_precesses_as_in_closed_form() {
        let (i_3, i_1): (f64, f64) = (0.3, 0.2);
        let inertia = Inertia::new(2.0, [[i_1, 0.0, 0.0], [0.0, i_1, 0.0], [0.0, 0.0, i_3]]);
        let l = [0.0, 0.0, 0.9];
        let tilt = 0.4_f64;
        let quaternion = [(tilt / 2.0).sin(), 0.0, 0.0, (tilt / 2.0).cos()];
        let (x, p) = ([1.0, 2.0, 3.0], [0.2, 0.0, -0.4]);
        let angle = 2.0 * 0.9 / i_1;
        let axis = [
            tilt.sin() * angle.sin(),
            -tilt.sin() * angle.cos(),
            tilt.cos(),
        ];
        let by_matrix = move_freely(
            RigidBody {
                x,
                r: quaternion.matrix(),
                p,
                l,
            },
            &inertia,
        );
        let by_quaternion = move_freely(
            RigidBody {
                x,
                r: quaternion,
                p,
                l,
            },
            &inertia,
        );
        for rotation in [by_matrix.r, by_quaternion.r.matrix()] {
            let actual = from_fn(|k| rotation[k][2]);
            assert!(distance(actual, axis) < 1e-7, "{actual:?} {axis:?}");
        }
        for (x, p, l) in [
            (by_matrix.x, by_matrix.p, by_matrix.l),
            (by_quaternion.x, by_quaternion.p, by_quaternion.l),
        ] {
            assert!(distance(x, [1.2, 2.0, 2.6]) < 1e-13 && p == [0.2, 0.0, -0.4]);
            assert_eq!(l, [0.0, 0.0, 0.9]);
        }
        let energy = by_matrix.kinetic_energy(&inertia);
        let initial_energy = RigidBody {
            x,
            r: quaternion.matrix(),
            p,
            l,
        }
        .kinetic_energy(&inertia);
        assert!(
            (energy - initial_energy).abs() < 1e-8 * initial_energy,
            "{energy} {initial_energy}"
        );
    }

    /// For moments from 1e-25 to 1e25 kg m^2 the inverse is as accurate as for moments of 1.
    fn inverts_inertias_of_any_size<T: Real + Into<f64>>(tolerance: f64) {
        let shape = [[0.2, 0.05, 0.0], [0.05, 0.3, 0.01], [0.0, 0.01, 0.4]];
        for size in [1e-25, 1e-15, 1e-14, 1.0, 1e15, 1e25] {
            let scaled = shape.map(|row| row.map(|entry| T::lit(size * entry)));
            let inverse = Inertia::new(T::ONE, scaled).inverse;
            for (i, row) in inverse.iter().enumerate() {
                for (j, column) in scaled.iter().enumerate() {
                    let entry: f64 = dot(*row, *column).into();
                    let expected = f64::from(u8::from(i == j));
                    assert!((entry - expected).abs() < tolerance, "{size:e}: {entry}");
                }
            }
        }
    }

    #[test]
    fn inertias_of_any_size_are_inverted() {
        inverts_inertias_of_any_size::<f64>(1e-15);
        inverts_inertias_of_any_size::<f32>(1e-6);
    }

    /// A force, and a torque about a principal axis: linear and angular acceleration are uniform.
    #[test]
    fn forces_and_torques_change_momenta() {
        let inertia = Inertia::new(2.0, [[0.2, 0.05, 0.0], [0.05, 0.3, 0.0], [0.0, 0.0, 0.4]]);
        let result: [f64; 3] = times(
            inertia.inverse,
            times(
                [[0.2, 0.05, 0.0], [0.05, 0.3, 0.0], [0.0, 0.0, 0.4]],
                [1.0, 2.0, 3.0],
            ),
        );
        assert!(distance(result, [1.0, 2.0, 3.0]) < 1e-15);
        let body = RigidBody {
            x: [0.0; 3],
            r: [0.0, 0.0, 0.0, 1.0],
            p: [2.0, 0.0, 0.0],
            l: [0.0; 3],
        };
        let y = ode(&body.flatten(), 0.0, 1.5, 30, |_, y, ydot| {
            let body = RigidBody::<f64, [f64; 4]>::unflatten(y);
            *ydot = body
                .rate(&inertia, [0.0, 0.0, -4.0], [0.0, 0.0, 0.8])
                .flatten();
        });
        let end = RigidBody::<f64, [f64; 4]>::unflatten(&y);
        assert!(distance(end.x, [1.5, 0.0, -2.25]) < 1e-14, "{:?}", end.x);
        // The angle is 2 t^2 / 2; the quaternion has half of it.
        let half = 0.5 * 1.5 * 1.5_f64;
        assert!(distance(end.normalized().r, [0.0, 0.0, half.sin(), half.cos()]) < 1e-6);
        assert!(distance(end.l, [0.0, 0.0, 1.2]) < 1e-15);
    }
}
