//! The expected results of emitted functions, computed by the reference algorithms.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::{rc::Rc, vec::Vec};

use nalgebra::{DMatrix, DVector};

use super::derivative_products::Factor;
use super::quantity::{Property, STEP, STRETCH};
use super::report::{Mismatch, Worst};
use super::{Model, Quantity, State};
use crate::manifold;

/// Largest error allowed, relative to the largest entry of the reference's vector or matrix.
const TOLERANCE: f64 = 1e-12;

/// If all entries of a result are smaller than this, they may be rounding errors of larger numbers that cancelled.
/// Therefore the tolerance is relative to this number at least.
const LEAST_SCALE: f64 = 1e-3;

/// Inverting `M` loses as many digits as its condition number has. The condition number is limited to this value, since
/// beyond it the comparison would accept anything.
const GREATEST_CONDITION: f64 = 1e9;

/// The factor by which the errors of extrapolated differences are larger than those of the algorithms.
const DIFFERENCE_FACTOR: f64 = 1e4;

/// The index of the link with this name.
pub(super) fn find_link(model: &Model, name: &'static str) -> Result<usize, Mismatch> {
    model.link(name).ok_or(Mismatch::UnknownLink { name })
}

/// The reference algorithms at one state.
pub(super) struct Reference<'a> {
    model: &'a Model,
    state: &'a State,
    wrenches: Vec<(usize, [f64; 6])>,
    /// The results computed so far. They are kept, since several parts of the code compute the same quantities.
    cache: RefCell<HashMap<Quantity, Rc<Expected>>>,
}

/// The expected result for a quantity.
struct Expected {
    values: DMatrix<f64>,
    /// The rows of multipliers. These are compared relative to the largest multiplier, all others relative to the
    /// largest other entry.
    multipliers: Range<usize>,
    /// The largest entry of the rows that are not multipliers, or of larger forces that cancel in them, and the largest
    /// multiplier.
    sizes: [f64; 2],
    /// The factor by which inverting a matrix may amplify errors.
    amplification: f64,
}

impl<'a> Reference<'a> {
    pub(super) fn new(model: &'a Model, wrench_links: &[usize], state: &'a State) -> Self {
        let links = wrench_links.iter().copied();
        Self {
            model,
            state,
            wrenches: links.zip(state.wrenches.iter().copied()).collect(),
            cache: RefCell::default(),
        }
    }

