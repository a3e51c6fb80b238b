//! The equation that each quantity has to satisfy.
//!
//! Values are residues, usually numbers modulo a prime. [`crate::arithmetic`] may also make all residues of a thread
//! floats or dual numbers; the changes of dual numbers satisfy the equation of derivatives.

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
pub use energies::KINETIC_DEGREE;
pub use entries::{EntrySides, ResultEntry};
pub use forces::MOTION_DEGREE;

use crate::arithmetic::{Affine, DrawResidues, Jet, Residue, residues_are_duals};
use crate::constraints;
use crate::lagrangian::{Displacement, Path, SystemAtState, Trajectory};
use multibody_description::function::{Quantity, Target, Terms};
use multibody_program::ir::{InputKind, Program, evaluate};
use multibody_support::random::Random;

/// One trial of a program: its equation is checked at one random state of a system.
pub struct Trial<'a> {
    pub system_at_state: SystemAtState<'a>,
    /// The links on which external wrenches act, in order.
    pub wrench_links: &'a [usize],
    /// Draws the vectors with which equations are contracted.
    pub random: Random,
    pub program: &'a Program,
}

/// Whether equations hold; the error is the text of the first equation that does not hold.
pub type CheckResult = Result<(), &'static str>;

/// The equation of a quantity.
pub struct Equation {
    pub degree: Degree,
    /// Checks the values that the program has at a state.
    check: Box<Check>,
    /// Both sides at single entries of the result, to find a wrong one.
    pub entry_sides: EntrySides,
}

type Check = dyn Fn(&mut Trial<'_>, &[Residue]) -> CheckResult;

impl Equation {
    pub fn new(
        degree: Degree,
        check: impl Fn(&mut Trial<'_>, &[Residue]) -> CheckResult + 'static,
        entry_sides: EntrySides,
    ) -> Self {
        Self {
            degree,
            check: Box::new(check),
            entry_sides,
        }
    }

    /// The equation of values that can be computed from the state.
    pub fn of_values(
        degree: Degree,
        equation: &'static str,
        expected: impl Fn(&mut Trial<'_>) -> Vec<Residue> + Copy + 'static,
    ) -> Self {
        let check = move |trial: &mut Trial<'_>, values: &[Residue]| {
            let expected = expected(trial);
            trial.check_equal(values, &expected, equation)
        };
        let entry_sides = EntrySides::all(move |trial, values, entry| {
            let index = entry.index;
            Some([values[index], expected(trial)[index]])
        });
        Self::new(degree, check, entry_sides)
    }

    /// The equation of a matrix whose product with any rates can be computed from the state.
    pub fn of_products(
        degree: Degree,
        equation: &'static str,
        expected: impl Fn(&mut Trial<'_>, &[Residue]) -> Vec<Residue> + Copy + 'static,
    ) -> Self {
        let check = move |trial: &mut Trial<'_>, values: &[Residue]| {
            let u = trial.random_vector();
            let expected = expected(trial, &u);
            trial.check_equal(&times(values, &u), &expected, equation)
        };
        let entry_sides = EntrySides::all(move |trial, values, entry| {
            let (row, column) = (entry.indices[0], trial.unit(entry.indices[1]));
            Some([values[entry.index], expected(trial, &column)[row]])
        });
        Self::new(degree, check, entry_sides)
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
            Quantity::ConstrainedInverse {
                takes_multipliers,
                external,
            } => {
                constraints::inverse_dynamics(takes_multipliers, Terms::with_wrenches_if(external))
            }
        }
    }
}

impl Trial<'_> {
    /// Checks the equation of a target.
    pub fn check(&mut self, target: Target) -> CheckResult {
        let values = evaluate(self.program, &mut self.system_at_state.state);
        self.check_values(target, &values)
    }

    /// Checks the equation of a target for these values of the program.
    pub fn check_values(&mut self, target: Target, values: &[Residue]) -> CheckResult {
        (Equation::of(target).check)(self, values)
    }

    /// The number of rates.
    pub(super) fn nv(&self) -> usize {
        self.values(InputKind::Qd).len()
    }

    /// The vector of rates in which this rate is 1 and the others are 0.
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
        if residues_are_duals() {
            let numbers = Residue::in_base_field(|| self.random_vector_of_length(length));
            let residues = numbers.into_iter().map(|x| Residue::constant_dual(|| x));
            return residues.collect();
        }
        let numbers = self.random.residues(length);
        #[cfg(test)]
        let numbers = self.system_at_state.degree_probe.scale(numbers);
        numbers
    }

    /// A random vector with which these entries are contracted. If residues are floats, its components scale the entries to similar
    /// sizes, so that no entry hides the error of another.
    pub(super) fn balanced_vector(&mut self, entries: &[Residue]) -> Vec<Residue> {
        let pairs = self.random_vector().into_iter().zip(entries);
        pairs.map(|(factor, x)| factor * x.balance()).collect()
    }

    /// Checks that both sides of an equation are equal; if residues are floats, up to rounding errors. In a test that measures
    /// degrees, the differences are recorded instead.
    pub(crate) fn check_equal(
        &mut self,
        left: &[Residue],
        right: &[Residue],
        equation: &'static str,
    ) -> CheckResult {
        #[cfg(test)]
        if residues_are_duals() {
            let [left, right] = [left, right].map(changes);
            if Residue::in_base_field(|| {
                self.system_at_state
                    .degree_probe
                    .record_comparison(&left, &right)
            }) {
                return Ok(());
            }
        } else if self
            .system_at_state
            .degree_probe
            .record_comparison(left, right)
        {
            return Ok(());
        }
        let mut pairs = left.iter().zip(right);
        let are_equal = left.len() == right.len() && pairs.all(|(&x, &y)| x.agrees(y));
        check_equation(are_equal, equation)
    }

    /// Checks that values are 0.
    pub(crate) fn check_zero(&mut self, values: &[Residue], equation: &'static str) -> CheckResult {
        self.check_equal(values, &vec![Residue::ZERO; values.len()], equation)
    }

    /// The state's values of one kind of input.
    pub(crate) fn values(&self, kind: InputKind) -> Vec<Residue> {
        self.system_at_state.state.values(kind).to_vec()
    }

    /// The trajectory of all links as positions change at these rates, with t fixed in expressions that depend on time.
    pub(crate) fn trajectory(&mut self, rates: &[Residue]) -> Trajectory<2> {
        let path = Path::from_rates(rates.iter().map(|&x| Jet::constant(x)).collect());
        self.system_at_state
            .trajectory(&path, Displacement::ShiftThenRate)
    }

    /// The same trajectory, with t passing in expressions too.
    pub(crate) fn trajectory_in_time(&mut self, rates: &[Residue]) -> Trajectory<2> {
        let path = Path::from_rates(rates.iter().map(|&x| Jet::constant(x)).collect());
        self.system_at_state
            .trajectory(&path.with_time(), Displacement::ShiftThenRate)
    }

    /// The placements of all links on a path with these rates, which the accelerations change along
    /// [`direction::SECOND`].
    fn placements_with_accelerations(&mut self, qd: &[Residue], qdd: &[Residue]) -> Vec<Affine<8>> {
        let path = Path::of_motion(qd, qdd);
        self.system_at_state
            .trajectory(&path, Displacement::ShiftThenRate)
            .links
    }
}

pub(super) fn check_equation(is_satisfied: bool, equation: &'static str) -> CheckResult {
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
