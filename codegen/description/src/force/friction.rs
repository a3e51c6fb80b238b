//! Smoothed Coulomb friction: the force `-mu qd / sqrt(qd^2 + e^2)`, N or N m.
//!
//! At rates far above e, the force is mu against the motion. Below e it falls to 0 in proportion to the rate,
//! so that a joint at rest creeps instead of sticking.

use super::{ForceType, ForceVariable, JointState};
use crate::model::{ForceCoefficients, Number, Quantity};
use crate::settings::Settings;
use multibody_program::exact::nearest_f64;
use multibody_program::ir::{Builder, Function, Value};

/// Its coefficients are mu from the description and e from the settings.
#[derive(Debug)]
pub struct Friction;

impl ForceType for Friction {
    fn name(&self) -> &'static str {
        "friction"
    }

    fn read(&self, coefficients: &ForceCoefficients, settings: &Settings) -> Option<Vec<Quantity>> {
        let friction = coefficients.friction.clone()?;
        let rate = &settings.friction_rate.0;
        let smoothing_rate = Number {
            value: rate.clone(),
            text: nearest_f64(rate).to_string(),
            span: friction.span(),
        };
        Some(vec![friction, smoothing_rate.into()])
    }

    fn is_dissipative(&self) -> bool {
        true
    }

    fn resistance(&self, b: &mut Builder, coefficients: &[Value], motion: JointState) -> Value {
        let speed = smooth_speed(b, coefficients[1], motion.qd);
        let force = b.mul(coefficients[0], motion.qd);
        b.div(force, speed)
    }

    fn variable(&self) -> ForceVariable {
        ForceVariable::Rate
    }

    /// `mu sqrt(qd^2 + e^2)`
    fn potential(&self, b: &mut Builder, coefficients: &[Value], qd: Value) -> Value {
        let speed = smooth_speed(b, coefficients[1], qd);
        b.mul(coefficients[0], speed)
    }

    fn reference_method(&self) -> [&'static str; 2] {
        ["with_friction", "with_friction_along"]
    }

    fn formula(&self) -> &'static str {
        "mu qd / sqrt(qd^2 + e^2)"
    }

    fn text(&self, coefficients: &[String]) -> String {
        format!(
            "{}, smoothed below the rate {}",
            coefficients[0], coefficients[1]
        )
    }
}

/// `sqrt(qd^2 + e^2)`
fn smooth_speed(b: &mut Builder, e: Value, qd: Value) -> Value {
    let [qd_squared, e_squared] = [qd, e].map(|x| b.mul(x, x));
    let sum = b.add(qd_squared, e_squared);
    b.call(Function::Sqrt, sum)
}
