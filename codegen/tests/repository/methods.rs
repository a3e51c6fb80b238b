//! The methods of a type that files define and call. A type may have its methods in several files, and a file that
//! calls a method of another imports nothing: no import shows that it needs that file.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The methods of a type in a block `impl`.
#[derive(Debug, PartialEq)]
pub struct Methods {
    /// The type, without its path and arguments.
    pub of: String,
    pub defined: Vec<String>,
    /// Those that are called by `self.name(..)`.
    pub called: Vec<String>,
}

/// The methods in each block `impl` of a text, outside unit tests. A block that implements a trait defines none.
pub fn methods(text: TokenStream) -> Vec<Methods> {
    let tokens: Vec<TokenTree> = text.into_iter().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let is_test = at >= 2 && tokens[at - 1].to_string() == "[cfg (test)]";
        match &tokens[at] {
            TokenTree::Ident(word) if word == "mod" && is_test => at += 2,
            TokenTree::Ident(word) if word == "impl" => {
                let is_body = |token: &TokenTree| body(token).is_some();
                let length = tokens[at..].iter().position(is_body);
                let end = at + length.expect("an `impl` has a body");
                found.push(block(&tokens[at + 1..end], &tokens[end]));
                at = end;
            }
            TokenTree::Group(group) if body(&tokens[at]).is_some() => {
                found.extend(methods(group.stream()));
            }
            _ => {}
        }
        at += 1;
    }
    found
}

fn block(head: &[TokenTree], group: &TokenTree) -> Methods {
    let words = outside_angles(head);
    let implements = words.iter().position(|word| word == "for");
    let end = words.iter().position(|word| word == "where");
    let of = &words[implements.map_or(0, |at| at + 1)..end.unwrap_or(words.len())];
    let name = |word: &&String| word.starts_with(char::is_alphabetic);
    let body: Vec<TokenTree> = body(group).into_iter().flatten().collect();
    let defined = body.windows(2).filter(|pair| pair[0].to_string() == "fn");
    let defined = defined.map(|pair| pair[1].to_string());
    let mut called = Vec::new();
    calls(&body, &mut called);
    Methods {
        of: of.iter().rfind(name).cloned().unwrap_or_default(),
        defined: defined.filter(|_| implements.is_none()).collect(),
        called,
    }
}

/// The tokens of a head that are in no angle brackets.
fn outside_angles(head: &[TokenTree]) -> Vec<String> {
    let mut depth = 0;
    let words = head.iter().map(ToString::to_string);
    words
        .filter(|word| {
            let before = depth;
            depth += i32::from(word == "<") - i32::from(word == ">");
            before == 0 && depth == 0
        })
        .collect()
}

/// Adds the names in `self.name(..)`, also of those in groups.
fn calls(tokens: &[TokenTree], found: &mut Vec<String>) {
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            continue;
        };
        let before: Vec<String> = (tokens[at.saturating_sub(3)..at].iter())
            .map(ToString::to_string)
            .collect();
        if let ([this, dot, name], Delimiter::Parenthesis) = (&before[..], group.delimiter())
            && this == "self"
            && dot == "."
        {
            found.push(name.clone());
        }
        calls(&group.stream().into_iter().collect::<Vec<_>>(), found);
    }
}

fn body(token: &TokenTree) -> Option<TokenStream> {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
        _ => None,
    }
}

#[test]
fn methods_are_found_by_type() {
    let text = "mod a { impl<'a, F: Kernels<X>> b::Walk<'a, F> where F: Copy {
            fn step(&self) -> T { f(|x| self.rest(x), self.field.other()) } }
        }
        impl Iterator for Walk { fn next(&mut self) { self.step() } }
        #[cfg(test)] mod tests { impl Walk { fn tested() {} } }";
    let found = methods(text.parse().unwrap());
    let expected = [(["step"].as_slice(), ["rest"]), (&[], ["step"])];
    let expected = expected.map(|(defined, called)| Methods {
        of: "Walk".into(),
        defined: defined.iter().map(ToString::to_string).collect(),
        called: called.map(Into::into).to_vec(),
    });
    assert_eq!(found, expected);
}
