//! What the matrices of the equation of motion are called.

use super::expression::Symbol;

/// M
pub fn mass() -> Symbol {
    Symbol::bold("M", "M", &[])
}

/// C
pub fn coriolis_symbol() -> Symbol {
    Symbol::bold("C", "C", &[])
}

/// g
pub fn gravity_symbol() -> Symbol {
    Symbol::bold("g", "g", &[])
}

/// What time and terms of T of one rate bring.
pub fn drive_symbol() -> Symbol {
    Symbol::bold("d", "d", &[])
}
