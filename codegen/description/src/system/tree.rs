//! Links, and the joints between them.

use super::Motion;
use multibody_program::ir::{Matrix3, Pose, Value, Vector3};

/// Name of the joint that joins the root link to the world.
pub const ROOT_JOINT: &str = "root_joint";

/// All links and joints. Except for the first joint, the parent link of each joint is the child link of an earlier
/// joint.
#[derive(Clone, Debug, Default)]
pub struct LinkTree {
    /// In the order of the description.
    pub links: Vec<Link>,
    /// Depth first, siblings in the order of the description; the first joint joins the root to the world.
    pub joints: Vec<Joint>,
}

/// A rigid body as read.
#[derive(Clone, Debug)]
pub struct Link {
    /// The name in the description.
    pub name: String,
    /// kg
    pub mass: Value,
    /// Centre of mass in the link's frame.
    pub com: Vector3,
    /// Inertia about the centre of mass, in the link's axes.
    pub inertia: Matrix3,
    /// Whether it is a massless link between two joints of one body. It carries one joint, and is in no list of links.
    pub is_intermediate: bool,
}

/// A joint as read.
#[derive(Clone, Debug)]
pub struct Joint {
    /// The name in the description; [`ROOT_JOINT`] for the joint that joins the root to the world.
    pub name: String,
    /// The link that carries it; `None` for the world.
    pub parent: Option<usize>,
    /// The link that it moves.
    pub child: usize,
    /// The child link's frame at position 0, in the parent link's frame.
    pub origin: Pose,
    /// Its elementary motions, one after another; empty if it is fixed.
    pub motions: Vec<Motion>,
    /// Apparent inertia a of its drive, kg m^2 or kg: `a rate^2 / 2` is part of the kinetic energy, for each rate of the
    /// joint.
    pub armature: Value,
}

impl LinkTree {
    /// Whether any joint moves.
    #[must_use]
    pub fn has_mobile_joint(&self) -> bool {
        self.joints.iter().any(|joint| !joint.motions.is_empty())
    }

    /// The link itself or, if it is intermediate, the body that the joints behind it move.
    #[must_use]
    pub fn body(&self, mut link: usize) -> usize {
        while self.links[link].is_intermediate {
            let mut joints = self.joints.iter();
            match joints.find(|joint| joint.parent == Some(link)) {
                Some(joint) => link = joint.child,
                None => break,
            }
        }
        link
    }

    /// The nearest link towards the root, this one included, that is not intermediate; `None` for the world.
    #[must_use]
    pub fn carrier(&self, mut link: usize) -> Option<usize> {
        while self.links[link].is_intermediate {
            link = self
                .joints
                .iter()
                .find(|joint| joint.child == link)?
                .parent?;
        }
        Some(link)
    }

    /// The index of a link among those that are not intermediate.
    #[must_use]
    pub fn row(&self, link: usize) -> usize {
        let earlier = self.links[..link].iter();
        earlier.filter(|link| !link.is_intermediate).count()
    }

    /// Index of the link with this name.
    #[must_use]
    pub fn link(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link.name == name)
    }
}

impl Joint {
    /// Number of rates of its motions; a mimic joint has those of the joint that it follows.
    #[must_use]
    pub fn nv(&self) -> usize {
        self.motions.iter().map(|motion| motion.kind.nv()).sum()
    }

    /// Its motion, if it has one degree of freedom.
    #[must_use]
    pub fn single_rate_motion(&self) -> Option<&Motion> {
        match &self.motions[..] {
            [only] if only.kind.nv() == 1 => Some(only),
            _ => None,
        }
    }

    /// The name of its kind in reports.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match &self.motions[..] {
            [] => "fixed",
            [only] => only.kind.name(),
            _ => "sequence",
        }
    }
}
