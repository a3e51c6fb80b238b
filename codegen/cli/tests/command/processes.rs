//! Derivations of several processes at once: one is inside the gate, the others wait, and one that
//! is killed inside leaves it open.
//!
//! Children are this very program, with a role in their environment, and the command. They end when
//! their parent does, or by themselves, whatever happens: one that stayed inside the gate would hold
//! up every later derivation of this user.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use multibody_codegen::internal::algebra;
use multibody_codegen::internal::ir::parse;
use multibody_codegen::settings::Effort;
use multibody_codegen::{Settings, generate};

use crate::folder::{Folder, command};
use crate::robots::fixture;

/// Names the role of a child.
const ROLE: &str = "MULTIBODY_TEST_ROLE";
/// Names the file that a child writes to.
const OUT: &str = "MULTIBODY_TEST_OUT";
/// What a child inside the gate says.
const INSIDE: &str = "inside the gate";
/// What a child says on its way to the gate.
const ARRIVED: &str = "arrived";
/// How long a child with nothing to derive stays inside.
const STAY: Duration = Duration::from_millis(300);
/// Longer than all children together should wait, for the derivations of others count too.
const PATIENCE: Duration = Duration::from_secs(400);

/// Until whoever waits has said for whom, which takes a second, on a busy machine.
const UNTIL_REPORTED: Duration = Duration::from_secs(4);

/// Children, which are gone when this is.
struct Children(Vec<Child>);

impl Drop for Children {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// This program with nothing to do but a role; it ends when its standard input does.
fn child(role: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command
        .args(["--exact", "processes::what_a_child_does", "--nocapture"])
        .env(ROLE, role)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// The command, which ends by itself as soon as it has derived.
fn generation(robot: &str, out: &Path) -> Command {
    let mut command = command();
    command
        .args(["generate", robot, "--name", "Pendulum", "--effort", "none"])
        .arg("--out")
        .arg(out)
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command
}

/// Ends this process with its parent, who holds the other end of standard input, or in time.
fn end_with_parent() {
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(3);
    });
    std::thread::spawn(|| {
        std::thread::sleep(PATIENCE);
        std::process::exit(4);
    });
}

fn derive() -> String {
    let settings = Settings {
        name: "Pendulum".into(),
        effort: Effort::None,
        ..Settings::default()
    };
    let source = fixture("pendulum.urdf");
    let generated = generate(&source, &settings, &mut |_| ());
    let generated = generated.unwrap_or_else(|report| panic!("{}", report.render(&source)));
    generated.definitions
}

/// Without a role nothing but a test of what the children find.
#[test]
fn what_a_child_does() {
    let role = std::env::var(ROLE).unwrap_or_default();
    if !role.is_empty() {
        end_with_parent();
    }
    match role.as_str() {
        "derive" => {
            let out = std::env::var_os(OUT).expect("a file to write");
            std::fs::write(out, derive()).expect("a file that can be written");
        }
        "stay inside" => algebra::enter(|| {
            let program = parse("v0 = q0\nout v0").expect("a program");
            assert!(algebra::are_equal(&program, &program, &[]));
            println!("{INSIDE}");
            std::thread::sleep(PATIENCE);
        })
        .expect("the gate opens"),
        "enter" => {
            println!("{ARRIVED}");
            algebra::enter(|| std::thread::sleep(STAY)).expect("the gate opens");
            println!("{INSIDE}");
        }
        _ => assert!(derive().contains("fn forward_dynamics")),
    }
}

/// The status of a child that ends in time.
fn wait(child: &mut Child, deadline: Instant) -> Option<ExitStatus> {
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait().expect("a child") {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    None
}

/// Starts a child and returns when it holds the gate, with Symbolica at work inside.
fn start_inside(children: &mut Children) {
    let mut holder = child("stay inside").spawn().expect("a process");
    let output = BufReader::new(holder.stdout.take().expect("a pipe"));
    children.0.push(holder);
    let content = output.lines().any(|line| line.is_ok_and(|l| l == INSIDE));
    assert!(content, "it ended before it was inside");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn twelve_processes_at_once_one_killed_inside_the_gate() {
    let folder = Folder::new("processes");
    let deadline = Instant::now() + PATIENCE;
    let mut children = Children(Vec::new());
    start_inside(&mut children);
    let robot = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/robots/pendulum.urdf");
    for k in 0..11 {
        let out = folder.0.join(format!("{k}.rs"));
        // What macros and build scripts call, and the command; none finds anything in a cache.
        let mut process = match k % 2 {
            0 => child("derive"),
            _ => generation(robot, &out),
        };
        // One lock for a user, whatever the environment: who took another would be aborted.
        if k % 3 == 0 {
            for place in ["HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"] {
                process.env(place, &folder.0);
            }
        }
        children
            .0
            .push(process.env(OUT, &out).spawn().expect("a process"));
    }
    std::thread::sleep(UNTIL_REPORTED);
    let ended = |child: &mut Child| child.try_wait().expect("a child").is_some();
    assert!(!children.0.iter_mut().any(ended), "the gate is not shut");
    children.0[0].kill().expect("kill -9");

    let waiting = format!("waiting for process {} to finish", children.0[0].id());
    for (k, child) in children.0.iter_mut().enumerate().skip(1) {
        let status = wait(child, deadline).expect("derivations wait for ever");
        let mut stderr = String::new();
        let pipe = child.stderr.as_mut().expect("a pipe");
        pipe.read_to_string(&mut stderr).expect("text");
        assert!(status.success(), "process {k}: {status}\n{stderr}");
        assert!(
            stderr.contains(&waiting),
            "process {k} waits in silence\n{stderr}"
        );
    }
    let expected = derive();
    for k in 0..11 {
        let actual = folder.read(&format!("{k}.rs"));
        assert!(
            actual.ends_with(&expected),
            "process {k} found something else"
        );
    }
}

/// Nobody is overtaken, and one that is killed while it waits is not waited for.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn processes_enter_in_the_order_of_their_arrival() {
    let mut children = Children(Vec::new());
    start_inside(&mut children);
    let (entered, order) = std::sync::mpsc::channel();
    for k in 0..8 {
        let mut process = child("enter").spawn().expect("a process");
        let output = BufReader::new(process.stdout.take().expect("a pipe"));
        children.0.push(process);
        let mut lines = output.lines().map_while(Result::ok);
        assert!(lines.any(|line| line == ARRIVED), "it ended on its way");
        std::thread::sleep(Duration::from_millis(100));
        let entered = entered.clone();
        std::thread::spawn(move || {
            if lines.any(|line| line == INSIDE) {
                let _ = entered.send(k);
            }
        });
    }
    drop(entered);
    // The third of the eight, and who is inside.
    for index in [3, 0] {
        children.0[index].kill().expect("kill -9");
    }
    let order: Vec<usize> = order.iter().collect();
    let arrived = [0, 1, 3, 4, 5, 6, 7];
    let kept = |(rank, k): (usize, &usize)| {
        let place = arrived.iter().position(|of| of == k);
        place.is_some_and(|place| place.abs_diff(rank) <= 1)
    };
    let all = order.len() == arrived.len() && order.iter().enumerate().all(kept);
    assert!(all, "{order:?}");
}

/// What has happened to others: a test is killed, and its child blocks all builds for ever after.
#[test]
fn a_child_inside_the_gate_ends_with_its_parent() {
    let mut children = Children(Vec::new());
    start_inside(&mut children);
    drop(children.0[0].stdin.take());
    let status = wait(&mut children.0[0], Instant::now() + Duration::from_secs(20));
    assert_eq!(status.and_then(|status| status.code()), Some(3));
}
