//! The results that a sample of a golden file expects of emitted code.

use multibody::reference::State;
use nalgebra::DMatrix;
use serde_json::{Map, Value};

use crate::comparison::Comparison;
use crate::coordinates::Coordinates;
use crate::evaluation::Evaluation;
use crate::golden::{Golden, Sample};

/// Keys of a sample, and of its Jacobians, for which no function is emitted yet.
pub const NOT_EMITTED: [&str; 4] = [
    "regressor",
    "com_jacobian",
    "centroidal_momentum_rate",
    "world",
];

/// Keys of the state at which the numbers were computed, and of its condition number.
const INPUTS: [&str; 7] = ["q", "q_full", "q_angles", "v", "a", "tau", "M_cond"];

/// Compares emitted functions with a sample, key by key. Unknown keys panic, so that none is ignored silently.
pub struct Expectations<'a> {
    golden: &'a Golden,
    coordinates: &'a Coordinates,
    sample: &'a Sample,
    evaluation: &'a Evaluation,
    /// Whether all functions must be emitted.
    is_complete: bool,
    /// The condition number of M.
    condition: f64,
    comparisons: Vec<Comparison>,
    missing: Vec<String>,
}

/// The state of a sample.
#[must_use]
pub fn state(coordinates: &Coordinates, sample: &Sample) -> State {
    let q = sample
        .get("q")
        .or_else(|| sample.get("q_full"))
        .expect("a position");
    let vector = |key: &str| coordinates.vector(&numbers(&sample[key]));
    let wrench = match sample.get("fext") {
        Some(fext) => numbers(&fext["wrench_lwa"]).try_into().expect("a wrench"),
        None => [0.0; 6],
    };
    State {
        t: 0.0,
        q: coordinates.position(&numbers(q)),
        qd: vector("v"),
        qdd: vector("a"),
        tau: vector("tau"),
        wrenches: vec![wrench],
        feedback: [0.0; 2],
        restitution: 0.0,
        weight: 0.0,
        lambda: Vec::new(),
        selectors: Vec::new(),
        direction: [const { Vec::new() }; 3],
        weights: Vec::new(),
        ctrl: Vec::new(),
    }
}

impl<'a> Expectations<'a> {
    /// All comparisons of a sample and, if `is_complete`, the names of functions for which it has numbers but that are not
    /// emitted.
    #[must_use]
    pub fn compare(
        golden: &'a Golden,
        coordinates: &'a Coordinates,
        sample: &'a Sample,
        evaluation: &'a Evaluation,
        is_complete: bool,
    ) -> (Vec<Comparison>, Vec<String>) {
        let mass_matrix = coordinates.square(&numbers(&sample["M"]));
        let mut expectations = Self {
            golden,
            coordinates,
            sample,
            evaluation,
            is_complete,
            condition: condition_number(&mass_matrix),
            comparisons: Vec::new(),
            missing: Vec::new(),
        };
        expectations.compare_constants();
        for (key, value) in sample {
            expectations.compare_key(key, value);
        }
        (expectations.comparisons, expectations.missing)
    }

    /// Compares the results that do not depend on the state.
    fn compare_constants(&mut self) {
        self.add(Expectation::vector(
            "total_mass",
            vec![self.golden.total_mass],
        ));
    }

