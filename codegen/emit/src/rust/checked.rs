//! The calls that check a robot's code, as Rust makes them.

use std::collections::BTreeSet;

<<<<<<< HEAD
use super::head::names;
use super::text::{Writer, names_of, table, tokens};
use super::{traits, types};
use crate::interface::{
    Check, CheckedQuantity, INTEGRATE, Implementor, Owner, Receiver, Robot, Signature,
    argument_name, checked_parts, link_traits, not_compared, other_checks, own_checks, whole,
=======
use super::function::{name, names};
use super::results::zeros;
use super::signature::{Generics, Signature, argument_type};
use super::{
    Robot, acceleration, at_position, bundle, default, equations, in_place, links, pinocchio,
    traits,
>>>>>>> ht
};
use multibody_description::function::{Function, IN_PLACE, Layout, Target};
use multibody_description::settings::{AT, Triangle};
use multibody_program::ir::InputKind;
use multibody_support::foreign::literal;
use proc_macro2::TokenStream;
use quote::quote;

/// The functions of `multibody::reference::Described` that report the results to be checked.
<<<<<<< HEAD
pub fn functions(writer: &Writer<'_>) -> TokenStream {
    let (mut own, mut others) = (Calls::of(writer), Calls::of(writer));
    let reported = quote!(multibody::reference::Quantity, &[f64]);
    if !writer.derived {
        own.text = "loop {}".to_owned();
        return own.method("evaluate", &reported);
    }
    let (first, second) = (own_checks(writer), other_checks(writer));
    first.into_iter().for_each(|check| own.check(check));
    second.into_iter().for_each(|check| others.check(check));
    let own = own.method("evaluate", &reported);
    let others = others.method("evaluate_parts", &quote!(&'static str, #reported));
    let (contents, tables) = (contents(writer), tables(writer));
    let uncompared = uncompared(writer);
    quote!(#own #others #contents #tables #uncompared)
=======
pub fn functions(robot: &Robot<'_>) -> String {
    let (mut own, mut parts) = (Calls::of(robot), Calls::of(robot));
    for (target, _) in robot.functions {
        own.function("", *target, &format!("self.{}", name(robot, *target)));
    }
    own.of_joints("", "self.neutral::<f64>()", |name| format!("self.{name}("));
    parts.bundles();
    parts.at_position();
    parts.traits("self", Generics::OfFunction);
    parts.any_link("any link", "self", "Self::LINKS");
    parts.in_place();
    if robot.is_parametric() {
        parts.text += "            let prepared = &self.prepare::<f64>();\n";
        parts.of_joints("prepared", "prepared.neutral()", |name| {
            format!("prepared.{name}(")
        });
        parts.traits("prepared", Generics::PREPARED);
        parts.any_link("prepared, any link", "prepared", "Self::LINKS");
    }
    let mut text = own.method("evaluate", "multibody::reference::Quantity, &[f64]");
    let takes = "&'static str, multibody::reference::Quantity, &[f64]";
    text += &format!("\n{}", parts.method("evaluate_parts", takes));
    text += &contents(&[own.parts, parts.parts].concat());
    text += &tables(robot);
    text += &not_compared(robot);
    text
>>>>>>> ht
}

/// What fills the memory of a result: no computed entry can be NaN.
const USED: &str = "f64::NAN";

/// Calls of `report`, and what they report.
struct Calls<'a> {
    robot: &'a Writer<'a>,
    arguments: BTreeSet<InputKind>,
    text: String,
<<<<<<< HEAD
    /// The part that the results belong to, as the first argument of a call.
    part: String,
=======
    /// The quantities of each part.
    parts: Vec<(String, Vec<String>)>,
>>>>>>> ht
}

impl<'a> Calls<'a> {
    fn of(robot: &'a Writer<'a>) -> Self {
        Self {
            robot,
            arguments: BTreeSet::new(),
            text: String::new(),
            part: String::new(),
        }
    }

<<<<<<< HEAD
    fn check(&mut self, check: Check) {
        let (robot, part) = (self.robot, check.part(self.robot));
        self.part = match part.is_empty() {
            true => part,
            false => format!("{}, ", literal(&part)),
        };
        match check {
            Check::Function(receiver, target) => {
                let name = robot.function_name(target);
                let function = target.function;
                let result = match receiver {
                    Receiver::Type(Owner::At) => {
                        let arguments = self.names(&Signature::at_position(robot, function));
                        format!("at.{name}({arguments})")
                    }
                    Receiver::Type(owner) => {
                        let arguments = self.names(&Signature::of(robot, function));
                        format!("{}.{name}({arguments})", variable(owner))
                    }
                    Receiver::Trait(of, owner) => {
                        let mut signature = Signature::of(robot, function);
                        signature.arguments.retain(|kind| *kind != InputKind::Time);
                        let arguments = self.names(&signature);
                        let arguments = listed(&[&self.implementor(owner), &arguments]);
                        format!("{}::{name}({arguments})", self.path(of, owner))
                    }
                };
                self.result(target, &result);
=======
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
        self.text += &format!("            report({part}{quantity}, {slice});\n");
    }

    /// The lines that report a result.
    fn result(&mut self, part: &str, (quantity, target): (&str, Target), result: &str) {
        let function = target.function;
        match Signature::of(self.robot, function).layout {
            Layout::Scalar => self.slice(part, quantity, &format!("&[{result}]")),
            Layout::Vector(_) => self.slice(part, quantity, &format!("&{result}")),
            Layout::Matrix(..) => {
                self.slice(part, quantity, &format!("{result}.as_flattened()"));
>>>>>>> ht
            }
            Check::InPlace(owner, target) => self.in_place(owner, target),
            Check::Bundle(at, in_place) => self.bundle(at, in_place),
            Check::Joints(receiver) => self.joints(receiver),
            Check::Acceleration(owner) => self.acceleration(owner),
            Check::AnyLink(owner) => self.any_link(owner),
            Check::Prepare(Owner::At) => {
                let arguments = self.names(&Signature::position(robot, 0));
                self.text += &format!("let at = self.{AT}({arguments});\n");
            }
            Check::Prepare(_) => self.text += "let prepared = &self.prepare::<f64>();\n",
        }
    }

<<<<<<< HEAD
    /// A trait for a type.
    fn path(&self, of: &str, owner: Owner) -> String {
        let of_type = types::implementor(self.robot, Implementor::of(self.robot, owner), "f64");
        format!("<{of_type} as {}>", traits::path(self.robot, of, "f64"))
=======
    /// Reports `result`, the result of a target.
    fn target(&mut self, part: &str, target: Target, result: &str) {
        let quantity = quantity(self.robot, target);
        self.result(part, (&quantity, target), result);
        self.list(part, quantity);
>>>>>>> ht
    }

    /// What implements the traits of a type.
    fn implementor(&self, owner: Owner) -> String {
        let variable = variable(owner);
        match Implementor::of(self.robot, owner) {
            Implementor::Itself(_) => variable.to_owned(),
            Implementor::AtTime(_) => format!("&{variable}.at_time(state.t)"),
        }
    }

    /// The names of a function's arguments, which are noted as used.
    fn names(&mut self, signature: &Signature) -> String {
        self.arguments.extend(&signature.arguments);
<<<<<<< HEAD
        names(signature, &[])
=======
        names(signature).join(", ")
>>>>>>> ht
    }

    /// The line that reports numbers given as a slice.
    fn slice(&mut self, quantity: &str, slice: &str) {
        let part = &self.part;
        self.text += &format!("report({part}Quantity::{quantity}, {slice});\n");
    }

    /// The lines that report the result of a target.
    fn result(&mut self, target: Target, result: &str) {
        let quantity = quantity(self.robot, CheckedQuantity::Of(target));
        self.result_of(&quantity, target.function, result);
    }

<<<<<<< HEAD
    fn result_of(&mut self, quantity: &str, function: Function, result: &str) {
        let (parts, slice) = match Signature::of(self.robot, function).layout() {
            Layout::Scalar => return self.slice(quantity, &format!("&[{result}]")),
            Layout::Vector(_) => return self.slice(quantity, &format!("&{result}")),
            Layout::Matrix(..) => {
                return self.slice(quantity, &format!("{result}.as_flattened()"));
=======
    /// Reports the results of a bundle, which the local variable `all` contains.
    fn members(&mut self, part: &str, bundled: &super::Bundled<'_>) {
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
>>>>>>> ht
            }
            Layout::Cube(_) => {
                let slice = format!("{result}.as_flattened().as_flattened()");
                return self.slice(quantity, &slice);
            }
            Layout::Pair(..) => ("(first, second)", "&[&first[..], &second[..]].concat()"),
            Layout::Triple(..) if function.quantity().has_pivots() => {
                ("(first, second, _)", "&[&first[..], &second[..]].concat()")
            }
            Layout::Triple(..) => (
                "(first, second, third)",
                "&[&first[..], &second[..], &third[..]].concat()",
            ),
            Layout::Pose => (
                "(rotation, translation): ([[f64; 3]; 3], [f64; 3])",
                "&[rotation.as_flattened(), &translation].concat()",
            ),
        };
        self.text += &format!("let {parts} = {result};\n");
        self.slice(quantity, slice);
    }

    /// Reports what follows from the joints alone.
    fn joints(&mut self, receiver: Receiver) {
        self.arguments.extend([InputKind::Q, InputKind::Qd]);
        let (start, own, neutral) = match receiver {
            Receiver::Type(Owner::Robot) => (
                "self.".to_owned(),
                String::new(),
                "self.neutral::<f64>()".to_owned(),
            ),
            Receiver::Type(owner) => {
                let start = format!("{}.", variable(owner));
                (start.clone(), String::new(), format!("{start}neutral()"))
            }
            Receiver::Trait(of, owner) => {
                let (path, of) = (self.path(of, owner), self.implementor(owner));
                let neutral = format!("{path}::neutral({of})");
                (format!("{path}::"), format!("{of}, "), neutral)
            }
        };
        self.slice("Neutral", &format!("&{neutral}"));
        self.text += &format!(
            "let (mut stretched, mut rates) = (q.map(|q| 1.5 * q), *qd);\n\
             {start}normalize({own}&mut stretched, &mut rates);\n"
        );
        self.slice("Normalize", "&[&stretched[..], &rates[..]].concat()");
        self.slice(
            "PositionRate",
            &format!("&{start}position_rate({own}q, qd)"),
        );
        self.text += &format!("let next = {start}integrate({own}q, qd, 0.125);\n");
        self.slice(INTEGRATE, "&next");
        self.slice("Difference", &format!("&{start}difference({own}q, &next)"));
    }

    /// Reports the results of a bundle.
    fn bundle(&mut self, at: usize, in_place: bool) {
        let robot = self.robot;
        let Some(bundled) = robot.bundle_functions().nth(at) else {
            return;
        };
        let (bundle, name) = (bundled.bundle, &bundled.bundle.name);
        let arguments = self.names(&Signature::bundle(robot, bundle));
        self.text += &match in_place {
            false => format!("let all = self.{name}({arguments});\n"),
            true => {
                let used = types::filled_bundle(robot, bundle, USED);
                let arguments = listed(&[&arguments, "&mut all"]);
                format!("let mut all = {used};\nself.{name}{IN_PLACE}({arguments});\n")
            }
<<<<<<< HEAD
        };
        for member in &bundle.members {
            let place = match bundle.members.len() {
                1 => "all".to_owned(),
                _ => format!("all.{}", member.name),
            };
            for (at, target) in member.targets.iter().enumerate() {
                match member.of_all_links {
                    true => self.result(*target, &format!("{place}[{at}]")),
                    false => self.result(*target, &place),
                }
            }
=======
            let signature = at_position::signature(robot, target);
            let (used, names) = (used(&zeros(signature.layout)), self.names(&signature));
            let arguments = listed(&[&names, "&mut out"]);
            self.text += &format!(
                "            let mut out = {used};\n            at.{}{IN_PLACE}({arguments});\n",
                name(robot, target)
            );
            if in_place::is_half(robot, target) {
                self.text += "            multibody::dense::mirror(&mut out);\n";
            }
            self.target(&format!("{AT}{IN_PLACE}"), target, "out");
        }
    }

    /// Reports the functions of traits, called through the trait.
    fn traits(&mut self, receiver: &str, generics: Generics) {
        let robot = self.robot;
        let own = match generics {
            Generics::OfFunction => "Self".to_owned(),
            Generics::OfType(_) => format!("{}Prepared<f64>", robot.name),
        };
        let (part, of_type, called) = match robot.system.is_timed() {
            false => ("", own.clone(), receiver.to_owned()),
            true => {
                let view = format!("{}AtTime<'_, {own}, f64>", robot.name);
                ("at_time, ", view, format!("&{receiver}.at_time(state.t)"))
            }
        };
        let part = match generics {
            Generics::OfFunction => part.to_owned(),
            Generics::OfType(_) => format!("prepared, {part}"),
        };
        for (of, functions) in traits::implemented(robot) {
            let sizes = traits::sizes(robot, of).replace('T', "f64");
            let path = format!("<{of_type} as multibody::{of}<{sizes}>>");
            let part = format!("{part}{of}");
            for function in functions {
                let target = Target {
                    function,
                    link: None,
                };
                let mut signature = Signature::of(robot, function);
                signature.arguments.retain(|kind| *kind != InputKind::Time);
                let arguments = self.names(&signature);
                let arguments = listed(&[&called, &arguments]);
                let result = format!("{path}::{}({arguments})", name(robot, target));
                self.target(&part, target, &result);
            }
            if of == traits::MULTIBODY {
                let neutral = format!("{path}::neutral({called})");
                self.of_joints(&part, &neutral, |name| format!("{path}::{name}({called}, "));
            }
        }
        if acceleration::is_implemented(robot) {
            self.acceleration(receiver, &own);
>>>>>>> ht
        }
    }

    fn acceleration(&mut self, owner: Owner) {
        let of_type = types::owner(self.robot, owner, "f64");
        let (nq, nv) = (self.robot.system.nq(), self.robot.system.nv());
        let (receiver, used) = (
            variable(owner),
            [InputKind::Q, InputKind::Qd, InputKind::Tau],
        );
        self.arguments.extend(used);
        let path = format!("<{of_type} as multibody::Acceleration<f64, {nq}, {nv}>>");
        let result = format!("{path}::acceleration({receiver}, state.t, q, qd, tau)");
        self.result(whole(Function::ForwardDynamics), &result);
        self.text += &format!(
<<<<<<< HEAD
            "let (mut next, joints) = (*q, <{of_type} as multibody::Joints>::joints({receiver}));\n\
=======
            "            let (mut next, joints) = (*q, <{of_type} as multibody::Joints>::joints({receiver}));\n            \
>>>>>>> ht
             multibody::manifold::integrate(joints, q, qd, 0.125, &mut next);\n"
        );
        self.slice(INTEGRATE, "&next");
    }

    /// Reports the functions that take a link.
<<<<<<< HEAD
    fn any_link(&mut self, owner: Owner) {
        self.text += "for info in Self::LINKS {\n\
                      if let ::core::option::Option::Some(link) = self.link(info.name) {\n";
        for &function in link_traits(self.robot).iter().flat_map(|of| of.functions) {
            let arguments = self.names(&Signature::of(self.robot, function));
            let arguments = listed(&["link", &arguments]);
            let result = format!("{}.{function}({arguments})", variable(owner));
            let quantity = format!("{}(info.name)", variant(function));
            self.result_of(&quantity, function, &result);
=======
    fn any_link(&mut self, part: &str, receiver: &str, table: &str) {
        let robot = self.robot;
        let links = links::with_functions(robot);
        if links.is_empty() {
            return;
        }
        self.text += &format!(
            "            for info in {table} {{\n            \
             if let ::core::option::Option::Some(link) = self.link(info.name) {{\n"
        );
        for function in links::functions(robot) {
            let arguments = self.names(&Signature::of(robot, function));
            let arguments = listed(&["link", &arguments]);
            let result = format!("{receiver}.{}({arguments})", function.name());
            let quantity = format!("Quantity::{}(info.name)", variant(function));
            let link = None;
            self.result(part, (&quantity, Target { function, link }), &result);
            for &link in &links {
                let link = Some(link);
                self.list(part, self::quantity(robot, Target { function, link }));
            }
>>>>>>> ht
        }
        self.text += "}\n}\n";
    }

<<<<<<< HEAD
    /// Reports a result written into used memory.
    fn in_place(&mut self, owner: Owner, target: Target) {
        let (robot, function) = (self.robot, target.function);
        let signature = match owner {
            Owner::At => Signature::at_position(robot, function),
            _ => Signature::of(robot, function),
        };
        let used = types::filled(&signature.result, USED);
        let arguments = listed(&[&self.names(&signature), "&mut out"]);
        let (variable, name) = (variable(owner), robot.function_name(target));
        self.text += &format!("let mut out = {used};\n{variable}.{name}{IN_PLACE}({arguments});\n");
        if robot.triangle(target) == Triangle::Lower {
            self.text += "multibody::dense::mirror(&mut out);\n";
=======
    /// Reports results written into memory that was used before: no entry may keep its old value.
    fn in_place(&mut self) {
        let robot = self.robot;
        for (target, _) in robot.functions {
            if !target.function.is_in_place() {
                continue;
            }
            let signature = Signature::of(robot, target.function);
            let used = used(&zeros(signature.layout));
            let arguments = listed(&[&self.names(&signature), "&mut out"]);
            self.text += &format!(
                "            let mut out = {used};\n            self.{}{IN_PLACE}({arguments});\n",
                name(robot, *target)
            );
            if in_place::is_half(robot, *target) {
                self.text += "            multibody::dense::mirror(&mut out);\n";
            }
            self.target("in place", *target, "out");
        }
        for bundled in robot.bundle_functions() {
            let bundle = bundled.bundle;
            let arguments = self.names(&bundle::signature(robot, bundle));
            let arguments = listed(&[&arguments, "&mut all"]);
            let (name, used) = (&bundle.name, used(&bundle::zeros(robot, bundle)));
            self.text += &format!(
                "            let mut all = {used};\n            self.{name}{IN_PLACE}({arguments});\n"
            );
            self.members(&format!("{name}{IN_PLACE}"), bundled);
>>>>>>> ht
        }
        self.result(target, "out");
    }

    /// The function of the trait that makes these calls.
    fn method(&self, name: &str, reported: &TokenStream) -> TokenStream {
        let argument = |kind: &InputKind| {
            let name = argument_name(*kind);
            match types::argument(self.robot, *kind, "f64") {
                number if number == "f64" => format!("let {name} = state.{name};\n"),
                of => format!(
                    "let {name}: {of} = state.{name}.as_slice().try_into().expect(\"as many as the robot has\");\n"
                ),
            }
        };
        let mut text: String = self.arguments.iter().map(argument).collect();
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

/// The variable of a type.
fn variable(owner: Owner) -> &'static str {
    match owner {
        Owner::Robot => "self",
        Owner::Prepared => "prepared",
        Owner::At => "at",
    }
}

/// The arguments of a call, without the empty ones.
fn listed(arguments: &[&str]) -> String {
    let there = arguments.iter().filter(|argument| !argument.is_empty());
    there.copied().collect::<Vec<_>>().join(", ")
}

/// A value of `multibody::reference::Quantity`.
fn quantity(robot: &Robot<'_>, of: CheckedQuantity) -> String {
    match of {
        CheckedQuantity::OfJoints(name) => name.to_owned(),
        CheckedQuantity::Of(Target { function, link }) => match link {
            Some(link) => {
                let name = literal(&robot.system.tree.links[link].name);
                format!("{}({name})", variant(function))
            }
            None => variant(function),
        },
    }
}

/// The variant of `multibody::reference::Quantity`.
fn variant(function: Function) -> String {
    let words = function.name().split('_');
    words
        .map(|word| word[..1].to_uppercase() + &word[1..])
        .collect()
}

<<<<<<< HEAD
fn contents(writer: &Writer<'_>) -> TokenStream {
    let rows = checked_parts(writer).into_iter().map(|(part, quantities)| {
        let quantities = quantities.into_iter();
        let quantities = quantities.map(|of| format!("Quantity::{}", quantity(writer, of)));
        let quantities = quantities.collect::<Vec<_>>().join(", ");
        format!("({}, &[{quantities}])", literal(&part))
    });
    let rows = writer.lines(format!("&{}", table(rows)));
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
                constraints: #constraints,
            })
        }

        fn joint_by_name(&self, name: &str) -> ::core::option::Option<&'static multibody::JointInfo> {
            self.joint(name)
        }
    }
}

fn uncompared(robot: &Robot<'_>) -> TokenStream {
    let names = not_compared(robot);
    let list = names_of(&names);
    match names.is_empty() {
        true => quote!(),
        false => quote! {
            fn not_compared(&self) -> &'static [&'static str] { #list }
        },
=======
fn contents(parts: &[(String, Vec<String>)]) -> String {
    let parts: String = parts
        .iter()
        .map(|(part, quantities)| {
            let quantities = quantities.join(", ");
            format!("                ({}, &[{quantities}]),\n", literal(part))
        })
        .collect();
    format!(
        "\n        fn contents(&self) -> &'static [multibody::reference::Part] {{\n            \
         use multibody::reference::Quantity;\n            &[\n{parts}            ]\n        }}\n"
    )
}

fn tables(robot: &Robot<'_>) -> String {
    let (nc, constraints) = match robot.system.nc() {
        0 => ("0", "&[]"),
        _ => ("Self::NC", "&Self::CONSTRAINTS"),
    };
    format!(
        "\n        fn tables(&self) -> ::core::option::Option<multibody::reference::Tables> {{\n            \
         ::core::option::Option::Some(multibody::reference::Tables {{\n                \
         nq: Self::NQ,\n                nv: Self::NV,\n                nc: {nc},\n                \
         joints: &Self::JOINTS,\n                \
         constraints: {constraints},\n            }})\n        }}\n\n        \
         fn joint_by_name(&self, name: &str) -> ::core::option::Option<&'static multibody::JointInfo> {{\n            \
         self.joint(name)\n        }}\n"
    )
}

fn not_compared(robot: &Robot<'_>) -> String {
    let mut functions = robot.functions.iter().map(|(target, _)| target.function);
    let has_pivots = functions.any(|function| function.quantity().has_pivots());
    let detects = robot.settings.dispatch;
    let texts = robot.equations.map(|_| equations::NAMES);
    let places = robot.system.pinocchio.as_ref().map(|_| pinocchio::NAMES);
    let others = [
        (default::is_there(robot), "Default"),
        (has_pivots, "pivots"),
        (detects, "variants for processors other than this one"),
    ];
    let others = others.iter().filter_map(|(is, name)| is.then_some(*name));
    let constants = texts.into_iter().chain(places).flatten();
    let all = constants.chain(others);
    let all: Vec<String> = all.map(literal).collect();
    if all.is_empty() {
        return String::new();
>>>>>>> ht
    }
}
