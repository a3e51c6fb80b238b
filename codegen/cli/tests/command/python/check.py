"""Checks the wheel of a robot: `check.py MODULE PARAMETERS STATES RESULTS`.

PARAMETERS are in JSON, STATES has q, qd and tau of many states in float64, RESULTS what Rust gives for them. A URDF of the robot is in the
folder above, under the name of the module.
"""

import copy
import importlib
import json
import os
import pickle
import sys
import threading
import xml.etree.ElementTree

import numpy as np

module = importlib.import_module(sys.argv[1])
robot = next(value for value in vars(module).values() if hasattr(value, "mass_matrix"))(**json.loads(sys.argv[2]))
nq, nv = robot.nq, robot.nv
states = np.fromfile(sys.argv[3]).reshape(-1, nq + 2 * nv)
expected = np.fromfile(sys.argv[4]).reshape(len(states), -1)
Q, V, T = (np.ascontiguousarray(part) for part in np.split(states, [nq, nq + nv], axis=1))
q, v, t = Q[0], V[0], T[0]


def same(a, b):
    """Whether two results have the same bits."""
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(same, a, b))
    return np.shape(a) == np.shape(b) and np.asarray(a).tobytes() == np.asarray(b).tobytes()


def fails(kind, words, call, *arguments, **options):
    """Asserts that a call raises an error of a kind that says all these words."""
    try:
        call(*arguments, **options)
    except BaseException as error:  # a panic is no Exception
        text = "\n".join([str(error), *getattr(error, "__notes__", [])])
        assert type(error) is kind and all(word in text for word in words), (type(error), text)
        assert type(error).__name__ != "PanicException"
    else:
        raise AssertionError(f"no error: {words}")


# The bits of Rust, one state at a time and as a batch, in any number of threads.
functions = [(robot.mass_matrix, (Q,)), (robot.inverse_dynamics, (Q, V, T)), (robot.forward_dynamics, (Q, V, T))]
if robot.constraints:
    functions.append((robot.constrained_forward_dynamics, (Q, V, T)))


def arrays_of(result):
    return result if isinstance(result, tuple) else (result,)


def states_of(function, given):
    return [arrays_of(function(*(rows[k] for rows in given))) for k in range(len(Q))]


single = [states_of(function, given) for function, given in functions]
for k, numbers in enumerate(expected):
    assert same(np.concatenate([np.ravel(array) for states in single for array in states[k]]), numbers), k
for (function, given), states in zip(functions, single):
    batch = function(*given)
    assert all(same(array, np.array(rows)) for array, rows in zip(arrays_of(batch), zip(*states)))
    for threads in (0, 2, 7, 10**9):
        assert same(function(*given, threads=threads), batch)
    outs = [np.empty_like(array) for array in arrays_of(batch)]
    out = tuple(outs) if isinstance(batch, tuple) else outs[0]
    assert function(*given, out=out) is out and all(map(same, outs, arrays_of(batch)))
    empty = arrays_of(function(*(rows[:0] for rows in given)))
    assert [array.shape for array in empty] == [(0, *array.shape[1:]) for array in outs]

# Whatever has the same numbers gives the same result.
M, F = robot.mass_matrix, robot.inverse_dynamics
strided = np.empty((nv, 3))
strided[:, 1] = v


class Sub(np.ndarray):
    pass


for same_rates in (list(v), v.tolist(), tuple(v), strided[:, 1], v[::-1].copy()[::-1], v.view(Sub), v.astype(">f8"), memoryview(v)):
    assert same(F(q, same_rates, t), F(q, v, t)), type(same_rates)
whole = np.arange(1, nv + 1)
for kind in (int, np.float32, np.uint8, np.longdouble, np.float16):
    assert same(F(q, whole.astype(kind), t), F(q, whole.astype(float), t)) and F(q, whole.astype(kind), t).dtype == float
assert same(F(q, whole.tolist(), t), F(q, whole.astype(float), t))
assert same(F(Q, V, T[0]), F(Q, V, np.tile(T[0], (len(Q), 1))))
assert same(F(np.asfortranarray(Q), V[::-1][::-1], T), F(Q, V, T))
taken = v.copy()
assert F(q, taken, t, out=taken) is taken and same(taken, F(q, v, t))

# Bad input: the argument, what came, what was expected.
shape = f"({nv},)"
fails(ValueError, ["qd", f"({nv + 1},)", shape], F, q, np.zeros(nv + 1), t)
fails(ValueError, ["qd", "(1, 1, 1)", shape], F, q, np.zeros((1, 1, 1)), t)
fails(ValueError, ["qd", "()", shape], F, q, np.float64(1), t)
fails(ValueError, ["qd", "()", shape], F, q, 1.0, t)
for bad, word in ((None, "NoneType"), ("x", "str"), (v.astype(object), "object"), (v + 0j, "complex128"), (v > 0, "bool")):
    fails(TypeError, ["qd", word, shape], F, q, bad, t)
