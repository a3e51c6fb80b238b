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
