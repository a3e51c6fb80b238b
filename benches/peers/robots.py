"""Robots, states, and Pinocchio's results, with which every implementation is compared.

A state is a row q, v, w in Pinocchio's convention, where w are accelerations or forces.
"""

import xml.etree.ElementTree as xml
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pinocchio as pin

STATES = 64
UNCONSTRAINED = ("inverse_dynamics", "mass_matrix", "forward_dynamics", "poses", "mass_matrix_inverse")
# Peers have the first two functions; only we have the others.
DERIVATIVES = (
    "inverse_dynamics_derivatives", "forward_dynamics_derivatives", "forward_dynamics_derivatives_by_value", "linearize",
    "gravity_stiffness",
)
GRAVITY = 9.81


@dataclass(frozen=True)
class Case:
    """A robot, and which of its functions are timed."""

    name: str
    title: str
    urdf: Path
    floating: bool = False
    welded: tuple[str, ...] = ()
    # Links whose origins are fixed by constraints, and the number of rows of each.
    fixed_links: tuple[str, ...] = ()
    rows: int = 3
    # The timed functions of a case without constraints.
    of_motion: tuple[str, ...] = UNCONSTRAINED + DERIVATIVES

    @property
    def functions(self):
        return ("constrained",) if self.fixed_links else self.of_motion


def cases(folder):
    """All cases of the robots in a folder, and remarks on missing files."""
    talos, remark = full_talos()
    talos = talos or folder / "talos_reduced.urdf"
    reduced = folder / "talos_reduced.urdf"
    all_cases = [
        Case("ur5", "UR5", folder / "ur5.urdf"),
        Case("panda", "Panda", folder / "panda.urdf", welded=("panda_finger_joint1", "panda_finger_joint2")),
        Case("anymal", "ANYmal", folder / "anymal_b.urdf", floating=True),
        Case("talos", "Talos", talos, floating=True, of_motion=UNCONSTRAINED),
        Case("talos_reduced", "Talos reduced", reduced, floating=True, of_motion=("inverse_dynamics", *DERIVATIVES)),
        Case("anymal_feet", "ANYmal, 4 feet", folder / "anymal_b.urdf", True, (),
             ("LF_FOOT", "LH_FOOT", "RF_FOOT", "RH_FOOT"), 3),
        Case("talos_soles", "Talos reduced, 2 soles", reduced, True, (), ("left_sole_link", "right_sole_link"), 6),
        Case("ur5_point", "UR5, point of the tool", folder / "ur5.urdf", fixed_links=("tool0",), rows=3),
        Case("ur5_pose", "UR5, pose of the tool", folder / "ur5.urdf", fixed_links=("tool0",), rows=6),
    ]
    missing = sorted({str(case.urdf) for case in all_cases if not case.urdf.is_file()})
    remarks = [remark, *(f"{path} is not there: left out" for path in missing)]
    return [case for case in all_cases if case.urdf.is_file()], [text for text in remarks if text]


def full_talos():
    """The file of the humanoid with its grippers, which only the package example-robot-data has; `None` and a remark without it."""
    prefix = Path(pin.__file__).parents[4]
    path = prefix / "share/example-robot-data/robots/talos_data/robots/talos_full_v2.urdf"
    if path.is_file():
        return path, None
    return None, "example-robot-data is not installed: Talos is talos_reduced.urdf, of 38 degrees of freedom"


