//! Real robots: every emitted function against numbers that nobody of this project computed, and
//! against the generic algorithms.
//!
//! The environment variable `MULTIBODY_CORPUS` names, when this is built, the folder with the
//! robots and the numbers; without it these tests say so and pass.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::sync::Once;

use multibody::check;
use multibody::reference::Described;
use multibody_tests::corpus::{FOLDER, NOT_YET, ROBOTS};
use multibody_tests::expectation::state;
use multibody_tests::{
    Comparison, Coordinates, Emitted, Expectations, Found, Golden, NOT_EMITTED, Variant, Worst,
};

/// What every file of the corpus has numbers for at every sample; poses and Jacobians come apart.
const PER_SAMPLE: [&str; 15] = [
    "bias",
    "center_of_mass",
    "coriolis",
    "coriolis_matrix qd",
    "forward_dynamics",
    "forward_dynamics with wrenches",
    "generalized_force",
    "gravity",
    "inverse_dynamics",
    "inverse_dynamics with wrenches",
    "kinetic_energy",
    "mass_matrix",
    "mass_matrix_inverse",
    "potential_energy",
    "total_mass",
];

/// What every file has numbers for, for some links at some samples.
const PER_LINK: [&str; 5] = [
    "jacobian",
    "jacobian in its own axes",
    "jacobian times qd",
    "pose (position)",
    "pose (rotation)",
];

/// Needs the inverse of the mass matrix.
const INVERSE: [&str; 3] = [
    "forward_dynamics",
    "forward_dynamics with wrenches",
    "mass_matrix_inverse",
];

/// A robot at all samples of its golden file.
struct Compared {
    robot: &'static Emitted,
    samples: usize,
    comparisons: Vec<Comparison>,
    missing: BTreeSet<String>,
    /// Names of emitted functions.
    emitted: BTreeSet<String>,
}

impl Compared {
    /// With the main part of the golden file; `with` are other variants to be compared along.
    fn main(robot: &'static Emitted, with: &[&'static Emitted], complete: bool) -> Self {
        let golden = golden(robot.robot);
        let coordinates = coordinates(robot, Coordinates::new(&golden, robot.joints));
        Self::at(
            robot,
            with,
            &golden,
            &golden.samples,
            &coordinates,
            complete,
        )
    }

    /// With the block of the golden file in which mimic joints follow.
    fn resolved(robot: &'static Emitted) -> Self {
        let golden = golden(robot.robot);
        let block = golden.resolved().expect("a block of resolved mimic joints");
        let map = Coordinates::resolved(&golden, &block, robot.joints);
        let coordinates = coordinates(robot, map);
        Self::at(robot, &[], &golden, &block.samples, &coordinates, true)
    }

    fn at(
        robot: &'static Emitted,
        with: &[&'static Emitted],
        golden: &Golden,
        samples: &[multibody_tests::golden::Sample],
        coordinates: &Coordinates,
        complete: bool,
    ) -> Self {
        let mut this = Self {
            robot,
            samples: samples.len(),
            comparisons: Vec::new(),
            missing: BTreeSet::new(),
            emitted: BTreeSet::new(),
        };
        let all = std::iter::once(&robot).chain(with);
        let subjects: Vec<&dyn Described> = all.map(|robot| robot.subject as _).collect();
        for sample in samples {
            let found = Found::of(&subjects, &state(coordinates, sample));
            let (comparisons, missing) =
                Expectations::compare(golden, coordinates, sample, &found, complete);
            this.comparisons.extend(comparisons);
            this.missing.extend(missing);
            this.emitted.extend(found.names().map(String::from));
        }
        this
    }

    /// How often each quantity was compared, links left out, and its largest entry.
    fn tally(&self) -> BTreeMap<String, (usize, f64)> {
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
        let all = self
            .comparisons
            .iter()
            .map(|comparison| (comparison, comparison.worst()));
        let worst = all.reduce(|a, b| if b.1.error > a.1.error { b } else { a });
        worst.expect("something is compared")
    }

    /// A line of the table.
    fn line(&self) -> String {
        let (comparison, worst) = self.worst();
        line(
            self.robot,
            self.comparisons.len(),
            worst.error,
            &comparison.quantity,
        )
    }

    /// All that is wrong, a line each.
    fn faults(&self) -> String {
        let mut faults = String::new();
        let name = title(self.robot);
        for missing in &self.missing {
            writeln!(faults, "{name}: {missing} is not emitted").unwrap();
        }
        let mut worst: BTreeMap<&str, Worst> = BTreeMap::new();
        for comparison in &self.comparisons {
            let new = comparison.worst();
            let old = worst
                .entry(&comparison.quantity)
                .or_insert_with(|| new.clone());
            if new.error > old.error {
                *old = new;
            }
        }
        for (quantity, worst) in worst.iter().filter(|(_, worst)| worst.error > 1.0) {
            let Worst {
                index: (row, column),
                expected,
                found,
                error,
            } = worst;
            writeln!(
                faults,
                "{name}: {quantity} [{row}][{column}] is {found:e} and should be {expected:e}: \
                 {error:.2e} times the tolerance"
            )
            .unwrap();
        }
        faults
    }
}

