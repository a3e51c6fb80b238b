//! Proof that emitted programs are Lagrange's equations of the model as read.
//!
//! Program and Lagrangian are evaluated at random states and contracted with random vectors. Each state has its own
//! prime p between 2^60 and 2^61 as modulus, which follows from a hash of the system's numbers; with a key, it is drawn
//! from the key and may have more bits. Two different functions of degree d agree at such a point with a probability of
//! at most d / p, unless p divides their difference. The proof does not depend on how a program was made. It shares with
//! the derivation only exact arithmetic, programs, the system with its joint types, force elements and constraints, and
//! the table of functions.
//!
//! The argument of a root, an exponential or a logarithm does not determine the function's value modulo p, so a value
//! is chosen. An equation that holds for all choices of roots is proved. If no product of distinct arguments of roots
//! is a square, which is tested at several states, all choices are conjugates, and one choice decides for all.
//! Otherwise all choices are tried; with more than six roots, only those that differ from the first choice in one root
//! (with a key, a program with more roots is undecided).
//! An equation that holds for no choice of roots is refuted; any other is undecided. The roots in smoothed friction and
//! the lengths of springs are known to be independent of everything else, so one choice of them decides.

mod arithmetic;
mod bounds;
mod constraints;
#[cfg(test)]
mod described;
mod equations;
mod evaluation;
mod expressions;
mod findings;
mod lagrangian;
mod proof;
mod random_states;
mod rank;

pub use bounds::{Bounds, PRIME_BITS};
pub use constraints::{
    Dependence, IndexedRow, actuation, constraints_determine_accelerations,
    constraints_of_massless_motions, dependent_constraints, dependent_rates,
    find_nonlinear_constraint,
};
pub use evaluation::EvaluationFailure;
pub use expressions::{
    Undefined, find_body_without_rotation, find_nonquadratic_term, find_undefined,
};
pub use findings::{complete_findings, leave_out_dependent_rows};
pub use proof::{
    EntryValues, Refutation, StateSample, Strength, WrongEntry, prove, prove_with_key, strength,
    wrong_entry,
};
pub use rank::{has_zero_pivot, is_massless, mass_matrix_rank, rank_depends_on_roots};

/// A fingerprint of the sources of this crate.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");
