//! Functions that solvers call: their texts compile without a warning, and read and write exactly the numbers of their patterns.
//!
//! `MULTIBODY_CASADI` names a Python with CasADi and NumPy. With it, Jacobians are compared with differences, calls are counted, IPOPT
//! solves a problem, and acados's functions are compared with what CasADi makes of the derivative of the state.

mod texts;

use multibody_codegen::Function;
use multibody_codegen::Settings;
use multibody_codegen::internal::language::{Language, Layout};
use multibody_codegen::settings::{Bundle, Root, Triangle};

use crate::compiler::{Folder, NO_CONTRACTION, installed};
use crate::python::{python, run};
use crate::robots::{CRobot, settings};
use crate::support::{Robot, corpus, fixture, shared_fixture};
use crate::text::check_includes;
use crate::warnings::compile;

const CALLS: &str = include_str!("calls.c");
const CASADI: &str = include_str!("casadi_check.py");
const ACADOS: &str = include_str!("acados_check.py");

/// All charts, with links and wrenches.
const CHARTS: &str = "gravity = [0, 0, -9.81], joint plane { planar, parent: world, child: cart, axis: z },
    joint slider { prismatic, parent: cart, child: mast, axis: z }, joint ball { ball, parent: mast, child: arm },
    joint elbow { revolute, parent: arm, child: hand, axis: x, origin: [0, 0.1, 0.5], damping: 0.3 },
    body cart { mass: 3, com: [0.1, 0, 0.2], inertia: diag(0.2, 0.3, 0.4) }, body mast { mass: 1, inertia: diag(0.1, 0.1, 0.1) },
    body arm { mass: 2, com: [0, 0.1, 0.3], inertia: diag(0.2, 0.1, 0.2) },
    body hand { mass: 1, com: [0.1, 0, 0.2], inertia: diag(0.02, 0.01, 0.02) }";

/// Settings for both solvers.
fn for_solvers(name: &str, root: Root, columns: bool, functions: &[Function]) -> Settings {
    let mut settings = settings(name, root);
    let derivatives = [
        Function::InverseDynamics,
        Function::InverseDynamicsDerivatives,
        Function::ForwardDynamics,
        Function::ForwardDynamicsDerivatives,
    ];
    settings.functions = [&derivatives[..], functions].concat().into();
    settings.layout = Layout {
        language: Language::C,
        columns,
        casadi: true,
        acados: true,
        ..Layout::default()
    };
    settings
}

/// Robots with all charts: with links and wrenches, with functions that call others, and a small one with all default functions.
fn robots(columns: bool) -> [CRobot; 3] {
    let functions = [
        Function::MassMatrix,
        Function::Bias,
        Function::Pose,
        Function::InverseDynamicsWithWrenches,
        Function::InverseDynamicsDerivativesWithWrenches,
    ];
    let mut charts = for_solvers("Charts", Root::Fixed, columns, &functions);
    charts.links = vec!["hand".into(), "arm".into()];
    charts.bundles = vec![Bundle {
        name: "poses".into(),
        functions: vec!["pose".into()],
    }];
    charts.wrenches = vec!["hand".into(), "arm".into()];
    charts.triangle = Triangle::Lower;
    let functions = [
        Function::Gravity,
        Function::GravityStiffness,
        Function::Bias,
    ];
    let mut calling = for_solvers("TwoLimbs", Root::FLOATING, columns, &functions);
    calling.size = true;
    let functions = [
        Function::GravityStiffness,
        Function::CenterOfMassVelocityDerivatives,
    ];
    let mut arm = for_solvers("Arm", Root::Fixed, columns, &functions);
    arm.functions.default = true;
    [
        CRobot::of("charts", Robot::of_tokens(CHARTS, charts)),
        CRobot::of(
            "two_limbs",
            Robot::of(&shared_fixture("two_limbs.urdf"), calling),
        ),
        CRobot::of("arm", Robot::of(&fixture("pendulum.urdf"), arm)),
    ]
}

/// The names of all functions for solvers.
fn names(robot: &CRobot) -> Vec<&str> {
    let heads = robot
        .source
        .lines()
        .filter_map(|line| line.strip_prefix("MULTIBODY_SOLVER("));
    heads.filter_map(|head| head.split(',').next()).collect()
}

/// Compiles a program that calls every function, with the sanitizers, and expects no complaint.
fn call_all(robot: &CRobot, compiler: &str, real: &[&str]) {
    if !installed().contains(&compiler) {
        return;
    }
    let folder = Folder::new(&format!("{}-solvers", robot.name));
    folder.write("robot.h", &robot.header);
    folder.write("robot.c", &robot.source);
    let checks: String = names(robot)
        .iter()
        .map(|name| format!("  CHECK({name});\n"))
        .collect();
    folder.write(
        "calls.c",
        format!("{CALLS}\nint main(void)\n{{\n{checks}  return 0;\n}}\n"),
    );
    let flags = [
        "-std=c99",
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
    ];
    let files = ["calls.c", "-lm", "-o", "calls"];
    folder.compile(compiler, &[&flags, real, &files].concat());
    let complaints = folder.run("calls", "");
    let complaints = String::from_utf8_lossy(&complaints);
    assert_eq!(complaints, "", "{compiler} {}", robot.name);
}

