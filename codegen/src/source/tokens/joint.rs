//! Joints.

use proc_macro2::{Delimiter, Group};

use super::Reader;
use super::cursor::{Context, Cursor, bare};
use super::entries::{Entry, entries, unknown};
use super::expression::left_out;
use crate::exact::integer;
use crate::fault::{Fault, Shown};
use crate::joint;
use crate::model::{Joint, JointKind, Limits, Number, Origin, Quantity, Rotation, Span, Spanned};

const KINDS: [&str; 7] = [
    "fixed",
    "revolute",
    "continuous",
    "prismatic",
    "ball",
    "planar",
    "floating",
];

const KEYS: &[&str] = &[
    "fixed",
    "revolute",
    "continuous",
    "prismatic",
    "ball",
    "planar",
    "floating",
    "parent",
    "child",
    "axis",
    "origin",
    "rotation",
    "damping",
    "friction",
    "lower",
    "upper",
    "velocity",
    "effort",
];

/// What has been read of a joint.
#[derive(Default)]
struct Parts {
    kind: Option<Spanned<JointKind>>,
    parent: Option<Spanned<String>>,
    child: Option<Spanned<String>>,
    axis: Option<([Number; 3], Span)>,
    origin: Option<[Quantity; 3]>,
    rotation: Option<[Quantity; 3]>,
    damping: Option<Quantity>,
    friction: Option<Quantity>,
    limits: [Option<Number>; 4],
    /// Keys whose values are faulty are not missing.
    keys: Vec<String>,
}

impl Reader<'_> {
    /// `{ revolute, parent: a, child: b, axis: z, .. }`
    pub(super) fn joint(
        &mut self,
        name: Spanned<String>,
        braces: &Group,
        context: &mut Context<'_>,
    ) -> Joint {
        let place = format!("joint `{}`", Shown::from(&name.value));
        let mut parts = Parts::default();
        for mut entry in entries(braces, &place, context) {
            self.entry(&mut entry, &place, &mut parts, context);
            parts.keys.push(entry.key);
        }
        if parts.friction.is_some() {
            let joint = Shown::from(&name.value);
            let span = parts.friction.as_ref().map_or(name.span, Quantity::span);
            context.faults.push(span, Fault::TokenFriction { joint });
        }
        report_missing(&parts, &name, &place, context);
        let span = name.span;
        let zero = || std::array::from_fn(|_| left_out(span));
        let (axis, axis_span) = parts.axis.unwrap_or_else(|| (unit(0, false, span), span));
        let nameless = || Spanned {
            value: String::new(),
            span,
        };
        let [lower, upper, velocity, effort] = parts.limits;
        let limited = [&lower, &upper, &velocity, &effort]
            .iter()
            .any(|limit| limit.is_some());
        Joint {
            name,
            kind: parts.kind.unwrap_or(Spanned {
                value: JointKind::default(),
                span,
            }),
            parent: parts.parent.unwrap_or_else(nameless),
            child: parts.child.unwrap_or_else(nameless),
            origin: Origin {
                xyz: parts.origin.unwrap_or_else(zero),
                rotation: Rotation::RollPitchYaw(parts.rotation.unwrap_or_else(zero)),
            },
            axis,
            axis_span,
            run_time_axis: None,
            limits: limited.then_some(Limits {
                lower,
                upper,
                effort,
                velocity,
            }),
            damping: parts.damping,
            friction: parts.friction,
            mimic: None,
        }
    }

    fn entry(
        &mut self,
        entry: &mut Entry,
        place: &str,
        parts: &mut Parts,
        context: &mut Context<'_>,
    ) -> Option<()> {
        let key = entry.key.clone();
        if KINDS.contains(&key.as_str()) {
            let span = context.places.at(entry.at);
            if let Some(value) = &mut entry.value {
                value.wanted::<()>(context, "no value behind the kind of a joint");
            } else if let Some(first) = &parts.kind {
                let (key, place) = ("kind".into(), place.to_owned());
                let fault = Fault::TokenDuplicateKey { key, place };
                context.faults.push_conflict(span, vec![first.span], fault);
            } else {
                let kind = joint::named(&key).map(JointKind::single);
                let value = kind.unwrap_or_default();
                parts.kind = Some(Spanned { value, span });
            }
            return Some(());
        }
        match key.as_str() {
            "parent" => parts.parent = end(entry.value("parent: world", context)?, context),
            "child" => parts.child = end(entry.value("child: arm", context)?, context),
            "axis" => {
                let cursor = entry.value("axis: z", context)?;
                let first = cursor.here();
                let axis = self.axis(cursor, place, context)?;
                parts.axis = Some((axis, cursor.since(context, first)));
            }
            "origin" => {
                let cursor = entry.value("origin: [0, 0, 1]", context)?;
                parts.origin = self.vector(cursor, "an origin", context);
            }
            "rotation" => {
                let cursor = entry.value("rotation: x(pi / 2)", context)?;
                parts.rotation = self.rotation(cursor, context);
            }
            "damping" => {
                let cursor = entry.value("damping: 0.1", context)?;
                parts.damping = self.expressions.quantity(cursor, context);
            }
            "friction" => {
                let cursor = entry.value("friction: 0.1", context)?;
                parts.friction = self.expressions.quantity(cursor, context);
            }
            "lower" | "upper" | "velocity" | "effort" => {
                let order = ["lower", "upper", "velocity", "effort"];
                let slot = order.iter().position(|word| *word == key)?;
                let cursor = entry.value("upper: 1.5", context)?;
                let what = format!("`{key}` of {place}");
                parts.limits[slot] = self.number(cursor, &what, context);
            }
            _ => unknown(entry, place, KEYS, context),
        }
        Some(())
    }

    /// `x`, `-y` or `[1, 0, 2]`
    fn axis(
        &mut self,
        cursor: &mut Cursor,
        place: &str,
        context: &mut Context<'_>,
    ) -> Option<[Number; 3]> {
        if let Some(group) = cursor.take_group(Delimiter::Bracket) {
            cursor.end(context, "a comma")?;
            let values: [Quantity; 3] = self.list(&group, "an axis", context)?;
            let what = format!("the axis of {place}");
            let numbers = values.map(|value| constant(value, &what, context));
            return numbers
                .into_iter()
                .collect::<Option<Vec<_>>>()?
                .try_into()
                .ok();
        }
        let minus = cursor.take('-');
        let at = cursor.here();
        let axis = cursor.take_ident().and_then(|ident| {
            let name = ident.to_string();
            ["x", "y", "z"].iter().position(|axis| *axis == name)
        });
        let Some(axis) = axis else {
            let found = Shown::from("this");
            let wanted = "an axis: x, y, z, -x, -y, -z or e.g. [1, 0, 2]";
            context.fault(at, Fault::TokenUnexpected { wanted, found });
            return None;
        };
        cursor.end(context, "a comma")?;
        let span = context.places.at(at);
        Some(unit(axis, minus, span))
    }

    /// `rpy(a, b, c)`, `x(a)`, `y(b)` or `z(c)`
    fn rotation(
        &mut self,
        cursor: &mut Cursor,
        context: &mut Context<'_>,
    ) -> Option<[Quantity; 3]> {
        const WANTED: &str = "rpy(roll, pitch, yaw), x(angle), y(angle) or z(angle)";
        let at = cursor.here();
        let Some(word) = cursor.take_ident() else {
            return cursor.wanted(context, WANTED);
        };
        let Some(group) = cursor.take_group(Delimiter::Parenthesis) else {
            return cursor.wanted(context, WANTED);
        };
        cursor.end(context, "a comma")?;
        let word = bare(&word);
        if word == "rpy" {
            let angles: [Quantity; 3] = self.list(&group, "a rotation", context)?;
            return Some(angles.map(|angle| self.as_angle(angle)));
        }
        let Some(axis) = ["x", "y", "z"].iter().position(|axis| *axis == word) else {
            let found = Shown::from(&word);
            let wanted = WANTED;
            context.fault(at, Fault::TokenUnexpected { wanted, found });
            return None;
        };
        let [angle] = self.list(&group, "an angle", context)?;
        let mut angles = std::array::from_fn(|_| left_out(angle.span()));
        angles[axis] = self.as_angle(angle);
        Some(angles)
    }

    /// The constant part of an angle that waits for parameters gets an exact sine and cosine.
    fn as_angle(&mut self, angle: Quantity) -> Quantity {
        match angle {
            Quantity::Expression(value, span) => {
                Quantity::Expression(self.expressions.angle(value), span)
            }
            exact => exact,
        }
    }

    fn number(
        &mut self,
        cursor: &mut Cursor,
        what: &str,
        context: &mut Context<'_>,
    ) -> Option<Number> {
        let value = self.expressions.quantity(cursor, context)?;
        constant(value, what, context)
    }
}

