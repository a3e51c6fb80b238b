//! The body of a function as a program: exactly the statements that are emitted.

use std::collections::BTreeMap;

use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::{BinOp, Block, Expr, ExprCall, ExprMethodCall, Lit, Local, Pat, Stmt, UnOp};

use crate::code::{Code, Value};
use crate::constants::Constants;
use crate::refusal::Refusal;
use crate::signature::{Expected, argument_name};
use multibody_program::exact::Rational;
use multibody_program::ir::InputKind;

/// What a name or an expression stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A number.
    Number(Value),
    /// An entry of the result that is not yet written.
    Unwritten,
    /// An array.
    Array(Vec<Term>),
    /// A tuple.
    Tuple(Vec<Term>),
}

/// A translator of one function.
pub struct Body<'a> {
    pub code: Code,
    constants: &'a Constants,
    /// The names in each open block, and whether each may be assigned to.
    scopes: Vec<BTreeMap<String, (Term, bool)>>,
    /// The number type: T, or f64 if the function takes no argument.
    number: &'static str,
}

type Translated<T> = Result<T, Refusal>;

impl<'a> Body<'a> {
    /// For a function with these arguments.
    pub fn new(expected: &Expected, constants: &'a Constants) -> Self {
        let mut code = Code::default();
        let mut names = BTreeMap::new();
        for (kind, sizes) in &expected.arguments {
            let mut next = 0;
            let term = inputs(&mut code, *kind, sizes, &mut next);
            names.insert(argument_name(*kind).to_owned(), (term, false));
        }
        Self {
            code,
            constants,
            scopes: vec![names],
            number: match expected.arguments.is_empty() {
                true => "f64",
                false => "T",
            },
        }
    }

    /// Adds the result that is written in place.
    pub fn add_out(&mut self, sizes: &[usize]) {
        let out = (unwritten(sizes), true);
        self.scopes[0].insert("out".into(), out);
    }

