//! Textbook systems written as tokens, their parameters known only at run time, against the generic algorithms, and against
//! numbers that were derived elsewhere: the folder `golden/analytic` of the corpus that the environment variable
//! `MULTIBODY_CORPUS` names.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]

/// What a system is compared with.
#[derive(Clone, Copy, PartialEq)]
enum Against {
    /// The generic algorithms of the runtime.
    Reference,
    /// Numbers of the corpus.
    Golden,
}

/// A table of systems: the name of its file, the robot, the name of each parameter in the file where that is another, and the
/// golden coordinates in the order of the robot's. Each is compared with the generic algorithms and with numbers of the corpus.
macro_rules! systems {
    ($($system:ident: $robot:ident { $($field:ident $(= $name:literal)?),+ } $order:expr;)+) => {
        /// What each takes, by the name of its file.
        pub const COSTS: &[(&str, &[multibody::Cost])] = &[$((stringify!($system), &$robot::COSTS)),+];

        mod reference {
            $(
                #[test]
                fn $system() {
                    super::$system(crate::Against::Reference);
                }
            )+
        }

        mod golden {
            $(
                #[test]
                #[cfg_attr(not(corpus), ignore = "needs others' numbers: MULTIBODY_CORPUS")]
                fn $system() {
                    super::$system(crate::Against::Golden);
                }
            )+
        }

        $(
            fn $system(against: crate::Against) {
                let robot = |parameter: &dyn Fn(&str) -> f64| $robot {
                    $($field: parameter([$($name,)? stringify!($field)][0])),+
                };
                crate::compare(against, stringify!($system), robot, $order);
            }
        )+
    };
}

mod expressions;
mod joints;
mod time;

use multibody::{CoriolisMatrix, Cost, Described, ForwardDynamics, MassMatrixInverse, check};
use multibody_tests::corpus_folder::corpus_folder;
use nalgebra::DMatrix;
use serde_json::Value;

/// The samples of a system.
fn samples(system: &str) -> Vec<Value> {
    let path = corpus_folder().join(format!("golden/analytic/{system}.json"));
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let golden: Value = serde_json::from_str(&text).expect("golden data are JSON");
    let samples = golden["samples"].as_array().expect("samples").clone();
    assert!(samples.len() >= 10, "{system}");
    samples
}

fn numbers<const N: usize>(value: &Value) -> [f64; N] {
    let numbers: Vec<f64> = (value.as_array().expect("an array").iter())
        .map(|x| x.as_f64().expect("a number"))
        .collect();
    numbers.try_into().expect("as many as the system has")
}

fn rows<const N: usize>(value: &Value) -> [[f64; N]; N] {
    let array = value.as_array().expect("rows");
    let rows: Vec<[f64; N]> = array.iter().map(numbers).collect();
    rows.try_into().expect("as many as the system has")
}

/// Entries of the golden order in that of the joints.
fn reorder<T: Copy, const N: usize>(values: [T; N], order: [usize; N]) -> [T; N] {
    order.map(|at| values[at])
}

fn assert_close(subject: &str, actual: &[f64], expected: &[f64], condition: f64) {
    let largest = expected.iter().fold(1e-3_f64, |m, x| m.max(x.abs()));
    for (index, (actual, expected)) in actual.iter().zip(expected).enumerate() {
        let error = (actual - expected).abs();
        assert!(
            error <= 1e-12 * largest * condition,
            "{subject}[{index}]: {actual} instead of {expected}"
        );
    }
}

