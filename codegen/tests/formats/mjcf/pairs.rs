//! The same robots in MJCF and in URDF, in `pairs/`: an arm, a quadruped on a floating base, a gripper whose loops are closed by
//! `connect`, or by pins beside the URDF.

use std::fmt::Write as _;
use std::path::Path;

use multibody_codegen::fault::Faults;
use multibody_codegen::internal::exact::{Rational, decimal, nearest_f64};
use multibody_codegen::internal::generate::generate_model_cached;
use multibody_codegen::internal::generated::Programs;
use multibody_codegen::internal::ir::{Exact, Input, Machine, Value};
use multibody_codegen::internal::model::Model;
use multibody_codegen::internal::source::tokens::{Context, Places, read_additions};
use multibody_codegen::internal::source::{format_named, read};
use multibody_codegen::internal::system::{Row, System};
use multibody_codegen::settings::{Armature, Effort, Verify};
use multibody_codegen::{Cache, Count, Settings, Source, read_file};

fn file(name: &str) -> Source {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats/mjcf/pairs");
    let source = read_file(&folder.join(name));
    source.unwrap_or_else(|fault| panic!("{}", fault.render_whole(name)))
}

/// The programs of a file with tokens beside it.
fn programs(name: &str, tokens: &str, armatures: &[(&str, &str)]) -> Programs {
    let source = file(name);
    let armature = |(joint, inertia): &(&str, &str)| Armature {
        joint: (*joint).to_owned(),
        inertia: decimal(inertia).expect("a decimal"),
    };
    let settings = Settings {
        passive: true,
        effort: Effort::None,
        armatures: armatures.iter().map(armature).collect(),
        // Equal programs are equally right, and those of other tests are proved.
        proof: false,
        verify: Verify::False,
        ..Settings::default()
    };
    let mut places = Places::default();
    let read_model = |faults: &mut Faults| -> Option<Model> {
        let mut model = read(&source, faults)?;
        let context = &mut Context {
            places: &mut places,
            faults,
        };
        read_additions(tokens.parse().expect("tokens"), &[], &mut model, context);
        Some(model)
    };
    let generated =
        generate_model_cached(read_model, &settings, &Cache::of_programs(), &mut |_| ());
    let generated = generated.unwrap_or_else(|report| panic!("{}", report.render(&source)));
    *generated.programs.expect("they are kept")
}

/// All numbers of a system, by the names of what they belong to.
fn describe(system: &System) -> String {
    let mut text = String::new();
    let numbers = |values: &[Value]| -> Vec<Rational> {
        let numbers = Exact::default().evaluate(&system.builder.finish(values));
        numbers.expect("constants")
    };
    let link_name = |index: usize| system.tree.links[index].name.as_str();
    let mut write = |line: std::fmt::Arguments| writeln!(text, "{line}").unwrap();
    for link in &system.tree.links {
        let inertia = link.inertia.as_flattened().iter().copied();
        let values: Vec<Value> = [link.mass]
            .into_iter()
            .chain(link.com)
            .chain(inertia)
            .collect();
        write(format_args!("link {}: {:?}", link.name, numbers(&values)));
    }
    for joint in &system.tree.joints {
        let rotation = joint.origin.rotation.as_flattened().iter().copied();
        let values: Vec<Value> = joint
            .origin
            .translation
            .into_iter()
            .chain(rotation)
            .collect();
        let ends = (joint.parent.map(link_name), link_name(joint.child));
        let (armature, kind) = (numbers(&[joint.armature]), joint.kind());
        write(format_args!(
            "joint {} {kind} {ends:?}: {:?} {armature:?}",
            joint.name,
            numbers(&values)
        ));
        for motion in &joint.motions {
            let axes = numbers(motion.axes.as_flattened());
            let scale = (&motion.multiplier, &motion.offset);
            write(format_args!(
                "  {} {axes:?} of {} {scale:?}",
                motion.kind.name(),
                motion.coordinate
            ));
        }
    }
    for coordinate in &system.coordinates {
        let limits = coordinate.limits.as_ref();
        let ends = limits.map(|limits| {
            let float =
                |number: &multibody_codegen::internal::model::Number| nearest_f64(&number.value);
            [&limits.lower, &limits.upper].map(|end| end.as_ref().map(float))
        });
        write(format_args!(
            "coordinate {} of {}: {ends:?}",
            coordinate.name, coordinate.joint
        ));
    }
    for force in &system.forces {
        let coefficients = numbers(&force.coefficients);
        write(format_args!("{}: {coefficients:?}", force.kind.name()));
    }
    for constraint in &system.constraints {
        let (mut row, mut values) = (constraint.row.clone(), Vec::new());
        row.each_value(&mut |value| values.push(*value));
        let links: Vec<&str> = row.links().map(link_name).collect();
        let formula = match &row {
            Row::Between { frame_row, .. } => Some(frame_row),
            _ => None,
        };
        let (name, owner) = (&constraint.name, constraint.owner);
        let numbers = numbers(&values);
        write(format_args!(
            "row {name} of {owner} {links:?}: {numbers:?} {formula:?}"
        ));
    }
    let gravity = numbers(&system.gravity);
    write(format_args!(
        "gravity {gravity:?}, driven {:?}",
        system.has_motor
    ));
    text
}

