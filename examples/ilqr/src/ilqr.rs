//! The algorithm.

use multibody::integrators::{semi_implicit_euler, semi_implicit_euler_derivatives};
use multibody::{Acceleration, Joints, Linearizable, manifold};
use nalgebra::{DMatrix, DVector, SMatrix, SVector};

/// Steps of equal length.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// Their number.
    pub count: usize,
    /// The length of each, in s.
    pub length: f64,
}

/// A problem of optimal control: the robot has to be at rest at a goal after some steps, with small forces.
///
/// ```text
/// cost = sum over the steps of effort |u|^2 h / 2 + |r(q)|^2 / 2 + |W qd|^2 / 2 at the end
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Problem<const NQ: usize, const NV: usize, const NU: usize> {
    /// The position at the start, where the robot is at rest.
    pub start: [f64; NQ],
    /// The steps.
    pub steps: Steps,
    /// The rates that motors drive.
    pub motors: [usize; NU],
    /// The weight of the forces u.
    pub effort: f64,
    /// The square of W, for all rates.
    pub rate_weight: f64,
}

/// The goal of a motion.
pub trait Goal<const NQ: usize, const NV: usize> {
    /// The weighted differences of a position from the goal, and their derivatives along each rate.
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
        let mut difference = [0.0; NV];
        manifold::difference(joints, &self.q, q, &mut difference);
        let [_, slope]: [[[f64; NV]; NV]; 2] = manifold::difference_derivatives(joints, &self.q, q);
        let residual = DVector::from_fn(NV, |rate, _| self.weights[rate] * difference[rate]);
        let slope = DMatrix::from_fn(NV, NV, |row, column| self.weights[row] * slope[row][column]);
        (residual, slope)
    }
}

/// A motion and its forces.
#[derive(Clone, Debug)]
pub struct Solution<const NQ: usize, const NV: usize, const NU: usize> {
    /// The states, one more than forces.
    pub states: Vec<([f64; NQ], [f64; NV])>,
    /// The forces of the motors in each step.
    pub forces: Vec<SVector<f64, NU>>,
    /// The cost.
    pub cost: f64,
    /// The number of iterations.
    pub iterations: usize,
}

/// The regularization of the first iteration, the factor by which it changes, and its limit.
const REGULARIZATION: (f64, f64, f64) = (100.0, 4.0, 1e12);
/// The number of step lengths that the line search tries, each half of the previous one.
const HALVINGS: i32 = 10;
/// The relative change of cost below which the iteration ends.
const TOLERANCE: f64 = 1e-10;

/// The feedback of a step: a constant addition to its forces, and the gains for deviations of the state.
type Feedback<const NU: usize, const NX: usize> = (SVector<f64, NU>, SMatrix<f64, NU, NX>);

