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
//! They are read after the bodies and the joints; they may name the coordinates of joints. `t` is time.

use proc_macro2::{Delimiter, Group, TokenTree};
use syn::{BinOp, Expr};

use super::entries::{entries, twice, unknown};
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

/// The first words of items with an expression.
pub const WORDS: [&str; 5] = ["coordinates", "let", "kinetic", "potential", "force"];
/// The first word of a constraint that is an expression.
const CONSTRAINT: &str = "constraint";
/// The first words of bodies that no joint carries.
pub const BODIES: [&str; 2] = ["particle", "rigid"];

const PARTICLE: &[&str] = &["mass", "position", "force"];
const RIGID: &[&str] = &["mass", "inertia", "position", "orientation", "force"];

impl TokenReader<'_> {
    /// The names of `coordinates = [x, theta]`. In another form they are reported once, and not wherever they are used.
    fn coordinates(&mut self, item: &Piece, context: &mut Context<'_>) {
        const EXPECTED: &str =
            "names in brackets, divided by commas, e.g. coordinates = [x, theta]";
        let is_sign =
            |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == '=');
        let begin = 1 + usize::from(item.tokens().get(1).is_some_and(is_sign));
        let list = item.behind(begin);
        let in_brackets = matches!(list.tokens(), [TokenTree::Group(list)]
            if begin == 2 && list.delimiter() == Delimiter::Bracket);
        if !in_brackets {
            list.refuse::<()>(0, EXPECTED, context);
        }
        let names = match list.tokens() {
            [.., TokenTree::Group(list)] => Piece::inside(list),
            _ => list,
        };
        for part in names.split() {
            let begins = matches!(part.tokens().first(), Some(TokenTree::Ident(_)));
            if in_brackets && !(begins && part.tokens().len() == 1) {
                part.refuse::<()>(usize::from(begins), EXPECTED, context);
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
    pub(super) fn symbolic(&mut self, items: &[Piece], context: &mut Context<'_>) {
        let names = |item: &&Piece| matches!(item.tokens().first(), Some(TokenTree::Ident(word)) if *word == "coordinates");
        let (coordinate_items, others): (Vec<&Piece>, Vec<&Piece>) = items.iter().partition(names);
        for item in coordinate_items {
            self.coordinates(item, context);
        }
        if let Some(first) = items.first() {
            let first = context.places.at(first.at(0));
            self.reserve_time(first, context);
            self.check_names(first, context);
        }
        self.expressions.symbols = Some(self.symbols(context));
        for item in others {
            self.symbolic_item(item, context);
        }
        let symbols = self.expressions.symbols.take().unwrap_or_default();
        self.model.symbolic.names = symbols.names;
    }

    /// Reports fields and joints that have the name of time. Joints of a file are reported at the `first` expression.
    fn reserve_time(&self, first: Span, context: &mut Context<'_>) {
        let field = self
            .expressions
            .fields
            .find(TIME)
            .map(|field| ("a field", field.field.span));
        let joints = self.model.joints.iter();
        let namesakes = joints.filter(|joint| joint.name.value == TIME);
        let places = namesakes.map(|joint| ("a joint", own_place(joint.name.span, first)));
        for (noun, span) in field.into_iter().chain(places) {
            context
                .faults
                .push(span, Fault::TokenTimeNameUsed { what: noun });
        }
    }

    /// Reports a joint's coordinate with the name of time or of a field, and any coordinate with the name of another
    /// coordinate's rate. Joints of a file are reported at the `first` expression.
    fn check_names(&self, first: Span, context: &mut Context<'_>) {
        let of_joints = self.model.joints.iter().flat_map(|joint| {
            let Spanned {
                value: joint_name,
                span,
            } = &joint.name;
            let (names, span) = (
                joint.kind.value.coordinate_names(joint_name),
                own_place(*span, first),
            );
            names.map(move |name| (name, span, joint_name))
        });
        let of_joints: Vec<_> = of_joints.collect();
        let others = self
            .model
            .symbolic
            .coordinates
            .iter()
            .map(|Spanned { value, span }| (value.clone(), *span));
        let coordinates: Vec<(String, Span)> = (of_joints.iter())
            .map(|(name, span, _)| (name.clone(), *span))
            .chain(others)
            .collect();
        for (name, span) in &coordinates {
            let rate = format!("{name}{DOT}");
            let is_either = |other: &str| other == name || other == rate;
            let of_joint = of_joints.iter().find(|(known, ..)| known == name);
            // A joint that has the name of time itself has already been reported.
            let owner = match of_joint {
                _ if coordinates.iter().any(|(other, _)| *other == rate) => "another coordinate",
                Some((.., joint_name)) if name == TIME && *joint_name != TIME => "time",
                Some(_) if self.expressions.fields.names().any(is_either) => "a field",
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
    fn symbols(&self, context: &mut Context<'_>) -> Symbols {
        let mut symbols = Symbols::default();
        for joint in &self.model.joints {
            let motions = joint.kind.value.0.iter();
            let names = joint.kind.value.coordinate_names(&joint.name.value);
            symbols
                .coordinates
                .extend(names.zip(motions).map(|(name, motion)| KnownCoordinate {
                    name,
                    is_single: motion.kind.coordinates().len() == 1,
                }));
        }
        for Spanned { value: name, span } in &self.model.symbolic.coordinates {
            let label = || Shown::from(name.as_str());
            if symbols.coordinates.iter().any(|known| known.name == *name) {
                let fault = Fault::TokenDuplicateCoordinate { name: label() };
                context.faults.push(*span, fault);
                continue;
            }
            if let Some(owner) = self.namesake(name) {
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

    /// What else has the same name as a coordinate or its rate.
    fn namesake(&self, name: &str) -> Option<&'static str> {
        let rate = format!("{name}{DOT}");
        let is_either = |other: &str| other == name || other == rate;
        match () {
            () if name == TIME => Some("time"),
            () if self.expressions.fields.names().any(is_either) => Some("a field"),
            () if self
                .model
                .joints
                .iter()
                .any(|joint| is_either(&joint.name.value)) =>
            {
                Some("a joint")
            }
            () => None,
        }
    }

    fn symbolic_item(&mut self, item: &Piece, context: &mut Context<'_>) -> Option<()> {
        let Some(TokenTree::Ident(word)) = item.tokens().first() else {
            return None;
        };
        if let Some(kind) = constraint::of_word(&word.to_string()) {
            return self.constraint_of_links(kind, item, context);
        }
        match word.to_string().as_str() {
            "let" => self.definition(item, context),
            "kinetic" => {
                let value = assignment(item.behind(1), "kinetic = m / 2 * x_dot.powi(2)", context)?;
                let terms = self.terms(&value, context);
                self.model.symbolic.kinetic.extend(terms);
                Some(())
            }
            "potential" => {
                let value = assignment(item.behind(1), "potential = k / 2 * x.powi(2)", context)?;
                let terms = self.positional(&value, "the potential energy", context)?;
                self.model
                    .symbolic
                    .potential
                    .push((terms, context.place(&value)));
                Some(())
            }
            "force" => self.force(item, context),
            CONSTRAINT => self.constraint(item, context),
            _ => {
                let (name, braces) = name_and_group(item, context)?;
                let body = self.read_body(*word == "rigid", name, braces, context)?;
                let bodies = &self.model.symbolic.bodies;
                let first = bodies
                    .iter()
                    .find(|other| other.name.value == body.name.value);
                twice(
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
    fn definition(&mut self, item: &Piece, context: &mut Context<'_>) -> Option<()> {
        const EXPECTED: &str = "a definition, e.g. let s = l * sin(theta);";
        let (Some(TokenTree::Ident(name)), Some(TokenTree::Punct(sign))) =
            (item.tokens().get(1), item.tokens().get(2))
        else {
            return item.refuse(1, EXPECTED, context);
        };
        if sign.as_char() != '=' {
            return item.refuse(2, EXPECTED, context);
        }
        let expression = item.behind(3).expression(VALUE, context);
        let value = expression.and_then(|value| self.expressions.value(&value, context));
        self.expressions.reserve_time(name, context);
        self.expressions.define(bare(name), value);
        Some(())
    }

    /// `force(theta) = ..`
    fn force(&mut self, item: &Piece, context: &mut Context<'_>) -> Option<()> {
        const EXAMPLE: &str = "force(theta) = -friction * theta_dot";
        let Some(TokenTree::Group(list)) = item.tokens().get(1) else {
            return item.refuse(1, EXAMPLE, context);
        };
        let coordinate = Piece::inside(list).name(context);
        let expression = assignment(item.behind(2), EXAMPLE, context);
        let value = expression.and_then(|value| self.expressions.value(&value, context));
        let coordinate = coordinate?;
        self.expressions.coordinate(&coordinate, context)?;
        let mut forces = self.model.symbolic.forces.iter();
        let first = forces.find(|(other, _)| other.value == coordinate.value);
        twice(
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
                let value = if is_negative { self.expressions.builder.neg(value) } else { value };
                terms.push((value, place));
            }
        }
        terms
    }

    /// An expression that must not depend on rates.
    fn positional(
        &mut self,
        expression: &Expr,
        noun: &'static str,
        context: &mut Context<'_>,
    ) -> Option<Value> {
        let value = self.expressions.value(expression, context)?;
        self.without_rates(value, context.place(expression), noun, context)
    }

    pub(super) fn without_rates(
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

    /// Three expressions; if `positional`, they must not depend on rates.
    pub(super) fn place(
        &mut self,
        expression: &Expr,
        noun: &'static str,
        positional: bool,
        context: &mut Context<'_>,
    ) -> Option<Vector3> {
        let quantities = self.expressions.vector(expression, noun, context)?;
        let mut values = [Value::ZERO; 3];
        for (value, quantity) in values.iter_mut().zip(quantities) {
            *value = quantity.value(&mut self.expressions.builder);
            if positional {
                *value = self.without_rates(*value, quantity.span(), noun, context)?;
            }
        }
        Some(values)
    }

    fn read_body(
        &mut self,
        is_rigid: bool,
        name: Spanned<String>,
        braces: &Group,
        context: &mut Context<'_>,
    ) -> Option<PlacedBody> {
        let (word, keys) = if is_rigid { ("rigid body", RIGID) } else { ("particle", PARTICLE) };
        let place = format!("{word} `{}`", Shown::from(&name.value));
        let (mut mass, mut inertia, mut position) = (None, None, None);
        let (mut rotation, mut force) = (None, None);
        let (mut has_mass, mut has_position) = (false, false);
        for entry in entries(braces, &place, &[], context) {
            match entry.key.as_str() {
                "mass" => {
                    has_mass = true;
                    let value = entry.expression("mass: 1.5", VALUE, context);
                    let quantity = |reader: &mut Expressions<'_>| reader.quantity(&value?, context);
                    mass = self.expressions.of_fields(quantity);
                }
                "position" => {
                    has_position = true;
                    let value = entry.expression("position: [x, 0, z]", VECTOR, context);
                    position = value.and_then(|v| self.place(&v, "a position", true, context));
                }
                "force" => {
                    let value = entry.expression("force: [0, 0, -1]", VECTOR, context);
                    force = value.and_then(|v| self.place(&v, "a force", false, context));
                }
                "inertia" if is_rigid => {
                    let value = entry.expression("inertia: diag(1, 1, 1)", "an inertia", context);
                    let tensor = |reader: &mut Expressions<'_>| {
                        reader.inertia(&value?, &name.value, context)
                    };
                    inertia = self.expressions.of_fields(tensor);
                }
                "orientation" if is_rigid => {
                    let value = entry.expression("orientation: zyx(a, b, c)", ORIENTATION, context);
                    rotation = value.and_then(|value| self.orientation(&value, context));
                }
                _ => {
                    unknown(&entry, &place, keys, context);
                }
            }
        }
        for (key, example, is_there) in [
            ("mass", "mass: 1.5", has_mass),
            ("position", "position: [x, 0, z]", has_position),
        ] {
            if !is_there {
                let (span, place) = (name.span, place.clone());
                context.faults.push(
                    span,
                    Fault::TokenMissingKey {
                        key,
                        place,
                        example,
                    },
                );
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

/// `place` if it is in the token table; otherwise `fallback`.
fn own_place(place: Span, fallback: Span) -> Span {
    if Places::has(place) { place } else { fallback }
}

/// The expression after `=`.
fn assignment(item: Piece, example: &'static str, context: &mut Context<'_>) -> Option<Expr> {
    match item.tokens().first() {
        Some(TokenTree::Punct(sign)) if sign.as_char() == '=' => {
            item.behind(1).expression(VALUE, context)
        }
        _ => item.refuse(0, example, context),
    }
}

/// Whether an item is one of those that this module reads.
pub fn is_symbolic(item: &Piece) -> bool {
    match item.tokens() {
        [TokenTree::Ident(word), ..] if WORDS.iter().any(|known| word == known) => true,
        [TokenTree::Ident(word), name, ..] if *word == CONSTRAINT => {
            !matches!(name, TokenTree::Punct(_))
        }
        [
            TokenTree::Ident(word),
            TokenTree::Ident(_) | TokenTree::Literal(_),
            ..,
        ] => {
            let kind = constraint::of_word(&word.to_string());
            kind.is_some_and(ConstraintType::has_equations)
                || BODIES.iter().any(|known| word == known)
        }
        _ => false,
    }
}
