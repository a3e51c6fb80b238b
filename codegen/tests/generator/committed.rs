//! Committed files: front ends take their items as long as `generate --check` finds nothing.

use multibody_codegen::Settings;
use multibody_codegen::fault::Fault;
use multibody_codegen::internal::committed::{Origin, take};
use multibody_codegen::settings::Effort;

use crate::support::fixture;
use crate::support::folder::{Folder, command};

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
fn taken(folder: &Folder, settings: &Settings) -> Result<String, Fault> {
    let description = folder.read("arm.urdf");
    let origin = Origin {
        description: &description,
        settings,
    };
    take(&folder.0.join("arm.rs"), &origin, "the command").map(|robot| robot.items)
}

#[test]
fn front_ends_and_check_agree_on_what_is_stale() {
    let folder = Folder::new("committed");
    let robot = fixture("pendulum.urdf").text;
    folder.write("arm.urdf", &robot);
    assert!(matches!(
        taken(&folder, &settings()),
        Err(Fault::SettingCommittedMissing { .. })
    ));
    assert!(generate(&folder, &[]));
    let file = folder.read("arm.rs");
    let found = taken(&folder, &settings()).expect("items of the file");
    assert!(file.ends_with(&found) && found.starts_with("#[allow("));
    assert!(found.contains("fn pose_of_rod") && !found.contains("struct Arm;"));
    assert!(generate(&folder, &["--check"]));

    let stale = |settings: &Settings| match taken(&folder, settings) {
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

    folder.write("arm.rs", &file.replacen("T::lit(", "T::lit(-", 1));
    assert_eq!(stale(&settings()), Some("it has been edited since"));
    assert!(!generate(&folder, &["--check"]));
}
