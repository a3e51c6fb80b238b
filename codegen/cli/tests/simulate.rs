//! The command `simulate`: motions that are known, faults of the start, and files that are written or not.

#[path = "shared/robots.rs"]
mod robots;

use std::collections::BTreeSet;
use std::f64::consts::PI;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use robots::{FREE, PENDULUM};

/// A folder for one test.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let name = format!("multibody-simulate-{}-{test}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        fs::write(path.join("pendulum.rs"), PENDULUM).unwrap();
        fs::write(path.join("free.urdf"), FREE).unwrap();
        Self(path)
    }

    fn command(&self, line: &str) -> Output {
        self.run(&line.split_whitespace().collect::<Vec<_>>())
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-multibody"));
        command.arg("simulate").args(arguments);
        command.current_dir(&self.0).output().unwrap()
    }

    /// Runs a command that goes well, and reads the table that it writes to `out.csv`.
    fn table(&self, line: &str) -> Table {
        let output = self.command(&format!("{line} --csv out.csv"));
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{stderr}");
        Table::read(&fs::read_to_string(self.0.join("out.csv")).unwrap())
    }

    /// What a command that ends badly says on stderr, with its code.
    fn complaint(&self, line: &str) -> (Option<i32>, String) {
        let output = self.command(line);
        (
            output.status.code(),
            String::from_utf8(output.stderr).unwrap(),
        )
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
        let mut names: Vec<String> = entries.map(|entry| name(entry.unwrap())).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Columns by their names.
struct Table(Vec<(String, Vec<f64>)>);

impl Table {
    fn read(text: &str) -> Self {
        let mut lines = text.lines();
        let heads = lines.next().unwrap().split(',').map(str::to_owned);
        let mut columns: Vec<(String, Vec<f64>)> = heads.map(|head| (head, Vec::new())).collect();
        for line in lines {
            let values: Vec<f64> = line
                .split(',')
                .map(|field| field.parse().unwrap())
                .collect();
            assert_eq!(values.len(), columns.len());
            for ((_, column), value) in columns.iter_mut().zip(values) {
                column.push(value);
            }
        }
        Self(columns)
    }

    fn column(&self, name: &str) -> &[f64] {
        let result = self.0.iter().find(|(head, _)| head == name);
        &result.unwrap_or_else(|| panic!("no {name}")).1
    }

    /// How far a column is from its first value at most.
    fn drift(&self, name: &str) -> f64 {
        let column = self.column(name);
        column
            .iter()
            .fold(0.0, |most, value| (value - column[0]).abs().max(most))
    }
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter()
        .zip(b)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f64::max)
}

#[test]
fn a_pendulum_swings_as_by_hand() {
    let folder = Folder::new("swing");
    let line = "pendulum.rs --field g=9.81 --field m=2 --field l=0.5 --q 0.01 --t 2.01";
    let table = folder.table(line);
    let times = table.column("t");
    assert_eq!(times.len(), 62);
    for (k, time) in times[..61].iter().enumerate() {
        assert_eq!(*time, k as f64 / 30.0);
    }
    assert_eq!(times[61], 2.01);
    // Of a small swing the rate falls by a sixteenth of the square of the amplitude.
    let omega = (9.81_f64 / 0.5).sqrt() * (1.0 - 0.01 * 0.01 / 16.0);
    let by_hand: Vec<f64> = times.iter().map(|t| 0.01 * (omega * t).cos()).collect();
    assert!(distance(table.column("q hinge"), &by_hand) < 1e-8);
    assert!(table.drift("total energy") < 1e-13);
    // P = m v of the bob, and L = m l^2 times the rate about y.
    let rates = table.column("qd hinge").iter().zip(table.column("q hinge"));
    let axis: Vec<f64> = rates.map(|(qd, q)| -2.0 * 0.5 * qd * q.cos()).collect();
    assert!(distance(table.column("P x"), &axis) < 1e-15);
    let turning: Vec<f64> = table.column("qd hinge").iter().map(|qd| 0.5 * qd).collect();
    assert!(distance(table.column("L y"), &turning) < 1e-15 && table.drift("L y") > 0.01);
}

