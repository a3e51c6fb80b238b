//! Robots written as tokens on a struct: what is read, and every fault of the reader.

use multibody_codegen::fault::{Fault, Faults};
use multibody_codegen::model::{Quantity, Source};
use multibody_codegen::source::tokens::{Description, Places, structure, tokens};
use proc_macro2::TokenStream;

const CART_POLE: &str = "
    gravity = [0, 0, -g],
    joint rail  { prismatic, parent: world, child: cart, axis: x },
    joint hinge { revolute,  parent: cart,  child: pole, axis: y, damping: friction },
    body cart { mass: cart_mass },
    body pole { mass: pole_mass, com: [0, 0, length / 2], inertia: diag(pole_mass * length * length / 12, pole_mass * length * length / 12, 0) },
";
const STRUCT: &str = "pub struct CartPole { pub g: f64, pub cart_mass: f64, pub pole_mass: f64, pub length: f64, pub friction: f64 }";

/// The description of a struct with these items.
fn describe(item: &str, items: &str, places: &mut Places, faults: &mut Faults) -> Description {
    let stream: TokenStream = item.parse().unwrap();
    let found = structure(stream, places, faults).unwrap();
    Description {
        name: found.name,
        items: items.parse().unwrap(),
        fields: found.fields,
    }
}

#[cfg(feature = "symbolica")]
#[test]
fn a_cart_pole_is_derived_and_proved() {
    let mut places = Places::default();
    let mut faults = Faults::new();
    let description = describe(STRUCT, CART_POLE, &mut places, &mut faults);
    assert!(!faults.finish().has_errors());
    let settings = multibody_codegen::Settings {
        name: "CartPole".into(),
        ..Default::default()
    };
    let generated =
        multibody_codegen::generate_tokens(description, &mut places, &settings, &mut |_| ())
            .unwrap_or_else(|report| panic!("{:#?}", report.diagnostics));
    std::fs::write(std::env::temp_dir().join("cart_pole.rs"), generated.items).unwrap();
}
