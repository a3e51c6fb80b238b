//! The same robot gives the same bytes in whichever process, from whichever folder.

use multibody_codegen::{Settings, Source, generate};

use crate::folder::{Folder, command};
use crate::robots::shared_fixture;

fn items(source: &Source) -> String {
    let settings = Settings {
        name: "Robot".into(),
        links: vec!["tool".into()],
        wrenches: vec!["tool".into()],
        ..Settings::default()
    };
    let generated = generate(source, &settings, &mut |_| ());
    generated.expect("a robot without a fault").definitions
}

#[test]
fn fresh_processes_write_the_same_bytes_from_different_folders() {
    let arm = shared_fixture("planar_arm.urdf");
    let run = |folder: &Folder, arguments: &[&str]| {
        let output = command()
            .current_dir(&folder.0)
            .args(arguments)
            .output()
            .expect("a process");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    };
    let (here, there) = (
        Folder::new("determinism"),
        Folder::new("determinism/deep/er"),
    );
    here.write("arm.urdf", &arm.text);
    there.write("arm.urdf", &arm.text);
    let options = [
        "--name",
        "Robot",
        "--links",
        "tool",
        "--wrenches",
        "tool",
        "--out",
    ];
    run(
        &here,
        &[&["generate", "arm.urdf"], &options[..], &["arm.rs"]].concat(),
    );
    let path = there.0.join("arm.urdf");
    let (file, out) = (path.to_str().expect("a path"), there.0.join("arm.rs"));
    let out = out.to_str().expect("a path");
    run(&here, &[&["generate", file], &options[..], &[out]].concat());
    let (one, other) = (here.read("arm.rs"), there.read("arm.rs"));
    assert!(one == other, "two processes write different bytes");
    assert!(one.ends_with(&items(&arm)), "nor does this one");
}
