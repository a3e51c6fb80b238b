//! Fields of the struct that replace values of a file: `#[parameter(body = "hand", mass)]`.
//!
//! | on a field | it is | its type |
//! |---|---|---|
//! | `body = "hand", mass` | the mass, kg; the inertia stays as it is | `f64` |
//! | `body = "hand", com` | the centre of mass in the link's frame, m; the inertia stays the one about the centre of mass | `[f64; 3]` |
//! | `body = "hand", inertia` | ixx ixy ixz iyy iyz izz about the centre of mass, in the axes that the file gives it, kg m^2 | `[f64; 6]` |
//! | `joint = "elbow", origin` | the joint's place in the parent link's frame, m; its rotation stays as in the file | `[f64; 3]` |
//! | `joint = "elbow", axis` | the axis in the joint's frame, of any length but 0. It must not point exactly opposite to the file's axis rounded to the nearest of x, -x, y, -y, z, -z | `[f64; 3]` |
//!
//! With `#[parameter]` alone, on a field of a numeric type, the attribute's expressions may use the field.
//! Other fields are the user's own. If every field replaces a value of the file, `Default` gives these values.

use std::collections::BTreeMap;

use proc_macro2::TokenTree;

use crate::fault::{Fault, Hint, Shown};
use crate::model::{FieldShape, Inertial, Link, Model, Number, Origin, Quantity, Spanned};
use crate::options::Names;
use crate::source::tokens::{Context, Fields, Parenthesis, Piece, StructField, StructItem, bare};
use multibody_program::exact::Rational;
use multibody_program::ir::{InputKind, Value};

/// The value of the file that a field replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    Mass,
    Com,
    Inertia,
    Origin,
    Axis,
}

/// The words for the values of a body and of a joint.
const BODY_ROLES: [(&str, Role); 3] = [
    ("mass", Role::Mass),
    ("com", Role::Com),
    ("inertia", Role::Inertia),
];
const JOINT_ROLES: [(&str, Role); 2] = [("origin", Role::Origin), ("axis", Role::Axis)];

impl Role {
    fn shape(self) -> FieldShape {
        match self {
            Self::Mass => FieldShape::Scalar,
            Self::Inertia => FieldShape::Array(6),
            Self::Com | Self::Origin | Self::Axis => FieldShape::Array(3),
        }
    }

    fn type_name(self) -> &'static str {
        match self.shape() {
            FieldShape::Scalar => "f64",
            FieldShape::Array(6) => "[f64; 6]",
            FieldShape::Array(_) => "[f64; 3]",
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Self::Mass => "a mass",
            Self::Com => "a centre of mass",
            Self::Inertia => "an inertia",
            Self::Origin => "an origin",
            Self::Axis => "an axis",
        }
    }

    /// The value of the body or joint that the field replaces, with its unit.
    fn meaning(self, name: &Shown) -> String {
        match self {
            Self::Mass => format!("mass of the body `{name}`, kg"),
            Self::Com => format!("centre of mass of the body `{name}` in its frame, m"),
            Self::Inertia => {
                format!(
                    "ixx ixy ixz iyy iyz izz of the body `{name}` about its centre of mass, kg m^2"
                )
            }
            Self::Origin => format!("origin of the joint `{name}` in the frame of the parent, m"),
            Self::Axis => format!("axis of the joint `{name}` in its frame"),
        }
    }

    fn is_of_body(self) -> bool {
        BODY_ROLES.iter().any(|(_, role)| *role == self)
    }
}

