//! Bodies, joints, frames, gravity and expressions written as tokens on a struct, whose fields are the parameters. `keys.md`
//! describes the syntax; `expression.rs` reads values.

mod attributes;
mod body;
mod constant;
mod constraint;
mod coordinates;
mod entries;
mod expression;
mod fields;
mod frame;
mod functions;
mod items;
mod joint;
mod joint_syntax;
mod limits;
mod motion;
mod number;
mod orientation;
mod piece;
mod places;
mod point_spring;
mod reader;
mod structure;
mod symbolic;
mod symbols;
mod syntax;
mod text;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::constraint as constraint_types;
use crate::fault::{Fault, Faults, Hint, Shown};
use crate::model::{Conventions, Link, Model, Spanned};
use entries::report_duplicate;
use expression::{Expressions, VECTOR};
use reader::{TokenReader, name_and_group};
use structure::fields_for_file;
use symbolic::is_symbolic;

pub use attributes::{attributes, is_parameter, multibody_arguments, without_attributes};
pub use fields::Fields;
pub use items::items;
pub use limits::{check_attribute, check_file, check_statements, check_text};
pub use number::{literal, number};
// A piece is the tokens of one item between commas; places are a table of tokens, in which a `Span` is a range.
pub use piece::{Context, Piece, bare, display_token};
pub use places::Places;
pub use structure::{
    Parenthesis, StructField, StructItem, impl_head, is_reported_by_compiler, read_struct,
};
pub use symbols::WORLD;
pub use text::joined_text;

#[doc = include_str!("keys.md")]
pub mod keys {}

/// The first word of a spring between points.
const SPRING: &str = "spring";
/// The first word of a frame.
const FRAME: &str = "frame";

/// Whether an item of an attribute describes the robot. Joints and bodies do, even if they are misspelt, and so do
/// expressions; options, which have `=` or parentheses, do not. If some item describes the robot, `gravity` belongs to
/// the description too.
#[must_use]
pub fn is_description(item: &Piece) -> bool {
    let begins_like_item = match item.tokens() {
        [TokenTree::Ident(_), TokenTree::Group(braces)] => braces.delimiter() == Delimiter::Brace,
        [
            TokenTree::Ident(_),
            TokenTree::Ident(_) | TokenTree::Literal(_),
            ..,
        ] => true,
        _ => false,
    };
    begins_like_item || is_symbolic(item)
}

/// Reads a robot from the items of an attribute, such as joints, bodies and gravity. As with a URDF, the model describes
/// the robot only if no errors were reported.
#[must_use]
pub fn read_tokens(
    items: TokenStream,
    structure: StructItem,
    places: &mut Places,
    faults: &mut Faults,
) -> Model {
    let fields = structure.parameters(faults);
    let StructItem { name, .. } = structure;
    let mut context = Context { places, faults };
    let mut model = Model::new(name, Conventions::TOKENS);
    read_items(items, &fields, &mut model, &mut context);
    add_world(&mut model);
    model.parameters = fields.into_parameters();
    model
}

/// Reads the items of an attribute that supplement a file: frames, springs between points, constraints and expressions. They
/// may name the file's links, the coordinates of its joints, and those fields of the struct that are parameters.
pub fn read_additions(
    items: TokenStream,
    fields: &[StructField],
    model: &mut Model,
    context: &mut Context<'_>,
) {
    let fields = fields_for_file(model.parameters.clone(), fields);
    read_items(items, &fields, model, context);
}

/// Adds the items of an attribute to a model. Expressions are read last, since they name what the other items define.
fn read_items(items: TokenStream, fields: &Fields, model: &mut Model, context: &mut Context<'_>) {
    let mut expressions = Expressions::new(fields);
    std::mem::swap(&mut expressions.builder, &mut model.builder);
    let mut reader = TokenReader {
        expressions,
        model,
        gravity_span: None,
    };
    let items = Piece::new(items, proc_macro2::Span::call_site()).split();
    let (symbolic_items, other_items): (Vec<_>, Vec<_>) = items.into_iter().partition(is_symbolic);
    for item in other_items {
        reader.read_item(&item, context);
    }
    reader.read_symbolic_items(&symbolic_items, context);
    let TokenReader { expressions, .. } = reader;
    model.builder = expressions.builder;
}

