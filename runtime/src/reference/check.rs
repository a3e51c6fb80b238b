//! Comparison of a robot's emitted functions with the reference algorithms.

use std::{vec, vec::Vec};

use super::expected_results::{Reference, find_link};
use super::report::{Mismatch, Report};
use super::{Described, Part, Quantity};

/// The number of random states at which [`check`] compares.
const STATES: u64 = 16;

/// Contents that are not compared for any type.
const NEVER_COMPARED: [&str; 3] = [
    "the description that `model` gives, with which all is compared",
    "numbers other than f64",
    "COSTS and documentation",
];

/// Compares a robot's type with its description: its tables, and its functions at random states. Functions are
/// compared, in every form in which they are emitted, with the reference algorithms.
///
/// The report shows what has been compared and what has not.
///
/// The tolerance for each vector or matrix is `1e-12 max(1e-3, largest entry)`. For Coriolis forces, the largest entry is
/// taken over all components of the forces and moments that joints transmit, also those across the motions of the joints.
/// The tolerance is multiplied by a condition number: by that of `M` if `M` is inverted; by that of
/// `[[M, J^T], [J, 0]]`, scaled so that the diagonal of M and the lengths of the rows of J are 1, if there are
/// constraints; and in constrained inverse dynamics by that of the matrices that determine the multipliers. If a condition
/// number is infinite or above 1e9, for example where rows lose rank, 1e9 is used. For derivatives that the reference
/// computes by differences, the factor is 1e4 instead. Multipliers of robots with `regularization` are compared with those
/// of the same proximal steps, and their motor forces and residuals relative to the largest generalized force at least.
///
/// ```
/// # fn in_a_test_of(robot: impl multibody::Described) {
/// match multibody::check(&robot) {
///     Ok(report) => println!("{report}"),
///     Err(mismatch) => panic!("{mismatch}"),
/// }
/// # }
/// ```
///
/// # Errors
/// See [`Mismatch`].
pub fn check<R: Described + ?Sized>(robot: &R) -> Result<Report, Mismatch> {
    check_at(robot, 0..STATES)
}

/// Makes the same comparison at the states with these seeds; see [`check`].
///
/// # Errors
/// See [`Mismatch`].
pub fn check_at<R: Described + ?Sized>(
    robot: &R,
    seeds: impl IntoIterator<Item = u64>,
) -> Result<Report, Mismatch> {
    let mut model = robot.model();
    let wrench_links: Vec<usize> = robot
        .wrench_links()
        .iter()
        .map(|name| find_link(&model, name))
        .collect::<Result<_, _>>()?;

    let mut comparison = Comparison::default();
    if let Some(tables) = robot.tables() {
        tables.compare(&model, robot)?;
        comparison.report.agreeing_tables = tables.names();
    }
    for seed in seeds {
        let state = model.random_state(seed, wrench_links.len());
        model = model.at_time(state.t);
        let case = (&Reference::new(&model, &wrench_links, &state), seed);
        robot.evaluate(&state, &mut |quantity, values| {
            comparison.add(case, ("", quantity), values);
        });
        robot.evaluate_parts(&state, &mut |part, quantity, values| {
            comparison.add(case, (part, quantity), values);
        });
    }
    comparison.finish(robot)
}

/// The name of a [part](Part) of the code, and a quantity that this part computes.
type Item = (&'static str, Quantity);

/// The results of the comparison so far.
#[derive(Default)]
struct Comparison {
    report: Report,
    /// The quantities that the robot has evaluated.
    items: Vec<Item>,
    mismatch: Option<Mismatch>,
}

impl Comparison {
    /// Compares a result of the robot with the reference. After the first mismatch, further results are ignored.
    fn add(&mut self, (reference, seed): (&Reference<'_>, u64), item: Item, values: &[f64]) {
        if self.mismatch.is_some() {
            return;
        }
        if !self.items.contains(&item) {
            self.items.push(item);
        }
        match reference.compare(item, values, seed) {
            Ok(worst) => self.report.add(worst),
            Err(mismatch) => self.mismatch = Some(mismatch),
        }
    }

    /// The report, or the first mismatch. The report also lists what was not compared.
    fn finish<R: Described + ?Sized>(mut self, robot: &R) -> Result<Report, Mismatch> {
        if let Some(mismatch) = self.mismatch {
            return Err(mismatch);
        }
        let contents = robot.contents();
        let mut not_compared = vec![];
        if contents.is_empty() {
            not_compared.push("functions that `evaluate` leaves out");
        }
        if self.report.agreeing_tables.is_empty() {
            not_compared.push("tables of the type, such as JOINTS");
        }
        not_compared.extend(robot.not_compared());
        not_compared.extend(NEVER_COMPARED);
        self.report.not_compared = not_compared;
        let report = self.report.judge()?;
        if !contents.is_empty() {
            compare_list(contents, &self.items)?;
        }
        Ok(report)
    }
}

/// Checks that everything in the list was evaluated, and nothing else.
fn compare_list(contents: &[Part], evaluated_items: &[Item]) -> Result<(), Mismatch> {
    let items = (contents.iter())
        .flat_map(|&(part, list)| list.iter().map(move |&quantity| (part, quantity)));
    let listed: Vec<Item> = items.collect();
    if let Some(&(part, quantity)) = listed.iter().find(|item| !evaluated_items.contains(item)) {
        return Err(Mismatch::Missing { part, quantity });
    }
    match evaluated_items.iter().find(|item| !listed.contains(item)) {
        Some(&(part, quantity)) => Err(Mismatch::Unlisted { part, quantity }),
        None => Ok(()),
    }
}
