//! Mutants of the text of verified items: each is found, unless it is equal to the original as a function.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use crate::evaluator::Text;
use crate::files::{ALL, LEG, Robot};
use crate::places::{KINDS, Kind, Place, places};
use crate::things::Thing;
use multibody_support::random::Random;
use multibody_verify::Report;

/// The number of mutants of each file; another with `MULTIBODY_MUTANTS`.
const MUTANTS: usize = 8;
/// The number of states at which functions are compared.
const STATES: u64 = 20;

/// The numbers of mutants of a kind.
#[derive(Clone, Copy, Default)]
struct Counts {
    all: usize,
    /// Those that are equal as functions.
    equal: usize,
    /// Those that are refused.
    refused: usize,
}

#[test]
fn every_mutant_of_a_verified_item_is_found() {
    let count = std::env::var("MULTIBODY_MUTANTS")
        .ok()
        .and_then(|count| count.parse().ok());
    let mut of_all: BTreeMap<Kind, Counts> = BTreeMap::new();
    let mut unseen = Vec::new();
    for file in ALL {
        let counts = Original::of(file).mutate(&KINDS, count.unwrap_or(MUTANTS), &mut unseen);
        print!("{:>12}", file.name);
        for kind in KINDS {
            let of_file = counts.get(&kind).copied().unwrap_or_default();
            print!("  {kind:?} {}", text_of(of_file));
            let sum = of_all.entry(kind).or_default();
            sum.all += of_file.all;
            sum.equal += of_file.equal;
            sum.refused += of_file.refused;
        }
        println!();
    }
    let sum = |part: fn(&Counts) -> usize| of_all.values().map(part).sum::<usize>();
    let [mutants, equal, refusals] = [sum(|of| of.all), sum(|of| of.equal), sum(|of| of.refused)];
    for (kind, counts) in &of_all {
        println!("{kind:?} {}", text_of(*counts));
    }
    println!("{mutants} mutants, {equal} equal as functions, {refusals} refused");
    assert!(unseen.is_empty(), "not found:\n{}", unseen.join("\n"));
    assert!(equal * 20 <= mutants, "{equal} of {mutants} are equal");
}

/// What the compiler drops is not verified.
#[test]
fn attributes_that_drop_code_are_found() {
    let count = std::env::var("MULTIBODY_MUTANTS")
        .ok()
        .and_then(|count| count.parse().ok());
    let mut unseen = Vec::new();
    for file in ALL {
        Original::of(file).mutate(&[Kind::Attribute], count.unwrap_or(MUTANTS), &mut unseen);
    }
    assert!(unseen.is_empty(), "not found:\n{}", unseen.join("\n"));
}

/// The evaluator sees a changed operator. With a folder in `MULTIBODY_TEXTS`, it also compares texts with those of its file:
/// `.ci/mutants` names those that mutants of the emitter have written, and that are not found.
#[test]
fn texts_that_are_not_found_are_equal_as_functions() {
    let original = Original::of(LEG);
    assert!(original.is_equal(&original.text));
    assert!(!original.is_equal(&original.text.replacen(" * ", " + ", 1)));
    let Some(folder) = std::env::var_os("MULTIBODY_TEXTS") else {
        return;
    };
    let (mut count, mut unequal) = (0, Vec::new());
    for entry in fs::read_dir(&folder).expect("a folder") {
        let of_file = entry.expect("a folder").path();
        let stem = of_file.file_name().expect("a name");
        let mut files = ALL.into_iter();
        let file = files.find(|of| Path::new(of.file).file_stem() == Some(stem));
        let original = Original::of(file.expect("the name of a file"));
        for entry in fs::read_dir(&of_file).expect("a folder") {
            let path = entry.expect("an entry").path();
            let text = fs::read_to_string(&path).expect("a text");
            proc_macro2::extra::invalidate_current_thread_spans();
            count += 1;
            if !original.is_equal(&text) {
                unequal.push(path.display().to_string());
            }
        }
    }
    println!("{count} texts");
    assert!(unequal.is_empty(), "not equal:\n{}", unequal.join("\n"));
}

