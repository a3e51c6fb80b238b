//! Names the sources of this package, what the cache knows a generator by, and says which of its tests are run.

use std::io;

fn main() -> io::Result<()> {
    multibody_support::tests_to_run::export();
    multibody_support::sources::export()
}
