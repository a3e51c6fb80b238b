//! Trajectories: placements of links and bodies along a path of the coordinates.

use super::SystemAtState;
use crate::arithmetic::{
    Affine, Jet, Residue,
    direction::{self, TIME},
};
use crate::evaluation::{JetEvaluator, MotionPrograms, ResidueState};
use multibody_program::ir::{Program, evaluate};

/// A path: the displacement of all coordinates, as one jet per rate, the displacement of time, and the rates along the
/// path.
pub struct Path<const N: usize> {
    /// The displacement of the coordinates, without constant part.
    pub shift: Vec<Jet<N>>,
    /// The rates.
    pub rates: Vec<Jet<N>>,
    /// The displacement of time, without constant part; it has a part along [`TIME`] if time passes.
    pub time: Jet<N>,
}

impl<const N: usize> Path<N> {
    /// The path that shifts the coordinates along one direction: `shift = direction * vector`, no rate.
    pub fn along(direction: usize, vector: &[Residue]) -> Self {
        let shift = vector
            .iter()
            .map(|&x| Jet::along(direction, x))
            .collect::<Vec<_>>();
        Self {
            rates: vec![Jet::ZERO; shift.len()],
            shift,
            time: Jet::ZERO,
        }
    }

    /// The path with these rates and without a shift of the coordinates.
    pub fn from_rates(rates: Vec<Jet<N>>) -> Self {
        Self {
            shift: vec![Jet::ZERO; rates.len()],
            rates,
            time: Jet::ZERO,
        }
    }

    /// The path of a motion that starts at the state: along [`direction::SECOND`], accelerations change the rates and rates change
    /// the coordinates, while time passes.
    pub fn of_motion(qd: &[Residue], qdd: &[Residue]) -> Self {
        let pairs = qd.iter().zip(qdd);
        let rates = pairs.map(|(&x, &change)| Jet::constant(x).with(direction::SECOND, change));
        let path = Self {
            rates: rates.collect(),
            time: Jet::along(direction::SECOND, Residue::ONE),
            ..Self::along(direction::SECOND, qd)
        };
        path.with_time()
    }

    /// The same path, but time passes along it.
    pub fn with_time(mut self) -> Self {
        self.time = self.time.with(TIME, Residue::ONE);
        self
    }
}

/// All links and placed bodies along a path.
pub struct Trajectory<const N: usize> {
    /// The placements of links, then of placed bodies; their coefficients of [`TIME`] are velocities.
    pub links: Vec<Affine<N>>,
    /// The displacement of coordinates along the path, without the motion by its rates.
    pub(super) shift: Vec<Jet<N>>,
    /// The rates of the path.
    pub(super) rates: Vec<Jet<N>>,
    /// The displacement of time, without its coefficient of [`TIME`].
    pub(super) time: Jet<N>,
}

/// How a shift and a rate are composed to one displacement, from the transform X of a motion at the state. For joints whose
/// rates are derivatives of coordinates, the two variants agree.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Displacement {
    /// `X exp(shift + t rate)`: one chart around the state, as Lagrange's equations need it.
    ShiftPlusRate,
    /// `X exp(shift) exp(t rate)`: the rates are body rates at the shifted position.
    ShiftThenRate,
}

impl SystemAtState<'_> {
    /// The trajectory of all links and placed bodies along a path.
    pub fn trajectory<const N: usize>(
        &mut self,
        path: &Path<N>,
        displacement: Displacement,
    ) -> Trajectory<N> {
        let mut placements = vec![Affine::identity(); self.numbers.links.len()];
        for (index, joint) in self.system.tree.joints.iter().enumerate() {
            let parent_placement = joint
                .parent
                .map_or(Affine::identity(), |parent| placements[parent]);
            let mut placement =
                parent_placement.times(&Affine::constant(&self.numbers.joints[index].origin));
            for (k, motion) in self.programs.motions[index].iter().enumerate() {
                let axes = Affine::constant(&self.numbers.joints[index].axes[k]);
                let step = motion_transform(&mut self.state, motion, path, displacement);
                placement = placement.times(&axes).times(&step).times(&axes.inverse());
            }
            placements[joint.child] = placement;
        }
        let links = self.system.tree.links.len();
        for (index, body) in (links..).zip(self.bodies(path)) {
            placements[index] = body;
        }
        Trajectory {
            links: placements,
            shift: path.shift.clone(),
            rates: path.rates.clone(),
            time: path.time.without(TIME),
        }
    }
}

/// The transform of one motion along a path.
fn motion_transform<const N: usize>(
    state: &mut ResidueState,
    motion: &MotionPrograms,
    path: &Path<N>,
    displacement: Displacement,
) -> Affine<N> {
    let time = Jet::along(TIME, Residue::ONE);
    let shift = &path.shift[motion.v.clone()];
    let rate = &path.rates[motion.v.clone()];
    let travel: Vec<Jet<N>> = rate.iter().map(|&r| time * r).collect();
    let sum: Vec<Jet<N>> = shift.iter().zip(&travel).map(|(&s, &r)| s + r).collect();
    let Some(rate_map) = &motion.rate_map else {
        return transform(state, motion, &sum);
    };
    let subspace = constant_subspace(state, motion, rate_map);
    let start = transform(state, motion, &[]);
    let exponential = |amounts: &[Jet<N>]| {
        let twist: [Jet<N>; 6] = std::array::from_fn(|i| {
            subspace
                .iter()
                .zip(amounts)
                .fold(Jet::ZERO, |total, (axis, amount)| {
                    total + amount.scaled(axis[i])
                })
        });
        Affine::exponential(&twist)
    };
    match displacement {
        Displacement::ShiftPlusRate => start.times(&exponential(&sum)),
        Displacement::ShiftThenRate => start
            .times(&exponential(shift))
            .times(&exponential(&travel)),
    }
}

/// X of a motion whose coordinates are displaced.
fn transform<const N: usize>(
    state: &mut ResidueState,
    motion: &MotionPrograms,
    displacement: &[Jet<N>],
) -> Affine<N> {
    let displaced_inputs = motion.inputs().zip(displacement.iter().copied());
    let x = JetEvaluator::new(state, displaced_inputs).evaluate(&motion.transform);
    Affine::from_parts(
        &[[x[0], x[1], x[2]], [x[3], x[4], x[5]], [x[6], x[7], x[8]]],
        &[x[9], x[10], x[11]],
    )
}

/// The motion subspace of a joint whose rates are not derivatives of coordinates. It is constant, so it can be computed
/// at the state.
fn constant_subspace(
    state: &mut ResidueState,
    motion: &MotionPrograms,
    rate_map: &Program,
) -> Vec<[Residue; 6]> {
    let nv = motion.v.len();
    let n = evaluate(rate_map, state);
    let inverse = transform::<1>(state, motion, &[]).inverse();
    let axes = (0..nv).map(|k| {
        let column = n.iter().skip(k).step_by(nv);
        let displacement: Vec<Jet<2>> = column.map(|&rate| Jet::along(TIME, rate)).collect();
        let change = transform(state, motion, &displacement).derivative(TIME);
        // The last column of X^-1 dX is the linear part; its other columns are the skew matrix of the angular part.
        let entry = |i: usize, j: usize| {
            (0..3).fold(Residue::ZERO, |sum, l| {
                sum + inverse.entry(i, l).value() * change.entry(l, j).value()
            })
        };
        [
            entry(0, 3),
            entry(1, 3),
            entry(2, 3),
            entry(2, 1),
            entry(0, 2),
            entry(1, 0),
        ]
    });
    axes.collect()
}