    fn compare_key(&mut self, key: &str, value: &Value) {
        match key {
            "M" => self.compare_square("mass_matrix", value),
            "Minv" => {
                self.compare_square("mass_matrix_inverse", value);
                self.compare_square("daba_dtau", value);
            }
            "daba_dq" => {
                self.compare_square(key, value);
                self.compare_derivative("forward_dynamics_derivatives", ("dq", 0), value);
            }
            "daba_dv" => {
                self.compare_square(key, value);
                self.compare_derivative("forward_dynamics_derivatives", ("dqd", 1), value);
            }
            "drnea_dq" => {
                self.compare_derivative("inverse_dynamics_derivatives", ("dq", 0), value);
                if self.is_at_rest() {
                    let expected = self.coordinates.square(&numbers(value));
                    let columns = self.velocity().len();
                    let expectation = Expectation::matrix("gravity_stiffness", expected, columns);
                    self.add_computed(expectation, |result| result[..columns * columns].to_vec());
                }
            }
            "drnea_dv" => {
                self.compare_derivative("inverse_dynamics_derivatives", ("dqd", 1), value)
            }
            "q_plus_0.1v" => self.compare_position(key, value),
            "nle" => self.compare_vector("bias", value),
            "g" => self.compare_vector("gravity", value),
            "Cv" => self.compare_coriolis(value),
            "C_pinocchio" => self.compare_mass_matrix_rate(value),
            "rnea" => self.compare_vector("inverse_dynamics", value),
            "aba" | "fd" => self.compare_vector("forward_dynamics", value),
            "kinetic_energy" | "potential_energy" => {
                self.add(Expectation::vector(key, numbers(value)))
            }
            "com_velocity" => {
                self.add(Expectation::vector(
                    "center_of_mass_velocity",
                    numbers(value),
                ));
            }
            "com_acceleration" => {
                self.add(Expectation::vector(
                    "center_of_mass_acceleration",
                    numbers(value),
                ));
            }
            "com" => self.add(Expectation::vector("center_of_mass", numbers(value))),
            "centroidal_momentum" => {
                let expectation = Expectation::vector("centroidal", numbers(value));
                self.add_computed(expectation.named("centroidal momentum"), |result| {
                    result[..6].into()
                });
            }
            "centroidal_map" => {
                let matrix = self.coordinates.columns(&numbers(value), 6);
                let expectation = Expectation::matrix("centroidal", matrix, self.velocity().len());
                self.add_computed(expectation.named("centroidal matrix"), |result| {
                    result[6..].into()
                });
            }
            "link_poses" => {
                for (link, pose) in object(value) {
                    self.compare_pose(link, pose);
                }
            }
            "joint_poses" => {
                for (joint, pose) in object(value) {
                    self.compare_pose(self.golden.origin_link(joint), pose);
                }
            }
            "jacobians" => {
                for (joint, jacobians) in object(value) {
                    for (key, value) in object(jacobians) {
                        self.compare_jacobian(joint, key, value);
                    }
                }
            }
            "fext" => {
                for (key, value) in object(value) {
                    self.compare_wrench(key, value);
                }
            }
            _ => assert!(
                INPUTS.contains(&key) || NOT_EMITTED.contains(&key),
                "golden key {key} is compared with nothing"
            ),
        }
    }

    /// Compares `C qd`, the result of the function `coriolis`, and its product with the Coriolis matrix.
    fn compare_coriolis(&mut self, value: &Value) {
        self.compare_vector("coriolis", value);
        let qd = self.velocity();
        let expectation =
            Expectation::vector("coriolis_matrix", self.coordinates.vector(&numbers(value)));
        self.add_computed(expectation.named("coriolis_matrix qd"), |c| product(c, &qd));
    }

    /// Compares `dM/dt = C + C^T`, which is the same for every factorization C. If the two terms cancel, their rounding errors
    /// remain, so the scale is that of C.
    fn compare_mass_matrix_rate(&mut self, value: &Value) {
        let coriolis = self.coordinates.square(&numbers(value));
        let rate = with_transpose(&coriolis);
        let expectation = Expectation::matrix("coriolis_matrix", rate, self.velocity().len())
            .named("coriolis_matrix + transpose")
            .scaled(largest(&coriolis));
        self.add_computed(expectation, with_transpose);
    }

