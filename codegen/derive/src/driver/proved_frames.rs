//! Frames in which the hand-written kernels are proved.

use super::derived_terms::DerivedTerms;
use crate::search::ArrangedTree;
use multibody_algebra::GateShut;
use multibody_outputs::RefusedCandidate;
use multibody_tree::Tree;

/// The name, in reports, of frames that were found by a search.
const SEARCH_ROUTE: &str = "frames found by a search";

/// Frames in which the hand-written kernels are proved.
#[derive(Default)]
pub struct ProvedFrames {
    /// The frames.
    pub frames: Vec<ArrangedTree>,
    /// The frames in which a hand-written kernel could not be proved.
    pub refused: Vec<RefusedCandidate>,
}

impl ProvedFrames {
    /// Separates frames into those in which the hand-written kernels are proved, and those in which they are not. A kernel
    /// depends on the kind of rotation of a placement, which may differ from that in the plain frames.
    pub fn among(candidates: Vec<ArrangedTree>, terms: &DerivedTerms) -> Result<Self, GateShut> {
        let mut proved_frames = Self::default();
        for arranged in candidates {
            match terms.refute_in(&arranged.tree)? {
                None => proved_frames.frames.push(arranged),
                Some(lemma) => proved_frames.refused.push(RefusedCandidate {
                    route: SEARCH_ROUTE.into(),
                    why: lemma,
                }),
            }
        }
        Ok(proved_frames)
    }

    /// Separates the [variants](ArrangedTree::with_links) of some frames in the same way. The variants are for recursions that use
    /// poses of constrained links.
    pub fn with_links<'a>(
        frames: impl Iterator<Item = &'a ArrangedTree>,
        tree: &Tree,
        terms: &DerivedTerms,
    ) -> Result<Self, GateShut> {
        let variants = frames.flat_map(|frames| frames.with_links(tree));
        Self::among(variants.collect(), terms)
    }
}
