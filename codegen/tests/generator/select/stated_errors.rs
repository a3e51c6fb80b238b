//! The documented rounding errors are those measured at other states, for long chains too.
//!
//! The emitted programs are evaluated in both floats and in 192 bits, at states that are drawn here. Only the scales of
//! results, which define the unit of errors, come from the generator.

use std::collections::BTreeMap;

use astro_float::BigFloat;
use multibody_codegen::internal::derive::{Derivation, scales};
use multibody_codegen::internal::function::Target;
use multibody_codegen::internal::ir::{Float, Floats, InputKind, Program, evaluate};
use multibody_codegen::internal::joint::orientations;
use multibody_codegen::internal::system::System;
use multibody_codegen::internal::tree::place_bodies;
use multibody_codegen::report::Rounding;
use multibody_codegen::settings::Root;
use multibody_codegen::{Function, Settings, Source};

use crate::support::robot::source;
use crate::support::true_values::{TrueValues, distance, nearest};
use crate::support::{Random, Robot, corpus};

/// The values of all inputs.
type Inputs = BTreeMap<InputKind, Vec<f64>>;

/// Equal bodies one behind the other, each of which hangs from its joint; the axes are these in turn.
fn chain(joints: usize, length: f64, mass: f64, moment: f64, axes: &[&str]) -> Source {
    let mut text = String::from("<robot name=\"chain\"><link name=\"l0\"/>");
    for at in 1..=joints {
        let (parent, axis) = (at - 1, axes[at % axes.len()]);
        text += &format!(
            "<joint name=\"j{at}\" type=\"continuous\"><parent link=\"l{parent}\"/><child link=\"l{at}\"/>\
             <origin xyz=\"0 0 -{length}\"/><axis xyz=\"{axis}\"/></joint>\
             <link name=\"l{at}\"><inertial><origin xyz=\"0 0 -{}\"/><mass value=\"{mass}\"/>\
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

/// An angle at one of 64 states: anywhere within a turn, anywhere within three turns, next to a quarter turn, next to
/// 0; at the last state 0.
fn angle(state: u64, random: &mut Random) -> f64 {
    use std::f64::consts::{FRAC_PI_2, PI};
    let (x, quarter_turns) = (random.number(), random.below(5) as f64 - 2.0);
    match state % 4 {
        0 => PI * x,
        1 => 6.0 * PI * x,
        2 => FRAC_PI_2 * quarter_turns + 1e-4 * x,
        _ if state == 63 => 0.0,
        _ => 1e-3 * x,
    }
}

fn inputs(system: &System, state: u64) -> Inputs {
    let mut random = Random::new(0x5eed_0000 + state);
    let mut q: Vec<f64> = (0..system.nq())
        .map(|_| angle(state, &mut random))
        .collect();
    for coordinate in &system.coordinates {
        for (at, chart) in orientations(coordinate.kind.coordinates()) {
            let turn = &mut q[coordinate.q + at..][..chart.neutral().len()];
            turn.iter_mut().for_each(|x| *x += random.number());
            chart.normalize(turn, None);
        }
    }
    let fast = 1.0 + 19.0 * (state / 4 % 2) as f64;
    let mut numbers = |size: f64| (0..system.nv()).map(|_| size * random.number()).collect();
    BTreeMap::from([
        (InputKind::Q, q),
        (InputKind::Qd, numbers(fast)),
        (InputKind::Qdd, numbers(fast)),
        (InputKind::Tau, numbers(fast)),
    ])
}

/// The largest errors at some states.
#[derive(Clone, Copy, Debug, Default)]
struct Measured {
    /// In units in the last place of the scale of each entry.
    of_scale: f64,
    /// In units in the last place of the largest entry.
    of_result: f64,
}

impl Measured {
    fn or_larger(self, other: Self) -> Self {
        Self {
            of_scale: self.of_scale.max(other.of_scale),
            of_result: self.of_result.max(other.of_result),
        }
    }
}

/// The errors of a program at a state, in one float.
fn measured<F: Float>(
    program: &Program,
    inputs: &Inputs,
    exact: &[BigFloat],
    scale: &[f64],
) -> Measured {
    let inputs: BTreeMap<InputKind, Vec<F>> = (inputs.iter())
        .map(|(&kind, values)| (kind, values.iter().map(|&x| F::lit(x)).collect()))
        .collect();
    let inputs = inputs
        .iter()
        .map(|(&kind, values)| (kind, &values[..]))
        .collect();
    let found = evaluate(program, &mut Floats { inputs });
    let errors = exact
        .iter()
        .zip(&found)
        .map(|(exact, found)| distance(exact, found.wide()));
    let errors: Vec<f64> = errors.map(|error| error / F::EPSILON).collect();
    let largest = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
    let result = largest(&mut exact.iter().map(|exact| nearest(exact).abs()));
    let of_result = largest(&mut errors.iter().copied()) / result;
    Measured {
        of_scale: largest(&mut errors.iter().zip(scale).map(|(error, scale)| error / scale)),
        // Where all is 0, there is no digit.
        of_result: if result > 0.0 { of_result } else { 0.0 },
    }
}

fn narrowed(inputs: &Inputs) -> Inputs {
    let narrow = |values: &Vec<f64>| values.iter().map(|&x| f64::from(x as f32)).collect();
    inputs
        .iter()
        .map(|(&kind, values)| (kind, narrow(values)))
        .collect()
}

const STATES: u64 = 64;

/// A number that is rounded once may be half a unit off. If less is measured, the operations happened to be exact, and
/// stated errors are compared with this error.
const ONE_ROUNDING: f64 = 0.5;

/// How many times the measured error the stated one may be.
const MOST: f64 = 16.0;

/// A program of more nodes than these is evaluated at every seventh state, with which all kinds occur.
const LONG: usize = 250_000;

/// Errors of a function in f64 and in f32.
type InBoth = [Measured; 2];

/// The largest errors of a program at all states.
fn largest(
    program: &Program,
    wide: &[Inputs],
    scales: &[Vec<f64>],
    values: &mut TrueValues,
) -> InBoth {
    let (of_wide, of_narrow) = scales.split_at(wide.len());
    let mut both = InBoth::default();
    let step = if program.nodes().len() > LONG { 7 } else { 1 };
    for (at, inputs) in wide.iter().enumerate().step_by(step) {
        let exact = values.of(program, inputs);
        both[0] = both[0].or_larger(measured::<f64>(program, inputs, &exact, &of_wide[at]));
        let inputs = narrowed(inputs);
        let exact = values.of(program, &inputs);
        both[1] = both[1].or_larger(measured::<f32>(program, &inputs, &exact, &of_narrow[at]));
    }
    both
}

/// Derives a robot, and compares the errors stated of each function with those measured.
fn assert_stated(name: &str, source: &Source, root: Root) {
    let settings = Settings {
        root,
        ..Settings::default()
    };
    let derived = Robot::of(source, settings.clone()).derive();
    let system = &derived.robot.system;
    let wide: Vec<Inputs> = (0..STATES).map(|state| inputs(system, state)).collect();
    let all = wide.iter().cloned().chain(wide.iter().map(narrowed));
    let functions = &derived.derivations.functions;
    let targets: Vec<Target> = functions.iter().map(|of| of.target).collect();
    let scales = scales(&place_bodies(system), &targets, &settings, all);
    let scales = scales.expect("computer algebra");
    let mut values = TrueValues::new();
    for function in functions {
        let measured = largest(
            &function.program,
            &wide,
            &scales[&function.target],
            &mut values,
        );
        assert_agrees(name, function, measured);
    }
}

/// Asserts that the stated errors are at least those measured, and at most `MOST` times these.
fn assert_agrees(name: &str, derivation: &Derivation, measured: InBoth) {
    let function = derivation.target.function;
    let Rounding {
        errors, of_result, ..
    } = derivation.rounding.expect("measured");
    let what = format!("{name}, {function}: stated {errors}, measured {measured:?}");
    println!("{what}");
    for (stated, found) in [errors.f64, errors.f32].into_iter().zip(measured) {
        assert!(stated >= found.of_scale, "{what}");
        assert!(stated <= MOST * found.of_scale.max(ONE_ROUNDING), "{what}");
    }
    // These pass through 0, where no digit of them is right.
    if [Function::PotentialEnergy, Function::CenterOfMass].contains(&function) {
        return;
    }
    let digits = of_result.expect("not 0 everywhere").right_digits();
    let units = [f64::EPSILON, f32::EPSILON.into()];
    for ((digits, unit), found) in digits.into_iter().zip(units).zip(measured) {
        let wrong = 10_f64.powi(-i32::try_from(digits).expect("few"));
        assert!(
            unit * found.of_result <= wrong,
            "{what}, {digits} right digits"
        );
    }
}

#[test]
fn errors_of_twenty_rods_are_as_stated() {
    assert_stated("20 rods", &rods(20), Root::Fixed);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn errors_of_long_chains_are_as_stated() {
    for joints in [60, 120] {
        assert_stated(&format!("{joints} rods"), &rods(joints), Root::Fixed);
    }
    for joints in [40, 60, 120] {
        assert_stated(&format!("{joints} links"), &snake(joints), Root::Fixed);
    }
}

#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn errors_of_an_arm_and_a_humanoid_are_as_stated() {
    let corpus = corpus::folder();
    for name in ["panda", "g1_29dof"] {
        assert_stated(name, &corpus.robot(name), corpus.root(name));
    }
}