    /// Compares the rotation and the position of a link, each with its own tolerance.
    fn compare_pose(&mut self, link: &str, value: &Value) {
        let name = format!("pose of {link}");
        let rotation = Expectation::matrix(&name, numbers(&value["R"]), 3);
        self.add_computed(rotation.named(&format!("{name} (rotation)")), |pose| {
            pose[..9].into()
        });
        let position = Expectation::vector(&name, numbers(&value["p"]));
        self.add_computed(position.named(&format!("{name} (position)")), |pose| {
            pose[9..].into()
        });
    }

    fn compare_jacobian(&mut self, joint: &str, key: &str, value: &Value) {
        let link = self.golden.origin_link(joint);
        let name = format!("jacobian of {link}");
        let own_axes = format!("{name} in its own axes");
        let columns = self.velocity().len();
        match key {
            "lwa" => {
                let jacobian = self.coordinates.columns(&numbers(value), 6);
                // Not every joint has numbers in its own axes, so the Jacobian in world axes is rotated.
                let rotation = numbers(&self.sample["joint_poses"][joint]["R"]);
                let own_jacobian = to_link_axes(&rotation, &jacobian, columns);
                self.add(Expectation::matrix(&own_axes, own_jacobian, columns));
                self.add(Expectation::matrix(&name, jacobian, columns));
            }
            "local" => {
                let jacobian = self.coordinates.columns(&numbers(value), 6);
                let velocity = product(&jacobian, &self.velocity());
                let name = format!("velocity of {link} in its own axes");
                self.add(Expectation::vector(&name, velocity));
                self.add(Expectation::matrix(&own_axes, jacobian, columns));
            }
            "dJdt_local" => {
                let rate = self.coordinates.columns(&numbers(value), 6);
                let name = format!("jacobian rate of {link} in its own axes");
                // Sums of products of velocities and columns. For a free body they cancel, and their rounding errors remain.
                let jacobians = &self.sample["jacobians"][joint];
                let scale = ["local", "velocity_lwa"].map(|key| largest(&numbers(&jacobians[key])));
                let expectation = Expectation::matrix(&name, rate, columns);
                self.add(expectation.scaled(scale.iter().product()));
            }
            "classical_acceleration_lwa" => self.compare_acceleration(joint, link, &numbers(value)),
            "velocity_lwa" => {
                let rotation = numbers(&self.sample["joint_poses"][joint]["R"]);
                let own_velocity = to_link_axes(&rotation, &numbers(value), 1);
                let own_name = format!("velocity of {link} in its own axes");
                self.add(Expectation::vector(&own_name, own_velocity));
                self.add(Expectation::vector(
                    &format!("velocity of {link}"),
                    numbers(value),
                ));
                let qd = self.velocity();
                let expectation =
                    Expectation::vector(&name, numbers(value)).named(&format!("{name} times qd"));
                self.add_computed(expectation, |jacobian| product(jacobian, &qd));
            }
            _ => assert!(
                NOT_EMITTED.contains(&key),
                "Jacobian key {key} is compared with nothing"
            ),
        }
    }

    /// Compares the acceleration of a link, and the part of it that comes from the rate of its Jacobian.
    fn compare_acceleration(&mut self, joint: &str, link: &str, acceleration: &[f64]) {
        let jacobians = &self.sample["jacobians"][joint];
        let rotation = numbers(&self.sample["joint_poses"][joint]["R"]);
        let own_axes = |world: &[f64]| to_link_axes(&rotation, world, 1);
        let name = format!("acceleration of {link}");
        self.add(Expectation::vector(
            &format!("{name} in its own axes"),
            own_axes(acceleration),
        ));
        self.add(Expectation::vector(&name, acceleration.into()));

        let qdd = self.coordinates.vector(&numbers(&self.sample["a"]));
        let lwa = self.coordinates.columns(&numbers(&jacobians["lwa"]), 6);
        let by_qdd = product(&lwa, &qdd);
        let by_qd: Vec<f64> = (acceleration.iter().zip(&by_qdd).map(|(a, b)| a - b)).collect();
        // In the axes of the link, the components of the velocity v also change because the axes turn: by -w x v.
        let v = own_axes(&numbers(&jacobians["velocity_lwa"]));
        let w_cross_v = [
            v[4] * v[2] - v[5] * v[1],
            v[5] * v[0] - v[3] * v[2],
            v[3] * v[1] - v[4] * v[0],
        ];
        let mut by_qd_own = own_axes(&by_qd);
        by_qd_own
            .iter_mut()
            .zip(w_cross_v)
            .for_each(|(a, x)| *a -= x);
        let scale = largest(acceleration).max(largest(&by_qdd));
        let rate = format!("jacobian rate of {link}");
        let rate_own = format!("{rate} in its own axes");
        let qd = self.velocity();
        for (rate, expected) in [(rate, by_qd), (rate_own, by_qd_own)] {
            let expectation = Expectation::vector(&rate, expected)
                .scaled(scale.max(largest(&w_cross_v)))
                .named(&format!("{rate} times qd"));
            self.add_computed(expectation, |rate| product(rate, &qd));
        }
    }

