//! From the description of a robot to the source text of its dynamics.

pub mod cache;
pub mod check;
pub mod committed;
pub mod derive;
pub mod emit;
pub mod exact;
pub mod fault;
mod fingerprint;
pub mod generate;
pub mod ir;
pub mod joint;
pub mod mechanism;
pub mod model;
pub mod passes;
pub mod prove;
pub mod settings;
pub mod signatures;
pub mod source;
pub mod tree;

pub use cache::Cache;
pub use generate::{FunctionReport, Generated, Report, Snap, Stage, generate, generate_tokens};
pub use settings::Settings;
