//! Functions that are emitted for very long robots only if they are requested by name: functions in traits
//! of their own, whose operations grow with the square or the cube of the number of rates.

use std::collections::BTreeSet;

use super::CoupledRates;
use multibody_description::function::Function;
use multibody_description::settings::Settings;
use multibody_description::system::System;

/// Number of operations above which a function is left out. A robot with 50 mobile joints has all
/// functions. The mass matrix of a chain of 100 takes 180 000 operations, but it is never left out.
pub const LIMIT: usize = 200_000;
/// Operations for one pair of a coordinate and an axis of general direction, in the mass matrix and in the
/// Coriolis matrix.
const A_MEETING: [usize; 2] = [36, 102];
/// Additional operations for each pair if several joints share a coordinate, so that terms are added up.
const A_SUM: usize = 3;
/// Operations for one body in the equation of motion.
const A_BODY: usize = 150;

/// A function that is left out, and about how many operations it would take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Oversize {
    /// The function.
    pub function: Function,
    /// Multiplications and additions, estimated from the tree alone.
    pub operations: usize,
}

impl Oversize {
    /// Why the function is left out.
    #[must_use]
    pub fn reason(&self) -> String {
        format!(
            "it may take {} operations; it is emitted if it is requested by name",
            self.operations
        )
    }
}

/// The default functions that are left out because of their size. Functions requested by name are never
/// left out.
#[must_use]
pub fn oversize(system: &System, settings: &Settings) -> Vec<Oversize> {
    if !settings.functions.default {
        return Vec::new();
    }
    let pattern = Pattern::of(system);
    let estimates = [
        (Function::CoriolisMatrix, pattern.coriolis_matrix()),
        (Function::ForwardDynamics, pattern.forward_dynamics()),
        (Function::MassMatrixInverse, pattern.mass_matrix_inverse()),
    ];
    estimates
        .into_iter()
        .filter(|(function, operations)| {
            *operations > LIMIT && !settings.functions.names(*function)
        })
        .map(|(function, operations)| Oversize {
            function,
            operations,
        })
        .collect()
}

/// The pattern of the mass matrix: two rates are coupled if both move joints on the path to the same link, or if an expression
/// couples them.
pub(super) struct Pattern {
    /// For each rate, the earlier rates with which it is coupled.
    predecessors: Vec<Vec<usize>>,
    /// Number of pairs of an axis and a rate that moves the body of this axis or a body further out. If no joint follows
    /// another, this is the number of structurally nonzero entries in one triangle.
    meetings: usize,
    /// Whether any joint follows another.
    pub(super) has_followers: bool,
    /// Whether accelerations are found by the factors of M: joints follow others, or expressions couple rates that the tree
    /// does not couple.
    needs_factors: bool,
    /// Number of elementary motions.
    pub(super) bodies: usize,
}

impl Pattern {
    pub(super) fn of(system: &System) -> Self {
        let nv = system.nv();
        let mut meet = vec![vec![false; nv]; nv];
        let mut meetings = 0;
        // For each link, the rates of the joints further out.
        let mut beyond: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); system.tree.links.len()];
        // In the list, a joint comes after the joint that moves its parent.
        for joint in system.tree.joints.iter().rev() {
            let mut rates = std::mem::take(&mut beyond[joint.child]);
            for motion in joint.motions.iter().rev() {
                let coordinate = &system.coordinates[motion.coordinate];
                for rate in (coordinate.v..coordinate.end().1).rev() {
                    // `rates` already contains `rate` if a joint further out follows this one; the pair of this rate and its own
                    // axis is counted all the same.
                    meetings += 1 + rates.len();
                    rates.insert(rate);
                    rates.iter().for_each(|&partner| {
                        meet[rate.max(partner)][rate.min(partner)] = true;
                    });
                }
            }
            if let Some(parent) = joint.parent {
                beyond[parent].append(&mut rates);
            }
        }
        let motions = system.tree.joints.iter().flat_map(|joint| &joint.motions);
        let bodies = motions.count();
        let has_followers = bodies > system.coordinates.len();
        let coupling = CoupledRates::of(system);
        let mut is_tree = !has_followers;
        for (rate, meets) in meet.iter_mut().enumerate() {
            for (partner, meets) in meets[..rate].iter_mut().enumerate() {
                if coupling.has(rate, partner) && !*meets {
                    (*meets, is_tree) = (true, false);
                }
            }
        }
        if !is_tree {
            fill(&mut meet);
        }
        let predecessors =
            (0..nv).map(|rate| (0..rate).filter(|&other| meet[rate][other]).collect());
        Self {
            predecessors: predecessors.collect(),
            meetings,
            has_followers,
            needs_factors: !is_tree,
            bodies,
        }
    }

    fn meetings_of(&self, operations: usize) -> usize {
        let sum = if self.has_followers { A_SUM } else { 0 };
        (operations + sum) * self.meetings
    }

    fn coriolis_matrix(&self) -> usize {
        self.meetings_of(A_MEETING[1])
    }

    /// By the factors of `M = L^T D L` if joints follow others, or if expressions couple rates that the tree does not. Otherwise by
    /// articulated bodies, whose work grows only linearly with the number of bodies, so that it counts as 0.
    pub(super) fn forward_dynamics(&self) -> usize {
        if self.needs_factors {
            self.meetings_of(A_MEETING[0]) + self.factors() + A_BODY * self.bodies
        } else {
            0
        }
    }

    /// By `M = L^T D L`: the factors, and one column per rate by solving with both factors. Solving with a
    /// factor takes two operations for each of its entries that is multiplied by a nonzero number.
    pub(super) fn mass_matrix_inverse(&self) -> usize {
        self.meetings_of(A_MEETING[0]) + self.inversion()
    }

    fn factors(&self) -> usize {
        let rows = self.predecessors.iter().map(Vec::len);
        rows.map(|row| row * (row + 2)).sum()
    }

    fn inversion(&self) -> usize {
        let of_row = |rate: usize| self.predecessors[rate].len();
        let column = |rate: usize| {
            let group = self.predecessors[rate].iter().chain([&rate]);
            let upwards: usize = group.map(|&other| 2 * of_row(other)).sum();
            let downwards = self.predecessors[..=rate]
                .iter()
                .map(Vec::len)
                .sum::<usize>();
            upwards + 2 * downwards
        };
        let columns: usize = (0..self.predecessors.len()).map(column).sum();
        self.factors() + columns
    }
}

/// Adds the fill-in of an elimination that starts at the last rate. There is none if the rates are those of
/// a tree.
fn fill(meet: &mut [Vec<bool>]) {
    for rate in (0..meet.len()).rev() {
        let (rows, row) = meet.split_at_mut(rate);
        for (partner, of_other) in rows.iter_mut().enumerate().filter(|(at, _)| row[0][*at]) {
            (0..partner).for_each(|at| of_other[at] |= row[0][at]);
        }
    }
}
