//! Comparison of the constants of a robot's type with its description.

use core::fmt::Debug;
use std::{format, string::ToString, vec::Vec};

use super::{Described, Mismatch, Model, Tables};

impl Tables {
    /// The names of the constants that are compared.
    pub(super) fn names(&self) -> Vec<&'static str> {
        let constraints: &[&str] = match self.nc {
            0 => &[],
            _ => &["NC", "CONSTRAINTS"],
        };
        [&["NQ", "NV", "JOINTS", "joint"], constraints].concat()
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
        equal_rows("CONSTRAINTS", constraints, self.constraints)
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
    match expected == found {
        true => Ok(()),
        false => Err(Mismatch::Table {
            name: name.to_string(),
            expected: format!("{expected:?}"),
            found: format!("{found:?}"),
        }),
    }
}
