//! Balances poles of several lengths with one compiled robot.

use example_cart_pole::{CartPole, balance};

fn main() -> Result<(), multibody::reference::Mismatch> {
    for length in [0.5, 1.0, 2.0] {
        let robot = CartPole {
            g: 9.81,
            cart_mass: 1.0,
            pole_mass: 0.1,
            length,
            friction: 0.01,
        };
        multibody::check(&robot)?;
        let (q, qd) = balance(&robot, ([0.0, 0.2], [0.0, 0.0]), 20.0);
        println!("length {length} m: q = {q:.4?}, qd = {qd:.4?}");
    }
    Ok(())
}
