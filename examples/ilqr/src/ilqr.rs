//! The algorithm.

use multibody::integrators::{semi_implicit_euler, semi_implicit_euler_derivatives};
use multibody::{Acceleration, Joints, Linearizable, manifold};
use nalgebra::{DMatrix, DVector, SMatrix, SVector};

/// What is requested: to be at a position at rest after some steps, at little cost of forces.
///
/// ```text
/// cost = sum over the steps of effort |u|^2 h / 2 + |r(q)|^2 / 2 + |W qd|^2 / 2 at the end
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Problem<const NQ: usize, const NV: usize, const NU: usize> {
    /// The position at the start, where the robot is at rest.
    pub start: [f64; NQ],
    /// The number of steps, and their length, s.
    pub steps: (usize, f64),
    /// The rates that motors drive.
    pub motors: [usize; NU],
    /// The weight of forces.
    pub effort: f64,
    /// The square of W, for all rates.
    pub at_rest: f64,
}

/// Where a motion is to end.
pub trait Goal<const NQ: usize, const NV: usize> {
    /// How far a position is from it, weighted, and the derivatives by the position along each rate.
    fn residual(&self, q: &[f64; NQ]) -> (DVector<f64>, DMatrix<f64>);
}

/// A position, with the weights of differences along each rate.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a, R, const NQ: usize, const NV: usize> {
    /// The robot.
    pub robot: &'a R,
    /// The position.
    pub q: [f64; NQ],
    /// The weights.
    pub weights: [f64; NV],
}

impl<R: Joints, const NQ: usize, const NV: usize> Goal<NQ, NV> for Place<'_, R, NQ, NV> {
    fn residual(&self, q: &[f64; NQ]) -> (DVector<f64>, DMatrix<f64>) {
        let joints = self.robot.joints();
        let mut off = [0.0; NV];
        manifold::difference(joints, &self.q, q, &mut off);
        let [_, slope]: [[[f64; NV]; NV]; 2] = manifold::difference_derivatives(joints, &self.q, q);
        let residual = DVector::from_fn(NV, |at, _| self.weights[at] * off[at]);
        let slope = DMatrix::from_fn(NV, NV, |row, column| self.weights[row] * slope[row][column]);
        (residual, slope)
    }
}

/// A motion and its forces.
#[derive(Clone, Debug)]
pub struct Solution<const NQ: usize, const NV: usize, const NU: usize> {
    /// The states, one more than forces.
    pub states: Vec<([f64; NQ], [f64; NV])>,
    /// The forces of motors, of each step.
    pub forces: Vec<SVector<f64, NU>>,
    /// The cost.
    pub cost: f64,
    /// The number of iterations.
    pub iterations: usize,
}

/// The regularization of the first iteration, the factor by which it changes, and its limit.
const REGULARIZATION: (f64, f64, f64) = (100.0, 4.0, 1e12);
/// Shares of a step that are tried, each half of the last.
const HALVINGS: i32 = 10;
/// The relative change of cost below which the iteration ends.
const CONVERGED: f64 = 1e-10;

/// The feedback of a step: what is added to its forces, and the gains of deviations.
type Feedback<const NU: usize, const NX: usize> = (SVector<f64, NU>, SMatrix<f64, NU, NX>);

/// Improves forces until the cost stays, at most so many times. `NX` is `2 NV`; another number does not compile.
///
/// # Panics
/// If a motor drives no rate.
pub fn solve<R, G, const NQ: usize, const NV: usize, const NU: usize, const NX: usize>(
    (robot, goal): (&R, &G),
    problem: &Problem<NQ, NV, NU>,
    forces: Vec<SVector<f64, NU>>,
    iterations: usize,
) -> Solution<NQ, NV, NU>
where
    R: Linearizable<f64, NQ, NV> + Acceleration<f64, NQ, NV>,
    G: Goal<NQ, NV>,
{
    const {
        assert!(
            NX == 2 * NV,
            "a state deviates along twice as many directions as there are rates"
        )
    };
    let mut best = problem.roll_out((robot, goal), forces);
    let (mut regularization, factor, limit) = REGULARIZATION;
    for iteration in 1..=iterations {
        best.iterations = iteration;
        let Some(feedback) = problem.feedback::<R, NX>((robot, goal), &best, regularization) else {
            regularization *= factor;
            continue;
        };
        let shares = (0..HALVINGS).map(|halvings| 0.5_f64.powi(halvings));
        let mut tried = shares.map(|share| problem.follow((robot, goal), &best, &feedback, share));
        match tried.find(|found| found.cost < best.cost) {
            Some(better) => {
                let change = best.cost - better.cost;
                best = Solution {
                    iterations: iteration,
                    ..better
                };
                regularization = (regularization / factor).max(1e-6);
                if change < CONVERGED * best.cost {
                    break;
                }
            }
            None => regularization *= factor,
        }
        if regularization > limit {
            break;
        }
    }
    best
}

impl<const NQ: usize, const NV: usize, const NU: usize> Problem<NQ, NV, NU> {
    /// The forces at all rates.
    fn tau(&self, u: &SVector<f64, NU>) -> [f64; NV] {
        let mut tau = [0.0; NV];
        for (&motor, &force) in self.motors.iter().zip(u) {
            tau[motor] = force;
        }
        tau
    }

    fn step<R: Linearizable<f64, NQ, NV> + Acceleration<f64, NQ, NV>>(
        &self,
        robot: &R,
        (q, qd): &([f64; NQ], [f64; NV]),
        u: &SVector<f64, NU>,
    ) -> ([f64; NQ], [f64; NV]) {
        semi_implicit_euler(robot, 0.0, (q, qd), self.steps.1, |_, _, _| self.tau(u))
    }

