//! Which tests of a package are run and which are ignored. For build scripts.

/// Sets `cfg(all_tests)` if `MULTIBODY_TESTS` is `all`, so that slow tests are run too; and `cfg(corpus)` if
/// `MULTIBODY_CORPUS` names a folder with robots and external reference values.
pub fn export() {
    let runs_all = std::env::var_os("MULTIBODY_TESTS").is_some_and(|tests| tests == "all");
    let corpus = std::env::var_os("MULTIBODY_CORPUS").is_some();
    for (name, variable, is_set) in [
        ("all_tests", "MULTIBODY_TESTS", runs_all),
        ("corpus", "MULTIBODY_CORPUS", corpus),
    ] {
        println!("cargo:rustc-check-cfg=cfg({name})");
        println!("cargo:rerun-if-env-changed={variable}");
        if is_set {
            println!("cargo:rustc-cfg={name}");
        }
    }
}
