//! Frames in which the hand-written kernels are proved.

use super::derived_terms::DerivedTerms;
use crate::search::Arranged;
use multibody_algebra::Shut;
use multibody_outputs::Refused;
use multibody_tree::Tree;

/// The name, in reports, of frames that were found by a search.
const FOUND: &str = "frames found by a search";

/// Frames in which the hand-written kernels are proved.
#[derive(Default)]
pub struct ProvedFrames {
    /// The frames.
    pub frames: Vec<Arranged>,
    /// The frames in which a hand-written kernel could not be proved.
    pub refused: Vec<Refused>,
}

impl ProvedFrames {
    /// Separates the frames that a search has found into those in which the hand-written kernels are proved, and
    /// those in which they are not. Placements in these frames may differ from those in the plain frames.
    pub fn among(candidates: Vec<Arranged>, terms: &DerivedTerms) -> Result<Self, Shut> {
        let mut proved_frames = Self::default();
        for arranged in candidates {
            match terms.refute_in(&arranged.tree)? {
                None => proved_frames.frames.push(arranged),
                Some(lemma) => proved_frames.refused.push(Refused {
                    route: FOUND.into(),
                    why: lemma,
                }),
            }
        }
        Ok(proved_frames)
    }

    /// The proved ones among the [variants](Arranged::with_links) of frames for recursions that use poses of
    /// constrained links.
    pub fn with_links<'a>(
        frames: impl Iterator<Item = &'a Arranged>,
        tree: &Tree,
        terms: &DerivedTerms,
    ) -> Result<Self, Shut> {
        let variants = frames.flat_map(|frames| frames.with_links(tree));
        Self::among(variants.collect(), terms)
    }
}
