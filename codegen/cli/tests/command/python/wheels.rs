//! Wheels, built by the Python that `MULTIBODY_PYTHON` names: it has maturin, mypy and NumPy; cargo then fetches `pyo3`. If it has JAX too,
//! functions for JAX are compared. The same wheels are tried in the Pythons of `MULTIBODY_OTHER_PYTHONS`, a list of paths, which have NumPy.
//! With `MULTIBODY_CORPUS` ANYmal replaces Solo.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::descriptions::{CART_POLE, FOUR_BAR};
use super::package;
use crate::folder::Folder;
use crate::package::succeed;

/// What computes results in Rust from states on standard input: `@robot@` is the robot, `@further@` appends further results.
const EXAMPLE: &str = r#"
use std::io::{Read as _, Write as _};
include!("../src/robot.rs");
const NQ: usize = @type@::NQ;
const NV: usize = @type@::NV;
fn main() {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).unwrap();
    let numbers: Vec<f64> = bytes.as_chunks::<8>().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect();
    let (robot, mut out) = (@robot@, Vec::new());
    for row in numbers.chunks(NQ + 2 * NV) {
        let (q, rest) = row.split_first_chunk::<NQ>().unwrap();
        let (qd, rest) = rest.split_first_chunk::<NV>().unwrap();
        let tau: &[f64; NV] = rest.try_into().unwrap();
        out.extend(robot.mass_matrix(q).into_iter().flatten());
        out.extend(robot.inverse_dynamics(q, qd, tau));
        out.extend(robot.forward_dynamics(q, qd, tau));
        @further@
    }
    let bytes: Vec<u8> = out.iter().flat_map(|number: &f64| number.to_le_bytes()).collect();
    std::io::stdout().write_all(&bytes).unwrap();
}
"#;

/// A robot of which a wheel is built.
struct Wheel {
    file: &'static str,
    options: &'static [&'static str],
    /// The type, an expression with the robot, and what computes further results.
    rust: [&'static str; 3],
    /// The parameters in JSON.
    parameters: &'static str,
    /// Whether JAX calls its functions.
    has_jax: bool,
    /// The numbers of positions and of rates; with one more position the robot floats.
    sizes: [usize; 2],
}

/// Neither options nor parameters, and no JAX.
const PLAIN: Wheel = Wheel {
    file: "",
    options: &[],
    rust: [""; 3],
    parameters: "{}",
    has_jax: false,
    sizes: [0; 2],
};

const WHEELS: [Wheel; 4] = [
    Wheel {
        file: "ur5.urdf",
        options: &[
            "--links",
            "tool0",
            "--functions",
            "default,forward_dynamics_derivatives,inverse_dynamics_derivatives",
            "--pinocchio",
            "true",
            "--triangle",
            "lower",
        ],
        rust: ["Ur5", "Ur5", ""],
        has_jax: true,
        sizes: [6, 6],
        ..PLAIN
    },
    Wheel {
        file: "panda.urdf",
        rust: ["Panda", "Panda", ""],
        sizes: [8, 8],
        ..PLAIN
    },
    Wheel {
        file: "cart_pole.rs",
        rust: [
            "CartPole",
            "CartPoleParameters { masses: [1.0, 0.3], r#in: 0.5 }.prepare()",
            "",
        ],
        parameters: r#"{"masses": [1, 0.3], "in_": 0.5}"#,
        sizes: [2, 2],
        ..PLAIN
    },
    Wheel {
        file: "four_bar.rs",
        rust: [
            "FourBar",
            "FourBar",
            "let next = robot.constrained_forward_dynamics(q, qd, tau); out.extend(next.qdd); out.extend(next.lambda);",
        ],
        sizes: [3, 3],
        ..PLAIN
    },
];

/// A robot with four legs: Solo, or where there is the corpus, ANYmal.
const LEGGED: [Wheel; 2] = [
    floating("solo12.urdf", "Solo12"),
    floating("anymal_b.urdf", "AnymalB"),
];

const fn floating(file: &'static str, type_name: &'static str) -> Wheel {
    Wheel {
        file,
        options: &["--root", "floating", "--pinocchio", "true"],
        rust: [type_name, type_name, ""],
        sizes: [19, 18],
        ..PLAIN
    }
}

/// Positions, rates and forces of 1000 states, with quaternions of unit length.
fn states([nq, nv]: [usize; 2]) -> Vec<u8> {
    let mut seed = 1_u64;
    let mut number = || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    let rows = (0..1000).flat_map(|_| {
        let mut row: Vec<f64> = (0..nq + 2 * nv).map(|_| number()).collect();
        if nq > nv {
            let length = row[3..7].iter().map(|x| x * x).sum::<f64>().sqrt();
            row[3..7].iter_mut().for_each(|x| *x /= length);
        }
        row
    });
    rows.flat_map(f64::to_le_bytes).collect()
}

