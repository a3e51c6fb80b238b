//! The result of an attribute: the generated items, and all faults and remarks.

use std::path::PathBuf;

use crate::generated::Generated;
use multibody_description::attribute::Reports;
use multibody_description::fault::Severity;

/// The result of an attribute and its struct.
#[derive(Debug)]
pub struct Expansion {
    /// The name of the struct; empty if it could not be read.
    pub name: String,
    /// The robot; `None` if there are faults.
    pub generated: Option<Generated>,
    /// The text that the robot is made from, see [`crate::committed::FileOrigin`].
    pub origin: String,
    /// The functions of a robot with faults, as far as its size is known, with bodies that never end. Empty if
    /// there is a robot, or if there cannot be one.
    pub signatures: String,
    /// The committed file from which items are taken, if the attribute names one.
    pub committed: Option<PathBuf>,
    /// All faults and remarks.
    pub reports: Reports,
}

impl Expansion {
    pub(super) fn new(generated: Option<Generated>, origin: String, reports: Reports) -> Self {
        Self {
            name: String::new(),
            generated,
            origin,
            signatures: String::new(),
            committed: None,
            reports,
        }
    }

    /// The result if nothing is generated, and there is no text from which a robot could be made.
    pub(super) fn without_robot(reports: Reports) -> Self {
        Self::new(None, String::new(), reports)
    }

    /// Warnings and notes as text, for front ends that show errors in another way. There is no text for the
    /// tokens, so remarks on them are shown without an excerpt, with the name of the struct.
    #[must_use]
    pub fn remarks(&self) -> String {
        let is_remark = |severity: Severity| severity != Severity::Error;
        let mut text = String::new();
        for diagnostic in &self.reports.tokens.diagnostics {
            if is_remark(diagnostic.fault.severity()) {
                let word = diagnostic.fault.severity().word();
                let prefix = match self.name.as_str() {
                    "" => String::new(),
                    name => format!("`{name}`: "),
                };
                text += &format!("{word}: {prefix}{}\n", diagnostic.fault.text());
            }
        }
        let description = self.reports.description.as_ref();
        if let Some(content) = description.and_then(|file| file.read.as_ref()) {
            text += &content.report.render_remarks(&content.source);
        }
        text
    }
}
