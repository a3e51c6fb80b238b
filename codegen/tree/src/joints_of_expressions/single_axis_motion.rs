//! The motion of a joint, found from points that it moves.

use super::motion_samples::{Sample, Vector};
use multibody_program::exact::{Rational, integer};

/// A motion of one degree of freedom, in the frame of the parent, by the unit vector along its axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SingleAxisMotion {
    /// A turn.
    Turn(Vector),
    /// A slide.
    Slide(Vector),
}

impl SingleAxisMotion {
    /// The motion that the samples at all states have in common. None if there is no such motion, if its axis is not a unit vector,
    /// or if some state has no values. No state is computed after the first one that contradicts those before it.
    pub fn of(states: impl Iterator<Item = Option<Vec<Sample>>>) -> Option<Self> {
        let (mut samples, mut equations) = (Vec::new(), LinearEquations::default());
        for state in states {
            let state = state?;
            for sample in &state {
                equations.add_sample(sample)?;
            }
            samples.extend(state);
        }
        Self::slide(&samples).or_else(|| Self::turn(equations.solution()?))
    }

    /// The unit vector along its axis.
    pub fn axis(&self) -> &Vector {
        let (Self::Turn(axis) | Self::Slide(axis)) = self;
        axis
    }

    /// The slide, if all points have the same derivative and all directions are constant.
    fn slide(samples: &[Sample]) -> Option<Self> {
        let mut points = samples.iter().filter(|sample| !sample.is_direction);
        let axis = points.next()?.derivative.clone();
        let is_common = samples.iter().all(|sample| {
            if sample.is_direction {
                sample.derivative == ZERO
            } else {
                sample.derivative == axis
            }
        });
        (is_common && dot(&axis, &axis) == Rational::ONE).then_some(Self::Slide(axis))
    }

    /// The turn about the axis e with the moment m, if e is a unit vector normal to m.
    fn turn([e1, e2, e3, m1, m2, m3]: [Rational; UNKNOWNS]) -> Option<Self> {
        let (axis, moment) = ([e1, e2, e3], [m1, m2, m3]);
        let is_turn = dot(&axis, &axis) == Rational::ONE && dot(&axis, &moment) == Rational::ZERO;
        is_turn.then_some(Self::Turn(axis))
    }
}

const ZERO: Vector = [const { Rational::ZERO }; 3];

fn dot(a: &Vector, b: &Vector) -> Rational {
    (0..3).fold(Rational::ZERO, |sum, k| sum + &a[k] * &b[k])
}

/// Number of unknowns: the components of e and m.
const UNKNOWNS: usize = 6;

/// Linear equations in reduced row echelon form, for e and m: the velocity of a point p is `e x p + m`, where e is the axis and
/// `m = o x e` for a point o of the axis. The velocity of a direction d is `e x d`. For a slide, e is 0 and m its direction.
#[derive(Default)]
struct LinearEquations {
    /// For each unknown, the equation that is solved for it.
    pivots: [Option<Equation>; UNKNOWNS],
}

/// `row . x = right_side`
#[derive(Clone)]
struct Equation {
    row: [Rational; UNKNOWNS],
    right_side: Rational,
}

impl Equation {
    /// Subtracts the multiple of another equation that eliminates the unknown for which that one is solved.
    fn eliminate(&mut self, pivot: usize, other: &Self) {
        let factor = self.row[pivot].clone();
        if factor == Rational::ZERO {
            return;
        }
        for (entry, x) in self.row.iter_mut().zip(&other.row) {
            *entry -= &factor * x;
        }
        self.right_side -= factor * &other.right_side;
    }
}

impl LinearEquations {
    /// Adds the equations of a point or a direction. None if they contradict the others.
    fn add_sample(&mut self, sample: &Sample) -> Option<()> {
        let [x, y, z] = &sample.value;
        let zero = || Rational::ZERO;
        let shift = integer(i64::from(!sample.is_direction));
        let rows = [
            [zero(), z.clone(), -y.clone(), shift.clone(), zero(), zero()],
            [-z.clone(), zero(), x.clone(), zero(), shift.clone(), zero()],
            [y.clone(), -x.clone(), zero(), zero(), zero(), shift],
        ];
        let mut equations = rows.into_iter().zip(&sample.derivative);
        equations.try_for_each(|(row, derivative)| self.add(row, derivative.clone()))
    }

