"""Compares the functions for JAX with the class: `check_jax.py MODULE`."""

import importlib
import sys

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)
module, ours = importlib.import_module(sys.argv[1]), importlib.import_module(sys.argv[1] + ".jax")
robot = next(value for value in vars(module).values() if hasattr(value, "mass_matrix"))()
Q, V, T = np.random.default_rng(0).normal(size=(3, 50, robot.nv))


def close(a, b):
    scale = max(1.0, float(np.abs(b).max()))
    return a.shape == b.shape and bool(np.abs(np.asarray(a) - b).max() < 1e-9 * scale)


for name, given in (("mass_matrix", (Q,)), ("inverse_dynamics", (Q, V, T)), ("forward_dynamics", (Q, V, T)), ("kinetic_energy", (Q, V))):
    function, expected = getattr(ours, name), getattr(robot, name)(*given)
    assert close(jax.jit(function)(*given), expected) and close(jax.vmap(function)(*given), expected), name
    assert close(function(*(rows.reshape(5, 10, -1) for rows in given)), expected.reshape(5, 10, *expected.shape[1:])), name
def differences(function, argument):
    """The derivative of a function of all states, whose error is of fourth order."""

    def at(offset):
        given = [Q, V, T]
        given[argument] = given[argument][:, None] + offset * np.eye(robot.nv)
        others = [rows if rows.ndim == 3 else np.repeat(rows[:, None], robot.nv, 1) for rows in given]
        return np.asarray(function(*(rows.reshape(-1, robot.nv) for rows in others))).reshape(len(Q), robot.nv, -1)

    h = 1e-3
    columns = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h)
    return np.swapaxes(columns, 1, 2)


D, I = robot.forward_dynamics_derivatives(Q, V, T), robot.inverse_dynamics_derivatives(Q, V, T)
for name, blocks in (("forward_dynamics", (D.dq, D.dqd, D.dtau)), ("inverse_dynamics", (I.dq, I.dqd, I.mass_matrix))):
    function = getattr(ours, name)
    for argument, block in enumerate(blocks):
        jacobians = jax.vmap(jax.jacfwd(function, argument))(Q, V, T)
        assert close(jacobians, block), (name, argument)
        assert close(jax.jit(jax.vmap(jax.jacrev(function, argument)))(Q, V, T), block), (name, argument)
        assert close(jacobians, differences(getattr(robot, name), argument)), (name, argument)
weights = np.arange(1.0, robot.nv + 1)
gradient = jax.grad(lambda tau: weights @ ours.forward_dynamics(Q[0], V[0], tau))(T[0])
assert close(gradient, D.dtau[0].T @ weights)
whole = jax.grad(lambda q: weights @ ours.forward_dynamics(q, np.zeros(robot.nv, int), [0.0] * robot.nv))(Q[0])
zeros = jax.grad(lambda q: weights @ ours.forward_dynamics(q, np.zeros(robot.nv), np.zeros(robot.nv)))(Q[0])
assert close(whole, zeros)


def step(state, _):
    q, v = state
    v = v + 1e-3 * ours.forward_dynamics(q, v, T[0])
    return (q + 1e-3 * v, v), q


def end(q):
    return jax.lax.scan(step, (q, jnp.zeros_like(q)), None, length=20)[0][0]


difference = (end(Q[0] + 1e-6 * weights) - end(Q[0] - 1e-6 * weights)) / 2e-6
assert bool(jnp.abs(jax.jacfwd(end)(Q[0]) @ weights - difference).max() < 1e-6)
for bad in ((Q[0, 1:], V[0], T[0]), (Q[0], V[0])):
    try:
        ours.inverse_dynamics(*bad)
    except TypeError as error:
        assert "inverse_dynamics" in str(error) and "expected" in str(error)
    else:
        raise AssertionError(bad)
print(f"{robot}: JAX {jax.__version__}")
