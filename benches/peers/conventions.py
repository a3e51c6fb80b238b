"""How states and results of another implementation are told from Pinocchio's.

Pinocchio: joints by name among siblings; a floating base is x y z and a quaternion x y z w, its rates linear, then
angular velocity in its own axes, and its accelerations the derivatives of these components. Ours has the same but for
the order of joints. With v' = T v for the rates of others, forces are T^-T tau.
"""

from dataclasses import dataclass, field

import numpy as np

VECTOR, MATRIX, SYMMETRIC = "vector", "matrix", "symmetric"
# The parts of records of derivatives, in their order; of `linearize` those of the acceleration.
RECORDS = {
    "inverse_dynamics_derivatives": (MATRIX, MATRIX, SYMMETRIC),
    "forward_dynamics_derivatives": (VECTOR, MATRIX, MATRIX, SYMMETRIC),
    "linearize": (MATRIX, MATRIX, SYMMETRIC),
    "gravity_stiffness": (MATRIX, SYMMETRIC),
}


@dataclass
class Convention:
    """Of one implementation."""

    # Its joints but the base; none: Pinocchio's own.
    joints: list[str] | None = None
    scalar_first: bool = False
    # Of a floating base: are these rates in the world's axes?
    linear_in_world: bool = False
    angular_in_world: bool = False
    angular_first: bool = False
    gravity: float = 9.81
    order: dict = field(default_factory=dict, repr=False)

    def places(self, robot):
        """Where each of its positions, and of its rates, stands in Pinocchio's."""
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
        """The states, a row each."""
        acceleration = function.startswith("inverse_dynamics")
        return np.array([self.state(robot, *robot.split(state), acceleration) for state in robot.states])

    def state(self, robot, q, v, w, acceleration):
        positions, rates = self.places(robot)
        q, turn = q[positions], None
        if robot.case.floating:
            turn = self.turn(q[3:7], len(v))
            if self.scalar_first:
                q[3:7] = q[[6, 3, 4, 5]]
        other = self.other_rates(v[rates], turn)
        if acceleration:
            w = self.other_rates(w[rates], turn) + self.drift(v[rates], turn)
        else:
            w = w[rates] if turn is None else np.linalg.solve(turn.T, w[rates])
        return np.concatenate([q, other, w])

    def other_rates(self, v, turn):
        return v if turn is None else turn @ v

    def drift(self, v, turn):
        """dT/dt v: what a rate in turning axes lacks of a derivative."""
        drift = np.zeros(len(v))
        if turn is not None and self.linear_in_world:
            drift[:3] = np.cross(v[3:6], v[:3])
            drift = turn @ drift
        return drift

    def turn(self, quaternion, size):
        """T."""
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
        """As Pinocchio has them, a row for each state."""
        if function == "poses":
            return results
        rows = zip(robot.states, results)
        return np.array([self.result(robot, function, *robot.split(state), row).ravel() for state, row in rows])

    def result(self, robot, function, q, v, _, result):
        positions, rates = self.places(robot)
        size, place = len(v), np.argsort(rates)
        if function in RECORDS:
            return self.record(function, size, place, result)
        floating = self.turn(q[positions][3:7], size) if robot.case.floating else None
        turn = np.eye(size) if floating is None else floating
        back = np.linalg.inv(turn)
        if function == "inverse_dynamics":
            return (turn.T @ result)[place]
        if function in ("forward_dynamics", "constrained"):
            return (back @ (result - self.drift(v[rates], floating)))[place]
        matrix = full(result, size)
        matrix = turn.T @ matrix @ turn if function == "mass_matrix" else back @ matrix @ back.T
        return matrix[np.ix_(place, place)]

    def record(self, function, size, place, result):
        """Derivatives, which only those have whose axes are Pinocchio's."""
        if self.linear_in_world or self.angular_in_world or self.angular_first:
            raise ValueError("derivatives in other axes")
        parts, found = RECORDS[function], []
        packed = len(result) < sum(numbers(part, size, False) for part in parts)
        for part in parts:
            count = numbers(part, size, packed)
            of_part, result = result[:count], result[count:]
            if part == VECTOR:
                found.append(of_part[place])
            else:
                matrix = full(of_part, size) if part == SYMMETRIC else of_part.reshape(size, size)
                found.append(matrix[np.ix_(place, place)].ravel())
        return np.concatenate(found)


def numbers(part, size, packed):
    """How many numbers a part of a record has; packed, of a symmetric matrix one triangle."""
    if part == SYMMETRIC and packed:
        return size * (size + 1) // 2
    return size if part == VECTOR else size * size


def full(result, size):
    """A symmetric matrix of one triangle: the upper one alone, or either as it stands in a matrix."""
    upper = np.zeros((size, size))
    which = np.triu_indices(size)
    if len(result) == len(which[0]):
        upper[which] = result
    else:
        # What a function leaves out is NaN.
        matrix = result.reshape(size, size)
        upper[which] = np.where(np.isnan(matrix), matrix.T, matrix)[which]
    return upper + np.triu(upper, 1).T
