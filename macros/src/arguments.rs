//! The tokens of the attribute, read into [`Settings`].

use multibody_codegen::Settings;
use multibody_codegen::settings::Weld;
use multibody_codegen::source::tokens::is_description;
use proc_macro2::{Span, TokenStream};
use syn::ext::IdentExt;
use syn::{Ident, LitStr};

use crate::errors::Errors;
use crate::options::{Written, split};
use crate::values::{Name, Switch, Vector, WeldEntry, Word, misspelt};

/// All options.
const OPTIONS: &[&str] = &[
    "urdf",
    "committed",
    "root",
    "weld",
    "mimic",
    "gravity",
    "snap",
    "functions",
    "links",
    "wrenches",
    "proof",
    "written_forms",
    "effort",
];

/// What the attribute says.
pub struct Arguments {
    /// What describes the robot.
    pub base: Base,
    /// The file to take items from, by its path.
    pub committed: Option<LitStr>,
    /// The choices about it.
    pub settings: Settings,
    /// Joints and links that were named, for faults that show only in the description.
    pub names: Vec<Name>,
}

/// What describes a robot.
pub enum Base {
    /// A file, by its path.
    Urdf(LitStr),
    /// Joints, bodies and gravity.
    Tokens(TokenStream),
}

/// Reads the attribute of the struct called `name`.
///
/// # Errors
/// All faults at once, each at its place.
pub fn arguments(tokens: TokenStream, name: &Ident) -> syn::Result<Arguments> {
    let mut errors = Errors::default();
    let mut reader = Reader {
        urdf: None,
        committed: None,
        names: Vec::new(),
        settings: Settings {
            name: name.unraw().to_string(),
            ..Settings::default()
        },
    };
    let mut seen: Vec<Ident> = Vec::new();
    let (described, options) = divide(split(tokens));
    for tokens in options {
        let Some(option) = errors.take(syn::parse2::<Written>(tokens)) else {
            continue;
        };
        if seen.contains(&option.name) {
            errors.push(syn::Error::new(
                option.name.span(),
                format!("option `{}` is given twice", option.name),
            ));
        } else {
            errors.take(reader.read(&option));
            seen.push(option.name);
        }
    }
    let urdf_option = seen.iter().find(|name| *name == "urdf");
    match (urdf_option, described.is_empty()) {
        (None, true) => {
            let message = "no robot is described; write e.g. #[multibody(urdf = \"robots/arm.urdf\")], or joints and bodies";
            errors.push(syn::Error::new(Span::call_site(), message));
        }
        (Some(urdf), false) => {
            let message = "a file describes the robot, and joints and bodies do; keep one of them";
            errors.push(syn::Error::new(urdf.span(), message));
        }
        _ => {}
    }
    let Reader {
        urdf,
        committed,
        settings,
        names,
    } = reader;
    let base = match urdf {
        Some(urdf) => Base::Urdf(urdf),
        None => Base::Tokens(described),
    };
    errors.finish(Arguments {
        base,
        committed,
        settings,
        names,
    })
}

