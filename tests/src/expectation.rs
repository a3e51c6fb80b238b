//! What a sample of a golden file says about emitted code.

use multibody::reference::State;
use nalgebra::DMatrix;
use serde_json::{Map, Value};

use crate::comparison::Comparison;
use crate::coordinates::Coordinates;
use crate::evaluation::Found;
use crate::golden::{Golden, Sample};

/// Keys of a sample, and of its Jacobians, that no emitted function answers yet.
pub const NOT_EMITTED: [&str; 15] = [
    "drnea_dq",
    "drnea_dv",
    "daba_dq",
    "daba_dv",
    "regressor",
    "com_velocity",
    "com_acceleration",
    "com_jacobian",
    "centroidal_map",
    "centroidal_momentum",
    "centroidal_momentum_rate",
    "q_plus_0.1v",
    "world",
    "classical_acceleration_lwa",
    "dJdt_local",
];

/// Keys that say at which state the numbers are, or how well it is conditioned.
const INPUTS: [&str; 7] = ["q", "q_full", "q_angles", "v", "a", "tau", "M_cond"];

/// Compares emitted functions with a sample, key by key; a key that it does not know is a panic, so
/// nothing is passed over in silence.
pub struct Expectations<'a> {
    golden: &'a Golden,
    coordinates: &'a Coordinates,
    sample: &'a Sample,
    found: &'a Found,
    /// Whether a function that is not emitted is an error.
    complete: bool,
    condition: f64,
    comparisons: Vec<Comparison>,
    missing: Vec<String>,
}

/// The state of a sample.
#[must_use]
pub fn state(coordinates: &Coordinates, sample: &Sample) -> State {
    let q = sample.get("q").or_else(|| sample.get("q_full")).expect("a position");
    let vector = |key: &str| coordinates.vector(&numbers(&sample[key]));
    let wrench = match sample.get("fext") {
        Some(fext) => numbers(&fext["wrench_lwa"]).try_into().expect("a wrench"),
        None => [0.0; 6],
    };
    State {
        q: coordinates.position(&numbers(q)),
        qd: vector("v"),
        qdd: vector("a"),
        tau: vector("tau"),
        wrenches: vec![wrench],
    }
}

impl<'a> Expectations<'a> {
    /// All comparisons of a sample, and the names of functions that it has numbers for and that are
    /// not emitted; none of these unless `complete`.
    #[must_use]
    pub fn compare(
        golden: &'a Golden,
        coordinates: &'a Coordinates,
        sample: &'a Sample,
        found: &'a Found,
        complete: bool,
    ) -> (Vec<Comparison>, Vec<String>) {
        let mass_matrix = coordinates.square(&numbers(&sample["M"]));
        let mut this = Self {
            golden,
            coordinates,
            sample,
            found,
            complete,
            condition: condition_number(&mass_matrix),
            comparisons: Vec::new(),
            missing: Vec::new(),
        };
        this.robot();
        for (key, value) in sample {
            this.key(key, value);
        }
        (this.comparisons, this.missing)
    }

    /// What does not depend on the state.
    fn robot(&mut self) {
        self.add("total_mass", vec![self.golden.total_mass], 1);
    }

    fn key(&mut self, key: &str, value: &Value) {
        match key {
            "M" => self.square("mass_matrix", value),
            "Minv" => self.square("mass_matrix_inverse", value),
            "nle" => self.vector("bias", value),
            "g" => self.vector("gravity", value),
            "Cv" => self.coriolis(value),
            "C_pinocchio" => self.mass_matrix_rate(value),
            "rnea" => self.vector("inverse_dynamics", value),
            "aba" | "fd" => self.vector("forward_dynamics", value),
            "kinetic_energy" | "potential_energy" => self.add(key, numbers(value), 1),
            "com" => self.add("center_of_mass", numbers(value), 1),
            "link_poses" => {
                for (link, pose) in object(value) {
                    self.pose(link, pose);
                }
            }
            "joint_poses" => {
                for (joint, pose) in object(value) {
                    self.pose(self.golden.origin_link(joint), pose);
                }
            }
            "jacobians" => {
                for (joint, jacobians) in object(value) {
                    let link = self.golden.origin_link(joint);
                    for (key, value) in object(jacobians) {
                        self.jacobian(link, key, value);
                    }
                }
            }
            "fext" => {
                for (key, value) in object(value) {
                    self.wrench(key, value);
                }
            }
            _ => assert!(
                INPUTS.contains(&key) || NOT_EMITTED.contains(&key),
                "golden key {key} is compared with nothing"
            ),
        }
    }

    /// `C qd`, as a function and as a product.
    fn coriolis(&mut self, value: &Value) {
        self.vector("coriolis", value);
        let qd = self.coordinates.vector(&numbers(&self.sample["v"]));
        let expected = self.coordinates.vector(&numbers(value));
        self.derived("coriolis_matrix", "coriolis_matrix qd", expected, 1, |c| product(c, &qd));
    }

    /// `dM/dt = C + C^T`, whichever `C` that is.
    fn mass_matrix_rate(&mut self, value: &Value) {
        let expected = with_transpose(&self.coordinates.square(&numbers(value)));
        let columns = expected.len().isqrt();
        let name = "coriolis_matrix + transpose";
        self.derived("coriolis_matrix", name, expected, columns, with_transpose);
    }

