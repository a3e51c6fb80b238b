//! A robot at all states of its golden file.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use multibody::reference::Described;
use multibody_tests::expectation::state;
use multibody_tests::golden::Sample;
use multibody_tests::runtime_results;
use multibody_tests::{Comparison, Coordinates, Emitted, Evaluation, Expectations, Golden, Worst};

use crate::generated::golden;
use crate::show::{line, title};

/// What every file of the corpus has numbers for at every sample; poses and Jacobians come apart.
const PER_SAMPLE: [&str; 26] = [
    "bias",
    "center_of_mass",
    "center_of_mass_acceleration",
    "center_of_mass_velocity",
    "centroidal momentum",
    "coriolis",
    "coriolis_matrix qd",
    "daba_dq",
    "daba_dtau",
    "daba_dv",
    "forward_dynamics",
    "forward_dynamics with wrenches",
    "forward_dynamics_derivatives dq",
    "forward_dynamics_derivatives dqd",
    "generalized_force",
    "gravity",
    "inverse_dynamics",
    "inverse_dynamics with wrenches",
    "inverse_dynamics_derivatives dq",
    "inverse_dynamics_derivatives dqd",
    "kinetic_energy",
    "mass_matrix",
    "mass_matrix_inverse",
    "potential_energy",
    "q_plus_0.1v",
    "total_mass",
];

/// What every file has numbers for, for some links at some samples.
const PER_LINK: [&str; 10] = [
    "acceleration",
    "acceleration in its own axes",
    "jacobian",
    "jacobian in its own axes",
    "jacobian rate times qd",
    "jacobian times qd",
    "pose (position)",
    "pose (rotation)",
    "velocity",
    "velocity in its own axes",
];

/// How links move.
const MOTIONS: [&str; 3] = ["acceleration", "jacobian rate", "velocity"];

/// Follow from the charts of positions; the reference and `tests/joints/manifold.rs` have them.
const OF_POSITIONS: [&str; 5] = [
    "difference",
    "integrate",
    "neutral",
    "normalize",
    "position_rate",
];

/// Needs the inverse of the mass matrix.
const INVERSE: [&str; 8] = [
    "daba_dq",
    "daba_dtau",
    "daba_dv",
    "forward_dynamics",
    "forward_dynamics with wrenches",
    "forward_dynamics_derivatives dq",
    "forward_dynamics_derivatives dqd",
    "mass_matrix_inverse",
];

/// A robot at all samples of its golden file.
pub struct Compared {
    pub robot: &'static Emitted,
    pub samples: usize,
    pub comparisons: Vec<Comparison>,
    missing: BTreeSet<String>,
    /// Names of emitted functions.
    emitted: BTreeSet<String>,
}

impl Compared {
    /// With the main part of the golden file; `with` are other variants to be compared along.
    pub fn main(robot: &'static Emitted, variants: &[&'static Emitted], complete: bool) -> Self {
        let golden = golden(robot.robot);
        let coordinates = coordinates(robot, Coordinates::new(&golden, robot.joints));
        Self::at(
            robot,
            variants,
            &golden,
            &golden.samples,
            &coordinates,
            complete,
        )
    }

    /// With the block of the golden file in which mimic joints follow.
    pub fn with_mimics(robot: &'static Emitted, complete: bool) -> Self {
        let golden = golden(robot.robot);
        let block = golden
            .mimic_block()
            .expect("a block of resolved mimic joints");
        let map = Coordinates::from_mimics(&golden, &block, robot.joints);
        let coordinates = coordinates(robot, map);
        Self::at(robot, &[], &golden, &block.samples, &coordinates, complete)
    }

    fn at(
        robot: &'static Emitted,
        variants: &[&'static Emitted],
        golden: &Golden,
        samples: &[Sample],
        coordinates: &Coordinates,
        complete: bool,
    ) -> Self {
        let mut compared = Self {
            robot,
            samples: samples.len(),
            comparisons: Vec::new(),
            missing: BTreeSet::new(),
            emitted: BTreeSet::new(),
        };
        let robots = std::iter::once(&robot).chain(variants);
        let subjects: Vec<&dyn Described> = robots.map(|robot| robot.subject as _).collect();
        for sample in samples {
            let state = state(coordinates, sample);
            let values =
                Evaluation::of(&subjects, &state).and(runtime_results::results(robot, &state));
            let (comparisons, gaps) =
                Expectations::compare(golden, coordinates, sample, &values, complete);
            compared.comparisons.extend(comparisons);
            compared.missing.extend(gaps);
            compared.emitted.extend(values.names().map(String::from));
        }
        compared
    }

    /// How often each quantity was compared, links left out, and its largest entry.
    pub fn tally(&self) -> BTreeMap<String, (usize, f64)> {
        let mut tally: BTreeMap<String, (usize, f64)> = BTreeMap::new();
        for comparison in &self.comparisons {
            let (count, largest) = tally.entry(without_link(&comparison.quantity)).or_default();
            *count += 1;
            *largest = largest.max(comparison.largest());
        }
        tally
    }

    /// The comparison that is furthest off.
    fn worst(&self) -> (&Comparison, Worst) {
        let entries = self
            .comparisons
            .iter()
            .map(|comparison| (comparison, comparison.worst()));
        let worst = entries.reduce(|a, b| if b.1.error > a.1.error { b } else { a });
        worst.expect("something is compared")
    }

    /// A line of the table.
    pub fn line(&self) -> String {
        let (comparison, worst) = self.worst();
        line(
            self.robot,
            self.comparisons.len(),
            worst.error,
            &comparison.quantity,
        )
    }

    /// All that is wrong, a line each.
    pub fn faults(&self) -> String {
        let mut faults = String::new();
        let name = title(self.robot);
        for gap in &self.missing {
            writeln!(faults, "{name}: {gap} is not emitted").unwrap();
        }
        let mut worst: BTreeMap<&str, Worst> = BTreeMap::new();
        for comparison in &self.comparisons {
            let candidate = comparison.worst();
            let maximum = worst
                .entry(&comparison.quantity)
                .or_insert_with(|| candidate.clone());
            if candidate.error > maximum.error {
                *maximum = candidate;
            }
        }
        for (quantity, worst) in worst.iter().filter(|(_, worst)| worst.error > 1.0) {
            let Worst {
                index: (row, column),
                expected,
                actual,
                error,
            } = worst;
            writeln!(
                faults,
                "{name}: {quantity} [{row}][{column}] is {actual:e} and should be {expected:e}: \
                 {error:.2e} times the tolerance"
            )
            .unwrap();
        }
        faults
    }
}