/// The largest step decides about the error by the method's order.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn methods_have_their_order() {
    let folder = Folder::new("order");
    let end = |method: &str, step: f64| {
        let line = format!(
            "free.urdf --root floating --qd 0.3,0,0.1,1,-2,3,2,0.4 --t 0.5 --fps 2 --method {method} --step {step}"
        );
        let table = folder.table(&line);
        table
            .0
            .iter()
            .filter(|(name, _)| name.starts_with('q'))
            .map(|(_, values)| values[1])
            .collect::<Vec<f64>>()
    };
    let truth = end("rk4", 0.0005);
    for (method, order, step) in [
        ("semi-implicit-euler", 1, 0.001),
        ("implicit-midpoint", 2, 0.01),
        ("rk4", 4, 0.01),
    ] {
        let (coarse, fine) = (
            distance(&end(method, step), &truth),
            distance(&end(method, step / 2.0), &truth),
        );
        let ratio = coarse / fine / f64::from(1 << order);
        assert!(
            fine > 1e-10 && (0.8..1.3).contains(&ratio),
            "{method}: {coarse:e} {fine:e}"
        );
    }
}

/// Whatever the chart of its root, a free robot moves the same way and keeps energy and momenta.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn free_robots_keep_energy_and_momenta_in_all_charts() {
    let folder = Folder::new("charts");
    let motion = |root: &str, method: &str| {
        folder.table(&format!(
            "free.urdf --root {root} --gravity 0,0,0 --qd 0.3,0,0.1,1,-2,3,2,0.4 --t 2 --method {method}"
        ))
    };
    let first = motion("floating", "rk4");
    for (root, method, bound) in [
        ("floating", "rk4", 1e-9),
        ("floating(chart=exponential)", "rk4", 1e-9),
        ("floating(chart=zyx)", "rk4", 1e-4), // steep next to its singular angle
        ("floating", "implicit-midpoint", 2e-4),
        ("floating(chart=exponential)", "implicit-midpoint", 2e-4),
        ("floating(chart=modified_rodrigues)", "rk4", 1e-9),
    ] {
        let table = motion(root, method);
        for name in ["total energy", "P x", "P y", "P z", "L x", "L y", "L z"] {
            assert!(table.column(name)[0] != 0.0);
            assert!(
                table.drift(name) < bound,
                "{root}, {method}: {name} by {:e}",
                table.drift(name)
            );
        }
        if method == "rk4" && root != "floating(chart=zyx)" {
            for name in ["q hip", "qd tail"] {
                assert!(
                    distance(table.column(name), first.column(name)) < 1e-8,
                    "{root}: {name}"
                );
                assert!(table.drift(name) > 0.1);
            }
        }
    }
}

/// Rates that are derivatives of a rotation vector or of modified Rodrigues parameters change with these where whole turns
/// are removed.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn derivatives_of_three_parameters_change_with_them() {
    let folder = Folder::new("derivatives");
    let angular = "0.3,4,0.2";
    for (chart, rates, qd, longest) in [
        ("", "", angular, 1.0),
        ("chart: exponential,", "", angular, PI),
        ("chart: exponential,", "rates: derivative,", angular, PI),
        ("chart: modified_rodrigues,", "", angular, 1.0),
        // Without rotation, the derivatives are a quarter of the angular velocity.
        (
            "chart: modified_rodrigues,",
            "rates: derivative,",
            "0.075,1,0.05",
            1.0,
        ),
    ] {
        let robot = format!(
            "#[multibody(gravity = [0, 0, 0], joint turn {{ ball, {chart} {rates} parent: world, child: hull }},
             body hull {{ mass: 1, inertia: diag(0.1, 0.2, 0.3) }})] struct Hull;"
        );
        fs::write(folder.0.join("hull.rs"), robot).unwrap();
        let table = folder.table(&format!("hull.rs --qd {qd} --t 6"));
        for name in ["total energy", "L x", "L y", "L z"] {
            assert!(
                table.drift(name) < 1e-8,
                "{chart} {rates}: {name} by {:e}",
                table.drift(name)
            );
        }
        // It has turned several times, and is still short.
        let length = |k: usize| {
            (0..3)
                .map(|i| table.column(&format!("q turn[{i}]"))[k].powi(2))
                .sum::<f64>()
        };
        if !chart.is_empty() {
            let lengths = (0..table.column("t").len()).map(|k| length(k).sqrt());
            assert!(lengths.fold(0.0, f64::max) <= longest + 1e-12);
        }
    }
}

