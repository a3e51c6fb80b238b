//! A robot at states of MuJoCo.

use serde_json::Value;

use multibody_codegen::Function;

use super::comparison::{Comparisons, LEAST_SCALE, difference_in};
use super::robot::{Compared, Robot, State};
use super::rows::{Block, Sample, compare};
use crate::golden_numbers::{flat, list};
use crate::mujoco::{Conversion, is_split};

/// Whatever is computed from the state.
pub const TOLERANCE: f64 = 1e-12;

/// The names of our coordinates of a joint.
fn own_names(joint: &Value) -> Vec<String> {
    let name = text(&joint["name"]);
    if is_split(joint) {
        (1..=4).map(|number| format!("{name}_{number}")).collect()
    } else {
        vec![name.to_owned()]
    }
}

/// Joints and states as MuJoCo has them.
pub struct States<'a> {
    /// The case or the file.
    pub data: &'a Value,
    /// The key of the states.
    pub key: &'a str,
    pub conversion: Conversion,
}

/// MuJoCo's values at a state.
pub struct MujocoState<'a> {
    pub values: &'a Value,
    pub q: Vec<f64>,
    pub v: Vec<f64>,
    pub a: Vec<f64>,
}

impl<'a> States<'a> {
    pub fn of(data: &'a Value, key: &'a str) -> Self {
        let conversion = Conversion::of(&data["joints"]);
        Self {
            data,
            key,
            conversion,
        }
    }

