//! A robot whose dynamics are derived by a build script: `build.rs` requests it, and this program uses it.

include!(concat!(env!("OUT_DIR"), "/scara.rs"));

fn main() {
    let (q, qd): ([f64; 3], [f64; 3]) = ([0.4, 0.9, 0.1], [1.0, -0.5, 0.2]);
    let lift = [0.0, 0.0, -2.0]; // the quill moves down as q grows
    let tau = Scara.inverse_dynamics(&q, &qd, &lift);
    println!("joint      q        qd       tau that lifts the tool with 2 m/s^2");
    for (i, joint) in Scara::JOINTS.iter().enumerate() {
        println!(
            "{:8} {:7.3}  {:8.3} {:9.3}",
            joint.name, q[i], qd[i], tau[i]
        );
    }
    let (_, place) = Scara.pose_of_tool(&q);
    println!("the tool is at {place:.3?} m");
}

#[cfg(test)]
mod tests {
    use super::*;

    const Q: [f64; 3] = [0.4, 0.9, 0.1];

    #[test]
    fn only_the_quill_carries_weight() {
        let g = Scara.gravity(&Q);
        assert_eq!([g[0], g[1]], [0.0; 2]);
        assert!((g[2] + 0.8 * 9.81).abs() < 1e-14, "{g:?}");
    }

    /// With the arm stretched out or folded, the inertia about the shoulder follows from the parallel axis theorem.
    #[test]
    fn the_inertia_about_the_shoulder_is_by_parallel_axes() {
        for (elbow, direction) in [(0.0, 1.0), (std::f64::consts::PI, -1.0)] {
            let moment =
                |mass: f64, distance: f64, about_com: f64| mass * distance * distance + about_com;
            let expected = moment(4.0, 0.2, 0.065)
                + moment(2.5, 0.4 + direction * 0.15, 0.022)
                + moment(0.8, 0.4 + direction * 0.3, 0.0004);
            let actual = Scara.mass_matrix(&[0.0, elbow, 0.0])[0][0];
            assert!((actual - expected).abs() < 1e-14, "{actual} {expected}");
        }
    }

    #[test]
    fn forward_dynamics_undoes_inverse_dynamics() {
        let (qd, qdd) = ([1.0, -0.5, 0.2], [3.0, -4.0, -2.0]);
        let tau = Scara.inverse_dynamics(&Q, &qd, &qdd);
        let back = Scara.forward_dynamics(&Q, &qd, &tau);
        for (actual, expected) in back.iter().zip(qdd) {
            assert!((actual - expected).abs() < 1e-12, "{actual} {expected}");
        }
    }
}
