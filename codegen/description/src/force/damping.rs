//! Viscous damping: the force `-d qd`, N s/m or N m s/rad.

use super::{ForceType, ForceVariable, JointState};
use crate::model::{ForceCoefficients, Quantity};
use crate::settings::Settings;
use multibody_program::exact::integer;
use multibody_program::ir::{Builder, Value};

/// Viscous damping with the coefficient d.
#[derive(Debug)]
pub struct Damping;

impl ForceType for Damping {
    fn name(&self) -> &'static str {
        "damping"
    }

    fn read(&self, coefficients: &ForceCoefficients, _: &Settings) -> Option<Vec<Quantity>> {
        coefficients.damping.clone().map(|damping| vec![damping])
    }

    fn is_dissipative(&self) -> bool {
        true
    }

    fn resistance(&self, b: &mut Builder, coefficients: &[Value], motion: JointState) -> Value {
        b.mul(coefficients[0], motion.qd)
    }

    fn variable(&self) -> ForceVariable {
        ForceVariable::Rate
    }

    /// `d qd^2 / 2`
    fn potential(&self, b: &mut Builder, coefficients: &[Value], qd: Value) -> Value {
        let square = b.mul(qd, qd);
        let power = b.mul(coefficients[0], square);
        b.scale(&(integer(1) / integer(2)), power)
    }

    fn reference_method(&self) -> [&'static str; 2] {
        ["damped", "damped_along"]
    }

    fn formula(&self) -> &'static str {
        "d qd"
    }
}
