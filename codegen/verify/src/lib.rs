//! Verifies generated Rust code: what is proved is the text that rustc compiles.
//!
//! [`verify`] reads a file that `cargo multibody generate` has made, or that somebody has written or changed by hand. It accepts
//! exactly the grammar of generated files, turns the body of each function into a straight-line program, and proves this program
//! equal to Lagrange's equations of the description as read. It depends neither on the derivation nor on the emission, nor on
//! computer algebra. `docs/design/proof.md` states what is proved and what is assumed.
#![deny(missing_docs)]

mod body;
mod calls;
mod clean_item;
mod code;
mod constants;
mod dense;
mod description;
mod fixed_text;
mod functions;
mod head;
mod items;
mod messages;
mod operations;
mod owner;
mod parse;
mod proof;
mod refusal;
mod report;
mod robot;
mod role;
mod shape;
mod syntax;
mod tables;
mod term;

use std::path::Path;
use std::thread::Builder;

/// A fingerprint of the sources of this crate.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

pub use description::{Content, Description};
pub use head::{Head, VERSION};
pub use multibody_prove::Strength;
pub use refusal::Refusal;
pub use report::{Report, Verdict};

use constants::Constants;
use description::unreadable;
use functions::Functions;
use items::items;
use multibody_description::settings::type_name::TYPES_IN_EMITTED_CODE;
use multibody_description::settings::{CratePath, Settings};
use multibody_description::source::read_generated;
use multibody_description::{language::Language, options::identifying_texts};
use multibody_support::fingerprint::Fingerprint;
use owner::Owner;

/// The size in bytes of the stack of the thread that verifies.
const STACK_SIZE: usize = 128 << 20;
/// The largest allowed probability that a verified file has a wrong function, as a logarithm to base 2. One function adds at most
/// 2^-120.
const MAX_LOG_ERROR: f64 = -100.0;

/// Verifies a file against a description: the one at `description_path`, or else the one that the file's head names.
///
/// # Errors
/// The file or the description cannot be read or verified.
pub fn verify_file(file: &Path, description_path: Option<&Path>) -> Result<Report, Refusal> {
    // In an unoptimised build, syn needs up to 50 kB of stack for each level of a nested type.
    let builder = Builder::new().stack_size(STACK_SIZE);
    std::thread::scope(|scope| {
        let thread = builder.spawn_scoped(scope, || read_and_verify(file, description_path));
        let bug = "this is a bug of the verifier: report it with the file";
        let refuse = |_| Err(Refusal::of_file("the verification panicked", bug));
        thread.expect("a thread").join().unwrap_or_else(refuse)
    })
}

/// As [`verify_file`], on the current thread.
fn read_and_verify(file: &Path, description_path: Option<&Path>) -> Result<Report, Refusal> {
    let refuse = |fault| unreadable(file, &fault, "give a generated Rust file");
    if let Some(message) = Language::of_file(file).why_unverified() {
        return Err(Refusal::of_file(message, "give a generated Rust file"));
    }
    let text = read_generated(file).map_err(refuse)?.text;
    let head = Head::read(&text)?;
    let command = head.as_ref().map(|head| &head.command);
    let relative_path = command.and_then(|command| command.description.as_ref());
    let default_path = relative_path.map(|path| file.parent().unwrap_or(Path::new("")).join(path));
    let path = description_path
        .map(Path::to_owned)
        .or(default_path)
        .ok_or_else(|| {
            let message = "the file's head does not give the path of its description";
            Refusal::of_file(message, "give it with `--against DESCRIPTION`")
        })?;
    let description = Description::read(&path)?;
    if let (Some(head), None) = (&head, description_path) {
        let recorded = &head.command.settings;
        let settings = description.settings.as_ref().unwrap_or(recorded);
        if !head.is_from(&description.source_text, settings) {
            let message = "the description or the settings have changed since the generation";
            let help = "regenerate the file, or verify it against the changed description with `--against`";
            return Err(Refusal::of_file(message, help));
        }
    }
    verify(&text, &description)
}

/// Verifies a text against a description. Settings are those of the description if it has any, else those of the text's head, else the
/// default.
///
/// # Errors
/// The text has something that the generator never emits, or the description has faults.
pub fn verify(text: &str, description: &Description) -> Result<Report, Refusal> {
    let command = Head::read(text)?.map(|head| head.command);
    let mut file = parse::parse(text)?;
    let (settings, settings_origin) = match (&description.settings, command) {
        (Some(settings), _) => (settings.clone(), format!("those in {}", description.name)),
        (None, Some(command)) => (command.settings, format!("those of `{}`", command.text)),
        (None, None) => (settings_by_struct(&file)?, "the default".to_owned()),
    };
    refuse_settings(&settings)?;
    let constants = Constants::read(text)?;
    let mut robot = description.robot(&settings)?;
    let items = items(&mut file, &settings.name)?;
    if !robot.add_bundles(|name| items.has(Owner::ROBOT, name)) {
        let message = "a bundle of the settings has a name that is taken, or unknown functions";
        return Err(Refusal::of_file(message, "regenerate the file"));
    }
    let identifying = identifying_texts(&settings);
    let texts = [VERSION, text, &description.source_text].into_iter();
    let seed = Fingerprint::of(texts.chain(identifying.iter().map(String::as_str)));
    let mut report = Report {
        name: settings.name.clone(),
        description: description.name.clone(),
        settings: settings_origin,
        unverified: items.unverified.clone(),
        ..Report::default()
    };
    Functions::of(&items, &robot, &constants, seed.to_string()).check(&mut report)?;
    if report.log_error() > MAX_LOG_ERROR {
        let message = "the file has so many functions that the error is above 2^-100";
        return Err(Refusal::of_file(message, "generate it with fewer links").of_valid_file());
    }
    Ok(report)
}

/// The default settings with the name of the only struct of a file without a head.
fn settings_by_struct(file: &[syn::Item]) -> Result<Settings, Refusal> {
    let structs = file.iter().filter_map(|item| match item {
        syn::Item::Struct(node) => Some(node.ident.to_string()),
        _ => None,
    });
    let [name] = structs.collect::<Vec<_>>().try_into().map_err(|_| {
        let message = "the file has neither a head nor exactly one struct";
        let help = "give a file of `cargo multibody generate`, or one with `pub struct Robot;`";
        Refusal::of_file(message, help)
    })?;
    Ok(Settings {
        name,
        ..Settings::default()
    })
}

/// Refuses options with which no text can be verified.
///
/// # Errors
/// The settings have such an option.
pub fn refuse_settings(settings: &Settings) -> Result<(), Refusal> {
    // Functions compiled for several processors have a type parameter `A`, their arithmetic.
    let is_type = settings.name == "A" || TYPES_IN_EMITTED_CODE.contains(&settings.name.as_str());
    let (message, help) = match settings.krate == CratePath::default() {
        true if is_type => (
            "robots with the name of a type in generated functions are not verified",
            "rename the struct and regenerate the file",
        ),
        true => return Ok(()),
        false => (
            "files with the option `crate` are not verified",
            "regenerate the file without this option",
        ),
    };
    Err(Refusal::of_file(message, help).of_valid_file())
}
