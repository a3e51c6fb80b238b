//! Texts with random changes of bytes, tokens and lines: no panic, no hang, and nothing is verified that differs from the original.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::evaluator::Text;
use crate::files::{ALL, Robot};
use crate::things::Thing;
use multibody_support::random::Random;
use syn::ImplItem;
use syn::spanned::Spanned as _;

/// The number of texts; another with `MULTIBODY_BROKEN`.
const TEXTS: usize = 100;
/// The number of bytes of a text before it is broken.
const LARGEST: usize = 20_000;
/// The longest time that a text may take, without optimisation and on a busy machine.
const LONGEST: Duration = Duration::from_secs(60);
const HEADING: &str = "// Exact values";
/// The states at which functions are compared.
const SEEDS: [u64; 2] = [3, 4];

#[test]
fn broken_texts_are_refused_or_wrong_or_the_same() {
    let variable = |name| {
        std::env::var(name)
            .ok()
            .and_then(|value| value.parse().ok())
    };
    let count = variable("MULTIBODY_BROKEN").unwrap_or(TEXTS);
    let seed = variable("MULTIBODY_BROKEN_SEED").unwrap_or(7);
    let files: Vec<Original> = ALL.into_iter().map(Original::of).collect();
    let texts: Vec<&str> = files.iter().map(|of| &*of.text).collect();
    let mut random = Random::new(seed as u64);
    let (mut refusals, mut faults, mut equals, mut comparisons) = (0, 0, 0, 0);
    let (mut slowest, started) = (Duration::ZERO, Instant::now());
    for _ in 0..count {
        let file = &files[random.below(files.len())];
        let broken = broken(&file.text, &texts, &mut random);
        // Otherwise all texts are kept.
        proc_macro2::extra::invalidate_current_thread_spans();
        let start = Instant::now();
        let result = file.file.verify(&broken);
        let took = start.elapsed();
        slowest = slowest.max(took);
        assert!(took < LONGEST, "{took:?} for\n{broken}");
        match result {
            Err(_) => refusals += 1,
            Ok(report) => {
                if report.wrong() == 0 {
                    equals += 1
                } else {
                    faults += 1
                }
                let is_verified = |name: &str| report.is_verified(name);
                comparisons += file.compare(&broken, is_verified);
            }
        }
    }
    println!(
        "{refusals} refused, {faults} with something wrong, {equals} without; {comparisons} verified functions compared; \
         {:.0} s, the slowest text {slowest:.1?}",
        started.elapsed().as_secs_f64()
    );
}

/// A short text, and the values of all functions of the whole file.
struct Original {
    file: Robot,
    text: String,
    values: BTreeMap<String, Vec<Option<Thing>>>,
}

impl Original {
    fn of(file: Robot) -> Self {
        let text = file.text();
        let program = Text::read(&text, file.name).expect("a text");
        let values = program.names().into_iter().map(|(title, key)| {
            let values = SEEDS.map(|seed| program.evaluate(&key, seed));
            (title, values.into())
        });
        Self {
            values: values.collect(),
            text: shorten(&text),
            file,
        }
    }

    /// The number of verified functions of a text, all of which have the values of the original.
    fn compare(&self, broken: &str, is_verified: impl Fn(&str) -> bool) -> usize {
        let program = Text::read(broken, self.file.name).expect("the verifier has read it too");
        let names = program.names().into_iter();
        let mut count = 0;
        for (title, key) in names.filter(|(title, _)| is_verified(title)) {
            let Some(expected) = self.values.get(&title) else {
                continue;
            };
            let actual: Vec<_> = SEEDS.map(|seed| program.evaluate(&key, seed)).into();
            assert_eq!(*expected, actual, "{title} in\n{broken}");
            count += 1;
        }
        count
    }
}

/// A text without its longest functions and those that call them, and without the rows of the table that are then not needed.
fn shorten(text: &str) -> String {
    let (items, table) = text.split_once(HEADING).unwrap_or((text, ""));
    let mut items = items.to_owned();
    // The reference model, which is long and not verified.
    if let Some(start) = items.find("multibody::reference_items!") {
        items.truncate(items[..start].rfind("\n\n").unwrap_or(start) + 1);
    }
    loop {
        let rows = table.lines().filter(|row| {
            let literal = row.trim_start_matches("// ").split(' ').next();
            literal.is_some_and(|literal| row.is_empty() || items.contains(literal))
        });
        let rows: Vec<&str> = rows.collect();
        let text = format!("{items}{HEADING}{}\n", rows.join("\n"));
        if text.len() <= LARGEST {
            return text;
        }
        let mut functions = Vec::new();
        for item in syn::parse_file(&items).expect("Rust").items {
            if let syn::Item::Impl(implementation) = item {
                functions.extend(
                    implementation
                        .items
                        .into_iter()
                        .filter_map(|item| match item {
                            ImplItem::Fn(function) => {
                                Some((function.span().byte_range(), function.sig.ident.to_string()))
                            }
                            _ => None,
                        }),
                );
            }
        }
        let longest = functions.iter().max_by_key(|(bytes, _)| bytes.len());
        let (_, name) = longest.expect("functions").clone();
        let calls = [format!("{name}("), format!("{name}<")];
        for (bytes, _) in functions.into_iter().rev() {
            if calls.iter().any(|call| items[bytes.clone()].contains(call)) {
                items.replace_range(bytes, "");
            }
        }
    }
}

