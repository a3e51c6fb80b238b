//! Whether, and how far, the emitted text was verified, as the head of the text and the report state it.

use std::fmt;

/// Whether the emitted text was verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verification {
    /// The text was not verified, for this reason.
    Not(String),
    /// The verifier found nothing wrong. It may have left items unverified.
    Done(Verified),
}

/// The result of the verifier for a text in which it finds nothing wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// The number of items of the text, such as functions and constants, that have to be verified.
    pub items: usize,
    /// An upper bound of the base-2 logarithm of the probability of error; `None` if no item was proved at random
    /// states.
    pub log2_error: Option<i32>,
    /// Those of the `items` that are not verified.
    pub unproved: Vec<UnprovedItem>,
    /// Further items, which `items` does not count. They are not verified, since they are not code of the robot's dynamics.
    pub recognised: Vec<String>,
}

/// An item that is not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnprovedItem {
    /// The name of the item.
    pub name: String,
    /// Why it is not verified.
    pub reason: String,
}

impl Default for Verification {
    fn default() -> Self {
        Self::Not("nothing was generated".into())
    }
}

impl Verified {
    /// `39 of 39 items`
    #[must_use]
    pub fn count_text(&self) -> String {
        let verified = self.items.saturating_sub(self.unproved.len());
        format!("{verified} of {} items", self.items)
    }

    /// `, error below 2^-114`; empty if no item was proved at random states.
    #[must_use]
    pub fn error_text(&self) -> String {
        let text = |error: i32| format!(", error below 2^{error}");
        self.log2_error.map_or(String::new(), text)
    }
}

impl fmt::Display for Verification {
    /// `39 of 39 items verified, error below 2^-114`, or `not verified: verify = false`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Not(reason) => write!(f, "not verified: {reason}"),
            Self::Done(verified) => write!(
                f,
                "{} verified{}",
                verified.count_text(),
                verified.error_text()
            ),
        }
    }
}
