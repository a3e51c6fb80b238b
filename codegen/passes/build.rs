//! Names the sources of this package: what the cache knows a generator by.

use std::io;

fn main() -> io::Result<()> {
    multibody_support::sources::export()
}
