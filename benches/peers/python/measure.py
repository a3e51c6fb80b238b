"""Times of a wheel's calls, beside Rust alone and Pinocchio, in one process: `measure.py FOLDER URDF`.

FOLDER is what `cargo multibody package URDF --python --out FOLDER` has written, and its wheel is installed. Pinocchio is compared
where it is installed. Each time is the least of 40 runs, of a batch the least of 5, in ns for a call or for a state of a batch.
Times of Rust alone and of batches are the least of three such rounds.
"""

import importlib
import os
import pathlib
import platform
import subprocess
import sys
import timeit

import numpy as np

ALONE = r"""
use std::hint::black_box;
use std::time::Instant;
include!("../src/robot.rs");
const NQ: usize = ROBOT::NQ;
const NV: usize = ROBOT::NV;
fn least(runs: usize, calls: usize, mut call: impl FnMut()) {
    let run = |_| { let start = Instant::now(); call(); start.elapsed().as_nanos() as f64 / calls as f64 };
    println!("{}", (0..runs).map(run).fold(f64::INFINITY, f64::min));
}
fn main() {
    const CALLS: usize = 10_000;
    let (q, qd, qdd) = ([0.3; NQ], [0.1; NV], [0.2; NV]);
    least(40, CALLS, || for _ in 0..CALLS { black_box(ROBOT.mass_matrix(black_box(&q))); });
    least(40, CALLS, || for _ in 0..CALLS { black_box(ROBOT.inverse_dynamics(black_box(&q), &qd, &qdd)); });
    least(40, CALLS, || for _ in 0..CALLS { black_box(ROBOT.forward_dynamics(black_box(&q), &qd, &qdd)); });
    let bytes = std::fs::read("batch").unwrap();
    let numbers: Vec<f64> = bytes.as_chunks::<8>().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect();
    let count = numbers.len() / (NQ + 2 * NV);
    let (qs, rest) = numbers.split_at(count * NQ);
    let (qds, qdds) = rest.split_at(count * NV);
    let (qs, qds, qdds) = (qs.as_chunks::<NQ>().0, qds.as_chunks::<NV>().0, qdds.as_chunks::<NV>().0);
    let mut out = vec![[0.0; NV]; count];
    least(5, count, || for k in 0..count { out[k] = ROBOT.inverse_dynamics(&qs[k], &qds[k], &qdds[k]); });
    black_box(&out);
}
"""


def rust_alone(folder, robot, batch):
    """The times of Rust alone: M, ID, FD, and a state of a batch of ID."""
    (folder / "examples").mkdir(exist_ok=True)
    (folder / "examples" / "alone.rs").write_text(ALONE.replace("ROBOT", type(robot).__name__))
    np.concatenate([part.ravel() for part in batch]).tofile(folder / "batch")
    command = ["cargo", "run", "--release", "--quiet", "--locked", "--example", "alone"]
    output = subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [float(line) for line in output.split()]


def least(statement, runs=40, calls=10_000, **names):
    """The least time of a call, in ns."""
    return min(timeit.Timer(statement, globals=names).timeit(calls) for _ in range(runs)) / calls * 1e9


def pinocchio_times(urdf):
    """The times of Pinocchio's calls from Python; NaN if it is not installed."""
    try:
        import pinocchio as pin
    except ImportError:
        return [float("nan")] * 3
    model = pin.buildModelFromUrdf(str(urdf))
    q, v, a = np.full(model.nq, 0.3), np.full(model.nv, 0.1), np.full(model.nv, 0.2)
    names = {"pin": pin, "m": model, "d": model.createData(), "q": q, "v": v, "a": a}
    return [least(call, **names) for call in ("pin.crba(m, d, q)", "pin.rnea(m, d, q, v, a)", "pin.aba(m, d, q, v, a)")]


def main():
    folder, urdf = map(pathlib.Path, sys.argv[1:])
    module = importlib.import_module(folder.name)
    robot = next(value for value in vars(module).values() if hasattr(value, "mass_matrix"))()
    random = np.random.default_rng(0)
    batch = [random.normal(size=(1_000_000, size)) for size in (robot.nq, robot.nv, robot.nv)]
    memory = np.empty_like(batch[1])
    batches = {"r": robot, "b": batch, "o": memory}
    rounds = []
    for _ in range(3):  # Rust and the wheel in turns, since other processes come and go
        times = [least(f"r.inverse_dynamics(*b, out=o, threads={threads})", 5, 1, **batches) / 1e6 for threads in (1, 2)]
        rounds.append(rust_alone(folder, robot, batch) + times)
    *alone, one_thread, two_threads = np.min(rounds, axis=0)
    q, v, a = (np.full(size, value) for size, value in ((robot.nq, 0.3), (robot.nv, 0.1), (robot.nv, 0.2)))
    names = {"r": robot, "q": q, "v": v, "a": a, "o": np.empty(robot.nv), "ql": q.tolist(), "vl": v.tolist(), "al": a.tolist()}
    new = [least(call, **names) for call in ("r.mass_matrix(q)", "r.inverse_dynamics(q, v, a)", "r.forward_dynamics(q, v, a)")]
    out = least("r.inverse_dynamics(q, v, a, out=o)", **names)
    lists = least("r.inverse_dynamics(ql, vl, al)", **names)
    peers = pinocchio_times(urdf)
    cpu = next((line for line in open("/proc/cpuinfo") if line.startswith("model name")), ": unknown").split(": ")[1].strip()
    load = ", ".join(f"{number:.1f}" for number in os.getloadavg())
    print(f"{robot!r}, {robot.instructions}; {cpu}, load {load}; Python {platform.python_version()}, NumPy {np.__version__}")
    print("|  | M | ID | FD |\n|---|---|---|---|")
    for title, numbers, form in (
        ("Rust alone", alone[:3], "{:.0f}"),
        ("a call, new array", new, "{:.0f}"),
        ("call minus Rust", np.subtract(new, alone[:3]), "{:.0f}"),
        ("Pinocchio", peers, "{:.0f}"),
        ("call / Pinocchio", np.divide(new, peers), "{:.2f}"),
    ):
        print(f"| {title} | " + " | ".join(form.format(number) for number in numbers) + " |")
    print(f"ID with `out=`, minus Rust: {out - alone[1]:.0f}; with lists, minus Rust: {lists - alone[1]:.0f}")
    ratio, of_one = one_thread / alone[3], two_threads / one_thread
    print(f"Batch of 10^6 ID: {one_thread:.1f} a state, Rust {alone[3]:.1f}, ratio {ratio:.3f}; two threads {of_one:.2f} of one")


main()
