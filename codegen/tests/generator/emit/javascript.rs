//! JavaScript, read back: each function computes the operations of its program on the same operands, node by node.

use std::collections::BTreeMap;

use multibody_codegen::Settings;
use multibody_codegen::internal::emit::{RobotNames, javascript};
use multibody_codegen::internal::exact::nearest_f64;
use multibody_codegen::internal::ir::{Function, InputKind, Node, Program, Value};
use multibody_codegen::internal::passes::Prepared;
use multibody_codegen::internal::signature::{argument_name, indices};
use multibody_codegen::settings::{Effort, Root};

use crate::support::random_tree::random_tree;
use crate::support::{Robot, fixture, shared_fixture};

/// Numbers that are the same operation on the same operands have one index. A number is one of them or its negative.
#[derive(Default)]
struct Terms(BTreeMap<Operation, usize>);

type Term = (bool, usize);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Operation {
    /// An input or a constant.
    Leaf(String),
    Sum([Term; 2]),
    Product([usize; 2]),
    Quotient([usize; 2]),
    Call(String, Term),
}

impl Terms {
    fn of(&mut self, operation: Operation) -> usize {
        let next = self.0.len();
        *self.0.entry(operation).or_insert(next)
    }

    fn number(&mut self, value: f64) -> Term {
        (
            value < 0.0,
            self.of(Operation::Leaf(format!("{:?}", value.abs()))),
        )
    }

    fn leaf(&mut self, name: &str) -> Term {
        (false, self.of(Operation::Leaf(name.into())))
    }

    /// The first of the two, which commute, is positive.
    fn sum(&mut self, mut operands: [Term; 2]) -> Term {
        operands.sort_by_key(|&(sign, index)| (index, sign));
        let is_negative = operands[0].0;
        let positive = operands.map(|(sign, index)| (sign ^ is_negative, index));
        (is_negative, self.of(Operation::Sum(positive)))
    }

    fn product(&mut self, [a, b]: [Term; 2]) -> Term {
        let mut factors = [a.1, b.1];
        factors.sort_unstable();
        (a.0 ^ b.0, self.of(Operation::Product(factors)))
    }

    fn quotient(&mut self, [a, b]: [Term; 2]) -> Term {
        (a.0 ^ b.0, self.of(Operation::Quotient([a.1, b.1])))
    }

    fn call(&mut self, name: &str, argument: Term) -> Term {
        (false, self.of(Operation::Call(name.into(), argument)))
    }

    /// The outputs of a program of a robot with so many rates.
    fn outputs(&mut self, program: &Program, rates: usize) -> Vec<Term> {
        let mut terms: Vec<Term> = Vec::new();
        for (index, node) in program.nodes().iter().enumerate() {
            let term = |value: Value| terms[value.index()];
            let next = match *node {
                Node::Input(input) => {
                    let places = indices(input, rates).into_iter().map(|k| format!("[{k}]"));
                    let places: String = places.collect();
                    self.leaf(&format!("{}{places}", argument_name(input.kind)))
                }
                Node::Constant(_) => {
                    let constant = program.as_constant(program.value(index));
                    self.number(nearest_f64(constant.expect("a constant is one")))
                }
                Node::Angle(index) => self.number(program.angles()[index as usize].radians()),
                Node::Neg(a) => (!term(a).0, term(a).1),
                Node::Add(a, b) => self.sum([term(a), term(b)]),
                Node::Sub(a, b) => self.sum([term(a), (!term(b).0, term(b).1)]),
                Node::Mul(a, b) => self.product([term(a), term(b)]),
                Node::Div(a, b) => self.quotient([term(a), term(b)]),
                Node::Call(function, a) => self.call(&called(function), term(a)),
            };
            terms.push(next);
        }
        program
            .outputs()
            .iter()
            .map(|output| terms[output.index()])
            .collect()
    }
}

