//! An arm whose dynamics are generated once, committed and checked, so that builds need no computer algebra.
//!
//! ```text
//! cargo multibody generate arm.urdf --name Arm --functions gravity,inverse_dynamics,forward_dynamics --out src/arm.rs
//! ```

use multibody::multibody;

/// Two links in a vertical plane.
#[multibody(
    urdf = "arm.urdf",
    functions(gravity, inverse_dynamics, forward_dynamics),
    committed = "src/arm.rs"
)]
struct Arm;

/// The acceleration of the arm when it is released.
fn falling_acceleration(q: &[f64; 2]) -> [f64; 2] {
    Arm.forward_dynamics(q, &[0.0; 2], &[0.0; 2])
}

fn main() {
    let q = [0.5, -0.3];
    println!("torques that hold it:      {:.4?} N m", Arm.gravity(&q));
    println!(
        "acceleration when let go:  {:.4?} rad/s^2",
        falling_acceleration(&q)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both links stretched out to the side; by hand, the torques are weights times lever arms.
    #[test]
    fn gravity_is_that_of_a_lever() {
        let quarter = std::f64::consts::FRAC_PI_2;
        let tool = 0.35;
        let lower_moment = 1.1 * 0.16 + 0.3 * tool;
        let upper_moment = 2.4 * 0.21 + (1.1 + 0.3) * 0.45 + lower_moment;
        let actual = Arm.gravity(&[quarter, 0.0]);
        for (actual, moment) in actual.into_iter().zip([upper_moment, lower_moment]) {
            assert!((actual + 9.81 * moment).abs() < 1e-12, "{actual} {moment}");
        }
    }

    #[test]
    fn falling_needs_no_torque() {
        let q = [0.5, -0.3];
        let tau = Arm.inverse_dynamics(&q, &[0.0; 2], &falling_acceleration(&q));
        assert!(tau.iter().all(|tau| tau.abs() < 1e-12), "{tau:?}");
    }
}
