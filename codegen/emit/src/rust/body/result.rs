//! A result that a function returns by value: the statements that fill the arrays of which the result consists.

use super::{Scope, access};
use crate::interface::{EntryPath, Returned, entries};
use crate::rust::types;
use multibody_program::exact::Rational;
use multibody_program::ir::Value;

/// The names of the variables for the arrays and numbers that a result consists of.
fn variables(returned: &Returned) -> Vec<String> {
    let string = |part: &str| part.to_owned();
    match returned {
        Returned::Pose => vec![string("rotation"), string("translation")],
        Returned::Record(record) => {
            let fields = record.fields.iter();
            let names = fields.flat_map(|field| {
                // Without the prefix, a field could shadow an argument.
                let name = format!("out_{}", field.name);
                match &variables(&field.result)[..] {
                    [_] => vec![name],
                    parts => parts.iter().map(|part| format!("{name}_{part}")).collect(),
                }
            });
            names.collect()
        }
        Returned::OfLinks(link_result, count) => {
            let parts = variables(link_result);
            let names =
                (0..*count).flat_map(|link| parts.iter().map(move |part| format!("{part}_{link}")));
            names.collect()
        }
        Returned::Array(_) | Returned::Prepared(_) | Returned::At(_) => vec![string("out")],
    }
}

impl Scope<'_> {
    /// Writes the statements that put the outputs into the arrays of a result. Returns the expressions of its parts: the name of
    /// an array, or the number itself.
    pub(super) fn write_result(&self, returned: &Returned, text: &mut String) -> Vec<String> {
        let program = self.schedule.program;
        let mut outputs = program.outputs().iter();
        let parts = variables(returned).into_iter().zip(returned.part_sizes());
        let mut write_part = |(name, sizes): (String, Vec<usize>)| {
            let mut stores = (entries(EntryPath::new(), &sizes).into_iter())
                .zip(&mut outputs)
                .peekable();
            if let (true, Some((_, output))) = (sizes.is_empty(), stores.peek()) {
                return self.result_number(**output);
            }
            let is_zero = |value: Value| program.as_constant(value) == Some(&Rational::ZERO);
            let statements: String = stores
                .filter(|(_, output)| !is_zero(**output))
                .map(|(path, output)| {
                    format!(
                        "{} = {};\n",
                        access(&name, &path),
                        self.result_number(*output)
                    )
                })
                .collect();
            // `let mut` only where something is assigned.
            let mutable = if statements.is_empty() { "" } else { "mut " };
            let zeros = types::array(&sizes, "T::ZERO");
            *text += &format!("let {mutable}{name} = {zeros};\n{statements}");
            name
        };
        parts.map(&mut write_part).collect()
    }
}