/// The name of a function in JavaScript, with the index of Stumpff's.
fn called(function: Function) -> String {
    match function {
        Function::Ln => "Math.log".into(),
        Function::Sqrt | Function::Exp => format!("Math.{}", function.name()),
        Function::Stumpff(k) => format!("stumpff{k}"),
        circle => circle.name().into(),
    }
}

/// A reader of statements.
struct Reader<'a> {
    terms: &'a mut Terms,
    /// What the names stand for: one number, or sines and cosines by turns.
    names: BTreeMap<String, Vec<Term>>,
    words: Vec<&'a str>,
    next: usize,
}

impl<'a> Reader<'a> {
    /// The outputs of a function's text.
    fn outputs(text: &'a str, terms: &'a mut Terms) -> Vec<Term> {
        let mut lines = text.lines();
        let head = lines.next().expect("a function has a head");
        assert!(
            head.starts_with("function f(") && head.ends_with(") {"),
            "{head}"
        );
        let mut reader = Self {
            terms,
            names: BTreeMap::new(),
            words: Vec::new(),
            next: 0,
        };
        for line in lines.map(str::trim).filter(|line| !line.starts_with("//")) {
            (reader.words, reader.next) = (words(line), 0);
            match reader.word() {
                "const" => reader.definitions(),
                "return" => return reader.list(),
                other => panic!("{other}: {line}"),
            }
        }
        panic!("it returns nothing");
    }

    fn word(&mut self) -> &'a str {
        self.next += 1;
        self.words[self.next - 1]
    }

    fn take(&mut self, word: &str) -> bool {
        let is_next = self.words.get(self.next) == Some(&word);
        self.next += usize::from(is_next);
        is_next
    }

    /// `a = expression, b = expression;`
    fn definitions(&mut self) {
        loop {
            let name = self.word().to_owned();
            assert!(self.take("="));
            let values = if self.take("sineAndCosine") || self.take("sinesAndCosines") {
                assert!(self.take("("));
                let angles = self.list();
                assert!(self.take(")"));
                let mut pair = |angle| ["sin", "cos"].map(|name| self.terms.call(name, angle));
                angles.into_iter().flat_map(&mut pair).collect()
            } else {
                vec![self.sum()]
            };
            assert!(self.names.insert(name, values).is_none());
            if !self.take(",") {
                assert!(self.take(";") && self.next == self.words.len());
                return;
            }
        }
    }

    fn list(&mut self) -> Vec<Term> {
        assert!(self.take("["));
        let mut list = Vec::new();
        while !self.take("]") {
            list.push(self.sum());
            self.take(",");
        }
        list
    }

    fn sum(&mut self) -> Term {
        let first = self.product();
        if self.take("+") {
            let second = self.product();
            self.terms.sum([first, second])
        } else if self.take("-") {
            let (sign, second) = self.product();
            self.terms.sum([first, (!sign, second)])
        } else {
            first
        }
    }

    fn product(&mut self) -> Term {
        let first = self.signed();
        if self.take("*") {
            let second = self.signed();
            self.terms.product([first, second])
        } else if self.take("/") {
            let second = self.signed();
            self.terms.quotient([first, second])
        } else {
            first
        }
    }

    fn signed(&mut self) -> Term {
        if self.take("-") {
            let (sign, value) = self.signed();
            return (!sign, value);
        }
        let word = self.word();
        if let Ok(number) = word.parse::<f64>() {
            return self.terms.number(number);
        }
        if self.take("(") {
            let argument = self.sum();
            let name = if self.take(",") { format!("{word}{}", self.word()) } else { word.into() };
            assert!(self.take(")"));
            return self.terms.call(&name, argument);
        }
        let mut places = Vec::new();
        while self.take("[") {
            places.push(self.word());
            assert!(self.take("]"));
        }
        match (self.names.get(word), places.as_slice()) {
            (Some(values), []) if values.len() == 1 => values[0],
            (Some(values), [place]) => values[place.parse::<usize>().expect("a place")],
            _ => {
                let places: String = places.iter().map(|place| format!("[{place}]")).collect();
                self.terms.leaf(&format!("{word}{places}"))
            }
        }
    }
}

