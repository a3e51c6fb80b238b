//! The functions that a robot can have, in one table with a row for each.
//!
//! To add a function, add a row to a file in `table/`. If the function is a sum of [`Terms`], the generator needs nothing
//! else; the runtime needs its counterpart. A new [`Quantity`] also needs its recursion in `derive/functions/` and its
//! equation in `prove/`.

mod derivative_product;
mod dimension;
mod name;
mod product_records;
mod records;
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

pub use derivative_product::{DerivativeProduct, Mode};
pub use dimension::{Dimension, Dimensions};
use name::FEEDBACK;
pub use name::{identifier, in_rust, new_name, normal_form};
pub use response::Response;
pub use shape::{Field, RecordShape, Shape};
pub use table::Function;
pub use target::Target;
pub use terms::Terms;

/// The suffix in the name of a function's second form, which writes into the caller's memory.
pub const IN_PLACE: &str = "_into";
/// The suffix in the name of the function that contains the body, if functions are dispatched by processor.
pub const BODY: &str = "_with";

/// Everything that is known about a function.
#[derive(Clone, Copy, Debug)]
pub struct FunctionRow {
    /// Its name, with its options in parentheses.
    pub name: &'static str,
    /// Its name for a link if it is a function of links, with `{link}` for the link's name.
    pub name_for_link: Option<&'static str>,
    /// What it computes.
    pub quantity: Quantity,
    /// Its arguments in order, without time; if time is an argument too, it comes first. Wrenches are arguments only for
    /// robots on which some act.
    pub arguments: &'static [InputKind],
    /// The shape of its result.
    pub shape: Shape,
    /// The robots that have it by default.
    pub offered: Offered,
    /// The trait of the runtime to which it belongs. The trait has default bodies of those functions that are emitted only on
    /// request.
    pub trait_name: Option<&'static str>,
    /// The functions whose cheapest frames are tried for this function too.
    pub frames: Frames,
    /// What it is for. A line that begins with a mark is only for some robots: `{armatures}` for those with armatures,
    /// `{expressions}` for those with symbolic terms, `{drive}` for those with a drive, and `{timed}` for those whose
    /// constraints depend on time. The other placeholders are:
    ///
    /// - `{link}`: the name of the link
    /// - `{plus_drive}`, `{minus_drive}`: the drive with this sign; empty without a drive
    /// - `{plus_q}`: the forces other than gravity, drive and wrenches, as on the right of the equation of motion
    /// - `{minus_q}`: minus these forces, as on its left
    /// - `{q}`, `{acting}`: the sum of these forces and of those of wrenches, and the names of all of them
    /// - `{motors}`: which coordinates no motor drives, and what that means
    pub summary: &'static str,
    /// The meaning of its result, with units.
    pub result: &'static str,
    /// The literature that its usual recursion follows.
    pub source: Literature,
}

/// The literature that a function's usual recursion follows.
#[derive(Clone, Copy, Debug)]
pub struct Literature {
    /// The literature for the bodies of the tree.
    pub bodies: &'static str,
    /// The literature for expressions; `None` if it is the same as for bodies.
    pub expressions: Option<&'static str>,
}