/// Replaces values of a model by fields of a struct. If the attribute adds something to the file, a field with an empty
/// `#[parameter]` becomes a parameter that these additions may name. Returns whether this was possible; if not,
/// faults say why.
pub fn bind(
    model: &mut Model,
    structure: &StructItem,
    has_additions: bool,
    names: &mut Names,
    context: &mut Context<'_>,
) -> bool {
    let mut bound = BoundFields::default();
    let mut is_complete = true;
    for field in &structure.fields {
        let is_bare = |parenthesis: &Parenthesis| parenthesis.tokens.is_empty();
        is_complete &= match &field.parameter {
            Some(_) if is_conditional(field, context) => false,
            Some(parenthesis) if has_additions && is_bare(parenthesis) => bound.add(field, context),
            _ => bound.replace_value(field, model, names, context),
        };
    }
    let BoundFields {
        fields, defaults, ..
    } = bound;
    model.parameters = fields.into_parameters();
    if model.parameters.len() == structure.fields.len() && !defaults.contains(&None) {
        for (parameter, default) in model.parameters.iter_mut().zip(defaults) {
            parameter.default = default;
        }
    }
    is_complete
}

/// Reports a field that only some compilations have.
fn is_conditional(field: &StructField, context: &mut Context<'_>) -> bool {
    let Some(condition) = field.condition else {
        return false;
    };
    let fault = Fault::ParameterConditional {
        field: display_name(field),
    };
    context.faults.push(condition, fault);
    true
}

/// Fields that are parameters of a model.
#[derive(Default)]
struct BoundFields<'a> {
    fields: Fields,
    /// The value that each field replaces; `None` for a field of expressions.
    defaults: Vec<Option<Vec<Rational>>>,
    /// The field that replaces each value.
    owners: BTreeMap<(Role, usize), &'a StructField>,
}

impl<'a> BoundFields<'a> {
    /// Adds a field that expressions name. Returns whether this was possible.
    fn add(&mut self, field: &StructField, context: &mut Context<'_>) -> bool {
        let Some(shape) = field.shape else {
            let fault = Fault::TokenFieldType {
                field: display_name(field),
            };
            context.faults.push(field.name.span, fault);
            return false;
        };
        self.fields.push(field.name.clone(), shape, None);
        self.defaults.push(None);
        true
    }

    /// Replaces the value that a field names, if it names one. Returns whether the field has no fault.
    fn replace_value(
        &mut self,
        field: &'a StructField,
        model: &mut Model,
        names: &mut Names,
        context: &mut Context<'_>,
    ) -> bool {
        let Some((role, name)) = read(field, context) else {
            return field.parameter.is_none();
        };
        let Some(index) = find(model, role, &name, context) else {
            return false;
        };
        if field.shape != Some(role.shape()) {
            let (field_name, noun, expected) = (display_name(field), role.noun(), role.type_name());
            let fault = Fault::ParameterType {
                field: field_name,
                what: noun,
                expected,
            };
            context.faults.push(field.name.span, fault);
            return false;
        }
        if let Some(first_field) = self.owners.insert((role, index), field) {
            let (field_name, first) = (display_name(field), display_name(first_field));
            let fault = Fault::ParameterTwice {
                field: field_name,
                first,
            };
            let others = vec![first_field.name.span];
            context.faults.push_conflict(field.name.span, others, fault);
            return false;
        }
        let meaning = role.meaning(&Shown::from(&name.value));
        names.push(name);
        let first = self.fields.count();
        self.fields
            .push(field.name.clone(), role.shape(), Some(meaning));
        self.defaults.push(Some(replace(model, role, index, first)));
        true
    }
}