    /// Compares the results of a function with the reference. Returns the entry with the largest error; `None` if there
    /// are no entries.
    pub(super) fn compare(
        &self,
        (part, quantity): (&'static str, Quantity),
        actual: &[f64],
        seed: u64,
    ) -> Result<Option<Worst>, Mismatch> {
        let reference = self.find_or_compute(quantity)?;
        let expected = &reference.values;
        if expected.len() != actual.len() {
            return Err(Mismatch::Length {
                part,
                quantity,
                expected: expected.len(),
                found: actual.len(),
            });
        }
        let entries = actual.iter().enumerate().map(|(index, &actual)| {
            let (row, column) = (index / expected.ncols(), index % expected.ncols());
            let expected = expected[(row, column)];
            let largest = reference.sizes[usize::from(reference.multipliers.contains(&row))];
            let tolerance = TOLERANCE * largest.max(LEAST_SCALE) * reference.amplification;
            let error = ((expected - actual) / tolerance).abs();
            // Steps of joints with a chart that this crate does not define are NaN.
            let has_unknown_chart =
                quantity.has(Property::JointsOnly) && expected.is_nan() && actual.is_nan();
            Worst {
                part,
                quantity,
                seed,
                row,
                column,
                expected,
                found: actual,
                // Any other NaN, of either side, is an infinite error.
                error: if !error.is_nan() {
                    error
                } else if has_unknown_chart {
                    0.0
                } else {
                    f64::INFINITY
                },
                largest,
            }
        });
        Ok(entries.reduce(Worst::worse))
    }

    /// Finds the expected result in the cache, or computes it.
    fn find_or_compute(&self, quantity: Quantity) -> Result<Rc<Expected>, Mismatch> {
        if let Some(value) = self.cache.borrow().get(&quantity) {
            return Ok(Rc::clone(value));
        }
        let (values, nv) = (self.compute(quantity)?, self.model.nv);
        let multipliers = match quantity {
            _ if quantity.has(Property::LeastSquares) => nv..nv + self.model.nc(),
            _ if quantity.has(Property::Constrained) => nv..values.nrows(),
            _ => 0..0,
        };
        let size = |is_multiplier: bool| {
            let rows = (0..)
                .zip(values.row_iter())
                .filter(|(row, _)| multipliers.contains(row) == is_multiplier);
            let sizes = rows.map(|(_, entries)| entries.amax());
            sizes.fold(0.0, f64::max)
        };
        let mut sizes = [false, true].map(size);
        sizes[0] = sizes[0].max(self.largest_cancelled_force(quantity));
        let amplification = self.amplification(quantity);
        let value = Rc::new(Expected {
            values,
            multipliers,
            sizes,
            amplification,
        });
        let mut cache = self.cache.borrow_mut();
        Ok(Rc::clone(cache.entry(quantity).or_insert(value)))
    }

    /// The largest of the forces that cancel in a quantity, which has rounding errors of their size; 0 if none cancel.
    ///
    /// Coriolis forces are the projections of centrifugal forces onto the motions of the joints. If the centrifugal
    /// forces are almost perpendicular to all motions, these projections are small differences of large numbers. The
    /// residual of regularized inverse dynamics is a difference of generalized forces.
    fn largest_cancelled_force(&self, quantity: Quantity) -> f64 {
        if quantity == Quantity::Coriolis {
            let State { q, qd, .. } = self.state;
            return self.model.largest_coriolis_force(q, qd);
        }
        if !quantity.has(Property::LeastSquares) || self.model.proximal.is_none() {
            return 0.0;
        }
        let wrenches = match quantity {
            Quantity::ConstrainedInverseDynamicsWithWrenches => self.wrenches.as_slice(),
            _ => &[],
        };
        let State { q, qd, qdd, .. } = self.state;
        self.model.inverse_dynamics(q, qd, qdd, wrenches).amax()
    }

    /// The factor by which errors may be amplified: [`DIFFERENCE_FACTOR`] if the reference computes differences; otherwise
    /// the condition number of the matrix that is inverted (`M`, alone or with J, or that for multipliers); otherwise 1.
    fn amplification(&self, quantity: Quantity) -> f64 {
        if quantity.has(Property::ByDifferences) && !self.is_by_recursion(quantity) {
            return DIFFERENCE_FACTOR;
        }
        if quantity.has(Property::Constrained) {
            let ones = std::vec![1.0; self.model.nc()];
            let selectors =
                if quantity.has(Property::Selectors) { &self.state.selectors } else { &ones };
            let condition = (self.model).constrained_condition(&self.state.q, selectors);
            return condition.clamp(1.0, GREATEST_CONDITION);
        }
        if quantity.has(Property::LeastSquares) {
            let condition = (self.model).inverse_condition(&self.state.q, self.state.weight);
            return condition.clamp(1.0, GREATEST_CONDITION);
        }
        if !quantity.has(Property::InvertsMassMatrix) || self.model.nv() == 0 {
            return 1.0;
        }
        let singular_values = self.model.mass_matrix(&self.state.q).singular_values();
        (singular_values.max() / singular_values.min()).clamp(1.0, GREATEST_CONDITION)
    }

    /// Whether the derivatives that this quantity contains are computed by the recursion alone, without differences.
    fn is_by_recursion(&self, quantity: Quantity) -> bool {
        let is_of_forces = matches!(
            quantity,
            Quantity::InverseDynamicsDerivatives
                | Quantity::InverseDynamicsJvp
                | Quantity::InverseDynamicsVjp
                | Quantity::GravityStiffness
        );
        is_of_forces
            && self.model.has_only_inertia_and_gravity()
            && self.model.has_constant_subspaces(&self.state.q)
    }

    /// The values of a quantity: matrices as such, everything else in one column.
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
            direction,
            weights,
            ..
        } = self.state;
        let (direction_factor, weights_factor) =
            (Factor::Direction(direction), Factor::Weights(weights));
        let link = |name| find_link(model, name);
        let accelerations = |wrenches: &[_], feedback| {
            concat(
                model
                    .constrained_forward_dynamics(q, qd, tau, wrenches, feedback)
                    .into(),
            )
        };
        let selected_accelerations = |wrenches: &[_]| {
            let function = Model::constrained_forward_dynamics_with_selectors;
            concat(function(model, q, qd, tau, wrenches, (*feedback, selectors)).into())
        };
        let inverse_dynamics = |wrenches: &[_]| {
            concat(
                model
                    .constrained_inverse_dynamics(q, qd, qdd, wrenches, *weight)
                    .into(),
            )
        };
        let with_multipliers = |wrenches: &[_]| {
            let function = Model::constrained_inverse_dynamics_with_multipliers;
            concat(function(model, q, qd, qdd, wrenches, lambda).into())
        };
        let derivatives = |arguments: usize, function: &dyn Fn([&[f64]; 3]) -> DVector<f64>| {
            model.derivatives([q, qd, qdd], arguments, function)
        };
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
            Quantity::InverseDynamicsDerivatives => model.derivatives_of_forces([q, qd, qdd], &[]),
            Quantity::InverseDynamicsDerivativesWithWrenches => {
                column(model.inverse_dynamics_derivatives_under([q, qd, qdd], wrenches))
            }
            Quantity::GravityStiffness => model.gravity_stiffness(q),
            Quantity::ForwardDynamicsDerivatives => {
                column(model.forward_dynamics_derivatives(q, qd, tau, &[]))
            }
            Quantity::ForwardDynamicsDerivativesWithWrenches => {
                column(model.forward_dynamics_derivatives(q, qd, tau, wrenches))
            }
            Quantity::InverseDynamicsJvp => {
                column(model.inverse_dynamics_product([q, qd, qdd], &[], direction_factor))
            }
            Quantity::InverseDynamicsJvpWithWrenches => {
                column(model.inverse_dynamics_product([q, qd, qdd], wrenches, direction_factor))
            }
            Quantity::InverseDynamicsVjp => {
                column(model.inverse_dynamics_product([q, qd, qdd], &[], weights_factor))
            }
            Quantity::InverseDynamicsVjpWithWrenches => {
                column(model.inverse_dynamics_product([q, qd, qdd], wrenches, weights_factor))
            }
            Quantity::ForwardDynamicsJvp => {
                column(model.forward_dynamics_product([q, qd, tau], &[], direction_factor))
            }
            Quantity::ForwardDynamicsJvpWithWrenches => {
                column(model.forward_dynamics_product([q, qd, tau], wrenches, direction_factor))
            }
            Quantity::ForwardDynamicsVjp => {
                column(model.forward_dynamics_product([q, qd, tau], &[], weights_factor))
            }
            Quantity::ForwardDynamicsVjpWithWrenches => {
                column(model.forward_dynamics_product([q, qd, tau], wrenches, weights_factor))
            }
            Quantity::CenterOfMassVelocityDerivatives => {
                let velocity = |q: &[f64], qd: &[f64]| model.center_of_mass_velocity(q, qd);
                derivatives(2, &|[q, qd, _]| {
                    DVector::from_column_slice(velocity(q, qd).as_slice())
                })
            }
            Quantity::VelocityDerivatives(name) => {
                let link = link(name)?;
                derivatives(2, &|[q, qd, _]| vector(model.velocity(q, qd, link)))
            }
            Quantity::VelocityDerivativesBody(name) => {
                let link = link(name)?;
                derivatives(2, &|[q, qd, _]| vector(model.velocity_body(q, qd, link)))
            }
            Quantity::AccelerationDerivatives(name) => {
                let link = link(name)?;
                derivatives(3, &|[q, qd, qdd]| {
                    vector(model.acceleration(q, qd, qdd, link))
                })
            }
            Quantity::AccelerationDerivativesBody(name) => {
                let link = link(name)?;
                derivatives(3, &|[q, qd, qdd]| {
                    vector(model.acceleration_body(q, qd, qdd, link))
                })
            }
            Quantity::ForwardDynamics | Quantity::ForwardDynamicsInMaximalCoordinates => {
                column(model.forward_dynamics(q, qd, tau, &[]))
            }
            Quantity::ForwardDynamicsWithWrenches
            | Quantity::ForwardDynamicsInMaximalCoordinatesWithWrenches => {
                column(model.forward_dynamics(q, qd, tau, wrenches))
            }
            Quantity::GeneralizedForce => {
                let joint_force = model.passive(q, qd) + model.expression_forces(q, qd);
                column(model.generalized_force(q, wrenches) + joint_force)
            }
            Quantity::Actuate => column(model.actuate(q, qd, &self.state.ctrl)),
            Quantity::KineticEnergy => scalar(model.kinetic_energy(q, qd)),
            Quantity::PotentialEnergy => scalar(model.potential_energy(q)),
            Quantity::SpringEnergy => scalar(model.spring_energy(q)),
            Quantity::CenterOfMass => point(model.center_of_mass(q)),
            Quantity::CenterOfMassVelocity => point(model.center_of_mass_velocity(q, qd)),
            Quantity::CenterOfMassAcceleration => {
                point(model.center_of_mass_acceleration(q, qd, qdd))
            }
            Quantity::Centroidal => {
                let momentum = model.centroidal_momentum(q, qd);
                let matrix = model.centroidal_matrix(q).transpose();
                let numbers = momentum.iter().chain(matrix.iter()).copied();
                DMatrix::from_iterator(6 + 6 * model.nv(), 1, numbers)
            }
            Quantity::TotalMass => scalar(model.total_mass()),
            Quantity::Pose(name) => pose(model.pose(q, link(name)?)),
            Quantity::Jacobian(name) => jacobian_matrix(model.jacobian(q, link(name)?)),
            Quantity::JacobianBody(name) => jacobian_matrix(model.jacobian_body(q, link(name)?)),
            Quantity::JacobianRate(name) => {
                jacobian_matrix(model.jacobian_rate(q, qd, link(name)?))
            }
            Quantity::JacobianRateBody(name) => {
                jacobian_matrix(model.jacobian_rate_body(q, qd, link(name)?))
            }
            Quantity::Velocity(name) => spatial_column(model.velocity(q, qd, link(name)?)),
            Quantity::VelocityBody(name) => spatial_column(model.velocity_body(q, qd, link(name)?)),
            Quantity::Acceleration(name) => {
                spatial_column(model.acceleration(q, qd, qdd, link(name)?))
            }
            Quantity::AccelerationBody(name) => {
                spatial_column(model.acceleration_body(q, qd, qdd, link(name)?))
            }
            Quantity::Momentum(name) => spatial_column(model.momentum(q, qd, link(name)?)),
            Quantity::MomentumRate(name) => {
                spatial_column(model.momentum_rate(q, qd, qdd, link(name)?))
            }
            Quantity::JointWrench(name) => {
                spatial_column(model.joint_wrench(q, qd, qdd, &[], link(name)?))
            }
            Quantity::JointWrenchBody(name) => {
                spatial_column(model.joint_wrench_body(q, qd, qdd, &[], link(name)?))
            }
            Quantity::JointWrenchWithWrenches(name) => {
                spatial_column(model.joint_wrench(q, qd, qdd, wrenches, link(name)?))
            }
            Quantity::JointWrenchBodyWithWrenches(name) => {
                spatial_column(model.joint_wrench_body(q, qd, qdd, wrenches, link(name)?))
            }
            Quantity::Constraint => column(model.constraint(q)),
            Quantity::ConstraintJacobian => model.constraint_jacobian(q),
            Quantity::ConstraintBias => column(model.constraint_bias(q, qd)),
            Quantity::ConstrainedForwardDynamics
            | Quantity::ConstrainedForwardDynamicsWithPivots => accelerations(&[], [0.0; 2]),
            Quantity::ConstrainedForwardDynamicsWithPivotsAndWrenches => {
                accelerations(wrenches, [0.0; 2])
            }
            Quantity::ConstrainedForwardDynamicsWithFeedback => accelerations(&[], *feedback),
            Quantity::ConstrainedForwardDynamicsWithWrenches => accelerations(wrenches, *feedback),
            Quantity::ConstrainedForwardDynamicsWithSelectors => selected_accelerations(&[]),
            Quantity::ConstrainedForwardDynamicsWithSelectorsAndWrenches => {
                selected_accelerations(wrenches)
            }
            Quantity::ConstraintImpulse => {
                concat(model.constraint_impulse(q, qd, *restitution).into())
            }
            Quantity::ConstraintImpulseWithSelectors => {
                let function = Model::constraint_impulse_with_selectors;
                concat(function(model, q, qd, *restitution, selectors).into())
            }
            Quantity::ConstrainedInverseDynamics => inverse_dynamics(&[]),
            Quantity::ConstrainedInverseDynamicsWithWrenches => inverse_dynamics(wrenches),
            Quantity::ConstrainedInverseDynamicsWithMultipliers => with_multipliers(&[]),
            Quantity::ConstrainedInverseDynamicsWithMultipliersAndWrenches => {
                with_multipliers(wrenches)
            }
            Quantity::Neutral => numbers(&model.neutral()),
            Quantity::Normalize => self.normal_form(),
            Quantity::PositionRate => self.position_rate(),
            Quantity::Integrate => numbers(&self.next_position()),
            Quantity::Difference => self.difference(),
        })
    }

    /// The normal form of a position that is not normalized, and the rates of the same motion.
    fn normal_form(&self) -> DMatrix<f64> {
        let State { q, qd, .. } = self.state;
        let mut q: Vec<f64> = q.iter().map(|x| STRETCH * x).collect();
        let mut qd = qd.clone();
        manifold::normalize(&self.model.joint_table, &mut q, &mut qd);
        numbers(&[q, qd].concat())
    }

    /// `dq/dt` by the model's own joints, and by the table for coordinates without a joint; NaN for joints with a chart
    /// that the table does not define.
    fn position_rate(&self) -> DMatrix<f64> {
        let State { q, qd, .. } = self.state;
        let mut by_table = std::vec![0.0; self.model.nq];
        manifold::position_rate(&self.model.joint_table, q, qd, &mut by_table);
        let mut rate = by_table.clone();
        self.model.position_rate_of_joints(q, qd, &mut rate);
        let pairs = rate.into_iter().zip(by_table);
        let rates: Vec<f64> = pairs
            .map(|(rate, by_table)| if by_table.is_nan() { by_table } else { rate })
            .collect();
        numbers(&rates)
    }

    /// The position after the time [`STEP`] at the rates of the state.
    fn next_position(&self) -> Vec<f64> {
        let State { q, qd, .. } = self.state;
        let mut next = std::vec![0.0; self.model.nq];
        manifold::integrate(&self.model.joint_table, q, qd, STEP, &mut next);
        next
    }

    /// The step from the position of the state to [`next_position`](Self::next_position).
    fn difference(&self) -> DMatrix<f64> {
        let (model, next) = (self.model, self.next_position());
        let mut step = std::vec![0.0; model.nv];
        manifold::difference(&model.joint_table, &self.state.q, &next, &mut step);
        numbers(&step)
    }
}