    /// The rotation by rows, then the position; these two are judged apart.
    fn pose(&mut self, link: &str, value: &Value) {
        let name = format!("pose of {link}");
        let rotation = numbers(&value["R"]);
        self.derived(&name, &format!("{name} (rotation)"), rotation, 3, |pose| pose[..9].into());
        let position = numbers(&value["p"]);
        self.derived(&name, &format!("{name} (position)"), position, 1, |pose| pose[9..].into());
    }

    fn jacobian(&mut self, link: &str, key: &str, value: &Value) {
        let columns = self.sample_nv();
        let name = format!("jacobian of {link}");
        match key {
            "lwa" => {
                let expected = self.coordinates.columns(&numbers(value), 6);
                self.add(&name, expected, columns);
            }
            "local" => {
                let expected = self.coordinates.columns(&numbers(value), 6);
                self.add(&format!("{name} in its own axes"), expected, columns);
            }
            "velocity_lwa" => {
                let qd = self.coordinates.vector(&numbers(&self.sample["v"]));
                let velocity = |jacobian: &[f64]| product(jacobian, &qd);
                self.derived(&name, &format!("{name} times qd"), numbers(value), 1, velocity);
            }
            _ => assert!(NOT_EMITTED.contains(&key), "Jacobian key {key} is compared with nothing"),
        }
    }

    /// Dynamics under a wrench; and what the wrench does to the coordinates, from the difference.
    fn wrench(&mut self, key: &str, value: &Value) {
        match key {
            "rnea" => {
                self.vector("inverse_dynamics with wrenches", value);
                let with = self.coordinates.vector(&numbers(value));
                let without = self.coordinates.vector(&numbers(&self.sample["rnea"]));
                let force = without.iter().zip(&with).map(|(a, b)| a - b).collect();
                self.add("generalized_force", force, 1);
                // The difference has the rounding of what it is a difference of.
                let scale = without.iter().chain(&with).fold(0.0, |m: f64, x| m.max(x.abs()));
                for comparison in &mut self.comparisons {
                    if comparison.quantity == "generalized_force" {
                        comparison.scale = scale;
                    }
                }
            }
            "aba" => self.vector("forward_dynamics with wrenches", value),
            "wrench_lwa" => {}
            _ => panic!("wrench key {key} is compared with nothing"),
        }
    }

    fn sample_nv(&self) -> usize {
        numbers(&self.sample["v"]).len()
    }

    fn vector(&mut self, name: &str, value: &Value) {
        let expected = self.coordinates.vector(&numbers(value));
        self.add(name, expected, 1);
    }

    fn square(&mut self, name: &str, value: &Value) {
        let expected = self.coordinates.square(&numbers(value));
        self.add(name, expected, self.sample_nv());
    }

    fn add(&mut self, name: &str, expected: Vec<f64>, columns: usize) {
        self.derived(name, name, expected, columns, <[f64]>::to_vec);
    }

    /// Something computed from the result called `name`.
    fn derived(
        &mut self,
        name: &str,
        quantity: &str,
        expected: Vec<f64>,
        columns: usize,
        compute: impl Fn(&[f64]) -> Vec<f64>,
    ) {
        let inverts = name.starts_with("forward_dynamics") || name == "mass_matrix_inverse";
        let results: Vec<Vec<f64>> = self.found.all(name).map(compute).collect();
        if results.is_empty() && self.complete {
            self.missing.push(name.into());
        }
        self.comparisons.extend(results.into_iter().map(|found| Comparison {
            quantity: quantity.into(),
            expected: expected.clone(),
            found,
            columns,
            scale: 0.0,
            amplification: if inverts { self.condition } else { 1.0 },
        }));
    }
}

/// The ratio of the largest to the smallest singular value.
fn condition_number(matrix: &[f64]) -> f64 {
    let n = matrix.len().isqrt();
    let singular_values = DMatrix::from_row_slice(n, n, matrix).singular_values();
    singular_values.max() / singular_values.min()
}

fn product(matrix: &[f64], vector: &[f64]) -> Vec<f64> {
    let dot = |row: &[f64]| row.iter().zip(vector).map(|(a, b)| a * b).sum();
    matrix.chunks_exact(vector.len()).map(dot).collect()
}

fn with_transpose(matrix: &[f64]) -> Vec<f64> {
    let n = matrix.len().isqrt();
    (0..n * n).map(|k| matrix[k] + matrix[(k % n) * n + k / n]).collect()
}

/// All numbers of a number, list or list of lists, in order.
fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(values) => values.iter().flat_map(numbers).collect(),
        Value::Number(number) => vec![number.as_f64().expect("an f64")],
        other => panic!("{other} is no number"),
    }
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().expect("values by name")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{condition_number, numbers, product, with_transpose};

    #[test]
    fn matrices_are_by_rows() {
        assert_eq!(numbers(&json!([[1, 2.5], [3, 4]])), [1.0, 2.5, 3.0, 4.0]);
        assert_eq!(product(&[1.0, 2.0, 3.0, 4.0], &[1.0, 10.0]), [21.0, 43.0]);
        assert_eq!(with_transpose(&[1.0, 2.0, 3.0, 4.0]), [2.0, 5.0, 5.0, 8.0]);
        assert!((condition_number(&[8.0, 0.0, 0.0, 2.0]) - 4.0).abs() < 1e-12);
    }
}