/// Runs a command to its end, with input from a file; returns what it prints.
#[track_caller]
fn run(command: &mut Command, input: Stdio) -> Vec<u8> {
    let output = command.stdin(input).output().expect("a process");
    let [text, complaint] =
        [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(output.status.success(), "{command:?}:\n{text}\n{complaint}");
    output.stdout
}

/// The folder with the headers of JAX, if a Python has it.
fn jax_headers(python: &OsString) -> Option<String> {
    let script = "import jax; print(jax.ffi.include_dir())";
    let output = Command::new(python)
        .args(["-c", script])
        .output()
        .expect("a process");
    let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success().then_some(folder)
}

/// Builds the wheel of a robot, and lets all Pythons compare its results with those of Rust, and one of them its types with the stubs.
fn check_wheel(python: &OsString, other_pythons: &[OsString], wheel: &Wheel, folder: &Folder) {
    let module = wheel.file.split('.').next().expect("a name");
    let root = folder.0.join(module);
    let jax = jax_headers(python).filter(|_| wheel.has_jax);
    let for_jax = if jax.is_some() { &["--jax"][..] } else { &[] };
    let options = [wheel.options, for_jax, &["--out", module]].concat();
    succeed(&package(folder, wheel.file, &options));
    let [type_name, robot, further] = wheel.rust;
    let example = EXAMPLE
        .replace("@type@", type_name)
        .replace("@robot@", robot)
        .replace("@further@", further);
    fs::create_dir(root.join("examples")).expect("a folder");
    folder.write(&format!("{module}/examples/states.rs"), &example);
    fs::write(root.join("states"), states(wheel.sizes)).expect("a file");
    let process = |program: &OsString, words: &[&str]| {
        let mut command = Command::new(program);
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wheels");
        command
            .current_dir(&root)
            .args(words)
            .env("CARGO_TARGET_DIR", target)
            .env("PYTHONPATH", root.join("site"));
        command
    };
    let of_python = |words: &[&str]| run(&mut process(python, words), Stdio::null());
    if let Some(headers) = &jax {
        let [source, library] = [
            format!("jax/{module}.cpp"),
            format!("python/{module}/_jax.so"),
        ];
        let words = [
            "-std=c++17",
            "-O2",
            "-w",
            "-fPIC",
            "-shared",
            "-I",
            headers,
            &source,
            "-o",
            &library,
        ];
        run(&mut process(&"g++".into(), &words), Stdio::null());
    }
    of_python(&[
        "-m",
        "maturin",
        "build",
        "--release",
        "--quiet",
        "--out",
        "wheels",
    ]);
    let built = fs::read_dir(root.join("wheels"))
        .expect("a folder")
        .next()
        .expect("a wheel")
        .expect("an entry");
    of_python(&[
        "-m",
        "zipfile",
        "-e",
        &built.path().to_string_lossy(),
        "site",
    ]);
    let states = fs::File::open(root.join("states")).expect("a file");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let results = run(
        &mut process(
            &cargo,
            &[
                "run",
                "--release",
                "--quiet",
                "--locked",
                "--example",
                "states",
            ],
        ),
        states.into(),
    );
    fs::write(root.join("results"), results).expect("a file");
    folder.write(&format!("{module}/check.py"), include_str!("check.py"));
    let check = [
        "-W",
        "error",
        "check.py",
        module,
        wheel.parameters,
        "states",
        "results",
    ];
    for one_python in [python].into_iter().chain(other_pythons) {
        let output = run(&mut process(one_python, &check), Stdio::null());
        println!("{}", String::from_utf8_lossy(&output));
    }
    if jax.is_some() {
        folder.write(
            &format!("{module}/check_jax.py"),
            include_str!("check_jax.py"),
        );
        println!(
            "{}",
            String::from_utf8_lossy(&of_python(&["check_jax.py", module]))
        );
    }
    of_python(&["-m", "mypy.stubtest", module]);
    of_python(&["-m", "mypy", "--strict", "--package", module]);
}

#[test]
fn wheels_have_the_bits_of_rust_and_name_what_is_wrong() {
    let python = std::env::var_os("MULTIBODY_PYTHON").filter(|python| !python.is_empty());
    let Some(python) = python else {
        println!("MULTIBODY_PYTHON is not set: no wheel is built");
        return;
    };
    let folder = Folder::new("python-wheels");
    folder.write("four_bar.rs", FOUR_BAR);
    folder.write("cart_pole.rs", CART_POLE);
    for name in ["ur5.urdf", "panda.urdf", "solo12.urdf"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../tests/golden/robots/urdf")
            .join(name);
        fs::copy(path, folder.0.join(name)).expect("a robot");
    }
    let [solo, anymal] = &LEGGED;
    let file_in_corpus = std::env::var_os("MULTIBODY_CORPUS")
        .map(|corpus| Path::new(&corpus).join("robots/urdf").join(anymal.file))
        .filter(|file| file.is_file());
    let legged = match file_in_corpus {
        Some(file) => {
            fs::copy(file, folder.0.join(anymal.file)).expect("a robot");
            anymal
        }
        None => solo,
    };
    let others = std::env::var_os("MULTIBODY_OTHER_PYTHONS").unwrap_or_default();
    let other_pythons: Vec<OsString> = std::env::split_paths(&others).map(Into::into).collect();
    for wheel in WHEELS.iter().chain([legged]) {
        check_wheel(&python, &other_pythons, wheel, &folder);
    }
}
