//! Robots whose names would be code, markup or commands: their files, to be compiled.

use std::fs;
use std::path::Path;

use multibody_codegen::internal::committed::{self, Origin};
use multibody_codegen::internal::foreign::literal;
use multibody_codegen::settings::Effort;
use multibody_codegen::{Settings, Source, generate, generate_attribute};

use crate::names::{NAMES, Named};

/// One in how many robots is compiled; each name is in one of them at least.
const STEP: usize = 9;

/// Writes `hostile_N.rs`, and `hostile_tokens.rs` for tokens.
pub fn write(out: &Path) -> Result<(), String> {
    let robots = Named::hostile();
    for (at, of) in robots.iter().step_by(STEP).enumerate() {
        fs::write(out.join(format!("hostile_{at}.rs")), file(of)?).map_err(|e| e.to_string())?;
    }
    fs::write(out.join("hostile_tokens.rs"), tokens()?).map_err(|e| e.to_string())
}

/// A file as the command writes it.
fn file(of: &Named) -> Result<String, String> {
    let source = Source {
        name: "arm.urdf".into(),
        text: of.urdf().into(),
    };
    let settings = Settings {
        name: "Arm".into(),
        effort: Effort::None,
        equations: true,
        links: vec![of.tool().to_owned()],
        wrenches: of.links.to_vec(),
        ..Settings::default()
    };
    let made =
        generate(&source, &settings, &mut |_| ()).map_err(|faults| faults.render(&source))?;
    let origin = Origin {
        description: &source.text,
        settings: &settings,
    };
    let file = Some(Path::new(&of.robot));
    Ok(committed::text(&origin, (file, file), &made))
}

/// A robot of tokens.
fn tokens() -> Result<String, String> {
    let mut names = NAMES.iter().map(|name| literal(name));
    let mut name = || names.next().unwrap_or_default();
    let mut attribute = String::from("effort = none, equations = true");
    let mut parent = String::from("world");
    for k in 0..3 {
        let (joint, link) = (name(), name());
        attribute += &format!(
            ", joint {joint} {{ revolute, parent: {parent}, child: {link}, axis: y, origin: [0, 0, l] }}, \
             body {link} {{ mass: m, com: [0, 0, l / 2] }}, links({link})"
        );
        if k > 0 {
            attribute = attribute.replacen(&format!(", links({parent})"), "", 1);
        }
        parent = link;
    }
    let item = "/// Of tokens.\npub struct Arm { /** kg */ pub m: f64, /** m */ pub l: f64 }";
    let parsed = |text: &str| text.parse().map_err(|error| format!("{error}: {text}"));
    let found = generate_attribute(
        parsed(&attribute)?,
        parsed(item)?,
        Path::new("."),
        &mut |_| (),
    );
    let made = found
        .generated
        .ok_or_else(|| format!("{attribute}: {:?}", found.tokens))?;
    Ok(format!("{item}\n\n{}", made.items))
}
