//! Wheels for Python: the texts of a package, and, with `MULTIBODY_PYTHON`, what Python makes of them. It names a Python that has
//! maturin, mypy and NumPy; cargo then fetches `pyo3`. If it has JAX too, functions for JAX are compared.
//! With `MULTIBODY_CORPUS` ANYmal replaces Solo.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::folder::{Folder, command};
use crate::package::{contents, fail, succeed};
use crate::robots::{fixture, shared_fixture};

/// The files of a package of `Arm` that are not the runtime's.
const FILES: [&str; 18] = [
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "pyproject.toml",
    "python/arm/__init__.py",
    "python/arm/_native.pyi",
    "python/arm/py.typed",
    "runtime/Cargo.toml",
    "src/arrays.rs",
    "src/binding.rs",
    "src/calls.rs",
    "src/inputs.rs",
    "src/lib.rs",
    "src/robot.rs",
    "src/states.rs",
    "src/tables.rs",
];

/// A four-bar linkage with names that Python or the class has already.
const FOUR_BAR: &str = r#"
#[multibody(
    gravity = [0, -9.81, 0],
    joint crank { revolute, parent: world, child: first, axis: z },
    joint coupler { revolute, parent: first, child: second, axis: z, origin: [1, 0, 0] },
    joint rocker { revolute, parent: second, child: third, axis: z, origin: [2.5, 0, 0] },
    body first { mass: 1, com: [0.5, 0, 0], inertia: diag(0, 1 / 12, 1 / 12) },
    body second { mass: 2, com: [1.25, 0, 0], inertia: diag(0, 12.5 / 12, 12.5 / 12) },
    body third { mass: 1.5, com: [1, 0, 0], inertia: diag(0, 0.5, 0.5) },
    loop closure { from: [world, [2.2, 0.1, 0]], to: [third, [2, 0, 0]], leaves: revolute(z) },
    links(third),
    wrenches(third),
    bundle(lambda = [mass_matrix, bias], poses = [pose], replace = [bias, pose], motor_forces = [gravity, pose], new = [bias]),
)]
pub struct FourBar;
"#;

/// A cart with a pole, with parameters.
const CART_POLE: &str = r#"
#[multibody(
    gravity = [0, 0, -9.81],
    joint slide { prismatic, parent: world, child: cart, axis: x },
    joint hinge { revolute, parent: cart, child: pole, axis: y },
    body cart { mass: masses[0] },
    body pole { mass: masses[1], com: [0, 0, r#in], inertia: diag(0, 0.01, 0.01) },
)]
pub struct CartPole {
    pub masses: [f64; 2],
    pub r#in: f32,
}
"#;

/// A pendulum whose pivot is driven: time is an argument of its functions.
const DRIVEN: &str = r#"
#[multibody(
    gravity = [0, 0, -9.81],
    coordinates = [theta],
    particle bob { mass: 1, position: [sin(3 * t) + sin(theta), 0, -cos(theta)] },
    functions(forward_dynamics, forward_dynamics_derivatives),
)]
pub struct Driven;
"#;

/// A cart with a pole whose settings have the lower triangle.
const LOWER: &str = r#"
#[multibody(
    joint slide { prismatic, parent: world, child: cart, axis: x },
    joint hinge { revolute, parent: cart, child: pole, axis: y },
    body cart { mass: 1 },
    body pole { mass: 2, com: [0, 0, 1], inertia: diag(0, 0.01, 0.01) },
    functions(mass_matrix, mass_matrix_inverse),
    triangle = lower,
)]
pub struct Arm;
"#;

/// Fields that Python gives the same name or has in signatures, and bundles with names that the stubs have.
const ALIKE: &str = r#"
#[multibody(
    gravity = [0, 0, -9.81],
    joint slide { prismatic, parent: world, child: cart, axis: x },
    joint hinge { revolute, parent: cart, child: pole, axis: y },
    body cart { mass: cls },
    body pole { mass: in_, com: [0, 0, r#in], inertia: diag(0, 0.01, 0.01) },
    bundle(float = [bias], array_like = [mass_matrix, bias]),
)]
pub struct Alike {
    pub r#in: f64,
    pub in_: f64,
    pub cls: f64,
}
"#;

/// Bundles with the names of a handler for JAX and of what the module for JAX calls, in a class that the stubs import already.
const BUNDLES: &str = r#"
#[multibody(
    joint slide { prismatic, parent: world, child: cart, axis: x },
    body cart { mass: 1 },
    bundle(a = [bias], jax_a = [bias], len = [bias]),
)]
pub struct ArrayLike;
"#;