    /// The motion under some forces.
    fn roll_out<R: Linearizable<f64, NQ, NV> + Acceleration<f64, NQ, NV>>(
        &self,
        (robot, goal): (&R, &impl Goal<NQ, NV>),
        forces: Vec<SVector<f64, NU>>,
    ) -> Solution<NQ, NV, NU> {
        let mut states = vec![(self.start, [0.0; NV])];
        for u in &forces {
            states.push(self.step(robot, &states[states.len() - 1], u));
        }
        self.price(goal, states, forces)
    }

    /// The motion under forces that follow another motion with feedback.
    fn follow<R: Linearizable<f64, NQ, NV> + Acceleration<f64, NQ, NV>, const NX: usize>(
        &self,
        (robot, goal): (&R, &impl Goal<NQ, NV>),
        reference: &Solution<NQ, NV, NU>,
        feedback: &[Feedback<NU, NX>],
        share: f64,
    ) -> Solution<NQ, NV, NU> {
        let (mut states, mut forces) = (vec![(self.start, [0.0; NV])], Vec::new());
        let triples = reference.forces.iter().zip(&reference.states).zip(feedback);
        for ((u, (q, qd)), (feedforward, gains)) in triples {
            let last: &([f64; NQ], [f64; NV]) = &states[states.len() - 1];
            let mut step = [0.0; NV];
            manifold::difference(robot.joints(), q, &last.0, &mut step);
            let deviation = SVector::<f64, NX>::from_fn(|row, _| match row.checked_sub(NV) {
                None => step[row],
                Some(row) => last.1[row] - qd[row],
            });
            let u = u + feedforward * share + gains * deviation;
            states.push(self.step(robot, last, &u));
            forces.push(u);
        }
        self.price(goal, states, forces)
    }

    fn price(
        &self,
        goal: &impl Goal<NQ, NV>,
        states: Vec<([f64; NQ], [f64; NV])>,
        forces: Vec<SVector<f64, NU>>,
    ) -> Solution<NQ, NV, NU> {
        let (q, qd) = &states[states.len() - 1];
        let squares: f64 = forces.iter().map(SVector::norm_squared).sum();
        let rates: f64 = qd.iter().map(|rate| rate * rate).sum();
        let cost = self.effort * self.steps.1 * squares
            + goal.residual(q).0.norm_squared()
            + self.at_rest * rates;
        Solution {
            states,
            forces,
            cost: if cost.is_finite() { cost / 2.0 } else { f64::INFINITY },
            iterations: 0,
        }
    }

    /// The gradient of the cost at the end by deviations of the state, and its second derivatives without those of residuals.
    fn at_end<const NX: usize>(
        &self,
        goal: &impl Goal<NQ, NV>,
        (q, qd): &([f64; NQ], [f64; NV]),
    ) -> (SVector<f64, NX>, SMatrix<f64, NX, NX>) {
        let (residual, slope) = goal.residual(q);
        let (gradient, hessian) = (slope.transpose() * residual, slope.transpose() * &slope);
        let of_state = SVector::from_fn(|index, _| match index.checked_sub(NV) {
            None => gradient[index],
            Some(index) => self.at_rest * qd[index],
        });
        let by_state = SMatrix::from_fn(|row, column| match (row < NV, column < NV) {
            (true, true) => hessian[(row, column)],
            (false, false) if row == column => self.at_rest,
            _ => 0.0,
        });
        (of_state, by_state)
    }

    /// The feedback that is best to second order, from the last step to the first; none where the cost has no least.
    fn feedback<R: Linearizable<f64, NQ, NV> + Acceleration<f64, NQ, NV>, const NX: usize>(
        &self,
        (robot, goal): (&R, &impl Goal<NQ, NV>),
        motion: &Solution<NQ, NV, NU>,
        regularization: f64,
    ) -> Option<Vec<Feedback<NU, NX>>> {
        let (mut gradient, mut hessian) =
            self.at_end(goal, &motion.states[motion.states.len() - 1]);
        let effort = self.effort * self.steps.1;
        let mut feedbacks = Vec::new();
        for ((q, qd), u) in motion.states.iter().zip(&motion.forces).rev() {
            let h = self.steps.1;
            let step = semi_implicit_euler_derivatives(robot, (q, qd), &self.tau(u), h);
            let (a, forces) = (step.a::<NX>(), step.b::<NX>());
            let b = SMatrix::<f64, NX, NU>::from_fn(|row, at| forces[(row, self.motors[at])]);
            let by_state = a.transpose() * gradient;
            let by_force = effort * u + b.transpose() * gradient;
            let damped = hessian + SMatrix::identity() * regularization;
            let of_forces =
                b.transpose() * damped * b + SMatrix::<f64, NU, NU>::identity() * effort;
            let of_both = b.transpose() * damped * a;
            let factors = of_forces.cholesky()?;
            let (feedforward, gains) = (-factors.solve(&by_force), -factors.solve(&of_both));
            let exact = b.transpose() * hessian * b + SMatrix::<f64, NU, NU>::identity() * effort;
            let crossed = b.transpose() * hessian * a;
            gradient = by_state
                + gains.transpose() * (exact * feedforward + by_force)
                + crossed.transpose() * feedforward;
            let next = a.transpose() * hessian * a
                + gains.transpose() * exact * gains
                + gains.transpose() * crossed
                + crossed.transpose() * gains;
            hessian = (next + next.transpose()) * 0.5;
            feedbacks.push((feedforward, gains));
        }
        feedbacks.reverse();
        Some(feedbacks)
    }
}
