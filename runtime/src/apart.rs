//! Functions within functions, for compilers.

/// What `part` gives, compiled as a function of its own.
///
/// Emitted functions of many thousand statements are called in such parts, since the time and the memory that
/// compilers take grow faster than a function's length.
#[inline(never)]
pub fn apart<R>(part: impl FnOnce() -> R) -> R {
    part()
}
