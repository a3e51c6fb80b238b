//! A robot without its programs: all items, with an endless loop as the body of each function. Editors use such
//! items, since they must not wait for a derivation. So do builds that report a fault: the compiler then does not also complain of
//! missing functions.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};

use crate::examine::targets;
use crate::generated::Generated;
use multibody_description::extend::extend;
use multibody_description::fault::{self, Fault, Faults};
use multibody_description::findings::{ExaminedSystem, Findings};
use multibody_description::force::Along;
use multibody_description::function::{Dimension, Function, Offered, Shape, Target};
use multibody_description::lower;
use multibody_description::model::{self, ForceCoefficients, JointKind, Model, Source};
use multibody_description::requested::bundles;
use multibody_description::settings::{Acting, Mimic, Settings};
use multibody_description::signature::ArgumentRow;
use multibody_description::source::{self, tokens::Places};
use multibody_description::system::{
    ConstantForce, Coordinate, Link, LinkTree, Pinocchio, ROOT_JOINT, SymbolicTerms, System,
};
use multibody_outputs::FunctionProgram;
use multibody_outputs::report::Report;
use multibody_program::exact::Rational;
use multibody_program::ir::{Builder, InputKind, Program, Value};

/// The items of a robot whose file may be faulty.
#[must_use]
pub fn of_file(source: &Source, settings: &Settings) -> String {
    let mut faults = Faults::new();
    let model = source::read(source, &mut faults);
    of_model(model, &faults.finish(), settings)
}

/// The items of a robot whose tokens may be faulty.
#[must_use]
pub fn of_tokens(structure: TokenStream, items: TokenStream, settings: &Settings) -> String {
    let (mut places, mut faults) = (Places::default(), Faults::new());
    let Some(structure) = source::tokens::read_struct(structure, &mut places, &mut faults) else {
        drop(faults.finish());
        return of_unknown(settings);
    };
    let settings = Settings {
        name: structure.name.value.clone(),
        visibility: structure.visibility.clone(),
        ..settings.clone()
    };
    let joint_count = count_joint_items(&items);
    let model = source::tokens::read_tokens(items, structure, &mut places, &mut faults);
    let model = Some(model).filter(|model| model.joints.len() == joint_count);
    of_model(model, &faults.finish(), &settings)
}

/// The number of items of an attribute that begin like a joint.
fn count_joint_items(items: &TokenStream) -> usize {
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ',');
    let tokens: Vec<TokenTree> = items.clone().into_iter().collect();
    let firsts = tokens.split(is_comma).filter_map(|item| item.first());
    firsts.filter(|first| first.to_string() == "joint").count()
}

/// The items of a model. If there is none, or a fault of reading hides a joint, the items of an unknown robot.
pub(crate) fn of_model(
    model: Option<Model>,
    faults: &fault::Report,
    settings: &Settings,
) -> String {
    let faults = faults.diagnostics.iter();
    let Some(mut model) =
        model.filter(|_| !faults.map(|diagnostic| &diagnostic.fault).any(hides_joint))
    else {
        return of_unknown(settings);
    };
    let mut unreported = Faults::new();
    let settings = &extend(&mut model, settings, &mut unreported);
    let _reported_elsewhere = unreported.finish();
    let system = sketch_system(&model, settings);
    // An unknown name is replaced by any link, since only the number of links matters.
    let any_link = (!system.tree.links.is_empty()).then_some(0);
    let names = settings.wrenches.iter();
    let wrench_links: Vec<usize> = names
        .filter_map(|n| system.tree.link(n).or(any_link))
        .collect();
    let targets = targets(&system, settings);
    of(settings, &system, &targets, &wrench_links).definitions
}

/// Whether a fault that the reader reports leaves the numbers of positions and rates unknown.
fn hides_joint(fault: &Fault) -> bool {
    match fault {
        Fault::UnknownJointType { .. } | Fault::TokenMissingKey { key: "kind", .. } => true,
        Fault::MissingAttribute { attributes, .. } => attributes.contains("type"),
        // An unknown item of a description may be a misspelt `joint`.
        Fault::TokenUnknownKey { place, .. } => place.contains("description"),
        _ => false,
    }
}

/// The functions of a robot about which nothing is known. The number of joints is a parameter that the compiler infers from each
/// call.
#[must_use]
pub fn of_unknown(settings: &Settings) -> String {
    of_impl_head(&format!("impl {}", settings.name), settings)
}

