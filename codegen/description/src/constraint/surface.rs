//! A surface: a point of a link stays on it.

use super::constraint_type::{ConstraintForm, ConstraintKey, ConstraintType, KeyValue};

/// `surface dome { at: [hand, [0, 0, 0.1]], equation: x.powi(2) + y.powi(2) + z.powi(2) - 1 }`
pub const SURFACE: ConstraintType = ConstraintType {
    word: "surface",
    keys: &[
        ConstraintKey::AT,
        ConstraintKey::mandatory("equation", EXAMPLE, EQUATION),
        ConstraintKey::OF,
    ],
    form: ConstraintForm::PointEquations { ends: ["of", "at"] },
};

const EQUATION: KeyValue = KeyValue::Equations {
    count: 1,
    noun: "the equation of a surface",
};
const EXAMPLE: &str = "equation: x.powi(2) + y.powi(2) + z.powi(2) - 1";
