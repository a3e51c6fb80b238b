//! Texts of functions for solvers: names that clash, robots with constraints, what others compile them with.

use multibody_codegen::Function;
use multibody_codegen::internal::language::Layout;
use multibody_codegen::settings::{Bundle, Root};

use super::for_solvers;
use crate::compiler::{Folder, WARNINGS, installed};
use crate::robots::CRobot;
use crate::support::{FOUR_BAR, Robot, fixture};

/// Compiles C99 with these flags and every warning denied, as C that others write after the robot's.
fn compile(robot: &CRobot, flags: &[&str], text: &str) {
    let folder = Folder::new(&format!("{}-texts", robot.name));
    folder.write("robot.h", &robot.header);
    folder.write("robot.c", &robot.source);
    folder.write("other.c", text);
    for compiler in installed() {
        let words = ["-std=c99", "-Wmissing-prototypes", "-c", "other.c"];
        folder.compile(compiler, &[&WARNINGS[..], &words, flags].concat());
    }
}

/// The functions of a bundle have any names: those of tables, of functions for solvers, and of what these are made of.
const NAMES: [&str; 30] = [
    "joints",
    "links",
    "default_parameters",
    "chart",
    "chart_table0",
    "rates",
    "step",
    "linearize",
    "table0",
    "state_derivative",
    "expl_ode_fun",
    "expl_ode_fun_work",
    "dyn_disc_phi_fun",
    "c_mass_matrix",
    "c_joints",
    "c_mass_matrix_part0",
    "mass_matrix_part0",
    "normalize_part0",
    "mass_matrix_names",
    "mass_matrix_jacobian",
    "mass_matrix_differential",
    "mass_matrix_n_in",
    "mass_matrix_work",
    "mass_matrix_sparsity_out",
    "forward_dynamics_patterns",
    "jac_mass_matrix",
    "mass_matrixResult",
    "a_b",
    "aB",
    "read",
];

#[test]
fn bundles_may_have_any_names() {
    let bundles = NAMES.map(|name| Bundle {
        name: name.into(),
        functions: ["mass_matrix", "forward_dynamics"].map(Into::into).into(),
    });
    for (name, casadi, acados) in [
        ("Arm", false, false),
        ("Jac", true, false),
        ("Multibody", false, true),
        ("Arm", true, true),
    ] {
        let mut settings = for_solvers(name, Root::Fixed, false, &[Function::MassMatrix]);
        settings.layout = Layout {
            casadi,
            acados,
            ..settings.layout
        };
        settings.bundles = bundles.to_vec();
        let robot = CRobot::of("names", Robot::of(&fixture("pendulum.urdf"), settings));
        compile(&robot, &["-O0"], "#include \"robot.c\"\n");
    }
}

/// The Jacobian of `constraint` is beside `constraint_jacobian`. The derivative of the state would be that of the tree.
#[test]
fn robots_with_constraints_have_functions_for_solvers() {
    let mut settings = for_solvers("FourBar", Root::Fixed, false, &[Function::GravityStiffness]);
    settings.functions.default = true;
    settings.layout.acados = false;
    let robot = CRobot::of("four_bar", Robot::of_tokens(FOUR_BAR, settings));
    assert!(!robot.source.contains("four_bar_state_derivative"));
    let text = "Left out, since constraints act on the robot: `state_derivative`.";
    assert!(robot.header.contains(text), "{}", robot.header);
    assert!(
        robot
            .header
            .contains("MULTIBODY_DECLARE(jac_four_bar_constraint);")
    );
    assert!(!robot.header.contains("`CONSTRAINTS`"), "{}", robot.header);
    compile(&robot, &["-O3", "-march=native"], "#include \"robot.c\"\n");
}

/// With the model for acados alone, integers are those of acados; whoever compiles may put words before functions, and two robots
/// in one text.
#[test]
fn others_compile_texts_with_their_own_macros() {
    let of = |casadi, columns| {
        let mut settings = for_solvers("Arm", Root::Fixed, columns, &[]);
        settings.layout.casadi = casadi;
        CRobot::of("arm", Robot::of(&fixture("pendulum.urdf"), settings))
    };
    let (robot, both) = (of(false, false), of(true, false));
    let user = |number: &str| {
        format!(
            "#include \"robot.h\"\nextern int (*user)({number} *, {number} *, {number} *, {number} *);\n\
                 int (*user)({number} *, {number} *, {number} *, {number} *) = arm_expl_ode_fun_work;\n\
                 #ifdef casadi_int\n#error \"it is left behind\"\n#endif\n"
        )
    };
    compile(&robot, &[], &user("int"));
    compile(&both, &[], &user("long long"));
    assert!(both.header.contains("acados needs `-Dcasadi_int=int`"));
    let words = [
        "-DMULTIBODY_API=static",
        "-DMULTIBODY_API=extern",
        "-DMULTIBODY_API=__attribute__((visibility(\"default\")))",
    ];
    for word in words {
        compile(
            &both,
            &[word, "-Wno-unused-function"],
            "#include \"robot.c\"\n",
        );
    }
    // The second robot would read matrices by rows.
    let (mut first, second) = (of(false, true), of(false, false));
    first.source += &second
        .source
        .replace("arm_", "leg_")
        .replace("#include \"robot.h\"\n", "");
    first.name = "unity";
    let folder = Folder::new("unity");
    folder.write("robot.h", &first.header);
    folder.write("robot.c", &first.source);
    let refused = std::process::Command::new("gcc")
        .args(["-std=c99", "-fsyntax-only", &folder.path("robot.c")])
        .output();
    if let Ok(output) = refused {
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains("by rows and by columns"), "{text}");
    }
}
