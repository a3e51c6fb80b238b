//! Mutants of the text of verified items: each is found, unless it is equal to the original as a function.

use std::collections::BTreeMap;
use std::ops::Range;

use proc_macro2::{TokenStream, TokenTree};

use crate::evaluator::Text;
use crate::files::{ARM, Committed, LEG};
use multibody_support::random::Random;
use multibody_verify::Report;

/// The number of mutants of each file; more with `MULTIBODY_MUTANTS`.
const MUTANTS: usize = 150;
/// The number of states at which functions are compared.
const STATES: u64 = 20;

/// A token of a verified item.
struct Place {
    item: String,
    bytes: Range<usize>,
    token: Token,
}

const KINDS: [Token; 6] = [
    Token::Name,
    Token::Operator,
    Token::Index,
    Token::Literal,
    Token::Semicolon,
    Token::Row,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Token {
    Name,
    Operator,
    Index,
    Literal,
    Semicolon,
    Row,
}

#[test]
fn every_mutant_of_a_verified_item_is_found() {
    let count = std::env::var("MULTIBODY_MUTANTS")
        .ok()
        .and_then(|count| count.parse().ok());
    for file in [LEG, ARM] {
        let found = mutate(&file, count.unwrap_or(MUTANTS));
        let all: usize = found.values().map(|[all, ..]| all).sum();
        let equal: usize = found.values().map(|[_, equal, _]| equal).sum();
        println!(
            "{}: {all} mutants, {equal} equal as functions; {found:?}",
            file.name
        );
        assert!(equal * 20 <= all, "{equal} of {all} are equal");
    }
}

/// The number of mutants of each kind, of those that are equal as functions, and of those that are refused.
fn mutate(file: &Committed, count: usize) -> BTreeMap<Token, [usize; 3]> {
    let text = file.text();
    let original = file.verify(&text).expect("verified");
    assert!(original.is_right(), "{original}");
    let places = places(&text, &original, file.name);
    let mut found: BTreeMap<Token, [usize; 3]> = BTreeMap::new();
    let mut random = Random::new(34);
    let mut made = 0;
    while made < count {
        // Each kind is as frequent as the others, and so is each item of a kind.
        let kind = KINDS[random.below(KINDS.len())];
        let of_kind: Vec<&Place> = places.iter().filter(|of| of.token == kind).collect();
        let item = &of_kind[random.below(of_kind.len())].item;
        let of_item: Vec<&Place> = of_kind
            .iter()
            .filter(|of| of.item == *item)
            .copied()
            .collect();
        let place = of_item[random.below(of_item.len())];
        let Some(mutant) = mutant(&text, place, &places, &mut random) else {
            continue;
        };
        made += 1;
        let counts = found.entry(place.token).or_default();
        counts[0] += 1;
        let is_found = match file.verify(&mutant) {
            Err(_) => {
                counts[2] += 1;
                true
            }
            Ok(report) => !report.is_right() || loses_an_item(&original, &report),
        };
        if !is_found {
            assert!(
                is_equal(&text, &mutant, &original, file.name),
                "{}: `{}` in `{}` is another function, and is not found:\n{}",
                file.name,
                &text[place.bytes.clone()],
                place.item,
                difference(&text, &mutant)
            );
            counts[1] += 1;
        }
    }
    found
}

/// The first lines that differ.
fn difference(text: &str, mutant: &str) -> String {
    let mut pairs = text.lines().zip(mutant.lines());
    let pair = pairs.find(|(a, b)| a != b);
    pair.map_or(String::new(), |(a, b)| format!("{a}\n{b}"))
}

/// Whether something that was verified no longer is.
fn loses_an_item(original: &Report, report: &Report) -> bool {
    let mut names = original.items.iter().map(|(name, ..)| name);
    names.any(|name| original.is_verified(name) && !report.is_verified(name))
}

/// Whether all functions of two texts are equal at random states.
fn is_equal(text: &str, mutant: &str, report: &Report, robot: &str) -> bool {
    let read = |text: &str| Text::read(text, robot).expect("the verifier has read it too");
    let (text, mutant) = (read(text), read(mutant));
    let names = || report.items.iter().map(|(name, ..)| name.as_str());
    let functions = || names().filter(|name| !name.starts_with(['N', 'J']));
    (1..=STATES).all(|seed| {
        functions().all(|name| {
            let values = [&text, &mutant].map(|of| of.evaluate(name, seed));
            assert!(values[0].is_some(), "{name} has a value");
            values[0] == values[1]
        })
    })
}

/// A text with one token changed; none if the change leaves it as it is, or only swaps operands.
fn mutant(text: &str, place: &Place, places: &[Place], random: &mut Random) -> Option<String> {
    let old = &text[place.bytes.clone()];
    let same_item: Vec<&Place> = places
        .iter()
        .filter(|of| of.item == place.item && of.token == place.token)
        .collect();
    let mut bytes = place.bytes.clone();
    let new = match place.token {
        Token::Name => {
            // A name that means another value, or another function.
            const FIXED: [&str; 6] = ["T", "lit", "multibody", "self", "Real", "_"];
            let other = same_item[random.below(same_item.len())];
            let new = &text[other.bytes.clone()];
            if FIXED.contains(&old) || FIXED.contains(&new) {
                return None;
            }
            match (old, new) {
                ("sin", _) => "cos".to_owned(),
                ("cos", _) => "sin".to_owned(),
                ("ZERO", _) => "ONE".to_owned(),
                ("ONE", _) => "ZERO".to_owned(),
                _ => new.to_owned(),
            }
        }
        Token::Operator => {
            // Mostly an operator that Rust accepts there.
            let is_unary = !text[..bytes.start].ends_with(' ');
            let operators = ["+", "-", "*", "/"];
            match is_unary {
                true => String::new(),
                false => operators[random.below(operators.len())].to_owned(),
            }
        }
        Token::Index => random.below(4).to_string(),
        Token::Literal | Token::Row => match random.below(6) {
            0 if place.token == Token::Literal => format!("-{old}"),
            // The float is the same, the exact value another.
            0..3 if place.token == Token::Row && !old.contains('/') => format!("{old}1"),
            _ => {
                let digits: Vec<usize> = (0..old.len())
                    .filter(|&at| old.as_bytes()[at].is_ascii_digit())
                    .collect();
                let at = *digits.get(random.below(digits.len().max(1)))?;
                format!("{}{}{}", &old[..at], random.below(10), &old[at + 1..])
            }
        },
        // The statement that ends here is dropped.
        Token::Semicolon => {
            let start = text[..bytes.start].rfind('\n')? + 1;
            bytes.start = start;
            String::new()
        }
    };
    let changed = format!("{}{new}{}", &text[..bytes.start], &text[bytes.end..]);
    (changed != text).then_some(changed)
}

/// All tokens of verified items, and all rows of the table.
fn places(text: &str, report: &Report, robot: &str) -> Vec<Place> {
    let tokens: Vec<TokenTree> = text
        .parse::<TokenStream>()
        .expect("tokens")
        .into_iter()
        .collect();
    let mut places = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            continue;
        };
        let before: Vec<String> = tokens[..at]
            .iter()
            .rev()
            .take(16)
            .map(ToString::to_string)
            .collect();
        if before.first().is_none_or(|name| name != robot) {
            continue;
        }
        let of_trait = before
            .iter()
            .position(|word| word == "multibody")
            .filter(|_| before.iter().any(|word| word == "for"));
        let name = of_trait.map_or(String::new(), |at| format!("{}::", before[at - 3]));
        of_impl(group.stream(), &name, report, &mut places);
    }
    let table = text.find("// Exact values").map_or(text.len(), |at| at);
    let mut start = table;
    for line in text[table..].split_inclusive('\n') {
        if line.contains(" = ") {
            places.push(Place {
                item: "table".into(),
                bytes: start..start + line.trim_end().len(),
                token: Token::Row,
            });
        }
        start += line.len();
    }
    assert!(places.len() > 200, "{}", places.len());
    places
}

