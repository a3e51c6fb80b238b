//! Programs against what they should be.

use std::collections::BTreeMap;

use multibody_codegen::Generated;
use multibody_codegen::internal::derive::scales;
use multibody_codegen::internal::function::Mode;
use multibody_codegen::internal::function::{Dimensions, Target};
use multibody_codegen::internal::generated::Programs;
use multibody_codegen::internal::ir::{Floats, InputKind, evaluate};
use multibody_codegen::internal::joint::orientations;
use multibody_codegen::internal::signature::{ArgumentRange, ArgumentRow};
use multibody_codegen::internal::tree::place_bodies;

use super::big::Big;
use super::energies::State;
use super::equations::{Equations, Sum, times};
use super::functions::Motion;
use super::places::{Names, Origin};
use crate::fuzzer::description::{Chart, Description, Kind};
use crate::fuzzer::expression::Expr;
use crate::fuzzer::random::Random;
use crate::fuzzer::run::settings;

/// States that are drawn until everything has a value that is not large.
const DRAWS: usize = 12;
/// Larger values say nothing: neither do those of tangents next to a pole.
const LARGE: f64 = 1e6;
/// How much of the size of its terms a function may be off by. Rounding is some 1e-15 times what terms lose among themselves;
/// a wrong sign is some 1.
const TOLERANCE: f64 = 1e-8;

/// Stated errors are those at angles up to this: 3 turns.
const LARGEST_ANGLE: f64 = 3.0 * std::f64::consts::TAU;

/// How many times a stated error an error may be at a state that no program was chosen at.
const ROOM: f64 = 4.0;

/// Differences in 512 bits are off by some `2^-140` of sizes that are not [`LARGE`].
const NOISE: f64 = 1e-30;

/// What came of a comparison.
#[derive(Debug, Default)]
pub struct Compared {
    /// Entries that were compared.
    pub entries: usize,
    /// The largest error, in sizes of terms.
    pub worst: f64,
    /// Of each function with a stated error, the largest error by that.
    pub by_stated: BTreeMap<&'static str, f64>,
}

/// The values of arguments and fields.
type Inputs = BTreeMap<InputKind, Vec<f64>>;

fn drawn(of: &Description, programs: &Programs, random: &mut Random) -> Inputs {
    let system = &programs.system;
    let dimensions = Dimensions::of(system, settings(of).wrenches.len());
    let fields = (0..system.parameter_count()).map(|_| 0.6 + random.number() / 2.0);
    let mut inputs = Inputs::from([(InputKind::Parameter, fields.collect())]);
    for argument in &ArgumentRow::ALL {
        let mut value = || match argument.range {
            ArgumentRange::Positions | ArgumentRange::Rates => random.number(),
            ArgumentRange::Numbers | ArgumentRange::Times => random.number(),
            ArgumentRange::Gains => 1.1 + random.number(),
            ArgumentRange::Shares | ArgumentRange::Weights => 0.5 + random.number() / 2.0,
            ArgumentRange::Switches => 1.0,
        };
        let values = (0..argument.count(dimensions)).map(|_| value());
        inputs.insert(argument.kind, values.collect());
    }
    let q = inputs.get_mut(&InputKind::Q).expect("an argument");
    for coordinate in &system.coordinates {
        for (at, chart) in orientations(coordinate.kind.coordinates()) {
            let turn = &mut q[coordinate.q + at..][..chart.neutral().len()];
            if chart.has_unit_norm() {
                chart.normalize(turn, None);
            }
        }
    }
    inputs
}

fn bigs(of: &[f64]) -> Vec<Big> {
    of.iter().map(|&x| Big::of(x)).collect()
}

/// Whether the evaluation knows all that a description has.
fn is_known(of: &Description) -> bool {
    let mut joints = of.joints.iter();
    let quaternions = |kind: &Kind| matches!(kind, Kind::Ball(Chart::QuaternionDerivative));
    let turned = |text: &str| {
        text == "1.5708" || text.contains("1.57079") || text.contains("3.14159") || text == "1e-12"
    };
    // What is snapped is not what was written.
    let snapped = of.snap
        && of.joints.iter().any(|joint| {
            joint
                .rpy
                .iter()
                .any(|a| turned(a.to_string().trim_start_matches('-')))
        });
    let offsets = of.snap
        && (of.joints.iter()).any(|joint| {
            joint
                .follows
                .as_ref()
                .is_some_and(|(_, _, offset)| offset == "1.5708")
        });
    !joints.any(|joint| quaternions(&joint.kind)) && !snapped && !offsets
}

