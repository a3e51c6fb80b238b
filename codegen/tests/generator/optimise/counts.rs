//! How much arithmetic the robots of the corpus take.

use multibody_codegen::internal::derive::{Algorithm, Derivation};
use multibody_codegen::settings::{Effort, Root, Weld};
use multibody_codegen::{Count, Function, Settings, Source, integer};

use crate::support::corpus;
use crate::support::robot::source;
use crate::support::{Robot, chain, fixture, shared_fixture};

/// Name of each robot in the table of `docs/measurements.md`, and its file.
const ROBOTS: [(&str, &str); 9] = [
    ("Panda, fingers welded", "panda"),
    ("UR5", "ur5"),
    ("Z1 with gripper", "z1"),
    ("Solo12", "solo12"),
    ("ANYmal", "anymal_b"),
    ("Go2", "go2"),
    ("G1", "g1_29dof"),
    ("Talos reduced", "talos_reduced"),
    ("iCub reduced", "icub_reduced"),
];
/// The columns of the table.
const FUNCTIONS: [Function; 6] = [
    Function::InverseDynamics,
    Function::MassMatrix,
    Function::Bias,
    Function::ForwardDynamics,
    Function::Gravity,
    Function::InverseDynamicsDerivatives,
];

/// Robots of MuJoCo by their files; in the table as well.
const MJCF: [&str; 11] = [
    "mj_ball_joints",
    "mj_cartpole",
    "mj_go1",
    "mj_hopper",
    "mj_humanoid",
    "mj_panda",
    "mj_panda_robotiq",
    "mj_quadruped",
    "mj_slider_crank",
    "mj_tidybot",
    "mj_ur5e",
];

/// The row of a robot in `docs/measurements.md`, without the counts of a high effort.
fn statements(robot: &str) -> String {
    let measurements = include_str!("../../../../docs/measurements.md");
    let (_, table) = measurements.split_once("\n## Counts\n").expect("a chapter");
    let row = table
        .lines()
        .find(|line| line.starts_with(&format!("| {robot} |")));
    let cells = row.expect(robot).trim_matches(['|', ' ']).split(" | ");
    let by_default = cells.map(|cell| cell.split(" / ").next().expect("a part"));
    by_default.collect::<Vec<_>>().join(" | ")
}

/// Multiplications and additions as `report` has them, where no link is named: neither more nor fewer than the table
/// has.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn robots_of_the_corpus_have_the_costs_of_the_table() {
    let corpus = corpus::folder();
    let mut differ = Vec::new();
    for (robot, file) in ROBOTS {
        let (is_panda, is_ur5) = (file == "panda", file == "ur5");
        let coriolis = (is_panda || is_ur5).then_some(Function::CoriolisMatrix);
        let settings = Settings {
            root: corpus.root(file),
            welds: welded_fingers().filter(|_| is_panda).collect(),
            functions: FUNCTIONS.into_iter().chain(coriolis).collect(),
            ..Settings::default()
        };
        let dynamics = Robot::of(&corpus.robot(file), settings).derive();
        let count = |function| Count::of(dynamics.program(function)).mul_add().to_string();
        let cells = [robot.to_owned()].into_iter().chain(FUNCTIONS.map(count));
        let actual = cells.collect::<Vec<_>>().join(" | ");
        if let Some(coriolis) = coriolis.map(count) {
            println!("{robot}: Coriolis matrix {coriolis}");
            let expected = if is_panda { "1279" } else { "333" };
            assert_eq!(coriolis, expected, "{robot}");
        }
        println!("| {actual} |");
        if actual != statements(robot) {
            differ.push(format!("{actual}, and the table has {}", statements(robot)));
        }
    }
    assert!(differ.is_empty(), "{differ:#?}");
}

/// The same of the robots in the format of MuJoCo: the first columns of the table.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn robots_of_mujoco_have_the_costs_of_the_table() {
    let corpus = corpus::folder();
    let mut differ = Vec::new();
    for robot in MJCF {
        let settings = Settings {
            functions: FUNCTIONS[..4].iter().copied().collect(),
            ..Settings::default()
        };
        let dynamics = Robot::of_any(&corpus.mjcf(robot), settings).derive();
        let count = |function| Count::of(dynamics.program(function)).mul_add().to_string();
        let cells = [robot.to_owned()].into_iter();
        let cells = cells.chain(FUNCTIONS[..4].iter().map(|function| count(*function)));
        let actual = cells.collect::<Vec<_>>().join(" | ");
        println!("| {actual} |");
        if actual != statements(robot) {
            differ.push(format!("{actual}, and the table has {}", statements(robot)));
        }
    }
    assert!(differ.is_empty(), "{differ:#?}");
}

