//! A choice of frames: what a search varies.

use multibody_tree::FrameChoice;

/// A choice of frames: the variables of the search.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SearchChoice {
    /// The frame of each body.
    pub frames: Vec<FrameChoice>,
    /// Whether each frame keeps its parent's orientation.
    pub unturned: Vec<bool>,
    /// The body from which columns of the mass matrix are not propagated further inwards: instead, the axes of the
    /// body's ancestors are expressed in its frame.
    pub column_end: Option<usize>,
    /// The unit of length, by its index among the lengths that are worth using.
    pub unit: Option<usize>,
}

impl SearchChoice {
    /// Denavit-Hartenberg frames that turn with their links.
    pub fn plain(bodies: usize) -> Self {
        Self {
            frames: vec![FrameChoice::default(); bodies],
            unturned: vec![false; bodies],
            unit: None,
            column_end: None,
        }
    }
}