fn text_of(counts: Counts) -> String {
    format!(
        "{} (equal {}, refused {})",
        counts.all, counts.equal, counts.refused
    )
}

/// A file, what is verified of it, and the values of its functions.
struct Original {
    file: Robot,
    text: String,
    report: Report,
    places: Vec<Place>,
    values: Vec<(String, Vec<Thing>)>,
}

impl Original {
    fn of(file: Robot) -> Self {
        let text = file.text();
        let report = file.verify(&text).expect("it can be verified");
        assert!(report.wrong() == 0, "{report}");
        let program = Text::read(&text, file.name).expect("a text");
        let names = program.names().into_iter();
        let verified = names.filter(|(title, _)| report.is_verified(title));
        let values = verified.map(|(title, key)| {
            let values = (1..=STATES).map(|seed| {
                let value = program.evaluate(&key, seed);
                value.unwrap_or_else(|| panic!("{}: `{title}` has no value", file.name))
            });
            (title.clone(), values.collect())
        });
        Self {
            values: values.collect(),
            places: places(&text, &report, file.name),
            file,
            text,
            report,
        }
    }

    /// The numbers of mutants of each kind. Those that are not found are appended to `unseen`.
    fn mutate(
        &self,
        kinds: &[Kind],
        count: usize,
        unseen: &mut Vec<String>,
    ) -> BTreeMap<Kind, Counts> {
        let mut totals: BTreeMap<Kind, Counts> = BTreeMap::new();
        let mut random = Random::new(34);
        let mut number = 0;
        while number < count {
            let place = self.drawn(kinds, &mut random);
            let Some(mutant) = self.mutant(place, &mut random) else {
                continue;
            };
            number += 1;
            // Otherwise all texts are kept.
            proc_macro2::extra::invalidate_current_thread_spans();
            let counts = totals.entry(place.kind).or_default();
            counts.all += 1;
            let is_found = match self.file.verify(&mutant) {
                Err(_) => {
                    counts.refused += 1;
                    true
                }
                Ok(report) => report.wrong() > 0 || self.loses_an_item(&report),
            };
            match is_found {
                true => {}
                false if place.is_evaluated && self.is_equal(&mutant) => counts.equal += 1,
                false => unseen.push(format!(
                    "{}: {:?} in `{}`:\n{}",
                    self.file.name,
                    place.kind,
                    place.item,
                    difference(&self.text, &mutant)
                )),
            }
        }
        totals
    }

    /// Each kind is as frequent as the others, and so is each item of a kind.
    fn drawn(&self, kinds: &[Kind], random: &mut Random) -> &Place {
        loop {
            let kind = kinds[random.below(kinds.len())];
            let of_kind: Vec<&Place> = self.places.iter().filter(|of| of.kind == kind).collect();
            let mut items: Vec<&str> = of_kind.iter().map(|of| &*of.item).collect();
            items.dedup();
            if items.is_empty() {
                continue;
            }
            let item = items[random.below(items.len())];
            let of_item = of_kind.into_iter().filter(|of| of.item == item);
            let of_item: Vec<&Place> = of_item.collect();
            return of_item[random.below(of_item.len())];
        }
    }

    /// Whether something that was verified no longer is.
    fn loses_an_item(&self, report: &Report) -> bool {
        let mut names = self.report.items.iter().map(|(name, ..)| name);
        names.any(|name| self.report.is_verified(name) && !report.is_verified(name))
    }

    /// Whether all functions of a text have the same values.
    fn is_equal(&self, mutant: &str) -> bool {
        let Some(program) = Text::read(mutant, self.file.name) else {
            return false;
        };
        let keys: BTreeMap<_, _> = program.names().into_iter().collect();
        self.values.iter().all(|(title, values)| {
            let key = keys.get(title);
            let mut pairs = (1..=STATES).zip(values);
            key.is_some_and(|key| {
                pairs.all(|(seed, of)| program.evaluate(key, seed).as_ref() == Some(of))
            })
        })
    }

