//! A function of a robot, and its program.

use multibody_description::function::Target;
use multibody_program::ir::Program;

/// A function and its program.
#[derive(Clone, Debug)]
pub struct FunctionProgram {
    /// The function, and its link.
    pub target: Target,
    /// The program.
    pub program: Program,
}