#[test]
fn functions_for_solvers_read_and_write_the_numbers_of_their_patterns() {
    let by_rows = robots(false);
    for (robots, compiler) in [(&by_rows, "gcc"), (&robots(true), "clang")] {
        for robot in robots {
            assert!(names(robot).len() > 12, "{}", robot.name);
            call_all(robot, compiler, &[]);
        }
    }
    let [charts, calling, arm] = &by_rows;
    // What calls others has its value, and the header says why it has no Jacobian.
    assert!(names(calling).contains(&"two_limbs_bias"));
    assert!(!names(calling).contains(&"jac_two_limbs_bias"));
    let text = "Without a Jacobian, since they call other functions: `bias`.";
    assert!(calling.header.contains(text), "{}", calling.header);
    call_all(charts, "gcc", &["-Dreal=float"]);
    compile(charts);
    compile(arm);
    by_rows.iter().for_each(check_includes);
}

/// Compares robots in one process with CasADi, and each as a model for acados. Prints which part of CasADi's time `expl_vde_forw` takes:
/// other work on the machine changes it, so it is not asserted.
fn compare_with_casadi(robots: &[CRobot]) {
    let (Some(python), true) = (python(), installed().contains(&"gcc")) else {
        return;
    };
    let (mut triples, mut count) = (Vec::new(), 0);
    let folders: Vec<Folder> = robots
        .iter()
        .map(|robot| Folder::new(&format!("{}-casadi", robot.name)))
        .collect();
    for (robot, folder) in robots.iter().zip(&folders) {
        folder.write("robot.h", &robot.header);
        let counted = names(robot).iter().fold(robot.source.clone(), |source, name| {
            let [begin, rest] = [format!("MULTIBODY_SOLVER({name}, "), format!("++{name}_calls;")];
            let (before, after) = source.split_once(&begin).expect("the head of a function");
            let (arguments, body) = after.split_once("\n{\n").expect("its body");
            format!("{before}MULTIBODY_EXPORT int {name}_calls = 0;\n{begin}{arguments}\n{{\n  {rest}\n{body}")
        });
        folder.write("robot.c", counted);
        let prefix = robot.name.to_owned();
        let libraries = [
            ("robot.so", &["-O2"][..]),
            ("robot_int.so", &["-O1", "-Dcasadi_int=int"]),
        ];
        for (library, flags) in libraries {
            let words = [
                "-std=c99",
                NO_CONTRACTION,
                "-fPIC",
                "-shared",
                "robot.c",
                "-lm",
            ];
            folder.compile("gcc", &[&words, flags, &["-o", library]].concat());
        }
        let of_casadi: Vec<&str> = names(robot)
            .into_iter()
            .filter_map(|name| name.strip_prefix(&format!("{prefix}_")))
            .filter(|name| !name.starts_with("expl_") && !name.starts_with("dyn_disc_"))
            .collect();
        count += of_casadi.len();
        triples.extend([folder.path("robot.so"), prefix.clone(), of_casadi.join(",")]);
        let last_line = run(
            &python,
            ACADOS,
            &[folder.path("robot.so"), folder.path("robot_int.so"), prefix],
        );
        let part: f64 = last_line.trim().parse().expect("a number");
        println!(
            "{}: expl_vde_forw takes {part:.2} of CasADi's time",
            robot.name
        );
    }
    assert_eq!(run(&python, CASADI, &triples), format!("checked {count}\n"));
}

#[test]
fn casadi_and_acados_get_what_differences_give() {
    compare_with_casadi(&robots(false));
    compare_with_casadi(&robots(true)[..1]);
}

/// A quadruped of the corpus.
#[test]
#[cfg_attr(
    not(all(all_tests, corpus)),
    ignore = "needs MULTIBODY_CORPUS, and MULTIBODY_TESTS=all, for the build"
)]
fn a_real_robot_gets_what_differences_give() {
    let folder = corpus::folder();
    let functions = [
        Function::MassMatrix,
        Function::Gravity,
        Function::GravityStiffness,
        Function::Pose,
    ];
    let mut settings = for_solvers("Anymal", folder.root("anymal_b"), false, &functions);
    settings.links = vec!["LF_FOOT".into()];
    let robot = CRobot::of("anymal", Robot::of(&folder.robot("anymal_b"), settings));
    let text = "With Jacobians that need more than 64 kB of stack: `mass_matrix`.";
    assert!(robot.header.contains(text), "{}", robot.header);
    compare_with_casadi(&[robot]);
}
