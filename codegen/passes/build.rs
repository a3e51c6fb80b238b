//! Exports the fingerprint of the sources of this package, by which the cache identifies a generator.

use std::io;

fn main() -> io::Result<()> {
    multibody_support::sources::export()
}
