//! Simulation of many motions at once.

use core::fmt::{self, Display, Formatter};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::vec::Vec;

use crate::Real;
use crate::lanes::Lanes;

/// Simulation of many motions, each from a start of its own and with parameters of its own: in the lanes of vector
/// registers, and on several threads.
///
/// | | |
/// |---|---|
/// | motions | `starts.len()` |
/// | frames of a motion | `frames`; the start is not one of them |
/// | steps | `frames * steps_per_frame`, of length `h` |
/// | threads | `threads` |
///
/// ```
/// use multibody::{Rollout, RolloutError, integrators::rk4};
/// # use multibody::{Acceleration, Chart, JointInfo, JointKind, Joints, Limits, Real};
/// # struct Spring<T>(T);
/// # impl<T> Joints for Spring<T> {
/// #     fn joints(&self) -> &'static [JointInfo] {
/// #         &[JointInfo {
/// #             name: "slide", kind: JointKind::Prismatic, chart: Chart::Vector, q: 0, nq: 1, v: 0, nv: 1, parent: None,
/// #             link: None, limits: Limits::NONE,
/// #         }]
/// #     }
/// # }
/// # impl<T: Real> Acceleration<T, 1, 1> for Spring<T> {
/// #     fn acceleration(&self, _: T, q: &[T; 1], _: &[T; 1], tau: &[T; 1]) -> [T; 1] {
/// #         [tau[0] - self.0 * q[0]]
/// #     }
/// # }
///
/// // A mass of 1 kg on springs of three stiffnesses; `Spring` stands for a prepared robot.
/// let rollout = Rollout { h: 1e-3, steps_per_frame: 100, frames: 10, threads: 2 };
/// let motions = rollout.run(
///     &[([0.1], [0.0]); 3],
///     &[1.0, 4.0, 9.0],
///     |stiffness: f64| Spring(stiffness),
///     |robot, t, (q, qd), h| rk4(robot, t, (q, qd), h, |_, _, _| [0.0]),
///     |_| (),
/// )?;
/// let (q, _) = motions[1][9]; // after a second
/// assert!((q[0] - 0.1 * 2.0_f64.cos()).abs() < 1e-12);
/// # Ok::<(), RolloutError>(())
/// ```
///
/// The [guide](crate::guide::simulation) has a batch of robots in lanes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rollout {
    /// The length of a step, s.
    pub h: f64,
    /// The number of steps from one frame to the next.
    pub steps_per_frame: usize,
    /// The number of states that are returned of each motion.
    pub frames: usize,
    /// The number of threads, the calling one included; 0: as many as the machine runs at once.
    pub threads: usize,
}

impl Rollout {
    /// Simulates a motion from each start. Returns the states `(q, qd)` as `[motion][frame]`, in the order of the starts.
    ///
    /// - `starts`: `(q, qd)`, the states at `t = 0`
    /// - `parameters`: what distinguishes the motions, one entry for each start or one for all; e.g. the parameters of
    ///   a robot, or a tuple of these and the gains of a controller; `&[[]]` if nothing distinguishes them
    /// - `robot`: makes the robot from parameters, once for each group of lanes; e.g.
    ///   `|parameters| parameters.prepare()`
    /// - `step`: computes the state after a step from `t`, given `(robot, t, (q, qd), h)`; e.g. one of the
    ///   [`integrators`](crate::integrators) with a controller
    /// - `progress`: receives the number of finished motions whenever a group of lanes is finished, on the thread that
    ///   finished it
    ///
    /// The numbers of `robot` and `step` are `f64`, `f32`, the types of `wide`, or [`Dual`](crate::Dual) numbers of
    /// these. Starts, parameters and results are numbers of single lanes. Unused lanes of the last group repeat the
    /// last motion. Each motion has the same bits as if it were computed alone, whatever the number of lanes and
    /// threads.
    ///
    /// Cost: for each group of lanes, `robot` and all steps; two locks; an allocation for each motion.
    ///
    /// # Errors
    /// [`NoStart`](RolloutError::NoStart) if there is no start, [`Lengths`](RolloutError::Lengths) if there are neither
    /// as many parameters as starts nor one for all.
    pub fn run<T, P, R, const NQ: usize, const NV: usize>(
        &self,
        starts: &[State<T::One, NQ, NV>],
        parameters: &[P::One],
        robot: impl Fn(P) -> R + Sync,
        step: impl Fn(&R, T, (&[T; NQ], &[T; NV]), T) -> State<T, NQ, NV> + Sync,
        progress: impl FnMut(usize) + Send,
    ) -> Result<Vec<Vec<State<T::One, NQ, NV>>>, RolloutError>
    where
        T: Lanes<One: Send + Sync> + Real,
        P: Lanes<One: Sync>,
    {
        const {
            assert!(
                T::COUNT == P::COUNT,
                "states and parameters must have the same number of lanes"
            )
        };
        let lengths = [starts.len(), parameters.len()];
        match lengths {
            [0, _] => return Err(RolloutError::NoStart),
            [starts, parameters] if ![1, starts].contains(&parameters) => {
                return Err(RolloutError::Lengths { starts, parameters });
            }
            _ => {}
        }
        let [last_start, last_parameters] = lengths.map(|length| length - 1);
        // The robot and the start of a group of lanes, from the index of its first motion. Lanes after the last motion
        // repeat it. If there is one set of parameters for all motions, all lanes have it.
        let prepare = |first: usize| {
            let robot = robot(P::gather(|lane| {
                &parameters[last_parameters.min(first + lane)]
            }));
            let start = <(_, _)>::gather(|lane| &starts[last_start.min(first + lane)]);
            (robot, start)
        };
        let mut motions = Vec::new();
        motions.resize_with(starts.len(), || Vec::with_capacity(self.frames));
        compute_in_groups(
            (&mut motions, T::COUNT),
            self.threads,
            |first, motions| {
                let (robot, start) = prepare(first);
                self.simulate(&robot, start, &step, |state| {
                    for (lane, motion) in motions.iter_mut().enumerate() {
                        motion.push(state.lane(lane));
                    }
                });
            },
            progress,
        );
        Ok(motions)
    }

