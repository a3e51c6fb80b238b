//! Derivatives against those of a golden file, whose joints are matched by the emitted indices of Pinocchio; `golden_data_agree`
//! matches them by name.

use multibody::{JointKind, multibody};
use multibody_tests::golden::Sample;
use serde::de::DeserializeOwned;

use crate::generated::golden;

/// Its siblings have another order in Pinocchio, and one of its joints turns without limits.
#[multibody(
    urdf = "golden/robots/urdf/trap_mix.urdf",
    mimic = independent,
    snap = false,
    effort = none,
    pinocchio = true,
    functions(inverse_dynamics_derivatives, forward_dynamics_derivatives),
)]
struct Trap;

const NQ: usize = Trap::NQ;
const NV: usize = Trap::NV;

fn read<T: DeserializeOwned>(sample: &Sample, key: &str) -> T {
    serde_json::from_value(sample[key].clone()).unwrap_or_else(|error| panic!("{key}: {error}"))
}

/// Rates, accelerations, forces, or a row of a matrix.
fn in_our_order(theirs: &[f64]) -> [f64; NV] {
    assert_eq!(theirs.len(), NV);
    Trap::PINOCCHIO_V.map(|index| theirs[index])
}

fn position_in_our_order(theirs: &[f64]) -> [f64; NQ] {
    std::array::from_fn(|k| {
        let index = Trap::PINOCCHIO_Q[k];
        match Trap::JOINTS[k].kind {
            // Its cosine, then its sine.
            JointKind::Continuous => theirs[index + 1].atan2(theirs[index]),
            _ => theirs[index],
        }
    })
}

#[test]
fn derivatives_are_those_of_pinocchio_at_its_indices() {
    let order: [usize; NV] = std::array::from_fn(|k| k);
    assert_ne!(Trap::PINOCCHIO_V, order, "joints have the same order");
    assert_eq!(NQ, Trap::JOINTS.len(), "each joint has one position");
    let golden = golden("trap_mix");
    assert!(!golden.samples.is_empty());
    for sample in &golden.samples {
        let q = position_in_our_order(&read::<Vec<f64>>(sample, "q"));
        let [qd, qdd, tau] =
            ["v", "a", "tau"].map(|key| in_our_order(&read::<Vec<f64>>(sample, key)));
        let of_forces = Trap.inverse_dynamics_derivatives(&q, &qd, &qdd);
        let of_motion = Trap.forward_dynamics_derivatives(&q, &qd, &tau);
        let condition: f64 = read(sample, "M_cond");
        for (key, matrix, amplification) in [
            ("drnea_dq", of_forces.dq, 1.0),
            ("drnea_dv", of_forces.dqd, 1.0),
            ("M", of_forces.mass_matrix, 1.0),
            ("daba_dq", of_motion.dq, condition),
            ("daba_dv", of_motion.dqd, condition),
            ("Minv", of_motion.dtau, condition),
        ] {
            let rows: Vec<Vec<f64>> = read(sample, key);
            let expected = Trap::PINOCCHIO_V.map(|row| in_our_order(&rows[row]));
            let entries = expected.as_flattened();
            let largest = entries.iter().fold(1e-3_f64, |most, x| most.max(x.abs()));
            for (index, (actual, expected)) in matrix.as_flattened().iter().zip(entries).enumerate()
            {
                assert!(
                    (actual - expected).abs() <= 1e-12 * amplification * largest,
                    "{key}[{}][{}]: {actual:e}, by Pinocchio {expected:e}",
                    index / NV,
                    index % NV
                );
            }
        }
    }
}
