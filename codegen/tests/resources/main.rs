//! What the generator takes, unoptimised, with nothing cached, the proof included: for a humanoid of 35 degrees of freedom at most
//! twelve seconds and one gigabyte, with derivatives the same memory and 4 MB of text; for a chain of a hundred joints a minute,
//! 300 MB and 20 MB of text; for a body of three hundred welded links ten seconds, with a hundred links that follow its joint half a
//! minute; for the equations of gears ten seconds; for twenty particles placed by expressions three. Text takes time in proportion
//! to its length.
//!
//! Alone in its program, so that nothing else takes time or memory beside it; one after the other.

#![cfg(all(feature = "symbolica", target_os = "linux"))]

#[path = "../generator/support/chain.rs"]
mod chain;
#[path = "../shared/corpus_folder.rs"]
mod corpus_folder;
#[path = "../shared/processor.rs"]
mod processor;

use std::path::Path;
use std::time::Duration;

use chain::chain;
use multibody_codegen::fault::Faults;
use multibody_codegen::internal::examine::examine_model;
use multibody_codegen::internal::source::tokens::{Places, read_struct, read_tokens};
use multibody_codegen::report::Verification;
use multibody_codegen::settings::{Functions, Root, Verify};
use multibody_codegen::{
    Function, Generated, Settings, Source, Stage, generate, generate_attribute, read_file,
};

/// As long as it may take, of one processor.
const TIME: Duration = Duration::from_secs(12);
/// As long as a hundred joints may take, of one processor.
const LONG: Duration = Duration::from_secs(60);
/// As long as it may take of one processor to weld three hundred links, each turned on its own: their
/// moments are added in exact numbers.
const WELDING: Duration = Duration::from_secs(10);
/// The same for a hundred links that follow one joint: sums of thousands of terms.
const FOLLOWING: Duration = Duration::from_secs(30);
/// The same for equations to be read of a few links whose gears have no small common part.
const GEARS: Duration = Duration::from_secs(10);
/// The same for twenty particles placed by expressions, each from the one before.
const EXPRESSED: Duration = Duration::from_secs(3);
/// The same to examine a long chain whose constraints cannot be satisfied: some 10 s alone, since ranks are found at one
/// prime and confirmed at another; 13 s have been seen of a processor that is shared with other work.
const CONSTRAINED: Duration = Duration::from_secs(20);
/// The same for a sine of a sine of a sine, and so on.
const NESTED: Duration = Duration::from_secs(8);
/// As much as it may need at its peak, in KiB.
const MEMORY: u64 = 1_000_000;
/// The same for a hundred joints.
const MEMORY_OF_LONG: u64 = 300_000;
/// As long as the text of a hundred joints may be, in bytes.
const TEXT: usize = 20_000_000;
/// As long as the text of derivatives may be, in bytes for each operation.
const BYTES_OF_OPERATION: usize = 50;

/// A number of /proc/self/status, in KiB.
fn status(name: &str) -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").expect("the state of this process");
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix(name))
        .expect("a known name");
    line.trim_matches([':', ' ', '\t', 'k', 'B'])
        .parse()
        .expect("a number")
}

/// The memory that this process needs at most.
struct Peak;

impl Peak {
    /// From here on.
    fn start() -> Self {
        std::fs::write("/proc/self/clear_refs", "5").expect("the peak begins anew");
        Self
    }

    /// In KiB.
    fn read(self) -> u64 {
        let memory = status("VmHWM");
        println!("at the peak {memory} KiB");
        memory
    }
}

/// Generates the humanoid, and returns the peak of memory in KiB and the time of one processor too.
fn generate_humanoid(functions: Functions) -> (Generated, u64, Duration) {
    let corpus = corpus_folder::corpus_folder();
    let file = corpus.join("robots/urdf/g1_29dof.urdf");
    let source = read_file(&file).unwrap_or_else(|fault| panic!("{}", fault.texts().message));
    let settings = Settings {
        root: Root::FLOATING,
        functions,
        ..Settings::default()
    };
    let mut notify = |stage: &Stage| {
        println!("{:8} {:8.1?} {}", stage.name, stage.time, stage.summary);
    };
    let stopwatch = processor::Stopwatch::start();
    let peak = Peak::start();
    let generated = match generate(&source, &settings, &mut notify) {
        Ok(generated) => generated,
        Err(report) => panic!("{}", report.render(&source)),
    };
    let (memory, time) = (peak.read(), stopwatch.read());
    println!("{time:.1?} of one processor");
    assert_eq!(generated.report.nv, 35);
    (generated, memory, time)
}