/// `pose of hand (rotation)` as `pose (rotation)`.
fn without_link(quantity: &str) -> String {
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

fn title(robot: &Emitted) -> String {
    format!("{} {:?}", robot.robot, robot.variant)
}

fn line(robot: &Emitted, compared: usize, error: f64, at: &str) -> String {
    let Emitted {
        robot: name,
        variant,
        ..
    } = robot;
    let variant = format!("{variant:?}");
    format!(
        "{name:27} {variant:9} {:3} {compared:9} {error:17.4}  {at}\n",
        robot.nv()
    )
}

fn heading(title: &str) -> String {
    format!(
        "\n{title}\n{:27} {:9} {:>3} {:>9} {:>17}  {}\n",
        "robot", "variant", "nv", "compared", "error / tolerance", "worst at"
    )
}

/// Shows text also when the test passes: what `print!` writes is kept back then.
fn show(text: &str) {
    std::io::stdout()
        .write_all(text.as_bytes())
        .expect("standard output takes text");
}

/// Whether there is a corpus; says so, once, if not.
fn no_corpus() -> bool {
    static SAID: Once = Once::new();
    if FOLDER.is_none() {
        SAID.call_once(|| {
            show("MULTIBODY_CORPUS was not set for the build: no real robots are tested\n");
        });
        assert!(ROBOTS.is_empty());
    }
    FOLDER.is_none()
}

fn golden(robot: &str) -> Golden {
    let folder = Path::new(FOLDER.expect("a corpus"));
    let path = folder.join("golden").join(format!("{robot}.json"));
    let text = std::fs::read_to_string(&path);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let golden = Golden::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(golden.gravity, [0.0, 0.0, -9.81], "{robot}");
    golden
}

fn coordinates(robot: &Emitted, map: Result<Coordinates, String>) -> Coordinates {
    map.unwrap_or_else(|message| panic!("{}: {message}", title(robot)))
}

fn of_variant(variant: Variant) -> impl Iterator<Item = &'static Emitted> {
    ROBOTS.iter().filter(move |robot| robot.variant == variant)
}

fn variant_of(robot: &Emitted, variant: Variant) -> &'static Emitted {
    let mut found = of_variant(variant).filter(|other| other.robot == robot.robot);
    found
        .next()
        .unwrap_or_else(|| panic!("{} has no variant {variant:?}", robot.robot))
}

fn to_the_letter() -> impl Iterator<Item = Compared> {
    of_variant(Variant::Letter)
        .map(|robot| Compared::main(robot, &[variant_of(robot, Variant::Poses)], true))
}

/// Every number of the main part of every golden file.
#[test]
fn golden_data_agree() {
    if no_corpus() {
        return;
    }
    let mut table = heading("Emitted code against the golden data");
    let mut faults = String::new();
    for compared in to_the_letter() {
        table += &compared.line();
        faults += &compared.faults();
        faults += &incomplete(&compared);
    }
    for robot in of_variant(Variant::Resolved) {
        let compared = Compared::resolved(robot);
        table += &compared.line();
        faults += &compared.faults();
        let tally = compared.tally();
        for quantity in [
            "mass_matrix",
            "bias",
            "inverse_dynamics",
            "forward_dynamics",
        ] {
            assert_eq!(
                tally[quantity].0,
                compared.samples,
                "{}: {quantity}",
                title(robot)
            );
            assert!(
                tally[quantity].1 > 0.0,
                "{}: {quantity} is zero",
                title(robot)
            );
        }
    }
    for (robot, reason) in NOT_YET {
        writeln!(table, "{robot:27} not yet: {reason}").unwrap();
    }
    writeln!(
        table,
        "golden keys with no emitted function yet: {}",
        NOT_EMITTED.join(", ")
    )
    .unwrap();
    show(&table);
    assert!(faults.is_empty(), "\n{faults}");
}