    /// The text with one change; none if the change leaves it as it is, or only swaps operands.
    fn mutant(&self, place: &Place, random: &mut Random) -> Option<String> {
        let text = &self.text;
        let passage = &text[place.bytes.clone()];
        let mut bytes = place.bytes.clone();
        let of_item = self
            .places
            .iter()
            .filter(|of| of.item == place.item && of.kind == place.kind);
        let of_item: Vec<&Place> = of_item.collect();
        let other = &text[of_item[random.below(of_item.len())].bytes.clone()];
        let replacement = match place.kind {
            Kind::Operand => match passage {
                "ZERO" => "ONE".to_owned(),
                "ONE" => "ZERO".to_owned(),
                _ => other.to_owned(),
            },
            Kind::Called => match passage {
                "sin" => "cos".to_owned(),
                "cos" => "sin".to_owned(),
                "mul_add" if random.below(2) == 0 => "mul_sub".to_owned(),
                "mul_sub" => "mul_neg_add".to_owned(),
                "mul_neg_add" => "mul_add".to_owned(),
                _ => {
                    // Another function, of any type.
                    let heads = text.match_indices(" fn ").map(|(at, _)| &text[at + 4..]);
                    let names: Vec<&str> =
                        heads.filter_map(|of| of.split(['<', '(']).next()).collect();
                    names[random.below(names.len())].to_owned()
                }
            },
            Kind::Operator => {
                let operators = ["+", "-", "*", "/"];
                if text[..bytes.start].ends_with(' ') && text[bytes.end..].starts_with(' ') {
                    operators[random.below(operators.len())].to_owned()
                } else {
                    // A sign.
                    String::new()
                }
            }
            Kind::Index => random.below(8).to_string(),
            Kind::Literal => match random.below(6) {
                0 => format!("-{passage}"),
                _ => other_digit(passage, random)?,
            },
            Kind::Row => match random.below(2) {
                // The float is the same, the exact value another.
                0 if !passage.contains('/') => format!("{passage}1"),
                _ => other_digit(passage, random)?,
            },
            Kind::Order => {
                let [a, b] = [0, 1].map(|_| &place.parts[random.below(place.parts.len())]);
                let (a, b) = if a.start < b.start { (a, b) } else { (b, a) };
                (a != b).then_some(())?;
                bytes = a.start..b.end;
                swap(text, a, b)
            }
            Kind::Statement => String::new(),
            Kind::Attribute => "#[cfg(any())] ".to_owned(),
            Kind::Entry | Kind::Fixed => match passage.chars().next()? {
                '"' => format!("{}x\"", &passage[..passage.len() - 1]),
                '0'..='9' => other_digit(passage, random)?,
                c if c.is_alphabetic() || c == '_' => other.to_owned(),
                _ => String::new(),
            },
        };
        let changed = format!(
            "{}{replacement}{}",
            &text[..bytes.start],
            &text[bytes.end..]
        );
        (changed != *text).then_some(changed)
    }
}

/// Two parts of a list, exchanged, with what is between them.
fn swap(text: &str, a: &Range<usize>, b: &Range<usize>) -> String {
    let [a, middle, b] = [a.clone(), a.end..b.start, b.clone()].map(|of| &text[of]);
    format!("{b}{middle}{a}")
}

/// A text with one digit changed.
fn other_digit(number: &str, random: &mut Random) -> Option<String> {
    let digits: Vec<usize> = (0..number.len())
        .filter(|&index| number.as_bytes()[index].is_ascii_digit())
        .collect();
    let index = *digits.get(random.below(digits.len().max(1)))?;
    let digit = random.below(10);
    Some(format!(
        "{}{digit}{}",
        &number[..index],
        &number[index + 1..]
    ))
}

/// The first lines that differ.
fn difference(text: &str, mutant: &str) -> String {
    let mut pairs = text.lines().zip(mutant.lines());
    let pair = pairs.find(|(a, b)| a != b);
    pair.map_or(String::new(), |(a, b)| format!("{a}\n{b}"))
}
