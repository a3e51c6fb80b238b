//! Coordinates, their rates, time and definitions by name.

use proc_macro2::Ident;

use super::expression::Expressions;
use super::piece::{Context, bare};
use super::symbols::{DOT, TIME};
use crate::fault::{Fault, Hint, Shown};
use crate::model::{Name, Span, Spanned};
use multibody_program::ir::{Builder, InputKind, Node, Value};

impl Expressions<'_> {
    /// Reads an expression in which only fields are known, but not coordinates and definitions that depend on
    /// coordinates.
    pub(super) fn of_fields<T>(&mut self, reader: impl FnOnce(&mut Self) -> T) -> T {
        let (symbols, locals) = (self.symbols.take(), self.locals.clone());
        let builder = &self.builder;
        self.locals
            .retain(|(_, value)| value.is_none_or(|value| !moves(builder, value)));
        let result = reader(self);
        (self.symbols, self.locals) = (symbols, locals);
        result
    }

    /// Reads an expression that may also depend on x, y and z, the position of a point. In such an expression these
    /// names have no other meaning.
    pub(super) fn of_place<T>(&mut self, reader: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.locals.len();
        for (k, name) in ["x", "y", "z"].into_iter().enumerate() {
            let value = self.input(Name::Place(k));
            self.locals.push((name.to_owned(), value));
        }
        let result = reader(self);
        self.locals.truncate(outer);
        result
    }

    /// Defines a name for all that follows; no value: the definition is faulty, which has been reported.
    pub(super) fn define(&mut self, name: String, value: Option<Value>) {
        let input = value.and_then(|value| {
            if moves(&self.builder, value) {
                self.input(Name::Definition(value))
            } else {
                Some(value)
            }
        });
        self.locals.push((name, input));
    }

    /// Reports a definition that has the name of time, of a coordinate or of a rate.
    pub(super) fn reserve_time(&self, name: &Ident, context: &mut Context<'_>) {
        let Some(symbols) = &self.symbols else {
            return;
        };
        let bare_name = bare(name);
        let position = bare_name.strip_suffix(DOT).unwrap_or(&bare_name);
        let mut coordinates = symbols.coordinates.iter();
        if bare_name == TIME {
            let noun = "a definition";
            context.fault(name.span(), Fault::TokenTimeNameUsed { what: noun });
        } else if coordinates.any(|c| c.name == bare_name || c.name == position) {
            let (name_of, owner) = (Shown::from(position), "a definition");
            context.fault(
                name.span(),
                Fault::TokenCoordinateNameUsed {
                    name: name_of,
                    by: owner,
                },
            );
        }
    }

    /// The local input that stands for a name.
    fn input(&mut self, name: Name) -> Option<Value> {
        let names = &mut self.symbols.as_mut()?.names;
        let position = names.iter().position(|known| *known == name);
        let index = position.unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        Some(self.builder.input(InputKind::Local, index))
    }

    /// Time, or the position or the rate of the coordinate with this name. `None`: there is no such coordinate;
    /// `Some(None)`: a fault has been reported.
    pub(super) fn coordinate_named(
        &mut self,
        name: &str,
        span: Span,
        context: &mut Context<'_>,
    ) -> Option<Option<Value>> {
        let coordinates = &self.symbols.as_ref()?.coordinates;
        if name == TIME {
            return Some(self.input(Name::Time));
        }
        let find = |expected: &str| coordinates.iter().find(|c| c.name == expected);
        let rated = name.strip_suffix(DOT).and_then(find);
        let (coordinate, is_rate) = match find(name) {
            Some(coordinate) => (coordinate, false),
            None => (rated?, true),
        };
        let own_name = coordinate.name.clone();
        if !coordinate.is_single {
            let name = Shown::from(&own_name);
            context
                .faults
                .push(span, Fault::TokenSeveralPositions { name });
            return Some(None);
        }
        Some(self.input(if is_rate { Name::Rate(own_name) } else { Name::Position(own_name) }))
    }

    /// Reports the name if no coordinate has it.
    pub(super) fn coordinate(
        &mut self,
        name: &Spanned<String>,
        context: &mut Context<'_>,
    ) -> Option<()> {
        let coordinates = &self.symbols.as_ref()?.coordinates;
        if coordinates
            .iter()
            .any(|c| c.name == name.value && c.is_single)
        {
            return Some(());
        }
        let names = coordinates.iter().map(|c| c.name.as_str());
        let add = Hint::Write("name it, e.g. coordinates = [x, theta]");
        let hint = context.faults.nearest(&name.value, names).or(add);
        let label = Shown::from(&name.value);
        context.faults.push(
            name.span,
            Fault::TokenUnknownCoordinate { name: label, hint },
        );
        None
    }

    /// The names of all coordinates.
    pub(super) fn coordinate_names(&self) -> impl Iterator<Item = &str> {
        let coordinates = self.symbols.iter().flat_map(|symbols| &symbols.coordinates);
        coordinates.map(|c| c.name.as_str())
    }

    /// The name of a coordinate whose rate occurs in a value.
    pub(super) fn rate_in(&self, value: Value) -> Option<String> {
        let names = &self.symbols.as_ref()?.names;
        let mut stack = vec![value];
        while let Some(value) = stack.pop() {
            for node in self.builder.finish(&[value]).nodes() {
                match *node {
                    Node::Input(input) if input.kind == InputKind::Local => {
                        match &names[input.index as usize] {
                            Name::Rate(name) => return Some(name.clone()),
                            Name::Definition(value) => stack.push(*value),
                            Name::Position(_) | Name::Time | Name::Place(_) => {}
                        }
                    }
                    _ => {}
                }
            }
        }
        None
    }
}

/// Whether a value depends on coordinates or time.
fn moves(b: &Builder, value: Value) -> bool {
    let is_local =
        |node: &Node| matches!(node, Node::Input(input) if input.kind == InputKind::Local);
    b.finish(&[value]).nodes().iter().any(is_local)
}