#[test]
fn all_faults_of_a_start_come_at_once_and_nothing_is_written() {
    let folder = Folder::new("faults");
    let before = folder.files();
    let line = "pendulum.rs --field g=9.81 --field lenght=1 --field l=1,2 --q 0.1,0.2 --qd 1,2,3 --step 0 --t -1 --plot a.svg --csv a.csv";
    let (code, text) = folder.complaint(line);
    assert_eq!(code, Some(1));
    let errors: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("error"))
        .collect();
    assert_eq!(
        errors,
        [
            "error: `--t` is -1",
            "error: `--step` is 0",
            "error: `--q` has 2, not 1 positions",
            "error: `--qd` has 3, not 1 rates",
            "error: there is no field `lenght`",
            "error: the field `m` has no value",
            "error: `--field l` has 2, not 1 values",
        ]
    );
    // Before anything is derived.
    assert!(!text.contains("derive"), "{text}");
    for (one, message) in [
        ("--step 0", "`--step` is 0"),
        ("--t nan", "`--t` is NaN"),
        ("--fps 0", "`--fps` is 0"),
        ("--feedback 0", "`--feedback` is given"),
    ] {
        let (code, text) = folder.complaint(&format!("free.urdf --root fixed {one}"));
        assert_eq!(code, Some(1), "{text}");
        assert_eq!(text.matches("error: ").count(), 1, "{text}");
        assert!(text.contains(message), "{text}");
    }
    let (_, text) = folder.complaint("free.urdf --root floating --q 0,0,0,0,0,0,0,0,0");
    assert!(
        text.contains("the quaternion of `root_joint` is 0 in `--q`"),
        "{text}"
    );
    let (_, text) = folder.complaint("free.urdf --t 1e9");
    assert!(text.contains("30000000000 frames"), "{text}");
    let (code, text) = folder.complaint("free.urdf --effort high --name Free");
    assert_eq!(code, Some(2));
    assert!(
        text.contains("--name, --effort cannot be given to simulate"),
        "{text}"
    );
    let (code, _) = folder.complaint("free.urdf --q 1,x");
    assert_eq!(code, Some(2));
    assert_eq!(folder.files(), before);
}

/// How long the rod is only the command says.
#[test]
fn a_constraint_that_is_not_satisfied_is_named() {
    let folder = Folder::new("unmet");
    let arm = "
#[multibody(
    gravity = [0, 0, -9.81],
    joint shoulder { revolute, parent: world, child: upper, axis: y },
    joint elbow { revolute, parent: upper, child: lower, axis: y, origin: [0, 0, -1] },
    joint wrist { revolute, parent: lower, child: hand, axis: y, origin: [0, 0, -1] },
    body upper { mass: 1, com: [0, 0, -0.5] },
    body lower { mass: 1, com: [0, 0, -0.5] },
    body hand { mass: 1, com: [0, 0, -0.1] },
    constraint gear: shoulder - wrist,
    distance rod { from: lower, to: [world, [4, 0, 0]], length: l },
)]
pub struct Arm { l: f64 }
";
    fs::write(folder.0.join("arm.rs"), arm).unwrap();
    let (code, stderr) = folder.complaint("arm.rs --field l=0.5 --q 0.1,0.2,0.1 --t 0.1");
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("`rod` stays off by 4.4e0"), "{stderr}");
}

