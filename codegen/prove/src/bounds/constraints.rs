//! Bounds of constraint rows and of their equations.
//!
//! Each term of the equation of motion has at most one row as a factor, `lambda (J w)`. `d2C/dt2` is linear in accelerations, so each
//! product of the equation `d2C/dt2 + kd dC/dt + ks C = 0` has one evaluation of the program. Regularized multipliers are compared
//! with those of the proximal steps, which solve linear systems with `J M^-1 J^T` and M; motor forces are checked by ranks of columns
//! of J. The numerators of both are minors.

use dashu_base::BitTest;

use super::fraction::{FractionBound, PolynomialBound};
use super::values::ValueBounds;
use crate::constraints::MAX_SELECTED_ROWS;
use crate::equations::{Degree, LinearSystems};
use crate::evaluation::SystemPrograms;
use multibody_description::constraint::{FormulaAlgebra, FrameProduct};
use multibody_description::function::Quantity;
use multibody_description::system::{Row, System};
use multibody_program::ir::Algebra;

/// Bounds of the parts of which the equations of constraints are made.
pub struct ConstraintBounds<'a> {
    pub system: &'a System,
    /// A value of any row, or a derivative.
    pub row: PolynomialBound,
    /// An entry of the mass matrix.
    pub mass: PolynomialBound,
    /// The program's outputs, contracted with a vector.
    pub answer: PolynomialBound,
}

/// Whether a proof decides on everything that the program returns. With many rows it does not try all selections of
/// active rows, and it does not check pivots.
pub fn is_decided(system: &System, quantity: Quantity) -> bool {
    match quantity {
        Quantity::Constrained(response) => {
            let omits_selections = response.is_switched() && system.nc() > MAX_SELECTED_ROWS;
            !omits_selections && !response.has_pivots()
        }
        _ => true,
    }
}

/// The bound of all rows, over one denominator. `point` is the bound of the components of a point of a link, and `numbers` that of
/// the numbers of rows.
pub fn rows(
    values: &mut ValueBounds,
    system: &System,
    programs: &SystemPrograms,
    point: &FractionBound,
    numbers: &FractionBound,
) -> FractionBound {
    let mut component = point.power(2.0);
    // The scalar product of two vectors, such as the component of an offset along an axis: three products.
    component.numerator.height += 2.0;
    let rows = system.constraints.iter().map(|constraint| {
        match &constraint.row {
            Row::Expression { index, .. } => values.outputs(&programs.symbolic.constraints[*index]),
            Row::PointExpression { index, .. } => {
                values.outputs_at(component.clone(), &programs.symbolic.constraints[*index])
            }
            Row::Between { scalar, .. } => scalar.formula.evaluate(&mut FormulaBounds {
                values,
                product: &component,
                numbers,
            }),
            Row::Velocity { .. } => {
                // In the link's axes, `R^T (R' R^T)` or `R^T x'`: a sum of up to nine products.
                let mut twist = point.power(3.0);
                twist.numerator.height += 4.0;
                twist
            }
        }
    });
    let rows: Vec<FractionBound> = rows.collect();
    let start = FractionBound::default();
    rows.iter().fold(start, |sum, row| values.sum(&sum, row))
}

/// Evaluates the bound of a formula of two frames.
struct FormulaBounds<'a> {
    values: &'a mut ValueBounds,
    /// The product of two vectors of the frames.
    product: &'a FractionBound,
    numbers: &'a FractionBound,
}

impl FormulaAlgebra for FormulaBounds<'_> {
    type Scalar = FractionBound;

    fn product(&mut self, _: FrameProduct) -> FractionBound {
        self.product.clone()
    }
    fn square(&mut self, _: usize) -> FractionBound {
        self.numbers.power(2.0)
    }
    fn difference(&mut self, x: FractionBound, y: FractionBound) -> FractionBound {
        self.values.sum(&x, &y)
    }
    fn half(&mut self, x: FractionBound) -> FractionBound {
        let two = FractionBound::of(0.0, 1.0);
        self.values.div(&x, &two)
    }
    fn over(&mut self, x: FractionBound, _: usize) -> FractionBound {
        self.values.div(&x, self.numbers)
    }
}

