//! An evaluator of texts that shares nothing with the verifier but syn: functions at random states modulo a prime. It decides
//! which mutants are equal to the original as functions. It computes what the text says, whether or not that is emitted.

use std::collections::HashMap;

use syn::{BinOp, Block, Expr, ImplItem, ImplItemFn, Item, Lit, Pat, Stmt, UnOp};

/// A prime below 2^63 that occurs nowhere in the verifier; it is 3 modulo 4.
const PRIME: u128 = 9_223_372_036_854_775_783;

/// A number modulo the prime and, if it is an angle, its circle point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    value: u128,
    point: Option<[u128; 2]>,
}

/// What an expression gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thing {
    Number(Number),
    List(Vec<Thing>),
}

/// The functions and constants of a text.
pub struct Text {
    functions: HashMap<String, ImplItemFn>,
    /// The exact values of literals: numbers, or cosine and sine.
    table: HashMap<String, Vec<u128>>,
}

fn times(a: u128, b: u128) -> u128 {
    a * b % PRIME
}

fn power(mut base: u128, mut exponent: u128) -> u128 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, base);
        }
        base = times(base, base);
        exponent >>= 1;
    }
    result
}

fn inverse(a: u128) -> u128 {
    power(a, PRIME - 2)
}

/// The residue of a decimal or a fraction.
fn residue(text: &str) -> Option<u128> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (over, under) = text.split_once('/').unwrap_or((text, "1"));
    let (digits, exponent) = over.split_once('e').unwrap_or((over, "0"));
    let (whole, places) = digits.split_once('.').unwrap_or((digits, ""));
    let number = |digits: String| {
        let digits = digits
            .bytes()
            .map(|digit| digit.is_ascii_digit().then_some(digit - b'0'));
        digits.into_iter().try_fold(0, |sum, digit| {
            Some((sum * 10 + u128::from(digit?)) % PRIME)
        })
    };
    let exponent = exponent.parse::<i64>().ok()? - places.len() as i64;
    let scale = power(10, u128::from(exponent.unsigned_abs()));
    let scale = if exponent < 0 { inverse(scale) } else { scale };
    let value = times(number(format!("{whole}{places}"))?, scale);
    let value = times(value, inverse(number(under.to_owned())?));
    Some(if negative {
        (PRIME - value) % PRIME
    } else {
        value
    })
}

impl Number {
    fn plain(value: u128) -> Self {
        Self { value, point: None }
    }

    fn plus(self, other: Self) -> Self {
        let both = self.point.zip(other.point);
        Self {
            value: (self.value + other.value) % PRIME,
            point: both.map(|([c, s], [d, t])| {
                let cos = (times(c, d) + PRIME - times(s, t)) % PRIME;
                [cos, (times(s, d) + times(c, t)) % PRIME]
            }),
        }
    }

    fn minus(self) -> Self {
        Self {
            value: (PRIME - self.value) % PRIME,
            point: self.point.map(|[c, s]| [c, (PRIME - s) % PRIME]),
        }
    }

    /// Cosine and sine; those of a number that is no angle are unrelated numbers.
    fn circle(self) -> [u128; 2] {
        self.point.unwrap_or_else(|| {
            let mixed = |with: u128| times(power(self.value + with, 65_537), 0x9e37_79b9_7f4a_7c15);
            [mixed(1), mixed(2)]
        })
    }
}

/// An input that a seed determines, with a circle point.
fn input(seed: u64, name: &str, at: usize) -> Number {
    let mut mixed = u128::from(seed) + 17 * at as u128 + 3;
    for byte in name.bytes() {
        mixed = power(times(mixed, 257) + u128::from(byte), 65_537);
    }
    let tangent = power(mixed + 5, 65_539);
    let square = times(tangent, tangent);
    let below = inverse((1 + square) % PRIME);
    Number {
        value: mixed,
        point: Some([
            times((1 + PRIME - square) % PRIME, below),
            times(2 * tangent % PRIME, below),
        ]),
    }
}