/// A hinge whose axes are opposed, and a weld at half a turn, have rows that are 0.
#[test]
fn opposed_axes_do_not_close_a_hinge() {
    let folder = Folder::new("opposed");
    let arm = |kept: &str| {
        format!(
            "
#[multibody(
    joint hip {{ ball, chart: exponential, parent: world, child: trunk }},
    body trunk {{ mass: 2, com: [0.1, 0, 0], inertia: diag(0.1, 0.2, 0.3) }},
    joint axle {{ revolute, parent: trunk, child: wheel, axis: y }},
    body wheel {{ mass: 1, com: [0, 0, -0.1], inertia: diag(0.1, 0.1, 0.1) }},
    loop door {{ from: world, to: trunk, leaves: {kept} }},
)]
pub struct Arm;
"
        )
    };
    for (kept, row, opposed) in [
        ("revolute(z)", "turn_y", "3.14159265358979312,0,0,0"),
        ("fixed", "turn_x", "0,0,3.14159265358979312,0"),
    ] {
        fs::write(folder.0.join("arm.rs"), arm(kept)).unwrap();
        let (code, stderr) = folder.complaint(&format!("arm.rs --t 0.1 --q={opposed}"));
        assert_eq!(code, Some(1), "{kept} {stderr}");
        let error = stderr
            .lines()
            .find(|line| line.starts_with("error"))
            .unwrap();
        assert!(
            error.contains(&format!("`door.{row}` is off by half a turn")),
            "{error}"
        );
        let (code, stderr) = folder.complaint("arm.rs --t 0.1 --q=0.1,0.2,0.3,0.4");
        assert_eq!(code, Some(0), "{kept} {stderr}");
    }
}

/// Where two of its axes coincide, a chart of three angles is named; what flies away for another reason does not name it.
#[test]
fn a_motion_that_ends_at_a_singular_chart_names_the_chart() {
    let folder = Folder::new("singular");
    let hull = "
#[multibody(
    gravity = [0, 0, -9.81],
    joint free { floating, parent: world, child: hull, chart: zyx },
    joint tail { revolute, parent: hull, child: fin, axis: y, spring: stiff },
    body hull { mass: 2, inertia: diag(0.1, 0.2, 0.3) },
    body fin { mass: 0.1, com: [0.1, 0, 0] },
)]
pub struct Hull { stiff: f64 }
";
    fs::write(folder.0.join("hull.rs"), hull).unwrap();
    let (code, stderr) = folder.complaint(
        "hull.rs --field stiff=0 --q 0,0,1,0,1.5707963267948966,0,0 --qd 0,0,0,0.1,0.2,0.3,0",
    );
    assert_eq!(code, Some(1), "{stderr}");
    assert!(
        stderr.contains("the motion is not finite at t = "),
        "{stderr}"
    );
    let expected = "the chart `zyx` of joint `free` is nearly singular at t = 0 s";
    assert!(stderr.contains(expected), "{stderr}");
    let (code, stderr) = folder.complaint("hull.rs --field stiff=1e9 --qd 0,0,0,0,0,0,1");
    assert_eq!(code, Some(1), "{stderr}");
    assert!(!stderr.contains("chart"), "{stderr}");
}

