//! Serial linkages according to Mirtich (*Impulse-based Dynamic Simulation of Rigid Body Systems*, 1996, chapter 4).
//!
//! The algorithm is that of articulated bodies with other frames: the frame of a link is at its centre of mass, along
//! its principal axes. Links are numbered from the base, joint i is the inboard joint of link i, and all joints have
//! one degree of freedom. Names are those of the text, and so is the order of spatial vectors: a motion is angular,
//! then linear; a force is force, then moment; and the spatial transpose swaps the halves. Accelerations are classical,
//! those of the centres of mass.

use std::vec::Vec;

use nalgebra::{DVector, Matrix3, Matrix6, Vector3, Vector6};

use crate::reference::{Coordinate, Link, Model, Motion};
use crate::spatial::{Placement, spatial_transpose};

/// A chain of links on a base at rest.
#[derive(Clone, Debug)]
pub struct SerialLinkage {
    gravity: Vector3<f64>,
    /// The frame of the base in the world.
    base: Placement,
    links: Vec<SerialLink>,
}

/// A link with its inboard joint; all data are in the link's own frame.
#[derive(Clone, Debug)]
struct SerialLink {
    /// Index of the link in the model.
    link: usize,
    mass: f64,
    /// Moments of inertia about the principal axes.
    moments: Matrix3<f64>,
    /// The placement of the link's own frame in the frame of the model's link.
    central: Placement,
    /// The placement of the joint's frame in the own frame of the previous link.
    placement: Placement,
    is_revolute: bool,
    coordinate: Coordinate,
    /// `u`: unit vector along the joint's axis.
    u: Vector3<f64>,
    /// `d`: vector from the axis of the joint to the frame's origin.
    d: Vector3<f64>,
}

/// The motion of a link, in its own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkVelocity {
    /// The frame in the world.
    pub pose: Placement,
    /// `R`: rotates components from the frame of link i - 1 to that of link i.
    pub rotation: Matrix3<f64>,
    /// `r`: vector from the origin of the frame of link i - 1 to that of link i.
    pub r: Vector3<f64>,
    /// `omega`: angular velocity.
    pub angular: Vector3<f64>,
    /// `v`: velocity of the centre of mass.
    pub linear: Vector3<f64>,
}

/// The relation between the acceleration of a link and the force that its inboard joint exerts on it: `f = I a + Z`.
/// At first the relation is that of the link alone, at the end that of the link with all links that it supports.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArticulatedLink {
    /// `s`: the joint's axis.
    pub s: Vector6<f64>,
    /// `I`: the inertia.
    pub inertia: Matrix6<f64>,
    /// `Z`: the force at zero acceleration.
    pub z: Vector6<f64>,
    /// `c`: the Coriolis term of the acceleration.
    pub c: Vector6<f64>,
}

/// The accelerations of a linkage under forces.
#[derive(Clone, Debug, PartialEq)]
pub struct SerialAccelerations {
    /// Accelerations of the joints.
    pub qdd: DVector<f64>,
    /// Accelerations of the links, angular, then linear, in their frames.
    pub links: Vec<Vector6<f64>>,
    /// The links' `I` and `Z`, including all links that they support.
    pub articulated: Vec<ArticulatedLink>,
}

impl SerialLinkage {
    /// Makes the linkage of a model. Returns `None` if the model has more than the text covers: a tree that is not a chain of
    /// revolute and prismatic joints on a fixed base, joints with multipliers other than 1, armatures, springs, damping,
    /// friction, constant forces, expressions.
    pub fn of(model: &Model) -> Option<Self> {
        let is_plain = model.armature.iter().all(|&armature| armature == 0.0)
            && model.forces.is_empty()
            && model.point_springs.is_empty()
            && model.constant_forces.is_empty()
            && model.expressions.is_none();
        if !is_plain || model.links().is_empty() {
            return None;
        }
        let (mut base, mut previous) = (Placement::identity(), Placement::identity());
        let mut parent = None;
        let mut links = Vec::new();
        for number in 0..model.links().len() {
            let mut children = model.joints().iter().filter(|joint| joint.parent == parent);
            let (joint, None) = (children.next()?, children.next()) else {
                return None;
            };
            parent = Some(joint.child);
            let placement = model.bodies[model.body(joint.child)].placement;
            if number == 0 && joint.motion == Motion::Fixed {
                base = placement;
                continue;
            }
            let link = SerialLink::new(&model.links()[joint.child], &joint.motion)?;
            // The model places the joint in its own frame of the previous link; here it is in the central frame.
            let link = SerialLink {
                link: joint.child,
                placement: previous.inverse().then(&placement),
                ..link
            };
            previous = link.central;
            links.push(link);
        }
        Some(Self {
            gravity: model.gravity,
            base,
            links,
        })
    }

