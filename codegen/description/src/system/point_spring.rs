//! Springs between points of links.

use multibody_program::ir::{Value, Vector3};

/// Maximum number of springs between points for which a proof takes acceptable time: each spring doubles the number
/// of states that are tried until one is usable, that is, until `l^2` of each spring is a square modulo the state's prime.
pub const MAX_POINT_SPRINGS: usize = 8;

/// A spring of length l between two points with the energy `k (l - length)^2 / 2` and the damping force `damping
/// dl/dt`. Where l is 0, the spring has no direction.
#[derive(Clone, Debug)]
pub struct PointSpring {
    /// The name in the description.
    pub name: String,
    /// The points.
    pub ends: [End; 2],
    /// k, N/m
    pub stiffness: Value,
    /// Rest length, m.
    pub length: Value,
    /// N s/m
    pub damping: Value,
}

/// A point of a link.
#[derive(Clone, Copy, Debug)]
pub struct End {
    /// `None` for the world.
    pub link: Option<usize>,
    /// In the frame of the link.
    pub point: Vector3,
}

impl PointSpring {
    /// Its numbers: stiffness, length, damping, then the points.
    pub fn values(&self) -> impl Iterator<Item = Value> + use<> {
        let [first, second] = self.ends.map(|end| end.point);
        let numbers = [self.stiffness, self.length, self.damping];
        numbers.into_iter().chain(first).chain(second)
    }

    /// Visits the numbers that `values` returns; the visitor may change them.
    pub fn each_value(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        [&mut self.stiffness, &mut self.length, &mut self.damping]
            .into_iter()
            .for_each(&mut *visit);
        let points = self.ends.iter_mut().map(|end| &mut end.point);
        points.flatten().for_each(visit);
    }

    /// The links that it is attached to.
    pub fn links(&self) -> impl Iterator<Item = usize> + use<> {
        self.ends.into_iter().filter_map(|end| end.link)
    }
}
