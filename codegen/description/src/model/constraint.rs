//! Constraints as written in the description.

use super::{End, Quantity, Span, Spanned};
use crate::constraint::FreeMotions;
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
        /// Whether it names rates.
        is_velocity_level: bool,
        /// Where it was written.
        span: Span,
    },
    /// A point that stays on a surface or a curve.
    PointExpression {
        /// The link or frame in which the position is expressed, and the point.
        ends: [End; 2],
        /// Expressions that stay 0, with local inputs as in [`SymbolicTerms`](super::SymbolicTerms), and where each
        /// was written.
        equations: Vec<(Value, Span)>,
    },
    /// Two points at a constant distance.
    Distance {
        /// The points.
        ends: [End; 2],
        /// m
        length: Quantity,
    },
    /// A loop joint: the frame at the second end can move relative to the frame at the first only by the free
    /// motions.
    LoopJoint {
        /// The origins of the two frames; their axes are those of their links.
        ends: [End; 2],
        /// The free motions.
        free: FreeMotions,
    },
    /// A contact: the given point of a link has no velocity.
    Contact {
        /// The point.
        end: End,
        /// Whether the link cannot rotate either.
        is_sole: bool,
        /// Whether the rows are expressed in the link's axes instead of the world's.
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

    /// Its length, and the coordinates of its points.
    pub fn quantities(&self) -> impl Iterator<Item = &Quantity> {
        let length = match self {
            Self::Distance { length, .. } => Some(length),
            _ => None,
        };
        length
            .into_iter()
            .chain(self.ends().iter().flat_map(|end| &end.point))
    }

    /// The points that it constrains.
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
