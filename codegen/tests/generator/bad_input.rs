//! What cannot be generated leaves nothing behind, and what can is kept.

use multibody_codegen::generate;
use multibody_codegen::settings::{Effort, Root, Settings};

use crate::support::shared_fixture;

#[cfg(feature = "cli")]
#[test]
fn a_faulty_description_leaves_no_file() {
    use crate::support::folder::{Folder, command};
    use std::path::Path;

    let faults = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults");
    let folder = Folder::new("faults");
    let mut tried = 0;
    let files = std::fs::read_dir(faults).expect("the folder of faults");
    for file in files.map(|entry| entry.expect("an entry").path()) {
        let expected = file.with_extension("expected");
        if file.extension().is_none_or(|extension| extension != "urdf")
            || !std::fs::read_to_string(expected).is_ok_and(|text| text.starts_with("error"))
        {
            continue;
        }
        let run = |out: &str| {
            let mut command = command();
            command
                .arg("generate")
                .arg(&file)
                .args(["--name", "Robot", "--out", out]);
            let output = command.current_dir(&folder.0).output().expect("a process");
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(1), "{}: {text}", file.display());
            assert!(text.contains("error: "), "{}: {text}", file.display());
            assert!(!text.contains("panicked"), "{}: {text}", file.display());
        };
        run("new.rs");
        assert_eq!(folder.files(), Vec::<String>::new(), "{}", file.display());
        folder.write("old.rs", "old");
        run("old.rs");
        assert_eq!(folder.read("old.rs"), "old", "{}", file.display());
        std::fs::remove_file(folder.0.join("old.rs")).expect("a file of the test");
        tried += 1;
    }
    assert!(tried > 40, "only {tried} faulty descriptions");
}

#[cfg(feature = "cli")]
#[test]
fn a_faulty_setting_leaves_no_file() {
    use crate::support::folder::{Folder, command};

    let folder = Folder::new("settings");
    folder.write("robot.urdf", &shared_fixture("planar_arm.urdf").text);
    for (option, value, complaint) in [
        ("--weld", "elbo=1", "help: did you mean `elbow`?"),
        ("--links", "uper", "help: did you mean `upper`?"),
        ("--wrenches", "toll", "help: did you mean `tool`?"),
    ] {
        let mut command = command();
        command.args([
            "generate",
            "robot.urdf",
            "--name",
            "Robot",
            "--out",
            "robot.rs",
        ]);
        let output = command
            .args([option, value])
            .current_dir(&folder.0)
            .output();
        let output = output.expect("a process");
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains(complaint), "{text}");
        assert_eq!(folder.files(), ["robot.urdf"]);
    }
}

#[test]
fn a_robot_with_singular_mass_matrix_keeps_the_rest() {
    let source = shared_fixture("massless_tip.urdf");
    for (root, rank) in [(Root::Fixed, "2 of 3"), (Root::Floating, "7 of 9")] {
        let settings = Settings {
            root,
            effort: Effort::None,
            wrenches: vec!["tip".into()],
            links: vec!["tip".into()],
            ..Settings::default()
        };
        let generated = generate(&source, &settings, &mut |_| ()).expect("a usable robot");
        let reason = format!("the mass matrix is singular: its rank is {rank}");
        let absent = [
            "forward_dynamics",
            "mass_matrix_inverse",
            "forward_dynamics_with_wrenches",
        ];
        let expected = absent.map(|name| (name.to_owned(), reason.clone()));
        assert_eq!(generated.report.absent, expected);
        assert!(
            generated
                .report
                .functions
                .iter()
                .all(|function| function.proved)
        );
        for present in [
            "fn inverse_dynamics<",
            "fn mass_matrix<",
            "fn pose_of_tip<",
            "impl multibody::Multibody",
        ] {
            assert!(generated.items.contains(present), "{present}");
        }
        for name in absent {
            assert!(!generated.items.contains(&format!("fn {name}<")), "{name}");
        }
        assert!(!generated.items.contains("impl multibody::ForwardDynamics"));
        assert!(
            generated
                .items
                .contains(&format!("/// {reason}; so there is no forward dynamics."))
        );
    }
}
