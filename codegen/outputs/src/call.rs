//! Functions that are computed by calls of others, for the option `size`.

use std::fmt;

use multibody_description::function::Function;
use multibody_program::ir::InputKind;

/// How a function is computed by calls of others of the same robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// Another function, with 0 for all arguments that the caller does not take.
    AtZero(Function),
    /// `M^-1 (tau - f)`, where f is another function at zero accelerations.
    Solution(Function),
    /// `M^-1`
    Inverse,
    /// `qd^T M qd / 2`
    Energy,
    /// `C qd`
    Product,
    /// Accelerations, and `-M^-1` times the derivatives of forces at these accelerations.
    Derivatives {
        /// The function for accelerations.
        accelerations: Function,
        /// The function for derivatives of forces.
        forces: Function,
    },
}

impl Call {
    /// The functions that are called.
    #[must_use]
    pub fn callees(self) -> Vec<Function> {
        match self {
            Self::AtZero(function) => vec![function],
            Self::Solution(forces) => vec![Function::MassMatrix, forces],
            Self::Inverse | Self::Energy => vec![Function::MassMatrix],
            Self::Product => vec![Function::CoriolisMatrix],
            Self::Derivatives {
                accelerations,
                forces,
            } => vec![accelerations, forces, Function::MassMatrixInverse],
        }
    }

    /// The [`weight`](multibody_program::ir::Count::weight) below which a function is shorter than its call.
    #[must_use]
    pub fn least_weight(self) -> usize {
        match self {
            Self::AtZero(_) => 40,
            Self::Product | Self::Energy => 60,
            Self::Solution(_) | Self::Inverse => 100,
            Self::Derivatives { .. } => 0,
        }
    }
}

/// Whether a callee takes an argument of this kind and its caller does not, so that the caller passes zeros.
#[must_use]
pub fn passes_zeros(kind: InputKind, caller: Function, callee: Function) -> bool {
    let takes = |function: Function| function.row().arguments.contains(&kind);
    takes(callee) && !takes(caller)
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtZero(function) => write!(f, "call of {function}"),
            Self::Solution(forces) => {
                write!(f, "calls of mass_matrix and {forces}, solved in a loop")
            }
            Self::Inverse => f.write_str("call of mass_matrix, inverted in a loop"),
            Self::Energy => f.write_str("call of mass_matrix, times rates in a loop"),
            Self::Product => f.write_str("call of coriolis_matrix, times rates in a loop"),
            Self::Derivatives {
                accelerations,
                forces,
            } => write!(
                f,
                "calls of {accelerations}, {forces} and mass_matrix_inverse, multiplied in a loop"
            ),
        }
    }
}
