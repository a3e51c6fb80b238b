//! Parts of emitted functions as separate functions, for compilers.

/// Calls `part`, compiled as a function of its own.
///
/// Emitted functions of many thousand statements are split into such parts, since the time and memory of compilers grow
/// faster than the length of a function.
#[inline(never)]
pub fn apart<R>(part: impl FnOnce() -> R) -> R {
    part()
}
