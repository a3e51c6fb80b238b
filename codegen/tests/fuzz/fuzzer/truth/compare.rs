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

fn draw(description: &Description, programs: &Programs, random: &mut Random) -> Inputs {
    let system = &programs.system;
    let dimensions = Dimensions::of(system, settings(description).wrenches.len());
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
        for (index, chart) in orientations(coordinate.kind.positions()) {
            let turn = &mut q[coordinate.q + index..][..chart.neutral().len()];
            if chart.has_unit_norm() {
                chart.normalize(turn, None);
            }
        }
    }
    inputs
}

fn bigs(numbers: &[f64]) -> Vec<Big> {
    numbers.iter().map(|&x| Big::of(x)).collect()
}

/// Whether the evaluation knows all that a description has.
fn is_known(description: &Description) -> bool {
    let mut joints = description.joints.iter();
    let quaternions = |kind: &Kind| matches!(kind, Kind::Ball(Chart::QuaternionDerivative));
    let rotation = |text: &str| {
        text == "1.5708" || text.contains("1.57079") || text.contains("3.14159") || text == "1e-12"
    };
    // What is snapped is not what was written.
    let snapped = description.snap
        && description.joints.iter().any(|joint| {
            joint
                .rpy
                .iter()
                .any(|a| rotation(a.to_string().trim_start_matches('-')))
        });
    let offsets = description.snap
        && (description.joints.iter()).any(|joint| {
            joint
                .follows
                .as_ref()
                .is_some_and(|(_, _, offset)| offset == "1.5708")
        });
    !joints.any(|joint| quaternions(&joint.kind)) && !snapped && !offsets
}

fn origin<'a>(description: &'a Description, programs: &Programs, inputs: &Inputs) -> Origin<'a> {
    let mut fields = Names::default();
    let mut values = inputs[&InputKind::Parameter].iter().map(|&x| Big::of(x));
    for (name, length) in &description.fields {
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
        let name = if coordinate.joint.is_empty() { &coordinate.name } else { &coordinate.joint };
        starts
            .entry(name.clone())
            .or_insert([coordinate.q, coordinate.v]);
        starts
            .entry(coordinate.name.clone())
            .or_insert([coordinate.q, coordinate.v]);
    }
    Origin {
        of: description,
        fields,
        starts,
        q: bigs(&inputs[&InputKind::Q]),
    }
}

/// The largest number of a list; not a number: infinite.
fn largest(numbers: impl IntoIterator<Item = f64>) -> f64 {
    numbers.into_iter().fold(0.0, |limit, x| {
        if x.is_nan() { f64::INFINITY } else { limit.max(x.abs()) }
    })
}

/// Holds a robot's programs against the syntax tree at a state of a seed. None: it has nothing to compare, or no value there.
///
/// # Errors
/// What differs.
pub fn compare(
    description: &Description,
    generated: &Generated,
    seed: u64,
) -> Result<Option<Compared>, String> {
    let programs = generated
        .programs
        .as_deref()
        .expect("programs were requested");
    if !is_known(description) {
        return Ok(None);
    }
    let mut random = Random::new(!seed);
    for _ in 0..DRAWS {
        let inputs = draw(description, programs, &mut random);
        if let Some(compared) = compare_at(description, generated, programs, &inputs)? {
            return Ok(Some(compared));
        }
    }
    Ok(None)
}

/// None: some value is large.
fn compare_at(
    description: &Description,
    generated: &Generated,
    programs: &Programs,
    inputs: &Inputs,
) -> Result<Option<Compared>, String> {
    let nv = programs.system.nv();
    let origin = origin(description, programs, inputs);
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
    let mass_matrix = equations.mass_matrix();
    let (bias, forces) = (equations.bias(), equations.forces());
    let gravity = equations.gravity();
    let vectors = [&bias, &gravity, &forces];
    let terms = mass_matrix.iter().chain(vectors).flatten();
    let sizes = terms.map(
        |sum| {
            if sum.value.near().is_nan() { f64::NAN } else { sum.size }
        },
    );
    if largest(sizes) > LARGE {
        return Ok(None);
    }
    let motion = Motion {
        qdd: bigs(&inputs[&InputKind::Qdd]),
        direction: bigs(&inputs[&InputKind::Direction]),
        weights: bigs(&inputs[&InputKind::Weights]),
        has_wrenches: !inputs[&InputKind::Wrench].is_empty(),
        equations,
    };
    let mut comparison = Comparison {
        description,
        programs,
        inputs,
        motion,
        mass_matrix,
        bias,
        forces,
        values: BTreeMap::new(),
        exact: BTreeMap::new(),
        compared: Compared::default(),
    };
    comparison.check_values()?;
    comparison.solve_forward_dynamics();
    comparison.check_rounding(generated)?;
    comparison.check_forward_dynamics()?;
    comparison.check_constrained_forward_dynamics()?;
    comparison.check_constraints()?;
    Ok(Some(comparison.compared))
}