/// Four bars about y. The hinge that closes them turns about z of frames, which are turned.
#[test]
fn frames_turn_the_axes_of_a_loop() {
    let folder = Folder::new("frames");
    let link = |name: &str, com: &str| {
        format!(
            r#"<link name="{name}"><inertial><origin xyz="{com}"/><mass value="1"/>
            <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>"#
        )
    };
    let joint = |name: &str, parent: &str, child: &str, place: &str| {
        format!(
            r#"<joint name="{name}" type="continuous"><parent link="{parent}"/><child link="{child}"/>
            <origin xyz="{place}"/><axis xyz="0 1 0"/></joint>"#
        )
    };
    let robot = [
        link("left", "0 0 -0.5"),
        link("bar", "1 0 0"),
        link("right", "0 0 -0.5"),
        joint("a", "base", "left", "0 0 0"),
        joint("b", "left", "bar", "0 0 -1"),
        joint("c", "base", "right", "2 0 0"),
    ];
    let robot = format!(
        r#"<robot name="r"><link name="base"/>{}</robot>"#,
        robot.concat()
    );
    fs::write(folder.0.join("four.urdf"), robot).unwrap();
    let output = folder.run(&[
        "four.urdf",
        "--frame",
        "p=bar 2 0 0 -1.5707963267948966 0 0",
        "--frame",
        "r=right 0 0 -1 -1.5707963267948966 0 0",
        "--loop",
        "p:r:hinge",
        "--q=0.6,-0.6,0.6",
        "--csv",
        "out.csv",
    ]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    let table = Table::read(&fs::read_to_string(folder.0.join("out.csv")).unwrap());
    let (a, b, c) = (
        table.column("q a"),
        table.column("q b"),
        table.column("q c"),
    );
    assert!(distance(a, c) < 1e-9 && table.drift("q a") > 1.0);
    let opposite: Vec<f64> = b.iter().map(|q| -q).collect();
    assert!(distance(a, &opposite) < 1e-9 && table.drift("total energy") < 1e-6);
}

/// Changes to a start are reported, and a feedback that does nothing, or harm, is named.
#[test]
fn changes_of_a_start_and_odd_feedbacks_are_reported() {
    let folder = Folder::new("feedback");
    let geared = "
#[multibody(
    joint crank { revolute, parent: world, child: wheel, axis: y },
    joint rocker { revolute, parent: world, child: bar, axis: y },
    body wheel { mass: 1, com: [0.2, 0, 0], inertia: diag(0.1, 0.1, 0.1) },
    body bar { mass: 1, com: [0.2, 0, 0], inertia: diag(0.1, 0.1, 0.1) },
    constraint gear: crank + rocker.sin() - 2 * rocker,
)]
pub struct Geared;
";
    fs::write(folder.0.join("geared.rs"), geared).unwrap();
    let line = "geared.rs --t 0.05";
    let (_, stderr) = folder.complaint(&format!("{line} --qd 1,0"));
    assert!(
        stderr.contains("the rates of the start are changed"),
        "{stderr}"
    );
    let (_, stderr) = folder.complaint(&format!("{line} --qd 1,1"));
    assert!(
        !stderr.contains("the rates of the start are changed"),
        "{stderr}"
    );
    let (code, stderr) = folder.complaint(&format!("{line} --feedback 1e-9"));
    assert_eq!(code, Some(1), "{stderr}");
    assert!(
        stderr.contains("`--feedback` is 0.000000001, less than a step"),
        "{stderr}"
    );
    let hasty = "geared.rs --t 400 --fps 1 --q=1,0.5 --qd 3,1 --step 0.2 --feedback 0.2 --method semi-implicit-euler";
    let (code, stderr) = folder.complaint(hasty);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("write a longer `--feedback`"), "{stderr}");
    let (code, stderr) = folder.complaint("free.urdf --t 0.1 --feedback 0.1");
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("the robot has no constraints"), "{stderr}");
}

/// Of a quaternion only the direction counts, whatever its length: squares of these are 0 or infinite.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn quaternions_of_any_length_are_orientations() {
    let folder = Folder::new("lengths");
    let end = |unit: &str| {
        let q = format!("0,0,0,{unit},0,0,{unit},0.1,0");
        let line = format!("free.urdf --root floating --q {q} --t 0.1");
        let table = folder.table(&line);
        (0..4)
            .map(|k| {
                *table
                    .column(&format!("q root_joint[{}]", k + 3))
                    .last()
                    .unwrap()
            })
            .collect::<Vec<f64>>()
    };
    let expected = end("1");
    for unit in ["1e200", "1e-170", "1e-300"] {
        assert!(distance(&end(unit), &expected) < 1e-14, "{unit}");
    }
}