/// Reads which value a field replaces. `None` if it replaces none, or if a fault has been reported.
fn read(field: &StructField, context: &mut Context<'_>) -> Option<(Role, Spanned<String>)> {
    const EXPECTED: &str = "body = \"hand\" or joint = \"elbow\", and e.g. mass or origin";
    let parameter = field.parameter.as_ref()?;
    let mut name: Option<(bool, Spanned<String>)> = None;
    let mut word = None;
    for part in Piece::new(parameter.tokens.clone(), parameter.span).split() {
        let Some(TokenTree::Ident(ident)) = part.tokens().first() else {
            return part.refuse(0, EXPECTED, context);
        };
        let (key, value) = part.clone().divide('=');
        match (bare(ident).as_str(), value) {
            (owner @ ("body" | "joint"), Some(value))
                if name.is_none() && key.tokens().len() == 1 =>
            {
                name = Some((owner == "body", value.name(context)?));
            }
            (role_word, None) if word.is_none() && key.tokens().len() == 1 => {
                word = Some((role_word.to_owned(), ident.span()));
            }
            _ => return part.refuse(0, EXPECTED, context),
        }
    }
    let report_incomplete = |noun, context: &mut Context<'_>| {
        let field = display_name(field);
        context.report(
            parameter.span,
            Fault::ParameterIncomplete { field, what: noun },
        );
    };
    let Some((is_body, name)) = name else {
        report_incomplete("value of which body or joint", context);
        return None;
    };
    let (roles, words): (&[_], &'static [&'static str]) = if is_body {
        (&BODY_ROLES, &["mass", "com", "inertia"])
    } else {
        (&JOINT_ROLES, &["origin", "axis"])
    };
    let Some((word, span)) = word else {
        report_incomplete(
            if is_body { "value of the body" } else { "value of the joint" },
            context,
        );
        return None;
    };
    if let Some((_, role)) = roles.iter().find(|(name, _)| *name == word) {
        return Some((*role, name));
    }
    let nearest = context.faults.nearest(&word, words.iter().copied());
    let hint = nearest.or(Hint::Known(words));
    let word = Shown::from(&word);
    context.report(span, Fault::AttributeUnknownWord { word, hint });
    None
}

fn display_name(field: &StructField) -> Shown {
    Shown::from(&field.name.value)
}

/// The index of the body or joint that a field names.
fn find(
    model: &Model,
    role: Role,
    name: &Spanned<String>,
    context: &mut Context<'_>,
) -> Option<usize> {
    let names: Vec<&str> = if role.is_of_body() {
        model.links.iter().map(|l| l.name.value.as_str()).collect()
    } else {
        model.joints.iter().map(|j| j.name.value.as_str()).collect()
    };
    let index = names.iter().position(|n| *n == name.value);
    if index.is_none() {
        let hint = context.faults.nearest(&name.value, names.iter().copied());
        let noun = if role.is_of_body() { "body" } else { "joint" };
        let label = Shown::from(&name.value);
        let fault = Fault::ParameterUnknown {
            what: noun,
            name: label,
            hint,
        };
        context.faults.push(name.span, fault);
    }
    index
}

/// Replaces values of the file by the parameters from `first` on, and returns the values of the file.
fn replace(model: &mut Model, role: Role, index: usize, first: usize) -> Vec<Rational> {
    let mut next = first;
    let builder = &mut model.builder;
    let mut parameter = || -> Value {
        next += 1;
        builder.input(InputKind::Parameter, next - 1)
    };
    let mut exchange = |quantity: &mut Quantity| -> Rational {
        let expression = Quantity::Expression(parameter(), quantity.span());
        let value = std::mem::replace(quantity, expression);
        value.exact().map_or(Rational::ZERO, |n| n.value.clone())
    };
    match role {
        Role::Mass => vec![exchange(&mut inertial(&mut model.links[index]).mass)],
        Role::Com => {
            let com = &mut inertial(&mut model.links[index]).origin.xyz;
            com.iter_mut().map(exchange).collect()
        }
        Role::Inertia => {
            let inertia = &mut inertial(&mut model.links[index]).inertia;
            inertia.iter_mut().map(exchange).collect()
        }
        Role::Origin => {
            let origin = &mut model.joints[index].origin.xyz;
            origin.iter_mut().map(exchange).collect()
        }
        Role::Axis => {
            let joint = &mut model.joints[index];
            joint.run_time_axis = Some(std::array::from_fn(|_| parameter()));
            joint.axis.each_ref().map(|n| n.value.clone()).into()
        }
    }
}

/// Mass and inertia of a link; zeros if the file leaves them out.
fn inertial(link: &mut Link) -> &mut Inertial {
    let span = link.name.span;
    let zero = || Quantity::Exact(Number::left_out(0, span));
    link.inertial.get_or_insert_with(|| Inertial {
        origin: Origin::identity(span),
        mass: zero(),
        inertia: std::array::from_fn(|_| zero()),
    })
}
