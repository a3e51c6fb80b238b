//! Bundles: functions that compute several others at once, each with its own result type.

use super::allowances::ALLOWANCES;
use super::prepare::{self, prelude, prepared_call};
use super::results::{self, ResultPart};
use super::robot::{Bundled, Robot};
use super::signature::{Generics, ResultForm, Signature};
use super::{body, dispatch, in_place};
use multibody_description::function::{IN_PLACE, Layout, Target};
use multibody_description::report::Rounding;
use multibody_description::requested::{Member, RobotBundle};
use multibody_program::ir::{Count, InputKind};
use multibody_support::foreign::{Shown, upper_camel_case};

/// The documentation of the in-place form.
const WRITES_ALL: &str =
    "\n    /// What the function without `_into` gives, into `out`: every entry of it.\n";

/// Maximum length of a line.
const WIDTH: usize = 100;

/// The result types of bundles.
pub fn types(robot: &Robot<'_>) -> String {
    robot
        .bundle_functions()
        .map(|bundled| structure(robot, bundled.bundle))
        .collect()
}

/// The functions, of the robot or of the robot with prepared parameters.
pub fn functions(robot: &Robot<'_>, generics: Generics) -> String {
    let prepares = robot.is_parametric() && generics == Generics::OfFunction;
    let functions = robot.bundle_functions().map(|bundled| match prepares {
        true => preparing(robot, bundled),
        false => function(robot, bundled, generics),
    });
    functions.map(|text| format!("\n{text}")).collect()
}

/// The result of a member: its Rust type, and the expression of a result filled with zeros.
struct GivenResult {
    of: String,
    zeros: String,
}

impl GivenResult {
    fn of(robot: &Robot<'_>, member: &Member) -> Self {
        let target = member.targets[0];
        let Signature { result, layout, .. } = Signature::of(robot, target.function);
        let zeros = results::zeros(layout);
        match member.of_all_links {
            false => Self { of: result, zeros },
            true => {
                let count = member.targets.len();
                Self {
                    of: format!("[{result}; {count}]"),
                    zeros: format!("[{zeros}; {count}]"),
                }
            }
        }
    }
}

/// The results of a member, with the places to which they are written.
fn parts(robot: &Robot<'_>, member: &Member, place: &str) -> Vec<ResultPart> {
    let of = |place: String, target: &Target| ResultPart {
        place,
        layout: Signature::of(robot, target.function).layout,
    };
    match member.of_all_links {
        false => vec![of(place.to_owned(), &member.targets[0])],
        true => {
            let targets = member.targets.iter().enumerate();
            targets
                .map(|(at, target)| of(format!("{place}[{at}]"), target))
                .collect()
        }
    }
}

/// The signature of a bundle, which takes all that its members take.
pub fn signature(robot: &Robot<'_>, bundle: &RobotBundle) -> Signature {
    let takes = bundle
        .targets()
        .flat_map(|of| Signature::of(robot, of.function).arguments);
    let mut arguments: Vec<InputKind> = takes.collect();
    arguments.sort();
    arguments.dedup();
    let result = match &bundle.members[..] {
        [only] => GivenResult::of(robot, only).of,
        _ => format!("{}<T>", type_name(robot, bundle)),
    };
    Signature {
        arguments,
        result,
        layout: Layout::Scalar,
        takes_link: None,
        number: "T",
    }
}

fn type_name(robot: &Robot<'_>, bundle: &RobotBundle) -> String {
    format!("{}{}", robot.name, upper_camel_case(&bundle.name))
}

/// The result type of a bundle; nothing if the bundle has one member.
fn structure(robot: &Robot<'_>, bundle: &RobotBundle) -> String {
    if bundle.members.len() == 1 {
        return String::new();
    }
    let fields = bundle.members.iter().map(|member| {
        let what = &member.name;
        let sentence = match member.of_all_links {
            false => "What the function of this name gives.",
            true => "What the function of this name gives, of each link.",
        };
        let field = wrapped(
            "    ",
            &format!("pub {what}:"),
            &GivenResult::of(robot, member).of,
            ",",
        );
        format!("    /// {sentence}\n{field}")
    });
    let fields: String = fields.collect();
    let (of, bundle_name, visibility) = (robot.name, &bundle.name, robot.spaced_visibility());
    format!(
        "\n/// What [`{of}::{bundle_name}`] gives.\n{ALLOWANCES}#[derive(Clone, Copy, Debug, PartialEq)]\n\
         {visibility}struct {}<T> {{\n{fields}}}\n",
        type_name(robot, bundle)
    )
}

