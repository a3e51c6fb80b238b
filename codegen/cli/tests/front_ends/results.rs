//! Results are files: what they may replace, and what is left of them where something fails.

use std::fs;
use std::process::Command;

use multibody_codegen::Config;
use multibody_codegen::settings::Effort;

use crate::package::{Package, TOKENS, URDF};

/// What is replaced is gone: nothing but generated files is, by no front end.
#[test]
fn what_others_have_written_is_not_replaced() {
    let package = Package::new("others");
    let urdf = || Config::new().urdf(package.0.join("arm.urdf"));
    let refusal = |config: Config| format!("{:?}", config.generate().unwrap_err());
    for itself in ["arm.urdf", "src/../arm.urdf"] {
        let text = refusal(urdf().out_file(package.0.join(itself)));
        assert!(text.contains("is the description itself"), "{text}");
    }
    let file = package.file("arm.rs", TOKENS);
    let of_rust = Config::new().rust_file(&file);
    let text = refusal(of_rust.out_file(&file));
    assert!(text.contains("is the description itself"), "{text}");
    let text = refusal(urdf().out_file(&file));
    assert!(text.contains("not a file of this kind"), "{text}");
    let committed = urdf().committed(&file).out_file(&file);
    let text = refusal(committed);
    assert!(text.contains("is the description itself"), "{text}");
    // A file that was named as a committed one by mistake is read, and never written.
    const HAND_WRITTEN: &str = "pub fn by_hand() {}\n";
    let hand_written = package.file("by_hand.rs", HAND_WRITTEN);
    let committed = urdf().committed(&hand_written);
    let text = refusal(committed.out_file(package.0.join("new.rs")));
    assert!(text.contains("by_hand.rs"), "{text}");
    assert_eq!(package.text("by_hand.rs"), HAND_WRITTEN);
    assert!(!package.0.join("new.rs").exists());

    let line = ["generate", "arm.urdf", "--effort", "none", "--out"];
    for own in ["arm.rs", "Cargo.toml"] {
        let text = package.complaint(&[&line[..], &[own]].concat());
        assert!(text.contains("add --force to replace it"), "{text}");
    }
    for option in ["--html", "--out"] {
        let text = package.complaint(&["report", "arm.urdf", option, "arm.rs"]);
        assert!(text.contains("add --force to replace it"), "{text}");
    }
    for option in ["--plot", "--csv"] {
        let text = package.complaint(&["simulate", "arm.urdf", option, "arm.rs"]);
        assert!(text.contains("add --force to replace it"), "{text}");
    }
    // The same file on standard input, and one beside it with the same text.
    package.file("copy.urdf", URDF);
    for copy in ["arm.urdf", "copy.urdf"] {
        let line = ["generate", "-", "--out", copy, "--force"];
        let output = package.piped(&line, URDF);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains("is the description itself"), "{text}");
    }
    assert_eq!(package.text("arm.urdf"), URDF);
    assert_eq!(package.text("arm.rs"), TOKENS);
    assert_eq!(package.text("Cargo.toml"), "[package]\n");
    package.run(&[&line[..], &["arm.rs", "--force"]].concat());
    package.run(&[&line[..], &["arm.rs", "--gravity", "0,0,0"]].concat());
}

/// All kinds of results may be made again.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn results_are_replaced_by_their_like() {
    let package = Package::new("like");
    for gravity in ["0,0,-9.81", "0,0,-1.62"] {
        let gravity = ["--gravity", gravity];
        for format in ["text", "json", "plain", "latex"] {
            let line = ["report", "arm.urdf", "--format", format, "--out", format];
            package.run(&[&line[..], &gravity].concat());
        }
        let page = ["report", "arm.urdf", "--html", "arm.html"];
        package.run(&[&page[..], &gravity].concat());
        let motion = [
            "simulate", "arm.urdf", "--t", "0.1", "--plot", "arm.svg", "--csv", "arm.csv",
        ];
        package.run(&[&motion[..], &gravity].concat());
    }
    let text = package.complaint(&["report", "arm.urdf", "--out", "arm.csv"]);
    assert!(text.contains("not a file of this kind"), "{text}");
}

