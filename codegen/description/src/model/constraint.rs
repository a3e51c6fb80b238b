//! Constraints as written in the description.

use super::{End, Quantity, Span, Spanned};
use multibody_program::ir::Value;

/// What is to stay 0, under a name.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// Its name.
    pub name: Spanned<String>,
    /// What it is.
    pub kind: ConstraintKind,
}

/// The kind of a constraint.
#[derive(Clone, Debug)]
pub enum ConstraintKind {
    /// An expression of coordinates; if it names rates, it is linear in them (velocity level).
    Expression {
        /// Made as those of [`SymbolicTerms`](super::SymbolicTerms) are.
        value: Value,
        /// Whether it names rates.
        is_velocity_level: bool,
        /// Where it was written.
        span: Span,
    },
    /// A point that stays on a surface or a curve.
    PointExpression {
        /// The frame in which the position is expressed, and the point.
        ends: [End; 2],
        /// Expressions that are 0, made as those of [`SymbolicTerms`](super::SymbolicTerms) are, and where it was written.
        equations: Vec<(Value, Span)>,
    },
    /// Two points at a constant distance.
    Distance {
        /// The points.
        ends: [End; 2],
        /// m
        length: Quantity,
    },
    /// A loop joint: the frame at the second end has some free motions relative to that at the first.
    LoopJoint {
        /// Where the two frames are; their axes are those of the links.
        ends: [End; 2],
        /// The free motions.
        free: FreeMotions,
    },
    /// A contact: a point of a link without velocity.
    Contact {
        /// The point.
        end: End,
        /// Whether the link does not turn either.
        is_sole: bool,
        /// Whether the rows are in the link's axes instead of the world's.
        in_link_axes: bool,
    },
}

impl ConstraintKind {
    /// Its expressions, and where they were written.
    #[must_use]
    pub fn expressions(&self) -> Vec<(Value, Span)> {
        match self {
            Self::Expression { value, span, .. } => vec![(*value, *span)],
            Self::PointExpression { equations, .. } => equations.clone(),
            Self::Distance { .. } | Self::LoopJoint { .. } | Self::Contact { .. } => Vec::new(),
        }
    }

    /// Its length, and the points that it holds.
    pub fn quantities(&self) -> impl Iterator<Item = &Quantity> {
        let length = match self {
            Self::Distance { length, .. } => Some(length),
            _ => None,
        };
        length
            .into_iter()
            .chain(self.ends().iter().flat_map(|end| &end.point))
    }

    /// The points that it holds.
    #[must_use]
    pub fn ends(&self) -> &[End] {
        match self {
            Self::Expression { .. } => &[],
            Self::PointExpression { ends, .. }
            | Self::Distance { ends, .. }
            | Self::LoopJoint { ends, .. } => ends,
            Self::Contact { end, .. } => std::slice::from_ref(end),
        }
    }
}

/// The motions that a loop joint leaves between its frames, about or along these axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreeMotions {
    /// None.
    Nothing,
    /// Turns about all axes: a ball joint, or a pin.
    Turns,
    /// A turn: a hinge.
    Turn(usize),
    /// A shift.
    Shift(usize),
    /// A turn and a shift, along one axis.
    TurnAndShift(usize),
    /// Shifts across an axis, and turns about it.
    Plane(usize),
    /// Turns about all axes, and a shift: a point on a line.
    Line(usize),
    /// Turns about all axes, and shifts across one: a point on a plane.
    Surface(usize),
    /// Two turns, about an axis of the first frame and one of the second, at right angles.
    Universal(usize, usize),
}
