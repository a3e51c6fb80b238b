//! The equation that each quantity has to satisfy.

mod center_of_mass;
mod energies;
mod forces;
mod links;
mod matrices;

use crate::arithmetic::{Affine, DrawResidues, Jet, Residue};
use crate::lagrangian::{Displacement, Lagrangian, Path, Trajectory};
use multibody_description::function::{Quantity, Response, Target, Terms};
use multibody_program::ir::{InputKind, Program, evaluate};
use multibody_support::random::Random;

/// A program at one random state of a system.
pub struct Proof<'a> {
    pub lagrangian: Lagrangian<'a>,
    pub wrench_links: &'a [usize],
    pub random: Random,
    pub program: &'a Program,
}

/// The check of an equation; the error is the name of an equation that does not hold.
pub type EquationCheck = Result<(), &'static str>;

impl Proof<'_> {
    /// Whether the equation of a target holds.
    pub fn check(&mut self, target: Target) -> EquationCheck {
        let values = evaluate(self.program, &mut self.lagrangian.state);
        self.check_values(target, &values)
    }

    /// Whether the equation of a target holds for these values of the program.
    pub fn check_values(&mut self, target: Target, values: &[Residue]) -> EquationCheck {
        match target.function.quantity() {
            Quantity::Force(terms) => self.inverse_dynamics(values, terms),
            Quantity::Acceleration(terms) | Quantity::FreeBodies(terms) => {
                self.forward_dynamics(values, terms)
            }
            Quantity::MassMatrix => self.mass_matrix(values),
            Quantity::MassMatrixInverse => self.mass_matrix_inverse(values),
            Quantity::CoriolisMatrix => self.coriolis_matrix(values),
            Quantity::ChristoffelSymbols => self.christoffel_symbols(values),
            Quantity::KineticEnergy => self.kinetic_energy(values[0]),
            Quantity::PotentialEnergy => self.potential_energy(values[0]),
            Quantity::SpringEnergy => self.spring_energy(values[0]),
            Quantity::CenterOfMass => self.center_of_mass(values),
            Quantity::CenterOfMassVelocity => self.center_of_mass_velocity(values),
            Quantity::CenterOfMassAcceleration => self.center_of_mass_acceleration(values),
            Quantity::Centroidal => self.centroidal(values),
            Quantity::TotalMass => self.total_mass(values[0]),
            Quantity::Pose => self.pose(values, target),
            Quantity::Jacobian(axes) => self.jacobian(values, target, axes),
            Quantity::JacobianRate(axes) => self.jacobian_rate(values, target, axes),
            Quantity::LinkVelocity(axes) => self.velocity(values, target, axes),
            Quantity::LinkAcceleration(axes) => self.acceleration(values, target, axes),
            Quantity::Momentum => self.momentum(values, target),
            Quantity::MomentumRate => self.momentum_rate(values, target),
            Quantity::Constraint => self.constraint(values),
            Quantity::ConstraintJacobian => self.constraint_jacobian(values),
            Quantity::ConstraintBias => self.constraint_bias(values, &self.values(InputKind::Qd)),
            Quantity::Constrained(response) => self.response(values, response),
            Quantity::ConstrainedInverse { given, external } => {
                let terms = Terms::acting(external);
                match given {
                    false => self.constrained_inverse(values, terms),
                    true => self.constrained_inverse_of(values, terms),
                }
            }
            Quantity::JointWrench { axes, external } => {
                self.joint_wrench(values, target, axes, external)
            }
            Quantity::Applied => self.applied(values),
        }
    }

    /// Checks accelerations and multipliers, or rates and impulses, under constraints.
    fn response(&mut self, values: &[Residue], response: Response) -> EquationCheck {
        let qd = self.values(InputKind::Qd);
        self.at_selections(
            response.is_switched(),
            values,
            |proof, values| match response {
                Response::Acceleration {
                    feedback, external, ..
                } => {
                    // Pivots do not occur in the equations.
                    let decided = qd.len() + proof.lagrangian.system.nc();
                    proof.constrained(&values[..decided], &qd, feedback, external)
                }
                Response::Impulse { .. } => proof.constraint_impulse(values, &qd),
            },
        )
    }

    /// Random factors of the entries of a vector. Among floats they balance the entries, so that none hides an error of another.
    pub(super) fn factors(&mut self, entries: &[Residue]) -> Vec<Residue> {
        let factors = entries.iter().map(|x| self.random.residue() * x.balance());
        factors.collect()
    }

    pub(super) fn nv(&self) -> usize {
        self.values(InputKind::Qd).len()
    }

    pub(crate) fn values(&self, kind: InputKind) -> Vec<Residue> {
        self.lagrangian.state.values(kind).to_vec()
    }

    /// The trajectory of all links as positions change at these rates, with the time of expressions fixed.
    pub(crate) fn trajectory(&mut self, rates: &[Residue]) -> Trajectory<2> {
        let path = Path::rate(rates.iter().map(|&x| Jet::constant(x)).collect());
        self.lagrangian.trajectory(&path, Displacement::Successive)
    }

    /// The same trajectory, with the time of expressions passing too.
    pub(crate) fn in_time(&mut self, rates: &[Residue]) -> Trajectory<2> {
        let path = Path::rate(rates.iter().map(|&x| Jet::constant(x)).collect());
        self.lagrangian
            .trajectory(&path.in_time(), Displacement::Successive)
    }

    /// The placements of all links on a path with these rates and accelerations, the latter along [`SECOND`].
    fn accelerating(&mut self, qd: &[Residue], qdd: &[Residue]) -> Vec<Affine<8>> {
        let path = Path::accelerating(qd, qdd);
        self.lagrangian
            .trajectory(&path, Displacement::Successive)
            .links
    }
}

pub(super) fn check_equation(equal: bool, equation: &'static str) -> EquationCheck {
    if equal { Ok(()) } else { Err(equation) }
}

/// Checks that values are what the equation gives.
pub(super) fn check_equal(
    found: &[Residue],
    expected: &[Residue],
    equation: &'static str,
) -> EquationCheck {
    let mut pairs = found.iter().zip(expected);
    let equal = found.len() == expected.len() && pairs.all(|(&x, &y)| x.agrees(y));
    check_equation(equal, equation)
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
