//! The wrench that a joint of the description transmits: the one that the motion of the joint's subtree requires.

use std::collections::BTreeSet;

use super::Recursion;
use crate::kernels::Symbol;
use crate::kernels::{JointFrame, Kernels, Linear, Wrench};
use multibody_description::function::{Axes, Terms};
use multibody_program::ir::{Builder, Value};
use multibody_tree::Inertia;

impl<K: Kernels> Recursion<'_, K> {
    /// Force and moment on a link from its joint, about the link's origin. Only the masses of the links outboard of the
    /// joint count; these may be only some of the links of the joint's body.
    pub(super) fn joint_wrench(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        link: usize,
        axes: Axes,
        external: bool,
    ) -> Vec<Value> {
        let subtree = self.tree.subtree(link);
        let link_body = self.tree.links[link].body;
        let motions = self.motions(b, joints, Terms::ALONE);
        let mut wrenches: Vec<Wrench> = (motions.iter().enumerate())
            .map(|(body, motion)| {
                let moments = self.moments_of(b, &subtree, Some(body));
                self.kernels.wrench(b, &moments, motion)
            })
            .collect();
        // Links welded to the world only need support against gravity.
        let welded_moments = self.moments_of(b, &subtree, None);
        let weight = b.scale3(welded_moments.mass, &self.tree.gravity);
        let moment = b.cross(&welded_moments.first_moment, &self.tree.gravity);
        let mut world_wrench = Wrench {
            force: b.neg3(&weight),
            moment: b.neg3(&moment),
        };
        if external {
            let slots = self.wrench_links.iter().enumerate();
            for (slot, _) in slots.filter(|(_, link)| subtree.contains(link)) {
                let applied = self.external_wrench(b, joints, slot);
                let wrench = match applied.body {
                    Some(body) => &mut wrenches[body],
                    None => &mut world_wrench,
                };
                *wrench = wrench.minus(b, &applied.wrench);
            }
        }
        for applied in self.link_forces(b, joints) {
            if (applied.end.link).is_some_and(|link| subtree.contains(&link)) {
                let wrench = match applied.body {
                    Some(body) => &mut wrenches[body],
                    None => &mut world_wrench,
                };
                *wrench = wrench.minus(b, &applied.wrench);
            }
        }
        for body in (0..joints.len())
            .rev()
            .filter(|&body| link_body != Some(body))
        {
            wrenches[body].hint(b, [Symbol::Force, Symbol::Moment], body);
            let part = self.kernels.to_parent(b, &joints[body], &wrenches[body]);
            let wrench = match self.tree.bodies[body].parent {
                Some(parent) => &mut wrenches[parent],
                None => &mut world_wrench,
            };
            *wrench = wrench.plus(b, &part);
        }
        let Wrench { force, moment } = link_body.map_or(world_wrench, |body| wrenches[body]);
        let moment_of_force = b.cross(&self.tree.links[link].pose.translation, &force);
        let moment = b.sub3(&moment, &moment_of_force);
        self.express_in_axes(b, joints, link, axes, [force, moment])
    }

    /// The sum of the mass moments of those of these links that belong to a body, in the body's frame. Without a body: of
    /// those that are welded to the world.
    fn moments_of(&self, b: &mut Builder, links: &BTreeSet<usize>, body: Option<usize>) -> Inertia {
        let links_of_body = links
            .iter()
            .filter(|&&link| self.tree.links[link].body == body);
        links_of_body.fold(Inertia::zero(b), |sum, &link| {
            let part = self.tree.masses[link].moments(b, &self.tree.links[link].pose);
            sum.plus(b, &part)
        })
    }
}
