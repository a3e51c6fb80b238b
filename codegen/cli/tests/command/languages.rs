//! The suffix of `--out` is the language of the text.

use std::process::Output;

use crate::folder::{Folder, command};
use crate::robots::{fixture, shared_fixture};

/// Runs `generate` on a pendulum.
fn generate(folder: &Folder, options: &[&str]) -> Output {
    let mut command = command();
    command
        .current_dir(&folder.0)
        .args(["generate", "arm.urdf", "--name", "Arm", "--effort", "none"]);
    command.args(options).output().expect("a process")
}

/// A folder with a pendulum.
fn folder_with_arm(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("arm.urdf", &fixture("pendulum.urdf").text);
    folder
}

fn messages(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The head of both files has the command that makes them, and says that nobody verified them.
#[test]
fn a_file_of_c_is_written_with_its_header_and_checked() {
    let folder = folder_with_arm("language-c");
    let out = ["--out", "leg.c", "--columns"];
    let output = generate(&folder, &out);
    assert!(output.status.success(), "{}", messages(&output));
    let [header, source] = ["leg.h", "leg.c"].map(|file| folder.read(file));
    for text in [&header, &source] {
        let command =
            "cargo multibody generate arm.urdf --name Arm --effort none --out leg.c --columns";
        let second = text.lines().nth(1).expect("a line");
        assert!(second.ends_with(command), "{second}");
        assert!(
            text.contains(
                "\n// Not verified: only Rust is verified, and tests compare C with it.\n"
            )
        );
    }
    assert!(source.contains("\n#include \"leg.h\"\n"));
    assert!(header.contains("arm_mass_matrix("), "{header}");
    let is_current = |out: &[&str]| {
        generate(&folder, &[out, &["--check"]].concat())
            .status
            .success()
    };
    assert!(is_current(&out));
    assert!(!is_current(&out[..2]), "another order of storage");
    folder.write("leg.h", &header.replacen("arm_mass", "arm_Mass", 1));
    assert!(!is_current(&out));
    assert!(generate(&folder, &out).status.success() && is_current(&out));
    assert_eq!(folder.read("leg.h"), header);
    let verification = command()
        .current_dir(&folder.0)
        .args(["verify", "leg.c"])
        .output();
    let text = messages(&verification.expect("a process"));
    assert!(
        text.contains("this is C, and only Rust is verified"),
        "{text}"
    );
}

/// Functions for solvers belong to the file, as the order of matrices does.
#[test]
fn a_file_of_c_has_functions_for_solvers() {
    let folder = folder_with_arm("language-solvers");
    let functions = "forward_dynamics,forward_dynamics_derivatives";
    let out = [
        "--functions",
        functions,
        "--out",
        "arm.c",
        "--casadi",
        "--acados",
    ];
    let output = generate(&folder, &out);
    assert!(output.status.success(), "{}", messages(&output));
    let [header, source] = ["arm.h", "arm.c"].map(|file| folder.read(file));
    let second = source.lines().nth(1).expect("a line");
    assert!(
        second.ends_with("--out arm.c --casadi --acados"),
        "{second}"
    );
    assert!(header.contains("arm_c_forward_dynamics("), "{header}");
    for name in [
        "arm_forward_dynamics",
        "jac_arm_forward_dynamics",
        "jac_arm_state_derivative",
        "arm_expl_vde_forw",
        "arm_dyn_disc_phi_fun_jac",
    ] {
        assert!(
            source.contains(&format!("\nMULTIBODY_SOLVER({name}, ")),
            "{name}"
        );
    }
    let is_current = |out: &[&str]| {
        let check = generate(&folder, &[out, &["--check"]].concat());
        check.status.success()
    };
    assert!(is_current(&out));
    assert!(!is_current(&out[..4]), "without functions for solvers");
}

/// One warning names the functions that CasADi cannot differentiate; without `--casadi` there is none.
#[test]
fn functions_without_a_jacobian_are_a_warning() {
    let folder = Folder::new("language-jacobians");
    folder.write("limbs.urdf", &shared_fixture("two_limbs.urdf").text);
    let functions = "inverse_dynamics,inverse_dynamics_derivatives,forward_dynamics,forward_dynamics_derivatives,\
                     gravity,gravity_stiffness,bias";
    let generate_with = |option: &[&str]| {
        let mut command = command();
        command
            .current_dir(&folder.0)
            .args(["generate", "limbs.urdf", "--name", "Limbs"])
            .args(["--root", "floating", "--effort", "none", "--size", "true"])
            .args(["--functions", functions, "--out", "limbs.c"])
            .env("MULTIBODY_CACHE_DIR", folder.0.join("cache"));
        command.args(option).output().expect("a process")
    };
    // The second result is from the cache.
    for _ in 0..2 {
        let output = generate_with(&["--casadi"]);
        let text = messages(&output);
        assert!(output.status.success(), "{text}");
        assert_eq!(
            text.matches("warning: CasADi gets no Jacobian of `bias`\n")
                .count(),
            1,
            "{text}"
        );
    }
    let text = messages(&generate_with(&[]));
    assert!(!text.contains("Jacobian"), "{text}");
}

/// The struct of a Rust file is not the header's.
#[test]
fn a_rust_file_gives_c() {
    let folder = Folder::new("language-tokens");
    folder.write(
        "arm.rs",
        "#[multibody(gravity = [0, 0, -9.81], joint hinge { revolute, parent: world, child: rod, axis: y },\n\
         body rod { mass: m, com: [0, 0, -0.5] }, functions(gravity), effort = none)]\npub struct Arm { m: f64 }\n",
    );
    let mut command = command();
    let options = ["generate", "arm.rs", "--out", "arm.c"];
    let output = command.current_dir(&folder.0).args(options).output();
    let output = output.expect("a process");
    assert!(output.status.success(), "{}", messages(&output));
    let header = folder.read("arm.h");
    assert!(header.contains("typedef struct ArmPrepared"), "{header}");
    assert!(!header.contains("pub struct"), "{header}");
}

/// Neither of the two files is written then.
#[test]
fn files_of_others_are_not_replaced() {
    let folder = folder_with_arm("language-others");
    folder.write("leg.h", "#define ANSWER 42\n");
    let output = generate(&folder, &["--out", "leg.c"]);
    let text = messages(&output);
    assert!(
        !output.status.success() && text.contains("`leg.h` is not a file of this kind"),
        "{text}"
    );
    assert!(!folder.0.join("leg.c").exists());
}

#[test]
fn what_a_language_has_no_means_for_is_a_fault() {
    let folder = folder_with_arm("language-faults");
    for (options, expected) in [
        (
            &[
                "--out",
                "arm.c",
                "--dispatch",
                "true",
                "--pack-limbs",
                "true",
                "--equations",
                "true",
            ][..],
            &[
                "`dispatch` has no meaning in C",
                "`pack_limbs` has no",
                "`equations` has no",
                "ends in .rs",
            ][..],
        ),
        (
            &["--out", "arm.c", "--verify", "true"],
            &["only Rust is verified"],
        ),
        (
            &["--out", "arm.rs", "--columns"],
            &["--columns cannot be given with a Rust file"],
        ),
        (
            &["--out", "arm.rs", "--casadi", "--acados"],
            &["--casadi, --acados cannot be given with a Rust file"],
        ),
        (
            &[
                "--out",
                "arm.c",
                "--functions",
                "inverse_dynamics",
                "--casadi",
                "--acados",
            ],
            &[
                "`--casadi` cannot be written: `inverse_dynamics_derivatives` is not derived",
                "`--acados` cannot be written: `forward_dynamics`, `forward_dynamics_derivatives` are not derived",
            ],
        ),
        (&["--out", "a\"b.c"], &["cannot be included in C"]),
        (
            &["--out", "arm.h"],
            &["`arm.h` would not be C", "ends in .c"],
        ),
        (&["--out", "arm.cpp"], &["`arm.cpp` would not be C"]),
    ] {
        let output = generate(&folder, options);
        let text = messages(&output);
        assert!(!output.status.success(), "{options:?}");
        for part in expected {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
    let mut files: Vec<_> = std::fs::read_dir(&folder.0).expect("a folder").collect();
    assert!(
        files.pop().is_some() && files.is_empty(),
        "only the description is there"
    );
}