#[test]
#[cfg_attr(
    not(all(corpus, all_tests)),
    ignore = "takes long, and needs others' robots: MULTIBODY_TESTS, MULTIBODY_CORPUS"
)]
fn a_humanoid_is_generated_in_twelve_seconds_and_one_gigabyte() {
    let (Generated { report, .. }, memory, time) = generate_humanoid(Functions::default());
    assert_eq!(report.functions.len(), Function::always().count());
    assert!(report.functions.iter().all(|function| function.proved));
    assert!(time <= TIME, "{time:?}");
    assert!(memory <= MEMORY, "{memory} KiB");
}

/// With the default functions and both derivatives, the text is short enough to be verified by default.
#[test]
#[cfg_attr(
    not(all(corpus, all_tests)),
    ignore = "takes long, and needs others' robots: MULTIBODY_TESTS, MULTIBODY_CORPUS"
)]
fn a_humanoid_with_derivatives_takes_a_gigabyte_and_4_megabytes_of_text() {
    let derivatives = Function::InverseDynamicsDerivatives;
    let (generated, memory, _) = generate_humanoid(Functions {
        default: true,
        named: vec![derivatives, Function::ForwardDynamicsDerivatives],
    });
    let report = &generated.report;
    assert_eq!(report.functions.len(), Function::always().count() + 2);
    assert!(report.functions.iter().all(|function| function.proved));
    assert!(memory <= MEMORY, "{memory} KiB");

    let text = &generated.definitions;
    let length = generated.declarations.len() + text.len();
    assert!(length < Verify::LONGEST, "{length} bytes");
    let verification = &report.verification;
    assert!(
        !matches!(verification, Verification::Not(_)),
        "not verified"
    );
    // Forward dynamics' derivatives are calls of these and a few loops.
    let start = text
        .find("fn inverse_dynamics_derivatives_into")
        .expect("a function");
    let bytes = text[start..].find("\n    }\n").expect("its end");
    let mut functions = report.functions.iter();
    let function = functions.find(|function| function.name == derivatives.name());
    let operations = function.expect("its report").count.mul_add();
    println!("{length} bytes, of which {bytes} are of {operations} operations");
    assert!(
        bytes > 10 * operations,
        "{bytes} bytes are not the whole function"
    );
    assert!(
        bytes <= BYTES_OF_OPERATION * operations,
        "{bytes} bytes of {operations} operations"
    );
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn a_chain_of_a_hundred_joints_takes_a_minute_300_megabytes_and_20_of_text() {
    let stopwatch = processor::Stopwatch::start();
    let peak = Peak::start();
    let generated = generate(&chain(100), &Settings::default(), &mut |_| ());
    let (memory, time) = (peak.read(), stopwatch.read());
    let generated = generated.expect("a robot without a fault");
    assert_eq!(generated.report.nv, 100);
    assert!(time <= LONG, "{time:?}");
    assert!(memory <= MEMORY_OF_LONG, "{memory} KiB");
    let text = generated.definitions.len();
    assert!(text <= TEXT, "{text} bytes");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn three_hundred_links_on_one_body_take_ten_seconds() {
    let mut text = String::from(
        "<robot name=\"plate\"><link name=\"base\"/><link name=\"l0\"/><joint name=\"j\" type=\"continuous\">\
         <parent link=\"base\"/><child link=\"l0\"/><axis xyz=\"0 0 1\"/></joint>",
    );
    for index in 1..=300 {
        let turn = f64::from(index).sin();
        text += &format!(
            "<joint name=\"f{index}\" type=\"fixed\"><parent link=\"l0\"/><child link=\"l{index}\"/>\
             <origin xyz=\"{turn:.4} 0.3 -0.2\" rpy=\"{turn:.4} {:.4} 0.7\"/></joint>\
             <link name=\"l{index}\"><inertial><origin xyz=\"0.1 0 0.2\" rpy=\"0.3 {turn:.4} 0\"/><mass value=\"0.8\"/>\
             <inertia ixx=\"0.02\" ixy=\"0.001\" ixz=\"0\" iyy=\"0.03\" iyz=\"0\" izz=\"0.025\"/></inertial></link>",
            2.0 * turn,
        );
    }
    let source = Source::new("plate.urdf", text + "</robot>");
    let stopwatch = processor::Stopwatch::start();
    let generated = generate(&source, &Settings::default(), &mut |_| ());
    let time = stopwatch.read();
    assert_eq!(generated.expect("a robot without a fault").report.nv, 1);
    assert!(time <= WELDING, "{time:?}");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn a_hundred_followers_of_one_joint_take_half_a_minute() {
    let link = |name: &str| {
        format!(
            "<link name=\"{name}\"><inertial><origin xyz=\"0.1 0.05 0.02\"/><mass value=\"1.2\"/>\
             <inertia ixx=\"0.02\" ixy=\"0.001\" ixz=\"0\" iyy=\"0.03\" iyz=\"0\" izz=\"0.025\"/></inertial></link>"
        )
    };
    let mut text = format!(
        "<robot name=\"star\"><link name=\"base\"/>{}<joint name=\"j\" type=\"continuous\">\
         <parent link=\"base\"/><child link=\"hub\"/><axis xyz=\"0.3 1 1\"/></joint>",
        link("hub"),
    );
    for index in 1..=100 {
        text += &link(&format!("l{index}"));
        text += &format!(
            "<joint name=\"j{index}\" type=\"continuous\"><parent link=\"hub\"/><child link=\"l{index}\"/>\
             <origin xyz=\"{:.4} 0.1 0.{index:03}\" rpy=\"{:.2} 0.3 0\"/><axis xyz=\"0.3 {} 1\"/>\
             <mimic joint=\"j\" multiplier=\"{:.3}\"/></joint>",
            0.3 * f64::from(index).sin(),
            0.1 * f64::from(index),
            index % 2,
            0.5 + 0.037 * f64::from(index),
        );
    }
    let source = Source::new("star.urdf", text + "</robot>");
    let stopwatch = processor::Stopwatch::start();
    let generated = generate(&source, &Settings::default(), &mut |_| ());
    let time = stopwatch.read();
    assert_eq!(generated.expect("a robot without a fault").report.nv, 1);
    assert!(time <= FOLLOWING, "{time:?}");
}

/// Particles on a string, each placed by expressions from the one before: their programs took 37 seconds to build, most
/// of them for the trial, where all that had been built before was gone through for each entry. Then they took 4.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn a_chain_of_twenty_expressed_particles_takes_seconds() {
    let count = 20;
    let angles: Vec<String> = (1..=count).map(|index| format!("t{index}")).collect();
    let mut items = format!(
        "gravity = [0, 0, -9.81], coordinates = [{}],",
        angles.join(", ")
    );
    for index in 1..=count {
        items += &match index {
            1 => "let x1 = 0.3 * sin(t1); let z1 = -0.3 * cos(t1);".to_owned(),
            _ => format!(
                "let x{index} = x{0} + 0.3 * sin(t{index}); let z{index} = z{0} - 0.3 * cos(t{index});",
                index - 1
            ),
        };
    }
    for index in 1..=count {
        items += &format!(
            "particle p{index} {{ mass: 0.{index:02}, position: [x{index}, 0, z{index}] }},"
        );
    }
    let stopwatch = processor::Stopwatch::start();
    let robot = generate_attribute(
        items.parse().expect("tokens"),
        "struct Chain;".parse().expect("a struct"),
        Path::new("."),
        &mut |stage| println!("{:8} {:8.1?} {}", stage.name, stage.time, stage.summary),
    );
    let time = stopwatch.read();
    let report = robot.generated.expect("a robot without a fault").report;
    assert_eq!(report.nv, count);
    assert!(time <= EXPRESSED, "{time:?}");
}

/// The derivative of a sine of a sine is a product of as many cosines: common parts of 250 such products took minutes.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn functions_of_functions_take_seconds() {
    let nested = ".sin()".repeat(250);
    let items = format!(
        "gravity = [0, 0, -9.81], constraint wire: upper{nested} - 0.1, \
         joint upper {{ revolute, parent: world, child: arm, axis: y }}, body arm {{ mass: 2, com: [0, 0, -0.2] }}, \
         joint lower {{ revolute, parent: arm, child: bob, axis: y, origin: [0, 0, -0.5] }}, \
         body bob {{ mass: 1, com: [0, 0, -0.2] }},"
    );
    let stopwatch = processor::Stopwatch::start();
    let robot = generate_attribute(
        items.parse().expect("tokens"),
        "struct Arm;".parse().expect("a struct"),
        Path::new("."),
        &mut |stage| println!("{:8} {:8.1?} {}", stage.name, stage.time, stage.summary),
    );
    let time = stopwatch.read();
    robot.generated.expect("a robot without a fault");
    assert!(time <= NESTED, "{time:?}");
}

/// Three to six links on crossing axes that one motor turns: their equations took 23 to 93 seconds where
/// expansion had no bound.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn equations_of_gears_take_ten_seconds() {
    let chains: [&[&str]; 4] = [
        &["0.333", "0.0833"],
        &["1.13", "20", "60"],
        &["0.333", "1.13", "0.0833", "100"],
        &["60", "0.333", "100", "1.13", "20"],
    ];
    for multipliers in chains {
        let mut text = String::from("<robot name=\"gears\"><link name=\"l0\"/>");
        let gears = multipliers
            .iter()
            .map(|m| format!("<mimic joint=\"j1\" multiplier=\"{m}\"/>"));
        for (index, mimic) in (1..).zip(std::iter::once(String::new()).chain(gears)) {
            let (parent, axis) = (index - 1, ["0 0 1", "1 0 0", "0 1 0"][index % 3]);
            text += &format!(
                "<joint name=\"j{index}\" type=\"continuous\"><parent link=\"l{parent}\"/><child link=\"l{index}\"/>\
                 <origin xyz=\"0.3 0.1 0\"/><axis xyz=\"{axis}\"/>{mimic}</joint>\
                 <link name=\"l{index}\"><inertial><origin xyz=\"0.1 0.05 0.02\"/><mass value=\"1.2\"/>\
                 <inertia ixx=\"0.02\" ixy=\"0.001\" ixz=\"0\" iyy=\"0.03\" iyz=\"0\" izz=\"0.025\"/></inertial></link>"
            );
        }
        let source = Source::new("gears.urdf", text + "</robot>");
        let settings = Settings {
            functions: [Function::InverseDynamics].into(),
            equations: true,
            ..Settings::default()
        };
        let stopwatch = processor::Stopwatch::start();
        let generated = generate(&source, &settings, &mut |_| ());
        let time = stopwatch.read();
        let report = generated.expect("a robot without a fault").report;
        assert!(report.equations.is_some());
        assert!(time <= GEARS, "{multipliers:?}: {time:?}");
    }
}