/// The tokens of the verified functions of an implementation, and of `NQ` and `NV`.
fn of_impl(tokens: TokenStream, prefix: &str, report: &Report, places: &mut Vec<Place>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut item = None;
    for (at, token) in tokens.iter().enumerate() {
        if let TokenTree::Ident(word) = token
            && (word == "fn" || word == "const")
        {
            let name = format!("{prefix}{}", tokens[at + 1]);
            item = report.is_verified(&name).then_some(name);
        }
        if let (TokenTree::Punct(of), Some(_)) = (token, &item)
            && of.as_char() == ';'
        {
            item = None;
        }
        let Some(name) = &item else {
            continue;
        };
        match token {
            TokenTree::Group(group) => {
                of_group(group.stream(), name, places);
                if group.delimiter() == proc_macro2::Delimiter::Brace {
                    item = None;
                }
            }
            TokenTree::Literal(literal) => places.push(Place {
                item: name.clone(),
                bytes: literal.span().byte_range(),
                token: Token::Index,
            }),
            _ => {}
        }
    }
}

fn of_group(tokens: TokenStream, item: &str, places: &mut Vec<Place>) {
    for token in tokens {
        let kind = match &token {
            TokenTree::Group(group) => {
                of_group(group.stream(), item, places);
                continue;
            }
            TokenTree::Ident(of) if of == "let" || of == "mut" => continue,
            TokenTree::Ident(_) => Token::Name,
            TokenTree::Punct(of) => match of.as_char() {
                '+' | '-' | '*' | '/' => Token::Operator,
                ';' => Token::Semicolon,
                _ => continue,
            },
            TokenTree::Literal(of) if of.to_string().contains(['.', 'e']) => Token::Literal,
            TokenTree::Literal(_) => Token::Index,
        };
        places.push(Place {
            item: item.to_owned(),
            bytes: token.span().byte_range(),
            token: kind,
        });
    }
}