    /// Compares dynamics under a wrench, and the generalized force of the wrench: the difference of inverse dynamics without
    /// and with it.
    fn compare_wrench(&mut self, key: &str, value: &Value) {
        match key {
            "rnea" => {
                self.compare_vector("inverse_dynamics with wrenches", value);
                let loaded = self.coordinates.vector(&numbers(value));
                let unloaded = self.coordinates.vector(&numbers(&self.sample["rnea"]));
                let force = unloaded.iter().zip(&loaded).map(|(a, b)| a - b).collect();
                let scale = largest(&unloaded).max(largest(&loaded));
                self.add(Expectation::vector("generalized_force", force).scaled(scale));
            }
            "aba" => self.compare_vector("forward_dynamics with wrenches", value),
            "wrench_lwa" => {}
            _ => panic!("wrench key {key} is compared with nothing"),
        }
    }

    /// Whether all rates and accelerations are 0.
    fn is_at_rest(&self) -> bool {
        let is_zero = |key| numbers(&self.sample[key]).iter().all(|&x| x == 0.0);
        is_zero("v") && is_zero("a")
    }

    fn velocity(&self) -> Vec<f64> {
        self.coordinates.vector(&numbers(&self.sample["v"]))
    }

    fn compare_vector(&mut self, name: &str, value: &Value) {
        self.add(Expectation::vector(
            name,
            self.coordinates.vector(&numbers(value)),
        ));
    }

    /// Compares positions. Whole turns are ignored for angles that golden files represent by cosines and sines.
    fn compare_position(&mut self, name: &str, value: &Value) {
        let expected = self.coordinates.position(&numbers(value));
        let expectation = Expectation::vector(name, expected.clone());
        let coordinates = self.coordinates;
        self.add_computed(expectation, |result| {
            coordinates.with_turns_of(result, &expected)
        });
    }

    fn compare_square(&mut self, name: &str, value: &Value) {
        let columns = self.velocity().len();
        self.add(Expectation::matrix(
            name,
            self.coordinates.square(&numbers(value)),
            columns,
        ));
    }

    /// Compares one of the three matrices of derivatives at the end of a result. `matrix` is its index among them, and `name`
    /// its name.
    fn compare_derivative(&mut self, result: &str, (name, matrix): (&str, usize), value: &Value) {
        let columns = self.velocity().len();
        let expected = self.coordinates.square(&numbers(value));
        let expectation =
            Expectation::matrix(result, expected, columns).named(&format!("{result} {name}"));
        let size = columns * columns;
        self.add_computed(expectation, |values| {
            let matrices = &values[values.len() - 3 * size..];
            matrices[matrix * size..][..size].to_vec()
        });
    }

    /// Compares a result.
    fn add(&mut self, expectation: Expectation) {
        self.add_computed(expectation, <[f64]>::to_vec);
    }

