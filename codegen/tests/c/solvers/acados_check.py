"""Compares acados's functions with what CasADi makes of the derivative of the state, and with differences.

Arguments: the library for CasADi, the same with `casadi_int` int, the robot's prefix. The last line is the part of CasADi's time that
`expl_vde_forw` takes.
"""

import ctypes
import sys
import time

import casadi as ca
import numpy as np

LIBRARY, WITH_INT, PREFIX = sys.argv[1:]
random = np.random.default_rng(2)


def external(name):
    return ca.external(f"{PREFIX}_{name}", LIBRARY)


def close(a, b, tolerance):
    a, b = np.array(ca.DM(a)), np.array(ca.DM(b))
    assert a.shape == b.shape and a.any()
    error = np.abs(a - b).max() / (1 + np.abs(b).max())
    assert error < tolerance, error


f, ode, forward, adjoint = map(external, ("state_derivative", "expl_ode_fun", "expl_vde_forw", "expl_vde_adj"))
n, controls = f.numel_in(0), f.numel_in(1)
x, u, none = ca.MX.sym("x", n), ca.MX.sym("u", controls), ca.DM(0, 1)
sx, su, weights = ca.MX.sym("Sx", n, n), ca.MX.sym("Su", n, controls), ca.MX.sym("l", n)
value = f(x, u)
own = ca.Function(
    "own",
    [x, sx, su, u],
    [value, ca.jtimes(value, x, sx), ca.jacobian(value, u) + ca.jtimes(value, x, su)],
)
own_adjoint = ca.Function("own_adjoint", [x, weights, u], [ca.jtimes(value, ca.vertcat(x), weights, True), ca.jtimes(value, u, weights, True)])

library = ctypes.CDLL(WITH_INT)


def call_with_int(name, arguments, sizes):
    """Results of a function of the second library, called as acados does."""
    numbers = [np.ascontiguousarray(np.array(a).flatten("F")) for a in arguments]
    results = [np.zeros(size) for size in sizes]
    pointer = ctypes.POINTER(ctypes.c_double)
    arg = (pointer * len(numbers))(*[a.ctypes.data_as(pointer) for a in numbers])
    res = (pointer * len(results))(*[r.ctypes.data_as(pointer) for r in results])
    work = [ctypes.c_int(-1) for _ in range(4)]
    assert getattr(library, f"{PREFIX}_{name}_work")(*[ctypes.byref(w) for w in work]) == 0
    assert [w.value for w in work] == [len(numbers), len(results), 0, 0]
    pattern = getattr(library, f"{PREFIX}_{name}_sparsity_out")
    pattern.restype = ctypes.POINTER(ctypes.c_int)
    shape = pattern(0)
    assert shape[0] * shape[1] == sizes[0] and shape[2] == 1
    assert getattr(library, f"{PREFIX}_{name}")(arg, res, None, None, None) == 0
    return results


for _ in range(5):
    a = [random.uniform(-1, 1, size) for size in ((n, 1), (n, n), (n, controls), (controls, 1))]
    mine, theirs = forward(*a, none), own(*a)
    for left, right in zip(mine, theirs):
        close(left, right, 1e-12)
    close(ode(a[0], a[3], none), theirs[0], 1e-12)
    for left, right in zip(call_with_int("expl_vde_forw", [*a, []], [n, n * n, n * controls]), mine):
        assert (left == np.array(left).flatten("F")).all()
        assert (left == np.array(ca.DM(right)).flatten("F")).all()
    l = random.uniform(-1, 1, (n, 1))
    close(adjoint(a[0], l, a[3], none), ca.vertcat(*own_adjoint(a[0], l, a[3])), 1e-12)

step, step_jac = map(external, ("dyn_disc_phi_fun", "dyn_disc_phi_fun_jac"))
# A short step follows the derivative of the state.
h = 1e-6
q = np.array(step(a[0], a[3], 0))
close((step(q, a[3], h) - q) / h, f(q, a[3]), 1e-4)
for h in (0.01, 0.3):
    phi, jacobian = step_jac(a[0], a[3], h)
    close(phi, step(a[0], a[3], h), 1e-12)
    columns = []
    for k in range(controls + n):
        ends = []
        for change in (1e-5, -1e-5):
            y = np.vstack([a[3], a[0]])
            y[k] += change
            ends.append(step(y[controls:], y[:controls], h))
        columns.append((ends[0] - ends[1]) / 2e-5)
    close(jacobian, ca.horzcat(*columns).T, 1e-6)


def seconds(function, arguments):
    """The least time of a call."""
    buffer, run = function.buffer()
    kept = [np.array(a, dtype=float).flatten("F") for a in arguments]
    results = [np.zeros(function.numel_out(k)) for k in range(function.n_out())]
    for k, argument in enumerate(kept):
        if argument.size:
            buffer.set_arg(k, memoryview(argument))
    for k, result in enumerate(results):
        buffer.set_res(k, memoryview(result))
    best = np.inf
    for _ in range(200):
        begin = time.perf_counter()
        for _ in range(20):
            run()
        best = min(best, time.perf_counter() - begin)
    return best


print(seconds(forward, [*a, np.zeros((0, 1))]) / seconds(own, a))
