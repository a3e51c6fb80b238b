//! Derives the robot's dynamics before the crate is compiled.

use multibody_codegen::{Config, Failure};

fn main() -> Result<(), Failure> {
    Config::new()
        .urdf("robots/scara.urdf")
        .name("Scara")
        .links(["tool"])
        .out_file("scara.rs")
        .generate()?;
    Ok(())
}
