//! The statements of a schedule as text. They are written by the same code for Rust, JavaScript and C, which have the same infix
//! operators.

use crate::interface::{Step, argument_name, place_of_input};
use crate::schedule::{Operand, Schedule, ScheduledOperation, ScheduledStatement, ValuePlace};
use multibody_program::exact::{Angle, Rational};
use multibody_program::ir::{Function, Input, Value};

/// What differs among the languages.
pub trait InfixLanguage: Sized {
    /// The statement that defines a value.
    fn definition(&self, name: &str, expression: &str) -> String;

    /// A constant.
    fn constant(&self, value: &Rational) -> String;

    /// A constant angle, in radians.
    fn angle(&self, angle: &Angle) -> String;

    /// An entry of an argument.
    fn input(&self, input: Input) -> String;

    /// The call of a function that is neither sine nor cosine.
    fn call(&self, function: Function, argument: &str) -> String;

    /// The product of two factors plus a term.
    fn mul_add(&self, factors: [&str; 2], term: &str) -> String;

    /// The statements that compute the sines and cosines of the angles of a pass.
    fn sines(writer: &StatementWriter<'_, Self>, pass: usize) -> Vec<String>;

    /// The statements of a pack of values. Only Rust packs values.
    fn pack(_: &StatementWriter<'_, Self>, _: usize) -> Vec<String> {
        unreachable!("a schedule without limbs has no packs")
    }

    /// The expression of a computed value. In a language that keeps no values in arrays, it is a variable with the value's name.
    fn variable(&self, name: &str, _: ValuePlace) -> String {
        name.to_owned()
    }

    /// A value, converted to the number type of the result.
    fn result_number(&self, value: String) -> String {
        value
    }
}

/// Writes the statements of a scope.
#[derive(Clone, Copy)]
pub struct StatementWriter<'a, L> {
    /// The schedule.
    pub schedule: &'a Schedule<'a>,
    /// The block that is the scope; `None` for the function's own scope.
    pub block: Option<usize>,
    /// The place of each output in the caller's memory; empty if the function returns its outputs by value.
    pub places: &'a [String],
    /// The language.
    pub language: L,
}

/// An angle, and the names that its sine and cosine get.
pub struct NamedAngle<'a> {
    /// The angle, an expression.
    pub angle: String,
    /// The name of its sine, if that is used.
    pub sine: Option<&'a str>,
    /// The name of its cosine, if that is used.
    pub cosine: Option<&'a str>,
}

impl<'a, L: InfixLanguage> StatementWriter<'a, L> {
    /// A writer of the function's own scope.
    pub fn new(schedule: &'a Schedule<'a>, places: &'a [String], language: L) -> Self {
        Self {
            schedule,
            block: None,
            places,
            language,
        }
    }

    /// Writes the lines of statements, and after each statement those that store the outputs which it computes.
    pub fn write(&self, statements: &[ScheduledStatement], indent: &str, text: &mut String) {
        for statement in statements {
            for line in self.lines(statement) {
                text.extend([indent, &line, "\n"]);
            }
        }
    }

    /// The lines of a statement: a heading, if there is one, the statement, and the stores of the outputs that it computes.
    fn lines(&self, statement: &ScheduledStatement) -> Vec<String> {
        let schedule = self.schedule;
        let heading = (schedule.heading(statement)).map(|heading| format!("// {heading}"));
        let (lines, values) = match *statement {
            ScheduledStatement::Let(value) => {
                let (name, expression) = (schedule.name(value), self.expression(value));
                let definition = self.language.definition(name, &expression);
                (vec![definition], vec![value])
            }
            ScheduledStatement::Pass(pass) => (L::sines(self, pass), Vec::new()),
            ScheduledStatement::Pack(pack) => {
                let values = schedule.lanes(pack).into_iter().flatten();
                (L::pack(self, pack), values.collect())
            }
        };
        let outputs = (values.iter()).flat_map(|&value| schedule.stored_outputs(value));
        let stores = outputs.map(|&output| self.store(output));
        heading.into_iter().chain(lines).chain(stores).collect()
    }

    /// The statement that stores an output.
    pub fn store(&self, output: usize) -> String {
        let number = self.result_number(self.schedule.program.outputs()[output]);
        format!("{} = {number};", self.places[output])
    }

    /// A value, converted to the number type of the result.
    pub fn result_number(&self, value: Value) -> String {
        self.language.result_number(self.value(value))
    }

    /// The angles of a pass, in a language that keeps sines and cosines in variables.
    pub fn angles(&self, pass: usize) -> Vec<NamedAngle<'_>> {
        let name = |value: Option<Value>| value.map(|value| self.schedule.name(value));
        let angles = self.schedule.passes[pass].iter().map(|pair| NamedAngle {
            angle: self.value(pair.angle),
            sine: name(pair.sin),
            cosine: name(pair.cos),
        });
        angles.collect()
    }

    /// The expression that a value's statement computes.
    fn expression(&self, value: Value) -> String {
        let text = |operand: &Operand<'_>| self.operand(operand);
        match self.schedule.operation(value, self.block) {
            ScheduledOperation::Same(a) => text(&a),
            ScheduledOperation::Sum([a, b]) => format!("{} + {}", text(&a), text(&b)),
            ScheduledOperation::Difference([a, b]) => format!("{} - {}", text(&a), text(&b)),
            ScheduledOperation::Product([a, b]) => format!("{} * {}", text(&a), text(&b)),
            ScheduledOperation::Quotient([a, b]) => format!("{} / {}", text(&a), text(&b)),
            ScheduledOperation::Call(function, a) => self.language.call(function, &text(&a)),
            ScheduledOperation::MulAdd([a, b], term) => {
                self.language.mul_add([&text(&a), &text(&b)], &text(&term))
            }
        }
    }

    /// A value as an operand.
    pub fn value(&self, value: Value) -> String {
        self.operand(&self.schedule.operand(value, self.block))
    }

    /// The expression of an operand.
    fn operand(&self, operand: &Operand<'_>) -> String {
        match operand {
            Operand::Input(input) => self.language.input(*input),
            Operand::Constant(value) => self.language.constant(value),
            Operand::Angle(angle) => self.language.angle(angle),
            Operand::Negative(inner) => format!("-{}", self.operand(inner)),
            Operand::Computed { name, place } => self.language.variable(name, *place),
        }
    }
}

/// The name of a function in the libraries of C and JavaScript.
pub fn library_name(function: Function) -> &'static str {
    match function {
        Function::Ln => "log",
        other => other.name(),
    }
}

/// The expression of an entry of an argument, for a robot with `nv` rates.
pub fn argument_entry(input: Input, nv: usize) -> String {
    let steps = place_of_input(input, nv).into_iter();
    let indices = steps.map(|step| match step {
        Step::Entry(index) => format!("[{index}]"),
        Step::Field(_) | Step::Part(_) => unreachable!("an argument is an array or a number"),
    });
    indices.fold(argument_name(input.kind).to_owned(), |text, index| {
        text + &index
    })
}