/// An MJCF with an actuator.
const SERVO: &str = r#"
<mujoco model="arm">
  <worldbody>
    <body name="rod">
      <joint name="hinge" type="hinge" axis="0 1 0"/>
      <inertial mass="1" pos="0 0 1" diaginertia="0.1 0.1 0.1"/>
    </body>
  </worldbody>
  <actuator><motor name="@name@ servo" joint="hinge" gear="2"/></actuator>
</mujoco>
"#;

/// `package --python` of a file, in a folder.
fn package(folder: &Folder, file: &str, options: &[&str]) -> Output {
    let mut command = command();
    command
        .current_dir(&folder.0)
        .env("MULTIBODY_CACHE_DIR", folder.0.join("cache"))
        .args(["package", file, "--python"])
        .args(options);
    command.output().expect("a process")
}

/// The paths of all files below a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    contents(folder).into_iter().map(|(name, _)| name).collect()
}

#[test]
fn a_folder_has_what_maturin_needs() {
    let folder = Folder::new("python-made");
    folder.write("arm.urdf", &fixture("pendulum.urdf").text);
    let arm = ["--effort", "none", "--name", "Arm", "--out", "arm"];
    let leg = ["--effort", "none", "--name", "Leg", "--out", "arm"];
    fs::create_dir(folder.0.join("arm")).expect("a folder");
    folder.write("arm/notes.txt", "mine");
    fail(&package(&folder, "arm.urdf", &arm), &["`arm` has files"]);
    fs::remove_file(folder.0.join("arm/notes.txt")).expect("a file");
    fail(
        &package(&folder, "arm.urdf", &["--columns"]),
        &["--columns cannot be given with --python"],
    );
    // What an earlier package has, and this one does not, goes.
    succeed(&package(&folder, "arm.urdf", &leg));
    succeed(&package(&folder, "arm.urdf", &arm));
    succeed(&package(
        &folder,
        "arm.urdf",
        &[&arm[..], &["--check"]].concat(),
    ));
    let root = folder.0.join("arm");
    let (runtime, others): (Vec<String>, Vec<String>) = names(&root)
        .into_iter()
        .partition(|name| name.starts_with("runtime/") && name.ends_with(".rs"));
    assert_eq!(others, FILES);
    assert!(
        runtime.contains(&"runtime/lib.rs".to_owned())
            && !runtime
                .iter()
                .any(|name| name.starts_with("runtime/reference/"))
    );
    for name in names(&root)
        .iter()
        .filter(|name| !name.starts_with("LICENSE"))
    {
        let text = folder.read(&format!("arm/{name}"));
        assert!(
            text.lines()
                .take(3)
                .any(|line| line.contains("@generated by multibody")),
            "{name}"
        );
        let is_filled = ["@name@", "@version@", "@class@"]
            .iter()
            .all(|word| !text.contains(word));
        assert!(
            is_filled && !text.contains("workspace = true") && !text.contains("../macros"),
            "{name}"
        );
    }
    // Cargo demands this order, and its own comments first.
    let lock = folder.read("arm/Cargo.lock");
    assert!(
        lock.starts_with("# This file is automatically @generated by Cargo.\n"),
        "{lock}"
    );
    let crates: Vec<&str> = lock
        .lines()
        .filter(|line| line.starts_with("name = "))
        .collect();
    assert!(
        crates.is_sorted() && crates.contains(&"name = \"arm\""),
        "{crates:?}"
    );
}

/// The arguments of a method in the stubs, and whether they have default values.
fn arguments_in_stub(line: &str) -> Vec<String> {
    let (_, tail) = line.split_once("(self").expect("a method");
    let (arguments, _) = tail.split_once(") -> ").expect("a result");
    let parts = arguments
        .split(", ")
        .filter(|part| part.contains(": ") || *part == "*");
    parts
        .map(|part| part.split(':').next().unwrap_or_default().to_owned())
        .collect()
}

