//! The links that have functions of their own: an enum of these links, and the runtime's traits over it.

use std::collections::{BTreeMap, BTreeSet};

use super::joints::hug_single;
use super::signature::{Generics, Signature, argument_name, impl_line};
use super::traits::{self, Receiver};
use super::{ALLOWANCES, Robot, function};
use multibody_description::function::{Function, Target};
use multibody_program::ir::InputKind;
use multibody_support::foreign::{Shown, literal, upper_camel_case};

/// Maximum length of a line.
const WIDTH: usize = 100;
/// A trait of the runtime over links.
struct Trait {
    name: &'static str,
    /// The functions that it requires for a link.
    functions: &'static [Function],
}

/// The trait that has the enum of links.
const LINKS: Trait = Trait {
    name: "Links",
    functions: &[Function::Pose, Function::Jacobian],
};
/// Further traits, for robots that implement the first.
const MORE: [&Trait; 2] = [&MOTIONS, &FORCES];
const MOTIONS: Trait = Trait {
    name: "LinkMotions",
    functions: &[
        Function::Velocity,
        Function::Acceleration,
        Function::JacobianRate,
    ],
};

const FORCES: Trait = Trait {
    name: "LinkForces",
    functions: &[
        Function::Momentum,
        Function::MomentumRate,
        Function::JointWrench,
    ],
};

/// A link, and its variant of the enum.
struct Variant {
    link: usize,
    name: String,
}

/// The enum and its table; nothing if no link has all the functions that the first trait requires.
pub fn links(robot: &Robot<'_>) -> String {
    let variants = variants(robot);
    if variants.is_empty() {
        return String::new();
    }
    let (name, of) = (robot.name, enum_name(robot));
    let visibility = match robot.visibility {
        "" => String::new(),
        visibility => format!("{visibility} "),
    };
    let mut text = format!(
        "\n/// The links of [`{name}`] that have functions of their own.\n\
         #[allow(\n    dead_code,\n    non_camel_case_types,\n    \
         reason = \"generated: more than everyone needs, in the words of the description\"\n)]\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\n{visibility}enum {of} {{\n"
    );
    for variant in &variants {
        let shown = Shown::from(robot.system.tree.links[variant.link].name.as_str());
        text += &format!("    /// `{shown}`\n    {},\n", variant.name);
    }
    text += &format!("}}\n\n{ALLOWANCES}impl {name} {{\n");
    text += &constant(robot, &variants);
    text += &by_name(robot);
    text += &of_any_link(robot, Generics::OfFunction);
    text += "}\n";
    text
}

/// The function that finds a link.
fn by_name(robot: &Robot<'_>) -> String {
    let (name, of) = (robot.name, enum_name(robot));
    format!(
        "\n    /// The link of a name, if it has functions.\n    #[must_use]\n    \
         pub fn link(&self, name: &str) -> ::core::option::Option<{of}> {{\n        \
         let mut links = {name}::LINKS.into_iter();\n        \
         links.find(|info| info.name == name).map(|info| info.link)\n    }}\n"
    )
}

/// The functions of the traits, as functions of the type, which need no trait in scope.
fn of_any_link(robot: &Robot<'_>, generics: Generics) -> String {
    let variants = variants(robot);
    let all = |of: &Trait| -> String {
        let functions = of.functions.iter();
        let written = functions.map(|&function| {
            let matched = matched(robot, function, &variants, generics);
            format!(
                "\n    /// See `multibody::{}::{}`.\n{matched}",
                of.name,
                function.name()
            )
        });
        written.collect()
    };
    let traits = std::iter::once(&LINKS).chain(more(robot));
    traits.map(all).collect()
}

/// The names of a function's arguments.
fn arguments(signature: &Signature) -> String {
    let names = signature.arguments.iter().map(|&kind| argument_name(kind));
    names.collect::<Vec<_>>().join(", ")
}

/// The links that have functions of their own.
pub fn with_functions(robot: &Robot<'_>) -> Vec<usize> {
    let variants = variants(robot).into_iter();
    variants.map(|variant| variant.link).collect()
}

/// The functions that take one of these links.
pub fn functions(robot: &Robot<'_>) -> impl Iterator<Item = Function> {
    let traits = std::iter::once(&LINKS).chain(more(robot));
    traits.flat_map(|of| of.functions.iter().copied())
}

