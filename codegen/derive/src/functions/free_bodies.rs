//! Forward dynamics in maximal coordinates: every body free, every joint a constraint with multipliers (Baraff 1996).
//!
//! Accelerations are increments relative to the motion at qdd = 0, as with articulated bodies. Let I be the inertia of
//! a body, p the wrench that this motion requires, and a the body's increment. X is the transform from the body's carrier
//! (the nearest ancestor with mass), S the motion subspace, lambda are the six multipliers of the body's joint, and A
//! are the armatures. The equations of a body are
//!
//! ```text
//! I a + lambda - sum X_child^T lambda_child = -p
//! A qdd - S^T lambda = tau
//! a - X a_carrier - S qdd = 0
//! ```
//!
//! A rate without armature is not an unknown if it moves only one component of one body's motion, by a constant factor,
//! and no other rate moves this component. The component is then open: its row is left out, and tau acts along it.
//!
//! Bodies without mass, such as those between the axes of a universal joint, are merged with their children: their
//! joints become joints of the children.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Recursion;
use super::articulated_bodies::Loads;
use super::blocks::BlockSystem;
use super::matrix::Matrix;
use crate::kernels::{JointFrame, Kernels, Twist, Wrench};
use multibody_description::function::Terms;
use multibody_program::ir::{Builder, Value};

/// A body with mass.
struct FreeBody {
    /// The inertia by rows.
    inertia: Matrix,
    /// The force and moment on the body, except those from joints.
    force: [Value; 6],
    /// The nearest ancestor with mass, an index of [`FreeBodies::bodies`]; none: the world.
    carrier: Option<usize>,
    /// X: each unit motion of the carrier, expressed in this body's frame.
    transfer: [[Value; 6]; 6],
    /// S: for each rate of the joints between carrier and body, its axis.
    axes: BTreeMap<usize, [Value; 6]>,
}

/// How a frame moves: with its carrier, the nearest free body inwards, and along the axes of the joints between carrier and frame.
#[derive(Clone)]
struct FrameMotion {
    /// An index of [`FreeBodies::bodies`]; none: the world.
    carrier: Option<usize>,
    /// Each unit motion of the carrier, expressed in this frame.
    transfer: [Twist; 6],
    /// For each rate of these joints, its axis.
    axes: BTreeMap<usize, Twist>,
}

/// A component of a body's motion relative to its carrier that the joint leaves free. The joint's rate is this component times
/// `rate_per_component`.
#[derive(Clone, Copy)]
struct OpenComponent {
    /// An index of [`FreeBodies::bodies`].
    body: usize,
    component: usize,
    rate_per_component: Value,
}

/// The entries of a row of the third equation for the motion of one body. Such a row belongs to one component of a joint.
#[derive(Clone, Copy)]
struct RowPart {
    /// An index of [`FreeBodies::bodies`].
    body: usize,
    entries: [Value; 6],
}

/// All free bodies, with the forces and armatures along the rates of their joints.
struct FreeBodies {
    bodies: Vec<FreeBody>,
    /// For each rate, tau plus the other applied forces.
    forces: Vec<Value>,
    armature: Vec<Value>,
    /// For each rate that is not an unknown, the component from which it is computed.
    open_components: BTreeMap<usize, OpenComponent>,
}

