//! Derives small robots, so that benchmarks compile in no more time than tests; large ones are for `peers/run`.

use multibody_codegen::{Config, Failure};

fn main() -> Result<(), Failure> {
    // All functions: `linearize` takes robots that have them.
    Config::new()
        .urdf("robots/arm.urdf")
        .name("Arm")
        .links(["all"])
        .out_file("arm.rs")
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
