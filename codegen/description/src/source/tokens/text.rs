//! Tokens as text. The text does not depend on whether the tokens come from the compiler or from a parser of a file.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::attributes::{is_parameter, without_attributes};

/// Everything that a robot is read from, for fingerprints: the struct without parts that do not matter here, such as
/// documentation and derives, and the items of the attribute.
#[must_use]
pub fn joined_text(structure: &TokenStream, items: &TokenStream) -> String {
    let mut text = String::new();
    let structure = without_attributes(structure.clone(), &|attribute| !is_parameter(attribute));
    write(structure, &mut text);
    text.push('\n');
    write(items.clone(), &mut text);
    text
}

/// Writes each token followed by a space; spacing and comments of the source have no effect.
fn write(tokens: TokenStream, text: &mut String) {
    let mut iterator = tokens.into_iter().peekable();
    while let Some(token) = iterator.next() {
        match token {
            // A trailing comma, which rustfmt adds and removes, has no meaning.
            TokenTree::Punct(sign) if sign.as_char() == ',' && iterator.peek().is_none() => {}
            TokenTree::Group(group) => {
                let (begin, end) = match group.delimiter() {
                    Delimiter::Parenthesis => ("( ", ") "),
                    Delimiter::Bracket => ("[ ", "] "),
                    Delimiter::Brace => ("{ ", "} "),
                    // An invisible group around tokens that a macro has inserted acts like parentheses: twice a sum
                    // differs from a sum whose last term is doubled. Around a single token it has no effect.
                    Delimiter::None if group.stream().into_iter().nth(1).is_some() => ("( ", ") "),
                    Delimiter::None => ("", ""),
                };
                text.push_str(begin);
                write(group.stream(), text);
                text.push_str(end);
            }
            token => {
                text.push_str(&token.to_string());
                text.push(' ');
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(structure: &str, items: &str) -> String {
        joined_text(
            &structure.parse().expect("tokens"),
            &items.parse().expect("tokens"),
        )
    }

    #[test]
    fn documentation_derives_and_layout_have_no_effect() {
        let plain = text_of("pub struct A { pub m: f64 }", "body a { mass: m/2 }");
        let dressed = text_of(
            "/// Documented.\n#[derive(Clone)]\npub  struct A{ /** mass */ pub m:f64 }",
            "body a {\n    mass: m / 2, // half\n},",
        );
        assert_eq!(plain, dressed);
        assert_eq!(
            plain,
            "pub struct A { pub m : f64 } \nbody a { mass : m / 2 } "
        );
    }

    #[test]
    fn tokens_inserted_by_a_macro_stay_together() {
        let expand = |content: &str| {
            let content: TokenStream = content.parse().expect("tokens");
            let content = proc_macro2::Group::new(Delimiter::None, content);
            let items = quote::quote!(body a { mass: #content * 2 });
            joined_text(&"struct A { m: f64 }".parse().expect("tokens"), &items)
        };
        let description = |items: &str| text_of("struct A { m: f64 }", items);
        assert_eq!(expand("m"), description("body a { mass: m * 2 }"));
        assert_eq!(expand("m + n"), description("body a { mass: (m + n) * 2 }"));
        assert_ne!(expand("m + n"), description("body a { mass: m + n * 2 }"));
    }

    #[test]
    fn all_that_describes_the_robot_has_an_effect() {
        let plain = text_of("struct A { m: f64 }", "body a { mass: m }");
        for (structure, items) in [
            (
                "struct A { #[parameter(mass)] m: f64 }",
                "body a { mass: m }",
            ),
            ("struct A { m: f32 }", "body a { mass: m }"),
            ("pub struct A { m: f64 }", "body a { mass: m }"),
            ("struct A { m: f64 }", "body a { mass: [m] }"),
        ] {
            assert_ne!(plain, text_of(structure, items));
        }
    }
}
