//! The traits that emitted code implements for a robot, and the tables of its joints, links, constraints and costs.

mod acceleration;
mod constrained;
mod constrained_inverse;
mod cost;
mod joint;
mod links;
mod multibody;
mod prepared;
mod time_varying;

pub use acceleration::Acceleration;
pub use constrained::{
    Constrained, ConstrainedDynamics, ConstraintInfo, PreparedConstrainedDynamics,
};
pub use constrained_inverse::{ConstrainedInverseDynamics, PreparedConstrainedInverseDynamics};
pub use cost::Cost;
pub use joint::{JointInfo, JointKind, Limits};
pub use links::{
    LinkForces, LinkInfo, LinkMotions, Links, PreparedLinkForces, PreparedLinkMotions,
    PreparedLinks,
};
pub use multibody::{CoriolisMatrix, ForwardDynamics, MassMatrixInverse, Multibody};
pub use prepared::{
    PreparedCoriolisMatrix, PreparedForwardDynamics, PreparedMassMatrixInverse, PreparedMultibody,
};
pub use time_varying::{PreparedTimeVarying, TimeVarying};
