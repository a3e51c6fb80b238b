//! Faults of settings that only a model shows, for example names given twice, functions of links although no links are
//! named, a mobile root although the root is the world, and names that would collide.

use std::collections::{BTreeMap, BTreeSet};

use multibody_description::check::Structure;
use multibody_description::fault::{Fault, Faults, Shown};
use multibody_description::function::{BODY, IN_PLACE, in_rust};
use multibody_description::language::Language;
use multibody_description::model::{ConstraintKind, Model, Span, Spanned};
use multibody_description::options;
use multibody_description::settings::{Acting, Root, Settings, Verify};
use multibody_description::source::tokens::WORLD;
use multibody_verify::refuse_settings;

/// Reports the faults that can be found before the system is made.
pub fn report(model: &Model, structure: &Structure, settings: &Settings, faults: &mut Faults) {
    check_functions(model, settings, faults);
    check_links(model, settings, faults);
    check_root(model, structure, settings, faults);
    check_language(settings, faults);
    check_verify(model, settings, faults);
    check_unread_forces(model, settings, faults);
}

/// Reports passive forces of the description that the reader does not support. This is an error if passive forces act.
fn check_unread_forces(model: &Model, settings: &Settings, faults: &mut Faults) {
    for force in &model.unread_forces {
        let label = Shown::from(&force.value);
        let fault = if settings.passive {
            Fault::SettingPassiveUnread { what: label }
        } else {
            Fault::SettingPassiveWaits { what: label }
        };
        faults.push(force.span, fault);
    }
}

/// Reports options that the language of the text does not support.
fn check_language(settings: &Settings, faults: &mut Faults) {
    let language = settings.layout.language.row();
    for name in language.refused_options {
        let choice = options::find(name).expect("the name of an option");
        if choice.text_unless_default(settings).is_some() {
            let (option, language) = ((*name).to_owned(), language.name);
            faults.push(
                Span::default(),
                Fault::SettingNotInLanguage { option, language },
            );
        }
    }
}

/// Why no text with these settings can be verified, and the remedy. `None`: texts can be verified.
pub fn unverifiable(settings: &Settings) -> Option<(String, String)> {
    if let Some(reason) = settings.layout.language.row().unverified {
        return Some((reason.to_owned(), "write Rust".to_owned()));
    }
    let refusal = refuse_settings(settings).err()?;
    Some((refusal.message, refusal.help))
}

/// Reports an option with which no text can be verified.
fn check_verify(model: &Model, settings: &Settings, faults: &mut Faults) {
    let Some((reason, help)) = unverifiable(settings) else {
        return;
    };
    let is_rust = settings.layout.language == Language::Rust;
    let (span, fault) = match settings.verify {
        Verify::True => (
            Span::default(),
            Fault::SettingVerifyImpossible { reason, help },
        ),
        Verify::Auto if is_rust => (model.name.span, Fault::SettingNotVerified { reason }),
        Verify::Auto | Verify::False => return,
    };
    faults.push(span, fault);
}

/// Reports contacts and loops of the settings that have the name of another constraint; each name once.
pub fn report_duplicate_constraints(model: &Model, faults: &mut Faults) {
    let mut reported = BTreeSet::new();
    let constraints = model.constraints.iter();
    // Constraints of the settings have no place in the description.
    for constraint in constraints.filter(|constraint| constraint.name.span == Span::default()) {
        let name = &constraint.name.value;
        let mut namesakes = model.constraints.iter().filter(|it| it.name.value == *name);
        if namesakes.nth(1).is_some() && reported.insert(name) {
            let option = match constraint.kind {
                ConstraintKind::Velocity { .. } => "contact",
                _ => "loop",
            };
            let (subject, name) = ("constraint", Shown::from(name));
            faults.push(
                Span::default(),
                Fault::SettingTwice {
                    what: subject,
                    name,
                    option,
                },
            );
        }
    }
}

