//! The body of a function as a program: exactly the statements that are emitted.

use std::collections::BTreeMap;

use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::{
    BinOp, Block, Expr, ExprCall, ExprMethodCall, ExprStruct, FnArg, ImplItemFn, Lit, Local,
    Member, Pat, Stmt, UnOp,
};

use crate::code::{Code, Value};
use crate::constants::Constants;
use crate::owner::Owner;
use crate::refusal::Refusal;
use crate::term::{Step, Term};
use crate::{dense, lanes};
use multibody_program::exact::Rational;
use multibody_program::ir::{Class, Function};

/// The functions of a file, by the type that has them and by name.
pub type Functions<'a> = BTreeMap<(Owner, String), &'a ImplItemFn>;

/// The maximum number of functions that call one another.
const DEEPEST: usize = 8;
/// The maximum number of calls of functions.
const MOST_CALLS: usize = 64;
/// The maximum number of entries of an array.
const LARGEST: usize = 1 << 20;

/// A translator of functions into one program.
pub struct Body<'a> {
    pub code: Code,
    constants: &'a Constants,
    functions: &'a Functions<'a>,
    /// The functions that are open: each calls the next.
    frames: Vec<Frame>,
    calls: usize,
}

/// What the names in a function stand for.
struct Frame {
    owner: Owner,
    /// The fields of `self`.
    own: Term,
    /// The names in each open block, and whether each may be assigned to.
    scopes: Vec<BTreeMap<String, (Term, bool)>>,
    /// Whether literals are numbers: the function has f64 instead of T.
    is_f64: bool,
}

type Translated<T> = Result<T, Refusal>;

impl<'a> Body<'a> {
    /// A translator without a function.
    pub fn new(functions: &'a Functions<'a>, constants: &'a Constants) -> Self {
        Self {
            code: Code::default(),
            constants,
            functions,
            frames: Vec::new(),
            calls: 0,
        }
    }

