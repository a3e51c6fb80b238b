//! States to which a description gives names.

/// A state of a robot that its description names: positions and rates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NamedState<const NQ: usize, const NV: usize> {
    /// The name in the robot's description.
    pub name: &'static str,
    /// Positions.
    pub q: [f64; NQ],
    /// Rates.
    pub qd: [f64; NV],
}
