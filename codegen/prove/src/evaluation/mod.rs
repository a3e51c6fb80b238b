//! A system as programs, evaluated at a random state.

mod jet_evaluator;
mod simple;
mod state;
mod system_programs;

pub use jet_evaluator::JetEvaluator;
pub use simple::SimpleState;
pub use state::{EvaluationFailure, ResidueState};
pub use system_programs::{DrawPart, ForcePrograms, MotionPrograms, SystemPrograms};
