//! Constraint rows against MuJoCo's, which are in other axes.
//!
//! MuJoCo has the difference r of two points in world axes. Ours is in the axes of a frame with the rotation R and the angular
//! velocity `J_w v`, or in those of the world: `R^T r`, whose Jacobian is `R^T (J + [r]x J_w)`. Of a relative rotation MuJoCo
//! has the vector part v of its quaternion, times a factor; ours is `2 w v`, the sine of the angle times the axis. Signs and order
//! are free.

use multibody_codegen::Function;

use super::comparison::difference;
use super::robot::{Robot, State};
use crate::mujoco::{cross, transposed_times};

/// Rows that belong together.
#[derive(Clone, Copy, PartialEq)]
pub enum Block {
    /// Three rows: the difference of two points.
    Points,
    /// Three rows: the vector part of a quaternion times this factor.
    Turn(f64),
    /// One row.
    Scalar,
}

impl Block {
    /// Those of an equality.
    pub fn of(kind: &str, torquescale: f64) -> Vec<Self> {
        match kind {
            "connect" => vec![Self::Points],
            "weld" => vec![Self::Points, Self::Turn(torquescale)],
            _ => vec![Self::Scalar],
        }
    }

    /// How many rows it has.
    pub fn len(self) -> usize {
        if self == Self::Scalar { 1 } else { 3 }
    }
}

/// MuJoCo's rows at a state of ours: their values, and by rows their derivatives by our rates.
pub struct Sample {
    pub state: State,
    pub values: Vec<f64>,
    pub jacobian: Vec<f64>,
}

/// How rows agree.
pub struct Agreement {
    /// The largest error of a row of ours, relative to its largest number.
    pub error: f64,
    /// Whether each of MuJoCo's rows of J is a sum of ours, at each state that satisfies all.
    pub are_redundant: bool,
}

/// Numbers of a row this much apart are those of different rows.
const FAR: f64 = 1e-8;

/// A row at all states: its values and derivatives.
type Row = Vec<f64>;

/// Compares the rows of a robot with those of MuJoCo's equalities. `axes` names links whose axes a row may have.
pub fn compare(robot: &Robot, blocks: &[Block], samples: &[Sample], axes: &[&str]) -> Agreement {
    let own = own_rows(robot, samples);
    let (mut chosen, mut first): (Vec<Row>, usize) = (Vec::new(), 0);
    for block in blocks {
        let choices = [None].into_iter().chain(axes.iter().copied().map(Some));
        let candidates = choices.map(|link| rows_in_axes(robot, *block, first, samples, link));
        let matches = |rows: &Vec<Row>| {
            let is_own = |row: &&Row| own.iter().any(|own| distance(own, row) < FAR);
            rows.iter().filter(is_own).count()
        };
        // The last of those with the most: zeros agree with nothing.
        chosen.extend(candidates.max_by_key(matches).expect("the world's axes"));
        first += block.len();
    }
    let nearest = |own: &Row| {
        let distances = chosen.iter().map(|row| distance(own, row));
        distances.fold(f64::INFINITY, f64::min)
    };
    // Rows of J at one state.
    let length = robot.nv() + 1;
    let part = |row: &Row, index: usize| row[index * length + 1..(index + 1) * length].to_vec();
    let are_combinations = |index: usize| {
        let own: Vec<Row> = own.iter().map(|row| part(row, index)).collect();
        chosen
            .iter()
            .all(|row| is_combination(&part(row, index), &own))
    };
    let is_satisfied = |index: &usize| samples[*index].values.iter().all(|x| x.abs() < FAR);
    Agreement {
        error: own.iter().map(nearest).fold(0.0, f64::max),
        are_redundant: (0..samples.len())
            .filter(is_satisfied)
            .all(are_combinations),
    }
}

/// The difference of two rows, one of them with either sign.
fn distance(a: &Row, b: &Row) -> f64 {
    let negative: Row = b.iter().map(|x| -x).collect();
    difference(a, b).min(difference(a, &negative))
}

