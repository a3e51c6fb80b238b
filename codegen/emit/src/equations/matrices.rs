//! The symbols of the terms in the equation of motion.

use super::expression::Symbol;

/// M, the mass matrix.
pub fn mass_symbol() -> Symbol {
    Symbol::bold("M", "M", &[])
}

/// C, the Coriolis matrix.
pub fn coriolis_symbol() -> Symbol {
    Symbol::bold("C", "C", &[])
}

/// g, the gravity forces.
pub fn gravity_symbol() -> Symbol {
    Symbol::bold("g", "g", &[])
}

/// d, the drive: what explicit time and the terms of T linear in the rates contribute.
pub fn drive_symbol() -> Symbol {
    Symbol::bold("d", "d", &[])
}

/// phi: the functions that holonomic constraints keep at 0.
pub fn constraint_symbol() -> Symbol {
    Symbol::bold("phi", "phi", &[])
}

/// J, the Jacobian of the constraints.
pub fn jacobian_symbol() -> Symbol {
    Symbol::bold("J", "J", &[])
}

/// gamma: the second derivative of phi without `J qdd`. It is `dJ/dt qd` unless constraints depend on time.
pub fn bias_symbol() -> Symbol {
    Symbol::bold("gamma", "gamma", &[])
}

/// lambda: the multipliers.
pub fn multiplier_symbol() -> Symbol {
    Symbol::bold("lambda", "lambda", &[])
}