    /// The result that was written in place.
    pub fn out(&self) -> Option<&Term> {
        self.scopes[0].get("out").map(|(term, _)| term)
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
        self.scopes.push(BTreeMap::new());
        let result = self.block(block);
        self.scopes.pop();
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
                if is_mutable && !matches!(term, Term::Array(_)) {
                    return Err(Refusal::at(of.span(), "only arrays are mutable"));
                }
                if self.find(&name).is_some() || ["multibody", "core", "self"].contains(&&*name) {
                    let what = format!("`{name}` shadows another name");
                    return Err(Refusal::at(of.span(), what));
                }
                let scope = self.scopes.last_mut().expect("that of the function");
                scope.insert(name, (term, is_mutable));
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
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    /// A statement with a semicolon, or a block that stores entries.
    fn statement(&mut self, expression: &Expr) -> Translated<()> {
        match expression {
            Expr::Assign(of) if of.attrs.is_empty() => {
                let value = self.value(&of.right)?;
                let (name, indices) = place(&of.left)?;
                let scopes = self.scopes.iter_mut().rev();
                let mut found = scopes.filter_map(|scope| scope.get_mut(&name));
                let (mut entry, is_mutable) = match found.next() {
                    Some((term, is_mutable)) => (term, *is_mutable),
                    None => return Err(unknown(of.left.span())),
                };
                for index in indices {
                    entry = match entry {
                        Term::Array(terms) => terms.get_mut(index),
                        _ => None,
                    }
                    .ok_or_else(|| Refusal::at(of.left.span(), "there is no such entry"))?;
                }
                match (is_mutable, &entry) {
                    (true, Term::Number(_) | Term::Unwritten) => {
                        *entry = Term::Number(value);
                        Ok(())
                    }
                    _ => Err(Refusal::at(of.left.span(), "this cannot be assigned")),
                }
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
                _ => Err(unknown(call.span())),
            },
            other => Err(unknown(other.span())),
        }
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
            Expr::Index(of) => {
                let (name, indices) = place(&Expr::Index(of.clone()))?;
                let found = self.find(&name).map(|(term, _)| term);
                let mut entry = found.ok_or_else(|| unknown(of.span()))?;
                for index in indices {
                    entry = match entry {
                        Term::Array(terms) => terms.get(index),
                        _ => None,
                    }
                    .ok_or_else(|| Refusal::at(of.span(), "there is no such entry"))?;
                }
                Ok(entry.clone())
            }
            Expr::Lit(of) if of.attrs.is_empty() && self.number == "f64" => {
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
                let (a, b) = (self.value(&of.left)?, self.value(&of.right)?);
                Ok(Term::Number(self.code.binary(operation, a, b)))
            }
            Expr::MethodCall(of) => self.method(of),
            Expr::Call(of) => self.call(of),
            Expr::Array(of) if of.attrs.is_empty() => {
                let terms: Translated<_> = of.elems.iter().map(|of| self.term(of)).collect();
                Ok(Term::Array(terms?))
            }
            Expr::Repeat(of) if of.attrs.is_empty() => {
                /// The maximum number of entries of an array.
                const LARGEST: usize = 1 << 20;
                let entry = self.term(&of.expr)?;
                let count = index(&of.len)?;
                match size(&entry).saturating_mul(count) {
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
            other => Err(unknown(other.span())),
        }
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
        let function = match &*call.func {
            Expr::Path(of) if of.attrs.is_empty() && of.qself.is_none() => path(&of.path),
            _ => None,
        };
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
            (Some("T::sin_cos_all"), [Expr::Array(angles)]) if angles.attrs.is_empty() => {
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
            _ => Err(unknown(call.span())),
        }
    }

    fn method(&mut self, call: &ExprMethodCall) -> Translated<Term> {
        if !call.attrs.is_empty() || call.turbofish.is_some() {
            return Err(unknown(call.span()));
        }
        let receiver = self.value(&call.receiver)?;
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let value = match (call.method.to_string().as_str(), &arguments[..]) {
            ("mul_add", [factor, term]) => {
                let (factor, term) = (self.value(factor)?, self.value(term)?);
                let product = self.code.binary("mul", receiver, factor);
                self.code.binary("add", product, term)
            }
            (function @ ("sin" | "cos" | "sqrt"), []) => self.code.unary(function, receiver),
            ("sin_cos", []) => {
                let both = ["sin", "cos"].map(|of| Term::Number(self.code.unary(of, receiver)));
                return Ok(Term::Tuple(both.into()));
            }
            _ => return Err(unknown(call.span())),
        };
        Ok(Term::Number(value))
    }
}

/// The number of entries of a term.
fn size(term: &Term) -> usize {
    match term {
        Term::Array(terms) | Term::Tuple(terms) => terms.iter().map(size).sum(),
        Term::Number(_) | Term::Unwritten => 1,
    }
}

/// All inputs of an argument.
fn inputs(code: &mut Code, kind: InputKind, sizes: &[usize], next: &mut usize) -> Term {
    match sizes.split_first() {
        None => {
            *next += 1;
            Term::Number(code.input(kind, *next - 1))
        }
        Some((&count, inner)) => {
            let terms = (0..count).map(|_| inputs(code, kind, inner, next));
            Term::Array(terms.collect())
        }
    }
}

/// An array that nothing is written to.
fn unwritten(sizes: &[usize]) -> Term {
    let sizes = sizes.iter().rev();
    sizes.fold(Term::Unwritten, |inner, &size| {
        Term::Array(vec![inner; size])
    })
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

/// The name and the indices of an entry.
fn place(expression: &Expr) -> Translated<(String, Vec<usize>)> {
    let mut indices = Vec::new();
    let mut at = expression;
    while let Expr::Index(of) = at {
        if !of.attrs.is_empty() {
            return Err(unknown(of.span()));
        }
        indices.push(index(&of.index)?);
        at = &of.expr;
    }
    indices.reverse();
    match at {
        Expr::Path(of) if of.attrs.is_empty() && of.qself.is_none() => {
            let name = of.path.get_ident().ok_or_else(|| unknown(of.span()))?;
            Ok((name.to_string(), indices))
        }
        other => Err(unknown(other.span())),
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
