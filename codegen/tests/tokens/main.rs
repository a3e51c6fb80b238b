//! Robots written as tokens on a struct: what is read, and every fault of the reader.

/// Texts, and what their faults have, as a list of [`Case`].
macro_rules! cases {
    ($($text:expr => $kind:ident, $message:literal, $help:literal;)*) => {
        vec![$(($text.into(), stringify!($kind), $message, $help)),*]
    };
}

mod constraints;
#[cfg(feature = "symbolica")]
mod derived;
mod faults;
mod joints;
mod point_springs;
mod symbolic;
mod values;

use multibody_codegen::fault::{Faults, Report};
use multibody_codegen::internal::check;
use multibody_codegen::internal::examine::examine_model;
use multibody_codegen::internal::model::Model;
use multibody_codegen::internal::source::tokens::{Places, read_struct, read_tokens};
use multibody_codegen::settings::Settings;

/// Reads a struct and the items of its attribute from one text: `items` up to the struct.
fn read(text: &str) -> (Option<Model>, Report, Places) {
    let (items, item) = text.split_at(text.find("struct").expect("a struct"));
    // Spaces keep the places of both parts those of the whole text.
    let item = " ".repeat(items.len()) + item;
    let (mut places, mut faults) = (Places::default(), Faults::new());
    let structure = read_struct(item.parse().unwrap(), &mut places, &mut faults);
    let model = structure
        .map(|structure| read_tokens(items.parse().unwrap(), structure, &mut places, &mut faults));
    if let Some(model) = &model {
        let _ = check::check(model, &mut faults);
    }
    (model, faults.finish(), places)
}

/// A text, then kind of its only fault and what message and help have.
type Case = (String, &'static str, &'static str, &'static str);

/// Kind, message and help of each fault, with the text at its place.
fn faults(text: &str) -> Vec<(&'static str, String, String)> {
    faults_with(&Settings::default(), text)
}

fn faults_with(settings: &Settings, text: &str) -> Vec<(&'static str, String, String)> {
    let (model, mut report, _) = read(text);
    if let Some(model) = model.filter(|_| !report.has_errors()) {
        let mut examination = Faults::new();
        examine_model(model, settings, &mut examination);
        report.diagnostics.extend(examination.finish().diagnostics);
    }
    let described = report.diagnostics.iter().map(|diagnostic| {
        let texts = diagnostic.fault.texts();
        (diagnostic.fault.kind(), texts.message, texts.help)
    });
    described.collect()
}

fn sound(text: &str) -> Model {
    let (model, report, _) = read(text);
    let reports: Vec<_> = report.diagnostics.iter().map(|d| &d.fault).collect();
    assert!(reports.is_empty(), "{reports:?}");
    model.unwrap()
}

/// One pendulum with some of its entries replaced.
fn pendulum(joint: &str, body: &str, fields: &str) -> String {
    format!(
        "gravity = [0, 0, -9.81], joint hinge {{ {joint} }}, body bob {{ {body} }}, \
         struct Pendulum {{ {fields} }}"
    )
}

const JOINT: &str = "revolute, parent: world, child: bob, axis: y";