/// Words, numbers and marks.
fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_part = |c: char| c.is_alphanumeric() || "_.$".contains(c);
        let mut length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        // The sign of an exponent belongs to the number.
        if first.is_ascii_digit() && rest[..length].ends_with('e') {
            let exponent = &rest[length + 1..];
            length += 1 + exponent.find(|c| !is_part(c)).unwrap_or(exponent.len());
        }
        let (word, other) = rest.split_at(length.max(first.len_utf8()));
        words.push(word);
        rest = other.trim_start();
    }
    words
}

const ARGUMENTS: [InputKind; 6] = [
    InputKind::Parameter,
    InputKind::Q,
    InputKind::Qd,
    InputKind::Qdd,
    InputKind::Tau,
    InputKind::Time,
];

/// Reads all functions of a robot back; returns the number of their operations.
fn read_back(robot: Robot) -> usize {
    let rates = robot.system.nv();
    let functions = robot.derive().derivations.functions;
    let names = functions.iter().map(|of| of.target.function.name());
    // As a page has them, what depends on parameters alone is computed before.
    let prepared = Prepared::of(functions.iter().map(|of| &of.program));
    let programs = [&prepared.prepare].into_iter().chain(&prepared.functions);
    let mut count = 0;
    for (name, program) in ["prepare"].into_iter().chain(names).zip(programs) {
        let text = javascript::function("f", &ARGUMENTS, program, &RobotNames::default(), rates);
        let mut terms = Terms::default();
        let expected = terms.outputs(program, rates);
        let operations = terms.0.len();
        assert!(
            Reader::outputs(&text, &mut terms) == expected,
            "{name}:\n{text}"
        );
        // Of an angle whose sine alone is used, the cosine is computed too.
        let others = terms.0.iter().filter(|(_, index)| **index >= operations);
        let circles = ["sin", "cos"];
        for (operation, _) in others {
            let is_circle = |name: &String| circles.contains(&name.as_str());
            assert!(
                matches!(operation, Operation::Call(name, _) if is_circle(name)),
                "{name}: {operation:?}"
            );
        }
        count += operations;
    }
    count
}

fn settings(root: Root) -> Settings {
    Settings {
        root,
        effort: Effort::None,
        ..Settings::default()
    }
}

#[test]
fn arms_and_a_floating_robot_are_read_back() {
    let arms = [fixture("six_axes.urdf"), fixture("seven_joints.urdf")];
    for (arm, effort) in arms.into_iter().zip([Effort::Default, Effort::None]) {
        let settings = Settings {
            effort,
            ..settings(Root::Fixed)
        };
        assert!(read_back(Robot::of(&arm, settings)) > 2000);
    }
    let limbs = shared_fixture("two_limbs.urdf");
    assert!(read_back(Robot::of(&limbs, settings(Root::FLOATING))) > 3000);
}

/// Each chart, fields, a single angle, functions of numbers.
#[test]
fn all_joints_and_charts_are_read_back() {
    let seeds = if cfg!(all_tests) { 27 } else { 9 };
    for seed in 0..seeds {
        let (items, _) = random_tree(3 * seed);
        read_back(Robot::of_tokens(&items, settings(Root::Fixed)));
    }
    let pendulum = "coordinates = [x, phi], gravity = [0, 0, -g],
        particle cart { mass: 2, position: [x, 0, 0] },
        particle bob { mass: m, position: [x + l * phi.sin(), 0, -l * phi.cos()] },
        potential = k * (x.exp() + (1 + x * x).ln() + (1 + x * x).sqrt())";
    let fields = "struct Robot { g: f64, m: f64, l: f64, k: f64 }";
    assert!(read_back(Robot::of_struct(fields, pendulum, settings(Root::Fixed))) > 100);
}
