//! Expressions of a struct's fields, in the arithmetic part of Rust's notation.
//!
//! | may be | e.g. |
//! |---|---|
//! | a number, a field, an entry of an array field | `1e-3`, `2.0_f64`, `length`, `sizes[2]` |
//! | a constant; pi is exact | `pi`, `std::f64::consts::TAU` |
//! | arithmetic | `-a * (b + 1) / 2`, `2 as f64` |
//! | a function | `sin(a)`, `a.sqrt()`, `f64::powi(a, 2)`, `90.0_f64.to_radians()` |
//! | local definitions | `{ let a = length / 2; a * a }` |

use proc_macro2::{Ident, Span as TokenSpan};
use quote::ToTokens as _;
use syn::punctuated::Punctuated;
use syn::{
    BinOp, Block, Expr, ExprBinary, ExprCall, ExprIndex, ExprPath, Local, Pat, Stmt, Token, Type,
    UnOp,
};

use super::fields::{Fields, OtherField};
use super::number::{constant, literal_text, number, whole_number};
use super::piece::{Context, bare};
use super::symbols::{Symbols, TIME};
use super::syntax::VALUE;
use crate::fault::{Fault, Hint, Shown};
use crate::model::{Number, Quantity, Span};
use multibody_program::exact::{Rational, bits, integer, is_representable, nearest_f64};
use multibody_program::ir::{Builder, InputKind, Value};

/// Maximum number of bits of a constant: products of hostile constants would fill the memory.
const BITS_LIMIT: usize = 4096;

/// Reads expressions into values of a builder. Its methods return `None` if the expression is faulty, which has been
/// reported.
pub struct Expressions<'a> {
    /// The builder, which each expression extends.
    pub builder: Builder,
    /// The fields that expressions may name.
    pub fields: &'a Fields,
    /// The values of local names, the innermost last; `None` if the definition is faulty, which has been reported.
    pub(super) locals: Vec<(String, Option<Value>)>,
    /// Coordinates, if expressions may depend on them.
    pub(super) symbols: Option<Symbols>,
    /// The fields that are no parameters.
    others: Vec<OtherField>,
}

impl<'a> Expressions<'a> {
    /// A reader of expressions of these fields.
    pub fn new(fields: &'a Fields) -> Self {
        Self {
            builder: Builder::new(),
            fields,
            locals: Vec::new(),
            symbols: None,
            others: fields.others.clone(),
        }
    }

    /// An expression as a quantity.
    pub fn quantity(&mut self, expression: &Expr, context: &mut Context<'_>) -> Option<Quantity> {
        let value = self.value(expression, context)?;
        let span = context.place(expression);
        Some(match self.builder.as_constant(value) {
            Some(constant) => {
                let value = constant.clone();
                let text = literal_text(expression)
                    .unwrap_or_else(|| format!("{:?}", nearest_f64(&value)));
                Quantity::Exact(Number { value, text, span })
            }
            None => Quantity::Expression(value, span),
        })
    }

    /// A list of N expressions, separated by commas.
    pub fn list<const N: usize>(
        &mut self,
        list: &Punctuated<Expr, Token![,]>,
        noun: &str,
        brackets: TokenSpan,
        context: &mut Context<'_>,
    ) -> Option<[Quantity; N]> {
        let values = self.quantities(list, N, noun, brackets, context)?;
        values.try_into().ok()
    }

    /// A list of `count` expressions, separated by commas.
    pub fn quantities(
        &mut self,
        list: &Punctuated<Expr, Token![,]>,
        count: usize,
        noun: &str,
        brackets: TokenSpan,
        context: &mut Context<'_>,
    ) -> Option<Vec<Quantity>> {
        // All are read before an error is returned, so that all their faults are found.
        let values: Vec<Option<Quantity>> = list
            .iter()
            .map(|part| self.quantity(part, context))
            .collect();
        context.check_count(list.len(), count, noun, brackets)?;
        values.into_iter().collect()
    }

    /// `[x, y, z]`
    pub fn vector(
        &mut self,
        expression: &Expr,
        noun: &str,
        context: &mut Context<'_>,
    ) -> Option<[Quantity; 3]> {
        self.read_inner(expression, context, |reader, expression, context| {
            let Expr::Array(array) = expression else {
                return context.refuse(expression, VECTOR);
            };
            reader.list(&array.elems, noun, array.bracket_token.span.join(), context)
        })
    }

