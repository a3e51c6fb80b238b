"""Our implementation: the text that `cargo multibody generate` writes, compiled for the host, for any processor, and for AVX2."""

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from conventions import Convention
from implementation import Implementation, Missing, newer

# For each name in the table, environment variables for cargo, and RUSTFLAGS. The last is only for robots that are timed in other numbers.
V3 = "ours, x86-64-v3"
BUILDS = {
    "ours": ({"CARGO_PROFILE_RELEASE_LTO": "fat", "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "1"}, "-C target-cpu=native"),
    "ours, any processor": ({}, ""),
    V3: ({}, "-C target-cpu=x86-64-v3"),
}
# Numbers other than f64, and the functions and robots that are timed in these numbers, by all builds.
NUMBERS = ("f32", "f64x4", "f64x8", "f32x8")
IN_NUMBERS = ("inverse_dynamics", "mass_matrix", "forward_dynamics")
ROBOTS_IN_NUMBERS = ("ur5", "panda", "anymal")

HEADER = """\
//! Emitted functions as those that `host.c` times; see there.
#[allow(warnings, reason = "emitted, and not all of it is called")]
mod robot;
use robot::Robot;

const NQ: usize = Robot::NQ;
const NV: usize = Robot::NV;

/// The three parts of a state.
unsafe fn state<'a, T>(x: *const T) -> (&'a [T; NQ], &'a [T; NV], &'a [T; NV]) {
    unsafe { (&*x.cast(), &*x.add(NQ).cast(), &*x.add(NQ + NV).cast()) }
}

/// Writes a part of a record; returns the place of the next.
unsafe fn put<T>(y: *mut f64, part: T) -> *mut f64 {
    unsafe {
        y.cast::<T>().write(part);
        y.add(size_of::<T>() / size_of::<f64>())
    }
}
"""

FUNCTION = """
#[unsafe(no_mangle)]
pub unsafe extern "C" fn {name}(x: *const {type}, y: *mut {type}) {{
    let (q, qd, w) = unsafe {{ state(x) }};
    let _ = (qd, w);
    {body}
}}
"""

# All poses in one call, into a static of the library; `poses_results` writes them in the order of the host.
POSES = """
use robot::RobotLink;

static mut POSES: [([[f64; 3]; 3], [f64; 3]); RobotLink::ALL.len()] =
    [([[0.0; 3]; 3], [0.0; 3]); RobotLink::ALL.len()];

#[unsafe(no_mangle)]
pub unsafe extern "C" fn poses(x: *const f64, _: *mut f64) {{
    let (q, _, _) = unsafe {{ state(x) }};
    unsafe {{ Robot.poses_into(q, &mut *&raw mut POSES) }};
}}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn poses_results(y: *mut f64) {{
    for (rank, link) in [{links}].into_iter().enumerate() {{
        let at = RobotLink::ALL.iter().position(|&of| Robot.link(link) == Some(of)).expect("a link");
        let ([a, b, c], d) = unsafe {{ (*&raw const POSES)[at] }};
        unsafe {{ *y.cast::<[[f64; 3]; 4]>().add(rank) = [a, b, c, d] }};
    }}
}}
"""

# Records of matrices, in a static of the library; `.._results` writes them part by part for the host. Entries that the function
# leaves out, above diagonals, are NaN.
RECORD = """
#[unsafe(no_mangle)]
pub unsafe extern "C" fn {name}(x: *const f64, _: *mut f64) {{
    let (q, qd, w) = unsafe {{ state(x) }};
    let _ = (qd, w);
    let to = unsafe {{ &mut *&raw mut {static} }};
    {call};
}}

static mut {static}: multibody::{record}<f64, NV> = multibody::{record} {{ {initial} }};

#[unsafe(no_mangle)]
pub unsafe extern "C" fn {name}_results(y: *mut f64) {{
    let from = unsafe {{ &*&raw const {static} }};
    {parts}
}}
"""

# Records that the timed call returns by value, as `linearize` does. The host gets the parts of another call's.
BY_VALUE = """
static mut {static}: *const f64 = core::ptr::null();

unsafe fn {name}_of(x: *const f64) -> multibody::{record}<f64, NV> {{
    let (q, qd, tau) = unsafe {{ state(x) }};
    {call}
}}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn {name}(x: *const f64, _: *mut f64) {{
    core::hint::black_box(&unsafe {{ {name}_of(x) }});
    unsafe {{ {static} = x }};
}}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn {name}_results(y: *mut f64) {{
    let from = unsafe {{ {name}_of({static}) }}{of_record};
    {parts}
}}
"""

# For each function that returns a record: the type of the record, the call, and the fields.
RECORDS = {
    "inverse_dynamics_derivatives": (
        "InverseDynamicsDerivatives", "Robot.inverse_dynamics_derivatives_into(q, qd, w, to)",
        ("dq", "dqd", "mass_matrix"),
    ),
    "forward_dynamics_derivatives": (
        "ForwardDynamicsDerivatives", "Robot.forward_dynamics_derivatives_into(q, qd, w, to)",
        ("qdd", "dq", "dqd", "dtau"),
    ),
    "gravity_stiffness": ("GravityStiffness", "Robot.gravity_stiffness_into(q, to)", ("dq", "mass_matrix")),
}

# The same for functions that are timed by value; also the part of the result that has the fields.
RECORDS_BY_VALUE = {
    "forward_dynamics_derivatives_by_value": (
        "ForwardDynamicsDerivatives", "Robot.forward_dynamics_derivatives(q, qd, tau)", "", ("qdd", "dq", "dqd", "dtau"),
    ),
    "linearize": ("Linearization", "multibody::linearize(&Robot, q, qd, tau)", ".acceleration", ("dq", "dqd", "dtau")),
}

# The call for each function that returns a vector.
CALLS = {
    "inverse_dynamics": "inverse_dynamics(q, qd, w)",
    "forward_dynamics": "forward_dynamics(q, qd, w)",
    "constrained": "constrained_forward_dynamics(q, qd, w).qdd",
}
MATRICES = ("mass_matrix", "mass_matrix_inverse")


@dataclass
class Ours:
    """Builds our implementations: the repository, a folder to build in, and the command."""

    repository: Path
    work: Path
    tool: Path

    def build(self, robots):
        """The implementations of each robot, and remarks on robots that the generator refuses."""
        refused = {}
        for robot in robots:
            try:
                self.generate(robot)
            except Missing as why:
                refused[robot.case.name] = f"{robot.case.title}: ours refuses it: {why}"
        members = ", ".join(f'"{robot.case.name}"' for robot in robots if robot.case.name not in refused)
        (self.work / "Cargo.toml").write_text(f'[workspace]\nresolver = "3"\nmembers = [{members}]\n')
        # The versions that the repository is tested with.
        for file in ("Cargo.lock", "rust-toolchain.toml"):
            (self.work / file).write_bytes((self.repository / file).read_bytes())
        for name, (profile, flags) in BUILDS.items():
            environment = os.environ | profile | {"RUSTFLAGS": flags, "CARGO_TARGET_DIR": str(self.target(name))}
            built = [robot for robot in robots if robot.case.name not in refused and (name != V3 or numbers(robot))]
            packages = [word for robot in built for word in ("--package", robot.case.name)]
            if packages:
                subprocess.run(["cargo", "build", "--release", *packages], cwd=self.work, env=environment, check=True)
        found = {robot.case.name: self.implementations(robot) for robot in robots if robot.case.name not in refused}
        return found | {name: [] for name in refused}, list(refused.values())

    def target(self, name):
        return self.work / "target" / re.sub(r"\W+", "_", name)

    def package(self, robot):
        return self.work / robot.case.name

    def generate(self, robot):
        """Writes a package: the description, the generated file, and the functions that the host calls."""
        folder = self.package(robot)
        (folder / "src").mkdir(parents=True, exist_ok=True)
        write(folder / "robot.urdf", robot.case.urdf.read_text())
        write(folder / "description.rs", description(robot))
        runtime = self.repository / "runtime"
        write(folder / "Cargo.toml", f"""\
[package]
name = "{robot.case.name}"
edition = "2024"

[lib]
crate-type = ["cdylib"]

[dependencies]
multibody = {{ path = "{runtime}", default-features = false, features = ["avx512", "wide"] }}
wide = {{ version = "1", default-features = false }}
""")
        text = folder / "src/robot.rs"
        if not newer(text, [folder / "robot.urdf", folder / "description.rs", self.tool]):
            command = [self.tool, "generate", "description.rs", "--out", text]
            done = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            if done.returncode:
                raise Missing(next(line for line in done.stderr.splitlines() if line.startswith("error")))
        write(folder / "src/lib.rs", functions(robot))

    def implementations(self, robot):
        text = (self.package(robot) / "src/robot.rs").read_text()
        joints = re.findall(r'multibody::JointInfo \{ name: "([^"]+)"', text)
        convention = Convention([joint for joint in joints if joint != "root_joint"])
        symbols = {function: [function] for function in robot.case.functions}
        found = []
        for name in BUILDS:
            library = self.target(name) / f"release/lib{robot.case.name}.so"
            if name != V3:
                found.append(Implementation(name, "ours", library, symbols, convention))
            for number in numbers(robot):
                names = {f"{function}_in_{number}": [f"{function}_in_{number}"] for function in IN_NUMBERS}
                found.append(Implementation(name, "ours", library, names, convention, number=number))
        return found


def numbers(robot):
    return NUMBERS if robot.case.name in ROBOTS_IN_NUMBERS else ()


def description(robot):
    """The robot as an attribute on a struct. Limbs are packed, functions are dispatched by the processor, matrices are
    written in place (symmetric ones on and below the diagonal), and one function computes all poses."""
    case = robot.case
    quoted = [f'"{name}"' for name in robot.links()]
    entries = ['urdf = "robot.urdf"', "mimic = independent", "pack_limbs = true", "dispatch = true"]
    if case.floating:
        entries.append("root = floating")
    if case.welded:
        entries.append("weld({})".format(", ".join(f'"{joint}"' for joint in case.welded)))
    if case.fixed_links:
        entries.append("functions(constrained_forward_dynamics)")
        # Rows along the axes of the link, as in Pinocchio.
        turns = ", turns: false" if case.rows == 6 else ""
        for index, link in enumerate(case.fixed_links):
            entries.append(f'contact held_{index} {{ at: ["{link}", [0, 0, 0]]{turns}, axes: link }}')
    else:
        # `linearize` needs the traits of the default functions.
        others = {"linearize": ["default"], "forward_dynamics_derivatives_by_value": [], "poses": []}
        names = [name for function in case.functions for name in others.get(function, [function])]
        entries += ["functions({})".format(", ".join(names)), "triangle = lower"]
        if "poses" in case.functions:
            entries += ["links({})".format(", ".join(quoted)), "bundle(poses = [pose])"]
    return "#[multibody(\n    {},\n)]\npub struct Robot;\n".format(",\n    ".join(entries))


def functions(robot):
    """The text of the functions that the host calls."""
    found = [HEADER]
    for function in robot.case.functions:
        if function == "poses":
            found.append(POSES.format(links=", ".join(f'"{link}"' for link in robot.links())))
        elif function in RECORDS_BY_VALUE:
            found.append(record_by_value(function, *RECORDS_BY_VALUE[function]))
        elif function in RECORDS:
            found.append(record(function, *RECORDS[function]))
        else:
            found.append(FUNCTION.format(name=function, type="f64", body=call(function, "f64")))
    for number in numbers(robot):
        of_number = f"wide::{number}" if "x" in number else number
        for function in IN_NUMBERS:
            body = call(function, of_number)
            found.append(FUNCTION.format(name=f"{function}_in_{number}", type=of_number, body=body))
    return "".join(found)


def call(function, number):
    if function in MATRICES:
        return f"unsafe {{ Robot.{function}_into(q, &mut *y.cast::<[[{number}; NV]; NV]>()) }};"
    return f"unsafe {{ *y.cast::<[{number}; NV]>() = Robot.{CALLS[function]} }};"


def record(function, of_type, call, fields):
    sizes = {field: "[f64::NAN; NV]" if field == "qdd" else "[[f64::NAN; NV]; NV]" for field in fields}
    initial = ", ".join(f"{field}: {size}" for field, size in sizes.items())
    parts = put_all(fields)
    return RECORD.format(name=function, static=function.upper(), record=of_type, call=call, initial=initial, parts=parts)


def record_by_value(function, of_type, call, of_record, fields):
    static, parts = function.upper(), put_all(fields)
    return BY_VALUE.format(name=function, static=static, record=of_type, call=call, of_record=of_record, parts=parts)


def put_all(fields):
    """Statements that write the fields of a record one after another."""
    return "\n    ".join(f"let y = unsafe {{ put(y, from.{field}) }};" for field in fields) + "\n    let _ = y;"


def write(path, text):
    """Writes a file, unless it has this text already: then its time does not change, and nothing is built again."""
    if not path.is_file() or path.read_text() != text:
        path.write_text(text)
