//! Robots that other tests have too.

use std::path::Path;

use multibody_codegen::{Source, read_file};

/// The text of one of the robots that the generator is tested with.
pub fn fixture(name: &str) -> Source {
    read("../tests/robots", name)
}

/// The text of one of the robots that all crates test with.
pub fn shared_fixture(name: &str) -> Source {
    read("../../tests/robots", name)
}

fn read(folder: &str, name: &str) -> Source {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(folder)
        .join(name);
    read_file(&path).unwrap_or_else(|fault| panic!("{}: {}", path.display(), fault.texts().message))
}