/// Improves forces until the cost converges, in at most `iterations` iterations. `NX` is `2 NV`; another number does not
/// compile.
///
/// # Panics
/// If the index of a motor is not that of a rate.
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
        let step_lengths = (0..HALVINGS).map(|halvings| 0.5_f64.powi(halvings));
        let mut candidates = step_lengths
            .map(|step_length| problem.follow((robot, goal), &best, &feedback, step_length));
        match candidates.find(|candidate| candidate.cost < best.cost) {
            Some(better) => {
                let change = best.cost - better.cost;
                best = Solution {
                    iterations: iteration,
                    ..better
                };
                regularization = (regularization / factor).max(1e-6);
                if change < TOLERANCE * best.cost {
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
        semi_implicit_euler(robot, 0.0, (q, qd), self.steps.length, |_, _, _| {
            self.tau(u)
        })
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
        self.evaluate_cost(goal, states, forces)
    }

    /// The motion under forces that follow another motion with feedback.
    fn follow<R: Linearizable<f64, NQ, NV> + Acceleration<f64, NQ, NV>, const NX: usize>(
        &self,
        (robot, goal): (&R, &impl Goal<NQ, NV>),
        reference: &Solution<NQ, NV, NU>,
        feedback: &[Feedback<NU, NX>],
        step_length: f64,
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
            let u = u + feedforward * step_length + gains * deviation;
            states.push(self.step(robot, last, &u));
            forces.push(u);
        }
        self.evaluate_cost(goal, states, forces)
    }

    /// The motion with its cost; a cost that is not finite counts as infinite.
    fn evaluate_cost(
        &self,
        goal: &impl Goal<NQ, NV>,
        states: Vec<([f64; NQ], [f64; NV])>,
        forces: Vec<SVector<f64, NU>>,
    ) -> Solution<NQ, NV, NU> {
        let (q, qd) = &states[states.len() - 1];
        let squares: f64 = forces.iter().map(SVector::norm_squared).sum();
        let rates: f64 = qd.iter().map(|rate| rate * rate).sum();
        let cost = self.effort * self.steps.length * squares
            + goal.residual(q).0.norm_squared()
            + self.rate_weight * rates;
        Solution {
            states,
            forces,
            cost: if cost.is_finite() { cost / 2.0 } else { f64::INFINITY },
            iterations: 0,
        }
    }

    /// The gradient of the final cost by deviations of the state, and its second derivatives without those of the residual
    /// (Gauss-Newton).
    fn cost_at_end<const NX: usize>(
        &self,
        goal: &impl Goal<NQ, NV>,
        (q, qd): &([f64; NQ], [f64; NV]),
    ) -> (SVector<f64, NX>, SMatrix<f64, NX, NX>) {
        let (residual, slope) = goal.residual(q);
        let (gradient, hessian) = (slope.transpose() * residual, slope.transpose() * &slope);
        let state_gradient = SVector::from_fn(|index, _| match index.checked_sub(NV) {
            None => gradient[index],
            Some(index) => self.rate_weight * qd[index],
        });
        let state_hessian = SMatrix::from_fn(|row, column| match (row < NV, column < NV) {
            (true, true) => hessian[(row, column)],
            (false, false) if row == column => self.rate_weight,
            _ => 0.0,
        });
        (state_gradient, state_hessian)
    }

    /// The feedback that is optimal to second order, computed from the last step to the first. `None` if the quadratic model
    /// of the cost has no minimum.
    fn feedback<R: Linearizable<f64, NQ, NV> + Acceleration<f64, NQ, NV>, const NX: usize>(
        &self,
        (robot, goal): (&R, &impl Goal<NQ, NV>),
        motion: &Solution<NQ, NV, NU>,
        regularization: f64,
    ) -> Option<Vec<Feedback<NU, NX>>> {
        let (mut gradient, mut hessian) =
            self.cost_at_end(goal, &motion.states[motion.states.len() - 1]);
        let effort = self.effort * self.steps.length;
        let mut feedbacks = Vec::new();
        for ((q, qd), u) in motion.states.iter().zip(&motion.forces).rev() {
            let h = self.steps.length;
            let step = semi_implicit_euler_derivatives(robot, (q, qd), &self.tau(u), h);
            let (a, by_force) = (step.a::<NX>(), step.b::<NX>());
            let b =
                SMatrix::<f64, NX, NU>::from_fn(|row, motor| by_force[(row, self.motors[motor])]);
            // Derivatives of the cost of this and all later steps by the state x and the forces u.
            let gradient_x = a.transpose() * gradient;
            let gradient_u = effort * u + b.transpose() * gradient;
            let damped = hessian + SMatrix::identity() * regularization;
            let damped_hessian_uu =
                b.transpose() * damped * b + SMatrix::<f64, NU, NU>::identity() * effort;
            let damped_hessian_ux = b.transpose() * damped * a;
            let factors = damped_hessian_uu.cholesky()?;
            let (feedforward, gains) = (
                -factors.solve(&gradient_u),
                -factors.solve(&damped_hessian_ux),
            );
            let hessian_uu =
                b.transpose() * hessian * b + SMatrix::<f64, NU, NU>::identity() * effort;
            let hessian_ux = b.transpose() * hessian * a;
            gradient = gradient_x
                + gains.transpose() * (hessian_uu * feedforward + gradient_u)
                + hessian_ux.transpose() * feedforward;
            let next = a.transpose() * hessian * a
                + gains.transpose() * hessian_uu * gains
                + gains.transpose() * hessian_ux
                + hessian_ux.transpose() * gains;
            hessian = (next + next.transpose()) * 0.5;
            feedbacks.push((feedforward, gains));
        }
        feedbacks.reverse();
        Some(feedbacks)
    }
}
