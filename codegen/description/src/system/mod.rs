//! A system with a Lagrangian, as read from a description, in exact numbers. Its equations are derived and proved. The
//! reference model, which the runtime's textbook algorithms evaluate, is emitted from it.
//!
//! Each part of a system has a file. L is a sum over the parts, so each stage treats them one after another. The
//! settings have been applied: the root is joined to the world, welded joints are fixed, mimic joints have the
//! coordinates of their leaders, and numbers close to a quarter turn have been snapped. No links are lumped, and no frame
//! is moved. `lower/` builds systems; code that uses a system does not depend on how it was built.

mod actuator;
mod constant_force;
mod constraint;
mod coordinate;
mod described_state;
mod limbs;
mod line_of_action;
mod motion;
mod pinocchio;
mod point_spring;
mod rows;
mod snap;
mod symbolic;
mod tree;

pub use actuator::Actuator;
pub use constant_force::ConstantForce;
pub use constraint::{Constraint, PROXIMAL_STEPS, Row};
pub use coordinate::Coordinate;
pub use described_state::DescribedState;
pub use line_of_action::LineOfAction;
pub use motion::{Motion, Offset};
pub use pinocchio::Pinocchio;
pub use point_spring::{End, MAX_POINT_SPRINGS, PointSpring};
pub use rows::{JointRow, LinkRow, joint_rows, link_rows};
pub use snap::Snap;
pub use symbolic::{PlacedBody, SymbolicTerms};
pub use tree::{Joint, Link, LinkTree, ROOT_JOINT};

use crate::force::{self, Element};
use crate::joint::orientation::CHARTS;
use crate::joint::{OrientationChart, PositionKind};
use crate::model::Parameter;
use multibody_program::exact::Rational;
use multibody_program::ir::{Builder, Input, Node, Value, Vector3};

/// A system in exact numbers. All values belong to `builder` and are constants or functions of parameters.
#[derive(Clone, Debug)]
pub struct System {
    /// The builder of all values below.
    pub builder: Builder,
    /// The independent coordinates, in the order of their joints. Those without a joint come last.
    pub coordinates: Vec<Coordinate>,
    /// Links and joints.
    pub tree: LinkTree,
    /// The force elements that act: those of joints, in the order of the joints, then those of tendons.
    pub forces: Vec<Element>,
    /// Springs between points of links.
    pub point_springs: Vec<PointSpring>,
    /// Constant forces on links.
    pub constant_forces: Vec<ConstantForce>,
    /// The constraint rows.
    pub constraints: Vec<Constraint>,
    /// The number, in SI units, that proximal steps for multipliers add to the diagonal of `J M^-1 J^T`, or of `J J^T` in
    /// inverse dynamics. `None` if the settings do not request it.
    pub regularization: Option<Rational>,
    /// For each rate, whether a motor drives it.
    pub has_motor: Vec<bool>,
    /// Terms and bodies that are given by expressions.
    pub symbolic: SymbolicTerms,
    /// Acceleration of gravity, world axes.
    pub gravity: Vector3,
    /// The parameters, which are known only at run time.
    pub parameters: Vec<Parameter>,
    /// Indices of the parameters that are never 0.
    pub nonzero: Vec<usize>,
    /// The actuators, in the order of controls.
    pub actuators: Vec<Actuator>,
    /// The states to which the description gives names.
    pub states: Vec<DescribedState>,
    /// Indices of the coordinates in Pinocchio's vectors, if requested.
    pub pinocchio: Option<Pinocchio>,
    /// Numbers that were replaced by close, exact ones.
    pub snaps: Vec<Snap>,
}

