//! Sizes: functions that are left out as too large unless they are requested by name, and rates that expressions
//! couple.

mod coupled_rates;
mod derivatives;
mod oversize;

pub(crate) use coupled_rates::CoupledRates;
pub use derivatives::DerivativeSizes;
pub use oversize::{LIMIT, Oversize, oversize};
