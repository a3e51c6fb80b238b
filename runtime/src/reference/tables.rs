//! Comparison of the constants of a robot's type with its description.

use core::fmt::Debug;
use std::{format, string::ToString, vec::Vec};

use super::{Described, Mismatch, Model, Tables};
use crate::LinkInfo;

impl Tables {
    /// The names of the constants that are compared.
    pub(super) fn names(&self) -> Vec<&'static str> {
        let constraints: &[&str] = match self.nc {
            0 => &[],
            _ => &["NC", "CONSTRAINTS"],
        };
        [&["NQ", "NV", "JOINTS", "joint", "LINKS"], constraints].concat()
    }

    /// Compares the constants with those of the description.
    pub(super) fn compare<R: Described + ?Sized>(
        &self,
        model: &Model,
        robot: &R,
    ) -> Result<(), Mismatch> {
        check_equal("NQ", &model.nq(), &self.nq)?;
        check_equal("NV", &model.nv(), &self.nv)?;
        check_equal("NC", &model.nc(), &self.nc)?;
        let (joints, constraints) = (&model.joint_table, &model.constraint_table);
        check_equal_rows("JOINTS", joints, self.joints)?;
        for (joint, actual) in joints.iter().zip(self.joints) {
            let name = format!("joint({:?})", joint.name);
            check_equal(&name, &Some(actual), &robot.joint_by_name(joint.name))?;
        }
        check_equal_rows("LINKS", &self.expected_links(model), &self.links)?;
        check_equal_rows("CONSTRAINTS", constraints, self.constraints)
    }

    /// The links of the description that have names. Entries that are `None` in the robot's own table, since they depend on
    /// parameters, are `None` here too.
    fn expected_links(&self, model: &Model) -> Vec<LinkInfo> {
        let links = model.links();
        let joint_of = |link: usize| {
            let mut joints = model.joints().iter();
            let joint = joints.find(|joint| joint.child == link);
            joint.expect("each link has a joint")
        };
        let row_of = |link: usize| {
            let earlier = links[..link].iter();
            earlier.filter(|link| !link.name.is_empty()).count()
        };
        let links_with_names = (links.iter().enumerate()).filter(|(_, link)| !link.name.is_empty());
        let rows = links_with_names.map(|(index, link)| {
            let joint = joint_of(index);
            let mut parent = joint.parent;
            while let Some(link) = parent.filter(|&link| links[link].name.is_empty()) {
                parent = joint_of(link).parent;
            }
            let entry = self.links.get(row_of(index));
            LinkInfo {
                name: link.name,
                link: None,
                parent: parent.map(row_of),
                joint: joint.name,
                mass: entry.and_then(|entry| entry.mass.map(|_| link.mass)),
                com: entry.and_then(|entry| entry.com.map(|_| link.com)),
                inertia: entry.and_then(|entry| entry.inertia.map(|_| link.inertia)),
            }
        });
        rows.collect()
    }
}

/// Compares the number of rows of a table, then its rows one by one, so that a mismatch names the row.
fn check_equal_rows<T: Debug + PartialEq>(
    name: &str,
    expected: &[T],
    actual: &[T],
) -> Result<(), Mismatch> {
    check_equal(&format!("{name}.len()"), &expected.len(), &actual.len())?;
    let mut rows = expected.iter().zip(actual).enumerate();
    rows.try_for_each(|(index, (expected, actual))| {
        check_equal(&format!("{name}[{index}]"), expected, actual)
    })
}

fn check_equal<T: Debug + PartialEq>(name: &str, expected: &T, actual: &T) -> Result<(), Mismatch> {
    if expected == actual {
        Ok(())
    } else {
        Err(Mismatch::Table {
            name: name.to_string(),
            expected: format!("{expected:?}"),
            found: format!("{actual:?}"),
        })
    }
}
