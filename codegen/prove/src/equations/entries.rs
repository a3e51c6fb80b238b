//! The entries of a result one by one, and both sides of its equation for each of them: to show where a function is
//! wrong, and to judge its results in floats.

use super::Trial;
use crate::arithmetic::Residue;
use multibody_description::function::Target;
use multibody_description::signature::Returned;
use multibody_description::system::System;

/// An entry of a result.
#[derive(Clone, Debug)]
pub struct ResultEntry {
    /// The indices of the entry in the result. If the result has several parts, the first one is the number of the part.
    pub indices: Vec<usize>,
    /// The position of the entry in the list of all entries that are judged. With [`EntrySides::all`], it is also the
    /// position in the values of the program.
    pub index: usize,
}

/// Both sides of an equation at each entry of the result.
pub struct EntrySides {
    /// The subject of messages about an entry: the quantity of which both sides are values.
    pub subject: &'static str,
    indices: IndicesOfEntries,
    sides: Box<SidesAtEntry>,
}

/// The indices of the entries of a target's result. The last argument is the number of links with wrenches.
type IndicesOfEntries = fn(Target, &System, usize) -> Vec<Vec<usize>>;

/// Both sides of the equation at an entry: usually the entry of the program's values, and the value that the equation gives
/// for it. None: the equation gives no value, since a divisor is 0.
type SidesAtEntry = dyn Fn(&mut Trial<'_>, &[Residue], &ResultEntry) -> Option<[Residue; 2]>;

impl EntrySides {
    fn new(
        indices: IndicesOfEntries,
        sides: impl Fn(&mut Trial<'_>, &[Residue], &ResultEntry) -> Option<[Residue; 2]> + 'static,
    ) -> Self {
        Self {
            subject: "output",
            indices,
            sides: Box::new(sides),
        }
    }

    /// The sides at all entries of the result. The indices of a result with parts begin with that of the part.
    pub fn all(
        sides: impl Fn(&mut Trial<'_>, &[Residue], &ResultEntry) -> Option<[Residue; 2]> + 'static,
    ) -> Self {
        Self::new(
            |target, system, wrenches| indices_of(&Returned::of(system, wrenches, target.function)),
            sides,
        )
    }

    /// The sides for each rate: the result has an entry for each rate, or the equation does not give its entries.
    pub fn of_rates(
        sides: impl Fn(&mut Trial<'_>, &[Residue], usize) -> [Residue; 2] + 'static,
    ) -> Self {
        Self::new(
            |_, system, _| (0..system.nv()).map(|rate| vec![rate]).collect(),
            move |trial, values, entry| Some(sides(trial, values, entry.index)),
        )
    }

    /// The sides of each row of the equation of motion and of the constraints. A regularized system violates its
    /// constraints slightly, so their rows are left out.
    pub fn of_rows(
        sides: impl Fn(&mut Trial<'_>, &[Residue], [usize; 2]) -> [Residue; 2] + 'static,
    ) -> Self {
        let indices: IndicesOfEntries = |_, system, _| {
            let rows = match system.regularization {
                None => system.nc(),
                Some(_) => 0,
            };
            let motion = (0..system.nv()).map(|rate| vec![0, rate]);
            motion.chain((0..rows).map(|row| vec![1, row])).collect()
        };
        Self::new(indices, move |trial, values, entry| {
            let part_and_row = [entry.indices[0], entry.indices[1]];
            Some(sides(trial, values, part_and_row))
        })
    }

    /// No sides, for an equation that is checked only for the result as a whole.
    pub fn none() -> Self {
        Self::new(|_, _, _| Vec::new(), |_, _, _| None)
    }

    /// The same with another subject of messages.
    pub fn with_subject(self, subject: &'static str) -> Self {
        Self { subject, ..self }
    }

    /// All entries, in order. `wrenches` is the number of links with wrenches.
    pub fn list_entries(
        &self,
        target: Target,
        system: &System,
        wrenches: usize,
    ) -> Vec<ResultEntry> {
        let indices = (self.indices)(target, system, wrenches);
        let pairs = indices.into_iter().enumerate();
        pairs
            .map(|(index, indices)| ResultEntry { indices, index })
            .collect()
    }

    /// Both sides of the equation at an entry of a program's values. None: the equation gives no value.
    pub fn of_entry(
        &self,
        trial: &mut Trial<'_>,
        values: &[Residue],
        entry: &ResultEntry,
    ) -> Option<[Residue; 2]> {
        (self.sides)(trial, values, entry)
    }
}

/// The indices of all entries of a result, in order. If it has several parts, the first index is the number of the part.
fn indices_of(result: &Returned) -> Vec<Vec<usize>> {
    match &result.part_sizes()[..] {
        [sizes] => array_indices(sizes),
        parts => {
            let pairs = parts.iter().enumerate();
            let entries = pairs.flat_map(|(part, sizes)| {
                let entries = array_indices(sizes).into_iter();
                entries.map(move |entry| [vec![part], entry].concat())
            });
            entries.collect()
        }
    }
}

/// The indices of all entries of an array of arrays with these sizes, in order.
fn array_indices(sizes: &[usize]) -> Vec<Vec<usize>> {
    let Some((&first, inner_sizes)) = sizes.split_first() else {
        return vec![Vec::new()];
    };
    let tails = array_indices(inner_sizes);
    let indices = (0..first).flat_map(|i| tails.iter().map(move |tail| [&[i], &tail[..]].concat()));
    indices.collect()
}
