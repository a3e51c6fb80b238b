//! The emitted functions that call all others, so that the textbook algorithms can check their results.

use std::collections::BTreeSet;

use super::body::access;
use super::head::names;
use super::table_entry::rows;
use super::text::{Writer, names_function, table, tokens};
use super::{traits, types};
use crate::interface::{
    Bound, Check, Owner, Receiver, Record, ResultForm, Returned, Robot, Signature, View, ViewOf,
    argument_name, checked_parts, integrand, link_traits, not_compared, other_checks, own_checks,
    quantity, robot_target, variant,
};
use multibody_description::function::{Dimension, Function, IN_PLACE, Target};
use multibody_description::settings::{AT, Triangle};
use multibody_description::signature::ArgumentRow;
use multibody_program::ir::InputKind;
use multibody_support::foreign::literal;
use proc_macro2::TokenStream;
use quote::quote;

/// The functions of `multibody::reference::Described`: those that report results to be checked, and those that list them.
pub fn functions(writer: &Writer<'_>) -> TokenStream {
    // The types of the arguments of `report`.
    let report_types = quote!(multibody::reference::Quantity, &[f64]);
    if !writer.is_derived {
        return method(
            writer,
            "evaluate",
            &report_types,
            &BTreeSet::new(),
            "loop {}",
        );
    }
    let method_of_checks = |name: &str, report_types: &TokenStream, checks: Vec<Check>| {
        let arguments = checks.iter().flat_map(|check| check.arguments(writer));
        let lines: String = checks.iter().map(|&check| lines(writer, check)).collect();
        method(writer, name, report_types, &arguments.collect(), &lines)
    };
    let evaluate = method_of_checks("evaluate", &report_types, own_checks(writer));
    let report_types = quote!(&'static str, #report_types);
    let evaluate_parts = method_of_checks("evaluate_parts", &report_types, other_checks(writer));
    let (contents, tables) = (contents(writer), tables(writer));
    let uncompared = names_function("not_compared", not_compared(writer));
    quote!(#evaluate #evaluate_parts #contents #tables #uncompared)
}

/// A function of `Described` that makes these calls. Each argument that they take is a variable.
fn method(
    writer: &Writer<'_>,
    name: &str,
    report_types: &TokenStream,
    arguments: &BTreeSet<InputKind>,
    lines: &str,
) -> TokenStream {
    let argument = |kind: &InputKind| {
        let name = argument_name(*kind);
        match types::argument(writer, *kind, "f64") {
            number if number == "f64" => format!("let {name} = state.{name};\n"),
            argument_type if is_of_vectors(*kind) => format!(
                "let {name}: {argument_type} = &state.{name}.each_ref().map(|part| \
                 part.as_slice().try_into().expect(\"as many as the robot has\"));\n"
            ),
            argument_type => format!(
                "let {name}: {argument_type} = state.{name}.as_slice().try_into().expect(\"as many as the robot has\");\n"
            ),
        }
    };
    let arguments: String = arguments.iter().map(argument).collect();
    let (name, lines) = (tokens(name), writer.lines(arguments + lines));
    quote! {
        fn #name(
            &self,
            state: &multibody::reference::State,
            report: &mut dyn ::core::ops::FnMut(#report_types),
        ) {
            use multibody::reference::Quantity;
            #lines
        }
    }
}

/// Whether an argument consists of several vectors, each with one entry for each rate.
fn is_of_vectors(kind: InputKind) -> bool {
    let argument = ArgumentRow::of(kind).map(|argument| argument.dimensions);
    matches!(argument, Some([_, Dimension::Rates]))
}

/// The value that fills the memory of a result before an in-place form writes it. No computed entry is NaN, so NaN marks an entry
/// that was not written.
const FILLER: &str = "f64::NAN";

/// The lines of a check.
fn lines(writer: &Writer<'_>, check: Check) -> String {
    let part = check.part(writer);
    let mut calls = Calls {
        robot: writer,
        text: String::new(),
        part: if part.is_empty() { part } else { format!("{}, ", literal(&part)) },
    };
    calls.write_check(check);
    calls.text
}

/// Writes the calls that report results.
struct Calls<'a> {
    robot: &'a Robot<'a>,
    text: String,
    /// The name under which results are listed (see [`Check::part`]), as the first argument of `report`, with a comma; empty if there
    /// is none.
    part: String,
}

impl Calls<'_> {
    /// Writes the lines of a check.
    fn write_check(&mut self, check: Check) {
        let robot = self.robot;
        match check {
            Check::Function(receiver, target) => {
                let view = View::of(target.function);
                let signature = receiver.signature(robot, target.function);
                let arguments = names(&signature.without(&view.arguments()), &[]);
                let call = self.call(receiver, view, &robot.method_name(target), &arguments);
                self.report_result(target, &call);
            }
            Check::InPlace(owner, target) => {
                let signature = robot.signature_of(owner, target.function);
                let name = robot.function_name(target);
                self.call_in_place("out", &signature, variable(owner), &name);
                if robot.triangle(target) == Triangle::Lower {
                    self.text += "multibody::dense::mirror(&mut out);\n";
                }
                self.report_result(target, "out");
            }
            Check::Bundle(index, form) => self.report_bundle(index, form),
            Check::Joints(receiver) => self.report_joints(receiver),
            Check::Acceleration(viewed) => self.report_acceleration(viewed),
            Check::AnyLink(owner) => self.report_any_link(owner),
            Check::Prepare(Owner::At) => {
                let arguments = names(&Signature::of_position(robot.system, 0), &[]);
                self.text += &format!("let at = self.{AT}({arguments});\n");
            }
            Check::Prepare(_) => self.text += "let prepared = &self.prepare::<f64>();\n",
        }
    }

    /// The call of a function. A function of a type is called through a view of the type; one of a trait is called by its path.
    fn call(&self, receiver: Receiver, view: View, name: &str, arguments: &str) -> String {
        match receiver {
            Receiver::Type(owner) => {
                format!(
                    "{}.{name}({arguments})",
                    through_view(variable(owner), view)
                )
            }
            Receiver::Trait(trait_name, viewed) => {
                let path = traits::path(self.robot, trait_name, "f64");
                let self_type = types::view_type(self.robot, viewed, "'_", "f64");
                let arguments = argument_list(&[&implementor(viewed), arguments]);
                format!("<{self_type} as {path}>::{name}({arguments})")
            }
        }
    }

    /// Writes the lines that fill a variable and let an in-place form write into it.
    fn call_in_place(&mut self, out: &str, signature: &Signature, receiver: &str, name: &str) {
        let filler = types::fill(self.robot, &signature.result, FILLER);
        let arguments = names(signature, &[&format!("&mut {out}")]);
        self.text +=
            &format!("let mut {out} = {filler};\n{receiver}.{name}{IN_PLACE}({arguments});\n");
    }

    /// Writes the line that reports the numbers of a slice.
    fn report_slice(&mut self, quantity: &str, slice: &str) {
        let part = &self.part;
        self.text += &format!("report({part}{quantity}, {slice});\n");
    }

    /// Writes the lines that report the result of a target.
    fn report_result(&mut self, target: Target, result: &str) {
        let quantity = rows(self.robot, "", &[quantity(self.robot, target)]).concat();
        self.report_result_of(&quantity, target.function, result);
    }

    /// Writes the lines that report the result of a function as a quantity.
    fn report_result_of(&mut self, quantity: &str, function: Function, result: &str) {
        match self.robot.signature(function).result {
            Returned::Record(record) => self.report_record(quantity, &record, result),
            Returned::Pose => {
                self.text += &format!(
                    "let (rotation, translation): ([[f64; 3]; 3], [f64; 3]) = {result};\n"
                );
                let slice = "&[rotation.as_flattened(), &translation].concat()";
                self.report_slice(quantity, slice);
            }
            Returned::Array(sizes) => self.report_slice(quantity, &flat_slice(&sizes, result)),
            returned => unreachable!("no function of the table gives {returned:?}"),
        }
    }

    /// Writes the lines that report those fields of a record which the textbook algorithms compute too, as one slice.
    fn report_record(&mut self, quantity: &str, record: &Record, result: &str) {
        let fields = record.fields.iter().filter(|field| field.has_reference);
        let slices = fields.map(|field| {
            let field_access = format!("record.{}", field.name);
            match &field.result {
                Returned::Array(sizes) if sizes.len() > 1 => flat_slice(sizes, &field_access),
                Returned::Array(sizes) => flat_slice(sizes, &field_access) + "[..]",
                _ => unreachable!("a field of a record is an array"),
            }
        });
        let slices: Vec<String> = slices.collect();
        self.text += &format!("let record = {result};\n");
        self.report_slice(quantity, &format!("&[{}].concat()", slices.join(", ")));
    }

    /// Writes the lines that report the functions of the joints alone, such as `neutral`. The step of 0.125 is `STEP` of the
    /// textbook algorithms.
    fn report_joints(&mut self, receiver: Receiver) {
        let neutral = match receiver {
            Receiver::Type(Owner::Robot) => "neutral::<f64>",
            _ => "neutral",
        };
        let call = |name: &str, arguments| self.call(receiver, View::Itself, name, arguments);
        let neutral = call(neutral, "");
        let normalize = call("normalize", "&mut stretched, &mut rates");
        let rate = call("position_rate", "q, qd");
        let next = call("integrate", "q, qd, 0.125");
        let difference = call("difference", "q, &next");
        self.report_slice("Quantity::Neutral", &format!("&{neutral}"));
        self.text +=
            &format!("let (mut stretched, mut rates) = (q.map(|q| 1.5 * q), *qd);\n{normalize};\n");
        let normalized_state = "&[&stretched[..], &rates[..]].concat()";
        self.report_slice("Quantity::Normalize", normalized_state);
        self.report_slice("Quantity::PositionRate", &format!("&{rate}"));
        self.text += &format!("let next = {next};\n");
        self.report_slice("Quantity::Integrate", "&next");
        self.report_slice("Quantity::Difference", &format!("&{difference}"));
    }

    /// Writes the lines that report the results of a bundle.
    fn report_bundle(&mut self, index: usize, form: ResultForm) {
        let Some(bundled) = self.robot.bundle_functions().nth(index) else {
            return;
        };
        let name = &bundled.bundle.name;
        let signature = self.robot.signature_of_bundle(bundled.bundle);
        if form == ResultForm::InPlace {
            self.call_in_place("all", &signature, "self", name)
        } else {
            let arguments = names(&signature, &[]);
            self.text += &format!("let all = self.{name}({arguments});\n");
        }
        for (target, place) in bundled.results() {
            self.report_result(target, &access("all", &place));
        }
    }

    /// Writes the lines that report the function `acceleration`, which integrators call, and a step with the joints that they read.
    fn report_acceleration(&mut self, viewed: ViewOf) {
        let receiver = Receiver::Trait("Acceleration", viewed);
        let call = self.call(receiver, viewed.view, "acceleration", "state.t, q, qd, tau");
        self.report_result(robot_target(integrand(viewed)), &call);
        let self_type = types::view_type(self.robot, viewed, "'_", "f64");
        self.text += &format!(
            "let (mut next, joints) = (*q, <{self_type} as multibody::Joints>::joints({}));\n\
             multibody::manifold::integrate(joints, q, qd, 0.125, &mut next);\n",
            implementor(viewed)
        );
        self.report_slice("Quantity::Integrate", "&next");
    }

    /// Writes the lines that report the functions that take a link, for all links.
    fn report_any_link(&mut self, owner: Owner) {
        self.text += "for info in Self::LINKS {\n\
                      if let ::core::option::Option::Some(link) = self.link(info.name) {\n";
        for &function in link_traits(self.robot).iter().flat_map(|t| t.functions) {
            let arguments = names(&self.robot.signature(function), &[]);
            let arguments = argument_list(&["link", &arguments]);
            let result = format!("{}.{function}({arguments})", variable(owner));
            let quantity = format!("{}(info.name)", variant(function));
            self.report_result_of(&quantity, function, &result);
        }
        self.text += "}\n}\n";
    }
}

