//! The recursions, which are generic over the kernels: one file for each quantity or for what several quantities share.
//! This file maps each quantity to its recursion.

mod actuation;
mod articulated_bodies;
mod augmented_mass_matrix;
mod blocks;
mod columns;
mod constrained;
mod constrained_inverse;
mod constrained_points;
mod constraints;
mod coriolis_matrix;
mod derivative_products;
mod derivatives;
mod elimination_bodies;
mod end_frames;
mod energy;
mod forward_dynamics;
mod frame_rows;
mod free_bodies;
mod generalized_forces;
mod gravity;
mod hinge_derivatives;
mod inverse_dynamics;
mod joint_wrench;
mod kinematics;
mod kkt;
mod mass_matrix;
mod matrix;
mod momentum;
mod multipliers;
mod partitioned;
mod point_springs;
mod propagated_rows;
mod proximal;
mod rate_along_motion;
mod recursion;
mod right_sides;
mod row_elimination;
mod symbolic;
mod symmetric;
mod units;

pub use matrix::times;
pub use recursion::{Recursion, may_stay_unturned};
pub use symmetric::factor;

use crate::kernels::Kernels;
use multibody_description::function::{Quantity, Target, Terms};
use multibody_outputs::Algorithm;
use multibody_program::ir::{Builder, Value};
use row_elimination::JointPivots;

/// The values of a target, and the algorithm that computes them.
pub struct Computation {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The values.
    pub values: Vec<Value>,
}

impl Computation {
    fn new(algorithm: Algorithm, values: Vec<Value>) -> Self {
        Self { algorithm, values }
    }

    /// A list with the computation by an algorithm; an empty one if the algorithm does not apply.
    fn list_if_applicable(algorithm: Algorithm, values: Option<Vec<Value>>) -> Vec<Self> {
        let computation = values.map(|values| Self::new(algorithm, values));
        computation.into_iter().collect()
    }
}

