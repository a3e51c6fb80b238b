//! A choice of frames.

use multibody_tree::FrameChoice;

/// A choice of frames: the variables of the search.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SearchChoice {
    /// The frame of each body.
    pub frames: Vec<FrameChoice>,
    /// For each body, whether its frame keeps a constant orientation in its parent's frame instead of turning with the body.
    pub unturned: Vec<bool>,
    /// The body from which columns of the mass matrix are not propagated further inwards: instead, the axes of the
    /// body's ancestors are expressed in its frame.
    pub last_body_of_columns: Option<usize>,
    /// The unit of length, by its index among the lengths that are worth using; none: the tree's own unit.
    pub length_unit: Option<usize>,
}

impl SearchChoice {
    /// Modified Denavit-Hartenberg frames that turn with their bodies.
    pub fn plain(bodies: usize) -> Self {
        Self {
            frames: vec![FrameChoice::default(); bodies],
            unturned: vec![false; bodies],
            length_unit: None,
            last_body_of_columns: None,
        }
    }
}
