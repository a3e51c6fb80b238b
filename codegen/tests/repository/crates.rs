//! What each crate of the generator may know, and that the cache knows a generator by the sources of all of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use multibody_codegen::internal::generator::{CRATES, generator};
use multibody_codegen::internal::sources::{is_source, of_package};

/// Of each crate those that it may depend on; and the computer algebra, where it may.
const MAY_KNOW: [(&str, &[&str]); 16] = [
    ("support", &[]),
    ("program", &["support"]),
    ("passes", &["support", "program"]),
    ("description", &["support", "program"]),
    ("prove", &["support", "program", "description"]),
    ("kinematics", &["support", "program", "description"]),
    (
        "examine",
        &["support", "program", "description", "prove", "kinematics"],
    ),
    (
        "verify",
        &["support", "program", "description", "prove", "examine"],
    ),
    ("tree", &["support", "program", "description"]),
    ("outputs", &["support", "program", "description"]),
    (
        "derive",
        &[
            "support",
            "program",
            "passes",
            "description",
            "examine",
            "tree",
            "outputs",
            "algebra",
        ],
    ),
    (
        "algebra",
        &["support", "program", "symbolica", "numerica", "graphica"],
    ),
    (
        "emit",
        &["support", "program", "passes", "description", "outputs"],
    ),
    (
        "codegen",
        &[
            "support",
            "program",
            "passes",
            "description",
            "prove",
            "kinematics",
            "examine",
            "verify",
            "tree",
            "outputs",
            "algebra",
            "derive",
            "emit",
        ],
    ),
    ("report", &["support", "codegen"]),
    ("cli", &["support", "codegen", "verify", "report"]),
];

fn codegen() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The dependencies of each package of the workspace, of the kinds that count.
fn dependencies(
    is_counted: impl Fn(&serde_json::Value) -> bool,
) -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version=1",
            "--no-deps",
            "--offline",
            "--locked",
        ])
        .current_dir(codegen())
        .output()
        .expect("cargo");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages").iter();
    let name = |of: &serde_json::Value| of["name"].as_str().expect("a name").to_owned();
    let of_package = |package: &serde_json::Value| {
        let all = package["dependencies"]
            .as_array()
            .expect("dependencies")
            .iter();
        all.filter(|of| is_counted(&of["kind"])).map(name).collect()
    };
    packages
        .map(|package| (name(package), of_package(package)))
        .collect()
}

#[test]
fn crates_know_what_they_may() {
    // Tests of the pipeline and of the command may know everything; those of other crates no more than their crate.
    let of_code = dependencies(|kind| *kind != "dev");
    let with_tests = dependencies(|_| true);
    let ours: Vec<&str> = MAY_KNOW.iter().map(|(name, _)| *name).collect();
    for (name, may_know) in MAY_KNOW {
        let package = format!("multibody-{name}");
        let result = match name {
            "codegen" | "cli" => &of_code[&package],
            _ => &with_tests[&package],
        };
        for dependency in result {
            let short = dependency.strip_prefix("multibody-").unwrap_or(dependency);
            let is_judged = ours.contains(&short)
                || ["multibody", "symbolica", "numerica", "graphica"].contains(&short);
            assert!(
                !is_judged || may_know.contains(&short),
                "{name} depends on {dependency}"
            );
        }
    }
    // Every folder with a package is in the table.
    let folders = fs::read_dir(codegen())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let packages = folders.filter(|folder| folder.join("Cargo.toml").exists());
    for folder in packages {
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        assert!(ours.contains(&&*name), "{name} is not in the table");
    }
}

/// The verifier trusts neither derivation nor emission, and whoever installs it compiles no computer algebra.
#[test]
fn the_verifier_depends_on_nothing_that_it_judges() {
    let all = dependencies(|kind| *kind != "dev");
    let (mut results, mut open) = (BTreeSet::new(), vec!["multibody-verify".to_owned()]);
    while let Some(package) = open.pop() {
        if results.insert(package.clone()) {
            open.extend(all.get(&package).into_iter().flatten().cloned());
        }
    }
    let ours = [
        "verify",
        "examine",
        "kinematics",
        "prove",
        "description",
        "program",
        "support",
    ];
    let ours: BTreeSet<String> = ours.map(|name| format!("multibody-{name}")).into();
    let of_workspace: BTreeSet<String> = (results.iter())
        .filter(|name| all.contains_key(*name))
        .cloned()
        .collect();
    assert_eq!(of_workspace, ours);
    for name in ["symbolica", "numerica", "graphica"] {
        assert!(!results.contains(name), "{name}");
    }
}

/// The feature decides in few places what is compiled: in the facade and in the pipeline.
#[test]
fn few_places_depend_on_the_feature() {
    let sources = ["runtime/src", "codegen/src", "macros/src"]
        .map(|folder| codegen().join("..").join(folder));
    let others = MAY_KNOW
        .iter()
        .map(|(name, _)| codegen().join(name).join("src"));
    let mut places = Vec::new();
    for folder in sources
        .into_iter()
        .chain(others.filter(|folder| folder.exists()))
    {
        count_features(&folder, &mut places);
    }
    assert!((1..=8).contains(&places.len()), "{places:#?}");
}

/// Lines of code outside of tests that depend on the feature.
fn count_features(folder: &Path, places: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            count_features(&path, places);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let is_of_feature =
                |line: &&str| line.contains("feature = \"symbolica\"") && !line.contains("(test,");
            let lines = code.lines().filter(is_of_feature);
            places.extend(lines.map(|line| format!("{}: {}", path.display(), line.trim())));
        }
    }
}

/// A character changed in any crate makes another generator.
#[test]
fn the_cache_identifies_a_generator_by_the_sources_of_all_crates() {
    let sources = |copy: &Path| of_package(copy).expect("sources").to_string();
    let known = generator(&CRATES);
    for (index, (name, compiled)) in CRATES.into_iter().enumerate() {
        let name = name.trim_start_matches("multibody-");
        let folder = if name == "codegen" { codegen() } else { codegen().join(name) };
        let copy = std::env::temp_dir().join(format!("multibody-{}-{name}", std::process::id()));
        copy_sources(&folder, &copy);
        if !compiled.contains(' ') {
            assert_eq!(sources(&copy), compiled, "{name}");
        }
        let lib = copy.join("src/lib.rs");
        let text = fs::read_to_string(&lib).unwrap().replacen('/', "|", 1);
        fs::write(&lib, text).unwrap();
        let changed = sources(&copy);
        fs::remove_dir_all(&copy).unwrap();
        assert_ne!(changed, compiled, "{name}");
        let mut crates = CRATES;
        crates[index].1 = &changed;
        assert_ne!(generator(&crates), known, "{name}");
    }
    // All that have a part in what is generated.
    let of_table = MAY_KNOW.iter().map(|(name, _)| format!("multibody-{name}"));
    let of_others = ["multibody-cli", "multibody-report"];
    let of_table: BTreeSet<String> = of_table
        .filter(|name| !of_others.contains(&name.as_str()))
        .collect();
    let combined: BTreeSet<String> = CRATES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(combined, of_table);
}

fn copy_sources(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    fs::copy(from.join("Cargo.toml"), to.join("Cargo.toml")).unwrap();
    copy_folder(&from.join("src"), &to.join("src"));
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let copy = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_folder(&path, &copy)
        } else {
            // Else the cache would not know what it contains.
            assert!(is_source(&path), "{} is no source", path.display());
            fs::copy(&path, &copy).unwrap();
        }
    }
}