    /// Frames and velocities, from the base outwards: `omega_i = R omega + u qd`,
    /// `v_i = R v + (R omega) x r + (u qd) x d`; for a prismatic joint `omega_i = R omega`, and the last term of `v_i`
    /// is `u qd`.
    pub fn compute_serial_link_velocities(&self, q: &[f64], qd: &[f64]) -> Vec<LinkVelocity> {
        let mut parent = LinkVelocity {
            pose: self.base,
            rotation: Matrix3::identity(),
            r: Vector3::zeros(),
            angular: Vector3::zeros(),
            linear: Vector3::zeros(),
        };
        let velocities = self.links.iter().map(|link| {
            let placement = link.placement_in_previous(link.coordinate.position(q));
            let rotation = placement.rotation.transpose();
            let r = rotation * placement.position;
            let (w, rate) = (rotation * parent.angular, link.u * link.coordinate.rate(qd));
            let v = rotation * parent.linear + w.cross(&r);
            let (angular, linear) = if link.is_revolute {
                (w + rate, v + rate.cross(&link.d))
            } else {
                (w, v + rate)
            };
            parent = LinkVelocity {
                pose: parent.pose.then(&placement),
                rotation,
                r,
                angular,
                linear,
            };
            parent
        });
        velocities.collect()
    }

    /// `I`, `Z` and `c` of each link alone. A wrench is given with the index of a link of the model: force, then
    /// moment, in world axes at that link's origin, acting on the link.
    pub fn init_serial_links(
        &self,
        velocities: &[LinkVelocity],
        qd: &[f64],
        wrenches: &[(usize, [f64; 6])],
    ) -> Vec<ArticulatedLink> {
        let links = self.links.iter().zip(velocities);
        links
            .map(|(link, velocity)| {
                let to_link = velocity.pose.rotation.transpose();
                // Z = (-m g, omega x I omega), minus the external force and its moment.
                let mut force = -link.mass * (to_link * self.gravity);
                let mut moment = velocity.angular.cross(&(link.moments * velocity.angular));
                for (_, wrench) in wrenches.iter().filter(|(index, _)| *index == link.link) {
                    let [x, y, z, world_moment @ ..] = *wrench;
                    let applied_force = to_link * Vector3::new(x, y, z);
                    let origin = link.central.inverse().position;
                    force -= applied_force;
                    moment -= to_link * Vector3::from(world_moment) + origin.cross(&applied_force);
                }
                // w is R omega_(i-1), the angular velocity of the previous link; a revolute joint adds `rate` to it.
                let rate = link.u * link.coordinate.rate(qd);
                let (d, r) = (&link.d, &velocity.r);
                let (s, c) = if link.is_revolute {
                    let w = velocity.angular - rate;
                    let relative = rate.cross(d);
                    let linear =
                        w.cross(&w.cross(r)) + 2.0 * w.cross(&relative) + rate.cross(&relative);
                    (
                        from_halves(&link.u, &link.u.cross(d)),
                        from_halves(&w.cross(&rate), &linear),
                    )
                } else {
                    let w = velocity.angular;
                    let linear = w.cross(&w.cross(r)) + 2.0 * w.cross(&rate);
                    let zero = Vector3::zeros();
                    (from_halves(&zero, &link.u), from_halves(&zero, &linear))
                };
                let mut inertia = Matrix6::zeros();
                let mass = Matrix3::identity() * link.mass;
                inertia.fixed_view_mut::<3, 3>(0, 3).copy_from(&mass);
                let mut lower = inertia.fixed_view_mut::<3, 3>(3, 0);
                lower.copy_from(&link.moments);
                ArticulatedLink {
                    s,
                    inertia,
                    z: from_halves(&force, &moment),
                    c,
                }
            })
            .collect()
    }

