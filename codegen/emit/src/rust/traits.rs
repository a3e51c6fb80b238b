//! The traits of the runtime that a robot implements: those for which it has all functions.

use std::collections::BTreeSet;

use super::head::{self, ResultForm, names};
use super::text::{Writer, tokens};
use super::{acceleration, steps};
use crate::interface::{Owner, Robot, Signature};
use multibody_description::function::Function;
use proc_macro2::TokenStream;
use quote::quote;

/// The trait that names the joints; the others require it. The counterparts of all traits for prepared robots
/// are called `Prepared..`.
pub const MULTIBODY: &str = "Multibody";
/// The same for robots whose functions take time.
pub const TIME_VARYING: &str = "TimeVarying";

/// The traits of robots with constraints.
const CONSTRAINED: [&str; 2] = ["ConstrainedDynamics", "ConstrainedInverseDynamics"];

/// The implementations of all traits whose functions the robot has, or the robot with prepared parameters.
pub fn implementations(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    let name = tokens(writer.name);
    let (parameters, of_type) = head::owner(writer, owner);
    let joints = match owner {
        Owner::Robot => {
            quote!(
                const JOINTS: &'static [multibody::JointInfo] = &Self::JOINTS;
            )
        }
        _ => quote! {
            fn joints(&self) -> &'static [multibody::JointInfo] { &#name::JOINTS }
        },
    };
    let base = base(writer);
    let implementation = |(of, functions): (&str, Vec<Function>)| {
        let functions = functions.into_iter();
        let functions = functions.map(|function| forwarding(writer, function, owner));
        let joints = (of == base).then_some(&joints);
        let path = tokens(&path(writer, of, owner, "T"));
        quote! {
            impl #parameters #path for #of_type { #joints #(#functions)* }
        }
    };
    let traits = implemented(writer).into_iter().map(implementation);
    let acceleration = acceleration::implementation(writer, owner);
    let steps = steps::functions(writer, owner);
    quote!(#(#traits)* #acceleration #steps)
}

/// The path of a trait with its arguments.
pub fn path(robot: &Robot<'_>, of: &str, owner: Owner, number: &str) -> String {
    let sizes = sizes(robot, of);
    match owner {
        Owner::Robot => format!("multibody::{of}<{sizes}>"),
        _ => format!("multibody::Prepared{of}<{number}, {sizes}>"),
    }
}

/// A function of a trait that calls the type's own function.
fn forwarding(writer: &Writer<'_>, function: Function, owner: Owner) -> TokenStream {
    let signature = Signature::of(writer, function);
    let (name, form) = (function.name(), (ResultForm::ByValue, owner));
    let head = head::head(writer, (name, &signature), form, &quote!());
    let call = tokens(&format!("self.{name}({})", names(&signature, &[])));
    quote!(#head { #call })
}

/// The traits for which the robot has all functions, each with these functions. Without the trait that names the joints,
/// the list is empty.
pub fn implemented(robot: &Robot<'_>) -> Vec<(&'static str, Vec<Function>)> {
    let traits = traits(robot).map(|of| (of, functions(of).collect::<Vec<_>>()));
    let traits: Vec<_> = traits
        .filter(|(_, functions)| functions.iter().all(|function| has(robot, *function)))
        .collect();
    match traits.iter().any(|(of, _)| *of == base(robot)) {
        true => traits,
        false => Vec::new(),
    }
}

/// The const arguments of a trait.
fn sizes(robot: &Robot<'_>, of: &str) -> String {
    let (nq, nv) = (robot.system.nq(), robot.system.nv());
    match of {
        of if CONSTRAINED.contains(&of) => format!("{nq}, {nv}, {}", robot.system.nc()),
        _ => format!("{nq}, {nv}"),
    }
}

/// The trait that names the joints of this robot.
pub fn base(robot: &Robot<'_>) -> &'static str {
    match robot.system.is_timed() {
        true => TIME_VARYING,
        false => MULTIBODY,
    }
}

/// All traits, in the order of their first functions; only one if functions take time.
fn traits(robot: &Robot<'_>) -> impl Iterator<Item = &'static str> {
    let (mut known, is_timed) = (BTreeSet::new(), robot.system.is_timed());
    let each = Function::ALL.into_iter().filter_map(|f| f.row().of_trait);
    let each = each.filter(move |of| !is_timed && known.insert(*of));
    each.chain(is_timed.then_some(TIME_VARYING))
}

/// The functions of a trait. The trait for time has those of `MULTIBODY`, and the drive.
fn functions(of: &str) -> impl Iterator<Item = Function> {
    let is_of = move |function: &Function| match of {
        TIME_VARYING => function.row().of_trait == Some(MULTIBODY) || *function == Function::Drive,
        _ => function.row().of_trait == Some(of),
    };
    Function::ALL.into_iter().filter(is_of)
}

fn has(robot: &Robot<'_>, function: Function) -> bool {
    let mut targets = robot.functions.iter().map(|(target, _)| target);
    targets.any(|target| target.function == function)
}
