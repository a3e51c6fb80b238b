//! The documented rounding errors are at least those measured at other states, and at most 16 times as large, for long chains too.
//!
//! Programs are evaluated in both floats and in 192 bits, at states that are drawn here. Only the scales of results, which define
//! the unit of errors, come from the generator.

use std::collections::BTreeMap;

use astro_float::BigFloat;
use multibody_codegen::internal::derive::{Derivation, scales};
use multibody_codegen::internal::function::Target;
use multibody_codegen::internal::ir::{Float, Floats, InputKind, Program, evaluate};
use multibody_codegen::internal::joint::{PositionKind, orientations};
use multibody_codegen::internal::system::System;
use multibody_codegen::internal::tree::place_bodies;
use multibody_codegen::report::Rounding;
use multibody_codegen::{Function, Settings, Source};

use crate::support::robot::source;
use crate::support::true_values::{TrueValues, distance, nearest};
use crate::support::{Random, Robot, corpus};

/// The values of all inputs.
type Inputs = BTreeMap<InputKind, Vec<f64>>;

const STATES: u64 = 64;
/// The seed of the first state. The factor between found and stated errors was chosen at other states.
const SEED: u64 = 0x0043_4300;

/// How many times the measured error the stated one may be.
const MOST: f64 = 16.0;
/// A number that is rounded once may be half a unit off. If less is measured, the operations happened to be exact, and
/// stated errors are compared with this error.
const ONE_ROUNDING: f64 = 0.5;
/// Next to an equilibrium, where no digits are stated: the largest number of a result, beside its scale, is less than this
/// part of what it is at half of the states.
const NEXT_TO_EQUILIBRIUM: f64 = 0.01;

/// Equal bodies one behind the other, each of which hangs from its joint; the axes are these in turn.
fn chain(joints: usize, length: f64, mass: f64, moment: f64, axes: &[&str]) -> Source {
    let mut text = String::from("<robot name=\"chain\"><link name=\"l0\"/>");
    for joint in 1..=joints {
        let (parent, axis) = (joint - 1, axes[joint % axes.len()]);
        text += &format!(
            "<joint name=\"j{joint}\" type=\"continuous\"><parent link=\"l{parent}\"/><child link=\"l{joint}\"/>\
             <origin xyz=\"0 0 -{length}\"/><axis xyz=\"{axis}\"/></joint>\
             <link name=\"l{joint}\"><inertial><origin xyz=\"0 0 -{}\"/><mass value=\"{mass}\"/>\
             <inertia ixx=\"{moment}\" ixy=\"0\" ixz=\"0\" iyy=\"{moment}\" iyz=\"0\" izz=\"{moment}\"/></inertial></link>",
            length / 2.0
        );
    }
    source(&(text + "</robot>"))
}

/// Rods of a metre in a plane.
fn rods(joints: usize) -> Source {
    chain(joints, 1.0, 1.0, 0.1, &["0 1 0"])
}

/// Links of ten centimetres on crossing axes.
fn snake(joints: usize) -> Source {
    chain(joints, 0.1, 0.1, 1e-4, &["1 0 0", "0 1 0"])
}

/// An angle of a kind: anywhere within a turn, within three turns, next to a quarter turn, next to 0, at 0, or any of
/// these.
fn angle(kind: u64, random: &mut Random) -> f64 {
    use std::f64::consts::{FRAC_PI_2, PI};
    let (x, quarter_turns) = (random.number(), random.below(5) as f64 - 2.0);
    match kind {
        0 => PI * x,
        1 => 6.0 * PI * x,
        2 => FRAC_PI_2 * quarter_turns + 1e-4 * x,
        3 => 1e-3 * x,
        4 => 0.0,
        _ => angle(random.below(4) as u64, random),
    }
}