/// Sixty joints and twenty distances, each in reach, which no position meets together: the search for one ends.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn long_chains_under_constraints_are_examined_in_seconds() {
    let mut items = String::from("gravity = [0, 0, -9.81],");
    for k in 0..60 {
        let (parent, up) = match k {
            0 => ("world".to_owned(), 0.0),
            _ => (format!("l{}", k - 1), 0.1),
        };
        items += &format!(
            "joint j{k} {{ revolute, parent: {parent}, child: l{k}, axis: [{}, 1, {}], origin: [0, 0, {up}] }}, \
             body l{k} {{ mass: 0.1, com: [0.01, 0, 0.05], inertia: diag(0.001, 0.001, 0.001) }},",
            k % 3,
            (k + 1) % 2
        );
    }
    for k in 30..50 {
        let length = if k % 2 == 0 { 1.5 } else { 2.5 };
        items +=
            &format!("distance d{k} {{ from: l{k}, to: [world, [0.1, 0, 0]], length: {length} }},");
    }
    let alone = processor::Stopwatch::start();
    let (mut places, mut faults) = (Places::default(), Faults::new());
    let item = "struct Chain;".parse().unwrap();
    let of = read_struct(item, &mut places, &mut faults).expect("a struct");
    let model = read_tokens(items.parse().unwrap(), of, &mut places, &mut faults);
    examine_model(model, &Settings::default(), &mut faults);
    let elapsed = alone.read();
    let report = faults.finish();
    assert!(!report.has_errors(), "{report:?}");
    assert!(elapsed <= CONSTRAINED, "{elapsed:?}");
}

