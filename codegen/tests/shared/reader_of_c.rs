//! Reads back C: each function has to compute the operations of its program on the same operands, node by node, and to store each
//! number where the header says.

use std::collections::BTreeMap;

use multibody_codegen::internal::ir::{Input, InputKind, Program};
use multibody_codegen::internal::signature::{argument_name, indices};

use crate::header_of_c::{Argument, Declared, declared};
use crate::statements::{Operation, Reader, Term, Terms};

/// The lines between the braces of each function.
pub type Bodies<'a> = BTreeMap<&'a str, Vec<&'a str>>;

/// The bodies of all functions in a source, by name.
pub fn bodies(source: &str) -> Bodies<'_> {
    let mut bodies = Bodies::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        let head = ["MULTIBODY_API void ", "MULTIBODY_OUTLINED void "]
            .iter()
            .find_map(|start| line.strip_prefix(start));
        let Some((name, _)) = head.and_then(|head| head.split_once('(')) else {
            continue;
        };
        assert_eq!(lines.next(), Some("{"));
        let body = lines.by_ref().take_while(|line| *line != "}");
        assert!(bodies.insert(name, body.map(str::trim).collect()).is_none());
    }
    bodies
}

/// What a function stores: the term by the text of the place. Follows calls of its parts.
pub fn stores<'a>(
    reader: &mut Reader<'a>,
    bodies: &Bodies<'a>,
    function: &str,
) -> BTreeMap<String, Term> {
    let mut stores = BTreeMap::new();
    for &line in &bodies[function] {
        if line.starts_with("//") || line.starts_with("(void)") {
            continue;
        }
        reader.begin(line);
        match reader.word() {
            "const" => {
                reader.expect(&["real"]);
                let name = reader.word();
                let is_array = !reader.places().is_empty();
                reader.expect(&["="]);
                let values = if is_array { reader.list("{", "}") } else { vec![reader.sum()] };
                reader.define(name, values);
                reader.end();
            }
            // An array that is filled later.
            "real" => {}
            "multibody_sines_and_cosines" => {
                reader.expect(&["("]);
                let count: usize = reader.word().parse().expect("a number");
                reader.expect(&[","]);
                let angles = reader.word();
                let angles = reader.names[angles].clone();
                assert_eq!(angles.len(), count);
                define_sines(reader, angles);
            }
            "multibody_sine_and_cosine" => {
                reader.expect(&["(", "1", ","]);
                let angle = reader.sum();
                define_sines(reader, vec![angle]);
            }
            // A part has local names of its own; only `kept` is shared with it.
            part if bodies.contains_key(part) => {
                let kept = reader.names.get("kept").cloned();
                let outer = std::mem::take(&mut reader.names);
                reader
                    .names
                    .extend(kept.map(|kept| ("kept".to_owned(), kept)));
                stores.extend(self::stores(reader, bodies, part));
                let kept = reader.names.remove("kept");
                reader.names = outer;
                reader
                    .names
                    .extend(kept.map(|kept| ("kept".to_owned(), kept)));
            }
            "kept" => {
                let place: usize = reader.places()[0].parse().expect("a place");
                reader.expect(&["="]);
                let value = reader.sum();
                let unset = reader.terms.leaf("unset");
                let kept = reader.names.entry("kept".to_owned()).or_default();
                kept.resize(kept.len().max(place + 1), unset);
                kept[place] = value;
                reader.end();
            }
            _ => {
                let (place, _) = line.split_once(" = ").expect("an assignment");
                while !reader.take("=") {
                    reader.word();
                }
                let value = reader.sum();
                reader.end();
                assert!(stores.insert(place.to_owned(), value).is_none(), "{place}");
            }
        }
    }
    stores
}

/// Reads the end of a call: the two arrays that it names get the sines and cosines of angles.
fn define_sines(reader: &mut Reader<'_>, angles: Vec<Term>) {
    reader.expect(&[","]);
    let sines = reader.word();
    reader.expect(&[","]);
    let cosines = reader.word();
    reader.expect(&[")"]);
    reader.end();
    let pairs = reader.sines(angles);
    let every_second = |first: usize| pairs.iter().skip(first).step_by(2).copied().collect();
    let values: [Vec<Term>; 2] = [every_second(0), every_second(1)];
    for (name, values) in [sines, cosines].into_iter().zip(values) {
        reader.define(name, values);
    }
}

