//! Errors of constraint rows as text, for messages.

use multibody_description::findings::ExaminedSystem;
use multibody_description::system::Row;

/// The error of a row to two digits, with its unit.
pub fn error_with_unit(system: &ExaminedSystem, row: usize, error: f64) -> String {
    error_text(error) + unit(system, row)
}

/// A positive number to two digits; as a power of ten if it is very small or large.
fn error_text(error: f64) -> String {
    let number: f64 = format!("{error:.1e}").parse().unwrap_or(error);
    if (1e-3..1e6).contains(&error) {
        number.to_string()
    } else {
        format!("{error:.1e}")
    }
}

/// The unit of a row's error; empty if it has none, or if it is not known.
fn unit(system: &ExaminedSystem, row: usize) -> &'static str {
    let rows = system.constraints.iter().map(|constraint| &constraint.row);
    let left_out = system
        .findings
        .left_out
        .iter()
        .map(|omitted_row| &omitted_row.row);
    match rows.chain(left_out).nth(row).map(Row::length_exponent) {
        Some(1) => " m",
        Some(2) => " m^2",
        _ => "",
    }
}