/// `pose of hand (rotation)` as `pose (rotation)`.
pub fn without_link(quantity: &str) -> String {
    let Some((kind, link)) = quantity.split_once(" of ") else {
        return quantity.into();
    };
    let ends = [
        " (rotation)",
        " (position)",
        " in its own axes",
        " times qd",
    ];
    let end = ends
        .into_iter()
        .find(|end| link.ends_with(end))
        .unwrap_or("");
    format!("{kind}{end}")
}

fn coordinates(robot: &Emitted, map: Result<Coordinates, String>) -> Coordinates {
    map.unwrap_or_else(|message| panic!("{}: {message}", title(robot)))
}

/// What a robot lacks of the quantities that each has, or that is emitted and compared with nothing.
pub fn incomplete(compared: &Compared) -> String {
    let mut faults = String::new();
    let name = title(compared.robot);
    let singular = golden(compared.robot.robot).singular_mass_matrix;
    let tally = compared.tally();
    for quantity in PER_SAMPLE.into_iter().chain(PER_LINK) {
        let expected = !(singular && INVERSE.contains(&quantity));
        let (count, largest) = tally.get(quantity).copied().unwrap_or_default();
        let is_right = if !expected {
            count == 0
        } else if PER_LINK.contains(&quantity) {
            count >= 1
        } else {
            count == compared.samples
        };
        if !is_right {
            writeln!(faults, "{name}: {quantity} is compared {count} times").unwrap();
        }
        if expected && largest == 0.0 {
            writeln!(faults, "{name}: {quantity} is nowhere but zero").unwrap();
        }
    }
    let is_compared = |emitted: &str| {
        let quantities = compared
            .comparisons
            .iter()
            .map(|comparison| &comparison.quantity);
        quantities
            .into_iter()
            .any(|quantity| quantity.starts_with(emitted))
    };
    // Of some links the golden data have a Jacobian and no motion.
    let kind = |quantity: &str| quantity.split_once(" of ").map(|(kind, _)| kind.to_owned());
    let moves = |emitted: &str| {
        let motion = kind(emitted).filter(|kind| MOTIONS.contains(&kind.as_str()));
        let quantities = compared.comparisons.iter().map(|found| &found.quantity);
        motion.is_some()
            && quantities
                .into_iter()
                .any(|quantity| kind(quantity) == motion)
    };
    let is_of_positions = |emitted: &str| OF_POSITIONS.contains(&emitted);
    let emitted = compared.emitted.iter();
    let others = emitted.filter(|emitted| !is_of_positions(emitted));
    for emitted in others.filter(|emitted| !is_compared(emitted) && !moves(emitted)) {
        writeln!(faults, "{name}: {emitted} is compared with nothing").unwrap();
    }
    faults
}
