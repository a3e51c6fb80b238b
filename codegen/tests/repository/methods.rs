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
    let mut results = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        let is_test = index >= 2 && tokens[index - 1].to_string() == "[cfg (test)]";
        match &tokens[index] {
            TokenTree::Ident(word) if word == "mod" && is_test => index += 2,
            TokenTree::Ident(word) if word == "impl" => {
                let is_body = |token: &TokenTree| body(token).is_some();
                let length = tokens[index..].iter().position(is_body);
                let end = index + length.expect("an `impl` has a body");
                results.push(block(&tokens[index + 1..end], &tokens[end]));
                index = end;
            }
            TokenTree::Group(group) if body(&tokens[index]).is_some() => {
                results.extend(methods(group.stream()));
            }
            _ => {}
        }
        index += 1;
    }
    results
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
fn calls(tokens: &[TokenTree], results: &mut Vec<String>) {
    for (index, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            continue;
        };
        let before: Vec<String> = (tokens[index.saturating_sub(3)..index].iter())
            .map(ToString::to_string)
            .collect();
        if let ([this, dot, name], Delimiter::Parenthesis) = (&before[..], group.delimiter())
            && this == "self"
            && dot == "."
        {
            results.push(name.clone());
        }
        calls(&group.stream().into_iter().collect::<Vec<_>>(), results);
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
    let actual = methods(text.parse().unwrap());
    let expected = [(["step"].as_slice(), ["rest"]), (&[], ["step"])];
    let expected = expected.map(|(defined, called)| Methods {
        of: "Walk".into(),
        defined: defined.iter().map(ToString::to_string).collect(),
        called: called.map(Into::into).to_vec(),
    });
    assert_eq!(actual, expected);
}