    /// The result of a function, and what it has written to `out`.
    pub fn run(
        &mut self,
        (owner, own): (Owner, Term),
        function: &ImplItemFn,
        arguments: Vec<Term>,
        out: Option<Term>,
    ) -> Translated<(Option<Term>, Option<Term>)> {
        let span = function.sig.ident.span();
        self.calls += 1;
        if self.frames.len() >= DEEPEST || self.calls > MOST_CALLS {
            return Err(Refusal::at(span, "this function is called too often"));
        }
        let names = function
            .sig
            .inputs
            .iter()
            .filter_map(|argument| match argument {
                FnArg::Typed(of) => Some(name_of(&of.pat)),
                FnArg::Receiver(_) => None,
            });
        let has_out = out.is_some();
        let terms = arguments.into_iter().map(|term| (term, false));
        let terms: Vec<_> = terms.chain(out.map(|out| (out, true))).collect();
        let names: Option<Vec<String>> = names.collect();
        let names = names.filter(|names| names.len() == terms.len());
        let names = names.ok_or_else(|| Refusal::at(span, "it is called with other arguments"))?;
        self.frames.push(Frame {
            owner,
            own,
            scopes: vec![names.into_iter().zip(terms).collect()],
            is_f64: crate::owner::normal_form(&function.sig.output) == "-> f64",
        });
        let result = self.block(&function.block);
        let frame = self.frames.pop().expect("that of this function");
        let mut names = frame.scopes.into_iter().next().expect("that of arguments");
        let out = names.remove("out").filter(|_| has_out);
        Ok((result?, out.map(|(term, _)| term)))
    }

    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a function is open")
    }

    /// The result of a block; none if it has none.
    pub fn block(&mut self, block: &Block) -> Translated<Option<Term>> {
        let count = block.stmts.len();
        for (at, statement) in block.stmts.iter().enumerate() {
            match statement {
                Stmt::Local(local) => self.local(local)?,
                Stmt::Expr(expression, Some(_)) => self.statement(expression)?,
                // A block that stores entries needs no semicolon.
                Stmt::Expr(expression @ Expr::Block(_), None) if at + 1 < count => {
                    self.statement(expression)?;
                }
                Stmt::Expr(Expr::Block(of), None) if of.attrs.is_empty() && of.label.is_none() => {
                    return self.scoped(&of.block);
                }
                Stmt::Expr(expression, None) => {
                    return self.term(expression).map(Some);
                }
                other => return Err(unknown(other.span())),
            }
        }
        Ok(None)
    }

    /// The result of a block with names of its own.
    fn scoped(&mut self, block: &Block) -> Translated<Option<Term>> {
        self.frame().scopes.push(BTreeMap::new());
        let result = self.block(block);
        self.frame().scopes.pop();
        result
    }

    fn local(&mut self, local: &Local) -> Translated<()> {
        let init = local.init.as_ref().filter(|init| init.diverge.is_none());
        let init = init.ok_or_else(|| unknown(local.span()))?;
        if !local.attrs.is_empty() {
            return Err(unknown(local.span()));
        }
        let term = self.term(&init.expr)?;
        self.bind(&local.pat, term)
    }

    /// Binds the names of a pattern.
    fn bind(&mut self, pattern: &Pat, term: Term) -> Translated<()> {
        match (pattern, term) {
            (Pat::Wild(of), _) if of.attrs.is_empty() => Ok(()),
            (Pat::Ident(of), term)
                if of.attrs.is_empty() && of.by_ref.is_none() && of.subpat.is_none() =>
            {
                let name = of.ident.to_string();
                let begins = name.starts_with(|c: char| c.is_ascii_lowercase());
                if !begins || !name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_') {
                    let what = format!("`{name}` is not a name that is emitted");
                    return Err(Refusal::at(of.span(), what));
                }
                let is_mutable = of.mutability.is_some();
                if is_mutable && matches!(term, Term::Number(_) | Term::Lanes(_)) {
                    return Err(Refusal::at(of.span(), "only results are mutable"));
                }
                if self.find(&name).is_some() || ["multibody", "core", "self"].contains(&&*name) {
                    let what = format!("`{name}` shadows another name");
                    return Err(Refusal::at(of.span(), what));
                }
                let scope = self.frame().scopes.last_mut();
                scope
                    .expect("that of the function")
                    .insert(name, (term, is_mutable));
                Ok(())
            }
            (Pat::Slice(of), Term::Array(terms))
                if of.attrs.is_empty() && of.elems.len() == terms.len() =>
            {
                let mut pairs = of.elems.iter().zip(terms);
                pairs.try_for_each(|(pattern, term)| self.bind(pattern, term))
            }
            (Pat::Tuple(of), Term::Tuple(terms))
                if of.attrs.is_empty() && of.elems.len() == terms.len() =>
            {
                let mut pairs = of.elems.iter().zip(terms);
                pairs.try_for_each(|(pattern, term)| self.bind(pattern, term))
            }
            (pattern, _) => Err(unknown(pattern.span())),
        }
    }

    fn find(&self, name: &str) -> Option<&(Term, bool)> {
        let scopes = self.frames.last()?.scopes.iter().rev();
        scopes.into_iter().find_map(|scope| scope.get(name))
    }

    /// What a place stands for, to be written.
    fn written(&mut self, place: &Expr) -> Translated<&mut Term> {
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
        match expression {
            Expr::Assign(of) if of.attrs.is_empty() => {
                let value = self.value(&of.right)?;
                match self.written(&of.left)? {
                    entry @ (Term::Number(_) | Term::Unwritten) => *entry = Term::Number(value),
                    _ => return Err(Refusal::at(of.left.span(), "this cannot be assigned")),
                }
                Ok(())
            }
            Expr::Block(of) if of.attrs.is_empty() && of.label.is_none() => {
                match self.scoped(&of.block)? {
                    None => Ok(()),
                    Some(_) => Err(unknown(of.span())),
                }
            }
            Expr::Call(call) => match chunk(call).map(|block| self.scoped(block)) {
                Some(Ok(None)) => Ok(()),
                Some(Err(refusal)) => Err(refusal),
                Some(Ok(Some(_))) => Err(unknown(call.span())),
                None => self.loops(call),
            },
            Expr::MethodCall(call) => match self.own_function(call)? {
                Some(None) => Ok(()),
                _ => Err(unknown(call.span())),
            },
            other => Err(unknown(other.span())),
        }
    }

    /// A loop of the runtime that writes a matrix.
    fn loops(&mut self, call: &ExprCall) -> Translated<()> {
        let unknown = || unknown(call.span());
        let arguments: Vec<&Expr> = call.args.iter().collect();
        match (called(call).as_deref(), &arguments[..]) {
            (Some("multibody::dense::mirror"), [matrix]) => {
                let matrix = self.written(lent(matrix))?;
                let Term::Array(rows) = &*matrix else {
                    return Err(unknown());
                };
                let rows = rows.iter().map(|row| match row {
                    Term::Array(row) if row.len() == rows.len() => Some(row.clone()),
                    _ => None,
                });
                let rows: Option<Vec<_>> = rows.collect();
                let whole = dense::mirrored(&rows.ok_or_else(unknown)?);
                *matrix = Term::Array(whole.into_iter().map(Term::Array).collect());
                Ok(())
            }
            (
                Some(name @ ("multibody::dense::inverse" | "multibody::dense::inverse_lower")),
                [matrix, out],
            ) => {
                let matrix = self.written(lent(matrix))?.clone();
                let inverse = dense::inverse(&mut self.code, &matrix).ok_or_else(unknown)?;
                let is_whole = name.ends_with("inverse");
                let rows = (0..inverse.len()).map(|row| {
                    let entry = |column: usize| match is_whole || column <= row {
                        true => Term::Number(inverse[row.max(column)][row.min(column)]),
                        false => Term::Unwritten,
                    };
                    Term::Array((0..inverse.len()).map(entry).collect())
                });
                *self.written(lent(out))? = Term::Array(rows.collect());
                Ok(())
            }
            _ => Err(unknown()),
        }
    }

    /// The result of a function of the same type; the outer `None` if it is none.
    fn own_function(&mut self, call: &ExprMethodCall) -> Translated<Option<Option<Term>>> {
        let is_own = matches!(&*call.receiver, Expr::Path(of) if of.path.is_ident("self"));
        if !is_own || !call.attrs.is_empty() || call.turbofish.is_some() {
            return Ok(None);
        }
        let frame = self.frame();
        let (owner, own) = (frame.owner, frame.own.clone());
        let function = self.functions.get(&(owner, call.method.to_string()));
        let &function = function.ok_or_else(|| unknown(call.span()))?;
        let mut arguments: Vec<&Expr> = call.args.iter().collect();
        let place = arguments.pop_if(|last| is_lent(last));
        let terms: Translated<Vec<_>> = arguments.iter().map(|of| self.term(of)).collect();
        let out = match place {
            Some(place) => Some(self.written(lent(place))?.clone()),
            None => None,
        };
        let (result, out) = self.run((owner, own), function, terms?, out)?;
        if let (Some(place), Some(out)) = (place, out) {
            *self.written(lent(place))? = out;
        }
        Ok(Some(result))
    }

    /// The number of an expression.
    fn value(&mut self, expression: &Expr) -> Translated<Value> {
        match self.term(expression)? {
            Term::Number(value) => Ok(value),
            Term::Unwritten => Err(Refusal::at(
                expression.span(),
                "this is read before it is written",
            )),
            _ => Err(Refusal::at(expression.span(), "this is no number")),
        }
    }

    /// What an expression stands for.
    fn term(&mut self, expression: &Expr) -> Translated<Term> {
        match expression {
            Expr::Path(of) if of.attrs.is_empty() && of.qself.is_none() => {
                if let Some(name) = of.path.get_ident() {
                    let found = self.find(&name.to_string()).map(|(term, _)| term.clone());
                    return found.ok_or_else(|| {
                        Refusal::at(of.span(), format!("`{name}` is not a value here"))
                    });
                }
                let constant = match path(&of.path).as_deref() {
                    Some("T::ZERO") => Rational::ZERO,
                    Some("T::ONE") => Rational::ONE,
                    _ => return Err(unknown(of.span())),
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
                part.ok_or_else(|| missing(expression))
            }
            Expr::Reference(of) if of.attrs.is_empty() && of.mutability.is_none() => {
                self.term(&of.expr)
            }
            Expr::Lit(of) if of.attrs.is_empty() && self.frame().is_f64 => {
                self.literal(&of.lit, of.span())
            }
            Expr::Paren(of) if of.attrs.is_empty() => self.value(&of.expr).map(Term::Number),
            Expr::Unary(of) if of.attrs.is_empty() && matches!(of.op, UnOp::Neg(_)) => {
                let value = self.value(&of.expr)?;
                Ok(Term::Number(self.code.unary("neg", value)))
            }
            Expr::Binary(of) if of.attrs.is_empty() => {
                let operation = match of.op {
                    BinOp::Add(_) => "add",
                    BinOp::Sub(_) => "sub",
                    BinOp::Mul(_) => "mul",
                    BinOp::Div(_) => "div",
                    _ => return Err(unknown(of.span())),
                };
                match (self.term(&of.left)?, self.term(&of.right)?) {
                    (Term::Number(a), Term::Number(b)) => {
                        Ok(Term::Number(self.code.binary(operation, a, b)))
                    }
                    (Term::Lanes(a), Term::Lanes(b)) => {
                        let lanes = lanes::binary(&mut self.code, operation, &a, &b);
                        lanes.map(Term::Lanes).ok_or_else(|| unknown(of.span()))
                    }
                    _ => Err(Refusal::at(of.span(), "these are no numbers")),
                }
            }
            Expr::MethodCall(of) => self.method(of),
            Expr::Call(of) => self.call(of),
            Expr::Array(of) if of.attrs.is_empty() => {
                let terms: Translated<_> = of.elems.iter().map(|of| self.term(of)).collect();
                Ok(Term::Array(terms?))
            }
            Expr::Repeat(of) if of.attrs.is_empty() => {
                let entry = self.term(&of.expr)?;
                let count = index(&of.len)?;
                match entry.size().saturating_mul(count) {
                    0..=LARGEST => Ok(Term::Array(vec![entry; count])),
                    _ => Err(Refusal::at(of.span(), "this array is too large")),
                }
            }
            Expr::Tuple(of) if of.attrs.is_empty() => {
                let terms: Translated<_> = of.elems.iter().map(|of| self.term(of)).collect();
                Ok(Term::Tuple(terms?))
            }
            Expr::Block(of) if of.attrs.is_empty() && of.label.is_none() => {
                let result = self.scoped(&of.block)?;
                result.ok_or_else(|| unknown(of.span()))
            }
            Expr::Struct(of) => self.record(of),
            other => Err(unknown(other.span())),
        }
    }

    /// A struct with all its fields.
    fn record(&mut self, of: &ExprStruct) -> Translated<Term> {
        if !of.attrs.is_empty() || of.qself.is_some() || of.rest.is_some() {
            return Err(unknown(of.span()));
        }
        let fields = of.fields.iter().map(|field| match &field.member {
            Member::Named(name) if field.attrs.is_empty() => {
                Ok((name.to_string(), self.term(&field.expr)?))
            }
            _ => Err(unknown(field.span())),
        });
        Ok(Term::Record(fields.collect::<Translated<_>>()?))
    }

    /// A decimal without a sign.
    fn literal(&mut self, literal: &Lit, span: Span) -> Translated<Term> {
        let text = match literal {
            Lit::Float(of) => of.token().to_string(),
            _ => return Err(unknown(span)),
        };
        let value = self.constants.of(&text).ok_or_else(|| unknown(span))?;
        Ok(Term::Number(self.code.constant(&value)))
    }

    fn call(&mut self, call: &ExprCall) -> Translated<Term> {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let function = called(call);
        match (function.as_deref(), &arguments[..]) {
            _ if !call.attrs.is_empty() => Err(unknown(call.span())),
            (Some("T::lit"), [Expr::Lit(of)]) if of.attrs.is_empty() => {
                self.literal(&of.lit, of.span())
            }
            (Some("T::lit"), [Expr::Unary(minus)])
                if minus.attrs.is_empty() && matches!(minus.op, UnOp::Neg(_)) =>
            {
                let Expr::Lit(of) = &*minus.expr else {
                    return Err(unknown(call.span()));
                };
                let Term::Number(value) = self.literal(&of.lit, of.span())? else {
                    return Err(unknown(call.span()));
                };
                Ok(Term::Number(self.code.unary("neg", value)))
            }
            (Some("T::sin_cos_all" | "A::sin_cos_all"), [Expr::Array(angles)])
                if angles.attrs.is_empty() =>
            {
                let (mut sines, mut cosines) = (Vec::new(), Vec::new());
                for angle in &angles.elems {
                    let angle = self.value(angle)?;
                    sines.push(Term::Number(self.code.unary("sin", angle)));
                    cosines.push(Term::Number(self.code.unary("cos", angle)));
                }
                Ok(Term::Tuple(vec![Term::Array(sines), Term::Array(cosines)]))
            }
            (Some("multibody::outlined_chunk"), _) => {
                let block = chunk(call).ok_or_else(|| unknown(call.span()))?;
                let result = self.scoped(block)?;
                result.ok_or_else(|| unknown(call.span()))
            }
            (Some("A::mul_add"), [a, b, c]) => {
                let [a, b, c] = [self.value(a)?, self.value(b)?, self.value(c)?];
                let product = self.code.binary("mul", a, b);
                Ok(Term::Number(self.code.binary("add", product, c)))
            }
            (Some(name), _) => {
                let arguments = arguments.iter().map(|of| match is_lent(of) {
                    true => self.written(lent(of)).cloned(),
                    false => self.term(of),
                });
                let arguments = arguments.collect::<Translated<Vec<_>>>()?;
                let made = match name.strip_prefix("multibody::dense::") {
                    Some(name) => dense::call(&mut self.code, name, &arguments),
                    None => lanes::made(name, &arguments),
                };
                made.ok_or_else(|| unknown(call.span()))
            }
            _ => Err(unknown(call.span())),
        }
    }

    fn method(&mut self, call: &ExprMethodCall) -> Translated<Term> {
        if let Some(result) = self.own_function(call)? {
            return result.ok_or_else(|| unknown(call.span()));
        }
        if !call.attrs.is_empty() || call.turbofish.is_some() {
            return Err(unknown(call.span()));
        }
        let name = call.method.to_string();
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let value = match (self.term(&call.receiver)?, name.as_str(), &arguments[..]) {
            (Term::Lanes(x), _, [factor, term]) => {
                let (factor, term) = (self.term(factor)?, self.term(term)?);
                let (Term::Lanes(factor), Term::Lanes(term)) = (factor, term) else {
                    return Err(unknown(call.span()));
                };
                let lanes = lanes::method(&mut self.code, &name, [&x, &factor, &term]);
                return lanes.map(Term::Lanes).ok_or_else(|| unknown(call.span()));
            }
            (Term::Number(x), "mul_add", [factor, term]) => {
                let (factor, term) = (self.value(factor)?, self.value(term)?);
                let product = self.code.binary("mul", x, factor);
                self.code.binary("add", product, term)
            }
            (Term::Number(x), "sin_cos", []) => {
                let both = ["sin", "cos"].map(|of| Term::Number(self.code.unary(of, x)));
                return Ok(Term::Tuple(both.into()));
            }
            (Term::Number(x), "stumpff", [order]) => {
                let order = u8::try_from(index(order)?).ok();
                let known = order
                    .map(Function::Stumpff)
                    .filter(|of| Function::ALL.contains(of));
                let function = known.ok_or_else(|| unknown(call.span()))?;
                self.code.unary(function.name(), x)
            }
            (Term::Number(x), _, []) => {
                let known = Function::named(&name);
                let known = known.filter(|of| !matches!(of.class(), Class::Stumpff(_)));
                let function = known.ok_or_else(|| unknown(call.span()))?;
                self.code.unary(function.name(), x)
            }
            _ => return Err(unknown(call.span())),
        };
        Ok(Term::Number(value))
    }
}

