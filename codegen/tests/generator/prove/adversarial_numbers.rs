//! Adversarial numbers for the proof: multiples of primes, and constraints that depend on the sign of a root. Which rows are
//! left out, and what is proved.

use multibody_codegen::internal::function::Target;
use multibody_codegen::internal::ir::{Floats, evaluate};
use multibody_codegen::internal::prove::{self, Refutation};
use multibody_codegen::settings::{Effort, Positive};
use multibody_codegen::{Function, Settings, decimal};

use crate::support::{Robot, State};

/// The primes of the prover and of polynomials, while they were fixed; products of two of them; twice and three times the
/// first.
const PRIMES: [&str; 8] = [
    "2305843009213693951",
    "9223372036854775783",
    "9223372036854775643",
    "21267647932558653899591465697288388633",
    "21267647932558653576773444407371235493",
    "85070591730234614113402964855534653469",
    "4611686018427387902",
    "6917529027641081853",
];

fn of(functions: &[Function]) -> Settings {
    Settings {
        effort: Effort::None,
        functions: functions.to_vec().into(),
        ..Settings::default()
    }
}

/// A particle in a plane, to which gyroscopic forces of this strength are done: they are a drive, not Coriolis terms.
#[test]
fn terms_of_one_rate_are_a_drive_whatever_their_factor() {
    for prime in PRIMES {
        let items = format!(
            "coordinates = [x, y], kinetic = (x_dot.powi(2) + y_dot.powi(2)) / 2 \
             + {prime} * (x * y_dot - y * x_dot),"
        );
        let robot = Robot::of_tokens(&items, of(&[Function::Coriolis, Function::Drive]));
        assert!(robot.system.findings.has_drive, "{prime}");
        let robot = robot.derive();
        robot.assert_proved();
        let state = State::random(&robot.robot.system, 0, 1);
        assert_eq!(robot.at(Function::Coriolis, &state), [0.0; 2], "{prime}");
        let drive = robot.at(Function::Drive, &state);
        assert!(drive.iter().all(|x| x.abs() > 1.0), "{prime}: {drive:?}");
    }
}

/// A mass that is such a number moves inertia, and one that is not proved to be 0 is not.
#[test]
fn masses_that_are_multiples_of_primes_are_masses() {
    for prime in PRIMES {
        let items = format!(
            "coordinates = [x, y], kinetic = (x_dot.powi(2) + {prime} * y_dot.powi(2)) / 2,"
        );
        let robot = Robot::of_tokens(&items, of(&[Function::ForwardDynamics]));
        let robot = robot.derive();
        robot.assert_proved();
        let state = State::random(&robot.robot.system, 0, 1);
        let mass: f64 = prime.parse().unwrap();
        let actual = robot.at(Function::ForwardDynamics, &state);
        let expected = [state.tau[0], state.tau[1] / mass];
        for (actual, expected) in actual.iter().zip(expected) {
            assert!(
                (actual - expected).abs() <= 1e-15 * expected.abs(),
                "{prime}: {actual:e} {expected:e}"
            );
        }
    }
}

/// Matrices whose determinant is such a number are regular; `(x_dot + p y_dot)^2` is singular, and stays so.
#[test]
fn determinants_that_are_multiples_of_primes_are_not_0() {
    for prime in PRIMES {
        let of_terms = |terms: &str| {
            let items = format!("coordinates = [x, y], kinetic = ({terms}) / 2,");
            Robot::of_tokens(
                &items,
                of(&[Function::MassMatrix, Function::ForwardDynamics]),
            )
        };
        let regular = of_terms(&format!(
            "(x_dot + y_dot).powi(2) + {prime} * y_dot.powi(2)"
        ));
        assert_eq!(prove::mass_matrix_rank(&regular.system), 2, "{prime}");
        let regular = regular.derive();
        assert_eq!(regular.derivations.functions.len(), 2, "{prime}");
        regular.assert_proved();
        let singular = of_terms(&format!("(x_dot + {prime} * y_dot).powi(2)"));
        assert_eq!(prove::mass_matrix_rank(&singular.system), 1, "{prime}");
        let singular = singular.derive();
        assert_eq!(singular.derivations.functions.len(), 1, "{prime}");
        singular.assert_proved();
    }
}