/// The names of methods with those of their arguments: by the stubs, and by the text of Rust.
fn methods(folder: &Folder, package: &str, module: &str) -> [Vec<(String, Vec<String>)>; 2] {
    let stubs = folder.read(&format!("{package}/python/{module}/_native.pyi"));
    let heads = stubs
        .lines()
        .filter_map(|line| line.strip_prefix("    def "));
    let by_stubs = heads.filter(|head| {
        !head.starts_with("__") && !head.contains("-> Self") && !head.contains("(self) -> dict")
    });
    let by_stubs = by_stubs.filter(|head| !head.starts_with("instructions"));
    let by_stubs = by_stubs.map(|head| {
        (
            head.split('(').next().unwrap_or_default().to_owned(),
            arguments_in_stub(head),
        )
    });
    let binding = folder.read(&format!("{package}/src/binding.rs"));
    let lines: Vec<&str> = binding.lines().collect();
    let signatures = lines
        .windows(2)
        .filter(|pair| pair[1].contains("-> Returned<'py>"));
    let by_rust = signatures.map(|pair| {
        let (_, arguments) = pair[0].split_once("signature = (").expect("a signature");
        let arguments = arguments
            .trim_end_matches("))]")
            .split(", ")
            .filter(|part| !part.is_empty());
        let arguments = arguments.map(|part| part.split('=').next().unwrap_or_default().to_owned());
        let name = pair[1]
            .trim()
            .strip_prefix("fn ")
            .and_then(|head| head.split("<'py>").next());
        (
            name.unwrap_or_default().replace("r#", ""),
            arguments.collect(),
        )
    });
    [by_stubs.collect(), by_rust.collect()]
}

#[test]
fn stubs_and_class_have_the_same_methods_under_names_that_are_free() {
    let folder = Folder::new("python-names");
    folder.write("four_bar.rs", FOUR_BAR);
    folder.write("cart_pole.rs", CART_POLE);
    for (file, module) in [("four_bar.rs", "four_bar"), ("cart_pole.rs", "cart_pole")] {
        succeed(&package(&folder, file, &["--out", module]));
        let [by_stubs, by_rust] = methods(&folder, module, module);
        assert_eq!(by_stubs, by_rust);
        let lines = folder
            .read(&format!("{module}/src/binding.rs"))
            .lines()
            .count();
        assert!(
            by_stubs.len() >= 14 && lines <= 60 + 12 * by_stubs.len(),
            "{lines} of {}",
            by_stubs.len()
        );
    }
    let [methods, _] = methods(&folder, "four_bar", "four_bar");
    let find = |name: &str| {
        methods
            .iter()
            .find(|(other, _)| other == name)
            .map(|(_, arguments)| arguments.join(" "))
    };
    assert_eq!(find("lambda_").as_deref(), Some("q qd * out threads"));
    assert_eq!(find("replace_").as_deref(), Some("q qd * out threads"));
    assert_eq!(find("pose").as_deref(), Some("link q * out threads"));
    assert_eq!(find("total_mass").as_deref(), Some(""));
    let with_multipliers = find("constrained_inverse_dynamics_with_multipliers");
    assert_eq!(
        with_multipliers.as_deref(),
        Some("q qd qdd lambda_ * out threads")
    );
    let stubs = folder.read("four_bar/python/four_bar/_native.pyi");
    assert!(
        stubs.contains("    lambda_: _Array\n") && stubs.contains("class MotorForces_(NamedTuple)"),
        "{stubs}"
    );
    let stubs = folder.read("cart_pole/python/cart_pole/_native.pyi");
    assert!(
        stubs.contains("def __new__(cls, *, masses: ArrayLike, in_: float) -> Self"),
        "{stubs}"
    );
    assert!(
        stubs.contains("def replace(self, *, masses: ArrayLike = ..., in_: float = ...) -> Self"),
        "{stubs}"
    );
    fail(
        &package(&folder, "cart_pole.rs", &["--jax"]),
        &["`--jax` cannot be written: the robot has fields"],
    );
    let jax = [
        "--jax",
        "--name",
        "Class",
        "--functions",
        "default,forward_dynamics_derivatives",
    ];
    folder.write("arm.urdf", &fixture("pendulum.urdf").text);
    succeed(&package(
        &folder,
        "arm.urdf",
        &[&jax[..], &["--effort", "none", "--out", "jax"]].concat(),
    ));
    // pip reads `class_==0.1.0` as no requirement.
    let project = folder.read("jax/pyproject.toml");
    assert!(
        project.contains("name = \"class\"\n")
            && project.contains("module-name = \"class_._native\"\n"),
        "{project}"
    );
    let module = folder.read("jax/python/class_/jax.py");
    assert!(module.contains("forward_dynamics = _differentiable(forward_dynamics, forward_dynamics_derivatives, 1)\n"), "{module}");
    assert!(
        !module.contains("inverse_dynamics = _differentiable"),
        "{module}"
    );
    folder.write("driven.rs", DRIVEN);
    succeed(&package(&folder, "driven.rs", &["--jax"]));
    let timed_module = folder.read("driven/python/driven/jax.py");
    assert!(
        timed_module.contains("forward_dynamics = _function(")
            && !timed_module.contains(" = _differentiable(")
    );
    let handlers = folder.read("jax/jax/class_.cpp");
    assert!(
        handlers.contains("#include \"class_.c\"") && handlers.contains("Handlers::of_mass_matrix"),
        "{handlers}"
    );
    let binding = folder.read("cart_pole/src/binding.rs");
    let robot =
        "super::CartPoleParameters { masses: [values[0], values[1]], r#in: values[2] }.prepare()";
    assert!(binding.contains(robot), "{binding}");
}

