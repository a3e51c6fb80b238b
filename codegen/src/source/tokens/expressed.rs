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
//! They are read behind joints and bodies, whose coordinates they may name. `t` is time.

use proc_macro2::{Delimiter, Group, Ident, TokenTree};
use syn::{BinOp, Expr, ExprArray};

use super::constraint::CONSTRAINT;
use super::entries::{entries, unknown};
use super::expression::{Expressions, VECTOR};
use super::piece::{Context, Piece, bare};
use super::syntax::VALUE;
use super::{Places, Reader, named_group};
use crate::fault::{Fault, Hint, Shown};
use crate::ir::{Builder, InputKind, Matrix3, Node, Value, Vector3};
use crate::joint::rotation_of_vector;
use crate::model::{Name, PlacedBody, Span, Spanned};

/// Words that begin an item with an expression.
pub const WORDS: [&str; 5] = ["coordinates", "let", "kinetic", "potential", "force"];
/// Words that begin a body that no joint carries.
pub const BODIES: [&str; 2] = ["particle", "rigid"];
/// Behind the name of a coordinate: its rate.
const DOT: &str = "_dot";
/// Time, in expressions of coordinates; nothing else has that name beside them.
pub(super) const TIME: &str = "t";

const PARTICLE: &[&str] = &["mass", "position", "force"];
const RIGID: &[&str] = &["mass", "inertia", "position", "orientation", "force"];
const ORIENTATION: &str = "angles about axes in turn, e.g. zyx(a, b, c), quat_xyzw([x, y, z, w]), exponential([x, y, z]) or three rows";

/// A coordinate that expressions may name.
#[derive(Clone, Debug)]
pub struct Named {
    name: String,
    /// Whether it has one position, whose derivative is its rate.
    is_single: bool,
}

/// What names stand for in expressions of coordinates.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    known: Vec<Named>,
    names: Vec<Name>,
}

