//! The equation that each quantity has to satisfy.

mod center_of_mass;
mod degree;
mod derivative_products;
mod derivatives;
mod energies;
mod entries;
mod forces;
mod links;
mod matrices;

pub use degree::{Degree, LinearSystems};
pub use energies::KINETIC;
pub use entries::{Entries, ResultEntry};
pub use forces::MOTION;

use crate::arithmetic::{Affine, DrawResidues, Jet, Residue};
use crate::constraints;
use crate::lagrangian::{Displacement, Lagrangian, Path, Trajectory};
use multibody_description::function::{Quantity, Target, Terms};
use multibody_program::ir::{InputKind, Program, evaluate};
use multibody_support::random::Random;

/// A program at one random state of a system.
pub struct Proof<'a> {
    /// The system at the state.
    pub lagrangian: Lagrangian<'a>,
    /// The links on which external wrenches act, in order.
    pub wrench_links: &'a [usize],
    /// Draws the vectors with which equations are contracted.
    pub random: Random,
    pub program: &'a Program,
}

/// The check of an equation; the error is the name of an equation that does not hold.
pub type EquationCheck = Result<(), &'static str>;

/// The equation of a quantity: its degree, the check of the values that the program has at a state, and its entries.
pub struct Equation {
    pub degree: Degree,
    check: Box<Check>,
    pub entries: Entries,
}