/// What describes the robot, with commas again, and the other options.
fn divide(parts: Vec<TokenStream>) -> (TokenStream, Vec<TokenStream>) {
    let inline = parts.iter().any(is_description);
    let is_gravity = |part: &TokenStream| {
        let first = part.clone().into_iter().next();
        first.is_some_and(|token| token.to_string() == "gravity")
    };
    let (described, options): (Vec<_>, Vec<_>) = parts
        .into_iter()
        .partition(|part| is_description(part) || (inline && is_gravity(part)));
    (quote::quote!(#(#described),*), options)
}

struct Reader {
    urdf: Option<LitStr>,
    committed: Option<LitStr>,
    settings: Settings,
    names: Vec<Name>,
}

impl Reader {
    fn read(&mut self, option: &Written) -> syn::Result<()> {
        match option.name.unraw().to_string().as_str() {
            "urdf" => self.urdf = Some(option.value("urdf = \"robots/arm.urdf\"")?),
            "committed" => self.committed = Some(option.value("committed = \"src/arm.rs\"")?),
            "root" => self.settings.root = option.value::<Word<_>>("root = floating")?.0,
            "weld" => self.weld(option.list("weld(elbow = 0.5, wrist)")?)?,
            "mimic" => self.settings.mimic = option.value::<Word<_>>("mimic = independent")?.0,
            "gravity" => {
                self.settings.gravity = option.value::<Vector>("gravity = [0, 0, -9.81]")?.0
            }
            "snap" => self.settings.snap = option.value::<Switch>("snap = 0")?.0,
            "functions" => {
                let words: Vec<Word<_>> = option.list("functions(mass_matrix, bias)")?;
                self.settings.functions =
                    Some(words.into_iter().map(|Word(function)| function).collect());
            }
            "links" => self.settings.links = self.named(option.list("links(hand, \"finger-1\")")?),
            "wrenches" => self.settings.wrenches = self.named(option.list("wrenches(hand)")?),
            "proof" => self.settings.proof = option.value::<Switch>("proof = false")?.0,
            "written_forms" => {
                self.settings.written_forms = option.value::<Switch>("written_forms = false")?.0
            }
            "effort" => self.settings.effort = option.value::<Word<_>>("effort = high")?.0,
            other => {
                return Err(misspelt(
                    option.name.span(),
                    &format!("unknown option `{other}`"),
                    other,
                    OPTIONS,
                ));
            }
        }
        Ok(())
    }

    /// Texts of links, whose places are kept.
    fn named(&mut self, links: Vec<Name>) -> Vec<String> {
        self.names.extend(links.iter().cloned());
        links.into_iter().map(|link| link.text).collect()
    }

    /// Welds, of which no two may be of one joint.
    fn weld(&mut self, entries: Vec<WeldEntry>) -> syn::Result<()> {
        let mut errors = Errors::default();
        for WeldEntry { joint, position } in entries {
            let welds = &mut self.settings.welds;
            if welds.iter().any(|other| other.joint == joint.text) {
                let message = format!("joint `{}` is welded twice", joint.text);
                errors.push(syn::Error::new(joint.span, message));
            }
            welds.push(Weld {
                joint: joint.text.clone(),
                position,
            });
            self.names.push(joint);
        }
        errors.finish(())
    }
}

#[cfg(test)]
mod tests {
    use multibody_codegen::exact::{decimal, integer};
    use multibody_codegen::settings::{Function, Mimic, Root};
    use quote::quote;

    use super::*;

    fn read(tokens: TokenStream) -> syn::Result<Arguments> {
        arguments(tokens, &syn::parse_quote!(Arm))
    }

    /// The messages of all faults.
    fn faults(tokens: TokenStream) -> Vec<String> {
        read(tokens)
            .err()
            .expect("faulty tokens")
            .into_iter()
            .map(|error| error.to_string())
            .collect()
    }

    #[test]
    fn what_is_not_said_is_the_default() {
        let found = read(quote!(urdf = "arm.urdf")).unwrap();
        let Base::Urdf(path) = &found.base else {
            panic!("a path was given");
        };
        assert_eq!(path.value(), "arm.urdf");
        assert_eq!(
            found.settings,
            Settings {
                name: "Arm".into(),
                ..Settings::default()
            }
        );
    }

    #[test]
    fn every_option_reaches_its_setting() {
        let found = read(quote!(
            urdf = "arm.urdf",
            root = floating,
            weld(elbow = -0.5, "wrist 1", r#loop = 1_000),
            mimic = independent,
            gravity = [-1, 0, 9.81],
            snap = 0,
            functions(bias, mass_matrix),
            links(a, "b-c"),
            wrenches(d,),
            proof = false,
            written_forms = false,
        ));
        let weld = |joint: &str, position| Weld {
            joint: joint.into(),
            position,
        };
        let expected = Settings {
            name: "Arm".into(),
            root: Root::Floating,
            welds: vec![
                weld("elbow", decimal("-0.5").unwrap()),
                weld("wrist 1", integer(0)),
                weld("loop", integer(1000)),
            ],
            mimic: Mimic::Independent,
            gravity: [integer(-1), integer(0), decimal("9.81").unwrap()],
            snap: false,
            functions: Some(vec![Function::Bias, Function::MassMatrix]),
            links: vec!["a".into(), "b-c".into()],
            wrenches: vec!["d".into()],
            proof: false,
            written_forms: false,
            ..Settings::default()
        };
        assert_eq!(found.unwrap().settings, expected);
    }

    #[test]
    fn all_faults_are_found_at_once() {
        let found = faults(quote!(
            gravty = [0, 0, 0],
            root = floting,
            functions(mass_matrix, bais, nothing_like_it),
            gravity = [0, g],
            snap = 2,
            snap = 0,
            weld(a, b = half, c =),
            proof,
            links = 1,
            "text"
        ));
        let expected = [
            "expected the name of an option",
            "option `proof` needs `= value` or `(list)`",
            "unknown option `gravty`; did you mean `gravity`?",
            "unknown `floting`; did you mean `floating`?",
            "unknown `bais`; did you mean `bias`?",
            "unknown `nothing_like_it`; known here: mass_matrix, ",
            "this is not a number; write",
            "expected true or false",
            "option `snap` is given twice",
            "a position is missing; write",
            "this is not a number; write",
            "`links` needs a list; write e.g. links(hand, \"finger-1\")",
            "no robot is described; write",
        ];
        for text in expected {
            assert!(
                found.iter().any(|message| message.starts_with(text)),
                "{text}\n{found:#?}"
            );
        }
        assert_eq!(found.len(), expected.len(), "{found:#?}");
    }

    #[test]
    fn numbers_are_decimal_and_three_make_a_vector() {
        let gravity = |tokens: TokenStream| faults(quote!(urdf = "a", gravity = #tokens)).remove(0);
        assert!(gravity(quote!([0, -9.81])).starts_with("2 instead of 3 numbers"));
        assert!(gravity(quote!([0, 0x10, 0])).starts_with("this is not a decimal number"));
        assert!(gravity(quote!([0, 1f64, 0])).starts_with("a number has no type here"));
        assert!(gravity(quote!([0, 1e999, 0])).starts_with("this is outside the range"));
        assert!(gravity(quote!([0, "1", 0])).starts_with("this is not a number"));
        assert!(gravity(quote!([0, 1 + 1, 0])).starts_with("unexpected token"));
        assert!(gravity(quote!()).starts_with("`gravity` needs a value"));
    }

    #[test]
    fn a_joint_is_welded_once() {
        assert_eq!(
            faults(quote!(urdf = "a", weld(b = 1, c, b))),
            ["joint `b` is welded twice"]
        );
    }
}
