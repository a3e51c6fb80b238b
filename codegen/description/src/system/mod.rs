//! A system that has a Lagrangian, as read, in exact numbers: what is derived, what is proved, and what
//! `reference` computes with.
//!
//! A file for each part that it has. L is a sum over them, so each stage treats them one after the other.
//! The requests of settings are applied: the root is joined to the world, welded joints are fixed, mimic
//! joints name their leader, and numbers next to a quarter turn have been snapped. Nothing is lumped, and
//! no frame is moved. `lower/` makes one, and those who use it do not see how.

mod constraint;
mod coordinate;
mod limbs;
mod motion;
mod pinocchio;
mod point_spring;
mod symbolic;
mod tree;

pub use constraint::{Between, Constraint, PROXIMAL_STEPS, Row};
pub use coordinate::Coordinate;
pub use motion::{Motion, Offset};
pub use pinocchio::Pinocchio;
pub use point_spring::{End, MOST_POINT_SPRINGS, PointSpring};
pub use symbolic::{PlacedBody, SymbolicTerms};
pub use tree::{Joint, Link, LinkTree, ROOT_JOINT};

use crate::force::{self, Element};
use crate::joint::Coordinate as Position;
use crate::model::Parameter;
use crate::report::Snap;
use multibody_program::exact::Rational;
use multibody_program::ir::{Builder, Input, Node, Value, Vector3};

/// A system in exact numbers. All values are constants, or made of parameters, of `builder`.
#[derive(Clone, Debug)]
pub struct System {
    /// Holds the values below.
    pub builder: Builder,
    /// The independent coordinates, in the order of their joints.
    pub coordinates: Vec<Coordinate>,
    /// Links and joints.
    pub tree: LinkTree,
    /// The force elements that act, in the order of their joints.
    pub forces: Vec<Element>,
    /// Springs between points of links.
    pub point_springs: Vec<PointSpring>,
    /// The constraint rows.
    pub constraints: Vec<Constraint>,
    /// What `J M^-1 J^T`, in inverse dynamics `J J^T`, gets on its diagonal, in SI units, in steps to multipliers of rows that may depend on one
    /// another; none: they are independent.
    pub regularization: Option<Rational>,
    /// Whether a motor drives each rate.
    pub driven: Vec<bool>,
    /// What expressions say besides.
    pub symbolic: SymbolicTerms,
    /// Acceleration of gravity, world axes.
    pub gravity: Vector3,
    /// What is known only at run time.
    pub parameters: Vec<Parameter>,
    /// Positions of the parameters that are never 0.
    pub nonzero: Vec<usize>,
    /// Where Pinocchio has the coordinates; none: that is not requested.
    pub pinocchio: Option<Pinocchio>,
    /// Numbers that were taken to be their neighbours.
    pub snaps: Vec<Snap>,
}

impl System {
    /// Nothing, in a world without gravity; the values of what comes are of this builder.
    #[must_use]
    pub fn empty(builder: Builder) -> Self {
        Self {
            coordinates: Vec::new(),
            tree: LinkTree::default(),
            forces: Vec::new(),
            point_springs: Vec::new(),
            constraints: Vec::new(),
            regularization: None,
            driven: Vec::new(),
            symbolic: SymbolicTerms::default(),
            gravity: builder.zeros(),
            parameters: Vec::new(),
            nonzero: Vec::new(),
            pinocchio: None,
            snaps: Vec::new(),
            builder,
        }
    }

    /// Number of positions.
    #[must_use]
    pub fn nq(&self) -> usize {
        self.coordinates
            .iter()
            .map(|c| c.kind.coordinates().len())
            .sum()
    }

    /// Number of rates.
    #[must_use]
    pub fn nv(&self) -> usize {
        self.coordinates.iter().map(|c| c.kind.nv()).sum()
    }

    /// Number of constraints.
    #[must_use]
    pub fn nc(&self) -> usize {
        self.constraints.len()
    }

    /// Of each rate the position whose derivative it is; none: it is one of several that are none.
    #[must_use]
    pub fn positions_of_rates(&self) -> Vec<Option<usize>> {
        let mut positions = vec![None; self.nv()];
        let single = self
            .coordinates
            .iter()
            .filter(|c| c.kind.coordinates().len() == 1);
        single.for_each(|coordinate| positions[coordinate.v] = Some(coordinate.q));
        positions
    }

    /// Number of parameters.
    #[must_use]
    pub fn parameter_count(&self) -> usize {
        self.parameters.iter().map(|p| p.shape.count()).sum()
    }

    /// Whether any forces act besides wrenches: force elements, springs between points, or such that expressions say.
    #[must_use]
    pub fn has_forces(&self) -> bool {
        !self.forces.is_empty() || !self.point_springs.is_empty() || self.symbolic.has_forces()
    }

    /// Whether expressions name time.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        let (mut symbolic, mut values): (_, Vec<Value>) = (self.symbolic.clone(), Vec::new());
        symbolic.each_value(&mut |value| values.push(*value));
        let program = self.builder.finish(&values);
        program.nodes().contains(&Node::Input(Input::TIME))
    }

    /// Whether constraints name time.
    #[must_use]
    pub fn has_timed_constraints(&self) -> bool {
        let mut b = self.builder.clone();
        let symbolic = self.symbolic.inlined(&mut b).constraints;
        let program = b.finish(&symbolic);
        program.nodes().contains(&Node::Input(Input::TIME))
    }

    /// Whether anything acts that stores energy, besides gravity.
    #[must_use]
    pub fn has_springs(&self) -> bool {
        !self.point_springs.is_empty() || self.forces.iter().any(|force| force::stores(force.kind))
    }

    /// Whether anything acts that may take energy away, or bring some: all but gravity and springs.
    #[must_use]
    pub fn is_dissipative(&self) -> bool {
        let (mut forces, mut springs) = (self.forces.iter(), self.point_springs.iter());
        forces.any(|element| !force::stores(element.kind))
            || springs.any(|spring| !self.builder.is_zero(spring.damping))
            || self.symbolic.has_forces()
    }

    /// The types of the force elements that act.
    #[must_use]
    pub fn force_types(&self) -> Vec<force::Kind> {
        let acts = |kind: &force::Kind| self.forces.iter().any(|f| force::same(f.kind, *kind));
        force::TYPES.into_iter().filter(acts).collect()
    }

    /// Whether any joint has an armature.
    #[must_use]
    pub fn has_armatures(&self) -> bool {
        let mut joints = self.tree.joints.iter();
        joints.any(|joint| !self.builder.is_zero(joint.armature))
    }

    /// Whether any of the positions are of this kind.
    #[must_use]
    pub fn has(&self, kind: Position) -> bool {
        let mut positions = self.coordinates.iter().flat_map(|c| c.kind.coordinates());
        positions.any(|position| *position == kind)
    }

    /// Whether the rates of any joint are those of its quaternion, one more than the ways it can move.
    #[must_use]
    pub fn has_quaternion_rates(&self) -> bool {
        let mut kinds = self.coordinates.iter().map(|c| &c.kind);
        kinds.any(|kind| kind.nv() == 4 && *kind.coordinates() == [Position::Quaternion; 4])
    }
}
