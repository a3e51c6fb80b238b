//! Functions in expressions, and angles.

use proc_macro2::{Ident, Span as TokenSpan};
use syn::Expr;

use super::expression::Expressions;
use super::number::{pi, whole_number};
use super::piece::{Context, bare};
use crate::fault::{Fault, Hint, Shown};
use multibody_program::exact::{Angle, Rational, exponential, integer, logarithm, square_root};
use multibody_program::ir::{Function, Node, Value};

/// Functions of one argument, which is written in parentheses or as the receiver of a method.
const FUNCTIONS: [&str; 6] = ["sin", "cos", "tan", "sqrt", "exp", "ln"];
/// Functions that are called only as methods: `a.powi(2)` or `f64::powi(a, 2)`, not `powi(a, 2)`.
const METHODS: [&str; 4] = ["powi", "recip", "to_radians", "to_degrees"];
/// Functions of Rust's floats that expressions do not have. They do not count as misspelt.
const UNSUPPORTED: [&str; 38] = [
    "abs",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "clamp",
    "copysign",
    "cosh",
    "div_euclid",
    "exp2",
    "exp_m1",
    "floor",
    "fract",
    "hypot",
    "ln_1p",
    "log",
    "log10",
    "log2",
    "max",
    "midpoint",
    "min",
    "mul_add",
    "next_down",
    "next_up",
    "powf",
    "rem_euclid",
    "round",
    "signum",
    "sin_cos",
    "sinh",
    "tanh",
    "total_cmp",
    "trunc",
];
/// Maximum exponent of `powi`.
const POWER_LIMIT: i64 = 64;

impl Expressions<'_> {
    /// `function(argument)`, `argument.function()` or `f64::function(argument)`. `is_method` is true for the last two forms,
    /// which alone may call the functions in `METHODS`; `end` is the closing parenthesis.
    pub(super) fn function(
        &mut self,
        name: &Ident,
        arguments: &[&Expr],
        (is_method, end): (bool, TokenSpan),
        context: &mut Context<'_>,
    ) -> Option<Value> {
        let function = bare(name);
        let argument_count = if function == "powi" { 2 } else { 1 };
        // `None` without an argument; `Some(None)` if the argument is faulty, which has been reported.
        let value = arguments.first().map(|first| self.value(first, context));
        let is_known =
            FUNCTIONS.contains(&&*function) || is_method && METHODS.contains(&&*function);
        if !is_known {
            return report_unknown_function(&function, name, context);
        }
        if let Some(argument) = arguments.get(argument_count) {
            return context.refuse(argument, "nothing behind the argument");
        }
        if arguments.len() < argument_count {
            let expected = if argument_count == 2 { "a whole number" } else { "one expression" };
            return context.refuse_at(end, expected, "nothing".into());
        }
        let degree = pi() / integer(180);
        match (function.as_str(), arguments) {
            ("powi", [_, exponent]) => {
                let exponent =
                    whole_number(exponent, POWER_LIMIT, "a whole number up to 64", context)?;
                self.power(value??, exponent, name, context)
            }
            ("recip", _) => self.power(value??, -1, name, context),
            ("to_radians", _) => self.scale(value??, degree, name, context),
            ("to_degrees", _) => self.scale(value??, integer(1) / degree, name, context),
            (function, _) => self.apply(function, value??, name, context),
        }
    }

    /// A value times a constant; `name` is the function in the text, at which faults are reported.
    fn scale(
        &mut self,
        value: Value,
        factor: Rational,
        name: &Ident,
        context: &mut Context<'_>,
    ) -> Option<Value> {
        let factor = self.builder.constant(&factor);
        let product = self.builder.mul(value, factor);
        self.check_range(product, name, context)
    }

    /// A function of the list `FUNCTIONS` at the value a; reports a constant at which it has no value.
    fn apply(
        &mut self,
        function: &str,
        a: Value,
        name: &Ident,
        context: &mut Context<'_>,
    ) -> Option<Value> {
        let value = match function {
            "sin" | "cos" | "tan" => {
                let angle = self.angle(a);
                let (sin, cos) = self.builder.sin_cos(angle);
                match function {
                    "sin" => Some(sin),
                    "cos" => Some(cos),
                    _ if cos == self.builder.zero() => None,
                    _ => Some(self.builder.div(sin, cos)),
                }
            }
            "sqrt" => self.evaluate_or_call(Function::Sqrt, square_root, a),
            "exp" => self.evaluate_or_call(Function::Exp, exponential, a),
            _ => self.evaluate_or_call(Function::Ln, logarithm, a),
        };
        if value.is_none() {
            // An exponential always has a value, but it may be outside the range of floats.
            let fault = match function {
                "exp" => Fault::TokenOutOfRange,
                _ => Fault::TokenNoValue {
                    function: Shown::from(function),
                },
            };
            context.report(name.span(), fault);
        }
        value
    }

    /// A root, exponential or logarithm; for a constant it is the nearest float. `None` if the constant is outside the
    /// domain.
    fn evaluate_or_call(
        &mut self,
        function: Function,
        evaluate: fn(&Rational) -> Option<Rational>,
        a: Value,
    ) -> Option<Value> {
        match self.builder.as_constant(a) {
            Some(constant) => evaluate(constant).map(|value| self.builder.constant(&value)),
            None => Some(self.builder.call(function, a)),
        }
    }

    /// A value used as an angle: its constant part gets an exact sine and cosine.
    pub fn angle(&mut self, a: Value) -> Value {
        let b = &mut self.builder;
        if let Some(constant) = b.as_constant(a) {
            let angle = Angle::of_radians(constant);
            return b.angle(&angle);
        }
        match b.node(a) {
            Node::Add(x, y) | Node::Add(y, x) if b.as_constant(x).is_some() => {
                let constant = self.angle(x);
                self.builder.add(y, constant)
            }
            _ => a,
        }
    }

    /// A power with a constant exponent, as a chain of products.
    fn power(
        &mut self,
        base: Value,
        exponent: i64,
        name: &Ident,
        context: &mut Context<'_>,
    ) -> Option<Value> {
        if exponent < 0 && base == self.builder.zero() {
            context.report(name.span(), Fault::TokenDivisionByZero);
            return None;
        }
        let mut power = self.builder.one();
        for _ in 0..exponent.unsigned_abs() {
            let higher = self.builder.mul(power, base);
            power = self.check_range(higher, name, context)?;
        }
        let one = self.builder.one();
        Some(if exponent < 0 { self.builder.div(one, power) } else { power })
    }
}

/// Reports an unknown function.
fn report_unknown_function<T>(
    function: &str,
    name: &Ident,
    context: &mut Context<'_>,
) -> Option<T> {
    let functions = FUNCTIONS.into_iter().chain(METHODS);
    let names = functions.filter(|_| !UNSUPPORTED.contains(&function));
    let hint = match context.faults.nearest(function, names) {
        _ if METHODS.contains(&function) => {
            Hint::Write("write it behind its argument, e.g. length.powi(2)")
        }
        nearest => nearest.or(Hint::Known(&[
            "sin", "cos", "tan", "sqrt", "exp", "ln", "powi",
        ])),
    };
    let (span, name) = (name.span(), Shown::from(function));
    context.report(span, Fault::TokenUnknownFunction { name, hint });
    None
}