/// What a robot lacks of the quantities that each has, or that is emitted and compared with nothing.
fn incomplete(compared: &Compared) -> String {
    let mut faults = String::new();
    let name = title(compared.robot);
    let singular = golden(compared.robot.robot).singular_mass_matrix;
    let tally = compared.tally();
    for quantity in PER_SAMPLE.into_iter().chain(PER_LINK) {
        let expected = !(singular && INVERSE.contains(&quantity));
        let (count, largest) = tally.get(quantity).copied().unwrap_or_default();
        let right = match expected {
            false => count == 0,
            true if PER_LINK.contains(&quantity) => count >= 1,
            true => count == compared.samples,
        };
        if !right {
            writeln!(faults, "{name}: {quantity} is compared {count} times").unwrap();
        }
        if expected && largest == 0.0 {
            writeln!(faults, "{name}: {quantity} is nowhere but zero").unwrap();
        }
    }
    let known = |emitted: &str| {
        let quantities = compared
            .comparisons
            .iter()
            .map(|comparison| &comparison.quantity);
        quantities
            .into_iter()
            .any(|quantity| quantity.starts_with(emitted))
    };
    for emitted in compared.emitted.iter().filter(|emitted| !known(emitted)) {
        writeln!(faults, "{name}: {emitted} is compared with nothing").unwrap();
    }
    faults
}

/// Every emitted function of every variant at random states. Above all the default one: what is
/// snapped cannot be compared with foreign numbers to the last digit.
#[test]
fn reference_agrees() {
    if no_corpus() {
        return;
    }
    let mut table = heading("Emitted code against the generic algorithms");
    let mut faults = String::new();
    for robot in ROBOTS {
        match check(robot.subject) {
            Ok(report) => {
                let worst = report.worst().expect("something is checked");
                let at = worst.quantity.to_string();
                table += &line(robot, report.rows().len(), worst.error, &at);
                for row in report.rows().iter().filter(|row| row.largest == 0.0) {
                    writeln!(faults, "{}: {} is zero", title(robot), row.quantity).unwrap();
                }
            }
            Err(mismatch) => writeln!(faults, "{}: {mismatch}", title(robot)).unwrap(),
        }
    }
    show(&table);
    assert!(faults.is_empty(), "\n{faults}");
}

/// Snapping turns frames by angles that are listed; no number changes by much more than these.
#[test]
fn snapping_changes_no_more_than_it_says() {
    /// A turn by d at one joint changes positions by d times the reach, which is several times the
    /// largest entry in the worst case, and enters products of up to four such factors.
    const LEVERAGE: f64 = 50.0;
    if no_corpus() {
        return;
    }
    let mut table = heading("Default settings against the golden data; tolerance from snapping");
    let mut faults = String::new();
    let mut snapped = 0;
    for robot in of_variant(Variant::Default) {
        let mut compared = if golden(robot.robot).has_resolved_mimic() {
            Compared::resolved(robot)
        } else {
            Compared::main(robot, &[], false)
        };
        snapped += usize::from(robot.snap > 0.0);
        for comparison in &mut compared.comparisons {
            comparison.amplification =
                comparison.amplification.max(1.0) * (1.0 + LEVERAGE * robot.snap / 1e-12);
        }
        table += &compared.line();
        faults += &compared.faults();
    }
    show(&table);
    assert!(snapped > 0, "no robot is snapped");
    assert!(faults.is_empty(), "\n{faults}");
}

