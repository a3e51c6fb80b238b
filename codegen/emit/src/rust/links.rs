//! The links that have functions of their own: an enum of these links, and the runtime's traits over it.

use std::collections::{BTreeMap, BTreeSet};

use super::allowances::ALLOWANCES;
use super::joints::hug_single;
use super::robot::{Robot, name as name_of};
use super::signature::{Generics, Signature, argument_name, impl_line};
use multibody_description::function::{Function, Target};
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

impl Trait {
    /// The name of the trait for one number type, or for all.
    fn name(&self, generics: Generics) -> String {
        match generics {
            Generics::OfFunction => self.name.to_owned(),
            Generics::OfType(_) => format!("Prepared{}", self.name),
        }
    }
}

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
    text += &format!(
        "\n    /// The link of a name, if it has functions.\n    #[must_use]\n    \
         pub fn link(name: &str) -> ::core::option::Option<{of}> {{\n        \
         <Self as multibody::Links<{}, {}>>::link(name)\n    }}\n",
        robot.system.nq(),
        robot.system.nv()
    );
    text += &of_any_link(robot, Generics::OfFunction);
    text += "}\n";
    text
}

/// The functions of the traits again, as functions of the type, which need no trait in scope.
fn of_any_link(robot: &Robot<'_>, generics: Generics) -> String {
    let written = |of: &Trait, function: Function| {
        let signature = Signature {
            takes_link: Some(enum_name(robot)),
            ..Signature::of(robot, function)
        };
        let name = function.name();
        let head = signature.head(robot, "pub ", name, generics);
        let arguments = arguments(&signature);
        let (shown, of_trait) = (of.name, of.name(generics));
        format!(
            "\n    /// See `multibody::{shown}::{name}`.\n{head}        \
             multibody::{of_trait}::{name}(self, link, {arguments})\n    }}\n"
        )
    };
    let all = |of: &Trait| -> String {
        let functions = of.functions.iter();
        functions.map(|&function| written(of, function)).collect()
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
        let mut targets = robot.targets();
        targets.any(|target| target.function == function && target.link == Some(link))
    };
    of.functions.iter().all(has)
}

/// The implementations of the traits for the robot.
pub fn implementation(robot: &Robot<'_>) -> String {
    let constant = "    const LINKS: &'static [multibody::LinkInfo<Self::Link>] = &Self::LINKS;\n";
    let (nq, nv, name) = (robot.system.nq(), robot.system.nv(), robot.name);
    implemented(
        robot,
        &|of| format!("impl multibody::{of}<{nq}, {nv}> for {name}"),
        constant,
        Generics::OfFunction,
    )
}

/// The same for the robot with prepared parameters.
pub fn prepared_implementation(robot: &Robot<'_>) -> String {
    let (nq, nv, name) = (robot.system.nq(), robot.system.nv(), robot.name);
    let links = format!(
        "    fn links(&self) -> &'static [multibody::LinkInfo<Self::Link>] {{\n        \
         &{name}::LINKS\n    }}\n"
    );
    let implemented = implemented(
        robot,
        &|of| {
            format!("impl<T: multibody::Real> multibody::{of}<T, {nq}, {nv}> for {name}Prepared<T>")
        },
        &links,
        Generics::PREPARED,
    );
    if implemented.is_empty() {
        return implemented;
    }
    let functions = of_any_link(robot, Generics::PREPARED);
    let functions = functions.trim_start_matches('\n');
    format!(
        "{implemented}\n{ALLOWANCES}impl<T: multibody::Real> {name}Prepared<T> {{\n{functions}}}\n"
    )
}

/// The implementations of the traits; `head` makes the beginning of an implementation from the name of its trait.
fn implemented(
    robot: &Robot<'_>,
    head: &dyn Fn(&str) -> String,
    table: &str,
    generics: Generics,
) -> String {
    let variants = variants(robot);
    if variants.is_empty() {
        return String::new();
    }
    let functions = |of: &Trait| {
        let functions = of.functions.iter();
        let matched = functions.map(|&function| matched(robot, function, &variants, generics));
        matched.collect::<Vec<_>>().join("\n")
    };
    let links = format!(
        "\n{}    type Link = {};\n\n{table}\n{}}}\n",
        impl_line(robot, &head(&LINKS.name(generics))),
        enum_name(robot),
        functions(&LINKS)
    );
    let more = more(robot).map(|of| {
        let head = impl_line(robot, &head(&of.name(generics)));
        format!("\n{head}{}}}\n", functions(of))
    });
    std::iter::once(links).chain(more).collect()
}

/// The links that have all the functions that the first trait requires, in the order of the description.
fn variants(robot: &Robot<'_>) -> Vec<Variant> {
    let targets = robot.targets();
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

/// A function of a trait, which calls the function of the link.
fn matched(
    robot: &Robot<'_>,
    function: Function,
    variants: &[Variant],
    generics: Generics,
) -> String {
    let signature = Signature {
        takes_link: Some("Self::Link".to_owned()),
        ..Signature::of(robot, function)
    };
    let head = signature.head(robot, "", function.name(), generics);
    let arguments = arguments(&signature);
    let of = enum_name(robot);
    let arms: String = variants
        .iter()
        .map(|Variant { link, name }| {
            let target = Target {
                function,
                link: Some(*link),
            };
            let call = format!("self.{}({arguments})", name_of(robot, target));
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
