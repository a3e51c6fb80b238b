//! Joints, by the entries between their braces.

use std::sync::LazyLock;

use proc_macro2::Group;
use syn::{Expr, ExprUnary, UnOp};

use super::body::is_word;
use super::constant::{known_number, unit_vector};
use super::entries::{Entry, entries, report_unknown_key};
use super::expression::{Expressions, VECTOR, default_zero};
use super::joint_syntax::{JointSyntax, JointTypeSyntax, WORDS};
use super::piece::Context;
use super::reader::TokenReader;
use super::syntax::VALUE;
use crate::fault::{Fault, Shown};
use crate::joint;
use crate::model::{
    ForceCoefficients, Joint, JointKind, Limits, Number, Origin, Quantity, Rotation, Span, Spanned,
    Spring,
};

/// Keys other than the words for joint types and the keys of their numbers, such as `pitch`.
const KEYS: [&str; 16] = [
    "motions", "chart", "rates", "parent", "child", "axis", "origin", "rotation", "armature",
    "damping", "friction", "spring", "lower", "upper", "velocity", "effort",
];
/// All keys.
static ALL_KEYS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let numbers = joint::WORDS.iter().flat_map(|word| word.numbers);
    let number_keys: Vec<_> = numbers.map(|number| number.key).collect();
    [&WORDS[..], &number_keys, &KEYS].concat()
});

/// Keys of limits.
const LIMIT_KEYS: [&str; 4] = ["lower", "upper", "velocity", "effort"];

const SPRING: &str = "a stiffness, or [stiffness, rest position]";
const AXIS: &str = "an axis: x, y, z, -x, -y, -z or e.g. [1, 0, 2]";
pub(super) const ROTATION: &str = "rpy(roll, pitch, yaw), x(angle), y(angle) or z(angle)";

/// The parts of a joint that have been read from its entries.
#[derive(Default)]
struct Parts {
    syntax: JointSyntax,
    parent: Option<Spanned<String>>,
    child: Option<Spanned<String>>,
    axis: Option<([Number; 3], Span)>,
    origin: Option<[Quantity; 3]>,
    rotation: Option<[Quantity; 3]>,
    armature: Option<Quantity>,
    forces: ForceCoefficients,
    /// In the order of [`LIMIT_KEYS`].
    limits: [Option<Number>; 4],
    /// The keys that occur, also those with faulty values, which therefore do not count as missing.
    keys: Vec<String>,
}