#[test]
fn names_that_are_alike_differ_in_python() {
    let folder = Folder::new("python-alike");
    folder.write("alike.rs", ALIKE);
    folder.write("bundles.rs", BUNDLES);
    succeed(&package(&folder, "alike.rs", &["--out", "alike"]));
    let stubs = folder.read("alike/python/alike/_native.pyi");
    for line in [
        "    def __new__(cls, *, in_: float, in__: float, cls_: float) -> Self: ...",
        "    def replace(self, *, in_: float = ..., in__: float = ..., cls_: float = ...) -> Self:",
        "    - `in__`: as in the description",
        "class ArrayLike_(NamedTuple):",
    ] {
        assert!(stubs.lines().any(|other| other == line), "{line}: {stubs}");
    }
    assert!(stubs.contains("    def float_(self, q: "), "{stubs}");
    let binding = folder.read("alike/src/binding.rs");
    assert!(
        binding.contains("r#in: values[0], in_: values[1], cls: values[2] }"),
        "{binding}"
    );
    for name in ["in_", "in__", "cls_"] {
        let row = format!("ClassParameter {{ name: {name:?}, ");
        assert_eq!(binding.matches(&row).count(), 1, "{name}: {binding}");
    }
    succeed(&package(
        &folder,
        "bundles.rs",
        &["--jax", "--out", "bundles"],
    ));
    let module = folder.read("bundles/python/array_like/jax.py");
    for definition in [
        "a = _function(\"a\", \"array_like_jax_a_\", ",
        "len_ = _function(\"len\", ",
    ] {
        assert!(
            module.lines().any(|line| line.starts_with(definition)),
            "{definition}: {module}"
        );
    }
    let handlers = folder.read("bundles/jax/array_like.cpp");
    assert!(
        handlers.contains("SYMBOL(array_like_jax_a_, Handlers::of_a, "),
        "{handlers}"
    );
    let package_text = folder.read("bundles/README.md");
    assert!(
        package_text.contains("import ArrayLike_\n"),
        "{package_text}"
    );
    let class = folder.read("bundles/python/array_like/_native.pyi");
    assert!(class.contains("\nclass ArrayLike_:\n"), "{class}");
}

#[test]
fn names_of_users_are_no_placeholders() {
    let folder = Folder::new("python-placeholders");
    let text = fixture("pendulum.urdf")
        .text
        .replace("\"rod\"", "\"@class@\"");
    folder.write("@command@.urdf", &text);
    let options = [
        "--effort",
        "none",
        "--name",
        "Arm",
        "--functions",
        "inverse_dynamics(wrenches)",
        "--wrenches",
        "@class@",
        "--out",
        "arm",
    ];
    succeed(&package(&folder, "@command@.urdf", &options));
    let binding = folder.read("arm/src/binding.rs");
    let links = "wrench_links(py: Python<'_>) -> PyResult<Py<PyAny>> { tables::tuple::<&str>(py, &[\"@class@\"]) }";
    assert!(binding.contains(links), "{binding}");
    assert!(folder.read("arm/src/robot.rs").contains("\"@class@\""));
    let readme = folder.read("arm/README.md");
    assert!(
        readme.contains("import Arm\n") && readme.contains("    # from @command@.urdf; "),
        "{readme}"
    );
    succeed(&package(
        &folder,
        "@command@.urdf",
        &[&options[..], &["--check"]].concat(),
    ));
    folder.write("servo.xml", SERVO);
    let of_mjcf = [
        "--effort", "none", "--name", "Arm", "--jax", "--out", "servo",
    ];
    succeed(&package(&folder, "servo.xml", &of_mjcf));
    let [by_stubs, by_rust] = methods(&folder, "servo", "arm");
    assert_eq!(by_stubs, by_rust);
    let of_actuators = (
        "actuate".to_owned(),
        ["q", "qd", "ctrl", "*", "out", "threads"]
            .map(str::to_owned)
            .into(),
    );
    assert!(by_stubs.contains(&of_actuators), "{by_stubs:?}");
    for (file, names) in [
        ("src/binding.rs", "&[\"@name@ servo\"]"),
        ("jax/arm.c", "{\"@name@ servo\", "),
    ] {
        let text = folder.read(&format!("servo/{file}"));
        assert!(text.contains(names), "{text}");
    }
}