/// A quantity that may not wait for run time.
fn constant(value: Quantity, what: &str, context: &mut Context<'_>) -> Option<Number> {
    match value {
        Quantity::Exact(number) => Some(number),
        Quantity::Expression(_, span) => {
            let place = what.to_owned();
            context.faults.push(span, Fault::TokenNotConstant { place });
            None
        }
    }
}

fn unit(axis: usize, minus: bool, span: Span) -> [Number; 3] {
    std::array::from_fn(|k| {
        let component = i64::from(k == axis) * if minus { -1 } else { 1 };
        Number {
            value: integer(component),
            text: component.to_string(),
            span,
        }
    })
}

/// The name of a body, with nothing behind it.
fn end(cursor: &mut Cursor, context: &mut Context<'_>) -> Option<Spanned<String>> {
    let name = cursor.name(context)?;
    cursor.end(context, "a comma")?;
    Some(name)
}

fn report_missing(parts: &Parts, name: &Spanned<String>, place: &str, context: &mut Context<'_>) {
    let given = |key: &str| parts.keys.iter().any(|found| found == key);
    let kind = parts.kind.as_ref().map(|kind| &kind.value);
    let needs_axis = kind.is_some_and(JointKind::has_axis);
    let missing = [
        (kind.is_none(), "kind", "revolute"),
        (!given("parent"), "parent", "parent: world"),
        (!given("child"), "child", "child: arm"),
        (needs_axis && !given("axis"), "axis", "axis: z"),
    ];
    for (is_missing, key, example) in missing {
        if is_missing {
            let place = place.to_owned();
            let fault = Fault::TokenMissingKey {
                key,
                place,
                example,
            };
            context.faults.push(name.span, fault);
        }
    }
}