/// Reports functions that are named twice, and functions that need actuators, links or wrenches although there are none.
fn check_functions(model: &Model, settings: &Settings, faults: &mut Faults) {
    let names = settings.functions.named.iter().map(|f| f.name());
    check_once("function", "functions", names, faults);
    let mut links = model.links.iter().map(|link| &link.name.value);
    let has_links = links.any(|link| !model.conventions.has_world || link != WORLD);
    let requested = settings.functions.named.iter().copied();
    for request in requested.chain(settings.bundle_functions()) {
        if request.needs_actuators() && model.actuators.is_empty() {
            let function = request.name();
            faults.push(Span::default(), Fault::SettingNeedsActuators { function });
        }
        let needs = [
            (request.is_of_link(), &settings.links, "links"),
            (request.needs_wrenches(), &settings.wrenches, "wrenches"),
        ];
        for (is_needed, links, option) in needs {
            if !is_needed || !links.is_empty() {
                continue;
            }
            let function = request.name();
            let fault = if has_links {
                Fault::SettingNeedsLinks { function, option }
            } else {
                Fault::SettingNoLinks { function }
            };
            faults.push(Span::default(), fault);
        }
    }
}

/// Reports links that an option names twice, since each link gets only one function and one wrench. Also reports renamed links
/// that have no functions.
fn check_links(model: &Model, settings: &Settings, faults: &mut Faults) {
    // Unknown names are reported elsewhere, as unknown.
    let is_known = |link: &String| {
        let mut names = model.links.iter().map(|link| link.name.value.as_str());
        names.any(|name| name == *link)
    };
    for (option, links) in [("links", &settings.links), ("wrenches", &settings.wrenches)] {
        let names = links.iter().filter(|link| is_known(link));
        check_once("link", option, names.map(String::as_str), faults);
    }
    let renamed = settings.renames.iter().map(|rename| &rename.link);
    for link in renamed.filter(|link| !settings.links.contains(link) && is_known(link)) {
        let name = Shown::from(link.as_str());
        faults.push(Span::default(), Fault::SettingRenameIdle { name });
    }
}

/// Reports a mobile root if the root is the world by the conventions of the description.
fn check_root(model: &Model, structure: &Structure, settings: &Settings, faults: &mut Faults) {
    let link = &model.links[structure.root].name;
    let is_world = model.conventions.has_world && link.value == WORLD;
    if is_world && settings.root != Root::Fixed {
        let root = settings.root.to_string();
        let remedy = match model.conventions.option {
            None => ", or the joint at `world`: its child is the root then",
            Some(_) => ": the file says which bodies float",
        };
        faults.push(link.span, Fault::AttributeRootWorld { root, remedy });
    }
}

/// Reports names that an option contains more than once; each name once.
fn check_once<'a>(
    subject: &'static str,
    option: &'static str,
    names: impl Iterator<Item = &'a str>,
    faults: &mut Faults,
) {
    let (mut listed_names, mut reported) = (BTreeSet::new(), BTreeSet::new());
    for name in names {
        if !listed_names.insert(name) && reported.insert(name) {
            let name = Shown::from(name);
            faults.push(
                Span::default(),
                Fault::SettingTwice {
                    what: subject,
                    name,
                    option,
                },
            );
        }
    }
}

/// Reports links whose functions would have the same name as those of an earlier link; each link at most once, however many names
/// it shares.
pub fn report_colliding_names(model: &Model, settings: &Settings, faults: &mut Faults) {
    let requested = settings.select_functions(Acting::default());
    let listed: BTreeSet<&String> = settings.links.iter().collect();
    let links = model.links.iter().map(|link| &link.name);
    let mut owners: BTreeMap<String, &Spanned<String>> = BTreeMap::new();
    for link in links.filter(|link| listed.contains(&link.value)) {
        let rust = settings.rust_name(&link.value);
        let names = requested.iter().filter_map(|function| {
            let name = in_rust(&function.name_for_link(&rust)?);
            let in_place = function.is_in_place().then(|| format!("{name}{IN_PLACE}"));
            let dispatched_name = in_place.as_ref().unwrap_or(&name);
            let body = settings
                .dispatch
                .then(|| format!("{dispatched_name}{BODY}"));
            Some([Some(name), in_place, body].into_iter().flatten())
        });
        let names: Vec<String> = names.flatten().collect();
        let shared_name = |name: &String| Some((name.clone(), *owners.get(name)?));
        if let Some((function, first)) = names.iter().find_map(shared_name) {
            let names = [first, link].map(|link| Shown::from(&link.value));
            let [first_name, second_name] = names;
            let function = Shown::from(&function).to_string();
            let fault = Fault::SettingLinksCollide {
                first: first_name,
                second_name,
                function,
            };
            faults.push_conflict(link.span, vec![first.span], fault);
        }
        for name in names {
            owners.entry(name).or_insert(link);
        }
    }
}
