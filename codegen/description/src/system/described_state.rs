//! States with names.

/// A state of a description that has a name.
#[derive(Clone, Debug)]
pub struct DescribedState {
    /// Unique among states.
    pub name: String,
    /// Positions.
    pub q: Vec<f64>,
    /// Rates.
    pub qd: Vec<f64>,
}
