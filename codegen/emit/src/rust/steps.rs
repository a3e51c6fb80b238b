//! Functions that follow from the joints alone, such as steps along positions. They are functions of the type itself,
//! whichever traits of the runtime it implements.

<<<<<<< HEAD
use super::head;
use super::text::{Writer, allowances, tokens};
use super::types::array;
use crate::interface::{Owner, has_acceleration, has_forward_dynamics};
use multibody_description::joint::Coordinate;
use proc_macro2::TokenStream;
use quote::quote;
=======
use super::signature::{Generics, head_line};
use super::{ALLOWANCES, Robot, acceleration};
use multibody_description::joint::Coordinate;

/// A function that loops over the joints.
struct Method {
    name: &'static str,
    /// A one-line description.
    summary: &'static str,
    /// The arguments after the receiver: names with types.
    arguments: &'static [(&'static str, &'static str)],
    /// The type of the result; NQ and NV stand for the sizes.
    result: &'static str,
    /// The name of the local array that the runtime's function fills; empty if the method changes its arguments.
    made: &'static str,
}

/// The methods of `Multibody` that take a position.
fn methods(robot: &Robot<'_>) -> [Method; 4] {
    let normal = match robot.system.has(Coordinate::RotationVector) {
        true => "Quaternions of unit length again, and rotation vectors of at most half a turn.",
        false => "Quaternions of unit length again.",
    };
    [
        Method {
            name: "normalize",
            summary: normal,
            arguments: &[("q", "&mut [T; NQ]"), ("qd", "&mut [T; NV]")],
            result: "",
            made: "",
        },
        Method {
            name: "position_rate",
            summary: "The derivative of the position, `dq/dt = N(q) qd`.",
            arguments: &[("q", "&[T; NQ]"), ("qd", "&[T; NV]")],
            result: "[T; NQ]",
            made: "rate",
        },
        Method {
            name: "integrate",
            summary: "The position after the time `h` at constant rates.",
            arguments: &[("q", "&[T; NQ]"), ("qd", "&[T; NV]"), ("h", "T")],
            result: "[T; NQ]",
            made: "next",
        },
        Method {
            name: "difference",
            summary: "The step of a unit of time from one position to another.",
            arguments: &[("from", "&[T; NQ]"), ("to", "&[T; NQ]")],
            result: "[T; NV]",
            made: "step",
        },
    ]
}
>>>>>>> ht

/// The functions of a robot, or of one with prepared parameters.
pub fn functions(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    let (name, allowances) = (tokens(writer.name), allowances());
    let (parameters, of) = head::owner(writer, owner);
    let [q, v] = [writer.system.nq(), writer.system.nv()];
    let [zero_q, zero_v] = [q, v].map(|size| tokens(&array(&[size], "T::ZERO")));
    let [q, v] = [q, v].map(|size| tokens(&array(&[size], "T")));
    let number = (owner == Owner::Robot).then(|| quote!(<T: multibody::Real>));
    let joints = quote!(#name::JOINTS);
    let without_constraints = without_constraints(writer, owner);
    let normal = match writer.system.has(Coordinate::RotationVector) {
        true => {
            " Quaternions of unit length again, and rotation vectors of at most half a turn. See `multibody::Multibody::normalize`."
        }
        false => " Quaternions of unit length again. See `multibody::Multibody::normalize`.",
    };
<<<<<<< HEAD
    quote! {
        #allowances
        impl #parameters #of {
            /// The joint of a name, if there is one with coordinates of its own.
            #[must_use]
            pub fn joint(&self, name: &str) -> ::core::option::Option<&'static multibody::JointInfo> {
                let joints: &'static [multibody::JointInfo] = &#joints;
                joints.iter().find(|joint| joint.name == name)
            }

            #without_constraints

            /// Where to start: zeros, and quaternions of no rotation; see `multibody::Multibody::neutral`.
            pub fn neutral #number (&self) -> #q {
                let mut q = #zero_q;
                multibody::manifold::neutral(&#joints, &mut q);
                q
            }

            #[doc = #normal]
            pub fn normalize #number (&self, q: &mut #q, qd: &mut #v) {
                multibody::manifold::normalize(&#joints, q, qd);
            }

            /// The derivative of the position, `dq/dt = N(q) qd`. See `multibody::Multibody::position_rate`.
            pub fn position_rate #number (&self, q: &#q, qd: &#v) -> #q {
                let mut rate = #zero_q;
                multibody::manifold::position_rate(&#joints, q, qd, &mut rate);
                rate
            }

            /// The position after the time `h` at constant rates. See `multibody::Multibody::integrate`.
            pub fn integrate #number (&self, q: &#q, qd: &#v, h: T) -> #q {
                let mut next = #zero_q;
                multibody::manifold::integrate(&#joints, q, qd, h, &mut next);
                next
            }

            /// The step of a unit of time from one position to another. See `multibody::Multibody::difference`.
            pub fn difference #number (&self, from: &#q, to: &#q) -> #v {
                let mut step = #zero_v;
                multibody::manifold::difference(&#joints, from, to, &mut step);
                step
            }
        }
    }
}