/// The places of the numbers of a result, in their order in memory.
fn places(header: &str, result: &str) -> Vec<String> {
    let (kind, name) = result.split_once(' ').expect("a type and a name");
    let Some((name, sizes)) = name.split_once('[') else {
        let start = format!("typedef struct {kind} {{");
        let mut lines = header.lines().skip_while(|line| *line != start).skip(1);
        return match (kind, name) {
            ("real", name) => vec![name.to_owned()],
            (_, name) => {
                let fields = lines.by_ref().take_while(|line| !line.starts_with('}'));
                let fields = fields.filter_map(|line| line.trim().strip_suffix(';'));
                let name = name.trim_start_matches('*');
                let prefixed =
                    |field: &str| places(header, &field.replacen(' ', &format!(" {name}."), 1));
                fields.flat_map(prefixed).collect()
            }
        };
    };
    let size: usize = sizes
        .split(']')
        .next()
        .expect("a size")
        .parse()
        .expect("a number");
    let rest = &sizes[sizes.find(']').expect("its end") + 1..];
    // `<` and `>` for now: brackets of this index would be read as a size.
    let entry = |k: usize| places(header, &format!("{kind} {name}<{k}>{rest}"));
    let entries = (0..size).flat_map(entry);
    entries
        .map(|place| place.replace('<', "[").replace('>', "]"))
        .collect()
}

/// The expression by which a function reads an input.
fn input_name(function: &Declared, fields: &[String], rates: usize, input: Input) -> String {
    if input.kind == InputKind::Parameter {
        let mut arguments = function.arguments.iter();
        let kind = arguments.find_map(|argument| match argument {
            Argument::Struct(kind) => Some(kind),
            _ => None,
        });
        return match kind.expect("it takes parameters") {
            kind if kind.ends_with("Parameters") => fields[input.index as usize].clone(),
            kind if kind.ends_with("At") => format!("at.p[{}]", input.index),
            _ => format!("prepared.p[{}]", input.index),
        };
    }
    let places = indices(input, rates).into_iter().map(|k| format!("[{k}]"));
    format!(
        "{}{}",
        argument_name(input.kind),
        places.collect::<String>()
    )
}

/// Reads back all functions of a robot, which has `rates` rates, and compares each with its program; returns the number of their
/// operations.
pub fn read_back([header, source]: [&str; 2], programs: &[&Program], rates: usize) -> usize {
    let source = source.replace("->", ".");
    let bodies = bodies(&source);
    let functions = declared(header);
    assert_eq!(functions.len(), programs.len());
    let parameters = functions
        .iter()
        .flat_map(|function| &function.arguments)
        .find_map(|argument| match argument {
            Argument::Struct(kind) if kind.ends_with("Parameters") => Some(kind),
            _ => None,
        });
    let fields = parameters.map_or(Vec::new(), |kind| {
        places(header, &format!("{kind} parameters"))
    });
    let mut count = 0;
    for (function, program) in functions.iter().zip(programs) {
        let mut terms = Terms::default();
        let expected = terms.outputs(program, &|input| {
            input_name(function, &fields, rates, input)
        });
        let operations = terms.0.len();
        let name = &function.name;
        let mut actual = stores(&mut Reader::new(&mut terms), &bodies, name);
        for (place, expected) in places(header, &function.result).iter().zip(&expected) {
            assert_eq!(
                actual.remove(place).as_ref(),
                Some(expected),
                "{name} {place}"
            );
        }
        assert!(actual.is_empty(), "{name}: {actual:?}");
        // C computes sine and cosine together, even if the program uses one of them.
        let additions = terms.0.iter().filter(|(_, index)| **index >= operations);
        for (operation, _) in additions {
            let is_circle = |name: &str| ["sin", "cos"].contains(&name);
            let is_extra = match operation {
                Operation::Call(name, _) => is_circle(name),
                Operation::Leaf(name) => name == "unset",
                _ => false,
            };
            assert!(is_extra, "{name}: {operation:?}");
        }
        count += operations;
    }
    count
}
