//! Select: the cheapest of the candidates that are accurate in floats.

mod accuracy;
pub mod mass_matrix_or_aba;
mod rounding;
mod solvers;
mod stated_errors;
