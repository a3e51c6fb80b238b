//! The calls that check a robot's code, as Rust makes them.

use std::collections::BTreeSet;

use super::head::names;
use super::table_entry::rows;
use super::text::{Writer, names_function, table, tokens};
use super::{traits, types};
use crate::interface::{
    Bound, Check, Owner, Receiver, Record, Returned, Robot, Signature, View, Viewed, argument_name,
    checked_parts, integrated, link_traits, not_compared, other_checks, own_checks, quantity,
    variant, whole,
};
use multibody_description::function::{Function, IN_PLACE, Layout, Target};
use multibody_description::settings::{AT, Triangle};
use multibody_program::ir::InputKind;
use multibody_support::foreign::literal;
use proc_macro2::TokenStream;
use quote::quote;

/// The functions of `multibody::reference::Described` that report the results to be checked.
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
    let uncompared = names_function("not_compared", not_compared(writer));
    quote!(#own #others #contents #tables #uncompared)
}

/// What fills the memory of a result: no computed entry can be NaN.
const USED: &str = "f64::NAN";

/// Calls of `report`, and what they report.
struct Calls<'a> {
    robot: &'a Writer<'a>,
    arguments: BTreeSet<InputKind>,
    text: String,
    /// The part that the results belong to, as the first argument of a call.
    part: String,
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

    fn check(&mut self, check: Check) {
        let (robot, part) = (self.robot, check.part(self.robot));
        self.part = match part.is_empty() {
            true => part,
            false => format!("{}, ", literal(&part)),
        };
        match check {
            Check::Function(receiver, target) => {
                let name = robot.method_name(target);
                let function = target.function;
                let result = match receiver {
                    Receiver::Type(owner) => {
                        let signature = Signature::of_owner(robot, function, owner);
                        let arguments = self.names_in_view(function, signature);
                        let receiver = seen(variable(owner), View::of(function));
                        format!("{receiver}.{name}({arguments})")
                    }
                    Receiver::Trait(name_of_trait, of) => {
                        let mut signature = Signature::of(robot, function);
                        signature.arguments.retain(|kind| *kind != InputKind::Time);
                        let arguments = self.names_in_view(function, signature);
                        let arguments = listed(&[&self.implementor(of), &arguments]);
                        format!("{}::{name}({arguments})", self.path(name_of_trait, of))
                    }
                };
                self.result(target, &result);
            }
            Check::InPlace(owner, target) => self.in_place(owner, target),
            Check::Bundle(at, in_place) => self.bundle(at, in_place),
            Check::Joints(receiver) => self.joints(receiver),
            Check::Acceleration(of) => self.acceleration(of),
            Check::AnyLink(owner) => self.any_link(owner),
            Check::Prepare(Owner::At) => {
                let arguments = self.names(&Signature::position(robot, 0));
                self.text += &format!("let at = self.{AT}({arguments});\n");
            }
            Check::Prepare(_) => self.text += "let prepared = &self.prepare::<f64>();\n",
        }
    }

    /// A trait for a type.
    fn path(&self, name: &str, of: Viewed) -> String {
        let of_type = types::viewed(self.robot, of, "'_", "f64");
        format!("<{of_type} as {}>", traits::path(self.robot, name, "f64"))
    }

    /// The value of a type that implements traits.
    fn implementor(&mut self, of: Viewed) -> String {
        let variable = variable(of.owner);
        if of.is_under_wrenches() {
            self.arguments.insert(InputKind::Wrench);
        }
        match of.view {
            View::Itself => variable.to_owned(),
            view => format!("&{}", seen(variable, view)),
        }
    }

    /// The names of the arguments of a function, or of the method of a view that has it. All are noted as used.
    fn names_in_view(&mut self, function: Function, signature: Signature) -> String {
        self.arguments.extend(&signature.arguments);
        names(&signature.of_view(View::of(function)), &[])
    }

    /// The names of a function's arguments, which are noted as used.
    fn names(&mut self, signature: &Signature) -> String {
        self.arguments.extend(&signature.arguments);
        names(signature, &[])
    }

    /// The line that reports numbers given as a slice.
    fn slice(&mut self, quantity: &str, slice: &str) {
        let part = &self.part;
        self.text += &format!("report({part}{quantity}, {slice});\n");
    }

    /// The lines that report the result of a target.
    fn result(&mut self, target: Target, result: &str) {
        let quantity = rows(self.robot, "", &[quantity(self.robot, target)]).concat();
        self.result_of(&quantity, target.function, result);
    }

    fn result_of(&mut self, quantity: &str, function: Function, result: &str) {
        let layout = match Signature::of(self.robot, function).result {
            Returned::Record(record) => return self.record(quantity, &record, result),
            Returned::Numbers(layout) => layout,
            other => unreachable!("no function of the table gives {other:?}"),
        };
        let (parts, slice) = match layout {
            Layout::Record(..) => unreachable!("a record is no numbers alone"),
            Layout::Scalar => return self.slice(quantity, &format!("&[{result}]")),
            Layout::Vector(_) => return self.slice(quantity, &format!("&{result}")),
            Layout::Matrix(..) => {
                return self.slice(quantity, &format!("{result}.as_flattened()"));
            }
            Layout::Cube(_) => {
                let slice = format!("{result}.as_flattened().as_flattened()");
                return self.slice(quantity, &slice);
            }
            Layout::Pose => (
                "(rotation, translation): ([[f64; 3]; 3], [f64; 3])",
                "&[rotation.as_flattened(), &translation].concat()",
            ),
        };
        self.text += &format!("let {parts} = {result};\n");
        self.slice(quantity, slice);
    }

    /// The lines that report a record as one slice.
    fn record(&mut self, quantity: &str, record: &Record, result: &str) {
        let compared = record.fields.iter().filter(|field| field.has_reference);
        let slices = compared.map(|field| {
            let place = format!("record.{}", field.name);
            match field.result {
                Returned::Numbers(Layout::Vector(_)) => format!("&{place}[..]"),
                Returned::Numbers(Layout::Matrix(..)) => format!("{place}.as_flattened()"),
                _ => format!("&[{place}][..]"),
            }
        });
        let slices: Vec<String> = slices.collect();
        self.text += &format!("let record = {result};\n");
        self.slice(quantity, &format!("&[{}].concat()", slices.join(", ")));
    }

    /// Reports what follows from the joints alone.
    fn joints(&mut self, receiver: Receiver) {
        self.arguments.extend([InputKind::Q, InputKind::Qd]);
        let (start, own, neutral) = match receiver {
            Receiver::Type(owner) => {
                let number = match owner {
                    Owner::Robot => "::<f64>",
                    _ => "",
                };
                let start = format!("{}.", variable(owner));
                let neutral = format!("{start}neutral{number}()");
                (start, String::new(), neutral)
            }
            Receiver::Trait(name, of) => {
                let (path, of) = (self.path(name, of), self.implementor(of));
                let neutral = format!("{path}::neutral({of})");
                (format!("{path}::"), format!("{of}, "), neutral)
            }
        };
        self.slice("Quantity::Neutral", &format!("&{neutral}"));
        self.text += &format!(
            "let (mut stretched, mut rates) = (q.map(|q| 1.5 * q), *qd);\n\
             {start}normalize({own}&mut stretched, &mut rates);\n"
        );
        self.slice(
            "Quantity::Normalize",
            "&[&stretched[..], &rates[..]].concat()",
        );
        self.slice(
            "Quantity::PositionRate",
            &format!("&{start}position_rate({own}q, qd)"),
        );
        self.text += &format!("let next = {start}integrate({own}q, qd, 0.125);\n");
        self.slice("Quantity::Integrate", "&next");
        self.slice(
            "Quantity::Difference",
            &format!("&{start}difference({own}q, &next)"),
        );
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
                let result = Signature::bundle(robot, bundle).result;
                let used = types::filled(robot, &result, USED);
                let arguments = listed(&[&arguments, "&mut all"]);
                format!("let mut all = {used};\nself.{name}{IN_PLACE}({arguments});\n")
            }
        };
        for member in &bundle.members {
            let place = match bundle.members.len() {
                1 => "all".to_owned(),
                _ => format!("all.{}", member.result),
            };
            for (at, target) in member.targets.iter().enumerate() {
                match member.of_all_links {
                    true => self.result(*target, &format!("{place}[{at}]")),
                    false => self.result(*target, &place),
                }
            }
        }
    }

    fn acceleration(&mut self, of: Viewed) {
        let of_type = types::viewed(self.robot, of, "'_", "f64");
        let (nq, nv) = (self.robot.system.nq(), self.robot.system.nv());
        let receiver = &self.implementor(of);
        let used = [InputKind::Q, InputKind::Qd, InputKind::Tau];
        self.arguments.extend(used);
        let path = format!("<{of_type} as multibody::Acceleration<f64, {nq}, {nv}>>");
        let result = format!("{path}::acceleration({receiver}, state.t, q, qd, tau)");
        self.result(whole(integrated(of)), &result);
        self.text += &format!(
            "let (mut next, joints) = (*q, <{of_type} as multibody::Joints>::joints({receiver}));\n\
             multibody::manifold::integrate(joints, q, qd, 0.125, &mut next);\n"
        );
        self.slice("Quantity::Integrate", "&next");
    }

    /// Reports the functions that take a link.
    fn any_link(&mut self, owner: Owner) {
        self.text += "for info in Self::LINKS {\n\
                      if let ::core::option::Option::Some(link) = self.link(info.name) {\n";
        for &function in link_traits(self.robot).iter().flat_map(|of| of.functions) {
            let arguments = self.names(&Signature::of(self.robot, function));
            let arguments = listed(&["link", &arguments]);
            let result = format!("{}.{function}({arguments})", variable(owner));
            let quantity = format!("{}(info.name)", variant(function));
            self.result_of(&quantity, function, &result);
        }
        self.text += "}\n}\n";
    }

    /// Reports a result written into used memory.
    fn in_place(&mut self, owner: Owner, target: Target) {
        let (robot, function) = (self.robot, target.function);
        let signature = Signature::of_owner(robot, function, owner);
        let used = types::filled(robot, &signature.result, USED);
        let arguments = listed(&[&self.names(&signature), "&mut out"]);
        let (variable, name) = (variable(owner), robot.function_name(target));
        self.text += &format!("let mut out = {used};\n{variable}.{name}{IN_PLACE}({arguments});\n");
        if robot.triangle(target) == Triangle::Lower {
            self.text += "multibody::dense::mirror(&mut out);\n";
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

/// A variable, seen through a view.
fn seen(variable: &str, view: View) -> String {
    let made = view.bound().iter().map(|bound| match bound {
        Bound::Time => format!(".{}(state.t)", bound.maker()),
        _ => format!(".{}({})", bound.maker(), argument_name(bound.kind())),
    });
    format!("{variable}{}", made.collect::<String>())
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

fn contents(writer: &Writer<'_>) -> TokenStream {
    let rows = table(rows(writer, "", &checked_parts(writer)));
    let rows = writer.lines(format!("&{rows}"));
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
                links: Self::LINKS.map(|link| link.as_read()).into(),
                constraints: #constraints,
            })
        }

        fn joint_by_name(&self, name: &str) -> ::core::option::Option<&'static multibody::JointInfo> {
            self.joint(name)
        }
    }
}