#[test]
fn rows_that_differ_by_multiples_of_primes_are_kept() {
    for prime in PRIMES {
        let items = format!(
            "coordinates = [x, y, z], kinetic = (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) / 2, \
             constraint a: x, constraint b: x + {prime} * y,"
        );
        let robot = Robot::of_tokens(&items, of(&[Function::ConstrainedForwardDynamics]));
        assert_eq!(robot.system.nc(), 2, "{prime}");
        robot.derive().assert_proved();
    }
}

const PARTICLE: &str =
    "coordinates = [x, y, z], kinetic = (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) / 2,";

fn constrained(rows: &str) -> Robot {
    let functions = [
        Function::Constraint,
        Function::ConstraintJacobian,
        Function::ConstrainedForwardDynamics,
    ];
    Robot::of_tokens(&format!("{PARTICLE} {rows}"), of(&functions))
}

/// Where x < 0 the first of these rows says something else than the second, where x > 0 the third.
#[test]
fn rows_that_others_imply_for_one_sign_of_a_root_are_kept() {
    for (rows, branching) in [
        (
            "constraint a: sqrt(x.powi(2)) + y, constraint b: x + y,",
            [1],
        ),
        (
            "constraint a: sqrt(x.powi(2)) + y, constraint b: y - x,",
            [1],
        ),
        (
            "constraint b: y - x, constraint a: sqrt(x.powi(2)) + y,",
            [1],
        ),
    ] {
        let robot = constrained(rows);
        assert_eq!(
            (robot.system.nc(), robot.system.findings.left_out.len()),
            (2, 0),
            "{rows}"
        );
        assert_eq!(robot.system.findings.branching, branching, "{rows}");
        robot.derive().assert_proved();
    }
}

/// Where x > 0 the rows are one: without regularization there are no multipliers, with it there are, and they push as one.
#[test]
fn multipliers_are_finite_with_regularization_where_a_root_makes_rows_dependent() {
    let functions = [
        Function::ConstraintJacobian,
        Function::ConstraintBias,
        Function::ConstrainedForwardDynamics,
    ];
    for regularization in [None, Some("1e-6")] {
        let settings = Settings {
            regularization: regularization.map(|eps| Positive(decimal(eps).expect("a decimal"))),
            ..of(&functions)
        };
        let items = format!("{PARTICLE} constraint a: sqrt(x.powi(2)) + y, constraint b: x + y,");
        let robot = Robot::of_tokens(&items, settings).derive();
        robot.assert_proved();
        let solved = robot.program(Function::ConstrainedForwardDynamics);
        for x in [0.7, -0.7] {
            let state = State {
                q: vec![x, -0.7, 0.2],
                ..State::random(&robot.robot.system, 0, 1)
            };
            let mut floats = Floats {
                inputs: state.inputs(),
            };
            let values = evaluate(solved, &mut floats);
            let (qdd, multipliers) = values.split_at(3);
            let is_finite = multipliers.iter().all(|x| x.is_finite());
            assert_eq!(
                is_finite,
                x < 0.0 || regularization.is_some(),
                "{x} {values:?}"
            );
            if regularization.is_none() {
                continue;
            }
            // M is 1: `qdd = tau + J^T f`, and `J qdd = -bias`.
            let jacobian = robot.at(Function::ConstraintJacobian, &state);
            let bias = robot.at(Function::ConstraintBias, &state);
            for v in 0..3 {
                let pushed = jacobian[v] * multipliers[0] + jacobian[3 + v] * multipliers[1];
                let off = qdd[v] - state.tau[v] - pushed;
                assert!(off.abs() < 1e-9, "{x} {values:?}");
            }
            for (row, bias) in jacobian.chunks(3).zip(&bias) {
                let rate: f64 = row.iter().zip(qdd).map(|(x, y)| x * y).sum();
                assert!((rate + bias).abs() < 1e-9, "{x} {values:?}");
            }
            assert!(multipliers.iter().any(|x| x.abs() > 1e-3), "{values:?}");
        }
    }
}

/// `(sqrt(x^2) - x) (sqrt(y^2) - y) ..`: 0 but where all are negative, one choice of many.
fn product(names: &[&str]) -> String {
    let factor = |name: &&str| format!("(sqrt({name}.powi(2)) - {name})");
    names.iter().map(factor).collect::<Vec<_>>().join(" * ")
}

