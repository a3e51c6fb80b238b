"""Numbers of Pinocchio for one robot with each type of joint: `robot` restates the description in tokens."""
import json, sys
import numpy as np
import pinocchio as pin

def rotation(r, p, y):
    return pin.rpy.rpyToMatrix(r, p, y)

def unit(*axis):
    return np.array(axis, float) / np.linalg.norm(axis)

def composite(*joints):
    both = pin.JointModelComposite()
    for joint in joints:
        both.addJoint(joint)
    return both

I = np.eye(3)
robot = [ # joint, type, parent, child, rotation, origin, (mass, com, diagonal inertia at the com)
    ("base", pin.JointModelPlanar(), "world", "cart", rotation(0.1, -0.2, 0.3), (0.1, 0, 0.2), (3, (0.1, 0, 0.05), (0.1, 0.2, 0.15))),
    ("lift", pin.JointModelHelicalUnaligned(unit(0, 3, 4), 0.05), "cart", "column", I, (0, 0.1, 0.3), (2, (0, 0.1, 0), (0.02, 0.03, 0.025))),
    ("shoulder", pin.JointModelSpherical(), "column", "arm", rotation(0.3, -0.2, 0.5), (0, 0.3, 0.1), (1.5, (0.2, 0.03, -0.04), (0.004, 0.03, 0.031))),
    ("elbow", pin.JointModelRevoluteUnaligned(unit(2, 3, 6)), "arm", "forearm", I, (0.4, 0.1, 0), (0.9, (0.15, 0.02, 0.01), (0.002, 0.012, 0.013))),
    ("slide", pin.JointModelPrismaticUnaligned(unit(1, 4, 8)), "forearm", "hand", rotation(-0.4, 0.6, 0.2), (0.3, 0, 0.05), (0.7, (0.01, 0.02, 0.05), (0.003, 0.002, 0.0025))),
    ("drill", pin.JointModelRUBZ(), "hand", "bit", rotation(-0.6, 0.4, 0.1), (0, 0, 0.1), (0.2, (0.03, 0, 0.06), (0.0004, 0.0005, 0.0002))),
    ("root", pin.JointModelFreeFlyer(), "world", "puck", I, (0, 0, 0), (0.5, (0.02, -0.01, 0.03), (0.001, 0.0012, 0.0008))),
    ("wheel", pin.JointModelRevoluteUnaligned(unit(1, 1, 0)), "puck", "disc", rotation(0.7, 0.1, -0.3), (0.05, 0.02, 0.01), (0.3, (0.01, 0, 0.02), (0.0005, 0.0004, 0.0006))),
    ("gimbal", composite(pin.JointModelRX(), pin.JointModelRY()), "puck", "yoke", rotation(0.2, -0.5, 0.4), (-0.04, 0.03, 0.02), (0.25, (0.02, 0.01, 0.03), (0.0003, 0.0004, 0.0002))),
    ("sleeve", composite(pin.JointModelRZ(), pin.JointModelPZ()), "yoke", "ram", rotation(0.5, 0.2, -0.1), (0.02, 0, 0.06), (0.15, (0.01, -0.02, 0.04), (0.0002, 0.0003, 0.0001))),
    ("table", pin.JointModelTranslation(), "ram", "probe", rotation(-0.3, 0.1, 0.6), (0, 0.01, 0.05), (0.1, (0.01, 0.005, -0.01), (0.0001, 0.00012, 0.00008))),
]
model = pin.Model(); model.gravity.linear = np.array([0.4, -0.3, -9.81])
ids = {"world": 0}
for joint, kind, parent, child, R, p, (mass, com, inertia) in robot:
    ids[child] = model.addJoint(ids[parent], kind, pin.SE3(R, np.array(p, float)), joint)
    model.appendBodyToJoint(ids[child], pin.Inertia(mass, np.array(com, float), np.diag(inertia)), pin.SE3.Identity())
data = model.createData()
draw = np.random.default_rng(20261125)
model.lowerPositionLimit = -np.ones(model.nq); model.upperPositionLimit = np.ones(model.nq)
samples = []
for k in range(8):
    v = draw.uniform(-1, 1, model.nv) * (3.0 if k % 2 else 1.0)
    a = draw.uniform(-3, 3, model.nv); tau = draw.uniform(-5, 5, model.nv)
    q = pin.integrate(model, pin.neutral(model), draw.uniform(-2.5, 2.5, model.nv))
    M = pin.crba(model, data, q); M = np.triu(M) + np.triu(M, 1).T
    nle = pin.nonLinearEffects(model, data, q, v); g = pin.computeGeneralizedGravity(model, data, q)
    pin.forwardKinematics(model, data, q, v)
    poses = {child: {"R": data.oMi[i].rotation.tolist(), "p": data.oMi[i].translation.tolist()} for child, i in ids.items() if i}
    samples.append(dict(q=q.tolist(), v=v.tolist(), a=a.tolist(), tau=tau.tolist(), M=M.tolist(), Minv=np.linalg.inv(M).tolist(),
        nle=nle.tolist(), g=g.tolist(), rnea=pin.rnea(model, data, q, v, a).tolist(), aba=pin.aba(model, data, q, v, tau).tolist(),
        kinetic=float(pin.computeKineticEnergy(model, data, q, v)), poses=poses))
joints = [dict(name=model.names[i], type=model.joints[i].shortname().replace("JointModel", ""), idx_q=model.joints[i].idx_q, nq=model.joints[i].nq, idx_v=model.joints[i].idx_v, nv=model.joints[i].nv) for i in range(1, model.njoints)]
json.dump(dict(name="joint_types", gravity=model.gravity.linear.tolist(), joints=joints, samples=samples), sys.stdout, separators=(",", ":"))
