//! The functions that a robot can have: one table, a row each.
//!
//! To add one: a row of `table.rs`. If it is a sum of [`Terms`], that is all; another [`Quantity`] needs
//! its recursion in `derive/functions/`, its equation in `prove/`, and its counterpart in the runtime.

mod response;
mod shape;
mod sources;
mod table;
mod target;
mod terms;

use std::fmt;
use std::str::FromStr;

use multibody_program::ir::InputKind;
use multibody_support::word::Unknown;

pub use response::Response;
pub use shape::{Layout, Shape, Sizes};
pub use table::Function;
pub use target::Target;
pub use terms::Terms;

/// What stands behind the name of a function in the name of its second form, which writes into the caller's memory.
pub const IN_PLACE: &str = "_into";
/// Ends the name of the function that has the body, where the processor decides how it is compiled.
pub const BODY: &str = "_with";

/// All that is known of a function.
#[derive(Clone, Copy, Debug)]
pub struct FunctionRow {
    /// As settings name it, and Rust where it belongs to no link.
    pub name: &'static str,
    /// Its name in Rust where it belongs to a link, with `{link}` for what stands for that.
    pub of_link: Option<&'static str>,
    /// What it computes.
    pub quantity: Quantity,
    /// What it takes, in order, behind time where that acts. Wrenches only of robots on which some act.
    pub arguments: &'static [InputKind],
    /// What it gives.
    pub shape: Shape,
    /// Who gets it without asking.
    pub offered: Offered,
    /// The trait of the runtime that has it.
    pub of_trait: Option<&'static str>,
    /// Whose frames suit it.
    pub frames: Frames,
    /// What it is for. A line behind `{armatures}` is for robots that have some, one behind `{timed}` for those
    /// whose constraints name time; `{link}` is the link's name; `{plus_drive}` and
    /// `{minus_drive}` are the term of robots that have it; `{minus_q}` and `{plus_q}` are the terms of what
    /// acts besides, on either side of the equation of motion, `{q}` all of them, and `{acting}` their names; `{motors}`
    /// is which coordinates no motor drives, and what that means.
    pub summary: &'static str,
    /// What its result is, with units.
    pub result: &'static str,
    /// What its usual recursion follows.
    pub source: Literature,
}

/// What a function's usual recursion follows.
#[derive(Clone, Copy, Debug)]
pub struct Literature {
    /// For the bodies of the tree.
    pub bodies: &'static str,
    /// For expressions; none: no matter what it is made of.
    pub expressions: Option<&'static str>,
}

/// What a function computes: this decides recursion, proof and accuracy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// M
    MassMatrix,
    /// M^-1
    MassMatrixInverse,
    /// C
    CoriolisMatrix,
    /// Its coefficients.
    ChristoffelSymbols,
    /// tau, the sum of some terms.
    Force(Terms),
    /// Q, the opposite of the terms that are no part of the Lagrangian.
    Applied,
    /// The qdd at which the sum of some terms is tau.
    Acceleration(Terms),
    /// The same in maximal coordinates, every body free and every joint a constraint.
    FreeBodies(Terms),
    /// T
    KineticEnergy,
    /// V
    PotentialEnergy,
    /// Of force elements.
    SpringEnergy,
    /// Of all that moves.
    CenterOfMass,
    /// Of the centre of mass.
    CenterOfMassVelocity,
    /// Of the centre of mass.
    CenterOfMassAcceleration,
    /// Of all that moves.
    TotalMass,
    /// Of a link.
    Pose,
    /// Of a link, in these axes.
    Jacobian(Axes),
    /// Its derivative by components.
    JacobianRate(Axes),
    /// Of a link's origin, and its angular velocity.
    LinkVelocity(Axes),
    /// Of a link's origin, and its angular acceleration.
    LinkAcceleration(Axes),
    /// Of a link, linear and angular, about its centre of mass.
    Momentum,
    /// The derivative of that.
    MomentumRate,
    /// C
    Constraint,
    /// J = dC/dq N
    ConstraintJacobian,
    /// dJ/dt qd
    ConstraintBias,
    /// qdd and multipliers, or qd behind an impulse and that.
    Constrained(Response),
    /// tau where motors drive, multipliers, and what is left: of the least residual the least sum of squares.
    ConstrainedInverse {
        /// Whether the multipliers are given.
        given: bool,
        /// Whether external wrenches act.
        external: bool,
    },
    /// What a link feels of the joint that carries it, about its origin.
    JointWrench {
        /// In which it is given.
        axes: Axes,
        /// Whether external wrenches act.
        external: bool,
    },
}