/// Adds the world as a link if joints name it, or if there are symbolic terms but no links.
fn add_world(model: &mut Model) {
    let mut ends = model.joints.iter().flat_map(|j| [&j.parent, &j.child]);
    let world_span = ends.find(|end| end.value == WORLD).map(|end| end.span);
    let is_symbolic = model.links.is_empty() && !model.symbolic.is_empty();
    let Some(span) = world_span.or(is_symbolic.then_some(model.name.span)) else {
        return;
    };
    if model.links.iter().all(|link| link.name.value != WORLD) {
        let name = Spanned {
            value: WORLD.to_owned(),
            span,
        };
        model.links.insert(0, Link::new(name, None));
    }
}

/// Reports the name `world` of something that must be able to move.
fn refuse_world(name: &Spanned<String>, noun: &'static str, context: &mut Context<'_>) {
    if name.value == WORLD {
        context
            .faults
            .push(name.span, Fault::TokenWorld { what: noun });
    }
}

impl TokenReader<'_> {
    /// Adds what one item describes to the model. `None` if the item is faulty, which has been reported.
    fn read_item(&mut self, item: &Piece, context: &mut Context<'_>) -> Option<()> {
        const EXPECTED_BESIDE_FILE: &str =
            "frame NAME { .. }, spring NAME { .. }, a constraint or an expression";
        const EXPECTED: &str = "joint NAME { .. }, body NAME { .. }, frame NAME { .. }, spring NAME { .. }, a constraint or gravity = [..]";
        let Some(TokenTree::Ident(word)) = item.tokens().first() else {
            return item.refuse(0, EXPECTED, context);
        };
        if let Some(kind) = constraint_types::with_word(&word.to_string()) {
            return self.read_link_constraint(kind, item, context);
        }
        match word.to_string().as_str() {
            "gravity" => self.read_gravity(item, context),
            "joint" => {
                let (name, braces) = name_and_group(item, context)?;
                let joint = self.read_joint(name, braces, context);
                refuse_world(&joint.child, "the child of a joint", context);
                self.model.joints.push(joint);
                Some(())
            }
            "body" => {
                let (name, braces) = name_and_group(item, context)?;
                refuse_world(&name, "a body", context);
                let link = self.read_body(name, braces, context);
                self.model.links.push(link);
                Some(())
            }
            FRAME => {
                let (name, braces) = name_and_group(item, context)?;
                let frame = self.expressions.read_frame(name, braces, context)?;
                self.model.frames.push(frame);
                Some(())
            }
            SPRING => {
                let (name, braces) = name_and_group(item, context)?;
                let spring = self.expressions.read_point_spring(name, braces, context)?;
                let springs = &mut self.model.point_springs;
                let first = springs
                    .iter()
                    .find(|other| other.name.value == spring.name.value);
                report_duplicate(
                    &spring.name,
                    first.map(|other| &other.name),
                    "the springs",
                    context,
                );
                springs.push(spring);
                Some(())
            }
            text => {
                let (keys, expected, place): (&[_], _, _) = match self.model.conventions.option {
                    None => (
                        &["joint", "body", FRAME, SPRING, "gravity"],
                        EXPECTED,
                        "the description of a robot".to_owned(),
                    ),
                    Some(option) => (
                        &[FRAME, SPRING],
                        EXPECTED_BESIDE_FILE,
                        format!("an attribute beside `{option}`"),
                    ),
                };
                let constraints = constraint_types::TYPES.into_iter().map(|kind| kind.word);
                let candidates = keys.iter().copied().chain(constraints);
                let nearest = context.faults.nearest(text, candidates);
                let hint = nearest.or(Hint::Write(expected));
                let key = Shown::from(text);
                context.report(word.span(), Fault::TokenUnknownKey { key, place, hint });
                None
            }
        }
    }

    /// `gravity = [0, 0, -9.81]`
    fn read_gravity(&mut self, item: &Piece, context: &mut Context<'_>) -> Option<()> {
        let span = context.places.at(item.at(0));
        if let Some(first) = self.gravity_span.replace(span) {
            // A `Shown` is a text as messages quote it.
            let (key, place) = (Shown::from("gravity"), "the description".into());
            let fault = Fault::TokenDuplicateKey { key, place };
            context.faults.push_conflict(span, vec![first], fault);
        }
        match item.tokens().get(1) {
            Some(TokenTree::Punct(sign)) if sign.as_char() == '=' => {}
            _ => return item.refuse(1, "gravity = [0, 0, -9.81]", context),
        }
        // Messages name `VECTOR` as what is expected.
        let expression = item.skip(2).expression(VECTOR, context)?;
        self.model.gravity = self.expressions.vector(&expression, "gravity", context);
        Some(())
    }
}
