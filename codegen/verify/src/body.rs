//! The body of a function as a program: exactly the statements that are emitted.
//!
//! As in Rust, a name stands for its last binding in the innermost block that has one, and values are copied: numbers and arrays
//! are `Copy`. As long as no reference has a name, no two names stand for the same memory. So `&mut` is read only in three forms:
//!
//! - `out: &mut [T; 3]` in a head. `out` is only written, `out[0] = a` or, for a number, `*out = a`, or passed on. `let b = out` is
//!   refused.
//! - `self.gravity_into(q, &mut g)`, or `out` in place of `&mut g`: a call of a function of the same file. Its body is read in
//!   turn, and `g` becomes what it writes.
//! - `multibody::dense::accelerations(&mut m, tau, &f)`: a loop of the runtime reads `m` and overwrites it. After that, `m`
//!   cannot be read. `dense::mirror(&mut m)` and `dense::inverse(&mut m, &mut out)` write their last argument.
//!
//! Types and lifetimes are left to rustc. A body that rustc refuses may get any verdict.

use std::cell::Cell;
use std::collections::BTreeMap;

use proc_macro2::Ident;
use syn::spanned::Spanned;
use syn::{Block, Expr, FnArg, ImplItemFn, Lit, Pat, PatType, Type};

use crate::code::{Code, Value};
use crate::constants::Constants;
use crate::dense;
use crate::messages::{
    BRANCH, DEREFERENCE, MUTABLE_REFERENCE, NO_DECIMAL, NO_ENTRY, OTHER_PARTS, OTHER_TYPE,
    OTHER_VALUE, RETURN, UNUSED_VALUE, no_number, not_called, not_emitted, unknown,
};
use crate::operations::{apply, binary};
use crate::owner::{Owner, is_same, token_text};
use crate::refusal::{Checked, Refusal, excerpt};
use crate::syntax::{Form, Pattern, Statement, decimal, natural_number, steps};
use crate::term::Term;
use multibody_program::exact::Rational;

/// For each function, by type and name, the function that has its body: another one if it is dispatched by processor. `None`: one
/// of the two has a wrong head, so bodies may not call it.
pub type Bodies<'a> = BTreeMap<(Owner, String), Option<&'a ImplItemFn>>;

/// The path of the runtime's loops over matrices.
const DENSE: &str = "multibody::dense::";
/// The maximum depth of calls.
const MAX_CALL_DEPTH: usize = 8;
/// The maximum number of calls in a function, including those in the functions that it calls.
const MAX_CALLS: usize = 64;
/// The maximum number of values of a function.
const MAX_VALUES: usize = 1 << 22;
/// The maximum work for all functions of a file: the expressions that are read, the entries of arrays that are copied, and the values
/// that loops over matrices compute.
const MAX_WORK: usize = 1 << 23;
/// The maximum number of characters of a literal.
const MAX_LITERAL_LENGTH: usize = 400;

/// Reads functions into one program.
pub struct Reader<'a> {
    pub code: Code,
    constants: &'a Constants,
    bodies: &'a Bodies<'a>,
    /// The open calls, outermost first: the function of each frame calls that of the next.
    frames: Vec<Frame>,
    /// The number of calls so far, including that of the function itself.
    calls: usize,
    /// The work for all functions of the file.
    work: &'a Cell<usize>,
}

/// The frame of a call: the names of a function and what they stand for.
struct Frame {
    owner: Owner,
    /// `self`, with its fields.
    instance: Term,
    /// The names in each open block.
    scopes: Vec<BTreeMap<String, (Term, Access)>>,
    /// Whether a bare literal is a number: inside of `T::lit(..)`, and in a function without arguments, which computes in f64.
    is_f64: bool,
    /// The path of the functions and constants of the number type: `T::`, or `A::` in a function that is dispatched by processor.
    number: &'static str,
}

/// How a name may be used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write,
    /// The argument `out`: if it could be read, two names would stand for the same memory.
    WriteInPlace,
}

