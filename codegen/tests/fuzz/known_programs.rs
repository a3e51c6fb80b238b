//! The programs of derived cases, as numbers that are kept: a change of the generator that is to change no program changes none.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use multibody_codegen::Generated;

/// The programs of some cases, one a line.
#[derive(Default)]
pub struct KnownPrograms(String);

impl KnownPrograms {
    /// Adds those of a case.
    pub fn add(&mut self, seed: u64, generated: &Generated) {
        let programs = generated.programs.as_ref().expect("they are kept");
        writeln!(self.0, "{} {seed}", programs.fingerprint()).expect("a string takes all");
    }

    /// Compares them with as many lines of `programs.txt`. `MULTIBODY_BLESS=1` rewrites the file.
    pub fn compare(&self) {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/programs.txt");
        if std::env::var_os("MULTIBODY_BLESS").is_some() {
            fs::write(&file, &self.0).expect("the file can be written");
        }
        let record = fs::read_to_string(&file).unwrap_or_default();
        for (result, record) in self.0.lines().zip(record.lines()) {
            assert_eq!(
                result,
                record,
                "programs have changed: MULTIBODY_BLESS=1 rewrites {}",
                file.display()
            );
        }
        assert!(!record.is_empty(), "{} has no line", file.display());
    }
}
