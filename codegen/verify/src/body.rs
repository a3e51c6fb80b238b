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

use std::cell::Cell;
use std::collections::BTreeMap;

use proc_macro2::{Ident, Span};
use syn::spanned::Spanned as _;
use syn::{Block, Expr, FnArg, ImplItemFn, Lit, Pat, PatType, Type};

use crate::code::{Code, Value};
use crate::constants::Constants;
use crate::operations::{apply, binary};
use crate::owner::{Owner, bare, is_same};
use crate::refusal::{Refusal, shown};
use crate::syntax::{
    Form, Pattern, Statement, as_number, decimal, refused, source, steps, unknown, whole,
};
use crate::term::Term;
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
/// The maximum number of values of a function.
const LONGEST: usize = 1 << 22;
/// The maximum number of expressions that are read for all functions of a file, and of entries of arrays that are copied.
const MOST_WORK: usize = 1 << 23;
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
    /// The work for all functions of the file.
    work: &'a Cell<usize>,
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
    /// A reader without a function, which adds to the work for the file.
    pub fn new(callees: &'a Callees<'a>, constants: &'a Constants, work: &'a Cell<usize>) -> Self {
        Self {
            code: Code::default(),
            constants,
            callees,
            frames: Vec::new(),
            calls: 0,
            work,
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
        // The head is compared with the expected one.
        let names = function.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(PatType { pat, .. }) => Some(bare(pat)),
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

    /// Counts work.
    fn spend(&self, work: usize, at: Span) -> Translated<()> {
        self.work.set(self.work.get().saturating_add(work));
        match self.work.get() > MOST_WORK || self.code.count > LONGEST {
            true => Err(Refusal::at(at, "the file has too many values up to here").expected()),
            false => Ok(()),
        }
    }

    /// The result of a block; none if it has none.
    fn block(&mut self, block: &Block) -> Translated<Option<Term>> {
        let count = block.stmts.len();
        for (at, statement) in block.stmts.iter().enumerate() {
            let is_last = at + 1 == count;
            match Statement::of(statement)? {
                Statement::Let(pattern, of, value) => self.local(pattern, of, value)?,
                Statement::Expression(expression, ends) => match Form::of(expression)? {
                    Form::Return(value) if is_last && self.is_outermost() => {
                        return self.term(value).map(Some);
                    }
                    Form::Block(block) if is_last && !ends => return self.scoped(block),
                    _ if is_last && !ends => return self.term(expression).map(Some),
                    // A block that stores entries needs no semicolon.
                    form => self.statement(expression, form)?,
                },
            }
        }
        Ok(None)
    }

    /// Whether the open block is that of the function.
    fn is_outermost(&mut self) -> bool {
        self.frame().scopes.len() == 2
    }

    /// The result of a block with names of its own.
    fn scoped(&mut self, block: &Block) -> Translated<Option<Term>> {
        self.frame().scopes.push(BTreeMap::new());
        let result = self.block(block)?;
        self.frame().scopes.pop();
        Ok(result)
    }

    fn local(&mut self, pattern: &Pat, of: Option<&Type>, value: &Expr) -> Translated<()> {
        let term = self.term(value)?;
        let number = if self.frame().is_f64 { "f64" } else { "T" };
        match of.filter(|of| !term.rust(number).is_some_and(|text| is_same(*of, &text))) {
            None => self.bind(pattern, term),
            Some(of) => {
                let what = "this is not the type of the value";
                Err(Refusal::helped(
                    of.span(),
                    what,
                    "write `let a = ..` without a type",
                ))
            }
        }
    }

    /// Binds the names of a pattern.
    fn bind(&mut self, pattern: &Pat, term: Term) -> Translated<()> {
        let (patterns, terms) = match (Pattern::of(pattern), term) {
            (Some(Pattern::Ignored), _) => return Ok(()),
            (Some(Pattern::Name(name, is_mutable)), term) => {
                return self.name(name, is_mutable, term);
            }
            (Some(Pattern::Slice(patterns)), Term::Array(terms))
            | (Some(Pattern::Tuple(patterns)), Term::Tuple(terms))
                if patterns.len() == terms.len() =>
            {
                (patterns, terms)
            }
            _ => {
                let what = "the value has other parts than the pattern";
                return Err(Refusal::helped(
                    pattern.span(),
                    what,
                    "name as many parts as it has",
                ));
            }
        };
        let mut pairs = patterns.into_iter().zip(terms);
        pairs.try_for_each(|(pattern, term)| self.bind(pattern, term))
    }

    /// Gives a name to a term.
    fn name(&mut self, ident: &Ident, is_mutable: bool, term: Term) -> Translated<()> {
        let name = ident.to_string();
        self.spend(term.size(), ident.span())?;
        let begins = (name.trim_start_matches('_')).starts_with(|c: char| c.is_ascii_lowercase());
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
        let what = format!("`{name}` {what}");
        Err(Refusal::helped(
            ident.span(),
            &what,
            "write another name, such as `a1`",
        ))
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
        let place = match Form::of(place)? {
            Form::LentToWrite(of) | Form::Dereferenced(of) => of,
            _ => place,
        };
        let (name, steps) = steps(place)?;
        let scopes = self.frame().scopes.iter_mut().rev();
        let mut found = scopes.into_iter().filter_map(|scope| scope.get_mut(&name));
        match found.next() {
            Some((term, true)) => term.part_mut(&steps).ok_or_else(|| missing(place)),
            _ => {
                let help = format!("write `let mut {}`", shown(&name));
                Err(Refusal::helped(
                    place.span(),
                    "this cannot be written",
                    &help,
                ))
            }
        }
    }

    /// A statement with a semicolon, or a block that stores entries.
    fn statement(&mut self, expression: &Expr, form: Form<'_>) -> Translated<()> {
        let result = match form {
            Form::Block(block) => self.scoped(block)?,
            Form::Assignment(operation, place, value) => {
                return self.assign(operation, place, value);
            }
            Form::Call(name, arguments) => {
                return self.matrix_statement(expression.span(), &name, &arguments);
            }
            Form::Method(receiver, name, arguments) if is_self(receiver) => {
                self.own_function(expression.span(), &name, arguments)?
            }
            Form::Return(_) => {
                let help = "let the function end with the value";
                return Err(refused(expression.span(), "`return`", help));
            }
            _ => Some(Term::Unwritten),
        };
        match result {
            None => Ok(()),
            Some(_) => {
                let what = "this value is not used";
                Err(Refusal::helped(
                    expression.span(),
                    what,
                    "remove it, or bind it by `let a = ..`",
                ))
            }
        }
    }

    /// `a = b`, or `a += b` and the like.
    fn assign(&mut self, operation: Option<&str>, place: &Expr, value: &Expr) -> Translated<()> {
        let mut term = self.term(value)?;
        if let Some(operation) = operation {
            let old = self.written(place)?.clone();
            let result = binary(&mut self.code, operation, &old, &term);
            term = result.ok_or_else(|| no_number(&old, place.span()))?;
        }
        let entry = self.written(place)?;
        match entry.has_parts_of(&term) {
            true => *entry = term,
            false => {
                let what = "this is a value of another type";
                return Err(Refusal::helped(
                    value.span(),
                    what,
                    "write one of the same type",
                ));
            }
        }
        Ok(())
    }

    /// A statement that completes a matrix, or writes a matrix that follows from others.
    fn matrix_statement(&mut self, span: Span, name: &str, all: &[&Expr]) -> Translated<()> {
        let unused = || Refusal::helped(span, "this value is not used", "write `let a = ..`");
        let (&last, first) = all.split_last().ok_or_else(unused)?;
        let read = if first.is_empty() { all } else { first };
        let terms = self.lent(read)?;
        let known = Some(name).filter(|name| name.starts_with(DENSE));
        let result = apply(&mut self.code, known.ok_or_else(unused)?, &terms);
        *self.written(last)? = result.ok_or_else(|| not_called(span, name))?;
        Ok(())
    }

    /// The result of a function of the same type.
    fn own_function(
        &mut self,
        span: Span,
        name: &str,
        mut arguments: Vec<&Expr>,
    ) -> Translated<Option<Term>> {
        let frame = self.frame();
        let (owner, own) = (frame.owner, frame.own.clone());
        let function = self.callees.get(&(owner, name.to_owned()));
        let function = function.ok_or_else(|| not_called(span, name))?;
        let function = function.ok_or_else(|| Refusal {
            is_of_callee: true,
            ..Refusal::at(
                span,
                format!("it calls `{name}`, which is wrong, or not for bodies to call"),
            )
        })?;
        let place = match arguments.last().map(|last| Form::of(last)).transpose()? {
            Some(Form::LentToWrite(_)) => arguments.pop(),
            Some(Form::Name(name)) if name == "out" => arguments.pop(),
            _ => None,
        };
        let terms = self.terms(&arguments)?;
        let out = place
            .map(|place| self.written(place).cloned())
            .transpose()?;
        let (result, out) = self.run((owner, own), function, terms, out)?;
        if let (Some(place), Some(out)) = (place, out) {
            *self.written(place)? = out;
        }
        Ok(result)
    }

    /// The number of an expression.
    fn value(&mut self, expression: &Expr) -> Translated<Value> {
        match self.term(expression)? {
            Term::Number(value) => Ok(value),
            other => Err(no_number(&other, expression.span())),
        }
    }

    /// What an expression stands for.
    fn term(&mut self, expression: &Expr) -> Translated<Term> {
        let span = expression.span();
        self.spend(1, span)?;
        match Form::of(expression)? {
            Form::Block(block) => self.scoped(block)?.ok_or_else(|| unknown(span)),
            Form::Name(name) => self.named(&name, span),
            Form::Part(..) => {
                let (name, steps) = steps(expression)?;
                let found = match name.as_str() {
                    "self" => self.frames.last().map(|frame| &frame.own),
                    _ => self.find(&name).map(|(term, _)| term),
                };
                let part = found.and_then(|term| term.part(&steps)).cloned();
                let part = part.ok_or_else(|| missing(expression))?;
                self.spend(part.size(), span)?;
                Ok(part)
            }
            Form::Lent(of) => self.term(of),
            Form::Literal(literal) => self.literal(literal, span),
            Form::Paren(of) => self.value(of).map(Term::Number),
            Form::Negative(of) => {
                let value = self.value(of)?;
                Ok(Term::Number(self.code.unary("neg", value)))
            }
            Form::Binary(operation, left, right) => self.binary(operation, left, right),
            Form::Call(name, arguments) => self.call(span, &name, &arguments),
            Form::Method(receiver, name, arguments) => match is_self(receiver) {
                true => self
                    .own_function(span, &name, arguments)?
                    .ok_or_else(|| unknown(span)),
                false => self.method(span, receiver, &name, &arguments),
            },
            Form::Array(entries) => self.terms(&entries).map(Term::Array),
            Form::Tuple(parts) => self.terms(&parts).map(Term::Tuple),
            Form::Repeat(entry, count) => {
                let entry = self.term(entry)?;
                self.spend(entry.size().max(1).saturating_mul(count), span)?;
                Ok(Term::Array(vec![entry; count]))
            }
            Form::Record(name, fields) => {
                let fields = fields.into_iter();
                let fields = fields.map(|(name, value)| Ok((name, self.term(value)?)));
                Ok(Term::Record(name, fields.collect::<Translated<_>>()?))
            }
            Form::LentToWrite(_) => {
                let help = "give `&mut` only to functions that write their last argument";
                Err(refused(span, "`&mut`", help))
            }
            Form::Match(..) => Err(refused(span, "`match`", "write one formula for all states")),
            Form::Return(_) => Err(refused(span, "`return`", "write the value alone")),
            Form::Dereferenced(of) => {
                let help = format!("write `{}`", source(of));
                Err(refused(span, "`*` before a value", &help))
            }
            Form::Assignment(..) => Err(unknown(span)),
        }
    }

    /// What a name stands for.
    fn named(&mut self, name: &str, span: Span) -> Translated<Term> {
        let constant = match name {
            "T::ZERO" => Rational::ZERO,
            "T::ONE" => Rational::ONE,
            _ => {
                // What is written in place is lent: as a value it would be another name for the same.
                let found = self.find(name).filter(|_| !self.is_lent(name));
                let what = format!("`{}` is not a value here", shown(name));
                let help =
                    "write a name that is bound by `let`, an argument, `T::ZERO` or `T::ONE`";
                let term = found.map(|(term, _)| term.clone());
                let term = term.ok_or_else(|| Refusal::helped(span, &what, help))?;
                self.spend(term.size(), span)?;
                return Ok(term);
            }
        };
        Ok(Term::Number(self.code.number(&constant)))
    }

    /// A sum, difference, product or quotient.
    fn binary(&mut self, operation: &str, left: &Expr, right: &Expr) -> Translated<Term> {
        if let (false, [None, Some(_)] | [Some(_), _]) =
            (self.frame().is_f64, [left, right].map(as_number))
        {
            let [a, b] = [left, right].map(|of| as_number(of).unwrap_or_else(|| source(of)));
            let sign = match operation {
                "add" => "+",
                "sub" => "-",
                "mul" => "*",
                _ => "/",
            };
            let help = format!("write `{a} {sign} {b}`");
            return Err(refused(left.span(), "a number without `T::lit`", &help));
        }
        let (a, b) = (self.term(left)?, self.term(right)?);
        let result = binary(&mut self.code, operation, &a, &b);
        let wrong = if matches!(a, Term::Number(_)) { &b } else { &a };
        result.ok_or_else(|| no_number(wrong, left.span()))
    }

    fn terms(&mut self, all: &[&Expr]) -> Translated<Vec<Term>> {
        all.iter().map(|of| self.term(of)).collect()
    }

    /// The arguments of a loop of the runtime, which leaves something else in a matrix that is lent to it.
    fn lent(&mut self, all: &[&Expr]) -> Translated<Vec<Term>> {
        let term = |of: &&Expr| match Form::of(of)? {
            Form::LentToWrite(lent) => {
                let term = self.term(lent)?;
                *self.written(of)? = Term::Unwritten;
                Ok(term)
            }
            _ => self.term(of),
        };
        all.iter().map(term).collect()
    }

    /// A decimal without a sign.
    fn literal(&mut self, literal: &Lit, span: Span) -> Translated<Term> {
        let text = decimal(literal).filter(|text| text.len() < MOST_DIGITS);
        let help = match &text {
            Some(text) => format!("write `T::lit({text})`"),
            None => "write a decimal without suffix, such as `T::lit(2.5)`".into(),
        };
        if !self.frame().is_f64 || matches!(literal, Lit::Int(_)) {
            return Err(refused(span, "such a number", &help));
        }
        let value = text.and_then(|text| self.constants.of(&text));
        let what = "this is no decimal in the range of floats";
        let value =
            value.ok_or_else(|| Refusal::helped(span, what, "write it as `1.5` or `1.5e-3`"))?;
        Ok(Term::Number(self.code.constant(&value)))
    }

    fn call(&mut self, span: Span, name: &str, arguments: &[&Expr]) -> Translated<Term> {
        if let ("T::lit", [number]) = (name, arguments) {
            let is_f64 = std::mem::replace(&mut self.frame().is_f64, true);
            let value = self.value(number)?;
            self.frame().is_f64 = is_f64;
            return Ok(Term::Number(value));
        }
        let terms = match name.starts_with(DENSE) {
            true => self.lent(arguments)?,
            false => self.terms(arguments)?,
        };
        apply(&mut self.code, name, &terms).ok_or_else(|| not_called(span, name))
    }

    fn method(
        &mut self,
        span: Span,
        receiver: &Expr,
        name: &str,
        arguments: &[&Expr],
    ) -> Translated<Term> {
        let mut terms = vec![self.term(receiver)?];
        let function = match (name, arguments) {
            ("powi" | "powf", _) => return Err(not_called(span, name)),
            // The method `stumpff(2)` is the function `c2`.
            ("stumpff", [order]) => {
                let order = whole(order).ok_or_else(|| not_called(span, name))?;
                format!(".c{order}")
            }
            _ => {
                terms.extend(self.terms(arguments)?);
                format!(".{name}")
            }
        };
        apply(&mut self.code, &function, &terms).ok_or_else(|| not_called(span, name))
    }
}

/// Whether a receiver is `self`.
fn is_self(receiver: &Expr) -> bool {
    matches!(Form::of(receiver), Ok(Form::Name(name)) if name == "self")
}

fn missing(place: &Expr) -> Refusal {
    let help = "name an entry that the value has";
    Refusal::helped(place.span(), "there is no such entry", help)
}

/// The refusal of what should be a number.
fn no_number(term: &Term, span: Span) -> Refusal {
    match term {
        Term::Unwritten => {
            Refusal::helped(span, "this is read before it is written", "write it before")
        }
        _ => Refusal::helped(
            span,
            "this is no number",
            "name its entries, such as `a[0]`",
        ),
    }
}

/// The refusal of a function that bodies do not call.
fn not_called(span: Span, name: &str) -> Refusal {
    let help = match name {
        "tan" => "write `a.sin() / a.cos()`",
        "recip" => "write `T::ONE / a`",
        "powi" | "powf" | "pow" => "write `a * a`, or `a.sqrt()`",
        _ => {
            "call `sin`, `cos`, `sin_cos`, `sqrt`, `exp`, `ln`, `mul_add`, `T::lit`, or a function of the robot, with as many \
             arguments as they take"
        }
    };
    let what = format!("`{}` is not called like this", shown(name));
    Refusal::helped(span, &what, help)
}
