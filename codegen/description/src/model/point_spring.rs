//! Springs between points of two links, as in the description.

use super::{Quantity, Spanned};

/// A spring that pulls two points together, or pushes them apart if they are closer than its length.
#[derive(Clone, Debug)]
pub struct PointSpring {
    /// Its name.
    pub name: Spanned<String>,
    /// The two points.
    pub ends: [End; 2],
    /// N/m
    pub stiffness: Quantity,
    /// Rest length, m.
    pub length: Quantity,
    /// Damping coefficient, which multiplies the rate of the length, N s/m.
    pub damping: Quantity,
}

impl PointSpring {
    /// All its numbers.
    pub fn quantities(&self) -> impl Iterator<Item = &Quantity> {
        let points = self.ends.iter().flat_map(|end| &end.point);
        [&self.stiffness, &self.length, &self.damping]
            .into_iter()
            .chain(points)
    }
}

/// A point of a link.
#[derive(Clone, Debug)]
pub struct End {
    /// The name of a link or of a frame, or `world`.
    pub link: Spanned<String>,
    /// The point in the frame of the link, m.
    pub point: [Quantity; 3],
}