impl ConstraintBounds<'_> {
    /// The bound of the polynomials by which an equation is decided besides its products with one row: residuals of rows, and those
    /// of linear systems.
    pub fn equations(&self, degree: Degree) -> PolynomialBound {
        let uses_returned_rates = degree.has_returned_rates && self.has_expressions_of_rates();
        let residual = if uses_returned_rates {
            // Such a row may have any power of the returned rates, those after the impulse.
            self.residual().times(self.answer, self.row.degree)
        } else {
            self.residual()
        };
        match (degree.decided_by, self.eps_bits()) {
            (LinearSystems::None, _) => PolynomialBound::default(),
            (LinearSystems::Multipliers, None) => residual,
            (LinearSystems::Multipliers, Some(bits)) => residual.or(self.steps(residual, bits)),
            (LinearSystems::LeastForces, None) => self.gradient(),
            (LinearSystems::LeastForces, Some(bits)) => self.least_multipliers_by_steps(bits),
        }
    }

    /// The residual of a row: the row, times the program's outputs.
    fn residual(&self) -> PolynomialBound {
        self.row.times(self.answer, 1.0)
    }

    /// Whether a row is an expression of rates. Its text need not be linear in them, although its value is.
    fn has_expressions_of_rates(&self) -> bool {
        let mut rows = self.system.constraints.iter();
        rows.any(
            |of| matches!(&of.row, Row::Expression { is_velocity_level, .. } if *is_velocity_level),
        )
    }

    /// The bits of the regularization, if there is any.
    fn eps_bits(&self) -> Option<f64> {
        let eps = self.system.regularization.as_ref()?;
        Some((eps.numerator().bit_len() + eps.denominator().bit_len()) as f64)
    }

    /// The multipliers of the proximal steps with `J M^-1 J^T`, minus those of the program.
    fn steps(&self, residual: PolynomialBound, eps_bits: f64) -> PolynomialBound {
        let (nv, nc) = (self.system.nv(), self.system.nc());
        let response = self.mass.solution(nv, self.row);
        let schur = self.row.times(response, 1.0).terms(nv);
        // J M^-1 J^T lambda, minus the residual.
        let forces = schur.times(self.answer, 1.0).terms(nc + 1);
        let y = forces.times(residual, 1.0);
        schur
            .after_proximal_steps(nc, y, eps_bits)
            .times(self.answer, 1.0)
            .terms(2)
    }

    /// A minor of the matrix whose columns are those of J without motors and the gradient `w^2 lambda - J tau`. If the gradient is
    /// not a combination of the other columns, some minor with the gradient, of a size one larger than their rank, is not 0. Where
    /// it is not 0 modulo p, the ranks differ.
    fn gradient(&self) -> PolynomialBound {
        let minor = self.row.minor(self.system.nc().max(1));
        minor.times(self.row_of_forces(), 1.0)
    }

    /// `w^2 lambda - J tau`, or `tau + residual + J^T lambda`.
    fn row_of_forces(&self) -> PolynomialBound {
        let weight = PolynomialBound {
            degree: 2.0,
            height: 0.0,
        };
        let terms = self.system.nv() + self.system.nc() + 2;
        self.residual().times(weight, 1.0).terms(terms)
    }

    /// The multipliers of the steps with `J J^T` for the columns without motors, and then with motors, minus those of the program.
    fn least_multipliers_by_steps(&self, eps_bits: f64) -> PolynomialBound {
        let (nv, nc) = (self.system.nv(), self.system.nc());
        let squares = self.row.times(self.row, 1.0).terms(nv);
        let forces = self.row_of_forces();
        let y = self.row.times(forces, 1.0).terms(nv);
        let first = squares.after_proximal_steps(nc, y, eps_bits);
        // x minus what the steps reach for A x.
        let gap = |x: PolynomialBound| {
            let y = squares.times(x, 1.0).terms(nc);
            squares.after_proximal_steps(nc, y, eps_bits).terms(2)
        };
        let weight = PolynomialBound {
            degree: 2.0,
            height: 0.0,
        };
        let sums = squares.times(weight, 1.0).terms(2);
        let matrix = gap(sums.times(gap(PolynomialBound::default()), 1.0).terms(nc));
        let shortfall = forces.times(self.row, 1.0).times(first, 1.0);
        let projection = self.row.times(shortfall.terms(nc + 1), 1.0).terms(nv);
        let change = gap(matrix.after_proximal_steps(nc, gap(projection), eps_bits));
        first.times(change, 1.0).times(self.answer, 1.0).terms(3)
    }
}

