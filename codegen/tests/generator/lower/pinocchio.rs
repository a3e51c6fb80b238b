//! Where Pinocchio has positions and rates: by the rule of its reader, and where the corpus has its numbers.

use multibody_codegen::internal::system::Pinocchio;
use multibody_codegen::settings::{Effort, Mimic, Root, Weld};
use multibody_codegen::{Function, Settings, Source, generate, integer};

use crate::support::robot::source;
use crate::support::{Robot, assert_formatted};

fn settings(root: Root) -> Settings {
    Settings {
        root,
        effort: Effort::None,
        functions: [Function::TotalMass].into(),
        pinocchio: true,
        ..Settings::default()
    }
}

fn places(robot: &Robot) -> &Pinocchio {
    robot.system.pinocchio.as_ref().expect("it was requested")
}

/// Siblings whose joints' names have the opposite order of that in the file, and whose links' names have that of the file. A
/// fixed joint counts by its own name, not by those behind it.
fn robot() -> Source {
    let link = |name: &str| {
        format!(
            "<link name=\"{name}\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" \
             iyz=\"0\" izz=\"1\"/></inertial></link>"
        )
    };
    let joint = |name: &str, kind: &str, parent: &str, child: &str, more: &str| {
        format!(
            "<joint name=\"{name}\" type=\"{kind}\"><parent link=\"{parent}\"/><child link=\"{child}\"/>\
             <axis xyz=\"0 0 1\"/><limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/>{more}</joint>"
        )
    };
    let links = ["base", "a", "b", "c", "d", "e", "f"].map(link).concat();
    let joints = [
        joint("z_turn", "continuous", "base", "a", ""),
        joint("m_slide", "prismatic", "a", "b", ""),
        joint("Y_fixed", "fixed", "base", "c", ""),
        joint("zz_behind", "revolute", "c", "d", ""),
        joint("k_plane", "planar", "base", "e", ""),
        joint(
            "a_follows",
            "revolute",
            "e",
            "f",
            "<mimic joint=\"zz_behind\"/>",
        ),
    ];
    source(&format!(
        "<robot name=\"r\">{links}{}</robot>",
        joints.concat()
    ))
}

/// By hand: root, zz_behind, k_plane, a_follows, z_turn, m_slide.
#[test]
fn siblings_are_ordered_by_the_names_of_their_joints() {
    let actual = Robot::of(&robot(), settings(Root::FLOATING));
    let names: Vec<&str> = actual
        .system
        .coordinates
        .iter()
        .map(|c| c.name.as_str())
        .collect();
    assert_eq!(
        names,
        ["root_joint", "z_turn", "m_slide", "zz_behind", "k_plane"]
    );
    let expected = Pinocchio {
        q: [&[0, 1, 2, 3, 4, 5, 6][..], &[13, 15, 7, 8, 9, 10]].concat(),
        v: [&[0, 1, 2, 3, 4, 5][..], &[11, 12, 6, 7, 8, 9]].concat(),
        pairs: vec!["z_turn".into(), "k_plane".into()],
        nq: 16,
        nv: 13,
    };
    assert_eq!(places(&actual), &expected);
    // What is welded here is there, and what follows has places of its own.
    let own = Settings {
        mimic: Mimic::Independent,
        welds: vec![Weld {
            joint: "zz_behind".into(),
            position: integer(0),
        }],
        ..settings(Root::Fixed)
    };
    let actual = Robot::of(&robot(), own);
    assert_eq!(places(&actual).v, [5, 6, 1, 2, 3, 4]);
    assert_eq!((places(&actual).nq, places(&actual).nv), (9, 7));
}

#[test]
fn the_constants_are_emitted_on_request_alone() {
    let output = |settings: &Settings| {
        let output = generate(&robot(), settings, &mut |_| ()).expect("a robot");
        format!("{}\n{}", output.declarations, output.definitions)
    };
    let text = output(&settings(Root::FLOATING));
    for line in [
        "pub const PINOCCHIO_Q: [usize; Self::NQ] = [0, 1, 2, 3, 4, 5, 6, 13, 15, 7, 8, 9, 10];",
        "pub const PINOCCHIO_V: [usize; Self::NV] = [0, 1, 2, 3, 4, 5, 11, 12, 6, 7, 8, 9];",
        "/// That is the cosine of an angle, and the next one its sine, of `z_turn`, `k_plane`:",
    ] {
        assert!(text.contains(line), "{line}");
    }
    assert_formatted(&text);
    let without = Settings {
        pinocchio: false,
        ..settings(Root::FLOATING)
    };
    assert!(!output(&without).contains("PINOCCHIO"));
}

/// With what Pinocchio itself says of each robot of the corpus.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn robots_of_the_corpus_have_joints_where_pinocchio_has_them() {
    use crate::corpus_folder::corpus_folder;
    use crate::golden_numbers::{golden, index, list};
    use crate::support::robot::read;

    let corpus = corpus_folder();
    let manifest = read(&corpus.join("robots/manifest.json")).text;
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    let (mut robots, mut others) = (0, Vec::new());
    for entry in list(&manifest)
        .iter()
        .filter(|entry| entry["kind"] == "urdf")
    {
        let [name, file] = ["name", "file"].map(|key| entry[key].as_str().expect("a text"));
        let root = match entry["root"].as_str().expect("a root") {
            "freeflyer" => Root::FLOATING,
            "spherical" => Root::BALL,
            "planar" => Root::PLANAR,
            _ => Root::Fixed,
        };
        let golden = golden(&corpus, name);
        let result = Robot::of(&read(&corpus.join("robots").join(file)), settings(root));
        let places = places(&result);
        assert_eq!(
            [places.nq, places.nv],
            [&golden["nq"], &golden["nv"]].map(index),
            "{name}"
        );
        for coordinate in &result.system.coordinates {
            let mut joints = list(&golden["joints"]).iter();
            let joint = joints.find(|joint| joint["name"] == coordinate.joint.as_str());
            let joint = joint.unwrap_or_else(|| panic!("{name}: {} is missing", coordinate.joint));
            let [q, v] = ["idx_q", "idx_v"].map(|key| index(&joint[key]));
            let own = (places.q[coordinate.q], places.v[coordinate.v]);
            assert_eq!(own, (q, v), "{name}: {}", coordinate.joint);
        }
        robots += 1;
        if !places.v.is_sorted() {
            others.push(name.to_owned());
        }
    }
    assert!(robots > 15, "{robots} robots");
    assert!(others.len() >= 4, "in another order than here: {others:?}");
}