class Robot:
    """A case with Pinocchio's model of it, and random states."""

    def __init__(self, case):
        self.case = case
        root = [pin.JointModelFreeFlyer()] if case.floating else []
        whole = pin.buildModelFromUrdf(str(case.urdf), *root)
        welded = [whole.getJointId(joint) for joint in case.welded]
        self.model = pin.buildReducedModel(whole, welded, pin.neutral(whole)) if welded else whole
        self.data = self.model.createData()
        for joint, name in zip(self.model.joints[1:], self.joints):
            if joint.nq != joint.nv and name != "root_joint":
                raise SystemExit(f"{case.name}: joint {name} is neither revolute nor prismatic")
        self.states = np.array([self.draw(generator) for generator in [self.generator()] for _ in range(STATES)])

    @property
    def joints(self):
        return list(self.model.names)[1:]

    @property
    def size(self):
        return self.model.nq + 2 * self.model.nv

    def links(self):
        """The links that joints move, in the order of the joints."""
        tree = xml.parse(self.case.urdf).getroot()
        child = {joint.get("name"): joint.find("child").get("link") for joint in tree.findall("joint")}
        links = [link.get("name") for link in tree.findall("link")]
        child["root_joint"] = next(link for link in links if link not in child.values())
        return [child[joint] for joint in self.joints]

    def split(self, state):
        nq, nv = self.model.nq, self.model.nv
        return state[:nq], state[nq:nq + nv], state[nq + nv:]

    def generator(self):
        return np.random.default_rng(zlib.crc32(self.case.name.encode()))

    def draw(self, generator):
        """A random state within the limits. If links are fixed, J has full rank at the state, and the rates satisfy J v = 0."""
        model = self.model
        low, high = np.maximum(model.lowerPositionLimit, -3.2), np.minimum(model.upperPositionLimit, 3.2)
        while True:
            q = generator.uniform(low, np.maximum(low, high))
            if self.case.floating:
                turn = generator.normal(size=4)
                q[3:7] = turn / np.linalg.norm(turn)
            v, w = generator.uniform(-1, 1, model.nv), generator.uniform(-1, 1, model.nv)
            if not self.case.fixed_links:
                return np.concatenate([q, v, w])
            jacobian, _ = self.constraint(q, v)
            if np.linalg.svd(jacobian, compute_uv=False)[-1] > 1e-2:
                v -= np.linalg.pinv(jacobian) @ jacobian @ v
                return np.concatenate([q, v, w])

    def constraint(self, q, v):
        """J and dJ/dt v of the fixed links, in world axes."""
        pin.forwardKinematics(self.model, self.data, q, v, np.zeros(self.model.nv))
        pin.computeJointJacobians(self.model, self.data, q)
        pin.updateFramePlacements(self.model, self.data)
        axes, rows = pin.LOCAL_WORLD_ALIGNED, self.case.rows
        frames = [self.model.getFrameId(link) for link in self.case.fixed_links]
        jacobians = [pin.getFrameJacobian(self.model, self.data, frame, axes)[:rows] for frame in frames]
        motions = [pin.getFrameClassicalAcceleration(self.model, self.data, frame, axes) for frame in frames]
        return np.vstack(jacobians), np.concatenate([motion.vector[:rows] for motion in motions])

    def reference(self, function, gravity=GRAVITY):
        """The results of a function, one state in each row; matrices have both triangles."""
        self.model.gravity.linear = np.array([0, 0, -gravity])
        return np.array([self.value(function, *self.split(state)).ravel() for state in self.states])

    def value(self, function, q, v, w):
        """Pinocchio's result of a function at a state."""
        model, data = self.model, self.data
        if function == "inverse_dynamics":
            return pin.rnea(model, data, q, v, w)
        if function == "mass_matrix":
            return symmetric(pin.crba(model, data, q))
        if function == "forward_dynamics":
            return pin.aba(model, data, q, v, w)
        if function == "mass_matrix_inverse":
            return symmetric(pin.computeMinverse(model, data, q))
        if function == "constrained":
            return self.constrained_accelerations(q, v, w)
        if function in DERIVATIVES:
            return np.concatenate([np.ravel(part) for part in self.derivatives(function, q, v, w)])
        pin.forwardKinematics(model, data, q)
        return np.concatenate([np.append(pose.rotation.ravel(), pose.translation) for pose in data.oMi.tolist()[1:]])

    def derivatives(self, function, q, v, w):
        """The parts of a record, as `RECORDS` has them."""
        model, data = self.model, self.data
        if function == "gravity_stiffness":
            return pin.computeGeneralizedGravityDerivatives(model, data, q), symmetric(pin.crba(model, data, q))
        if function == "inverse_dynamics_derivatives":
            by_q, by_v, mass = pin.computeRNEADerivatives(model, data, q, v, w)
            return by_q, by_v, symmetric(mass)
        by_q, by_v, inverse = pin.computeABADerivatives(model, data, q, v, w)
        accelerations = [] if function == "linearize" else [data.ddq]
        return *accelerations, by_q, by_v, symmetric(inverse)

    def constrained_accelerations(self, q, v, tau):
        """The accelerations a, from a dense solution of M a - J^T lambda = tau - bias, J a = -dJ/dt v."""
        model, data = self.model, self.data
        jacobian, rate = self.constraint(q, v)
        mass, bias = symmetric(pin.crba(model, data, q)), pin.nonLinearEffects(model, data, q, v)
        zeros = np.zeros((len(jacobian), len(jacobian)))
        kkt = np.block([[mass, -jacobian.T], [jacobian, zeros]])
        return np.linalg.solve(kkt, np.concatenate([tau - bias, -rate]))[:model.nv]

    def write(self, path):
        """Writes the file for the compiled peers: a line for each contact, and the model as an archive."""
        lines = []
        for link in self.case.fixed_links:
            frame = self.model.frames[self.model.getFrameId(link)]
            place = np.append(frame.placement.rotation.ravel(), frame.placement.translation)
            lines.append(f"{frame.parentJoint} {self.case.rows} " + " ".join(map(repr, map(float, place))))
        self.model.gravity.linear = np.array([0, 0, -GRAVITY])
        path.write_text("".join(line + "\n" for line in lines) + "\n" + self.archive(path))

    def archive(self, path):
        text = path.with_suffix(".archive")
        self.model.saveToText(str(text))
        return text.read_text()


def symmetric(upper):
    """The symmetric matrix with this upper triangle."""
    return np.triu(upper) + np.triu(upper, 1).T
