//! The computer algebra is compiled once for a profile: whichever package of this workspace is built, with whichever features;
//! and in a user's workspace, whatever dependencies and features are added, with the lines of the guide in `Cargo.toml`. Nothing
//! is built: cargo is asked what it would build.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// What a user may add to a package, each next to `multibody` by default.
const ADDED: [&str; 6] = [
    "multibody.features = [\"reference\"]",
    "multibody.features = [\"nalgebra\"]",
    "rand = \"0.9\"",
    "libm = \"0.2\"",
    "syn = { version = \"2\", features = [\"full\"] }",
    "nalgebra = { version = \"0.34\", default-features = false, features = [\"std\"] }",
];

fn repository() -> &'static Path {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().expect("the folder of the workspace")
}

/// The profile that the guide gives.
fn advice() -> String {
    let text = fs::read_to_string(repository().join("runtime/guide/builds.md")).expect("the guide");
    let start = text.find("[profile.dev").expect("a profile in the guide");
    let end = text[start..].find("```").expect("the end of the block");
    text[start..start + end].to_owned()
}

/// A package of a user.
struct Package(PathBuf);

impl Package {
    fn new() -> Self {
        let path = std::env::temp_dir().join(format!("multibody-rebuilds-{}", std::process::id()));
        fs::create_dir_all(path.join("src")).expect("a folder for the test");
        fs::write(path.join("src/main.rs"), "fn main() {}\n").expect("a file of the test");
        fs::copy(repository().join("Cargo.lock"), path.join("Cargo.lock")).expect("the lock file");
        Self(path)
    }

    /// All that decides how the computer algebra is compiled in a package with these dependencies.
    fn algebra(&self, dependency: &str, profile: &str) -> String {
        let runtime = repository().join("runtime");
        let manifest = format!(
            "[package]\nname = \"user\"\nedition = \"2024\"\n[workspace]\n\
             [dependencies]\nmultibody.path = {runtime:?}\n{dependency}\n{profile}"
        );
        fs::write(self.0.join("Cargo.toml"), &manifest).expect("a file of the test");
        algebra(&["build", "--offline"], &self.0)
    }
}

/// All that decides how the computer algebra is compiled by a command of cargo in a folder.
fn algebra(command: &[&str], folder: &Path) -> String {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let output = Command::new(cargo)
        .args(command)
        .args(["--unit-graph", "-Z", "unstable-options"])
        // Stable cargo knows the list too, and prints it by these arguments.
        .env("RUSTC_BOOTSTRAP", "1")
        .current_dir(folder)
        .output()
        .expect("cargo");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{complaint}");
    let graph: Value = serde_json::from_slice(&output.stdout).expect("JSON of cargo");
    let units = graph["units"].as_array().expect("units");
    let is_algebra =
        |unit: &Value| unit["target"]["name"] == "symbolica" && unit["mode"] == "build";
    let mut indices = (0..units.len()).filter(|&index| is_algebra(&units[index]));
    let index = indices.next().expect("the computer algebra");
    assert_eq!(indices.next(), None, "it is built twice by {command:?}");
    closure(units, index, &mut HashMap::new())
}

impl Drop for Package {
    fn drop(&mut self) {
        // Best effort: it is in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A unit with all that it depends on, as text without the numbers that this graph gives them.
fn closure(units: &[Value], index: usize, texts: &mut HashMap<usize, String>) -> String {
    if let Some(text) = texts.get(&index) {
        return text.clone();
    }
    let mut unit = units[index].clone();
    let dependencies = unit["dependencies"].take();
    let mut of_these: Vec<String> = (dependencies.as_array().into_iter().flatten())
        .filter_map(|dependency| usize::try_from(dependency["index"].as_u64()?).ok())
        .map(|index| closure(units, index, texts))
        .collect();
    of_these.sort();
    let text = fingerprint(&format!("{unit} {of_these:?}"));
    texts.insert(index, text.clone());
    text
}

/// Short, since what all depend on would be written out for each.
fn fingerprint(text: &str) -> String {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:x}", hasher.finish())
}

#[test]
fn a_new_dependency_compiles_no_algebra_with_the_profile_of_readme() {
    let package = Package::new();
    let advice = advice();
    let (bare, advised) = (package.algebra("", ""), package.algebra("", &advice));
    let change_count = |profile: &str, reference: &str| {
        let dependencies = ADDED.iter();
        dependencies
            .filter(|added| package.algebra(added, profile) != reference)
            .count()
    };
    assert_eq!(change_count(&advice, &advised), 0);
    assert!(
        change_count("", &bare) > 2,
        "the advice is not needed any more"
    );
}

/// Packages and features of this workspace, as arguments of cargo.
const COMMANDS: [&[&str]; 10] = [
    &["test", "--no-run", "--workspace", "--all-features"],
    &["build", "--package", "example-panda"],
    &["build", "--package", "example-build-script"],
    &["build", "--package", "multibody"],
    &["build", "--package", "multibody", "--all-features"],
    &["build", "--package", "multibody-macros"],
    &["build", "--package", "multibody-codegen"],
    &["build", "--package", "multibody-cli"],
    &[
        "test",
        "--no-run",
        "--package",
        "multibody-codegen",
        "--all-features",
    ],
    &["test", "--no-run", "--package", "multibody-tests"],
];

#[test]
fn all_packages_and_features_here_share_one_build_of_the_algebra() {
    for profile in ["dev", "release"] {
        let graphs = COMMANDS.map(|command| {
            let command = [command, &["--offline", "--profile", profile]].concat();
            algebra(&command, repository())
        });
        for (command, built_here) in COMMANDS.iter().zip(&graphs) {
            assert_eq!(built_here, &graphs[0], "{profile}: {command:?}");
        }
    }
}
