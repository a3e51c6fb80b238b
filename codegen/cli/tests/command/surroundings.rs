//! The command where homes cannot be written to, and where its output goes.

#![cfg(unix)]

use std::fs::File;
use std::process::{Command, Output, Stdio};

use crate::folder::{Folder, command};
use crate::robots::{fixture, shared_fixture};

/// The command in a folder with a pendulum.
fn report(folder: &Folder, options: &[&str]) -> Command {
    folder.write("pendulum.urdf", &fixture("pendulum.urdf").text);
    let mut command = command();
    command
        .current_dir(&folder.0)
        .args(["report", "pendulum.urdf", "--effort", "none"])
        .args(options);
    command
}

fn run(command: &mut Command) -> (Output, String) {
    let output = command.output().expect("a process");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    (output, stderr)
}

/// Symbolica would end the process, with SIGABRT and words that name no remedy.
#[cfg(target_os = "linux")]
#[test]
fn without_a_home_the_fault_names_the_variable() {
    let folder = Folder::new("home");
    for (home, caches) in [("/dev/null", ""), ("/", "/dev/null")] {
        let mut command = report(&folder, &[]);
        command.env("HOME", home).env("XDG_CACHE_HOME", caches);
        let (output, stderr) = run(&mut command);
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        for part in [
            "`/dev/null",
            "Not a directory",
            "set XDG_CACHE_HOME, or HOME",
        ] {
            assert!(stderr.contains(part), "{stderr}");
        }
    }
}

