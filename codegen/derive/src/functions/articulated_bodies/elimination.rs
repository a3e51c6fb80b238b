//! The elimination of one rate or of one multiplier, and its effect on the rest of the robot.

use super::super::matrix::LinearSystem;
use super::super::propagated_rows::{PropagatedRow, PropagatedRows, RowAtBody};
use crate::kernels::Symbol;
use crate::kernels::{Linear, Twist, Wrench};
use multibody_program::ir::{Builder, Value, ValueHint};

/// The eliminations of all rates, and of the rows that are solved at a body on the way to the base.
pub struct Eliminations {
    /// Eliminations of the rates of each body's joint.
    pub rates: Vec<Vec<Elimination>>,
    /// The rows that are solved at each body, in the order of their elimination, with the eliminations of their
    /// multipliers.
    pub rows: Vec<Vec<SolvedRow>>,
}

/// A row that is solved at a body.
pub struct SolvedRow {
    pub row: usize,
    /// The elimination of its multiplier.
    pub elimination: Elimination,
}

/// The elimination of one rate of a joint, or of one multiplier.
pub struct Elimination {
    /// `U = I^A S`
    pub u_wrench: Wrench,
    /// `D = S^T U`
    pub d: Value,
    /// `u = tau - S^T p^A`
    pub u: Value,
    /// u of the column of each constraint row, which is propagated like a bias wrench.
    pub u_rows: Vec<Value>,
    pub pivot: Pivot,
}

/// A row that is pivoted on a rate, and its pivot.
pub struct PivotRow {
    pub row: usize,
    pub pivot: Value,
}

/// The pivot by which a rate or multiplier is eliminated: the inertia D along it, or a constraint row `k . a = c`. With the axis
/// s of the rate, `w = k / (k . s)`, as in the comment of the parent module.
pub enum Pivot {
    ByInertia {
        /// `U / D`
        gain: Wrench,
        /// `1 / D`
        inverse: Value,
    },
    ByRow {
        row: usize,
        /// `1 / (k . s)`
        inverse: Value,
        /// w
        share: Wrench,
        /// `c / (k . s)`
        right_side: Value,
    },
}

impl Eliminations {
    /// No eliminations, for this number of bodies.
    pub fn none(bodies: usize) -> Self {
        Self {
            rates: (0..bodies).map(|_| Vec::new()).collect(),
            rows: (0..bodies).map(|_| Vec::new()).collect(),
        }
    }

    /// The indices of the rows that have not been eliminated, among this number of rows.
    pub fn open_rows(&self, rows: usize) -> Vec<usize> {
        let pivots = self
            .rates
            .iter()
            .flatten()
            .filter_map(Elimination::pivot_row);
        let solved_rows = self.rows.iter().flatten().map(|solved| solved.row);
        let mut is_open = vec![true; rows];
        let eliminated = pivots.map(|pivot| pivot.row).chain(solved_rows);
        eliminated.for_each(|row| is_open[row] = false);
        (0..rows).filter(|&row| is_open[row]).collect()
    }

    /// The Delassus matrix `J M^-1 J^T` of open rows, and their right-hand sides minus the effect of the forces. Both
    /// contain only the contributions of the eliminations so far.
    pub fn delassus_system(
        &self,
        b: &mut Builder,
        propagated: &PropagatedRows,
        open_rows: &[usize],
    ) -> LinearSystem {
        let mut matrix = vec![vec![b.zero(); open_rows.len()]; open_rows.len()];
        let mut right_side: Vec<Value> = open_rows
            .iter()
            .map(|&row| propagated.rows[row].right_side)
            .collect();
        let row_eliminations = self.rows.iter().flatten().map(|solved| &solved.elimination);
        for elimination in self.rates.iter().flatten().chain(row_eliminations) {
            let Pivot::ByInertia { inverse, .. } = elimination.pivot else {
                continue;
            };
            for (i, &row) in open_rows.iter().enumerate() {
                let weighted = b.mul(inverse, elimination.u_rows[row]);
                for (j, &column) in open_rows.iter().enumerate().take(i + 1) {
                    let part = b.mul(weighted, elimination.u_rows[column]);
                    let sum = b.add(matrix[i][j], part);
                    (matrix[i][j], matrix[j][i]) = (sum, sum);
                }
                let effect = b.mul(weighted, elimination.u);
                right_side[i] = b.sub(right_side[i], effect);
            }
        }
        LinearSystem { matrix, right_side }
    }

    /// The elimination of the multiplier of a row that is solved at a body.
    pub fn eliminate_row(
        &self,
        b: &mut Builder,
        propagated: &PropagatedRows,
        RowAtBody { row, body }: RowAtBody,
    ) -> Elimination {
        let open_rows = self.open_rows(propagated.rows.len());
        let system = self.delassus_system(b, propagated, &open_rows);
        let index = open_rows
            .iter()
            .position(|&other| other == row)
            .expect("it is open");
        let mut couplings = vec![b.zero(); propagated.rows.len()];
        for (&column, &entry) in open_rows
            .iter()
            .zip(&system.matrix[index])
            .filter(|(other, _)| **other != row)
        {
            couplings[column] = entry;
        }
        let u_wrench = propagated.rows[row].wrenches[body];
        let d = b.neg(system.matrix[index][index]);
        Elimination {
            u_wrench,
            d,
            u: b.neg(system.right_side[index]),
            u_rows: couplings,
            pivot: Pivot::by_inertia(b, &u_wrench, d),
        }
    }
}

