//! The robot that is generated from a description.

use multibody_description::fault;
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::{Target, identifier};
use multibody_outputs::report::Report;
use multibody_passes::Prepared;
use multibody_support::fingerprint::Fingerprint;

/// A generated robot. Its text is in the language of `Settings::layout`.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The declarations of its text: in Rust the struct, for front ends whose user did not write one; in C the header.
    pub declarations: String,
    /// The definitions of its text: in Rust all items except the struct; in C the source.
    pub definitions: String,
    /// The text by which another language calls the definitions: for C the header of C++; for Rust the files of a Python package,
    /// or empty.
    #[doc(hidden)]
    pub binding: String,
    /// The fingerprint of the verified text and of the compiled struct; empty if no text was verified.
    #[doc(hidden)]
    pub verified_fingerprint: String,
    /// The report about the robot.
    pub report: Report,
    /// Warnings and notes.
    pub diagnostics: fault::Report,
    /// The programs, if the `Cache` given to the generator is one that keeps them: they can be run without a compiler.
    #[doc(hidden)]
    pub programs: Option<Box<Programs>>,
}

/// The derived programs, and the system from which they were derived.
#[derive(Clone, Debug)]
pub struct Programs {
    /// The system after `examine`: without redundant constraint rows.
    pub system: ExaminedSystem,
    /// The functions that the programs compute.
    pub targets: Vec<Target>,
    /// The programs, in the order of the targets.
    pub prepared: Prepared,
}

impl Programs {
    /// The SHA-256 of the text of all programs, in the order of the targets. Equal fingerprints mean the same
    /// operations on the same operands in the same order.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let programs = std::iter::once(&self.prepared.prepare).chain(&self.prepared.functions);
        // Names are written as identifiers, so the fingerprint stays the same if the notation of names changes.
        let functions = (self.targets.iter()).map(|target| identifier(target.function.name()));
        let names = std::iter::once("prepare".to_owned()).chain(functions);
        let pairs = names.zip(programs.map(ToString::to_string));
        let texts: Vec<String> = pairs.flat_map(|(name, text)| [name, text]).collect();
        Fingerprint::of(texts.iter().map(String::as_str)).to_string()
    }
}