/// Every twelve states have each kind of angles with slow and fast rates. Slides are at most six metres away. Every fifth
/// state is without forces.
fn inputs(system: &System, state: u64) -> Inputs {
    let mut random = Random::new(SEED + state);
    let angles = (0..system.nq()).map(|_| angle(state % 6, &mut random));
    let mut q: Vec<f64> = angles.collect();
    for coordinate in &system.coordinates {
        let slides = coordinate.kind.positions().iter().enumerate();
        for (index, _) in slides.filter(|(_, of)| matches!(of, PositionKind::Length)) {
            q[coordinate.q + index] /= std::f64::consts::PI;
        }
        for (index, chart) in orientations(coordinate.kind.positions()) {
            let turn = &mut q[coordinate.q + index..][..chart.neutral().len()];
            turn.iter_mut().for_each(|x| *x += random.number());
            chart.normalize(turn, None);
        }
    }
    let fast = if (state / 6).is_multiple_of(2) { 1.0 } else { 20.0 };
    let forces = if state % 5 == 4 { 0.0 } else { fast };
    let mut numbers = |size: f64| (0..system.nv()).map(|_| size * random.number()).collect();
    BTreeMap::from([
        (InputKind::Q, q),
        (InputKind::Qd, numbers(fast)),
        (InputKind::Qdd, numbers(fast)),
        (InputKind::Tau, numbers(forces)),
    ])
}

fn narrowed(inputs: &Inputs) -> Inputs {
    let narrow = |values: &Vec<f64>| values.iter().map(|&x| f64::from(x as f32)).collect();
    let inputs = inputs.iter();
    inputs.map(|(&kind, of)| (kind, narrow(of))).collect()
}

/// The errors of a program at a state.
#[derive(Clone, Copy, Debug)]
struct Measured {
    /// In units in the last place of the scale of each entry.
    of_scale: f64,
    /// In units in the last place of the largest entry.
    of_result: f64,
    /// The largest entry, beside the largest scale.
    part: f64,
}

impl Measured {
    fn new<F: Float>(
        program: &Program,
        inputs: &Inputs,
        exact: &[BigFloat],
        scale: &[f64],
    ) -> Self {
        let value = floats::<F>(program, inputs);
        let errors = exact.iter().zip(&value);
        let errors = errors.map(|(exact, value)| distance(exact, value.wide()) / F::EPSILON);
        let errors: Vec<f64> = errors.collect();
        let largest = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
        let result = largest(&mut exact.iter().map(|exact| nearest(exact).abs()));
        let beside = errors.iter().zip(scale).map(|(error, scale)| error / scale);
        Self {
            of_scale: largest(&mut beside.filter(|error| error.is_finite())),
            of_result: largest(&mut errors.iter().copied()) / result,
            part: result / largest(&mut scale.iter().copied()),
        }
    }
}

fn floats<F: Float>(program: &Program, inputs: &Inputs) -> Vec<F> {
    let narrow = |values: &Vec<f64>| values.iter().map(|&x| F::lit(x)).collect();
    let inputs: BTreeMap<InputKind, Vec<F>> = inputs
        .iter()
        .map(|(&kind, of)| (kind, narrow(of)))
        .collect();
    let inputs = inputs.iter().map(|(&kind, of)| (kind, &of[..]));
    let inputs = inputs.collect();
    evaluate(program, &mut Floats { inputs })
}

/// The largest errors of a program.
#[derive(Clone, Copy, Debug)]
struct Largest {
    of_scale: f64,
    /// None: the result is 0 everywhere.
    of_result: Option<f64>,
}

fn largest<F: Float>(program: &Program, states: &[Inputs], scales: &[Vec<f64>]) -> Largest {
    let mut values = TrueValues::new();
    let each = states.iter().zip(scales).map(|(inputs, scale)| {
        let exact = values.of(program, inputs);
        Measured::new::<F>(program, inputs, &exact, scale)
    });
    let each: Vec<Measured> = each.collect();
    let mut parts: Vec<f64> = each
        .iter()
        .map(|at| at.part)
        .filter(|part| *part > 0.0)
        .collect();
    parts.sort_by(f64::total_cmp);
    let usual = parts.get(parts.len() / 2).copied().unwrap_or(f64::NAN);
    let elsewhere = each
        .iter()
        .filter(|at| at.part >= NEXT_TO_EQUILIBRIUM * usual);
    Largest {
        of_scale: each.iter().map(|at| at.of_scale).fold(0.0, f64::max),
        of_result: elsewhere.map(|at| at.of_result).reduce(f64::max),
    }
}