    /// Reads the expression inside parentheses, or the last expression of a block, in which the block's definitions
    /// are known.
    pub fn read_inner<T>(
        &mut self,
        expression: &Expr,
        context: &mut Context<'_>,
        read_expression: impl FnOnce(&mut Self, &Expr, &mut Context<'_>) -> Option<T>,
    ) -> Option<T> {
        match expression {
            Expr::Paren(inner) => self.read_inner(&inner.expr, context, read_expression),
            Expr::Group(inner) => self.read_inner(&inner.expr, context, read_expression),
            Expr::Block(inner) if inner.label.is_none() => {
                let outer = self.locals.len();
                let result = match self.read_block(&inner.block, context) {
                    Some(last) => self.read_inner(last, context, read_expression),
                    None => None,
                };
                self.locals.truncate(outer);
                result
            }
            expression => read_expression(self, expression, context),
        }
    }

    /// Reads the definitions of a block, and returns its last expression.
    fn read_block<'e>(&mut self, block: &'e Block, context: &mut Context<'_>) -> Option<&'e Expr> {
        let (last, definitions) = match &block.stmts[..] {
            [definitions @ .., Stmt::Expr(last, None)] => (Some(last), definitions),
            definitions => (None, definitions),
        };
        for statement in definitions {
            match statement {
                Stmt::Local(local) => match definition(local) {
                    Some((name, expression)) => {
                        let value = self.value(expression, context);
                        self.check_definition_name(name, context);
                        let name = bare(name);
                        if let Some(value) = value {
                            self.builder.hint_definition(value, &name);
                        }
                        self.locals.push((name, value));
                    }
                    None => context.refuse(&local.pat, "a name, and a value behind `=`")?,
                },
                item => context.refuse(item, "a definition such as `let a = 1;`")?,
            }
        }
        if last.is_none() {
            let end = block.brace_token.span.close();
            return context.refuse_at(end, "a value behind the definitions", "}".into());
        }
        last
    }

    /// An expression as a value of the builder.
    pub(super) fn value(&mut self, expression: &Expr, context: &mut Context<'_>) -> Option<Value> {
        match expression {
            Expr::Lit(literal) => {
                let number = number(&literal.lit, context)?;
                Some(self.builder.constant(&number))
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
                let value = self.value(&unary.expr, context)?;
                Some(self.builder.neg(value))
            }
            Expr::Binary(binary) => self.chain(binary, context),
            path if is_self(path) => refuse_self(path, "the name of a field", context),
            Expr::Path(path) => self.resolve_name(path, context),
            Expr::Index(index) => self.element(index, context),
            Expr::MethodCall(call) if call.turbofish.is_none() => {
                let arguments: Vec<&Expr> =
                    std::iter::once(&*call.receiver).chain(&call.args).collect();
                let end = call.paren_token.span.close();
                self.function(&call.method, &arguments, (true, end), context)
            }
            Expr::Call(call) => self.call(call, context),
            Expr::Cast(cast) => {
                if is_float(&cast.ty) {
                    self.value(&cast.expr, context)
                } else {
                    context.refuse(&cast.ty, "f64 or f32")
                }
            }
            Expr::Field(field) => {
                if is_self(&field.base) {
                    let member = field.member.to_token_stream().to_string();
                    return refuse_self(
                        &field.base,
                        &format!("`{}`", Shown::from(&member)),
                        context,
                    );
                }
                self.value(&field.base, context)?;
                context.refuse(&field.member, "a function, e.g. .powi(2)")
            }
            Expr::Paren(_) | Expr::Group(_) | Expr::Block(_) => {
                self.read_inner(expression, context, |reader, inner, context| {
                    reader.value(inner, context)
                })
            }
            Expr::Try(tried) => {
                self.value(&tried.expr, context)?;
                let sign = tried.question_token.span;
                context.refuse_at(sign, "an operator, or a comma", "?".into())
            }
            _ => context.refuse(expression, VALUE),
        }
    }

    /// A sum or product. Chains of operators are read in a loop, since they may be too long for recursion.
    fn chain(&mut self, binary: &ExprBinary, context: &mut Context<'_>) -> Option<Value> {
        let mut operations = vec![binary];
        while let Expr::Binary(inner) = &*operations[operations.len() - 1].left {
            operations.push(inner);
        }
        let mut value = self.value(&operations[operations.len() - 1].left, context);
        for ExprBinary { op, right, .. } in operations.into_iter().rev() {
            let operand = self.value(right, context);
            value = self.operation(op, value, operand, right, context);
        }
        value
    }

    /// The result of an operator for the operands a and b, which are `None` if they are faulty. `right` is the expression of b, at
    /// which faults are reported.
    fn operation(
        &mut self,
        op: &BinOp,
        a: Option<Value>,
        b: Option<Value>,
        right: &Expr,
        context: &mut Context<'_>,
    ) -> Option<Value> {
        match op {
            BinOp::BitXor(sign) => {
                context.report(sign.span, Fault::TokenCaret);
                return None;
            }
            BinOp::Div(_) if b == Some(self.builder.zero()) => {
                let place = context.place(right);
                context.faults.push(place, Fault::TokenDivisionByZero);
                return None;
            }
            BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) => {}
            operator => {
                let first = context.first_token(operator);
                let sign = operator.to_token_stream().to_string();
                return context.refuse_at(first, "an operator: + - * /", Shown::from(&sign));
            }
        }
        let (a, b) = a.zip(b)?;
        let value = match op {
            BinOp::Add(_) => self.builder.add(a, b),
            BinOp::Sub(_) => self.builder.sub(a, b),
            BinOp::Mul(_) => self.builder.mul(a, b),
            _ => self.builder.div(a, b),
        };
        self.check_range(value, right, context)
    }