impl<K: Kernels> Recursion<'_, K> {
    /// qdd of `M qdd + C qd + g = tau + Q`. `terms` are the terms besides `M qdd` that are included.
    pub(super) fn free_bodies(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        terms: Terms,
    ) -> Vec<Value> {
        self.separate_bodies(b, joints, terms).solve(b)
    }

    /// The bodies with mass, their loads, and the joints between them.
    fn separate_bodies(&self, b: &mut Builder, joints: &[JointFrame], terms: Terms) -> FreeBodies {
        let Loads {
            wrenches,
            mut forces,
        } = self.loads(b, joints, terms);
        let mut bodies: Vec<FreeBody> = Vec::new();
        let mut frames: Vec<FrameMotion> = Vec::with_capacity(joints.len());
        for (index, joint) in joints.iter().enumerate() {
            let tree_body = &self.tree.bodies[index];
            let mut frame =
                self.frame_motion(b, index, joint, tree_body.parent.map(|k| &frames[k]));
            if tree_body.inertia.is_zero() {
                transfer_load(b, &frame, &wrenches[index], &mut bodies, &mut forces);
            } else {
                let inertia = self.kernels.body_inertia(b, &joint.moments);
                let columns =
                    unit_twists(b).map(|unit| self.kernels.axis_wrench(b, &inertia, &unit));
                bodies.push(FreeBody {
                    inertia: columns.map(|x| wrench_components(&x).to_vec()).to_vec(),
                    force: wrench_components(&wrenches[index]).map(|x| b.neg(x)),
                    carrier: frame.carrier,
                    transfer: frame.transfer.map(|unit| twist_components(&unit)),
                    axes: (frame.axes.iter())
                        .map(|(&v, axis)| (v, twist_components(axis)))
                        .collect(),
                });
                // Frames further outwards move with this body, so they do not depend on its carrier.
                frame = FrameMotion {
                    carrier: Some(bodies.len() - 1),
                    transfer: unit_twists(b),
                    axes: BTreeMap::new(),
                };
            }
            frames.push(frame);
        }
        let mut free_bodies = FreeBodies {
            bodies,
            forces,
            armature: self.tree.armature.clone(),
            open_components: BTreeMap::new(),
        };
        free_bodies.open_components = (0..self.tree.nv)
            .filter_map(|v| Some((v, free_bodies.open_component(b, v)?)))
            .collect();
        free_bodies
    }

    /// The motion of the frame of one of the tree's bodies, from the motion of its parent's frame.
    fn frame_motion(
        &self,
        b: &mut Builder,
        tree_index: usize,
        joint: &JointFrame,
        parent: Option<&FrameMotion>,
    ) -> FrameMotion {
        let zero_rates = vec![b.zero(); joint.axes.len()];
        let mut transform = |twist: &Twist| self.kernels.velocity(b, joint, twist, &zero_rates);
        let mut frame = match parent {
            None => FrameMotion {
                carrier: None,
                transfer: [Twist::zero(b); 6],
                axes: BTreeMap::new(),
            },
            Some(parent) => FrameMotion {
                carrier: parent.carrier,
                transfer: parent.transfer.map(|unit| transform(&unit)),
                axes: (parent.axes.iter())
                    .map(|(&v, axis)| (v, transform(axis)))
                    .collect(),
            },
        };
        for ((v, factor), axis) in self.tree_rates(tree_index).zip(&joint.axes) {
            let factor = b.constant(factor);
            let scaled_axis = Twist::combine(b, std::slice::from_ref(axis), &[factor]);
            let earlier_axis = frame.axes.get(&v).copied();
            let sum = earlier_axis.unwrap_or_else(|| Twist::zero(b));
            frame.axes.insert(v, sum.plus(b, &scaled_axis));
        }
        frame
    }
}

/// Transfers the load on a body without mass to its carrier, and to the rates between them.
fn transfer_load(
    b: &mut Builder,
    frame: &FrameMotion,
    load: &Wrench,
    bodies: &mut [FreeBody],
    forces: &mut [Value],
) {
    if let Some(carrier) = frame.carrier {
        for (force, unit) in bodies[carrier].force.iter_mut().zip(&frame.transfer) {
            let part = load.along(b, unit);
            *force = b.sub(*force, part);
        }
    }
    for (&v, axis) in &frame.axes {
        let part = load.along(b, axis);
        forces[v] = b.sub(forces[v], part);
    }
}

