//! Words by which users choose one of several values.

use std::fmt;

use crate::foreign::Shown;

/// A word that is not in the list of known words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The word as it was written.
    pub found: String,
    /// The known words.
    pub known: &'static [&'static str],
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let label = Shown::from(&self.found);
        write!(f, "`{label}` is not one of {}", self.known.join(", "))
    }
}

impl std::error::Error for Unknown {}

/// A number with a noun in the singular or the plural: `1 link`, `2 links`.
#[must_use]
pub fn amount(number: usize, singular: &str, plural: &str) -> String {
    format!("{number} {}", if number == 1 { singular } else { plural })
}

/// Gives each variant of a type the name that users write for it.
#[macro_export]
macro_rules! named {
    ($type:ident { $($variant:ident = $name:literal),+ $(,)? }) => {
        impl $type {
            /// The name that users write for this value.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
            /// The names of all values, in order.
            pub const NAMES: &'static [&'static str] = &[$($name),+];
        }
        impl std::str::FromStr for $type {
            type Err = $crate::word::Unknown;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($name => Ok(Self::$variant),)+
                    _ => Err(Self::Err { found: text.into(), known: Self::NAMES }),
                }
            }
        }
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}
pub use named;

#[cfg(test)]
mod tests {
    use super::amount;

    #[test]
    fn nouns_agree_with_their_numbers() {
        let amounts = [0, 1, 2].map(|number| amount(number, "joint", "joints"));
        assert_eq!(amounts, ["0 joints", "1 joint", "2 joints"]);
    }
}