fails(TypeError, ["qd", "list"], F, q, [[1, 2], [3]], t)
fails(TypeError, ["qd", "list"], F, q, [None] * nv, t)
fails(TypeError, ["qd", "masked"], F, q, np.ma.masked_array(v, v > 0), t)
fails(ValueError, ["qd", "2 states", "3", "q"], F, Q[:3], V[:2], T[:3])
fails(TypeError, ["out", "list"], F, q, v, t, out=[0.0] * nv)
fails(TypeError, ["out", "float32"], F, q, v, t, out=np.empty(nv, np.float32))
fails(TypeError, ["out", ">f8"], F, q, v, t, out=np.empty(nv, ">f8"))
fails(TypeError, ["out", "Sub"], F, q, v, t, out=np.empty(nv).view(Sub))
fails(ValueError, ["out", f"({nv + 1},)", shape], F, q, v, t, out=np.empty(nv + 1))
fails(ValueError, ["out", f"(2, {nv})"], F, Q[:2], V[:2], T[:2], out=np.empty(nv))
frozen = np.empty(nv)
frozen.flags.writeable = False
fails(ValueError, ["out", "read-only"], F, q, v, t, out=frozen)
fails(ValueError, ["out", "C order"], F, Q[:4], V[:4], T[:4], out=np.empty((nv, 4)).T)
fails(ValueError, ["out", "C order"], F, q, v, t, out=np.empty(2 * nv)[::2])
both = V[:5].copy()
fails(ValueError, ["out", "overlaps", "qd"], F, Q[:4], both[:4], T[:4], out=both[1:])
# Memory that is read, though the argument is no array.
fails(ValueError, ["out", "overlaps", "qd"], F, Q[:4], memoryview(both[:4]), T[:4], out=both[1:])


class Resizing:
    """An argument that takes away the memory of another one while it is read."""

    def __init__(self, other):
        self.other = other

    def __array__(self, *_, **__):
        self.other.resize((1, self.other.shape[1]), refcheck=False)
        return np.zeros(V[:4].shape)


fails(ValueError, ["q", "changed"], F, (lost := Q[:4].copy()), Resizing(lost), T[:4])
fails(OverflowError, ["threads"], F, Q, V, T, threads=-1)
fails(TypeError, ["threads"], F, Q, V, T, threads="2")
fails(TypeError, ["missing"], F, q, v)
fails(TypeError, ["unexpected"], F, q, v, t, unit="rad")
fails(TypeError, ["nothing", "no parameter"], robot.replace, nothing=1)
if robot.links:
    fails(ValueError, ["link", "nobody", robot.links[0]], robot.pose, "nobody", q)
    assert same(robot.pose(robot.links[0], q), robot.pose(robot.links[0], Q[:1])._make(x[0] for x in robot.pose(robot.links[0], Q[:1])))

# A NaN stays in its row.
spoilt = T[:9].copy()
spoilt[4, 0] = np.nan
result, sound = F(Q[:9], V[:9], spoilt), F(Q[:9], V[:9], T[:9])
assert np.isnan(result[4]).any() and same(np.delete(result, 4, 0), np.delete(sound, 4, 0))

# Positions.
start, end = robot.normalize(Q[:99], V[:99]).q, robot.integrate(robot.normalize(Q[:99], V[:99]).q, V[:99] / 9, 0.5)
assert np.allclose(robot.difference(start, end), V[:99] / 18, atol=1e-9)
assert same(robot.neutral(), robot.integrate(robot.neutral(), np.zeros(nv), 1.0))
assert isinstance(robot.kinetic_energy(q, v), float) and robot.kinetic_energy(Q, V).shape == (len(Q),)
assert np.allclose(robot.kinetic_energy(q, v), v @ M(q) @ v / 2)
ahead, behind = (robot.integrate(start, V[:99], sign * 1e-5) for sign in (1, -1))
assert np.allclose(robot.position_rate(start, V[:99]), (ahead - behind) / 2e-5, atol=1e-8)
assert nq > nv or same(robot.position_rate(Q, V), V)

