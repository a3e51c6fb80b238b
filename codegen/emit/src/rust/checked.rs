//! The calls that check a robot's code. They call all functions, in every form in which these are emitted.

use std::collections::BTreeSet;

use super::description::names_of;
use super::head::names;
use super::text::{Writer, table, tokens};
use super::{tables, traits, types};
use crate::interface::{
    Bundled, Owner, Robot, Signature, base_trait, has_acceleration, implemented_traits,
    link_traits, link_variants,
};
use multibody_description::function::{Function, IN_PLACE, Layout, Target};
use multibody_description::settings::{AT, Triangle};
use multibody_program::ir::InputKind;
use multibody_support::foreign::literal;
use proc_macro2::TokenStream;
use quote::quote;

/// The functions of `multibody::reference::Described` that report the results to be checked.
pub fn functions(robot: &Writer<'_>) -> TokenStream {
    let (mut own, mut parts) = (Calls::of(robot), Calls::of(robot));
    for (target, _) in robot.functions {
        own.function(
            "",
            *target,
            &format!("self.{}", robot.function_name(*target)),
        );
    }
    own.of_joints("", "Self::neutral::<f64>()", |name| format!("self.{name}("));
    parts.bundles();
    parts.at_position();
    parts.traits("self", Owner::Robot);
    parts.any_link("any link", "self", "Self::LINKS");
    parts.in_place();
    if robot.is_parametric() {
        parts.text += "let prepared = &self.prepare::<f64>();\n";
        parts.of_joints("prepared", "prepared.neutral()", |name| {
            format!("prepared.{name}(")
        });
        parts.traits("prepared", Owner::Prepared);
        parts.any_link("prepared, any link", "prepared", "Self::LINKS");
    }
    let own_calls = own.method("evaluate", &quote!(multibody::reference::Quantity, &[f64]));
    let takes = quote!(&'static str, multibody::reference::Quantity, &[f64]);
    let calls_of_parts = parts.method("evaluate_parts", &takes);
    let contents = contents(robot, &[own.parts, parts.parts].concat());
    let (tables, not_compared) = (tables(robot), not_compared(robot));
    quote!(#own_calls #calls_of_parts #contents #tables #not_compared)
}

/// Calls of `report`, and what they report.
struct Calls<'a> {
    robot: &'a Writer<'a>,
    arguments: BTreeSet<InputKind>,
    text: String,
    /// The quantities of each part.
    parts: Vec<(String, Vec<String>)>,
}

impl<'a> Calls<'a> {
    fn of(robot: &'a Writer<'a>) -> Self {
        Self {
            robot,
            arguments: BTreeSet::new(),
            text: String::new(),
            parts: Vec::new(),
        }
    }

    fn list(&mut self, part: &str, quantity: String) {
        match self.parts.last_mut() {
            Some((last, quantities)) if last == part => quantities.push(quantity),
            _ => self.parts.push((part.to_owned(), vec![quantity])),
        }
    }

    /// The line that reports numbers given as a slice.
    fn slice(&mut self, part: &str, quantity: &str, slice: &str) {
        let part = match part.is_empty() {
            true => String::new(),
            false => format!("{}, ", literal(part)),
        };
        self.text += &format!("report({part}{quantity}, {slice});\n");
    }

    /// The lines that report a result.
    fn result(&mut self, part: &str, (quantity, target): (&str, Target), result: &str) {
        let function = target.function;
        match Signature::of(self.robot, function).layout() {
            Layout::Scalar => self.slice(part, quantity, &format!("&[{result}]")),
            Layout::Vector(_) => self.slice(part, quantity, &format!("&{result}")),
            Layout::Matrix(..) => {
                self.slice(part, quantity, &format!("{result}.as_flattened()"));
            }
            Layout::Cube(_) => {
                let slice = format!("{result}.as_flattened().as_flattened()");
                self.slice(part, quantity, &slice);
            }
            Layout::Pair(..) => {
                self.text += &format!("let (first, second) = {result};\n");
                self.slice(part, quantity, "&[&first[..], &second[..]].concat()");
            }
            Layout::Triple(..) if function.quantity().has_pivots() => {
                self.text += &format!("let (first, second, _) = {result};\n");
                self.slice(part, quantity, "&[&first[..], &second[..]].concat()");
            }
            Layout::Triple(..) => {
                self.text += &format!("let (first, second, third) = {result};\n");
                let slice = "&[&first[..], &second[..], &third[..]].concat()";
                self.slice(part, quantity, slice);
            }
            Layout::Pose => {
                self.text += &format!(
                    "let (rotation, translation): ([[f64; 3]; 3], [f64; 3]) = {result};\n"
                );
                let slice = "&[rotation.as_flattened(), &translation].concat()";
                self.slice(part, quantity, slice);
            }
        }
    }

    /// Reports `result`, the result of a target.
    fn target(&mut self, part: &str, target: Target, result: &str) {
        let quantity = quantity(self.robot, target);
        self.result(part, (&quantity, target), result);
        self.list(part, quantity);
    }

    /// Reports the result of a function that is called by the path `called`.
    fn function(&mut self, part: &str, target: Target, called: &str) {
        let arguments = self.names(&Signature::of(self.robot, target.function));
        self.target(part, target, &format!("{called}({arguments})"));
    }

    /// The names of a function's arguments, which are noted as used.
    fn names(&mut self, signature: &Signature) -> String {
        self.arguments.extend(&signature.arguments);
        names(signature, &[])
    }

    /// Reports what follows from the joints alone. `called` maps the name of a function to the beginning of its call.
    fn of_joints(&mut self, part: &str, neutral: &str, called: impl Fn(&str) -> String) {
        self.arguments.extend([InputKind::Q, InputKind::Qd]);
        self.slice(part, "Quantity::Neutral", &format!("&{neutral}"));
        self.text += &format!(
            "let (mut stretched, mut rates) = (q.map(|q| 1.5 * q), *qd);\n\
             {}&mut stretched, &mut rates);\n",
            called("normalize")
        );
        let both = "&[&stretched[..], &rates[..]].concat()";
        self.slice(part, "Quantity::Normalize", both);
        let rate = format!("&{}q, qd)", called("position_rate"));
        self.slice(part, "Quantity::PositionRate", &rate);
        self.text += &format!("let next = {}q, qd, 0.125);\n", called("integrate"));
        self.slice(part, "Quantity::Integrate", "&next");
        let difference = format!("&{}q, &next)", called("difference"));
        self.slice(part, "Quantity::Difference", &difference);
        for quantity in [
            "Neutral",
            "Normalize",
            "PositionRate",
            "Integrate",
            "Difference",
        ] {
            self.list(part, format!("Quantity::{quantity}"));
        }
    }

    fn bundles(&mut self) {
        for bundled in self.robot.bundle_functions() {
            let (bundle, part) = (bundled.bundle, bundled.bundle.name.as_str());
            let arguments = self.names(&Signature::bundle(self.robot, bundle));
            self.text += &format!("let all = self.{part}({arguments});\n");
            self.members(part, bundled);
        }
    }

    /// Reports the results of a bundle, which the local variable `all` contains.
    fn members(&mut self, part: &str, bundled: &Bundled<'_>) {
        let is_alone = bundled.bundle.members.len() == 1;
        for member in &bundled.bundle.members {
            let place = match is_alone {
                true => "all".to_owned(),
                false => format!("all.{}", member.name),
            };
            for (at, target) in member.targets.iter().enumerate() {
                let place = match member.of_all_links {
                    true => format!("{place}[{at}]"),
                    false => place.clone(),
                };
                self.target(part, *target, &place);
            }
        }
    }

    fn at_position(&mut self) {
        let robot = self.robot;
        let Some(bundled) = robot.bundles.iter().find(|of| of.bundle.name == AT) else {
            return;
        };
        let arguments = self.names(&Signature::position(robot, 0));
        self.text += &format!("let at = self.{AT}({arguments});\n");
        for target in bundled.bundle.targets() {
            let arguments = self.names(&Signature::at_position(robot, target.function));
            let result = format!("at.{}({arguments})", robot.function_name(target));
            self.target(AT, target, &result);
        }
        for target in bundled.bundle.targets() {
            if !target.function.is_in_place() {
                continue;
            }
            let signature = Signature::at_position(robot, target.function);
            let (used, names) = (
                types::filled(&signature.result, USED),
                self.names(&signature),
            );
            let arguments = listed(&[&names, "&mut out"]);
            self.text += &format!(
                "let mut out = {used};\nat.{}{IN_PLACE}({arguments});\n",
                robot.function_name(target)
            );
            if robot.triangle(target) == Triangle::Lower {
                self.text += "multibody::dense::mirror(&mut out);\n";
            }
            self.target(&format!("{AT}{IN_PLACE}"), target, "out");
        }
    }

    /// Reports the functions of traits, called through the trait.
    fn traits(&mut self, receiver: &str, owner: Owner) {
        let robot = self.robot;
        for (of, functions) in implemented_traits(robot) {
            let (of_type, part) = match owner {
                Owner::Robot => ("Self".to_owned(), of.to_owned()),
                _ => (
                    format!("{}Prepared<f64>", robot.name),
                    format!("Prepared{of}"),
                ),
            };
            let path = format!("<{of_type} as {}>", traits::path(robot, of, owner, "f64"));
            for function in functions {
                let target = Target {
                    function,
                    link: None,
                };
                let arguments = self.names(&Signature::of(robot, function));
                let arguments = listed(&[receiver, &arguments]);
                let result = format!("{path}::{}({arguments})", robot.function_name(target));
                self.target(&part, target, &result);
            }
            if of == base_trait(robot) {
                let neutral = match owner {
                    Owner::Robot => format!("{path}::neutral::<f64>()"),
                    _ => format!("{path}::neutral({receiver})"),
                };
                self.of_joints(&part, &neutral, |name| {
                    format!("{path}::{name}({receiver}, ")
                });
            }
        }
        if has_acceleration(robot, owner) {
            let of_type = match owner {
                Owner::Robot => robot.name.to_owned(),
                _ => format!("{}Prepared<f64>", robot.name),
            };
            self.acceleration(receiver, &of_type);
        }
    }

    fn acceleration(&mut self, receiver: &str, of_type: &str) {
        let part = match receiver {
            "self" => "Acceleration",
            _ => "prepared, Acceleration",
        };
        let (nq, nv) = (self.robot.system.nq(), self.robot.system.nv());
        let path = format!("<{of_type} as multibody::Acceleration<f64, {nq}, {nv}>>");
        self.arguments
            .extend([InputKind::Q, InputKind::Qd, InputKind::Tau]);
        let result = format!("{path}::acceleration({receiver}, state.t, q, qd, tau)");
        let function = Function::ForwardDynamics;
        let target = Target {
            function,
            link: None,
        };
        self.target(part, target, &result);
        self.text += &format!(
            "let (mut next, joints) = (*q, {path}::coordinates({receiver}));\n\
             multibody::manifold::integrate(joints, q, qd, 0.125, &mut next);\n"
        );
        self.slice(part, "Quantity::Integrate", "&next");
        self.list(part, "Quantity::Integrate".to_owned());
    }

    /// Reports the functions that take a link.
    fn any_link(&mut self, part: &str, receiver: &str, table: &str) {
        let robot = self.robot;
        let links = link_variants(robot);
        if links.is_empty() {
            return;
        }
        self.text += &format!(
            "for info in {table} {{\n\
             if let ::core::option::Option::Some(link) = Self::link(info.name) {{\n"
        );
        for &function in link_traits(robot).iter().flat_map(|of| of.functions) {
            let arguments = self.names(&Signature::of(robot, function));
            let arguments = listed(&["link", &arguments]);
            let result = format!("{receiver}.{}({arguments})", function.name());
            let quantity = format!("Quantity::{}(info.name)", variant(function));
            let link = None;
            self.result(part, (&quantity, Target { function, link }), &result);
            for variant in &links {
                let link = Some(variant.link);
                self.list(part, self::quantity(robot, Target { function, link }));
            }
        }
        self.text += "}\n}\n";
    }

    /// Reports results written into memory that was used before: no entry may keep its old value.
    fn in_place(&mut self) {
        let robot = self.robot;
        for (target, _) in robot.functions {
            if !target.function.is_in_place() {
                continue;
            }
            let signature = Signature::of(robot, target.function);
            let used = types::filled(&signature.result, USED);
            let arguments = listed(&[&self.names(&signature), "&mut out"]);
            self.text += &format!(
                "let mut out = {used};\nself.{}{IN_PLACE}({arguments});\n",
                robot.function_name(*target)
            );
            if robot.triangle(*target) == Triangle::Lower {
                self.text += "multibody::dense::mirror(&mut out);\n";
            }
            self.target("in place", *target, "out");
        }
        for bundled in robot.bundle_functions() {
            let bundle = bundled.bundle;
            let arguments = self.names(&Signature::bundle(robot, bundle));
            let arguments = listed(&[&arguments, "&mut all"]);
            let (name, used) = (&bundle.name, types::filled_bundle(robot, bundle, USED));
            self.text += &format!("let mut all = {used};\nself.{name}{IN_PLACE}({arguments});\n");
            self.members(&format!("{name}{IN_PLACE}"), bundled);
        }
    }

    /// The function of the trait that makes these calls.
    fn method(&self, name: &str, reported: &TokenStream) -> TokenStream {
        let arrays = [
            (InputKind::Q, "q"),
            (InputKind::Qd, "qd"),
            (InputKind::Qdd, "qdd"),
            (InputKind::Tau, "tau"),
            (InputKind::Wrench, "wrenches"),
            (InputKind::Feedback, "feedback"),
            (InputKind::Multipliers, "lambda"),
            (InputKind::Selector, "selectors"),
        ];
        let arrays = arrays.map(|(kind, field)| {
            let of = types::argument(self.robot, kind, "f64");
            let converted = "as_slice().try_into().expect(\"as many as the robot has\")";
            (
                kind,
                format!("let {field}: {of} = state.{field}.{converted};\n"),
            )
        });
        let numbers = [
            (InputKind::Time, "t"),
            (InputKind::Restitution, "restitution"),
            (InputKind::Weight, "weight"),
        ];
        let numbers =
            numbers.map(|(kind, field)| (kind, format!("let {field} = state.{field};\n")));
        let all = numbers.into_iter().chain(arrays);
        let used = all.filter(|(kind, _)| self.arguments.contains(kind));
        let mut text: String = used.map(|(_, line)| line).collect();
        text += &self.text;
        let (name, lines) = (tokens(name), self.robot.lines(text));
        quote! {
            fn #name(
                &self,
                state: &multibody::reference::State,
                report: &mut dyn ::core::ops::FnMut(#reported),
            ) {
                use multibody::reference::Quantity;
                #lines
            }
        }
    }
}

/// The arguments of a call, without the empty ones.
fn listed(arguments: &[&str]) -> String {
    let there = arguments.iter().filter(|argument| !argument.is_empty());
    there.copied().collect::<Vec<_>>().join(", ")
}

/// What fills the memory of a result: no computed entry can be NaN.
const USED: &str = "f64::NAN";

fn quantity(robot: &Robot<'_>, target: Target) -> String {
    let variant = variant(target.function);
    match target.link {
        Some(link) => format!(
            "Quantity::{variant}({})",
            literal(&robot.system.tree.links[link].name)
        ),
        None => format!("Quantity::{variant}"),
    }
}

/// The variant of `multibody::reference::Quantity`.
fn variant(function: Function) -> String {
    let words = function.name().split('_');
    words
        .map(|word| word[..1].to_uppercase() + &word[1..])
        .collect()
}

fn contents(robot: &Writer<'_>, parts: &[(String, Vec<String>)]) -> TokenStream {
    let rows = parts.iter().map(|(part, quantities)| {
        let quantities = quantities.join(", ");
        format!("({}, &[{quantities}])", literal(part))
    });
    let rows = robot.lines(format!("&{}", table(rows)));
    quote! {
        fn contents(&self) -> &'static [multibody::reference::Part] {
            use multibody::reference::Quantity;
            #rows
        }
    }
}