fn origin<'a>(of: &'a Description, programs: &Programs, inputs: &Inputs) -> Origin<'a> {
    let mut fields = Names::default();
    let mut values = inputs[&InputKind::Parameter].iter().map(|&x| Big::of(x));
    for (name, length) in &of.fields {
        let mut next = || values.next().expect("a value of each field");
        match length {
            None => drop(fields.numbers.insert(name.clone(), next())),
            Some(length) => drop(
                fields
                    .arrays
                    .insert(name.clone(), (0..*length).map(|_| next()).collect()),
            ),
        }
    }
    let mut starts = BTreeMap::new();
    for coordinate in &programs.system.coordinates {
        let name = if coordinate.joint.is_empty() {
            &coordinate.name
        } else {
            &coordinate.joint
        };
        starts
            .entry(name.clone())
            .or_insert([coordinate.q, coordinate.v]);
        starts
            .entry(coordinate.name.clone())
            .or_insert([coordinate.q, coordinate.v]);
    }
    Origin {
        of,
        fields,
        starts,
        q: bigs(&inputs[&InputKind::Q]),
    }
}

/// The largest number of a list; not a number: infinite.
fn largest(all: impl IntoIterator<Item = f64>) -> f64 {
    all.into_iter().fold(0.0, |most, x| {
        if x.is_nan() {
            f64::INFINITY
        } else {
            most.max(x.abs())
        }
    })
}

/// Holds a robot's programs against the syntax tree at a state of a seed. None: it has nothing to compare, or no value there.
///
/// # Errors
/// What differs.
pub fn compare(
    of: &Description,
    generated: &Generated,
    seed: u64,
) -> Result<Option<Compared>, String> {
    let programs = generated
        .programs
        .as_deref()
        .expect("programs were requested");
    if !is_known(of) {
        return Ok(None);
    }
    let mut random = Random::new(!seed);
    for _ in 0..DRAWS {
        let inputs = drawn(of, programs, &mut random);
        if let Some(compared) = at(of, generated, programs, &inputs)? {
            return Ok(Some(compared));
        }
    }
    Ok(None)
}

