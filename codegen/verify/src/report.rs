//! The report on a file: a verdict on each item.

use std::collections::HashMap;
use std::fmt;

use syn::spanned::Spanned;

use multibody_prove::Strength;
use multibody_support::foreign::visible;

/// The longest chain of functions that only call others.
const MAX_CALL_CHAIN: usize = 8;

/// The verdict on an item.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// The item is verified: it satisfies the equation of its quantity.
    Proved(Strength),
    /// The item is verified: it is the text that the description determines.
    Equal,
    /// The item only calls this other one, with its own arguments, so it is verified if the other one is.
    Calls(String),
    /// The item is verified if this list is not empty, and all items in it are verified. They are the functions that the item calls,
    /// one for each link; or the members of a bundle; or all functions that use what the item prepares.
    CallsAll(Vec<String>),
    /// The item is wrong, for this reason.
    Wrong(String),
    /// The item is neither verified nor known to be wrong, for this reason.
    NotVerified(String),
}

impl Verdict {
    /// This verdict if `is_right`, else [`Verdict::Wrong`] for this reason.
    pub(crate) fn or_wrong_unless(self, is_right: bool, reason: &str) -> Self {
        if is_right { self } else { Self::Wrong(reason.into()) }
    }
}

/// The verdicts on a file.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The name of the robot.
    pub name: String,
    /// The name of the description.
    pub description: String,
    /// Where the settings are from: the command in the file's head, the attribute in Rust, or the default.
    pub settings: String,
    /// For each item, its name, its line and the verdict on it.
    pub items: Vec<(String, usize, Verdict)>,
    /// The names of items that are left out of the verification; `items` has none of them.
    pub unverified: Vec<String>,
    /// The index of each item in `items`.
    pub(crate) indices: HashMap<String, usize>,
}

impl Report {
    /// Adds the verdict on an item.
    pub(crate) fn add(&mut self, name: &str, place: &impl Spanned, mut verdict: Verdict) {
        let next = self.items.len();
        if self.indices.insert(name.to_owned(), next).is_some() {
            verdict = Verdict::Wrong("another item has this name".into());
        }
        let line = place.span().start().line;
        self.items.push((name.to_owned(), line, verdict));
    }

    /// The verdict on an item. If several items have this name, the verdict on the last.
    #[must_use]
    pub fn verdict(&self, name: &str) -> Option<&Verdict> {
        Some(&self.items[*self.indices.get(name)?].2)
    }

    /// Whether an item is verified. An item that only calls others is verified if all that it calls are.
    #[must_use]
    pub fn is_verified(&self, name: &str) -> bool {
        self.is_verified_within(name, MAX_CALL_CHAIN)
    }

    /// As `is_verified`, for chains of at most `calls` calls. So this ends even if functions call each other in a circle.
    fn is_verified_within(&self, name: &str, calls: usize) -> bool {
        let passes = |called: &String| calls > 0 && self.is_verified_within(called, calls - 1);
        match self.verdict(name) {
            Some(Verdict::Proved(_) | Verdict::Equal) => true,
            Some(Verdict::Calls(called)) => passes(called),
            Some(Verdict::CallsAll(called)) => !called.is_empty() && called.iter().all(passes),
            _ => false,
        }
    }

    /// The number of items that are wrong.
    #[must_use]
    pub fn wrong(&self) -> usize {
        let is_wrong = |(.., verdict): &&(_, _, Verdict)| matches!(verdict, Verdict::Wrong(_));
        self.items.iter().filter(is_wrong).count()
    }

    /// The number of items that are verified.
    #[must_use]
    pub fn verified_count(&self) -> usize {
        let names = self.items.iter().map(|(name, ..)| name);
        names.filter(|name| self.is_verified(name)).count()
    }

    /// The exit code of the command: 1 if something is wrong, or not verified if that is required; else 0.
    #[must_use]
    pub fn exit_code(&self, require_all: bool) -> u8 {
        u8::from(self.wrong() > 0 || require_all && self.verified_count() < self.items.len().max(1))
    }

    /// An upper bound of the probability that any verified item is wrong, as a logarithm to base 2.
    #[must_use]
    pub fn log_error(&self) -> f64 {
        let errors = self.items.iter().filter_map(|(.., verdict)| match verdict {
            Verdict::Proved(strength) => Some(strength.log_error.exp2()),
            _ => None,
        });
        errors.sum::<f64>().log2()
    }

    /// The line about an item.
    fn line(&self, (name, line, verdict): &(String, usize, Verdict)) -> String {
        let status = match verdict {
            Verdict::Wrong(_) => format!("WRONG, line {line}"),
            _ if self.is_verified(name) => "verified".to_owned(),
            _ => "not verified".to_owned(),
        };
        let detail = match verdict {
            Verdict::Equal => String::new(),
            Verdict::Proved(strength) => format!(": {strength}"),
            Verdict::Calls(called) => format!(": calls `{called}`"),
            Verdict::CallsAll(called) => format!(": by {} functions", called.len()),
            Verdict::Wrong(detail) | Verdict::NotVerified(detail) => format!(": {detail}"),
        };
        format!("{name:>32}  {status}{detail}\n")
    }

    /// The lines about the items that make the exit code 1.
    #[must_use]
    pub fn faults(&self, require_all: bool) -> String {
        let faults = self.items.iter().filter(|(name, _, verdict)| {
            let is_missing = require_all && !self.is_verified(name);
            is_missing || matches!(verdict, Verdict::Wrong(_))
        });
        faults.map(|item| self.line(item)).collect()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} against {}", self.name, visible(&self.description))?;
        writeln!(f, "settings: {}", visible(&self.settings))?;
        for item in &self.items {
            f.write_str(&self.line(item))?;
        }
        if !self.unverified.is_empty() {
            writeln!(f, "not verified: {}", self.unverified.join(", "))?;
        }
        let (verified, count, faults) = (self.verified_count(), self.items.len(), self.wrong());
        write!(f, "{verified} of {count} items verified, {faults} wrong")?;
        match self.log_error() {
            error if error.is_finite() => {
                writeln!(f, "; probability of error below 2^{:.0}", error.ceil())
            }
            _ => writeln!(f),
        }
    }
}