/// A step longer than the motion is the motion; numbers at the ends of the range are drawn; there are limits.
#[test]
fn odd_times_and_numbers_are_moved_through_or_refused() {
    let folder = Folder::new("odd");
    let start = "free.urdf --root fixed --qd=0,0.5 --t 1 --fps 10";
    let long = folder.table(&format!("{start} --step 1e9"));
    assert!(long.drift("q tail") > 0.4);
    for odd in ["--q=1.7e308 --t .1", "--q=0.1 --t 5e-324"] {
        let line = format!("pendulum.rs --field g=0 --field m=1 --field l=1 {odd} --plot odd.svg");
        let output = folder.command(&line);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(!stderr.contains("panicked"), "{stderr}");
        let plot = fs::read_to_string(folder.0.join("odd.svg")).unwrap_or_default();
        assert!(!plot.contains("NaN") && !plot.contains("inf"), "{odd}");
    }
    let (code, stderr) = folder.complaint("free.urdf --t 1 --step 1e-12");
    assert_eq!(code, Some(1));
    assert!(stderr.contains("too many steps"), "{stderr}");
    let (code, stderr) = folder.complaint("free.urdf --t inf --fps 30");
    assert_eq!(
        (code, stderr.matches("error").count()),
        (Some(1), 1),
        "{stderr}"
    );
    assert!(stderr.contains("`--t` is inf"), "{stderr}");
}

/// A folder where a plot was to be: the message is of no other option.
#[test]
fn a_folder_is_no_file_to_write() {
    let folder = Folder::new("folder");
    fs::create_dir(folder.0.join("plots")).unwrap();
    let (code, stderr) = folder.complaint("free.urdf --t 0.1 --plot plots");
    assert_eq!(code, Some(1));
    assert!(stderr.contains("`plots` is a folder"), "{stderr}");
    assert!(
        stderr.contains("help: name the file to write, or - for stdout"),
        "{stderr}"
    );
}

/// A simulation derives its own functions alone, so bundles and work at a position do not matter.
#[test]
fn functions_of_links_in_bundles_do_not_matter() {
    let folder = Folder::new("bundles");
    let robot = "#[multibody(gravity = [0, 0, -9.81], links(all), bundle(poses = [pose]), at(pose_of_rod),
        joint a { revolute, parent: world, child: rod, axis: y }, body rod { mass: 1, com: [0.5, 0, 0] })]
        pub struct Arm;";
    fs::write(folder.0.join("arm.rs"), robot).unwrap();
    assert!(folder.table("arm.rs --t 0.1").drift("total energy") < 1e-6);
}

/// A plot has a few points for each unit of its width, a table has all rows and whole names.
#[test]
fn plots_of_many_frames_are_small_and_tables_have_whole_names() {
    let folder = Folder::new("many");
    let long = "shoulder_".repeat(12);
    let robot = FREE.replace("\"tail\"", &format!("\"{long}\""));
    fs::write(folder.0.join("long.urdf"), robot).unwrap();
    let line = "long.urdf --qd 3,0 --t 1 --step 0.01 --fps 10000 --plot many.svg";
    let table = folder.table(line);
    assert_eq!(table.column(&format!("q {long}")).len(), 10_001);
    let size = fs::metadata(folder.0.join("many.svg")).unwrap().len();
    assert!((10_000..400_000).contains(&size), "{size}");
}

