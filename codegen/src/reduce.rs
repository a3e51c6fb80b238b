//! Lowering and reduction: from a checked model to its system and tree, with the faults of settings and constraints.

use std::collections::{BTreeMap, BTreeSet};

use multibody_description::check::Structure;
use multibody_description::fault::{self, Fault, Faults, Shown};
use multibody_description::function::{BODY, IN_PLACE};
use multibody_description::lower::lower;
use multibody_description::model::{ConstraintKind, Model, Span, Spanned, Vocabulary};
use multibody_description::settings::{Acting, Root, Settings};
use multibody_description::source::tokens::WORLD;
use multibody_description::system::{Constraint, LeftOut, Row, System};
use multibody_program::ir::{Class, Node};
use multibody_prove::loop_closure;
use multibody_prove::rounding;
use multibody_prove::satisfiability;
use multibody_prove::{Dependence, Undefined};
use multibody_tree::Tree;

/// The system and its tree; none if there are faults.
pub fn reduce(
    model: &Model,
    structure: &Structure,
    settings: &Settings,
    faults: &mut Faults,
) -> Option<(System, Tree)> {
    check_functions(model, settings, faults);
    check_links(model, settings, faults);
    check_root(model, structure, settings, faults);
    let mut system = lower(model, structure, settings, faults)?;
    let bent = multibody_prove::first_not_linear(&system).map(|at| system.constraints[at].of);
    analyse(&mut system);
    if settings.snap {
        rounding::round(model, &mut system, faults);
    }
    check_system(model, &system, faults);
    match bent.map(|of| &model.constraints[of].name) {
        None => check_constraints(model, &system, settings, faults),
        Some(name) => {
            let shown = Shown::from(&name.value);
            faults.push(name.span, Fault::TokenConstraintNotLinear { name: shown });
        }
    }
    check_names(model, settings, faults);
    if faults.has_errors() {
        return None;
    }
    let tree = multibody_tree::place_bodies(&system);
    Some((system, tree))
}

/// Properties at random states: whether there is a drive, dependent rows (which are left out), whether M is singular, rows
/// on motions without kinetic energy, dependent rates, and the support of unactuated rates.
pub fn analyse(system: &mut System) {
    system.symbolic.has_drive = multibody_prove::has_drive(system);
    if system.constraints.is_empty() {
        return;
    }
    system.is_singular = multibody_prove::mass_matrix_rank(system) < system.nv();
    let Dependence {
        left_out,
        branching,
    } = multibody_prove::dependent_constraints(system);
    let place = |at: &usize| at - left_out.iter().filter(|(other, _)| other < at).count();
    system.branching = branching.iter().map(place).collect();
    for (at, left_out) in left_out.into_iter().rev() {
        system.constraints.remove(at);
        system.left_out.insert(0, left_out);
    }
    for at in satisfiability::not_implied(system).into_iter().rev() {
        let LeftOut { name, of, row, .. } = system.left_out.remove(at);
        system.branching.push(system.constraints.len());
        system.constraints.push(Constraint { name, of, row });
    }
    if system.is_singular {
        system.restraining = multibody_prove::restraining_constraints(system);
    }
    system.dependent = multibody_prove::dependent_rates(system);
    system.actuation = multibody_prove::actuation(system);
}

