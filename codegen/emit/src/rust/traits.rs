//! The traits of the runtime that a robot implements: those for which it has all functions.

use super::head::{self, ResultForm};
use super::steps;
use super::text::{Writer, tokens};
use super::types::{self, array};
use crate::interface::{
    CONSTRAINED_DYNAMICS, Implementor, Owner, Robot, Signature, argument_name, has_acceleration,
    implemented_traits, trait_sizes,
};
use multibody_program::ir::InputKind;
use proc_macro2::TokenStream;
use quote::quote;

<<<<<<< HEAD
/// The implementations of all traits whose functions the robot has, or the robot with prepared parameters.
pub fn implementations(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    let joints = Implementor::all(writer, owner).into_iter();
    let joints = joints.map(|of| joints_of(writer, of));
    let of = Implementor::of(writer, owner);
    let of_type = tokens(&types::implementor(writer, of, "T"));
    let traits = implemented_traits(writer).into_iter();
    let traits = traits.map(|(name, functions)| {
        let path = tokens(&path(writer, name, "T"));
        let table = (name == CONSTRAINED_DYNAMICS).then(|| constraints(writer));
        let functions = functions.into_iter();
        let functions = functions.map(|function| {
            let name = function.name();
            forwarding(writer, (name, Signature::of(writer, function)), of)
        });
        quote! {
            impl<T: multibody::Real> #path for #of_type { #table #(#functions)* }
        }
    });
    let acceleration = acceleration(writer, owner);
    let steps = steps::functions(writer, owner);
    quote!(#(#joints)* #(#traits)* #acceleration #steps)
}

/// The path of a trait with its arguments.
pub fn path(robot: &Robot<'_>, of: &str, number: &str) -> String {
    let sizes = trait_sizes(robot, of).into_iter();
    let sizes: String = sizes.map(|size| format!(", {size}")).collect();
    format!("multibody::{of}<{number}{sizes}>")
}

/// The implementation of the trait that names the joints.
fn joints_of(writer: &Writer<'_>, of: Implementor) -> TokenStream {
    let (name, of_type) = (tokens(writer.name), types::implementor(writer, of, "T"));
    let parameters = (of.owner() != Owner::Robot).then(|| quote!(<T: multibody::Real>));
    let of_type = tokens(&of_type);
    quote! {
        impl #parameters multibody::Joints for #of_type {
            fn joints(&self) -> &'static [multibody::JointInfo] { &#name::JOINTS }
        }
    }
}

/// The function that returns the constraint rows.
fn constraints(writer: &Writer<'_>) -> TokenStream {
    let name = tokens(writer.name);
    quote! {
        fn constraints(&self) -> &'static [multibody::ConstraintInfo] { &#name::CONSTRAINTS }
    }
}

/// A function of a trait, which calls the robot's function of the same name.
pub fn forwarding(
    writer: &Writer<'_>,
    (name, mut signature): (&str, Signature),
    of: Implementor,
) -> TokenStream {
    let arguments = signature.arguments.iter().map(|&kind| argument(kind, of));
    let link = signature.takes_link.then_some("link");
    let arguments: Vec<&str> = link.into_iter().chain(arguments).collect();
    let receiver = match of {
        Implementor::Itself(_) => "self",
        Implementor::AtTime(_) => "self.robot",
    };
    let call = format!("{receiver}.{name}({})", arguments.join(", "));
    // What takes no argument has the number type of the fields.
    let call = match arguments.is_empty() && of.owner() == Owner::Robot {
        true => format!("T::lit({call})"),
        false => call,
    };
    signature.arguments.retain(|kind| *kind != InputKind::Time);
    let form = (ResultForm::ByValue, Owner::Prepared);
    let (head, call) = (
        head::head(writer, (name, &signature), form, &quote!()),
        tokens(&call),
    );
    quote!(#head { #call })
}

/// The value that is passed for an argument.
fn argument(kind: InputKind, of: Implementor) -> &'static str {
    match (kind, of) {
        (InputKind::Time, Implementor::AtTime(Owner::Robot)) => "T::lit(self.t)",
        (InputKind::Time, Implementor::AtTime(_)) => "self.t",
        _ => argument_name(kind),
    }
}

/// The implementation of `Acceleration`, which integrators require.
fn acceleration(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    if !has_acceleration(writer) {
        return quote!();
    }
    let sizes = [writer.system.nq(), writer.system.nv()];
    let [q, v] = sizes.map(|size| tokens(&array(&[size], "T")));
    let sizes = tokens(&format!("{}, {}", sizes[0], sizes[1]));
    let (_, of) = head::owner(writer, owner);
    let (time, passed) = match writer.system.is_timed() {
        true => (quote!(t), quote!(t,)),
        false => (quote!(_), quote!()),
    };
    quote! {
        impl<T: multibody::Real> multibody::Acceleration<T, #sizes> for #of {
            fn acceleration(&self, #time: T, q: &#q, qd: &#v, tau: &#v) -> #v {
                self.forward_dynamics(#passed q, qd, tau)
            }
        }
    }
=======
use super::signature::{Generics, Signature, impl_line};
use super::{Robot, acceleration, at_time, function, steps};
use multibody_description::function::{Function, Target};
use multibody_program::ir::InputKind;

/// The trait that the others require.
pub const MULTIBODY: &str = "Multibody";

/// The traits of robots with constraints.
const CONSTRAINED: [&str; 2] = ["ConstrainedDynamics", "ConstrainedInverseDynamics"];

/// A type that implements the traits by calling functions of the robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// The robot itself.
    Robot,
    /// The robot with prepared parameters.
    Prepared,
    /// A view of one of these at a constant time.
    AtTime(Generics),
}