/// Bytes an operation stay the same, and so does the processor's time a byte: a value's last use was
/// looked for in all that follows.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn text_is_written_in_time_in_proportion_to_its_length() {
    let alone = processor::Stopwatch::start();
    let written = [8, 16, 32].map(|joints| {
        let settings = Settings {
            effort: multibody_codegen::settings::Effort::None,
            proof: false,
            verify: Verify::False,
            ..Settings::default()
        };
        let mut before = processor::worked();
        let mut emitting = Duration::ZERO;
        let mut notify = |stage: &Stage| {
            let now = processor::worked();
            if stage.name == "emit" {
                emitting = now - before;
            }
            before = now;
        };
        let generated = generate(&chain(joints), &settings, &mut notify);
        let generated = generated.expect("a robot without a fault");
        let functions = generated.report.functions.iter();
        let operations: usize = functions.map(|f| f.count.mul_add()).sum();
        let bytes = generated.definitions.len() as f64;
        println!("{joints} joints: {bytes} bytes of {operations} operations in {emitting:.1?}");
        (bytes / operations as f64, emitting.as_secs_f64() / bytes)
    });
    alone.read();
    let [(small, _), (middle, quick), (large, slow)] = written;
    for ratio in [middle / small, large / middle] {
        assert!((ratio - 1.0).abs() < 0.05, "{written:?}");
    }
    // Four times as many bytes would take four times as long each.
    assert!(slow < 2.0 * quick, "{written:?}");
}