/// Reports constraints without effect, overconstrained systems, unsatisfiable constraints, and rows that are left out.
fn check_constraints(model: &Model, system: &System, settings: &Settings, faults: &mut Faults) {
    check_names_of_constraints(model, faults);
    let mut all: Vec<(Span, &str)> = Vec::new();
    for (at, constraint) in model.constraints.iter().enumerate() {
        let span = constraint.name.span;
        match fault_of_constraint(model, system, at) {
            Some((fault, others)) => faults.push_conflict(span, others, fault),
            None => all.extend(left_out(system, at).map(|row| (span, row.name.as_str()))),
        }
    }
    let Some(first) = model.constraints.first() else {
        let functions = settings.functions.named.iter().copied();
        let functions = functions.chain(settings.bundled());
        for function in functions.filter(|function| function.needs_constraints()) {
            let what = format!("the function `{}`", function.name());
            faults.push(Span::default(), Fault::SettingNeedsConstraints { what });
        }
        let options = [
            ("regularization", settings.regularization.is_some()),
            ("actuated", settings.actuated.is_some()),
        ];
        for (option, _) in options.iter().filter(|(_, is_set)| *is_set) {
            let what = format!("`{option}`");
            faults.push(Span::default(), Fault::SettingNeedsConstraints { what });
        }
        return;
    };
    let (nc, nv) = (system.nc(), system.nv());
    if settings.regularization.is_some() && system.is_singular {
        faults.push(first.name.span, Fault::AttributeRegularizationSingular);
    }
    // As many as there are rates may move all the same, in time. Where some are on rates, positions are not all decided.
    let is_locked = nc > nv || nc == nv && !system.has_timed_constraints();
    if is_locked && settings.regularization.is_none() {
        let has_velocity_level = system
            .constraints
            .iter()
            .any(|constraint| !constraint.row.is_holonomic());
        faults.push(
            first.name.span,
            match nc == nv && has_velocity_level {
                true => Fault::TokenConstraintsFixAll { nc, nv },
                false => Fault::TokenConstraintsLock { nc, nv },
            },
        );
    }
    if !faults.has_errors() {
        satisfiability::check(model, system, settings, faults);
    }
    if let Some(&at) = system.branching.first() {
        let rows = system
            .branching
            .iter()
            .map(|&at| system.constraints[at].name.as_str());
        let rows = fault::names(rows);
        let span = model.constraints[system.constraints[at].of].name.span;
        let fault = match root_of_constraints(model, system) {
            Some(root) => Fault::TokenConstraintsBranch { rows, root },
            None => Fault::TokenConstraintsPartial { rows },
        };
        faults.push(span, fault);
    }
    if let Some((first, _)) = all.first() {
        let rows: Vec<String> = all
            .iter()
            .map(|(_, name)| format!("`{}`", Shown::from(*name)))
            .collect();
        let rows = rows.join(", ");
        let mut others: Vec<Span> = all.iter().map(|(span, _)| *span).collect();
        others.dedup();
        others.remove(0);
        let fields = match system.parameters.is_empty() {
            true => "",
            false => {
                "; fields need values that satisfy the redundant rows too: that is not checked"
            }
        };
        let fault = Fault::TokenConstraintsLeftOut { rows, fields };
        faults.push_conflict(*first, others, fault);
    }
}

/// The fault of a constraint without effect, or that cannot be satisfied, alone or with others, and their places.
fn fault_of_constraint(model: &Model, system: &System, at: usize) -> Option<(Fault, Vec<Span>)> {
    let name = &model.constraints[at].name.value;
    if let Some(row) = left_out(system, at).find(|row| row.is_open) {
        let row = Shown::from(&row.name);
        return Some((Fault::TokenConstraintOpen { row }, Vec::new()));
    }
    let is_kept = system.constraints.iter().any(|row| row.of == at);
    if !is_kept && left_out(system, at).all(|row| row.is_idle) {
        let name = Shown::from(name);
        return Some((Fault::TokenConstraintIdle { name }, Vec::new()));
    }
    if let Some(row) = left_out(system, at).find(|row| !row.contradicts.is_empty()) {
        let others = row.contradicts.iter();
        let others = others.map(|&of| &model.constraints[of].name);
        let fault = Fault::TokenConstraintContradicts {
            row: Shown::from(&row.name),
            others: fault::names(others.clone().map(|name| name.value.as_str())),
        };
        return Some((fault, others.map(|name| name.span).collect()));
    }
    let fault = loop_closure::out_of_reach(system, at, name)?;
    Some((fault, Vec::new()))
}