/// The expression of a slice of the numbers of a result, which is an array or a number.
fn flat_slice(sizes: &[usize], result: &str) -> String {
    match sizes.len() {
        0 => format!("&[{result}]"),
        1 => format!("&{result}"),
        nested => result.to_owned() + &".as_flattened()".repeat(nested - 1),
    }
}

/// The expression of a reference to the robot or the view that implements traits.
fn implementor(viewed: ViewOf) -> String {
    match (variable(viewed.owner), viewed.view) {
        (variable, View::Itself) => variable.to_owned(),
        (variable, view) => format!("&{}", through_view(variable, view)),
    }
}

/// The expression of a view of a variable.
fn through_view(variable: &str, view: View) -> String {
    let calls = view.bindings().iter().map(|bound| match bound {
        Bound::Time => format!(".{}(state.t)", bound.maker()),
        _ => format!(".{}({})", bound.maker(), argument_name(bound.kind())),
    });
    format!("{variable}{}", calls.collect::<String>())
}

/// The variable that has the value of a type in the emitted checks.
fn variable(owner: Owner) -> &'static str {
    match owner {
        Owner::Robot => "self",
        Owner::Prepared => "prepared",
        Owner::At => "at",
    }
}

/// The arguments of a call, without the empty ones.
fn argument_list(arguments: &[&str]) -> String {
    let items = arguments.iter().filter(|argument| !argument.is_empty());
    items.copied().collect::<Vec<_>>().join(", ")
}

/// The function of `Described` that lists what the other functions report.
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

/// The functions of `Described` that give the emitted tables.
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