    /// Compares numbers that are computed from a result.
    fn add_computed(&mut self, expectation: Expectation, compute: impl Fn(&[f64]) -> Vec<f64>) {
        let results: Vec<Vec<f64>> = self
            .evaluation
            .all(&expectation.result)
            .map(compute)
            .collect();
        let inverts = expectation.result.starts_with("forward_dynamics")
            || expectation.result.starts_with("mass_matrix_inverse")
            || expectation.result.starts_with("daba");
        if results.is_empty() && self.is_complete {
            self.missing.push(expectation.result);
        }
        self.comparisons
            .extend(results.into_iter().map(|actual| Comparison {
                quantity: expectation.quantity.clone(),
                expected: expectation.expected.clone(),
                actual,
                columns: expectation.columns,
                scale: expectation.scale,
                amplification: if inverts { self.condition } else { 1.0 },
            }));
    }
}

/// The expected values of a result, or of numbers computed from it.
struct Expectation {
    /// The name of the result.
    result: String,
    /// The name of the compared numbers.
    quantity: String,
    expected: Vec<f64>,
    columns: usize,
    scale: f64,
}

impl Expectation {
    fn matrix(result: &str, expected: Vec<f64>, columns: usize) -> Self {
        let (result, quantity) = (result.to_string(), result.to_string());
        Self {
            result,
            quantity,
            expected,
            columns,
            scale: 0.0,
        }
    }

    fn vector(result: &str, expected: Vec<f64>) -> Self {
        Self::matrix(result, expected, 1)
    }

    /// The same expectation, for numbers with this name that are computed from the result.
    fn named(self, quantity: &str) -> Self {
        Self {
            quantity: quantity.into(),
            ..self
        }
    }

    /// The same expectation, where `scale` is the largest of the terms whose sums are the expected values.
    fn scaled(self, scale: f64) -> Self {
        Self { scale, ..self }
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

/// `R^T` times the upper and the lower half of a matrix of six rows: from world axes to those of a link.
fn to_link_axes(rotation: &[f64], jacobian: &[f64], columns: usize) -> Vec<f64> {
    let entry = |row: usize, column: usize| {
        let (half, axis) = (row / 3, row % 3);
        let term = |k: usize| rotation[3 * k + axis] * jacobian[(3 * half + k) * columns + column];
        (0..3).map(term).sum()
    };
    (0..6 * columns)
        .map(|k| entry(k / columns, k % columns))
        .collect()
}

fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |largest, x| largest.max(x.abs()))
}

fn with_transpose(matrix: &[f64]) -> Vec<f64> {
    let n = matrix.len().isqrt();
    (0..n * n)
        .map(|k| matrix[k] + matrix[(k % n) * n + k / n])
        .collect()
}

/// The numbers of a JSON value: of one number, or of nested lists in their order.
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

    use super::{condition_number, largest, numbers, product, to_link_axes, with_transpose};

    #[test]
    fn matrices_are_by_rows() {
        assert_eq!(numbers(&json!([[1, 2.5], [3, 4]])), [1.0, 2.5, 3.0, 4.0]);
        assert_eq!(product(&[1.0, 2.0, 3.0, 4.0], &[1.0, 10.0]), [21.0, 43.0]);
        assert_eq!(with_transpose(&[1.0, 2.0, 3.0, 4.0]), [2.0, 5.0, 5.0, 8.0]);
        assert_eq!(largest(&[1.0, -3.0]), 3.0);
        // A quarter turn about z, and the linear and the angular velocity along x.
        let rotation = [0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];
        let jacobian = [1.0, 0.0, 0.0, 2.0, 0.0, 0.0];
        assert_eq!(
            to_link_axes(&rotation, &jacobian, 1),
            [0.0, -1.0, 0.0, 0.0, -2.0, 0.0]
        );
        assert!((condition_number(&[8.0, 0.0, 0.0, 2.0]) - 4.0).abs() < 1e-12);
    }
}
