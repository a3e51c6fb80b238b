//! MJCF: the description format of MuJoCo, as its version 4.0 reads it.
//!
//! Sections may be repeated and add up; a `compiler` holds for the whole description, wherever it is. Angles are in
//! degrees unless the compiler says otherwise.

mod actuator;
mod assemble;
mod body;
mod classes;
mod document;
mod equality;
mod inertia;
mod joint;
mod keyframe;
mod law;
mod place;
mod pose;
mod reader;
mod references;
mod sections;
mod settings;
mod shapes;
mod shortcut;
mod survey;
mod tendon;
mod vocabulary;

use std::collections::BTreeMap;

use super::format::Format;
use super::xml::{self, Element};
use crate::fault::Faults;
use crate::model::{Model, Source};
use document::Node;
use reader::Reader;

/// MJCF, as a row of [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "mjcf",
    extension: "xml",
    begins: "<mujoco model=\"...\">",
    recognises: is_mjcf,
    includes: |text| xml::includes(text, "include", "file"),
    reader: mjcf,
};

/// Whether the root element is that of MJCF.
pub fn is_mjcf(text: &str) -> bool {
    xml::root_tag(text) == Some("mujoco")
}

/// Reads an MJCF.
#[must_use]
pub fn mjcf(source: &Source, faults: &mut Faults) -> Option<Model> {
    let files: Vec<_> = source.file_spans().collect();
    let strict: Vec<_> = files
        .iter()
        .map(|file| xml::strict_file(source, *file, faults))
        .collect();
    let mut documents = BTreeMap::new();
    // All files are read before an error is returned, so that all faults are found.
    for (file, strict) in files.iter().zip(&strict) {
        let strict = strict.as_ref();
        let document = strict.and_then(|strict| xml::parse_file(strict, source, *file, faults));
        documents.extend(document.map(|document| (file.start, document)));
    }
    if documents.len() < files.len() {
        return None;
    }
    let root_of_file = |start: usize| {
        let document = documents.get(&start)?;
        let node = document.root_element();
        Some(Element::in_file(node, &source.text, start))
    };
    let included = |include: Element| {
        let file = include.attribute("file")?;
        Some(source.included_file(file.value_span)?.span.start)
    };
    let root = Node::of(
        root_of_file(0)?,
        &|include| root_of_file(included(include)?),
        faults,
    );
    Some(Reader::new(&source.text, &root, faults).read_robot(&root))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Report;

    /// A robot, and what was reported about it.
    pub(super) struct Read {
        pub(super) model: Model,
        report: Report,
    }

    impl Read {
        /// How often a fault of this kind was reported.
        pub(super) fn notes(&self, kind: &str) -> usize {
            let diagnostics = self.report.diagnostics.iter();
            diagnostics.filter(|it| it.fault.kind() == kind).count()
        }
    }

    /// Reads a text without errors.
    pub(super) fn read(text: &str) -> Read {
        let source = Source::new("test.xml", text);
        let mut faults = Faults::new();
        let model = mjcf(&source, &mut faults).expect("a robot");
        let report = faults.finish();
        assert_eq!(report.errors, 0, "{}", report.render(&source));
        Read { model, report }
    }
}
