//! The operations of all emitted functions.

use super::at_position::AtPosition;
use super::robot::{Owner, Robot};
use super::table_entry::TableEntry;
use multibody_outputs::report::Rounding;
use multibody_passes::contractions;
use multibody_program::ir::{Count, Program};

/// The name of the function that prepares parameters.
pub const PREPARE: &str = "prepare";

/// Notes on the program of an emitted bundle, of `at`, or of a function at a position.
#[derive(Clone, Debug)]
pub struct BundleNotes {
    /// The name as emitted, with a dot if the function belongs to another type.
    pub name: String,
    /// The operations of its program.
    pub count: Count,
    /// The number of its multiplications that are fused with an addition into one operation.
    pub fused: usize,
    /// The largest rounding error of its functions; `None` if one of them could not be measured.
    pub rounding: Option<Rounding>,
}

impl BundleNotes {
    fn of(name: String, program: &Program, rounding: Option<Rounding>) -> Self {
        Self {
            name,
            count: Count::of_all(program),
            fused: contractions(program).len(),
            rounding,
        }
    }
}

impl Robot<'_> {
    /// The notes on bundles, on `at`, and on functions at a position. Those on functions of the robot are separate.
    #[must_use]
    pub fn bundle_notes(&self) -> Vec<BundleNotes> {
        let bundles = self.bundle_functions();
        let mut bundle_notes: Vec<BundleNotes> = bundles
            .map(|bundled| {
                BundleNotes::of(
                    bundled.bundle.name.clone(),
                    &bundled.program,
                    bundled.rounding,
                )
            })
            .collect();
        if let Some(position) = AtPosition::of(self) {
            let programs = position.programs(self).into_iter();
            bundle_notes.extend(
                programs.map(|entry| BundleNotes::of(entry.name, entry.program, position.rounding)),
            );
        }
        bundle_notes
    }
}

/// The rows of the table of operations: each function with its operations, in the order of emission.
pub fn cost_rows<'a>(robot: &Robot<'_>) -> Vec<TableEntry<'a>> {
    let functions = robot.functions.iter().map(|function| {
        let notes = robot.notes(function.target);
        let noted_count = notes.map(|notes| notes.count);
        let count = noted_count.unwrap_or_else(|| Count::of(&function.program));
        cost_row(robot.shown_name(function.target), &count)
    });
    let bundles =
        (robot.bundle_notes().into_iter()).map(|notes| cost_row(notes.name, &notes.count));
    let prepare = (robot.is_parametric())
        .then(|| cost_row(PREPARE.to_owned(), &Count::of_all(robot.prepare)));
    prepare
        .into_iter()
        .chain(functions)
        .chain(bundles)
        .collect()
}

fn cost_row<'a>(name: String, count: &Count) -> TableEntry<'a> {
    let fields = vec![
        ("function", TableEntry::Text(name.into())),
        ("mul", TableEntry::Index(count.mul)),
        ("add", TableEntry::Index(count.add)),
        ("div", TableEntry::Index(count.div)),
        ("sqrt", TableEntry::Index(count.sqrt)),
        ("sincos", TableEntry::Index(count.sincos)),
    ];
    TableEntry::record("Cost", fields)
}

/// The operations of preparing the parameters, which each function of a parametric robot does first.
pub fn preparation_count(robot: &Robot<'_>, owner: Owner) -> Option<Count> {
    (robot.is_parametric() && owner == Owner::Robot).then(|| Count::of_all(robot.prepare))
}
