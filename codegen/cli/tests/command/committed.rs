//! Committed files: front ends take their items as long as `generate --check` finds nothing.

use multibody_codegen::Settings;
use multibody_codegen::fault::Fault;
use multibody_codegen::internal::committed::{self, FileOrigin, take};
use multibody_codegen::settings::Effort;

use crate::folder::{Folder, command};
use crate::robots::fixture;

fn settings() -> Settings {
    Settings {
        name: "Arm".into(),
        effort: Effort::None,
        links: vec!["rod".into()],
        ..Settings::default()
    }
}

/// Runs `generate` with the settings and tells whether it succeeded.
fn generate(folder: &Folder, options: &[&str]) -> bool {
    let mut command = command();
    command
        .current_dir(&folder.0)
        .args(["generate", "arm.urdf", "--name", "Arm", "--effort", "none"])
        .args(["--links", "rod", "--out", "arm.rs"])
        .args(options);
    command.output().expect("a process").status.success()
}

/// What a front end finds in the committed file.
fn committed_items(folder: &Folder, settings: &Settings) -> Result<String, Fault> {
    let description = folder.read("arm.urdf");
    let origin = FileOrigin {
        description: &description,
        settings,
    };
    take(&folder.0.join("arm.rs"), &origin, "the command").map(|robot| robot.definitions)
}

/// From wherever the files are named, the head is the same, and its line makes the file.
#[test]
fn a_head_names_the_command_and_its_folder() {
    let folder = Folder::new("committed-head");
    for name in ["robots", "src"] {
        std::fs::create_dir(folder.0.join(name)).expect("a folder");
    }
    folder.write("robots/arm.urdf", &fixture("pendulum.urdf").text);
    let run = |place: &str, line: &str| {
        let mut command = command();
        command.current_dir(folder.0.join(place));
        command
            .args(line.split(' ').skip(2))
            .args(["--effort", "none"]);
        let output = command.output().expect("a process");
        assert!(output.status.success(), "{place}: {line}: {output:?}");
    };
    run(
        "",
        "cargo multibody generate robots/arm.urdf --name Arm --out src/arm.rs",
    );
    let file = folder.read("src/arm.rs");
    let head = file.lines().nth(1).expect("a second line");
    let line = head.strip_prefix("// To make it again, in this file's folder: ");
    let line = line.unwrap_or_else(|| panic!("{head}"));
    let expected =
        "cargo multibody generate ../robots/arm.urdf --name Arm --effort none --out arm.rs";
    assert_eq!(line, expected);
    let checked = line.replace("--effort none ", "") + " --check";
    run("src", &checked);
    run(
        "robots",
        "cargo multibody generate arm.urdf --name Arm --out ../src/arm.rs --check",
    );
    folder.write("src/arm.rs", "");
    run("src", &line.replace("--effort none ", ""));
    assert_eq!(folder.read("src/arm.rs"), file);
}

#[test]
fn front_ends_and_check_agree_on_what_is_stale() {
    let folder = Folder::new("committed");
    let robot = fixture("pendulum.urdf").text;
    folder.write("arm.urdf", &robot);
    assert!(matches!(
        committed_items(&folder, &settings()),
        Err(Fault::SettingCommittedMissing { .. })
    ));
    assert!(generate(&folder, &[]));
    let file = folder.read("arm.rs");
    let result = committed_items(&folder, &settings()).expect("items of the file");
    assert!(file.ends_with(&result) && result.starts_with("#[rustfmt::skip]\n#[allow("));
    assert!(result.contains("fn pose_of_rod") && !result.contains("struct Arm;"));
    assert!(generate(&folder, &["--check"]));

    let stale = |settings: &Settings| match committed_items(&folder, settings) {
        Err(Fault::SettingCommittedStale { reason, command }) => {
            assert_eq!(command, "the command");
            Some(reason)
        }
        _ => None,
    };
    let changed = "the description or the settings have changed since";
    folder.write("arm.urdf", &robot.replace("1.5", "1.6"));
    assert_eq!(stale(&settings()), Some(changed));
    assert!(!generate(&folder, &["--check"]));
    folder.write("arm.urdf", &robot);
    let unsnapped = Settings {
        snap: false,
        ..settings()
    };
    assert_eq!(stale(&unsnapped), Some(changed));
    assert!(!generate(&folder, &["--snap", "false", "--check"]));

    // A file of an earlier version, whose head has an option by its old name: the line that makes it again has the new one.
    let packed = Settings {
        pack_limbs: true,
        ..settings()
    };
    folder.write(
        "arm.rs",
        &file.replacen(" --links", " --side-by-side true --links", 1),
    );
    let origin = FileOrigin {
        description: &robot,
        settings: &packed,
    };
    let command = committed::command("arm.urdf", "arm.rs", &packed);
    match take(&folder.0.join("arm.rs"), &origin, &command) {
        Err(Fault::SettingCommittedStale { command, .. }) => {
            assert!(command.contains(" --pack-limbs true"), "{command}");
            assert!(!command.contains("side"), "{command}");
        }
        result => panic!("{result:?}"),
    }

    folder.write("arm.rs", &file.replacen("T::lit(", "T::lit(-", 1));
    assert_eq!(stale(&settings()), Some("it has been edited since"));
    assert!(!generate(&folder, &["--check"]));
}

/// Reports and motions of a committed file are those of its description, as long as it is what would be generated.
#[test]
fn a_committed_file_is_reported_and_simulated() {
    let folder = Folder::new("committed-report");
    folder.write("arm.urdf", &fixture("pendulum.urdf").text);
    assert!(generate(&folder, &[]));
    let run = |line: &str| {
        let mut command = command();
        command.current_dir(&folder.0).args(line.split(' '));
        let output = command.output().expect("a process");
        let stderr = String::from_utf8(output.stderr).expect("text");
        (output.status.code(), output.stdout, stderr)
    };
    let (code, of_file, stderr) = run("report arm.rs --format plain");
    assert_eq!(code, Some(0), "{stderr}");
    let (_, of_description, _) = run("report arm.urdf --name Arm --format plain");
    assert!(of_file == of_description && !of_file.is_empty());
    let (code, _, stderr) = run("simulate arm.rs --t 0.1 --csv arm.csv");
    assert_eq!(code, Some(0), "{stderr}");
    let (code, _, stderr) = run("report arm.rs --out arm.urdf");
    assert_eq!(code, Some(1), "{stderr}");
    let (code, _, stderr) = run("generate arm.rs --out other.rs");
    assert_eq!(code, Some(1));
    assert!(stderr.contains("`arm.rs` is a generated file"), "{stderr}");
    let text = folder.read("arm.rs");
    for (changed, reason) in [
        (
            text.replace("pub struct Arm;", "pub struct Arm ;"),
            "it has been edited since",
        ),
        (
            text.replace("--name Arm", "--name Other"),
            "settings have changed since",
        ),
        (
            text.replace("this file's folder", "the folder of arm.urdf"),
            "names no description",
        ),
    ] {
        assert_ne!(changed, text);
        folder.write("arm.rs", &changed);
        let (code, _, stderr) = run("report arm.rs --format plain");
        assert_eq!(code, Some(1), "{stderr}");
        assert!(stderr.contains(reason), "{stderr}");
    }
}