/// Compares a robot, with golden numbers at every sample; `order` are the golden coordinates in the order of its joints.
fn compare<R, const N: usize>(
    source: Against,
    system: &str,
    robot: impl Fn(&dyn Fn(&str) -> f64) -> R,
    order: [usize; N],
) where
    R: ForwardDynamics<f64, N, N>
        + CoriolisMatrix<f64, N, N>
        + MassMatrixInverse<f64, N, N>
        + Described,
{
    if source == Against::Reference {
        let by_default = robot(&|name| 0.5 + name.len() as f64 / 4.0);
        check(&by_default).unwrap_or_else(|mismatch| panic!("{system}: {mismatch}"));
        return;
    }
    for sample in samples(system) {
        let robot = robot(&|name| sample["params"][name].as_f64().expect("a parameter"));
        let vector = |key: &str| reorder(numbers::<N>(&sample[key]), order);
        let matrix = |key: &str| {
            let rows = reorder(rows::<N>(&sample[key]), order);
            rows.map(|row| reorder(row, order))
        };
        let (q, qd, qdd) = (vector("q"), vector("qd"), vector("qdd"));
        let mass = robot.mass_matrix(&q);
        let close = |subject, actual: &[f64], expected: &[f64]| {
            assert_close(&format!("{system} {subject}"), actual, expected, 1.0);
        };
        close("M", mass.as_flattened(), matrix("M").as_flattened());
        let coriolis = robot.coriolis_matrix(&q, &qd);
        close("C", coriolis.as_flattened(), matrix("C").as_flattened());
        close("C qd", &robot.coriolis(&q, &qd), &vector("Cqd"));
        close("g", &robot.gravity(&q), &vector("g"));
        close(
            "tau",
            &robot.inverse_dynamics(&q, &qd, &qdd),
            &vector("tau"),
        );
        let energy = [robot.kinetic_energy(&q, &qd), robot.potential_energy(&q)];
        let expected = ["kinetic", "potential"].map(|key| sample[key].as_f64().expect("an energy"));
        close("T", &energy[..1], &expected[..1]);
        close("V", &energy[1..], &expected[1..]);
        let actual = robot.forward_dynamics(&q, &qd, &vector("tau_in"));
        let condition = condition(&mass);
        assert_close(
            &format!("{system} qdd"),
            &actual,
            &vector("qdd_out"),
            condition,
        );
    }
}

fn condition<const N: usize>(mass: &[[f64; N]; N]) -> f64 {
    let values = DMatrix::from_row_slice(N, N, mass.as_flattened()).singular_values();
    values.max() / values.min()
}

/// What the files' own expressions take of M, C and g, both triangles and sines among it.
const OPERATIONS: [(&str, [usize; 3]); 12] = [
    ("acrobot", [35, 18, 18]),
    ("bead_on_rotating_hoop", [2, 0, 9]),
    ("cart_pole", [9, 5, 5]),
    ("double_pendulum", [17, 13, 9]),
    ("furuta_pendulum", [24, 32, 4]),
    ("lagrange_top", [11, 49, 5]),
    ("planar_2r", [35, 18, 18]),
    ("rigid_body_zyx", [56, 363, 1]),
    ("simple_pendulum", [2, 0, 4]),
    ("spherical_pendulum", [7, 22, 4]),
    ("spring_pendulum", [2, 7, 11]),
    ("two_mass_spring", [0, 0, 14]),
];

/// Multiplications and additions behind `prepare`.
#[test]
fn no_system_takes_more_operations_than_its_file() {
    let mut dearer = Vec::new();
    let systems = expressions::COSTS.iter().chain(joints::COSTS);
    for (system, costs) in systems {
        let row = OPERATIONS.iter().find(|(name, _)| name == system);
        let (_, limits) = row.unwrap_or_else(|| panic!("{system} has no file"));
        let functions = ["mass_matrix", "coriolis_matrix", "gravity"];
        for (function, &limit) in functions.iter().zip(limits) {
            let cost: &Cost =
                (costs.iter().find(|cost| cost.function == *function)).expect(function);
            let count = cost.mul + cost.add;
            println!("{system}: {function} {count}, in the file {limit}");
            if count > limit {
                dearer.push(format!("{system}: {function} takes {count}, not {limit}"));
            }
        }
    }
    assert!(dearer.is_empty(), "{dearer:#?}");
}
