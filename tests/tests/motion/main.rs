//! Integrators, linearizations, and many motions at once.

mod long_runs;
mod orders_and_linearizations;
mod rollout;
