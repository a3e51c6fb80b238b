//! A real arm from its description to its motion: derived, proved, checked and moved.

mod derivation;

use multibody::multibody;

/// Seven joints and a hand. The attribute derives and proves all of it while this file compiles.
#[multibody(urdf = "panda.urdf")]
struct Panda;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("== The derivation, once more, to watch it\n");
    let robot = derivation::derive(concat!(env!("CARGO_MANIFEST_DIR"), "/panda.urdf"), "Panda")?;

    println!("\n== What each function costs\n");
    for cost in Panda::COSTS {
        println!("  {cost}");
    }

    println!("\n== The equations of one of them\n");
    println!("{}", derivation::listing(&robot.definitions, "gravity", 40));

    println!("\n== The compiled functions against textbook algorithms, at random states\n");
    println!("{}", multibody::check(&Panda)?);

    println!("\n== One state\n");
    show_state();
    Ok(())
}

/// Computes the torque for an acceleration, and the acceleration from that torque.
fn show_state() {
    let q = [0.0, -0.4, 0.2, -2.0, 0.1, 1.7, 0.8];
    let qd = [0.5, -0.3, 0.2, 0.4, -0.6, 0.3, 1.0];
    let qdd = [1.0, 0.5, -0.5, 1.0, 0.0, -1.0, 2.0];
    let balance = Panda.gravity(&q);
    let tau = Panda.inverse_dynamics(&q, &qd, &qdd);
    let acceleration = Panda.forward_dynamics(&q, &qd, &tau);

    println!("  joint             q       qd      qdd     hold      tau   qdd of tau");
    println!("                  rad    rad/s  rad/s^2      N m      N m      rad/s^2");
    for (i, joint) in Panda::JOINTS.iter().enumerate() {
        println!(
            "  {:12} {:8.3} {:8.3} {:8.3} {:8.3} {:8.3} {:12.3}",
            joint.name, q[i], qd[i], qdd[i], balance[i], tau[i], acceleration[i]
        );
    }
    let difference = qdd
        .iter()
        .zip(&acceleration)
        .map(|(a, b): (&f64, &f64)| (a - b).abs())
        .fold(0.0, f64::max);
    println!("\n  forward dynamics undoes inverse dynamics up to {difference:.1e} rad/s^2");
}