/// What a function computes. Recursion, proof and accuracy depend on this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The mass matrix M.
    MassMatrix,
    /// The inverse M^-1 of the mass matrix.
    MassMatrixInverse,
    /// The Coriolis matrix C.
    CoriolisMatrix,
    /// The coefficients C_ijk of the Coriolis matrix.
    ChristoffelSymbols,
    /// The generalized force tau that is the sum of these terms.
    Force(Terms),
    /// Derivatives of a function.
    Derivatives(Derivatives),
    /// A function, and a product with its derivatives.
    DerivativeProduct(DerivativeProduct),
    /// The generalized force `Q = passive + J^T f` of force elements and wrenches, which the Lagrangian does not contain.
    Applied,
    /// The generalized force of the actuators.
    Actuation,
    /// The acceleration qdd at which the sum of these terms is tau.
    Acceleration(Terms),
    /// As `Acceleration`, but in maximal coordinates: every body is free, and every joint is a constraint.
    FreeBodies(Terms),
    /// The kinetic energy T.
    KineticEnergy,
    /// The potential energy V.
    PotentialEnergy,
    /// The energy that springs store.
    SpringEnergy,
    /// The centre of mass of all mobile bodies.
    CenterOfMass,
    /// The velocity of the centre of mass.
    CenterOfMassVelocity,
    /// The acceleration of the centre of mass.
    CenterOfMassAcceleration,
    /// The momentum of all mobile bodies about their centre of mass, and the matrix that gives it from the rates.
    Centroidal,
    /// The mass of all mobile bodies.
    TotalMass,
    /// The pose of a link.
    Pose,
    /// The Jacobian of a link, in these axes.
    Jacobian(Axes),
    /// The time derivative of the Jacobian, component by component.
    JacobianRate(Axes),
    /// The velocity of a link's origin, and the link's angular velocity.
    LinkVelocity(Axes),
    /// The acceleration of a link's origin, and the link's angular acceleration.
    LinkAcceleration(Axes),
    /// The momentum of a link, linear and angular, about its centre of mass.
    Momentum,
    /// The time derivative of the momentum.
    MomentumRate,
    /// The constraint function C(q).
    Constraint,
    /// The constraint Jacobian J = dC/dq N, where dq/dt = N qd.
    ConstraintJacobian,
    /// The bias dJ/dt qd in the second derivative of the constraint function.
    ConstraintBias,
    /// The response to constraints: qdd and multipliers, or the impulse and qd after it.
    Constrained(Response),
    /// The motor forces tau, the multipliers lambda, and the residual: the force that neither motors nor constraints exert.
    /// If the multipliers are not arguments, the residual has the least norm, and among all solutions with this residual
    /// `|tau|^2 + w^2 |lambda|^2` is least, where w is the argument `weight`.
    ConstrainedInverse {
        /// Whether the multipliers are arguments of the function. If not, they are found by least squares.
        takes_multipliers: bool,
        /// Whether external wrenches act.
        external: bool,
    },
    /// The wrench that a link receives from the joint that carries it, about the link's origin.
    JointWrench {
        /// The axes in which it is given.
        axes: Axes,
        /// Whether external wrenches act.
        external: bool,
    },
}

/// Derivatives of a function by some of its arguments, a matrix for each. A matrix has a row for each number of the function's
/// result, and a column for each number of the argument; for positions, column j is the derivative along rate j,
/// `d/ds f(integrate(q, s e_j))` at `s = 0`, where `e_j` is the unit vector of this rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Derivatives {
    /// The function.
    pub function: Function,
    /// Its arguments by which it is differentiated, in the order of the matrices of the record.
    pub inputs: &'static [InputKind],
    /// Whether the record begins with the value of the function.
    pub has_value: bool,
    /// Whether the record ends with the mass matrix.
    pub has_mass_matrix: bool,
}

impl Derivatives {
    const fn of(function: Function, inputs: &'static [InputKind]) -> Self {
        Self {
            function,
            inputs,
            has_value: false,
            has_mass_matrix: false,
        }
    }

    const fn with_mass_matrix(function: Function, inputs: &'static [InputKind]) -> Self {
        Self {
            has_mass_matrix: true,
            ..Self::of(function, inputs)
        }
    }

    const fn with_value(function: Function, inputs: &'static [InputKind]) -> Self {
        Self {
            has_value: true,
            ..Self::of(function, inputs)
        }
    }
}

/// The axes in which a vector is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axes {
    /// The world's.
    World,
    /// The link's own.
    Link,
}

/// The robots that have a function even if it is not requested by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// Every robot.
    Always,
    /// A robot with links that the settings name, once for each of them.
    OfLinks,
    /// A robot on which wrenches act.
    WithWrenches,
    /// A robot on which wrenches or other forces act.
    WithForces,
    /// A robot with springs.
    WithSprings,
    /// A robot with actuators.
    WithActuators,
    /// A robot with constraints.
    WithConstraints,
    /// A robot that has constraints, and on which wrenches act.
    WithConstraintsAndWrenches,
    /// A robot with expressions that depend on time, or whose T has terms linear in the rates.
    WithDrive,
    /// No robot: the function has to be requested by name.
    OnRequest,
}

