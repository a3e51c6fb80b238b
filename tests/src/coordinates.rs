//! From the order of a golden file to that of the emitted code.
//!
//! Joints are matched by name: the peer visits children by name, emitted code as the file has them.
//! Continuous joints are (cos, sin) there and an angle here.

use std::f64::consts::TAU;

use multibody::{JointInfo, JointKind};

use crate::golden::{Golden, Joint, Resolved};

/// Where each entry of our `q` and `v` stands in the golden file.
pub struct Coordinates {
    q: Vec<Position>,
    v: Vec<usize>,
    golden_nv: usize,
}

/// Where a position comes from.
#[derive(Clone, Copy)]
enum Position {
    Entry(usize),
    /// An angle whose cosine and then sine stand there.
    CosSin(usize),
}

impl Coordinates {
    /// Of a robot whose mimic joints are independent.
    ///
    /// # Errors
    /// If the joints are not the same.
    pub fn new(golden: &Golden, ours: &[JointInfo]) -> Result<Self, String> {
        Self::of_joints(&golden.joints, ours)
    }

    /// Of a robot whose mimic joints follow: `q` still holds all joints, `v` the independent ones.
    ///
    /// # Errors
    /// If the joints are not the same, or `G` is not 1 for an independent joint.
    pub fn from_mimics(
        golden: &Golden,
        resolved: &Resolved,
        ours: &[JointInfo],
    ) -> Result<Self, String> {
        let mut independent = Vec::new();
        let mut idx_v = 0;
        for name in &resolved.independent_joints {
            let joint = find_joint(&golden.joints, name)?;
            for k in 0..joint.nv {
                let row = &resolved.derivative[joint.idx_v + k];
                let unit =
                    (0..row.len()).all(|column| row[column] == f64::from(column == idx_v + k));
                if !unit {
                    return Err(format!("G is not 1 for the independent joint {name}"));
                }
            }
            independent.push(Joint {
                idx_v,
                ..joint.clone()
            });
            idx_v += joint.nv;
        }
        Self::of_joints(&independent, ours)
    }

    fn of_joints(golden: &[Joint], ours: &[JointInfo]) -> Result<Self, String> {
        if golden.len() != ours.len() {
            return Err(format!(
                "{} joints in place of {}",
                ours.len(),
                golden.len()
            ));
        }
        let (mut q, mut v) = (Vec::new(), Vec::new());
        for joint in ours {
            let theirs = find_joint(golden, joint.name)?;
            if (joint.q, joint.v) != (q.len(), v.len()) || joint.nv != theirs.nv {
                return Err(format!(
                    "joint {} does not stand where it should",
                    joint.name
                ));
            }
            match joint.kind {
                JointKind::Continuous if theirs.nq == 2 && theirs.kind.starts_with('R') => {
                    q.push(Position::CosSin(theirs.idx_q));
                }
                JointKind::Planar if theirs.nq == 4 => {
                    q.extend((0..2).map(|k| Position::Entry(theirs.idx_q + k)));
                    q.push(Position::CosSin(theirs.idx_q + 2));
                }
                _ if joint.nq == theirs.nq => {
                    q.extend((0..joint.nq).map(|k| Position::Entry(theirs.idx_q + k)));
                }
                kind => {
                    return Err(format!(
                        "joint {} is {kind:?}, not {}",
                        joint.name, theirs.kind
                    ));
                }
            }
            v.extend((0..joint.nv).map(|k| theirs.idx_v + k));
        }
        let golden_nv = golden.iter().map(|joint| joint.nv).sum();
        Ok(Self { q, v, golden_nv })
    }

    /// A position.
    #[must_use]
    pub fn position(&self, golden: &[f64]) -> Vec<f64> {
        let entry = |position: &Position| match *position {
            Position::Entry(index) => golden[index],
            Position::CosSin(index) => golden[index + 1].atan2(golden[index]),
        };
        self.q.iter().map(entry).collect()
    }

