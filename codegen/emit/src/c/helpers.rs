//! Functions in C that are the same for all robots.

/// Sines and cosines.
pub const SINES: &str = include_str!("text/sines.c");
/// Stumpff's functions.
pub const STUMPFF: &str = include_str!("text/stumpff.c");
/// Loops over small matrices.
pub const DENSE: &str = include_str!("text/dense.c");
/// What all functions for solvers need.
pub const SOLVERS: &str = include_str!("text/solvers.c");
/// What functions for acados need besides `SOLVERS`.
pub const ACADOS: &str = include_str!("text/acados.c");
/// All texts.
pub const HELPERS: [&str; 5] = [SINES, STUMPFF, DENSE, SOLVERS, ACADOS];
