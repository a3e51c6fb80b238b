//! Which functions are emitted.

use crate::function::Function;

/// Those that a robot has by default, or those that are named, or both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Functions {
    /// Whether those are there that a robot has by default.
    pub default: bool,
    /// Those requested by name.
    pub named: Vec<Function>,
}

/// Those that a robot has by default.
impl Default for Functions {
    fn default() -> Self {
        Self {
            default: true,
            named: Vec::new(),
        }
    }
}

impl Functions {
    /// Whether a function is requested by name.
    #[must_use]
    pub fn names(&self, function: Function) -> bool {
        self.named.contains(&function)
    }
}

/// These and no others.
impl FromIterator<Function> for Functions {
    fn from_iter<I: IntoIterator<Item = Function>>(named: I) -> Self {
        Self {
            default: false,
            named: named.into_iter().collect(),
        }
    }
}

/// These and no others.
impl From<Vec<Function>> for Functions {
    fn from(named: Vec<Function>) -> Self {
        named.into_iter().collect()
    }
}

/// These and no others.
impl<const N: usize> From<[Function; N]> for Functions {
    fn from(named: [Function; N]) -> Self {
        named.into_iter().collect()
    }
}

/// These and no others.
impl From<&[Function]> for Functions {
    fn from(named: &[Function]) -> Self {
        named.iter().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Acting, Settings};

    #[test]
    fn what_is_named_beside_the_default_is_added_to_it() {
        let requested = |functions: Functions| {
            let (links, wrenches) = (vec!["hand".to_owned()], vec!["hand".to_owned()]);
            let settings = Settings {
                functions,
                links,
                wrenches,
                ..Settings::default()
            };
            settings.requested(Acting::default())
        };
        let default = requested(Functions::default());
        let named = vec![
            Function::ChristoffelSymbols,
            Function::Momentum,
            Function::Velocity,
        ];
        let both = Functions {
            default: true,
            named: named.clone(),
        };
        let mut expected = [&default[..], &named].concat();
        expected.sort_by_key(|function| Function::ALL.iter().position(|other| other == function));
        expected.dedup();
        assert_eq!(requested(both), expected);
        assert_eq!(expected.len(), default.len() + 2);
        // Without, they take the place of the others, those of links among them.
        let alone = requested(named.into());
        assert!(!alone.contains(&Function::Gravity) && !alone.contains(&Function::Pose));
    }
}
