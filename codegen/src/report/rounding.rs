//! What a trial in floats has found of a function.

use super::Errors;

/// What a trial in floats has found of a function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounding {
    /// The largest errors at the states tried, in units in the last place of natural sizes.
    pub errors: Errors,
}

impl Rounding {
    /// Of each the larger.
    #[must_use]
    pub fn or_larger(&self, other: &Self) -> Self {
        Self {
            errors: self.errors.or_larger(&other.errors),
        }
    }

    /// The largest of several functions. None: one of them is not measured, or there is none.
    #[must_use]
    pub fn largest(of: impl IntoIterator<Item = Option<Self>>) -> Option<Self> {
        let all: Option<Vec<Self>> = of.into_iter().collect();
        all?.into_iter().reduce(|a, b| a.or_larger(&b))
    }

    /// The line of a function's documentation.
    #[must_use]
    pub fn documented(rounding: Option<&Self>) -> String {
        let Some(Self { errors }) = rounding else {
            return "Rounding: not measured: at each state tried the mass matrix is singular, constraint rows \
                    nearly depend on one another, or what it is computed from has no value."
                .into();
        };
        format!(
            "Rounding: at most {errors}, of natural sizes, each operation rounded, at the states tried."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_measured_is_not_the_least() {
        let of = |f64| {
            Some(Rounding {
                errors: Errors { f64, f32: 1.0 },
            })
        };
        assert_eq!(Rounding::largest([of(2.0), of(3.0)]), of(3.0));
        assert_eq!(Rounding::largest([of(2.0), None]), None);
        assert_eq!(Rounding::largest([]), None);
    }
}