/// The programs' values at one state, and the equations there.
struct Comparison<'a> {
    description: &'a Description,
    programs: &'a Programs,
    inputs: &'a Inputs,
    motion: Motion<'a>,
    mass_matrix: Vec<Vec<Sum>>,
    bias: Vec<Sum>,
    forces: Vec<Sum>,
    /// What each program returns, by the name of its function.
    values: BTreeMap<&'static str, Vec<f64>>,
    /// What it should return, where that is known in all digits.
    exact: BTreeMap<&'static str, Vec<Big>>,
    compared: Compared,
}

impl Comparison<'_> {
    fn zeros(&self) -> Vec<f64> {
        vec![0.0; self.programs.system.nv()]
    }

    /// Evaluates all programs, and checks the functions whose values the equations give.
    fn check_values(&mut self) -> Result<(), String> {
        for (index, target) in self.programs.targets.iter().enumerate() {
            let (function, program) = (
                target.function,
                self.programs.prepared.with_preparation(index),
            );
            let inputs = self.inputs.iter();
            let mut floats = Floats {
                inputs: inputs.map(|(kind, values)| (*kind, &values[..])).collect(),
            };
            let values = evaluate(&program, &mut floats);
            if let Some(expected) = self.motion.value(function.quantity()) {
                assert_eq!(values.len(), expected.len(), "{function}");
                self.compared.check(function.name(), &values, &expected)?;
                let expected = expected.into_iter().map(|sum| sum.value).collect();
                self.exact.insert(function.name(), expected);
            }
            self.values.insert(function.name(), values);
        }
        Ok(())
    }

    /// Accelerations in all digits, unless M is singular.
    fn solve_forward_dynamics(&mut self) {
        if !self.values.contains_key("forward_dynamics") {
            return;
        }
        let rows = self.mass_matrix.iter();
        let rows = rows.map(|row| row.iter().map(|sum| sum.value.clone()).collect());
        let forces = self.forces.iter().zip(&self.bias);
        let right_side = forces
            .zip(&self.inputs[&InputKind::Tau])
            .map(|((force, bias), &tau)| &(&force.value - &bias.value) + &Big::of(tau));
        let qdd = solve(rows.collect(), right_side.collect());
        self.exact.extend(qdd.map(|qdd| ("forward_dynamics", qdd)));
    }

    /// No error is larger than the report states, by more than [`ROOM`]. Where no value is finite no error is stated,
    /// and that is warned of.
    fn check_rounding(&mut self, generated: &Generated) -> Result<(), String> {
        let equations = &self.motion.equations;
        if !angles_are_in_range(equations.origin, &equations.state) {
            return Ok(());
        }
        let functions = &generated.report.functions;
        let error = |name: &str| {
            let function = functions.iter().find(|function| function.name == name)?;
            let error = function.rounding.as_ref()?.errors.f64;
            error.is_finite().then_some(error)
        };
        let names = self.exact.keys();
        let errors: Vec<_> = names
            .filter_map(|&name| Some((name, error(name)?)))
            .collect();
        let names: Vec<&str> = errors.iter().map(|&(name, _)| name).collect();
        let scales = scales_at(self.description, self.programs, self.inputs, &names);
        for (name, error) in errors {
            let entries = (
                &self.values[name][..],
                &self.exact[name][..],
                &scales[name][..],
            );
            self.compared.measure(name, entries, error)?;
        }
        Ok(())
    }

    /// `M qdd + bias - forces - tau - pushes`, which is 0.
    fn balance(&self, qdd: &[f64], pushes: &[f64]) -> Vec<Sum> {
        let inertial = times(&self.mass_matrix, &bigs(qdd));
        let passive = inertial.iter().zip(&self.bias).zip(&self.forces);
        let active = self.inputs[&InputKind::Tau].iter().zip(pushes);
        passive
            .zip(active)
            .map(|(((inertial, bias), force), (&tau, &push))| {
                let active = Sum {
                    value: Big::of(tau) + Big::of(push),
                    size: tau.abs() + push.abs(),
                };
                inertial.plus(bias).minus(force).minus(&active)
            })
            .collect()
    }

    /// Forward dynamics and its derivatives by their equations.
    fn check_forward_dynamics(&mut self) -> Result<(), String> {
        let zeros = self.zeros();
        if let Some(qdd) = self.values.get("forward_dynamics") {
            let balance = self.balance(qdd, &zeros);
            self.compared.check("forward_dynamics", &zeros, &balance)?;
        }
        if let Some(values) = self.values.get("forward_dynamics_derivatives") {
            let (qdd, matrices) = values.split_at(zeros.len());
            let balance = self.balance(qdd, &zeros);
            self.compared.check("forward_dynamics", &zeros, &balance)?;
            let columns = self.motion.residuals(&self.mass_matrix, qdd, matrices);
            for (column, residual) in columns.iter().enumerate() {
                let name = format!("column {column} of forward_dynamics_derivatives");
                self.compared.check(&name, &zeros, residual)?;
            }
        }
        for (name, mode) in [
            ("forward_dynamics_jvp", Mode::Forward),
            ("forward_dynamics_vjp", Mode::Reverse),
        ] {
            if let Some(values) = self.values.get(name) {
                let balance = self.balance(&values[..zeros.len()], &zeros);
                self.compared.check(name, &zeros, &balance)?;
                let residuals = self
                    .motion
                    .product_residuals(&self.mass_matrix, mode, values);
                let expected = vec![0.0; residuals.len()];
                self.compared.check(name, &expected, &residuals)?;
            }
        }
        Ok(())
    }

    /// Accelerations and multipliers balance, unless an acceleration is large.
    fn check_constrained_forward_dynamics(&mut self) -> Result<(), String> {
        let zeros = self.zeros();
        let (nv, nc) = (zeros.len(), self.programs.system.nc());
        if let Some(jacobian) = self.values.get("constraint_jacobian")
            && let Some(values) = self.values.get("constrained_forward_dynamics")
            && values.iter().all(|x| x.abs() < LARGE)
        {
            let (qdd, multipliers) = values.split_at(nv);
            let pushes = (0..nv).map(|v| {
                let rows = 0..nc;
                rows.map(|row| jacobian[row * nv + v] * multipliers[row])
                    .sum()
            });
            let balance = self.balance(qdd, &pushes.collect::<Vec<f64>>());
            self.compared
                .check("constrained_forward_dynamics", &zeros, &balance)?;
        }
        Ok(())
    }

    /// The rows of constraints that the description names.
    fn check_constraints(&mut self) -> Result<(), String> {
        for (row, lowered) in self.programs.system.constraints.iter().enumerate() {
            let mut constraints = self.description.constraints.iter();
            let constraint = constraints.find_map(|(name, constraint)| {
                let number = match lowered.name.strip_prefix(name.as_str())? {
                    "" | ".axial" => 0,
                    ".radial" => 1,
                    _ => return None,
                };
                Some((constraint, number))
            });
            let equations = &self.motion.equations;
            let Some((value, derivatives, second)) = constraint
                .and_then(|(constraint, number)| equations.constraint(constraint, number))
            else {
                continue;
            };
            let size = largest(derivatives.iter().map(Big::near)).max(1.0);
            for (name, expected, width) in [
                ("constraint", value.into_iter().collect(), 1),
                ("constraint_jacobian", derivatives, equations.nv),
                ("constraint_bias", vec![second], 1),
            ] {
                let Some(values) = self.values.get(name) else {
                    continue;
                };
                let expected = expected.into_iter().map(|value| Sum {
                    size: size + value.near().abs(),
                    value,
                });
                let expected: Vec<Sum> = expected.collect();
                if expected.iter().all(|sum| sum.size < LARGE) {
                    let values = &values[row * width..][..width];
                    self.compared.check(name, values, &expected)?;
                }
            }
        }
        Ok(())
    }
}

