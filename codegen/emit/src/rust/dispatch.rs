//! Runtime dispatch (multiversioning), with the option `dispatch`: functions that use the best instructions of the host.
//!
//! Such a function is emitted as two. The first uses the runtime's macro `detected`, which tests the features
//! of the processor. The second has the body, over any arithmetic, and is inlined into the version for each
//! kind of processor.

use super::robot::Robot;
use super::signature::{Generics, ResultForm, Signature, argument_name, argument_type};
use multibody_description::function::BODY;
use multibody_program::ir::{Count, Program};

/// What computes a function's multiply-adds and sines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// The number type itself.
    OfNumbers,
    /// A type parameter of the function.
    Chosen,
}

impl Arithmetic {
    /// The type whose functions are called.
    pub fn name(self) -> &'static str {
        match self {
            Self::OfNumbers => "T",
            Self::Chosen => "A",
        }
    }
}

/// A function with fewer multiplications, additions and divisions than this finishes sooner than a test of the processor.
const SHORT: usize = 60;
/// From this many operations on, the registers of AVX-512 are of use.
const LONG: usize = 2500;

/// An item that makes the compiler explain why the processor cannot be tested, if it cannot.
pub fn item(robot: &Robot<'_>) -> &'static str {
    match robot.settings.dispatch {
        true => "\nmultibody::detects!();\n",
        false => "",
    }
}

/// A function, from its head on, whose body computes a program.
pub fn function(
    robot: &Robot<'_>,
    name: &str,
    signature: &Signature,
    form: ResultForm,
    generics: Generics,
    program: &Program,
    body: impl Fn(Arithmetic) -> String,
) -> String {
    let head = match form {
        ResultForm::ByValue => signature.head(robot, "pub ", name, generics),
        ResultForm::InPlace => signature.head_in_place(robot, name, generics),
    };
    if !is_dispatched(robot, signature, program) {
        return format!("{head}{}    }}\n", body(Arithmetic::OfNumbers));
    }
    format!(
        "{head}{}    }}\n\n    #[inline(always)]\n{}{}    }}\n",
        call(robot, name, signature, form, generics, program),
        signature.head_of_body(robot, &format!("{name}{BODY}"), form, generics),
        body(Arithmetic::Chosen)
    )
}

/// Whether a function tests the processor.
pub fn is_dispatched(robot: &Robot<'_>, signature: &Signature, program: &Program) -> bool {
    let is_requested = robot.settings.dispatch && !signature.arguments.is_empty();
    is_requested && operations(program) >= SHORT
}

fn operations(program: &Program) -> usize {
    let Count { mul, add, div, .. } = Count::of_all(program);
    mul + add + div
}

/// The lines between the braces of the function that tests the processor.
fn call(
    robot: &Robot<'_>,
    name: &str,
    signature: &Signature,
    form: ResultForm,
    generics: Generics,
    program: &Program,
) -> String {
    let line = |name: &str, of: &str| {
        format!("                {name}: {},\n", of.replacen('&', "&'a ", 1))
    };
    let arguments = signature.arguments.iter();
    let arguments = arguments.map(|&kind| line(argument_name(kind), &argument_type(robot, kind)));
    let mut arguments: String = arguments.collect();
    let result = match form {
        ResultForm::ByValue => &signature.result,
        ResultForm::InPlace => {
            arguments += &line("out", &format!("&mut {}", signature.result));
            "()"
        }
    };
    let numbers = match generics {
        Generics::OfFunction => "T, A",
        Generics::OfType(_) => "A",
    };
    format!(
        "        multibody::detected! {{\n            self: {},\n            {name}{BODY}<{numbers}>(\n{arguments}            \
         ) -> {result},\n            is_long: {},\n        }}\n",
        generics.of(robot),
        operations(program) >= LONG
    )
}