/// Two parts on one line, or on two lines if one would be too long, as rustfmt formats it.
fn wrapped(indent: &str, first: &str, second: &str, end: &str) -> String {
    let line = format!("{indent}{first} {second}{end}");
    match line.len() <= WIDTH {
        true => line + "\n",
        false => format!("{indent}{first}\n{indent}    {second}{end}\n"),
    }
}

fn function(robot: &Robot<'_>, bundled: &Bundled<'_>, generics: Generics) -> String {
    let bundle = bundled.bundle;
    let signature = signature(robot, bundle);
    let mut text = documentation(robot, bundled, generics);
    text += &signature.head(robot, "pub ", &bundle.name, generics);
    text += &match robot.derived {
        true => by_value(robot, bundle, &signature),
        false => body::endless(&signature),
    };
    text += "    }\n";
    text += WRITES_ALL;
    let name = format!("{}{IN_PLACE}", bundle.name);
    if !robot.derived {
        text += &signature.head_in_place(robot, &name, generics);
        return format!("{text}{}    }}\n", in_place::endless(&signature));
    }
    let (program, places) = (&bundled.program, places(robot, bundle));
    let (form, limbs) = (ResultForm::InPlace, robot.limbs());
    text += &dispatch::function(
        robot,
        &name,
        &signature,
        form,
        generics,
        program,
        |arithmetic| {
            let body = body::in_place(&signature, program, &limbs, &places, arithmetic);
            format!("{}{body}", prelude(program, generics))
        },
    );
    text
}

/// The functions that prepare the parameters and call the prepared functions.
fn preparing(robot: &Robot<'_>, bundled: &Bundled<'_>) -> String {
    let bundle = bundled.bundle;
    let signature = signature(robot, bundle);
    let mut text = documentation(robot, bundled, Generics::OfFunction);
    text += &signature.head(robot, "pub ", &bundle.name, Generics::OfFunction);
    text += &prepared_call(&signature, &bundle.name, &signature.names());
    text += "    }\n";
    text += WRITES_ALL;
    let name = format!("{}{IN_PLACE}", bundle.name);
    text += &signature.head_in_place(robot, &name, Generics::OfFunction);
    text += &in_place::prepared_call_in_place(&signature, &bundle.name);
    text + "    }\n"
}

fn by_value(robot: &Robot<'_>, bundle: &RobotBundle, signature: &Signature) -> String {
    let call = in_place::call(signature, &bundle.name);
    let zeros = zeros(robot, bundle);
    format!("        let mut out = {zeros};\n{call}        out\n")
}

/// The result of a bundle, filled with zeros.
pub fn zeros(robot: &Robot<'_>, bundle: &RobotBundle) -> String {
    match &bundle.members[..] {
        [only] => GivenResult::of(robot, only).zeros,
        members => {
            let fields = members.iter().map(|member| {
                let zeros = GivenResult::of(robot, member).zeros;
                wrapped("            ", &format!("{}:", member.name), &zeros, ",")
            });
            let fields: String = fields.collect();
            format!("{} {{\n{fields}        }}", type_name(robot, bundle))
        }
    }
}

/// The places of the numbers of all members, in order.
fn places(robot: &Robot<'_>, bundle: &RobotBundle) -> Vec<String> {
    let is_number = |member: &Member| {
        let function = member.targets[0].function;
        !member.of_all_links && Signature::of(robot, function).layout == Layout::Scalar
    };
    let place = |member: &Member| match bundle.members.len() {
        1 if is_number(member) => "*out".to_owned(),
        1 => "out".to_owned(),
        _ => format!("out.{}", member.name),
    };
    let parts = bundle
        .members
        .iter()
        .flat_map(|member| parts(robot, member, &place(member)));
    parts.flat_map(|part| part.places()).collect()
}

fn documentation(robot: &Robot<'_>, bundled: &Bundled<'_>, generics: Generics) -> String {
    let names = bundled.bundle.members.iter();
    let names = names.map(|member| format!("`{}`", Shown::from(&member.name)));
    let names: Vec<String> = names.collect();
    let mut text = format!(
        "    /// At once what these give, which say more; what they have in common is computed once:\n    /// {}.\n",
        names.join(", ")
    );
    if bundled
        .bundle
        .members
        .iter()
        .any(|member| member.of_all_links)
    {
        text += "    /// Links are in the order of the description.\n";
    }
    text += "    ///\n";
    if robot.derived {
        let cost = Count::of(&bundled.program);
        let rounding = Rounding::documented(bundled.rounding.as_ref());
        let before = prepare::before(robot, generics);
        let lines = rounding.iter().map(|line| format!("    /// {line}\n"));
        text.extend(lines);
        text += &format!("    /// Cost: {cost}{before}.\n");
    }
    text
}