impl FreeBodies {
    /// The open component of the rate `v`: the only component that this rate moves, if no other rate moves it. None if the
    /// rate has an armature, or if this component of the rate's axis is not constant.
    fn open_component(&self, b: &mut Builder, v: usize) -> Option<OpenComponent> {
        if !b.is_zero(self.armature[v]) {
            return None;
        }
        let bodies = self.bodies.iter().enumerate();
        let mut candidates =
            bodies.filter_map(|(index, body)| Some((index, body, body.axes.get(&v)?)));
        let (body, free_body, axis) = candidates.next()?;
        if candidates.next().is_some() {
            return None;
        }
        let mut components = (0..6).filter(|&k| !b.is_zero(axis[k]));
        let component = components.next()?;
        let moves_one_component = components.next().is_none();
        let other_axes = free_body.axes.iter().filter(|(other, _)| **other != v);
        let is_moved_by_one_rate = other_axes
            .into_iter()
            .all(|(_, axis)| b.is_zero(axis[component]));
        b.as_constant(axis[component])?;
        let one = b.one();
        (moves_one_component && is_moved_by_one_rate).then(|| OpenComponent {
            body,
            component,
            rate_per_component: b.div(one, axis[component]),
        })
    }

    /// The components of the relative motion that a body's joint constrains.
    fn constrained_components(&self, body: usize) -> Vec<usize> {
        let is_open = |k: &usize| {
            let mut components = self.open_components.values();
            components.any(|open| (open.body, open.component) == (body, *k))
        };
        (0..6).filter(|k| !is_open(k)).collect()
    }

    /// The rows of a joint: each constrained component of the motion of a body relative to its carrier.
    fn rows(&self, b: &mut Builder, body: usize) -> Vec<Vec<RowPart>> {
        let FreeBody {
            carrier, transfer, ..
        } = &self.bodies[body];
        let row = |k: usize| {
            let mut entries = [b.zero(); 6];
            entries[k] = b.one();
            let body_part = RowPart { body, entries };
            let carrier_part = carrier.map(|body| RowPart {
                body,
                entries: transfer.map(|unit| b.neg(unit[k])),
            });
            std::iter::once(body_part).chain(carrier_part).collect()
        };
        self.constrained_components(body)
            .into_iter()
            .map(row)
            .collect()
    }

    /// The force and moment on each body, including the forces along open components.
    fn body_forces(&self, b: &mut Builder) -> Vec<[Value; 6]> {
        let mut forces: Vec<[Value; 6]> = self.bodies.iter().map(|body| body.force).collect();
        for (&v, open_component) in &self.open_components {
            let force_along = b.mul(open_component.rate_per_component, self.forces[v]);
            let entry = &mut forces[open_component.body][open_component.component];
            *entry = b.add(*entry, force_along);
            let FreeBody {
                carrier, transfer, ..
            } = &self.bodies[open_component.body];
            if let Some(carrier) = *carrier {
                for (force, unit) in forces[carrier].iter_mut().zip(transfer) {
                    let reaction = b.mul(unit[open_component.component], force_along);
                    *force = b.sub(*force, reaction);
                }
            }
        }
        forces
    }

    /// Computes the entries of qdd that are not unknowns.
    fn fill_open_rates(&self, b: &mut Builder, accelerations: &[Vec<Value>], qdd: &mut [Value]) {
        for (&v, open_component) in &self.open_components {
            let FreeBody {
                carrier, transfer, ..
            } = &self.bodies[open_component.body];
            let mut acceleration = accelerations[open_component.body][open_component.component];
            if let Some(carrier) = *carrier {
                let row = transfer.map(|unit| unit[open_component.component]);
                let carrier_part = b.dot(&row, &accelerations[carrier]);
                acceleration = b.sub(acceleration, carrier_part);
            }
            qdd[v] = b.mul(open_component.rate_per_component, acceleration);
        }
    }