/// As `of_unknown`, for an implementation with this head, such as `impl Arm`.
pub(crate) fn of_impl_head(head: &str, settings: &Settings) -> String {
    let functions = settings.select_functions(Acting::default()).into_iter();
    let functions: String = functions.filter_map(of_any_size).collect();
    let text = format!(
        "#[allow(dead_code, unused_variables, reason = \"a fault has been reported\")]\n\
         {head} {{\n    pub const NQ: usize = 0;\n    pub const NV: usize = 0;\n    \
         pub const JOINTS: [multibody::JointInfo; 0] = [];\n    \
         pub const LINKS: [multibody::LinkInfo; 0] = [];\n    \
         pub const COSTS: [multibody::Cost; 0] = [];\n{functions}}}\n"
    );
    multibody_support::foreign::with_crate_path(text, &settings.krate.0)
}

/// A function for N joints, if every robot has this function.
fn of_any_size(function: Function) -> Option<String> {
    let row = function.row();
    if row.offered != Offered::Always {
        return None;
    }
    let size = |dimension: Dimension| match dimension {
        Dimension::Constant(_) => dimension.name(),
        _ => "N".into(),
    };
    let arguments = (row.arguments.iter()).filter_map(|kind| ArgumentRow::of(*kind));
    let argument = |row: &ArgumentRow| {
        let reference = if row.dimensions.is_empty() { "" } else { "&" };
        let array = Shape::Array(row.dimensions).rust_type(&size);
        format!(", {}: {reference}{array}", row.name)
    };
    let arguments: String = arguments.map(argument).collect();
    let (name, result) = (row.name, row.shape.rust_type(&size));
    // Without arguments, T could not be inferred.
    let (generics, result) = if arguments.is_empty() {
        ("", result.replace('T', "f64"))
    } else {
        ("<T: multibody::Real, const N: usize>", result)
    };
    Some(format!(
        "    pub fn {name}{generics}(&self{arguments}) -> {result} {{\n        loop {{}}\n    }}\n"
    ))
}

/// The items of a system for some targets and links with wrenches.
pub(crate) fn of(
    settings: &Settings,
    system: &ExaminedSystem,
    targets: &[Target],
    wrench_links: &[usize],
) -> Generated {
    let empty_program = Program::default();
    let mut robot = multibody_emit::Robot {
        name: &settings.name,
        settings,
        system,
        wrench_links,
        functions: &[],
        notes: &[],
        bundles: &[],
        prepare: &empty_program,
        visibility: &settings.visibility,
        singular: None,
        is_derived: false,
        equations: None,
    };
    // Two links may have the same name in Rust, which is a fault of its own.
    let mut names = BTreeSet::new();
    let distinct = (targets.iter()).filter(|t| names.insert(robot.function_name(**t)));
    let functions = distinct.map(|&target| FunctionProgram {
        target,
        program: Program::default(),
    });
    let functions: Vec<FunctionProgram> = functions.collect();
    robot.functions = &functions;
    let mut unreported = Faults::new();
    let bundles = bundles(system, settings, targets, &mut unreported);
    let _reported_elsewhere = unreported.finish();
    let bundles_to_emit = bundles.iter().filter(|bundle| !bundle.members.is_empty());
    let bundled = bundles_to_emit.map(|bundle| multibody_emit::BundleProgram {
        bundle,
        program: Program::default(),
        rounding: None,
    });
    let bundled: Vec<_> = bundled.collect();
    robot.bundles = &bundled;
    Generated {
        declarations: multibody_emit::rust::structure(&robot),
        definitions: multibody_emit::rust::items(&robot),
        binding: String::new(),
        report: Report {
            name: settings.name.clone(),
            nq: system.nq(),
            nv: system.nv(),
            ..Report::default()
        },
        diagnostics: Faults::new().finish(),
        verified_fingerprint: String::new(),
        programs: None,
    }
}

