//! Expressions over the fields of a struct, in Rust's own notation.
//!
//! ```text
//! sum     := product (('+' | '-') product)*
//! product := unary (('*' | '/') unary)*
//! unary   := '-' unary | postfix
//! postfix := atom ('.' function '(' sum? ')')*
//! atom    := decimal | field | field '[' index ']' | pi | function '(' sum ')' | '(' sum ')'
//! ```

use proc_macro2::{Delimiter, Group, Ident, Span, TokenTree};

use super::cursor::{Context, Cursor, bare};
use super::fields::Fields;
use super::limits::check_expression;
use crate::exact::{ParseError, Rational, bits, decimal, integer, nearest_f64, rotation};
use crate::fault::{Fault, Hint, Shown};
use crate::ir::{Builder, Function, InputKind, Node, Value};
use crate::model::{Number, Quantity};

/// Digits of pi beyond those of any float.
const PI: &str = "3.14159265358979323846264338327950288";
/// Functions of one argument.
const FUNCTIONS: [&str; 6] = ["sin", "cos", "tan", "sqrt", "exp", "ln"];
/// How near a constant angle is to a quarter turn that it stands for: rounding of a float.
const ROUNDING: f64 = 1e-15;
/// How deep parentheses may be nested.
const DEPTH_LIMIT: usize = 100;
/// Most bits of a constant: products of hostile ones would fill the memory.
const BITS_LIMIT: usize = 4096;
/// Largest exponent of `powi`.
const POWER_LIMIT: i64 = 64;

/// Reads expressions into values of a builder. None: a fault has been reported.
pub struct Expressions<'a> {
    /// Grows with the expressions.
    pub builder: Builder,
    /// What names stand for.
    pub fields: &'a Fields,
    depth: usize,
}

impl<'a> Expressions<'a> {
    /// Over these fields.
    pub fn new(fields: &'a Fields) -> Self {
        Self {
            builder: Builder::new(),
            fields,
            depth: 0,
        }
    }

    /// All that is left of a cursor, as a quantity.
    pub fn quantity(&mut self, cursor: &mut Cursor, context: &mut Context<'_>) -> Option<Quantity> {
        if let Err((at, fault)) = check_expression(cursor.rest()) {
            context.fault(at, fault);
            return None;
        }
        let first = cursor.here();
        let text = literal_text(cursor);
        let value = self.sum(cursor, context)?;
        cursor.end(context, "an operator, or a comma")?;
        let span = cursor.since(context, first);
        Some(match self.builder.as_constant(value) {
            Some(constant) => {
                let value = constant.clone();
                let text = text.unwrap_or_else(|| format!("{:?}", nearest_f64(&value)));
                Quantity::Exact(Number { value, text, span })
            }
            None => Quantity::Expression(value, span),
        })
    }

    fn sum(&mut self, cursor: &mut Cursor, context: &mut Context<'_>) -> Option<Value> {
        let mut sum = self.terms(cursor, context);
        // Lower than any arithmetic, and no power.
        while cursor.is_next('^') {
            context.fault(cursor.here(), Fault::TokenCaret);
            cursor.next();
            self.terms(cursor, context);
            sum = None;
        }
        sum
    }

    fn terms(&mut self, cursor: &mut Cursor, context: &mut Context<'_>) -> Option<Value> {
        let mut sum = self.product(cursor, context);
        loop {
            let minus = cursor.is_next('-');
            if !cursor.take('+') && !cursor.take('-') {
                break;
            }
            let at = cursor.here();
            let term = self.product(cursor, context);
            sum = sum.zip(term).map(|(a, b)| match minus {
                true => self.builder.sub(a, b),
                false => self.builder.add(a, b),
            });
            sum = self.in_range(sum, at, context);
        }
        sum
    }

    /// A value, unless it is a constant that no float can hold.
    fn in_range(&self, value: Option<Value>, at: Span, context: &mut Context<'_>) -> Option<Value> {
        let constant = self.builder.as_constant(value?);
        let is_held = |n: &Rational| match nearest_f64(n) {
            0.0 => *n == Rational::ZERO,
            float => float.is_finite() && bits(n) <= BITS_LIMIT,
        };
        if constant.is_some_and(|n| !is_held(n)) {
            context.fault(at, Fault::TokenOutOfRange);
            return None;
        }
        value
    }

