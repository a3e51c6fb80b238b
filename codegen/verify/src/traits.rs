//! Functions that call others: those of traits, and those by value that call their in-place form.

use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::{ImplItem, ImplItemFn};

use crate::items::{Items, is_forwarding};
use crate::refusal::Refusal;
use crate::report::{Report, Verdict};
use crate::robot::Robot;
use crate::signature::{Expected, array};
use multibody_description::function::{Function, IN_PLACE, Target};
use multibody_description::settings::Triangle;

/// Checks the implementations of traits: each function calls the robot's function of the same name with its arguments.
pub fn check(found: &Items<'_>, robot: &Robot, report: &mut Report) -> Result<(), Refusal> {
    for of in &found.traits {
        let (_, path, _) = of.trait_.as_ref().expect("an implementation of a trait");
        let name = path
            .segments
            .last()
            .map(|segment| segment.ident.to_string())
            .unwrap_or_default();
        if !has_arguments(path, robot) {
            report.add(
                &name,
                line(of.span()),
                Verdict::Wrong("its sizes are others".into()),
            );
            continue;
        }
        for item in &of.items {
            let ImplItem::Fn(function) = item else {
                continue;
            };
            let own = function.sig.ident.to_string();
            let title = format!("{name}::{own}");
            let called = match name.as_str() {
                "Acceleration" => Function::ForwardDynamics.name(),
                _ => own.as_str(),
            };
            let expected = called
                .parse::<Function>()
                .ok()
                .filter(|of| !of.is_of_link());
            let expected = expected.and_then(|function| {
                let link = None;
                Expected::of(robot, Target { function, link })
            });
            let Some(expected) = expected else {
                report.recognised.push(format!("`{title}`"));
                continue;
            };
            let verdict = match forwards(function, &own, called, &expected) {
                false => Verdict::Wrong(format!(
                    "it is not the call of `{called}` with its arguments"
                )),
                true if !found.functions.contains_key(called) => {
                    Verdict::Wrong(format!("it calls `{called}`, which is not there"))
                }
                true => Verdict::Calls(called.to_owned()),
            };
            report.add(&title, line(function.sig.ident.span()), verdict);
        }
    }
    Ok(())
}

/// Whether a trait has no arguments, or those of this robot.
fn has_arguments(path: &syn::Path, robot: &Robot) -> bool {
    let Some(segment) = path.segments.last() else {
        return false;
    };
    let name = &segment.ident;
    let (nq, nv) = (robot.system.nq(), robot.system.nv());
    let expected = [
        format!("multibody::{name}"),
        format!("multibody::{name}<T, {nq}, {nv}>"),
    ];
    expected
        .iter()
        .any(|text| syn::parse_str::<syn::Path>(text).is_ok_and(|of| of == *path))
}

/// Whether a function of a trait calls the robot's function.
fn forwards(function: &ImplItemFn, own: &str, called: &str, expected: &Expected) -> bool {
    let names = expected.names();
    let call = format!("self.{called}({names})");
    if own != called {
        let sizes = expected.arguments.iter().map(|(kind, sizes)| {
            format!(
                ", {}: &{}",
                crate::signature::argument_name(*kind),
                array(sizes, "T")
            )
        });
        let arguments: String = sizes.collect();
        let result = array(&expected.result[0], "T");
        let head = format!("fn {own}(&self, _: T{arguments}) -> {result}");
        return is_forwarding(function, &head, &format!("{{ {call} }}"));
    }
    let body = match expected.arguments.is_empty() {
        true => format!("{{ T::lit({call}) }}"),
        false => format!("{{ {call} }}"),
    };
    let expected_body = syn::parse_str::<syn::Block>(&body);
    expected.is_by_value(&function.sig, own, false)
        && expected_body.is_ok_and(|expected| expected == function.block)
}

/// The in-place form that a function calls, if it is nothing but that call.
pub fn call_of_in_place(
    function: &ImplItemFn,
    name: &str,
    expected: &Expected,
    has_lower: bool,
) -> Option<String> {
    let [sizes] = &expected.result[..] else {
        return None;
    };
    let (names, zeros) = (expected.names(), array(sizes, "T::ZERO"));
    let called = format!("{name}{IN_PLACE}");
    let with = |mirrored: &str| {
        let text = format!(
            "{{ let mut out = {zeros}; self.{called}({names}, &mut out); {mirrored} out }}"
        );
        syn::parse_str::<syn::Block>(&text).is_ok_and(|expected| expected == function.block)
    };
    let mirrors = "multibody::dense::mirror(&mut out);";
    let is_call = with(if has_lower { mirrors } else { "" });
    is_call.then_some(called)
}

/// Whether the in-place form of a function writes only the lower triangle.
pub fn has_lower(robot: &Robot, target: Target) -> bool {
    robot.settings.triangle == Triangle::Lower && target.function.quantity().is_symmetric()
}

fn line(span: Span) -> usize {
    span.start().line
}
