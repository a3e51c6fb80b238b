//! Bounds of constraint rows and of their equations.
//!
//! C are the values of the rows, J is their Jacobian, lambda are the multipliers, M is the mass matrix and tau are the motor
//! forces. The equation of motion is multiplied by a vector u. So each of its terms has at most one row as a factor, in
//! `lambda^T (J u)`. `d2C/dt2` is linear in accelerations, so `d2C/dt2 + kd dC/dt + ks C = 0` is of degree one in the program's
//! outputs. Regularized multipliers are compared with those of the proximal steps, which solve linear systems with `J M^-1 J^T` and
//! M; least motor forces are checked by ranks of columns of J. The numerators of solutions are minors, by Cramer's rule, and ranks
//! are decided by minors.
//!
//! `x.times(y, k)` is the bound of `x y^k`. A sum or difference over one denominator has the bound of the product of its fractions,
//! with the bits of the number of its terms.

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

/// Bounds of the terms in the equations of constraints.
pub struct ConstraintBounds<'a> {
    pub system: &'a System,
    /// A value of any row, or a derivative.
    pub row: PolynomialBound,
    /// An entry of the mass matrix.
    pub mass: PolynomialBound,
    /// A sum of the program's outputs, each times an entry of a vector.
    pub output_sum: PolynomialBound,
}

/// Whether a proof checks everything that the program returns. A proof never checks pivots, and with many rows it does
/// not try all selections of active rows.
pub fn is_fully_checked(system: &System, quantity: Quantity) -> bool {
    match quantity {
        Quantity::Constrained(response) => {
            let omits_selections = response.has_selectors() && system.nc() > MAX_SELECTED_ROWS;
            !omits_selections && !response.has_pivots()
        }
        _ => true,
    }
}

