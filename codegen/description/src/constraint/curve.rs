//! A curve: a point of a link stays on two surfaces, and so on their intersection.

use super::constraint_type::{ConstraintForm, ConstraintKey, ConstraintType, KeyValue};

/// `curve rail { at: hand, of: table, equations: [y - x.powi(2), z] }`
pub const CURVE: ConstraintType = ConstraintType {
    word: "curve",
    keys: &[
        ConstraintKey::AT,
        ConstraintKey::mandatory("equations", EXAMPLE, EQUATIONS),
        ConstraintKey::OF,
    ],
    form: ConstraintForm::PointEquations { ends: ["of", "at"] },
};

const EQUATIONS: KeyValue = KeyValue::Equations {
    count: 2,
    noun: "the equations of a curve",
};
const EXAMPLE: &str = "equations: [y - x.powi(2), z]";