# The linearization: its blocks are the derivatives, which differences confirm.
assert hasattr(robot, "linearize") == hasattr(robot, "forward_dynamics_derivatives")
if hasattr(robot, "linearize"):
    linear = robot.linearize(q, v, t)
    assert linear._fields == ("pos_pos", "pos_vel", "qdd", "dq", "dqd", "dtau")
    assert np.array_equal(linear.pos_vel, np.eye(nv)) and (nq > nv or not linear.pos_pos.any())
    step, whole_steps = 1e-4 * np.eye(nv), (1.0, -1.0)
    of_q = [robot.forward_dynamics(robot.integrate(q, step, sign), v, t) for sign in whole_steps]
    of_qd = [robot.forward_dynamics(q, v + sign * step, t) for sign in whole_steps]
    of_tau = [robot.forward_dynamics(q, v, t + sign * step) for sign in whole_steps]
    for block, (above, below) in ((linear.dq, of_q), (linear.dqd, of_qd), (linear.dtau, of_tau)):
        assert np.allclose(block.T, (above - below) / 2e-4, rtol=0, atol=1e-5 * np.abs(block).max())
    assert same(linear.qdd, robot.forward_dynamics_derivatives(q, v, t).qdd)
    blocks = robot.linearize(Q, V, T)
    assert same(tuple(blocks[2:]), tuple(robot.forward_dynamics_derivatives(Q, V, T)))
    assert same(tuple(block[0] for block in blocks), tuple(linear))

# Tables: joints in the order of positions, with the limits of the URDF.
assert [joint.q for joint in robot.joints] == [sum(joint.nq for joint in robot.joints[:k]) for k in range(len(robot.joints))]
assert [joint.v for joint in robot.joints] == [sum(joint.nv for joint in robot.joints[:k]) for k in range(len(robot.joints))]
assert sum(joint.nq for joint in robot.joints) == nq and sum(joint.nv for joint in robot.joints) == nv
assert robot.actuators == () and len(set(robot.joints)) == len(robot.joints)
if os.path.exists(urdf := f"../{sys.argv[1]}.urdf"):
    described = {joint.get("name"): joint for joint in xml.etree.ElementTree.parse(urdf).getroot().findall("joint")}
    moving = [joint for joint in robot.joints if joint.name in described]
    assert len(moving) == len(robot.joints) - (nq > nv)
    for joint in moving:
        limit = {key: float(value) for key, value in described[joint.name].find("limit").items()}
        ends = (limit["lower"], limit["upper"]) if described[joint.name].get("type") != "continuous" else (-np.inf, np.inf)
        assert (joint.lower, joint.upper, joint.velocity, joint.effort) == (*ends, limit["velocity"], limit["effort"]), joint
if hasattr(robot, "pinocchio_q"):
    # Pinocchio has the children of a link in the order of their names: legs are sorted, a chain stays as it is.
    order = sorted(robot.joints, key=lambda joint: robot.pinocchio_v[joint.v])
    for joint in robot.joints:
        places = order[: order.index(joint)]
        first_q, first_v = sum(other.nq for other in places), sum(other.nv for other in places)
        assert robot.pinocchio_q[joint.q : joint.q + joint.nq] == tuple(range(first_q, first_q + joint.nq)), joint
        assert robot.pinocchio_v[joint.v : joint.v + joint.nv] == tuple(range(first_v, first_v + joint.nv)), joint
    names = [joint.name for joint in order]
    assert names == (names[:1] + sorted(names[1:]) if nq > nv else [joint.name for joint in robot.joints])

# Parameters, pickles and copies.
for name, value in robot.parameters.items():
    other = robot.replace(**{name: np.multiply(value, 2)})
    assert np.array_equal(other.parameters[name], np.multiply(value, 2)) and robot.parameters[name] == value
    assert not same(other.mass_matrix(Q), robot.mass_matrix(Q))
    fails(TypeError, [name, "str"], robot.replace, **{name: "x"})
    robot = other
    fails(AttributeError, [name], setattr, robot, name, 1.0)
for twin in (pickle.loads(pickle.dumps(robot)), copy.copy(robot), copy.deepcopy(robot), type(robot)(**robot.parameters)):
    assert same(twin.mass_matrix(Q), robot.mass_matrix(Q)) and repr(twin) == repr(robot)
if hasattr(robot, "forward_dynamics_derivatives"):
    rows = robot.forward_dynamics_derivatives(Q, V, T)
    assert same(pickle.loads(pickle.dumps(rows)), rows) and rows.qdd.shape == V.shape
    outs = rows._make(map(np.empty_like, rows))
    assert robot.forward_dynamics_derivatives(Q, V, T, out=outs) is outs and same(outs, rows)
    fails(TypeError, ["out", "tuple", "dqd"], robot.forward_dynamics_derivatives, q, v, t, out=np.empty(nv))
    fails(ValueError, ["out.dqd", "overlaps", "out.dq"], robot.forward_dynamics_derivatives, Q, V, T, out=(outs[0], outs[1], outs[1], outs[3]))

# Threads of Python on one object, and a process that forks.
mass, bits = robot.mass_matrix(Q), []
workers = [threading.Thread(target=lambda: bits.append(same(robot.mass_matrix(Q, threads=2), mass))) for _ in range(8)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
assert bits == [True] * 8
if (child := os.fork()) == 0:
    os._exit(0 if same(robot.mass_matrix(Q, threads=2), mass) else 1)
assert os.waitpid(child, 0)[1] == 0
print(f"{robot}: {len(states)} states, {robot.instructions}")