    /// Solves for accelerations of bodies, multipliers of joints and qdd in one system; returns qdd.
    fn solve(&self, b: &mut Builder) -> Vec<Value> {
        let count = self.bodies.len();
        let nv = self.forces.len();
        let unknown_rates: Vec<usize> = (0..nv)
            .filter(|v| !self.open_components.contains_key(v))
            .collect();
        let constrained_components: Vec<Vec<usize>> = (0..count)
            .map(|body| self.constrained_components(body))
            .collect();
        // Blocks: the motion of each body and the multipliers of its joint in turn, then each unknown rate.
        let sizes = constrained_components
            .iter()
            .flat_map(|components| [6, components.len()]);
        let rate_sizes = unknown_rates.iter().map(|_| 1);
        let mut system = BlockSystem::zero(b, sizes.chain(rate_sizes));
        let block_of = |v: usize| {
            let index = unknown_rates.iter().position(|&other| other == v);
            index.map(|index| 2 * count + index)
        };
        let body_forces = self.body_forces(b);
        for (index, body) in self.bodies.iter().enumerate() {
            let (motion, joint) = (system.unknowns(2 * index), system.unknowns(2 * index + 1));
            for (i, row) in body.inertia.iter().enumerate() {
                system.add_right(b, motion.start + i, body_forces[index][i]);
                for (j, &entry) in row[..=i].iter().enumerate() {
                    system.add(b, (motion.start + i, motion.start + j), entry);
                }
            }
            for (row, parts) in joint.clone().zip(self.rows(b, index)) {
                for part in parts {
                    let column = system.unknowns(2 * part.body).start;
                    for (k, entry) in part.entries.into_iter().enumerate() {
                        system.add(b, (row, column + k), entry);
                    }
                }
            }
            system.eliminate_after(2 * index + 1, 2 * index);
            for (&v, axis) in &body.axes {
                let Some(block) = block_of(v) else {
                    continue;
                };
                let column = system.unknowns(block).start;
                system.eliminate_after(block, 2 * index + 1);
                for (row, &k) in joint.clone().zip(&constrained_components[index]) {
                    let opposite = b.neg(axis[k]);
                    system.add(b, (row, column), opposite);
                }
            }
        }
        for (&v, block) in unknown_rates.iter().zip(2 * count..) {
            let row = system.unknowns(block).start;
            system.add(b, (row, row), self.armature[v]);
            system.add_right(b, row, self.forces[v]);
        }
        let range = |block| system.unknowns(block);
        let motion_ranges: Vec<_> = (0..count).map(|body| range(2 * body)).collect();
        let rate_ranges: Vec<_> = (2 * count..).take(unknown_rates.len()).map(range).collect();
        let solution = system.solve(b);
        let entries = |range: Range<usize>| solution[range].to_vec();
        let accelerations: Vec<Vec<Value>> = motion_ranges.into_iter().map(entries).collect();
        let mut qdd = vec![b.zero(); nv];
        for (&v, range) in unknown_rates.iter().zip(rate_ranges) {
            qdd[v] = solution[range.start];
        }
        self.fill_open_rates(b, &accelerations, &mut qdd);
        qdd
    }
}

/// Unit motions along and about each axis.
fn unit_twists(b: &Builder) -> [Twist; 6] {
    std::array::from_fn(|k| {
        let mut unit = Twist::zero(b);
        let [linear, angular] = [&mut unit.linear, &mut unit.angular];
        match k {
            0..3 => linear[k] = b.one(),
            _ => angular[k - 3] = b.one(),
        }
        unit
    })
}

fn twist_components(twist: &Twist) -> [Value; 6] {
    let [[x, y, z], [a, b, c]] = [twist.linear, twist.angular];
    [x, y, z, a, b, c]
}

fn wrench_components(wrench: &Wrench) -> [Value; 6] {
    let [[x, y, z], [a, b, c]] = [wrench.force, wrench.moment];
    [x, y, z, a, b, c]
}
