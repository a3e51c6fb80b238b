//! Functions in expressions, and angles.

use proc_macro2::{Ident, Span as TokenSpan};
use syn::Expr;

use super::expression::Expressions;
use super::number::{pi, whole_number};
use super::piece::{Context, bare};
use crate::exact::{Rational, integer, nearest_f64, rotation};
use crate::fault::{Fault, Hint, Shown};
use crate::ir::{Angle, Function, Node, Value};

/// Functions of one argument, which stands in parentheses or in front.
const FUNCTIONS: [&str; 6] = ["sin", "cos", "tan", "sqrt", "exp", "ln"];
/// Functions whose first argument stands in front, and how many follow.
const METHODS: [(&str, usize); 5] = [
    ("powi", 1),
    ("recip", 0),
    ("mul_add", 2),
    ("to_radians", 0),
    ("to_degrees", 0),
];
/// How near a constant angle is to a quarter turn that it stands for: rounding of a float.
const ROUNDING: f64 = 1e-15;
/// Largest exponent of `powi`.
const POWER_LIMIT: i64 = 64;

impl Expressions<'_> {
    /// `function(argument)`
    pub(super) fn function(
        &mut self,
        name: &Ident,
        arguments: &[&Expr],
        end: TokenSpan,
        context: &mut Context<'_>,
    ) -> Option<Value> {
        let function = bare(name);
        if !FUNCTIONS.contains(&function.as_str()) {
            return unknown(&function, name, context);
        }
        match arguments {
            [argument] => {
                let argument = self.value(argument, context)?;
                self.applied(&function, argument, name, context)
            }
            [] => missing("one expression", end, context),
            [_, second, ..] => context.unexpected(second, "one expression"),
        }
    }

    /// `argument.function(..)`, or the same as a function; `arguments` are all of them.
    pub(super) fn method(
        &mut self,
        name: &Ident,
        arguments: &[&Expr],
        end: TokenSpan,
        context: &mut Context<'_>,
    ) -> Option<Value> {
        let function = bare(name);
        let methods = METHODS.iter().find(|(method, _)| *method == function);
        let further = match methods {
            Some((_, further)) => *further,
            None if FUNCTIONS.contains(&function.as_str()) => 0,
            None => {
                if let [receiver, ..] = arguments {
                    self.value(receiver, context);
                }
                return unknown(&function, name, context);
            }
        };
        let [receiver, arguments @ ..] = arguments else {
            return missing("one expression", end, context);
        };
        let value = self.value(receiver, context);
        if let Some(extra) = arguments.get(further) {
            return context.unexpected(extra, "nothing: the argument stands in front");
        }
        match (function.as_str(), arguments) {
            ("powi", [exponent]) => {
                let exponent = whole_number(exponent, POWER_LIMIT, context)?;
                self.power(value?, exponent, name, context)
            }
            ("powi", _) => missing("a whole number", end, context),
            ("recip", _) => self.power(value?, -1, name, context),
            ("mul_add", [factor, term]) => {
                let (factor, term) = (self.value(factor, context), self.value(term, context));
                let (value, (factor, term)) = value.zip(factor.zip(term))?;
                let product = self.builder.mul(value, factor);
                let product = self.in_range(product, name, context)?;
                let sum = self.builder.add(product, term);
                self.in_range(sum, name, context)
            }
            ("mul_add", _) => missing("a factor and a term", end, context),
            ("to_radians", _) => self.scaled(value?, pi() / integer(180), name, context),
            ("to_degrees", _) => self.scaled(value?, integer(180) / pi(), name, context),
            (function, _) => self.applied(function, value?, name, context),
        }
    }

    fn scaled(
        &mut self,
        value: Value,
        by: Rational,
        name: &Ident,
        context: &mut Context<'_>,
    ) -> Option<Value> {
        let by = self.builder.constant(&by);
        let product = self.builder.mul(value, by);
        self.in_range(product, name, context)
    }

    fn applied(
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
            "sqrt" => self.nearest(Function::Sqrt, a),
            "exp" => self.nearest(Function::Exp, a),
            _ => self.nearest(Function::Ln, a),
        };
        if value.is_none() {
            // An exponential always has a value, if not one that a float can hold.
            let fault = match function {
                "exp" => Fault::TokenOutOfRange,
                _ => Fault::TokenNoValue {
                    function: Shown::from(function),
                },
            };
            context.fault(name.span(), fault);
        }
        value
    }

    /// A root, exponential or logarithm; of a constant it is the nearest float. None: it has no
    /// value.
    fn nearest(&mut self, function: Function, a: Value) -> Option<Value> {
        let Some(constant) = self.builder.as_constant(a) else {
            return Some(self.builder.call(function, a));
        };
        let x = nearest_f64(constant);
        let value = match function {
            Function::Sqrt => x.sqrt(),
            Function::Exp => Some(x.exp()).filter(|&value| value > 0.0)?,
            _ => x.ln(),
        };
        let value = Rational::try_from(value).ok()?;
        Some(self.builder.constant(&value))
    }

    /// A value as an angle: its constant part gets an exact sine and cosine.
    pub fn angle(&mut self, a: Value) -> Value {
        let b = &mut self.builder;
        if let Some(constant) = b.as_constant(a) {
            let angle = exact_angle(&constant.clone());
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

    fn power(
        &mut self,
        base: Value,
        exponent: i64,
        name: &Ident,
        context: &mut Context<'_>,
    ) -> Option<Value> {
        if exponent < 0 && base == self.builder.zero() {
            context.fault(name.span(), Fault::TokenDivisionByZero);
            return None;
        }
        let mut power = self.builder.one();
        for _ in 0..exponent.unsigned_abs() {
            let higher = self.builder.mul(power, base);
            power = self.in_range(higher, name, context)?;
        }
        let one = self.builder.one();
        Some(if exponent < 0 {
            self.builder.div(one, power)
        } else {
            power
        })
    }
}

fn exact_angle(radians: &Rational) -> Angle {
    let radians = nearest_f64(radians);
    let turns = radians / std::f64::consts::FRAC_PI_2;
    if (turns - turns.round()).abs() <= ROUNDING * turns.abs().max(1.0) {
        return rotation::quarter_turns(turns.round() as i64);
    }
    rotation::angle(radians)
}

/// Reports that an argument is missing.
fn missing<T>(wanted: &'static str, end: TokenSpan, context: &mut Context<'_>) -> Option<T> {
    let found = "nothing".into();
    context.fault(end, Fault::TokenUnexpected { wanted, found });
    None
}

/// Reports a function that is none.
fn unknown<T>(function: &str, name: &Ident, context: &mut Context<'_>) -> Option<T> {
    let methods = METHODS.iter().map(|(method, _)| *method);
    let nearest = context
        .faults
        .nearest(function, FUNCTIONS.into_iter().chain(methods.clone()));
    let hint = match nearest {
        _ if methods.clone().any(|method| method == function) => {
            Hint::Write("write it behind its first argument, e.g. length.powi(2)")
        }
        Hint::None => Hint::Known(&["sin", "cos", "tan", "sqrt", "exp", "ln", "powi"]),
        near => near,
    };
    let shown = Shown::from(function);
    context.fault(
        name.span(),
        Fault::TokenUnknownFunction { name: shown, hint },
    );
    None
}
