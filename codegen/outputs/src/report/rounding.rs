//! The rounding errors of a function, found by trials in floats.

use super::Errors;

/// The rounding errors of a function: the largest found in trials in floats, times a margin. The states of these trials
/// are not those that served to select a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounding {
    /// In units in the last place of each entry's scale, e.g. the size of its summands; `accuracy` in the crate
    /// `multibody-derive` defines it.
    pub errors: Errors,
    /// In units in the last place of the largest number of the result; `None` if that is 0 at all states.
    pub of_result: Option<Errors>,
    /// Whether no correct value exists at some states, as for the logarithm of a negative number.
    pub has_undefined_states: bool,
}

impl Rounding {
    /// Each error, or that of `other` if it is larger.
    #[must_use]
    pub fn or_larger(&self, other: &Self) -> Self {
        let result_errors = [self.of_result, other.of_result].into_iter().flatten();
        Self {
            errors: self.errors.or_larger(&other.errors),
            of_result: result_errors.reduce(|a, b| a.or_larger(&b)),
            has_undefined_states: self.has_undefined_states || other.has_undefined_states,
        }
    }

    /// These errors in double precision, and those of `source` in single precision.
    #[must_use]
    pub fn with_f32_of(&self, source: &Self) -> Self {
        let replace_f32 = |base: Errors, source: Errors| Errors {
            f32: source.f32,
            ..base
        };
        let result_errors = self.of_result.zip(source.of_result);
        Self {
            errors: replace_f32(self.errors, source.errors),
            of_result: result_errors.map(|(base, source)| replace_f32(base, source)),
            has_undefined_states: self.has_undefined_states || source.has_undefined_states,
        }
    }

    /// The largest errors of several functions; `None` if one of them was not measured, or if there are no
    /// functions.
    #[must_use]
    pub fn largest(roundings: impl IntoIterator<Item = Option<Self>>) -> Option<Self> {
        let measured: Option<Vec<Self>> = roundings.into_iter().collect();
        measured?.into_iter().reduce(|a, b| a.or_larger(&b))
    }

    /// The lines about rounding in a function's documentation.
    #[must_use]
    pub fn lines(rounding: Option<&Self>) -> Vec<String> {
        let Some(Self {
            errors,
            of_result,
            has_undefined_states,
        }) = rounding
        else {
            let reason = "Rounding: not measured: at each state tried the mass matrix is singular, constraint rows are \
                       nearly dependent, or there is no value.";
            return vec![reason.into()];
        };
        let where_tried = if *has_undefined_states {
            "as tried at angles within 3 turns, where there is a value"
        } else {
            "as tried at angles within 3 turns"
        };
        let mut lines = vec![format!(
            "Rounding: at most {errors} of the scale of the result if each operation is rounded, {where_tried}."
        )];
        lines.extend(of_result.map(|errors| {
            let [f64_digits, f32_digits] = errors.right_digits();
            format!("The largest number of the result has at least {f64_digits} right digits in f64, {f32_digits} in f32 there.")
        }));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn largest_is_none_if_one_was_not_measured() {
        let rounding = |f64| {
            Some(Rounding {
                errors: Errors { f64, f32: 1.0 },
                of_result: None,
                has_undefined_states: false,
            })
        };
        assert_eq!(
            Rounding::largest([rounding(2.0), rounding(3.0)]),
            rounding(3.0)
        );
        assert_eq!(Rounding::largest([rounding(2.0), None]), None);
        assert_eq!(Rounding::largest([]), None);
    }
}