/// In which a vector is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axes {
    /// The world's.
    World,
    /// Those of the link itself.
    Link,
}

/// Which robots have a function without a request by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// Every robot.
    Always,
    /// Each link that is named.
    OfLinks,
    /// A robot on which wrenches act.
    WithWrenches,
    /// A robot on which wrenches or anything else acts.
    WithForces,
    /// A robot with springs.
    WithSprings,
    /// A robot that constraints hold.
    WithConstraints,
    /// One on which wrenches act besides.
    WithConstraintsAndWrenches,
    /// A robot on which time acts, or whose T has terms of one rate.
    WithDrive,
    /// Nobody.
    ToNobody,
}

/// The functions whose cheapest frames a function is tried in, besides the plain ones.
#[derive(Clone, Copy, Debug)]
pub struct Frames {
    /// For small robots; for large ones too, if the effort is high.
    pub small: &'static [Function],
    /// For large robots.
    pub large: &'static [Function],
}

impl Frames {
    /// The plain ones do: it uses poses of links, or costs little.
    const PLAIN: Self = Self::of(&[]);

    const fn of(functions: &'static [Function]) -> Self {
        Self {
            small: functions,
            large: functions,
        }
    }
}

impl Quantity {
    /// Whether M has to be regular.
    #[must_use]
    pub fn inverts_mass_matrix(self) -> bool {
        match self {
            Self::MassMatrixInverse | Self::Acceleration(_) | Self::FreeBodies(_) => true,
            Self::Constrained(response) => response.is_switched(),
            _ => false,
        }
    }

    /// Whether it is the qdd of the equation of motion.
    #[must_use]
    pub fn is_acceleration(self) -> bool {
        matches!(self, Self::Acceleration(_) | Self::FreeBodies(_))
    }

    /// Whether each body has to have an equation of motion of its own.
    #[must_use]
    pub fn frees_bodies(self) -> bool {
        matches!(self, Self::FreeBodies(_))
    }

    /// The terms of the equation of motion that it has to do with, where they are all of it.
    #[must_use]
    pub fn terms(self) -> Option<Terms> {
        match self {
            Self::Force(terms) | Self::Acceleration(terms) | Self::FreeBodies(terms) => Some(terms),
            Self::Applied => Some(Terms::APPLIED),
            Self::MassMatrix
            | Self::MassMatrixInverse
            | Self::CoriolisMatrix
            | Self::ChristoffelSymbols
            | Self::KineticEnergy
            | Self::PotentialEnergy
            | Self::SpringEnergy
            | Self::CenterOfMass
            | Self::CenterOfMassVelocity
            | Self::CenterOfMassAcceleration
            | Self::TotalMass
            | Self::Pose
            | Self::Jacobian(_)
            | Self::JacobianRate(_)
            | Self::LinkVelocity(_)
            | Self::LinkAcceleration(_)
            | Self::Momentum
            | Self::MomentumRate
            | Self::Constraint
            | Self::ConstraintJacobian
            | Self::ConstraintBias
            | Self::Constrained(_)
            | Self::ConstrainedInverse { .. }
            | Self::JointWrench { .. } => None,
        }
    }

    /// Whether it is a matrix that is its own transpose.
    #[must_use]
    pub fn is_symmetric(self) -> bool {
        matches!(self, Self::MassMatrix | Self::MassMatrixInverse)
    }

    /// Whether it tells what it divides by.
    #[must_use]
    pub fn has_pivots(self) -> bool {
        matches!(self, Self::Constrained(response) if response.has_pivots())
    }

    /// Whether it is what it is only under external wrenches; Q is more than these.
    #[must_use]
    pub fn is_external(self) -> bool {
        match self {
            Self::Force(terms) | Self::Acceleration(terms) | Self::FreeBodies(terms) => {
                terms.wrenches
            }
            Self::Constrained(response) => response.is_external(),
            Self::ConstrainedInverse { external, .. } | Self::JointWrench { external, .. } => {
                external
            }
            _ => false,
        }
    }