impl Receiver {
    /// The type, with its parameters.
    pub fn of(self, robot: &Robot<'_>) -> String {
        let name = robot.name;
        match self {
            Self::Robot => name.to_owned(),
            Self::Prepared => format!("{name}Prepared<T>"),
            Self::AtTime(generics) => at_time::of(robot, generics),
        }
    }

    /// The receiver of the robot's functions.
    pub fn called(self) -> &'static str {
        match self {
            Self::Robot | Self::Prepared => "self",
            Self::AtTime(_) => "self.robot",
        }
    }

    /// The value of an argument of the robot's functions.
    pub fn argument(self, kind: InputKind) -> &'static str {
        match (self, kind) {
            (Self::AtTime(Generics::OfFunction), InputKind::Time) => "T::lit(self.t)",
            (Self::AtTime(Generics::OfType(_)), InputKind::Time) => "self.t",
            _ => super::signature::argument_name(kind),
        }
    }

    /// Whether results without arguments are those of the robot itself, which are f64.
    fn has_fields(self) -> bool {
        matches!(self, Self::Robot | Self::AtTime(Generics::OfFunction))
    }
}

/// The implementations for the robot, or for its view at a constant time, and its functions that follow from the joints.
pub fn implementations(robot: &Robot<'_>, generics: Generics) -> String {
    let own = match generics {
        Generics::OfFunction => Receiver::Robot,
        Generics::OfType(_) => Receiver::Prepared,
    };
    let of = match robot.system.is_timed() {
        true => Receiver::AtTime(generics),
        false => own,
    };
    let mut text = joints(robot, own);
    if of != own {
        text += &joints(robot, of);
    }
    for (name, functions) in implemented(robot) {
        let functions: Vec<String> = functions
            .into_iter()
            .map(|function| forwarding(robot, function, of))
            .collect();
        let head = format!(
            "impl<T: multibody::Real> multibody::{name}<{}> for {}",
            sizes(robot, name),
            of.of(robot)
        );
        let constraints = match name == CONSTRAINED[0] {
            true => format!(
                "    fn constraints(&self) -> &'static [multibody::ConstraintInfo] {{\n        \
                 &{}::CONSTRAINTS\n    }}\n\n",
                robot.name
            ),
            false => String::new(),
        };
        let head = impl_line(robot, &head);
        text += &format!("\n{head}{constraints}{}}}\n", functions.join("\n"));
    }
    text += &acceleration::implementation(robot, generics);
    text += &steps::functions(robot, generics);
    text
}

/// The implementation of the trait that names the joints.
fn joints(robot: &Robot<'_>, of: Receiver) -> String {
    let name = robot.name;
    let head = match of.of(robot) {
        of if of.contains("<T>") || of.contains(", T>") => {
            format!("impl<T: multibody::Real> multibody::Joints for {of}")
        }
        of => format!("impl multibody::Joints for {of}"),
    };
    let head = impl_line(robot, &head);
    format!(
        "\n{head}    fn joints(&self) -> &'static [multibody::JointInfo] {{\n        &{name}::JOINTS\n    }}\n}}\n"
    )
}

/// A function of a trait, which calls the robot's function of the same name.
fn forwarding(robot: &Robot<'_>, function: Function, of: Receiver) -> String {
    let target = Target {
        function,
        link: None,
    };
    let mut signature = Signature::of(robot, function);
    let name = function::name(robot, target);
    let arguments = signature.arguments.iter();
    let arguments: Vec<&str> = arguments.map(|&kind| of.argument(kind)).collect();
    let call = format!("{}.{name}({})", of.called(), arguments.join(", "));
    let call = match arguments.is_empty() && of.has_fields() {
        true => format!("T::lit({call})"),
        false => call,
    };
    signature.arguments.retain(|kind| *kind != InputKind::Time);
    let head = signature.head(robot, "", &name, Generics::PREPARED);
    format!("{head}        {call}\n    }}\n")
}

/// The traits for which the robot has all functions, each with these functions. Without the trait that the others require,
/// the list is empty. A view at a constant time has no constraints, since it could not be integrated under them.
pub fn implemented(robot: &Robot<'_>) -> Vec<(&'static str, Vec<Function>)> {
    let mut known = BTreeSet::new();
    let each = Function::ALL.into_iter().filter_map(|f| f.row().of_trait);
    let each = each.filter(|of| !(robot.system.is_timed() && CONSTRAINED.contains(of)));
    let traits = each.filter(|of| known.insert(*of));
    let traits: Vec<_> = traits
        .map(|of| (of, functions(of)))
        .filter(|(_, functions)| functions.iter().all(|function| has(robot, *function)))
        .collect();
    match traits.iter().any(|(of, _)| *of == MULTIBODY) {
        true => traits,
        false => Vec::new(),
    }
}

/// The arguments of a trait.
pub fn sizes(robot: &Robot<'_>, of: &str) -> String {
    let (nq, nv) = (robot.system.nq(), robot.system.nv());
    match CONSTRAINED.contains(&of) {
        true => format!("T, {nq}, {nv}, {}", robot.system.nc()),
        false => format!("T, {nq}, {nv}"),
    }
}

/// The functions of a trait.
fn functions(of: &str) -> Vec<Function> {
    let is_of = |function: &Function| function.row().of_trait == Some(of);
    Function::ALL.into_iter().filter(is_of).collect()
}

fn has(robot: &Robot<'_>, function: Function) -> bool {
    let mut targets = robot.functions.iter().map(|(target, _)| target);
    targets.any(|target| target.function == function)
>>>>>>> ht
}