    /// Returns the value; reports a constant that has too many digits, or that floats cannot represent.
    pub(super) fn check_range(
        &self,
        value: Value,
        tokens: &impl quote::ToTokens,
        context: &mut Context<'_>,
    ) -> Option<Value> {
        let is_usable = |n: &Rational| bits(n) <= BITS_LIMIT && is_representable(n);
        let constant = self.builder.as_constant(value);
        if constant.is_some_and(|n| !is_usable(n)) {
            let place = context.place(tokens);
            context.faults.push(place, Fault::TokenOutOfRange);
            return None;
        }
        Some(value)
    }

    /// The value of a name: of a local definition, a field, a coordinate, its rate, time or a constant.
    fn resolve_name(&mut self, path: &ExprPath, context: &mut Context<'_>) -> Option<Value> {
        let Some(ident) = path.path.get_ident() else {
            return match constant(&path.path).filter(|_| path.qself.is_none()) {
                Some(constant) => Some(self.builder.constant(&constant)),
                None => {
                    let expected = "a field, or a constant such as f64::consts::PI";
                    context.refuse(&path.path.segments.last(), expected)
                }
            };
        };
        let name = bare(ident);
        if let Some(value) = self.local(&name) {
            return value;
        }
        if let Some(field) = self.fields.find(&name) {
            if field.shape.length().is_none() {
                return Some(self.builder.input(InputKind::Parameter, field.first));
            }
            return context.refuse(path, "the index of one number of this array, e.g. [0]");
        }
        let place = context.places.at(ident.span());
        if let Some(value) = self.coordinate_named(&name, place, context) {
            return value;
        }
        if let Some(constant) = constant(&path.path) {
            return Some(self.builder.constant(&constant));
        }
        if name == TIME {
            context.report(ident.span(), Fault::TokenTimeHere);
            return None;
        }
        if self.report_other_field(&name, place, context) {
            return None;
        }
        let locals = self.locals.iter().map(|(local, _)| local.as_str());
        let others = self.others.iter().map(OtherField::plain_name);
        let fields = self.fields.names().chain(others).chain(locals);
        let names = fields.chain(self.coordinate_names());
        let add = Hint::Write("add it to the struct, e.g. pub length: f64");
        let hint = context.faults.nearest(&name, names).or(add);
        let name = Shown::from(&name);
        context.report(ident.span(), Fault::TokenUnknownField { name, hint });
        None
    }

