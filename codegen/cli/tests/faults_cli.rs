//! Faulty and hostile input on the command line: a clear error, in time, and no file left behind.

#[path = "command/folder.rs"]
mod folder;
#[allow(dead_code, reason = "other tests use all of it")]
#[path = "../../tests/shared/processor.rs"]
mod processor;

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use folder::{Folder, command};
use processor::slowness;

/// Within this time of one processor a hostile file is refused.
const TIME_LIMIT: Duration = Duration::from_secs(1);
/// A busy machine may make one run slow, but hardly all of them.
const RUNS: usize = 5;
/// The times of processes that have ended are measured together: one runs at a time.
static ALONE: Mutex<()> = Mutex::new(());

const ROBOT: &str = r#"<robot name="arm"><link name="base"/>
<joint name="elbow" type="continuous"><parent link="base"/><child link="upper"/></joint>
<link name="upper"><inertial><mass value="1"/>
<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
<joint name="wrist" type="fixed"><parent link="upper"/><child link="tool"/></joint>
<link name="tool"/></robot>"#;

/// The names of a folder's files, sorted.
fn files_in(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(&folder.0).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// What the processes that this one has started have worked, as far as they have ended.
#[cfg(target_os = "linux")]
fn processor_time() -> Duration {
    let text = fs::read_to_string("/proc/self/stat").expect("the state of this process");
    // Behind the name, which is in brackets, `cutime` and `cstime` are the 14th and 15th, in ticks of 10 ms.
    let (_, numbers) = text.rsplit_once(')').expect("the name of this process");
    let ticks = numbers.split_whitespace().skip(13).take(2);
    let ticks: u64 = ticks
        .map(|ticks| ticks.parse::<u64>().expect("a number"))
        .sum();
    Duration::from_millis(10 * ticks)
}

/// The time that passes, where nothing else is known.
#[cfg(not(target_os = "linux"))]
fn processor_time() -> Duration {
    static BEGIN: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    BEGIN.elapsed()
}

/// Requests code from a file.
fn generate(folder: &Folder, file: &Path, options: &[&str]) -> Output {
    timed(folder, file, options).0
}

/// The same, and how long that worked.
fn timed(folder: &Folder, file: &Path, options: &[&str]) -> (Output, Duration) {
    let mut command = command();
    command.arg("generate").arg(file);
    command.args(["--name", "Robot", "--out", "robot.rs"]);
    command.args(options).current_dir(&folder.0);
    let guard = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let begin = processor_time();
    let output = command.output().expect("a process");
    let elapsed = processor_time() - begin;
    drop(guard);
    (output, elapsed)
}

/// The messages for input that is refused.
fn complaint(output: &Output, subject: &str) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{subject}: {text}");
    assert!(text.contains("error: "), "{subject}: {text}");
    assert!(!text.contains("panicked"), "{subject}: {text}");
    text
}

#[test]
fn a_faulty_description_leaves_no_file() {
    let faults = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/faults/files");
    let folder = Folder::new("faults");
    let mut tried = 0;
    let files = fs::read_dir(faults).expect("the folder of faults");
    for file in files.map(|entry| entry.expect("an entry").path()) {
        let expected = file.with_extension("expected");
        if file.extension().is_none_or(|extension| extension != "urdf")
            || !fs::read_to_string(expected).is_ok_and(|text| text.starts_with("error"))
        {
            continue;
        }
        let name = file.display().to_string();
        complaint(&generate(&folder, &file, &[]), &name);
        assert_eq!(files_in(&folder), Vec::<String>::new(), "{name}");
        folder.write("robot.rs", "old");
        complaint(&generate(&folder, &file, &[]), &name);
        assert_eq!(folder.read("robot.rs"), "old", "{name}");
        fs::remove_file(folder.0.join("robot.rs")).expect("a file of the test");
        tried += 1;
    }
    assert!(tried > 40, "only {tried} faulty descriptions");
}

#[test]
fn a_faulty_setting_leaves_no_file() {
    let folder = Folder::new("settings");
    folder.write("robot.urdf", ROBOT);
    for (options, expected) in [
        (["--weld", "elbo=1"], "help: did you mean `elbow`?"),
        (["--links", "uper"], "help: did you mean `upper`?"),
        (["--wrenches", "toll"], "help: did you mean `tool`?"),
        (
            ["--links", "hand"],
            "help: known here: `base`, `upper`, `tool`",
        ),
        (["--functions", "pose"], "--links hand"),
        (["--weld", "elbow"], "no joint moves"),
    ] {
        let output = generate(&folder, Path::new("robot.urdf"), &options);
        let text = complaint(&output, options[1]);
        assert!(text.contains(expected), "{text}");
        assert_eq!(files_in(&folder), ["robot.urdf"]);
    }
}

