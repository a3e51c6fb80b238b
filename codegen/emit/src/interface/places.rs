//! The places of a result's numbers.

use std::borrow::Cow;

use super::robot::{Bundled, Robot};
use multibody_description::function::{Layout, Target};
use multibody_description::settings::Triangle;
use multibody_description::signature::Returned;
use multibody_description::signature::indices;
use multibody_program::ir::{Input, Program};

/// Where a number is stored: the steps from the whole result.
pub type Place = Vec<Step>;

/// A step into a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Into a field of a record.
    Field(String),
    /// Into one of several arrays.
    Part(usize),
    /// Into an entry of an array.
    Entry(usize),
}

/// The sizes of the arrays that a layout consists of. With several sizes it is an array of arrays, without any a number.
pub fn dimensions(layout: Layout) -> Vec<Vec<usize>> {
    match layout {
        Layout::Scalar => vec![Vec::new()],
        Layout::Vector(n) => vec![vec![n]],
        Layout::Matrix(rows, columns) => vec![vec![rows, columns]],
        Layout::Cube(n) => vec![vec![n, n, n]],
        Layout::Pose => vec![vec![3, 3], vec![3]],
        Layout::Record(of, sizes) => {
            let layouts = of.fields.iter().map(|field| field.shape.layout(sizes));
            layouts.flat_map(dimensions).collect()
        }
    }
}

/// The place of an input in the argument that has it.
pub fn place_of_input(input: Input) -> Place {
    indices(input).into_iter().map(Step::Entry).collect()
}

/// The places of a result's numbers, in order.
pub fn places_of(result: &Returned) -> Vec<Place> {
    let within = |first: Step, inner: &[Place]| {
        let places = inner
            .iter()
            .map(|place| [std::slice::from_ref(&first), &place[..]].concat());
        places.collect::<Vec<Place>>()
    };
    match result {
        Returned::Numbers(layout) => places(*layout),
        Returned::Prepared(count) | Returned::At(count) => places(Layout::Vector(*count)),
        Returned::OfLinks(layout, count) => {
            let inner = places(*layout);
            let each = (0..*count).flat_map(|link| within(Step::Entry(link), &inner));
            each.collect()
        }
        Returned::Record(record) => {
            let fields = record.fields.iter();
            let each = fields.flat_map(|field| {
                within(Step::Field(field.name.clone()), &places_of(&field.result))
            });
            each.collect()
        }
    }
}

/// The places of a layout's numbers, in order.
fn places(layout: Layout) -> Vec<Place> {
    let parts = dimensions(layout);
    let is_one = parts.len() == 1;
    let parts = parts.iter().enumerate();
    let each = parts.flat_map(|(part, sizes)| {
        let first = match is_one {
            true => Vec::new(),
            false => vec![Step::Part(part)],
        };
        entries(first, sizes)
    });
    each.collect()
}

/// The places of the entries of an array within a place.
pub fn entries(place: Place, sizes: &[usize]) -> Vec<Place> {
    let Some((&size, inner)) = sizes.split_first() else {
        return vec![place];
    };
    let each = (0..size).flat_map(|k| {
        let place = [&place[..], &[Step::Entry(k)]].concat();
        entries(place, inner)
    });
    each.collect()
}

impl Bundled<'_> {
    /// Each function, with the place of its result in that of the bundle.
    pub(crate) fn results(&self) -> Vec<(Target, Place)> {
        let members = &self.bundle.members;
        let results = members.iter().flat_map(|member| {
            let field = (members.len() > 1).then(|| Step::Field(member.result.clone()));
            let targets = member.targets.iter().enumerate();
            targets.map(move |(at, &target)| {
                let entry = member.of_all_links.then_some(Step::Entry(at));
                (target, field.iter().cloned().chain(entry).collect())
            })
        });
        results.collect()
    }
}

/// What a function writes into the caller's memory.
pub struct WrittenEntries<'a> {
    /// Computes the entries that are written.
    pub program: Cow<'a, Program>,
    /// Their places.
    pub places: Vec<Place>,
}

impl<'a> WrittenEntries<'a> {
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
        let is_whole = robot.triangle(target) == Triangle::Both;
        let entries = program.outputs().iter().zip(places).enumerate();
        let written = entries.filter(|(at, _)| is_whole || at % n <= at / n);
        let (outputs, places): (Vec<_>, Vec<_>) = written.map(|(_, entry)| entry).unzip();
        let program = match is_whole {
            true => program,
            false => Cow::Owned(program.giving(&outputs)),
        };
        Self { program, places }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_its_place() {
        let layouts = [
            Layout::Scalar,
            Layout::Vector(4),
            Layout::Matrix(2, 3),
            Layout::Cube(2),
            Layout::Pose,
        ];
        for layout in layouts {
            assert_eq!(places(layout).len(), layout.count());
        }
        let pose = places(Layout::Pose);
        let [first, second] = [0, 1].map(Step::Part);
        let entry = Step::Entry;
        assert_eq!(pose[5], [first, entry(1), entry(2)]);
        assert_eq!(pose[11], [second, entry(2)]);
        assert_eq!(places(Layout::Scalar), [Place::new()]);
    }
}
