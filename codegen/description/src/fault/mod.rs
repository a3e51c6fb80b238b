//! What can be wrong with a description, and the message for it.
//!
//! [`table`] holds every text, [`Faults`] gathers what the stages find, [`Report`] is what the user
//! reads: all faults at once, sorted by place, in the style of rustc.

mod collector;
mod hint;
mod remark;
mod render;
mod report;
mod row;
pub mod table;

pub use collector::Faults;
pub use hint::{Hint, nearest};
pub use remark::Remark;
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
    /// A program is made, but the description is probably not what was meant.
    Warning,
    /// Worth knowing.
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
    /// What is wrong; the texts come from its row of the [`table`].
    pub fault: Fault,
    /// Where.
    pub span: Span,
    /// The other sides of a conflict.
    pub others: Vec<Span>,
}