impl<K: Kernels> Recursion<'_, K> {
    /// The algorithm of [`build`](Self::build) for a target.
    pub fn default_algorithm(&self, target: Target) -> Algorithm {
        let quantity = target.function.quantity();
        if quantity.has_least_squares() {
            let support = self.tree.findings.actuation.support();
            match (&self.tree.regularization, support) {
                (Some(_), _) => return Algorithm::LeastResidual,
                (None, Some(support)) => return Algorithm::LeastNorm(support),
                (None, None) => {}
            }
        }
        let base_quantity = quantity.base_quantity();
        if base_quantity.is_acceleration() || quantity.solves_constraints() {
            if quantity.has_pivots() {
                Algorithm::Partitioned
            } else if quantity.is_maximal() {
                Algorithm::FreeBodies
            } else {
                Algorithm::MassMatrix
            }
        } else if quantity == Quantity::MassMatrixInverse {
            Algorithm::InverseFactors
        } else if self.tree.bodies.is_empty() {
            Algorithm::ChainRule
        } else {
            Algorithm::Recursion
        }
    }

    /// The values of a target, flattened by rows.
    pub fn build(&self, b: &mut Builder, target: Target) -> Vec<Value> {
        let joints = self.joints(b);
        let link = |target: Target| target.link.expect("a function of a link names one");
        match target.function.quantity() {
            Quantity::MassMatrix => self.mass_matrix(b, &joints).concat(),
            Quantity::CoriolisMatrix => self.coriolis_matrix(b, &joints).concat(),
            Quantity::ChristoffelSymbols => self.christoffel_symbols(b, &joints),
            Quantity::Force(terms) => self.forces(b, &joints, terms),
            Quantity::Derivatives(request) => match request.function.quantity() {
                Quantity::Acceleration(terms) => {
                    self.derivatives_of_acceleration(b, &joints, terms, request.inputs)
                }
                quantity => {
                    let function = request.function;
                    let values = self.build(b, Target { function, ..target });
                    let mut matrices = self.derivatives(b, (quantity, &values), request.inputs);
                    if request.has_mass_matrix {
                        matrices.extend(self.mass_matrix(b, &joints).concat());
                    }
                    matrices
                }
            },
            Quantity::DerivativeProduct(request) => match request.function.quantity() {
                Quantity::Acceleration(terms) => {
                    self.acceleration_product_by_factors(b, &joints, (request, terms))
                }
                _ => {
                    let function = request.function;
                    let values = self.build(b, Target { function, ..target });
                    self.derivative_product(b, request, &values)
                }
            },
            // `forces` returns terms on the left-hand side of the equation of motion, where applied forces are negative.
            Quantity::Applied => {
                let left_side = self.forces(b, &joints, Terms::APPLIED);
                left_side.into_iter().map(|value| b.neg(value)).collect()
            }
            Quantity::Actuation => self.actuation(b),
            Quantity::Acceleration(terms) => self.forward_dynamics(b, &joints, terms.without_qdd()),
            Quantity::FreeBodies(terms) => self.free_bodies(b, &joints, terms.without_qdd()),
            Quantity::MassMatrixInverse => self.mass_matrix_inverse(b, &joints).concat(),
            Quantity::KineticEnergy => vec![self.kinetic_energy(b, &joints)],
            Quantity::PotentialEnergy => vec![self.potential_energy(b, &joints)],
            Quantity::SpringEnergy => {
                let [joint_energy, point_energy] = [
                    self.tree.stored_energy(b),
                    self.point_spring_energy(b, &joints),
                ];
                vec![b.add(joint_energy, point_energy)]
            }
            Quantity::CenterOfMass => self.center_of_mass(b, &joints).to_vec(),
            Quantity::CenterOfMassVelocity => self.center_of_mass_derivative(b, 1),
            Quantity::CenterOfMassAcceleration => self.center_of_mass_derivative(b, 2),
            Quantity::Centroidal => self.centroidal(b, &joints),
            Quantity::TotalMass => vec![self.total_mass(b)],
            Quantity::Pose => {
                let pose = self.pose(b, &joints, link(target));
                pose.rotation
                    .into_iter()
                    .flatten()
                    .chain(pose.translation)
                    .collect()
            }
            Quantity::Jacobian(axes) => self.jacobian(b, &joints, link(target), axes).concat(),
            Quantity::JacobianRate(axes) => {
                let rate = self.jacobian_rate(b, &joints, link(target), axes);
                rate.concat()
            }
            Quantity::LinkVelocity(axes) => self.link_velocity(b, &joints, link(target), axes),
            Quantity::LinkAcceleration(axes) => {
                self.link_acceleration(b, &joints, link(target), axes)
            }
            Quantity::Momentum => self.momentum(b, &joints, link(target)),
            Quantity::MomentumRate => self.momentum_rate(b, &joints, link(target)),
            Quantity::Constraint => self.constraint_values(b, &joints),
            Quantity::ConstraintJacobian => self.constraint_rows(b, &joints).concat(),
            Quantity::ConstraintBias => self.constraint_bias(b, &joints),
            Quantity::Constrained(response) => self.constrained_response(b, &joints, response),
            Quantity::ConstrainedInverse {
                takes_multipliers,
                external,
            } => {
                let terms = Terms::with_wrenches_if(external);
                if takes_multipliers {
                    self.constrained_inverse_with_multipliers(b, &joints, terms)
                } else {
                    self.constrained_inverse(b, &joints, terms)
                }
            }
            Quantity::JointWrench { axes, external } => {
                self.joint_wrench(b, &joints, link(target), axes, external)
            }
        }
    }

    /// The values of a target by algorithms other than the default.
    pub fn build_alternatives(&self, b: &mut Builder, target: Target) -> Vec<Computation> {
        use Algorithm::{
            AllRowsJointPivoted, ArticulatedBodies, CompositeDerivatives, Composites,
            EliminatedRows, JointPivotedAndEliminatedRows, JointPivotedRows, KktMatrix,
        };
        let joints = self.joints(b);
        match target.function.quantity() {
            Quantity::Force(Terms::GRAVITY) => {
                vec![Computation::new(
                    Composites,
                    self.gravity_of_composites(b, &joints),
                )]
            }
            Quantity::Derivatives(request)
                if request.function.quantity() == Quantity::Force(Terms::GRAVITY) =>
            {
                Computation::list_if_applicable(Composites, self.gravity_stiffness(b, &joints))
            }
            Quantity::Acceleration(terms) => {
                let values = self.articulated_bodies(b, &joints, terms.without_qdd());
                Computation::list_if_applicable(ArticulatedBodies, values)
            }
            Quantity::DerivativeProduct(request) => match request.function.quantity() {
                Quantity::Acceleration(terms) => {
                    let request = (request, terms);
                    let values =
                        self.acceleration_product_by_articulated_bodies(b, &joints, request);
                    Computation::list_if_applicable(ArticulatedBodies, values)
                }
                // Products with derivatives of all other functions have one algorithm.
                _ => Vec::new(),
            },
            Quantity::Constrained(response) => {
                let algorithms = if response.has_pivots() {
                    vec![(
                        AllRowsJointPivoted,
                        JointPivots::All.without_elimination_bodies(),
                    )]
                } else {
                    vec![
                        (
                            ArticulatedBodies,
                            JointPivots::None.without_elimination_bodies(),
                        ),
                        (
                            JointPivotedRows,
                            JointPivots::ConstantLevers.without_elimination_bodies(),
                        ),
                        (EliminatedRows, JointPivots::None.with_elimination_bodies()),
                        (
                            JointPivotedAndEliminatedRows,
                            JointPivots::ConstantLevers.with_elimination_bodies(),
                        ),
                    ]
                };
                let by_elimination =
                    algorithms
                        .into_iter()
                        .filter_map(|(algorithm, elimination)| {
                            let values =
                                self.response_by_elimination(b, &joints, response, elimination)?;
                            Some(Computation::new(algorithm, values))
                        });
                let mut computations: Vec<_> = by_elimination.collect();
                if !response.has_pivots() {
                    let solution = self.response_by_kkt_matrix(b, &joints, response);
                    computations.extend(solution.map(|values| Computation::new(KktMatrix, values)));
                }
                computations
            }
            Quantity::Derivatives(request) => {
                let values = self.derivatives_by_composites(b, &joints, request);
                Computation::list_if_applicable(CompositeDerivatives, values)
            }
            // All other quantities have one algorithm.
            _ => Vec::new(),
        }
    }
}
