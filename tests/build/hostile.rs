//! Robots whose names would be code, markup or commands, and robots of which little is emitted: their files, to be
//! compiled.

use std::fs;
use std::path::Path;

use multibody_codegen::internal::committed::{self, FileOrigin, FilePaths};
use multibody_codegen::internal::foreign::literal;
use multibody_codegen::settings::Effort;
use multibody_codegen::{Settings, Source, generate, generate_attribute};

use crate::names::{NAMES, Named};

/// One in how many robots is compiled; each name is in one of them at least.
const STEP: usize = 9;

/// Robots of fields that few functions need, or none: what is unused then is no warning. The last has loops.
const ATTRIBUTES: [&str; 6] = [
    "coordinates = [x], kinetic = x_dot.powi(2) / 2",
    "coordinates = [x], kinetic = x_dot.powi(2), potential = m * x, functions(mass_matrix)",
    "coordinates = [x], particle p { mass: m, position: [sin(x), 0, 0] }, functions(total_mass)",
    "joint hinge { revolute, parent: world, child: arm, axis: y }, body arm { mass: 1, com: [l, 0, m] }, \
     functions(total_mass)",
    "joint hinge { revolute, parent: world, child: arm, axis: y }, body arm { mass: 1, com: [0, 0, 1] }",
    "joint hinge { revolute, parent: world, child: arm, axis: y }, \
     joint wrist { universal(x, z), parent: arm, child: hand, origin: [0, 0, 1] }, \
     body arm { mass: 1, com: [l, 0, 1] }, body hand { mass: m, com: [0.2, l, 1], inertia: diag(m, m, m) }, \
     wrenches(hand), triangle = lower, size = true",
];

/// Writes `hostile_N.rs`, `hostile_tokens.rs` for tokens, and `hostile_few_N.rs` for those of little.
pub fn write(out: &Path) -> Result<(), String> {
    let robots = Named::hostile();
    for (index, robot) in robots.iter().step_by(STEP).enumerate() {
        fs::write(out.join(format!("hostile_{index}.rs")), file(robot)?)
            .map_err(|e| e.to_string())?;
    }
    for (index, attribute) in ATTRIBUTES.iter().enumerate() {
        let name = format!("hostile_few_{index}.rs");
        fs::write(out.join(name), of_tokens(attribute)?).map_err(|e| e.to_string())?;
    }
    fs::write(out.join("hostile_tokens.rs"), tokens()?).map_err(|e| e.to_string())
}

/// A file as the command writes it.
fn file(names: &Named) -> Result<String, String> {
    let source = Source::new("arm.urdf", names.urdf());
    let settings = Settings {
        name: "Arm".into(),
        effort: Effort::None,
        equations: true,
        links: vec![names.tool().to_owned()],
        wrenches: names.links.to_vec(),
        ..Settings::default()
    };
    let generated =
        generate(&source, &settings, &mut |_| ()).map_err(|faults| faults.render(&source))?;
    let origin = FileOrigin {
        description: &source.text,
        settings: &settings,
    };
    let file = Some(Path::new(&names.robot));
    let from_to = FilePaths {
        description: file,
        out: file,
        package: None,
    };
    Ok(committed::texts(&origin, from_to, &generated).concat())
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
    of_tokens(&attribute)
}

/// A struct of two fields, and what comes of an attribute on it.
fn of_tokens(attribute: &str) -> Result<String, String> {
    let item = "/// Of tokens.\npub struct Arm { /** kg */ pub m: f64, /** m */ pub l: f64 }";
    let parse = |text: &str| text.parse().map_err(|error| format!("{error}: {text}"));
    let expansion =
        generate_attribute(parse(attribute)?, parse(item)?, Path::new("."), &mut |_| ());
    let code = expansion
        .generated
        .ok_or_else(|| format!("{attribute}: {:?}", expansion.reports.tokens))?;
    Ok(format!("{item}\n\n{}", code.definitions))
}