impl Reader<'_> {
    /// The names of `coordinates = [x, theta]`.
    fn coordinates(&mut self, item: &Piece, context: &mut Context<'_>) -> Option<()> {
        const WANTED: &str = "names in brackets, e.g. coordinates = [x, theta]";
        let list = match item.tokens() {
            [_, TokenTree::Punct(sign), TokenTree::Group(list)]
                if sign.as_char() == '=' && list.delimiter() == Delimiter::Bracket =>
            {
                list
            }
            _ => return item.unexpected(1, WANTED, context),
        };
        for part in Piece::inside(list).split() {
            let Some(TokenTree::Ident(word)) = part.one(WANTED, context) else {
                part.unexpected::<()>(0, "a coordinate's name: an identifier", context);
                continue;
            };
            let (value, span) = (bare(word), context.places.at(word.span()));
            self.model
                .expressed
                .coordinates
                .push(Spanned { value, span });
        }
        Some(())
    }

    /// The items that are expressions, when all coordinates are known.
    pub(super) fn expressed(&mut self, items: &[Piece], context: &mut Context<'_>) {
        let names = |item: &&Piece| matches!(item.tokens().first(), Some(TokenTree::Ident(word)) if *word == "coordinates");
        let (named, others): (Vec<&Piece>, Vec<&Piece>) = items.iter().partition(names);
        for item in named {
            self.coordinates(item, context);
        }
        if let Some(first) = items.first() {
            let first = context.places.at(first.at(0));
            self.reserve_time(first, context);
            self.check_names(first, context);
        }
        self.expressions.symbols = Some(self.symbols(context));
        for item in others {
            self.expressed_item(item, context);
        }
        let symbols = self.expressions.symbols.take().unwrap_or_default();
        self.model.expressed.names = symbols.names;
    }

    /// Reports fields and joints that are named as time is, those of a file at the `first` expression.
    fn reserve_time(&self, first: Span, context: &mut Context<'_>) {
        let field = self.expressions.fields.find(TIME);
        let field = field.map(|field| ("a field", field.field.span));
        let joints = self.model.joints.iter();
        let joints = joints.filter(|joint| joint.name.value == TIME);
        let joints = joints.map(|joint| ("a joint", own_place(joint.name.span, first)));
        for (what, span) in field.into_iter().chain(joints) {
            context.faults.push(span, Fault::TokenTimeTaken { what });
        }
    }

    /// Reports coordinates of joints that have the name of time or of a field, and coordinates that have the name of
    /// another one's rate; those of a file at the `first` expression.
    fn check_names(&self, first: Span, context: &mut Context<'_>) {
        let of_joints = self.model.joints.iter().flat_map(|joint| {
            let Spanned { value: own, span } = &joint.name;
            let (names, span) = (
                joint.kind.value.coordinate_names(own),
                own_place(*span, first),
            );
            names.map(move |name| (name, span, own))
        });
        let of_joints: Vec<_> = of_joints.collect();
        let others = self.model.expressed.coordinates.iter();
        let others = others.map(|Spanned { value, span }| (value.clone(), *span));
        let all: Vec<(String, Span)> = (of_joints.iter())
            .map(|(name, span, _)| (name.clone(), *span))
            .chain(others)
            .collect();
        for (name, span) in &all {
            let rate = format!("{name}{DOT}");
            let is_either = |other: &str| other == name || other == rate;
            let of_joint = of_joints.iter().find(|(known, ..)| known == name);
            // A joint of that name has been reported.
            let by = match of_joint {
                _ if all.iter().any(|(other, _)| *other == rate) => "another coordinate",
                Some((.., own)) if name == TIME && *own != TIME => "time",
                Some(_) if self.expressions.fields.names().any(is_either) => "a field",
                _ => continue,
            };
            let name = Shown::from(name.as_str());
            context
                .faults
                .push(*span, Fault::TokenCoordinateTaken { name, by });
        }
    }

    /// All coordinates. None may have the name of a field, or of what belongs to another one.
    fn symbols(&self, context: &mut Context<'_>) -> Symbols {
        let mut symbols = Symbols::default();
        for joint in &self.model.joints {
            let motions = joint.kind.value.0.iter();
            let names = joint.kind.value.coordinate_names(&joint.name.value);
            symbols
                .known
                .extend(names.zip(motions).map(|(name, motion)| Named {
                    name,
                    is_single: motion.kind.coordinates().len() == 1,
                }));
        }
        for Spanned { value: name, span } in &self.model.expressed.coordinates {
            let shown = || Shown::from(name.as_str());
            if symbols.known.iter().any(|known| known.name == *name) {
                let fault = Fault::TokenDuplicateCoordinate { name: shown() };
                context.faults.push(*span, fault);
                continue;
            }
            if let Some(taken) = self.taken(name) {
                let fault = Fault::TokenCoordinateTaken {
                    name: shown(),
                    by: taken,
                };
                context.faults.push(*span, fault);
            }
            symbols.known.push(Named {
                name: name.clone(),
                is_single: true,
            });
        }
        symbols
    }

    /// What else has the name of a coordinate, or of its rate.
    fn taken(&self, name: &str) -> Option<&'static str> {
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

    fn expressed_item(&mut self, item: &Piece, context: &mut Context<'_>) -> Option<()> {
        let Some(TokenTree::Ident(word)) = item.tokens().first() else {
            return None;
        };
        match word.to_string().as_str() {
            "let" => self.definition(item, context),
            "kinetic" => {
                let value = assigned(item.behind(1), "kinetic = m / 2 * x_dot.powi(2)", context)?;
                let terms = self.terms(&value, context);
                self.model.expressed.kinetic.extend(terms);
                Some(())
            }
            "potential" => {
                let value = assigned(item.behind(1), "potential = k / 2 * x.powi(2)", context)?;
                let terms = self.positional(&value, "the potential energy", context)?;
                self.model
                    .expressed
                    .potential
                    .push((terms, context.place(&value)));
                Some(())
            }
            "force" => self.force(item, context),
            CONSTRAINT => self.constraint(item, context),
            _ => {
                let (name, braces) = named_group(item, context)?;
                let body = self.placed_body(*word == "rigid", name, braces, context)?;
                let bodies = &self.model.expressed.bodies;
                let first = bodies
                    .iter()
                    .find(|other| other.name.value == body.name.value);
                twice(
                    &body.name,
                    first.map(|other| &other.name),
                    "the expressions",
                    context,
                );
                self.model.expressed.bodies.push(body);
                Some(())
            }
        }
    }

    /// `let s = l * sin(theta)`
    fn definition(&mut self, item: &Piece, context: &mut Context<'_>) -> Option<()> {
        const WANTED: &str = "a definition, e.g. let s = l * sin(theta);";
        let (Some(TokenTree::Ident(name)), Some(TokenTree::Punct(sign))) =
            (item.tokens().get(1), item.tokens().get(2))
        else {
            return item.unexpected(1, WANTED, context);
        };
        if sign.as_char() != '=' {
            return item.unexpected(2, WANTED, context);
        }
        let value = item.behind(3).expression(VALUE, context);
        let value = value.and_then(|value| self.expressions.value(&value, context));
        self.expressions.reserve_time(name, context);
        self.expressions.define(bare(name), value);
        Some(())
    }

    /// `force(theta) = ..`
    fn force(&mut self, item: &Piece, context: &mut Context<'_>) -> Option<()> {
        const EXAMPLE: &str = "force(theta) = -friction * theta_dot";
        let Some(TokenTree::Group(list)) = item.tokens().get(1) else {
            return item.unexpected(1, EXAMPLE, context);
        };
        let along = Piece::inside(list).name(context);
        let value = assigned(item.behind(2), EXAMPLE, context);
        let value = value.and_then(|value| self.expressions.value(&value, context));
        let along = along?;
        self.expressions.coordinate(&along, context)?;
        let mut forces = self.model.expressed.forces.iter();
        let first = forces.find(|(other, _)| other.value == along.value);
        twice(
            &along,
            first.map(|(other, _)| other),
            "the expressions",
            context,
        );
        self.model.expressed.forces.push((along, value?));
        Some(())
    }

    /// The terms of a sum, each with its place.
    fn terms(&mut self, sum: &Expr, context: &mut Context<'_>) -> Vec<(Value, Span)> {
        let mut terms = Vec::new();
        let (mut rest, mut found) = (sum, Vec::new());
        while let Expr::Binary(binary) = rest
            && let BinOp::Add(_) | BinOp::Sub(_) = binary.op
        {
            found.push((&*binary.right, matches!(binary.op, BinOp::Sub(_))));
            rest = &*binary.left;
        }
        found.push((rest, false));
        for (term, is_negative) in found.into_iter().rev() {
            let place = context.place(term);
            if let Some(value) = self.expressions.value(term, context) {
                let value = match is_negative {
                    true => self.expressions.builder.neg(value),
                    false => value,
                };
                terms.push((value, place));
            }
        }
        terms
    }

    /// An expression of positions.
    fn positional(
        &mut self,
        of: &Expr,
        what: &'static str,
        context: &mut Context<'_>,
    ) -> Option<Value> {
        let value = self.expressions.value(of, context)?;
        self.without_rates(value, context.place(of), what, context)
    }

    fn without_rates(
        &mut self,
        value: Value,
        place: Span,
        what: &'static str,
        context: &mut Context<'_>,
    ) -> Option<Value> {
        match self.expressions.rate_in(value) {
            None => Some(value),
            Some(name) => {
                let name = Shown::from(&format!("{name}{DOT}"));
                context.faults.push(place, Fault::TokenRate { name, what });
                None
            }
        }
    }

    /// Three expressions, of positions if there is a name for what they are.
    fn place(
        &mut self,
        of: &Expr,
        what: &'static str,
        positional: bool,
        context: &mut Context<'_>,
    ) -> Option<Vector3> {
        let read = self.expressions.vector(of, what, context)?;
        let mut values = [Value::ZERO; 3];
        for (value, read) in values.iter_mut().zip(read) {
            *value = read.value(&mut self.expressions.builder);
            if positional {
                *value = self.without_rates(*value, read.span(), what, context)?;
            }
        }
        Some(values)
    }

    fn placed_body(
        &mut self,
        is_rigid: bool,
        name: Spanned<String>,
        braces: &Group,
        context: &mut Context<'_>,
    ) -> Option<PlacedBody> {
        let (what, keys) = match is_rigid {
            true => ("rigid body", RIGID),
            false => ("particle", PARTICLE),
        };
        let place = format!("{what} `{}`", Shown::from(&name.value));
        let (mut mass, mut inertia, mut position) = (None, None, None);
        let (mut rotation, mut force) = (None, None);
        let (mut has_mass, mut has_position) = (false, false);
        for entry in entries(braces, &place, &[], context) {
            match entry.key.as_str() {
                "mass" => {
                    has_mass = true;
                    let value = entry.expression("mass: 1.5", VALUE, context);
                    let read = |read: &mut Expressions<'_>| read.quantity(&value?, context);
                    mass = self.expressions.of_fields(read);
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
                    let read =
                        |read: &mut Expressions<'_>| read.inertia(&value?, &name.value, context);
                    inertia = self.expressions.of_fields(read);
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

    /// The axes of a body in the world, by rows.
    fn orientation(&mut self, of: &Expr, context: &mut Context<'_>) -> Option<Matrix3> {
        match of {
            Expr::Array(rows) => {
                let brackets = rows.bracket_token.span.join();
                let read: Vec<Option<Vector3>> = (rows.elems.iter())
                    .map(|row| self.place(row, "an orientation", true, context))
                    .collect();
                context.count(read.len(), 3, "the rows of an orientation", brackets)?;
                read.into_iter()
                    .collect::<Option<Vec<_>>>()?
                    .try_into()
                    .ok()
            }
            Expr::Call(call) => {
                let Expr::Path(path) = &*call.func else {
                    return context.unexpected(of, ORIENTATION);
                };
                let word = path.path.get_ident().map(bare).unwrap_or_default();
                let brackets = call.paren_token.span.join();
                if let Some(axes) = axes(&word) {
                    let angles =
                        self.expressions
                            .list::<3>(&call.args, "the angles", brackets, context)?;
                    return self.turns(
                        axes,
                        angles.map(|angle| (angle.clone(), angle.span())),
                        context,
                    );
                }
                match (word.as_str(), call.args.first()) {
                    ("quat_xyzw", Some(Expr::Array(list))) => {
                        let values = self.parts(list, "a quaternion", context)?;
                        if values == [self.expressions.builder.zero(); 4] {
                            let place = context.place(list);
                            context.faults.push(place, Fault::TokenZeroQuaternion);
                            return None;
                        }
                        Some(self.of_quaternion(values))
                    }
                    ("exponential", Some(Expr::Array(list))) => {
                        let vector = self.parts(list, "a rotation vector", context)?;
                        Some(rotation_of_vector(&mut self.expressions.builder, vector))
                    }
                    _ => context.unexpected(of, ORIENTATION),
                }
            }
            _ => context.unexpected(of, ORIENTATION),
        }
    }

    /// So many numbers that say an orientation.
    fn parts<const N: usize>(
        &mut self,
        list: &ExprArray,
        what: &'static str,
        context: &mut Context<'_>,
    ) -> Option<[Value; N]> {
        let brackets = list.bracket_token.span.join();
        let parts = self
            .expressions
            .list::<N>(&list.elems, what, brackets, context)?;
        let mut values = [Value::ZERO; N];
        for (value, part) in values.iter_mut().zip(&parts) {
            let own = part.value(&mut self.expressions.builder);
            *value = self.without_rates(own, part.span(), "an orientation", context)?;
        }
        Some(values)
    }

    /// Three turns about axes of the body, one after the other.
    fn turns(
        &mut self,
        axes: [usize; 3],
        angles: [(crate::model::Quantity, Span); 3],
        context: &mut Context<'_>,
    ) -> Option<Matrix3> {
        let mut rotation = self.expressions.builder.identity();
        for (axis, (angle, place)) in axes.into_iter().zip(angles) {
            let angle = angle.value(&mut self.expressions.builder);
            let angle = self.without_rates(angle, place, "an orientation", context)?;
            let angle = self.expressions.angle(angle);
            let b = &mut self.expressions.builder;
            let (s, c) = b.sin_cos(angle);
            let mut turn = b.identity();
            let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
            turn[next][next] = c;
            turn[last][last] = c;
            turn[last][next] = s;
            turn[next][last] = b.neg(s);
            rotation = b.mul_mat(&rotation, &turn);
        }
        Some(rotation)
    }

    /// `R = 1 + 2 (w [u] + [u]^2) / |quaternion|^2`: that of the quaternion of unit length.
    fn of_quaternion(&mut self, [x, y, z, w]: [Value; 4]) -> Matrix3 {
        let b = &mut self.expressions.builder;
        let squares = [x, y, z, w].map(|part| b.mul(part, part));
        let square = b.sum(squares);
        let two = b.integer(2);
        let twice = b.div(two, square);
        let u = [x, y, z];
        std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let b = &mut self.expressions.builder;
                if i == j {
                    let others = b.add(squares[(i + 1) % 3], squares[(i + 2) % 3]);
                    let part = b.mul(twice, others);
                    let one = b.one();
                    return b.sub(one, part);
                }
                let k = 3 - i - j;
                let (product, turned) = (b.mul(u[i], u[j]), b.mul(w, u[k]));
                // [u]_ij is -u_k where i, j, k is a cycle.
                let sum = match (i + 1) % 3 == j {
                    true => b.sub(product, turned),
                    false => b.add(product, turned),
                };
                b.mul(twice, sum)
            })
        })
    }
}