impl Compared {
    /// Fails where a value is off by more than rounding can be.
    fn check(&mut self, name: &str, values: &[f64], expected: &[Sum]) -> Result<(), String> {
        // What is 0 may be a difference of what others are.
        let size = expected
            .iter()
            .fold(1e-3_f64, |size, sum| size.max(sum.size));
        for (index, (&value, sum)) in values.iter().zip(expected).enumerate() {
            let error = (&Big::of(value) - &sum.value).near().abs() / size;
            self.entries += 1;
            if error.is_nan() || error > TOLERANCE {
                return Err(format!(
                    "{name}[{index}] is {value:e} instead of {:e}",
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
        statement: f64,
    ) -> Result<(), String> {
        let entries = values.iter().zip(expected).zip(scales);
        let off = entries.map(|((&value, expected), scale)| {
            let error = (&Big::of(value) - expected).near().abs();
            if error <= NOISE { 0.0 } else { error / (scale * f64::EPSILON) }
        });
        let off = largest(off);
        let ratio = if off == 0.0 { 0.0 } else { off / statement };
        let known = self.by_stated.entry(name).or_default();
        *known = known.max(ratio);
        if ratio <= ROOM {
            Ok(())
        } else {
            Err(format!(
                "{name} is off by {off:.1} ulp, where {statement:.1} are stated"
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
    description: &Description,
    programs: &Programs,
    inputs: &Inputs,
    names: &[&str],
) -> BTreeMap<&'static str, Vec<f64>> {
    let tree = place_bodies(&programs.system);
    let targets = programs.targets.iter().copied();
    let targets: Vec<Target> = targets
        .filter(|target| names.contains(&target.function.name()))
        .collect();
    let scales = scales(&tree, &targets, &settings(description), [inputs.clone()])
        .expect("computer algebra");
    let scales = scales.into_iter();
    scales
        .map(|(target, mut at)| (target.function.name(), at.remove(0)))
        .collect()
}
