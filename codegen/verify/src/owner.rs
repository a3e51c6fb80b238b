//! The types of a file that have functions: the robot, its prepared forms, and views of them.

use multibody_program::ir::InputKind;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Path, PathSegment};

use crate::syntax::parts;

/// A type whose functions have bodies of their own. Functions of its views only call these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BaseType {
    /// The robot.
    Robot,
    /// The run-time parameters of the robot.
    Parameters,
    /// The robot with prepared parameters.
    Prepared,
    /// The robot at a position.
    At,
}

/// A type that has functions: a base, or a view of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Owner {
    /// The type that is viewed, directly or through other views. Without a view, the type itself.
    pub base: BaseType,
    /// Whether external wrenches are bound.
    pub has_wrenches: bool,
    /// Whether selectors of constraint rows are bound.
    pub has_selectors: bool,
    /// Whether time is bound.
    pub has_time: bool,
}

impl Owner {
    /// The robot itself.
    pub const ROBOT: Self = Self::of(BaseType::Robot);

    /// A base without a view.
    pub const fn of(base: BaseType) -> Self {
        Self {
            base,
            has_wrenches: false,
            has_selectors: false,
            has_time: false,
        }
    }

    /// All types that a file may have.
    pub fn all() -> impl Iterator<Item = Self> {
        use BaseType::{At, Parameters, Prepared, Robot};
        let bases = [Robot, Parameters, Prepared, At];
        // Bits: wrenches, selectors, time. No view binds both selectors and time.
        let views = (0..8).filter(|bits| bits & 0b110 != 0b110);
        bases.into_iter().flat_map(move |base| {
            views.clone().map(move |bits| Self {
                base,
                has_wrenches: bits & 1 != 0,
                has_selectors: bits & 2 != 0,
                has_time: bits & 4 != 0,
            })
        })
    }

    /// The arguments that the view binds, except time.
    pub fn bindings(self) -> Vec<InputKind> {
        let wrenches = self.has_wrenches.then_some(InputKind::Wrench);
        let selectors = self.has_selectors.then_some(InputKind::Selector);
        wrenches.into_iter().chain(selectors).collect()
    }

    /// Whether it is a view.
    pub fn is_view(self) -> bool {
        self != Self::of(self.base)
    }

    /// The type of the field `robot` of a view. `None`: it is no view.
    pub fn viewed(self) -> Option<Self> {
        let mut viewed = self;
        let outermost = match (self.has_time, self.has_selectors) {
            (true, _) => &mut viewed.has_time,
            (_, true) => &mut viewed.has_selectors,
            _ => &mut viewed.has_wrenches,
        };
        std::mem::replace(outermost, false).then_some(viewed)
    }

    /// The name of the type, without arguments.
    pub fn name(self, robot: &str) -> String {
        let suffix = match self {
            _ if self.has_time => "AtTime",
            _ if self.has_selectors => "Selecting",
            _ if self.has_wrenches => "UnderWrenches",
            _ => match self.base {
                BaseType::Robot => "",
                BaseType::Parameters => "Parameters",
                BaseType::Prepared => "Prepared",
                BaseType::At => "At",
            },
        };
        format!("{robot}{suffix}")
    }

    /// The type, for numbers of type T.
    pub fn type_of(self, robot: &str) -> String {
        let name = self.name(robot);
        let Some(viewed) = self.viewed() else {
            return match self.base {
                BaseType::Robot => name,
                _ => format!("{name}<T>"),
            };
        };
        let viewed_type = viewed.type_of(robot);
        // A view with selectors refers to the robot, but owns a view under wrenches. The time of a view of the robot itself is
        // f64.
        let (reference, number) = match (self.has_selectors, self.has_time) {
            (true, _) if !viewed.has_wrenches => ("&'_ ", "T"),
            (_, true) if viewed == Self::ROBOT => ("", "f64"),
            _ => ("", "T"),
        };
        format!("{name}<'_, {reference}{viewed_type}, {number}>")
    }

    /// A name of the type for the output; that of the robot is empty.
    pub fn title(self) -> String {
        let viewed = self.viewed().filter(|viewed| *viewed != Self::ROBOT);
        let suffix = viewed.map_or(String::new(), |viewed| format!("<{}>", viewed.title()));
        self.name("") + &suffix
    }

    /// The name of a function of the type for the output.
    pub fn title_of(self, function: &str) -> String {
        match self {
            Self::ROBOT => function.to_owned(),
            _ => format!("{}::{function}", self.title()),
        }
    }
}

/// The tokens of a node as a text to compare. Commas at the end of lists are left out, and the lifetime `'a` is written `'_`,
/// since lifetimes decide what rustc refuses, not what runs. [`clean_item`](crate::clean_item) has already removed all else that
/// does not matter.
pub fn token_text(node: &impl ToTokens) -> String {
    let mut out = String::new();
    append(node.to_token_stream(), &mut out);
    let text = out.replace(", > ", "> ");
    text.trim_end_matches([',', ' ']).to_owned()
}

/// Appends the text of tokens.
fn append(tokens: TokenStream, out: &mut String) {
    let mut queue = tokens.into_iter();
    while let Some(token) = queue.next() {
        match token {
            TokenTree::Punct(sign) if sign.as_char() == '\'' => {
                let name = queue.next().map_or(String::new(), |name| name.to_string());
                *out += &format!("'{} ", if name == "a" { "_" } else { &name });
            }
            TokenTree::Group(group) => {
                let (opening, closing) = match group.delimiter() {
                    Delimiter::Parenthesis => ("( ", ") "),
                    Delimiter::Brace => ("{ ", "} "),
                    Delimiter::Bracket => ("[ ", "] "),
                    Delimiter::None => ("", ""),
                };
                *out += opening;
                append(group.stream(), out);
                out.truncate(out.strip_suffix(", ").unwrap_or(out).len());
                *out += closing;
            }
            leaf => *out += &format!("{leaf} "),
        }
    }
}

/// The tokens of a text, as [`token_text`] gives them. `None`: the text is no Rust.
pub fn tokens_of(text: &str) -> Option<String> {
    text.parse::<TokenStream>().ok().map(|it| token_text(&it))
}

/// Whether a node has this text, apart from what [`token_text`] leaves out.
pub fn is_same(node: &impl ToTokens, text: &str) -> bool {
    tokens_of(text).is_some_and(|text| text == token_text(node))
}

/// The text of a path. `None`: a segment has arguments, or the path begins with `::`.
pub fn path(path: &Path) -> Option<String> {
    let name = |segment: &PathSegment| {
        let (name, arguments) = parts!(segment, PathSegment: ident arguments)?;
        arguments.is_none().then(|| name.to_string())
    };
    let segments = parts!(path, Path: segments; no leading_colon)?;
    let names: Option<Vec<String>> = segments.iter().map(name).collect();
    Some(names?.join("::"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_at_the_end_of_lists_do_not_matter() {
        let are_same =
            |code: &str, text: &str| is_same(&syn::parse_str::<syn::Type>(code).unwrap(), text);
        assert!(are_same("Long<'a, B, [T; 3],>", "Long<'_, B, [T; 3]>"));
        assert!(are_same("(A, B,)", "(A, B)"));
        assert!(!are_same("Long<'a, B, T>", "Long<'_, T, B>"));
        assert!(!are_same("Long<'static, B>", "Long<'_, B>"));
    }
}
