//! The declarations that make up a kind of constraint.

use super::frame_row::FrameRow;
use crate::function::Axes;

/// A kind of constraint, which descriptions write as `word NAME { key: value, .. }`.
#[derive(Debug)]
pub struct ConstraintType {
    /// Its word.
    pub word: &'static str,
    /// Its keys, in the order in which messages list them.
    pub keys: &'static [ConstraintKey],
    /// The frames that it constrains, and its rows.
    pub form: ConstraintForm,
}

/// A key of a kind of constraint.
#[derive(Debug)]
pub struct ConstraintKey {
    /// The key.
    pub name: &'static str,
    /// How it is written, e.g. `length: 0.5`.
    pub example: &'static str,
    /// The sort of its value.
    pub value: KeyValue,
    /// Whether it may be left out.
    pub is_optional: bool,
}

/// The sort of a key's value.
#[derive(Debug)]
pub enum KeyValue {
    /// A link or a frame, and a point in it; the origin of the world if the key is left out.
    End,
    /// A length, m, which must be more than zero. The lengths of a constraint are the numbers of its rows, in the order of
    /// the keys.
    Length {
        /// What to write instead of a length that is not positive.
        remedy: &'static str,
    },
    /// One of several choices; the first if the key is left out.
    Choice {
        /// How they are written.
        choices: &'static [ChoiceSyntax],
        /// What is expected in place of anything else.
        expected: &'static str,
    },
    /// Functions of x, y and z that stay 0; two are written in brackets.
    Equations {
        /// Their number, 1 or 2.
        count: usize,
        /// What they are, for messages.
        noun: &'static str,
    },
}

/// A word, with its number of different axes: `universal(x, y)` has two.
#[derive(Debug)]
pub struct ChoiceSyntax {
    /// The word.
    pub word: &'static str,
    /// The number of axes.
    pub axes: usize,
}

/// One of the choices of a key.
#[derive(Clone, Debug)]
pub struct KeyChoice {
    /// Its word.
    pub word: &'static str,
    /// Its axes.
    pub axes: Vec<usize>,
}

/// The choices made, in the order of the keys that offer choices.
pub type KeyChoices = [KeyChoice];

/// The form of a kind's rows.
#[derive(Debug)]
pub enum ConstraintForm {
    /// Scalar functions of two frames.
    Frames {
        /// The keys of A and B. The force of a multiplier acts on B.
        ends: [&'static str; 2],
        /// The rows.
        rows: fn(&KeyChoices) -> Vec<FrameRow>,
    },
    /// Components of the velocity of a point, and of the angular velocity of its link.
    Velocity {
        /// The key of the point.
        end: &'static str,
        /// The rows, and the axes in which they are expressed.
        rows: fn(&KeyChoices) -> (Axes, Vec<VelocityRow>),
    },
    /// Equations of the position of B's point relative to A.
    PointEquations {
        /// The keys of A and B.
        ends: [&'static str; 2],
    },
}

/// A component of the velocity of a point, or of the angular velocity of its link.
#[derive(Clone, Debug)]
pub struct VelocityRow {
    /// The suffix that the row adds to the constraint's name.
    pub suffix: String,
    /// The index of the component: linear velocity first, then angular velocity.
    pub component: usize,
}

impl ConstraintType {
    /// Whether it has equations, which may depend on coordinates.
    #[must_use]
    pub fn has_equations(&self) -> bool {
        matches!(self.form, ConstraintForm::PointEquations { .. })
    }

    /// The key with this name.
    #[must_use]
    pub fn key(&self, name: &str) -> Option<&'static ConstraintKey> {
        self.keys.iter().find(|key| key.name == name)
    }
}

impl ConstraintKey {
    /// A key that must be given.
    #[must_use]
    pub const fn mandatory(name: &'static str, example: &'static str, value: KeyValue) -> Self {
        Self {
            name,
            example,
            value,
            is_optional: false,
        }
    }

    /// A key that may be left out.
    #[must_use]
    pub const fn optional(name: &'static str, example: &'static str, value: KeyValue) -> Self {
        Self {
            name,
            example,
            value,
            is_optional: true,
        }
    }

    /// `from`, an end.
    pub const FROM: Self = Self::mandatory("from", "from: [hand, [0, 0, 0.1]]", KeyValue::End);
    /// `to`, an end.
    pub const TO: Self = Self::mandatory("to", "to: [world, [0, 0, 1]]", KeyValue::End);
    /// `at`, an end.
    pub const AT: Self = Self::mandatory("at", "at: [foot, [0, 0, -0.05]]", KeyValue::End);
    /// `of`, an end that is at the origin of the world by default.
    pub const OF: Self = Self::optional("of", "of: [table, [0, 0, 0.7]]", KeyValue::End);
}

impl ChoiceSyntax {
    /// A word without axes.
    #[must_use]
    pub const fn word(word: &'static str) -> Self {
        Self { word, axes: 0 }
    }

    /// A word with one axis.
    #[must_use]
    pub const fn with_axis(word: &'static str) -> Self {
        Self { word, axes: 1 }
    }
}
