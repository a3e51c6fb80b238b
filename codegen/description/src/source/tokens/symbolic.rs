//! Coordinates without joints, and energies, forces and bodies that are expressions of coordinates:
//!
//! ```text
//! coordinates = [x, theta],
//! let s = x + l * sin(theta);
//! kinetic = m / 2 * x_dot.powi(2),
//! potential = k / 2 * x.powi(2),
//! force(theta) = -friction * theta_dot,
//! particle bob { mass: m, position: [s, 0, -l * cos(theta)] },
//! rigid plate { mass: m, inertia: diag(a, b, c), position: [x, 0, 0], orientation: zyx(theta, 0, 0) },
//! ```
//!
//! These items are read after the bodies and the joints, and may name the coordinates of joints. `t` is time.

use proc_macro2::{Delimiter, Group, TokenTree};
use syn::{BinOp, Expr};

use super::entries::{entries, report_duplicate, report_unknown_key};
use super::expression::{Expressions, VECTOR};
use super::orientation::ORIENTATION;
use super::piece::{Context, Piece, bare};
use super::places::Places;
use super::reader::{TokenReader, name_and_group};
use super::symbols::{DOT, KnownCoordinate, Symbols, TIME};
use super::syntax::VALUE;
use crate::constraint::{self, ConstraintType};
use crate::fault::{Fault, Shown};
use crate::model::{PlacedBody, Span, Spanned};
use multibody_program::ir::{Value, Vector3};

/// The first words of `coordinates` and of items with an expression.
pub const WORDS: [&str; 5] = ["coordinates", "let", "kinetic", "potential", "force"];
/// The first word of a constraint that is an expression.
const CONSTRAINT: &str = "constraint";
/// The first words of bodies that no joint carries.
pub const BODY_WORDS: [&str; 2] = ["particle", "rigid"];

const PARTICLE: &[&str] = &["mass", "position", "force"];
const RIGID: &[&str] = &["mass", "inertia", "position", "orientation", "force"];

