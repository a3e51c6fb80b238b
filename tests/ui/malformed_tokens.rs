//! Tokens that are no expressions of Rust, or none that makes sense here.
use multibody::multibody;

#[multibody(
    joint hinge { revolute, parent: world, child: arm, axis: w, origin: [0, (1 2), lenght +] },
    body arm { mass: { let a = ; a }, com: [0, sin(1, 2), length as i32], inertia: diag(1, 1.0u8, if length { 1 } else { 2 }) },
    gravity = [0, 0, -f64::consts::PIE],
)]
pub struct Arm {
    length: f64,
}
