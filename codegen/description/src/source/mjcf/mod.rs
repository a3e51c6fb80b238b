//! MJCF: the description format of MuJoCo, as its version 4.0 reads it.
//!
//! Sections may be repeated and add up; a `compiler` holds for the whole description, wherever it is. Angles are in
//! degrees unless the compiler says otherwise.

mod assemble;
mod body;
mod classes;
mod document;
mod joint;
mod place;
mod pose;
mod reader;
mod settings;
mod survey;
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
        Some(source.included_at(file.value_span)?.span.start)
    };
    let root = Node::of(
        root_of_file(0)?,
        &|include| root_of_file(included(include)?),
        faults,
    );
    Some(Reader::new(&source.text, &root, faults).read_robot(&root))
}
