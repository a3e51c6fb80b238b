//! `generate`, and then `verify` of what it wrote.

use crate::folder::{Folder, command};
use crate::robots::fixture;

/// The output of `verify` for the arm, generated with some options.
fn verified(folder: &Folder, options: &[&str]) -> String {
    folder.write("arm.urdf", &fixture("pendulum.urdf").text);
    let mut generate = command();
    generate
        .current_dir(&folder.0)
        .args(["generate", "arm.urdf", "--name", "Arm", "--effort", "none"])
        .args(["--out", "arm.rs"])
        .args(options);
    let output = generate.output().expect("a process");
    assert!(output.status.success(), "{output:?}");
    let mut verify = command();
    verify.current_dir(&folder.0).args(["verify", "arm.rs"]);
    let output = verify.output().expect("a process");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{output:?}");
    text
}

/// The rows of functions that are not said to be verified.
fn others(text: &str) -> Vec<&str> {
    let rows = text.lines().filter(|line| line.starts_with(' '));
    rows.filter(|row| !row.contains("  verified")).collect()
}

#[test]
fn what_is_generated_is_verified() {
    let folder = Folder::new("verify-default");
    let text = verified(&folder, &[]);
    assert!(text.contains("forward_dynamics  verified: "), "{text}");
    assert_eq!(others(&text), Vec::<&str>::new(), "{text}");
}

/// The private functions that views call, and functions of links.
#[test]
fn functions_of_views_and_links_are_verified() {
    let folder = Folder::new("verify-views");
    let options = ["--links", "rod", "--wrenches", "rod"];
    let text = verified(&folder, &options);
    for name in [
        "forward_dynamics_under_wrenches",
        "inverse_dynamics_under_wrenches",
        "jacobian_of_rod",
    ] {
        assert!(text.contains(&format!("{name}  verified: ")), "{text}");
    }
    assert!(text.contains("ArmUnderWrenches  verified"), "{text}");
    assert_eq!(others(&text), Vec::<&str>::new(), "{text}");
}

/// Names of links that end like the names of forms of functions.
#[test]
fn links_may_have_the_names_of_forms() {
    for name in ["rod_into", "rod_with", "into"] {
        let folder = Folder::new(&format!("verify-{name}"));
        let text = fixture("pendulum.urdf")
            .text
            .replace("\"rod\"", &format!("\"{name}\""));
        folder.write("arm.urdf", &text);
        let mut generate = command();
        generate
            .current_dir(&folder.0)
            .args(["generate", "arm.urdf", "--name", "Arm"]);
        generate.args([
            "--links", name, "--effort", "none", "--verify", "true", "--out", "arm.rs",
        ]);
        let output = generate.output().expect("a process");
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{name}: {log}");
    }
}

/// The line of the head says what the generation has found; whoever changes it changes nothing.
#[test]
fn the_head_has_what_was_verified_and_is_not_believed() {
    let folder = Folder::new("verify-head");
    let output = |arguments: &[&str]| {
        let mut command = command();
        let output = command.current_dir(&folder.0).args(arguments).output();
        output.expect("a process")
    };
    let text = verified(&folder, &[]);
    let file = folder.read("arm.rs");
    let line = file.lines().nth(3).expect("a fourth line");
    let counts = text.lines().last().expect("a last line");
    let (counts, error) = counts
        .split_once(" verified, 0 wrong; probability of error ")
        .expect("counts");
    assert_eq!(line, format!("// Verified: {counts}, error {error}."));
    let claim = "// Verified: 999 of 999 items, error below 2^-999.";
    let claimed = file.replacen(line, claim, 1);
    folder.write("arm.rs", &claimed);
    let again = output(&["verify", "arm.rs"]);
    let again = String::from_utf8_lossy(&again.stdout).into_owned();
    assert_eq!(again.lines().last(), text.lines().last());
    folder.write("arm.rs", &claimed.replacen("T::lit(", "-T::lit(", 1));
    assert_eq!(output(&["verify", "arm.rs"]).status.code(), Some(1));
    let generate = [
        "generate", "arm.urdf", "--name", "Arm", "--effort", "none", "--out", "arm.rs",
    ];
    folder.write("arm.rs", &claimed);
    let check = [&generate[..], &["--check"]].concat();
    assert!(!output(&check).status.success());
    let robot = output(&generate);
    let log = String::from_utf8_lossy(&robot.stderr).into_owned();
    assert!(
        log.lines()
            .any(|line| line.trim_start().starts_with("verify ")),
        "{log}"
    );
    assert_eq!(folder.read("arm.rs"), file);
    let with = |value: &str| {
        let robot = output(&[&generate[..], &["--verify", value]].concat());
        assert!(robot.status.success(), "{robot:?}");
        folder.read("arm.rs").lines().nth(3).map(str::to_owned)
    };
    assert_eq!(
        with("false").as_deref(),
        Some("// Not verified: verify = false.")
    );
    assert_eq!(with("true").as_deref(), Some(line));
    let refusal = output(
        &[
            &generate[..],
            &["--verify", "true", "--crate", "a::multibody"],
        ]
        .concat(),
    );
    let log = String::from_utf8_lossy(&refusal.stderr).into_owned();
    assert!(
        log.contains("the text cannot be verified, which `verify = true` requires"),
        "{log}"
    );
}

/// The small file of the verifier's tests is what is generated today by the command in its head.
#[test]
fn the_file_of_the_verifiers_tests_is_generated() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../verify/tests/verify/files");
    let text = std::fs::read_to_string(format!("{folder}/furuta.rs")).expect("a file");
    let line = text.lines().nth(1).expect("a second line");
    let (_, line) = line.split_once(": cargo multibody ").expect("a command");
    let words = multibody_codegen::internal::foreign::words(line).expect("words");
    let mut generate = command();
    generate.current_dir(folder).args(words).arg("--check");
    let output = generate.output().expect("a process");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}:\n{message}");
}
