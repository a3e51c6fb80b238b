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
        equal("NQ", &model.nq(), &self.nq)?;
        equal("NV", &model.nv(), &self.nv)?;
        equal("NC", &model.nc(), &self.nc)?;
        let (joints, constraints) = (&model.joint_table, &model.constraint_table);
        equal_rows("JOINTS", joints, self.joints)?;
        for (joint, found) in joints.iter().zip(self.joints) {
            let name = format!("joint({:?})", joint.name);
            equal(&name, &Some(found), &robot.joint_by_name(joint.name))?;
        }
        equal_rows("LINKS", &self.links_of(model), &self.links)?;
        equal_rows("CONSTRAINTS", constraints, self.constraints)
    }

    /// The links of the description. What depends on parameters in the robot's own table is none here too.
    fn links_of(&self, model: &Model) -> Vec<LinkInfo> {
        let rows = model.links().iter().enumerate().map(|(at, link)| {
            let joint = model.joints().iter().find(|joint| joint.child == at);
            let joint = joint.expect("each link has a joint");
            let found = self.links.get(at);
            LinkInfo {
                name: link.name,
                link: None,
                parent: joint.parent,
                joint: joint.name,
                mass: found.and_then(|found| found.mass.map(|_| link.mass)),
                com: found.and_then(|found| found.com.map(|_| link.com)),
                inertia: found.and_then(|found| found.inertia.map(|_| link.inertia)),
            }
        });
        rows.collect()
    }
}

fn equal_rows<T: Debug + PartialEq>(
    name: &str,
    expected: &[T],
    found: &[T],
) -> Result<(), Mismatch> {
    equal(&format!("{name}.len()"), &expected.len(), &found.len())?;
    let mut rows = expected.iter().zip(found).enumerate();
    rows.try_for_each(|(at, (expected, found))| equal(&format!("{name}[{at}]"), expected, found))
}

fn equal<T: Debug + PartialEq>(name: &str, expected: &T, found: &T) -> Result<(), Mismatch> {
    if expected == found {
        Ok(())
    } else {
        Err(Mismatch::Table {
            name: name.to_string(),
            expected: format!("{expected:?}"),
            found: format!("{found:?}"),
        })
    }
}