/// Each figure of the guide is what the command draws that the chapter names, of the snippet above it;
/// `MULTIBODY_BLESS=1` draws them anew.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn the_figures_of_the_guide_are_what_the_commands_draw() {
    const COMMAND: &str = "`cargo multibody simulate ";
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/guide");
    let folder = Folder::new("figures");
    fs::create_dir(folder.0.join("robots")).unwrap();
    let arm = "robots/arm.urdf";
    fs::copy(guide.join("..").join(arm), folder.0.join(arm)).unwrap();
    let mut drawn = BTreeSet::new();
    for chapter in fs::read_dir(&guide).unwrap() {
        let chapter = chapter.unwrap().path();
        if chapter
            .extension()
            .is_none_or(|extension| extension != "md")
        {
            continue;
        }
        let text = fs::read_to_string(&chapter).unwrap();
        for (index, _) in text.match_indices(COMMAND) {
            let line = text[index + COMMAND.len()..].split('`').next().unwrap();
            let file = line.split(' ').next().unwrap();
            let snippet = text[..index].rsplit("```rust\n").next().unwrap();
            fs::write(folder.0.join(file), snippet.split("```").next().unwrap()).unwrap();
            let output = folder.command(line);
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{line}:\n{stderr}");
            let figure = line.rsplit(' ').next().unwrap();
            let page = fs::read_to_string(folder.0.join(figure)).unwrap();
            // A blank line would end it in the guide.
            assert!(!page.contains("\n\n") && page.len() < 50_000, "{figure}");
            if std::env::var_os("MULTIBODY_BLESS").is_some() {
                fs::write(guide.join(figure), &page).unwrap();
            }
            let kept = fs::read_to_string(guide.join(figure)).unwrap();
            assert!(kept == page, "{figure} is not what {line} draws");
            drawn.insert(figure.to_owned());
        }
    }
    let chapters = fs::read_to_string(guide.join("../src/guide.rs")).unwrap();
    let message = chapters.split("../guide/").filter_map(|rest| {
        let name = rest.split('"').next()?;
        name.ends_with(".svg").then(|| name.to_owned())
    });
    assert_eq!(message.collect::<BTreeSet<_>>(), drawn);
}

/// The commands of the chapter on MJCF run as they stand there, on the robots beside it.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn the_commands_of_the_chapter_on_mjcf_run() {
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime");
    let folder = Folder::new("mjcf");
    for name in ["robots", "src"] {
        fs::create_dir(folder.0.join(name)).unwrap();
    }
    for robot in ["robots/biped.xml", "robots/biped_classes.xml"] {
        fs::copy(runtime.join(robot), folder.0.join(robot)).unwrap();
    }
    let chapter = fs::read_to_string(runtime.join("guide/mjcf.md")).unwrap();
    let lines = chapter.lines();
    let lines: Vec<&str> = lines
        .filter_map(|line| line.strip_prefix("cargo multibody "))
        .collect();
    assert_eq!(lines.len(), 3);
    for line in lines {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-multibody"));
        command.args(line.split_whitespace());
        let output = command.current_dir(&folder.0).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}:\n{stderr}");
    }
    let table = Table::read(&fs::read_to_string(folder.0.join("biped.csv")).unwrap());
    let heights = table.column("q base[2]");
    assert!(
        heights[0] == 0.54 && heights[15] < -0.5,
        "from the keyframe down: {heights:?}"
    );
    let generated = fs::read_to_string(folder.0.join("src/biped.rs")).unwrap();
    assert!(generated.contains("name: \"crouch\""));
}

/// Neither the file that a Rust file names, nor one of two results by another name.
#[test]
fn results_spare_what_they_are_made_from_and_each_other() {
    let folder = Folder::new("spared");
    fs::write(
        folder.0.join("free.rs"),
        "#[multibody(urdf = \"free.urdf\")] pub struct Free;",
    )
    .unwrap();
    let (code, stderr) = folder.complaint("free.rs --csv free.urdf");
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("is the description itself"), "{stderr}");
    assert_eq!(
        fs::read_to_string(folder.0.join("free.urdf")).unwrap(),
        FREE
    );
    let (code, stderr) = folder.complaint("free.urdf --csv both --plot ./both");
    assert_eq!(code, Some(1));
    assert!(stderr.contains("cannot be one file"), "{stderr}");
}

