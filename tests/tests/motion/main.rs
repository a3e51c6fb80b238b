//! Integrators and linearizations.

mod long_runs;
mod orders_and_linearizations;