#[test]
fn the_banner_is_shown_but_not_among_results() {
    let (output, stderr) = run(&mut report(&Folder::new("banner"), &["--format", "json"]));
    assert!(
        stderr.contains("You are running a restricted Symbolica instance"),
        "{stderr}"
    );
    assert!(stderr.contains("https://symbolica.io/license/"), "{stderr}");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.starts_with("{\"") && text.ends_with("}\n"), "{text}");
    assert_eq!(text.lines().count(), 1);
    for part in [
        "\"version\":",
        "\"joints\":[{",
        "\"tree\":[{",
        "\"warnings\":[",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn standard_output_is_a_place_to_write_to() {
    let folder = Folder::new("stdout");
    folder.write("arm.urdf", &shared_fixture("planar_arm.urdf").text);
    for name in ["-", "/dev/stdout"] {
        let mut command = command();
        command.current_dir(&folder.0);
        command.args([
            "generate",
            "arm.urdf",
            "--functions",
            "gravity",
            "--out",
            name,
        ]);
        let (output, stderr) = run(&mut command);
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(text.contains("pub fn gravity"), "{name}: {text}{stderr}");
        assert!(!stderr.contains("pub fn gravity"), "{name}: {stderr}");
        assert!(!folder.0.join("-").exists());
        let (output, stderr) = run(command.arg("--check"));
        assert_eq!(output.status.code(), Some(1), "{name}: {stderr}");
        assert!(
            stderr.contains("standard output cannot be checked"),
            "{stderr}"
        );
    }
}

#[test]
fn output_that_cannot_be_written_is_no_bug() {
    let folder = Folder::new("output");
    // A reader that goes away at once, as `head` does when it has enough.
    let mut child = report(&folder, &[])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a process");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("its end");
    assert!(output.status.success(), "{output:?}");

    if cfg!(target_os = "linux") {
        let full = File::options()
            .write(true)
            .open("/dev/full")
            .expect("a full disk");
        let output = report(&folder, &[])
            .stdout(full)
            .stderr(Stdio::piped())
            .spawn();
        let output = output
            .expect("a process")
            .wait_with_output()
            .expect("its end");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(
            stderr.contains("error: cannot write to `stdout`"),
            "{stderr}"
        );
        assert!(!stderr.contains("bug in multibody"), "{stderr}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_printed_is_an_error() {
    for arguments in [&["--help"][..], &["generate", "--help"], &["--version"]] {
        let full = File::options().write(true).open("/dev/full");
        let mut child = command();
        let output = child
            .args(arguments)
            .stdout(full.expect("a full disk"))
            .output();
        let output = output.expect("a process");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {stderr}");
        assert!(
            stderr.contains("error: cannot write to `stdout`"),
            "{stderr}"
        );
    }
}

/// Nobody, root neither, makes files in /proc.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written_is_found_before_the_work() {
    let folder = Folder::new("unwritable");
    folder.write("pendulum.urdf", &fixture("pendulum.urdf").text);
    for to in [
        ["generate", "--out", "/proc/arm.rs"],
        ["report", "--html", "/proc/arm.html"],
    ] {
        let [subject, option, path] = to;
        let mut child = command();
        child
            .args([subject, "pendulum.urdf", option, path])
            .current_dir(&folder.0);
        let output = child.output().expect("a process");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(
            stderr.contains(&format!("error: cannot write `{path}`")),
            "{stderr}"
        );
        assert!(!stderr.contains("derive"), "{stderr}");
    }
}

/// What a program needs to run is looked for before the derivation, whose time would be lost.
#[test]
fn without_cargo_machine_code_ends_before_the_work() {
    let folder = Folder::new("no_cargo");
    // No folder of this kind has programs.
    let refusal = |set: &dyn Fn(&mut Command)| {
        let mut command = report(&folder, &["--machine-code"]);
        set(command.env("PATH", &folder.0).env_remove("CARGO"));
        let (output, text) = run(&mut command);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(
            !text.contains("derive") && !text.contains("Symbolica"),
            "{text}"
        );
        assert!(!text.contains("bug in multibody"), "{text}");
        text
    };
    let text = refusal(&|_| ());
    assert!(text.contains("error: cannot run `cargo`: "), "{text}");
    assert!(text.contains("leave `--machine-code` out"), "{text}");
    let text = refusal(&|command| {
        command.env("CARGO", "/no/such/cargo");
    });
    assert!(
        text.contains("error: cannot run `/no/such/cargo`: "),
        "{text}"
    );
    // Without it, nothing of this is needed.
    let mut command = report(&folder, &[]);
    command.env("PATH", &folder.0).env_remove("CARGO");
    let (output, text) = run(&mut command);
    assert!(output.status.success(), "{text}");
}

/// A file that is not there is not what would be generated, whatever that is.
#[test]
fn a_file_to_check_that_is_missing_is_found_before_the_work() {
    let folder = Folder::new("missing");
    folder.write("pendulum.urdf", &fixture("pendulum.urdf").text);
    let mut command = command();
    command.current_dir(&folder.0);
    command.args(["generate", "pendulum.urdf", "--out", "arm.rs", "--check"]);
    let (output, text) = run(&mut command);
    assert_eq!(output.status.code(), Some(1), "{text}");
    let complaint =
        "error: there is no file `arm.rs`\n  = help: run the same command without --check\n";
    assert_eq!(text, complaint);
}

/// Neither does it matter who listens to what is text about the work.
#[test]
fn stderr_that_is_closed_does_not_abort() {
    let folder = Folder::new("stderr");
    let mut child = report(&folder, &[])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a process");
    drop(child.stderr.take());
    let status = child.wait().expect("its end");
    assert_eq!(status.code(), Some(0), "{status}");
}

/// A generated file as it was before; no other is replaced.
const GENERATED: &str = "// @generated by multibody 0.0.0";

/// A disk that is full, as a limit on the size of files shows it: the file is as it was. Where the
/// limit kills instead, the next run takes over what is left.
#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = Folder::new("disk");
    folder.write("pendulum.urdf", &fixture("pendulum.urdf").text);
    folder.write("arm.rs", GENERATED);
    let program = command().get_program().to_owned();
    let generate = |before: &str| {
        let line = "exec \"$0\" generate pendulum.urdf --name Arm --effort none --out arm.rs";
        let mut shell = Command::new("sh");
        shell.current_dir(&folder.0).env("MULTIBODY_CACHE_DIR", "");
        shell.arg("-c").arg(format!("{before}{line}")).arg(&program);
        run(&mut shell)
    };
    let files = || std::fs::read_dir(&folder.0).expect("a folder").count();
    let (output, stderr) = generate("trap '' XFSZ; ulimit -f 1; ");
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("error: cannot write `arm.rs`"), "{stderr}");
    assert_eq!((folder.read("arm.rs").as_str(), files()), (GENERATED, 2));

    let (output, stderr) = generate("ulimit -f 1; ");
    assert_eq!(output.status.code(), None, "{stderr}");
    assert_eq!((folder.read("arm.rs").as_str(), files()), (GENERATED, 3));

    let (output, stderr) = generate("");
    assert!(output.status.success(), "{stderr}");
    assert!(folder.read("arm.rs").contains("fn forward_dynamics"));
    assert_eq!(files(), 2);
}
