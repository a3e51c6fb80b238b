//! The calls that check a robot's code. They call all functions, in every form in which these are emitted.

use std::collections::BTreeSet;

use super::function::{name, names};
use super::results::zeros;
use super::signature::{Generics, Signature, argument_type};
use super::{
    Robot, acceleration, at_position, bundle, default, equations, in_place, links, pinocchio,
    traits,
};
use multibody_description::function::{Function, IN_PLACE, Layout, Target};
use multibody_description::settings::AT;
use multibody_program::ir::InputKind;
use multibody_support::foreign::literal;

/// The functions of `multibody::reference::Described` that report the results to be checked.
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
}

/// Calls of `report`, and what they report.
struct Calls<'a> {
    robot: &'a Robot<'a>,
    arguments: BTreeSet<InputKind>,
    text: String,
    /// The quantities of each part.
    parts: Vec<(String, Vec<String>)>,
}

impl<'a> Calls<'a> {
    fn of(robot: &'a Robot<'a>) -> Self {
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
            }
            Layout::Cube(_) => {
                let slice = format!("{result}.as_flattened().as_flattened()");
                self.slice(part, quantity, &slice);
            }
            Layout::Pair(..) => {
                self.text += &format!("            let (first, second) = {result};\n");
                self.slice(part, quantity, "&[&first[..], &second[..]].concat()");
            }
            Layout::Triple(..) if function.quantity().has_pivots() => {
                self.text += &format!("            let (first, second, _) = {result};\n");
                self.slice(part, quantity, "&[&first[..], &second[..]].concat()");
            }
            Layout::Triple(..) => {
                self.text += &format!("            let (first, second, third) = {result};\n");
                let slice = "&[&first[..], &second[..], &third[..]].concat()";
                self.slice(part, quantity, slice);
            }
            Layout::Pose => {
                self.text += &format!(
                    "            let (rotation, translation): ([[f64; 3]; 3], [f64; 3]) = {result};\n"
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
        names(signature).join(", ")
    }

    /// Reports what follows from the joints alone. `called` maps the name of a function to the beginning of its call.
    fn of_joints(&mut self, part: &str, neutral: &str, called: impl Fn(&str) -> String) {
        self.arguments.extend([InputKind::Q, InputKind::Qd]);
        self.slice(part, "Quantity::Neutral", &format!("&{neutral}"));
        self.text += &format!(
            "            let (mut stretched, mut rates) = (q.map(|q| 1.5 * q), *qd);\n            \
             {}&mut stretched, &mut rates);\n",
            called("normalize")
        );
        let both = "&[&stretched[..], &rates[..]].concat()";
        self.slice(part, "Quantity::Normalize", both);
        let rate = format!("&{}q, qd)", called("position_rate"));
        self.slice(part, "Quantity::PositionRate", &rate);
        self.text += &format!(
            "            let next = {}q, qd, 0.125);\n",
            called("integrate")
        );
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
            let arguments = self.names(&bundle::signature(self.robot, bundle));
            self.text += &format!("            let all = self.{part}({arguments});\n");
            self.members(part, bundled);
        }
    }

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
            }
        }
    }

    fn at_position(&mut self) {
        let robot = self.robot;
        let Some(bundled) = robot.bundles.iter().find(|of| of.bundle.name == AT) else {
            return;
        };
        let arguments = self.names(&at_position::position(robot));
        self.text += &format!("            let at = self.{AT}({arguments});\n");
        for target in bundled.bundle.targets() {
            let arguments = self.names(&at_position::signature(robot, target));
            let result = format!("at.{}({arguments})", name(robot, target));
            self.target(AT, target, &result);
        }
        for target in bundled.bundle.targets() {
            if !target.function.is_in_place() {
                continue;
            }
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
            "            let (mut next, joints) = (*q, <{of_type} as multibody::Joints>::joints({receiver}));\n            \
             multibody::manifold::integrate(joints, q, qd, 0.125, &mut next);\n"
        );
        self.slice(part, "Quantity::Integrate", "&next");
        self.list(part, "Quantity::Integrate".to_owned());
    }

    /// Reports the functions that take a link.
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
        }
        self.text += "            }\n            }\n";
    }

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
        }
    }

    /// The function of the trait that makes these calls.
    fn method(&self, name: &str, reported: &str) -> String {
        let mut text = format!(
            "        fn {name}(\n            &self,\n            state: &multibody::reference::State,\n            \
             report: &mut dyn ::core::ops::FnMut({reported}),\n        ) {{\n            \
             use multibody::reference::Quantity;\n"
        );
        if self.arguments.contains(&InputKind::Time) {
            text += "            let t = state.t;\n";
        }
        for (kind, field) in [
            (InputKind::Q, "q"),
            (InputKind::Qd, "qd"),
            (InputKind::Qdd, "qdd"),
            (InputKind::Tau, "tau"),
            (InputKind::Wrench, "wrenches"),
            (InputKind::Feedback, "feedback"),
            (InputKind::Multipliers, "lambda"),
            (InputKind::Selector, "selectors"),
        ] {
            if self.arguments.contains(&kind) {
                let of = argument_type(self.robot, kind).replace('T', "f64");
                text += &format!(
                    "            let {field}: {of} = state.{field}.as_slice().try_into().expect(\"as many as the robot has\");\n"
                );
            }
        }
        for (kind, field) in [
            (InputKind::Restitution, "restitution"),
            (InputKind::Weight, "weight"),
        ] {
            if self.arguments.contains(&kind) {
                text += &format!("            let {field} = state.{field};\n");
            }
        }
        format!("{text}{}        }}\n", self.text)
    }
}

/// The arguments of a call, without the empty ones.
fn listed(arguments: &[&str]) -> String {
    let there = arguments.iter().filter(|argument| !argument.is_empty());
    there.copied().collect::<Vec<_>>().join(", ")
}

/// The memory of a result, filled with NaN, which no computed entry can be.
fn used(zeros: &str) -> String {
    zeros.replace("T::ZERO", "f64::NAN")
}

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
    }
    format!(
        "\n        fn not_compared(&self) -> &'static [&'static str] {{\n            &[{}]\n        }}\n",
        all.join(", ")
    )
}
