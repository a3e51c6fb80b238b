//! A body frame in coordinates: its transform X(q), and the rate map N(q), where dq/dt = N(q) V.

use multibody_algebra::identity::Ideal;
use multibody_algebra::{Expression, UnsupportedOperation, from_program, total_derivative};
use multibody_description::joint::{JointPrograms, JointType, orientations};
use multibody_program::exact::Rational;
use multibody_program::ir::{Input, InputKind, Relation};

/// A joint type's transform and rate map as expressions of local inputs.
pub struct ChartExpressions {
    /// Number of positions.
    pub nq: usize,
    /// Number of rates.
    pub nv: usize,
    /// X: rotation by rows, then translation.
    pub x: Vec<Expression>,
    /// N, by rows.
    rate_map: Vec<Expression>,
    /// The relations between the positions, modulo which expressions are equal.
    ideal: Ideal,
}

impl ChartExpressions {
    /// The expressions of a joint type with these programs.
    ///
    /// # Errors
    /// The joint type uses a function for which there is no expression.
    pub fn new(kind: &dyn JointType, joint: &JointPrograms) -> Result<Self, UnsupportedOperation> {
        let nq = kind.positions().len();
        let programs = std::iter::once(&joint.transform).chain(&joint.rate_map);
        Ok(Self {
            nq,
            nv: kind.nv(),
            x: from_program(&joint.transform)?,
            rate_map: rate_map(joint, nq)?,
            ideal: Ideal::new(programs, &relations(kind)),
        })
    }

    /// The derivative along the k-th rate: `L_k = sum_j N_jk d/dq_j`.
    pub fn along(&self, expression: &Expression, k: usize) -> Expression {
        let positions = (0..self.nq).filter(|j| !self.rate_map[j * self.nv + k].is_zero());
        positions.fold(Expression::num(0), |sum, j| {
            let position = Input::new(InputKind::Local, j);
            sum + &self.rate_map[j * self.nv + k] * total_derivative(expression, position)
        })
    }

    /// The derivative of the transform along the k-th rate, in the order of X.
    pub fn transform_derivative(&self, k: usize) -> Vec<Expression> {
        self.x.iter().map(|entry| self.along(entry, k)).collect()
    }

    /// `vee(X^-1 change)`, the twist of a change of X, linear then angular, in normal form.
    pub fn twist(&self, change: &[Expression]) -> Vec<Expression> {
        // The last column, then the entries of the rotation that vee takes: (2, 1), (0, 2), (1, 0), counted from 0.
        [(0, 3), (1, 3), (2, 3), (2, 1), (0, 2), (1, 0)]
            .map(|(i, j)| {
                let entry = self.entry_in_body_axes(change, i, j);
                self.ideal.reduce(&entry).to_expression()
            })
            .to_vec()
    }

    /// `X^-1 change` by rows, rotation and translation side by side. None if it is not constant.
    pub fn constant_motion(&self, change: &[Expression]) -> Option<[[Rational; 4]; 3]> {
        let mut motion = [const { [Rational::ZERO; 4] }; 3];
        for (i, row) in motion.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry = self.constant(&self.entry_in_body_axes(change, i, j))?;
            }
        }
        Some(motion)
    }

    /// The number that an expression equals, if it is constant.
    pub fn constant(&self, expression: &Expression) -> Option<Rational> {
        self.ideal.constant(expression)
    }

    /// The entry in row i and column j of `X^-1 change`.
    fn entry_in_body_axes(&self, change: &[Expression], i: usize, j: usize) -> Expression {
        let entry = |l: usize| {
            if j < 3 { &change[3 * l + j] } else { &change[9 + l] }
        };
        (0..3).fold(Expression::num(0), |sum, l| {
            sum + &self.x[3 * l + i] * entry(l)
        })
    }
}

/// N by rows; the identity if the rates are the derivatives of the positions.
fn rate_map(joint: &JointPrograms, nq: usize) -> Result<Vec<Expression>, UnsupportedOperation> {
    match &joint.rate_map {
        Some(rows) => from_program(rows),
        None => Ok((0..nq * nq)
            .map(|entry| Expression::num(i64::from(entry / nq == entry % nq)))
            .collect()),
    }
}

/// The relations between the positions of a joint type.
pub fn relations(kind: &dyn JointType) -> Vec<Relation> {
    orientations(kind.positions())
        .filter(|(_, chart)| chart.has_unit_norm())
        .map(|(start, chart)| {
            let positions = start..start + chart.neutral().len();
            Relation::UnitNorm(positions.map(|k| Input::new(InputKind::Local, k)).collect())
        })
        .collect()
}
