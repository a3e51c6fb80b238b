//! From the description of a robot to the source text of its dynamics.
//!
//! A build script starts at [`Config`]; whoever wants more than a file, at [`generate()`].
//!
//! | feature | default | is |
//! |---|---|---|
//! | `symbolica` | yes | the computer algebra; without it descriptions are read and checked, and committed files taken |
//! | `cli` | no | the command `cargo multibody` |
#![deny(missing_docs)]

pub mod ablation;
pub mod accuracy;
pub mod attribute;
pub mod cache;
pub mod check;
pub mod committed;
mod config;
pub mod derive;
pub mod emit;
pub mod exact;
mod examine;
mod failure;
pub mod fault;
mod fingerprint;
pub mod force;
pub mod foreign;
pub mod function;
mod generate;
mod generated;
pub mod ir;
pub mod joint;
pub mod mechanism;
pub mod model;
pub mod options;
mod output;
pub mod oversize;
pub mod passes;
pub mod polynomials;
#[cfg_attr(
    not(feature = "symbolica"),
    allow(dead_code, reason = "some of it serves the algebra alone")
)]
mod private_folder;
pub mod prove;
#[cfg_attr(
    not(feature = "symbolica"),
    allow(dead_code, reason = "some of it serves the algebra alone")
)]
mod random;
#[cfg_attr(
    not(feature = "symbolica"),
    allow(dead_code, reason = "some of it serves the algebra alone")
)]
mod range;
mod reduce;
pub mod report;
pub mod robot_file;
pub mod settings;
pub mod signatures;
pub mod source;
pub mod tree;
pub mod type_name;
mod wanted;
pub mod word;

pub use attribute::generate_attribute;
pub use cache::Cache;
pub use config::Config;
pub use examine::{examine, examine_tokens};
pub use failure::Failure;
pub use generate::{generate, generate_cached};
pub use generated::Generated;
pub use output::{Destination, Written, file_name};
pub use report::{FunctionReport, JointCoordinates, JointReport, LinkReport, Report, Snap, Stage};
pub use settings::Settings;