impl Text {
    /// The functions of a text. None: it is no Rust.
    pub fn read(text: &str, robot: &str) -> Option<Self> {
        let mut functions = HashMap::new();
        for item in syn::parse_file(text).ok()?.items {
            let Item::Impl(of) = item else {
                continue;
            };
            let of_trait = match &of.trait_ {
                Some((_, path, _)) => format!("{}::", path.segments.last()?.ident),
                None => String::new(),
            };
            let is_of_robot =
                matches!(&*of.self_ty, syn::Type::Path(of) if of.path.is_ident(robot));
            for item in of.items.into_iter().filter(|_| is_of_robot) {
                if let ImplItem::Fn(function) = item {
                    functions.insert(format!("{of_trait}{}", function.sig.ident), function);
                }
            }
        }
        let rows = text
            .lines()
            .skip_while(|line| !line.starts_with("// Exact values"))
            .skip(1);
        let rows = rows.filter_map(|line| {
            let (literal, value) = line.strip_prefix("// ")?.split_once(" = ")?;
            let words = value.trim_start_matches("angle ").split(' ');
            Some((
                literal.to_owned(),
                words.map(residue).collect::<Option<_>>()?,
            ))
        });
        Some(Self {
            table: rows.collect(),
            functions,
        })
    }

    /// The result of a function at the state of a seed. None: the text means nothing.
    pub fn evaluate(&self, name: &str, seed: u64) -> Option<Thing> {
        let function = self.functions.get(name)?;
        let mut scope = HashMap::new();
        for argument in &function.sig.inputs {
            let syn::FnArg::Typed(of) = argument else {
                continue;
            };
            let Pat::Ident(name) = &*of.pat else {
                continue;
            };
            let name = name.ident.to_string();
            let numbers = (0..64).map(|at| Thing::Number(input(seed, &name, at)));
            let array = match name.as_str() {
                "out" => entries(&of.ty)?,
                _ => Thing::List(numbers.collect()),
            };
            scope.insert(name, array);
        }
        let result = self.block(&function.block, &mut scope)?;
        result.or_else(|| scope.remove("out"))
    }

    fn block(&self, block: &Block, scope: &mut HashMap<String, Thing>) -> Option<Option<Thing>> {
        for statement in &block.stmts {
            match statement {
                Stmt::Local(local) => {
                    let value = self.expression(&local.init.as_ref()?.expr, scope)?;
                    bind(&local.pat, value, scope)?;
                }
                Stmt::Expr(Expr::Assign(of), Some(_)) => {
                    let value = self.expression(&of.right, scope)?;
                    *place(&of.left, scope)? = value;
                }
                Stmt::Expr(Expr::MethodCall(of), Some(_)) => {
                    let called = &self.functions.get(&of.method.to_string())?.block;
                    let mut inner = scope.clone();
                    self.block(called, &mut inner)?;
                    scope.insert("out".into(), inner.remove("out")?);
                }
                Stmt::Expr(expression, None) => {
                    return Some(Some(self.expression(expression, scope)?));
                }
                _ => return None,
            }
        }
        Some(None)
    }

    fn number(&self, expression: &Expr, scope: &mut HashMap<String, Thing>) -> Option<Number> {
        match self.expression(expression, scope)? {
            Thing::Number(number) => Some(number),
            Thing::List(_) => None,
        }
    }