/// A value and a product with its derivatives take at most so many times the operations of the value alone, in hundredths: by forward
/// mode and by reverse mode of inverse dynamics, then of forward dynamics.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn products_with_derivatives_cost_little_more_than_the_function() {
    let corpus = corpus::folder();
    let products = [
        (Function::InverseDynamicsJvp, Function::InverseDynamics),
        (Function::InverseDynamicsVjp, Function::InverseDynamics),
        (Function::ForwardDynamicsJvp, Function::ForwardDynamics),
        (Function::ForwardDynamicsVjp, Function::ForwardDynamics),
    ];
    let robots = [
        ("ur5", [271, 266, 241, 237]),
        ("panda", [250, 248, 219, 219]),
        ("z1", [257, 254, 222, 221]),
        ("anymal_b", [261, 258, 220, 216]),
        ("solo12", [264, 260, 224, 219]),
        ("g1_29dof", [252, 249, 215, 208]),
        ("talos_reduced", [254, 254, 218, 212]),
    ];
    for (file, limit) in robots {
        let settings = Settings {
            root: corpus.root(file),
            welds: welded_fingers().filter(|_| file == "panda").collect(),
            functions: products.iter().flat_map(|&(own, of)| [own, of]).collect(),
            ..Settings::default()
        };
        let dynamics = Robot::of(&corpus.robot(file), settings).derive();
        let count = |function| Count::of(dynamics.program(function)).mul_add();
        for ((own, of), limit) in products.into_iter().zip(limit) {
            let (own_count, value) = (count(own), count(of));
            println!("{file}: {own} {own_count}, {of} {value}");
            assert!(
                100 * own_count <= limit * value,
                "{file}: {own} {own_count}, {of} {value}"
            );
        }
    }
}

/// The derivatives of gravity together with the mass matrix take at most so many operations.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn gravity_stiffness_takes_few_operations() {
    let corpus = corpus::folder();
    let function = Function::GravityStiffness;
    for (file, limit) in [("ur5", 103), ("panda", 401), ("anymal_b", 761)] {
        let settings = Settings {
            root: corpus.root(file),
            welds: welded_fingers().filter(|_| file == "panda").collect(),
            functions: [function].into(),
            ..Settings::default()
        };
        let dynamics = Robot::of(&corpus.robot(file), settings).derive();
        let count = Count::of(dynamics.program(function)).mul_add();
        println!("{file}: {count}");
        assert!(count <= limit, "{file}: {count}, not {limit}");
    }
}

/// A Panda as written, as in `docs/measurements.md`: its numbers are next to quarter turns, and make all others long. A
/// search for frames would take too long with them (`derive/src/driver/search_budget.rs`); it would find 746, 651 and 1599.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn a_panda_as_written_costs_what_is_documented() {
    let corpus = corpus::folder();
    let counted = [
        (Function::InverseDynamics, 823),
        (Function::MassMatrix, 749),
        (Function::ForwardDynamics, 1768),
    ];
    let settings = Settings {
        snap: false,
        welds: welded_fingers().collect(),
        functions: counted.map(|(function, _)| function).into(),
        ..Settings::default()
    };
    let dynamics = Robot::of(&corpus.robot("panda"), settings).derive();
    for (function, operations) in counted {
        let count = Count::of(dynamics.program(function)).mul_add();
        assert_eq!(count, operations, "{function}");
    }
}

fn welded_fingers() -> impl Iterator<Item = Weld> {
    ["panda_finger_joint1", "panda_finger_joint2"]
        .into_iter()
        .map(|joint| Weld {
            joint: joint.into(),
            position: integer(0),
        })
}

/// Asserts that no function takes more than one sine and cosine for each joint that turns.
fn assert_few_sines(name: &str, robot: Robot) {
    let angles = robot.angles();
    let dynamics = robot.derive();
    let sincos = dynamics
        .derivations
        .functions
        .iter()
        .map(|d| (Count::of(&d.program).sincos, d));
    let (limit, _) = sincos
        .clone()
        .max_by_key(|(sincos, _)| *sincos)
        .expect("functions");
    println!("{name}: at most {limit} sines and cosines for {angles} turning joints");
    for (sincos, derivation) in sincos {
        let function = derivation.target.function;
        assert!(
            sincos <= angles,
            "{name}: {function}: {sincos} for {angles} joints"
        );
    }
}

