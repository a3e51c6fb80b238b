//! Faults of constraints: those without effect, too many of them, unsatisfiable ones, and rows that others imply. Faults named
//! `TokenConstraint..` are of constraints from tokens, from MJCF and from options alike.

use std::collections::BTreeSet;

use super::{loop_axes, loop_closure, satisfiability};
use multibody_description::fault::{self, Fault, Faults, Shown};
use multibody_description::findings::{ExaminedSystem, LeftOutRow};
use multibody_description::model::{Model, Span};
use multibody_description::settings::Settings;
use multibody_description::system::Row;
use multibody_program::ir::{Class, Input, Node, Program};

/// The remedies for too many constraints if [`loop_axes`] has none: the first for constraints from tokens or options, the second
/// for an MJCF.
const REMOVE_CONSTRAINTS: [&str; 2] = [
    "remove constraints: a loop closed by a hinge is `loop NAME { .., leaves: revolute(z) }`",
    "remove equalities, or leave more motions free: <weld> has six rows, <connect> three, <joint> one",
];

/// Reports constraints without effect, overconstrained systems, unsatisfiable constraints, and rows that are left out.
pub fn report(model: &Model, system: &ExaminedSystem, settings: &Settings, faults: &mut Faults) {
    // That no joint moves is a fault of its own.
    if system.nv() == 0 {
        return;
    }
    let mut redundant_rows: Vec<(Span, &str)> = Vec::new();
    // Rows that are satisfied at all positions, if the format of the description permits such rows.
    let mut idle_rows: Vec<(Span, &str)> = Vec::new();
    for (index, constraint) in model.constraints.iter().enumerate() {
        let span = constraint.name.span;
        match find_fault(model, system, settings, index) {
            Some((fault, others)) => faults.push_conflict(span, others, fault),
            None => {
                for row in rows_left_out(system, index) {
                    let is_permitted = row.is_idle && model.conventions.has_idle_rows;
                    let list = if is_permitted { &mut idle_rows } else { &mut redundant_rows };
                    list.push((span, row.name.as_str()));
                }
            }
        }
    }
    let Some(first_constraint) = model.constraints.first() else {
        let names = settings.functions.named.iter().copied();
        let functions = names.chain(settings.bundle_functions());
        for function in functions.filter(|function| function.needs_constraints()) {
            let subject = format!("the function `{}`", function.name());
            let fault = Fault::SettingNeedsConstraints { what: subject };
            faults.push(Span::default(), fault);
        }
        let options = [
            ("regularization", settings.regularization.is_some()),
            ("actuated", settings.actuated.is_some()),
        ];
        for (option, _) in options.iter().filter(|(_, is_set)| *is_set) {
            let subject = format!("`{option}`");
            let fault = Fault::SettingNeedsConstraints { what: subject };
            faults.push(Span::default(), fault);
        }
        return;
    };
    let (nc, nv) = (system.nc(), system.nv());
    if settings.regularization.is_some() && system.findings.is_singular {
        faults.push(
            first_constraint.name.span,
            Fault::AttributeRegularizationSingular,
        );
    }
    // With as many rows as rates, a system may still move because constraints depend on time.
    let is_locked = nc > nv || nc == nv && !system.has_timed_constraints();
    if is_locked && settings.regularization.is_none() {
        let has_velocity_level = system
            .constraints
            .iter()
            .any(|constraint| !constraint.row.is_holonomic());
        faults.push(
            first_constraint.name.span,
            // If some rows are velocity-level, positions are not all determined, so this is only a warning.
            if nc == nv && has_velocity_level {
                Fault::TokenConstraintsFixAll { nc, nv }
            } else {
                let remedy = loop_axes::remedy_for_any(settings).unwrap_or_else(|| {
                    REMOVE_CONSTRAINTS[usize::from(satisfiability::is_mjcf(model))].to_owned()
                });
                Fault::TokenConstraintsLock { nc, nv, remedy }
            },
        );
    }
    if !faults.has_errors() {
        satisfiability::check(model, system, settings, faults);
    }
    // The index of the first of some rows, the names of all of them, and the place of the first one's constraint.
    let describe = |rows: &[usize]| {
        let row = *rows.first()?;
        let names = rows
            .iter()
            .map(|&index| system.constraints[index].name.as_str());
        let span = model.constraints[system.constraints[row].owner].name.span;
        Some((row, fault::names(names), span))
    };
    // Rows that are redundant for one sign of a square root in an expression, and independent for the other.
    if let Some((row, rows, span)) = describe(&system.findings.branching) {
        let root = constraint_with_root(model, system, row);
        faults.push(span, Fault::TokenConstraintsBranch { rows, root });
    }
    // Rows that depend on others at almost all positions, but are not implied by them.
    if let Some((_, rows, span)) = describe(&system.findings.dependent_almost_everywhere) {
        faults.push(span, Fault::TokenConstraintsPartial { rows });
    }
    if let Some((rows, first_span, others)) = list_rows(&idle_rows) {
        faults.push_conflict(first_span, others, Fault::SettingRowsIdle { rows });
    }
    if let Some((rows, first_span, others)) = list_rows(&redundant_rows) {
        let fields = if system.parameters.is_empty() {
            ""
        } else {
            "; fields need values that satisfy the redundant rows too: that is not checked"
        };
        let fault = Fault::TokenConstraintsLeftOut { rows, fields };
        faults.push_conflict(first_span, others, fault);
    }
}