// These functions arrange results as matrices, in the order in which emitted functions report them.

/// Numbers in one column.
fn numbers(numbers: &[f64]) -> DMatrix<f64> {
    DMatrix::from_column_slice(numbers.len(), 1, numbers)
}

fn column(vector: DVector<f64>) -> DMatrix<f64> {
    DMatrix::from_column_slice(vector.len(), 1, vector.as_slice())
}

/// The entries of the vectors, one vector after the other.
fn concat<const N: usize>(vectors: [DVector<f64>; N]) -> DMatrix<f64> {
    let entries: Vec<f64> = vectors.iter().flatten().copied().collect();
    numbers(&entries)
}

fn scalar(number: f64) -> DMatrix<f64> {
    DMatrix::from_element(1, 1, number)
}

fn point(coordinates: nalgebra::Vector3<f64>) -> DMatrix<f64> {
    DMatrix::from_column_slice(3, 1, coordinates.as_slice())
}

/// The rotation by rows, then the position.
fn pose((rotation, position): (nalgebra::Matrix3<f64>, nalgebra::Vector3<f64>)) -> DMatrix<f64> {
    let rows = rotation.transpose();
    let numbers = rows.iter().chain(position.iter()).copied();
    DMatrix::from_iterator(12, 1, numbers)
}

