//! What the tests share: robots, random states, arithmetics.

pub mod chain;
pub mod corpus;
pub mod duals;
mod formatted;
mod legs;
pub mod modular;
pub mod printed;
pub mod random;
pub mod random_tree;
pub mod robot;
pub mod state;
pub mod true_values;

pub use chain::{chain, following_chain};
pub use formatted::assert_formatted;
pub use legs::four_legs;
pub use random::Random;
pub use robot::{Derived, Robot, fixture, shared_fixture};
pub use state::State;

/// Ground pivots at the origin and at (2.2, 0.1), three rods.
pub const FOUR_BAR: &str = "gravity = [0, -9.81, 0], \
    joint crank { revolute, parent: world, child: first, axis: z }, \
    joint coupler { revolute, parent: first, child: second, axis: z, origin: [1, 0, 0] }, \
    joint rocker { revolute, parent: second, child: third, axis: z, origin: [2.5, 0, 0] }, \
    body first { mass: 1, com: [0.5, 0, 0], inertia: diag(0, 1 / 12, 1 / 12) }, \
    body second { mass: 2, com: [1.25, 0, 0], inertia: diag(0, 12.5 / 12, 12.5 / 12) }, \
    body third { mass: 1.5, com: [1, 0, 0], inertia: diag(0, 0.5, 0.5) }, \
    loop closure { from: [world, [2.2, 0.1, 0]], to: [third, [2, 0, 0]], leaves: revolute(z) },";

/// Fails unless two results agree to rounding, relative to the larger.
#[track_caller]
pub fn assert_close(actual: &[f64], expected: &[f64], tolerance: f64, subject: &str) {
    assert_eq!(actual.len(), expected.len(), "{subject}: number of values");
    let size = actual
        .iter()
        .chain(expected)
        .fold(1e-3_f64, |m, x| m.max(x.abs()));
    for (index, (x, y)) in actual.iter().zip(expected).enumerate() {
        let close = (x - y).abs() <= tolerance * size;
        assert!(close, "{subject}: entry {index} is {x:e} instead of {y:e}");
    }
}

/// A matrix by rows times a vector.
pub fn times(matrix: &[f64], vector: &[f64]) -> Vec<f64> {
    let rows = matrix.chunks_exact(vector.len());
    rows.map(|row| dot(row, vector)).collect()
}

/// A matrix by rows, transposed, times a vector.
pub fn transposed_times(matrix: &[f64], vector: &[f64]) -> Vec<f64> {
    let columns = matrix.len() / vector.len();
    let entry = |j: usize| {
        vector
            .iter()
            .enumerate()
            .map(|(i, x)| matrix[i * columns + j] * x)
            .sum()
    };
    (0..columns).map(entry).collect()
}

/// `a . b`
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// `a + factor b`
pub fn plus(a: &[f64], factor: f64, b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(x, y)| x + factor * y).collect()
}
