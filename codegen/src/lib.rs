//! From the description of a robot to the source text of its dynamics.
//!
//! A build script starts with [`Config`]. If you need more than a file, start with [`generate()`].
//!
//! | feature | default | is |
//! |---|---|---|
//! | `symbolica` | yes | the computer algebra; without it descriptions are read and checked, and committed files are accepted |
#![deny(missing_docs)]

mod cache;
mod committed;
mod examine;
mod failure;
mod front_ends;
mod generate;
mod generated;
mod moving;
mod output;
mod package;
mod signatures;
mod simulate;

pub use multibody_description::{fault, settings};
pub use multibody_outputs::report;

pub use cache::Cache;
pub use examine::examine;
pub use failure::Failure;
pub use front_ends::attribute::{Expansion, generate_attribute};
pub use front_ends::config::Config;
pub use generate::generate;
pub use generated::Generated;
pub use multibody_description::function::Function;
pub use multibody_description::model::{Source, Span};
pub use multibody_description::source::read_file;
pub use multibody_program::exact::{Rational, decimal, integer};
pub use multibody_program::ir::Count;
pub use report::{Report, Stage};
pub use settings::Settings;

pub use multibody_description::source::tokens::keys as tokens;

/// For the macro, the command and the tests that come with this crate; not part of its interface.
#[doc(hidden)]
pub mod internal {
    // Makes private modules of this crate public here, under the same names.
    macro_rules! opened {
        ($($module:ident)+) => {
            $(pub mod $module {
                pub use crate::$module::*;
            })+
        };
    }
    opened! { committed examine generate generated moving output package signatures simulate }
    pub use crate::cache::generator;
    pub use crate::front_ends::{attribute, robot_file};
    pub use crate::generate::ablation;
    pub use multibody_description::settings::type_name;
    pub use multibody_description::{
        check, extend, findings, force, function, joint, language, lower, model, options,
        requested, signature, source, system,
    };
    pub use multibody_examine as examination;
    pub use multibody_program::{budget, exact, ir};
    pub use multibody_support::{fingerprint, foreign, sources, word};
    pub use {
        multibody_emit as emit, multibody_passes as passes, multibody_prove as prove,
        multibody_tree as tree,
    };

    #[cfg(feature = "symbolica")]
    pub use multibody_algebra as algebra;
    /// The derivation, and the plain data that it returns.
    pub mod derive {
        #[cfg(feature = "symbolica")]
        pub use multibody_derive::{
            body_terms, derive, derive_with_progress, expand, functions, judge, kernels,
            local_terms, readable_equations, scales, search, stated_errors, symbolic,
        };
        pub use multibody_outputs::*;
    }
}
