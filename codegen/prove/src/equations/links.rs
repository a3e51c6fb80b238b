//! Poses of links, their Jacobians, velocities and accelerations, momenta, and wrenches of joints.

use super::{Degree, Equation, Trial, cross};
use crate::arithmetic::{
    Affine, Jet, Residue,
    direction::{self, TIME},
    twist,
};
use crate::lagrangian::{Displacement, LinkForce, Path, PointWrench};
use multibody_description::function::{Axes, Target};
use multibody_program::ir::InputKind;

const POSE_DEGREE: Degree = Degree {
    placements: 1,
    ..Degree::ONE_EVALUATION
};
/// With the placement X and its rate X', the linear momentum has terms `m X' c`, and the angular momentum `X I X'^T`, where I are
/// the moments of inertia about the centre of mass.
const MOMENTUM_DEGREE: Degree = Degree {
    placements: 2,
    derivatives: 1,
    constants: 2,
    vector_entries: 1,
    ..Degree::ONE_EVALUATION
};
const MOMENTUM_RATE_DEGREE: Degree = Degree {
    derivatives: 2,
    vector_entries: 2,
    ..MOMENTUM_DEGREE
};

/// The angular velocity is `X' X^T`.
const fn velocity_degree(axes: Axes) -> Degree {
    Degree {
        placements: 2 + rotation_count(axes),
        derivatives: 1,
        vector_entries: 1,
        ..Degree::ONE_EVALUATION
    }
}

/// The acceleration is the velocity, differentiated once more.
const fn acceleration_degree(axes: Axes) -> Degree {
    Degree {
        derivatives: 2,
        vector_entries: 2,
        ..velocity_degree(axes)
    }
}

