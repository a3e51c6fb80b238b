//! A robot with fields, as a struct with an attribute and in JavaScript.

use std::fs;
use std::path::Path;

use crate::javascript;

/// A cart with a pole, its fields in the order of `VALUES`.
const CART_POLE: &str = "#[multibody(
    gravity = [0, 0, -g],
    joint rail { prismatic, parent: world, child: cart, axis: x },
    joint hinge { revolute, parent: cart, child: pole, axis: y },
    body cart { mass: cart_mass },
    body pole { mass: pole_mass, com: [0, 0, length / 2] },
)]
pub struct CartPole {
    /// m/s^2
    pub g: f64,
    /// kg
    pub cart_mass: f64,
    /// kg
    pub pole_mass: f64,
    /// m
    pub length: f64,
}
";
const VALUES: [f64; 4] = [9.81, 1.3, 0.2, 0.75];

/// Writes both.
pub fn write(out: &Path) -> Result<(), String> {
    let programs = javascript::programs_of_rust(CART_POLE)?;
    let scripted = javascript::write(out, "cart_pole", &programs, &VALUES)?;
    let [g, cart_mass, pole_mass, length] = VALUES;
    let text = format!(
        "#[doc = \"A cart with a pole.\"]\n{CART_POLE}\n\
         /// With the values of its script.\n\
         pub static CART_POLE: CartPole = CartPole {{ g: {g:?}, cart_mass: {cart_mass:?}, pole_mass: {pole_mass:?}, \
         length: {length:?} }};\n\
         /// What the functions of its script compute.\n\
         pub static SCRIPTED: &[&str] = &{scripted:?};\n"
    );
    fs::write(out.join("with_fields.rs"), text).map_err(|error| error.to_string())
}
