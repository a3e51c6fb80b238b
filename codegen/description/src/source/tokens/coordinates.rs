//! Coordinates, their rates, time and definitions by name.

use std::collections::BTreeSet;

use proc_macro2::Ident;

use super::expression::Expressions;
use super::piece::{Context, bare};
use super::symbols::{DOT, TIME};
use crate::fault::{Fault, Hint, Shown};
use crate::model::{LocalInput, Span, Spanned};
use multibody_program::ir::{Builder, InputKind, Node, Value};

impl Expressions<'_> {
    /// Reads an expression in which fields have a meaning, but coordinates and definitions that depend on coordinates do
    /// not.
    pub(super) fn read_fields_only<T>(
        &mut self,
        read_expression: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let (symbols, locals) = (self.symbols.take(), self.locals.clone());
        let builder = &self.builder;
        self.locals
            .retain(|(_, value)| value.is_none_or(|value| !has_local_inputs(builder, value)));
        let result = read_expression(self);
        (self.symbols, self.locals) = (symbols, locals);
        result
    }

    /// Reads an expression that may also depend on x, y and z, the coordinates of a point. There these names have no other
    /// meaning.
    pub(super) fn read_with_point<T>(&mut self, read_expression: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.locals.len();
        for (k, name) in ["x", "y", "z"].into_iter().enumerate() {
            let value = self.input(LocalInput::PointCoordinate(k));
            self.locals.push((name.to_owned(), value));
        }
        let result = read_expression(self);
        self.locals.truncate(outer);
        result
    }

    /// Defines a name for the expressions that follow. `value` is `None` if the definition is faulty, which has been
    /// reported.
    pub(super) fn define(&mut self, name: String, value: Option<Value>) {
        let input = value.and_then(|value| {
            if has_local_inputs(&self.builder, value) {
                self.input(LocalInput::Definition(value))
            } else {
                Some(value)
            }
        });
        self.locals.push((name, input));
    }

    /// Reports a definition that has the name of time, of a coordinate or of a rate.
    pub(super) fn check_definition_name(&self, name: &Ident, context: &mut Context<'_>) {
        let Some(symbols) = &self.symbols else {
            return;
        };
        let bare_name = bare(name);
        let base_name = bare_name.strip_suffix(DOT).unwrap_or(&bare_name);
        let mut coordinates = symbols.coordinates.iter();
        if bare_name == TIME {
            let noun = "a definition";
            context.report(name.span(), Fault::TokenTimeNameUsed { what: noun });
        } else if coordinates.any(|c| c.name == bare_name || c.name == base_name) {
            let (span, owner) = (name.span(), "a definition");
            let name = Shown::from(base_name);
            context.report(span, Fault::TokenCoordinateNameUsed { name, by: owner });
        }
    }

    /// The value of a local input, which is added if it is new.
    fn input(&mut self, input: LocalInput) -> Option<Value> {
        let inputs = &mut self.symbols.as_mut()?.local_inputs;
        let position = inputs.iter().position(|local_input| *local_input == input);
        let index = position.unwrap_or_else(|| {
            inputs.push(input);
            inputs.len() - 1
        });
        Some(self.builder.input(InputKind::Local, index))
    }

    /// Time, or the position or the rate of the coordinate with this name. `None` if there is no such coordinate, and
    /// `Some(None)` if a fault has been reported.
    pub(super) fn coordinate_named(
        &mut self,
        name: &str,
        span: Span,
        context: &mut Context<'_>,
    ) -> Option<Option<Value>> {
        let coordinates = &self.symbols.as_ref()?.coordinates;
        if name == TIME {
            return Some(self.input(LocalInput::Time));
        }
        let find = |expected: &str| coordinates.iter().find(|c| c.name == expected);
        let rate_owner = name.strip_suffix(DOT).and_then(find);
        let (coordinate, is_rate) = match find(name) {
            Some(coordinate) => (coordinate, false),
            None => (rate_owner?, true),
        };
        let coordinate_name = coordinate.name.clone();
        if !coordinate.is_single {
            let name = Shown::from(&coordinate_name);
            context
                .faults
                .push(span, Fault::TokenSeveralPositions { name });
            return Some(None);
        }
        let kind = if is_rate { LocalInput::Rate } else { LocalInput::Position };
        Some(self.input(kind(coordinate_name)))
    }

    /// Reports a name that no coordinate with a single position has.
    pub(super) fn check_coordinate(
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
        let (span, name) = (name.span, Shown::from(&name.value));
        let fault = Fault::TokenUnknownCoordinate { name, hint };
        context.faults.push(span, fault);
        None
    }

    /// The names of all coordinates.
    pub(super) fn coordinate_names(&self) -> impl Iterator<Item = &str> {
        let coordinates = self.symbols.iter().flat_map(|symbols| &symbols.coordinates);
        coordinates.map(|c| c.name.as_str())
    }

    /// The name of a coordinate whose rate occurs in a value.
    pub(super) fn rate_in(&self, value: Value) -> Option<String> {
        let inputs = &self.symbols.as_ref()?.local_inputs;
        let mut stack = vec![value];
        // Each definition is visited once: it may name others several times each, and the paths to them could be too
        // many.
        let mut visited = BTreeSet::new();
        while let Some(value) = stack.pop() {
            if !visited.insert(value) {
                continue;
            }
            for node in self.builder.finish(&[value]).nodes() {
                match *node {
                    Node::Input(input) if input.kind == InputKind::Local => {
                        match &inputs[input.index as usize] {
                            LocalInput::Rate(name) => return Some(name.clone()),
                            LocalInput::Definition(value) => stack.push(*value),
                            LocalInput::Position(_)
                            | LocalInput::Time
                            | LocalInput::PointCoordinate(_) => {}
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
fn has_local_inputs(b: &Builder, value: Value) -> bool {
    let is_local =
        |node: &Node| matches!(node, Node::Input(input) if input.kind == InputKind::Local);
    b.finish(&[value]).nodes().iter().any(is_local)
}