/// Derives a robot, and compares the errors stated of each function with those measured.
fn assert_stated(name: &str, source: &Source, settings: Settings) {
    let dynamics = Robot::of(source, settings.clone()).derive();
    let system = &dynamics.robot.system;
    let wide: Vec<Inputs> = (0..STATES).map(|state| inputs(system, state)).collect();
    let narrow: Vec<Inputs> = wide.iter().map(narrowed).collect();
    let functions = &dynamics.derivations.functions;
    let targets: Vec<Target> = functions.iter().map(|of| of.target).collect();
    let all = wide.iter().chain(&narrow).cloned();
    let scales = scales(&place_bodies(system), &targets, &settings, all);
    let scales = scales.expect("computer algebra");
    for function in functions {
        let (of_wide, of_narrow) = scales[&function.target].split_at(wide.len());
        let program = &function.program;
        let measured = std::thread::scope(|threads| {
            let in_f64 = threads.spawn(|| largest::<f64>(program, &wide, of_wide));
            let in_f32 = largest::<f32>(program, &narrow, of_narrow);
            [in_f64.join().expect("measured"), in_f32]
        });
        assert_agrees(name, function, measured);
    }
}

/// Asserts that stated errors are at least those measured, and at most `MOST` times the larger of both floats. They are
/// about the same in both, since they depend on the same conditions.
fn assert_agrees(name: &str, derivation: &Derivation, measured: [Largest; 2]) {
    let Rounding {
        errors, of_result, ..
    } = derivation.rounding.expect("measured");
    let function = derivation.target.function;
    let subject =
        format!("{name}, {function}: stated {errors}, {of_result:?}, measured {measured:?}");
    println!("{subject}");
    let result = measured.map(|of| of.of_scale);
    assert!(
        errors.f64 >= result[0] && errors.f32 >= result[1],
        "{subject}"
    );
    let limit = MOST * result.into_iter().fold(ONE_ROUNDING, f64::max);
    assert!(errors.f64 <= limit && errors.f32 <= limit, "{subject}");
    // A single number that passes through 0 has no digit there.
    if function == Function::PotentialEnergy {
        return;
    }
    let digits = of_result.expect("not 0 everywhere").right_digits();
    let units = [f64::EPSILON, f32::EPSILON.into()];
    for ((digits, unit), result) in digits.into_iter().zip(units).zip(measured) {
        let result = result.of_result.expect("not 0 everywhere");
        let right = -(unit * result.max(ONE_ROUNDING)).log10();
        assert!(
            f64::from(digits) <= right,
            "{subject}: {digits} of {right:.1} digits"
        );
    }
}

fn only(functions: &[Function]) -> Settings {
    Settings {
        functions: functions.to_vec().into(),
        ..Settings::default()
    }
}

#[test]
fn errors_of_twenty_joints_are_as_stated() {
    assert_stated("20 rods", &rods(20), Settings::default());
    let few = only(&[Function::MassMatrix, Function::ForwardDynamics]);
    assert_stated("20 links", &snake(20), few);
}

/// Those that depend most on how errors are added.
const OF_LONG: [Function; 3] = [
    Function::MassMatrix,
    Function::InverseDynamics,
    Function::ForwardDynamics,
];

/// `MULTIBODY_CHAINS=all` tries chains of 120 joints too, which takes minutes.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn errors_of_long_chains_are_as_stated() {
    let forty = [&OF_LONG[..], &[Function::MassMatrixInverse]].concat();
    assert_stated("40 links", &snake(40), only(&forty));
    let is_all = std::env::var("MULTIBODY_CHAINS").is_ok_and(|value| value == "all");
    let joints: &[usize] = if is_all { &[60, 120] } else { &[60] };
    for &joints in joints {
        assert_stated(&format!("{joints} rods"), &rods(joints), only(&OF_LONG));
        assert_stated(&format!("{joints} links"), &snake(joints), only(&OF_LONG));
    }
}

#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn errors_of_an_arm_are_as_stated() {
    let corpus = corpus::folder();
    assert_stated("panda", &corpus.robot("panda"), Settings::default());
}

#[test]
#[cfg_attr(
    not(all(corpus, all_tests)),
    ignore = "takes long, and needs MULTIBODY_CORPUS: MULTIBODY_TESTS=all runs it"
)]
fn errors_of_a_humanoid_are_as_stated() {
    let corpus = corpus::folder();
    let settings = Settings {
        root: corpus.root("g1_29dof"),
        ..Settings::default()
    };
    assert_stated("g1", &corpus.robot("g1_29dof"), settings);
}
