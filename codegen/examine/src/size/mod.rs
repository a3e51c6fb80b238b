//! What is too large: functions that are left out unless they are requested by name, and rates that expressions couple.

mod coupled_rates;
mod oversize;

pub(crate) use coupled_rates::CoupledRates;
pub use oversize::{LIMIT, Oversize, operations_of_derivatives, oversize};
