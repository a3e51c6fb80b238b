//! The places of a result's numbers within the result.

use std::borrow::Cow;

use super::robot::{BundleProgram, Robot};
use multibody_description::function::Target;
use multibody_description::settings::Triangle;
use multibody_description::signature::{Returned, indices};
use multibody_program::ir::{Input, Program};

/// Where a number is stored: the steps from the whole result.
pub type EntryPath = Vec<Step>;

/// A step into a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Into a field of a record.
    Field(String),
    /// Into an element of a tuple.
    Part(usize),
    /// Into an entry of an array.
    Entry(usize),
}

/// Where an input is within its argument, such as `q`; `nv` is the robot's number of rates.
pub fn place_of_input(input: Input, nv: usize) -> EntryPath {
    indices(input, nv).into_iter().map(Step::Entry).collect()
}

/// The places of a result's numbers, in order.
pub fn places_of(result: &Returned) -> Vec<EntryPath> {
    let prefix = |step: Step, inner: &[EntryPath]| {
        let places = inner
            .iter()
            .map(|place| [std::slice::from_ref(&step), &place[..]].concat());
        places.collect::<Vec<EntryPath>>()
    };
    match result {
        Returned::Array(_) | Returned::Prepared(_) | Returned::At(_) => {
            entries(Vec::new(), &result.part_sizes().concat())
        }
        Returned::Pose => {
            let parts = result.part_sizes().into_iter().enumerate();
            let result_places =
                parts.flat_map(|(part, sizes)| entries(vec![Step::Part(part)], &sizes));
            result_places.collect()
        }
        Returned::OfLinks(link_result, count) => {
            let inner = places_of(link_result);
            let result_places = (0..*count).flat_map(|link| prefix(Step::Entry(link), &inner));
            result_places.collect()
        }
        Returned::Record(record) => {
            let fields = record.fields.iter();
            let result_places = fields.flat_map(|field| {
                prefix(Step::Field(field.name.clone()), &places_of(&field.result))
            });
            result_places.collect()
        }
    }
}

/// The places of the entries of an array; `place` is that of the array.
pub fn entries(place: EntryPath, sizes: &[usize]) -> Vec<EntryPath> {
    let Some((&size, inner)) = sizes.split_first() else {
        return vec![place];
    };
    let places = (0..size).flat_map(|k| {
        let place = [&place[..], &[Step::Entry(k)]].concat();
        entries(place, inner)
    });
    places.collect()
}

impl BundleProgram<'_> {
    /// Each function, with the place of its result in the result of the bundle.
    pub(crate) fn results(&self) -> Vec<(Target, EntryPath)> {
        let members = &self.bundle.members;
        let results = members.iter().flat_map(|member| {
            let field = (members.len() > 1).then(|| Step::Field(member.result.clone()));
            let targets = member.targets.iter().enumerate();
            targets.map(move |(index, &target)| {
                let entry = member.is_of_all_links.then_some(Step::Entry(index));
                (target, field.iter().cloned().chain(entry).collect())
            })
        });
        results.collect()
    }
}

/// What a function writes into the caller's memory.
pub struct InPlaceEntries<'a> {
    /// Computes the entries that are written.
    pub program: Cow<'a, Program>,
    /// Their places.
    pub places: Vec<EntryPath>,
}

impl<'a> InPlaceEntries<'a> {
    /// All entries of a result.
    pub fn all(result: &Returned, program: &'a Program) -> Self {
        Self {
            program: Cow::Borrowed(program),
            places: places_of(result),
        }
    }

    /// What the in-place form of a function writes: of a symmetric matrix perhaps the lower triangle alone.
    pub fn of(robot: &Robot<'_>, target: Target, program: Cow<'a, Program>) -> Self {
        let places = places_of(&robot.signature(target.function).result);
        let n = robot.system.nv();
        let has_upper = robot.triangle(target) == Triangle::Both;
        let entries = program.outputs().iter().zip(places).enumerate();
        // In the lower triangle the column `index % n` is at most the row `index / n`.
        let stored_entries = entries.filter(|(index, _)| has_upper || index % n <= index / n);
        let (outputs, places): (Vec<_>, Vec<_>) = stored_entries.map(|(_, entry)| entry).unzip();
        let program = if has_upper { program } else { Cow::Owned(program.with_outputs(&outputs)) };
        Self { program, places }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_its_place() {
        let arrays = [vec![], vec![4], vec![2, 3], vec![2, 2, 2]].map(Returned::Array);
        let link_poses = Returned::OfLinks(Returned::Pose.into(), 2);
        for result in arrays.into_iter().chain([Returned::Pose, link_poses]) {
            assert_eq!(places_of(&result).len(), result.count());
        }
        let pose = places_of(&Returned::Pose);
        let [rotation, translation] = [0, 1].map(Step::Part);
        let entry = Step::Entry;
        assert_eq!(pose[5], [rotation, entry(1), entry(2)]);
        assert_eq!(pose[11], [translation, entry(2)]);
        assert_eq!(places_of(&Returned::Array(vec![])), [EntryPath::new()]);
    }
}
