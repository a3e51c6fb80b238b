//! What the cache keeps: a repeated call derives nothing and gives the same; whatever matters makes
//! another entry; whatever is wrong with the folder, the robot comes out.

use std::fs;
use std::path::Path;

use multibody_codegen::internal::attribute::{Annotated, generate_annotated};
use multibody_codegen::internal::generate::generate_cached;
use multibody_codegen::settings::{Effort, Root, Verify};
use multibody_codegen::{Cache, Generated, Settings, Source, Stage};

use crate::folder::{Folder, command};
use crate::robots::{fixture, shared_fixture};

fn settings() -> Settings {
    Settings {
        effort: Effort::None,
        ..Settings::default()
    }
}

/// The names of the files of a folder.
fn files(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(&folder.0).expect("a folder");
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    entries
        .map(|entry| name(entry.expect("an entry")))
        .collect()
}

/// What comes out of the cache, and which stages it has spared.
fn generated(cache: &Cache, name: &str, settings: &Settings) -> (Generated, Vec<&'static str>) {
    let source = fixture(name);
    let mut reused = Vec::new();
    let generated = generate_cached(&source, settings, cache, &mut |stage| {
        if stage.summary == "cached" {
            reused.push(stage.name);
        }
    });
    let generated = generated.unwrap_or_else(|report| panic!("{}", report.render(&source)));
    (generated, reused)
}

/// All that a front end uses, without times.
fn show(generated: &Generated) -> String {
    let mut generated = generated.clone();
    generated.report.stages.clear();
    format!("{generated:?}")
}

const REUSED: [&str; 5] = ["derive", "accuracy", "prove", "emit", "verify"];

#[test]
fn a_large_robot_is_derived_once() {
    let folder = Folder::new("cache-large");
    let cache = Cache::at(&folder.0);
    let afloat = Settings {
        root: Root::FLOATING,
        links: vec!["tool".into()],
        ..settings()
    };
    let (first, reused) = generated(&cache, "six_axes.urdf", &afloat);
    assert!(first.report.nv == 12 && first.definitions.len() > 100_000);
    assert!(reused.is_empty());
    let (second, reused) = generated(&cache, "six_axes.urdf", &afloat);
    assert_eq!(reused, REUSED);
    assert_eq!(show(&first), show(&second));
    let names: Vec<_> = second.report.stages.iter().map(|s| s.name).collect();
    assert_eq!(
        names,
        [
            "read", "check", "reduce", "derive", "accuracy", "prove", "emit", "verify"
        ]
    );
}

#[test]
fn whatever_matters_makes_another_entry() {
    let folder = Folder::new("cache-keys");
    let cache = Cache::at(&folder.0);
    let plain = settings();
    let others = [
        plain.clone(),
        Settings {
            name: "Other".into(),
            ..plain.clone()
        },
        Settings {
            visibility: "pub(crate)".into(),
            ..plain.clone()
        },
        Settings {
            effort: Effort::Default,
            ..plain.clone()
        },
        Settings {
            proof: false,
            ..plain.clone()
        },
        Settings {
            count_derived: true,
            ..plain.clone()
        },
        Settings {
            verify: Verify::True,
            ..plain.clone()
        },
    ];
    for other in &others {
        assert!(generated(&cache, "pendulum.urdf", other).1.is_empty());
    }
    assert_eq!(files(&folder).len(), others.len());
    let (unproved, reused) = generated(&cache, "pendulum.urdf", &others[4]);
    assert_eq!(reused, ["derive", "accuracy", "emit", "verify"]);
    assert!(unproved.report.functions.iter().all(|f| !f.proved));
}