/// A motion that flies away leaves plot and table up to there. One whose start has no energy leaves none.
#[test]
fn a_motion_that_becomes_infinite_is_written_up_to_there() {
    let folder = Folder::new("flies");
    let before = folder.files();
    let springy = "--fps 1000 --spring hip=1e9 --qd 1,0";
    let (code, text) = folder.complaint(&format!("free.urdf {springy} --plot a.svg --csv a.csv"));
    assert_eq!(code, Some(1));
    let error = "error: the motion is not finite at t = ";
    let last = text.lines().find_map(|line| line.strip_prefix(error));
    let end: f64 = last.unwrap().trim_end_matches(" s").parse().unwrap();
    let table = Table::read(&fs::read_to_string(folder.0.join("a.csv")).unwrap());
    let times = table.column("t");
    assert!((end - times[times.len() - 1] - 1e-3).abs() < 1e-9, "{text}");
    assert!(times.len() > 2 && table.column("q hip").iter().all(|q| q.is_finite()));
    let plot = fs::read_to_string(folder.0.join("a.svg")).unwrap();
    assert!(plot.contains("<polyline") && !plot.contains("NaN") && !plot.contains("inf"));
    for file in ["a.csv", "a.svg"] {
        fs::remove_file(folder.0.join(file)).unwrap();
    }
    let (code, text) = folder.complaint("free.urdf --qd 1e200,0 --csv a.csv");
    assert_eq!(code, Some(1));
    assert!(
        text.contains("the energy of the start is not finite"),
        "{text}"
    );
    assert_eq!(folder.files(), before);
}

/// Both files are of one motion.
#[test]
fn a_result_that_cannot_be_written_leaves_none() {
    let folder = Folder::new("none");
    let before = folder.files();
    let (code, text) = folder.complaint("free.urdf --plot a.svg --csv nowhere/a.csv");
    assert_eq!(code, Some(1));
    assert!(text.contains("nowhere"), "{text}");
    let (code, text) = folder.complaint("free.urdf --plot a.svg --csv a.svg");
    assert_eq!(code, Some(1));
    assert!(text.contains("one file"), "{text}");
    assert_eq!(folder.files(), before);
}

#[test]
fn standard_output_takes_the_table_and_nothing_else() {
    let folder = Folder::new("stdout");
    let output = folder.command("free.urdf --t 0.1 --tau 0.5,0 --csv -");
    let table = Table::read(&String::from_utf8(output.stdout).unwrap());
    assert_eq!(table.column("t").len(), 4);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.contains("simulate [####################] 0.10 of 0.10 s"),
        "{stderr}"
    );
    // Work is done, and the last line says so.
    let last = stderr.lines().last().unwrap();
    assert!(
        last.starts_with("energy: ") && last.ends_with("forces that do work are among the causes"),
        "{stderr}"
    );
}

/// Names stay names, in a plot and in a table.
#[test]
fn hostile_names_stay_names() {
    let folder = Folder::new("names");
    let hostile = FREE.replace("\"hip\"", "\"=h,i&quot;p&lt;/text>&#10;\"");
    fs::write(folder.0.join("hostile.urdf"), hostile).unwrap();
    let output = folder.command("hostile.urdf --t 0.1 --plot a.svg --csv a.csv");
    assert!(output.status.success());
    let page = fs::read_to_string(folder.0.join("a.svg")).unwrap();
    let page = roxmltree::Document::parse(&page).unwrap();
    let texts = page.descendants().filter_map(|node| node.text());
    assert!(
        texts
            .into_iter()
            .any(|text| text.starts_with("=h,i\"p</text>"))
    );
    assert_eq!(
        page.descendants()
            .filter(|node| node.has_tag_name("polyline"))
            .count(),
        12
    );
    let text = fs::read_to_string(folder.0.join("a.csv")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5);
    assert!(
        lines[0].starts_with("t,\"q =h,i\"\"p</text>"),
        "{}",
        lines[0]
    );
}
