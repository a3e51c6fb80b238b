//! From the description of a robot to the source text of its dynamics.

pub mod check;
pub mod derive;
pub mod emit;
pub mod exact;
mod examine;
pub mod fault;
pub mod generate;
pub mod ir;
pub mod joint;
pub mod mechanism;
pub mod model;
pub mod prove;
pub mod settings;
pub mod source;
pub mod tree;

pub use examine::{examine, examine_tokens};
pub use generate::{FunctionReport, Generated, Report, Snap, Stage, generate, generate_tokens};
pub use settings::Settings;
