//! The faults that a description can have, and their messages.
//!
//! [`table`] has every text, [`Faults`] collects the faults that the stages find, and [`Report`] is
//! what the user reads: all faults at once, sorted by place, in the style of rustc.

mod collector;
mod hint;
mod remark;
mod remedy;
mod render;
mod report;
mod row;
pub mod table;

pub use collector::Faults;
pub use hint::{Hint, nearest};
pub use remark::Remark;
pub use remedy::remedy;
pub use render::{LIST_MAX, groups};
pub use report::{Report, SHOWN_LIMIT};
pub use row::{FaultRow, Texts};
pub use table::Fault;

use crate::model::Span;
pub use multibody_support::foreign::{Shown, names};

/// How much a fault matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// No program can be made from this description.
    Error,
    /// A program is made, but the description probably contains a mistake.
    Warning,
    /// Information that may be useful.
    Note,
}

impl Severity {
    /// The word that begins a message.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// A fault and its place.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The fault; its texts are in its row of the [`table`].
    pub fault: Fault,
    /// The place of the fault.
    pub span: Span,
    /// The other places of a conflict.
    pub others: Vec<Span>,
}
