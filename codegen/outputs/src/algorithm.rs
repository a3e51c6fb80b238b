//! The algorithm of a program, and the route by which it was derived.

use std::fmt;

use super::call::Call;
use multibody_description::findings::Support;

/// The derivation route of a program. Reports show its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// The usual route, in frames of the generator: the algorithm with hand-written kernels, or with derived ones if a
    /// hand-written kernel is not proved equal to its derived one.
    Usual(Algorithm),
    /// The algorithm with derived kernels only.
    DerivedKernels(Algorithm),
    /// The algorithm in the link frames as read.
    LinkFrames(Algorithm),
}

/// The algorithm of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// The textbook's recursion over the bodies: recursive Newton-Euler (RNEA), composite rigid bodies (CRBA) or forward
    /// kinematics.
    Recursion,
    /// The chain rule, for a system of symbolic terms without bodies in a tree.
    ChainRule,
    /// Gravity by composite rigid bodies.
    Composites,
    /// Derivatives of inverse dynamics by composite rigid bodies and their motion.
    CompositeDerivatives,
    /// Accelerations by factors of the mass matrix.
    MassMatrix,
    /// The inverse of the mass matrix by the inverses of its factors.
    InverseFactors,
    /// Accelerations by the articulated-body algorithm (ABA).
    ArticulatedBodies,
    /// Accelerations of free bodies and multipliers of joints at once (maximal coordinates).
    FreeBodies,
    /// ABA with joint-pivoted constraint rows: such a row is solved for the acceleration of one joint, its pivot.
    JointPivotedRows,
    /// ABA with all constraint rows joint-pivoted.
    AllRowsJointPivoted,
    /// ABA with constraint rows eliminated at the nearest common ancestor of their links.
    EliminatedRows,
    /// ABA with some rows joint-pivoted and the others eliminated.
    JointPivotedAndEliminatedRows,
    /// Accelerations and multipliers by the KKT matrix, with a minimum-degree ordering.
    KktMatrix,
    /// Accelerations by coordinate partitioning: the mass matrix of the independent rates.
    Partitioned,
    /// Constrained inverse dynamics: of all multipliers that supply the forces at joints without motors, those with the least
    /// sum of squares. The algorithm depends on which of these forces the constraints can supply ([`Support`]).
    LeastNorm(Support),
    /// Constrained inverse dynamics by proximal steps: the multipliers that come closest to the forces at joints without motors;
    /// among them, those with the least sum of squares.
    LeastResidual,
    /// Lagrange's equations of an expanded Lagrangian.
    Expanded,
    /// The function calls other functions of the robot.
    Calls(Call),
}

impl Algorithm {
    /// How other functions are called, if any are.
    #[must_use]
    pub fn as_call(self) -> Option<Call> {
        match self {
            Self::Calls(call) => Some(call),
            _ => None,
        }
    }
}

impl Route {
    /// The algorithm of the program.
    #[must_use]
    pub fn algorithm(self) -> Algorithm {
        match self {
            Self::Usual(algorithm)
            | Self::DerivedKernels(algorithm)
            | Self::LinkFrames(algorithm) => algorithm,
        }
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usual(algorithm) => write!(f, "{algorithm}"),
            Self::DerivedKernels(algorithm) => write!(f, "{algorithm}, derived forms only"),
            Self::LinkFrames(algorithm) => write!(f, "{algorithm}, frames as read"),
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Calls(call) => return write!(f, "{call}"),
            Self::Recursion => "tree",
            Self::ChainRule => "chain rule",
            Self::Composites => "composite rigid bodies",
            Self::CompositeDerivatives => "composite rigid bodies and their motion",
            Self::MassMatrix => "mass matrix",
            Self::InverseFactors => "inverses of factors",
            Self::ArticulatedBodies => "articulated bodies",
            Self::FreeBodies => "free bodies and multipliers of joints",
            Self::JointPivotedRows => "articulated bodies, joint-pivoted rows",
            Self::AllRowsJointPivoted => "articulated bodies, all rows joint-pivoted",
            Self::EliminatedRows => {
                "articulated bodies, rows eliminated at the nearest common ancestor"
            }
            Self::JointPivotedAndEliminatedRows => {
                "articulated bodies, rows joint-pivoted or eliminated at the nearest common ancestor"
            }
            Self::KktMatrix => "KKT matrix, in an order of least degree",
            Self::Partitioned => "mass matrix, coordinate partitioning",
            Self::LeastNorm(Support::Full) => "constraint forces at unactuated joints, residual 0",
            Self::LeastNorm(Support::UpToResidual) => {
                "constraint forces at unactuated joints by least squares"
            }
            Self::LeastNorm(Support::UpToFreeMotions) => {
                "constraint forces at unactuated joints; a residual may stay along free motions"
            }
            Self::LeastResidual => "least squares by proximal steps",
            Self::Expanded => "expanded Lagrangian",
        })
    }
}
