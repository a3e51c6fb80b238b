//! Constraint rows along a path of the coordinates.

use super::{Displacement, Path, SystemAtState};
use crate::arithmetic::{Affine, Jet, Residue, direction::TIME, twist};
use crate::evaluation::{EvaluationFailure, JetEvaluator, ResidueState};
use multibody_description::constraint::{FormulaAlgebra, FrameProduct, FrameVector};
use multibody_description::system::{End, Row};
use multibody_program::ir::{Input, InputKind, Program};

impl SystemAtState<'_> {
    /// C of each row; 0 for velocity-level rows.
    pub fn constraints<const N: usize>(&mut self, path: &Path<N>) -> Vec<Jet<N>> {
        let rows = self.rows(path);
        let pairs = rows.into_iter().zip(&self.system.constraints);
        pairs
            .map(
                |(row, constraint)| {
                    if constraint.row.is_holonomic() { row.without(TIME) } else { Jet::ZERO }
                },
            )
            .collect()
    }

    /// The time derivative of each row; for velocity-level rows, their value.
    pub fn constraint_rates<const N: usize>(&mut self, path: &Path<N>) -> Vec<Jet<N>> {
        let rows = self.rows(path);
        let pairs = rows.into_iter().zip(&self.system.constraints);
        pairs
            .map(
                |(row, constraint)| {
                    if constraint.row.is_holonomic() { row.derivative(TIME) } else { row }
                },
            )
            .collect()
    }

    /// The position of the second point relative to the first, for a row that is an expression of this position. None:
    /// the row is of another kind.
    pub fn relative_position(&mut self, row: usize) -> Option<[Residue; 3]> {
        let system = self.system;
        let Row::PointExpression { ends, .. } = &system.constraints.get(row)?.row else {
            return None;
        };
        let zero_path = Path::<2>::from_rates(vec![Jet::ZERO; system.nv()]);
        let placements = self
            .trajectory(&zero_path, Displacement::ShiftThenRate)
            .links;
        let frames = frames_at_points(&placements, ends, &self.numbers.constraints[row]);
        Some(relative_point(&frames).map(|x| x.value()))
    }

    /// The first velocity-level row that has a value and derivatives at this state, but not at zero rates.
    pub fn find_row_undefined_at_rest(&mut self) -> Option<usize> {
        let (programs, system) = (self.programs, self.system);
        let rates = self.state.values(InputKind::Qd).to_vec();
        let zero_rates = vec![Residue::ZERO; rates.len()];
        for (row, constraint) in system.constraints.iter().enumerate() {
            let Row::Expression {
                index,
                is_velocity_level: true,
            } = constraint.row
            else {
                continue;
            };
            let program = &programs.symbolic.constraints[index];
            JetEvaluator::<2>::new(&mut self.state, []).evaluate(program);
            if self.state.failure.is_some() {
                return None;
            }
            self.state.set(InputKind::Qd, zero_rates.clone());
            JetEvaluator::<2>::new(&mut self.state, []).evaluate(program);
            self.state.set(InputKind::Qd, rates.clone());
            if self.state.failure.take() == Some(EvaluationFailure::ZeroDivisor) {
                return Some(row);
            }
        }
        None
    }

    /// For position-level rows, C along the path; for velocity-level rows, the value that has to be 0.
    fn rows<const N: usize>(&mut self, path: &Path<N>) -> Vec<Jet<N>> {
        let placements = self.trajectory(path, Displacement::ShiftThenRate).links;
        let (programs, system) = (self.programs, self.system);
        let symbolic = &programs.symbolic.constraints;
        let rates = path.rates.iter().zip(&path.shift);
        let time = Jet::along(TIME, Residue::ONE);
        let shifts: Vec<Jet<N>> = rates.map(|(&rate, &shift)| shift + time * rate).collect();
        // Position-level rows follow the rates in time; velocity-level rows are functions of the rates.
        let positions = self.displacements(&shifts, None, path.time);
        let motion = self.displacements(&path.shift, Some(&path.rates), path.time.without(TIME));
        let state_point: Vec<Residue> = self.state.values(InputKind::PointCoordinate).into();
        let mut rows = Vec::with_capacity(system.constraints.len());
        for (constraint, numbers) in system.constraints.iter().zip(&self.numbers.constraints) {
            rows.push(match &constraint.row {
                Row::Expression {
                    index,
                    is_velocity_level,
                } => {
                    let inputs = if *is_velocity_level { &motion } else { &positions };
                    evaluate_displaced(&mut self.state, &symbolic[*index], inputs.clone())
                }
                Row::PointExpression { ends, index } => {
                    let frames = frames_at_points(&placements, ends, numbers);
                    let point = relative_point(&frames).into_iter();
                    let pairs = point.zip(&state_point).enumerate();
                    let point_inputs = pairs.map(|(k, (x, &base))| {
                        (
                            Input::new(InputKind::PointCoordinate, k),
                            x - Jet::constant(base),
                        )
                    });
                    let inputs = positions.iter().copied().chain(point_inputs).collect();
                    evaluate_displaced(&mut self.state, &symbolic[*index], inputs)
                }
                Row::Between {
                    ends, frame_row, ..
                } => {
                    let (points, numbers) = numbers.split_at(6);
                    frame_row.formula.evaluate(&mut FormulaJets {
                        state: &mut self.state,
                        frames: frames_at_points(&placements, ends, points),
                        numbers,
                    })
                }
                Row::Velocity {
                    end,
                    axes,
                    component,
                } => {
                    let point = [0, 1, 2].map(|i| numbers[i]);
                    twist(&frame_at_point(&placements, end, &point), *axes)[*component]
                }
            });
        }
        #[cfg(test)]
        rows.iter_mut()
            .for_each(|row| *row = row.scaled(self.degree_probe.rows));
        rows
    }
}

