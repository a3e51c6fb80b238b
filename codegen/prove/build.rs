//! Exports the fingerprint of the sources of this package, by which the cache identifies a generator, and says which of
//! its tests are run.

use std::io;

fn main() -> io::Result<()> {
    multibody_support::tests_to_run::export();
    multibody_support::sources::export()
}