#[test]
fn a_damaged_entry_is_made_again() {
    let folder = Folder::new("cache-damage");
    let cache = Cache::at(&folder.0);
    let (first, _) = generated(&cache, "pendulum.urdf", &settings());
    let name = files(&folder).remove(0);
    let sound = folder.read(&name);
    for damaged in [sound.replacen("T::lit", "T::lid", 1), sound[..99].into()] {
        folder.write(&name, &damaged);
        let (again, reused) = generated(&cache, "pendulum.urdf", &settings());
        assert!(reused.is_empty());
        assert_eq!(show(&first), show(&again));
        assert_eq!(folder.read(&name), sound);
    }
    fs::write(folder.0.join(&name), [0xff, 0xfe]).expect("a file");
    assert!(generated(&cache, "pendulum.urdf", &settings()).1.is_empty());
}

#[test]
fn a_folder_that_cannot_be_written_to_is_no_fault() {
    let folder = Folder::new("cache-none");
    folder.write("file", "not a folder");
    let cache = Cache::at(folder.0.join("file"));
    for _ in 0..2 {
        let (generated, reused) = generated(&cache, "pendulum.urdf", &settings());
        assert!(generated.definitions.contains("fn forward_dynamics") && reused.is_empty());
    }
    // A disk without space for anything, where there is one.
    let full = Cache::at("/dev/full/folder");
    assert!(generated(&full, "pendulum.urdf", &settings()).1.is_empty());
}

#[test]
fn an_editor_gets_signatures_until_a_build_has_derived() {
    let folder = Folder::new("cache-editor");
    let cache = Cache::at(&folder.0);
    let editor = cache.clone().without_deriving();
    let (cold, _) = generated(&editor, "pendulum.urdf", &settings());
    assert!(cold.definitions.contains("loop {}") && files(&folder).is_empty());
    let (real, _) = generated(&cache, "pendulum.urdf", &settings());
    assert!(!real.definitions.contains("loop {}"));
    let (warm, reused) = generated(&editor, "pendulum.urdf", &settings());
    assert_eq!(warm.definitions, real.definitions);
    // An editor does not ask what was verified.
    assert_eq!(reused, REUSED[..4]);
    // The same functions, with the same arguments and words.
    let heads = |items: &str| -> Vec<String> {
        let lines = items.lines().filter(|line| {
            let line = line.trim_start();
            let measured = ["Cost: ", "Rounding", "right digits"]
                .iter()
                .any(|of| line.contains(of));
            line.starts_with("pub fn") || line.starts_with("///") && !measured
        });
        lines.map(str::to_owned).collect()
    };
    let cold = heads(&cold.definitions);
    assert!(cold.len() > 50, "{cold:#?}");
    let without_sources = |lines: Vec<String>| -> Vec<String> {
        let kept = lines.into_iter().filter(|line| !line.contains("Source: "));
        kept.collect()
    };
    assert_eq!(
        without_sources(cold),
        without_sources(heads(&real.definitions))
    );
}

#[test]
fn tokens_are_kept_too() {
    let folder = Folder::new("cache-tokens");
    let cache = Cache::at(&folder.0);
    let generate = |structure: &str| {
        let attribute = "joint hinge { revolute, parent: world, child: rod, axis: y }, \
                         body rod { mass: m, com: [0, 0, -1] }, effort = none";
        let tokens = |text: &str| text.parse().expect("tokens");
        let annotated = Annotated::read(tokens(attribute), tokens(structure), Path::new(""));
        let mut reused = 0;
        let notify = &mut |stage: &Stage| reused += usize::from(stage.summary == "cached");
        let robot = generate_annotated(annotated, &cache, notify).generated;
        (robot.expect("a pendulum").definitions, reused)
    };
    let (first, reused) = generate("pub struct Rod { pub m: f64 }");
    assert_eq!(reused, 0);
    // With another text of the struct, another text is compiled, which is verified again.
    let documented = "/// Documented.\npub struct Rod { pub m : f64, }";
    for expected in [4, 5] {
        let (second, reused) = generate(documented);
        assert!((second == first, reused) == (true, expected));
    }
    let (_, reused) = generate("pub struct Rod { pub m: f64, pub l: f64 }");
    assert_eq!(reused, 0);
}