impl Pivot {
    /// The pivot D, for a rate or multiplier with the axis wrench U.
    pub fn by_inertia(b: &mut Builder, u_wrench: &Wrench, d: Value) -> Self {
        let one = b.one();
        let inverse = b.div(one, d);
        Self::ByInertia {
            gain: u_wrench.scaled(b, inverse),
            inverse,
        }
    }

    /// The pivot of a row on a rate along which the rows have these `forces`. The wrench of a propagated row is -k, and its force
    /// is `k . s`.
    pub fn by_row(
        b: &mut Builder,
        propagated: &PropagatedRows,
        RowAtBody { row, body }: RowAtBody,
        forces: &[Value],
    ) -> Self {
        let one = b.one();
        let inverse = b.div(one, forces[row]);
        let PropagatedRow {
            wrenches,
            right_side,
            ..
        } = &propagated.rows[row];
        let opposite = b.neg(inverse);
        Self::ByRow {
            row,
            inverse,
            share: wrenches[body].scaled(b, opposite),
            right_side: b.mul(inverse, *right_side),
        }
    }
}

impl Elimination {
    /// Gives hints to the values of the elimination of a rate v. Emitted code names them by these hints.
    pub fn hint(&self, b: &mut Builder, v: usize, body: usize) {
        let wrench = [Symbol::AxisForce, Symbol::AxisMoment];
        self.u_wrench.hint(b, wrench, body);
        b.hint(self.d, ValueHint::whole(Symbol::AxisInertia, v));
        b.hint(self.u, ValueHint::whole(Symbol::AxisLoad, v));
        if let Pivot::ByInertia { inverse, .. } = self.pivot {
            b.hint(inverse, ValueHint::whole(Symbol::InverseAxisInertia, v));
        }
    }

    /// The row that is pivoted on this rate, and its pivot.
    pub fn pivot_row(&self) -> Option<PivotRow> {
        match self.pivot {
            Pivot::ByRow { row, .. } => Some(PivotRow {
                row,
                pivot: self.u_rows[row],
            }),
            Pivot::ByInertia { .. } => None,
        }
    }

    /// Adds the effect of the elimination to the bias wrench and the rows of its body.
    pub fn apply(
        &self,
        b: &mut Builder,
        bias: &mut Wrench,
        body: usize,
        propagated: &mut PropagatedRows,
    ) {
        match &self.pivot {
            Pivot::ByInertia { gain, .. } => {
                let change = gain.scaled(b, self.u);
                *bias = bias.plus(b, &change);
                for (row, &force) in self.u_rows.iter().enumerate() {
                    let change = gain.scaled(b, force);
                    propagated.add(b, RowAtBody { row, body }, &change);
                }
            }
            Pivot::ByRow {
                row: pivot_row,
                share,
                right_side,
                ..
            } => {
                let pivot_part = share.scaled(b, self.d);
                let remainder = self.u_wrench.minus(b, &pivot_part);
                for (wrench, factor) in [(share, self.u), (&remainder, *right_side)] {
                    let change = wrench.scaled(b, factor);
                    *bias = bias.plus(b, &change);
                }
                propagated.remove(b, *pivot_row);
                for (row, &force) in self
                    .u_rows
                    .iter()
                    .enumerate()
                    .filter(|(k, _)| k != pivot_row)
                {
                    let change = share.scaled(b, force);
                    propagated.add(b, RowAtBody { row, body }, &change);
                    let part = b.mul(force, *right_side);
                    propagated.rows[row].right_side = b.sub(propagated.rows[row].right_side, part);
                }
            }
        }
    }

    /// The joint's acceleration along this rate, if the frame has the given `acceleration` without it; both are
    /// relative to the motion at qdd = 0. Also stores the multiplier of the row that is pivoted on this rate. For a
    /// multiplier that was eliminated like a rate, the result is this multiplier.
    pub fn solve(&self, b: &mut Builder, acceleration: &Twist, multipliers: &mut [Value]) -> Value {
        let row_parts = self.u_rows.iter().zip(&*multipliers);
        let mut parts = vec![self.u];
        match &self.pivot {
            Pivot::ByInertia { gain, inverse } => {
                parts.extend(row_parts.map(|(&force, &multiplier)| b.mul(force, multiplier)));
                let total = b.sum(parts);
                let force_part = b.mul(*inverse, total);
                let motion_part = gain.along(b, acceleration);
                b.sub(force_part, motion_part)
            }
            Pivot::ByRow {
                row,
                inverse,
                share,
                right_side,
            } => {
                let others = row_parts.enumerate().filter(|(other, _)| other != row);
                parts.extend(others.map(|(_, (&force, &multiplier))| b.mul(force, multiplier)));
                let total = b.sum(parts);
                let motion_part = share.along(b, acceleration);
                let joint_acceleration = b.sub(*right_side, motion_part);
                let frame_part = self.u_wrench.along(b, acceleration);
                let joint_part = b.mul(self.d, joint_acceleration);
                let required = b.add(frame_part, joint_part);
                let deficit = b.sub(required, total);
                multipliers[*row] = b.mul(*inverse, deficit);
                joint_acceleration
            }
        }
    }
}
