//! The arguments of functions, in one table with a row for each.
//!
//! To add an argument, add a kind of input to the IR, a row here and a field to `reference::State` in the runtime, and read it in
//! recursions and equations. An argument that a view binds needs a view too.

use crate::function::{Dimension, Dimensions};
use crate::system::System;
use Dimension::{Actuators, Constant, Positions, Rates, Rows, WrenchLinks};
use multibody_program::ir::{Input, InputKind};

/// Everything that is known about an argument.
#[derive(Clone, Copy, Debug)]
pub struct ArgumentRow {
    /// The kind of its inputs in programs.
    pub kind: InputKind,
    /// Its name.
    pub name: &'static str,
    /// The dimensions of its array, from outside to inside; a number has none.
    pub dimensions: &'static [Dimension],
    /// What it means, with units. `{charts}` is replaced by what positions of orientations have to satisfy, and
    /// `{links}` by the links on which wrenches act.
    pub meaning: &'static str,
    /// The range of its values at ordinary states.
    pub range: ArgumentRange,
    /// The method of the robot that makes a view with this argument bound, if there is one.
    pub view: Option<&'static str>,
}

/// The range of an argument at ordinary states, where the accuracy of programs is measured. Proofs cover all values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentRange {
    /// Positions of coordinates, each in its chart.
    Positions,
    /// Rates, accelerations, forces, and changes of these.
    Rates,
    /// Any numbers.
    Numbers,
    /// 0 or more.
    Times,
    /// Gains, which are positive.
    Gains,
    /// From 0 to 1.
    Shares,
    /// Small and positive.
    Weights,
    /// 0 or 1.
    Switches,
}

/// Makes the table. A row has the kind of inputs, the name, the dimensions, the range, the view, and the meaning.
macro_rules! arguments {
    ($($kind:ident $name:literal [$($dimension:expr),*] $range:ident $view:expr, $meaning:literal;)+) => {
        impl ArgumentRow {
            /// All arguments. When accuracy is measured, random values are drawn in this order, so another order gives
            /// other states.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self {
                kind: InputKind::$kind,
                name: $name,
                dimensions: &[$($dimension),*],
                meaning: $meaning,
                range: ArgumentRange::$range,
                view: $view,
            }),+];
        }
    };
}

arguments! {
    Q "q" [Positions] Positions None, "positions, rad or m{charts}, in the order of";
    Qd "qd" [Rates] Rates None, "rates, per s";
    Qdd "qdd" [Rates] Rates None, "accelerations, per s^2";
    Tau "tau" [Rates] Rates None, "generalized forces, N m or N";
    Wrench "wrenches" [WrenchLinks, Constant(6)] Numbers Some("under"),
        "force, then moment, in world axes at the link's origin, on {links}";
    Time "t" [] Times Some("at_time"), "time, s";
    Feedback "feedback" [Constant(2)] Gains None, "gains `[ks, kd]` of `C` and of `J qd`, 1/s^2 and 1/s;";
    Restitution "restitution" [] Shares None,
        "coefficient of restitution `e`, from 0 (plastic) to 1 (elastic)";
    Weight "weight" [] Weights None, "`w`, weight of multipliers relative to motor forces; 0: none";
    Multipliers "lambda" [Rows] Numbers None, "multipliers, in the order of `CONSTRAINTS`";
    Selector "selectors" [Rows] Switches Some("selecting"),
        "1 for each active constraint row, 0 for each inactive one, in the order of `CONSTRAINTS`";
    Direction "direction" [Constant(3), Rates] Rates None,
        "changes of `q` along the motion at such rates, of `qd`, and of `qdd` or `tau`";
    Weights "weights" [Rates] Numbers None, "weights of the values in the sum that is differentiated";
    Control "ctrl" [Actuators] Numbers None, "controls, in the order of `ACTUATORS`";
}

impl ArgumentRange {
    /// Whether bounds on the degree of an equation count such an argument among its vectors. Positions and times occur in
    /// placements and expressions instead, which have bounds of their own, and a switch is 0 or 1.
    #[must_use]
    pub fn counts_as_vector(self) -> bool {
        !matches!(self, Self::Positions | Self::Times | Self::Switches)
    }
}

impl ArgumentRow {
    /// The argument with inputs of this kind; `None` for inputs that are no argument, such as run-time parameters.
    #[must_use]
    pub fn of(kind: InputKind) -> Option<&'static Self> {
        const ALL: &[ArgumentRow] = &ArgumentRow::ALL;
        ALL.iter().find(|argument| argument.kind == kind)
    }

    /// The sizes of its array, from outside to inside; a number has none.
    #[must_use]
    pub fn sizes(&self, dimensions: Dimensions) -> Vec<usize> {
        self.dimensions
            .iter()
            .map(|dimension| dimension.size(dimensions))
            .collect()
    }

    /// The number of its inputs.
    #[must_use]
    pub fn count(&self, dimensions: Dimensions) -> usize {
        self.sizes(dimensions).iter().product()
    }
}

impl Dimensions {
    /// The dimensions of a system with external wrenches on this number of links.
    #[must_use]
    pub fn of(system: &System, wrenches: usize) -> Self {
        Self {
            nq: system.nq(),
            nv: system.nv(),
            nc: system.nc(),
            nu: system.actuators.len(),
            wrenches,
        }
    }
}

/// The name of the argument that inputs of this kind belong to; run-time parameters have the name of their kind.
#[must_use]
pub fn argument_name(kind: InputKind) -> &'static str {
    ArgumentRow::of(kind).map_or(kind.name(), |argument| argument.name)
}

/// The indices of an input in the array of its argument, one for each dimension, for a robot with `nv` rates.
#[must_use]
pub fn indices(input: Input, nv: usize) -> Vec<usize> {
    let index = input.index as usize;
    match ArgumentRow::of(input.kind).map(|argument| argument.dimensions) {
        Some([]) => Vec::new(),
        Some([_, Constant(inner)]) => vec![index / inner, index % inner],
        Some([_, Rates]) => vec![index / nv, index % nv],
        _ => vec![index],
    }
}
