//! Verifies generated Rust code: what is proved is the text that rustc compiles.
//!
//! [`verify`] reads a file that `cargo multibody generate` has made, or that somebody has written or changed by hand. It accepts
//! exactly the grammar that is emitted, turns the body of each function into a straight-line program, and proves this program
//! equal to Lagrange's equations of the description as read. It depends neither on the derivation nor on the emission, nor on
//! computer algebra. `docs/design/proof.md` states what is proved and what is assumed.
#![deny(missing_docs)]

mod body;
mod code;
mod constants;
mod head;
mod items;
mod joints;
mod parse;
mod proof;
mod refusal;
mod report;
mod robot;
mod signature;
mod traits;
mod words;

use std::path::Path;

pub use head::{Head, VERSION};
pub use proof::{Outcome, Strength};
pub use refusal::Refusal;
pub use report::{Report, Verdict};

use constants::Constants;
use items::{Items, items};
use multibody_description::function::{BODY, IN_PLACE, Target};
use multibody_description::model::Source;
use multibody_description::options::identifying_texts;
use multibody_description::settings::{CratePath, Settings};
use multibody_description::source::{is_rust, read_file};
use proof::Claim;
use refusal::shown;
use robot::Robot;
use signature::Expected;
use std::collections::BTreeMap;
use syn::ImplItemFn;

/// The maximum number of functions. The error of each is below 2^-112, so that of all is below 2^-100.
const MOST_FUNCTIONS: usize = 1 << 12;

/// Verifies a file against its description: the one that is given, or the one that its head names.
///
/// # Errors
/// The file or the description cannot be read or verified.
pub fn verify_file(file: &Path, against: Option<&Path>) -> Result<Report, Refusal> {
    let unreadable = |path: &Path, fault: &multibody_description::fault::Fault, help: &str| {
        let message = format!(
            "`{}`: {}",
            shown(&path.display().to_string()),
            fault.texts().message
        );
        Refusal::of_file(message, help)
    };
    let text =
        read_file(file).map_err(|fault| unreadable(file, &fault, "give a generated Rust file"))?;
    let head = Head::read(&text.text)?;
    let description = match (against, &head) {
        (Some(path), _) => path.to_owned(),
        (
            None,
            Some(Head {
                description: Some(path),
                ..
            }),
        ) => file.parent().unwrap_or(Path::new("")).join(path),
        (None, _) => {
            return Err(Refusal::of_file(
                "the file's head does not give the path of its description",
                "give it with `--against DESCRIPTION`",
            ));
        }
    };
    if is_rust(&description) {
        return Err(Refusal::of_file(
            "descriptions in Rust files are not yet verified",
            "describe the robot by a URDF",
        ));
    }
    let missing = "give the path of the description with `--against DESCRIPTION`";
    let description =
        read_file(&description).map_err(|fault| unreadable(&description, &fault, missing))?;
    if let (Some(head), None) = (&head, against)
        && !head.is_from(&description.text)
    {
        return Err(Refusal::of_file(
            "the description or the settings have changed since the file was generated",
            "regenerate the file, or verify it against the changed description with `--against`",
        ));
    }
    verify(&text.text, &description)
}

/// Verifies a text against a description. Settings are those of the text's head; a text without a head has the default settings.
///
/// # Errors
/// The text has something that is not emitted, or the description has faults.
pub fn verify(text: &str, description: &Source) -> Result<Report, Refusal> {
    let head = Head::read(text)?;
    let file = parse::parse(text)?;
    let settings = match &head {
        Some(head) => head.settings.clone(),
        None => Settings {
            name: name_of_struct(&file)?,
            ..Settings::default()
        },
    };
    refuse_settings(&settings)?;
    let constants = Constants::read(text)?;
    let robot = Robot::read(description, &settings)?;
    let found = items(&file, &settings.name)?;
    let mut texts = vec![
        VERSION.to_owned(),
        text.to_owned(),
        description.text.to_string(),
    ];
    texts.extend(identifying_texts(&settings));
    let claim = Claim {
        robot: &robot,
        constants: &constants,
        texts: &texts,
    };
    let mut report = Report {
        name: settings.name.clone(),
        description: description.name.to_string(),
        command: head.map(|head| head.command),
        recognised: found.recognised.clone(),
        ..Report::default()
    };
    check_constants(&found, &robot, &mut report);
    check_functions(&found, &claim, &mut report)?;
    traits::check(&found, &robot, &mut report)?;
    Ok(report)
}

/// The name of the only struct of a file without a head.
fn name_of_struct(file: &syn::File) -> Result<String, Refusal> {
    let structs = file.items.iter().filter_map(|item| match item {
        syn::Item::Struct(of) => Some(of.ident.to_string()),
        _ => None,
    });
    let mut structs = structs.collect::<Vec<_>>();
    match (structs.pop(), structs.is_empty()) {
        (Some(name), true) => Ok(name),
        _ => Err(Refusal::of_file(
            "the file has neither a head nor exactly one struct",
            "give a file that `cargo multibody generate` has made, or one with `pub struct Robot;`",
        )),
    }
}

