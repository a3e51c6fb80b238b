"""Compares what CasADi makes of libraries with differences, and counts what it calls.

Arguments: for each robot its library, its prefix, and the names of functions with commas between them. All robots are in one process.
A library counts the calls of each function.
"""

import ctypes
import sys

import casadi as ca
import numpy as np

STEP = 1e-5
random = np.random.default_rng(1)


def draw(f):
    """Arguments, whose quaternions are not normalized."""
    return [np.array(random.uniform(-1, 1, f.size_in(k)) * 1.5) for k in range(f.n_in())]


def check_blocks(f):
    """Each block of the Jacobian against central differences."""
    jacobian = f.jacobian()
    for _ in range(3):
        x = draw(f)
        blocks = jacobian(*x, *[ca.DM(*f.size_out(k)) for k in range(f.n_out())])
        blocks = blocks if isinstance(blocks, tuple) else (blocks,)
        assert len(blocks) == f.n_in() * f.n_out(), f
        for out in range(f.n_out()):
            for into in range(f.n_in()):
                block = np.array(ca.DM(blocks[out * f.n_in() + into]))
                assert block.shape == (f.numel_out(out), f.numel_in(into)), (f, block.shape)
                for column in range(f.numel_in(into)):
                    values = []
                    for step in (STEP, -STEP):
                        y = [np.array(a) for a in x]
                        flat = y[into].flatten("F")
                        flat[column] += step
                        y[into] = flat.reshape(y[into].shape, order="F")
                        result = f(*y)
                        result = result if isinstance(result, tuple) else (result,)
                        values.append(np.array(ca.DM(result[out])).flatten("F"))
                    difference = (values[0] - values[1]) / (2 * STEP)
                    error = np.abs(difference - block[:, column]).max(initial=0) / (1 + np.abs(difference).max(initial=0))
                    assert error < 1e-6, (f, out, into, column, error)


def check_rest(f):
    """Results are finite, no result is all zero unless its pattern is empty, and threads give the bits of one after the other."""
    count = 64
    x = [np.hstack([random.uniform(-1, 1, f.size_in(k)) for _ in range(count)]) for k in range(f.n_in())]
    serial = f.map(count)(*x)
    threads = f.map(count, "thread", 2)(*x)
    both = [r if isinstance(r, tuple) else (r,) for r in (serial, threads)]
    for out, (a, b) in enumerate(zip(*both)):
        a, b = np.array(ca.DM(a)), np.array(ca.DM(b))
        assert np.isfinite(a).all() and (a == b).all(), f
        assert a.any() or not f.nnz_out(out), (f, out)
    # Neither arguments nor results.
    buffer, run = f.buffer()
    run()
    del buffer


def count(library, name):
    """How often a function has been called; from here on it counts from 0."""
    counter = ctypes.c_int.in_dll(library, f"{name}_calls")
    calls, counter.value = counter.value, 0
    return calls


def check_calls(f, library):
    """The value and the Jacobian together are one call of each function. A gradient is one of the Jacobian."""
    x = [ca.MX.sym(f"x{k}", f.sparsity_in(k)) for k in range(f.n_in())]
    value = f(*x)
    value = value if isinstance(value, tuple) else (value,)
    jacobian = ca.jacobian(ca.vertcat(*map(ca.vec, value)), x[0])
    if not jacobian.nnz():
        return
    both = ca.Function("both", x, [*value, jacobian])
    gradient = ca.Function("gradient", x, [ca.gradient(sum(ca.sum1(ca.vec(v)) for v in value), x[0])])
    names = [f.name(), "jac_" + f.name()]
    for name in names:
        count(library, name)
    both(*draw(f))
    assert [count(library, name) for name in names] == [1, 1], f
    gradient(*draw(f))
    assert count(library, names[1]) == 1, f


def check_hessian(f):
    """IPOPT works with limited memory, and is refused the exact Hessian."""
    q, qd, tau = (ca.MX.sym(name, f.sparsity_in(k)) for k, name in enumerate(("q", "qd", "tau")))
    goal = f(*[np.ones(f.size_in(k)) * 0.5 for k in range(3)])
    x = ca.vertcat(q, qd, tau)
    problem = {"x": x, "f": ca.sumsqr(x), "g": f(q, qd, tau) - goal}
    options = {"print_time": False, "ipopt.print_level": 0, "ipopt.sb": "yes"}
    limited = ca.nlpsol("limited", "ipopt", problem, {**options, "ipopt.hessian_approximation": "limited-memory"})
    solution = limited(x0=0.4, lbg=0, ubg=0)
    assert limited.stats()["success"] and np.abs(np.array(solution["g"])).max() < 1e-6
    try:
        ca.nlpsol("exact", "ipopt", problem, options)
    except RuntimeError as error:
        assert "Derivatives cannot be calculated for jac_" in str(error), error
    else:
        raise AssertionError("there is an exact Hessian")


def check(path, prefix, names):
    library = ctypes.CDLL(path)
    for name in names.split(","):
        function = ca.external(f"{prefix}_{name}", path)
        for symbol in ("adj1_", "fwd1_"):
            assert not hasattr(library, symbol + function.name()), "CasADi would call it instead of the Jacobian"
        if function.n_in():
            check_rest(function)
        if hasattr(library, "jac_" + function.name()):
            check_blocks(function)
            check_calls(function, library)
        if name == "forward_dynamics":
            check_hessian(function)


robots = [sys.argv[k : k + 3] for k in range(1, len(sys.argv), 3)]
for robot in robots:
    check(*robot)
print("checked", sum(names.count(",") + 1 for _, _, names in robots))
