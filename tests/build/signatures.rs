//! Robots with faults: what is emitted beside the fault, to be compiled.

use std::fs;
use std::path::Path;

use multibody_codegen::internal::signatures;
use multibody_codegen::{Settings, Source};

/// Writes the items of an arm with a negative mass, of one that cannot be read, and of a cart with
/// an unknown field.
pub fn write(out: &Path) -> Result<(), String> {
    let text = fs::read_to_string("robots/planar_arm.urdf").map_err(|error| error.to_string())?;
    let settings = Settings {
        name: "Arm".into(),
        links: vec!["tool".into()],
        wrenches: vec!["tool".into()],
        ..Settings::default()
    };
    let source = |text: &str| Source::new("arm.urdf", text);
    let negative = source(&text.replace("2.4", "-2.4"));
    let malformed = source(&text.replace("</robot>", "</robto>"));
    let tokens = |text: &str| text.parse().map_err(|error| format!("{error}"));
    let structure = tokens("pub struct Cart { pub mass: f64, pub friction: f32 }")?;
    let items = tokens(
        "joint rail { prismatic, parent: world, child: cart, axis: x, damping: friction }, \
         body cart { mass: mas }",
    )?;
    for (name, items) in [
        ("negative", signatures::of_file(&negative, &settings)),
        ("malformed", signatures::of_file(&malformed, &settings)),
        (
            "cart",
            signatures::of_tokens(structure, items, &Settings::default()),
        ),
    ] {
        fs::write(out.join(format!("{name}_signatures.rs")), items)
            .map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}
