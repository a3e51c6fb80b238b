"""Builds the peers that are installed.

Each builder returns the implementations of each robot, and adds remarks on what it leaves out. If the peer cannot be built, it
raises `Missing` with the reason.
"""

import ctypes
import importlib.metadata
import os
import shutil
import signal
import subprocess
import xml.etree.ElementTree as xml
from pathlib import Path

import pinocchio as pin

from conventions import Convention
from implementation import Implementation, Missing, newer
from robots import DERIVATIVES, UNCONSTRAINED

HERE = Path(__file__).parent / "native"
PREFIX = Path(pin.__file__).parents[4]
# Pinocchio's own build defines these limits for its lists of types.
DEFINITIONS = [
    "-DBOOST_MPL_LIMIT_LIST_SIZE=30", "-DBOOST_MPL_LIMIT_VECTOR_SIZE=30",
    "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS", "-DBOOST_FUSION_INVOKE_MAX_ARITY=12",
]
EIGEN = os.environ.get("EIGEN", "/usr/include/eigen3")
BOOST = [
    f"-I{PREFIX}/include", "-isystem", EIGEN, f"-L{PREFIX}/lib", "-lboost_serialization", f"-Wl,-rpath,{PREFIX}/lib",
]
FAST = ["-O3", "-march=native", "-DNDEBUG", "-fPIC", "-shared", "-w"]
# The functions of MuJoCo and dynibo; of generated C; of Pinocchio.
BASIC = UNCONSTRAINED[:-1]
TRACED = UNCONSTRAINED + DERIVATIVES[:2]
PINOCCHIO = TRACED + ("constrained",)
# The seconds after which the compilation of one function of generated C is stopped.
PATIENCE = 120


def compilers(language):
    """The installed compilers of C or C++; of several versions of clang the newest."""
    suffix = newest_clang()
    pairs = {"gcc": ("gcc", "g++"), f"clang{suffix}": (f"clang{suffix}", f"clang++{suffix}")}
    return {name: pair[language == "C++"] for name, pair in pairs.items() if shutil.which(pair[language == "C++"])}


def newest_clang():
    """The suffix of the newest clang's names in Debian, such as `-22`; empty if none has a suffix."""
    folders = map(Path, os.environ["PATH"].split(os.pathsep))
    versions = [path.name.removeprefix("clang-") for folder in folders for path in folder.glob("clang-*")]
    numbers = [int(version) for version in versions if version.isdecimal() and shutil.which(f"clang++-{version}")]
    return f"-{max(numbers)}" if numbers else ""


def installed(package):
    """The version of an installed package; `None` if it is not installed."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def build(command, path, sources, patience=None):
    """Runs a compiler unless its output is up to date. Returns false if it takes too long."""
    if newer(path, sources):
        return True
    # The output gets its final name when it is complete, so that an interrupted build is not taken for a finished one.
    part = path.with_name(f"{path.name}.part")
    with subprocess.Popen([*map(str, command), "-o", str(part)], start_new_session=True) as process:
        try:
            if process.wait(patience):
                raise Missing(f"{command[0]} fails on {sources[0]}")
        except subprocess.TimeoutExpired:
            # This also ends the processes that the compiler started.
            os.killpg(process.pid, signal.SIGKILL)
            return False
    part.replace(path)
    return True


def common_functions(robot, functions):
    """Those of the robot's timed functions that a peer has."""
    return [function for function in robot.case.functions if function in functions]


def host(work):
    """Builds the program that times functions, and returns its path."""
    path = work / "host"
    build(["gcc", "-O2", HERE / "host.c", "-ldl"], path, [HERE / "host.c"])
    return path