fn assert_equal(name: &str, tokens: &str, armatures: &[(&str, &str)]) {
    if format_named("mjcf").is_none() {
        return;
    }
    let mjcf = programs(&format!("{name}.xml"), "", &[]);
    let urdf = programs(&format!("{name}.urdf"), tokens, armatures);
    let [actual, expected] = [&mjcf, &urdf].map(|programs| describe(&programs.system));
    for (actual, expected) in actual.lines().zip(expected.lines()) {
        assert_eq!(actual, expected, "{name}");
    }
    assert_eq!(actual, expected, "{name}");
    assert_eq!(mjcf.targets, urdf.targets, "{name}");
    // The order of constants depends on what was read first, and on nothing else.
    let pairs = mjcf.prepared.functions.iter().zip(&urdf.prepared.functions);
    for (target, (actual, expected)) in mjcf.targets.iter().zip(pairs) {
        let subject = format!("{name}: {}", target.function);
        assert_eq!(Count::of(actual), Count::of(expected), "{subject}");
        for seed in 0..3 {
            let number = |input: Input| {
                let at = input.kind as usize * 100 + input.index as usize;
                (0.3 + 1.7 * at as f64 + 0.7 * f64::from(seed)).sin()
            };
            let [actual, expected] = [actual, expected].map(|program| {
                let values = Machine::of(program).run(number);
                values.into_iter().map(f64::to_bits).collect::<Vec<_>>()
            });
            assert_eq!(actual, expected, "{subject}");
        }
    }
}

#[test]
fn an_arm_is_the_same_in_both_formats() {
    assert_equal("arm", "", &[("shoulder", "0.01"), ("elbow", "0.01")]);
}

#[test]
fn a_quadruped_is_the_same_in_both_formats() {
    let legs = ["front_left", "front_right", "hind_left", "hind_right"];
    let joints = legs
        .iter()
        .flat_map(|leg| ["hip", "thigh", "shank"].map(|part| format!("{leg}_{part}_joint")));
    let joints: Vec<String> = joints.collect();
    let armatures: Vec<(&str, &str)> = joints
        .iter()
        .map(|joint| (joint.as_str(), "0.005"))
        .collect();
    assert_equal("quadruped", "", &armatures);
}

#[test]
fn a_gripper_is_the_same_in_both_formats() {
    let pins = "pin left { from: [left_coupler, [0.02, 0, 0.01]], to: [left_follower, [0.03, 0, 0.04]] },
         pin right { from: [right_coupler, [-0.02, 0, 0.01]], to: [right_follower, [-0.03, 0, 0.04]] }";
    assert_equal("gripper", pins, &[]);
}
