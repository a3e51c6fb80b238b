//! Functions that very long robots get only by request by name: those of a trait of their own
//! whose operations grow with the square and the cube of the rates.

use std::collections::BTreeSet;

use crate::coupled_rates::CoupledRates;
use crate::function::Function;
use crate::settings::Settings;
use crate::system::System;

/// Operations above which a function is left out. A robot of 50 moving joints has all functions; a chain of
/// 100 has 180 000 operations in its mass matrix, which is never left out.
pub const LIMIT: usize = 200_000;
/// Operations of what a coordinate asks of an axis, in the mass matrix and in the Coriolis matrix, between
/// general axes.
const A_MEETING: [usize; 2] = [36, 102];
/// The same of adding that up where several joints have one coordinate.
const A_SUM: usize = 3;
/// Operations of a body in the equation of motion.
const A_BODY: usize = 150;

/// A function that is left out, and about how many operations it would take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Oversize {
    /// Which.
    pub function: Function,
    /// Multiplications and additions, estimated from the tree alone.
    pub operations: usize,
}

impl Oversize {
    /// Why the function is not there.
    #[must_use]
    pub fn reason(&self) -> String {
        format!(
            "it may take {} operations; it is emitted if it is requested by name",
            self.operations
        )
    }
}

/// What is left out of the functions that a robot gets by default, unless it is requested by name.
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

/// Which rates act on one another through the mass matrix: those that move anything on the way to one link, and those that
/// expressions couple.
struct Pattern {
    /// Of each rate the earlier ones.
    before: Vec<Vec<usize>>,
    /// How often a rate meets an axis that it moves, or that carries what it moves: where no joint follows
    /// another, once for each entry of one triangle that is not 0 by structure.
    meetings: usize,
    /// Whether any joint follows another.
    has_followers: bool,
    /// Whether accelerations are found by the factors of M: joints follow others, or expressions couple what the tree does
    /// not.
    needs_factors: bool,
    bodies: usize,
}

impl Pattern {
    fn of(system: &System) -> Self {
        let nv = system.nv();
        let mut meet = vec![vec![false; nv]; nv];
        let mut meetings = 0;
        // The rates that move what a link carries.
        let mut beyond: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); system.tree.links.len()];
        // A joint stands behind the one that moves its parent.
        for joint in system.tree.joints.iter().rev() {
            let mut rates = std::mem::take(&mut beyond[joint.child]);
            for motion in joint.motions.iter().rev() {
                let coordinate = &system.coordinates[motion.coordinate];
                for own in (coordinate.v..coordinate.end().1).rev() {
                    // Its own as well, of a joint that others further out follow.
                    meetings += 1 + rates.len();
                    rates.insert(own);
                    rates.iter().for_each(|&other| {
                        meet[own.max(other)][own.min(other)] = true;
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
        let coupled = CoupledRates::of(system);
        let mut is_tree = !has_followers;
        for (rate, meets) in meet.iter_mut().enumerate() {
            for (other, meets) in meets[..rate].iter_mut().enumerate() {
                if coupled.has(rate, other) && !*meets {
                    (*meets, is_tree) = (true, false);
                }
            }
        }
        if !is_tree {
            fill(&mut meet);
        }
        let before = (0..nv).map(|rate| (0..rate).filter(|&other| meet[rate][other]).collect());
        Self {
            before: before.collect(),
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

    /// By the factors of `M = L^T D L`, or by articulated bodies, whose work grows with the bodies alone.
    fn forward_dynamics(&self) -> usize {
        match self.needs_factors {
            true => self.meetings_of(A_MEETING[0]) + self.factors() + A_BODY * self.bodies,
            false => 0,
        }
    }

    /// By `M = L^T D L`: the factors, and a column for each rate by solving with both. A pass with a
    /// factor takes two operations for each of its entries that meets one that is not 0.
    fn mass_matrix_inverse(&self) -> usize {
        self.meetings_of(A_MEETING[0]) + self.inversion()
    }

    fn factors(&self) -> usize {
        let rows = self.before.iter().map(Vec::len);
        rows.map(|row| row * (row + 2)).sum()
    }

    fn inversion(&self) -> usize {
        let of_row = |rate: usize| self.before[rate].len();
        let column = |rate: usize| {
            let with = self.before[rate].iter().chain([&rate]);
            let upwards: usize = with.map(|&other| 2 * of_row(other)).sum();
            let downwards = self.before[..=rate].iter().map(Vec::len).sum::<usize>();
            upwards + 2 * downwards
        };
        let columns: usize = (0..self.before.len()).map(column).sum();
        self.factors() + columns
    }
}

/// Adds the entries that elimination from the last rate on makes: none where the rates are those of a tree.
fn fill(meet: &mut [Vec<bool>]) {
    for rate in (0..meet.len()).rev() {
        let (earlier, row) = meet.split_at_mut(rate);
        for (other, of_other) in earlier.iter_mut().enumerate().filter(|(at, _)| row[0][*at]) {
            (0..other).for_each(|at| of_other[at] |= row[0][at]);
        }
    }
}
