//! One level of a body's syntax tree: the form of a node, and its parts.
//!
//! Each node is destructured completely, without `..`: nothing in a text is passed over, and if a later version of `syn` adds a part,
//! this file does not compile. Attributes are ignored: [`clean_item`](crate::clean_item) has removed or refused them.

use std::iter::once;

use proc_macro2::Ident;
use syn::{
    Arm, BinOp, Block, Expr, ExprClosure, FieldValue, Lit, Local, Member, Pat, ReturnType, Stmt,
    Type, UnOp,
};

use crate::messages::{NO_LET, NO_NAME, refusal_of_form, unknown};
use crate::owner::path;
use crate::refusal::Refusal;
use crate::term::{Kind, Step};

/// The parts of a node of the syntax tree that are to be read. `None`: the node has a part that is listed after `no`. The parts
/// that are listed after `any` do not matter.
macro_rules! parts {
    ($of:expr, $node:ident: $($read:ident)* $(; no $($absent:ident)*)? $(; any $($other:ident)*)?) => {
        match $of {
            syn::$node { $($read,)* $($($absent: None,)*)? $($($other: _,)*)? } => Some(($($read),*)),
            #[allow(unreachable_patterns, reason = "nodes without parts that may be absent")]
            _ => None,
        }
    };
}
pub(crate) use parts;

