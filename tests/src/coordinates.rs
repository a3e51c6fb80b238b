//! Conversion from the coordinates of a golden file to those of emitted code.
//!
//! Joints are matched by name: Pinocchio orders siblings by name, and emitted code orders them as in the description.
//! A continuous joint has the cosine and the sine of its angle in golden files, and the angle in emitted code.

use std::f64::consts::TAU;

use multibody::{JointInfo, JointKind};

use crate::golden::{Golden, Joint, Resolved};

/// For each entry of `q` and `qd` of emitted code, its source in the vectors of the golden file.
pub struct Coordinates {
    q: Vec<Source>,
    /// The indices in the golden `v`.
    v: Vec<usize>,
    /// The length of the golden `v`.
    golden_nv: usize,
}

/// The source of a position in the golden `q`.
#[derive(Clone, Copy)]
enum Source {
    /// The entry with this index.
    Entry(usize),
    /// The cosine at this index, and the sine after it; the position is their angle.
    CosSin(usize),
}

impl Coordinates {
    /// The coordinates of a robot whose mimic joints are independent.
    ///
    /// # Errors
    /// If the joints are not the same.
    pub fn new(golden: &Golden, ours: &[JointInfo]) -> Result<Self, String> {
        Self::of_joints(&golden.joints, ours)
    }

    /// The coordinates of a robot whose mimic joints follow others. The golden `q` still has all joints, `v` only the
    /// independent ones.
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
                let is_unit =
                    (0..row.len()).all(|column| row[column] == f64::from(column == idx_v + k));
                if !is_unit {
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
                    q.push(Source::CosSin(theirs.idx_q));
                }
                JointKind::Planar if theirs.nq == 4 => {
                    q.extend((0..2).map(|k| Source::Entry(theirs.idx_q + k)));
                    q.push(Source::CosSin(theirs.idx_q + 2));
                }
                _ if joint.nq == theirs.nq => {
                    q.extend((0..joint.nq).map(|k| Source::Entry(theirs.idx_q + k)));
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

    /// Converts a golden position.
    #[must_use]
    pub fn position(&self, golden: &[f64]) -> Vec<f64> {
        let entry = |source: &Source| match *source {
            Source::Entry(index) => golden[index],
            Source::CosSin(index) => golden[index + 1].atan2(golden[index]),
        };
        self.q.iter().map(entry).collect()
    }

    /// The same position, with whole turns added to angles so that they are nearest to those of `reference`: golden files do
    /// not count the turns of angles that they represent by cosines and sines.
    #[must_use]
    pub fn with_turns_of(&self, position: &[f64], reference: &[f64]) -> Vec<f64> {
        let entry = |(source, (&x, &reference)): (&Source, (&f64, &f64))| match *source {
            Source::Entry(_) => x,
            Source::CosSin(_) => x - TAU * ((x - reference) / TAU).round(),
        };
        let pairs = position.iter().zip(reference);
        self.q.iter().zip(pairs).map(entry).collect()
    }

    /// Converts a golden velocity, acceleration or force.
    #[must_use]
    pub fn vector(&self, golden: &[f64]) -> Vec<f64> {
        self.columns(golden, 1)
    }

    /// Converts a golden matrix with any number of rows and a column for each rate; by rows.
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

    /// Converts a golden matrix with a row and a column for each rate; by rows.
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
        let coordinates = Coordinates::of_joints(&golden, &joints).unwrap();
        let (sin, cos) = 2.0_f64.sin_cos();
        assert_eq!(coordinates.position(&[5.0, cos, sin]), [2.0, 5.0]);
        assert_eq!(coordinates.vector(&[1.0, 2.0]), [2.0, 1.0]);
        assert_eq!(
            coordinates.square(&[1.0, 2.0, 3.0, 4.0]),
            [4.0, 3.0, 2.0, 1.0]
        );
        assert_eq!(
            coordinates.columns(&[1.0, 2.0, 3.0, 4.0], 2),
            [2.0, 1.0, 4.0, 3.0]
        );
    }

    #[test]
    fn other_joints_are_an_error() {
        let golden = [theirs("a", "RX", (0, 1), 0)];
        let error = |joint| Coordinates::of_joints(&golden, &[joint]).err().unwrap();
        assert!(error(ours("b", JointKind::Revolute, 0)).contains("no joint b"));
        assert!(error(ours("a", JointKind::Revolute, 1)).contains("does not stand"));
        let continuous = [theirs("a", "RUBX", (0, 2), 0)];
        let revolute = [ours("a", JointKind::Revolute, 0)];
        assert!(Coordinates::of_joints(&continuous, &revolute).is_err());
    }
}