/// `T = sum of qd^2 / 2` of coordinates of these names, and a further one.
fn squares(names: &[&str], further: &str) -> String {
    let all: Vec<&str> = names.iter().copied().chain([further]).collect();
    let rates = all.iter().map(|name| format!("{name}_dot.powi(2)"));
    let sum = rates.collect::<Vec<_>>().join(" + ");
    format!("coordinates = [{}], kinetic = ({sum}) / 2", all.join(", "))
}

/// Not all choices of so many roots are tried, so that nothing is left out.
#[test]
fn rows_that_others_imply_except_for_one_choice_of_many_roots_are_kept() {
    for count in [5, 7, 8] {
        let names = &["a", "b", "c", "d", "e", "f", "g", "h"][..count];
        let items = format!(
            "{}, constraint one: y, constraint two: y + {},",
            squares(names, "y"),
            product(names)
        );
        let robot = Robot::of_tokens(&items, of(&[Function::Constraint]));
        let (kept, left_out) = (robot.system.nc(), robot.system.findings.left_out.len());
        assert_eq!((kept, left_out), (2, 0), "{count} roots");
        assert_eq!(robot.system.findings.branching, [1], "{count} roots");
        robot.derive().assert_proved();
    }
}

/// Terms of T, of M and of V that are there for one choice of four roots.
#[test]
fn what_one_choice_of_roots_brings_is_seen_and_proved() {
    let names = ["x", "y", "z", "u"];
    let (squares, product) = (squares(&names, "v"), product(&names));
    let functions = [Function::Drive, Function::Coriolis, Function::Bias];
    let robot = Robot::of_tokens(
        &format!("{squares} + {product} * v * x_dot"),
        of(&functions),
    );
    assert!(robot.system.findings.has_drive);
    robot.derive().assert_proved();
    let mass = squares.replace(" + v_dot.powi(2)", "");
    let items = format!("{mass} + {product} * v_dot.powi(2)");
    let robot = Robot::of_tokens(&items, of(&[Function::ForwardDynamics]));
    let dynamics = robot.derive();
    dynamics.assert_proved();
    assert_eq!(
        dynamics.derivations.functions.len(),
        1,
        "M is not singular everywhere"
    );
    let items = format!("{squares}, potential = 1 / ({product})");
    let robot = Robot::of_tokens(&items, of(&[Function::Gravity]));
    robot.derive().assert_proved();
}

/// A root within a root has one of its two values at each state, so that other choices have none there.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn roots_within_roots_are_proved() {
    for potential in [
        "sqrt(1 + sqrt(1 + x.powi(2))) * sqrt(1 + y.powi(2))",
        "sqrt(sqrt(1 + x.powi(2)) + sqrt(1 + y.powi(2)))",
        "sqrt(1 + x.powi(2) + sqrt(1 + y.powi(2)) + sqrt(1 + z.powi(2)))",
        "sqrt(sqrt(9 + x.powi(4)) + sqrt(1 + x.powi(2)))",
        "sqrt(7 + x + sqrt(2 + y.powi(2)))",
        "sqrt(1 + sqrt(1 + sqrt(1 + x.powi(2))))",
        // The root within has a square in it.
        "sqrt(1 + sqrt(x.powi(2) + 2 * x * y + y.powi(2)))",
    ] {
        let items = format!("{}, potential = {potential}", squares(&["x", "y"], "z"));
        let robot = Robot::of_tokens(&items, of(&[Function::Gravity, Function::PotentialEnergy]));
        let dynamics = robot.derive();
        dynamics.assert_proved();
        // And not whatever it says: the gravity of another potential is refuted.
        let other = items.replace("1 + ", "2 + ");
        if other != items {
            let other = Robot::of_tokens(&other, of(&[Function::Gravity])).derive();
            let gravity = dynamics.program(Function::Gravity);
            let target = Target {
                function: Function::Gravity,
                link: None,
            };
            assert!(other.prove_program(target, gravity).is_err(), "{potential}");
        }
    }
}

/// With either sign.
#[test]
fn rows_that_others_imply_for_each_sign_of_a_root_are_left_out() {
    for rows in [
        "constraint a: sqrt(x.powi(2)) + y, constraint b: 2 * sqrt(x.powi(2)) + 2 * y,",
        "constraint a: y + sqrt(1 + x.powi(2)), constraint b: 3 * sqrt(1 + x.powi(2)) + 3 * y,",
    ] {
        let robot = constrained(rows);
        assert_eq!(
            (robot.system.nc(), robot.system.findings.left_out.len()),
            (1, 1),
            "{rows}"
        );
        assert!(robot.system.findings.branching.is_empty(), "{rows}");
        robot.derive().assert_proved();
    }
}