/// The part of a system that signatures need, from a model that may be faulty: for example, the coordinates in the order of
/// the source, the names of the links, and which force elements act.
fn sketch_system(model: &Model, settings: &Settings) -> ExaminedSystem {
    let mut builder = model.builder.clone();
    let root_motions = settings.root.motions().into_iter();
    let root_kind = JointKind::of(root_motions.map(|(kind, _)| kind));
    let root_joint = Some((ROOT_JOINT, &root_kind));
    let mobile_joints = model
        .joints
        .iter()
        .filter(|joint| has_own_coordinate(joint, settings))
        .map(|joint| (joint.name.value.as_str(), &joint.kind.value));
    let mut coordinates = Vec::new();
    for (name, kind) in root_joint.into_iter().chain(mobile_joints) {
        lower::coordinates::add(&mut coordinates, name, kind, None);
    }
    for coordinate in &model.symbolic.coordinates {
        lower::coordinates::add_generalized(&mut coordinates, &coordinate.value);
    }
    let zeros = builder.zeros();
    let links = model.links.iter().map(|link| Link {
        name: link.name.value.clone(),
        mass: Value::ZERO,
        com: zeros,
        inertia: [zeros; 3],
        is_intermediate: link.is_intermediate,
    });
    let mut unreported = Faults::new();
    let joints = lower::joints_with_settings(model, settings, &mut unreported);
    let _reported_elsewhere = unreported.finish();
    let acting_along = |count: usize, coefficients: &ForceCoefficients, b: &mut Builder| {
        // Only the number of lines matters.
        let line = lower::ForceLine {
            along: Along::Joint(0),
            constant: Rational::ZERO,
        };
        let lines = vec![line; count];
        lower::acting_elements(b, coefficients, &lines, &model.conventions, settings)
    };
    let mut forces = Vec::new();
    for joint in &joints {
        let nv = if is_welded(joint, settings) {
            0
        } else {
            joint.kind.value.motions().iter().map(|m| m.kind.nv()).sum()
        };
        let coefficients = &joint.forces;
        forces.extend(acting_along(nv, coefficients, &mut builder));
    }
    for tendon in &model.tendons {
        let coefficients = &tendon.forces;
        forces.extend(acting_along(1, coefficients, &mut builder));
    }
    let mut links_of_model = model.links.iter();
    let is_compensated =
        settings.passive && links_of_model.any(|link| link.gravity_compensation.is_some());
    let constant_force = ConstantForce {
        link: 0,
        point: zeros,
        force: zeros,
    };
    // The time is an argument of functions if the description names it.
    let is_timed = model
        .symbolic
        .local_inputs
        .contains(&model::LocalInput::Time);
    let time = is_timed.then(|| builder.input(InputKind::Time, 0));
    let symbolic = SymbolicTerms {
        definitions: time.into_iter().collect(),
        ..SymbolicTerms::default()
    };
    let has_motor = lower::rates_with_motor(&coordinates, model, settings);
    let mut findings = Findings {
        has_drive: is_timed,
        ..Findings::default()
    };
    findings.actuation.has_motor.clone_from(&has_motor);
    let system = System {
        tree: LinkTree {
            links: links.collect(),
            joints: Vec::new(),
        },
        forces,
        symbolic,
        constant_forces: is_compensated
            .then_some(constant_force)
            .into_iter()
            .collect(),
        point_springs: lower::point_springs(&mut builder, model),
        constraints: lower::constraints(&mut builder, model),
        has_motor,
        actuators: lower::actuators(model, |_| None),
        states: lower::states(model, &coordinates),
        pinocchio: settings.pinocchio.then(|| pinocchio_indices(&coordinates)),
        coordinates,
        parameters: model.parameters.clone(),
        ..System::empty(builder)
    };
    ExaminedSystem { system, findings }
}

/// Indices in Pinocchio's vectors, as many as there are coordinates.
fn pinocchio_indices(coordinates: &[Coordinate]) -> Pinocchio {
    let (nq, nv) = coordinates.last().map_or((0, 0), Coordinate::next_indices);
    Pinocchio {
        q: vec![0; nq],
        v: vec![0; nv],
        ..Pinocchio::default()
    }
}

/// Whether a joint has a coordinate of its own.
fn has_own_coordinate(joint: &model::Joint, settings: &Settings) -> bool {
    let follows = joint.mimic.is_some() && settings.mimic == Mimic::Resolve;
    !joint.kind.value.is_fixed() && !follows && !is_welded(joint, settings)
}

/// Whether the settings weld a joint.
fn is_welded(joint: &model::Joint, settings: &Settings) -> bool {
    let mut welds = settings.welds.iter();
    welds.any(|weld| weld.joint == joint.name.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes that are the same for all robots are numbers, and all others are N.
    #[test]
    fn functions_of_any_size_have_constants() {
        let center = of_any_size(Function::CenterOfMass).unwrap();
        assert!(center.contains("(&self, q: &[T; N]) -> [T; 3]"), "{center}");
        let matrix = of_any_size(Function::MassMatrix).unwrap();
        assert!(matrix.contains("-> [[T; N]; N]"), "{matrix}");
    }
}