    /// Simulates one group of lanes from its start, and records each frame.
    fn simulate<T: Real, R, const NQ: usize, const NV: usize>(
        &self,
        robot: &R,
        (mut q, mut qd): State<T, NQ, NV>,
        step: impl Fn(&R, T, (&[T; NQ], &[T; NV]), T) -> State<T, NQ, NV>,
        mut record: impl FnMut(&State<T, NQ, NV>),
    ) {
        for frame in 0..self.frames {
            for index in 0..self.steps_per_frame {
                let steps = frame * self.steps_per_frame + index;
                let t = T::lit(steps as f64 * self.h);
                (q, qd) = step(robot, t, (&q, &qd), T::lit(self.h));
            }
            record(&(q, qd));
        }
    }
}

/// Positions and rates.
type State<T, const NQ: usize, const NV: usize> = ([T; NQ], [T; NV]);

/// Computes results in groups of `size`, on several threads. `compute` receives the index of a group's first result and
/// the group, `progress` the number of results that are finished.
fn compute_in_groups<O: Send>(
    (results, size): (&mut [O], usize),
    threads: usize,
    compute: impl Fn(usize, &mut [O]) + Sync,
    progress: impl FnMut(usize) + Send,
) {
    let groups = results.len().div_ceil(size);
    let queue = Mutex::new(results.chunks_mut(size).enumerate());
    let counter = Mutex::new((0, progress));
    let work = || {
        while let Some((index, group)) = next(&queue) {
            compute(index * size, group);
            let mut guard = counter.lock().unwrap_or_else(PoisonError::into_inner);
            let (finished, progress) = &mut *guard;
            *finished += group.len();
            progress(*finished);
        }
    };
    let threads = match threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(groups) {
            scope.spawn(work);
        }
        work();
    });
}

/// The next item of an iterator that threads share.
fn next<I: Iterator>(shared: &Mutex<I>) -> Option<I::Item> {
    let mut items = shared.lock().unwrap_or_else(PoisonError::into_inner);
    items.next()
}

/// Why a [`Rollout`] computes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RolloutError {
    /// There is no start.
    NoStart,
    /// There are neither as many parameters as starts, nor one for all.
    Lengths {
        /// The number of starts.
        starts: usize,
        /// The number of parameters.
        parameters: usize,
    },
}

impl Display for RolloutError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStart => {
                f.write_str("a rollout of 0 starts: give the state at which each motion begins")
            }
            Self::Lengths { starts, parameters } => write!(
                f,
                "{parameters} parameters for {starts} starts: give {starts}, one for each start, or 1 for all"
            ),
        }
    }
}

impl std::error::Error for RolloutError {}