fn at(
    of: &Description,
    generated: &Generated,
    programs: &Programs,
    inputs: &Inputs,
) -> Result<Option<Compared>, String> {
    let nv = programs.system.nv();
    let origin = origin(of, programs, inputs);
    let state = State {
        displaced: vec![Big::zero(); nv],
        rates: bigs(&inputs[&InputKind::Qd]),
        t: Big::of(inputs[&InputKind::Time][0]),
    };
    let equations = Equations {
        origin: &origin,
        state,
        nv,
    };
    let m = equations.mass_matrix();
    let (bias, gravity, forces) = (equations.bias(), equations.gravity(), equations.forces());
    let all = m
        .iter()
        .flatten()
        .chain(&bias)
        .chain(&gravity)
        .chain(&forces);
    if largest(all.map(|sum| {
        if sum.value.near().is_nan() {
            f64::NAN
        } else {
            sum.size
        }
    })) > LARGE
    {
        return Ok(None);
    }
    let mut compared = Compared::default();
    let motion = Motion {
        qdd: bigs(&inputs[&InputKind::Qdd]),
        direction: bigs(&inputs[&InputKind::Direction]),
        weights: bigs(&inputs[&InputKind::Weights]),
        has_wrenches: !inputs[&InputKind::Wrench].is_empty(),
        equations,
    };
    let equations = &motion.equations;
    let mut found: BTreeMap<&'static str, Vec<f64>> = BTreeMap::new();
    let mut exact: BTreeMap<&'static str, Vec<Big>> = BTreeMap::new();
    for (at, target) in programs.targets.iter().enumerate() {
        let (function, program) = (target.function, programs.prepared.whole(at));
        let inputs = inputs.iter().map(|(kind, values)| (*kind, &values[..]));
        let mut floats = Floats {
            inputs: inputs.collect(),
        };
        let values = evaluate(&program, &mut floats);
        if let Some(expected) = motion.value(function.quantity()) {
            assert_eq!(values.len(), expected.len(), "{function}");
            compared.check(function.name(), &values, &expected)?;
            let expected = expected.into_iter().map(|sum| sum.value).collect();
            exact.insert(function.name(), expected);
        }
        found.insert(function.name(), values);
    }
    if found.contains_key("forward_dynamics") {
        let metric = m.iter().map(|row| row.iter().map(|sum| sum.value.clone()));
        let acting = forces.iter().zip(&bias).zip(&inputs[&InputKind::Tau]);
        let acting =
            acting.map(|((force, bias), &tau)| &(&force.value - &bias.value) + &Big::of(tau));
        let solved = solve(metric.map(Iterator::collect).collect(), acting.collect());
        exact.extend(solved.map(|qdd| ("forward_dynamics", qdd)));
    }
    let functions = &generated.report.functions;
    let stated = |name: &str| {
        let function = functions.iter().find(|function| function.name == name);
        function.and_then(|function| function.rounding)
    };
    let is_in_range = angles_are_in_range(&origin, &equations.state);
    // Where no value is finite no error is stated, and that is warned of.
    let stated = |name: &str| stated(name).map(|rounding| rounding.errors.f64);
    let measured = exact.iter().filter_map(|(&name, expected)| {
        let stated = stated(name).filter(|error| error.is_finite() && is_in_range)?;
        Some((name, expected, stated))
    });
    let measured: Vec<_> = measured.collect();
    let names: Vec<&str> = measured.iter().map(|&(name, ..)| name).collect();
    let scales = scales_at(of, programs, inputs, &names);
    for (name, expected, stated) in measured {
        compared.measure(name, (&found[name], expected, &scales[name]), stated)?;
    }
    let balanced = |qdd: &[f64], pushed: &[f64]| -> Vec<Sum> {
        let inertial = times(&m, &bigs(qdd));
        let own = inertial.iter().zip(&bias).zip(&forces);
        let acting = inputs[&InputKind::Tau].iter().zip(pushed);
        own.zip(acting)
            .map(|(((a, bias), force), (&tau, &pushed))| {
                let acting = Sum {
                    value: Big::of(tau) + Big::of(pushed),
                    size: tau.abs() + pushed.abs(),
                };
                a.plus(bias).minus(force).minus(&acting)
            })
            .collect()
    };
    let zeros = vec![0.0; nv];
    if let Some(qdd) = found.get("forward_dynamics") {
        compared.check("forward_dynamics", &zeros, &balanced(qdd, &zeros))?;
    }
    if let Some(found) = found.get("forward_dynamics_derivatives") {
        let (qdd, matrices) = found.split_at(nv);
        compared.check("forward_dynamics", &zeros, &balanced(qdd, &zeros))?;
        for (at, residual) in motion.residuals(&m, qdd, matrices).iter().enumerate() {
            let name = format!("column {at} of forward_dynamics_derivatives");
            compared.check(&name, &zeros, residual)?;
        }
    }
    for (name, mode) in [
        ("forward_dynamics_jvp", Mode::Forward),
        ("forward_dynamics_vjp", Mode::Reverse),
    ] {
        if let Some(found) = found.get(name) {
            compared.check(name, &zeros, &balanced(&found[..nv], &zeros))?;
            let residuals = motion.product_residuals(&m, mode, found);
            let none = vec![0.0; residuals.len()];
            compared.check(name, &none, &residuals)?;
        }
    }
    let nc = programs.system.nc();
    let jacobian = found.get("constraint_jacobian");
    if let Some(jacobian) = jacobian
        && let Some(solved) = found.get("constrained_forward_dynamics")
        && solved.iter().all(|x| x.abs() < LARGE)
    {
        let (qdd, multipliers) = solved.split_at(nv);
        let pushed = |v: usize| {
            (0..nc)
                .map(|row| jacobian[row * nv + v] * multipliers[row])
                .sum()
        };
        let pushed: Vec<f64> = (0..nv).map(pushed).collect();
        compared.check(
            "constrained_forward_dynamics",
            &zeros,
            &balanced(qdd, &pushed),
        )?;
    }

    for (row, kept) in programs.system.constraints.iter().enumerate() {
        let mut described = of.constraints.iter();
        let described = described.find_map(|(name, constraint)| {
            let number = match kept.name.strip_prefix(name.as_str())? {
                "" | ".axial" => 0,
                ".radial" => 1,
                _ => return None,
            };
            Some((constraint, number))
        });
        let Some((value, derivatives, second)) =
            described.and_then(|(constraint, number)| equations.constraint(constraint, number))
        else {
            continue;
        };
        let size = largest(derivatives.iter().map(Big::near)).max(1.0);
        let sums = |of: Vec<Big>| -> Vec<Sum> {
            let sized = of.into_iter().map(|value| Sum {
                size: size + value.near().abs(),
                value,
            });
            sized.collect()
        };
        for (name, expected, width) in [
            ("constraint", value.into_iter().collect(), 1),
            ("constraint_jacobian", derivatives, nv),
            ("constraint_bias", vec![second], 1),
        ] {
            if let Some(values) = found.get(name) {
                let expected = sums(expected);
                if expected.iter().all(|sum| sum.size < LARGE) {
                    compared.check(name, &values[row * width..][..width], &expected)?;
                }
            }
        }
    }
    Ok(Some(compared))
}

