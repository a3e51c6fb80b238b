//! A robot without its programs: all items, on bodies that never end. For editors, who must not wait
//! for a derivation, and for compilers that have a fault to report, so that calls of the robot's
//! functions are not called faulty too.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;

use crate::derive::functions::Target;
use crate::emit;
use crate::fault::Faults;
use crate::generate::{self, Generated, Report};
use crate::ir::{Program, Value};
use crate::mechanism::{Coordinate, Joint, Link, Mechanism, joint_type};
use crate::model::{self, JointKind, Model, Source};
use crate::settings::{Mimic, Root, Settings};
use crate::source::{self, tokens::Places};

/// The items of a robot whose URDF may be faulty; none: not even its size can be told.
#[must_use]
pub fn of_file(source: &Source, settings: &Settings) -> Option<String> {
    let mut faults = Faults::new();
    let model = source::urdf(source, &mut faults);
    drop(faults.finish());
    of_model(&model?, settings)
}

/// The items of a robot whose tokens may be faulty; none: not even its size can be told.
#[must_use]
pub fn of_tokens(
    structure: TokenStream,
    items: TokenStream,
    settings: &Settings,
) -> Option<String> {
    let (mut places, mut faults) = (Places::default(), Faults::new());
    let structure = source::tokens::structure(structure, &mut places, &mut faults);
    let described = structure.map(|structure| {
        let settings = Settings {
            name: structure.name.value.clone(),
            visibility: structure.visibility.clone(),
            ..settings.clone()
        };
        let model = source::tokens::tokens(items, structure, &mut places, &mut faults);
        (model, settings)
    });
    drop(faults.finish());
    let (model, settings) = described?;
    of_model(&model, &settings)
}

fn of_model(model: &Model, settings: &Settings) -> Option<String> {
    let mechanism = sketch(model, settings);
    if mechanism.nv() == 0 {
        return None;
    }
    // For a name that no link has, any link stands: what matters is how many there are.
    let any = (!mechanism.links.is_empty()).then_some(0);
    let names = settings.wrenches.iter();
    let wrench_links: Vec<usize> = names.filter_map(|n| mechanism.link(n).or(any)).collect();
    let targets = generate::wanted(&mechanism, settings);
    let asked = (&targets[..], &wrench_links[..]);
    Some(of(settings, &mechanism, asked).items)
}

/// The items of a mechanism for some targets and links with wrenches.
pub(crate) fn of(
    settings: &Settings,
    mechanism: &Mechanism,
    (targets, wrench_links): (&[Target], &[usize]),
) -> Generated {
    let nothing = Program::default();
    let mut robot = emit::rust::Robot {
        name: &settings.name,
        mechanism,
        wrench_links,
        functions: &[],
        prepare: &nothing,
        visibility: &settings.visibility,
        singular: None,
        derived: false,
    };
    // Two links may have one name in Rust, which is a fault of its own.
    let mut names = BTreeSet::new();
    let distinct = (targets.iter()).filter(|t| names.insert(emit::rust::name(&robot, **t)));
    let functions: Vec<(Target, Program)> = distinct.map(|&t| (t, Program::default())).collect();
    robot.functions = &functions;
    Generated {
        structure: emit::rust::structure(&robot),
        items: emit::rust::items(&robot),
        report: Report {
            name: settings.name.clone(),
            nq: mechanism.nq(),
            nv: mechanism.nv(),
            ..Report::default()
        },
        diagnostics: Faults::new().finish(),
    }
}

/// As much of a mechanism as signatures need, from a model that may be faulty: the coordinates in the
/// order of the source, the names of the links, and whether damping acts.
fn sketch(model: &Model, settings: &Settings) -> Mechanism {
    let mut builder = model.builder.clone();
    let root = (settings.root == Root::Floating).then_some(("root_joint", JointKind::Floating));
    let own = model
        .joints
        .iter()
        .filter(|joint| moves_itself(joint, settings));
    let own = own.map(|joint| (joint.name.value.as_str(), joint.kind.value));
    let mut coordinates: Vec<Coordinate> = Vec::new();
    for (name, kind) in root.into_iter().chain(own) {
        coordinates.extend(joint_type(kind).map(|joint_type| {
            let (q, v) = coordinates.last().map_or((0, 0), Coordinate::end);
            Coordinate {
                joint: name.to_owned(),
                kind: joint_type,
                continuous: kind == JointKind::Continuous,
                q,
                v,
                limits: None,
            }
        }));
    }
    let zeros = builder.zeros();
    let links = model.links.iter().map(|link| Link {
        name: link.name.value.clone(),
        mass: Value::ZERO,
        com: zeros,
        inertia: [zeros; 3],
    });
    let links = links.collect();
    let acts = model.vocabulary == model::Vocabulary::Tokens;
    let dampings = model
        .joints
        .iter()
        .filter_map(|joint| joint.damping.as_ref());
    let joints = dampings.filter(|_| acts).map(|damping| Joint {
        name: String::new(),
        parent: None,
        child: 0,
        origin: builder.identity_pose(),
        motion: None,
        damping: damping.value(&mut builder),
    });
    Mechanism {
        gravity: zeros,
        links,
        joints: joints.collect(),
        coordinates,
        snaps: Vec::new(),
        parameters: model.parameters.clone(),
        builder,
    }
}

/// Whether a joint has a coordinate of its own.
fn moves_itself(joint: &model::Joint, settings: &Settings) -> bool {
    let follows = joint.mimic.is_some() && settings.mimic == Mimic::Resolve;
    let welded = settings
        .welds
        .iter()
        .any(|weld| weld.joint == joint.name.value);
    joint.kind.value != JointKind::Fixed && !follows && !welded
}