    /// Adds an equation. None if it contradicts the others.
    fn add(&mut self, row: [Rational; UNKNOWNS], right_side: Rational) -> Option<()> {
        let mut equation = Equation { row, right_side };
        for (index, pivot) in self.pivots.iter().enumerate() {
            if let Some(pivot) = pivot {
                equation.eliminate(index, pivot);
            }
        }
        let Some(index) = equation
            .row
            .iter()
            .position(|entry| *entry != Rational::ZERO)
        else {
            return (equation.right_side == Rational::ZERO).then_some(());
        };
        let scale = Rational::ONE / &equation.row[index];
        equation.row.iter_mut().for_each(|entry| *entry *= &scale);
        equation.right_side *= scale;
        for pivot in self.pivots.iter_mut().flatten() {
            pivot.eliminate(index, &equation);
        }
        self.pivots[index] = Some(equation);
        Some(())
    }

    /// The solution, if it is unique.
    fn solution(self) -> Option<[Rational; UNKNOWNS]> {
        let values = self.pivots.into_iter().map(|pivot| Some(pivot?.right_side));
        let entries: Option<Vec<Rational>> = values.collect();
        entries?.try_into().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(numbers: [i64; 3]) -> Vector {
        numbers.map(integer)
    }

    fn point(value: [i64; 3], derivative: [i64; 3]) -> Sample {
        Sample {
            value: vector(value),
            derivative: vector(derivative),
            is_direction: false,
        }
    }

    fn direction(value: [i64; 3], derivative: [i64; 3]) -> Sample {
        Sample {
            is_direction: true,
            ..point(value, derivative)
        }
    }

    fn motion(samples: &[Sample]) -> Option<SingleAxisMotion> {
        SingleAxisMotion::of(samples.iter().map(|sample| Some(vec![sample.clone()])))
    }

    #[test]
    fn points_that_turn_have_an_axis() {
        // About the axis along z through (1, 2, 0).
        let samples = [
            point([2, 2, 5], [0, 1, 0]),
            point([1, 3, 7], [-1, 0, 0]),
            point([4, 2, 1], [0, 3, 0]),
        ];
        let turn = SingleAxisMotion::Turn(vector([0, 0, 1]));
        assert_eq!(motion(&samples), Some(turn));
    }

    #[test]
    fn a_slide_leaves_directions_constant() {
        let samples = [
            point([2, 2, 5], [0, 1, 0]),
            point([1, 3, 7], [0, 1, 0]),
            direction([1, 0, 0], [0, 0, 0]),
        ];
        let slide = SingleAxisMotion::Slide(vector([0, 1, 0]));
        assert_eq!(motion(&samples), Some(slide));
        let mut list = samples.to_vec();
        list.push(direction([1, 0, 0], [0, 1, 0]));
        assert_eq!(motion(&list), None);
    }

    #[test]
    fn other_motions_are_no_joint() {
        // Twice as fast, with a pitch, sheared, and about an axis that is not known.
        let fast = [
            point([1, 0, 0], [0, 2, 0]),
            point([0, 1, 0], [-2, 0, 0]),
            point([0, 0, 1], [0, 0, 0]),
        ];
        let screw = [
            point([1, 0, 0], [0, 1, 1]),
            point([0, 1, 0], [-1, 0, 1]),
            point([0, 0, 1], [0, 0, 1]),
        ];
        let sheared = [
            point([1, 0, 0], [0, 1, 0]),
            point([0, 1, 0], [-2, 0, 0]),
            point([0, 0, 1], [0, 0, 0]),
        ];
        let single = [point([1, 0, 0], [0, 1, 0]), point([1, 0, 0], [0, 1, 1])];
        for samples in [&fast[..], &screw, &sheared, &single] {
            assert_eq!(motion(samples), None);
        }
    }
}
