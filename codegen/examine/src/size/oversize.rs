//! Functions that are emitted for very long robots only if they are requested by name. Their operations grow with the
//! square or the cube of the number of rates. The trait `Multibody` does not require them, so a robot without them has it too.

use std::collections::BTreeSet;

use super::CoupledRates;
use multibody_description::function::Function;
use multibody_description::settings::Settings;
use multibody_description::system::System;

/// Number of operations above which a function is left out. A robot with 50 mobile joints has all
/// functions. The mass matrix of a chain of 100 takes 180 000 operations, but it is never left out.
pub const LIMIT: usize = 200_000;
/// Operations of the mass matrix for one pair of a rate and an axis in a general direction.
const MASS_MATRIX_PAIR: usize = 36;
/// Operations of the Coriolis matrix for one such pair.
const CORIOLIS_PAIR: usize = 102;
/// Additional operations for each pair if several joints share a coordinate, so that terms are added up.
const PER_SUM: usize = 3;
/// Operations for one body in the equation of motion.
const PER_BODY: usize = 150;

/// A function that is left out, and about how many operations it would take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Oversize {
    /// The function.
    pub function: Function,
    /// Multiplications and additions, estimated from the structure of the system alone.
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
    /// Number of pairs of an axis and a rate, which is either that of the axis itself or that of an axis further out. If no joint
    /// follows another, this is the number of structurally nonzero entries in one triangle of M.
    pairs: usize,
    /// Whether any joint follows another one: a mimic joint has the coordinate of the joint that it follows.
    pub(super) has_followers: bool,
    /// Whether accelerations are found by the factors of M. This is so if joints follow others, or if expressions couple rates
    /// that the tree does not couple.
    needs_factors: bool,
    /// Number of elementary motions.
    pub(super) motion_count: usize,
}

impl Pattern {
    pub(super) fn of(system: &System) -> Self {
        let nv = system.nv();
        let mut is_coupled = vec![vec![false; nv]; nv];
        let mut pairs = 0;
        // For each link, the rates of the joints further out.
        let mut outer_rates: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); system.tree.links.len()];
        // In the list, a joint comes after the joint that moves its parent.
        for joint in system.tree.joints.iter().rev() {
            let mut rates = std::mem::take(&mut outer_rates[joint.child]);
            for motion in joint.motions.iter().rev() {
                let coordinate = &system.coordinates[motion.coordinate];
                for rate in coordinate.v_range().rev() {
                    // `rates` already contains `rate` if a joint further out follows this one; the pair of this rate and its own
                    // axis is counted all the same.
                    pairs += 1 + rates.len();
                    rates.insert(rate);
                    rates.iter().for_each(|&partner| {
                        is_coupled[rate.max(partner)][rate.min(partner)] = true;
                    });
                }
            }
            if let Some(parent) = joint.parent {
                outer_rates[parent].append(&mut rates);
            }
        }
        let motions = system.tree.joints.iter().flat_map(|joint| &joint.motions);
        let motion_count = motions.count();
        let has_followers = motion_count > system.coordinates.len();
        let coupling = CoupledRates::of(system);
        // Whether the tree alone decides which rates are coupled.
        let mut is_tree = !has_followers;
        for (rate, row) in is_coupled.iter_mut().enumerate() {
            for (partner, entry) in row[..rate].iter_mut().enumerate() {
                if coupling.are_coupled(rate, partner) && !*entry {
                    (*entry, is_tree) = (true, false);
                }
            }
        }
        if !is_tree {
            add_fill_in(&mut is_coupled);
        }
        let predecessors =
            (0..nv).map(|rate| (0..rate).filter(|&other| is_coupled[rate][other]).collect());
        Self {
            predecessors: predecessors.collect(),
            pairs,
            has_followers,
            needs_factors: !is_tree,
            motion_count,
        }
    }

    /// The operations of all pairs, each of which takes `per_pair`.
    fn pair_operations(&self, per_pair: usize) -> usize {
        let per_sum = if self.has_followers { PER_SUM } else { 0 };
        (per_pair + per_sum) * self.pairs
    }

    fn coriolis_matrix(&self) -> usize {
        self.pair_operations(CORIOLIS_PAIR)
    }

    /// Operations by the factors of `M = L^T D L` if joints follow others, or if expressions couple rates that the tree
    /// does not. Otherwise by articulated bodies: their work grows only linearly with the number of bodies, so it
    /// counts as 0.
    pub(super) fn forward_dynamics(&self) -> usize {
        if self.needs_factors {
            self.pair_operations(MASS_MATRIX_PAIR)
                + self.factor_operations()
                + PER_BODY * self.motion_count
        } else {
            0
        }
    }

    /// Operations for M, for the factors of `M = L^T D L`, and for one column per rate by solving with both factors. Solving with
    /// a factor takes two operations for each of its entries that is multiplied by a nonzero number.
    pub(super) fn mass_matrix_inverse(&self) -> usize {
        self.pair_operations(MASS_MATRIX_PAIR) + self.inversion_operations()
    }

    /// Operations for the factors of M.
    fn factor_operations(&self) -> usize {
        let lengths = self.predecessors.iter().map(Vec::len);
        // A rate with k predecessors takes k divisions, and two operations for each of k (k + 1) / 2 entries of the remainder.
        lengths.map(|length| length * (length + 2)).sum()
    }

    /// Operations for the factors, and for the columns of the inverse.
    fn inversion_operations(&self) -> usize {
        let entry_count = |rate: usize| self.predecessors[rate].len();
        let column = |rate: usize| {
            let coupled_rates = self.predecessors[rate].iter().chain([&rate]);
            let upwards: usize = coupled_rates.map(|&other| 2 * entry_count(other)).sum();
            let downwards = self.predecessors[..=rate]
                .iter()
                .map(Vec::len)
                .sum::<usize>();
            upwards + 2 * downwards
        };
        let columns: usize = (0..self.predecessors.len()).map(column).sum();
        self.factor_operations() + columns
    }
}

/// Adds the fill-in of an elimination that starts at the last rate. If only joints of a tree couple rates, there is
/// none.
fn add_fill_in(is_coupled: &mut [Vec<bool>]) {
    for rate in (0..is_coupled.len()).rev() {
        let (earlier_rows, later_rows) = is_coupled.split_at_mut(rate);
        let row = &later_rows[0];
        for (partner, entries) in earlier_rows.iter_mut().enumerate().filter(|(k, _)| row[*k]) {
            (0..partner).for_each(|k| entries[k] |= row[k]);
        }
    }
}