impl Compared {
    /// Fails where a value is off by more than rounding can be.
    fn check(&mut self, name: &str, values: &[f64], expected: &[Sum]) -> Result<(), String> {
        // What is 0 may be a difference of what others are.
        let size = expected
            .iter()
            .fold(1e-3_f64, |size, sum| size.max(sum.size));
        for (at, (&value, sum)) in values.iter().zip(expected).enumerate() {
            let error = (&Big::of(value) - &sum.value).near().abs() / size;
            self.entries += 1;
            if error.is_nan() || error > TOLERANCE {
                return Err(format!(
                    "{name}[{at}] is {value:e} instead of {:e}",
                    sum.value.near()
                ));
            }
            self.worst = self.worst.max(error);
        }
        Ok(())
    }

    /// Fails where an error is more than a stated one by the factor of [`ROOM`], in units in the last place of scales.
    fn measure(
        &mut self,
        name: &'static str,
        (values, expected, scales): (&[f64], &[Big], &[f64]),
        stated: f64,
    ) -> Result<(), String> {
        let entries = values.iter().zip(expected).zip(scales);
        let off = entries.map(|((&value, expected), scale)| {
            let error = (&Big::of(value) - expected).near().abs();
            if error <= NOISE {
                0.0
            } else {
                error / (scale * f64::EPSILON)
            }
        });
        let off = largest(off);
        let ratio = if off == 0.0 { 0.0 } else { off / stated };
        let known = self.by_stated.entry(name).or_default();
        *known = known.max(ratio);
        if ratio <= ROOM {
            Ok(())
        } else {
            Err(format!(
                "{name} is off by {off:.1} ulp, where {stated:.1} are stated"
            ))
        }
    }
}

/// Of `matrix x = right` by Gaussian elimination. None: the matrix is singular.
fn solve(mut matrix: Vec<Vec<Big>>, mut right: Vec<Big>) -> Option<Vec<Big>> {
    let n = right.len();
    for k in 0..n {
        let size = |row: usize| matrix[row][k].near().abs();
        let pivot = (k..n).max_by(|&a, &b| size(a).total_cmp(&size(b)))?;
        if size(pivot) <= NOISE {
            return None;
        }
        matrix.swap(k, pivot);
        right.swap(k, pivot);
        let own = matrix[k].clone();
        for i in k + 1..n {
            let share = &matrix[i][k] / &own[k];
            for (entry, x) in matrix[i].iter_mut().zip(&own).skip(k) {
                *entry = &*entry - &(&share * x);
            }
            right[i] = &right[i] - &(&share * &right[k]);
        }
    }
    for k in (0..n).rev() {
        let known: Big = (k + 1..n).map(|j| &matrix[k][j] * &right[j]).sum();
        right[k] = &(&right[k] - &known) / &matrix[k][k];
    }
    Some(right)
}

/// Whether no sine or cosine of the description is of an angle beyond the range for which errors are stated.
fn angles_are_in_range(origin: &Origin<'_>, state: &State) -> bool {
    let names = origin.names_at(state);
    let is_far = |angle: &Expr| names.value(angle).near().abs() > LARGEST_ANGLE;
    let turns_far = |e: &Expr| matches!(e, Expr::Call("sin" | "cos", a, _) if is_far(a));
    !origin.of.expressions().iter().any(|e| e.any(&turns_far))
}

/// The scales of functions at a state, which stated errors are relative to.
fn scales_at(
    of: &Description,
    programs: &Programs,
    inputs: &Inputs,
    names: &[&str],
) -> BTreeMap<&'static str, Vec<f64>> {
    let tree = place_bodies(&programs.system);
    let targets = programs.targets.iter().copied();
    let targets: Vec<Target> = targets
        .filter(|target| names.contains(&target.function.name()))
        .collect();
    let scales =
        scales(&tree, &targets, &settings(of), [inputs.clone()]).expect("computer algebra");
    let scales = scales.into_iter();
    scales
        .map(|(target, mut at)| (target.function.name(), at.remove(0)))
        .collect()
}