#[test]
fn the_command_reports_what_was_cached() {
    let folder = Folder::new("cache-command");
    folder.write("arm.urdf", &fixture("pendulum.urdf").text);
    let run = |options: &[&str]| {
        let mut command = command();
        command
            .current_dir(&folder.0)
            .env("MULTIBODY_CACHE_DIR", "cache")
            .args(["generate", "arm.urdf", "--name", "Arm", "--effort", "none"])
            .args(["--out", "arm.rs"])
            .args(options);
        let output = command.output().expect("a process");
        assert!(output.status.success());
        String::from_utf8_lossy(&output.stderr)
            .matches("cached")
            .count()
    };
    assert_eq!(run(&[]), 0);
    let first = folder.read("arm.rs");
    assert_eq!(run(&["--check"]), 5);
    assert_eq!(run(&["--check", "--no-cache"]), 0);
    assert_eq!(run(&[]), 5);
    assert_eq!(folder.read("arm.rs"), first);
}

/// As whoever can write to the folder may do, or a careless copy: a file says which robot it is of.
#[test]
fn the_entry_of_another_robot_is_not_used() {
    let folder = Folder::new("cache-exchanged");
    let cache = Cache::at(&folder.0);
    let pendulum = fixture("pendulum.urdf");
    let output = |text: &str| {
        let source = Source::new("robot.urdf", text);
        let mut reused = 0;
        let output = generate_cached(&source, &settings(), &cache, &mut |stage| {
            reused += usize::from(stage.summary == "cached");
        });
        let output = output.unwrap_or_else(|report| panic!("{}", report.render(&source)));
        (output.definitions, reused)
    };
    let (first, _) = output(&pendulum.text);
    let name_of_first = files(&folder).remove(0);
    let heavier = pendulum
        .text
        .replace("mass value=\"1.5\"", "mass value=\"3\"");
    let (second, _) = output(&heavier);
    assert_ne!(first, second);
    let mut others = files(&folder);
    others.retain(|name| *name != name_of_first);
    folder.write(&name_of_first, &folder.read(&others.remove(0)));
    let (again, reused) = output(&pendulum.text);
    assert_eq!((again == first, reused), (true, 0));
}

#[cfg(unix)]
#[test]
fn a_folder_that_others_can_write_to_is_not_used_and_reported_once() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = Folder::new("cache-shared");
    folder.write("arm.urdf", &fixture("pendulum.urdf").text);
    let cache = folder.0.join("cache");
    fs::create_dir(&cache).expect("a folder");
    fs::set_permissions(&cache, fs::Permissions::from_mode(0o777)).expect("a folder of ours");
    let mut command = command();
    command
        .current_dir(&folder.0)
        .env("MULTIBODY_CACHE_DIR", "cache")
        .args(["generate", "arm.urdf", "--name", "Arm", "--effort", "none"])
        .args(["--out", "arm.rs"]);
    let output = command.output().expect("a process");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    let reason = "the folder `cache` can be written to by others: its mode is 777";
    assert_eq!(stderr.matches(reason).count(), 1, "{stderr}");
    assert_eq!(fs::read_dir(&cache).expect("the folder").count(), 0);
}

/// Warnings about a robot are repeated at every build.
#[test]
fn warnings_come_again() {
    let folder = Folder::new("cache-warnings");
    let (cache, source) = (Cache::at(&folder.0), shared_fixture("massless_tip.urdf"));
    let generate = || {
        let result = generate_cached(&source, &settings(), &cache, &mut |_| ());
        result.expect("a robot").diagnostics.render(&source)
    };
    let (first, second) = (generate(), generate());
    assert!(first.contains("the mass matrix is singular"), "{first}");
    assert_eq!(first, second);
    assert_eq!(files(&folder).len(), 1);
}
