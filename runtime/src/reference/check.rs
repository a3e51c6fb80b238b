//! A robot's emitted functions against the reference algorithms.

use std::{fmt, vec::Vec};

use nalgebra::{DMatrix, DVector};

use super::report::{Mismatch, Report, Worst};
use super::{Model, State};

/// Largest error allowed, relative to the largest entry of the reference's vector or matrix.
const TOLERANCE: f64 = 1e-12;

/// Entries below this are rounding of larger numbers that cancelled: they do not tighten the
/// tolerance further.
const LEAST_SCALE: f64 = 1e-3;

/// Inverting `M` loses as many digits as its condition number has; but beyond this one the
/// comparison would accept anything.
const GREATEST_CONDITION: f64 = 1e9;

/// How many random states [`check`] looks at.
const STATES: u64 = 16;

/// A robot that knows its description, so that its functions can be checked. Implemented by emitted
/// code.
pub trait Described {
    /// The robot as described, none of its links merged.
    fn model(&self) -> Model;

    /// The links whose wrenches the robot's functions take, in order.
    fn wrench_links(&self) -> &'static [&'static str] {
        &[]
    }

    /// Calls `report` with the result of every emitted function at a state, matrices by rows.
    fn evaluate(&self, state: &State, report: &mut dyn FnMut(Quantity, &[f64]));
}

