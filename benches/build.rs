//! Derives small robots, so that benchmarks compile in no more time than tests; large ones are for `peers/run`.

use multibody_codegen::{Config, Failure};

fn main() -> Result<(), Failure> {
    for (robot, name, root) in [
        ("arm", "Arm", "fixed"),
        ("quadruped", "Quadruped", "floating"),
    ] {
        Config::new()
            .urdf(format!("robots/{robot}.urdf"))
            .name(name)
            .root(root)
            .functions([
                "inverse_dynamics",
                "mass_matrix",
                "forward_dynamics",
                "mass_matrix_inverse",
            ])
            .links(["all"])
            .out_file(format!("{robot}.rs"))
            .generate()?;
    }
    Ok(())
}
