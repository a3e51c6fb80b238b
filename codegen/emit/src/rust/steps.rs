//! Functions that depend on the joints alone, such as steps along positions. The type has them even if it implements none of the
//! runtime's traits.

use super::head;
use super::text::{Writer, allowances, document, tokens};
use super::types::{self, array};
use crate::interface::{Owner, has_acceleration, has_forward_dynamics};
use multibody_description::joint::OrientationChart;
use proc_macro2::TokenStream;
use quote::quote;

/// The functions that depend on the joints alone, for a robot or for one with prepared parameters.
pub fn functions(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    let (name, allowances) = (tokens(writer.name), allowances());
    let parameters = head::generic_parameters(owner);
    let self_type = tokens(&types::owner(writer, owner, "T"));
    let sizes = [writer.system.nq(), writer.system.nv()];
    let [zero_q, zero_v] = sizes.map(|size| tokens(&array(&[size], "T::ZERO")));
    let [q, v] = sizes.map(|size| tokens(&array(&[size], "T")));
    let generics = (owner == Owner::Robot).then(|| quote!(<T: multibody::Real>));
    let joints = quote!(#name::JOINTS);
    let without_constraints = without_constraints(writer, owner);
    let normal_forms: String = (writer.system.charts())
        .filter_map(OrientationChart::normal_form)
        .map(|form| format!(", and {form}"))
        .collect();
    let summary = "Quaternions of unit length again".to_owned() + &normal_forms;
    let documentation = document([summary + ". See `multibody::Multibody::normalize`."]);
    quote! {
        #allowances
        impl #parameters #self_type {
            /// The joint of a name, if there is one with coordinates of its own.
            #[must_use]
            pub fn joint(&self, name: &str) -> ::core::option::Option<&'static multibody::JointInfo> {
                let joints: &'static [multibody::JointInfo] = &#joints;
                joints.iter().find(|joint| joint.name == name)
            }

            #without_constraints

            /// Where to start: zeros, and quaternions of no rotation; see `multibody::Multibody::neutral`.
            pub fn neutral #generics (&self) -> #q {
                let mut q = #zero_q;
                multibody::manifold::neutral(&#joints, &mut q);
                q
            }

            #documentation
            pub fn normalize #generics (&self, q: &mut #q, qd: &mut #v) {
                multibody::manifold::normalize(&#joints, q, qd);
            }

            /// The derivative of the position, `dq/dt = N(q) qd`. See `multibody::Multibody::position_rate`.
            pub fn position_rate #generics (&self, q: &#q, qd: &#v) -> #q {
                let mut rate = #zero_q;
                multibody::manifold::position_rate(&#joints, q, qd, &mut rate);
                rate
            }

            /// The position after the time `h` at constant rates. See `multibody::Multibody::integrate`.
            pub fn integrate #generics (&self, q: &#q, qd: &#v, h: T) -> #q {
                let mut next = #zero_q;
                multibody::manifold::integrate(&#joints, q, qd, h, &mut next);
                next
            }

            /// The step of a unit of time from one position to another. See `multibody::Multibody::difference`.
            pub fn difference #generics (&self, from: &#q, to: &#q) -> #v {
                let mut step = #zero_v;
                multibody::manifold::difference(&#joints, from, to, &mut step);
                step
            }
        }
    }
}

/// The function of the robot itself that leaves out its constraints, if it has forward dynamics and constraints.
fn without_constraints(writer: &Writer<'_>, owner: Owner) -> Option<TokenStream> {
    let has_constraints = has_forward_dynamics(writer) && !has_acceleration(writer);
    (has_constraints && owner == Owner::Robot).then(|| {
        quote! {
            /// The robot as if it had no constraints, for integrators.
            #[must_use]
            pub fn without_constraints(&self) -> multibody::WithoutConstraints<'_, Self> {
                multibody::WithoutConstraints::new(self)
            }
        }
    })
}