    /// Whether it finds multipliers by least squares.
    #[must_use]
    pub fn is_least(self) -> bool {
        matches!(self, Self::ConstrainedInverse { given: false, .. })
    }

    /// Whether the matrix of M and J has to be regular.
    #[must_use]
    pub fn solves_constraints(self) -> bool {
        matches!(self, Self::Constrained(_))
    }
}

impl Function {
    /// As settings name it.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// What it computes.
    #[must_use]
    pub fn quantity(self) -> Quantity {
        self.row().quantity
    }

    /// The function that computes something.
    #[must_use]
    pub fn computing(quantity: Quantity) -> Option<Self> {
        Self::ALL.into_iter().find(|f| f.quantity() == quantity)
    }

    /// What every robot gets.
    pub fn always() -> impl Iterator<Item = Self> {
        Self::offered(Offered::Always)
    }

    /// What those get for whom it is offered.
    pub fn offered(to: Offered) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |f| f.row().offered == to)
    }

    /// Whether it makes sense only where external wrenches act.
    #[must_use]
    pub fn needs_wrenches(self) -> bool {
        self.quantity().is_external()
    }

    /// Whether it makes sense only where constraints hold.
    #[must_use]
    pub fn needs_constraints(self) -> bool {
        let row = self.row();
        let of_offered = matches!(
            row.offered,
            Offered::WithConstraints | Offered::WithConstraintsAndWrenches
        );
        row.quantity.solves_constraints() || of_offered
    }

    /// Whether it is that of a link.
    #[must_use]
    pub fn is_of_link(self) -> bool {
        self.row().of_link.is_some()
    }

    /// Whether its result is so large that there is a second form of it, which writes into the caller's memory.
    #[must_use]
    pub fn is_in_place(self) -> bool {
        use Shape::{ConstraintRows, Cube, Jacobian, Matrix};
        matches!(self.row().shape, Matrix | Cube | Jacobian | ConstraintRows)
    }

    /// Whether it takes time, of robots on which that acts: all but what joints alone decide, and what
    /// nothing does.
    #[must_use]
    pub fn is_in_time(self) -> bool {
        !self.is_of_link() && !self.row().arguments.is_empty()
    }

    /// The name that it has for a link that is called `rust`; none: it belongs to no link.
    #[must_use]
    pub fn of_link(self, rust: &str) -> Option<String> {
        Some(self.row().of_link?.replace("{link}", rust))
    }
}

impl FromStr for Function {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        let found = Self::ALL.into_iter().find(|f| f.name() == text);
        found.ok_or_else(|| Unknown {
            found: text.into(),
            known: Self::NAMES,
        })
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a row says twice, it says alike.
    #[test]
    fn rows_agree_with_themselves() {
        for function in Function::ALL {
            let row = function.row();
            assert_eq!(Function::computing(row.quantity), Some(function));
            assert_eq!(row.name.parse(), Ok(function));
            assert!(function.is_of_link() || row.offered != Offered::OfLinks);
            assert_eq!(
                row.of_link.is_some_and(|name| name.contains("{link}")),
                row.summary.contains("{link}")
            );
            let takes = |kind| row.arguments.contains(&kind);
            if let Quantity::Force(terms) = row.quantity {
                assert_eq!(takes(InputKind::Qdd), terms.acceleration);
                let of_rates = terms.velocity || terms.drive || terms.passive;
                assert_eq!(takes(InputKind::Qd), of_rates);
            }
            if let Some(terms) = row.quantity.terms() {
                assert_eq!(takes(InputKind::Wrench), terms.wrenches);
                assert_eq!(row.shape, Shape::Vector);
            }
            if row.quantity != Quantity::Applied {
                assert_eq!(takes(InputKind::Wrench), function.needs_wrenches());
            }
            if let Quantity::Acceleration(terms) | Quantity::FreeBodies(terms) = row.quantity {
                assert!(takes(InputKind::Tau));
                assert!(Function::computing(Quantity::Force(terms)).is_some());
            }
            let is_of_trait = matches!(row.offered, Offered::Always | Offered::WithConstraints);
            assert_eq!(row.of_trait.is_some(), is_of_trait);
        }
    }
}