/// Which frames are tried for a function besides the plain ones: for each function listed here, the frames in which that
/// function is cheapest.
#[derive(Clone, Copy, Debug)]
pub struct Frames {
    /// The list for small robots, and for large ones if the effort is high.
    pub small: &'static [Function],
    /// The list for large robots.
    pub large: &'static [Function],
}

impl Frames {
    /// Only the plain frames, for a function that uses poses of links or costs little.
    const PLAIN: Self = Self::of(&[]);

    const fn of(functions: &'static [Function]) -> Self {
        Self {
            small: functions,
            large: functions,
        }
    }
}

impl Quantity {
    /// Whether M has to be nonsingular.
    #[must_use]
    pub fn inverts_mass_matrix(self) -> bool {
        match self {
            Self::MassMatrixInverse | Self::Acceleration(_) | Self::FreeBodies(_) => true,
            // With all rows switched off, only M is left to be inverted.
            Self::Constrained(response) => response.has_selectors(),
            Self::Derivatives(derivatives) => derivatives.function.quantity().inverts_mass_matrix(),
            Self::DerivativeProduct(product) => product.function.quantity().inverts_mass_matrix(),
            _ => false,
        }
    }

    /// Whether it is the qdd of the equation of motion.
    #[must_use]
    pub fn is_acceleration(self) -> bool {
        matches!(self, Self::Acceleration(_) | Self::FreeBodies(_))
    }

    /// For a product with derivatives, the quantity of the function that is differentiated; otherwise itself.
    #[must_use]
    pub fn base_quantity(self) -> Self {
        match self {
            Self::DerivativeProduct(product) => product.function.quantity(),
            quantity => quantity,
        }
    }

    /// Whether it is in maximal coordinates: each body is free, with an equation of motion of its own, and joints are constraints.
    #[must_use]
    pub fn is_maximal(self) -> bool {
        matches!(self, Self::FreeBodies(_))
    }

    /// The terms of the equation of motion that define it, if nothing else is needed.
    #[must_use]
    pub fn terms(self) -> Option<Terms> {
        match self {
            Self::Force(terms) | Self::Acceleration(terms) | Self::FreeBodies(terms) => Some(terms),
            Self::Applied => Some(Terms::APPLIED),
            _ => None,
        }
    }

    /// Whether it is computed from the masses of single links.
    #[must_use]
    pub fn needs_masses_of_links(self) -> bool {
        match self {
            Self::Momentum | Self::MomentumRate | Self::JointWrench { .. } => true,
            Self::Derivatives(derivatives) => {
                derivatives.function.quantity().needs_masses_of_links()
            }
            _ => false,
        }
    }

    /// Whether it is a symmetric matrix.
    #[must_use]
    pub fn is_symmetric(self) -> bool {
        matches!(self, Self::MassMatrix | Self::MassMatrixInverse)
    }

    /// Whether it also returns the pivots by which it divides.
    #[must_use]
    pub fn has_pivots(self) -> bool {
        matches!(self, Self::Constrained(response) if response.has_pivots())
    }

    /// Whether it has a meaning only under external wrenches. `Applied` does not count, since it includes other forces.
    #[must_use]
    pub fn is_external(self) -> bool {
        match self {
            Self::Force(terms) | Self::Acceleration(terms) | Self::FreeBodies(terms) => {
                terms.wrenches
            }
            Self::Constrained(response) => response.is_external(),
            Self::Derivatives(derivatives) => derivatives.function.quantity().is_external(),
            Self::DerivativeProduct(product) => product.function.quantity().is_external(),
            Self::ConstrainedInverse { external, .. } | Self::JointWrench { external, .. } => {
                external
            }
            _ => false,
        }
    }

    /// Whether it is inverse dynamics under constraints.
    #[must_use]
    pub fn is_constrained_inverse(self) -> bool {
        matches!(self, Self::ConstrainedInverse { .. })
    }

    /// Whether it finds multipliers by least squares.
    #[must_use]
    pub fn has_least_squares(self) -> bool {
        matches!(
            self,
            Self::ConstrainedInverse {
                takes_multipliers: false,
                ..
            }
        )
    }

    /// Whether it consists of derivatives of a function, or of a product with them.
    #[must_use]
    pub fn is_derivative(self) -> bool {
        matches!(self, Self::Derivatives(_) | Self::DerivativeProduct(_))
    }