impl TokenReader<'_> {
    /// `{ revolute, parent: a, child: b, axis: z, .. }`
    pub(super) fn read_joint(
        &mut self,
        name: Spanned<String>,
        braces: &Group,
        context: &mut Context<'_>,
    ) -> Joint {
        let owner = format!("joint `{}`", Shown::from(&name.value));
        let mut parts = Parts::default();
        for entry in entries(braces, &owner, &WORDS, context) {
            self.read_entry(&entry, &owner, &mut parts, context);
            parts.keys.push(entry.key);
        }
        report_missing(&parts, &name, &owner, context);
        let span = name.span;
        let zero = || std::array::from_fn(|_| default_zero(span));
        let default_axis = || (unit_vector(0, false, span), span);
        let (axis, axis_span) = parts.axis.clone().unwrap_or_else(default_axis);
        let kind = parts.syntax.kind(&axis, &name, &owner, context);
        let kind_span = parts.syntax.kind.as_ref().map_or(span, |kind| kind.span);
        let nameless = || Spanned {
            value: String::new(),
            span,
        };
        if let Some(kind) = &kind {
            report_idle(&parts, kind, &name, context);
        }
        let [lower, upper, velocity, effort] = parts.limits;
        let has_limits = [&lower, &upper, &velocity, &effort]
            .iter()
            .any(|limit| limit.is_some());
        Joint {
            name,
            kind: Spanned {
                value: kind.unwrap_or_default(),
                span: kind_span,
            },
            parent: parts.parent.unwrap_or_else(nameless),
            child: parts.child.unwrap_or_else(nameless),
            origin: Origin {
                xyz: parts.origin.unwrap_or_else(zero),
                rotation: Rotation::RollPitchYaw(parts.rotation.unwrap_or_else(zero)),
            },
            axis,
            axis_span,
            run_time_axis: None,
            reference: None,
            limits: has_limits.then_some(Limits {
                lower,
                upper,
                effort,
                velocity,
            }),
            armature: parts.armature,
            forces: parts.forces,
            mimic: None,
        }
    }

    /// Reads one entry into `parts`. `None` if it is faulty, which has been reported.
    fn read_entry(
        &mut self,
        entry: &Entry,
        owner: &str,
        parts: &mut Parts,
        context: &mut Context<'_>,
    ) -> Option<()> {
        let key = entry.key.clone();
        if WORDS.contains(&key.as_str()) || key == "motions" {
            let span = context.places.at(entry.location);
            if let Some(first) = &parts.syntax.kind {
                let (key, place) = ("kind".into(), owner.to_owned());
                let fault = Fault::TokenDuplicateKey { key, place };
                context.faults.push_conflict(span, vec![first.span], fault);
                return Some(());
            }
            // A faulty joint type does not count as missing.
            let value = self
                .expressions
                .joint_type(entry, owner, context)
                .unwrap_or(JointTypeSyntax::Faulty);
            parts.syntax.kind = Some(Spanned { value, span });
            return Some(());
        }
        if (parts.syntax).read_choice(entry, owner, &mut self.expressions, context) {
            return Some(());
        }
        let reader = &mut self.expressions;
        match key.as_str() {
            "parent" => parts.parent = entry.value("parent: world", context)?.name(context),
            "child" => parts.child = entry.value("child: arm", context)?.name(context),
            "axis" => {
                let expression = entry.expression("axis: z", AXIS, context)?;
                let axis = reader.axis(&expression, owner, context)?;
                parts.axis = Some((axis, context.place(&expression)));
            }
            "origin" => {
                let expression = entry.expression("origin: [0, 0, 1]", VECTOR, context)?;
                parts.origin = reader.vector(&expression, "an origin", context);
            }
            "rotation" => {
                let expression = entry.expression("rotation: x(pi / 2)", ROTATION, context)?;
                parts.rotation = reader.rotation(&expression, context);
            }
            "armature" => {
                let expression = entry.expression("armature: 0.01", VALUE, context)?;
                parts.armature = reader.quantity(&expression, context);
            }
            "damping" => {
                let expression = entry.expression("damping: 0.1", VALUE, context)?;
                parts.forces.damping = reader.quantity(&expression, context);
            }
            "friction" => {
                let expression = entry.expression("friction: 0.1", VALUE, context)?;
                parts.forces.friction = reader.quantity(&expression, context);
            }
            "spring" => {
                let expression = entry.expression("spring: [20, 0.1]", SPRING, context)?;
                parts.forces.spring = reader.spring(&expression, context);
            }
            "lower" | "upper" | "velocity" | "effort" => {
                let slot = LIMIT_KEYS.iter().position(|word| *word == key)?;
                let expression = entry.expression("upper: 1.5", VALUE, context)?;
                let limit = reader.quantity(&expression, context)?;
                parts.limits[slot] = known_number(limit, &format!("`{key}` of {owner}"), context);
            }
            _ => {
                // The key that was probably meant does not count as missing.
                let meant = report_unknown_key(entry, owner, &ALL_KEYS, context)?;
                if WORDS.contains(&meant) || meant == "motions" {
                    let span = context.places.at(entry.location);
                    let value = JointTypeSyntax::Faulty;
                    parts.syntax.kind.get_or_insert(Spanned { value, span });
                }
                parts.syntax.record_faulty_key(meant);
                parts.keys.push(meant.to_owned());
            }
        }
        Some(())
    }
}

