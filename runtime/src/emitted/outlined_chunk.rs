//! Long emitted functions in chunks, which the compiler treats as separate functions.

/// Calls `chunk`, compiled as a function of its own.
///
/// Emitted functions of many thousand statements are split into such chunks, since the time and memory of compilers grow
/// faster than the length of a function.
#[inline(never)]
pub fn outlined_chunk<R>(chunk: impl FnOnce() -> R) -> R {
    chunk()
}
