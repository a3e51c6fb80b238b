//! Names the sources of this package: see `src/sources.rs`.
#![allow(dead_code, reason = "the library uses all of it")]

use std::io;

#[path = "src/fingerprint.rs"]
mod fingerprint;
#[path = "src/sources.rs"]
mod sources;

fn main() -> io::Result<()> {
    sources::export()
}
