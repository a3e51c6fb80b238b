//! Remedies for faults of XML, by format.

/// Remedies for faults of XML that differ between formats.
pub(in crate::source) struct Remedies {
    /// The remedy for elements that are nested too deeply.
    pub(in crate::source) nesting: &'static str,
    /// The remedy for a document type that is passed over.
    pub(super) document_type: &'static str,
}

/// The remedies for a URDF.
pub(super) const URDF: Remedies = Remedies {
    nesting: "a URDF needs six levels; look for a missing end tag above",
    document_type: "remove it; a URDF needs none",
};
/// The remedies for an MJCF.
pub(in crate::source) const MJCF: Remedies = Remedies {
    nesting: "robots have fewer bodies in one another; look for a missing end tag above",
    document_type: "remove it; an MJCF needs none",
};