/// The constraint whose expression has a root.
fn root_of_constraints(model: &Model, system: &System) -> Option<Shown> {
    let has_root = |row: &Row| match row {
        Row::Expression { at, .. } | Row::PointExpression { at, .. } => {
            let program = system.builder.finish(&[system.symbolic.constraints[*at]]);
            let nodes = program.nodes().iter();
            nodes
                .clone()
                .any(|node| matches!(node, Node::Call(of, _) if of.class() == Class::SquareRoot))
        }
        Row::Between { .. } | Row::Contact { .. } => false,
    };
    let mut rows = system.constraints.iter();
    let of = rows.find(|constraint| has_root(&constraint.row))?.of;
    Some(Shown::from(&model.constraints[of].name.value))
}

/// The rows of a constraint that are left out.
fn left_out(system: &System, of: usize) -> impl Iterator<Item = &LeftOut> {
    system.left_out.iter().filter(move |row| row.of == of)
}

/// Reports contacts and loops of settings that have the name of another constraint, each once.
fn check_names_of_constraints(model: &Model, faults: &mut Faults) {
    let mut reported = BTreeSet::new();
    let of_settings = model.constraints.iter();
    let of_settings = of_settings.filter(|constraint| constraint.name.span == Span::default());
    for constraint in of_settings {
        let name = &constraint.name.value;
        let mut same = model.constraints.iter().filter(|of| of.name.value == *name);
        if same.nth(1).is_some() && reported.insert(name) {
            let option = match constraint.kind {
                ConstraintKind::Contact { .. } => "contact",
                _ => "loop",
            };
            let (what, name) = ("constraint", Shown::from(name));
            faults.push(Span::default(), Fault::SettingTwice { what, name, option });
        }
    }
}

/// Reports functions that are named twice, and functions of links where no link is named.
fn check_functions(model: &Model, settings: &Settings, faults: &mut Faults) {
    let names = settings.functions.named.iter().map(|f| f.name());
    check_once("function", "functions", names, faults);
    let mut links = model.links.iter().map(|link| &link.name.value);
    let has_links = links.any(|link| model.vocabulary != Vocabulary::Tokens || link != WORLD);
    let requested = settings.functions.named.iter().copied();
    for function in requested.chain(settings.bundled()) {
        let needs = [
            (function.is_of_link(), &settings.links, "links"),
            (function.needs_wrenches(), &settings.wrenches, "wrenches"),
        ];
        for (_, _, option) in needs
            .iter()
            .filter(|(needs, links, _)| *needs && links.is_empty())
        {
            let (function, option) = (function.name(), *option);
            let fault = match has_links {
                true => Fault::SettingNeedsLinks { function, option },
                false => Fault::SettingNoLinks { function },
            };
            faults.push(Span::default(), fault);
        }
    }
}

/// Reports links that an option names twice, each gets one function, and one wrench acts on it; and
/// those that are renamed for nothing.
fn check_links(model: &Model, settings: &Settings, faults: &mut Faults) {
    // What is not known is reported as that.
    let is_known = |link: &String| {
        let mut known = model.links.iter().map(|link| link.name.value.as_str());
        known.any(|known| known == *link)
    };
    for (option, links) in [("links", &settings.links), ("wrenches", &settings.wrenches)] {
        let known = links.iter().filter(|link| is_known(link));
        check_once("link", option, known.map(String::as_str), faults);
    }
    let renamed = settings.renames.iter().map(|rename| &rename.link);
    for link in renamed.filter(|link| !settings.links.contains(link) && is_known(link)) {
        let name = Shown::from(link.as_str());
        faults.push(Span::default(), Fault::SettingRenameIdle { name });
    }
}

/// Reports a root that moves where tokens say that the world is the root.
fn check_root(model: &Model, structure: &Structure, settings: &Settings, faults: &mut Faults) {
    let link = &model.links[structure.root].name;
    let is_world = model.vocabulary == Vocabulary::Tokens && link.value == WORLD;
    if is_world && settings.root != Root::Fixed {
        let root = settings.root.to_string();
        faults.push(link.span, Fault::AttributeRootWorld { root });
    }
}

