//! The results of products with derivatives.

use super::records::{QDD, field};
use super::{Field, RecordShape, Shape};

pub(super) const FORCE_JVP: Shape = Shape::Record(&RecordShape {
    runtime_struct: Some("InverseDynamicsJvp"),
    fields: &[FORCES, CHANGE],
});

pub(super) const FORCE_VJP: Shape = Shape::Record(&RecordShape {
    runtime_struct: Some("InverseDynamicsVjp"),
    fields: &[
        FORCES,
        BY_POSITIONS,
        BY_RATES,
        field(
            "dqdd",
            Shape::VECTOR,
            "By accelerations: `M(q)` times the weights.",
        ),
    ],
});

pub(super) const MOTION_JVP: Shape = Shape::Record(&RecordShape {
    runtime_struct: Some("ForwardDynamicsJvp"),
    fields: &[QDD, CHANGE],
});

pub(super) const MOTION_VJP: Shape = Shape::Record(&RecordShape {
    runtime_struct: Some("ForwardDynamicsVjp"),
    fields: &[
        QDD,
        BY_POSITIONS,
        BY_RATES,
        field(
            "dtau",
            Shape::VECTOR,
            "By generalized forces: `M(q)^-1` times the weights.",
        ),
    ],
});

const FORCES: Field = field("tau", Shape::VECTOR, "The generalized forces.");
const CHANGE: Field = field(
    "change",
    Shape::VECTOR,
    "The derivative along the direction.",
);
const BY_POSITIONS: Field = field(
    "dq",
    Shape::VECTOR,
    "By positions: entry j is the derivative along the motion at the rate `e_j`.",
);
const BY_RATES: Field = field("dqd", Shape::VECTOR, "By rates.");