/// The bound of all rows, over one denominator. `point` bounds the components of a point of a link, and `numbers` bounds the
/// numbers in rows, such as lengths.
pub fn rows_bound(
    values: &mut ValueBounds,
    system: &System,
    programs: &SystemPrograms,
    point: &FractionBound,
    numbers: &FractionBound,
) -> FractionBound {
    let mut scalar_product = point.power(2.0);
    // The scalar product of two vectors, such as the component of an offset along an axis: three products, so two bits of height.
    scalar_product.numerator.height += 2.0;
    let rows = system.constraints.iter().map(|constraint| {
        match &constraint.row {
            Row::Expression { index, .. } => values.outputs(&programs.symbolic.constraints[*index]),
            Row::PointExpression { index, .. } => values.outputs_at(
                scalar_product.clone(),
                &programs.symbolic.constraints[*index],
            ),
            Row::Between { frame_row, .. } => frame_row.formula.evaluate(&mut FormulaBounds {
                values,
                product: &scalar_product,
                numbers,
            }),
            Row::Velocity { .. } => {
                // In the link's axes, `R^T (R' R^T)` or `R^T x'`: a sum of up to nine products, so four bits.
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
    /// The bound of the polynomials that are tested in addition to those with one row as a factor: residuals of rows, and
    /// differences and minors of linear systems.
    pub fn equations(&self, degree: Degree) -> PolynomialBound {
        let uses_returned_rates = degree.has_returned_rates && self.has_expressions_of_rates();
        let residual = if uses_returned_rates {
            // The program returns rates, those after an impulse. Such a row has any power of these, up to its degree.
            self.residual().times(self.output_sum, self.row.degree)
        } else {
            self.residual()
        };
        match (degree.decided_by, self.eps_bits()) {
            (LinearSystems::None, _) => PolynomialBound::default(),
            (LinearSystems::Multipliers, None) => residual,
            (LinearSystems::Multipliers, Some(bits)) => {
                residual.or(self.multipliers_by_steps(residual, bits))
            }
            (LinearSystems::LeastMotorForces, None) => self.gradient_minor(),
            (LinearSystems::LeastMotorForces, Some(bits)) => self.least_multipliers_by_steps(bits),
        }
    }

    /// The bound of a row's residual: the product of the row and the program's outputs.
    fn residual(&self) -> PolynomialBound {
        self.row.times(self.output_sum, 1.0)
    }

    /// Whether some row is an expression of rates. Its text need not be linear in them, although its value is.
    fn has_expressions_of_rates(&self) -> bool {
        let mut rows = self.system.constraints.iter();
        rows.any(
            |constraint| matches!(&constraint.row, Row::Expression { is_velocity_level, .. } if *is_velocity_level),
        )
    }

    /// The bits of the regularization, if there is any.
    fn eps_bits(&self) -> Option<f64> {
        let eps = self.system.regularization.as_ref()?;
        Some((eps.numerator().bit_len() + eps.denominator().bit_len()) as f64)
    }

    /// The bound of a difference: the multipliers of the proximal steps with `S = J M^-1 J^T`, minus the multipliers
    /// lambda of the program.
    fn multipliers_by_steps(&self, residual: PolynomialBound, eps_bits: f64) -> PolynomialBound {
        let (nv, nc) = (self.system.nv(), self.system.nc());
        // M^-1 J^T
        let response = self.mass.solution(nv, self.row);
        // S
        let delassus = self.row.times(response, 1.0).terms(nv);
        // The right-hand side of the steps: S lambda, minus the residual.
        let delassus_lambda = delassus.times(self.output_sum, 1.0).terms(nc + 1);
        let y = delassus_lambda.times(residual, 1.0);
        delassus
            .after_proximal_steps(nc, y, eps_bits)
            .times(self.output_sum, 1.0)
            .terms(2)
    }

    /// The bound of a minor of the matrix of the columns of J without motors and of `g = w^2 lambda - J tau`, half the
    /// gradient of `|tau|^2 + w^2 |lambda|^2` by lambda, with the weight w. This sum is the least if g is a combination
    /// of the columns. If it is not, some minor that contains g, one larger than the rank of the columns, is not 0.
    /// Where this minor is not 0 modulo p, the ranks with and without g differ.
    fn gradient_minor(&self) -> PolynomialBound {
        let minor = self.row.minor(self.system.nc().max(1));
        minor.times(self.force_entry(), 1.0)
    }

    /// A bound of both an entry of `w^2 lambda - J tau` and one of the required forces `tau + residual + J^T lambda`.
    fn force_entry(&self) -> PolynomialBound {
        let terms = self.system.nv() + self.system.nc() + 2;
        self.residual().times(SQUARED_WEIGHT, 1.0).terms(terms)
    }

    /// The bound of a difference: the least multipliers x of the proximal steps, minus the multipliers of the program.
    ///
    /// A are the columns of J without motors, B those with motors, f the required forces and w the weight. Steps with the matrix
    /// `A A^T` and a right-hand side y reach `P y`. The part of multipliers x that they do not reach is `R x = x - P A A^T x`. Steps
    /// with the matrix `R (w^2 + B B^T) R` and the right-hand side `R B (f - B^T P A f)` reach z. Then `x = P A f + R z`.
    fn least_multipliers_by_steps(&self, eps_bits: f64) -> PolynomialBound {
        let (nv, nc) = (self.system.nv(), self.system.nc());
        // A A^T, or B B^T
        let squares = self.row.times(self.row, 1.0).terms(nv);
        // f, A f and P A f
        let forces = self.force_entry();
        let y = self.row.times(forces, 1.0).terms(nv);
        let multipliers_of_f = squares.after_proximal_steps(nc, y, eps_bits);
        // R x
        let remainder = |x: PolynomialBound| {
            let y = squares.times(x, 1.0).terms(nc);
            squares.after_proximal_steps(nc, y, eps_bits).terms(2)
        };
        // w^2 + B B^T
        let sums = squares.times(SQUARED_WEIGHT, 1.0).terms(2);
        // R (w^2 + B B^T) R
        let unit_remainder = remainder(PolynomialBound::default());
        let projected_sums = remainder(sums.times(unit_remainder, 1.0).terms(nc));
        // f - B^T P A f
        let product = forces.times(self.row, 1.0).times(multipliers_of_f, 1.0);
        let shortfall = product.terms(nc + 1);
        // B (f - B^T P A f)
        let projection = self.row.times(shortfall, 1.0).terms(nv);
        // R z
        let right_side = remainder(projection);
        let correction = remainder(projected_sums.after_proximal_steps(nc, right_side, eps_bits));
        // P A f + R z, minus the multipliers of the program.
        let multipliers = multipliers_of_f.times(correction, 1.0);
        multipliers.times(self.output_sum, 1.0).terms(3)
    }
}

/// The bound of the square of a weight.
const SQUARED_WEIGHT: PolynomialBound = PolynomialBound {
    degree: 2.0,
    height: 0.0,
};

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

    /// Three slides of mass 1, each locked by a row: the impulse is `p = -s (1 + e) qd`, with the selector s and the restitution e,
    /// and the rate after it is `qd + p`. In the wrong program, the first impulse has another value where the first and the third
    /// row are on, and the second one is off.
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
