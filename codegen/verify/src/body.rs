//! The body of a function as a program: exactly the statements that are emitted.
//!
//! A name stands for its last binding in the innermost block that has one, and a value is a copy, as in Rust: numbers and arrays
//! are `Copy`. So no two names stand for the same memory, as long as no reference has a name. There is `&mut` in three places:
//!
//! - `out: &mut [T; 3]` in a head. `out` is only written: `out[0] = a`, `*out = a` if it is a number, or lent on. `let b = out` is refused.
//! - `self.gravity_into(q, &mut g)`, or `out` for `&mut g`: the function of the file runs, and `g` is what it has written.
//! - `multibody::dense::accelerations(&mut m, tau, &f)`: a loop of the runtime reads `m` and leaves something else in it. Then
//!   `m` cannot be read. `dense::mirror(&mut m)` and `dense::inverse(&mut m, &mut out)` write their last argument.
//!
//! Types and lifetimes are left to rustc. A body that it refuses may get any verdict.

use std::collections::BTreeMap;

use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::{
    BinOp, Block, Expr, ExprCall, ExprLit, ExprMethodCall, FnArg, ImplItemFn, Lit, Local, Member,
    Pat, Stmt, UnOp,
};

use crate::code::{Code, Value};
use crate::constants::Constants;
use crate::operations::{apply, binary};
use crate::owner::{Owner, bare, is_same, path};
use crate::refusal::Refusal;
use crate::term::{Step, Term};
use multibody_program::exact::Rational;

/// The functions with the bodies of those that bodies may call, by the type that has them and by name. `None`: the head is not
/// what it has to be.
pub type Callees<'a> = BTreeMap<(Owner, String), Option<&'a ImplItemFn>>;

/// What the runtime's loops over matrices begin with.
const DENSE: &str = "multibody::dense::";
/// The maximum number of functions that call one another.
const DEEPEST: usize = 8;
/// The maximum number of calls of functions.
const MOST_CALLS: usize = 64;
/// The maximum number of values, and of entries of all arrays that are copied.
const LONGEST: usize = 1 << 22;
/// The maximum number of characters of a literal.
const MOST_DIGITS: usize = 400;

/// A reader of functions, into one program.
pub struct Reader<'a> {
    pub code: Code,
    constants: &'a Constants,
    callees: &'a Callees<'a>,
    /// The functions that are open: each calls the next.
    frames: Vec<Frame>,
    calls: usize,
    /// The number of entries that are copied.
    entries: usize,
}

/// What the names in a function stand for.
struct Frame {
    owner: Owner,
    /// The fields of `self`.
    own: Term,
    /// The names in each open block, and whether each may be assigned to.
    scopes: Vec<BTreeMap<String, (Term, bool)>>,
    /// Whether literals are numbers: in `T::lit`, and in a function without arguments, which has f64 instead of T.
    is_f64: bool,
}

type Translated<T> = Result<T, Refusal>;

impl<'a> Reader<'a> {
    /// A reader without a function.
    pub fn new(callees: &'a Callees<'a>, constants: &'a Constants) -> Self {
        Self {
            code: Code::default(),
            constants,
            callees,
            frames: Vec::new(),
            calls: 0,
            entries: 0,
        }
    }

