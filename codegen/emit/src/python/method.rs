//! A method of the class, and its arguments.

use super::results::PythonResult;
use crate::interface::{Robot, Signature, argument_name};
use multibody_support::foreign::python_identifier;

/// A method.
pub struct PythonMethod {
    /// Its name in Python.
    pub name: String,
    /// What it computes, in lines.
    pub documentation: Vec<String>,
    /// Whether it takes the name of a link first.
    pub takes_link: bool,
    /// Its other arguments.
    pub arguments: Vec<PythonArgument>,
    /// Its result.
    pub result: PythonResult,
}

/// An argument that is a number or an array.
#[derive(Clone)]
pub struct PythonArgument {
    /// Its name in Python.
    pub name: String,
    /// Its sizes, from outside to inside; a number has none.
    pub sizes: Vec<usize>,
}

impl PythonArgument {
    /// An argument. The name may be one that Python reserves.
    pub fn new(name: &str, sizes: &[usize]) -> Self {
        Self {
            name: python_identifier(name),
            sizes: sizes.to_vec(),
        }
    }

    /// The expression in Rust of a reference to it in the caller's memory; `index` is its index among the arguments.
    pub fn write_reference(&self, index: usize) -> String {
        let sizes = self.sizes.iter().rev();
        let array = sizes.fold("f64".to_owned(), |inner, size| format!("[{inner}; {size}]"));
        format!("from.get::<{array}>({index})")
    }
}

/// The expressions in Rust that pass arguments to a function: numbers by value, arrays by reference.
pub fn write_arguments(arguments: &[PythonArgument]) -> impl Iterator<Item = String> {
    arguments.iter().enumerate().map(|(index, argument)| {
        let value = if argument.sizes.is_empty() { "*" } else { "" };
        value.to_owned() + &argument.write_reference(index)
    })
}

/// The arguments of a function.
pub fn arguments(robot: &Robot<'_>, signature: &Signature) -> Vec<PythonArgument> {
    let kinds = signature.arguments.iter();
    kinds
        .map(|&kind| PythonArgument::new(argument_name(kind), &robot.argument_sizes(kind)))
        .collect()
}