/// Refuses settings with which functions have other forms.
fn refuse_settings(settings: &Settings) -> Result<(), Refusal> {
    let refused = |what: &str| {
        let message = format!("files with the option `{what}` are not yet verified");
        Err(Refusal::of_file(message, "regenerate the file without it"))
    };
    match settings {
        _ if settings.krate != CratePath::default() => refused("crate"),
        _ if settings.dispatch => refused("dispatch"),
        _ if settings.size => refused("size"),
        _ if settings.pack_limbs => refused("pack_limbs"),
        _ => Ok(()),
    }
}

/// Checks `NQ`, `NV` and the table of joints.
fn check_constants(found: &Items<'_>, robot: &Robot, report: &mut Report) {
    for (name, expected) in [("NQ", robot.system.nq()), ("NV", robot.system.nv())] {
        let Some((value, span)) = found.sizes.get(name) else {
            continue;
        };
        let outcome = match *value == expected {
            true => Verdict::Equal,
            false => Verdict::Wrong(format!("it is {value} instead of {expected}")),
        };
        report.add(name, span.start().line, outcome);
    }
    if let Some(constant) = found.joints {
        let (line, verdict) = joints::verdict(constant, robot);
        report.add(joints::VERIFIED, line, verdict);
    }
}

/// Verifies all functions of the robot.
fn check_functions(
    found: &Items<'_>,
    claim: &Claim<'_>,
    report: &mut Report,
) -> Result<(), Refusal> {
    let targets = claim.robot.targets();
    if found.functions.len() > MOST_FUNCTIONS {
        return Err(Refusal::of_file(
            format!("the file has more than {MOST_FUNCTIONS} functions"),
            "generate it with fewer links",
        ));
    }
    for (name, function) in &found.functions {
        let line = function.sig.ident.span().start().line;
        let (base, is_in_place) = match name.strip_suffix(IN_PLACE) {
            Some(base) => (base, true),
            None => (name.as_str(), false),
        };
        let Some(&target) = targets.get(base) else {
            recognise(name, function, claim.robot, report)?;
            continue;
        };
        let verdict = match Expected::of(claim.robot, target) {
            None => {
                items::plain(items::syn_tokens(*function))?;
                Verdict::NotVerified(
                    "functions with such arguments or results are not yet verified".into(),
                )
            }
            Some(expected) => {
                verdict(found, claim, name, function, target, &expected, is_in_place)?
            }
        };
        report.add(name, line, verdict);
    }
    Ok(())
}

/// The verdict on one function.
fn verdict(
    found: &Items<'_>,
    claim: &Claim<'_>,
    name: &str,
    function: &ImplItemFn,
    target: Target,
    expected: &Expected,
    is_in_place: bool,
) -> Result<Verdict, Refusal> {
    let has_signature = match is_in_place {
        true => expected.result.len() == 1 && expected.is_in_place(&function.sig, name),
        false => expected.is_by_value(&function.sig, name, true),
    };
    if !has_signature {
        return Ok(Verdict::Wrong("it has another signature".into()));
    }
    let has_lower = traits::has_lower(claim.robot, target);
    if !is_in_place
        && let Some(called) = traits::call_of_in_place(function, name, expected, has_lower)
    {
        return Ok(match found.functions.contains_key(&called) {
            true => Verdict::Calls(called),
            false => Verdict::Wrong(format!("it calls `{called}`, which is not there")),
        });
    }
    let outcome = claim.verify(name, function, target, expected, is_in_place)?;
    Ok(Verdict::from(outcome))
}

/// Records a known function that is not verified; refuses any other.
fn recognise(
    name: &str,
    function: &ImplItemFn,
    robot: &Robot,
    report: &mut Report,
) -> Result<(), Refusal> {
    const OTHERS: [&str; 12] = [
        "joint",
        "neutral",
        "normalize",
        "position_rate",
        "integrate",
        "difference",
        "link",
        "at",
        "at_time",
        "under",
        "selecting",
        "without_constraints",
    ];
    let base = name.strip_suffix(IN_PLACE).unwrap_or(name);
    let bundles: BTreeMap<&str, ()> = robot
        .settings
        .bundles
        .iter()
        .map(|of| (of.name.as_str(), ()))
        .collect();
    let is_of_links = base
        .parse::<multibody_description::function::Function>()
        .is_ok();
    let is_known = OTHERS.contains(&base) || bundles.contains_key(base) || is_of_links;
    if !is_known || name.ends_with(BODY) {
        let what = format!("`{}` is no function of a generated file", shown(name));
        return Err(Refusal::at(function.sig.ident.span(), what));
    }
    items::plain(items::syn_tokens(function))?;
    report.recognised.push(format!("`{name}`"));
    Ok(())
}
