"""Runs the host: checks each function against Pinocchio, then times copies of all libraries in several sittings."""

import shutil
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from conventions import RECORDS, numbers
from robots import STATES

# Relative to 1 plus the largest entry. Results that solve a linear system have larger errors, since M may be ill-conditioned.
SOLVED = (
    "forward_dynamics", "mass_matrix_inverse", "constrained", "forward_dynamics_derivatives",
    "forward_dynamics_derivatives_by_value", "linearize",
)
TOLERANCE = defaultdict(lambda: 1e-9, dict.fromkeys(SOLVED, 1e-5))
# The factor by which tolerances are larger in f32, which has fewer digits.
SINGLE = 1e5


@dataclass
class Timer:
    """Runs the host, the program that times functions, on one core."""

    host: Path
    work: Path
    core: int

    def __post_init__(self):
        # States of earlier runs may have other conventions.
        self.states_folder = self.work / "states"
        shutil.rmtree(self.states_folder, ignore_errors=True)
        self.states_folder.mkdir(parents=True)

    def run(self, robot, implementations, batches):
        """The time of each function of each implementation, ns. The host also writes results beside the states."""
        jobs = [job for implementation in implementations for job in self.jobs(robot, implementation)]
        # Jobs of one function follow one another, so that they are timed under the same conditions.
        jobs.sort(key=lambda job: job[0].split("|")[0])
        text = "".join("\t".join(map(str, job)) + "\n" for job in jobs)
        command = ["taskset", "-c", str(self.core), self.host, str(batches)]
        done = subprocess.run(command, input=text, text=True, stdout=subprocess.PIPE, check=True)
        times = {}
        for line in done.stdout.splitlines():
            label, least, _ = line.rsplit(" ", 2)
            key = tuple(label.split("|")[:2])
            times[key] = min(float(least), times.get(key, np.inf))
        return times

    def jobs(self, robot, implementation):
        """The words of a line of the host's input, for each symbol of an implementation."""
        prepared = implementation.prepared or "-"
        for function, symbols in implementation.symbols.items():
            plain = function.partition("_in_f")[0]
            size = implementation.doubles(self.size(robot, plain, implementation))
            for symbol in symbols:
                states = self.states(robot, implementation, plain)
                results = self.results(robot, implementation, symbol)
                count, inputs = STATES // implementation.lanes, implementation.doubles(robot.size)
                label = f"{function}|{implementation.name}|{symbol}"
                yield label, implementation.binary, symbol, prepared, states, count, inputs, size, implementation.lanes, results

    def size(self, robot, function, implementation):
        """How many numbers a function returns for a state."""
        nv = robot.model.nv
        if function == "poses":
            return 12 * len(robot.joints)
        if function in RECORDS:
            return sum(numbers(part, nv, implementation.packed) for part in RECORDS[function])
        if function.startswith("mass_matrix"):
            return nv * (nv + 1) // 2 if implementation.packed else nv * nv
        return nv

    def name(self, robot, implementation, what):
        word = "".join(letter if letter.isalnum() else "_" for letter in implementation.name)
        return self.states_folder / f"{robot.case.name}-{word}-{implementation.number}-{what}"

    def states(self, robot, implementation, function):
        """Writes the inputs of a function, unless the file is there, and returns its path."""
        path = self.name(robot, implementation, f"{function}.states")
        if not path.is_file():
            states = implementation.convention.inputs(robot, function)
            lanes, dtype = implementation.lanes, implementation.dtype
            calls = states.reshape(-1, lanes, robot.size).transpose(0, 2, 1).reshape(STATES // lanes, -1)
            padded = np.zeros((len(calls), implementation.doubles(robot.size) * 8 // dtype.itemsize), dtype)
            padded[:, :calls.shape[1]] = calls
            path.write_bytes(padded.tobytes())
        return path

    def results(self, robot, implementation, symbol):
        return self.name(robot, implementation, f"{symbol}.results")

    def right(self, robot, implementation):
        """Leaves an implementation only the functions that agree with Pinocchio's. Returns remarks on those that it removes."""
        try:
            self.run(robot, [implementation], 1)
        except subprocess.CalledProcessError:
            implementation.symbols.clear()
            return [f"{robot.case.title}: {implementation.name} ends with an error: not timed"]
        remarks = []
        for function, symbols in list(implementation.symbols.items()):
            plain = function.partition("_in_f")[0]
            tolerance = TOLERANCE[plain] * (SINGLE if implementation.dtype.itemsize == 4 else 1)
            expected = robot.reference(plain, implementation.convention.gravity)
            for symbol in list(symbols):
                error = self.error(robot, implementation, plain, symbol, expected)
                if not error <= tolerance:
                    remarks.append(f"{robot.case.title}: {symbol} of {implementation.name} is off by {error:.1e}: not timed")
                    symbols.remove(symbol)
            if not symbols:
                del implementation.symbols[function]
        return remarks

    def error(self, robot, implementation, function, symbol, expected):
        """The largest error of a symbol's results over all states; infinite if a result is not finite."""
        size = self.size(robot, function, implementation)
        lanes, path = implementation.lanes, self.results(robot, implementation, symbol)
        calls = np.fromfile(path, implementation.dtype).reshape(STATES // lanes, -1)
        found = calls[:, :size * lanes].astype(float).reshape(-1, size, lanes).transpose(0, 2, 1)
        found = implementation.convention.results(robot, function, found.reshape(STATES, -1))
        errors = np.abs(found - expected).max(axis=1) / (1 + np.abs(expected).max(axis=1))
        return errors.max() if np.isfinite(errors).all() else np.inf


def copy_all(folder, implementations):
    """The implementations with copies of their libraries: the same code can take one and a half times as long in one copy of a
    file as in another."""
    folder.mkdir(parents=True, exist_ok=True)
    libraries = sorted({implementation.binary for of_robot in implementations.values() for implementation in of_robot})
    # Libraries in different folders may have the same name.
    copies = {library: folder / f"{index}_{library.name}" for index, library in enumerate(libraries)}
    for library, copy in copies.items():
        shutil.copyfile(library, copy)

    def with_copies(of_robot):
        return [replace(implementation, binary=copies[implementation.binary]) for implementation in of_robot]

    return {name: with_copies(of_robot) for name, of_robot in implementations.items()}


def time_all(timer, robots, implementations, copies, sittings, batches):
    """For each robot, function and implementation the times of all sittings, ns; that of a sitting is the least of all copies."""
    found = defaultdict(list)
    by_copy = [copy_all(timer.work / f"copy_{copy}", implementations) for copy in range(copies)]
    for sitting in range(sittings):
        print(f"sitting {sitting + 1} of {sittings}", file=sys.stderr)
        for robot in robots:
            name = robot.case.name
            runs = [timer.run(robot, copy[name], batches) for copy in by_copy]
            for key in runs[0]:
                found[name, *key].append(min(run[key] for run in runs))
    return found
