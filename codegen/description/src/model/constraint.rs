//! Constraints as in the description.

use super::{End, Quantity, Span, Spanned};
use crate::constraint::{FrameRow, VelocityRow};
use crate::function::Axes;
use multibody_program::ir::Value;

/// A constraint and its name.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// Its name.
    pub name: Spanned<String>,
    /// Its kind and data.
    pub kind: ConstraintKind,
}

/// The kind of a constraint.
#[derive(Clone, Debug)]
pub enum ConstraintKind {
    /// An expression of coordinates that stays 0; if it names rates, it is linear in them (velocity level).
    Expression {
        /// The expression, with local inputs as in [`SymbolicTerms`](super::SymbolicTerms).
        value: Value,
        /// Whether the expression names rates.
        is_velocity_level: bool,
        /// Where it was written.
        span: Span,
    },
    /// A point that stays on a surface or a curve.
    PointExpression {
        /// The link or frame in which the point's position is expressed, and the point.
        ends: [End; 2],
        /// Expressions that stay 0, with local inputs as in [`SymbolicTerms`](super::SymbolicTerms), and where each
        /// was written.
        equations: Vec<(Value, Span)>,
    },
    /// Scalar functions of two frames that stay 0.
    Frames {
        /// The origins of the two frames; their axes are those of their links.
        ends: [End; 2],
        /// The scalar functions.
        rows: Vec<FrameRow>,
        /// The lengths in these functions, m.
        lengths: Vec<Quantity>,
    },
    /// Components of the velocity of a point, and of the angular velocity of its link, that stay 0.
    Velocity {
        /// The point, and its link or frame.
        end: End,
        /// The axes in which components are expressed.
        axes: Axes,
        /// The components.
        rows: Vec<VelocityRow>,
    },
}

impl ConstraintKind {
    /// Its expressions, and where they were written.
    #[must_use]
    pub fn expressions(&self) -> Vec<(Value, Span)> {
        match self {
            Self::Expression { value, span, .. } => vec![(*value, *span)],
            Self::PointExpression { equations, .. } => equations.clone(),
            Self::Frames { .. } | Self::Velocity { .. } => Vec::new(),
        }
    }

    /// Its lengths, and the coordinates of its points.
    pub fn quantities(&self) -> impl Iterator<Item = &Quantity> {
        let lengths = match self {
            Self::Frames { lengths, .. } => &lengths[..],
            _ => &[],
        };
        lengths
            .iter()
            .chain(self.ends().iter().flat_map(|end| &end.point))
    }

    /// The points that it constrains.
    #[must_use]
    pub fn ends(&self) -> &[End] {
        match self {
            Self::Expression { .. } => &[],
            Self::PointExpression { ends, .. } | Self::Frames { ends, .. } => ends,
            Self::Velocity { end, .. } => std::slice::from_ref(end),
        }
    }
}
