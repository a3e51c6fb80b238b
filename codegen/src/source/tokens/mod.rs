//! Bodies, joints and gravity written as tokens on a struct, whose fields are the parameters.
//!
//! ```text
//! gravity = [0, 0, -g],
//! joint hinge { revolute, parent: cart, child: pole, axis: y, damping: friction },
//! body pole { mass: m, com: [0, 0, length / 2], inertia: diag(a, a, 0) },
//! ```
//!
//! | in a joint | means |
//! |---|---|
//! | `fixed` `revolute` `continuous` `prismatic` `floating` | what it lets its child do |
//! | `parent: cart`, `child: pole` | the bodies at its ends; `world` is what does not move |
//! | `axis: y`, `axis: -x`, `axis: [1, 0, 2]` | along which it slides or turns |
//! | `origin: [x, y, z]` | its place in the parent's frame, m |
//! | `rotation: rpy(a, b, c)`, `x(a)`, `y(b)`, `z(c)` | how its frame is turned: about the fixed axes x, y, z |
//! | `damping: d` | the force -d times its rate acts |
//! | `friction: f` | kept, does not act |
//! | `lower` `upper` `velocity` `effort` | limits, kept |
//!
//! | in a body | means |
//! |---|---|
//! | `mass: m` | kg |
//! | `com: [x, y, z]` | centre of mass in the body's frame, m |
//! | `inertia: diag(a, b, c)`, `[xx, xy, xz, yy, yz, zz]`, `[[..], [..], [..]]` | about the centre of mass, in the body's axes, kg m^2 |

mod body;
mod cursor;
mod entries;
mod expression;
mod fields;
mod joint;
mod limits;
mod places;
mod string;
mod structure;
mod text;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::fault::{Fault, Faults, Hint, Shown};
use crate::model::{Link, Model, Source, Span, Spanned, Vocabulary};
use expression::Expressions;

pub use cursor::{Context, Cursor, bare};
pub use expression::parse_number;
pub use fields::Fields;
pub use limits::{check_attribute, check_file};
pub use places::Places;
pub use structure::{Field, Parenthesis, Structure, structure};
pub use text::text;

/// Name of what does not move.
pub const WORLD: &str = "world";

/// Whether an item of an attribute is a joint or a body (or one of them misspelt), not an option
/// with `=` or parentheses. With them gravity belongs to the description too.
#[must_use]
pub fn is_description(item: &TokenStream) -> bool {
    let mut tokens = item.clone().into_iter();
    let (word, name) = (tokens.next(), tokens.next());
    matches!(word, Some(TokenTree::Ident(_)))
        && matches!(name, Some(TokenTree::Ident(_) | TokenTree::Literal(_)))
}

/// Reads a robot from the items of an attribute: joints, bodies and gravity. As for a URDF, only a
/// model without errors describes it.
#[must_use]
pub fn tokens(
    items: TokenStream,
    structure: Structure,
    places: &mut Places,
    faults: &mut Faults,
) -> Model {
    let fields = structure.parameters(faults);
    let Structure { name, .. } = structure;
    let mut context = Context { places, faults };
    let mut reader = Reader {
        expressions: Expressions::new(&fields),
        model: Model {
            source: Source {
                name: name.value.as_str().into(),
                text: "".into(),
            },
            name,
            links: Vec::new(),
            joints: Vec::new(),
            ignored: Vec::new(),
            vocabulary: Vocabulary::Tokens,
            gravity: None,
            parameters: Vec::new(),
            builder: crate::ir::Builder::new(),
        },
        gravity_span: None,
    };
    for mut item in Cursor::new(items, proc_macro2::Span::call_site()).split() {
        reader.item(&mut item, &mut context);
    }
    let Reader {
        expressions,
        mut model,
        ..
    } = reader;
    model.builder = expressions.builder;
    add_world(&mut model);
    model.parameters = fields.into_parameters();
    model
}

/// The world is a link where joints name it.
fn add_world(model: &mut Model) {
    let mut ends = model.joints.iter().flat_map(|j| [&j.parent, &j.child]);
    let Some(span) = ends.find(|end| end.value == WORLD).map(|end| end.span) else {
        return;
    };
    if model.links.iter().all(|link| link.name.value != WORLD) {
        let name = Spanned {
            value: WORLD.to_owned(),
            span,
        };
        let link = Link {
            name,
            inertial: None,
        };
        model.links.insert(0, link);
    }
}

struct Reader<'a> {
    expressions: Expressions<'a>,
    model: Model,
    gravity_span: Option<Span>,
}

impl Reader<'_> {
    fn item(&mut self, item: &mut Cursor, context: &mut Context<'_>) -> Option<()> {
        const WANTED: &str = "joint NAME { .. }, body NAME { .. } or gravity = [..]";
        let at = item.here();
        let Some(word) = item.take_ident() else {
            return item.wanted(context, WANTED);
        };
        match word.to_string().as_str() {
            "gravity" => self.gravity(item, at, context),
            "joint" => {
                let (name, braces) = named_group(item, context)?;
                let joint = self.joint(name, &braces, context);
                self.model.joints.push(joint);
                Some(())
            }
            "body" => {
                let (name, braces) = named_group(item, context)?;
                let link = self.body(name, &braces, context);
                self.model.links.push(link);
                Some(())
            }
            other => {
                let hint = match context.faults.nearest(other, ["joint", "body", "gravity"]) {
                    Hint::None => Hint::Write(WANTED),
                    near => near,
                };
                let (key, place) = (Shown::from(other), "the description of a robot".into());
                context.fault(at, Fault::TokenUnknownKey { key, place, hint });
                None
            }
        }
    }

    fn gravity(
        &mut self,
        item: &mut Cursor,
        at: proc_macro2::Span,
        context: &mut Context<'_>,
    ) -> Option<()> {
        let span = context.places.at(at);
        if let Some(first) = self.gravity_span.replace(span) {
            let (key, place) = (Shown::from("gravity"), "the description".into());
            let fault = Fault::TokenDuplicateKey { key, place };
            context.faults.push_conflict(span, vec![first], fault);
        }
        item.sign(context, '=', "gravity = [0, 0, -9.81]")?;
        self.model.gravity = self.vector(item, "gravity", context);
        Some(())
    }
}

/// `NAME { .. }` with nothing behind it.
fn named_group(
    item: &mut Cursor,
    context: &mut Context<'_>,
) -> Option<(Spanned<String>, proc_macro2::Group)> {
    let name = item.name(context)?;
    let Some(braces) = item.take_group(Delimiter::Brace) else {
        return item.wanted(context, "{ .. } behind the name");
    };
    item.end(context, "a comma")?;
    Some((name, braces))
}
