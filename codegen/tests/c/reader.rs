//! C, read back: each function computes the operations of its program on the same operands, node by node, and stores each
//! number where the header says.

use std::collections::BTreeMap;

use multibody_codegen::internal::ir::{Input, InputKind};
use multibody_codegen::internal::signature::{argument_name, indices};
use multibody_codegen::settings::{Effort, Root};

use crate::driver::{Argument, Declared, declared};
use crate::robots::{CRobot, settings, small_robots};
use crate::statements::{Operation, Reader, Term, Terms};
use crate::support::random_tree::random_tree;
use crate::support::{Robot, fixture};

/// The lines between the braces of each function.
type Bodies<'a> = BTreeMap<&'a str, Vec<&'a str>>;

fn bodies(source: &str) -> Bodies<'_> {
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

/// What a function stores, by place.
fn stores<'a>(
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
            // Memory, which is filled later.
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
            // A part has names of its own.
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

/// The names of the arrays at the end of a call get the sines and cosines of angles.
fn define_sines(reader: &mut Reader<'_>, angles: Vec<Term>) {
    reader.expect(&[","]);
    let sines = reader.word();
    reader.expect(&[","]);
    let cosines = reader.word();
    reader.expect(&[")"]);
    reader.end();
    let pairs = reader.sines(angles);
    let of = |first: usize| pairs.iter().skip(first).step_by(2).copied().collect();
    let values: [Vec<Term>; 2] = [of(0), of(1)];
    for (name, values) in [sines, cosines].into_iter().zip(values) {
        reader.define(name, values);
    }
}

/// The places of a result, in the order in memory.
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
    // The brackets of an index that is done would be taken for a size.
    let entry = |k: usize| places(header, &format!("{kind} {name}<{k}>{rest}"));
    let entries = (0..size).flat_map(entry);
    entries
        .map(|place| place.replace('<', "[").replace('>', "]"))
        .collect()
}

/// How a function reads an input.
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

/// Reads all functions of a robot back; returns the number of their operations.
pub fn read_back(robot: &CRobot) -> usize {
    let source = robot.source.replace("->", ".");
    let bodies = bodies(&source);
    let functions = declared(&robot.header);
    assert_eq!(functions.len(), robot.programs.len());
    let parameters = functions
        .iter()
        .flat_map(|function| &function.arguments)
        .find_map(|argument| match argument {
            Argument::Struct(kind) if kind.ends_with("Parameters") => Some(kind),
            _ => None,
        });
    let fields = parameters.map_or(Vec::new(), |kind| {
        places(&robot.header, &format!("{kind} parameters"))
    });
    let mut count = 0;
    for (function, program) in functions.iter().zip(&robot.programs) {
        let mut terms = Terms::default();
        let expected = terms.outputs(program, &|input| {
            input_name(function, &fields, robot.rates, input)
        });
        let operations = terms.0.len();
        let name = &function.name;
        let mut actual = stores(&mut Reader::new(&mut terms), &bodies, name);
        for (place, expected) in places(&robot.header, &function.result)
            .iter()
            .zip(&expected)
        {
            assert_eq!(
                actual.remove(place).as_ref(),
                Some(expected),
                "{name} {place}"
            );
        }
        assert!(actual.is_empty(), "{name}: {actual:?}");
        // Of an angle whose sine alone is used, the cosine is computed too.
        let others = terms.0.iter().filter(|(_, index)| **index >= operations);
        for (operation, _) in others {
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

fn of_tokens(items: &str) -> CRobot {
    let robot = Robot::of_tokens(items, settings("Tree", Root::Fixed));
    CRobot::of("tree", robot)
}

#[test]
fn small_robots_are_read_back() {
    for robot in small_robots(false) {
        assert!(read_back(&robot) > 10, "{}", robot.name);
    }
}

#[test]
fn arms_are_read_back() {
    for (file, effort) in [
        ("six_axes.urdf", Effort::Default),
        ("seven_joints.urdf", Effort::None),
    ] {
        let mut settings = settings("Arm", Root::Fixed);
        settings.effort = effort;
        let robot = CRobot::of("arm", Robot::of(&fixture(file), settings));
        assert!(read_back(&robot) > 2000);
    }
}

/// Each chart, fields, a single angle, functions of numbers.
#[test]
fn all_joints_and_charts_are_read_back() {
    let seeds = if cfg!(all_tests) { 27 } else { 9 };
    for seed in 0..seeds {
        read_back(&of_tokens(&random_tree(3 * seed).0));
    }
    let pendulum = "coordinates = [x, phi], gravity = [0, 0, -g],
        particle cart { mass: 2, position: [x, 0, 0] },
        particle bob { mass: m[1], position: [x + l * phi.sin(), 0, -l * phi.cos()] },
        potential = k * (x.exp() + (1 + x * x).ln() + (m[0] + x * x).sqrt())";
    let fields = "struct Robot { g: f64, m: [f64; 2], l: f64, k: f64 }";
    let robot = Robot::of_struct(fields, pendulum, settings("Pendulum", Root::Fixed));
    assert!(read_back(&CRobot::of("pendulum", robot)) > 100);
}

/// A place in a result by rows, where the result by columns has the same number.
fn transposed(place: &str) -> String {
    let start = place.rfind('.').unwrap_or(0);
    let start = start + place[start..].find('[').unwrap_or(place.len() - start);
    let (name, indices) = place.split_at(start);
    let mut indices: Vec<&str> = indices.split_inclusive(']').collect();
    indices.reverse();
    format!("{name}{}", indices.concat())
}

#[test]
fn by_columns_every_matrix_is_transposed() {
    let mut moved = 0;
    for (by_rows, by_columns) in small_robots(false).iter().zip(&small_robots(true)) {
        let sources = [by_rows, by_columns].map(|robot| robot.source.replace("->", "."));
        for function in declared(&by_rows.header) {
            let mut terms = Terms::default();
            let [rows, columns] = [0, 1].map(|k| {
                stores(
                    &mut Reader::new(&mut terms),
                    &bodies(&sources[k]),
                    &function.name,
                )
            });
            moved += rows
                .keys()
                .filter(|place| transposed(place) != **place)
                .count();
            let rows = rows
                .into_iter()
                .map(|(place, value)| (transposed(&place), value));
            assert_eq!(
                rows.collect::<BTreeMap<_, _>>(),
                columns,
                "{}",
                function.name
            );
        }
    }
    assert!(moved > 500);
}
