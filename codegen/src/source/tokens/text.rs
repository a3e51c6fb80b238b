//! Tokens as text, the same whoever made them: the compiler, or a parser of a file.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// All that a robot is read from, for fingerprints: the struct without what does not matter here,
/// such as documentation and derives, and the items of the attribute.
#[must_use]
pub fn text(structure: &TokenStream, items: &TokenStream) -> String {
    let mut text = String::new();
    write(structure.clone(), &mut text);
    text.push('\n');
    write(items.clone(), &mut text);
    text
}

/// Tokens with a space behind each; spacing, comments and most attributes leave no trace.
fn write(tokens: TokenStream, text: &mut String) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(sign) if sign.as_char() == '#' => match tokens.peek() {
                Some(TokenTree::Group(attribute)) if !matters(attribute) => {
                    tokens.next();
                }
                _ => text.push_str("# "),
            },
            // One at the end, as rustfmt sets and removes it, says nothing.
            TokenTree::Punct(sign) if sign.as_char() == ',' && tokens.peek().is_none() => {}
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("( ", ") "),
                    Delimiter::Bracket => ("[ ", "] "),
                    Delimiter::Brace => ("{ ", "} "),
                    // Around what a macro has put in: not written, not seen.
                    Delimiter::None => ("", ""),
                };
                text.push_str(open);
                write(group.stream(), text);
                text.push_str(close);
            }
            token => {
                text.push_str(&token.to_string());
                text.push(' ');
            }
        }
    }
}

/// A struct without the attributes that say nothing about the robot, and whatever they are.
pub fn plain(structure: TokenStream) -> TokenStream {
    let mut kept: Vec<TokenTree> = Vec::new();
    for token in structure {
        let signed = matches!(kept.last(), Some(TokenTree::Punct(sign)) if sign.as_char() == '#');
        match token {
            TokenTree::Group(attribute)
                if signed && attribute.delimiter() == Delimiter::Bracket =>
            {
                match matters(&attribute) {
                    true => kept.push(attribute.into()),
                    false => drop(kept.pop()),
                }
            }
            TokenTree::Group(fields) if fields.delimiter() == Delimiter::Brace => {
                let mut group = Group::new(Delimiter::Brace, plain(fields.stream()));
                group.set_span(fields.span());
                kept.push(group.into());
            }
            token => kept.push(token),
        }
    }
    kept.into_iter().collect()
}

/// Whether an attribute, of a field, says something about the robot.
fn matters(attribute: &Group) -> bool {
    let first = attribute.stream().into_iter().next();
    first.is_some_and(|word| word.to_string() == "parameter")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(structure: &str, items: &str) -> String {
        text(
            &structure.parse().expect("tokens"),
            &items.parse().expect("tokens"),
        )
    }

    #[test]
    fn only_what_describes_the_robot_is_seen() {
        let plain = of("pub struct A { pub m: f64 }", "body a { mass: m/2 }");
        let dressed = of(
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
    fn what_describes_it_is_seen() {
        let plain = of("struct A { m: f64 }", "body a { mass: m }");
        for (structure, items) in [
            (
                "struct A { #[parameter(mass)] m: f64 }",
                "body a { mass: m }",
            ),
            ("struct A { m: f32 }", "body a { mass: m }"),
            ("pub struct A { m: f64 }", "body a { mass: m }"),
            ("struct A { m: f64 }", "body a { mass: [m] }"),
        ] {
            assert_ne!(plain, of(structure, items));
        }
    }
}