/// An expression.
pub enum Form<'a> {
    /// A name, such as `a` or `T::ONE`.
    Name(String),
    /// An entry or a field.
    Part(&'a Expr, Step),
    Literal(&'a Lit),
    /// `&a`
    Reference(&'a Expr),
    /// `&mut a`
    MutableReference(&'a Expr),
    /// `*a`
    Dereferenced(&'a Expr),
    Paren(&'a Expr),
    Negative(&'a Expr),
    /// The name of the operation in programs, and its operands.
    Binary(&'static str, &'a Expr, &'a Expr),
    /// `a = b`, or `a += b` with the name of its operation in programs.
    Assignment(Option<&'static str>, &'a Expr, &'a Expr),
    /// The name of a function and its arguments. The name of a method begins with a point; its first argument is the receiver.
    Call(String, Vec<&'a Expr>),
    /// A method of `self` and its other arguments.
    OwnCall(String, Vec<&'a Expr>),
    /// An array, a tuple or a struct.
    Parts(Kind, Vec<&'a Expr>),
    Repeat(&'a Expr, usize),
    /// A block, or the block of an outlined chunk, which compilers do not inline.
    Block(&'a Block),
    /// The value that is matched, and the pattern and value of each arm.
    Match(&'a Expr, Vec<(&'a Pat, &'a Expr)>),
    Return(&'a Expr),
}

/// A statement.
pub enum Statement<'a> {
    /// A pattern, perhaps a type, and the value.
    Let(&'a Pat, Option<&'a Type>, &'a Expr),
    /// An expression, and whether a semicolon ends it.
    Expression(&'a Expr, bool),
}

/// A pattern of `let`.
pub enum Pattern<'a> {
    Ignored,
    /// A name, and whether it may be assigned to.
    Name(&'a Ident, bool),
    Parts(Kind, Vec<&'a Pat>),
}

impl<'a> Form<'a> {
    /// # Errors
    /// No such expression is emitted.
    pub fn of(expression: &'a Expr) -> Result<Self, Refusal> {
        Self::read(expression).ok_or_else(|| refusal_of_form(expression))
    }

    /// The form of an expression. `None`: no such expression is emitted.
    fn read(expression: &'a Expr) -> Option<Self> {
        Some(match expression {
            Expr::Path(node) => {
                Self::Name(path(parts!(node, ExprPath: path; no qself; any attrs)?)?)
            }
            Expr::Index(node) => {
                let (base, index) = parts!(node, ExprIndex: expr index; any attrs bracket_token)?;
                Self::Part(base, Step::Entry(natural_number(index)?))
            }
            Expr::Field(node) => {
                let (base, member) = parts!(node, ExprField: base member; any attrs dot_token)?;
                let step = match member {
                    Member::Named(name) => Step::Field(name.to_string()),
                    Member::Unnamed(k) => Step::Part(*parts!(k, Index: index; any span)? as usize),
                };
                Self::Part(base, step)
            }
            Expr::Lit(node) => Self::Literal(parts!(node, ExprLit: lit; any attrs)?),
            Expr::Reference(node) => {
                match parts!(node, ExprReference: expr mutability; any attrs and_token)? {
                    (place, None) => Self::Reference(place),
                    (place, Some(_)) => Self::MutableReference(place),
                }
            }
            Expr::Paren(node) => Self::Paren(parts!(node, ExprParen: expr; any attrs paren_token)?),
            Expr::Unary(node) => match parts!(node, ExprUnary: op expr; any attrs)? {
                (UnOp::Neg(_), operand) => Self::Negative(operand),
                (UnOp::Deref(_), place) => Self::Dereferenced(place),
                _ => return None,
            },
            Expr::Binary(node) => {
                let (left, operator, right) = parts!(node, ExprBinary: left op right; any attrs)?;
                match operation(operator)? {
                    (operation, true) => Self::Assignment(Some(operation), left, right),
                    (operation, false) => Self::Binary(operation, left, right),
                }
            }
            Expr::Assign(node) => {
                let (left, right) = parts!(node, ExprAssign: left right; any attrs eq_token)?;
                Self::Assignment(None, left, right)
            }
            Expr::Call(node) => {
                let (function, list) = parts!(node, ExprCall: func args; any attrs paren_token)?;
                let Self::Name(name) = Self::read(function)? else {
                    return None;
                };
                match (name.as_str(), list.first()) {
                    ("multibody::outlined_chunk", Some(Expr::Closure(node))) if list.len() == 1 => {
                        Self::Block(chunk(node)?)
                    }
                    _ => Self::Call(name, list.iter().collect()),
                }
            }
            Expr::MethodCall(node) => {
                let (receiver, method, list) = parts!(node, ExprMethodCall: receiver method args; no turbofish; any attrs dot_token paren_token)?;
                match &**receiver {
                    Expr::Path(node) if node.qself.is_none() && node.path.is_ident("self") => {
                        Self::OwnCall(method.to_string(), list.iter().collect())
                    }
                    place => Self::Call(format!(".{method}"), once(place).chain(list).collect()),
                }
            }
            Expr::Array(node) => {
                let entries = parts!(node, ExprArray: elems; any attrs bracket_token)?;
                Self::Parts(Kind::Array, entries.iter().collect())
            }
            Expr::Tuple(node) => {
                let entries = parts!(node, ExprTuple: elems; any attrs paren_token)?;
                Self::Parts(Kind::Tuple, entries.iter().collect())
            }
            Expr::Repeat(node) => {
                let (entry, count) =
                    parts!(node, ExprRepeat: expr len; any attrs bracket_token semi_token)?;
                Self::Repeat(entry, natural_number(count)?)
            }
            Expr::Struct(node) => {
                let (name, fields) = parts!(node, ExprStruct: path fields; no qself dot2_token rest; any attrs brace_token)?;
                let fields: Option<Vec<_>> = fields.iter().map(field).collect();
                let (names, values) = fields?.into_iter().unzip();
                Self::Parts(Kind::Record(path(name)?, names), values)
            }
            Expr::Block(node) => Self::Block(parts!(node, ExprBlock: block; no label; any attrs)?),
            Expr::Match(node) => {
                let (value, arms) =
                    parts!(node, ExprMatch: expr arms; any attrs match_token brace_token)?;
                Self::Match(value, arms.iter().map(arm).collect::<Option<_>>()?)
            }
            Expr::Return(node) => {
                Self::Return(parts!(node, ExprReturn: expr; any attrs return_token)?.as_ref()?)
            }
            _ => return None,
        })
    }
}

/// The name in programs of an operator, and whether the operator assigns the result, as `+=` does.
fn operation(operator: &BinOp) -> Option<(&'static str, bool)> {
    Some(match operator {
        BinOp::Add(_) => ("add", false),
        BinOp::Sub(_) => ("sub", false),
        BinOp::Mul(_) => ("mul", false),
        BinOp::Div(_) => ("div", false),
        BinOp::AddAssign(_) => ("add", true),
        BinOp::SubAssign(_) => ("sub", true),
        BinOp::MulAssign(_) => ("mul", true),
        BinOp::DivAssign(_) => ("div", true),
        _ => return None,
    })
}

/// The block of a chunk. A closure with `move` is refused, since it would write to copies.
fn chunk(closure: &ExprClosure) -> Option<&Block> {
    let (inputs, result, body) = parts!(closure, ExprClosure: inputs output body; no
        lifetimes constness movability asyncness capture; any attrs or1_token or2_token)?;
    match (Form::read(body)?, result) {
        (Form::Block(block), ReturnType::Default) if inputs.is_empty() => Some(block),
        _ => None,
    }
}

/// The name and the value of a field in the expression of a struct.
fn field(node: &FieldValue) -> Option<(String, &Expr)> {
    let (member, value) = parts!(node, FieldValue: member expr; any attrs colon_token)?;
    let Member::Named(name) = member else {
        return None;
    };
    Some((name.to_string(), value))
}

/// The pattern and the value of an arm.
fn arm(node: &Arm) -> Option<(&Pat, &Expr)> {
    let (pattern, value) = parts!(node, Arm: pat body; no guard; any attrs fat_arrow_token comma)?;
    Some((pattern, value))
}

impl<'a> Statement<'a> {
    /// # Errors
    /// No such statement is emitted.
    pub fn of(statement: &'a Stmt) -> Result<Self, Refusal> {
        match statement {
            Stmt::Expr(value, semicolon) => Ok(Self::Expression(value, semicolon.is_some())),
            Stmt::Local(node) => Self::local(node).ok_or_else(|| NO_LET.at(statement)),
            Stmt::Item(_) | Stmt::Macro(_) => Err(unknown(statement)),
        }
    }

    /// The parts of a `let`. `None`: no such `let` is emitted.
    fn local(node: &'a Local) -> Option<Self> {
        let (pattern, init) = parts!(node, Local: pat init; any attrs let_token semi_token)?;
        let value = parts!(init.as_ref()?, LocalInit: expr; no diverge; any eq_token)?;
        Some(match pattern {
            Pat::Type(node) => {
                let (pattern, of_type) = parts!(node, PatType: pat ty; any attrs colon_token)?;
                Self::Let(pattern, Some(of_type), value)
            }
            _ => Self::Let(pattern, None, value),
        })
    }
}

impl<'a> Pattern<'a> {
    /// The form of a pattern. `None`: no such pattern is emitted.
    pub fn of(pattern: &'a Pat) -> Option<Self> {
        Some(match pattern {
            Pat::Wild(_) => Self::Ignored,
            Pat::Ident(node) => {
                let (name, mutable) =
                    parts!(node, PatIdent: ident mutability; no by_ref subpat; any attrs)?;
                Self::Name(name, mutable.is_some())
            }
            Pat::Slice(node) => {
                let parts = parts!(node, PatSlice: elems; any attrs bracket_token)?;
                Self::Parts(Kind::Array, parts.iter().collect())
            }
            Pat::Tuple(node) => {
                let parts = parts!(node, PatTuple: elems; any attrs paren_token)?;
                Self::Parts(Kind::Tuple, parts.iter().collect())
            }
            _ => return None,
        })
    }
}

/// The name that a place expression such as `a.b[0]` begins with, and the steps from there.
///
/// # Errors
/// The expression is no place.
pub fn steps(place: &Expr) -> Result<(String, Vec<Step>), Refusal> {
    match Form::of(place)? {
        Form::Part(base, step) => {
            let (name, mut path) = steps(base)?;
            path.push(step);
            Ok((name, path))
        }
        Form::Name(name) => Ok((name, Vec::new())),
        _ => Err(NO_NAME.at(place)),
    }
}

/// A natural number: an integer without a sign.
pub fn natural_number(expression: &Expr) -> Option<usize> {
    match Form::read(expression)? {
        Form::Literal(Lit::Int(node)) if node.suffix().is_empty() => node.base10_parse().ok(),
        _ => None,
    }
}

/// The text of a number, with digits after the point unless it has an exponent. `None`: it is no number, or has a suffix.
pub fn decimal(literal: &Lit) -> Option<String> {
    let (text, suffix, ending) = match literal {
        Lit::Float(node) => (node.token().to_string(), node.suffix(), "0"),
        Lit::Int(node) => (node.token().to_string(), node.suffix(), ".0"),
        _ => return None,
    };
    let lacks_digits = text.ends_with('.') || ending == ".0";
    let number = if lacks_digits { text + ending } else { text };
    suffix.is_empty().then_some(number)
}
