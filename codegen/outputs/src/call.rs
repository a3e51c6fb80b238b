//! Functions that are computed by calls of others, for the option `size`.

use std::fmt;

use multibody_description::function::Function;
use multibody_program::ir::InputKind;

/// How a function is computed by calls of others of the same robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// That function, where all is 0 that it takes and its caller does not.
    AtZero(Function),
    /// `M^-1 (tau - f)`, f that function without accelerations.
    Solution(Function),
    /// `M^-1`
    Inverse,
    /// `qd^T M qd / 2`
    Energy,
    /// `C qd`
    Product,
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
        }
    }

    /// What a function of so much [`weight`](multibody_program::ir::Count::weight) is shorter than its call.
    #[must_use]
    pub fn least(self) -> usize {
        match self {
            Self::AtZero(_) => 40,
            Self::Product | Self::Energy => 60,
            Self::Solution(_) | Self::Inverse => 100,
        }
    }
}

/// Whether a caller has nothing to give for what a callee takes, so that it gives zeros.
#[must_use]
pub fn is_zero(kind: InputKind, caller: Function, callee: Function) -> bool {
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
        }
    }
}
