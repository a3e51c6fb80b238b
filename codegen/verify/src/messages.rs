//! The constructs that are refused in bodies, and what to write instead: one message for each.

use syn::Expr;
use syn::spanned::Spanned;

use crate::refusal::{Refusal, excerpt};
use crate::term::Term;

/// A message: first what is wrong, then what to write instead.
pub struct Message(&'static str, &'static str);

impl Message {
    /// The refusal of the construct at a place of the file.
    pub fn at(&self, place: &impl Spanned) -> Refusal {
        Refusal::at(place, self.0).with_help(self.1)
    }
}

// Defines a constant of each name, with what is wrong and what to write.
macro_rules! messages {
    ($($name:ident: $what:literal, $help:literal;)*) => {
        $(pub const $name: Message = Message($what, $help);)*
    };
}

messages! {
    NO_LET: "this is not emitted here", "write `let a = ..` with a value";
    UNUSED_VALUE: "this value is not used", "remove it, or bind it by `let a = ..`";
    OTHER_TYPE: "this is not the type of the value", "write `let a = ..` without a type";
    OTHER_PARTS: "the value has other parts than the pattern", "name as many parts as it has";
    OTHER_VALUE: "this is a value of another type", "write one of the same type";
    NO_ENTRY: "there is no such entry", "name an entry that the value has";
    NO_NAME: "a part of an unnamed value is not emitted here", "name the value by `let`";
    UNWRITTEN_VALUE: "this is read before it is written", "write it before";
    NO_NUMBER: "this is no number", "name its entries, such as `a[0]`";
    NO_DECIMAL: "this is no decimal in the range of floats", "write it as `1.5` or `1.5e-3`, without suffix and `_`";
    RETURN: "`return` is not emitted here", "let the function end with the value";
    MUTABLE_REFERENCE: "`&mut` is not emitted here", "give it only to functions that write their last argument";
    DEREFERENCE: "`*` before a value is not emitted here", "write the value alone";
    BRANCH: "a choice is not emitted here", "write one formula for all states";
}

/// The refusal of a construct that has no message of its own.
pub fn unknown(place: &impl Spanned) -> Refusal {
    let message = "this is not a statement or an expression that is emitted";
    Refusal::at(place, message)
}

/// The refusal of a term that should be a number.
pub fn no_number(term: &Term, place: &impl Spanned) -> Refusal {
    match term {
        Term::Unwritten => UNWRITTEN_VALUE.at(place),
        _ => NO_NUMBER.at(place),
    }
}

/// The refusal of a construct.
pub fn not_emitted(place: &impl Spanned, subject: &str, help: &str) -> Refusal {
    Refusal::at(place, format!("{subject} is not emitted here")).with_help(help)
}

/// The refusal of an expression whose form is never emitted.
pub fn refusal_of_form(expression: &Expr) -> Refusal {
    let (subject, help) = match expression {
        Expr::If(_) | Expr::Match(_) => return BRANCH.at(expression),
        Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => {
            ("a loop", "write its statements one after the other")
        }
        Expr::Cast(_) => ("`as`", "write constants as `T::lit(2.0)`"),
        Expr::Closure(_) => ("a closure", "write what it computes"),
        Expr::Index(_) | Expr::Repeat(_) => ("such a number", "write an integer, as in `a[0]`"),
        Expr::Path(_) => ("a name with types", "write the name, such as `T::ONE`"),
        Expr::Call(_) | Expr::MethodCall(_) => ("such a call", "call a function without types"),
        Expr::Struct(_) => ("such a struct", "write `Name { field: value }`"),
        Expr::Block(_) => ("a label", "write the block without it"),
        Expr::Binary(_) => ("such an operator", "use `+`, `-`, `*` and `/`"),
        Expr::Unary(_) => ("such a sign", "write `-a`"),
        Expr::Return(_) => return RETURN.at(expression),
        _ => return unknown(expression),
    };
    not_emitted(expression, subject, help)
}

/// The refusal of a function that bodies do not call.
pub fn not_called(place: &impl Spanned, name: &str) -> Refusal {
    let call = name.trim_start_matches('.');
    let help = match call {
        "tan" => "write `a.sin() / a.cos()`",
        "recip" => "write `T::ONE / a`",
        "powi" | "powf" | "pow" => "write `a * a`, or `a.sqrt()`",
        _ => {
            "call `sin`, `cos`, `sin_cos`, `sqrt`, `exp`, `ln`, `mul_add`, `T::lit`, or a function of the robot, with as many \
             arguments as they take"
        }
    };
    Refusal::at(
        place,
        format!("`{}` is not called like this", excerpt(call)),
    )
    .with_help(help)
}