#[test]
fn two_robots_of_a_build_script_have_two_files() {
    let package = Package::new("two");
    fs::create_dir(package.0.join("other")).unwrap();
    let config = |gravity: f64, out: &str| {
        let urdf = Config::new().urdf(package.0.join("arm.urdf"));
        let config = urdf.effort(Effort::None).gravity([0.0, 0.0, gravity]);
        config.out_file(package.0.join(out))
    };
    config(-9.81, "one.rs").generate().unwrap();
    let text = format!(
        "{:?}",
        config(-1.62, "other/../one.rs").generate().unwrap_err()
    );
    assert!(text.contains("writes two robots to `"), "{text}");
    config(-1.62, "two.rs").generate().unwrap();
    assert_ne!(package.text("one.rs"), package.text("two.rs"));
}

/// Of a plot and a table none is written where one of them cannot be, as where the disk is full.
#[cfg(unix)]
#[test]
fn of_two_results_both_are_written_or_none() {
    let package = Package::new("full");
    let command = |blocks: u32| {
        let line = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec {} simulate arm.urdf --t 20 --plot a.svg --csv a.csv",
            env!("CARGO_BIN_EXE_cargo-multibody")
        );
        let mut command = Command::new("sh");
        command.args(["-c", &line]).current_dir(&package.0);
        command.env("MULTIBODY_CACHE_DIR", "").output().unwrap()
    };
    let written = || {
        ["a.svg", "a.csv"].map(|name| {
            fs::metadata(package.0.join(name))
                .map(|file| file.len())
                .ok()
        })
    };
    let output = command(4);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{stderr}");
    assert_eq!(written(), [None, None], "{stderr}");
    assert!(command(10_000).status.success());
    let [Some(plot), Some(table)] = written() else {
        panic!("{:?}", written())
    };
    for name in ["a.svg", "a.csv"] {
        fs::remove_file(package.0.join(name)).unwrap();
    }
    // Of 512 bytes: room for the smaller one.
    let output = command(u32::try_from(plot.midpoint(table) / 512).unwrap());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{stderr}");
    assert_eq!(written(), [None, None], "{stderr}");
}

/// By a shell that closes it, and by one that wants nothing of it.
#[cfg(unix)]
#[test]
fn a_result_is_not_lost_where_standard_output_is_closed() {
    let package = Package::new("closed");
    let run = |line: &str, to: &str| {
        let line = format!("exec {} {line} {to}", env!("CARGO_BIN_EXE_cargo-multibody"));
        let mut command = Command::new("sh");
        command
            .args(["-c", &line])
            .current_dir(&package.0)
            .output()
            .unwrap()
    };
    for line in [
        "generate arm.urdf --out -",
        "report arm.urdf",
        "simulate arm.urdf --csv -",
    ] {
        let output = run(line, ">&-");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(
            stderr.contains("standard output is closed") && !stderr.contains("derive"),
            "{stderr}"
        );
    }
    assert!(
        run("report arm.urdf --effort none", ">/dev/null")
            .status
            .success()
    );
    assert!(
        run("report arm.urdf --effort none --out report.txt", ">&-")
            .status
            .success()
    );
}

/// A limit that holds for root too: no memory has room for such a stack.
#[cfg(unix)]
#[test]
fn a_process_without_a_further_thread_reports_it() {
    let package = Package::new("threads");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-multibody"));
    command.args(["report", "arm.urdf"]).current_dir(&package.0);
    let output = command
        .env("RUST_MIN_STACK", (1_u64 << 60).to_string())
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("no thread could be started"), "{stderr}");
    assert!(
        !stderr.contains("bug") && !stderr.contains("panicked"),
        "{stderr}"
    );
}
