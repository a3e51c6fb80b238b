//! How a program came about.

use std::fmt;

use super::call::Call;
use multibody_description::system::Support;

/// How a program came about; shown as reports call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By the usual steps.
    By(Algorithm),
    /// By those steps alone that the computer algebra has derived.
    Derived(Algorithm),
    /// In the frames of the links as read.
    AsRead(Algorithm),
}

/// What a program follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// The usual recursion over the bodies.
    Tree,
    /// The same of a system that has no bodies in a tree: expressions alone.
    ChainRule,
    /// Gravity by composites.
    Composites,
    /// Accelerations by factors of the mass matrix.
    MassMatrix,
    /// The inverse of the mass matrix by the inverses of its factors.
    InverseFactors,
    /// Accelerations by articulated bodies.
    ArticulatedBodies,
    /// Accelerations of free bodies and multipliers of joints at once.
    FreeBodies,
    /// The same, multipliers first.
    MultipliersOfJoints,
    /// Accelerations by articulated bodies, where rates take rows of constraints.
    TakenRows,
    /// The same, where they take all.
    AllRowsTaken,
    /// Accelerations by articulated bodies, where rows are solved for at the body that carries all that they are about.
    EliminatedRows,
    /// The same, where rates take others.
    TakenAndEliminatedRows,
    /// Accelerations and multipliers by the matrix of both, in an order of least degree.
    WholeMatrix,
    /// Accelerations by the mass matrix of the rates that constraints leave free.
    Partitioned,
    /// Multipliers of the least sum of squares, by what constraints can carry where no motor drives.
    LeastSum(Support),
    /// Multipliers of the least residual and then of the least sum of squares, by proximal steps.
    LeastSquares,
    /// Lagrange's equations of an expanded Lagrangian.
    Expanded,
    /// Other functions of the robot.
    Calls(Call),
}

impl Algorithm {
    /// How others are called, if they are.
    #[must_use]
    pub fn call(self) -> Option<Call> {
        match self {
            Self::Calls(call) => Some(call),
            _ => None,
        }
    }
}

impl Way {
    /// What the program follows.
    #[must_use]
    pub fn algorithm(self) -> Algorithm {
        match self {
            Self::By(algorithm) | Self::Derived(algorithm) | Self::AsRead(algorithm) => algorithm,
        }
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::By(algorithm) => write!(f, "{algorithm}"),
            Self::Derived(algorithm) => write!(f, "{algorithm}, derived forms only"),
            Self::AsRead(algorithm) => write!(f, "{algorithm}, frames as read"),
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Calls(call) => return write!(f, "{call}"),
            Self::Tree => "tree",
            Self::ChainRule => "chain rule",
            Self::Composites => "composite rigid bodies",
            Self::MassMatrix => "mass matrix",
            Self::InverseFactors => "inverses of factors",
            Self::ArticulatedBodies => "articulated bodies",
            Self::FreeBodies => "free bodies and multipliers of joints",
            Self::MultipliersOfJoints => "multipliers of joints alone",
            Self::TakenRows => "articulated bodies, joint-pivoted rows",
            Self::AllRowsTaken => "articulated bodies, all rows joint-pivoted",
            Self::EliminatedRows => {
                "articulated bodies, rows eliminated at the root of their subtree"
            }
            Self::TakenAndEliminatedRows => {
                "articulated bodies, rows joint-pivoted or eliminated at the root of their subtree"
            }
            Self::WholeMatrix => "KKT matrix, in an order of least degree",
            Self::Partitioned => "mass matrix, coordinate partitioning",
            Self::LeastSum(Support::Whole) => "constraint forces at unactuated joints, residual 0",
            Self::LeastSum(Support::Few) => {
                "constraint forces at unactuated joints by least squares"
            }
            Self::LeastSum(Support::Loose) => {
                "constraint forces at unactuated joints, residual along free motions"
            }
            Self::LeastSquares => "least squares by proximal steps",
            Self::Expanded => "expanded Lagrangian",
        })
    }
}