def pinocchio(robots, work, _):
    """Pinocchio, compiled by each compiler, with all algorithms that it has for a function. Its `lcaba` is another family."""
    if not Path(EIGEN).is_dir():
        raise Missing("no headers of Eigen: set EIGEN")
    symbols = {function: [function] for function in PINOCCHIO}
    for function in ("mass_matrix", "forward_dynamics"):
        symbols[function].append(f"{function}_world")
    symbols["forward_dynamics_derivatives"].append("forward_dynamics_derivatives_after_aba")
    found = {robot.case.name: [] for robot in robots}
    for name, compiler in compilers("C++").items():
        path, source = work / f"pinocchio_{name}.so", HERE / "pinocchio.cpp"
        build([compiler, "-std=c++17", *FAST, "-fvisibility=hidden", *DEFINITIONS, source, *BOOST], path, [source])
        for robot in robots:
            robot_symbols = {function: list(symbols[function]) for function in common_functions(robot, PINOCCHIO)}
            prepared = work / f"{robot.case.name}.robot"
            implementation = Implementation(f"Pinocchio, {name}", "Pinocchio", path, robot_symbols, Convention(), prepared)
            found[robot.case.name].append(implementation)
            if "constrained" in robot_symbols:
                loops = {"constrained": ["constrained_by_loops"]}
                found[robot.case.name].append(Implementation(f"lcaba, {name}", "lcaba", path, loops, Convention(), prepared))
    return found


def cppadcodegen(robots, work, remarks):
    if not (PREFIX / "include/cppad/cg.hpp").is_file():
        raise Missing("cmeel-cppad and cmeel-cppadcodegen are not installed")
    return generated(robots, work, remarks, "CppADCodeGen", ["-lcppad_lib", "-ldl"])


def casadi(robots, work, remarks):
    if not installed("casadi"):
        raise Missing("not installed")
    folder = importlib.metadata.distribution("casadi").locate_file("casadi")
    options = ["-DBY_CASADI", f"-I{folder}/include", f"-L{folder}", "-lcasadi", f"-Wl,-rpath,{folder}"]
    return generated(robots, work, remarks, "CasADi", options)


def generated(robots, work, remarks, name, options):
    """C code that the tool `name` generates from Pinocchio's algorithms, compiled by each compiler."""
    source, generator = HERE / "generate.cpp", work / f"generate_{name.lower()}"
    build(["g++", "-std=c++17", "-O0", "-w", *DEFINITIONS, source, *BOOST, *options], generator, [source])
    found = {robot.case.name: [] for robot in robots}
    for robot in robots:
        for function in common_functions(robot, TRACED):
            stem = work / f"{robot.case.name}_{function}_{name.lower()}"
            code, prepared = stem.with_suffix(".c"), work / f"{robot.case.name}.robot"
            if not newer(code, [generator]):
                subprocess.run([generator, prepared, function, code], check=True)
            for label, compiler in compilers("C").items():
                library = stem.with_name(f"{stem.name}_{label}.so")
                if not build([compiler, *FAST, code, "-lm"], library, [code], PATIENCE):
                    remarks.append(f"{library.stem}: {compiler} takes more than {PATIENCE} s")
                    continue
                symbols = {function: [function]}
                implementation = Implementation(f"{name}, {label}", "generated C", library, symbols, Convention(), packed=True)
                found[robot.case.name].append(implementation)
    return found


def mujoco(robots, work, remarks):
    if not installed("mujoco"):
        raise Missing("not installed")
    import mujoco as mj

    folder = Path(mj.__file__).parent
    library = next(folder.glob("libmujoco.so*"))
    path, source = work / "mujoco.so", HERE / "mujoco.c"
    options = [f"-I{folder}/include", library, f"-Wl,-rpath,{folder}"]
    build(["gcc", *FAST, source, *options], path, [source])
    found = {}
    for robot in robots:
        if not common_functions(robot, BASIC):
            continue
        try:
            joints, prepared = mujoco_model(mj, robot, work)
        except ValueError as why:
            remarks.append(f"{robot.case.title}: MuJoCo refuses it: {' '.join(str(why).split())}")
            continue
        convention = Convention(joints, scalar_first=True, linear_in_world=True)
        symbols = {function: [function] for function in common_functions(robot, BASIC)}
        found[robot.case.name] = [Implementation("MuJoCo", "MuJoCo", path, symbols, convention, prepared)]
    return found


