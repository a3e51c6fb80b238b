//! A linear spring: the force `-k (q - q0)`, N or N m.

use super::{ForceType, ForceVariable, JointState};
use crate::model::{ForceCoefficients, Quantity};
use crate::settings::Settings;
use multibody_program::exact::integer;
use multibody_program::ir::{Builder, Value};

/// Its coefficients are k and q0.
#[derive(Debug)]
pub struct LinearSpring;

impl ForceType for LinearSpring {
    fn name(&self) -> &'static str {
        "spring"
    }

    fn with_article(&self) -> &'static str {
        "a spring"
    }

    fn several(&self) -> &'static str {
        "springs"
    }

    fn read(&self, coefficients: &ForceCoefficients, _: &Settings) -> Option<Vec<Quantity>> {
        let spring = coefficients.spring.clone()?;
        Some(vec![spring.stiffness, spring.rest])
    }

    /// `k (q + c - q0) = k (q - (q0 - c))`
    fn subtract_from_position(&self, b: &mut Builder, coefficients: &mut [Value], constant: Value) {
        coefficients[1] = b.sub(coefficients[1], constant);
    }

    fn is_dissipative(&self) -> bool {
        false
    }

    fn resistance(&self, b: &mut Builder, coefficients: &[Value], motion: JointState) -> Value {
        let stretch = b.sub(motion.q, coefficients[1]);
        b.mul(coefficients[0], stretch)
    }

    fn variable(&self) -> ForceVariable {
        ForceVariable::Position
    }

    /// `k (q - q0)^2 / 2`
    fn potential(&self, b: &mut Builder, coefficients: &[Value], q: Value) -> Value {
        let stretch = b.sub(q, coefficients[1]);
        let square = b.mul(stretch, stretch);
        let energy = b.mul(coefficients[0], square);
        b.scale(&(integer(1) / integer(2)), energy)
    }

    fn reference_method(&self) -> [&'static str; 2] {
        ["with_springs", "with_springs_along"]
    }

    fn formula(&self) -> &'static str {
        "k (q - q0)"
    }

    fn text(&self, coefficients: &[String]) -> String {
        match coefficients[1].parse() {
            Ok(0.0) => coefficients[0].clone(),
            _ => format!("{}, at rest at {}", coefficients[0], coefficients[1]),
        }
    }
}