/// Reports what an option names more than once, each once.
fn check_once<'a>(
    what: &'static str,
    option: &'static str,
    names: impl Iterator<Item = &'a str>,
    faults: &mut Faults,
) {
    let (mut known, mut reported) = (BTreeSet::new(), BTreeSet::new());
    for name in names {
        if !known.insert(name) && reported.insert(name) {
            let name = Shown::from(name);
            faults.push(Span::default(), Fault::SettingTwice { what, name, option });
        }
    }
}

/// Reports what is left of the robot after the settings: nothing that moves, numbers that changed.
fn check_system(model: &Model, system: &System, faults: &mut Faults) {
    // Locked joints have no forces.
    let moves = |name: &str| {
        let mut joints = system.tree.joints.iter();
        system.coordinates.iter().any(|c| c.name == name)
            || joints.any(|joint| joint.name == name && joint.simple().is_some())
    };
    let symbolic = &model.symbolic;
    let forces = symbolic.forces.iter().map(|(along, _)| along);
    let forces: Vec<_> = forces.filter(|along| moves(&along.value)).collect();
    let spans = model
        .constraints
        .iter()
        .flat_map(|of| of.kind.expressions());
    let spans: Vec<Span> = spans.map(|(_, span)| span).collect();
    for nowhere in multibody_prove::undefined(system) {
        let (span, what) = match nowhere {
            Undefined::Kinetic(at) => (symbolic.kinetic[at].1, "the kinetic energy"),
            Undefined::Potential(at) => (symbolic.potential[at].1, "the potential energy"),
            Undefined::Force(at) => (forces[at].span, "the force"),
            Undefined::Body(at) => (symbolic.bodies[at].name.span, "the place of this body"),
            Undefined::Constraint(at) => (spans[at], "the constraint"),
            Undefined::Spring(at) => {
                let name = &model.point_springs[at].name;
                let spring = Shown::from(&name.value);
                faults.push(name.span, Fault::TokenSpringEnds { spring });
                continue;
            }
        };
        faults.push(span, Fault::TokenNowhere { what });
    }
    if let Some(at) = multibody_prove::first_not_quadratic(system) {
        let (_, span) = model.symbolic.kinetic[at];
        faults.push(span, Fault::TokenNotQuadratic);
    }
    if let Some(at) = multibody_prove::first_not_turned(system) {
        let name = &model.symbolic.bodies[at].name;
        let body = Shown::from(&name.value);
        faults.push(name.span, Fault::TokenNotTurned { body });
    }
    if system.nv() == 0 {
        faults.push(model.name.span, Fault::SettingNothingMoves);
    }
    if let Some(snap) = system.snaps.first() {
        let fault = Fault::SettingSnapped {
            count: system.snaps.len(),
            place: snap.place.clone(),
            change: format!("{:.1e}", snap.change),
        };
        faults.push(model.name.span, fault);
    }
}

/// Reports links that would get functions of one name; two links once, whatever functions they share.
fn check_names(model: &Model, settings: &Settings, faults: &mut Faults) {
    let requested = settings.requested(Acting::default());
    let listed: BTreeSet<&String> = settings.links.iter().collect();
    let links = model.links.iter().map(|link| &link.name);
    let mut used: BTreeMap<String, &Spanned<String>> = BTreeMap::new();
    for link in links.filter(|link| listed.contains(&link.value)) {
        let rust = settings.rust_name(&link.value);
        let names = requested.iter().filter_map(|function| {
            let name = function.of_link(&rust)?;
            let in_place = function.is_in_place().then(|| format!("{name}{IN_PLACE}"));
            let last = in_place.as_ref().unwrap_or(&name);
            let body = settings.dispatch.then(|| format!("{last}{BODY}"));
            Some([Some(name), in_place, body].into_iter().flatten())
        });
        let names: Vec<String> = names.flatten().collect();
        let shared = |name: &String| Some((name.clone(), *used.get(name)?));
        if let Some((function, first)) = names.iter().find_map(shared) {
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
            used.entry(name).or_insert(link);
        }
    }
}