/// Counts for a Panda as others have them, and no angle's sine and cosine taken twice.
#[test]
fn operations_are_few() {
    if no_corpus() {
        return;
    }
    let panda = of_variant(Variant::Welded)
        .next()
        .expect("a Panda with welded fingers");
    let (inverse_dynamics, mass_matrix) = (
        panda.cost("inverse_dynamics").mul_add,
        panda.cost("mass_matrix").mul_add,
    );
    show(&format!(
        "\nPanda, fingers welded: inverse_dynamics {inverse_dynamics}, mass_matrix {mass_matrix}\n"
    ));
    assert!(
        inverse_dynamics <= 660,
        "inverse_dynamics: {inverse_dynamics}"
    );
    assert!(mass_matrix <= 480, "mass_matrix: {mass_matrix}");

    for robot in ROBOTS {
        let turning = |joint: &&multibody_tests::golden::Joint| joint.kind.starts_with('R');
        let angles = golden(robot.robot).joints.iter().filter(turning).count();
        for cost in robot.costs {
            let (name, function) = (title(robot), cost.function);
            assert!(
                cost.sincos <= angles,
                "{name}: {} pairs in {function}",
                cost.sincos
            );
        }
        assert!(!robot.costs.is_empty(), "{}", title(robot));
    }
}

/// Every entry of the manifest is either in the table in all variants, or named as not yet done.
#[test]
fn every_robot_is_there() {
    if no_corpus() {
        return;
    }
    let folder = Path::new(FOLDER.expect("a corpus"));
    let text = std::fs::read_to_string(folder.join("robots/manifest.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let mut robots = 0;
    for entry in manifest.as_array().expect("entries") {
        let name = entry["name"].as_str().expect("a name");
        if entry["kind"] != "urdf" || NOT_YET.iter().any(|(robot, _)| *robot == name) {
            continue;
        }
        robots += 1;
        for variant in [Variant::Letter, Variant::Poses, Variant::Default] {
            let found = of_variant(variant)
                .filter(|robot| robot.robot == name)
                .count();
            assert_eq!(found, 1, "{name} {variant:?}");
        }
        let resolved = of_variant(Variant::Resolved)
            .filter(|robot| robot.robot == name)
            .count();
        assert_eq!(
            resolved,
            usize::from(golden(name).has_resolved_mimic()),
            "{name}"
        );
        let letter = of_variant(Variant::Letter).find(|robot| robot.robot == name);
        let letter = letter.expect("counted above");
        let singular = golden(name).singular_mass_matrix;
        assert_eq!(
            letter.absent.contains(&"forward_dynamics"),
            singular,
            "{name}"
        );
        assert_eq!(letter.snap, 0.0, "{name} is to the letter");
    }
    assert!(robots > 0);
}

/// The comparison is not vacuous: any golden vector or matrix with its largest entry off by a part
/// in a million (more where the condition number forgives that) is told from the right one.
#[test]
fn a_part_in_a_million_in_the_golden_data_fails() {
    if no_corpus() {
        return;
    }
    let mut mutants = 0;
    for compared in to_the_letter() {
        for comparison in compared
            .comparisons
            .into_iter()
            .filter(|c| c.worst().error <= 1.0)
        {
            let mut mutant = comparison;
            let scale = mutant.largest().max(1e-3);
            let change = (1e-6 * scale).max(3.0 * mutant.tolerance());
            let entries = mutant.expected.iter_mut();
            *entries
                .max_by(|a, b| a.abs().total_cmp(&b.abs()))
                .expect("an entry") += change;
            let error = mutant.worst().error;
            assert!(
                error > 1.0,
                "{}: {}",
                title(compared.robot),
                mutant.quantity
            );
            mutants += 1;
        }
    }
    assert!(mutants > 1000, "{mutants}");
}

/// Nor is it blind to the robot: with one moment of inertia off by a part in a million, `M` and
/// what is made of it fail, and kinematics and gravity do not.
#[test]
fn a_part_in_a_million_in_an_inertia_fails() {
    if no_corpus() {
        return;
    }
    let mutant = of_variant(Variant::Mutant).next().expect("a mutant");
    let compared = Compared::main(mutant, &[], false);
    let wrong = |quantity: &str| {
        let named = compared
            .comparisons
            .iter()
            .filter(|c| without_link(&c.quantity) == quantity);
        named
            .map(|comparison| comparison.worst().error)
            .fold(0.0, f64::max)
            > 1.0
    };
    for quantity in [
        "mass_matrix",
        "inverse_dynamics",
        "bias",
        "coriolis",
        "kinetic_energy",
    ] {
        assert!(wrong(quantity), "{quantity}");
    }
    for quantity in [
        "gravity",
        "potential_energy",
        "center_of_mass",
        "jacobian",
        "pose (position)",
    ] {
        assert!(!wrong(quantity), "{quantity}");
    }
}
