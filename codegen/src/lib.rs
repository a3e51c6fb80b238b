//! From the description of a robot to the source text of its dynamics.
//!
//! A build script starts at [`Config`]; whoever wants more than a file, at [`generate()`].
//!
//! | feature | default | is |
//! |---|---|---|
//! | `symbolica` | yes | the computer algebra; without it descriptions are read and checked, and committed files taken |
//! | `cli` | no | the command `cargo multibody` |
#![deny(missing_docs)]

mod ablation;
mod accuracy;
mod attribute;
#[cfg(feature = "symbolica")]
mod budget;
mod bundled;
mod cache;
mod check;
mod committed;
mod config;
mod contacts_and_loops;
mod derive;
mod emit;
mod exact;
mod examine;
mod failure;
pub mod fault;
mod fingerprint;
mod force;
mod foreign;
mod frames;
mod function;
mod generate;
mod generated;
mod ir;
mod joint;
mod met;
mod model;
mod motion;
mod no_value;
mod options;
mod output;
mod oversize;
#[cfg(feature = "symbolica")]
mod passes;
#[cfg(feature = "symbolica")]
mod polynomials;
#[cfg_attr(
    not(feature = "symbolica"),
    allow(dead_code, reason = "some of it serves the algebra alone")
)]
mod private_folder;
mod prove;
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
mod reach;
mod reduce;
pub mod report;
mod robot_file;
mod rounded;
pub mod settings;
mod settle;
mod signatures;
mod simulate;
mod source;
mod system;
mod tree;
mod type_name;
mod wanted;
mod word;

pub use attribute::{Expansion, generate_attribute};
pub use cache::Cache;
pub use config::Config;
pub use exact::{Rational, decimal, integer};
pub use examine::examine;
pub use failure::Failure;
pub use function::Function;
pub use generate::generate;
pub use generated::Generated;
pub use ir::Count;
pub use model::{Source, Span};
pub use report::{Report, Stage};
pub use settings::Settings;
pub use source::read_file;

#[doc = include_str!("source/tokens/keys.md")]
pub mod tokens {}

/// For the macro, the command and the tests that come with this crate; not part of its interface.
#[doc(hidden)]
pub mod internal {
    macro_rules! opened {
        ($($module:ident)+) => {
            $(pub mod $module {
                pub use crate::$module::*;
            })+
        };
    }
    opened! {
        ablation attribute check committed derive emit exact examine force foreign function generate generated ir joint
        model options output oversize prove reduce robot_file settle signatures simulate source system tree type_name word
    }
}
