//! The table of faults: one row each, with its severity and all of its texts.
//!
//! `message` says what is wrong, with name and value; `label` is printed at the place of the fault, and `second` at the
//! other places of a conflict; `help` says what to write instead.
//!
//! Each file has the rows of one topic, as a macro that adds them to the rows of the files before it and passes all to the
//! macro `$next`. The last macro is `faults` in `row.rs`, which makes the enum.

mod attribute;
mod constraints;
mod files;
mod mjcf;
mod model;
mod settings;
mod tokens;
mod urdf;

use super::row::{FaultRow, Texts, faults};
use super::{Hint, Severity, Shown};
use attribute::attribute;
use constraints::constraints;
use files::files;
use mjcf::mjcf;
use model::model;
use settings::settings;
use tokens::tokens;
use urdf::urdf;

files! { urdf mjcf model tokens constraints attribute settings faults; }

/// The number of occurrences, which is printed only if there is more than one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times(pub usize);

impl std::fmt::Display for Times {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0 > 1 { write!(f, " ({} times)", self.0) } else { Ok(()) }
    }
}
