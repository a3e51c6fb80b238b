//! MuJoCo's vectors in our conventions: `v_mujoco = T(q) v`.
//!
//! MuJoCo's quaternions are w x y z. The linear rates of its free joints are in world axes, ours in those of the body: T is
//! the body's rotation R there, and the identity for all other rates. Then `M = T^T M_mujoco T`, and with
//! `a_mujoco = T a + dT/dt v` the bias is `T^T (bias_mujoco + M_mujoco dT/dt v)`. A free joint with armature is three slides and a
//! ball joint of ours, for which T is the identity.

use multibody::{Chart, JointInfo, JointKind, Limits, manifold};
use serde_json::Value;

use crate::golden_numbers::list;

/// The joints of a robot in the order of MuJoCo's vectors, which is ours.
pub struct Conversion {
    /// Index of the first position of each ball.
    balls: Vec<usize>,
    /// Indices of the first position and of the first rate of each free joint.
    free_joints: Vec<(usize, usize)>,
}

/// Whether a free joint has an armature, so that it is three slides and a ball joint of ours.
pub fn is_split(joint: &Value) -> bool {
    joint["type"] == "free"
        && joint["armature"]
            .as_f64()
            .is_some_and(|armature| armature != 0.0)
}

impl Conversion {
    /// Of the `joints` of a file.
    pub fn of(joints: &Value) -> Self {
        let (mut q, mut v) = (0, 0);
        let mut conversion = Self {
            balls: Vec::new(),
            free_joints: Vec::new(),
        };
        for joint in list(joints) {
            let (nq, nv) = match joint["type"].as_str() {
                Some("free") if is_split(joint) => {
                    conversion.balls.push(q + 3);
                    (7, 6)
                }
                Some("free") => {
                    conversion.free_joints.push((q, v));
                    (7, 6)
                }
                Some("ball") => {
                    conversion.balls.push(q);
                    (4, 3)
                }
                Some("hinge" | "slide") => (1, 1),
                other => panic!("a joint of type {other:?}"),
            };
            (q, v) = (q + nq, v + nv);
        }
        conversion
    }

    /// Our position.
    pub fn position(&self, q: &[f64]) -> Vec<f64> {
        let mut result = q.to_vec();
        let of_free_joints = self.free_joints.iter().map(|(q, _)| q + 3);
        for first in self.balls.iter().copied().chain(of_free_joints) {
            result[first..first + 4].rotate_left(1);
        }
        result
    }

    /// `T^-1 x`: our rates of MuJoCo's; also of a change of the position.
    pub fn rates(&self, q: &[f64], x: &[f64]) -> Vec<f64> {
        self.turned(q, x, transposed_times)
    }

    /// `T^T x`: our generalized force of MuJoCo's. It is `T^-1 x`, since T is orthogonal.
    pub fn force(&self, q: &[f64], x: &[f64]) -> Vec<f64> {
        self.rates(q, x)
    }

    /// `dT/dt v`, of MuJoCo's rates: `w x v` of each free joint, in world axes.
    pub fn drift(&self, q: &[f64], v: &[f64]) -> Vec<f64> {
        let mut result = vec![0.0; v.len()];
        for &(first, rate) in &self.free_joints {
            let rotation = rotation(&q[first + 3..first + 7]);
            let turn = times(&rotation, &v[rate + 3..rate + 6]);
            result[rate..rate + 3].copy_from_slice(&cross(&turn, &v[rate..rate + 3]));
        }
        result
    }

    /// Our acceleration: `T^-1 (a - dT/dt v)`.
    pub fn acceleration(&self, q: &[f64], v: &[f64], a: &[f64]) -> Vec<f64> {
        let drift = self.drift(q, v);
        let difference: Vec<f64> = a.iter().zip(&drift).map(|(a, drift)| a - drift).collect();
        self.rates(q, &difference)
    }