/// Robots of hinges, one with a floating root and one with followers, whose derivatives take at most so many operations
/// without a search for frames, and those of forward mode, which any robot has.
#[test]
fn derivatives_of_hinges_take_fewer_operations_by_composites() {
    let function = Function::InverseDynamicsDerivatives;
    for (source, root, limit, by_forward_mode) in [
        (fixture("six_axes.urdf"), Root::Fixed, 2325, 4394),
        (shared_fixture("two_limbs.urdf"), Root::FLOATING, 1270, 2395),
        (shared_fixture("geared.urdf"), Root::Fixed, 369, 566),
    ] {
        let settings = Settings {
            effort: Effort::None,
            root,
            functions: [function].into(),
            ..Settings::default()
        };
        let robot = Robot::of(&source, settings).derive();
        robot.assert_proved();
        let derivation = &robot.derivations.functions[0];
        let count = derivation.count.mul_add();
        println!("{}: {count}", source.name);
        assert_eq!(
            derivation.route.algorithm(),
            Algorithm::CompositeDerivatives,
            "{}",
            source.name
        );
        assert!(count <= limit, "{}: {count}, not {limit}", source.name);
        let others = derivation.others.iter();
        let others: Vec<usize> = others.map(|(_, of)| Count::of(of).mul_add()).collect();
        assert_eq!(others, [by_forward_mode], "{}", source.name);
    }
}

/// Each further joint takes as much by Newton and Euler and by articulated bodies, and a column more of M.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn operations_of_chains_grow_by_the_joint() {
    let functions = [
        Function::InverseDynamics,
        Function::ForwardDynamics,
        Function::MassMatrix,
    ];
    let settings = Settings {
        effort: Effort::None,
        functions: functions.into(),
        ..Settings::default()
    };
    let counts = [16, 32, 64].map(|joints| {
        let robot = Robot::of(&chain(joints), settings.clone()).derive();
        functions.map(|function| Count::of(robot.program(function)).mul_add() as f64)
    });
    println!("{counts:?}");
    let [inverse, forward, mass] = [0, 1, 2].map(|index| {
        let [few, some, many] = counts.map(|counts| counts[index]);
        (many - some) / (some - few)
    });
    for (subject, growth) in [("inverse", inverse), ("forward", forward)] {
        assert!((growth - 2.0).abs() <= 0.02, "{subject} dynamics: {growth}");
    }
    assert!((3.0..4.0).contains(&mass), "mass matrix: {mass}");
}

#[test]
fn fixtures_take_one_sine_and_cosine_a_joint() {
    let settings = Settings {
        effort: Effort::None,
        ..Settings::default()
    };
    let arm = Robot::of(&fixture("six_axes.urdf"), settings.clone());
    assert_few_sines("six_axes", arm);
    let floating = Settings {
        root: Root::FLOATING,
        ..settings
    };
    assert_few_sines("crawler", Robot::of(&fixture("crawler.urdf"), floating));
}

#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn robots_of_the_corpus_take_one_sine_and_cosine_a_joint() {
    let corpus = corpus::folder();
    for name in corpus.names() {
        let settings = Settings {
            root: corpus.root(&name),
            effort: Effort::None,
            ..Settings::default()
        };
        assert_few_sines(&name, Robot::of(&corpus.robot(&name), settings));
    }
}

/// The search for cheaper frames may take sums of angles: not more of them.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn searched_robots_of_the_corpus_take_one_sine_and_cosine_a_joint() {
    let corpus = corpus::folder();
    for name in ["z1", "trap_mix"] {
        let settings = Settings {
            root: corpus.root(name),
            functions: [Function::InverseDynamics, Function::MassMatrix].into(),
            ..Settings::default()
        };
        assert_few_sines(name, Robot::of(&corpus.robot(name), settings));
    }
}

