//! Folders that `package` writes: whose they are, what stays in them, and what CMake makes of them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::folder::{Folder, command};
use crate::robots::fixture;

/// The files of a package with the name `arm`, the last one last.
const FILES: [&str; 8] = [
    "include/arm/arm.h",
    "include/arm/arm.hpp",
    "src/arm.c",
    "package.xml",
    "README.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "CMakeLists.txt",
];

/// A folder with a pendulum.
fn folder_with_arm(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("arm.urdf", &fixture("pendulum.urdf").text);
    folder
}

/// `package` of a pendulum; derivations are cached in the folder.
fn process(folder: &Folder, options: &[&str]) -> Command {
    let mut command = command();
    command
        .current_dir(&folder.0)
        .env("MULTIBODY_CACHE_DIR", folder.0.join("cache"))
        .args(["package", "arm.urdf", "--c", "--effort", "none"])
        .args(options);
    command
}

fn package(folder: &Folder, options: &[&str]) -> Output {
    process(folder, options).output().expect("a process")
}

fn messages(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[track_caller]
pub fn succeed(output: &Output) {
    assert!(output.status.success(), "{}", messages(output));
}

/// The output of a command that fails, and leaves nothing but these entries in a folder.
#[track_caller]
pub fn fail(output: &Output, expected: &[&str]) {
    let text = messages(output);
    assert!(!output.status.success(), "{text}");
    for part in expected {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// All files below a folder with their texts, in order.
pub fn contents(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("inside").display();
                let text = fs::read(&path).expect("a file that can be read");
                found.push((
                    name.to_string(),
                    String::from_utf8_lossy(&text).into_owned(),
                ));
            }
        }
    }
    found.sort();
    found
}

fn names(folder: &Path) -> Vec<String> {
    contents(folder).into_iter().map(|(name, _)| name).collect()
}