    /// Accelerations of joints and links under the joint forces Q. First `I` and `Z` of each link with all links that
    /// it supports are computed from the tip inwards, then accelerations from the base outwards.
    ///
    /// # Panics
    /// If Q is shorter than the model's coordinates.
    pub fn serial_forward_dynamics(
        &self,
        q: &[f64],
        qd: &[f64],
        forces: &[f64],
        wrenches: &[(usize, [f64; 6])],
    ) -> SerialAccelerations {
        let velocities = self.compute_serial_link_velocities(q, qd);
        let mut articulated = self.init_serial_links(&velocities, qd, wrenches);
        let force = |i: usize| forces[self.links[i].coordinate.index_v];
        for i in (1..self.links.len()).rev() {
            let ArticulatedLink { s, inertia, z, c } = articulated[i];
            // s' I, then s' I s.
            let row = spatial_transpose(&(inertia * s));
            let denominator = spatial_product(&s, &(inertia * s));
            let bias_force = z + inertia * c;
            let gain = inertia * s / denominator;
            let inverse_transform =
                (transform(&velocities[i]).try_inverse()).expect("a transform has an inverse");
            let remaining_inertia = inertia - gain * row;
            let remaining_force = bias_force + gain * (force(i) - spatial_product(&s, &bias_force));
            articulated[i - 1].inertia +=
                inverse_transform * remaining_inertia * transform(&velocities[i]);
            articulated[i - 1].z += inverse_transform * remaining_force;
        }
        let mut acceleration = Vector6::zeros();
        let mut qdd = DVector::zeros(self.links.len());
        let mut links = Vec::with_capacity(self.links.len());
        for (i, link) in articulated.iter().enumerate() {
            let ArticulatedLink { s, inertia, z, c } = link;
            let a_parent = transform(&velocities[i]) * acceleration;
            let denominator = spatial_product(s, &(inertia * s));
            let bias = spatial_product(s, &(inertia * (a_parent + c) + z));
            let rate = (force(i) - bias) / denominator;
            qdd[self.links[i].coordinate.index_v] = rate;
            acceleration = a_parent + c + s * rate;
            links.push(acceleration);
        }
        SerialAccelerations {
            qdd,
            links,
            articulated,
        }
    }
}

impl SerialLink {
    /// Makes the link's frame and its joint. The caller, who knows the previous link, places the joint.
    fn new(link: &Link, motion: &Motion) -> Option<Self> {
        let (axis, is_revolute, coordinate) = match motion {
            Motion::Revolute { axis, coordinate } => (axis, true, coordinate),
            Motion::Prismatic { axis, coordinate } => (axis, false, coordinate),
            _ => return None,
        };
        if coordinate.multiplier != 1.0 {
            return None;
        }
        let inertia = Matrix3::from_fn(|row, column| link.inertia[row][column]);
        let principal = inertia.symmetric_eigen();
        // The eigenvectors may form a left-handed system.
        let mut axes = principal.eigenvectors;
        if axes.determinant() < 0.0 {
            axes = -axes;
        }
        let central = Placement {
            rotation: axes,
            position: Vector3::from(link.com),
        };
        Some(Self {
            link: 0,
            mass: link.mass,
            moments: Matrix3::from_diagonal(&principal.eigenvalues),
            placement: Placement::identity(),
            is_revolute,
            coordinate: coordinate.clone(),
            u: axes.transpose() * Vector3::from(*axis).normalize(),
            // The joint's axis passes through the origin of the model's link.
            d: axes.transpose() * central.position,
            central,
        })
    }

    /// The link's frame in that of the previous link, at the position of its joint.
    fn placement_in_previous(&self, position: f64) -> Placement {
        let axis = self.central.rotation * self.u;
        let displacement = if self.is_revolute {
            Placement {
                rotation: nalgebra::Rotation3::new(axis * position).into_inner(),
                position: Vector3::zeros(),
            }
        } else {
            Placement {
                rotation: Matrix3::identity(),
                position: axis * position,
            }
        };
        self.placement.then(&displacement).then(&self.central)
    }
}

/// `X`: transforms motions and forces from the frame of the previous link to that of a link.
fn transform(velocity: &LinkVelocity) -> Matrix6<f64> {
    let rotation = &velocity.rotation;
    let mut x = Matrix6::zeros();
    x.fixed_view_mut::<3, 3>(0, 0).copy_from(rotation);
    x.fixed_view_mut::<3, 3>(3, 3).copy_from(rotation);
    let lever = -velocity.r.cross_matrix() * rotation;
    x.fixed_view_mut::<3, 3>(3, 0).copy_from(&lever);
    x
}