type Check = dyn Fn(&mut Proof<'_>, &[Residue]) -> EquationCheck;

impl Equation {
    pub fn new(
        degree: Degree,
        check: impl Fn(&mut Proof<'_>, &[Residue]) -> EquationCheck + 'static,
        entries: Entries,
    ) -> Self {
        Self {
            degree,
            check: Box::new(check),
            entries,
        }
    }

    /// The equation of values that can be computed from the state.
    pub fn of_values(
        degree: Degree,
        equation: &'static str,
        expected: impl Fn(&mut Proof<'_>) -> Vec<Residue> + Copy + 'static,
    ) -> Self {
        let check = move |p: &mut Proof<'_>, values: &[Residue]| {
            let expected = expected(p);
            p.check_equal(values, &expected, equation)
        };
        let entries = Entries::all(move |p, values, entry| {
            let index = entry.index;
            Some([values[index], expected(p)[index]])
        });
        Self::new(degree, check, entries)
    }

    /// The equation of a matrix whose product with any rates can be computed from the state.
    pub fn of_products(
        degree: Degree,
        equation: &'static str,
        expected: impl Fn(&mut Proof<'_>, &[Residue]) -> Vec<Residue> + Copy + 'static,
    ) -> Self {
        let check = move |p: &mut Proof<'_>, values: &[Residue]| {
            let u = p.random_vector();
            let expected = expected(p, &u);
            p.check_equal(&times(values, &u), &expected, equation)
        };
        let entries = Entries::all(move |p, values, entry| {
            let (row, column) = (entry.indices[0], p.unit(entry.indices[1]));
            Some([values[entry.index], expected(p, &column)[row]])
        });
        Self::new(degree, check, entries)
    }

    /// The equation of a target.
    pub fn of(target: Target) -> Self {
        match target.function.quantity() {
            Quantity::Force(terms) => forces::inverse_dynamics(terms),
            Quantity::Acceleration(terms) | Quantity::FreeBodies(terms) => {
                forces::forward_dynamics(terms)
            }
            Quantity::Derivatives(quantity) => derivatives::derivatives(target, quantity),
            Quantity::DerivativeProduct(quantity) => derivative_products::product(target, quantity),
            Quantity::Applied => forces::applied_force(),
            Quantity::Actuation => forces::actuation(),
            Quantity::MassMatrix => matrices::mass_matrix(),
            Quantity::MassMatrixInverse => matrices::mass_matrix_inverse(),
            Quantity::CoriolisMatrix => matrices::coriolis_matrix(),
            Quantity::ChristoffelSymbols => matrices::christoffel_symbols(),
            Quantity::KineticEnergy => energies::kinetic(),
            Quantity::PotentialEnergy => energies::potential(),
            Quantity::SpringEnergy => energies::spring(),
            Quantity::CenterOfMass => center_of_mass::position(),
            Quantity::CenterOfMassVelocity => center_of_mass::velocity(),
            Quantity::CenterOfMassAcceleration => center_of_mass::acceleration(),
            Quantity::Centroidal => center_of_mass::centroidal(),
            Quantity::TotalMass => center_of_mass::mass(),
            Quantity::Pose => links::pose(target),
            Quantity::Jacobian(axes) => links::jacobian(target, axes),
            Quantity::JacobianRate(axes) => links::jacobian_rate(target, axes),
            Quantity::LinkVelocity(axes) => links::velocity(target, axes),
            Quantity::LinkAcceleration(axes) => links::acceleration(target, axes),
            Quantity::Momentum => links::momentum(target),
            Quantity::MomentumRate => links::momentum_rate(target),
            Quantity::JointWrench { axes, external } => links::joint_wrench(target, axes, external),
            Quantity::Constraint => constraints::constraint(),
            Quantity::ConstraintJacobian => constraints::constraint_jacobian(),
            Quantity::ConstraintBias => constraints::constraint_bias(),
            Quantity::Constrained(response) => constraints::response(response),
            Quantity::ConstrainedInverse { given, external } => {
                constraints::inverse_dynamics(given, Terms::acting(external))
            }
        }
    }
}

impl Proof<'_> {
    /// Whether the equation of a target holds.
    pub fn check(&mut self, target: Target) -> EquationCheck {
        let values = evaluate(self.program, &mut self.lagrangian.state);
        self.check_values(target, &values)
    }

    /// Whether the equation of a target holds for these values of the program.
    pub fn check_values(&mut self, target: Target, values: &[Residue]) -> EquationCheck {
        (Equation::of(target).check)(self, values)
    }

    /// The number of rates.
    pub(super) fn nv(&self) -> usize {
        self.values(InputKind::Qd).len()
    }

    /// The rates of which one is 1 and the others are 0.
    pub(crate) fn unit(&self, rate: usize) -> Vec<Residue> {
        let mut unit = vec![Residue::ZERO; self.nv()];
        unit[rate] = Residue::ONE;
        unit
    }

    /// A random vector with which an equation is contracted.
    pub(crate) fn random_vector(&mut self) -> Vec<Residue> {
        self.random_vector_of_length(self.nv())
    }

    /// A random vector of this length.
    fn random_vector_of_length(&mut self, length: usize) -> Vec<Residue> {
        if Residue::are_duals() {
            let numbers = Residue::in_base_field(|| self.random_vector_of_length(length));
            let residues = numbers.into_iter().map(|x| Residue::lift(|| x));
            return residues.collect();
        }
        let numbers = self.random.residues(length);
        #[cfg(test)]
        let numbers = self.lagrangian.probe.scale(numbers);
        numbers
    }

    /// A random vector with which these entries are contracted. Among floats it balances them, so that no entry hides the error of
    /// another.
    pub(super) fn balanced_vector(&mut self, entries: &[Residue]) -> Vec<Residue> {
        let pairs = self.random_vector().into_iter().zip(entries);
        pairs.map(|(factor, x)| factor * x.balance()).collect()
    }

    /// Checks that both sides of an equation are equal; among floats, up to rounding errors.
    pub(crate) fn check_equal(
        &mut self,
        left: &[Residue],
        right: &[Residue],
        equation: &'static str,
    ) -> EquationCheck {
        #[cfg(test)]
        if Residue::are_duals() {
            let [left, right] = [left, right].map(changes);
            if Residue::in_base_field(|| self.lagrangian.probe.records(&left, &right)) {
                return Ok(());
            }
        } else if self.lagrangian.probe.records(left, right) {
            return Ok(());
        }
        let mut pairs = left.iter().zip(right);
        let are_equal = left.len() == right.len() && pairs.all(|(&x, &y)| x.agrees(y));
        check_equation(are_equal, equation)
    }

    /// Checks that values are 0.
    pub(crate) fn check_zero(
        &mut self,
        values: &[Residue],
        equation: &'static str,
    ) -> EquationCheck {
        self.check_equal(values, &vec![Residue::ZERO; values.len()], equation)
    }

    /// The state's values of one kind of input.
    pub(crate) fn values(&self, kind: InputKind) -> Vec<Residue> {
        self.lagrangian.state.values(kind).to_vec()
    }

    /// The trajectory of all links as positions change at these rates, with the time of expressions fixed.
    pub(crate) fn trajectory(&mut self, rates: &[Residue]) -> Trajectory<2> {
        let path = Path::from_rates(rates.iter().map(|&x| Jet::constant(x)).collect());
        self.lagrangian.trajectory(&path, Displacement::Successive)
    }

    /// The same trajectory, with the time of expressions passing too.
    pub(crate) fn trajectory_in_time(&mut self, rates: &[Residue]) -> Trajectory<2> {
        let path = Path::from_rates(rates.iter().map(|&x| Jet::constant(x)).collect());
        self.lagrangian
            .trajectory(&path.with_time(), Displacement::Successive)
    }

    /// The placements of all links on a path with these rates and accelerations, the latter along [`direction::SECOND`].
    fn accelerating(&mut self, qd: &[Residue], qdd: &[Residue]) -> Vec<Affine<8>> {
        let path = Path::accelerating(qd, qdd);
        self.lagrangian
            .trajectory(&path, Displacement::Successive)
            .links
    }
}

pub(super) fn check_equation(is_satisfied: bool, equation: &'static str) -> EquationCheck {
    if is_satisfied { Ok(()) } else { Err(equation) }
}

#[cfg(test)]
fn changes(values: &[Residue]) -> Vec<Residue> {
    values.iter().map(|x| x.value_and_change()[1]).collect()
}

pub(super) fn dot(a: &[Residue], b: &[Residue]) -> Residue {
    a.iter()
        .zip(b)
        .fold(Residue::ZERO, |sum, (&x, &y)| sum + x * y)
}

/// A matrix by rows times a vector.
pub(super) fn times(matrix: &[Residue], vector: &[Residue]) -> Vec<Residue> {
    matrix
        .chunks_exact(vector.len().max(1))
        .map(|row| dot(row, vector))
        .collect()
}

pub(super) fn cross(x: &[Residue; 3], y: &[Residue; 3]) -> [Residue; 3] {
    std::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        x[i] * y[j] - x[j] * y[i]
    })
}
