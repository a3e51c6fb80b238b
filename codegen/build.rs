//! Names the sources of this package, and says which of its tests are run.

use std::io;

use multibody_support::{sources, tests_to_run};

fn main() -> io::Result<()> {
    tests_to_run::export();
    sources::export()
}