    /// A position with angles in the turn of those of another, where golden files do not count turns.
    #[must_use]
    pub fn same_turns(&self, position: &[f64], like: &[f64]) -> Vec<f64> {
        let entry = |(place, (&x, &like)): (&Position, (&f64, &f64))| match *place {
            Position::Entry(_) => x,
            Position::CosSin(_) => x - TAU * ((x - like) / TAU).round(),
        };
        let pairs = position.iter().zip(like);
        self.q.iter().zip(pairs).map(entry).collect()
    }

    /// A velocity, acceleration or force.
    #[must_use]
    pub fn vector(&self, golden: &[f64]) -> Vec<f64> {
        self.columns(golden, 1)
    }

    /// A matrix of some rows, a column per velocity; by rows.
    #[must_use]
    pub fn columns(&self, golden: &[f64], rows: usize) -> Vec<f64> {
        assert_eq!(
            golden.len(),
            rows * self.golden_nv,
            "entries of a golden matrix"
        );
        let row = |row: usize| {
            self.v
                .iter()
                .map(move |column| golden[row * self.golden_nv + column])
        };
        (0..rows).flat_map(row).collect()
    }

    /// A matrix of a row and a column per velocity; by rows.
    #[must_use]
    pub fn square(&self, golden: &[f64]) -> Vec<f64> {
        assert_eq!(
            golden.len(),
            self.golden_nv * self.golden_nv,
            "entries of a golden matrix"
        );
        let row = |&row: &usize| {
            self.v
                .iter()
                .map(move |column| golden[row * self.golden_nv + column])
        };
        self.v.iter().flat_map(row).collect()
    }
}

fn find_joint<'a>(joints: &'a [Joint], name: &str) -> Result<&'a Joint, String> {
    let result = joints.iter().find(|joint| joint.name == name);
    result.ok_or_else(|| format!("the golden file has no joint {name}"))
}

#[cfg(test)]
mod tests {
    use multibody::{Chart, JointInfo, JointKind, Limits};

    use super::{Coordinates, Joint};

    fn ours(name: &'static str, kind: JointKind, index: usize) -> JointInfo {
        JointInfo {
            name,
            kind,
            chart: Chart::Vector,
            q: index,
            nq: 1,
            v: index,
            nv: 1,
            parent: None,
            link: None,
            limits: Limits::NONE,
        }
    }

    fn theirs(name: &str, kind: &str, (idx_q, nq): (usize, usize), idx_v: usize) -> Joint {
        Joint {
            name: name.into(),
            kind: kind.into(),
            idx_q,
            nq,
            idx_v,
            nv: 1,
        }
    }

    #[test]
    fn joints_are_matched_by_name() {
        let golden = [theirs("a", "RX", (0, 1), 0), theirs("b", "RUBZ", (1, 2), 1)];
        let joints = [
            ours("b", JointKind::Continuous, 0),
            ours("a", JointKind::Revolute, 1),
        ];
        let map = Coordinates::of_joints(&golden, &joints).unwrap();
        let (sin, cos) = 2.0_f64.sin_cos();
        assert_eq!(map.position(&[5.0, cos, sin]), [2.0, 5.0]);
        assert_eq!(map.vector(&[1.0, 2.0]), [2.0, 1.0]);
        assert_eq!(map.square(&[1.0, 2.0, 3.0, 4.0]), [4.0, 3.0, 2.0, 1.0]);
        assert_eq!(map.columns(&[1.0, 2.0, 3.0, 4.0], 2), [2.0, 1.0, 4.0, 3.0]);
    }

    #[test]
    fn other_joints_are_an_error() {
        let golden = [theirs("a", "RX", (0, 1), 0)];
        let fault = |joint| Coordinates::of_joints(&golden, &[joint]).err().unwrap();
        assert!(fault(ours("b", JointKind::Revolute, 0)).contains("no joint b"));
        assert!(fault(ours("a", JointKind::Revolute, 1)).contains("does not stand"));
        let continuous = [theirs("a", "RUBX", (0, 2), 0)];
        let revolute = [ours("a", JointKind::Revolute, 0)];
        assert!(Coordinates::of_joints(&continuous, &revolute).is_err());
    }
}
