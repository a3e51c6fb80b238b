//! The data for a drawing of a robot.

use std::ops::Range;

use super::Freedom;
use multibody_support::word::named;

/// A robot at its neutral position, where all coordinates are 0 and quaternions are the identity. Lengths are in m,
/// in the world's axes. Empty if there is nothing to show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    /// The joints of the report, in its order.
    pub joints: Vec<FigureJoint>,
    /// Everything that has a mass: links, and bodies that no joint carries.
    pub masses: Vec<FigureMass>,
    /// Loops and springs.
    pub ties: Vec<FigureTie>,
    /// Fields without a default on which the figure depends; it is drawn with each of them set to 1.
    pub parameters_set_to_one: Vec<String>,
}

impl Figure {
    /// All points that it shows, except for the world's origin.
    pub fn points(&self) -> impl Iterator<Item = [f64; 3]> + '_ {
        let joints = self.joints.iter().map(|joint| joint.place);
        let masses = self.masses.iter().map(|mass| mass.place);
        let ties = self.ties.iter().flat_map(|tie| tie.ends);
        joints.chain(masses).chain(ties)
    }
}

/// A joint.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureJoint {
    /// The name of the joint.
    pub name: String,
    /// The link that it moves.
    pub link: String,
    /// Index of the joint that moves the parent link; `None` if the parent is the world.
    pub parent: Option<usize>,
    /// The origin of the link's frame.
    pub place: [f64; 3],
    /// Unit vectors along the axes of motions with one degree of freedom.
    pub axes: Vec<[f64; 3]>,
    /// The motion that it allows the link.
    pub freedom: Freedom,
    /// The range of its positions among those of the robot; `None` if it does not move.
    pub q: Option<Range<usize>>,
}

/// A mass, placed at its centre.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureMass {
    /// Name of the link or body.
    pub name: String,
    /// kg, more than 0.
    pub mass: f64,
    /// The centre of mass.
    pub place: [f64; 3],
    /// Index of the joint that moves the link; `None` if no joint does.
    pub joint: Option<usize>,
}

/// A line between two points that is not a link.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureTie {
    /// The name of the constraint or spring.
    pub name: String,
    /// Whether it is a constraint or a spring.
    pub kind: TieKind,
    /// The points. Those of a loop may be apart: the neutral position need not satisfy constraints.
    pub ends: [[f64; 3]; 2],
}

/// The meaning of a line between two points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieKind {
    /// A constraint.
    Loop,
    /// A spring.
    Spring,
}

named!(TieKind {
    Loop = "loop",
    Spring = "spring",
});
