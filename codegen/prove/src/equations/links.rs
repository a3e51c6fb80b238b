//! Poses of links, their Jacobians, velocities and accelerations, momenta, and wrenches of joints.

use super::{Degree, Equation, Proof, cross};
use crate::arithmetic::{
    Affine, Jet, Residue,
    direction::{self, TIME},
    twist,
};
use crate::lagrangian::{Displacement, LinkForce, Path, PointWrench};
use multibody_description::function::{Axes, Target};
use multibody_program::ir::InputKind;

const POSE: Degree = Degree {
    placements: 1,
    ..Degree::ONE_VALUE
};
/// `X I X'^T` with moments of inertia about the centre of mass, and `m X' c`.
const MOMENTUM: Degree = Degree {
    placements: 2,
    derivatives: 1,
    numbers: 2,
    vectors: 1,
    ..Degree::ONE_VALUE
};
const MOMENTUM_RATE: Degree = Degree {
    derivatives: 2,
    vectors: 2,
    ..MOMENTUM
};

/// The angular velocity is `X' X^T`.
const fn velocity_degree(axes: Axes) -> Degree {
    Degree {
        placements: 2 + rotation_count(axes),
        derivatives: 1,
        vectors: 1,
        ..Degree::ONE_VALUE
    }
}

/// The acceleration is the velocity, differentiated once more.
const fn acceleration_degree(axes: Axes) -> Degree {
    Degree {
        derivatives: 2,
        vectors: 2,
        ..velocity_degree(axes)
    }
}

/// The rate of the momentum, and moments of forces: `c x m c` and `c x m g`.
const fn joint_wrench_degree(axes: Axes) -> Degree {
    Degree {
        placements: 2 + rotation_count(axes),
        numbers: 3,
        expressions: 1,
        ..MOMENTUM_RATE
    }
}

/// The number of placements that turn a vector from world axes into the given ones.
const fn rotation_count(axes: Axes) -> u32 {
    match axes {
        Axes::World => 0,
        Axes::Link => 1,
    }
}

pub(super) fn pose(target: Target) -> Equation {
    let equation = "pose = product of transforms";
    Equation::of_values(POSE, equation, move |p| p.pose_of(target))
}

pub(super) fn jacobian(target: Target, axes: Axes) -> Equation {
    let equation = "J qd = rate of the pose";
    Equation::of_products(velocity_degree(axes), equation, move |p, u| {
        p.velocity_of(target, axes, u).to_vec()
    })
}

pub(super) fn jacobian_rate(target: Target, axes: Axes) -> Equation {
    let equation = "dJ/dt u = d/dt (J u) along the motion";
    Equation::of_products(acceleration_degree(axes), equation, move |p, u| {
        p.change_of_velocity(target, axes, u).to_vec()
    })
}

pub(super) fn velocity(target: Target, axes: Axes) -> Equation {
    Equation::of_values(velocity_degree(axes), "V = rate of the pose", move |p| {
        let qd = p.values(InputKind::Qd);
        p.velocity_of(target, axes, &qd).to_vec()
    })
}

pub(super) fn acceleration(target: Target, axes: Axes) -> Equation {
    let equation = "acceleration = second derivative of the pose";
    Equation::of_values(acceleration_degree(axes), equation, move |p| {
        p.acceleration_of(target, axes)
    })
}

pub(super) fn momentum(target: Target) -> Equation {
    let equation = "P = sum of m r', L = sum of m (r - c) x r'";
    Equation::of_values(MOMENTUM, equation, move |p| {
        p.momentum_of(target, TIME).to_vec()
    })
}

pub(super) fn momentum_rate(target: Target) -> Equation {
    let equation = "dP/dt = sum of m r'', dL/dt = sum of m (r - c) x r''";
    Equation::of_values(MOMENTUM_RATE, equation, move |p| {
        p.momentum_of(target, TIME | direction::SECOND).to_vec()
    })
}

/// The wrench: for all links behind the joint, the sum of the forces and moments that their motion requires, less gravity, the
/// forces of springs between points, and external wrenches.
pub(super) fn joint_wrench(target: Target, axes: Axes, external: bool) -> Equation {
    let equation =
        "wrench = sum behind the joint of m (r'' - g) less what pulls, and of their moments";
    Equation::of_values(joint_wrench_degree(axes), equation, move |p| {
        p.joint_wrench_of(target, axes, external)
    })
}

