//! Optimise: how many operations programs take, and what saves them.

mod ablation;
mod counts;
mod equivalent_descriptions;
mod joints_of_expressions;
mod packed_limbs;
mod parametric;
