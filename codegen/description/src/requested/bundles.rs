//! Bundles, which compute several functions in one call: those of the settings, resolved to the functions of this robot.

use std::collections::{BTreeMap, BTreeSet};

use crate::fault::{Fault, Faults, Hint, Shown, remedy};
use crate::function::{BODY, Function, IN_PLACE, Target, in_rust, new_name};
use crate::model::Span;
use crate::settings::{AT, Settings};
use crate::system::System;

/// What is to be derived for a robot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The functions, which have a program each.
    pub targets: Vec<Target>,
    /// The bundles of these functions, which have a program each too.
    pub bundles: Vec<RobotBundle>,
}

/// Functions that are computed in one call and share their common work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobotBundle {
    /// Its name.
    pub name: String,
    /// The members, in the order of their results.
    pub members: Vec<Member>,
}

/// A result of a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The name of the function.
    pub name: String,
    /// The name of the result: that of the function's method.
    pub result: String,
    /// The targets: the function itself or, for a function of links, the target of one link or of each named link.
    pub targets: Vec<Target>,
    /// Whether the result is an array with one entry for each link.
    pub is_of_all_links: bool,
}

impl RobotBundle {
    /// The targets of all members, in order.
    pub fn targets(&self) -> impl Iterator<Item = Target> {
        self.members
            .iter()
            .flat_map(|member| member.targets.iter().copied())
    }
}

/// The bundles of a robot whose functions are `targets`. If the option `at` has functions, they are the last bundle.
/// Reports unknown names of functions, and names of bundles that are already in use.
pub fn bundles(
    system: &System,
    settings: &Settings,
    targets: &[Target],
    faults: &mut Faults,
) -> Vec<RobotBundle> {
    let functions = Members::of(system, settings, targets);
    check_names(settings, &functions, faults);
    let last_bundle = (!settings.at.is_empty()).then_some((AT, "at", &settings.at));
    let requests = settings
        .bundles
        .iter()
        .map(|bundle| (bundle.name.as_str(), "bundle", &bundle.functions));
    let mut bundles = Vec::new();
    for (name, option, members) in requests.chain(last_bundle) {
        let mut names = BTreeSet::new();
        let mut bundle_members = Vec::new();
        for member in members {
            if !names.insert(member) {
                let (noun, name) = ("function", Shown::from(member.as_str()));
                faults.push(
                    Span::default(),
                    Fault::SettingTwice {
                        what: noun,
                        name,
                        option,
                    },
                );
                continue;
            }
            bundle_members.extend(functions.member(member.as_str(), name, settings, faults));
        }
        // `at` has no record whose fields need different names: its functions are called one by one.
        if name != AT {
            check_results(name, &mut bundle_members, faults);
        }
        let (name, members) = (name.to_owned(), bundle_members);
        bundles.push(RobotBundle { name, members });
    }
    bundles
}

/// The functions of a robot, by the names that a bundle may use for them.
struct Members {
    members: BTreeMap<String, Member>,
}

impl Members {
    fn of(system: &System, settings: &Settings, targets: &[Target]) -> Self {
        let mut members: BTreeMap<String, Member> = BTreeMap::new();
        for &target in targets {
            let function_name = target.function.name();
            let new_member = |name: &str, is_of_all_links| Member {
                name: name.to_owned(),
                result: target.function.method(name),
                targets: Vec::new(),
                is_of_all_links,
            };
            let entry = members.entry(function_name.to_owned());
            let member = entry.or_insert_with(|| new_member(function_name, target.link.is_some()));
            member.targets.push(target);
            let link = target.link.map(|link| &system.tree.links[link].name);
            let name_for_link =
                link.and_then(|link| target.function.name_for_link(&settings.rust_name(link)));
            members.extend(name_for_link.map(|name| {
                let targets = vec![target];
                let member = Member {
                    targets,
                    ..new_member(&name, false)
                };
                (name, member)
            }));
        }
        for member in members.values_mut() {
            member.targets.sort();
        }
        Self { members }
    }