impl Expressions<'_> {
    /// Reads what does not move: neither coordinates nor definitions made of them have names there.
    fn of_fields<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let (symbols, locals) = (self.symbols.take(), self.locals.clone());
        let builder = &self.builder;
        self.locals
            .retain(|(_, value)| value.is_none_or(|value| !moves(builder, value)));
        let result = read(self);
        (self.symbols, self.locals) = (symbols, locals);
        result
    }

    /// Defines a name for what follows; none: what it stands for is faulty, and has been reported.
    fn define(&mut self, name: String, value: Option<Value>) {
        let input = value.and_then(|value| match moves(&self.builder, value) {
            true => self.input(Name::Definition(value)),
            false => Some(value),
        });
        self.locals.push((name, input));
    }

    /// Reports a definition that is named as time is, or a coordinate, or its rate.
    pub(super) fn reserve_time(&self, name: &Ident, context: &mut Context<'_>) {
        let Some(symbols) = &self.symbols else {
            return;
        };
        let said = bare(name);
        let position = said.strip_suffix(DOT).unwrap_or(&said);
        let mut known = symbols.known.iter();
        if said == TIME {
            let what = "a definition";
            context.fault(name.span(), Fault::TokenTimeTaken { what });
        } else if known.any(|known| known.name == said || known.name == position) {
            let (name_of, by) = (Shown::from(position), "a definition");
            context.fault(
                name.span(),
                Fault::TokenCoordinateTaken { name: name_of, by },
            );
        }
    }

    /// What stands for a name.
    fn input(&mut self, name: Name) -> Option<Value> {
        let names = &mut self.symbols.as_mut()?.names;
        let known = names.iter().position(|known| *known == name);
        let at = known.unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        Some(self.builder.input(InputKind::Local, at))
    }

    /// Time, or the position or the rate of a coordinate of that name. None: there is no such coordinate; none
    /// within: a fault has been reported.
    pub(super) fn coordinate_named(
        &mut self,
        name: &str,
        span: Span,
        context: &mut Context<'_>,
    ) -> Option<Option<Value>> {
        let known = &self.symbols.as_ref()?.known;
        if name == TIME {
            return Some(self.input(Name::Time));
        }
        let of = |wanted: &str| known.iter().find(|known| known.name == wanted);
        let rated = name.strip_suffix(DOT).and_then(of);
        let (named, is_rate) = match of(name) {
            Some(named) => (named, false),
            None => (rated?, true),
        };
        let own = named.name.clone();
        if !named.is_single {
            let name = Shown::from(&own);
            context
                .faults
                .push(span, Fault::TokenSeveralPositions { name });
            return Some(None);
        }
        Some(self.input(match is_rate {
            true => Name::Rate(own),
            false => Name::Position(own),
        }))
    }

    /// Reports a name that is that of no coordinate.
    fn coordinate(&mut self, name: &Spanned<String>, context: &mut Context<'_>) -> Option<()> {
        let known = &self.symbols.as_ref()?.known;
        if known
            .iter()
            .any(|known| known.name == name.value && known.is_single)
        {
            return Some(());
        }
        let names = known.iter().map(|known| known.name.as_str());
        let add = Hint::Write("name it, e.g. coordinates = [x, theta]");
        let hint = context.faults.nearest(&name.value, names).or(add);
        let shown = Shown::from(&name.value);
        context.faults.push(
            name.span,
            Fault::TokenUnknownCoordinate { name: shown, hint },
        );
        None
    }

    /// The names of all coordinates.
    pub(super) fn coordinate_names(&self) -> impl Iterator<Item = &str> {
        let known = self.symbols.iter().flat_map(|symbols| &symbols.known);
        known.map(|known| known.name.as_str())
    }

    /// A coordinate whose rate a value depends on.
    pub(super) fn rate_in(&self, value: Value) -> Option<String> {
        let names = &self.symbols.as_ref()?.names;
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            for node in self.builder.finish(&[value]).nodes() {
                match *node {
                    Node::Input(input) if input.kind == InputKind::Local => {
                        match &names[input.index as usize] {
                            Name::Rate(name) => return Some(name.clone()),
                            Name::Definition(value) => open.push(*value),
                            Name::Position(_) | Name::Time => {}
                        }
                    }
                    _ => {}
                }
            }
        }
        None
    }
}