/// The inner product of a motion and a force.
fn spatial_product(s: &Vector6<f64>, f: &Vector6<f64>) -> f64 {
    (spatial_transpose(s) * f)[0]
}

/// The spatial vector with these halves, in the order of the text.
fn from_halves(first: &Vector3<f64>, second: &Vector3<f64>) -> Vector6<f64> {
    Vector6::new(first.x, first.y, first.z, second.x, second.y, second.z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::State;
    use crate::reference::random_tree::random_chain;
    use crate::spatial::{angular, linear, reordered, reordered_matrix, spatial};

    const ROUNDING: f64 = 1e-11;

    /// Runs a theorem on chains of revolute and prismatic joints, with and without a fixed base.
    fn on_random_chains(theorem: impl Fn(&Model, &SerialLinkage, &State)) {
        for seed in 0..12 {
            std::println!("seed {seed}");
            let model = random_chain(seed);
            let linkage = SerialLinkage::of(&model).expect("a serial linkage");
            theorem(&model, &linkage, &model.random_state(seed, 2));
        }
    }

    #[track_caller]
    fn assert_close<const R: usize, const C: usize>(
        actual: nalgebra::SMatrix<f64, R, C>,
        expected: nalgebra::SMatrix<f64, R, C>,
        least_scale: f64,
    ) {
        let error = (actual - expected).amax();
        let scale = expected.amax().max(least_scale);
        assert!(error <= ROUNDING * scale, "{actual} should be {expected}");
    }

    /// The transform to the linkage's frame of a link from the model's frame of that link.
    fn to_center(link: &SerialLink) -> Matrix6<f64> {
        link.central.motion_transform()
    }

    /// Velocities are those of the centres of mass in principal axes, and in these frames inertias are diagonal.
    #[test]
    fn velocities_are_those_of_the_generic_algorithm() {
        on_random_chains(|model, linkage, State { q, qd, .. }| {
            let velocities = linkage.compute_serial_link_velocities(q, qd);
            for (link, velocity) in linkage.links.iter().zip(&velocities) {
                let expected = to_center(link) * model.velocity_body(q, qd, link.link);
                assert_close(
                    from_halves(&velocity.angular, &velocity.linear),
                    reordered(&expected),
                    1.0,
                );
                let (rotation, origin) = model.pose(q, link.link);
                let frame = Placement {
                    rotation,
                    position: origin,
                }
                .then(&link.central);
                assert_close(velocity.pose.rotation, frame.rotation, 1.0);
                assert_close(velocity.pose.position, frame.position, 1.0);
                let inertia = Matrix3::from_fn(|i, j| model.links()[link.link].inertia[i][j]);
                let axes = link.central.rotation;
                assert_close(axes * link.moments * axes.transpose(), inertia, 0.0);
            }
        });
    }

    /// The accelerations of the generic algorithm are spatial accelerations minus that of gravity. The classical
    /// acceleration of the centre of mass is their linear part plus `omega x v + g`.
    #[test]
    fn links_alone_are_those_of_the_generic_algorithm() {
        on_random_chains(|model, linkage, state| {
            let State { q, qd, .. } = state;
            let configuration = model.configuration(q);
            let generic = model.velocities(&configuration, qd);
            let products = model.velocity_products(&configuration, &generic, q, qd);
            let velocities = linkage.compute_serial_link_velocities(q, qd);
            let wrenches = [(linkage.links[1].link, state.wrenches[0])];
            let bodies = linkage.init_serial_links(&velocities, qd, &wrenches);
            let mut parent = Vector6::zeros();
            for (i, link) in linkage.links.iter().enumerate() {
                let body = model.body(link.link);
                let x = to_center(link);
                let s = x * configuration.subspaces[body].columns.column(0);
                assert_close(bodies[i].s, reordered(&s), 1.0);
                let w_cross_v = velocities[i].angular.cross(&velocities[i].linear);
                let product = from_halves(&Vector3::zeros(), &w_cross_v);
                let c =
                    reordered(&(x * products[body])) + product - transform(&velocities[i]) * parent;
                assert_close(bodies[i].c, c, 1.0);
                parent = product;

                // f = I a + Z is equivalent to Newton's and Euler's equations.
                let a = Vector6::new(1.0, -2.0, 0.5, 3.0, 0.7, -1.1);
                let force = bodies[i].inertia * a + bodies[i].z;
                let to_link = velocities[i].pose.rotation.transpose();
                let a_linear = Vector3::new(a[3], a[4], a[5]);
                let acceleration = spatial(
                    a_linear - to_link * linkage.gravity,
                    Vector3::new(a[0], a[1], a[2]),
                );
                let w = velocities[i].angular;
                let mut expected =
                    crate::spatial::newton_euler(link.mass, &link.moments, &w, &acceleration);
                if i == 1 {
                    let (link_index, wrench) = wrenches[0];
                    let from_world = model.pose(q, link_index).0.transpose();
                    let wrench = Vector6::from(wrench);
                    let applied =
                        spatial(from_world * linear(&wrench), from_world * angular(&wrench));
                    expected -= link.central.force_transform() * applied;
                }
                assert_close(force, expected, 1.0);
            }
        });
    }

    #[test]
    fn articulated_links_are_those_of_the_generic_algorithm() {
        on_random_chains(|model, linkage, state| {
            let State { q, qd, tau, .. } = state;
            let wrenches = [
                (linkage.links[1].link, state.wrenches[0]),
                (linkage.links[3].link, state.wrenches[1]),
            ];
            let result = linkage.serial_forward_dynamics(q, qd, tau, &wrenches);
            let generic = model.articulated_inertias(q, qd, tau, &wrenches);
            let velocities = linkage.compute_serial_link_velocities(q, qd);
            for (i, link) in linkage.links.iter().enumerate() {
                let (inertia, bias) = &generic[link.link];
                let (x, x_force) = (to_center(link), link.central.force_transform());
                let x_inverse = x.try_inverse().expect("a transform has an inverse");
                let inertia = x_force * inertia * x_inverse;
                let velocity = &velocities[i];
                let falling = velocity.angular.cross(&velocity.linear)
                    + velocity.pose.rotation.transpose() * linkage.gravity;
                let z = x_force * bias - inertia * spatial(falling, Vector3::zeros());
                assert_close(result.articulated[i].z, z, 1.0);
                // The order of rows is unchanged, force before moment; columns are angular first in this module.
                let mut columns = reordered_matrix(&inertia);
                for k in 0..3 {
                    columns.swap_rows(k, 3 + k);
                }
                assert_close(result.articulated[i].inertia, columns, 0.0);
            }
        });
    }

    #[test]
    fn accelerations_are_those_of_the_generic_algorithm() {
        on_random_chains(|model, linkage, state| {
            let State { q, qd, tau, .. } = state;
            let wrenches = [
                (linkage.links[1].link, state.wrenches[0]),
                (linkage.links[3].link, state.wrenches[1]),
            ];
            let actual = linkage.serial_forward_dynamics(q, qd, tau, &wrenches);
            let expected = model.forward_dynamics(q, qd, tau, &wrenches);
            let singular_values = model.mass_matrix(q).singular_values();
            let condition = singular_values.max() / singular_values.min();
            let error = (&actual.qdd - &expected).amax();
            assert!(
                error <= 1e-13 * condition * expected.amax(),
                "off by {error:e}"
            );
            for (link, a) in linkage.links.iter().zip(&actual.links) {
                let qdd = actual.qdd.as_slice();
                let of_origin = model.acceleration_body(q, qd, qdd, link.link);
                let w = angular(&model.velocity_body(q, qd, link.link));
                let arm = link.central.position;
                let (e, to_frame) = (angular(&of_origin), link.central.rotation.transpose());
                let center = linear(&of_origin) + e.cross(&arm) + w.cross(&w.cross(&arm));
                assert_close(*a, from_halves(&(to_frame * e), &(to_frame * center)), 1.0);
            }
        });
    }

    #[test]
    fn other_models_have_no_serial_linkage() {
        use crate::reference::random_tree::{Root, random_tree};
        assert!(SerialLinkage::of(&random_tree(1, Root::Floating, false)).is_none());
        let with_armature = random_chain(1).with_armatures(&[(0, 0.1)]);
        assert!(SerialLinkage::of(&with_armature).is_none());
    }
}
