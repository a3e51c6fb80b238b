//! Derives small robots, so that benchmarks compile in no more time than tests; large ones are for `peers/run`.

use multibody_codegen::{Config, Failure};

/// Names the URDF of another arm to time instead.
const ARM_VARIABLE: &str = "MULTIBODY_BENCH_ARM";

fn main() -> Result<(), Failure> {
    println!("cargo:rerun-if-env-changed={ARM_VARIABLE}");
    let arm = std::env::var(ARM_VARIABLE).unwrap_or_else(|_| "robots/arm.urdf".into());
    // With the default functions: `linearize` needs several of them.
    Config::new()
        .urdf(arm)
        .name("Arm")
        .links(["all"])
        .out_file("arm.rs")
        .generate()?;
    Config::new()
        .urdf("../examples/panda/panda.urdf")
        .name("Panda")
        .functions(["inverse_dynamics"])
        .dispatch(true)
        .out_file("panda.rs")
        .generate()?;
    Config::new()
        .rust_file("robots/cart_pole.rs")
        .out_file("cart_pole.rs")
        .generate()?;
    Config::new()
        .urdf("robots/quadruped.urdf")
        .name("Quadruped")
        .root("floating")
        .functions([
            "inverse_dynamics",
            "mass_matrix",
            "forward_dynamics",
            "mass_matrix_inverse",
        ])
        .links(["all"])
        .out_file("quadruped.rs")
        .generate()?;
    Ok(())
}
