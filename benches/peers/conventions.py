"""Conversions of states and results between Pinocchio's conventions and those of another implementation.

Pinocchio sorts sibling joints by name. The positions of a floating base are x y z and a quaternion x y z w. Its rates are
the linear, then the angular velocity in the axes of the base, and its accelerations are the derivatives of these components.
Our convention differs only in the order of joints. If another implementation has the rates v' = T v, its forces are T^-T tau.
"""

from dataclasses import dataclass, field

import numpy as np

VECTOR, MATRIX, SYMMETRIC = "vector", "matrix", "symmetric"
# The parts of records of derivatives, in their order; for `linearize`, those of the acceleration.
RECORDS = {
    "inverse_dynamics_derivatives": (MATRIX, MATRIX, SYMMETRIC),
    "forward_dynamics_derivatives": (VECTOR, MATRIX, MATRIX, SYMMETRIC),
    "forward_dynamics_derivatives_by_value": (VECTOR, MATRIX, MATRIX, SYMMETRIC),
    "linearize": (MATRIX, MATRIX, SYMMETRIC),
    "gravity_stiffness": (MATRIX, SYMMETRIC),
}


@dataclass
class Convention:
    """The conventions of one implementation."""

    # Its joints except the base, in its order; `None`: Pinocchio's order.
    joints: list[str] | None = None
    scalar_first: bool = False
    # Whether the linear, or the angular, rates of a floating base are in world axes.
    linear_in_world: bool = False
    angular_in_world: bool = False
    angular_first: bool = False
    gravity: float = 9.81
    order: dict = field(default_factory=dict, repr=False)

    def places(self, robot):
        """For each position and each rate of the implementation, the index in Pinocchio's vectors."""
        key = robot.case.name
        if key not in self.order:
            model = robot.model
            base = ["root_joint"] if robot.case.floating else []
            names = robot.joints if self.joints is None else base + self.joints
            if sorted(names) != sorted(robot.joints):
                raise ValueError("the joints are not the same")
            joints = [model.joints[model.getJointId(name)] for name in names]
            self.order[key] = (
                np.concatenate([range(joint.idx_q, joint.idx_q + joint.nq) for joint in joints]),
                np.concatenate([range(joint.idx_v, joint.idx_v + joint.nv) for joint in joints]),
            )
        return self.order[key]

    def inputs(self, robot, function):
        """The states in this convention, one in each row."""
        acceleration = function.startswith("inverse_dynamics")
        return np.array([self.state(robot, *robot.split(state), acceleration) for state in robot.states])

    def state(self, robot, q, v, w, acceleration):
        """A state in this convention; w is an acceleration or a force."""
        positions, rates = self.places(robot)
        q, turn = q[positions], None
        if robot.case.floating:
            turn = self.turn(q[3:7], len(v))
            if self.scalar_first:
                q[3:7] = q[[6, 3, 4, 5]]
        own_rates = self.other_rates(v[rates], turn)
        if acceleration:
            w = self.other_rates(w[rates], turn) + self.drift(v[rates], turn)
        else:
            w = w[rates] if turn is None else np.linalg.solve(turn.T, w[rates])
        return np.concatenate([q, own_rates, w])

    def other_rates(self, v, turn):
        return v if turn is None else turn @ v

    def drift(self, v, turn):
        """dT/dt v: the difference between the derivative of v' and T dv/dt, since the axes turn."""
        drift = np.zeros(len(v))
        if turn is not None and self.linear_in_world:
            drift[:3] = np.cross(v[3:6], v[:3])
            drift = turn @ drift
        return drift

    def turn(self, quaternion, size):
        """T, the map from Pinocchio's rates, with joints already in the order of the implementation, to those of the
        implementation."""
        x, y, z, w = quaternion
        rotation = np.array([
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ])
        turn = np.eye(size)
        if self.linear_in_world:
            turn[:3, :3] = rotation
        if self.angular_in_world:
            turn[3:6, 3:6] = rotation
        if self.angular_first:
            turn[:6] = turn[[3, 4, 5, 0, 1, 2]]
        return turn

    def results(self, robot, function, results):
        """The results in Pinocchio's convention, one in each row."""
        if function == "poses":
            return results
        rows = zip(robot.states, results)
        return np.array([self.result(robot, function, *robot.split(state), row).ravel() for state, row in rows])

    def result(self, robot, function, q, v, _, result):
        positions, rates = self.places(robot)
        # Indices that put the rates of the implementation into Pinocchio's order.
        size, to_pinocchio = len(v), np.argsort(rates)
        if function in RECORDS:
            return self.record(function, size, to_pinocchio, result)
        floating = self.turn(q[positions][3:7], size) if robot.case.floating else None
        turn = np.eye(size) if floating is None else floating
        back = np.linalg.inv(turn)
        if function == "inverse_dynamics":
            return (turn.T @ result)[to_pinocchio]
        if function in ("forward_dynamics", "constrained"):
            return (back @ (result - self.drift(v[rates], floating)))[to_pinocchio]
        matrix = full(result, size)
        matrix = turn.T @ matrix @ turn if function == "mass_matrix" else back @ matrix @ back.T
        return matrix[np.ix_(to_pinocchio, to_pinocchio)]

    def record(self, function, size, to_pinocchio, result):
        """A record of derivatives. Only implementations with Pinocchio's axes have them."""
        if self.linear_in_world or self.angular_in_world or self.angular_first:
            raise ValueError("derivatives in other axes")
        parts, converted = RECORDS[function], []
        packed = len(result) < sum(numbers(part, size, False) for part in parts)
        for part in parts:
            count = numbers(part, size, packed)
            entries, result = result[:count], result[count:]
            if part == VECTOR:
                converted.append(entries[to_pinocchio])
            else:
                matrix = full(entries, size) if part == SYMMETRIC else entries.reshape(size, size)
                converted.append(matrix[np.ix_(to_pinocchio, to_pinocchio)].ravel())
        return np.concatenate(converted)


def numbers(part, size, packed):
    """The number of entries of a part of a record. If packed, a symmetric matrix has the entries of one triangle."""
    if part == SYMMETRIC and packed:
        return size * (size + 1) // 2
    return size if part == VECTOR else size * size


def full(result, size):
    """A symmetric matrix, from its upper triangle alone, or from a matrix in which either triangle is given."""
    upper = np.zeros((size, size))
    which = np.triu_indices(size)
    if len(result) == len(which[0]):
        upper[which] = result
    else:
        # Entries that a function does not write are NaN.
        matrix = result.reshape(size, size)
        upper[which] = np.where(np.isnan(matrix), matrix.T, matrix)[which]
    return upper + np.triu(upper, 1).T