/// The rate of the momentum, and moments about the joint: `(X c) x (m X'' c)` and `(X c) x (m g)`, with the centre of mass c.
const fn joint_wrench_degree(axes: Axes) -> Degree {
    Degree {
        placements: 2 + rotation_count(axes),
        constants: 3,
        expressions: 1,
        ..MOMENTUM_RATE_DEGREE
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
    Equation::of_values(POSE_DEGREE, equation, move |trial| trial.pose_of(target))
}

pub(super) fn jacobian(target: Target, axes: Axes) -> Equation {
    let equation = "J qd = rate of the pose";
    Equation::of_products(velocity_degree(axes), equation, move |trial, u| {
        trial.velocity_of(target, axes, u).to_vec()
    })
}

pub(super) fn jacobian_rate(target: Target, axes: Axes) -> Equation {
    let equation = "dJ/dt u = d/dt (J u) along the motion";
    Equation::of_products(acceleration_degree(axes), equation, move |trial, u| {
        trial.twist_rate(target, axes, u).to_vec()
    })
}

pub(super) fn velocity(target: Target, axes: Axes) -> Equation {
    Equation::of_values(
        velocity_degree(axes),
        "V = rate of the pose",
        move |trial| {
            let qd = trial.values(InputKind::Qd);
            trial.velocity_of(target, axes, &qd).to_vec()
        },
    )
}

pub(super) fn acceleration(target: Target, axes: Axes) -> Equation {
    let equation = "acceleration = second derivative of the pose";
    Equation::of_values(acceleration_degree(axes), equation, move |trial| {
        trial.acceleration_of(target, axes)
    })
}

pub(super) fn momentum(target: Target) -> Equation {
    let equation = "P = sum of m r', L = sum of m (r - c) x r'";
    Equation::of_values(MOMENTUM_DEGREE, equation, move |trial| {
        trial.momentum_of(target).to_vec()
    })
}

pub(super) fn momentum_rate(target: Target) -> Equation {
    let equation = "dP/dt = sum of m r'', dL/dt = sum of m (r - c) x r''";
    Equation::of_values(MOMENTUM_RATE_DEGREE, equation, move |trial| {
        trial.momentum_rate_of(target).to_vec()
    })
}

/// The wrench: for all links behind the joint, the sum of the forces and moments that their motion requires, less gravity, the
/// forces of springs between points, and external wrenches.
pub(super) fn joint_wrench(target: Target, axes: Axes, external: bool) -> Equation {
    let equation = "wrench = sum over the links behind the joint of m (r'' - g) and its moment, less springs and external wrenches";
    Equation::of_values(joint_wrench_degree(axes), equation, move |trial| {
        trial.joint_wrench_of(target, axes, external)
    })
}

impl Trial<'_> {
    /// The rotation of a target's link by rows, then its translation.
    fn pose_of(&mut self, target: Target) -> Vec<Residue> {
        let zeros = vec![Residue::ZERO; self.nv()];
        let placements = self.trajectory(&zeros).links;
        let x = &placements[target_link(target)];
        let rotation = (0..9).map(|k| x.entry(k / 3, k % 3).value());
        rotation.chain(origin(x)).collect()
    }

    /// The twist of a target's link at these rates.
    fn velocity_of(&mut self, target: Target, axes: Axes, qd: &[Residue]) -> [Residue; 6] {
        let placements = self.trajectory(qd).links;
        twist(&placements[target_link(target)], axes).map(|x| x.value())
    }

    /// The rate of the twist `J u` of a target's link, while positions change at the rates qd and u stays constant.
    fn twist_rate(&mut self, target: Target, axes: Axes, u: &[Residue]) -> [Residue; 6] {
        let qd = self.values(InputKind::Qd);
        let path = Path {
            rates: u.iter().map(|&x| Jet::constant(x)).collect(),
            // The positions change by `SECOND * qd`, so coefficients along `SECOND` are derivatives along the motion.
            ..Path::<8>::along(direction::SECOND, &qd)
        };
        let placements = self
            .system_at_state
            .trajectory(&path, Displacement::ShiftThenRate)
            .links;
        twist(&placements[target_link(target)], axes).map(|x| x.coefficient(direction::SECOND))
    }

    /// The acceleration of a target's link. In link axes it is the acceleration in world axes, rotated; it is not the derivative of
    /// the twist in link axes.
    fn acceleration_of(&mut self, target: Target, axes: Axes) -> Vec<Residue> {
        let (qd, qdd) = (self.values(InputKind::Qd), self.values(InputKind::Qdd));
        let placement = &self.placements_with_accelerations(&qd, &qdd)[target_link(target)];
        let change = twist(placement, Axes::World).map(|x| x.coefficient(direction::SECOND));
        express(placement, axes, &change)
    }

    /// The momentum of a target's link.
    fn momentum_of(&mut self, target: Target) -> [Residue; 6] {
        self.moment_of_derivative(target, TIME)
    }

    /// The rate of the momentum of a target's link.
    fn momentum_rate_of(&mut self, target: Target) -> [Residue; 6] {
        self.moment_of_derivative(target, TIME | direction::SECOND)
    }

    /// `sum m r'`, then `sum m (r - c) x r'`, where `'` is the derivative along this set of directions.
    fn moment_of_derivative(&mut self, target: Target, directions: usize) -> [Residue; 6] {
        let (qd, qdd) = (self.values(InputKind::Qd), self.values(InputKind::Qdd));
        let placements = self.placements_with_accelerations(&qd, &qdd);
        let link = target_link(target);
        (self.system_at_state).momentum(&placements[link], link, directions)
    }

    /// The wrench that a target's link receives from its joint.
    fn joint_wrench_of(&mut self, target: Target, axes: Axes, external: bool) -> Vec<Residue> {
        let (qd, qdd) = (self.values(InputKind::Qd), self.values(InputKind::Qdd));
        let placements = self.placements_with_accelerations(&qd, &qdd);
        let placement = &placements[target_link(target)];
        let links = self.system_at_state.subtree(target_link(target));
        let reference = origin(placement);
        let mut wrench = [Residue::ZERO; 6];
        let mut add = |load: PointWrench| {
            // About the origin o of the link's frame: `m + p x f - o x f`, with the force f and the moment m at
            // the point p.
            let moment_about_world = cross(&load.point, &load.force);
            let moment_of_reference = cross(&reference, &load.force);
            for k in 0..3 {
                wrench[k] = wrench[k] + load.force[k];
                wrench[3 + k] =
                    wrench[3 + k] + load.moment[k] + moment_about_world[k] - moment_of_reference[k];
            }
        };
        for &link in &links {
            add(self
                .system_at_state
                .inertial_wrench(&placements[link], link));
        }
        for LinkForce { link, point, force } in self.system_at_state.link_forces(&placements, &qd) {
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
    std::array::from_fn(|k| placement.entry(k, 3).value())
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
        Axes::Link => placement.entry(k, i).value(),
    };
    let component = |vector: &[Residue], i: usize| {
        (0..3).fold(Residue::ZERO, |sum, k| sum + entry(i, k) * vector[k])
    };
    let vectors = world.chunks_exact(3);
    vectors
        .flat_map(|vector| (0..3).map(move |i| component(vector, i)))
        .collect()
}
