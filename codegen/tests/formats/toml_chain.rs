//! A format of our own: slender rods in a chain, as a small part of TOML. `include` stands for the rods of another file.
//!
//! ```toml
//! [[rod]]
//! name = "upper"
//! mass = 1.5
//! length = 0.4
//!
//! include = "lower.toml"
//! ```

use multibody_codegen::fault::{Fault, Faults};
use multibody_codegen::internal::exact::{Rational, decimal, integer};
use multibody_codegen::internal::joint::kind_of_word;
use multibody_codegen::internal::model::{
    Conventions, Inertial, Joint, JointKind, Link, Model, Number, Origin, Quantity, Rotation,
    Spanned,
};
use multibody_codegen::internal::source::{Format, Include};
use multibody_codegen::{Source, Span};

/// The row.
pub const FORMAT: Format = Format {
    name: "chain",
    extension: "toml",
    begins: "[[rod]]",
    recognises: |text| text.trim_start().starts_with("[[rod]]"),
    includes,
    reader: read,
};

const KEYS: [&str; 3] = ["name", "mass", "length"];

/// A rod as written: a value for each key.
struct Rod<'a> {
    head: Span,
    values: [Option<(&'a str, Span)>; 3],
}

fn read(source: &Source, faults: &mut Faults) -> Option<Model> {
    let mut rods = Vec::new();
    let main = source.file_at(0).span;
    add_rods(source, main, &mut rods, faults);
    let head = rods.first()?.head;
    let mut model = Model::new(text_at("chain", head), Conventions::URDF);
    model.links.push(link("base", head, None));
    let mut end = number(integer(0), head);
    for rod in &rods {
        let [Some((name, index)), Some(mass), Some(length)] = rod.values else {
            continue;
        };
        let (Some(mass), Some(length)) = (measured(mass, faults), measured(length, faults)) else {
            continue;
        };
        let parent = model.links[model.links.len() - 1].name.value.clone();
        model.joints.push(hinge(&parent, (name, index), end));
        model
            .links
            .push(link(name, index, Some((mass, length.clone()))));
        end = length;
    }
    Some(model)
}

/// The lines of a text that begins at a byte, with their places.
fn lines(text: &str, mut start: usize) -> impl Iterator<Item = (&str, Span)> {
    text.split_inclusive('\n').map(move |line| {
        let end = start + line.trim_end().len();
        let span = Span { start, end };
        start += line.len();
        (line, span)
    })
}

/// Key and value of a line.
fn key_and_value(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once('=')?;
    Some((key.trim(), value.trim().trim_matches('"')))
}

fn includes(text: &str) -> Vec<Include> {
    let include = |(line, span): (&str, Span)| match key_and_value(line)? {
        ("include", path) => Some(Include {
            path: path.into(),
            span,
        }),
        _ => None,
    };
    lines(text, 0).filter_map(include).collect()
}

/// Adds the rods of a file; reports lines that are none of theirs.
fn add_rods<'a>(source: &'a Source, file: Span, rods: &mut Vec<Rod<'a>>, faults: &mut Faults) {
    for (line, span) in lines(&source.text[file.start..file.end], file.start) {
        match (key_and_value(line), rods.last_mut()) {
            (None, _) if line.trim() == "[[rod]]" => rods.push(Rod {
                head: span,
                values: [None; 3],
            }),
            (Some(("include", _)), _) => {
                if let Some(included) = source.included_file(span) {
                    add_rods(source, included.span, rods, faults);
                }
            }
            (Some((key, value)), Some(rod)) => match KEYS.iter().position(|known| *known == key) {
                Some(index) => rod.values[index] = Some((value, span)),
                None => {
                    let near = faults.nearest_of(key, KEYS);
                    let near =
                        near.map_or(String::new(), |near| format!(", did you mean `{near}`?"));
                    faults.push(span, malformed(format!("unknown key `{key}`{near}")));
                }
            },
            _ if line.trim().is_empty() => {}
            _ => faults.push(span, malformed("no `key = value`".into())),
        }
    }
}

fn malformed(subject: String) -> Fault {
    let language = "TOML";
    Fault::Malformed {
        language,
        what: subject,
    }
}

fn measured((text, span): (&str, Span), faults: &mut Faults) -> Option<Number> {
    let value = decimal(text).ok();
    if value.is_none() {
        let subject = format!("`{text}` is no number");
        faults.push(span, malformed(subject));
    }
    value.map(|value| number(value, span))
}

fn number(value: Rational, span: Span) -> Number {
    let text = String::new();
    Number { value, text, span }
}

fn text_at(text: &str, span: Span) -> Spanned<String> {
    let value = text.to_owned();
    Spanned { value, span }
}

/// At a height above the parent's origin.
fn origin(height: Number) -> Origin {
    let zero = || Quantity::Exact(number(integer(0), height.span));
    Origin {
        rotation: Rotation::RollPitchYaw([zero(), zero(), zero()]),
        xyz: [zero(), zero(), height.into()],
    }
}

/// A link that is a rod along z from its origin, or has no mass.
fn link(name: &str, span: Span, rod: Option<(Number, Number)>) -> Link {
    let inertial = rod.map(|(mass, length)| {
        let of = |value: Rational| Quantity::Exact(number(value, span));
        let about_centre = &mass.value * &length.value * &length.value / integer(12);
        let zero = || of(integer(0));
        Inertial {
            origin: origin(number(&length.value / integer(2), span)),
            inertia: [
                of(about_centre.clone()),
                zero(),
                zero(),
                of(about_centre),
                zero(),
                zero(),
            ],
            mass: mass.into(),
        }
    });
    Link::new(text_at(name, span), inertial)
}

/// A hinge about y, by which a rod hangs at the end of its parent.
fn hinge(parent: &str, (name, span): (&str, Span), end: Number) -> Joint {
    let kind = kind_of_word("continuous")
        .map(JointKind::single)
        .expect("a type of joint");
    Joint {
        axis: [0, 1, 0].map(|component| number(integer(component), span)),
        ..Joint::new(
            text_at(&format!("{name}_hinge"), span),
            Spanned { value: kind, span },
            [parent, name].map(|link| text_at(link, span)),
            origin(end),
        )
    }
}