/// A text with up to four changes.
fn broken(text: &str, others: &[&str], random: &mut Random) -> String {
    let mut text = text.to_owned();
    // Mostly one, since a text with several is mostly refused.
    let limit = 1 + random.below(4);
    for _ in 0..=random.below(limit) {
        text = match random.below(3) {
            0 => with_other_bytes(&text, random),
            1 => with_other_tokens(&text, others, random),
            _ => with_other_lines(&text, others, random),
        };
    }
    text
}

/// A byte changed, added or dropped; a piece dropped, moved or repeated.
fn with_other_bytes(text: &str, random: &mut Random) -> String {
    const BYTES: &[u8] = b"+-*/()[]{}.,;:&=!|<>'\"#_ \n0159ceqstT\\\0\xff";
    let mut bytes = text.as_bytes().to_vec();
    let index = random.below(bytes.len());
    let end = (index + 1 + random.below(40)).min(bytes.len());
    let byte = BYTES[random.below(BYTES.len())];
    match random.below(6) {
        0 => bytes[index] = byte,
        1 => bytes.insert(index, byte),
        2 => drop(bytes.remove(index)),
        3 => drop(bytes.drain(index..end)),
        4 => {
            let piece = bytes[index..end].to_vec();
            let to = random.below(bytes.len());
            drop(bytes.splice(to..to, piece));
        }
        _ => {
            let piece = bytes[index..end].to_vec();
            let piece = piece.repeat(1 + random.below(50));
            drop(bytes.splice(index..index, piece));
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Words, numbers, and other characters one by one.
fn tokens(text: &str) -> Vec<&str> {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if is_of_word(first) {
            rest.find(|c| !is_of_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (token, tail) = rest.split_at(length);
        tokens.push(token);
        rest = tail;
    }
    tokens
}

/// A token changed for another one of any file, dropped, repeated or nested; or a number changed.
fn with_other_tokens(text: &str, others: &[&str], random: &mut Random) -> String {
    const NUMBERS: [&str; 9] = [
        "0",
        "1",
        "3",
        "4294967296",
        "18446744073709551616",
        "1e308",
        "1e-400",
        "0.1",
        "-1",
    ];
    const BRACKETS: [[&str; 2]; 6] = [
        ["(", ")"],
        ["[", "]"],
        ["{", "}"],
        ["-", ""],
        ["&", ""],
        ["T::lit(", ")"],
    ];
    let mut tokens = tokens(text);
    let index = random.below(tokens.len());
    let times = [1, 2, 60, 500][random.below(4)];
    let replacement: String = match random.below(6) {
        0 => {
            let other = others[random.below(others.len())];
            let start = (0..=random.below(other.len()))
                .rev()
                .find(|&index| other.is_char_boundary(index));
            let words = self::tokens(&other[start.unwrap_or(0)..]);
            (*words.get(1).unwrap_or(&"")).to_owned()
        }
        1 => String::new(),
        2 => tokens[index].repeat(times),
        3 => {
            let [opening, close] = BRACKETS[random.below(BRACKETS.len())];
            format!(
                "{}{}{}",
                opening.repeat(times),
                tokens[index],
                close.repeat(times)
            )
        }
        _ => {
            let is_number = |token: &&str| token.starts_with(|c: char| c.is_ascii_digit());
            let numbers: Vec<usize> = (0..tokens.len())
                .filter(|&index| is_number(&tokens[index]))
                .collect();
            let index = numbers[random.below(numbers.len().max(1))];
            tokens[index] = NUMBERS[random.below(NUMBERS.len())];
            return tokens.concat();
        }
    };
    tokens[index] = &replacement;
    tokens.concat()
}

/// Lines dropped, repeated, exchanged, or replaced by those of another file.
fn with_other_lines(text: &str, others: &[&str], random: &mut Random) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let range = |count: usize, random: &mut Random| {
        let start = random.below(count);
        start..(start + 1 + random.below(12)).min(count)
    };
    let span = range(lines.len(), random);
    match random.below(5) {
        0 => drop(lines.drain(span)),
        1 => {
            let piece = lines[span.clone()].repeat(1 + random.below(20));
            drop(lines.splice(span, piece));
        }
        2 => {
            let to = random.below(lines.len());
            lines.swap(span.start, to);
        }
        3 => {
            // A comment begins, a function ends, or all becomes one line.
            const MARKS: [&str; 6] = ["/*\n", "}\n", "// ", "\"\n", "r#\"", "#[cfg(test)]\n"];
            lines.insert(span.start, MARKS[random.below(MARKS.len())]);
        }
        _ => {
            let other = others[random.below(others.len())];
            let other: Vec<&str> = other.split_inclusive('\n').collect();
            let piece = other[range(other.len(), random)].to_vec();
            drop(lines.splice(span, piece));
        }
    }
    lines.concat()
}
