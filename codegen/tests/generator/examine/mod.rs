//! Examine: what cannot be derived, or would be too large.

mod oversize;
mod singular;
