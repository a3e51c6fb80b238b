//! A pin: two points coincide.

use super::constraint_type::{ConstraintForm, ConstraintKey, ConstraintType};
use super::loop_joint::{self, FreeMotions};

/// `pin tip { from: [rocker, [0, 0, 0.3]], to: [world, [1, 0, 0]] }`
pub const PIN: ConstraintType = ConstraintType {
    word: "pin",
    keys: &[ConstraintKey::FROM, ConstraintKey::TO],
    form: ConstraintForm::Frames {
        ends: ["from", "to"],
        rows: |_| loop_joint::rows(FreeMotions::Ball),
    },
};
