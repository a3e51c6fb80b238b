//! Viscous damping: the force `-d qd`, N s/m or N m s/rad.

use super::{Along, ForceType};
use crate::exact::{Rational, integer};
use crate::ir::{Builder, Value};
use crate::model::{Joint, Quantity};

/// Its coefficient is d.
#[derive(Debug)]
pub struct Damping;

impl ForceType for Damping {
    fn name(&self) -> &'static str {
        "damping"
    }

    fn read<'m>(&self, joint: &'m Joint) -> Option<Vec<&'m Quantity>> {
        joint.damping.as_ref().map(|damping| vec![damping])
    }

    fn resistance(&self, b: &mut Builder, coefficients: &[Value], along: Along) -> Value {
        b.mul(coefficients[0], along.qd)
    }

    /// `d qd^2 / 2`
    fn dissipation(&self, b: &mut Builder, coefficients: &[Value], qd: Value) -> Value {
        let square = b.mul(qd, qd);
        let power = b.mul(coefficients[0], square);
        b.scale(&(integer(1) / integer(2)), power)
    }

    /// A joint of rate m qd feels -d m qd, and passes it on m-fold.
    fn geared(&self, b: &mut Builder, coefficients: &[Value], multiplier: &Rational) -> Vec<Value> {
        vec![b.scale(&(multiplier * multiplier), coefficients[0])]
    }

    fn added(&self, b: &mut Builder, one: &[Value], other: &[Value]) -> Vec<Value> {
        vec![b.add(one[0], other[0])]
    }

    fn reference(&self) -> &'static str {
        "damped"
    }

    fn formula(&self) -> &'static str {
        "d qd"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Exact, evaluate};

    /// The resistance at a rate, and the dissipation.
    fn at(coefficient: i64, qd: i64) -> [Rational; 2] {
        let mut b = Builder::new();
        let [d, q, qd] = [coefficient, 5, qd].map(|n| b.integer(n));
        let resistance = Damping.resistance(&mut b, &[d], Along { q, qd });
        let dissipation = Damping.dissipation(&mut b, &[d], qd);
        let program = b.finish(&[resistance, dissipation]);
        let values = evaluate(&program, &mut Exact::default());
        let values: Option<Vec<Rational>> = values.into_iter().collect();
        values
            .and_then(|values| values.try_into().ok())
            .expect("two rationals")
    }

    #[test]
    fn the_resistance_is_the_derivative_of_the_dissipation() {
        let [resistance, _] = at(3, 7);
        assert_eq!(resistance, integer(21));
        // Exact, the dissipation being a square.
        let [[_, before], [_, behind]] = [6, 8].map(|qd| at(3, qd));
        assert_eq!(resistance, (behind - before) / integer(2));
    }

    #[test]
    fn a_gear_counts_for_the_rate_and_for_the_force() {
        let mut b = Builder::new();
        let [three, four] = [3, 4].map(|n| b.integer(n));
        let geared = Damping.geared(&mut b, &[three], &integer(-2));
        let both = Damping.added(&mut b, &geared, &[four]);
        assert_eq!(b.as_constant(both[0]), Some(&integer(16)));
    }
}
