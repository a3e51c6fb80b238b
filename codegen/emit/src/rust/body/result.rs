//! The result of a function by value: its statements and its expression.

use super::{Scope, reached};
use crate::interface::{Place, RecordType, Returned, dimensions, entries};
use crate::rust::types;
use multibody_description::function::Layout;
use multibody_program::exact::Rational;
use multibody_program::ir::Value;

/// The variables of the arrays that a result consists of, with their sizes.
fn parts(returned: &Returned) -> Vec<(String, Vec<usize>)> {
    let out = |sizes| vec![("out".to_owned(), sizes)];
    match returned {
        Returned::Numbers(Layout::Pose) => {
            let names = ["rotation", "translation"].map(str::to_owned);
            names.into_iter().zip(dimensions(Layout::Pose)).collect()
        }
        Returned::Numbers(layout) | Returned::OfLinks(layout, _) => {
            out(dimensions(*layout).concat())
        }
        Returned::Prepared(slots) | Returned::At(slots) => out(vec![*slots]),
        Returned::Record(record) => {
            let fields = record.fields.iter();
            let each = fields.flat_map(|field| {
                let parts = parts(&field.result).into_iter();
                // A field may have the name of an argument.
                parts.map(|(_, sizes)| (format!("out_{}", field.name), sizes))
            });
            each.collect()
        }
    }
}

/// The expression of a result whose parts have names.
fn composed(returned: &Returned, names: &[&str]) -> String {
    match returned {
        Returned::Record(record) => {
            let RecordType::OfRuntime(of, _) = record.of else {
                unreachable!("a record of the robot is written in place");
            };
            let fields = record.fields.iter().zip(names);
            let fields: Vec<String> = fields
                .map(|(field, name)| format!("{}: {name}", field.name))
                .collect();
            format!("multibody::{of} {{ {} }}", fields.join(", "))
        }
        Returned::Numbers(Layout::Pose) => format!("({})", names.join(", ")),
        _ => names.concat(),
    }
}

impl Scope<'_> {
    /// Writes the statements that put the outputs into a result, and gives its expression.
    pub(super) fn result(&self, returned: &Returned, text: &mut String) -> String {
        let program = self.schedule.program;
        let parts = match returned {
            Returned::Numbers(Layout::Scalar) => return self.operand(program.outputs()[0]),
            _ => parts(returned),
        };
        let mut outputs = program.outputs().iter();
        for (name, sizes) in &parts {
            let places = entries(Place::new(), sizes).into_iter().zip(&mut outputs);
            let is_zero = |value: Value| program.as_constant(value) == Some(&Rational::ZERO);
            let stored: String = places
                .filter(|(_, output)| !is_zero(**output))
                .map(|(place, output)| {
                    format!("{} = {};\n", reached(name, &place), self.operand(*output))
                })
                .collect();
            // `let mut` only where something is assigned.
            let mutable = if stored.is_empty() { "" } else { "mut " };
            let zeros = types::array(sizes, "T::ZERO");
            *text += &format!("let {mutable}{name} = {zeros};\n{stored}");
        }
        let names: Vec<&str> = parts.iter().map(|(name, _)| &name[..]).collect();
        composed(returned, &names)
    }
}
