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
    /// The text from which the robot is generated, see [`crate::committed::FileOrigin`].
    pub source_text: String,
    /// For a robot with faults, its functions with the body `loop {}`, so that code that calls them compiles. If the lengths of
    /// arrays are unknown, functions are generic over them. Empty if `generated` is present, or if the input is not a struct.
    pub signatures: String,
    /// The committed file from which items are taken, if the attribute names one.
    pub committed: Option<PathBuf>,
    /// All faults and remarks.
    pub reports: Reports,
}

impl Expansion {
    pub(super) fn new(generated: Option<Generated>, source_text: String, reports: Reports) -> Self {
        Self {
            name: String::new(),
            generated,
            source_text,
            signatures: String::new(),
            committed: None,
            reports,
        }
    }

    /// The result if nothing is generated, and there is no text from which a robot could be made.
    pub(super) fn without_robot(reports: Reports) -> Self {
        Self::new(None, String::new(), reports)
    }

    /// Warnings and notes as text, for front ends that show errors in another way. Remarks on tokens begin with the name
    /// of the struct. They have no excerpt, since `source_text` is then joined from tokens, without the lines of the file.
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
        if let Some(content) = description.and_then(|file| file.content.as_ref()) {
            text += &content.report.render_remarks(&content.source);
        }
        text
    }
}
