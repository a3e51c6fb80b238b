//! The equation that each quantity has to satisfy.

mod center_of_mass;
mod degree;
mod energies;
mod forces;
mod links;
mod matrices;

pub use degree::{Degree, LinearSystems};
pub use forces::MOTION;

use crate::arithmetic::{Affine, DrawResidues, Jet, Residue};
use crate::constraints;
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

/// The equation of a quantity: its degree, and its check at a state of the values that the program has there.
pub struct Equation {
    pub degree: Degree,
    check: Box<Check>,
}

type Check = dyn Fn(&mut Proof<'_>, &[Residue]) -> EquationCheck;

impl Equation {
    fn new(
        degree: Degree,
        check: impl Fn(&mut Proof<'_>, &[Residue]) -> EquationCheck + 'static,
    ) -> Self {
        let check = Box::new(check);
        Self { degree, check }
    }

    /// The equation of a target.
    pub fn of(target: Target) -> Self {
        match target.function.quantity() {
            Quantity::Force(terms) => {
                Self::new(forces::MOTION, move |p, x| p.inverse_dynamics(x, terms))
            }
            Quantity::Acceleration(terms) | Quantity::FreeBodies(terms) => {
                Self::new(forces::MOTION, move |p, x| p.forward_dynamics(x, terms))
            }
            Quantity::Applied => Self::new(forces::APPLIED, |p, x| p.applied(x)),
            Quantity::MassMatrix => Self::new(matrices::MASS_MATRIX, |p, x| p.mass_matrix(x)),
            Quantity::MassMatrixInverse => {
                Self::new(matrices::INVERSE, |p, x| p.mass_matrix_inverse(x))
            }
            Quantity::CoriolisMatrix => Self::new(matrices::CORIOLIS, |p, x| p.coriolis_matrix(x)),
            Quantity::ChristoffelSymbols => {
                Self::new(matrices::CHRISTOFFEL, |p, x| p.christoffel_symbols(x))
            }
            Quantity::KineticEnergy => Self::new(energies::KINETIC, |p, x| p.kinetic_energy(x)),
            Quantity::PotentialEnergy => {
                Self::new(energies::POTENTIAL, |p, x| p.potential_energy(x))
            }
            Quantity::SpringEnergy => Self::new(energies::SPRINGS, |p, x| p.spring_energy(x)),
            Quantity::CenterOfMass => {
                Self::new(center_of_mass::POSITION, |p, x| p.center_of_mass(x))
            }
            Quantity::CenterOfMassVelocity => Self::new(center_of_mass::VELOCITY, |p, x| {
                p.center_of_mass_velocity(x)
            }),
            Quantity::CenterOfMassAcceleration => {
                Self::new(center_of_mass::ACCELERATION, |p, x| {
                    p.center_of_mass_acceleration(x)
                })
            }
            Quantity::Centroidal => Self::new(center_of_mass::CENTROIDAL, |p, x| p.centroidal(x)),
            Quantity::TotalMass => Self::new(center_of_mass::MASS, |p, x| p.total_mass(x)),
            Quantity::Pose => Self::new(links::POSE, move |p, x| p.pose(x, target)),
            Quantity::Jacobian(axes) => Self::new(links::velocity(axes), move |p, x| {
                p.jacobian(x, target, axes)
            }),
            Quantity::JacobianRate(axes) => Self::new(links::acceleration(axes), move |p, x| {
                p.jacobian_rate(x, target, axes)
            }),
            Quantity::LinkVelocity(axes) => Self::new(links::velocity(axes), move |p, x| {
                p.velocity(x, target, axes)
            }),
            Quantity::LinkAcceleration(axes) => {
                Self::new(links::acceleration(axes), move |p, x| {
                    p.acceleration(x, target, axes)
                })
            }
            Quantity::Momentum => Self::new(links::MOMENTUM, move |p, x| p.momentum(x, target)),
            Quantity::MomentumRate => {
                Self::new(links::MOMENTUM_RATE, move |p, x| p.momentum_rate(x, target))
            }
            Quantity::JointWrench { axes, external } => {
                Self::new(links::joint_wrench(axes), move |p, x| {
                    p.joint_wrench(x, target, axes, external)
                })
            }
            Quantity::Constraint => Self::new(constraints::VALUE, |p, x| p.constraint(x)),
            Quantity::ConstraintJacobian => {
                Self::new(constraints::JACOBIAN, |p, x| p.constraint_jacobian(x))
            }
            Quantity::ConstraintBias => Self::new(constraints::BIAS, |p, x| p.constraint_bias(x)),
            Quantity::Constrained(response) => {
                Self::new(constraints::response(response), move |p, x| {
                    p.response(x, response)
                })
            }
            Quantity::ConstrainedInverse { given, external } => {
                let terms = Terms::acting(external);
                match given {
                    false => Self::new(constraints::LEAST_FORCES, move |p, x| {
                        p.constrained_inverse(x, terms)
                    }),
                    true => Self::new(constraints::GIVEN_FORCES, move |p, x| {
                        p.constrained_inverse_of(x, terms)
                    }),
                }
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

    /// Checks the response of constraints at all selections of rows.
    fn response(&mut self, values: &[Residue], response: Response) -> EquationCheck {
        // Pivots, which may follow, do not occur in the equations.
        let decided = self.nv() + self.lagrangian.system.nc();
        self.at_selections(response.is_switched(), values, |proof, values| {
            proof.constrained(&values[..decided], response)
        })
    }

    pub(super) fn nv(&self) -> usize {
        self.values(InputKind::Qd).len()
    }

    /// A random vector with which an equation is contracted.
    pub(crate) fn vector(&mut self) -> Vec<Residue> {
        let drawn = self.random.residues(self.nv());
        #[cfg(test)]
        let drawn = self.lagrangian.probe.scaled(drawn);
        drawn
    }

    /// A random vector with which these entries are contracted. Among floats it balances them, so that none hides an error of
    /// another.
    pub(super) fn factors(&mut self, entries: &[Residue]) -> Vec<Residue> {
        let pairs = self.vector().into_iter().zip(entries);
        pairs.map(|(factor, x)| factor * x.balance()).collect()
    }

    /// Checks that both sides of an equation are equal; among floats, up to rounding errors.
    pub(crate) fn equal(
        &mut self,
        left: &[Residue],
        right: &[Residue],
        equation: &'static str,
    ) -> EquationCheck {
        #[cfg(test)]
        if self.lagrangian.probe.records(left, right) {
            return Ok(());
        }
        let mut pairs = left.iter().zip(right);
        let equal = left.len() == right.len() && pairs.all(|(&x, &y)| x.agrees(y));
        check_equation(equal, equation)
    }

    /// Checks that values are 0.
    pub(crate) fn none(&mut self, values: &[Residue], equation: &'static str) -> EquationCheck {
        self.equal(values, &vec![Residue::ZERO; values.len()], equation)
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