impl System {
    /// An empty system in a world without gravity. Values that are added to it must belong to this builder.
    #[must_use]
    pub fn empty(builder: Builder) -> Self {
        Self {
            coordinates: Vec::new(),
            tree: LinkTree::default(),
            forces: Vec::new(),
            point_springs: Vec::new(),
            constant_forces: Vec::new(),
            constraints: Vec::new(),
            regularization: None,
            has_motor: Vec::new(),
            symbolic: SymbolicTerms::default(),
            gravity: builder.zeros(),
            parameters: Vec::new(),
            nonzero: Vec::new(),
            actuators: Vec::new(),
            states: Vec::new(),
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
            .map(|c| c.kind.positions().len())
            .sum()
    }

    /// Number of rates.
    #[must_use]
    pub fn nv(&self) -> usize {
        self.coordinates.iter().map(|c| c.kind.nv()).sum()
    }

    /// Number of constraint rows.
    #[must_use]
    pub fn nc(&self) -> usize {
        self.constraints.len()
    }

    /// For each rate, the position of which it is the derivative; `None` if the coordinate has several positions.
    #[must_use]
    pub fn positions_of_rates(&self) -> Vec<Option<usize>> {
        let mut positions = vec![None; self.nv()];
        let coordinates = self
            .coordinates
            .iter()
            .filter(|c| c.kind.positions().len() == 1);
        coordinates.for_each(|coordinate| positions[coordinate.v] = Some(coordinate.q));
        positions
    }

    /// Number of parameters.
    #[must_use]
    pub fn parameter_count(&self) -> usize {
        self.parameters.iter().map(|p| p.shape.count()).sum()
    }

    /// Whether any forces act besides wrenches: force elements, springs between points, constant forces, or forces given
    /// by expressions.
    #[must_use]
    pub fn has_forces(&self) -> bool {
        !self.forces.is_empty() || self.has_link_forces() || self.symbolic.has_forces()
    }

    /// Whether any springs between points or constant forces act on links.
    #[must_use]
    pub fn has_link_forces(&self) -> bool {
        !self.point_springs.is_empty() || !self.constant_forces.is_empty()
    }

    /// Whether any expression of the description depends on time.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        let (mut symbolic, mut values): (_, Vec<Value>) = (self.symbolic.clone(), Vec::new());
        symbolic.each_value(&mut |value| values.push(*value));
        let program = self.builder.finish(&values);
        program.nodes().contains(&Node::Input(Input::TIME))
    }

    /// Whether any constraint depends on time.
    #[must_use]
    pub fn has_timed_constraints(&self) -> bool {
        let mut b = self.builder.clone();
        let symbolic = self.symbolic.inlined(&mut b).constraints;
        let program = b.finish(&symbolic);
        program.nodes().contains(&Node::Input(Input::TIME))
    }

    /// Whether any spring stores energy.
    #[must_use]
    pub fn has_springs(&self) -> bool {
        !self.point_springs.is_empty()
            || self
                .forces
                .iter()
                .any(|force| force::stores_energy(force.kind))
    }

    /// Whether anything may dissipate or add energy: any force other than gravity and springs.
    #[must_use]
    pub fn is_dissipative(&self) -> bool {
        let (mut forces, mut springs) = (self.forces.iter(), self.point_springs.iter());
        forces.any(|element| !force::stores_energy(element.kind))
            || springs.any(|spring| !self.builder.is_zero(spring.damping))
            || !self.constant_forces.is_empty()
            || self.symbolic.has_forces()
    }

    /// The types of the force elements that act.
    #[must_use]
    pub fn force_types(&self) -> Vec<force::Kind> {
        let acts = |kind: &force::Kind| self.forces.iter().any(|f| force::are_same(f.kind, *kind));
        force::TYPES.into_iter().filter(acts).collect()
    }

    /// Whether any joint has an armature.
    #[must_use]
    pub fn has_armatures(&self) -> bool {
        let mut joints = self.tree.joints.iter();
        joints.any(|joint| !self.builder.is_zero(joint.armature))
    }

    /// The charts of the orientations among the positions, each once, in the order of [`CHARTS`].
    pub fn charts(&self) -> impl Iterator<Item = &'static dyn OrientationChart> {
        let is_present = |chart: &&'static dyn OrientationChart| {
            let mut positions = self.coordinates.iter().flat_map(|c| c.kind.positions());
            positions.any(|position| *position == PositionKind::Orientation(*chart))
        };
        CHARTS.into_iter().filter(is_present)
    }

    /// Whether the rates of any joint are the four derivatives of its quaternion, one more than its degrees of
    /// freedom.
    #[must_use]
    pub fn has_quaternion_rates(&self) -> bool {
        let mut kinds = self.coordinates.iter().map(|c| &c.kind);
        kinds.any(|kind| {
            kind.nv() == 4 && matches!(kind.positions(), [PositionKind::Orientation(_), ..])
        })
    }
}