fn evaluate_displaced<const N: usize>(
    state: &mut ResidueState,
    program: &Program,
    displacements: Vec<(Input, Jet<N>)>,
) -> Jet<N> {
    JetEvaluator::new(state, displacements).evaluate(program)[0]
}

/// The frames at two points of links.
fn frames_at_points<const N: usize>(
    placements: &[Affine<N>],
    ends: &[End; 2],
    points: &[Residue],
) -> [Affine<N>; 2] {
    [0, 1].map(|k| {
        let point = [0, 1, 2].map(|i| points[3 * k + i]);
        frame_at_point(placements, &ends[k], &point)
    })
}

/// The frame at a point of a link.
fn frame_at_point<const N: usize>(
    placements: &[Affine<N>],
    end: &End,
    point: &[Residue; 3],
) -> Affine<N> {
    let mut shift = Affine::identity();
    for (row, &x) in shift.0.iter_mut().zip(point) {
        row[3] = Jet::constant(x);
    }
    match end.link {
        Some(link) => placements[link].times(&shift),
        None => shift,
    }
}

/// The position of the second frame's origin in the first frame.
fn relative_point<const N: usize>(frames: &[Affine<N>; 2]) -> [Jet<N>; 3] {
    let d = vector(frames, FrameVector::Offset);
    [0, 1, 2].map(|k| dot(&vector(frames, FrameVector::AxisOfA(k)), &d))
}

/// A vector of the formula of two frames, in world axes.
fn vector<const N: usize>([a, b]: &[Affine<N>; 2], kind: FrameVector) -> [Jet<N>; 3] {
    let axis = |frame: &Affine<N>, k: usize| std::array::from_fn(|i| frame.entry(i, k));
    match kind {
        FrameVector::AxisOfA(k) => axis(a, k),
        FrameVector::AxisOfB(k) => axis(b, k),
        FrameVector::Offset => std::array::from_fn(|i| b.entry(i, 3) - a.entry(i, 3)),
    }
}

/// Evaluates the formula of a constraint between two frames along a path.
struct FormulaJets<'a, const N: usize> {
    state: &'a mut ResidueState,
    frames: [Affine<N>; 2],
    numbers: &'a [Residue],
}

impl<const N: usize> FormulaAlgebra for FormulaJets<'_, N> {
    type Scalar = Jet<N>;

    fn product(&mut self, pair: FrameProduct) -> Jet<N> {
        let [u, v] = pair.vectors().map(|factor| vector(&self.frames, factor));
        dot(&u, &v)
    }

    fn square(&mut self, number: usize) -> Jet<N> {
        let number = self.numbers[number];
        Jet::constant(number * number)
    }

    fn difference(&mut self, x: Jet<N>, y: Jet<N>) -> Jet<N> {
        x - y
    }

    fn half(&mut self, x: Jet<N>) -> Jet<N> {
        x.scaled(Residue::half())
    }

    fn over(&mut self, x: Jet<N>, number: usize) -> Jet<N> {
        let inverse = self.numbers[number].inverse();
        let factor = inverse.unwrap_or_else(|| self.state.fail(EvaluationFailure::ZeroDivisor));
        x.scaled(factor)
    }
}

fn dot<const N: usize>(x: &[Jet<N>; 3], y: &[Jet<N>; 3]) -> Jet<N> {
    (0..3).fold(Jet::ZERO, |sum, k| sum + x[k] * y[k])
}