impl Proof<'_> {
    /// The rotation of a target's link by rows, then its translation.
    fn pose_of(&mut self, target: Target) -> Vec<Residue> {
        let zeros = vec![Residue::ZERO; self.nv()];
        let placements = self.trajectory(&zeros).links;
        let x = &placements[target_link(target)];
        let rotation = (0..9).map(|k| x.0[k / 3][k % 3].0[0]);
        rotation.chain(origin(x)).collect()
    }

    /// The twist of a target's link at these rates.
    fn velocity_of(&mut self, target: Target, axes: Axes, qd: &[Residue]) -> [Residue; 6] {
        let placements = self.trajectory(qd).links;
        twist(&placements[target_link(target)], axes).map(|x| x.0[0])
    }

    /// The derivative along the motion of the twist of a target's link at constant rates u.
    fn change_of_velocity(&mut self, target: Target, axes: Axes, u: &[Residue]) -> [Residue; 6] {
        let qd = self.values(InputKind::Qd);
        let path = Path {
            rates: u.iter().map(|&x| Jet::constant(x)).collect(),
            ..Path::<8>::from_shift(direction::SECOND, &qd)
        };
        let placements = self
            .lagrangian
            .trajectory(&path, Displacement::Successive)
            .links;
        twist(&placements[target_link(target)], axes).map(|x| x.0[direction::SECOND])
    }

    /// The acceleration of a target's link. In the link's axes it is that in world axes, rotated.
    fn acceleration_of(&mut self, target: Target, axes: Axes) -> Vec<Residue> {
        let (qd, qdd) = (self.values(InputKind::Qd), self.values(InputKind::Qdd));
        let placement = &self.accelerating(&qd, &qdd)[target_link(target)];
        let change = twist(placement, Axes::World).map(|x| x.0[direction::SECOND]);
        express(placement, axes, &change)
    }

    /// For the direction `TIME`, the momentum of a target's link; for the directions `TIME | SECOND`, the rate of this momentum.
    fn momentum_of(&mut self, target: Target, directions: usize) -> [Residue; 6] {
        let (qd, qdd) = (self.values(InputKind::Qd), self.values(InputKind::Qdd));
        let placements = self.accelerating(&qd, &qdd);
        let link = target_link(target);
        (self.lagrangian).momentum(&placements[link], link, directions)
    }

    /// The wrench that a target's link receives from the joint that carries it.
    fn joint_wrench_of(&mut self, target: Target, axes: Axes, external: bool) -> Vec<Residue> {
        let (qd, qdd) = (self.values(InputKind::Qd), self.values(InputKind::Qdd));
        let placements = self.accelerating(&qd, &qdd);
        let placement = &placements[target_link(target)];
        let links = self.lagrangian.subtree(target_link(target));
        let reference = origin(placement);
        let mut wrench = [Residue::ZERO; 6];
        let mut add = |load: PointWrench| {
            let lever = cross(&load.point, &load.force);
            let shift = cross(&reference, &load.force);
            for k in 0..3 {
                wrench[k] = wrench[k] + load.force[k];
                wrench[3 + k] = wrench[3 + k] + load.moment[k] + lever[k] - shift[k];
            }
        };
        for &link in &links {
            add(self.lagrangian.inertial_wrench(&placements[link], link));
        }
        for LinkForce { link, point, force } in self.lagrangian.link_forces(&placements, &qd) {
            if links.contains(&link) {
                add(PointWrench {
                    point,
                    force: force.map(|x| -x),
                    moment: [Residue::ZERO; 3],
                });
            }
        }
        if external {
            let wrenches = self.values(InputKind::Wrench);
            let pairs = self.wrench_links.iter().zip(wrenches.chunks_exact(6));
            for (&link, w) in pairs.filter(|(link, _)| links.contains(link)) {
                add(PointWrench {
                    point: origin(&placements[link]),
                    force: [-w[0], -w[1], -w[2]],
                    moment: [-w[3], -w[4], -w[5]],
                });
            }
        }
        express(placement, axes, &wrench)
    }
}

/// The index of the link of a target.
fn target_link(target: Target) -> usize {
    target.link.expect("a function of a link names one")
}

/// The origin of a frame.
fn origin<const N: usize>(placement: &Affine<N>) -> [Residue; 3] {
    std::array::from_fn(|k| placement.0[k][3].0[0])
}

/// Rotates the two vectors in `world` from world axes into the given axes.
fn express<const N: usize>(
    placement: &Affine<N>,
    axes: Axes,
    world: &[Residue; 6],
) -> Vec<Residue> {
    let entry = |i: usize, k: usize| match axes {
        Axes::World if i == k => Residue::ONE,
        Axes::World => Residue::ZERO,
        Axes::Link => placement.0[k][i].0[0],
    };
    let component = |vector: &[Residue], i: usize| {
        (0..3).fold(Residue::ZERO, |sum, k| sum + entry(i, k) * vector[k])
    };
    let halves = world.chunks_exact(3);
    halves
        .flat_map(|vector| (0..3).map(move |i| component(vector, i)))
        .collect()
}