/// The names of rows, the place of the first one's constraint, and the places of the others' constraints.
fn list_rows(rows: &[(Span, &str)]) -> Option<(String, Span, Vec<Span>)> {
    let (first_span, _) = rows.first()?;
    let names = rows
        .iter()
        .map(|(_, name)| format!("`{}`", Shown::from(*name)));
    let names: Vec<String> = names.collect();
    let mut others: Vec<Span> = rows.iter().map(|(span, _)| *span).collect();
    others.dedup();
    others.remove(0);
    Some((names.join(", "), *first_span, others))
}

/// The fault of a constraint that has no effect, or that cannot be satisfied, alone or together with others; and the
/// places of these others.
fn find_fault(
    model: &Model,
    system: &ExaminedSystem,
    settings: &Settings,
    index: usize,
) -> Option<(Fault, Vec<Span>)> {
    let name = &model.constraints[index].name.value;
    // A row that is a constant other than 0 cannot be satisfied.
    if let Some(row) = rows_left_out(system, index).find(|row| row.is_unsatisfiable) {
        let row = Shown::from(&row.name);
        return Some((Fault::TokenConstraintOpen { row }, Vec::new()));
    }
    // A constraint has no effect if no coordinate changes any of its rows.
    let is_kept = system.constraints.iter().any(|row| row.owner == index);
    let has_no_effect = !is_kept && rows_left_out(system, index).all(|row| row.is_idle);
    if has_no_effect && !model.conventions.has_idle_rows {
        let name = Shown::from(name);
        return Some((Fault::TokenConstraintIdle { name }, Vec::new()));
    }
    if let Some(row) = rows_left_out(system, index).find(|row| !row.contradicts.is_empty()) {
        let others = row.contradicts.iter();
        let names = others.map(|&other| &model.constraints[other].name);
        let fault = Fault::TokenConstraintContradicts {
            row: Shown::from(&row.name),
            others: fault::names(names.clone().map(|name| name.value.as_str())),
            remedy: loop_axes::remedy(settings, name)
                .map_or(String::new(), |remedy| format!("; {remedy}")),
        };
        return Some((fault, names.map(|name| name.span).collect()));
    }
    let fault = loop_closure::find_fault(system, index, name)?;
    Some((fault, Vec::new()))
}

/// The name of the constraint with the square root whose sign decides whether a row is implied. It is the constraint of the row
/// itself if this row has a root, else of the first row with a root that reads an input of this row, else of the first row with
/// a root.
fn constraint_with_root(model: &Model, system: &ExaminedSystem, row: usize) -> Shown {
    let inputs = |program: &Program| -> BTreeSet<Input> {
        let nodes = program.nodes().iter();
        let inputs = nodes.filter_map(|node| match node {
            Node::Input(input) => Some(*input),
            _ => None,
        });
        inputs.collect()
    };
    let row_inputs = expression(system, row)
        .map(|program| inputs(&program))
        .unwrap_or_default();
    let rows = 0..system.constraints.len();
    let with_roots = rows.filter_map(|index| {
        let program = expression(system, index)?;
        let is_disjoint = row_inputs.is_disjoint(&inputs(&program));
        let preference = if index == row { 0 } else { 1 + usize::from(is_disjoint) };
        has_root(&program).then_some((preference, index))
    });
    let (_, index) = with_roots.min().unwrap_or((0, row));
    let constraint = system.constraints[index].owner;
    Shown::from(&model.constraints[constraint].name.value)
}

/// The expression of a row, if it has one.
fn expression(system: &ExaminedSystem, row: usize) -> Option<Program> {
    match system.constraints[row].row {
        Row::Expression { index, .. } | Row::PointExpression { index, .. } => {
            Some(system.builder.finish(&[system.symbolic.constraints[index]]))
        }
        Row::Between { .. } | Row::Velocity { .. } => None,
    }
}

/// Whether a program has a square root.
fn has_root(program: &Program) -> bool {
    let mut nodes = program.nodes().iter();
    nodes.any(|node| matches!(node, Node::Call(f, _) if f.class() == Class::SquareRoot))
}

/// The rows of a constraint that are left out.
fn rows_left_out(system: &ExaminedSystem, constraint: usize) -> impl Iterator<Item = &LeftOutRow> {
    let rows = system.findings.left_out.iter();
    rows.filter(move |row| row.owner == constraint)
}