    /// Whether it sums the momenta of all bodies. Robots with bodies that expressions describe do not have such functions.
    #[must_use]
    pub fn sums_momenta(self) -> bool {
        matches!(self, Self::Centroidal)
    }

    /// Whether the KKT matrix of M and J has to be nonsingular.
    #[must_use]
    pub fn solves_constraints(self) -> bool {
        matches!(self, Self::Constrained(_))
    }
}

impl Function {
    /// Its name, with its options in parentheses.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The options in its name.
    #[must_use]
    pub fn options(self) -> Vec<&'static str> {
        name::options(self.name())
    }

    /// The name of the constant that has the sparsity pattern of its result. `None` if no robot has such a constant.
    #[must_use]
    pub fn pattern(self) -> Option<String> {
        let is_record_of_derivatives = matches!(self.quantity(), Quantity::Derivatives(_));
        let name = || in_rust(self.name()).to_uppercase() + "_PATTERN";
        (is_record_of_derivatives && !self.is_of_link()).then(name)
    }

    /// The name of the method that calls it: a method of the robot or, if a view binds some of its arguments, of that view.
    /// `name` is the name of this function, or its name for one link.
    #[must_use]
    pub fn method(self, name: &str) -> String {
        let option = self
            .options()
            .into_iter()
            .find(|option| !name::is_bound(option));
        let takes_feedback = self.row().arguments.contains(&InputKind::Feedback);
        let suffix = option.or(takes_feedback.then_some(FEEDBACK));
        let base = name::base(name);
        suffix.map_or_else(|| base.to_owned(), |suffix| format!("{base}_with_{suffix}"))
    }

    /// The same function with these options, which a view binds. `None` if `bound` is empty, if the function has such
    /// options already, or if there is no such function. If a form with feedback exists, the new function takes feedback
    /// too.
    #[must_use]
    pub fn with_view_options(self, bound: &[&str]) -> Option<Self> {
        let options = self.options();
        if bound.is_empty() || options.iter().any(|option| name::is_bound(option)) {
            return None;
        }
        // With view options, a function takes feedback without an option that says so.
        let own_options = options.into_iter().filter(|option| *option != FEEDBACK);
        let options: Vec<&str> = own_options.chain(bound.iter().copied()).collect();
        let name = name::with_options(name::base(self.name()), &options);
        name.parse().ok()
    }

    /// What it computes.
    #[must_use]
    pub fn quantity(self) -> Quantity {
        self.row().quantity
    }

    /// The function that computes a quantity.
    #[must_use]
    pub fn for_quantity(quantity: Quantity) -> Option<Self> {
        Self::ALL.into_iter().find(|f| f.quantity() == quantity)
    }

    /// The functions that it calls on a robot with `nv` rates; they are emitted with it. Derivatives of forward dynamics call
    /// forward dynamics, the derivatives of inverse dynamics and the inverse of the mass matrix. With few rates nothing is
    /// called: all steps are in one body, since products of small matrices are faster entry by entry than in a loop.
    #[must_use]
    pub fn callees(self, nv: usize) -> Vec<Self> {
        const INLINE_RATES: usize = 6;
        let Quantity::Derivatives(Derivatives { function, .. }) = self.quantity() else {
            return Vec::new();
        };
        let terms = function.quantity().terms().filter(|_| nv > INLINE_RATES);
        let Some(terms) = terms.filter(|_| function.quantity().is_acceleration()) else {
            return Vec::new();
        };
        let forces = Self::for_quantity(Quantity::Force(terms));
        let derivatives = forces.and_then(|forces| {
            let is_derivatives_of_forces = |function: &Self| match function.quantity() {
                Quantity::Derivatives(other) => other.function == forces && !other.has_value,
                _ => false,
            };
            Self::ALL.into_iter().find(is_derivatives_of_forces)
        });
        [function]
            .into_iter()
            .chain(derivatives)
            .chain([Self::MassMatrixInverse])
            .collect()
    }

    /// The functions that every robot has by default.
    pub fn always() -> impl Iterator<Item = Self> {
        Self::offered_to(Offered::Always)
    }

    /// The functions that are offered to these robots.
    pub fn offered_to(robots: Offered) -> impl Iterator<Item = Self> {
        Self::ALL
            .into_iter()
            .filter(move |f| f.row().offered == robots)
    }

    /// Whether it makes sense only if external wrenches act.
    #[must_use]
    pub fn needs_wrenches(self) -> bool {
        self.quantity().is_external()
    }

    /// Whether it makes sense only if there are constraints.
    #[must_use]
    pub fn needs_constraints(self) -> bool {
        let row = self.row();
        let is_offered_with_constraints = matches!(
            row.offered,
            Offered::WithConstraints | Offered::WithConstraintsAndWrenches
        );
        row.quantity.solves_constraints() || is_offered_with_constraints
    }

    /// Whether it makes sense only if there are actuators.
    #[must_use]
    pub fn needs_actuators(self) -> bool {
        self.quantity() == Quantity::Actuation
    }

    /// Whether it is a function of links.
    #[must_use]
    pub fn is_of_link(self) -> bool {
        self.row().name_for_link.is_some()
    }

    /// Whether its result is so large that it has a second form, which writes the result into the caller's memory.
    #[must_use]
    pub fn is_in_place(self) -> bool {
        self.row().shape.is_large()
    }

    /// Whether it takes time as an argument, for robots on which time acts. Functions of links do not, since they depend
    /// only on joints, and neither do functions without arguments.
    #[must_use]
    pub fn takes_time(self) -> bool {
        !self.is_of_link() && !self.row().arguments.is_empty()
    }

    /// Its name for the link `link`, with its options; `None` if it is not a function of links.
    #[must_use]
    pub fn name_for_link(self, link: &str) -> Option<String> {
        Some(self.row().name_for_link?.replace("{link}", link))
    }
}