#[cfg(test)]
mod tests {
    use crate::bounds::bounds;
    use crate::described::{examine, system_of};
    use crate::proof::{Refutation, StateSample, prove_with_key};
    use multibody_description::function::{Function, Target};
    use multibody_program::exact::{Rational, integer};
    use multibody_program::ir::{Builder, InputKind, Value};

    /// A locked pendulum: `qdd = 0` and `lambda = -m g l sin q - tau`.
    fn proof(weight: &Rational) -> Result<(), Refutation> {
        let system = examine(system_of(
            "gravity = [0, 0, -9.81], joint hinge { revolute, axis: y, parent: world, child: bob }, \
             body bob { mass: 1.5, com: [0, 0, 0.5], inertia: diag(0.1, 0.1, 0.01) }, \
             constraint lock: hinge - 3,",
        ));
        let mut b = Builder::new();
        let [q, tau] = [InputKind::Q, InputKind::Tau].map(|kind| b.input(kind, 0));
        let (sin, _) = b.sin_cos(q);
        let weight = b.scale(weight, sin);
        let sum = b.add(weight, tau);
        let multiplier = b.neg(sum);
        let program = b.finish(&[Value::ZERO, multiplier]);
        let (function, link) = (Function::ConstrainedForwardDynamics, None);
        let target = Target { function, link };
        let error = bounds(&system, target, &program).unwrap().log_error(61);
        assert!(error < -40.0, "{error}");
        let (bits, states) = (61, 4);
        prove_with_key(
            &system,
            &[],
            target,
            &program,
            [7; 32],
            StateSample { bits, states },
        )
    }

    /// Three slides of mass 1, each locked by a row: `p = -s (1 + e) qd` and `qd' = qd + p`. The first impulse has another value
    /// where the first and the third row are on, and the second one is not.
    #[test]
    fn every_selection_is_tried() {
        let slide = |axis: &str| {
            format!(
                "joint {axis}_slide {{ prismatic, axis: {axis}, parent: world, child: {axis}_block }}, \
                 body {axis}_block {{ mass: 1, inertia: diag(1, 1, 1) }}, constraint {axis}_lock: {axis}_slide - 3,"
            )
        };
        let system = examine(system_of(&["x", "y", "z"].map(slide).concat()));
        let program = |is_right: bool| {
            let mut b = Builder::new();
            let [qd, selectors] = [InputKind::Qd, InputKind::Selector]
                .map(|kind| [0, 1, 2].map(|index| b.input(kind, index)));
            let restitution = b.input(InputKind::Restitution, 0);
            let factor = b.add(Value::ONE, restitution);
            let mut impulses = [0, 1, 2].map(|index| {
                let change = b.mul(factor, qd[index]);
                let change = b.mul(selectors[index], change);
                b.neg(change)
            });
            let rates = [0, 1, 2].map(|index| b.add(qd[index], impulses[index]));
            if !is_right {
                let product = b.mul(selectors[0], selectors[2]);
                let off = b.sub(Value::ONE, selectors[1]);
                let selection = b.mul(product, off);
                impulses[0] = b.add(impulses[0], selection);
            }
            b.finish(&[rates, impulses].concat())
        };
        let function = Function::ConstraintImpulseWithSelectors;
        let link = None;
        let target = Target { function, link };
        let (bits, states) = (61, 2);
        let [right, mistake] = [true, false].map(program);
        let proof = |program| {
            prove_with_key(
                &system,
                &[],
                target,
                program,
                [7; 32],
                StateSample { bits, states },
            )
        };
        assert_eq!(proof(&right), Ok(()));
        let verdict = proof(&mistake);
        assert!(
            matches!(verdict, Err(Refutation::Counterexample { .. })),
            "{verdict:?}"
        );
    }

    #[test]
    fn a_wrong_multiplier_is_refuted() {
        let right = integer(2943) / integer(400);
        assert_eq!(proof(&right), Ok(()));
        let verdict = proof(&(right + integer(1) / integer(1_000_000)));
        assert!(
            matches!(verdict, Err(Refutation::Counterexample { .. })),
            "{verdict:?}"
        );
    }
}