impl TokenReader<'_> {
    /// Reads the names of `coordinates = [x, theta]`. A wrong form is reported once here, and not wherever the names
    /// are used.
    fn read_coordinates(&mut self, item: &Piece, context: &mut Context<'_>) {
        const EXPECTED: &str =
            "names in brackets, divided by commas, e.g. coordinates = [x, theta]";
        let is_sign =
            |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == '=');
        // Without `=`, which is reported, the list follows the word.
        let list_start = 1 + usize::from(item.tokens().get(1).is_some_and(is_sign));
        let list = item.skip(list_start);
        let in_brackets = matches!(list.tokens(), [TokenTree::Group(list)]
            if list_start == 2 && list.delimiter() == Delimiter::Bracket);
        if !in_brackets {
            list.refuse::<()>(0, EXPECTED, context);
        }
        let names = match list.tokens() {
            [.., TokenTree::Group(list)] => Piece::inside(list),
            _ => list,
        };
        for part in names.split() {
            let begins_with_name = matches!(part.tokens().first(), Some(TokenTree::Ident(_)));
            if in_brackets && !(begins_with_name && part.tokens().len() == 1) {
                part.refuse::<()>(usize::from(begins_with_name), EXPECTED, context);
            }
            for token in part.tokens() {
                if let TokenTree::Ident(word) = token {
                    let (value, span) = (bare(word), context.places.at(word.span()));
                    let coordinates = &mut self.model.symbolic.coordinates;
                    coordinates.push(Spanned { value, span });
                }
            }
        }
    }

    /// Reads the items with expressions. All coordinates are read first.
    pub(super) fn read_symbolic_items(&mut self, items: &[Piece], context: &mut Context<'_>) {
        let is_coordinate_item = |item: &&Piece| matches!(item.tokens().first(), Some(TokenTree::Ident(word)) if *word == "coordinates");
        let (coordinate_items, other_items): (Vec<&Piece>, Vec<&Piece>) =
            items.iter().partition(is_coordinate_item);
        for item in coordinate_items {
            self.read_coordinates(item, context);
        }
        if let Some(first_item) = items.first() {
            let first_span = context.places.at(first_item.at(0));
            self.check_time_name(first_span, context);
            self.check_names(first_span, context);
        }
        self.expressions.symbols = Some(self.collect_symbols(context));
        for item in other_items {
            self.read_symbolic_item(item, context);
        }
        let symbols = self.expressions.symbols.take().unwrap_or_default();
        self.model.symbolic.local_inputs = symbols.local_inputs;
    }

    /// Reports fields and joints that have the name of time. Joints of a file, whose places
    /// are not among the tokens, are reported at the first expression.
    fn check_time_name(&self, first_span: Span, context: &mut Context<'_>) {
        let field_place = self
            .expressions
            .fields
            .find(TIME)
            .map(|field| ("a field", field.field.span));
        let joints = self.model.joints.iter();
        let namesakes = joints.filter(|joint| joint.name.value == TIME);
        let joint_places =
            namesakes.map(|joint| ("a joint", place_of_token_or(joint.name.span, first_span)));
        for (noun, span) in field_place.into_iter().chain(joint_places) {
            context
                .faults
                .push(span, Fault::TokenTimeNameUsed { what: noun });
        }
    }

    /// Reports a joint's coordinate with the name of time or of a field, and any coordinate whose rate would have
    /// the name of another coordinate. Joints of a file are reported at the first expression.
    fn check_names(&self, first_span: Span, context: &mut Context<'_>) {
        let joint_coordinates = self.model.joints.iter().flat_map(|joint| {
            let Spanned {
                value: joint_name,
                span,
            } = &joint.name;
            let names = joint.kind.value.coordinate_names(joint_name);
            let span = place_of_token_or(*span, first_span);
            names.map(move |name| (name, span, joint_name))
        });
        let joint_coordinates: Vec<_> = joint_coordinates.collect();
        let jointless_coordinates = self
            .model
            .symbolic
            .coordinates
            .iter()
            .map(|Spanned { value, span }| (value.clone(), *span));
        let coordinates: Vec<(String, Span)> = (joint_coordinates.iter())
            .map(|(name, span, _)| (name.clone(), *span))
            .chain(jointless_coordinates)
            .collect();
        for (name, span) in &coordinates {
            let rate = format!("{name}{DOT}");
            let is_name_or_rate = |other: &str| other == name || other == rate;
            let joint_coordinate = joint_coordinates
                .iter()
                .find(|(coordinate, ..)| coordinate == name);
            // A joint that has the name of time itself has already been reported.
            let owner = match joint_coordinate {
                _ if coordinates.iter().any(|(other, _)| *other == rate) => "another coordinate",
                Some((.., joint_name)) if name == TIME && *joint_name != TIME => "time",
                Some(_) if self.expressions.fields.names().any(is_name_or_rate) => "a field",
                _ => continue,
            };
            let name = Shown::from(name.as_str());
            context
                .faults
                .push(*span, Fault::TokenCoordinateNameUsed { name, by: owner });
        }
    }

    /// All coordinates. Reports those without a joint that have the name of another coordinate, or a name with
    /// another meaning.
    fn collect_symbols(&self, context: &mut Context<'_>) -> Symbols {
        // Constraints of a file may have expressions too.
        let mut symbols = Symbols {
            local_inputs: self.model.symbolic.local_inputs.clone(),
            ..Symbols::default()
        };
        for joint in &self.model.joints {
            let motions = joint.kind.value.motions().iter();
            let names = joint.kind.value.coordinate_names(&joint.name.value);
            symbols
                .coordinates
                .extend(names.zip(motions).map(|(name, motion)| KnownCoordinate {
                    name,
                    is_single: motion.kind.positions().len() == 1,
                }));
        }
        for Spanned { value: name, span } in &self.model.symbolic.coordinates {
            let label = || Shown::from(name.as_str());
            if symbols
                .coordinates
                .iter()
                .any(|coordinate| coordinate.name == *name)
            {
                let fault = Fault::TokenDuplicateCoordinate { name: label() };
                context.faults.push(*span, fault);
                continue;
            }
            if let Some(owner) = self.other_owner(name) {
                let fault = Fault::TokenCoordinateNameUsed {
                    name: label(),
                    by: owner,
                };
                context.faults.push(*span, fault);
            }
            symbols.coordinates.push(KnownCoordinate {
                name: name.clone(),
                is_single: true,
            });
        }
        symbols
    }

    /// What else has the name of a coordinate or of its rate, as a noun for messages.
    fn other_owner(&self, name: &str) -> Option<&'static str> {
        let rate = format!("{name}{DOT}");
        let is_name_or_rate = |other: &str| other == name || other == rate;
        let mut joints = self.model.joints.iter();
        if name == TIME {
            Some("time")
        } else if self.expressions.fields.names().any(is_name_or_rate) {
            Some("a field")
        } else {
            let is_joint = joints.any(|joint| is_name_or_rate(&joint.name.value));
            is_joint.then_some("a joint")
        }
    }

    /// Adds what one item with an expression describes to the model. `None` if the item is faulty, which has been
    /// reported.
    fn read_symbolic_item(&mut self, item: &Piece, context: &mut Context<'_>) -> Option<()> {
        let Some(TokenTree::Ident(word)) = item.tokens().first() else {
            return None;
        };
        if let Some(kind) = constraint::with_word(&word.to_string()) {
            return self.read_link_constraint(kind, item, context);
        }
        match word.to_string().as_str() {
            "let" => self.read_definition(item, context),
            "kinetic" => {
                let expression =
                    assignment(item.skip(1), "kinetic = m / 2 * x_dot.powi(2)", context)?;
                let terms = self.terms(&expression, context);
                self.model.symbolic.kinetic.extend(terms);
                Some(())
            }
            "potential" => {
                let expression =
                    assignment(item.skip(1), "potential = k / 2 * x.powi(2)", context)?;
                let energy =
                    self.value_without_rates(&expression, "the potential energy", context)?;
                self.model
                    .symbolic
                    .potential
                    .push((energy, context.place(&expression)));
                Some(())
            }
            "force" => self.read_force(item, context),
            CONSTRAINT => self.read_constraint(item, context),
            _ => {
                let (name, braces) = name_and_group(item, context)?;
                let body = self.read_placed_body(*word == "rigid", name, braces, context)?;
                let bodies = &self.model.symbolic.bodies;
                let first = bodies
                    .iter()
                    .find(|other| other.name.value == body.name.value);
                report_duplicate(
                    &body.name,
                    first.map(|other| &other.name),
                    "the expressions",
                    context,
                );
                self.model.symbolic.bodies.push(body);
                Some(())
            }
        }
    }

    /// `let s = l * sin(theta)`
    fn read_definition(&mut self, item: &Piece, context: &mut Context<'_>) -> Option<()> {
        const EXPECTED: &str = "a definition, e.g. let s = l * sin(theta);";
        let (Some(TokenTree::Ident(name)), Some(TokenTree::Punct(sign))) =
            (item.tokens().get(1), item.tokens().get(2))
        else {
            return item.refuse(1, EXPECTED, context);
        };
        if sign.as_char() != '=' {
            return item.refuse(2, EXPECTED, context);
        }
        let expression = item.skip(3).expression(VALUE, context);
        let value = expression.and_then(|expression| self.expressions.value(&expression, context));
        self.expressions.check_definition_name(name, context);
        self.expressions.define(bare(name), value);
        Some(())
    }

    /// `force(theta) = ..`
    fn read_force(&mut self, item: &Piece, context: &mut Context<'_>) -> Option<()> {
        const EXAMPLE: &str = "force(theta) = -friction * theta_dot";
        let Some(TokenTree::Group(list)) = item.tokens().get(1) else {
            return item.refuse(1, EXAMPLE, context);
        };
        let coordinate = Piece::inside(list).name(context);
        let expression = assignment(item.skip(2), EXAMPLE, context);
        let value = expression.and_then(|expression| self.expressions.value(&expression, context));
        let coordinate = coordinate?;
        self.expressions.check_coordinate(&coordinate, context)?;
        let mut forces = self.model.symbolic.forces.iter();
        let first = forces.find(|(other, _)| other.value == coordinate.value);
        report_duplicate(
            &coordinate,
            first.map(|(other, _)| other),
            "the expressions",
            context,
        );
        self.model.symbolic.forces.push((coordinate, value?));
        Some(())
    }

    /// The terms of a sum, each with its place.
    fn terms(&mut self, sum: &Expr, context: &mut Context<'_>) -> Vec<(Value, Span)> {
        let mut terms = Vec::new();
        let (mut remainder, mut operands) = (sum, Vec::new());
        while let Expr::Binary(binary) = remainder
            && let BinOp::Add(_) | BinOp::Sub(_) = binary.op
        {
            operands.push((&*binary.right, matches!(binary.op, BinOp::Sub(_))));
            remainder = &*binary.left;
        }
        operands.push((remainder, false));
        for (term, is_negative) in operands.into_iter().rev() {
            let place = context.place(term);
            if let Some(value) = self.expressions.value(term, context) {
                let signed_value =
                    if is_negative { self.expressions.builder.neg(value) } else { value };
                terms.push((signed_value, place));
            }
        }
        terms
    }

    /// An expression that must not depend on rates.
    fn value_without_rates(
        &mut self,
        expression: &Expr,
        noun: &'static str,
        context: &mut Context<'_>,
    ) -> Option<Value> {
        let value = self.expressions.value(expression, context)?;
        self.refuse_rates(value, context.place(expression), noun, context)
    }

    /// Returns the value; reports one that depends on rates.
    pub(super) fn refuse_rates(
        &mut self,
        value: Value,
        place: Span,
        noun: &'static str,
        context: &mut Context<'_>,
    ) -> Option<Value> {
        match self.expressions.rate_in(value) {
            None => Some(value),
            Some(name) => {
                let name = Shown::from(&format!("{name}{DOT}"));
                context
                    .faults
                    .push(place, Fault::TokenRate { name, what: noun });
                None
            }
        }
    }

    /// A vector of three expressions; if `is_positional`, they must not depend on rates.
    pub(super) fn vector_of_values(
        &mut self,
        expression: &Expr,
        noun: &'static str,
        is_positional: bool,
        context: &mut Context<'_>,
    ) -> Option<Vector3> {
        let quantities = self.expressions.vector(expression, noun, context)?;
        let mut values = [Value::ZERO; 3];
        for (value, quantity) in values.iter_mut().zip(quantities) {
            *value = quantity.value(&mut self.expressions.builder);
            if is_positional {
                *value = self.refuse_rates(*value, quantity.span(), noun, context)?;
            }
        }
        Some(values)
    }

    /// `{ mass: m, position: [..], .. }` of a rigid body or a particle
    fn read_placed_body(
        &mut self,
        is_rigid: bool,
        name: Spanned<String>,
        braces: &Group,
        context: &mut Context<'_>,
    ) -> Option<PlacedBody> {
        let (word, keys) = if is_rigid { ("rigid body", RIGID) } else { ("particle", PARTICLE) };
        let owner = format!("{word} `{}`", Shown::from(&name.value));
        let (mut mass, mut inertia, mut position) = (None, None, None);
        let (mut rotation, mut force) = (None, None);
        let (mut has_mass, mut has_position) = (false, false);
        for entry in entries(braces, &owner, &[], context) {
            match entry.key.as_str() {
                "mass" => {
                    has_mass = true;
                    let expression = entry.expression("mass: 1.5", VALUE, context);
                    let quantity =
                        |reader: &mut Expressions<'_>| reader.quantity(&expression?, context);
                    mass = self.expressions.read_fields_only(quantity);
                }
                "position" => {
                    has_position = true;
                    let expression = entry.expression("position: [x, 0, z]", VECTOR, context);
                    position = expression
                        .and_then(|v| self.vector_of_values(&v, "a position", true, context));
                }
                "force" => {
                    let expression = entry.expression("force: [0, 0, -1]", VECTOR, context);
                    force = expression
                        .and_then(|v| self.vector_of_values(&v, "a force", false, context));
                }
                "inertia" if is_rigid => {
                    let expression =
                        entry.expression("inertia: diag(1, 1, 1)", "an inertia", context);
                    let tensor = |reader: &mut Expressions<'_>| {
                        reader.inertia(&expression?, &name.value, context)
                    };
                    inertia = self.expressions.read_fields_only(tensor);
                }
                "orientation" if is_rigid => {
                    let expression =
                        entry.expression("orientation: zyx(a, b, c)", ORIENTATION, context);
                    rotation =
                        expression.and_then(|expression| self.orientation(&expression, context));
                }
                _ => {
                    report_unknown_key(&entry, &owner, keys, context);
                }
            }
        }
        for (key, example, is_present) in [
            ("mass", "mass: 1.5", has_mass),
            ("position", "position: [x, 0, z]", has_position),
        ] {
            if !is_present {
                let fault = Fault::TokenMissingKey {
                    key,
                    place: owner.clone(),
                    example,
                };
                context.faults.push(name.span, fault);
            }
        }
        Some(PlacedBody {
            mass: mass?,
            inertia,
            position: position?,
            rotation,
            force,
            name,
        })
    }
}