    fn product(&mut self, cursor: &mut Cursor, context: &mut Context<'_>) -> Option<Value> {
        let mut product = self.unary(cursor, context);
        loop {
            let divides = cursor.is_next('/');
            if !cursor.take('*') && !cursor.take('/') {
                return product;
            }
            let at = cursor.here();
            let factor = self.unary(cursor, context);
            if divides && factor == Some(self.builder.zero()) {
                context.fault(at, Fault::TokenDivisionByZero);
                product = None;
            }
            product = product.zip(factor).map(|(a, b)| match divides {
                true => self.builder.div(a, b),
                false => self.builder.mul(a, b),
            });
            product = self.in_range(product, at, context);
        }
    }

    fn unary(&mut self, cursor: &mut Cursor, context: &mut Context<'_>) -> Option<Value> {
        let mut minus = false;
        while cursor.take('-') {
            minus = !minus;
        }
        let value = self.postfix(cursor, context)?;
        Some(if minus {
            self.builder.neg(value)
        } else {
            value
        })
    }

    fn postfix(&mut self, cursor: &mut Cursor, context: &mut Context<'_>) -> Option<Value> {
        let mut value = self.atom(cursor, context);
        while cursor.take('.') {
            let Some(name) = cursor.take_ident() else {
                return cursor.wanted(context, "a function, e.g. .powi(2)");
            };
            let Some(arguments) = cursor.take_group(Delimiter::Parenthesis) else {
                return cursor.wanted(context, "parentheses behind a function");
            };
            value = self.method(value, &name, &arguments, context);
        }
        value
    }

    fn method(
        &mut self,
        value: Option<Value>,
        name: &Ident,
        arguments: &Group,
        context: &mut Context<'_>,
    ) -> Option<Value> {
        let mut inside = Cursor::inside(arguments);
        match bare(name).as_str() {
            "powi" => {
                let exponent = whole_number(&mut inside, context)?;
                let value = value?;
                if exponent < 0 && value == self.builder.zero() {
                    context.fault(name.span(), Fault::TokenDivisionByZero);
                    return None;
                }
                self.power(value, exponent, name.span(), context)
            }
            function => {
                self.known(function, name, context)?;
                inside.end(context, "nothing: the argument stands in front")?;
                self.call(function, value?, name, context)
            }
        }
    }

    fn atom(&mut self, cursor: &mut Cursor, context: &mut Context<'_>) -> Option<Value> {
        match cursor.peek() {
            Some(TokenTree::Literal(literal)) => {
                let (text, at) = (literal.to_string(), literal.span());
                cursor.next();
                let number = parse_number(&text)
                    .map_err(|fault| context.fault(at, fault))
                    .ok()?;
                Some(self.builder.constant(&number))
            }
            Some(TokenTree::Group(group))
                if matches!(group.delimiter(), Delimiter::Parenthesis | Delimiter::None) =>
            {
                let group = group.clone();
                cursor.next();
                self.group(&group, context)
            }
            Some(TokenTree::Ident(ident)) => {
                let ident = ident.clone();
                cursor.next();
                match cursor.take_group(Delimiter::Parenthesis) {
                    Some(arguments) => {
                        self.known(&bare(&ident), &ident, context)?;
                        let argument = self.group(&arguments, context)?;
                        self.call(&bare(&ident), argument, &ident, context)
                    }
                    None => self.named(&ident, cursor, context),
                }
            }
            _ => cursor.wanted(context, "a number, a field or a function"),
        }
    }

    /// One expression between parentheses.
    fn group(&mut self, group: &Group, context: &mut Context<'_>) -> Option<Value> {
        if self.depth == DEPTH_LIMIT {
            let limit = DEPTH_LIMIT;
            context.fault(group.span(), Fault::TokenNestedTooDeeply { limit });
            return None;
        }
        self.depth += 1;
        let mut inside = Cursor::inside(group);
        let value = self.sum(&mut inside, context);
        self.depth -= 1;
        let ended = value.is_none() || inside.end(context, "one expression").is_some();
        value.filter(|_| ended)
    }

    fn named(
        &mut self,
        ident: &Ident,
        cursor: &mut Cursor,
        context: &mut Context<'_>,
    ) -> Option<Value> {
        let name = bare(ident);
        let Some(field) = self.fields.find(&name) else {
            if name.eq_ignore_ascii_case("pi") {
                let pi = decimal(PI).expect("a decimal");
                return Some(self.builder.constant(&pi));
            }
            let known = self.fields.names();
            let hint = match context.faults.nearest(&name, known) {
                Hint::None => Hint::Write("add it to the struct, e.g. pub length: f64"),
                near => near,
            };
            let name = Shown::from(&name);
            context.fault(ident.span(), Fault::TokenUnknownField { name, hint });
            return None;
        };
        let Some(count) = field.shape.array() else {
            return Some(self.builder.input(InputKind::Parameter, field.first));
        };
        let Some(index) = cursor.take_group(Delimiter::Bracket) else {
            return cursor.wanted(context, "the index of one number of this array, e.g. [0]");
        };
        let at = whole_number(&mut Cursor::inside(&index), context)?;
        match usize::try_from(at) {
            Ok(at) if at < count => {
                Some(self.builder.input(InputKind::Parameter, field.first + at))
            }
            _ => {
                let name = Shown::from(&name);
                context.fault(index.span(), Fault::TokenIndex { name, count });
                None
            }
        }
    }

