//! Derive: recursions and expanded Lagrangians.

mod articulated_bodies;
mod decimal_angles;
mod hand_written_kernels;
mod long_expressions;
mod maximal_coordinates;
mod time_dependence;