fn tables(robot: &Robot<'_>) -> TokenStream {
    let (nc, constraints) = match robot.system.nc() {
        0 => (quote!(0), quote!(&[])),
        _ => (quote!(Self::NC), quote!(&Self::CONSTRAINTS)),
    };
    quote! {
        fn tables(&self) -> ::core::option::Option<multibody::reference::Tables> {
            ::core::option::Option::Some(multibody::reference::Tables {
                nq: Self::NQ,
                nv: Self::NV,
                nc: #nc,
                joints: &Self::JOINTS,
                joint: Self::joint,
                constraints: #constraints,
            })
        }
    }
}

fn not_compared(robot: &Robot<'_>) -> TokenStream {
    let mut functions = robot.functions.iter().map(|(target, _)| target.function);
    let has_pivots = functions.any(|function| function.quantity().has_pivots());
    let detects = robot.settings.dispatch;
    let texts = robot.equations.map(|_| tables::EQUATIONS);
    let places = robot.system.pinocchio.as_ref().map(|_| tables::PINOCCHIO);
    let others = [
        (robot.has_default(), "Default"),
        (has_pivots, "pivots"),
        (detects, "variants for processors other than this one"),
    ];
    let others = others.iter().filter_map(|(is, name)| is.then_some(*name));
    let constants = texts.into_iter().chain(places).flatten();
    let all: Vec<&str> = constants.chain(others).collect();
    let names = names_of(&all);
    match all.is_empty() {
        true => quote!(),
        false => quote! {
            fn not_compared(&self) -> &'static [&'static str] { #names }
        },
    }
}