/// `place` if it is the place of a token; otherwise `fallback`.
fn place_of_token_or(place: Span, fallback: Span) -> Span {
    if Places::is_token(place) { place } else { fallback }
}

/// The expression after `=`.
fn assignment(item: Piece, example: &'static str, context: &mut Context<'_>) -> Option<Expr> {
    match item.tokens().first() {
        Some(TokenTree::Punct(sign)) if sign.as_char() == '=' => {
            item.skip(1).expression(VALUE, context)
        }
        _ => item.refuse(0, example, context),
    }
}

/// Whether an item is one of those that this module reads.
pub fn is_symbolic(item: &Piece) -> bool {
    match item.tokens() {
        [TokenTree::Ident(word), ..] if WORDS.iter().any(|first_word| word == first_word) => true,
        [TokenTree::Ident(word), name, ..] if *word == CONSTRAINT => {
            !matches!(name, TokenTree::Punct(_))
        }
        [
            TokenTree::Ident(word),
            TokenTree::Ident(_) | TokenTree::Literal(_),
            ..,
        ] => {
            let kind = constraint::with_word(&word.to_string());
            kind.is_some_and(ConstraintType::has_equations)
                || BODY_WORDS.iter().any(|first_word| word == first_word)
        }
        _ => false,
    }
}
