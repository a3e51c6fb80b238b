//! The functions of a robot: those requested, as far as they exist for it.

use std::collections::BTreeSet;

use multibody_description::fault::{Fault, Faults};
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::{Function, Target};
use multibody_description::model::Model;
use multibody_description::oversize::{LIMIT, Oversize, oversize};
use multibody_description::settings::Settings;
use multibody_description::system::System;

/// All requested functions; functions of links only for links that exist.
pub fn requested(system: &ExaminedSystem, settings: &Settings) -> Vec<Target> {
    let mut targets = Vec::new();
    for function in settings.requested(system.acting()) {
        if function.is_of_link() {
            let links: BTreeSet<&String> = settings.links.iter().collect();
            let links = links.into_iter().filter_map(|name| system.tree.link(name));
            targets.extend(links.map(|link| Target {
                function,
                link: Some(link),
            }));
        } else {
            targets.push(Target {
                function,
                link: None,
            });
        }
    }
    targets
}

/// The requested functions without oversize ones, which must be requested by name.
pub fn without_oversize(system: &ExaminedSystem, settings: &Settings) -> Vec<Target> {
    let left_out = oversize(system, settings);
    let mut targets = requested(system, settings);
    targets.retain(|target| !is_among(&left_out, target.function));
    targets
}

/// The functions to derive, and the absent functions, each with the reason.
pub fn targets(
    model: &Model,
    system: &ExaminedSystem,
    settings: &Settings,
    faults: &mut Faults,
) -> (Vec<Target>, Vec<(String, String)>) {
    let (rank, nv) = (multibody_prove::mass_matrix_rank(system), system.nv());
    let is_indefinite = rank == nv && multibody_prove::has_zero_pivot(system);
    let inverts = |function: Function| function.quantity().inverts_mass_matrix();
    let targets = requested(system, settings).into_iter();
    let (impossible, targets): (Vec<Target>, Vec<Target>) =
        targets.partition(|target| (rank < nv || is_indefinite) && inverts(target.function));
    let mut absent: Vec<(String, String)> = impossible
        .iter()
        .map(|target| {
            (
                target.function.name().to_owned(),
                match is_indefinite {
                    true => INDEFINITE.to_owned(),
                    false => why_singular(system, rank),
                },
            )
        })
        .collect();
    let solves = |target: &Target| target.function.quantity().solves_constraints();
    let is_open = targets.iter().any(solves)
        && (is_indefinite || !multibody_prove::constraints_decide(system));
    let (open, targets): (Vec<Target>, Vec<Target>) = targets
        .into_iter()
        .partition(|target| is_open && solves(target));
    let why = match is_indefinite {
        true => INDEFINITE,
        false => "some accelerations are determined neither by masses nor by constraints",
    };
    absent.extend((open.iter()).map(|target| (target.function.name().to_owned(), why.to_owned())));
    let is_least = |target: &Target| {
        target.function.quantity().is_least() && settings.regularization.is_none()
    };
    let (loose, targets): (Vec<Target>, Vec<Target>) = targets
        .into_iter()
        .partition(|target| is_least(target) && system.findings.actuation.support().is_none());
    let why = "constraint forces can oppose one another at unactuated joints, and finding out how would take too long";
    absent.extend((loose.iter()).map(|target| (target.function.name().to_owned(), why.to_owned())));
    let is_free = |target: &Target| target.function.quantity().frees_bodies();
    let why_not_free = match targets.iter().any(is_free) {
        true => multibody_tree::place_bodies(system).why_not_free(),
        false => None,
    };
    let (bound, targets): (Vec<Target>, Vec<Target>) = targets
        .into_iter()
        .partition(|target| why_not_free.is_some() && is_free(target));
    absent.extend(bound.iter().map(|target| {
        let name = target.function.name().to_owned();
        (name, why_not_free.clone().unwrap_or_default())
    }));
    let (pivoted, targets): (Vec<Target>, Vec<Target>) = targets.into_iter().partition(|target| {
        settings.regularization.is_some() && target.function.quantity().has_pivots()
    });
    let why = "with `regularization` constraint rows may be dependent, and then pivots are 0";
    absent
        .extend((pivoted.iter()).map(|target| (target.function.name().to_owned(), why.to_owned())));
    let singular = impossible.iter().any(|target| !solves(target));
    if singular && is_indefinite {
        faults.push(model.name.span, Fault::TokenIndefinite);
    } else if singular {
        faults.push(model.name.span, Fault::SettingSingular { rank, nv });
    }
    let is_reported = |name: &str| {
        let mut reported = impossible.iter().filter(|target| !solves(target));
        reported.any(|target| target.function.name() == name)
    };
    let named = |name: &str| {
        let mut named = settings.functions.named.iter();
        named.any(|function| function.name() == name)
    };
    for (name, reason) in absent
        .iter()
        .filter(|(name, _)| named(name) && !is_reported(name))
    {
        let (function, reason) = (name.clone(), reason.clone());
        faults.push(model.name.span, Fault::SettingAbsent { function, reason });
    }
    let mut left_out = oversize(system, settings);
    left_out.retain(|oversize| targets.iter().any(|t| t.function == oversize.function));
    if !left_out.is_empty() {
        faults.push(model.name.span, too_large(&left_out));
    }
    absent.extend(
        (left_out.iter()).map(|oversize| (oversize.function.name().to_owned(), oversize.reason())),
    );
    let kept = targets.into_iter();
    let kept = kept.filter(|target| !is_among(&left_out, target.function));
    (kept.collect(), absent)
}

fn is_among(left_out: &[Oversize], function: Function) -> bool {
    left_out
        .iter()
        .any(|oversize| oversize.function == function)
}

fn too_large(left_out: &[Oversize]) -> Fault {
    let listed = |show: &dyn Fn(&Oversize) -> String| {
        left_out.iter().map(show).collect::<Vec<_>>().join(", ")
    };
    Fault::SettingOversize {
        functions: listed(&|o| format!("`{}` ({})", o.function.name(), o.operations)),
        names: listed(&|o| o.function.name().to_owned()),
        limit: LIMIT,
    }
}

const INDEFINITE: &str =
    "a pivot of the mass matrix is 0, since the kinetic energy is not positive";

fn why_singular(system: &System, rank: usize) -> String {
    let why = match system.has_quaternion_rates() {
        true => "; a joint with four quaternion rates has only three independent rotations",
        false => "",
    };
    let nv = system.nv();
    format!("the mass matrix is singular: its rank is {rank} of {nv}{why}")
}
