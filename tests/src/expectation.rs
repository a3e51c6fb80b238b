//! What a sample of a golden file says about emitted code.

use multibody::reference::State;
use nalgebra::DMatrix;
use serde_json::{Map, Value};

use crate::comparison::Comparison;
use crate::coordinates::Coordinates;
use crate::evaluation::Evaluation;
use crate::golden::{Golden, Sample};

/// Keys of a sample, and of its Jacobians, that no emitted function answers yet.
pub const NOT_EMITTED: [&str; 4] = [
    "regressor",
    "com_jacobian",
    "centroidal_momentum_rate",
    "world",
];

/// Keys that say at which state the numbers are, or how well it is conditioned.
const INPUTS: [&str; 7] = ["q", "q_full", "q_angles", "v", "a", "tau", "M_cond"];

/// Compares emitted functions with a sample, key by key; a key that it does not know is a panic, so
/// nothing is passed over in silence.
pub struct Expectations<'a> {
    golden: &'a Golden,
    coordinates: &'a Coordinates,
    sample: &'a Sample,
    evaluation: &'a Evaluation,
    /// Whether a function that is not emitted is an error.
    complete: bool,
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
    /// All comparisons of a sample, and the names of functions that it has numbers for and that are
    /// not emitted; none of these unless `complete`.
    #[must_use]
    pub fn compare(
        golden: &'a Golden,
        coordinates: &'a Coordinates,
        sample: &'a Sample,
        evaluation: &'a Evaluation,
        complete: bool,
    ) -> (Vec<Comparison>, Vec<String>) {
        let mass_matrix = coordinates.square(&numbers(&sample["M"]));
        let mut expectations = Self {
            golden,
            coordinates,
            sample,
            evaluation,
            complete,
            condition: condition_number(&mass_matrix),
            comparisons: Vec::new(),
            missing: Vec::new(),
        };
        expectations.robot();
        for (key, value) in sample {
            expectations.key(key, value);
        }
        (expectations.comparisons, expectations.missing)
    }

    /// What does not depend on the state.
    fn robot(&mut self) {
        self.add(Claim::vector("total_mass", vec![self.golden.total_mass]));
    }

    fn key(&mut self, key: &str, value: &Value) {
        match key {
            "M" => self.square("mass_matrix", value),
            "Minv" => {
                self.square("mass_matrix_inverse", value);
                self.square("daba_dtau", value);
            }
            "daba_dq" => {
                self.square(key, value);
                self.derivative("forward_dynamics_derivatives", ("dq", 0), value);
            }
            "daba_dv" => {
                self.square(key, value);
                self.derivative("forward_dynamics_derivatives", ("dqd", 1), value);
            }
            "drnea_dq" => {
                self.derivative("inverse_dynamics_derivatives", ("dq", 0), value);
                if self.is_at_rest() {
                    let expected = self.coordinates.square(&numbers(value));
                    let columns = self.velocity().len();
                    let claim = Claim::matrix("gravity_stiffness", expected, columns);
                    self.add_computed(claim, |found| found[..columns * columns].to_vec());
                }
            }
            "drnea_dv" => self.derivative("inverse_dynamics_derivatives", ("dqd", 1), value),
            "q_plus_0.1v" => self.position(key, value),
            "nle" => self.vector("bias", value),
            "g" => self.vector("gravity", value),
            "Cv" => self.coriolis(value),
            "C_pinocchio" => self.mass_matrix_rate(value),
            "rnea" => self.vector("inverse_dynamics", value),
            "aba" | "fd" => self.vector("forward_dynamics", value),
            "kinetic_energy" | "potential_energy" => self.add(Claim::vector(key, numbers(value))),
            "com_velocity" => {
                self.add(Claim::vector("center_of_mass_velocity", numbers(value)));
            }
            "com_acceleration" => {
                self.add(Claim::vector("center_of_mass_acceleration", numbers(value)));
            }
            "com" => self.add(Claim::vector("center_of_mass", numbers(value))),
            "centroidal_momentum" => {
                let claim = Claim::vector("centroidal", numbers(value));
                self.add_computed(claim.named("centroidal momentum"), |of| of[..6].into());
            }
            "centroidal_map" => {
                let matrix = self.coordinates.columns(&numbers(value), 6);
                let claim = Claim::matrix("centroidal", matrix, self.velocity().len());
                self.add_computed(claim.named("centroidal matrix"), |of| of[6..].into());
            }
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
                    for (key, value) in object(jacobians) {
                        self.jacobian(joint, key, value);
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
        let qd = self.velocity();
        let claim = Claim::vector("coriolis_matrix", self.coordinates.vector(&numbers(value)));
        self.add_computed(claim.named("coriolis_matrix qd"), |c| product(c, &qd));
    }

    /// `dM/dt = C + C^T`, whichever `C` that is. Where the two cancel, their rounding is left.
    fn mass_matrix_rate(&mut self, value: &Value) {
        let coriolis = self.coordinates.square(&numbers(value));
        let rate = with_transpose(&coriolis);
        let claim = Claim::matrix("coriolis_matrix", rate, self.velocity().len())
            .named("coriolis_matrix + transpose")
            .scaled(largest(&coriolis));
        self.add_computed(claim, with_transpose);
    }

    /// The rotation by rows, then the position; these two are judged apart.
    fn pose(&mut self, link: &str, value: &Value) {
        let name = format!("pose of {link}");
        let rotation = Claim::matrix(&name, numbers(&value["R"]), 3);
        self.add_computed(rotation.named(&format!("{name} (rotation)")), |pose| {
            pose[..9].into()
        });
        let position = Claim::vector(&name, numbers(&value["p"]));
        self.add_computed(position.named(&format!("{name} (position)")), |pose| {
            pose[9..].into()
        });
    }

    fn jacobian(&mut self, joint: &str, key: &str, value: &Value) {
        let link = self.golden.origin_link(joint);
        let name = format!("jacobian of {link}");
        let own_axes = format!("{name} in its own axes");
        let columns = self.velocity().len();
        match key {
            "lwa" => {
                let jacobian = self.coordinates.columns(&numbers(value), 6);
                // Not every joint has numbers in its own axes; there the rotation does it.
                let rotation = numbers(&self.sample["joint_poses"][joint]["R"]);
                let own_jacobian = turn_back(&rotation, &jacobian, columns);
                self.add(Claim::matrix(&own_axes, own_jacobian, columns));
                self.add(Claim::matrix(&name, jacobian, columns));
            }
            "local" => {
                let jacobian = self.coordinates.columns(&numbers(value), 6);
                let velocity = product(&jacobian, &self.velocity());
                let name = format!("velocity of {link} in its own axes");
                self.add(Claim::vector(&name, velocity));
                self.add(Claim::matrix(&own_axes, jacobian, columns));
            }
            "dJdt_local" => {
                let rate = self.coordinates.columns(&numbers(value), 6);
                let name = format!("jacobian rate of {link} in its own axes");
                // Products of velocities and columns, which for a free body cancel: their rounding is left.
                let jacobians = &self.sample["jacobians"][joint];
                let scale = ["local", "velocity_lwa"].map(|key| largest(&numbers(&jacobians[key])));
                let claim = Claim::matrix(&name, rate, columns);
                self.add(claim.scaled(scale.iter().product()));
            }
            "classical_acceleration_lwa" => self.acceleration(joint, link, &numbers(value)),
            "velocity_lwa" => {
                let rotation = numbers(&self.sample["joint_poses"][joint]["R"]);
                let own_velocity = turn_back(&rotation, &numbers(value), 1);
                let own_name = format!("velocity of {link} in its own axes");
                self.add(Claim::vector(&own_name, own_velocity));
                self.add(Claim::vector(
                    &format!("velocity of {link}"),
                    numbers(value),
                ));
                let qd = self.velocity();
                let claim = Claim::vector(&name, numbers(value)).named(&format!("{name} times qd"));
                self.add_computed(claim, |jacobian| product(jacobian, &qd));
            }
            _ => assert!(
                NOT_EMITTED.contains(&key),
                "Jacobian key {key} is compared with nothing"
            ),
        }
    }

    /// A link's acceleration, and what the rates of its Jacobians have in it.
    fn acceleration(&mut self, joint: &str, link: &str, acceleration: &[f64]) {
        let jacobians = &self.sample["jacobians"][joint];
        let rotation = numbers(&self.sample["joint_poses"][joint]["R"]);
        let own_axes = |world: &[f64]| turn_back(&rotation, world, 1);
        let name = format!("acceleration of {link}");
        self.add(Claim::vector(
            &format!("{name} in its own axes"),
            own_axes(acceleration),
        ));
        self.add(Claim::vector(&name, acceleration.into()));

        let qdd = self.coordinates.vector(&numbers(&self.sample["a"]));
        let lwa = self.coordinates.columns(&numbers(&jacobians["lwa"]), 6);
        let by_qdd = product(&lwa, &qdd);
        let by_qd: Vec<f64> = (acceleration.iter().zip(&by_qdd).map(|(a, b)| a - b)).collect();
        // In the link's axes the components of the velocity change as the axes turn, too.
        let v = own_axes(&numbers(&jacobians["velocity_lwa"]));
        let turning = [
            v[4] * v[2] - v[5] * v[1],
            v[5] * v[0] - v[3] * v[2],
            v[3] * v[1] - v[4] * v[0],
        ];
        let mut by_qd_own = own_axes(&by_qd);
        by_qd_own.iter_mut().zip(turning).for_each(|(a, x)| *a -= x);
        let scale = largest(acceleration).max(largest(&by_qdd));
        let rate = format!("jacobian rate of {link}");
        let rate_own = format!("{rate} in its own axes");
        let qd = self.velocity();
        for (rate, expected) in [(rate, by_qd), (rate_own, by_qd_own)] {
            let claim = Claim::vector(&rate, expected)
                .scaled(scale.max(largest(&turning)))
                .named(&format!("{rate} times qd"));
            self.add_computed(claim, |rate| product(rate, &qd));
        }
    }

    /// Dynamics under a wrench; and what the wrench does to the coordinates, from the difference.
    fn wrench(&mut self, key: &str, value: &Value) {
        match key {
            "rnea" => {
                self.vector("inverse_dynamics with wrenches", value);
                let loaded = self.coordinates.vector(&numbers(value));
                let unloaded = self.coordinates.vector(&numbers(&self.sample["rnea"]));
                let force = unloaded.iter().zip(&loaded).map(|(a, b)| a - b).collect();
                let scale = largest(&unloaded).max(largest(&loaded));
                self.add(Claim::vector("generalized_force", force).scaled(scale));
            }
            "aba" => self.vector("forward_dynamics with wrenches", value),
            "wrench_lwa" => {}
            _ => panic!("wrench key {key} is compared with nothing"),
        }
    }

    /// Whether nothing moves and nothing is accelerated.
    fn is_at_rest(&self) -> bool {
        let is_zero = |key| numbers(&self.sample[key]).iter().all(|&x| x == 0.0);
        is_zero("v") && is_zero("a")
    }

    fn velocity(&self) -> Vec<f64> {
        self.coordinates.vector(&numbers(&self.sample["v"]))
    }

    fn vector(&mut self, name: &str, value: &Value) {
        self.add(Claim::vector(
            name,
            self.coordinates.vector(&numbers(value)),
        ));
    }

    /// Angles that golden data have as points of the circle are compared whatever their whole turns.
    fn position(&mut self, name: &str, value: &Value) {
        let expected = self.coordinates.position(&numbers(value));
        let claim = Claim::vector(name, expected.clone());
        let coordinates = self.coordinates;
        self.add_computed(claim, |found| coordinates.same_turns(found, &expected));
    }

    fn square(&mut self, name: &str, value: &Value) {
        let columns = self.velocity().len();
        self.add(Claim::matrix(
            name,
            self.coordinates.square(&numbers(value)),
            columns,
        ));
    }

    /// A claim on one of three matrices that a function of derivatives returns, behind its value if it returns that too.
    fn derivative(&mut self, result: &str, (name, matrix): (&str, usize), value: &Value) {
        let columns = self.velocity().len();
        let expected = self.coordinates.square(&numbers(value));
        let claim = Claim::matrix(result, expected, columns).named(&format!("{result} {name}"));
        let size = columns * columns;
        self.add_computed(claim, |values| {
            let matrices = &values[values.len() - 3 * size..];
            matrices[matrix * size..][..size].to_vec()
        });
    }

    /// A claim on a result itself.
    fn add(&mut self, claim: Claim) {
        self.add_computed(claim, <[f64]>::to_vec);
    }

    /// A claim on something computed from a result.
    fn add_computed(&mut self, claim: Claim, compute: impl Fn(&[f64]) -> Vec<f64>) {
        let results: Vec<Vec<f64>> = self.evaluation.all(&claim.result).map(compute).collect();
        let inverts = claim.result.starts_with("forward_dynamics")
            || claim.result.starts_with("mass_matrix_inverse")
            || claim.result.starts_with("daba");
        if results.is_empty() && self.complete {
            self.missing.push(claim.result);
        }
        self.comparisons
            .extend(results.into_iter().map(|actual| Comparison {
                quantity: claim.quantity.clone(),
                expected: claim.expected.clone(),
                actual,
                columns: claim.columns,
                scale: claim.scale,
                amplification: if inverts { self.condition } else { 1.0 },
            }));
    }
}

/// What golden data say about a result, or about something computed from it.
struct Claim {
    /// Name of the result.
    result: String,
    quantity: String,
    expected: Vec<f64>,
    columns: usize,
    scale: f64,
}

impl Claim {
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

    /// With the name of what is computed from the result.
    fn named(self, quantity: &str) -> Self {
        Self {
            quantity: quantity.into(),
            ..self
        }
    }

    /// With the largest entry of what the expected values are a sum of.
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

/// `R^T` times the upper and the lower half of a matrix of six rows.
fn turn_back(rotation: &[f64], jacobian: &[f64], columns: usize) -> Vec<f64> {
    let entry = |row: usize, column: usize| {
        let (half, axis) = (row / 3, row % 3);
        let part = |k: usize| rotation[3 * k + axis] * jacobian[(3 * half + k) * columns + column];
        (0..3).map(part).sum()
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

    use super::{condition_number, largest, numbers, product, turn_back, with_transpose};

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
            turn_back(&rotation, &jacobian, 1),
            [0.0, -1.0, 0.0, 0.0, -2.0, 0.0]
        );
        assert!((condition_number(&[8.0, 0.0, 0.0, 2.0]) - 4.0).abs() < 1e-12);
    }
}
