//! The robots of `robots/`, small and made to be awkward: every function of every link.

use std::path::Path;

use multibody_codegen::settings::Root;
use multibody_codegen::{Settings, read_file};

use crate::job::{Job, type_name};

/// A file of `robots/` and what is asked of it.
struct Fixture {
    name: &'static str,
    root: Root,
    /// Links with pose, Jacobians and a wrench.
    links: &'static [&'static str],
}

const FIXTURES: [Fixture; 6] = [
    Fixture {
        name: "planar_arm",
        root: Root::Fixed,
        links: &["upper", "lower", "tool"],
    },
    Fixture {
        name: "spatial_arm",
        root: Root::Fixed,
        links: &["turret", "boom", "probe"],
    },
    Fixture {
        name: "gripper",
        root: Root::Fixed,
        links: &["left", "right", "right_tip"],
    },
    Fixture {
        name: "two_limbs",
        root: Root::FLOATING,
        links: &["trunk", "left_shank", "right_limb"],
    },
    Fixture {
        name: "geared",
        root: Root::Fixed,
        links: &["first", "third"],
    },
    Fixture {
        name: "massless_tip",
        root: Root::Fixed,
        links: &["arm", "tip"],
    },
];

pub fn jobs() -> Result<Vec<Job>, String> {
    println!("cargo:rerun-if-changed=robots");
    FIXTURES.iter().map(job).collect()
}

fn job(fixture: &Fixture) -> Result<Job, String> {
    let path = Path::new("robots").join(format!("{}.urdf", fixture.name));
    let source =
        read_file(&path).map_err(|fault| fault.render_whole(&path.display().to_string()))?;
    let links: Vec<String> = fixture
        .links
        .iter()
        .map(|link| (*link).to_string())
        .collect();
    Ok(Job {
        robot: fixture.name.into(),
        variant: "Default",
        source,
        settings: Settings {
            name: type_name(fixture.name),
            root: fixture.root,
            wrenches: links.clone(),
            links,
            ..Settings::default()
        },
    })
}