fn expected_names(others: &[&str]) -> Vec<String> {
    let mut names: Vec<String> = (FILES.iter().chain(others))
        .map(|name| (*name).to_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn a_folder_is_made_checked_and_made_again() {
    let folder = folder_with_arm("package-made");
    let path = folder.0.join("arm");
    fail(&package(&folder, &["--check"]), &["no folder `arm`"]);
    succeed(&package(&folder, &[]));
    assert_eq!(names(&path), expected_names(&[]));
    let before = contents(&path);
    let readme = folder.read("arm/README.md");
    let line = "in the parent folder of this package: cargo multibody package arm.urdf --c --name Arm --effort none --out arm\n";
    assert!(readme.contains(line), "{readme}");
    // From another place to another place: the same text, but for the path of the description.
    fs::create_dir(folder.0.join("robots")).expect("a folder");
    succeed(&package(&folder, &["--out", "robots/arm"]));
    let moved = contents(&folder.0.join("robots/arm"));
    let renamed = moved.into_iter().map(|(name, text)| {
        (
            name,
            text.replace("package ../arm.urdf", "package arm.urdf"),
        )
    });
    assert_eq!(renamed.collect::<Vec<_>>(), before);
    succeed(&package(&folder, &["--check"]));
    fail(
        &package(&folder, &["--check", "--columns"]),
        &["`arm/include/arm/arm.h` is out of date"],
    );
    fs::remove_file(path.join("src/arm.c")).expect("the source");
    fail(
        &package(&folder, &["--check"]),
        &["no file `arm/src/arm.c`"],
    );
    // Only what is missing is written, and the last file.
    let modified = |name: &str| {
        let file = fs::metadata(path.join(name)).expect(name);
        file.modified().expect("a time")
    };
    let header = modified("include/arm/arm.h");
    succeed(&package(&folder, &[]));
    assert_eq!(contents(&path), before);
    assert_eq!(modified("include/arm/arm.h"), header);
    let text = messages(&package(&folder, &[]));
    assert!(!text.contains(": written") && text.contains("`arm/src/arm.c`: already up to date"));
}

/// What others keep in the folder stays; what an earlier package had there, and this one does not, goes.
#[test]
fn files_of_others_stay_and_those_of_earlier_packages_go() {
    let folder = folder_with_arm("package-others");
    succeed(&package(&folder, &["--name", "Leg", "--out", "arm"]));
    folder.write("arm/src/own.c", "int own;\n");
    folder.write("arm/COLCON_IGNORE", "");
    fail(
        &package(&folder, &["--check"]),
        &["no file `arm/include/arm/arm.h`"],
    );
    succeed(&package(&folder, &[]));
    let path = folder.0.join("arm");
    assert_eq!(
        names(&path),
        expected_names(&["COLCON_IGNORE", "src/own.c"])
    );
    assert!(!path.join("include/leg").exists());
    let text = folder.read("arm/src/arm.c");
    folder.write("arm/src/leg.c", &text);
    fail(
        &package(&folder, &["--check"]),
        &["`arm/src/leg.c` is of an earlier package"],
    );
    // The source of somebody else at the place of ours.
    folder.write("arm/src/arm.c", "int own;\n");
    fail(
        &package(&folder, &["--columns"]),
        &["`arm/src/arm.c` is not a file of this kind", "--force"],
    );
    assert!(!folder.read("arm/include/arm/arm.h").contains("by columns"));
    assert_eq!(folder.read("arm/src/arm.c"), "int own;\n");
    succeed(&package(&folder, &["--force"]));
    assert_eq!(folder.read("arm/src/arm.c"), text);
}

#[test]
fn a_folder_of_others_is_refused() {
    let folder = folder_with_arm("package-refused");
    for (name, text) in [
        ("notes.txt", "mine\n"),
        ("CMakeLists.txt", "project(mine)\n"),
        ("src/arm.c", "// mine\n"),
    ] {
        let path = folder.0.join("arm");
        fs::create_dir_all(path.join("src")).expect("a folder");
        folder.write(&format!("arm/{name}"), text);
        fail(
            &package(&folder, &[]),
            &[
                "`arm` has files",
                "no package that --c has written",
                "--force",
            ],
        );
        assert_eq!(contents(&path), [(name.to_owned(), text.to_owned())]);
        fs::remove_dir_all(path).expect("the folder");
    }
    // An empty one is not refused, also with empty folders in it.
    fs::create_dir_all(folder.0.join("arm/src")).expect("a folder");
    succeed(&package(&folder, &[]));
    // Neither the description, nor what is no folder, nor one in a folder that is not there.
    fail(
        &package(&folder, &["--out", "arm.urdf"]),
        &["`arm.urdf` is not a folder"],
    );
    fail(
        &package(&folder, &["--out", "no/arm"]),
        &["there is no folder for `no/arm`"],
    );
    fail(
        &package(&folder, &["--out", "-"]),
        &["a folder cannot be printed"],
    );
    fail(
        &package(&folder, &["--jax"]),
        &["--jax cannot be given with --c", "--python writes a wheel"],
    );
    let mut without_kind = command();
    let output = without_kind.args(["package", "arm.urdf"]).output();
    fail(&output.expect("a process"), &["<--c|--python>"]);
    assert!(!folder.0.join("no").exists() && !folder.0.join("-").exists());
}

/// A fault of the robot leaves no folder.
#[test]
fn a_fault_leaves_nothing() {
    let folder = folder_with_arm("package-fault");
    for options in [
        &["--dispatch", "true"][..],
        &["--verify", "true"],
        &["--links", "nowhere"],
    ] {
        assert!(!package(&folder, options).status.success(), "{options:?}");
        assert!(!folder.0.join("arm").exists(), "{options:?}");
    }
}

/// Whenever a run ends, the next one makes a whole package of what is there, and takes nobody else's folder for its own.
#[cfg(unix)]
#[test]
fn what_a_killed_run_leaves_is_completed() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = folder_with_arm("package-left");
    succeed(&package(&folder, &[]));
    let whole = contents(&folder.0.join("arm"));
    for count in 0..FILES.len() {
        let out = folder.0.join(format!("left/{count}/arm"));
        for (index, name) in FILES.iter().enumerate() {
            let path = out.join(name);
            let parent = path.parent().expect("a folder");
            fs::create_dir_all(parent).expect("a folder");
            let is_draft = index >= count;
            let path = if is_draft {
                let file = path.file_name().expect("a name").display();
                parent.join(format!(".{file}.multibody"))
            } else {
                path
            };
            fs::copy(folder.0.join("arm").join(name), &path).expect("a copy");
            if is_draft {
                let mode = fs::Permissions::from_mode(0o200);
                fs::set_permissions(&path, mode).expect("a mode");
            }
        }
        let out_name = format!("left/{count}/arm");
        succeed(&package(&folder, &["--out", &out_name]));
        let mended = contents(&out).into_iter();
        let mended: Vec<_> = mended
            .map(|(name, text)| {
                (
                    name,
                    text.replace("package ../../arm.urdf", "package arm.urdf"),
                )
            })
            .collect();
        assert_eq!(mended, whole, "{count}");
    }
}

/// A package is whole, or has no file by which it could be built.
#[test]
fn a_killed_run_leaves_no_package_of_two() {
    let folder = folder_with_arm("package-killed");
    let path = folder.0.join("arm");
    // Killed runs leave drafts beside the files.
    let files = || {
        let mut files = contents(&path);
        files.retain(|(name, _)| !name.ends_with(".multibody"));
        files
    };
    let mut kinds = Vec::new();
    for options in [&["--columns"][..], &[]] {
        succeed(&package(&folder, options));
        kinds.push(files());
    }
    assert_ne!(kinds[0], kinds[1]);
    for round in 0..24_u64 {
        let options: &[&str] = if round % 2 == 0 { &["--columns"] } else { &[] };
        let mut process = process(&folder, options);
        let mut child = (process.stderr(Stdio::null()).spawn()).expect("a process");
        std::thread::sleep(Duration::from_millis(4 * round));
        child.kill().expect("kill -9");
        child.wait().expect("its end");
        let is_whole = kinds.contains(&files());
        assert!(
            is_whole || !path.join("CMakeLists.txt").exists(),
            "round {round}"
        );
    }
    succeed(&package(&folder, &[]));
    assert_eq!(files(), kinds[1]);
}

/// A consumer of the package in C and C++, which compares what both compute.
const CONSUMER: &str = "\
cmake_minimum_required(VERSION 3.15)
project(consumer C CXX)
find_package(arm REQUIRED)
add_executable(consumer main.cpp of_c.c)
target_compile_features(consumer PRIVATE cxx_std_17)
target_compile_options(consumer PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
target_link_libraries(consumer PRIVATE arm::arm)
";
const MAIN: &str = "\
#include <arm/arm.hpp>
extern \"C\" double of_c(double q);
int main()
{
  const double q = 0.3;
  auto position = std::array<std::decay_t<decltype(multibody::arm::gravity({})[0])>, 1>{};
  position[0] = static_cast<std::decay_t<decltype(position[0])>>(q);
  const double of_cpp = static_cast<double>(multibody::arm::gravity(position)[0]);
  return of_cpp == of_c(q) && of_cpp != 0 && arm_joints[0].nq == ARM_NQ ? int(sizeof position[0]) : 1;
}
";
const OF_C: &str = "\
#include <arm/arm.h>
double of_c(double q);
double of_c(double q)
{
  ARM_REAL position[ARM_NQ], out[ARM_NV];
  position[0] = (ARM_REAL)q;
  arm_gravity(position, out);
  return (double)out[0];
}
";
/// The same with functions for solvers, whose declarations are in the header.
const OF_SOLVERS: &str = "\
#include <arm/arm.h>
double of_c(double q);
double of_c(double q)
{
  ARM_REAL position[ARM_NQ], out[ARM_NV];
  position[0] = (ARM_REAL)q;
  arm_c_gravity(position, out);
  return arm_gravity_n_in() == 1 && arm_expl_vde_forw_n_out() == 3 ? (double)out[0] : 0;
}
";
/// Reads a library as CasADi does, beside the value and the derivative that differences give.
const OF_CASADI: &str = "\
import casadi, sys
f = casadi.external('arm_gravity', sys.argv[1])
slope = (f(0.3 + 1e-5) - f(0.3 - 1e-5)) / 2e-5
assert f(0.3) != 0 and abs(f.jacobian()(0.3, 0) - slope) < 1e-6 * abs(slope), slope
";

/// Runs a program that has to succeed.
#[track_caller]
fn run(folder: &Folder, words: &[&str]) {
    let output = Command::new(words[0])
        .current_dir(&folder.0)
        .args(&words[1..])
        .output()
        .expect("it starts");
    let [out, error] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert!(output.status.success(), "{words:?}\n{out}\n{error}");
}

#[cfg(unix)]
#[test]
fn cmake_installs_a_package_that_others_find() {
    let is_there = |name: &str| Command::new(name).arg("--version").output().is_ok();
    if !is_there("cmake") {
        println!("cmake is not installed: no package is built");
        return;
    }
    let folder = folder_with_arm("package-cmake");
    fs::create_dir(folder.0.join("consumer")).expect("a folder");
    for (name, text) in [("CMakeLists.txt", CONSUMER), ("main.cpp", MAIN)] {
        folder.write(&format!("consumer/{name}"), text);
    }
    let for_solvers = [
        "gravity,gravity_stiffness,forward_dynamics,forward_dynamics_derivatives",
        "--casadi",
        "--acados",
    ];
    for (of_c, of_cpp, real, size, shared, options, text) in [
        ("gcc", "g++", "double", 8, "OFF", &["gravity"][..], OF_C),
        ("clang", "clang++", "float", 4, "ON", &["gravity"], OF_C),
        ("gcc", "g++", "double", 8, "OFF", &for_solvers, OF_SOLVERS),
    ] {
        succeed(&package(&folder, &[&["--functions"], options].concat()));
        folder.write("consumer/of_c.c", text);
        if !is_there(of_c) || !is_there(of_cpp) {
            println!("{of_c} is not installed: no package is built by it");
            continue;
        }
        let [build, prefix, consumer] =
            ["build", "prefix", "user"].map(|name| format!("{name}-{of_c}-{}", options.len()));
        let compilers = [
            format!("-DCMAKE_C_COMPILER={of_c}"),
            format!("-DCMAKE_CXX_COMPILER={of_cpp}"),
        ];
        let of_real = format!("-DARM_REAL={real}");
        let of_shared = format!("-DBUILD_SHARED_LIBS={shared}");
        let warnings = "-DCMAKE_C_FLAGS=-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror";
        run(
            &folder,
            &[
                "cmake",
                "-S",
                "arm",
                "-B",
                &build,
                &compilers[0],
                &of_real,
                &of_shared,
                warnings,
                "--no-warn-unused-cli",
            ],
        );
        run(&folder, &["cmake", "--build", &build]);
        run(
            &folder,
            &["cmake", "--install", &build, "--prefix", &prefix],
        );
        assert!(
            folder
                .0
                .join(&prefix)
                .join("share/arm/package.xml")
                .is_file()
        );
        let of_prefix = format!("-DCMAKE_PREFIX_PATH={}", folder.0.join(&prefix).display());
        run(
            &folder,
            &[
                "cmake",
                "-S",
                "consumer",
                "-B",
                &consumer,
                &compilers[0],
                &compilers[1],
                &of_prefix,
            ],
        );
        run(&folder, &["cmake", "--build", &consumer]);
        let status = Command::new(folder.0.join(&consumer).join("consumer")).status();
        assert_eq!(status.expect("the consumer starts").code(), Some(size));
        // CasADi's libraries are shared by themselves.
        let library = folder.0.join(&prefix).join("lib/libmultibody_arm.so");
        let is_for_solvers = options.len() > 1;
        assert_eq!(library.is_file(), shared == "ON" || is_for_solvers);
        let python = std::env::var("MULTIBODY_CASADI").unwrap_or_default();
        if is_for_solvers && !python.is_empty() {
            let library = library.display().to_string();
            run(&folder, &[&python, "-c", OF_CASADI, &library]);
        }
    }
}
