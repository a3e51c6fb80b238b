//! The traits that emitted code implements for a robot, and the tables of its joints, links, constraints and costs.

mod acceleration;
mod actuator;
mod constrained_dynamics;
mod constrained_inverse_dynamics;
mod constrained_results;
mod cost;
mod derivative_products;
mod derivatives;
mod joint;
mod joints;
mod links;
mod multibody;
mod named_state;
mod references;
mod selectors;

pub use acceleration::Acceleration;
pub use actuator::ActuatorInfo;
pub use constrained_dynamics::{
    Constrained, ConstrainedDynamics, ConstrainedForwardDynamics, ConstraintInfo,
    WithoutConstraints,
};
pub use constrained_inverse_dynamics::ConstrainedInverseDynamics;
pub use constrained_results::{
    ConstrainedAcceleration, ConstrainedForces, ConstraintImpulse, MotorForces, PivotedAcceleration,
};
pub use cost::Cost;
pub use derivative_products::{
    ForwardDynamicsJvp, ForwardDynamicsVjp, InverseDynamicsJvp, InverseDynamicsVjp,
};
pub use derivatives::{
    AccelerationDerivatives, ForwardDynamicsDerivatives, ForwardDynamicsDerivativesUnderWrenches,
    GravityStiffness, InverseDynamicsDerivatives, InverseDynamicsDerivativesUnderWrenches,
    VelocityDerivatives,
};
pub use joint::{JointInfo, JointKind, Limits};
pub use joints::Joints;
pub use links::{LinkForces, LinkInfo, LinkMotions, Links};
pub use multibody::{CoriolisMatrix, ForwardDynamics, MassMatrixInverse, Multibody};
pub use named_state::NamedState;
pub use selectors::selectors;