    /// The member that a name in a bundle stands for; reports a name that stands for none.
    fn member(
        &self,
        name: &str,
        bundle: &str,
        settings: &Settings,
        faults: &mut Faults,
    ) -> Option<Member> {
        if let Some(member) = self.members.get(name) {
            return Some(member.clone());
        }
        let label = Shown::from(name);
        let names = self.members.keys().map(String::as_str);
        if let Some(now) = new_name(name, names.chain(Function::NAMES.iter().copied())) {
            let (function, now) = (label, Shown::from(now));
            faults.push(
                Span::default(),
                Fault::SettingRenamedFunction { function, now },
            );
            return None;
        }
        let fault = match name.parse::<Function>() {
            // Missing links are reported elsewhere.
            Ok(function) if function.is_of_link() && settings.links.is_empty() => return None,
            Ok(function) if function.needs_wrenches() && settings.wrenches.is_empty() => {
                return None;
            }
            Ok(_) => {
                let bundle = Shown::from(bundle);
                Fault::SettingBundleLacks {
                    bundle,
                    function: label,
                }
            }
            Err(_) => {
                let names = self.members.keys().map(String::as_str);
                let hint = match remedy(name) {
                    Some(remedy) => Hint::Write(remedy),
                    None => faults.nearest_or_some(name, names),
                };
                Fault::SettingUnknown {
                    what: "function",
                    name: label,
                    hint,
                }
            }
        };
        faults.push(Span::default(), fault);
        None
    }
}

/// Reports results of a bundle that would have the same name, and leaves out the later ones.
fn check_results(bundle: &str, members: &mut Vec<Member>, faults: &mut Faults) {
    // The first member with each name of a result.
    let mut first_names: BTreeMap<String, String> = BTreeMap::new();
    members.retain(|member| match first_names.get(&member.result) {
        None => {
            first_names.insert(member.result.clone(), member.name.clone());
            true
        }
        Some(first_name) => {
            let [bundle, first, second_name, result] =
                [bundle, first_name, &member.name, &member.result].map(Shown::from);
            let fault = Fault::SettingBundleSameResult {
                bundle,
                first,
                second_name,
                result,
            };
            faults.push(Span::default(), fault);
            false
        }
    });
}

/// Reports bundles whose name is in use: for a function, for an earlier bundle, or, behind the robot's name, for a
/// type.
fn check_names(settings: &Settings, functions: &Members, faults: &mut Faults) {
    let members = functions.members.keys().map(String::as_str);
    let known_names = members
        .chain(Function::NAMES.iter().copied())
        .chain(RESERVED);
    let identifiers = |name: &str| identifiers(name, settings);
    let mut used_names: BTreeSet<String> = known_names.flat_map(identifiers).collect();
    for bundle in &settings.bundles {
        let bundle_names = identifiers(&bundle.name);
        if bundle_names.iter().any(|name| used_names.contains(name)) {
            let name = Shown::from(bundle.name.as_str());
            faults.push(Span::default(), Fault::SettingBundleNameUsed { name });
        }
        used_names.extend(bundle_names);
    }
}

/// The names of a function, of its in-place form and of their bodies, without underscores: names of types have none
/// either.
fn identifiers(function: &str, settings: &Settings) -> Vec<String> {
    let function = in_rust(function);
    let forms = [function.clone(), format!("{function}{IN_PLACE}")];
    let bodies = forms.iter().map(|form| format!("{form}{BODY}"));
    let bodies: Vec<String> = bodies.filter(|_| settings.dispatch).collect();
    let identifiers = forms.into_iter().chain(bodies);
    identifiers.map(|name| name.replace('_', "")).collect()
}

/// Names of other functions of emitted types, and what follows the robot's name in names of types.
const RESERVED: [&str; 17] = [
    AT,
    "at_time",
    "difference",
    "integrate",
    "joint",
    "link",
    "model",
    "neutral",
    "normalize",
    "parameters",
    "position_rate",
    "prepare",
    "prepared",
    "selecting",
    "under",
    "under_wrenches",
    "without_constraints",
];
