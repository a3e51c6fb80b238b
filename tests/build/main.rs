//! Generates the robots that the tests look at, into `OUT_DIR`.
//!
//! - `fixtures.rs`: the robots of `robots/`, always.
//! - `long.rs`: a long chain, always.
//! - `golden.rs`: the robots of `golden/`, some of them with all tests only.
//! - `corpus.rs`: the robots of the folder that the environment variable `MULTIBODY_CORPUS` names;
//!   it holds `robots/` and `golden/`. Without it the table is empty.
//!
//! - `MODULE.js`: the functions of a robot in JavaScript, of default variants of the first four, and of random trees.
//! - `NAME_signatures.rs`: what is emitted beside the faults of some robots.
//! - `hostile_N.rs`: robots with hostile names.
//! - `auger.rs`: a robot with a type of joint from outside.
//! - `trees.rs`: random trees of all joints and charts.
//! - `anymal.rs`: the ANYmal of the corpus with the option `dispatch` and without, with all tests only.
//!
//! The first four hold a module per robot and variant, and one table of type `[Emitted]` that drives the
//! tests. What cannot be read or generated ends the build.

mod auger;
mod c;
#[allow(dead_code, reason = "the generator's tests use all of it")]
#[path = "../../codegen/tests/generator/support/chain.rs"]
mod chain;
mod corpus;
mod fixtures;
#[allow(dead_code, reason = "the tests use all of it")]
#[path = "../src/golden.rs"]
mod golden;
#[allow(dead_code, reason = "other tests use all of it")]
#[path = "../../codegen/tests/shared/header_of_c.rs"]
mod header_of_c;
mod hostile;
mod javascript;
mod job;
mod lanes;
mod long;
#[allow(dead_code, reason = "the generator's tests use all of it")]
#[path = "../../codegen/tests/generator/support/hostile.rs"]
mod names;
#[path = "../../codegen/tests/generator/support/random.rs"]
#[allow(dead_code, reason = "the generator's tests use all of it")]
mod random;
#[path = "../../codegen/tests/generator/support/random_tree.rs"]
mod random_tree;
#[allow(dead_code, reason = "other tests use all of it")]
#[path = "../../codegen/tests/shared/reader_of_c.rs"]
mod reader_of_c;
mod signatures;
#[allow(dead_code, reason = "other tests use all of it")]
#[path = "../../codegen/tests/shared/statements.rs"]
mod statements;
mod table;
mod trees;
mod with_fields;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Names the folder that holds `robots/` and `golden/`.
const CORPUS: &str = "MULTIBODY_CORPUS";

/// Whether what takes long is tested too.
fn all_tests() -> bool {
    std::env::var_os("MULTIBODY_TESTS").is_some_and(|tests| tests == "all")
}

fn main() -> ExitCode {
    println!("cargo:rerun-if-changed=build");
    for shared in ["chain", "hostile", "random", "random_tree"] {
        println!("cargo:rerun-if-changed=../codegen/tests/generator/support/{shared}.rs");
    }
    for shared in ["header_of_c", "reader_of_c", "statements"] {
        println!("cargo:rerun-if-changed=../codegen/tests/shared/{shared}.rs");
    }
    println!("cargo:rerun-if-env-changed={CORPUS}");
    println!("cargo:rerun-if-env-changed=MULTIBODY_TESTS");
    println!("cargo:rustc-check-cfg=cfg(all_tests, corpus)");
    if all_tests() {
        println!("cargo:rustc-cfg=all_tests");
    }
    if std::env::var_os(CORPUS).is_some() {
        println!("cargo:rustc-cfg=corpus");
    }
    match generate() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn generate() -> Result<(), String> {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    signatures::write(&out)?;
    hostile::write(&out)?;
    auger::write(&out)?;
    trees::write(&out)?;
    with_fields::write(&out)?;
    let fixtures = fixtures::jobs()?;
    table::write(&out, "fixtures", &job::run(&fixtures)?, "")?;
    table::write(&out, "long", &job::run(&long::jobs())?, "")?;
    let golden = corpus::Corpus::golden()?;
    table::write(
        &out,
        "golden",
        &job::run(&golden.jobs)?,
        &golden.constants(),
    )?;

    let corpus = match std::env::var_os(CORPUS) {
        Some(folder) => corpus::Corpus::read(Path::new(&folder))
            .map_err(|message| format!("{CORPUS}={}: {message}", folder.display()))?,
        None => corpus::Corpus::default(),
    };
    lanes::write(&out, &corpus)?;
    table::write(
        &out,
        "corpus",
        &job::run(&corpus.jobs)?,
        &corpus.constants(),
    )
}
