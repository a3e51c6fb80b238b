//! The equations of a robot, for people to read. They are either written out in full, with programs by which they are proved;
//! or shown as recursions, for which only the joint types of the robot are needed.

use std::collections::BTreeMap;

use super::motion_type::MotionType;
use super::readable_sums::ReadableSums;
use multibody_description::function::Function;
use multibody_program::ir::{Builder, Input, Program, Value};
use multibody_program::terms::{self, Sum};

/// The equations of a robot, for people to read.
#[derive(Clone, Debug)]
pub struct ReadableEquations {
    /// M, C, g and the drive (see [`ReadableSums`]).
    pub dynamics: Dynamics,
    /// Generalized forces along each rate, and armatures on the diagonal of M.
    pub rate_terms: RateTerms,
    /// The values phi of constraint rows, their Jacobian J, and `dJ/dt qd`, as derived; empty if there are no constraints, or if
    /// they are too long to be written out.
    pub constraints: Vec<ReadableConstraints>,
}

/// Terms of the equation of motion that belong to single rates.
#[derive(Clone, Debug)]
pub struct RateTerms {
    /// The builder that contains the values below.
    pub builder: Builder,
    /// The generalized force of force elements and expressions along each rate.
    pub forces: Vec<Value>,
    /// Entries on the diagonal of M.
    pub armatures: Vec<Value>,
}

/// The values phi of constraint rows, their Jacobian J, or `dJ/dt qd`.
#[derive(Clone, Debug)]
pub struct ReadableConstraints {
    /// The function that computes these values.
    pub function: Function,
    /// The program that is written out.
    pub program: Program,
    /// The entries of the program written as sums; `None` if it is not a polynomial in sines and cosines.
    pub sums: Option<Vec<Sum>>,
}

/// The terms of the equation of motion.
#[derive(Clone, Debug)]
pub enum Dynamics {
    /// The equations of a small robot, written out.
    InFull(Box<EquationsInFull>),
    /// M, C, g and the drive as derived, for a small robot whose Lagrangian is not expanded, for example since it has square
    /// roots.
    Programs(Vec<(Function, Program)>),
    /// For any other robot, whose equations are shown as recursions: its joint types.
    Recursions(Vec<MotionType>),
}

impl ReadableEquations {
    /// The equations that exist as programs, with the functions to which they belong.
    pub fn programs(&self) -> impl Iterator<Item = (Function, Program)> {
        let (equations, programs) = match &self.dynamics {
            Dynamics::InFull(equations) => (Some(&**equations), &[][..]),
            Dynamics::Programs(programs) => (None, &programs[..]),
            Dynamics::Recursions(_) => (None, &[][..]),
        };
        let constraints = (self.constraints.iter())
            .map(|constraint| (constraint.function, constraint.program.clone()));
        (equations.into_iter().flat_map(EquationsInFull::programs))
            .chain(programs.iter().cloned())
            .chain(constraints)
    }
}

/// The equations of a small robot, written out in full.
#[derive(Clone, Debug)]
pub struct EquationsInFull {
    /// M, C, g and the drive.
    pub sums: ReadableSums,
    /// The builder that contains the values of `definitions`.
    pub builder: Builder,
    /// The values of the parameters that the sums have in addition to the robot's own: each stands for a quotient or a function of
    /// the robot's parameters.
    pub definitions: BTreeMap<Input, Value>,
}

impl EquationsInFull {
    fn programs(&self) -> impl Iterator<Item = (Function, Program)> {
        let functions = [
            (Function::MassMatrix, self.sums.mass_matrix.concat()),
            (Function::CoriolisMatrix, self.sums.coriolis_matrix.concat()),
            (Function::Gravity, self.sums.gravity.clone()),
        ];
        let drive = (self.sums.drive.clone()).map(|sums| (Function::Drive, sums));
        functions.into_iter().chain(drive).map(|(function, sums)| {
            let program = terms::program(self.builder.clone(), &sums, &self.definitions);
            (function, program)
        })
    }
}