/// A row on rates says less than one on positions: it leaves their number open.
#[test]
fn position_level_rows_stay_in_any_order() {
    for rows in [
        "constraint a: x_dot - y_dot, constraint b: x - y,",
        "constraint b: x - y, constraint a: x_dot - y_dot,",
    ] {
        let robot = constrained(rows);
        let kept: Vec<&str> = robot
            .system
            .constraints
            .iter()
            .map(|row| row.name.as_str())
            .collect();
        let left_out: Vec<&str> = robot
            .system
            .findings
            .left_out
            .iter()
            .map(|row| row.name.as_str())
            .collect();
        assert_eq!(
            (&kept[..], &left_out[..]),
            (&["b"][..], &["a"][..]),
            "{rows}"
        );
    }
}

/// Six distances of four bodies, ten of five.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn gravity_of_several_bodies_in_a_plane_is_proved() {
    for bodies in [4, 5] {
        let names: Vec<String> = (0..bodies)
            .flat_map(|at| [format!("x{at}"), format!("y{at}")])
            .collect();
        let squares: Vec<String> = names
            .iter()
            .map(|name| format!("{name}_dot.powi(2)"))
            .collect();
        let pairs = (0..bodies).flat_map(|i| (0..i).map(move |j| (i, j)));
        let terms: Vec<String> = pairs
            .map(|(i, j)| format!("1 / sqrt((x{i} - x{j}).powi(2) + (y{i} - y{j}).powi(2))"))
            .collect();
        let items = format!(
            "coordinates = [{}], kinetic = ({}) / 2, potential = -({}),",
            names.join(", "),
            squares.join(" + "),
            terms.join(" + ")
        );
        let robot = Robot::of_tokens(&items, of(&[Function::Gravity, Function::PotentialEnergy]));
        let robot = robot.derive();
        robot.assert_proved();
        // What is wrong is refuted, not undecided.
        let gravity = &robot.derivations.functions[0];
        let mut others = gravity.program.outputs().to_vec();
        others.reverse();
        let refuted = robot.prove_program(gravity.target, &gravity.program.with_outputs(&others));
        assert!(
            matches!(refuted, Err(Refutation::Counterexample { .. })),
            "{refuted:?}"
        );
    }
}

/// So many parallel hinges in a chain, all but the first turned by the first one's angle times a number and a constant more.
fn following(joints: usize, multiplier: &str, offset: &str) -> Robot {
    let mut text = String::from("<robot name=\"fan\"><link name=\"l0\"/>");
    for joint in 1..=joints {
        let mimic = match joint {
            1 => String::new(),
            _ => format!("<mimic joint=\"j1\" multiplier=\"{multiplier}\" offset=\"{offset}\"/>"),
        };
        text += &format!(
            "<joint name=\"j{joint}\" type=\"continuous\"><origin xyz=\"0 0 0.5\"/><axis xyz=\"0 1 0\"/>\
             <parent link=\"l{}\"/><child link=\"l{joint}\"/>{mimic}</joint><link name=\"l{joint}\"><inertial>\
             <origin xyz=\"0.1 0 0.3\"/><mass value=\"1\"/>\
             <inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.2\" iyz=\"0\" izz=\"0.1\"/></inertial></link>",
            joint - 1
        );
    }
    let settings = Settings {
        functions: [
            Function::MassMatrix,
            Function::Bias,
            Function::ForwardDynamics,
        ]
        .into(),
        ..Settings::default()
    };
    Robot::of(
        &crate::support::robot::source(&(text + "</robot>")),
        settings,
    )
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn hinges_that_follow_one_with_offsets_are_proved() {
    for joints in [2, 5, 8, 9, 12, 16] {
        for multiplier in ["1", "-1", "2", "-2", "0.5", "1.5"] {
            for offset in ["0", "0.1", "1.5708", "-0.3"] {
                if (joints, offset) != (8, "0.1")
                    && (joints + multiplier.len() + offset.len()) % 3 != 0
                {
                    continue;
                }
                eprintln!("{joints} joints, {multiplier} q + {offset}");
                following(joints, multiplier, offset)
                    .derive()
                    .assert_proved();
            }
        }
    }
}