/// A high effort finds what a default one finds, and looks on.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn a_high_effort_takes_no_more_operations_than_the_default() {
    let weights = |effort| {
        let settings = Settings {
            effort,
            functions: [Function::MassMatrix, Function::InverseDynamics].into(),
            ..Settings::default()
        };
        let robot = Robot::of(&shared_fixture("spatial_arm.urdf"), settings).derive();
        robot.assert_proved();
        let functions = robot.derivations.functions.iter();
        functions
            .map(|d| (d.target.function, Count::of(&d.program).weight()))
            .collect::<Vec<_>>()
    };
    let [default, high] = [Effort::Default, Effort::High].map(weights);
    println!("default {default:?}\nhigh {high:?}");
    for ((function, default), (_, high)) in default.iter().zip(&high) {
        assert!(high <= default, "{function}: {high} instead of {default}");
    }
    assert!(default.iter().all(|(_, weight)| *weight > 50));
}

/// A trunk on four legs of three joints each, that turn about x, y and y.
fn quadruped() -> Source {
    let link = |name: &str, com: &str, mass: &str| {
        format!(
            "<link name=\"{name}\"><inertial><origin xyz=\"{com}\"/><mass value=\"{mass}\"/>\
             <inertia ixx=\"0.02\" ixy=\"0.001\" ixz=\"-0.002\" iyy=\"0.03\" iyz=\"0.0005\" izz=\"0.025\"/></inertial></link>"
        )
    };
    let mut text = format!(
        "<robot name=\"quadruped\">{}",
        link("trunk", "0.01 0 0.02", "6")
    );
    for (leg, x, y) in [
        ("fl", 0.19, 0.05),
        ("fr", 0.19, -0.05),
        ("hl", -0.19, 0.05),
        ("hr", -0.19, -0.05),
    ] {
        let mut parent = "trunk".to_owned();
        let out = 1.6 * y;
        for (part, index, axis, com) in [
            (
                "hip",
                format!("{x} {y} 0"),
                "1 0 0",
                format!("0.003 {} 0.001", y / 10.0),
            ),
            (
                "thigh",
                format!("0 {out} 0"),
                "0 1 0",
                format!("-0.004 {} -0.03", y / 5.0),
            ),
            (
                "shank",
                "0 0 -0.21".to_owned(),
                "0 1 0",
                "0.006 0 -0.12".to_owned(),
            ),
        ] {
            let name = format!("{leg}_{part}");
            text += &format!(
                "<joint name=\"{name}\" type=\"continuous\"><parent link=\"{parent}\"/><child link=\"l_{name}\"/>\
                 <origin xyz=\"{index}\"/><axis xyz=\"{axis}\"/></joint>{}",
                link(&format!("l_{name}"), &com, "0.7"),
            );
            parent = format!("l_{name}");
        }
    }
    source(&(text + "</robot>"))
}

/// The programs of no effort are among those of the default, whose search may find frames that cost more once
/// common parts are taken out: a Coriolis matrix took 2692 operations by default, 2637 with none.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn a_quadruped_costs_no_more_by_default_than_with_no_effort() {
    let weights = |effort| {
        let settings = Settings {
            effort,
            root: Root::FLOATING,
            functions: [
                Function::MassMatrix,
                Function::CoriolisMatrix,
                Function::Bias,
            ]
            .into(),
            ..Settings::default()
        };
        let robot = Robot::of(&quadruped(), settings).derive();
        let functions = robot.derivations.functions.iter();
        let weight = |d: &Derivation| Count::of(&d.program).weight();
        functions.map(weight).collect::<Vec<_>>()
    };
    let [none, default] = [Effort::None, Effort::Default].map(weights);
    println!("none {none:?}, default {default:?}");
    assert!(
        default
            .iter()
            .zip(&none)
            .all(|(default, none)| default <= none)
    );
    assert!(default[1] > 1000 && none != default);
}

/// What the default effort tries holds what no effort does.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn a_default_effort_takes_no_more_operations_than_none() {
    for (name, root) in [
        ("two_limbs", Root::FLOATING),
        ("spatial_arm", Root::Fixed),
        ("geared", Root::Fixed),
    ] {
        let weights = |effort| {
            let settings = Settings {
                effort,
                root,
                ..Settings::default()
            };
            let robot = Robot::of(&shared_fixture(&format!("{name}.urdf")), settings).derive();
            let functions = robot.derivations.functions.iter();
            functions
                .map(|d| (d.target.function, Count::of(&d.program).weight()))
                .collect::<Vec<_>>()
        };
        let [none, default] = [Effort::None, Effort::Default].map(weights);
        assert!(none.len() > 10 && none != default, "{name}");
        for ((function, none), (_, default)) in none.iter().zip(&default) {
            assert!(default <= none, "{name}: {function}: {default} for {none}");
        }
    }
}