/// What was read, or why the file is refused.
type Outcome<T> = Result<T, Refusal>;

impl<'a> Reader<'a> {
    /// A reader that has read nothing yet. Its work counts towards the limit of the file.
    pub fn new(bodies: &'a Bodies<'a>, constants: &'a Constants, work: &'a Cell<usize>) -> Self {
        Self {
            code: Code::default(),
            constants,
            bodies,
            frames: Vec::new(),
            calls: 0,
            work,
        }
    }

    /// Reads a call of a function whose head is already checked. Returns its result, and what it writes to its last argument,
    /// `out`.
    pub fn run(
        &mut self,
        (owner, instance): (Owner, Term),
        function: &ImplItemFn,
        arguments: Vec<Term>,
        out: Option<Term>,
    ) -> Outcome<(Option<Term>, Option<Term>)> {
        let name = &function.sig.ident;
        self.calls += 1;
        if self.frames.len() >= MAX_CALL_DEPTH || self.calls > MAX_CALLS {
            return Err(Refusal::at(name, "this function is called too often").of_valid_file());
        }
        // Types are not read here: the head is compared with the expected one elsewhere.
        let names = function.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(PatType { pat, .. }) => Some(token_text(pat)),
            FnArg::Receiver(_) => None,
        });
        let names: Vec<String> = names.collect();
        let inputs = arguments.into_iter().map(|term| (term, Access::Read));
        let output = out.map(|term| (term, Access::WriteInPlace));
        let terms: Vec<_> = inputs.chain(output).collect();
        if names.len() != terms.len() {
            return Err(Refusal::at(name, "it is called with other arguments"));
        }
        self.frames.push(Frame {
            owner,
            instance,
            scopes: vec![names.into_iter().zip(terms).collect()],
            is_f64: is_same(&function.sig.output, "-> f64"),
            number: if token_text(&function.sig.generics).ends_with("A >") { "A::" } else { "T::" },
        });
        let result = self.read_scope(&function.block)?;
        let frame = self.frames.pop().expect("that of this function");
        let mut names = frame.scopes.into_iter().next().expect("that of arguments");
        Ok((result, names.remove("out").map(|(term, _)| term)))
    }

    /// The frame of the innermost call.
    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a function is open")
    }

    /// Adds to the work. Refuses the file if it takes too much work in all, or if a function has too many values.
    fn spend(&self, work: usize, place: &impl Spanned) -> Checked {
        self.work.set(self.work.get().saturating_add(work));
        if self.work.get() > MAX_WORK || self.code.count.saturating_add(work) > MAX_VALUES {
            Err(Refusal::at(place, "the file has too many values up to here").of_valid_file())
        } else {
            Ok(())
        }
    }

    /// Reads a block, and returns its value, if it has one.
    fn read_block(&mut self, block: &Block) -> Outcome<Option<Term>> {
        let count = block.stmts.len();
        for (index, statement) in block.stmts.iter().enumerate() {
            let is_last = index + 1 == count;
            match Statement::of(statement)? {
                Statement::Let(pattern, ty, value) => self.bind_let(pattern, ty, value)?,
                Statement::Expression(expression, is_ended) => match Form::of(expression)? {
                    // If only the scopes of the arguments and of the body are open, this is not in an inner block.
                    Form::Return(value) if is_last && self.frame().scopes.len() == 2 => {
                        return self.read_term(value).map(Some);
                    }
                    Form::Block(block) if is_last && !is_ended => return self.read_scope(block),
                    _ if is_last && !is_ended => return self.read_term(expression).map(Some),
                    // A block without a value needs no semicolon: it only stores entries.
                    form => self.read_statement(expression, form)?,
                },
            }
        }
        Ok(None)
    }

    /// Reads a block in a scope of its own, and returns its value, if it has one.
    fn read_scope(&mut self, block: &Block) -> Outcome<Option<Term>> {
        self.frame().scopes.push(BTreeMap::new());
        let result = self.read_block(block)?;
        self.frame().scopes.pop();
        Ok(result)
    }

    /// Binds the names of a `let`. If it gives a type, this has to be that of the value.
    fn bind_let(&mut self, pattern: &Pat, ty: Option<&Type>, value: &Expr) -> Checked {
        let term = self.read_term(value)?;
        let number = if self.frame().is_f64 { "f64" } else { "T" };
        let is_its_type = |node: &Type| term.rust(number).is_some_and(|text| is_same(node, &text));
        match ty.filter(|node| !is_its_type(node)) {
            None => self.bind(pattern, term),
            Some(ty) => Err(OTHER_TYPE.at(ty)),
        }
    }

    /// Binds the names of a pattern.
    fn bind(&mut self, pattern: &Pat, term: Term) -> Checked {
        let (patterns, terms) = match (Pattern::of(pattern), term) {
            (Some(Pattern::Ignored), _) => return Ok(()),
            (Some(Pattern::Name(name, is_mutable)), term) => {
                return self.bind_name(name, is_mutable, term);
            }
            (Some(Pattern::Parts(kind, patterns)), Term::Parts(term_kind, terms))
                if kind == term_kind && patterns.len() == terms.len() =>
            {
                (patterns, terms)
            }
            _ => return Err(OTHER_PARTS.at(pattern)),
        };
        let mut pairs = patterns.into_iter().zip(terms);
        pairs.try_for_each(|(pattern, term)| self.bind(pattern, term))
    }

    /// Binds one name to a term.
    fn bind_name(&mut self, ident: &Ident, is_mutable: bool, term: Term) -> Checked {
        let name = ident.to_string();
        self.spend(term.size(), ident)?;
        let is_word = |c: u8| c.is_ascii_alphanumeric() || c == b'_';
        let first = name.trim_start_matches('_').as_bytes().first();
        let fault = match first.is_some_and(u8::is_ascii_lowercase) && name.bytes().all(is_word) {
            true if ["multibody", "core", "self"].contains(&&*name) => "shadows another name",
            true => {
                let access = if is_mutable { Access::Write } else { Access::Read };
                let scope = self.frame().scopes.last_mut().expect("an open block");
                scope.insert(name, (term, access));
                return Ok(());
            }
            false => "is not a name that is emitted",
        };
        let help = "write another name, such as `a1`";
        Err(Refusal::at(ident, format!("`{name}` {fault}")).with_help(help))
    }

    /// What a name stands for: its binding in the innermost open block that has one.
    fn find(&self, name: &str) -> Option<&(Term, Access)> {
        let mut scopes = self.frames.last()?.scopes.iter().rev();
        scopes.find_map(|scope| scope.get(name))
    }

    /// The term that a place expression such as `out[0]` stands for, to be overwritten.
    fn place_mut(&mut self, place: &Expr) -> Outcome<&mut Term> {
        let place = match Form::of(place)? {
            Form::MutableReference(place) | Form::Dereferenced(place) => place,
            _ => place,
        };
        let (name, steps) = steps(place)?;
        let mut scopes = self.frame().scopes.iter_mut().rev();
        match scopes.find_map(|scope| scope.get_mut(&name)) {
            Some((term, Access::Write | Access::WriteInPlace)) => {
                term.part_mut(&steps).ok_or_else(|| NO_ENTRY.at(place))
            }
            _ => {
                let help = format!("write `let mut {}`", excerpt(&name));
                Err(Refusal::at(place, "this cannot be written").with_help(help))
            }
        }
    }

    /// Reads a statement with a semicolon, or a block that only stores entries.
    fn read_statement(&mut self, expression: &Expr, form: Form<'_>) -> Checked {
        let result = match form {
            Form::Block(block) => self.read_scope(block)?,
            Form::Assignment(operation, place, value) => self.assign(operation, place, value)?,
            Form::Call(name, arguments) => self.write_matrix(expression, &name, &arguments)?,
            Form::OwnCall(name, arguments) => self.read_own_call(expression, &name, arguments)?,
            Form::Return(_) => return Err(RETURN.at(expression)),
            _ => Some(Term::Unwritten),
        };
        result.map_or(Ok(()), |_| Err(UNUSED_VALUE.at(expression)))
    }

    /// Reads `a = b`, or `a += b` and the like. `name` is that of the operation, if there is one.
    fn assign(&mut self, name: Option<&str>, place: &Expr, value: &Expr) -> Outcome<Option<Term>> {
        let mut term = self.read_term(value)?;
        if let Some(operation) = name {
            let operand = self.place_mut(place)?.clone();
            let result = binary(&mut self.code, operation, &operand, &term);
            term = result.ok_or_else(|| no_number(&operand, place))?;
        }
        let entry = self.place_mut(place)?;
        if !entry.has_parts_of(&term) {
            return Err(OTHER_VALUE.at(value));
        }
        *entry = term;
        Ok(None)
    }

    /// Reads the call of a loop that overwrites its last argument: `mirror(&mut m)`, which completes a matrix, or
    /// `inverse(&mut m, &mut out)`.
    fn write_matrix(&mut self, call: &Expr, name: &str, parts: &[&Expr]) -> Outcome<Option<Term>> {
        let (true, Some((&last, inputs))) = (name.starts_with(DENSE), parts.split_last()) else {
            return Err(UNUSED_VALUE.at(call));
        };
        let terms = self.read_loop_arguments(if inputs.is_empty() { parts } else { inputs })?;
        *self.place_mut(last)? = self.apply_function(call, name, &terms)?;
        Ok(None)
    }

    /// Reads a call of a function of the same type, and returns its result.
    fn read_own_call(
        &mut self,
        call: &Expr,
        name: &str,
        mut arguments: Vec<&Expr>,
    ) -> Outcome<Option<Term>> {
        let frame = self.frame();
        let (owner, instance) = (frame.owner, frame.instance.clone());
        let entry = self.bodies.get(&(owner, name.to_owned()));
        let callee = entry.ok_or_else(|| not_called(call, name))?;
        let function = callee.ok_or_else(|| Refusal::of_callee(call, name))?;
        let place = match arguments.last().map(|last| Form::of(last)).transpose()? {
            Some(Form::MutableReference(_)) => arguments.pop(),
            Some(Form::Name(name)) if name == "out" => arguments.pop(),
            _ => None,
        };
        let terms = self.read_terms(&arguments)?;
        let out = place.map(|place| self.place_mut(place).cloned());
        let (result, out) = self.run((owner, instance), function, terms, out.transpose()?)?;
        if let (Some(place), Some(out)) = (place, out) {
            *self.place_mut(place)? = out;
        }
        Ok(result)
    }

    /// Reads an expression that is a number.
    fn read_number(&mut self, expression: &Expr) -> Outcome<Value> {
        match self.read_term(expression)? {
            Term::Number(value) => Ok(value),
            term => Err(no_number(&term, expression)),
        }
    }

    /// Reads an expression.
    fn read_term(&mut self, expression: &Expr) -> Outcome<Term> {
        self.spend(1, expression)?;
        let fault = || unknown(expression);
        Ok(match Form::of(expression)? {
            Form::Block(block) => self.read_scope(block)?.ok_or_else(fault)?,
            Form::Name(name) => self.lookup(&name, expression)?,
            Form::Part(..) => self.read_part(expression)?,
            Form::Reference(operand) => self.read_term(operand)?,
            Form::Literal(literal) => self.read_literal(literal)?,
            Form::Paren(operand) => Term::Number(self.read_number(operand)?),
            Form::Negative(operand) => {
                let value = self.read_number(operand)?;
                Term::Number(self.code.unary("neg", value))
            }
            Form::Binary(operation, left, right) => self.read_binary(operation, left, right)?,
            Form::Call(name, arguments) => self.read_call(expression, &name, &arguments)?,
            Form::OwnCall(name, arguments) => {
                let result = self.read_own_call(expression, &name, arguments)?;
                result.ok_or_else(fault)?
            }
            Form::Parts(kind, parts) => Term::Parts(kind, self.read_terms(&parts)?),
            Form::Repeat(entry, count) => {
                let entry = self.read_term(entry)?;
                self.spend(entry.size().max(1).saturating_mul(count), expression)?;
                Term::array(vec![entry; count])
            }
            Form::MutableReference(_) => return Err(MUTABLE_REFERENCE.at(expression)),
            Form::Match(..) => return Err(BRANCH.at(expression)),
            Form::Return(_) => return Err(RETURN.at(expression)),
            Form::Dereferenced(_) => return Err(DEREFERENCE.at(expression)),
            Form::Assignment(..) => return Err(fault()),
        })
    }

    /// Reads an entry or a field.
    fn read_part(&mut self, expression: &Expr) -> Outcome<Term> {
        let (name, steps) = steps(expression)?;
        let base = match name.as_str() {
            "self" => self.frames.last().map(|frame| &frame.instance),
            _ => self.find(&name).map(|(term, _)| term),
        };
        let entry = base.and_then(|term| term.part(&steps));
        let part = entry.ok_or_else(|| NO_ENTRY.at(expression))?.clone();
        self.spend(part.size(), expression)?;
        Ok(part)
    }

    /// The name of a function or constant with `T::` in place of the path of the number type.
    fn number_name(&mut self, name: &str) -> String {
        let item = name.strip_prefix(self.frame().number);
        item.map_or_else(|| name.to_owned(), |item| format!("T::{item}"))
    }

    /// The term of a name.
    fn lookup(&mut self, name: &str, place: &Expr) -> Outcome<Term> {
        match &*self.number_name(name) {
            "T::ZERO" => return Ok(Term::Number(self.code.number(&Rational::ZERO))),
            "T::ONE" => return Ok(Term::Number(self.code.number(&Rational::ONE))),
            _ => {}
        }
        let entry = (self.find(name)).filter(|(_, access)| *access != Access::WriteInPlace);
        let (term, _) = entry.ok_or_else(|| {
            let help = "write a name that is bound by `let`, an argument, `T::ZERO` or `T::ONE`";
            let message = format!("`{}` is not a value here", excerpt(name));
            Refusal::at(place, message).with_help(help)
        })?;
        self.spend(term.size(), place)?;
        Ok(term.clone())
    }

    /// Reads a sum, difference, product or quotient.
    fn read_binary(&mut self, operation: &str, left: &Expr, right: &Expr) -> Outcome<Term> {
        let (a, b) = (self.read_term(left)?, self.read_term(right)?);
        let result = binary(&mut self.code, operation, &a, &b);
        let (operand, place) = if matches!(a, Term::Number(_)) { (&b, right) } else { (&a, left) };
        result.ok_or_else(|| no_number(operand, place))
    }

    /// Reads several expressions.
    fn read_terms(&mut self, expressions: &[&Expr]) -> Outcome<Vec<Term>> {
        expressions.iter().map(|it| self.read_term(it)).collect()
    }

    /// Reads the arguments of a loop of the runtime. A matrix that is passed by `&mut` cannot be read afterwards.
    fn read_loop_arguments(&mut self, expressions: &[&Expr]) -> Outcome<Vec<Term>> {
        let term = |expression: &&Expr| match Form::of(expression)? {
            Form::MutableReference(matrix) => {
                let term = self.read_term(matrix)?;
                *self.place_mut(expression)? = Term::Unwritten;
                Ok(term)
            }
            _ => self.read_term(expression),
        };
        expressions.iter().map(term).collect()
    }

    /// Reads a decimal without a sign.
    fn read_literal(&mut self, literal: &Lit) -> Outcome<Term> {
        let text = decimal(literal).filter(|text| text.len() < MAX_LITERAL_LENGTH);
        if !self.frame().is_f64 || matches!(literal, Lit::Int(_)) {
            let help = match &text {
                Some(text) => format!("write `T::lit({text})`"),
                None => "write a decimal without suffix, such as `T::lit(2.5)`".into(),
            };
            return Err(not_emitted(literal, "such a number", &help));
        }
        let node = (text.and_then(|text| self.constants.of(&text)))
            .ok_or_else(|| NO_DECIMAL.at(literal))?;
        Ok(Term::Number(self.code.leaf(node)))
    }

    /// Reads a call of a function of the runtime.
    fn read_call(&mut self, call: &Expr, name: &str, arguments: &[&Expr]) -> Outcome<Term> {
        let not_called = || not_called(call, name);
        let number_name = self.number_name(name);
        let (function, terms) = match (&*number_name, arguments) {
            ("T::lit", [number]) => {
                let is_f64 = std::mem::replace(&mut self.frame().is_f64, true);
                let value = self.read_number(number)?;
                self.frame().is_f64 = is_f64;
                return Ok(Term::Number(value));
            }
            (".powi" | ".powf", _) => return Err(not_called()),
            // The method `stumpff(2)` is the function `c2`.
            (".stumpff", [receiver, order]) => {
                let order = natural_number(order).ok_or_else(not_called)?;
                (format!(".c{order}"), vec![self.read_term(receiver)?])
            }
            _ if name.starts_with(DENSE) => (number_name, self.read_loop_arguments(arguments)?),
            _ => (number_name, self.read_terms(arguments)?),
        };
        self.apply_function(call, &function, &terms)
    }

    /// The result of a function of the runtime. A loop over matrices computes more values than it has arguments, so their number
    /// is added to the work before it runs. Other functions compute at most two values for each entry of their arguments, and
    /// these entries are counted already.
    fn apply_function(&mut self, call: &Expr, name: &str, terms: &[Term]) -> Outcome<Term> {
        if let Some(name) = name.strip_prefix(DENSE) {
            self.spend(dense::work(name, terms), call)?;
        }
        apply(&mut self.code, name, terms).ok_or_else(|| not_called(call, name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A loop over matrices that is too long is refused before it has computed anything.
    #[test]
    fn work_is_counted_before_it_is_done() {
        let constants = Constants::read("").expect("none");
        let (bodies, work) = (Bodies::new(), Cell::new(0));
        let values_and_result = |call: &str| {
            let text = format!("fn f(&self) -> T {{ let _ = multibody::dense::{call}; T::ONE }}");
            let function: ImplItemFn = syn::parse_str(&text).expect("a function");
            let mut reader = Reader::new(&bodies, &constants, &work);
            let instance = Term::record(String::new(), Vec::new());
            let result = reader.run((Owner::ROBOT, instance), &function, Vec::new(), None);
            work.set(0);
            (
                reader.code.count,
                result.err().map(|refusal| refusal.message),
            )
        };
        // The count is no less than what is computed, and hardly more, so that long files are not refused.
        for (call, count) in [
            ("inverse(&[[T::ONE; 50]; 50])", 3 * 50 * 50 * 50),
            (
                "accelerations(&[[T::ONE; 50]; 50], &[T::ONE; 50], &[T::ONE; 50])",
                51 * 50 * 50,
            ),
            ("product(&[[T::ONE; 50]; 50], &[T::ONE; 50])", 2 * 51 * 50),
            (
                "negative_product(&[[T::ONE; 50]; 50], &[[T::ONE; 50]; 50])",
                2 * 51 * 50 * 50,
            ),
        ] {
            let (values, message) = values_and_result(call);
            assert_eq!(message, None, "{call}");
            assert!(
                values <= count && values > count / 100 * 95,
                "{call}: {values} of {count}"
            );
        }
        for call in [
            "inverse(&[[T::ONE; 120]; 120])",
            "inverse_lower(&[[T::ONE; 120]; 120])",
            "accelerations(&[[T::ONE; 170]; 170], &[T::ONE; 170], &[T::ONE; 170])",
        ] {
            let (values, message) = values_and_result(call);
            assert_eq!(values, 1, "{call}");
            assert!(
                message.is_some_and(|text| text.contains("too many values")),
                "{call}"
            );
        }
    }
}