    fn expression(&self, expression: &Expr, scope: &mut HashMap<String, Thing>) -> Option<Thing> {
        let number = match expression {
            Expr::Path(of) => match of.path.segments.last()?.ident.to_string().as_str() {
                "ZERO" => Number::plain(0),
                "ONE" => Number::plain(1),
                name => return scope.get(name).cloned(),
            },
            Expr::Index(_) => return place(expression, scope).map(|thing| thing.clone()),
            Expr::Paren(of) => return self.expression(&of.expr, scope),
            Expr::Lit(of) => self.literal(&of.lit)?,
            Expr::Unary(of) if matches!(of.op, UnOp::Neg(_)) => {
                self.number(&of.expr, scope)?.minus()
            }
            Expr::Binary(of) => {
                let (a, b) = (
                    self.number(&of.left, scope)?,
                    self.number(&of.right, scope)?,
                );
                match of.op {
                    BinOp::Add(_) => a.plus(b),
                    BinOp::Sub(_) => a.plus(b.minus()),
                    BinOp::Mul(_) => Number::plain(times(a.value, b.value)),
                    BinOp::Div(_) => Number::plain(times(a.value, inverse(b.value))),
                    _ => return None,
                }
            }
            Expr::MethodCall(of) => {
                if matches!(&*of.receiver, Expr::Path(of) if of.path.is_ident("self")) {
                    let called = &self.functions.get(&of.method.to_string())?.block;
                    let mut inner = HashMap::new();
                    let formal = &self.functions.get(&of.method.to_string())?.sig.inputs;
                    let formal = formal.iter().skip(1).zip(&of.args);
                    for (formal, actual) in formal {
                        let syn::FnArg::Typed(formal) = formal else {
                            return None;
                        };
                        bind(&formal.pat, self.expression(actual, scope)?, &mut inner)?;
                    }
                    return self.block(called, &mut inner)?;
                }
                let receiver = self.number(&of.receiver, scope)?;
                let [cos, sin] = receiver.circle().map(Number::plain);
                match of.method.to_string().as_str() {
                    "sin" => sin,
                    "cos" => cos,
                    "sin_cos" => return Some(Thing::List([sin, cos].map(Thing::Number).into())),
                    "mul_add" => {
                        let [a, b] = [0, 1].map(|at| of.args.get(at));
                        let (a, b) = (self.number(a?, scope)?, self.number(b?, scope)?);
                        Number::plain(times(receiver.value, a.value)).plus(b)
                    }
                    _ => return None,
                }
            }
            Expr::Call(of) => {
                let Expr::Path(name) = &*of.func else {
                    return None;
                };
                let argument = of.args.first()?;
                match name.path.segments.last()?.ident.to_string().as_str() {
                    "lit" => return self.expression(argument, scope),
                    "sin_cos_all" => {
                        let Thing::List(angles) = self.expression(argument, scope)? else {
                            return None;
                        };
                        let points = angles.iter().map(|angle| match angle {
                            Thing::Number(angle) => Some(angle.circle().map(Number::plain)),
                            Thing::List(_) => None,
                        });
                        let points: Vec<_> = points.collect::<Option<_>>()?;
                        let list = |part: usize| {
                            Thing::List(points.iter().map(|of| Thing::Number(of[part])).collect())
                        };
                        return Some(Thing::List(vec![list(1), list(0)]));
                    }
                    _ => return None,
                }
            }
            Expr::Array(of) => return self.list(&of.elems, scope),
            Expr::Tuple(of) => return self.list(&of.elems, scope),
            Expr::Repeat(of) => {
                let entry = self.expression(&of.expr, scope)?;
                return Some(Thing::List(vec![entry; index(&of.len)?.min(64)]));
            }
            _ => return None,
        };
        Some(Thing::Number(number))
    }

    fn list(
        &self,
        of: &syn::punctuated::Punctuated<Expr, syn::Token![,]>,
        scope: &mut HashMap<String, Thing>,
    ) -> Option<Thing> {
        let things: Option<_> = of.iter().map(|of| self.expression(of, scope)).collect();
        Some(Thing::List(things?))
    }

    fn literal(&self, literal: &Lit) -> Option<Number> {
        let Lit::Float(of) = literal else {
            return None;
        };
        let text = of.to_string();
        match self.table.get(&text).map(Vec::as_slice) {
            Some([cos, sin]) => Some(Number {
                value: residue(&text)?,
                point: Some([*cos, *sin]),
            }),
            Some([value]) => Some(Number::plain(*value)),
            _ => Some(Number::plain(residue(&text)?)),
        }
    }
}

/// An array that nothing is written to.
fn entries(of: &syn::Type) -> Option<Thing> {
    match of {
        syn::Type::Reference(of) => entries(&of.elem),
        syn::Type::Array(of) => Some(Thing::List(vec![
            entries(&of.elem)?;
            index(&of.len)?.min(64)
        ])),
        _ => Some(Thing::List(Vec::new())),
    }
}

fn bind(pattern: &Pat, value: Thing, scope: &mut HashMap<String, Thing>) -> Option<()> {
    let patterns = match pattern {
        Pat::Wild(_) => return Some(()),
        Pat::Ident(of) => {
            scope.insert(of.ident.to_string(), value);
            return Some(());
        }
        Pat::Slice(of) => &of.elems,
        Pat::Tuple(of) => &of.elems,
        _ => return None,
    };
    let Thing::List(values) = value else {
        return None;
    };
    (patterns.len() == values.len()).then_some(())?;
    let mut pairs = patterns.iter().zip(values);
    pairs.try_for_each(|(pattern, value)| bind(pattern, value, scope))
}

fn place<'a>(expression: &Expr, scope: &'a mut HashMap<String, Thing>) -> Option<&'a mut Thing> {
    match expression {
        Expr::Path(of) => scope.get_mut(&of.path.get_ident()?.to_string()),
        Expr::Index(of) => match place(&of.expr, scope)? {
            Thing::List(things) => things.get_mut(index(&of.index)?),
            Thing::Number(_) => None,
        },
        _ => None,
    }
}

fn index(expression: &Expr) -> Option<usize> {
    match expression {
        Expr::Lit(of) => match &of.lit {
            Lit::Int(of) => of.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}
