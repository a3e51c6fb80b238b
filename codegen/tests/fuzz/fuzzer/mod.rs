//! A fuzzer of descriptions: syntax trees that a seed decides, read, derived, and held against an evaluation of these trees.

pub mod coverage;
pub mod description;
pub mod draw;
pub mod expression;
pub mod random;
pub mod run;
pub mod truth;
pub mod watch;