    /// The result of a function with the right head, and what it has written to its last argument, `out`.
    pub fn run(
        &mut self,
        (owner, own): (Owner, Term),
        function: &ImplItemFn,
        arguments: Vec<Term>,
        out: Option<Term>,
    ) -> Translated<(Option<Term>, Option<Term>)> {
        let span = function.sig.ident.span();
        self.calls += 1;
        let is_long = self.calls > MOST_CALLS || self.code.count > LONGEST;
        if self.frames.len() >= DEEPEST || is_long {
            return Err(Refusal::at(span, "this function is called too often").expected());
        }
        let names = function.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(of) => Some(bare(&of.pat).trim_end().to_owned()),
            FnArg::Receiver(_) => None,
        });
        let names: Vec<String> = names.collect();
        let has_out = out.is_some();
        let terms = arguments.into_iter().map(|term| (term, false));
        let terms: Vec<_> = terms.chain(out.map(|out| (out, true))).collect();
        if names.len() != terms.len() {
            return Err(Refusal::at(span, "it is called with other arguments"));
        }
        self.frames.push(Frame {
            owner,
            own,
            scopes: vec![names.into_iter().zip(terms).collect()],
            is_f64: is_same(&function.sig.output, "-> f64"),
        });
        let result = self.scoped(&function.block)?;
        let frame = self.frames.pop().expect("that of this function");
        let mut names = frame.scopes.into_iter().next().expect("that of arguments");
        let out = names.remove("out").filter(|_| has_out);
        Ok((result, out.map(|(term, _)| term)))
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a function is open")
    }

    /// The result of a block; none if it has none.
    fn block(&mut self, block: &Block) -> Translated<Option<Term>> {
        let count = block.stmts.len();
        for (at, statement) in block.stmts.iter().enumerate() {
            if self.code.count.max(self.entries) > LONGEST {
                return Err(Refusal::at(statement.span(), "this function is too long"));
            }
            match statement {
                Stmt::Local(local) => self.local(local)?,
                // A block that stores entries needs no semicolon.
                Stmt::Expr(expression, end) if end.is_some() || at + 1 < count => {
                    self.statement(expression)?;
                }
                Stmt::Expr(expression, None) => {
                    return match inner(expression) {
                        Some(block) => self.scoped(block),
                        None => self.term(expression).map(Some),
                    };
                }
                other => return Err(unknown(other.span())),
            }
        }
        Ok(None)
    }

    /// The result of a block with names of its own.
    fn scoped(&mut self, block: &Block) -> Translated<Option<Term>> {
        self.frame().scopes.push(BTreeMap::new());
        let result = self.block(block)?;
        self.frame().scopes.pop();
        Ok(result)
    }

    fn local(&mut self, local: &Local) -> Translated<()> {
        let init = local.init.as_ref().filter(|init| init.diverge.is_none());
        let term = self.term(&init.ok_or_else(|| unknown(local.span()))?.expr)?;
        self.bind(&local.pat, term)
    }

    /// Binds the names of a pattern.
    fn bind(&mut self, pattern: &Pat, term: Term) -> Translated<()> {
        let (patterns, terms) = match (pattern, term) {
            (Pat::Wild(_), _) => return Ok(()),
            (Pat::Ident(of), term) if of.by_ref.is_none() && of.subpat.is_none() => {
                return self.name(&of.ident, of.mutability.is_some(), term);
            }
            (Pat::Slice(of), Term::Array(terms)) => (&of.elems, terms),
            (Pat::Tuple(of), Term::Tuple(terms)) => (&of.elems, terms),
            _ => return Err(unknown(pattern.span())),
        };
        if patterns.len() != terms.len() {
            return Err(unknown(pattern.span()));
        }
        let mut pairs = patterns.iter().zip(terms);
        pairs.try_for_each(|(pattern, term)| self.bind(pattern, term))
    }

    /// Gives a name to a term.
    fn name(&mut self, ident: &syn::Ident, is_mutable: bool, term: Term) -> Translated<()> {
        let name = ident.to_string();
        self.entries += term.size();
        let begins = name.starts_with(|c: char| c.is_ascii_lowercase());
        let what = match () {
            () if !begins || !name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_') => {
                "is not a name that is emitted"
            }
            () if ["multibody", "core", "self"].contains(&&*name) => "shadows another name",
            () => {
                let scopes = &mut self.frame().scopes;
                let scope = scopes.last_mut().expect("that of the function");
                scope.insert(name, (term, is_mutable));
                return Ok(());
            }
        };
        Err(Refusal::at(ident.span(), format!("`{name}` {what}")))
    }

    fn find(&self, name: &str) -> Option<&(Term, bool)> {
        let scopes = self.frames.last()?.scopes.iter().rev();
        scopes.into_iter().find_map(|scope| scope.get(name))
    }

    /// Whether a name is an argument that is written in place.
    fn is_lent(&self, name: &str) -> bool {
        let scopes = self.frames.last().map_or(&[][..], |frame| &frame.scopes);
        let is_bound = |scope: &BTreeMap<String, (Term, bool)>| scope.contains_key(name);
        let lent = scopes.first().and_then(|scope| scope.get(name));
        lent.is_some_and(|(_, is_mutable)| *is_mutable) && !scopes[1..].iter().any(is_bound)
    }

    /// What a place stands for, to be written.
    fn written(&mut self, place: &Expr) -> Translated<&mut Term> {
        let place = match place {
            Expr::Reference(of) if of.mutability.is_some() => &of.expr,
            Expr::Unary(of) if matches!(of.op, UnOp::Deref(_)) => &of.expr,
            other => other,
        };
        let (name, steps) = steps(place)?;
        let scopes = self.frame().scopes.iter_mut().rev();
        let mut found = scopes.into_iter().filter_map(|scope| scope.get_mut(&name));
        match found.next() {
            Some((term, true)) => term.part_mut(&steps).ok_or_else(|| missing(place)),
            _ => Err(Refusal::at(place.span(), "this cannot be written")),
        }
    }

    /// A statement with a semicolon, or a block that stores entries.
    fn statement(&mut self, expression: &Expr) -> Translated<()> {
        let result = match (inner(expression), expression) {
            (Some(block), _) => self.scoped(block)?,
            (_, Expr::Assign(of)) => {
                let value = self.value(&of.right)?;
                match self.written(&of.left)? {
                    entry @ (Term::Number(_) | Term::Unwritten) => *entry = Term::Number(value),
                    _ => return Err(Refusal::at(of.left.span(), "this cannot be assigned")),
                }
                None
            }
            (_, Expr::Call(call)) => return self.matrix_statement(call),
            (_, Expr::MethodCall(call)) => {
                let result = self.own_function(call)?;
                result.ok_or_else(|| unknown(call.span()))?
            }
            _ => return Err(unknown(expression.span())),
        };
        match result {
            None => Ok(()),
            Some(_) => Err(unknown(expression.span())),
        }
    }

    /// A statement that completes a matrix, or writes a matrix that follows from others.
    fn matrix_statement(&mut self, call: &ExprCall) -> Translated<()> {
        let unknown = || unknown(call.span());
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let (&last, first) = arguments.split_last().ok_or_else(unknown)?;
        let read = if first.is_empty() { &arguments } else { first };
        let terms = self.lent(read.iter().copied())?;
        let name = called(call).filter(|name| name.starts_with(DENSE));
        let result = apply(&mut self.code, &name.ok_or_else(unknown)?, &terms);
        *self.written(last)? = result.ok_or_else(unknown)?;
        Ok(())
    }

    /// The result of a function of the same type; the outer `None` if it is none.
    fn own_function(&mut self, call: &ExprMethodCall) -> Translated<Option<Option<Term>>> {
        if !matches!(&*call.receiver, Expr::Path(of) if of.path.is_ident("self")) {
            return Ok(None);
        }
        let frame = self.frame();
        let (owner, own) = (frame.owner, frame.own.clone());
        let name = call.method.to_string();
        let function = self.callees.get(&(owner, name.clone()));
        let function = function.filter(|_| call.turbofish.is_none());
        let function = function.ok_or_else(|| unknown(call.span()))?;
        let function = function.ok_or_else(|| Refusal {
            is_of_callee: true,
            ..Refusal::at(
                call.span(),
                format!("it calls `{name}`, which is wrong, or not for bodies to call"),
            )
        })?;
        let mut arguments: Vec<&Expr> = call.args.iter().collect();
        let place = arguments.pop_if(|last| match last {
            Expr::Reference(of) => of.mutability.is_some(),
            other => is_same(*other, "out"),
        });
        let terms = self.terms(arguments)?;
        let out = place
            .map(|place| self.written(place).cloned())
            .transpose()?;
        let (result, out) = self.run((owner, own), function, terms, out)?;
        if let (Some(place), Some(out)) = (place, out) {
            *self.written(place)? = out;
        }
        Ok(Some(result))
    }

    /// The number of an expression.
    fn value(&mut self, expression: &Expr) -> Translated<Value> {
        let what = match self.term(expression)? {
            Term::Number(value) => return Ok(value),
            Term::Unwritten => "this is read before it is written",
            _ => "this is no number",
        };
        Err(Refusal::at(expression.span(), what))
    }

    /// What an expression stands for.
    fn term(&mut self, expression: &Expr) -> Translated<Term> {
        let unknown = || unknown(expression.span());
        if let Some(block) = inner(expression) {
            return self.scoped(block)?.ok_or_else(unknown);
        }
        match expression {
            Expr::Path(of) if of.qself.is_none() => {
                let name = path(&of.path).ok_or_else(unknown)?;
                let constant = match name.as_str() {
                    "T::ZERO" => Rational::ZERO,
                    "T::ONE" => Rational::ONE,
                    _ => {
                        // What is written in place is lent: as a value it would be another name for the same.
                        let found = self.find(&name).filter(|_| !self.is_lent(&name));
                        let found = found.map(|(term, _)| term.clone());
                        let what = format!("`{name}` is not a value here");
                        let term = found.ok_or_else(|| Refusal::at(of.span(), what))?;
                        self.entries += term.size();
                        return Ok(term);
                    }
                };
                Ok(Term::Number(self.code.number(&constant)))
            }
            Expr::Index(_) | Expr::Field(_) => {
                let (name, steps) = steps(expression)?;
                let found = match name.as_str() {
                    "self" => self.frames.last().map(|frame| &frame.own),
                    _ => self.find(&name).map(|(term, _)| term),
                };
                let part = found.and_then(|term| term.part(&steps));
                part.cloned().ok_or_else(|| missing(expression))
            }
            Expr::Reference(of) if of.mutability.is_none() => self.term(&of.expr),
            Expr::Lit(of) if self.frame().is_f64 => self.literal(&of.lit, of.span()),
            Expr::Paren(of) => self.value(&of.expr).map(Term::Number),
            Expr::Unary(of) if matches!(of.op, UnOp::Neg(_)) => {
                let value = self.value(&of.expr)?;
                Ok(Term::Number(self.code.unary("neg", value)))
            }
            Expr::Binary(of) => {
                let operation = match of.op {
                    BinOp::Add(_) => "add",
                    BinOp::Sub(_) => "sub",
                    BinOp::Mul(_) => "mul",
                    BinOp::Div(_) => "div",
                    _ => return Err(unknown()),
                };
                let (a, b) = (self.term(&of.left)?, self.term(&of.right)?);
                binary(&mut self.code, operation, &a, &b).ok_or_else(unknown)
            }
            Expr::MethodCall(of) => self.method(of),
            Expr::Call(of) => self.call(of),
            Expr::Array(of) => self.terms(&of.elems).map(Term::Array),
            Expr::Tuple(of) => self.terms(&of.elems).map(Term::Tuple),
            Expr::Repeat(of) => {
                let (entry, count) = (self.term(&of.expr)?, index(&of.len)?);
                let size = entry.size().max(1).saturating_mul(count);
                self.entries = self.entries.saturating_add(size);
                match self.entries {
                    0..=LONGEST => Ok(Term::Array(vec![entry; count])),
                    _ => Err(Refusal::at(of.span(), "this array is too large")),
                }
            }
            Expr::Struct(of) if of.qself.is_none() && of.rest.is_none() => {
                let fields = of.fields.iter().map(|field| match &field.member {
                    Member::Named(name) => Ok((name.to_string(), self.term(&field.expr)?)),
                    _ => Err(unknown()),
                });
                Ok(Term::Record(fields.collect::<Translated<_>>()?))
            }
            _ => Err(unknown()),
        }
    }

    fn terms<'e>(&mut self, all: impl IntoIterator<Item = &'e Expr>) -> Translated<Vec<Term>> {
        all.into_iter().map(|of| self.term(of)).collect()
    }

    /// The arguments of a loop of the runtime, which leaves something else in a matrix that is lent to it.
    fn lent<'e>(&mut self, all: impl IntoIterator<Item = &'e Expr>) -> Translated<Vec<Term>> {
        let term = |of: &'e Expr| match of {
            Expr::Reference(lent) if lent.mutability.is_some() => {
                let term = self.term(&lent.expr)?;
                *self.written(of)? = Term::Unwritten;
                Ok(term)
            }
            _ => self.term(of),
        };
        all.into_iter().map(term).collect()
    }

    /// A decimal without a sign.
    fn literal(&mut self, literal: &Lit, span: Span) -> Translated<Term> {
        let text = match literal {
            Lit::Float(of) if of.base10_digits().len() < MOST_DIGITS => of.token().to_string(),
            _ => return Err(unknown(span)),
        };
        let value = self.constants.of(&text);
        let value =
            value.ok_or_else(|| Refusal::at(span, "this is no decimal in the range of floats"))?;
        Ok(Term::Number(self.code.constant(&value)))
    }

    fn call(&mut self, call: &ExprCall) -> Translated<Term> {
        let unknown = || unknown(call.span());
        let name = called(call).ok_or_else(unknown)?;
        if name == "T::lit" {
            let is_f64 = std::mem::replace(&mut self.frame().is_f64, true);
            let number = call.args.first().filter(|_| call.args.len() == 1);
            let value = self.value(number.ok_or_else(unknown)?)?;
            self.frame().is_f64 = is_f64;
            return Ok(Term::Number(value));
        }
        let arguments = match name.starts_with(DENSE) {
            true => self.lent(&call.args)?,
            false => self.terms(&call.args)?,
        };
        apply(&mut self.code, &name, &arguments).ok_or_else(unknown)
    }

    fn method(&mut self, call: &ExprMethodCall) -> Translated<Term> {
        let unknown = || unknown(call.span());
        if let Some(result) = self.own_function(call)? {
            return result.ok_or_else(unknown);
        }
        let mut name = format!(".{}", call.method);
        let mut terms = vec![self.term(&call.receiver)?];
        match call.args.first() {
            // The method `stumpff(2)` is the function `c2`.
            Some(order) if name == ".stumpff" && call.args.len() == 1 => {
                name = format!(".c{}", index(order)?);
            }
            _ => terms.extend(self.terms(&call.args)?),
        }
        let applied = apply(&mut self.code, &name, &terms);
        applied
            .filter(|_| call.turbofish.is_none())
            .ok_or_else(unknown)
    }
}