/// Whether a value is made of coordinates or time.
fn moves(b: &Builder, value: Value) -> bool {
    let is_local =
        |node: &Node| matches!(node, Node::Input(input) if input.kind == InputKind::Local);
    b.finish(&[value]).nodes().iter().any(is_local)
}

/// A place of tokens, or else another one.
fn own_place(place: Span, other: Span) -> Span {
    match Places::has(place) {
        true => place,
        false => other,
    }
}

/// Reports what is named a second time.
pub(super) fn twice(
    name: &Spanned<String>,
    first: Option<&Spanned<String>>,
    place: &str,
    context: &mut Context<'_>,
) {
    if let Some(first) = first {
        let (key, place) = (Shown::from(&name.value), place.to_owned());
        let fault = Fault::TokenDuplicateKey { key, place };
        context
            .faults
            .push_conflict(name.span, vec![first.span], fault);
    }
}

/// What stands behind `=`.
fn assigned(item: Piece, example: &'static str, context: &mut Context<'_>) -> Option<Expr> {
    match item.tokens().first() {
        Some(TokenTree::Punct(sign)) if sign.as_char() == '=' => {
            item.behind(1).expression(VALUE, context)
        }
        _ => item.unexpected(0, example, context),
    }
}

/// The axes of a sequence of turns: three letters, no two neighbours the same.
fn axes(word: &str) -> Option<[usize; 3]> {
    let axes: Option<Vec<usize>> = word.chars().map(|c| "xyz".find(c)).collect();
    let axes: [usize; 3] = axes?.try_into().ok()?;
    (axes[0] != axes[1] && axes[1] != axes[2]).then_some(axes)
}

/// Whether an item is one of those that are read here.
pub fn is_expressed(item: &Piece) -> bool {
    match item.tokens() {
        [TokenTree::Ident(word), ..] if WORDS.iter().any(|known| word == known) => true,
        [TokenTree::Ident(word), name, ..] if *word == CONSTRAINT => {
            !matches!(name, TokenTree::Punct(_))
        }
        [
            TokenTree::Ident(word),
            TokenTree::Ident(_) | TokenTree::Literal(_),
            ..,
        ] => BODIES.iter().any(|known| word == known),
        _ => false,
    }
}