/// The name of an argument.
fn name_of(pattern: &Pat) -> Option<String> {
    match pattern {
        Pat::Ident(of) => Some(of.ident.to_string()),
        _ => None,
    }
}

/// The path of a function that is called.
fn called(call: &ExprCall) -> Option<String> {
    match &*call.func {
        Expr::Path(of) if of.attrs.is_empty() && of.qself.is_none() => path(&of.path),
        _ => None,
    }
}

/// Whether an argument is lent to be written: `&mut m`, or the result that is written in place.
fn is_lent(argument: &Expr) -> bool {
    match argument {
        Expr::Reference(of) => of.mutability.is_some() && of.attrs.is_empty(),
        Expr::Path(of) => of.path.is_ident("out"),
        _ => false,
    }
}

/// The place that is lent.
fn lent(argument: &Expr) -> &Expr {
    match argument {
        Expr::Reference(of) if is_lent(argument) => &of.expr,
        other => other,
    }
}

fn missing(place: &Expr) -> Refusal {
    Refusal::at(place.span(), "there is no such entry")
}

/// The block of a chunk that compilers do not inline.
fn chunk(call: &ExprCall) -> Option<&Block> {
    let Expr::Path(function) = &*call.func else {
        return None;
    };
    let is_chunk = path(&function.path).as_deref() == Some("multibody::outlined_chunk");
    match (is_chunk, call.args.first(), call.args.len()) {
        (true, Some(Expr::Closure(of)), 1)
            if of.attrs.is_empty()
                && of.inputs.is_empty()
                && of.lifetimes.is_none()
                && of.constness.is_none()
                && of.movability.is_none()
                && of.asyncness.is_none()
                && of.capture.is_none()
                && of.output == syn::ReturnType::Default =>
        {
            match &*of.body {
                Expr::Block(body) if body.attrs.is_empty() && body.label.is_none() => {
                    Some(&body.block)
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// The name that a place begins with, and the steps from there.
fn steps(expression: &Expr) -> Translated<(String, Vec<Step>)> {
    let mut steps = Vec::new();
    let mut at = expression;
    loop {
        at = match at {
            Expr::Index(of) if of.attrs.is_empty() => {
                steps.push(Step::Entry(index(&of.index)?));
                &of.expr
            }
            Expr::Field(of) if of.attrs.is_empty() => {
                steps.push(match &of.member {
                    Member::Named(name) => Step::Field(name.to_string()),
                    Member::Unnamed(at) => Step::Part(at.index as usize),
                });
                &of.base
            }
            Expr::Path(of) if of.attrs.is_empty() && of.qself.is_none() => {
                let name = of.path.get_ident().ok_or_else(|| unknown(of.span()))?;
                steps.reverse();
                return Ok((name.to_string(), steps));
            }
            other => return Err(unknown(other.span())),
        };
    }
}

/// A whole number without a sign.
pub fn index(expression: &Expr) -> Translated<usize> {
    let text = match expression {
        Expr::Lit(of) if of.attrs.is_empty() => match &of.lit {
            Lit::Int(of) => of.token().to_string(),
            _ => String::new(),
        },
        _ => String::new(),
    };
    let is_plain = text.bytes().all(|digit| digit.is_ascii_digit());
    let number = text.parse().ok().filter(|_| is_plain);
    number.ok_or_else(|| unknown(expression.span()))
}

/// The text of a path without arguments.
pub fn path(path: &syn::Path) -> Option<String> {
    let plain = path.leading_colon.is_none()
        && path
            .segments
            .iter()
            .all(|segment| segment.arguments.is_none());
    let segments = path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string());
    plain.then(|| segments.collect::<Vec<_>>().join("::"))
}

fn unknown(span: Span) -> Refusal {
    Refusal::at(
        span,
        "this is not a statement or an expression that is emitted",
    )
}
