//! The data for a drawing of a robot.

use std::ops::Range;

use super::Freedom;
use multibody_support::word::named;

/// What is drawn of a robot at one position. Lengths are in m, in the world's axes. Empty if there is nothing to show.
///
/// A figure that moves has, in place of its vectors and numbers, the indices of these among the outputs of a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure<V = [f64; 3], N = f64> {
    /// The joints of the report, in its order: each after the one that carries it.
    pub joints: Vec<FigureJoint<V>>,
    /// Everything that has a mass: links, and bodies that are placed by expressions. A figure that moves also has masses of 0.
    pub masses: Vec<FigureMass<V, N>>,
    /// Loops and springs.
    pub ties: Vec<FigureTie<V>>,
    /// Fields without a default on which the figure depends; it is drawn with each of them set to 1.
    pub parameters_set_to_one: Vec<String>,
}

/// A figure that moves.
pub type MovingFigure = Figure<usize, usize>;

impl Figure {
    /// All points that it shows, except for the world's origin.
    pub fn points(&self) -> impl Iterator<Item = [f64; 3]> + '_ {
        let joints = self.joints.iter().map(|joint| joint.place);
        let masses = self.masses.iter().map(|mass| mass.place);
        let ties = self.ties.iter().flat_map(|tie| tie.ends);
        joints.chain(masses).chain(ties)
    }

    /// The range of its points along each axis of the world, whose origin is included.
    #[must_use]
    pub fn ranges(&self) -> [Range<f64>; 3] {
        std::array::from_fn(|axis| {
            let values = self.points().map(|point| point[axis]);
            values.fold(0.0..0.0, |range: Range<f64>, x| {
                range.start.min(x)..range.end.max(x)
            })
        })
    }
}

/// A joint.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureJoint<V = [f64; 3]> {
    /// The name of the joint.
    pub name: String,
    /// The link that it moves.
    pub link: String,
    /// Index of the joint that moves the parent link; `None` if the parent is the world.
    pub parent: Option<usize>,
    /// The origin of the link's frame. In a program's outputs the rotation from the link to the world follows it, by rows.
    pub place: V,
    /// Unit vectors along the axes of motions with one degree of freedom.
    pub axes: Vec<V>,
    /// The motion that it allows the link.
    pub freedom: Freedom,
    /// The range of its positions among those of the robot; `None` if it does not move.
    pub q: Option<Range<usize>>,
}

/// A mass, placed at its centre.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureMass<V = [f64; 3], N = f64> {
    /// Name of the link or body.
    pub name: String,
    /// The mass, kg: more than 0 unless the figure moves.
    pub mass: N,
    /// The centre of mass.
    pub place: V,
    /// Index of the joint that moves the link; `None` if no joint does.
    pub joint: Option<usize>,
}

/// A line between two points that does not represent a link: a constraint or a spring.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureTie<V = [f64; 3]> {
    /// The name of the constraint or spring.
    pub name: String,
    /// Whether it is a constraint or a spring.
    pub kind: TieKind,
    /// The points. Those of a loop may be apart: a position need not satisfy constraints.
    pub ends: [V; 2],
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