    /// Reports a field that is no parameter, the first time that it is named. Returns whether `name` is such a field.
    fn report_other_field(&mut self, name: &str, place: Span, context: &mut Context<'_>) -> bool {
        let mut others = self.others.iter_mut();
        let Some(other_field) = others.find(|other_field| other_field.plain_name() == name) else {
            return false;
        };
        if !std::mem::replace(&mut other_field.is_reported, true) {
            let (field, places) = (Shown::from(name), vec![other_field.name.span]);
            let fault = Fault::ParameterNotMarked { field };
            context.faults.push_conflict(place, places, fault);
        }
        true
    }

    /// The value of the innermost local name. `None` if no definition has this name, and `Some(None)` if the definition
    /// is faulty, which has been reported.
    fn local(&self, name: &str) -> Option<Option<Value>> {
        let mut locals = self.locals.iter().rev();
        locals
            .find(|(local, _)| local == name)
            .map(|(_, value)| *value)
    }

    /// An element of an array field.
    fn element(&mut self, index: &ExprIndex, context: &mut Context<'_>) -> Option<Value> {
        let name = match &*index.expr {
            Expr::Path(path) => path.path.get_ident().map(bare),
            _ => None,
        };
        let field_name = name.filter(|name| self.local(name).is_none());
        let array = field_name.and_then(|name| self.fields.find(&name));
        let brackets = index.bracket_token.span.join();
        let Some((field, count)) = array.and_then(|field| Some((field, field.shape.length()?)))
        else {
            // The fault may be in the expression before the brackets, rather than in the index.
            self.value(&index.expr, context)?;
            return context.refuse_at(brackets, "an operator, or a comma", "[".into());
        };
        let position = whole_number(&index.index, i64::MAX, "an index", context)?;
        match usize::try_from(position) {
            Ok(position) if position < count => Some(
                self.builder
                    .input(InputKind::Parameter, field.first + position),
            ),
            _ => {
                let name = Shown::from(field.field.value.trim_start_matches("r#"));
                context.report(brackets, Fault::TokenIndex { name, count });
                None
            }
        }
    }

    /// `sin(a)`, or a method as a function: `f64::sin(a)`
    fn call(&mut self, call: &ExprCall, context: &mut Context<'_>) -> Option<Value> {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let end = call.paren_token.span.close();
        let parts: Vec<&Ident> = match &*call.func {
            Expr::Path(path) => path.path.segments.iter().map(|part| &part.ident).collect(),
            _ => Vec::new(),
        };
        match parts[..] {
            [function] => self.function(function, &arguments, (false, end), context),
            [float, method] if *float == "f64" || *float == "f32" => {
                self.function(method, &arguments, (true, end), context)
            }
            _ => context.refuse(&call.func, "a function"),
        }
    }
}

/// What is expected in place of a vector.
pub const VECTOR: &str = "three values in brackets, e.g. [0, 0, 1]";

/// Name and value of a definition.
fn definition(local: &Local) -> Option<(&Ident, &Expr)> {
    let pattern = match &local.pat {
        Pat::Type(typed) if is_float(&typed.ty) => &*typed.pat,
        pattern => pattern,
    };
    let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
    match pattern {
        Pat::Ident(name)
            if name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none() =>
        {
            Some((&name.ident, &init.expr))
        }
        _ => None,
    }
}

/// Whether an expression is `self`, which has no meaning here: fields are written without it.
fn is_self(expression: &Expr) -> bool {
    matches!(expression, Expr::Path(path) if path.path.is_ident("self"))
}

fn refuse_self<T>(expression: &Expr, instead: &str, context: &mut Context<'_>) -> Option<T> {
    let (place, instead) = (context.place(expression), instead.to_owned());
    context.faults.push(place, Fault::TokenSelf { instead });
    None
}

fn is_float(target: &Type) -> bool {
    matches!(target, Type::Path(path) if path.path.is_ident("f64") || path.path.is_ident("f32"))
}

/// The zero in place of a quantity that was left out.
pub fn default_zero(span: crate::model::Span) -> Quantity {
    Quantity::Exact(Number {
        value: integer(0),
        text: String::new(),
        span,
    })
}
