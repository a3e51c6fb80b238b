//! What emitted code calls besides the operations of numbers: macros for its parts, and a function that is not inlined.

mod macros;
mod outlined_chunk;

pub use outlined_chunk::outlined_chunk;
