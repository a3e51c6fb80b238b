//! The shapes of functions that return several results, as records.

use super::{Field, RecordShape, Shape};

pub(super) const CENTROIDAL: Shape = Shape::Record(&RecordShape {
    runtime_struct: None,
    fields: &[
        field(
            "momentum",
            Shape::TWIST,
            "Linear momentum, then angular momentum about the centre of mass, in world axes.",
        ),
        field(
            "matrix",
            Shape::JACOBIAN,
            "The centroidal momentum matrix, by rows: the momentum is this matrix times `qd`.",
        ),
    ],
});

pub(super) const FORCE_DERIVATIVES: Shape = Shape::Record(&RecordShape {
    runtime_struct: Some("InverseDynamicsDerivatives"),
    fields: &[DQ, FORCE_BY_RATES, FORCE_BY_ACCELERATIONS],
});

pub(super) const FORCE_DERIVATIVES_UNDER_WRENCHES: Shape = Shape::Record(&RecordShape {
    runtime_struct: Some("InverseDynamicsDerivativesUnderWrenches"),
    fields: &[
        DQ,
        FORCE_BY_RATES,
        FORCE_BY_ACCELERATIONS,
        field(
            "dwrenches",
            Shape::BY_WRENCHES,
            "By the components of the wrenches, one after the other: `-J^T`.",
        ),
    ],
});

pub(super) const GRAVITY_STIFFNESS: Shape = Shape::Record(&RecordShape {
    runtime_struct: Some("GravityStiffness"),
    fields: &[
        DQ,
        field("mass_matrix", Shape::MATRIX, "The mass matrix, `M(q)`."),
    ],
});

pub(super) const MOTION_DERIVATIVES: Shape = Shape::Record(&RecordShape {
    runtime_struct: Some("ForwardDynamicsDerivatives"),
    fields: &[QDD, DQ, MOTION_BY_RATES, MOTION_BY_FORCES],
});

pub(super) const MOTION_DERIVATIVES_UNDER_WRENCHES: Shape = Shape::Record(&RecordShape {
    runtime_struct: Some("ForwardDynamicsDerivativesUnderWrenches"),
    fields: &[
        QDD,
        DQ,
        MOTION_BY_RATES,
        MOTION_BY_FORCES,
        field(
            "dwrenches",
            Shape::BY_WRENCHES,
            "By the components of the wrenches, one after the other: `M^-1 J^T`.",
        ),
    ],
});

pub(super) const VELOCITY_DERIVATIVES: Shape = Shape::Record(&RecordShape {
    runtime_struct: Some("VelocityDerivatives"),
    fields: &[
        field(
            "dq",
            Shape::JACOBIAN,
            "By positions: column j is the derivative along the motion at the rate `e_j`.",
        ),
        field("dqd", Shape::JACOBIAN, "By rates: the Jacobian."),
    ],
});

pub(super) const ACCELERATION_DERIVATIVES: Shape = Shape::Record(&RecordShape {
    runtime_struct: Some("AccelerationDerivatives"),
    fields: &[
        field(
            "dq",
            Shape::JACOBIAN,
            "By positions: column j is the derivative along the motion at the rate `e_j`.",
        ),
        field("dqd", Shape::JACOBIAN, "By rates, with `q` and `qdd` held."),
        field("dqdd", Shape::JACOBIAN, "By accelerations: the Jacobian."),
    ],
});

pub(super) const CONSTRAINED_ACCELERATION: Shape = Shape::Record(&RecordShape {
    runtime_struct: Some("ConstrainedAcceleration"),
    fields: &[QDD, LAMBDA],
});

pub(super) const PIVOTED_ACCELERATION: Shape = Shape::Record(&RecordShape {
    runtime_struct: Some("PivotedAcceleration"),
    fields: &[
        QDD,
        LAMBDA,
        Field {
            has_reference: false,
            ..field(
                "pivots",
                Shape::CONSTRAINTS,
                "The pivots, in the order of the rows.",
            )
        },
    ],
});

pub(super) const CONSTRAINT_IMPULSE: Shape = Shape::Record(&RecordShape {
    runtime_struct: Some("ConstraintImpulse"),
    fields: &[
        field("qd", Shape::VECTOR, "The rates after the impulse."),
        field("impulse", Shape::CONSTRAINTS, "The impulses."),
    ],
});

pub(super) const CONSTRAINED_FORCES: Shape = Shape::Record(&RecordShape {
    runtime_struct: Some("ConstrainedForces"),
    fields: &[TAU, LAMBDA, RESIDUAL_FORCE],
});

pub(super) const MOTOR_FORCES: Shape = Shape::Record(&RecordShape {
    runtime_struct: Some("MotorForces"),
    fields: &[TAU, RESIDUAL_FORCE],
});

const DQ: Field = field(
    "dq",
    Shape::MATRIX,
    "By positions: column j is the derivative along the motion at the rate `e_j`.",
);
const FORCE_BY_RATES: Field = field("dqd", Shape::MATRIX, "By rates, with `q` and `qdd` held.");
const FORCE_BY_ACCELERATIONS: Field =
    field("mass_matrix", Shape::MATRIX, "By accelerations: `M(q)`.");
const MOTION_BY_RATES: Field = field("dqd", Shape::MATRIX, "By rates, with `q` and `tau` held.");
const MOTION_BY_FORCES: Field = field(
    "dtau",
    Shape::MATRIX,
    "By generalized forces: the inverse of the mass matrix.",
);
pub(super) const QDD: Field = field("qdd", Shape::VECTOR, "The acceleration.");
const LAMBDA: Field = field("lambda", Shape::CONSTRAINTS, "The multipliers.");
const TAU: Field = field("tau", Shape::VECTOR, "The motor forces.");
const RESIDUAL_FORCE: Field = field(
    "residual",
    Shape::VECTOR,
    "The forces that neither motors nor constraints exert.",
);

/// A field that the textbook algorithms compute too.
pub(super) const fn field(name: &'static str, shape: Shape, summary: &'static str) -> Field {
    Field {
        name,
        shape,
        summary,
        has_reference: true,
    }
}
