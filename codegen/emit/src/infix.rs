//! Statements in languages whose numbers have operators: JavaScript, C.

use crate::interface::{Step, argument_name, place_of_input};
use crate::schedule::{AnglePair, Operand, Schedule, ScheduledOperation, ScheduledStatement};
use multibody_program::exact::{Rational, nearest_f64};
use multibody_program::ir::{Function, Input, Value};

/// What such a language writes in its own way.
pub trait InfixLanguage {
    /// The words before the name of a value that is defined.
    const DEFINITION: &'static str;

    /// The value of a function that is neither sine nor cosine.
    fn call(&self, function: Function, argument: &str) -> String;

    /// The statements that compute the sines and cosines of the angles of a pass. If there is only one, another method computes
    /// these than for several at once.
    fn sines(&self, pass: usize, angles: &[NamedAngle]) -> Vec<String>;
}

/// An angle, and the names that its sine and cosine get.
pub struct NamedAngle {
    /// The angle, an expression.
    pub angle: String,
    /// The name of its sine, if that is used.
    pub sine: Option<String>,
    /// The name of its cosine, if that is used.
    pub cosine: Option<String>,
}

/// The statements of a schedule without blocks and packs, each in a line, and its outputs as expressions.
pub fn statements(
    schedule: &Schedule<'_>,
    language: &impl InfixLanguage,
    rates: usize,
) -> (String, Vec<String>) {
    let writer = InfixWriter {
        schedule,
        language,
        rates,
    };
    let mut text = String::new();
    for statement in &schedule.outer_statements {
        for line in writer.statement(statement) {
            text.extend(["  ", &line, "\n"]);
        }
    }
    let outputs = schedule.program.outputs().iter();
    (text, outputs.map(|&output| writer.value(output)).collect())
}

struct InfixWriter<'a, L> {
    schedule: &'a Schedule<'a>,
    language: &'a L,
    /// The number of the robot's rates.
    rates: usize,
}

impl<L: InfixLanguage> InfixWriter<'_, L> {
    fn statement(&self, statement: &ScheduledStatement) -> Vec<String> {
        let heading = (self.schedule.heading(statement)).map(|heading| format!("// {heading}"));
        let lines = match *statement {
            ScheduledStatement::Let(value) => {
                let (name, expression) = (self.schedule.name(value), self.expression(value));
                vec![format!("{} {name} = {expression};", L::DEFINITION)]
            }
            ScheduledStatement::Pass(pass) => {
                let angles = self.schedule.passes[pass]
                    .iter()
                    .map(|pair| self.angle(pair));
                self.language.sines(pass, &angles.collect::<Vec<_>>())
            }
            ScheduledStatement::Pack(_) => unreachable!("only Rust packs values"),
        };
        heading.into_iter().chain(lines).collect()
    }

    fn angle(&self, pair: &AnglePair) -> NamedAngle {
        let name = |value: Option<Value>| value.map(|value| self.schedule.name(value).to_owned());
        NamedAngle {
            angle: self.value(pair.angle),
            sine: name(pair.sin),
            cosine: name(pair.cos),
        }
    }

    /// The expression that a value's statement computes.
    fn expression(&self, value: Value) -> String {
        let text = |operand: &Operand<'_>| self.operand(operand);
        match self.schedule.operation(value, None) {
            ScheduledOperation::Same(a) => text(&a),
            ScheduledOperation::Sum([a, b]) => format!("{} + {}", text(&a), text(&b)),
            ScheduledOperation::Difference([a, b]) => format!("{} - {}", text(&a), text(&b)),
            ScheduledOperation::Product([a, b]) => format!("{} * {}", text(&a), text(&b)),
            ScheduledOperation::Quotient([a, b]) => format!("{} / {}", text(&a), text(&b)),
            ScheduledOperation::Call(function, a) => self.language.call(function, &text(&a)),
            // Rounded twice, as in Rust with its feature `same-bits`.
            ScheduledOperation::MulAdd([a, b], term) => {
                format!("{} * {} + {}", text(&a), text(&b), text(&term))
            }
        }
    }

    /// A value as an operand.
    fn value(&self, value: Value) -> String {
        self.operand(&self.schedule.operand(value, None))
    }

    fn operand(&self, operand: &Operand<'_>) -> String {
        match operand {
            Operand::Input(input) => self.input(*input),
            Operand::Constant(value) => number(value),
            Operand::Angle(angle) => format!("{:?}", angle.radians()),
            Operand::Negative(inner) => format!("-{}", self.operand(inner)),
            Operand::Computed { name, .. } => (*name).to_owned(),
        }
    }

    fn input(&self, input: Input) -> String {
        let place = place_of_input(input, self.rates);
        let steps = place.iter().map(|step| match step {
            Step::Entry(index) => format!("[{index}]"),
            Step::Field(_) | Step::Part(_) => unreachable!("an argument is an array or a number"),
        });
        std::iter::once(argument_name(input.kind).to_owned())
            .chain(steps)
            .collect()
    }
}

/// The nearest float, with a decimal point or an exponent, so that it is no integer in these languages.
fn number(value: &Rational) -> String {
    format!("{:?}", nearest_f64(value))
}