/// Pieces with numbers, between a robot's tags.
fn robot(count: usize, piece: impl Fn(&mut String, usize)) -> Vec<u8> {
    let mut text = String::from("<robot name='r'>\n<link name='l0'/>\n");
    (1..count).for_each(|at| piece(&mut text, at));
    (text + "</robot>\n").into_bytes()
}

/// A chain of links, each joint with its type and what else is inside.
fn chain(count: usize, content: impl Fn(usize) -> (&'static str, String)) -> Vec<u8> {
    robot(count, |text, index| {
        let (kind, content) = content(index);
        let _ = writeln!(
            text,
            "<link name='l{index}'><inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' \
             izz='1'/></inertial></link><joint name='j{index}' type='{kind}'><parent link='l{}'/>\
             <child link='l{index}'/>{content}</joint>",
            index - 1
        );
    })
}

fn nest(depth: usize) -> Vec<u8> {
    ["<a>".repeat(depth), "</a>".repeat(depth)]
        .concat()
        .into_bytes()
}

/// Entities that stand for ten of the one before.
fn billion_laughs() -> Vec<u8> {
    let mut text = String::from("<?xml version='1.0'?>\n<!DOCTYPE r [\n<!ENTITY a0 'ha'>\n");
    for index in 1..10 {
        let ten = format!("&a{};", index - 1).repeat(10);
        let _ = writeln!(text, "<!ENTITY a{index} '{ten}'>");
    }
    (text + "]>\n<robot name='&a9;'/>\n").into_bytes()
}

/// Files made to exhaust time or memory, and what is to be said about them.
fn hostile() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let rotation = "<origin rpy='0.123456789 0.2 0.3' xyz='0.1 0.2 0.3'/>";
    let digits = "7".repeat(700);
    vec![
        ("17 MiB", vec![b' '; 17 << 20], "too large"),
        ("brackets", vec![b'<'; 16 << 20], "more than 65536 tags"),
        ("zeros", vec![0; 16 << 20], "zero byte"),
        ("laughs", billion_laughs(), "document type"),
        ("depth", nest(30_000), "more than 64 deep"),
        ("more depth", nest(100_000), "more than 65536 tags"),
        (
            "many links",
            robot(100_000, |text, at| {
                let _ = writeln!(text, "<link name='l{at}'/>");
            }),
            "more than 65536 tags",
        ),
        (
            "fewer links",
            robot(50_000, |text, at| {
                let _ = writeln!(text, "<link name='l{at}'/>");
            }),
            "more than 1024 links",
        ),
        (
            "a long chain",
            chain(1000, |_| ("continuous", rotation.into())),
            "more than the 128",
        ),
        (
            "a long welded chain",
            chain(1000, |_| ("fixed", rotation.into())),
            "fixed joints",
        ),
        (
            "mimics",
            chain(1000, |at| {
                let follows = format!("<mimic joint='j{}' multiplier='1.1'/>", at.max(2) - 1);
                ("continuous", if at > 1 { follows } else { String::new() })
            }),
            "more than 16 joints",
        ),
        (
            "a long name",
            format!(
                "<robot name='r'><link name='l0'/><link name='{}'/></robot>",
                "x".repeat(3 << 20)
            )
            .into_bytes(),
            "more than 524288 bytes in a name",
        ),
        (
            "a long number",
            chain(2, |_| {
                (
                    "continuous",
                    format!("<origin xyz='0.{} 0 0'/>", "0".repeat(3 << 20)),
                )
            }),
            "too many digits",
        ),
        (
            "digits",
            chain(500, |_| {
                ("continuous", format!("<origin xyz='0.{digits} 0 0'/>"))
            }),
            "too many digits",
        ),
    ]
}

#[test]
fn hostile_files_are_refused_in_time_and_leave_no_file() {
    let folder = Folder::new("hostile");
    for (name, bytes, expected) in hostile() {
        fs::write(folder.0.join("robot.urdf"), bytes).expect("a file of the test");
        let mut fastest = Duration::MAX;
        for _ in 0..RUNS {
            let (output, elapsed) = timed(&folder, Path::new("robot.urdf"), &[]);
            fastest = fastest.min(elapsed);
            let text = complaint(&output, name);
            assert!(text.contains(expected), "{name}: {text}");
            assert!(text.len() < 100_000, "{name}: {} bytes", text.len());
            assert_eq!(files_in(&folder), ["robot.urdf"], "{name}");
            if fastest < TIME_LIMIT {
                break;
            }
        }
        println!("{name}: {fastest:?}");
        let usual = fastest.div_f64(slowness());
        assert!(usual < TIME_LIMIT, "{name} takes {usual:?}");
    }
}
