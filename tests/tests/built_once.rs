//! Symbolica takes minutes to build: whichever packages and features are asked for, for the host and for the target, it
//! is one crate. What differed would be features of something that it is built from.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The workspace.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace")
}

/// What cargo prints. It builds nothing, and asks no registry.
fn cargo(arguments: &[&str]) -> String {
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(arguments)
        .args(["--locked", "--offline"])
        .current_dir(root());
    let output = cargo.output().expect("cargo");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {complaint}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// This machine, as rustc names it.
fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().expect("rustc");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("the host").to_owned()
}

/// Each way in which Symbolica is there: all that it is built from, with features, as lines of a tree. With the target
/// named, cargo does not take a crate for the host and one for the target for the same.
fn symbolicas(edges: &str, selection: &[&str], target: &str) -> Vec<String> {
    let tree = [
        "tree",
        "--no-dedupe",
        "--prefix",
        "depth",
        "--format",
        " {p} [{f}]",
        "--edges",
        edges,
        "--target",
        target,
    ];
    let text = cargo(&[&tree[..], selection].concat());
    let lines: Vec<(usize, &str)> = text
        .lines()
        .filter_map(|line| {
            let (depth, package) = line.split_once(' ')?;
            Some((depth.parse().ok()?, package))
        })
        .collect();
    let begins = |(at, (_, package)): (usize, &(usize, &str))| {
        package.starts_with("symbolica ").then_some(at)
    };
    let found = lines.iter().enumerate().filter_map(begins);
    found
        .map(|at| {
            let top = lines[at].0;
            let below = lines[at + 1..].iter().take_while(|(depth, _)| *depth > top);
            let below =
                below.map(|(depth, package)| format!("\n{}{package}", " ".repeat(depth - top)));
            lines[at].1.to_owned() + &below.collect::<String>()
        })
        .collect()
}

/// The members of the workspace, and whether they have features.
fn members() -> Vec<(String, bool)> {
    let text = cargo(&["metadata", "--no-deps", "--format-version", "1"]);
    let metadata: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages").iter();
    packages
        .map(|package| {
            let name = package["name"].as_str().expect("a name").to_owned();
            let has_features = package["features"]
                .as_object()
                .is_some_and(|all| !all.is_empty());
            (name, has_features)
        })
        .collect()
}

#[test]
fn symbolica_is_one_crate_whatever_is_built() {
    let (members, host) = (members(), host());
    let mut selections = vec![vec!["--workspace"], vec!["--workspace", "--all-features"]];
    selections.push(vec!["-p", "multibody-codegen", "--features", "cli"]);
    for (name, has_features) in &members {
        selections.push(vec!["-p", name]);
        if *has_features {
            selections.push(vec!["-p", name, "--all-features"]);
        }
    }
    let mut different: BTreeMap<String, String> = BTreeMap::new();
    let mut count = 0;
    for selection in &selections {
        // Tests and benchmarks are built with what only they need.
        for edges in ["normal,build", "normal,build,dev"] {
            let found = symbolicas(edges, selection, &host);
            count += usize::from(!found.is_empty());
            for symbolica in found {
                different
                    .entry(symbolica)
                    .or_insert_with(|| selection.join(" "));
            }
        }
    }
    assert!(
        members.len() > 10 && count > 30,
        "{count} builds of {} members",
        members.len()
    );
    let mut different = different.iter();
    let (first, of) = different.next().expect("Symbolica");
    if let Some((tree, selection)) = different.next() {
        let differs = tree.lines().filter(|line| !first.contains(line.trim()));
        let differs: Vec<&str> = differs.collect();
        panic!("`{of}` and `{selection}` build Symbolica each: {differs:#?}");
    }
}

/// Of profiles cargo tells nothing without building: the host's is as the target's. Unoptimised, both are so by default.
#[test]
fn for_release_the_host_builds_as_the_target_does() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let section = |name: &str| {
        let (_, behind) = manifest.split_once(&format!("\n[{name}]\n"))?;
        Some(
            behind
                .split("\n[")
                .next()
                .unwrap_or(behind)
                .lines()
                .take_while(|line| !line.is_empty())
                .collect::<Vec<_>>(),
        )
    };
    assert_eq!(
        section("profile.release.build-override"),
        Some(vec!["opt-level = 3"])
    );
    assert_eq!(section("profile.release"), None);
    assert_eq!(
        section("profile.dev"),
        section("profile.dev.build-override")
    );
}