    /// The joints as emitted code has them for operations on positions.
    fn joints(&self, nq: usize) -> Vec<JointInfo> {
        let (mut joints, mut q, mut v) = (Vec::new(), 0, 0);
        while q < nq {
            let is_free = self.free_joints.iter().any(|(first, _)| *first == q);
            let (chart, nq, nv) = if is_free {
                (Chart::Floating, 7, 6)
            } else if self.balls.contains(&q) {
                (Chart::Quaternion, 4, 3)
            } else {
                (Chart::Vector, 1, 1)
            };
            joints.push(JointInfo {
                name: "",
                kind: JointKind::Coordinate,
                chart,
                q,
                nq,
                v,
                nv,
                parent: None,
                link: None,
                limits: Limits::NONE,
            });
            (q, v) = (q + nq, v + nv);
        }
        joints
    }

    /// Our position after a step, by the function that `integrate` of emitted code calls.
    pub fn integrate(&self, q: &[f64], step: &[f64]) -> Vec<f64> {
        let mut next = vec![0.0; q.len()];
        manifold::integrate(&self.joints(q.len()), q, step, 1.0, &mut next);
        next
    }

    /// `J T` by rows: a matrix with a column for each rate.
    pub fn columns(&self, q: &[f64], matrix: &[f64], nv: usize) -> Vec<f64> {
        // A row times T is the transposed T times the row.
        let rows = matrix.chunks_exact(nv);
        rows.flat_map(|row| self.force(q, row)).collect()
    }

    /// `T^T M T` by rows, of a symmetric matrix.
    pub fn square(&self, q: &[f64], matrix: &[f64]) -> Vec<f64> {
        let nv = matrix.len().isqrt();
        let once = self.columns(q, matrix, nv);
        self.columns(q, &transposed(&once, nv), nv)
    }

    /// A vector of rates whose linear parts of free joints are turned.
    fn turned(&self, q: &[f64], x: &[f64], turn: fn(&[f64], &[f64]) -> [f64; 3]) -> Vec<f64> {
        let mut result = x.to_vec();
        for &(first, rate) in &self.free_joints {
            let rotation = rotation(&q[first + 3..first + 7]);
            result[rate..rate + 3].copy_from_slice(&turn(&rotation, &x[rate..rate + 3]));
        }
        result
    }
}

/// The rotation of a unit quaternion w x y z, by rows.
pub fn rotation(quaternion: &[f64]) -> [f64; 9] {
    let [w, x, y, z] = quaternion[..] else {
        panic!("a quaternion has four numbers");
    };
    [
        w * w + x * x - y * y - z * z,
        2.0 * (x * y - w * z),
        2.0 * (x * z + w * y),
        2.0 * (x * y + w * z),
        w * w - x * x + y * y - z * z,
        2.0 * (y * z - w * x),
        2.0 * (x * z - w * y),
        2.0 * (y * z + w * x),
        w * w - x * x - y * y + z * z,
    ]
}

/// A matrix of three columns, by rows, times a vector.
pub fn times(matrix: &[f64], vector: &[f64]) -> [f64; 3] {
    let dot = |row: usize| (0..3).map(|k| matrix[3 * row + k] * vector[k]).sum();
    [dot(0), dot(1), dot(2)]
}

/// The same of the transposed matrix.
pub fn transposed_times(matrix: &[f64], vector: &[f64]) -> [f64; 3] {
    let dot = |column: usize| (0..3).map(|k| matrix[3 * k + column] * vector[k]).sum();
    [dot(0), dot(1), dot(2)]
}

/// A matrix with this number of columns, by rows, transposed.
pub fn transposed(matrix: &[f64], columns: usize) -> Vec<f64> {
    let column = |k: usize| matrix.iter().skip(k).step_by(columns).copied();
    (0..columns).flat_map(column).collect()
}

/// `a x b`
pub fn cross(a: &[f64], b: &[f64]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}
