//! What emitted code calls besides numbers: macros for its parts, and a function that stays one.

mod macros;
mod outlined_chunk;

pub use outlined_chunk::outlined_chunk;
