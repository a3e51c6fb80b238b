//! Functions that very long robots get only if they are asked for by name: the matrices of a trait of
//! their own, whose operations grow with the square and the cube of the rates.

use crate::function::Function;
use crate::settings::Settings;
use crate::system::{Joint, System};

/// Operations above which a function is left out. A chain of 50 joints on crossing axes has all
/// functions; one of 100 has 180 000 operations in its mass matrix, which is never left out.
pub const LIMIT: usize = 200_000;
/// Rates up to which nothing is left out, however many joints follow others.
const RATES: usize = 50;

/// Operations of an entry of the mass matrix and of the Coriolis matrix, between general axes.
const AN_ENTRY: [usize; 2] = [36, 102];

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
            "it may take {} operations; it is there if it is asked for by name",
            self.operations
        )
    }
}

/// What is left out of the functions that a robot gets where none is asked for by name.
#[must_use]
pub fn oversize(system: &System, settings: &Settings) -> Vec<Oversize> {
    if settings.functions.is_some() || system.nv() <= RATES {
        return Vec::new();
    }
    let pattern = Pattern::of(system);
    let estimates = [
        (Function::CoriolisMatrix, pattern.coriolis_matrix()),
        (
            Function::MassMatrixInverse,
            pattern.mass_matrix_inverse(system.nv()),
        ),
    ];
    estimates
        .into_iter()
        .filter(|(_, operations)| *operations > LIMIT)
        .map(|(function, operations)| Oversize {
            function,
            operations,
        })
        .collect()
}

/// Which rates act on one another through the mass matrix: those on the way to one link. A joint that
/// follows another moves a body as others do: it counts as if it had rates of its own.
struct Pattern {
    /// Of each rate the earlier ones.
    before: Vec<Vec<usize>>,
}

impl Pattern {
    fn of(system: &System) -> Self {
        let nv = system.tree.joints.iter().map(Joint::nv).sum();
        let mut first = 0;
        let mut meet = vec![vec![false; nv]; nv];
        let mut ways: Vec<Vec<usize>> = vec![Vec::new(); system.tree.links.len()];
        // A joint stands behind the one that moves its parent.
        for joint in &system.tree.joints {
            let mut way = joint.parent.map_or(Vec::new(), |link| ways[link].clone());
            let own = first..first + joint.nv();
            first = own.end;
            way.extend(own.clone());
            for last in own {
                way.iter().for_each(|&rate| {
                    meet[last.max(rate)][last.min(rate)] = true;
                });
            }
            ways[joint.child] = way;
        }
        let before = (0..nv).map(|rate| (0..rate).filter(|&other| meet[rate][other]).collect());
        Self {
            before: before.collect(),
        }
    }

    /// Entries that are not 0 by structure, one triangle.
    fn entries(&self) -> usize {
        self.before.iter().map(|before| 1 + before.len()).sum()
    }

    fn coriolis_matrix(&self) -> usize {
        AN_ENTRY[1] * self.entries()
    }

    /// By `M = L^T D L`: the factors, and a column for each rate by solving with both. A pass with a
    /// factor takes two operations for each of its entries that meets one that is not 0.
    fn mass_matrix_inverse(&self, nv: usize) -> usize {
        let entries = AN_ENTRY[0] * self.entries();
        match self.before.len() == nv {
            true => entries + self.inversion(),
            // Joints that follow others couple what is far apart.
            false => entries + Self::dense(nv).inversion(),
        }
    }

    /// All rates act on one another.
    fn dense(nv: usize) -> Self {
        Self {
            before: (0..nv).map(|rate| (0..rate).collect()).collect(),
        }
    }

    fn inversion(&self) -> usize {
        let of_row = |rate: usize| self.before[rate].len();
        let factors: usize = (0..self.before.len())
            .map(|rate| of_row(rate) * (of_row(rate) + 2))
            .sum();
        let column = |rate: usize| {
            let with = self.before[rate].iter().chain([&rate]);
            let upwards: usize = with.map(|&other| 2 * of_row(other)).sum();
            let downwards = self.before[..=rate].iter().map(Vec::len).sum::<usize>();
            upwards + 2 * downwards
        };
        let columns: usize = (0..self.before.len()).map(column).sum();
        factors + columns
    }
}