/// The function that makes a robot without its constraints, if there are any.
fn without_constraints(writer: &Writer<'_>, owner: Owner) -> Option<TokenStream> {
    let is_there = has_forward_dynamics(writer) && !has_acceleration(writer);
    (is_there && owner == Owner::Robot).then(|| {
        quote! {
            /// The robot as if it had no constraints, for integrators.
            #[must_use]
            pub fn without_constraints(&self) -> multibody::WithoutConstraints<'_, Self> {
                multibody::WithoutConstraints::new(self)
            }
        }
    })
=======
    let mut text = format!("\n{allowances}{head} {{\n");
    text += &format!(
        "    /// The joint of a name, if there is one with coordinates of its own.\n    \
         #[must_use]\n    \
         pub fn joint(&self, name: &str) -> ::core::option::Option<&'static multibody::JointInfo> {{\n        \
         let joints: &'static [multibody::JointInfo] = &{joints};\n        \
         joints.iter().find(|joint| joint.name == name)\n    }}\n\n"
    );
    if generics == Generics::OfFunction
        && robot.system.nc() > 0
        && acceleration::has_forward_dynamics(robot)
    {
        text += "    /// The robot as if it had no constraints, for integrators.\n    #[must_use]\n    \
             pub fn without_constraints(&self) -> multibody::WithoutConstraints<'_, Self> {\n        \
             multibody::WithoutConstraints::new(self)\n    }\n\n";
    }
    let receiver: &[(&str, &str)] = &[("&self", "")];
    text += "    /// Where to start: zeros, and quaternions of no rotation; see `multibody::Multibody::neutral`.\n";
    let (nq, nv) = (robot.system.nq(), robot.system.nv());
    let neutral = made("q", nq, &format!("neutral(&{joints}, &mut q)"));
    let of = ("neutral", generics);
    text += &written(robot, of, receiver, "[T; NQ]", &neutral);
    for method in methods(robot) {
        let Method {
            name,
            summary,
            arguments,
            result,
            made: of,
        } = method;
        let values: Vec<&str> = arguments.iter().map(|(name, _)| *name).collect();
        let call = format!("{name}(&{joints}, {}", values.join(", "));
        let body = match result {
            "" => format!("        multibody::manifold::{call});\n"),
            "[T; NQ]" => made(of, nq, &format!("{call}, &mut {of})")),
            _ => made(of, nv, &format!("{call}, &mut {of})")),
        };
        let arguments = [&[("&self", "")], arguments].concat();
        text += &format!("\n    /// {summary} See `multibody::Multibody::{name}`.\n");
        text += &written(robot, (name, generics), &arguments, result, &body);
    }
    text + "}\n"
}

/// The lines that let a function of the runtime fill an array.
fn made(of: &str, size: usize, call: &str) -> String {
    format!(
        "        let mut {of} = [T::ZERO; {size}];\n        multibody::manifold::{call};\n        {of}\n"
    )
}

/// A function, as rustfmt formats it.
fn written(
    robot: &Robot<'_>,
    (name, generics): (&str, Generics),
    arguments: &[(&str, &str)],
    result: &str,
    body: &str,
) -> String {
    let (nq, nv) = (robot.system.nq().to_string(), robot.system.nv().to_string());
    let sized = |text: &str| text.replace("NQ", &nq).replace("NV", &nv);
    let arguments: Vec<String> = arguments
        .iter()
        .map(|(name, of)| match of.is_empty() {
            true => (*name).to_owned(),
            false => format!("{name}: {}", sized(of)),
        })
        .collect();
    let generics = match generics {
        Generics::OfFunction => "<T: multibody::Real>",
        Generics::OfType(_) => "",
    };
    let result = match result.is_empty() {
        true => String::new(),
        false => format!(" -> {}", sized(result)),
    };
    let start = format!("    pub fn {name}{generics}(");
    let head = head_line(robot, &start, &arguments, &format!("){result} {{"));
    format!("{head}{body}    }}\n")
>>>>>>> ht
}