/// In C a function leaves the other triangle unset, and JAX's array is uninitialised memory.
#[test]
fn matrices_have_both_triangles() {
    let folder = Folder::new("python-triangles");
    folder.write("arm.rs", LOWER);
    folder.write("arm.urdf", &shared_fixture("planar_arm.urdf").text);
    let options = [
        "--effort",
        "none",
        "--name",
        "Arm",
        "--functions",
        "mass_matrix,mass_matrix_inverse",
        "--triangle",
        "lower",
    ];
    for (file, out, words) in [
        ("arm.rs", "from_rust", &options[..0]),
        ("arm.urdf", "from_urdf", &options[..]),
    ] {
        let all_words = [words, &["--jax", "--out", out]].concat();
        succeed(&package(&folder, file, &all_words));
        let text = folder.read(&format!("{out}/jax/arm.c"));
        let functions: Vec<&str> = text.split("MULTIBODY_API void arm_").collect();
        for head in ["mass_matrix(", "mass_matrix_inverse("] {
            let function = functions
                .iter()
                .find(|text| text.starts_with(head))
                .expect("a function");
            assert!(function.contains("out[0][1] = "), "{function}");
        }
    }
}

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
        parameters: "{}",
        has_jax: true,
        sizes: [6, 6],
    },
    Wheel {
        file: "panda.urdf",
        options: &[],
        rust: ["Panda", "Panda", ""],
        parameters: "{}",
        has_jax: false,
        sizes: [8, 8],
    },
    Wheel {
        file: "cart_pole.rs",
        options: &[],
        rust: [
            "CartPole",
            "CartPoleParameters { masses: [1.0, 0.3], r#in: 0.5 }.prepare()",
            "",
        ],
        parameters: r#"{"masses": [1, 0.3], "in_": 0.5}"#,
        has_jax: false,
        sizes: [2, 2],
    },
    Wheel {
        file: "four_bar.rs",
        options: &[],
        rust: [
            "FourBar",
            "FourBar",
            "let next = robot.constrained_forward_dynamics(q, qd, tau); out.extend(next.qdd); out.extend(next.lambda);",
        ],
        parameters: "{}",
        has_jax: false,
        sizes: [3, 3],
    },
];

/// A robot with four legs: Solo, or where there is the corpus, ANYmal.
const LEGGED: [Wheel; 2] = [
    Wheel {
        file: "solo12.urdf",
        options: &["--root", "floating", "--pinocchio", "true"],
        rust: ["Solo12", "Solo12", ""],
        parameters: "{}",
        has_jax: false,
        sizes: [19, 18],
    },
    Wheel {
        file: "anymal_b.urdf",
        options: &["--root", "floating", "--pinocchio", "true"],
        rust: ["AnymalB", "AnymalB", ""],
        parameters: "{}",
        has_jax: false,
        sizes: [19, 18],
    },
];

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

/// Builds the wheel of a robot, and lets Python compare its results with those of Rust, and its types with the stubs.
fn check_wheel(python: &OsString, wheel: &Wheel, folder: &Folder) {
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
    folder.write(
        &format!("{module}/check.py"),
        include_str!("python/check.py"),
    );
    let output = of_python(&[
        "-W",
        "error",
        "check.py",
        module,
        wheel.parameters,
        "states",
        "results",
    ]);
    println!("{}", String::from_utf8_lossy(&output));
    if jax.is_some() {
        folder.write(
            &format!("{module}/check_jax.py"),
            include_str!("python/check_jax.py"),
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
    for wheel in WHEELS.iter().chain([legged]) {
        check_wheel(&python, wheel, &folder);
    }
}