/// The further traits for which all links of the enum have the required functions.
fn more(robot: &Robot<'_>) -> impl Iterator<Item = &'static Trait> {
    let variants = variants(robot);
    let has = move |of: &&Trait| {
        let mut links = variants.iter().map(|variant| variant.link);
        !variants.is_empty() && links.all(|link| has_all(robot, of, link))
    };
    MORE.into_iter().filter(has)
}

/// Whether a link has all the functions that a trait requires.
fn has_all(robot: &Robot<'_>, of: &Trait, link: usize) -> bool {
    let has = |&function: &Function| {
        let mut targets = robot.functions.iter().map(|(target, _)| target);
        targets.any(|target| target.function == function && target.link == Some(link))
    };
    of.functions.iter().all(has)
}

/// The implementations of the traits for the robot, or for its view at a constant time.
pub fn implementation(robot: &Robot<'_>) -> String {
    implemented(robot, Generics::OfFunction)
}

/// The same for the robot with prepared parameters.
pub fn prepared_implementation(robot: &Robot<'_>) -> String {
    let implemented = implemented(robot, Generics::PREPARED);
    if implemented.is_empty() {
        return implemented;
    }
    let name = robot.name;
    let functions = by_name(robot) + &of_any_link(robot, Generics::PREPARED);
    let functions = functions.trim_start_matches('\n');
    format!(
        "{implemented}\n{ALLOWANCES}impl<T: multibody::Real> {name}Prepared<T> {{\n{functions}}}\n"
    )
}

/// The implementations of the traits.
fn implemented(robot: &Robot<'_>, generics: Generics) -> String {
    if variants(robot).is_empty() {
        return String::new();
    }
    let own = match generics {
        Generics::OfFunction => Receiver::Robot,
        Generics::OfType(_) => Receiver::Prepared,
    };
    // Functions of links take no time, since only joints move links.
    let view = Receiver::AtTime(generics);
    let views = robot.system.is_timed().then_some(view);
    let receivers = std::iter::once(own).chain(views);
    receivers.map(|of| implemented_for(robot, of)).collect()
}

/// The implementations of the traits for a type.
fn implemented_for(robot: &Robot<'_>, of: Receiver) -> String {
    let table = format!(
        "    type Link = {};\n\n    \
         fn links(&self) -> &'static [multibody::LinkInfo<Self::Link>] {{\n        &{}::LINKS\n    }}\n\n",
        enum_name(robot),
        robot.name
    );
    let traits = std::iter::once(&LINKS).chain(more(robot));
    let written = traits.map(|each| {
        let sizes = traits::sizes(robot, each.name);
        let name = each.name;
        let head = format!(
            "impl<T: multibody::Real> multibody::{name}<{sizes}> for {}",
            of.of(robot)
        );
        let functions = each.functions.iter();
        let functions: Vec<String> = functions
            .map(|&function| forwarding(robot, function, of))
            .collect();
        let start = match each.name == LINKS.name {
            true => table.as_str(),
            false => "",
        };
        format!(
            "\n{}{start}{}}}\n",
            impl_line(robot, &head),
            functions.join("\n")
        )
    });
    written.collect()
}

/// A function of a trait, which calls the function of the type.
fn forwarding(robot: &Robot<'_>, function: Function, of: Receiver) -> String {
    let mut signature = Signature {
        takes_link: Some("Self::Link".to_owned()),
        ..Signature::of(robot, function)
    };
    let arguments = signature.arguments.iter().map(|&kind| of.argument(kind));
    let arguments: Vec<&str> = std::iter::once("link").chain(arguments).collect();
    let call = format!(
        "{}.{}({})",
        of.called(),
        function.name(),
        arguments.join(", ")
    );
    signature.arguments.retain(|kind| *kind != InputKind::Time);
    let head = signature.head(robot, "", function.name(), Generics::PREPARED);
    format!("{head}        {call}\n    }}\n")
}

/// The links that have all the functions that the first trait requires, in the order of the description.
fn variants(robot: &Robot<'_>) -> Vec<Variant> {
    let targets = robot.functions.iter().map(|(target, _)| target);
    let links: BTreeSet<usize> = targets
        .filter_map(|target| target.link)
        .filter(|&link| has_all(robot, &LINKS, link))
        .collect();
    let in_snake_case: Vec<String> = links
        .iter()
        .map(|&link| {
            robot
                .settings
                .rust_name(&robot.system.tree.links[link].name)
        })
        .collect();
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for name in &in_snake_case {
        *uses.entry(camel_case(name)).or_default() += 1;
    }
    links
        .into_iter()
        .zip(in_snake_case)
        .map(|(link, snake)| {
            let camel = camel_case(&snake);
            // `foot_1` and `foot1` differ only in snake_case.
            let name = match uses[&camel] {
                1 => camel,
                _ => format!("L_{snake}"),
            };
            Variant { link, name }
        })
        .collect()
}

/// A name in snake_case, turned into the name of a variant.
fn camel_case(snake: &str) -> String {
    let name = upper_camel_case(snake);
    match name.chars().next() {
        Some(first) if first.is_ascii_digit() => format!("Link{name}"),
        _ if name == "Self" => "Self_".into(),
        _ => name,
    }
}

fn enum_name(robot: &Robot<'_>) -> String {
    format!("{}Link", robot.name)
}

/// The constant `LINKS`.
fn constant(robot: &Robot<'_>, variants: &[Variant]) -> String {
    let of = enum_name(robot);
    let mut text = format!(
        "    /// The links that have functions of their own, by name.\n    \
         pub const LINKS: [multibody::LinkInfo<{of}>; {}] = [\n",
        variants.len()
    );
    for Variant { link, name } in variants {
        text += &format!(
            "        multibody::LinkInfo {{\n            name: {},\n            link: {of}::{name},\n        }},\n",
            literal(&robot.system.tree.links[*link].name),
        );
    }
    text += "    ];\n";
    match variants.len() {
        1 => hug_single(&text),
        _ => text,
    }
}

/// A function of any link, which calls the function of the link.
fn matched(
    robot: &Robot<'_>,
    function: Function,
    variants: &[Variant],
    generics: Generics,
) -> String {
    let signature = Signature {
        takes_link: Some(enum_name(robot)),
        ..Signature::of(robot, function)
    };
    let head = signature.head(robot, "pub ", function.name(), generics);
    let arguments = arguments(&signature);
    let of = enum_name(robot);
    let arms: String = variants
        .iter()
        .map(|Variant { link, name }| {
            let target = Target {
                function,
                link: Some(*link),
            };
            let call = format!("self.{}({arguments})", function::name(robot, target));
            let line = format!("            {of}::{name} => {call},");
            match line.len() <= WIDTH {
                true => line + "\n",
                false => format!(
                    "            {of}::{name} => {{\n                {call}\n            }}\n"
                ),
            }
        })
        .collect();
    format!("{head}        match link {{\n{arms}        }}\n    }}\n")
}