fn vector(motion: nalgebra::Vector6<f64>) -> DVector<f64> {
    DVector::from_column_slice(motion.as_slice())
}

fn spatial_column(motion: nalgebra::Vector6<f64>) -> DMatrix<f64> {
    DMatrix::from_column_slice(6, 1, motion.as_slice())
}

fn jacobian_matrix(jacobian: nalgebra::Matrix6xX<f64>) -> DMatrix<f64> {
    DMatrix::from_column_slice(6, jacobian.ncols(), jacobian.as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::{Coordinate, Joint, Link, Motion};

    const IDENTITY: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    const MASS: f64 = 4.0;
    const COM: [f64; 3] = [0.2, 0.0, 0.1];

    /// A weight that turns about y on a massless slide along x.
    fn weight_on_slide() -> Model {
        let link = |name: &'static str, mass: f64, inertia: f64| Link {
            name,
            mass,
            com: COM,
            inertia: IDENTITY.map(|row| row.map(|x| x * inertia)),
        };
        let coordinate = |index: usize| Coordinate {
            index_q: index,
            index_v: index,
            multiplier: 1.0,
            offset: 0.0,
        };
        let joint = |child: usize, motion: Motion| Joint {
            name: "joint",
            parent: child.checked_sub(1),
            child,
            rotation: IDENTITY,
            translation: [0.0; 3],
            motion,
        };
        let slide = Motion::Prismatic {
            axis: [1.0, 0.0, 0.0],
            coordinate: coordinate(0),
        };
        let hinge = Motion::Revolute {
            axis: [0.0, 1.0, 0.0],
            coordinate: coordinate(1),
        };
        let links = [link("carriage", 0.0, 0.0), link("weight", MASS, 0.02)];
        Model::new([0.0, 0.0, -9.81], links, [joint(0, slide), joint(1, hinge)])
    }

    /// The tolerance was relative to the Coriolis forces alone. Where the centrifugal force of the weight is across the
    /// slide, they are as small as its rounding errors.
    #[test]
    fn coriolis_tolerances_include_centrifugal_forces_across_all_motions() {
        let model = weight_on_slide();
        let across = (-COM[0]).atan2(COM[2]);
        for seed in 0..100 {
            let mut state = model.random_state(seed, 0);
            state.q[1] = across + 1e-6 * seed as f64;
            let reference = Reference::new(&model, &[], &state);
            let centrifugal = MASS * state.qd[1].powi(2);
            let (sin, cos) = state.q[1].sin_cos();
            let force = -centrifugal * (COM[0] * cos + COM[2] * sin);
            let error = |force: f64| {
                let entry = reference.compare(("", Quantity::Coriolis), &[force, 0.0], seed);
                entry.expect("as many entries").expect("entries").error
            };
            assert!(error(force) < 1.0, "{seed}: {:e}", error(force));
            // An error of a millionth of the centrifugal force is found.
            let mutant = force + 1e-6 * centrifugal * COM[0];
            assert!(error(mutant) > 1e3, "{seed}: {:e}", error(mutant));
        }
    }
}