    /// Reports a function that is none.
    fn known(&mut self, function: &str, name: &Ident, context: &mut Context<'_>) -> Option<()> {
        if FUNCTIONS.contains(&function) {
            return Some(());
        }
        let known = FUNCTIONS.iter().chain(&["powi"]).copied();
        let hint = match (function, context.faults.nearest(function, known)) {
            ("powi", _) => Hint::Write("write it behind the base, e.g. length.powi(2)"),
            (_, Hint::None) => Hint::Known(&["sin", "cos", "tan", "sqrt", "exp", "ln", "powi"]),
            (_, near) => near,
        };
        let shown = Shown::from(function);
        context.fault(
            name.span(),
            Fault::TokenUnknownFunction { name: shown, hint },
        );
        None
    }

    fn call(
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
            "sqrt" => self.function(Function::Sqrt, a),
            "exp" => self.function(Function::Exp, a),
            _ => self.function(Function::Ln, a),
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
    fn function(&mut self, function: Function, a: Value) -> Option<Value> {
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
        at: Span,
        context: &mut Context<'_>,
    ) -> Option<Value> {
        let mut power = self.builder.one();
        for _ in 0..exponent.unsigned_abs() {
            let higher = self.builder.mul(power, base);
            power = self.in_range(Some(higher), at, context)?;
        }
        let one = self.builder.one();
        Some(if exponent < 0 {
            self.builder.div(one, power)
        } else {
            power
        })
    }
}

fn exact_angle(radians: &Rational) -> crate::ir::Angle {
    let radians = nearest_f64(radians);
    let turns = radians / std::f64::consts::FRAC_PI_2;
    if (turns - turns.round()).abs() <= ROUNDING * turns.abs().max(1.0) {
        return rotation::quarter_turns(turns.round() as i64);
    }
    rotation::angle(radians)
}

/// The text of a number that stands alone, with its sign: it tells how many digits were written.
fn literal_text(cursor: &Cursor) -> Option<String> {
    let text = |token: &TokenTree| match token {
        TokenTree::Literal(literal) => Some(literal.to_string().replace('_', "")),
        _ => None,
    };
    let tokens = cursor.rest();
    match tokens {
        [number] => text(number),
        [TokenTree::Punct(minus), number] if minus.as_char() == '-' => {
            text(number).map(|number| format!("-{number}"))
        }
        _ => None,
    }
}

/// A decimal as Rust writes it, without a type.
///
/// # Errors
/// [`Fault::NotANumber`], [`Fault::NumberOutOfRange`].
pub fn parse_number(text: &str) -> Result<Rational, Fault> {
    let (shown, place) = (Shown::from(text), "an expression".to_owned());
    let digits = text.replace('_', "");
    decimal(&digits).map_err(|error| match error {
        ParseError::OutOfRange => Fault::NumberOutOfRange { text: shown, place },
        ParseError::NotANumber | ParseError::NotFinite => Fault::NotANumber {
            text: shown,
            place,
            hint: Hint::Write("write a decimal number without a type, e.g. 0.5 or 1e-3"),
        },
    })
}

/// A whole number with nothing behind it.
fn whole_number(cursor: &mut Cursor, context: &mut Context<'_>) -> Option<i64> {
    const WANTED: &str = "a whole number";
    let minus = cursor.take('-');
    let at = cursor.here();
    let Some(literal) = cursor.take_literal() else {
        return cursor.wanted(context, WANTED);
    };
    cursor.end(context, WANTED)?;
    match literal.to_string().replace('_', "").parse::<i64>() {
        Ok(number) if number <= POWER_LIMIT => Some(if minus { -number } else { number }),
        _ => {
            let found = Shown::from(&literal.to_string());
            let wanted = "a whole number up to 64";
            context.fault(at, Fault::TokenUnexpected { wanted, found });
            None
        }
    }
}

/// Zero, where a quantity was left out.
pub fn left_out(span: crate::model::Span) -> Quantity {
    Quantity::Exact(Number {
        value: integer(0),
        text: String::new(),
        span,
    })
}
