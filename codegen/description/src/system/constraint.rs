//! Constraint rows: holonomic rows, on positions, and velocity-level rows, on rates.

use super::End;
use crate::constraint::FrameRow;
use crate::function::Axes;
use multibody_program::ir::Value;

/// Number of proximal steps that solve `S lambda = r`, if rows may depend on one another. S is the matrix `J M^-1 J^T`, or
/// `J J^T` in inverse dynamics, and eps is the option `regularization`. Each step finds lambda' from
/// `(S + eps) lambda' = r + eps lambda`; the first begins at `lambda = 0`. After the last step, the component along an
/// eigenvector of S with the eigenvalue s > 0 still lacks the part `(eps / (s + eps))^4` of the solution. Of several
/// solutions, the steps approach the one with the least norm.
pub const PROXIMAL_STEPS: usize = 4;

/// A constraint row: `C(q) = 0`, or `A(q) qd = 0`.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// The name of the constraint in the description, followed by a dot and a suffix for this row if there are several.
    pub name: String,
    /// Index, in the description, of the constraint that this row belongs to.
    pub owner: usize,
    /// The scalar that stays 0.
    pub row: Row,
}

/// A constraint row: a scalar that is 0 where the constraint is satisfied. The ends A and B are frames at their
/// points. Their axes a_k and b_k are those of their links or of the world; d is the vector from A to B.
#[derive(Clone, Debug)]
pub enum Row {
    /// An expression of coordinates.
    Expression {
        /// The index in [`SymbolicTerms::constraints`](super::SymbolicTerms::constraints).
        index: usize,
        /// Whether it is velocity-level and linear in the rates, instead of holonomic.
        is_velocity_level: bool,
    },
    /// An expression of the position of B's point relative to A, expressed in A. The inputs
    /// [`PointCoordinate`](multibody_program::ir::InputKind::PointCoordinate) of the expression are `a_k . d`, m.
    PointExpression {
        /// A and B.
        ends: [End; 2],
        /// The index in [`SymbolicTerms::constraints`](super::SymbolicTerms::constraints).
        index: usize,
    },
    /// A scalar function of two frames.
    Between {
        /// A and B.
        ends: [End; 2],
        /// The function.
        frame_row: FrameRow,
        /// The lengths in the function, m.
        numbers: Vec<Value>,
    },
    /// A component of the velocity of a link's point, or of the link's angular velocity.
    Velocity {
        /// The point.
        end: End,
        /// The axes in which components are expressed.
        axes: Axes,
        /// The index of the component: linear velocity first, then angular velocity.
        component: usize,
    },
}

impl Row {
    /// The links of its ends, without the world.
    pub fn links(&self) -> impl Iterator<Item = usize> + use<> {
        self.ends().into_iter().flatten().filter_map(|end| end.link)
    }

    /// Whether it is holonomic: a function of positions.
    #[must_use]
    pub fn is_holonomic(&self) -> bool {
        match self {
            Self::Expression {
                is_velocity_level, ..
            } => !is_velocity_level,
            Self::PointExpression { .. } | Self::Between { .. } => true,
            Self::Velocity { .. } => false,
        }
    }

    /// Exponent of length in the dimension of the row; the multiplier scales with the inverse power.
    #[must_use]
    pub fn length_exponent(&self) -> usize {
        match self {
            Self::Between { frame_row, .. } => frame_row.formula.length_exponent(),
            Self::Velocity { component, .. } => usize::from(*component < 3),
            // Expressions are in coordinates or metres, and are not rescaled.
            Self::Expression { .. } | Self::PointExpression { .. } => 0,
        }
    }

    /// Its ends: A and B, one point, or none.
    fn ends(&self) -> [Option<End>; 2] {
        match self {
            Self::Velocity { end, .. } => [Some(*end), None],
            Self::Expression { .. } | Self::PointExpression { .. } | Self::Between { .. } => {
                self.pair().map_or([None; 2], |ends| ends.map(Some))
            }
        }
    }

    /// The two frames on which the row depends; `None` if it depends on coordinates or on a single point. A motion common to
    /// both frames does not change the value of the row.
    #[must_use]
    pub fn pair(&self) -> Option<[End; 2]> {
        match self {
            Self::PointExpression { ends, .. } | Self::Between { ends, .. } => Some(*ends),
            Self::Expression { .. } | Self::Velocity { .. } => None,
        }
    }

    /// Visits all numbers of the row: the points of its ends, then its own.
    pub fn each_value(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        match self {
            Self::Expression { .. } => {}
            Self::PointExpression { ends, .. } => each_point(ends, visit),
            Self::Between { ends, numbers, .. } => {
                each_point(ends, visit);
                numbers.iter_mut().for_each(visit);
            }
            Self::Velocity { end, .. } => end.point.iter_mut().for_each(visit),
        }
    }

    /// The numbers that `each_value` visits.
    #[must_use]
    pub fn values(&self) -> Vec<Value> {
        let mut values = Vec::new();
        self.clone().each_value(&mut |value| values.push(*value));
        values
    }
}

/// Visits the coordinates of both points.
fn each_point(ends: &mut [End; 2], visit: &mut dyn FnMut(&mut Value)) {
    let points = ends.iter_mut().map(|end| &mut end.point);
    points.flatten().for_each(visit);
}
