//! Which functions are emitted.

use crate::function::{Function, normal_form};

/// The name of a function in a bundle, with its options; it may be a function of one link.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FunctionName(String);

impl FunctionName {
    /// The name as a text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Options may be in any order, with or without spaces.
impl From<&str> for FunctionName {
    fn from(text: &str) -> Self {
        Self(normal_form(text))
    }
}

/// The default functions of a robot, functions requested by name, both, or neither.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Functions {
    /// Whether the default functions are included.
    pub default: bool,
    /// The functions requested by name.
    pub named: Vec<Function>,
}

/// The default functions.
impl Default for Functions {
    fn default() -> Self {
        Self {
            default: true,
            named: Vec::new(),
        }
    }
}

impl Functions {
    /// Whether this function is requested by name.
    #[must_use]
    pub fn names(&self, function: Function) -> bool {
        self.named.contains(&function)
    }
}

/// Exactly these functions.
impl FromIterator<Function> for Functions {
    fn from_iter<I: IntoIterator<Item = Function>>(functions: I) -> Self {
        Self {
            default: false,
            named: functions.into_iter().collect(),
        }
    }
}

/// Exactly these functions.
impl From<Vec<Function>> for Functions {
    fn from(functions: Vec<Function>) -> Self {
        functions.into_iter().collect()
    }
}

/// Exactly these functions.
impl<const N: usize> From<[Function; N]> for Functions {
    fn from(functions: [Function; N]) -> Self {
        functions.into_iter().collect()
    }
}

/// Exactly these functions.
impl From<&[Function]> for Functions {
    fn from(functions: &[Function]) -> Self {
        functions.iter().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Acting, Settings};

    #[test]
    fn functions_named_beside_the_default_are_added_to_it() {
        let requested = |functions: Functions| {
            let (links, wrenches) = (vec!["hand".to_owned()], vec!["hand".to_owned()]);
            let settings = Settings {
                functions,
                links,
                wrenches,
                ..Settings::default()
            };
            settings.select_functions(Acting::default())
        };
        let default = requested(Functions::default());
        let list = vec![
            Function::ChristoffelSymbols,
            Function::Momentum,
            Function::Velocity,
        ];
        let extension = Functions {
            default: true,
            named: list.clone(),
        };
        let mut expected = [&default[..], &list].concat();
        expected.sort_by_key(|function| Function::ALL.iter().position(|other| other == function));
        expected.dedup();
        assert_eq!(requested(extension), expected);
        assert_eq!(expected.len(), default.len() + 2);
        // Without the default, named functions replace all others, including those of links.
        let replacement = requested(list.into());
        assert!(
            !replacement.contains(&Function::Gravity) && !replacement.contains(&Function::Pose)
        );
    }
}
