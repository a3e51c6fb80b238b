//! A format is a reader and a row: here one of a test, beside those of the generator; and MJCF against numbers of MuJoCo.

#![cfg(feature = "symbolica")]

#[path = "../shared/corpus_folder.rs"]
mod corpus_folder;
#[allow(dead_code, reason = "other tests use all of it")]
#[path = "../shared/golden_numbers.rs"]
mod golden_numbers;
mod includes;
mod mjcf;
#[path = "../shared/mujoco.rs"]
mod mujoco;
mod toml_chain;

use multibody_codegen::fault::Faults;
use multibody_codegen::internal::generate::generate_model;
use multibody_codegen::internal::source::{FORMATS, Format, read_among};
use multibody_codegen::settings::Effort;
use multibody_codegen::{Generated, Settings, Source, examine, fault};

fn formats() -> Vec<Format> {
    FORMATS
        .iter()
        .copied()
        .chain([toml_chain::FORMAT])
        .collect()
}

fn source(text: &str) -> Source {
    Source::new("robot", text)
}

fn generated(text: &str) -> Result<Generated, fault::Report> {
    let settings = Settings {
        name: "Chain".into(),
        effort: Effort::None,
        ..Settings::default()
    };
    let read = |faults: &mut Faults| read_among(&formats(), &source(text), faults);
    generate_model(read, &settings, &mut |_| ())
}

const CHAIN: &str = "[[rod]]\nname = \"upper\"\nmass = 1.5\nlength = 0.4\n\n\
                     [[rod]]\nname = \"lower\"\nmass = 1\nlength = 0.5\n";

/// The same robot as a URDF: inertias are m l^2 / 12.
const URDF: &str = r#"<robot name="chain"><link name="base"/>
<joint name="upper_hinge" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/></joint>
<link name="upper"><inertial><origin xyz="0 0 0.2"/><mass value="1.5"/>
<inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0"/></inertial></link>
<joint name="lower_hinge" type="continuous"><parent link="upper"/><child link="lower"/><origin xyz="0 0 0.4"/><axis xyz="0 1 0"/></joint>
<link name="lower"><inertial><origin xyz="0 0 0.25"/><mass value="1.2"/>
<inertia ixx="0.025" ixy="0" ixz="0" iyy="0.025" iyz="0" izz="0"/></inertial></link></robot>"#;

#[test]
fn a_format_of_a_test_gives_the_same_robot() {
    let chain = CHAIN.replace("mass = 1\n", "mass = 1.2\n");
    let (own, urdf) = (generated(&chain).unwrap(), generated(URDF).unwrap());
    assert!(own.definitions.contains("fn mass_matrix"));
    assert_eq!(own.definitions, urdf.definitions);
    assert_ne!(generated(CHAIN).unwrap().definitions, urdf.definitions);
}

#[test]
fn faults_of_a_format_are_shown_at_their_place() {
    let text = CHAIN
        .replace("mass = 1.5", "mass = heavy")
        .replace("length = 0.5", "lenght = 0.5");
    let message = generated(&text).unwrap_err().render(&source(&text));
    for part in ["robot:3:1", "`heavy` is no number", "robot:9:1", "`length`"] {
        assert!(message.contains(part), "{part}: {message}");
    }
}

#[test]
fn a_text_in_no_format_lists_all() {
    let text = "  robot: arm\nlinks: 3";
    let mut faults = Faults::new();
    assert!(read_among(&formats(), &source(text), &mut faults).is_none());
    let message = faults.finish().render(&source(text));
    for part in [
        "robot:1:3",
        "in no format",
        "urdf (<robot name=\"...\">)",
        "chain ([[rod]])",
    ] {
        assert!(message.contains(part), "{part}: {message}");
    }
    // Those that are read without any of one's own.
    let message = examine(&source(text), &Settings::default()).render(&source(text));
    assert!(
        message.contains("urdf (") && !message.contains("chain ("),
        "{message}"
    );
}
