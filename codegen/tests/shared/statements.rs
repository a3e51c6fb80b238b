//! Statements of languages whose numbers have operators, read back: what they compute is compared with programs, node by node.

use std::collections::BTreeMap;

use multibody_codegen::internal::exact::nearest_f64;
use multibody_codegen::internal::ir::{Function, Input, Node, Program, Value};

/// Numbers that are the same operation on the same operands have one index. A number is one of them or its negative.
#[derive(Default)]
pub struct Terms(pub BTreeMap<Operation, usize>);

/// Whether it is the negative, and the index.
pub type Term = (bool, usize);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operation {
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

    pub fn number(&mut self, value: f64) -> Term {
        (
            value < 0.0,
            self.of(Operation::Leaf(format!("{:?}", value.abs()))),
        )
    }

    pub fn leaf(&mut self, name: &str) -> Term {
        (false, self.of(Operation::Leaf(name.into())))
    }

    /// The first of the two, which commute, is positive.
    pub fn sum(&mut self, mut operands: [Term; 2]) -> Term {
        operands.sort_by_key(|&(sign, index)| (index, sign));
        let is_negative = operands[0].0;
        let positive = operands.map(|(sign, index)| (sign ^ is_negative, index));
        (is_negative, self.of(Operation::Sum(positive)))
    }

    pub fn product(&mut self, [a, b]: [Term; 2]) -> Term {
        let mut factors = [a.1, b.1];
        factors.sort_unstable();
        (a.0 ^ b.0, self.of(Operation::Product(factors)))
    }

    fn quotient(&mut self, [a, b]: [Term; 2]) -> Term {
        (a.0 ^ b.0, self.of(Operation::Quotient([a.1, b.1])))
    }

    pub fn call(&mut self, name: &str, argument: Term) -> Term {
        (false, self.of(Operation::Call(name.into(), argument)))
    }

    /// The outputs of a program whose inputs have these names.
    pub fn outputs(&mut self, program: &Program, name: &dyn Fn(Input) -> String) -> Vec<Term> {
        let mut terms: Vec<Term> = Vec::new();
        for (index, node) in program.nodes().iter().enumerate() {
            let term = |value: Value| terms[value.index()];
            let next = match *node {
                Node::Input(input) => self.leaf(&name(input)),
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

/// The name of a function, with the index of Stumpff's.
fn called(function: Function) -> String {
    match function {
        Function::Stumpff(k) => format!("stumpff{k}"),
        other => other.name().into(),
    }
}

/// A reader of the statements of a function.
pub struct Reader<'a> {
    pub terms: &'a mut Terms,
    /// What the names stand for: one number or several.
    pub names: BTreeMap<String, Vec<Term>>,
    words: Vec<&'a str>,
    next: usize,
}

impl<'a> Reader<'a> {
    pub fn new(terms: &'a mut Terms) -> Self {
        Self {
            terms,
            names: BTreeMap::new(),
            words: Vec::new(),
            next: 0,
        }
    }

    /// Begins a line.
    pub fn begin(&mut self, line: &'a str) {
        (self.words, self.next) = (words(line), 0);
    }

    pub fn word(&mut self) -> &'a str {
        self.next += 1;
        self.words[self.next - 1]
    }

    pub fn take(&mut self, word: &str) -> bool {
        let is_next = self.words.get(self.next) == Some(&word);
        self.next += usize::from(is_next);
        is_next
    }

    #[track_caller]
    pub fn expect(&mut self, words: &[&str]) {
        for word in words {
            assert!(self.take(word), "{word} in {:?}", self.words);
        }
    }

    /// The end of a statement and of its line.
    #[track_caller]
    pub fn end(&mut self) {
        self.expect(&[";"]);
        assert_eq!(self.next, self.words.len(), "{:?}", self.words);
    }

    /// Gives a name to values.
    #[track_caller]
    pub fn define(&mut self, name: &str, values: Vec<Term>) {
        let earlier = self.names.insert(name.to_owned(), values);
        assert!(earlier.is_none(), "{name} is defined twice");
    }

    /// The sine and cosine of each angle, by turns.
    pub fn sines(&mut self, angles: Vec<Term>) -> Vec<Term> {
        let mut pair = |angle| ["sin", "cos"].map(|name| self.terms.call(name, angle));
        angles.into_iter().flat_map(&mut pair).collect()
    }

    /// Expressions between two marks.
    pub fn list(&mut self, open: &str, close: &str) -> Vec<Term> {
        self.expect(&[open]);
        let mut list = Vec::new();
        while !self.take(close) {
            list.push(self.sum());
            self.take(",");
        }
        list
    }

    pub fn sum(&mut self) -> Term {
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
        match word {
            // The type of a literal in C.
            "(" => {
                self.expect(&["real", ")", "("]);
                let literal = self.signed();
                self.expect(&[")"]);
                literal
            }
            "MULTIBODY_MUL_ADD" => {
                let operands = self.list("(", ")");
                let &[a, b, term] = operands.as_slice() else {
                    panic!("{:?}", self.words);
                };
                let product = self.terms.product([a, b]);
                self.terms.sum([product, term])
            }
            "MULTIBODY_CALL" => {
                self.expect(&["("]);
                let name = self.word();
                self.expect(&[","]);
                self.call(name)
            }
            word if self.take("(") => self.call(word),
            word => self.entry(word),
        }
    }

    /// A function, after its parenthesis.
    fn call(&mut self, name: &str) -> Term {
        let name = name
            .trim_start_matches("Math.")
            .trim_start_matches("multibody_");
        let argument = self.sum();
        let index = if self.take(",") { self.word() } else { "" };
        self.expect(&[")"]);
        let name = if name == "log" { "ln".to_owned() } else { format!("{name}{index}") };
        self.terms.call(&name, argument)
    }

    /// A name with indices.
    fn entry(&mut self, word: &str) -> Term {
        let places = self.places();
        match (self.names.get(word), places.as_slice()) {
            (Some(values), []) if values.len() == 1 => values[0],
            (Some(values), [place]) => values[place.parse::<usize>().expect("a place")],
            _ => {
                let places: String = places.iter().map(|place| format!("[{place}]")).collect();
                self.terms.leaf(&format!("{word}{places}"))
            }
        }
    }

    /// Indices after a name.
    pub fn places(&mut self) -> Vec<&'a str> {
        let mut places = Vec::new();
        while self.take("[") {
            places.push(self.word());
            self.expect(&["]"]);
        }
        places
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