def mujoco_model(mj, robot, work):
    """Writes the robot without springs, damping, friction and armatures. Returns its joints, and the file for `prepare`."""
    spec = mj.MjSpec.from_string(bare_urdf(robot.case))
    spec.compiler.fusestatic = False
    spec.compiler.balanceinertia = True
    links = robot.links()
    if robot.case.floating:
        spec.body(links[0]).add_freejoint(name="root_joint")
    model = spec.compile()
    for coefficients in (model.dof_damping, model.dof_armature, model.dof_frictionloss, model.jnt_stiffness):
        coefficients[:] = 0
    model.opt.disableflags |= mj.mjtDisableBit.mjDSBL_CONSTRAINT | mj.mjtDisableBit.mjDSBL_CONTACT
    path, prepared = work / f"{robot.case.name}.mjb", work / f"{robot.case.name}.mujoco"
    mj.mj_saveModel(model, str(path))
    bodies = [model.body(link).id for link in links]
    prepared.write_text(f"{path}\n" + " ".join(map(str, bodies)) + "\n")
    return [name for name in (model.joint(k).name for k in range(model.njnt)) if name != "root_joint"], prepared


def dynibo(robots, work, _):
    """The crate dynibo, which cargo fetches."""
    folder = work / "dynibo"
    (folder / "src").mkdir(parents=True, exist_ok=True)
    (folder / "src/lib.rs").write_text((HERE / "dynibo.rs").read_text())
    (folder / "Cargo.toml").write_text("""\
[package]
name = "dynibo-peer"
edition = "2021"

[lib]
crate-type = ["cdylib"]

[dependencies]
dynibo = "0.5"
nalgebra = "0.34"

[profile.release]
lto = "fat"
codegen-units = 1

[workspace]
""")
    environment = os.environ | {"RUSTFLAGS": "-C target-cpu=native", "CARGO_TARGET_DIR": str(folder / "target")}
    if subprocess.run(["cargo", "build", "--release"], cwd=folder, env=environment).returncode:
        raise Missing("the crate does not build")
    path, found = folder / "target/release/libdynibo_peer.so", {}
    for robot in robots:
        if not common_functions(robot, BASIC):
            continue
        prepared = work / f"{robot.case.name}.dynibo"
        urdf = work / f"{robot.case.name}_bare.urdf"
        urdf.write_text(bare_urdf(robot.case))
        kind = "floating" if robot.case.floating else "fixed"
        prepared.write_text("\n".join([str(urdf), kind, *robot.links()]))
        convention = Convention(dynibo_joints(path, prepared), linear_in_world=True, angular_in_world=True,
                                angular_first=True, gravity=9.80665)
        symbols = {function: [function] for function in common_functions(robot, BASIC)}
        found[robot.case.name] = [Implementation("dynibo", "dynibo", path, symbols, convention, prepared)]
    return found


def dynibo_joints(path, prepared):
    library, buffer = ctypes.CDLL(str(path)), ctypes.create_string_buffer(1 << 16)
    if library.prepare(str(prepared).encode()):
        raise Missing("does not read the robot")
    library.joints(buffer, ctypes.c_size_t(len(buffer)))
    return buffer.value.decode().split("\n")


def bare_urdf(case):
    """The links and joints of the URDF without shapes and mimic elements. Joints that the case welds are fixed."""
    root = xml.parse(case.urdf).getroot()
    for link in root.iter("link"):
        for shape in (*link.findall("visual"), *link.findall("collision")):
            link.remove(shape)
    for joint in root.findall("joint"):
        for mimic in joint.findall("mimic"):
            joint.remove(mimic)
        if joint.get("name") in case.welded:
            joint.set("type", "fixed")
    for other in [child for child in root if child.tag not in ("link", "joint")]:
        root.remove(other)
    return xml.tostring(root, encoding="unicode")


BUILDERS = {
    "Pinocchio": pinocchio, "CppADCodeGen": cppadcodegen, "CasADi": casadi, "MuJoCo": mujoco, "dynibo": dynibo,
}