/// What an emitted function computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Quantity {
    /// `M(q)`, `nv` x `nv`.
    MassMatrix,
    /// `M(q)^-1`, `nv` x `nv`.
    MassMatrixInverse,
    /// `C(q, qd)`, `nv` x `nv`.
    CoriolisMatrix,
    /// `C_ijk`, `nv^2` x `nv`, a row for each i and j.
    ChristoffelSymbols,
    /// `C(q, qd) qd`, `nv` long.
    Coriolis,
    /// `g(q)`, `nv` long.
    Gravity,
    /// What time and terms of T of one rate bring, `nv` long.
    Drive,
    /// `C(q, qd) qd + g(q)`, and the drive, `nv` long.
    Bias,
    /// `tau` for the state's `qdd`, without wrenches, `nv` long.
    InverseDynamics,
    /// `tau` for the state's `qdd` and wrenches, `nv` long.
    InverseDynamicsWithWrenches,
    /// `qdd` under the state's `tau`, without wrenches, `nv` long.
    ForwardDynamics,
    /// `qdd` under the state's `tau` and wrenches, `nv` long.
    ForwardDynamicsWithWrenches,
    /// [`Self::ForwardDynamics`] of the function that has every body free.
    ForwardDynamicsInMaximalCoordinates,
    /// The same under wrenches.
    ForwardDynamicsInMaximalCoordinatesWithWrenches,
    /// `Q`: springs, damping, friction, and `sum J^T w` of the state's wrenches, `nv` long.
    GeneralizedForce,
    /// `T(q, qd)`.
    KineticEnergy,
    /// `U(q)`.
    PotentialEnergy,
    /// That of the springs.
    SpringEnergy,
    /// Of all that moves, in world axes: 3 numbers.
    CenterOfMass,
    /// Of the centre of mass, in world axes: 3 numbers.
    CenterOfMassVelocity,
    /// Of the centre of mass, in world axes: 3 numbers.
    CenterOfMassAcceleration,
    /// Of all that moves.
    TotalMass,
    /// Of a link in the world: 12 numbers, the rotation by rows, then the position.
    Pose(&'static str),
    /// Of a link's origin, world axes, 6 x `nv`, linear first.
    Jacobian(&'static str),
    /// Of a link's origin, link axes, 6 x `nv`, linear first.
    JacobianBody(&'static str),
    /// The derivative in time of [`Self::Jacobian`].
    JacobianRate(&'static str),
    /// The derivative in time of [`Self::JacobianBody`].
    JacobianRateBody(&'static str),
    /// Of a link's origin, then angular, world axes: 6 numbers.
    Velocity(&'static str),
    /// The same in link axes.
    VelocityBody(&'static str),
    /// Of a link's origin, then angular, world axes: 6 numbers.
    Acceleration(&'static str),
    /// The same in link axes.
    AccelerationBody(&'static str),
    /// Of a link, then angular about its centre of mass, world axes: 6 numbers.
    Momentum(&'static str),
    /// The derivative in time of [`Self::Momentum`].
    MomentumRate(&'static str),
    /// Force and moment about a link's origin that it feels of its joint, without wrenches, world axes: 6 numbers.
    JointWrench(&'static str),
    /// The same in link axes.
    JointWrenchBody(&'static str),
    /// The same under the state's wrenches, world axes.
    JointWrenchWithWrenches(&'static str),
    /// The same under the state's wrenches, link axes.
    JointWrenchBodyWithWrenches(&'static str),
    /// `C(q)`, `nc` long.
    Constraint,
    /// J, `nc` x `nv`.
    ConstraintJacobian,
    /// `dJ/dt qd`, `nc` long.
    ConstraintBias,
    /// `qdd` under the state's `tau` and the constraints, without wrenches, then the multipliers: `nv + nc` numbers.
    ConstrainedForwardDynamics,
    /// The same with the state's feedback.
    ConstrainedForwardDynamicsWithFeedback,
    /// The same with wrenches.
    ConstrainedForwardDynamicsWithWrenches,
    /// [`Self::ConstrainedForwardDynamics`] of the function that tells its pivots, without these.
    ConstrainedForwardDynamicsWithPivots,
    /// The same with wrenches.
    ConstrainedForwardDynamicsWithPivotsAndWrenches,
    /// Rates after an impulse of the constraints with the state's restitution, then the impulse: `nv + nc` numbers.
    ConstraintImpulse,
    /// [`Self::ConstrainedForwardDynamicsWithFeedback`] of the constraints that the state has switched on.
    ConstrainedForwardDynamicsWithSelectors,
    /// The same with wrenches.
    ConstrainedForwardDynamicsWithSelectorsAndWrenches,
    /// [`Self::ConstraintImpulse`] of the constraints that the state has switched on.
    ConstraintImpulseWithSelectors,
    /// `tau` for the state's `qdd` and weight, without wrenches, multipliers, then the residual: `2 nv + nc` numbers.
    ConstrainedInverseDynamics,
    /// The same with wrenches.
    ConstrainedInverseDynamicsWithWrenches,
    /// `tau` for the state's `qdd` and multipliers, without wrenches, then the residual: `2 nv` numbers.
    ConstrainedInverseDynamicsWithMultipliers,
    /// The same with wrenches.
    ConstrainedInverseDynamicsWithMultipliersAndWrenches,
}

impl Quantity {
    fn inverts_mass_matrix(self) -> bool {
        matches!(
            self,
            Self::MassMatrixInverse
                | Self::ForwardDynamics
                | Self::ForwardDynamicsWithWrenches
                | Self::ForwardDynamicsInMaximalCoordinates
                | Self::ForwardDynamicsInMaximalCoordinatesWithWrenches
        )
    }

    /// Whether only some constraints hold.
    fn is_switched(self) -> bool {
        matches!(
            self,
            Self::ConstrainedForwardDynamicsWithSelectors
                | Self::ConstrainedForwardDynamicsWithSelectorsAndWrenches
                | Self::ConstraintImpulseWithSelectors
        )
    }

    /// Whether multipliers are found by least squares.
    fn is_least(self) -> bool {
        matches!(
            self,
            Self::ConstrainedInverseDynamics | Self::ConstrainedInverseDynamicsWithWrenches
        )
    }

    /// Of rates, then of multipliers.
    fn is_constrained(self) -> bool {
        matches!(
            self,
            Self::ConstrainedForwardDynamics
                | Self::ConstrainedForwardDynamicsWithPivots
                | Self::ConstrainedForwardDynamicsWithPivotsAndWrenches
                | Self::ConstrainedForwardDynamicsWithFeedback
                | Self::ConstrainedForwardDynamicsWithWrenches
                | Self::ConstraintImpulse
        ) || self.is_switched()
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Self::MassMatrix => "mass_matrix",
            Self::MassMatrixInverse => "mass_matrix_inverse",
            Self::CoriolisMatrix => "coriolis_matrix",
            Self::ChristoffelSymbols => "christoffel_symbols",
            Self::Coriolis => "coriolis",
            Self::Gravity => "gravity",
            Self::Drive => "drive",
            Self::Bias => "bias",
            Self::InverseDynamics => "inverse_dynamics",
            Self::InverseDynamicsWithWrenches => "inverse_dynamics with wrenches",
            Self::ForwardDynamics => "forward_dynamics",
            Self::ForwardDynamicsWithWrenches => "forward_dynamics with wrenches",
            Self::ForwardDynamicsInMaximalCoordinates => "forward_dynamics in maximal coordinates",
            Self::ForwardDynamicsInMaximalCoordinatesWithWrenches => {
                "forward_dynamics in maximal coordinates with wrenches"
            }
            Self::GeneralizedForce => "generalized_force",
            Self::KineticEnergy => "kinetic_energy",
            Self::PotentialEnergy => "potential_energy",
            Self::SpringEnergy => "spring_energy",
            Self::CenterOfMass => "center_of_mass",
            Self::CenterOfMassVelocity => "center_of_mass_velocity",
            Self::CenterOfMassAcceleration => "center_of_mass_acceleration",
            Self::TotalMass => "total_mass",
            Self::Pose(link) => return write!(f, "pose of {link}"),
            Self::Jacobian(link) => return write!(f, "jacobian of {link}"),
            Self::JacobianBody(link) => return write!(f, "jacobian of {link} in its own axes"),
            Self::JacobianRate(link) => return write!(f, "jacobian rate of {link}"),
            Self::JacobianRateBody(link) => {
                return write!(f, "jacobian rate of {link} in its own axes");
            }
            Self::Velocity(link) => return write!(f, "velocity of {link}"),
            Self::VelocityBody(link) => return write!(f, "velocity of {link} in its own axes"),
            Self::Acceleration(link) => return write!(f, "acceleration of {link}"),
            Self::AccelerationBody(link) => {
                return write!(f, "acceleration of {link} in its own axes");
            }
            Self::Momentum(link) => return write!(f, "momentum of {link}"),
            Self::MomentumRate(link) => return write!(f, "momentum rate of {link}"),
            Self::JointWrench(link) => return write!(f, "joint wrench of {link}"),
            Self::JointWrenchBody(link) => {
                return write!(f, "joint wrench of {link} in its own axes");
            }
            Self::JointWrenchWithWrenches(link) => {
                return write!(f, "joint wrench of {link} with wrenches");
            }
            Self::JointWrenchBodyWithWrenches(link) => {
                return write!(f, "joint wrench of {link} in its own axes with wrenches");
            }
            Self::Constraint => "constraint",
            Self::ConstraintJacobian => "constraint_jacobian",
            Self::ConstraintBias => "constraint_bias",
            Self::ConstrainedForwardDynamics => "constrained_forward_dynamics",
            Self::ConstrainedForwardDynamicsWithPivots => {
                "constrained_forward_dynamics with pivots"
            }
            Self::ConstrainedForwardDynamicsWithPivotsAndWrenches => {
                "constrained_forward_dynamics with pivots and wrenches"
            }
            Self::ConstrainedForwardDynamicsWithFeedback => {
                "constrained_forward_dynamics with feedback"
            }
            Self::ConstrainedForwardDynamicsWithWrenches => {
                "constrained_forward_dynamics with wrenches"
            }
            Self::ConstraintImpulse => "constraint_impulse",
            Self::ConstrainedForwardDynamicsWithSelectors => {
                "constrained_forward_dynamics with selectors"
            }
            Self::ConstrainedForwardDynamicsWithSelectorsAndWrenches => {
                "constrained_forward_dynamics with selectors and wrenches"
            }
            Self::ConstraintImpulseWithSelectors => "constraint_impulse with selectors",
            Self::ConstrainedInverseDynamics => "constrained_inverse_dynamics",
            Self::ConstrainedInverseDynamicsWithWrenches => {
                "constrained_inverse_dynamics with wrenches"
            }
            Self::ConstrainedInverseDynamicsWithMultipliers => {
                "constrained_inverse_dynamics with multipliers"
            }
            Self::ConstrainedInverseDynamicsWithMultipliersAndWrenches => {
                "constrained_inverse_dynamics with multipliers and wrenches"
            }
        };
        f.write_str(name)
    }
}

/// Compares every emitted function with the reference at random states.
///
/// Per vector or matrix, the largest error may be `1e-12 max(1e-3, largest entry)`, times the
/// condition number of `M` where that is inverted, or of `[[M, J^T], [J, 0]]`, scaled to a diagonal of M and rows of J
/// of length 1; in constrained inverse dynamics times that of what decides about multipliers.
/// Multipliers of robots with `regularization` are those that its steps come to. Where no condition number says how much
/// errors grow, such as where rows lose rank, they may grow by 1e9.
///
/// ```
/// # fn in_a_test_of(robot: impl multibody::Described) {
/// match multibody::check(&robot) {
///     Ok(report) => println!("{report}"),
///     Err(mismatch) => panic!("{mismatch}"),
/// }
/// # }
/// ```
///
/// # Errors
/// See [`Mismatch`].
pub fn check<R: Described + ?Sized>(robot: &R) -> Result<Report, Mismatch> {
    check_at(robot, 0..STATES)
}

/// Compares every emitted function with the reference at the states of these seeds; see [`check`].
///
/// # Errors
/// See [`Mismatch`].
pub fn check_at<R: Described + ?Sized>(
    robot: &R,
    seeds: impl IntoIterator<Item = u64>,
) -> Result<Report, Mismatch> {
    let mut model = robot.model();
    let wrench_links: Vec<usize> = robot
        .wrench_links()
        .iter()
        .map(|name| find_link(&model, name))
        .collect::<Result<_, _>>()?;

    let mut report = Report::default();
    for seed in seeds {
        let state = model.random_state(seed, wrench_links.len());
        model = model.at_time(state.t);
        let reference = Reference::new(&model, &wrench_links, &state);
        let mut outcome = Ok(());
        robot.evaluate(&state, &mut |quantity, found| {
            if outcome.is_ok() {
                outcome = reference
                    .compare(quantity, found, seed)
                    .map(|worst| report.add(worst));
            }
        });
        outcome?;
    }
    report.judge()
}

fn find_link(model: &Model, name: &'static str) -> Result<usize, Mismatch> {
    model.link(name).ok_or(Mismatch::UnknownLink { name })
}

/// The reference algorithms at one state.
struct Reference<'a> {
    model: &'a Model,
    state: &'a State,
    wrenches: Vec<(usize, [f64; 6])>,
}

impl<'a> Reference<'a> {
    fn new(model: &'a Model, wrench_links: &[usize], state: &'a State) -> Self {
        let links = wrench_links.iter().copied();
        Self {
            model,
            state,
            wrenches: links.zip(state.wrenches.iter().copied()).collect(),
        }
    }

    /// The entry that is furthest off; `None` if there are no entries.
    fn compare(
        &self,
        quantity: Quantity,
        found: &[f64],
        seed: u64,
    ) -> Result<Option<Worst>, Mismatch> {
        let reference = self.compute(quantity)?;
        if reference.len() != found.len() {
            return Err(Mismatch::Length {
                quantity,
                expected: reference.len(),
                found: found.len(),
            });
        }
        // Multipliers are judged by their own size, all else by the largest of it.
        let multipliers = match quantity {
            _ if quantity.is_least() => self.model.nv..self.model.nv + self.model.nc(),
            _ if quantity.is_constrained() => self.model.nv..reference.nrows(),
            _ => 0..0,
        };
        let size = |of_multipliers: bool| {
            let rows = (0..).zip(reference.row_iter());
            let rows = rows.filter(|(row, _)| multipliers.contains(row) == of_multipliers);
            let sizes = rows.map(|(_, entries)| entries.amax());
            sizes.fold(0.0, f64::max)
        };
        let mut sizes = [false, true].map(size);
        sizes[0] = sizes[0].max(self.cancelled(quantity));
        let amplification = self.amplification(quantity);
        let entries = found.iter().enumerate().map(|(index, &found)| {
            let (row, column) = (index / reference.ncols(), index % reference.ncols());
            let expected = reference[(row, column)];
            let largest = sizes[usize::from(multipliers.contains(&row))];
            let tolerance = TOLERANCE * largest.max(LEAST_SCALE) * amplification;
            let error = ((expected - found) / tolerance).abs();
            Worst {
                quantity,
                seed,
                row,
                column,
                expected,
                found,
                // What is not a number is infinitely wrong, wherever it stands.
                error: if error.is_nan() { f64::INFINITY } else { error },
                largest,
            }
        });
        Ok(entries.reduce(Worst::worse))
    }

    /// The forces of which a residual is what steps leave, and so rounded as they are.
    fn cancelled(&self, quantity: Quantity) -> f64 {
        if !quantity.is_least() || self.model.proximal.is_none() {
            return 0.0;
        }
        let wrenches = match quantity {
            Quantity::ConstrainedInverseDynamicsWithWrenches => self.wrenches.as_slice(),
            _ => &[],
        };
        let State { q, qd, qdd, .. } = self.state;
        self.model.inverse_dynamics(q, qd, qdd, wrenches).amax()
    }

    /// How much inverting `M` may enlarge errors, alone or with J: its condition number.
    fn amplification(&self, quantity: Quantity) -> f64 {
        if quantity.is_constrained() {
            let all = std::vec![1.0; self.model.nc()];
            let selectors = match quantity.is_switched() {
                true => &self.state.selectors,
                false => &all,
            };
            let condition = (self.model).constrained_condition(&self.state.q, selectors);
            return condition.clamp(1.0, GREATEST_CONDITION);
        }
        if quantity.is_least() {
            let condition = (self.model).inverse_condition(&self.state.q, self.state.weight);
            return condition.clamp(1.0, GREATEST_CONDITION);
        }
        if !quantity.inverts_mass_matrix() || self.model.nv() == 0 {
            return 1.0;
        }
        let singular_values = self.model.mass_matrix(&self.state.q).singular_values();
        (singular_values.max() / singular_values.min()).clamp(1.0, GREATEST_CONDITION)
    }

    fn compute(&self, quantity: Quantity) -> Result<DMatrix<f64>, Mismatch> {
        let (model, wrenches) = (self.model, self.wrenches.as_slice());
        let State {
            q,
            qd,
            qdd,
            tau,
            feedback,
            restitution,
            weight,
            lambda,
            selectors,
            ..
        } = self.state;
        let link = |name| find_link(model, name);
        Ok(match quantity {
            Quantity::MassMatrix => model.mass_matrix(q),
            Quantity::MassMatrixInverse => model
                .mass_matrix_inverse(q)
                .unwrap_or(DMatrix::from_element(model.nv(), model.nv(), f64::NAN)),
            Quantity::CoriolisMatrix => model.coriolis_matrix(q, qd),
            Quantity::ChristoffelSymbols => model.christoffel_symbols(q),
            Quantity::Coriolis => column(model.coriolis(q, qd)),
            Quantity::Gravity => column(model.gravity(q)),
            Quantity::Drive => column(model.drive(q, qd)),
            Quantity::Bias => column(model.bias(q, qd)),
            Quantity::InverseDynamics => column(model.inverse_dynamics(q, qd, qdd, &[])),
            Quantity::InverseDynamicsWithWrenches => {
                column(model.inverse_dynamics(q, qd, qdd, wrenches))
            }
            Quantity::ForwardDynamics | Quantity::ForwardDynamicsInMaximalCoordinates => {
                column(model.forward_dynamics(q, qd, tau, &[]))
            }
            Quantity::ForwardDynamicsWithWrenches
            | Quantity::ForwardDynamicsInMaximalCoordinatesWithWrenches => {
                column(model.forward_dynamics(q, qd, tau, wrenches))
            }
            Quantity::GeneralizedForce => {
                let own = model.passive(q, qd) + model.expressed_forces(q, qd);
                column(model.generalized_force(q, wrenches) + own)
            }
            Quantity::KineticEnergy => scalar(model.kinetic_energy(q, qd)),
            Quantity::PotentialEnergy => scalar(model.potential_energy(q)),
            Quantity::SpringEnergy => scalar(model.spring_energy(q)),
            Quantity::CenterOfMass => point(model.center_of_mass(q)),
            Quantity::CenterOfMassVelocity => point(model.center_of_mass_velocity(q, qd)),
            Quantity::CenterOfMassAcceleration => {
                point(model.center_of_mass_acceleration(q, qd, qdd))
            }
            Quantity::TotalMass => scalar(model.total_mass()),
            Quantity::Pose(name) => {
                let (rotation, position) = model.pose(q, link(name)?);
                let rows = rotation.transpose();
                let numbers = rows.iter().chain(position.iter()).copied();
                DMatrix::from_iterator(12, 1, numbers)
            }
            Quantity::Jacobian(name) => by_columns(model.jacobian(q, link(name)?)),
            Quantity::JacobianBody(name) => by_columns(model.jacobian_body(q, link(name)?)),
            Quantity::JacobianRate(name) => by_columns(model.jacobian_rate(q, qd, link(name)?)),
            Quantity::JacobianRateBody(name) => {
                by_columns(model.jacobian_rate_body(q, qd, link(name)?))
            }
            Quantity::Velocity(name) => six(model.velocity(q, qd, link(name)?)),
            Quantity::VelocityBody(name) => six(model.velocity_body(q, qd, link(name)?)),
            Quantity::Acceleration(name) => six(model.acceleration(q, qd, qdd, link(name)?)),
            Quantity::AccelerationBody(name) => {
                six(model.acceleration_body(q, qd, qdd, link(name)?))
            }
            Quantity::Momentum(name) => six(model.momentum(q, qd, link(name)?)),
            Quantity::MomentumRate(name) => six(model.momentum_rate(q, qd, qdd, link(name)?)),
            Quantity::JointWrench(name) => six(model.joint_wrench(q, qd, qdd, &[], link(name)?)),
            Quantity::JointWrenchBody(name) => {
                six(model.joint_wrench_body(q, qd, qdd, &[], link(name)?))
            }
            Quantity::JointWrenchWithWrenches(name) => {
                six(model.joint_wrench(q, qd, qdd, wrenches, link(name)?))
            }
            Quantity::JointWrenchBodyWithWrenches(name) => {
                six(model.joint_wrench_body(q, qd, qdd, wrenches, link(name)?))
            }
            Quantity::Constraint => column(model.constraint(q)),
            Quantity::ConstraintJacobian => model.constraint_jacobian(q),
            Quantity::ConstraintBias => column(model.constraint_bias(q, qd)),
            Quantity::ConstrainedForwardDynamics
            | Quantity::ConstrainedForwardDynamicsWithPivots => {
                let found = model.constrained_forward_dynamics(q, qd, tau, &[], [0.0; 2]);
                behind(found.into())
            }
            Quantity::ConstrainedForwardDynamicsWithPivotsAndWrenches => {
                let found = model.constrained_forward_dynamics(q, qd, tau, wrenches, [0.0; 2]);
                behind(found.into())
            }
            Quantity::ConstrainedForwardDynamicsWithFeedback => {
                let found = model.constrained_forward_dynamics(q, qd, tau, &[], *feedback);
                behind(found.into())
            }
            Quantity::ConstrainedForwardDynamicsWithWrenches => {
                let found = model.constrained_forward_dynamics(q, qd, tau, wrenches, *feedback);
                behind(found.into())
            }
            Quantity::ConstraintImpulse => {
                let found = model.constraint_impulse(q, qd, *restitution);
                behind(found.into())
            }
            Quantity::ConstrainedForwardDynamicsWithSelectors => {
                let of = Model::constrained_forward_dynamics_with_selectors;
                behind(of(model, q, qd, tau, &[], (*feedback, selectors)).into())
            }
            Quantity::ConstrainedForwardDynamicsWithSelectorsAndWrenches => {
                let of = Model::constrained_forward_dynamics_with_selectors;
                behind(of(model, q, qd, tau, wrenches, (*feedback, selectors)).into())
            }
            Quantity::ConstraintImpulseWithSelectors => {
                let of = Model::constraint_impulse_with_selectors;
                behind(of(model, q, qd, *restitution, selectors).into())
            }
            Quantity::ConstrainedInverseDynamics => {
                let found = model.constrained_inverse_dynamics(q, qd, qdd, &[], *weight);
                behind(found.into())
            }
            Quantity::ConstrainedInverseDynamicsWithWrenches => {
                let found = model.constrained_inverse_dynamics(q, qd, qdd, wrenches, *weight);
                behind(found.into())
            }
            Quantity::ConstrainedInverseDynamicsWithMultipliers => {
                let of = Model::constrained_inverse_dynamics_with_multipliers;
                behind(of(model, q, qd, qdd, &[], lambda).into())
            }
            Quantity::ConstrainedInverseDynamicsWithMultipliersAndWrenches => {
                let of = Model::constrained_inverse_dynamics_with_multipliers;
                behind(of(model, q, qd, qdd, wrenches, lambda).into())
            }
        })
    }
}

fn column(vector: DVector<f64>) -> DMatrix<f64> {
    DMatrix::from_column_slice(vector.len(), 1, vector.as_slice())
}

/// One behind the other.
fn behind<const N: usize>(vectors: [DVector<f64>; N]) -> DMatrix<f64> {
    let numbers: Vec<f64> = vectors.iter().flatten().copied().collect();
    DMatrix::from_column_slice(numbers.len(), 1, &numbers)
}

fn scalar(number: f64) -> DMatrix<f64> {
    DMatrix::from_element(1, 1, number)
}

fn point(coordinates: nalgebra::Vector3<f64>) -> DMatrix<f64> {
    DMatrix::from_column_slice(3, 1, coordinates.as_slice())
}

fn six(motion: nalgebra::Vector6<f64>) -> DMatrix<f64> {
    DMatrix::from_column_slice(6, 1, motion.as_slice())
}

fn by_columns(jacobian: nalgebra::Matrix6xX<f64>) -> DMatrix<f64> {
    DMatrix::from_column_slice(6, jacobian.ncols(), jacobian.as_slice())
}
