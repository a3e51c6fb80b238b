//! Kinds of constraints between links, one file each.
//!
//! The file of a kind defines everything about it: its word and keys, the formulas of its rows, their names, and their
//! counterparts in the reference model. The reader of tokens follows from the list of kinds. Derivation, proof,
//! projection, reports and printed equations evaluate the formulas, each in its own arithmetic, and never distinguish kinds.

mod circle;
mod constraint_type;
pub mod contact;
mod curve;
mod distance;
mod formula;
mod frame_row;
mod frame_values;
pub mod loop_joint;
mod pin;
mod surface;

pub use constraint_type::{
    ChoiceSyntax, ConstraintForm, ConstraintKey, ConstraintType, KeyChoice, KeyChoices, KeyValue,
    VelocityRow,
};
pub use formula::{Formula, FormulaAlgebra, FrameProduct, FrameVector};
pub use frame_row::{AlignedAxes, Counterpart, FrameRow, RowDatum};
pub use frame_values::FrameValues;
pub use loop_joint::FreeMotions;

/// All kinds.
pub const TYPES: [&ConstraintType; 7] = [
    &distance::DISTANCE,
    &pin::PIN,
    &loop_joint::LOOP_JOINT,
    &contact::CONTACT,
    &surface::SURFACE,
    &curve::CURVE,
    &circle::CIRCLE,
];

/// The kind with a given word.
#[must_use]
pub fn with_word(word: &str) -> Option<&'static ConstraintType> {
    TYPES.into_iter().find(|kind| kind.word == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// All combinations of choices that the keys of a kind offer.
    fn all_choices(kind: &ConstraintType) -> Vec<Vec<KeyChoice>> {
        let mut combinations = vec![Vec::new()];
        for key in kind.keys {
            let KeyValue::Choice { choices, .. } = &key.value else {
                continue;
            };
            let key_choices = choices.iter().map(|ChoiceSyntax { word, axes }| KeyChoice {
                word,
                axes: (0..*axes).collect(),
            });
            let key_choices: Vec<KeyChoice> = key_choices.collect();
            let extend = |combination: &Vec<KeyChoice>| {
                let extensions = key_choices
                    .iter()
                    .map(|choice| [&combination[..], std::slice::from_ref(choice)].concat());
                extensions.collect::<Vec<_>>()
            };
            combinations = combinations.iter().flat_map(extend).collect();
        }
        combinations
    }

    fn ends(kind: &ConstraintType) -> Vec<&str> {
        match kind.form {
            ConstraintForm::Frames { ends, .. } | ConstraintForm::PointEquations { ends } => {
                ends.to_vec()
            }
            ConstraintForm::Velocity { end, .. } => vec![end],
        }
    }

    fn rows(kind: &ConstraintType, choices: &KeyChoices) -> String {
        match kind.form {
            ConstraintForm::Frames { rows, .. } => format!("{:?}", rows(choices)),
            ConstraintForm::Velocity { rows, .. } => format!("{:?}", rows(choices)),
            ConstraintForm::PointEquations { .. } => String::new(),
        }
    }

    #[test]
    fn ends_are_keys_and_different_choices_have_different_rows() {
        for kind in TYPES {
            for end in ends(kind) {
                let key = kind.key(end).expect("a key");
                assert!(matches!(key.value, KeyValue::End), "{}: {end}", kind.word);
            }
            let choices = all_choices(kind);
            let different: BTreeSet<String> = choices
                .iter()
                .map(|combination| rows(kind, combination))
                .collect();
            assert_eq!(different.len(), choices.len(), "{}", kind.word);
        }
    }

    #[test]
    fn suffixes_of_rows_differ_and_their_indices_are_in_range() {
        for kind in TYPES {
            let ConstraintForm::Frames { rows, .. } = kind.form else {
                continue;
            };
            let is_length = |key: &&ConstraintKey| matches!(key.value, KeyValue::Length { .. });
            let lengths = kind.keys.iter().filter(is_length).count();
            for choices in all_choices(kind) {
                let rows = rows(&choices);
                let suffixes: BTreeSet<&str> = rows.iter().map(|row| row.suffix.as_str()).collect();
                assert_eq!(suffixes.len(), rows.len(), "{} {choices:?}", kind.word);
                let data = rows.iter().flat_map(|row| &row.counterpart.data);
                let is_valid = |datum: &RowDatum| match datum {
                    RowDatum::Number(index) => *index < lengths,
                    RowDatum::Axis(k) => *k < 3,
                };
                assert!(data.into_iter().all(is_valid), "{} {choices:?}", kind.word);
            }
        }
    }
}
