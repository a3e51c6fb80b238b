//! The dimensions of arrays: arguments and results are sized by them.

/// A dimension of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// The number of positions.
    Positions,
    /// The number of rates.
    Rates,
    /// The number of constraint rows.
    Rows,
    /// The number of actuators.
    Actuators,
    /// The number of links on which external wrenches act.
    WrenchLinks,
    /// The number of components of all external wrenches, six for each.
    WrenchComponents,
    /// This number.
    Constant(usize),
}

/// The sizes of a robot that dimensions name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dimensions {
    /// The number of positions.
    pub nq: usize,
    /// The number of rates.
    pub nv: usize,
    /// The number of constraint rows.
    pub nc: usize,
    /// The number of actuators.
    pub nu: usize,
    /// The number of links on which external wrenches act.
    pub wrenches: usize,
}

impl Dimension {
    /// The size.
    #[must_use]
    pub fn size(self, dimensions: Dimensions) -> usize {
        match self {
            Self::Positions => dimensions.nq,
            Self::Rates => dimensions.nv,
            Self::Rows => dimensions.nc,
            Self::Actuators => dimensions.nu,
            Self::WrenchLinks => dimensions.wrenches,
            Self::WrenchComponents => 6 * dimensions.wrenches,
            Self::Constant(size) => size,
        }
    }

    /// The size as text in Rust types: the constant that names it, or the number.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Positions => "NQ".into(),
            Self::Rates => "NV".into(),
            Self::Rows => "NC".into(),
            Self::Actuators => "NU".into(),
            Self::WrenchLinks => "NW".into(),
            Self::WrenchComponents => "NF".into(),
            Self::Constant(size) => size.to_string(),
        }
    }
}