fn own_rows(robot: &Robot, samples: &[Sample]) -> Vec<Row> {
    let mut rows = vec![Vec::new(); robot.nc()];
    for Sample { state, .. } in samples {
        let value = |function| robot.value(function, state).unwrap_or_default();
        let values = value(Function::Constraint);
        let jacobian = value(Function::ConstraintJacobian);
        let parts = values.iter().zip(jacobian.chunks(robot.nv()));
        for (row, (value, jacobian)) in rows.iter_mut().zip(parts) {
            row.push(*value);
            row.extend(jacobian);
        }
    }
    rows
}

/// The rows of a block, the first of which has this index, at all states, in the axes of a link or of the world.
fn rows_in_axes(
    robot: &Robot,
    block: Block,
    first: usize,
    samples: &[Sample],
    link: Option<&str>,
) -> Vec<Row> {
    let (count, nv) = (block.len(), robot.nv());
    let mut rows = vec![Vec::new(); count];
    for Sample {
        state,
        values,
        jacobian,
    } in samples
    {
        let values = &values[first..first + count];
        let jacobian = &jacobian[first * nv..(first + count) * nv];
        // Values, then the derivative by each rate.
        let column = |k: usize| jacobian.iter().skip(k).step_by(nv).copied().collect();
        let columns: Vec<Vec<f64>> = (0..nv).map(column).collect();
        let results: Vec<Vec<f64>> = match block {
            Block::Scalar => [vec![values.to_vec()], columns].concat(),
            Block::Turn(factor) => double_turn(factor, values, &columns),
            Block::Points => {
                let of_link = |function, link| robot.value_of_link(function, link, state);
                let pose = link.and_then(|link| of_link(Function::Pose, link));
                let pose =
                    pose.unwrap_or_else(|| vec![1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
                let turns = link.and_then(|link| of_link(Function::Jacobian, link));
                let turns = turns.unwrap_or_else(|| vec![0.0; 6 * nv]);
                let derivative = |(k, column): (usize, &Vec<f64>)| {
                    let turn = [3, 4, 5].map(|row| turns[row * nv + k]);
                    let turned = cross(values, &turn);
                    let sum: Vec<f64> = column.iter().zip(turned).map(|(x, y)| x + y).collect();
                    transposed_times(&pose, &sum).to_vec()
                };
                let value = transposed_times(&pose, values).to_vec();
                let derivatives = columns.iter().enumerate().map(derivative);
                [value].into_iter().chain(derivatives).collect()
            }
        };
        for (index, row) in rows.iter_mut().enumerate() {
            row.extend(results.iter().map(|vector| vector[index]));
        }
    }
    rows
}

/// `2 w v` and its derivatives, of the vector part v of a unit quaternion: `w = sqrt(1 - v . v)`.
fn double_turn(factor: f64, values: &[f64], columns: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let v: Vec<f64> = values.iter().map(|x| x / factor).collect();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let w = (1.0 - dot(&v, &v)).max(0.0).sqrt();
    let derivative = |column: &Vec<f64>| {
        let rate: Vec<f64> = column.iter().map(|x| x / factor).collect();
        let change_of_w = -dot(&v, &rate) / w;
        let parts = v.iter().zip(&rate);
        parts
            .map(|(v, rate)| 2.0 * (w * rate + change_of_w * v))
            .collect()
    };
    let value = v.iter().map(|v| 2.0 * w * v).collect();
    let derivatives = columns.iter().map(derivative);
    [value].into_iter().chain(derivatives).collect()
}

/// Whether a row is a sum of others times numbers; zeros are.
fn is_combination(row: &Row, others: &[Row]) -> bool {
    let mut basis: Vec<Row> = Vec::new();
    for other in others {
        let rest = without(other, &basis);
        let length = norm(&rest);
        if length > FAR * norm(other) {
            basis.push(rest.iter().map(|x| x / length).collect());
        }
    }
    norm(&without(row, &basis)) <= FAR * norm(row).max(1.0)
}

/// What is left of a vector across orthogonal unit vectors.
fn without(vector: &Row, basis: &[Row]) -> Row {
    let mut result = vector.clone();
    for unit in basis {
        let along: f64 = result.iter().zip(unit).map(|(x, y)| x * y).sum();
        result
            .iter_mut()
            .zip(unit)
            .for_each(|(x, y)| *x -= along * y);
    }
    result
}

fn norm(vector: &Row) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}