impl Expressions<'_> {
    /// `x`, `-y` or `[1, 0, 2]`
    pub(super) fn axis(
        &mut self,
        expression: &Expr,
        owner: &str,
        context: &mut Context<'_>,
    ) -> Option<[Number; 3]> {
        self.read_inner(expression, context, |reader, expression, context| {
            if let Expr::Array(array) = expression {
                let brackets = array.bracket_token.span.join();
                let values: [Quantity; 3] =
                    reader.list(&array.elems, "an axis", brackets, context)?;
                let noun = format!("the axis of {owner}");
                let constants = values.map(|value| known_number(value, &noun, context));
                let numbers = constants.into_iter().collect::<Option<Vec<_>>>()?;
                return numbers.try_into().ok();
            }
            let (is_negative, word) = match expression {
                Expr::Unary(ExprUnary {
                    op: UnOp::Neg(_),
                    expr,
                    ..
                }) => (true, &**expr),
                word => (false, word),
            };
            let Some(axis) = ["x", "y", "z"].iter().position(|axis| is_word(word, axis)) else {
                return context.refuse(word, AXIS);
            };
            let span = context.place(word);
            Some(unit_vector(axis, is_negative, span))
        })
    }

    /// `rpy(a, b, c)`, `x(a)`, `y(b)` or `z(c)`
    pub(super) fn rotation(
        &mut self,
        expression: &Expr,
        context: &mut Context<'_>,
    ) -> Option<[Quantity; 3]> {
        self.read_inner(expression, context, |reader, expression, context| {
            let Expr::Call(call) = expression else {
                return context.refuse(expression, ROTATION);
            };
            let brackets = call.paren_token.span.join();
            if is_word(&call.func, "rpy") {
                let angles: [Quantity; 3] =
                    reader.list(&call.args, "a rotation", brackets, context)?;
                return Some(angles.map(|angle| reader.as_angle(angle)));
            }
            let mut axes = ["x", "y", "z"].iter();
            let Some(axis) = axes.position(|axis| is_word(&call.func, axis)) else {
                return context.refuse(&call.func, ROTATION);
            };
            let [angle] = reader.list(&call.args, "an angle", brackets, context)?;
            let mut angles = std::array::from_fn(|_| default_zero(angle.span()));
            angles[axis] = reader.as_angle(angle);
            Some(angles)
        })
    }

    /// `stiffness`, or `[stiffness, rest]` with the position at which the force is 0
    fn spring(&mut self, expression: &Expr, context: &mut Context<'_>) -> Option<Spring> {
        self.read_inner(expression, context, |reader, expression, context| {
            let [stiffness, rest] = match expression {
                Expr::Array(array) => {
                    let brackets = array.bracket_token.span.join();
                    reader.list(&array.elems, "a spring", brackets, context)?
                }
                stiffness => {
                    let stiffness = reader.quantity(stiffness, context)?;
                    let rest = default_zero(stiffness.span());
                    [stiffness, rest]
                }
            };
            Some(Spring { stiffness, rest })
        })
    }

    /// Converts a quantity to an angle: if it depends on parameters, its constant part gets an exact sine and cosine.
    pub(super) fn as_angle(&mut self, angle: Quantity) -> Quantity {
        match angle {
            Quantity::Expression(value, span) => Quantity::Expression(self.angle(value), span),
            exact => exact,
        }
    }
}

/// Reports an axis and limits that have no effect on the joint.
fn report_idle(parts: &Parts, kind: &JointKind, name: &Spanned<String>, context: &mut Context<'_>) {
    let mut report = |key, span, reason| {
        let fault = Fault::TokenIdle {
            key,
            joint: Shown::from(&name.value),
            why: reason,
        };
        context.faults.push(span, fault);
    };
    let joint_type = parts.syntax.kind.as_ref().map(|kind| &kind.value);
    let is_axis_used = joint_type.is_none_or(JointTypeSyntax::needs_axis);
    if let Some((_, span)) = &parts.axis
        && !is_axis_used
    {
        let reason = match kind.motions() {
            [] => "it does not move",
            [only] if only.axis.is_none() => "it moves the same way about all axes",
            _ => "its motions have axes of their own",
        };
        report("axis", *span, reason);
    }
    let reason = match kind.motions() {
        [] => "it does not move",
        _ if kind.is_simple() => return,
        _ => "it has several coordinates",
    };
    for (key, limit) in LIMIT_KEYS.into_iter().zip(&parts.limits) {
        if let Some(limit) = limit {
            report(key, limit.span, reason);
        }
    }
}

/// Reports keys that the joint needs and does not have.
fn report_missing(parts: &Parts, name: &Spanned<String>, owner: &str, context: &mut Context<'_>) {
    let has_key = |key: &str| parts.keys.iter().any(|present_key| present_key == key);
    let joint_type = parts.syntax.kind.as_ref().map(|kind| &kind.value);
    let needs_axis = joint_type.is_some_and(JointTypeSyntax::needs_axis);
    let keys = [
        (joint_type.is_none(), "kind", "revolute"),
        (!has_key("parent"), "parent", "parent: world"),
        (!has_key("child"), "child", "child: arm"),
        (needs_axis && !has_key("axis"), "axis", "axis: z"),
    ];
    for (is_missing, key, example) in keys {
        if is_missing {
            let fault = Fault::TokenMissingKey {
                key,
                place: owner.to_owned(),
                example,
            };
            context.faults.push(name.span, fault);
        }
    }
}