impl FromStr for Function {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        let name = normal_form(text);
        let function = Self::ALL.into_iter().find(|f| f.name() == name);
        function.ok_or_else(|| Unknown {
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

    #[test]
    fn derivatives_of_forward_dynamics_call_others_beyond_six_rates() {
        use Function::{
            ForwardDynamicsDerivatives as Plain,
            ForwardDynamicsDerivativesWithWrenches as UnderWrenches, InverseDynamicsDerivatives,
            InverseDynamicsDerivativesWithWrenches, MassMatrixInverse,
        };
        let callers = Function::ALL
            .into_iter()
            .filter(|function| !function.callees(7).is_empty());
        assert_eq!(callers.collect::<Vec<_>>(), [Plain, UnderWrenches]);
        assert!(Plain.callees(6).is_empty());
        let expected = [
            Function::ForwardDynamics,
            InverseDynamicsDerivatives,
            MassMatrixInverse,
        ];
        assert_eq!(Plain.callees(7), expected);
        let forces = InverseDynamicsDerivativesWithWrenches;
        let expected = [
            Function::ForwardDynamicsWithWrenches,
            forces,
            MassMatrixInverse,
        ];
        assert_eq!(UnderWrenches.callees(7), expected);
    }

    /// Facts that a row states twice agree.
    #[test]
    fn rows_are_consistent() {
        for function in Function::ALL {
            let row = function.row();
            assert_eq!(Function::for_quantity(row.quantity), Some(function));
            assert_eq!(row.name.parse(), Ok(function));
            assert_eq!(normal_form(row.name), row.name);
            assert_eq!(
                function.options().contains(&name::WRENCHES),
                function.needs_wrenches()
            );
            let options = function.options().into_iter();
            assert!(options.filter(|option| !name::is_bound(option)).count() <= 1);
            assert!(function.is_of_link() || row.offered != Offered::OfLinks);
            assert_eq!(
                row.name_for_link
                    .is_some_and(|name| name.contains("{link}")),
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
                assert_eq!(row.shape, Shape::VECTOR);
            }
            if row.quantity != Quantity::Applied {
                assert_eq!(takes(InputKind::Wrench), function.needs_wrenches());
            }
            if let Quantity::Acceleration(terms) | Quantity::FreeBodies(terms) = row.quantity {
                assert!(takes(InputKind::Tau));
                assert!(Function::for_quantity(Quantity::Force(terms)).is_some());
            }
            let is_of_trait = matches!(row.offered, Offered::Always | Offered::WithConstraints);
            assert!(row.trait_name.is_some() == is_of_trait || row.offered == Offered::OnRequest);
        }
    }
}