/// The path of a function that is called.
fn called(call: &ExprCall) -> Option<String> {
    match &*call.func {
        Expr::Path(of) if of.qself.is_none() => path(&of.path),
        _ => None,
    }
}

/// The block of a chunk that compilers do not inline. With `move` it would write to copies.
fn chunk(call: &ExprCall) -> Option<&Block> {
    let (Some(Expr::Closure(of)), 1) = (call.args.first(), call.args.len()) else {
        return None;
    };
    let block = inner(&of.body)?;
    let is_plain = of.inputs.is_empty() && of.capture.is_none() && of.asyncness.is_none();
    (is_plain && called(call)? == "multibody::outlined_chunk").then_some(block)
}

/// A block without a label, or that of a chunk.
fn inner(expression: &Expr) -> Option<&Block> {
    match expression {
        Expr::Block(of) if of.label.is_none() => Some(&of.block),
        Expr::Call(call) => chunk(call),
        _ => None,
    }
}

fn missing(place: &Expr) -> Refusal {
    Refusal::at(place.span(), "there is no such entry")
}

/// The name that a place begins with, and the steps from there.
fn steps(expression: &Expr) -> Translated<(String, Vec<Step>)> {
    let mut steps = Vec::new();
    let mut at = expression;
    loop {
        at = match at {
            Expr::Index(of) => {
                steps.push(Step::Entry(index(&of.index)?));
                &of.expr
            }
            Expr::Field(of) => {
                steps.push(match &of.member {
                    Member::Named(name) => Step::Field(name.to_string()),
                    Member::Unnamed(at) => Step::Part(at.index as usize),
                });
                &of.base
            }
            Expr::Path(of) if of.qself.is_none() => {
                let name = of.path.get_ident().ok_or_else(|| unknown(of.span()))?;
                steps.reverse();
                return Ok((name.to_string(), steps));
            }
            other => return Err(unknown(other.span())),
        };
    }
}

/// A whole number without a sign.
fn index(expression: &Expr) -> Translated<usize> {
    let number = match expression {
        Expr::Lit(ExprLit {
            lit: Lit::Int(of), ..
        }) if of.suffix().is_empty() => of.base10_parse().ok(),
        _ => None,
    };
    number.ok_or_else(|| unknown(expression.span()))
}

fn unknown(span: Span) -> Refusal {
    let what = "this is not a statement or an expression that is emitted";
    Refusal::at(span, what)
}