    pub fn all(&self) -> impl Iterator<Item = MujocoState<'a>> {
        list(&self.data[self.key]).iter().map(|values| MujocoState {
            values,
            q: flat(&values["q"]),
            v: flat(&values["v"]),
            a: flat(&values["a"]),
        })
    }

    /// The state in our conventions.
    pub fn own(&self, MujocoState { q, v, a, values }: &MujocoState) -> State {
        let tau = values.get("tau").map_or_else(|| vec![0.0; v.len()], flat);
        State {
            q: self.conversion.position(q),
            qd: self.conversion.rates(q, v),
            qdd: self.conversion.acceleration(q, v, a),
            tau: self.conversion.force(q, &tau),
            ctrl: values.get("ctrl").map_or_else(Vec::new, flat),
        }
    }

    /// MuJoCo's joints are ours, in the same order, with the same limits.
    pub fn compare_joints(&self, robot: &Robot, comparisons: &mut Comparisons) {
        let joints = list(&self.data["joints"]);
        let names: Vec<String> = joints.iter().flat_map(own_names).collect();
        let has_names = robot.coordinates() == names;
        comparisons.add_condition(&format!("joints {:?}", robot.coordinates()), has_names);
        for joint in joints {
            let [is_simple, is_limited] =
                [text(&joint["type"]) != "ball", joint["limited"] == true];
            let limits = robot.limits(text(&joint["name"]));
            let name = format!("range of {}", text(&joint["name"]));
            if is_simple && is_limited {
                let limits: Vec<f64> = limits.into_iter().flatten().collect();
                comparisons.add(&name, Some(&limits), &flat(&joint["range"]), TOLERANCE);
            } else if is_simple {
                comparisons.add_condition(&name, limits == [None, None]);
            }
        }
    }

    /// The equation of motion; `passive` says whether springs and dampers act, and with them friction, which MuJoCo's forces
    /// do not contain.
    pub fn compare_dynamics(
        &self,
        robot: &Robot,
        (passive, compared): (bool, Compared),
        friction: impl Fn(&[f64]) -> Vec<f64>,
        comparisons: &mut Comparisons,
    ) {
        for (index, mujoco) in self.all().enumerate() {
            let MujocoState { values, q, v, .. } = &mujoco;
            let (state, mass) = (self.own(&mujoco), flat(&values["M"]));
            // M_mujoco dT/dt v
            let drift = product(&mass, &self.conversion.drift(q, v));
            let force = |vector: &[f64]| self.conversion.force(q, vector);
            let bias = force(&sum(&flat(&values["nle"]), &drift));
            let acting = if passive {
                sum(&force(&flat(&values["passive"])), &friction(v))
            } else {
                vec![0.0; v.len()]
            };
            let inverse = minus(&force(&flat(&values["rnea"])), &acting);
            // Forces may cancel that are as large as those of an acceleration of 1 m/s^2.
            let scale = mass.iter().fold(LEAST_SCALE, |scale, x| scale.max(x.abs()));
            let mut add = |name: &str, function, expected: &[f64]| {
                let actual = robot.value(function, &state);
                if actual.is_none() && compared == Compared::Forces {
                    return;
                }
                let error = actual.map_or(f64::INFINITY, |actual| {
                    difference_in(&actual, expected, scale)
                });
                comparisons.add_error(&format!("{name} at {index}"), error / TOLERANCE);
            };
            add("M", Function::MassMatrix, &self.conversion.square(q, &mass));
            add("bias", Function::Bias, &bias);
            add("inverse dynamics", Function::InverseDynamics, &inverse);
            let actual = robot.value(Function::GeneralizedForce, &state);
            let actual = actual.unwrap_or_else(|| vec![0.0; v.len()]);
            comparisons.add(
                &format!("forces at {index}"),
                Some(&actual),
                &acting,
                TOLERANCE,
            );
        }
    }

    /// The emitted force of all actuators. Where the data have none, all actuators are left out.
    pub fn compare_actuators(&self, robot: &Robot, comparisons: &mut Comparisons) {
        for (index, mujoco) in self.all().enumerate() {
            let actual = robot.value(Function::Actuate, &self.own(&mujoco));
            let name = format!("forces of actuators at {index}");
            match mujoco.values.get("tau_of_actuators") {
                Some(expected) => {
                    let expected = self.conversion.force(&mujoco.q, &flat(expected));
                    comparisons.add(&name, actual.as_deref(), &expected, TOLERANCE);
                }
                None => comparisons.add_condition(&name, actual.is_none()),
            }
        }
    }

    /// Poses of bodies or sites.
    pub fn compare_poses(&self, robot: &Robot, key: &str, comparisons: &mut Comparisons) {
        for (index, mujoco) in self.all().enumerate() {
            let state = self.own(&mujoco);
            let poses = mujoco.values[key].as_object();
            for (name, pose) in poses.into_iter().flatten() {
                let expected = [flat(&pose["R"]), flat(&pose["p"])].concat();
                let actual = robot.value_of_link(Function::Pose, name, &state);
                let name = format!("pose of {name} at {index}");
                comparisons.add(&name, actual.as_deref(), &expected, TOLERANCE);
            }
        }
    }

    /// The rows of equalities. If they leave no rate free, those that are left out are implied only by all others together.
    pub fn compare_equalities(
        &self,
        robot: &Robot,
        (torquescale, is_free): (f64, bool),
        comparisons: &mut Comparisons,
    ) {
        let equalities = list(&self.data["equalities"]).iter();
        let active = equalities.filter(|equality| equality["active"] != false);
        let blocks: Vec<Block> = active
            .flat_map(|equality| Block::of(text(&equality["type"]), torquescale))
            .collect();
        let samples = self.all().map(|mujoco| {
            let jacobian = flat(&mujoco.values["equality_J"]);
            let q = &mujoco.q;
            Sample {
                state: self.own(&mujoco),
                values: flat(&mujoco.values["equality_residual"]),
                jacobian: self.conversion.columns(q, &jacobian, mujoco.v.len()),
            }
        });
        let samples: Vec<Sample> = samples.collect();
        let count = blocks.iter().map(|block| block.len()).sum::<usize>();
        let is_whole = |sample: &Sample| {
            sample.values.len() == count && sample.jacobian.len() == count * robot.nv()
        };
        comparisons.add_condition("number of rows", samples.iter().all(is_whole));
        let agreement = compare(robot, &blocks, &samples, &robot.links());
        comparisons.add_error("rows of equalities", agreement.error / TOLERANCE);
        comparisons.add_condition(
            "rows that are left out",
            agreement.are_redundant || !is_free,
        );
    }
}

pub fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// A square matrix by rows times a vector.
pub fn product(matrix: &[f64], vector: &[f64]) -> Vec<f64> {
    let dot = |row: &[f64]| row.iter().zip(vector).map(|(x, y)| x * y).sum();
    matrix.chunks_exact(vector.len()).map(dot).collect()
}

pub fn sum(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(x, y)| x + y).collect()
}

pub fn minus(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(x, y)| x - y).collect()
}
