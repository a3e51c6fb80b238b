//! Says which tests of this package are run.

fn main() {
    multibody_support::tests_to_run::export();
}
