//! Actuators of a description.

use crate::Real;

/// An actuator without a state of its own: its force is affine in its control, its length and the rate of its length.
///
/// Its length is `l = offset + sum of c q[i]` over its terms (i, j, c), and its force `f = (g0 + g1 l + g2 l') u + b0 + b1 l + b2 l'`,
/// where u is the control, g its gain and b its bias. It adds `c f` to the generalized force `tau[j]` of each term.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Actuator {
    /// The name in the robot's description.
    pub name: &'static str,
    /// The index of a position, the index of its rate, and the derivative of the length by this position: gear times the
    /// coefficient of a tendon.
    pub terms: &'static [(usize, usize, f64)],
    /// The part of the length that does not depend on positions.
    pub offset: f64,
    /// `g0`, `g1`, `g2`
    pub gain: [f64; 3],
    /// `b0`, `b1`, `b2`
    pub bias: [f64; 3],
    /// The lowest and the highest control.
    pub control_range: Option<[f64; 2]>,
    /// The lowest and the highest force `f`.
    pub force_range: Option<[f64; 2]>,
}

/// Generalized force of the actuators under these controls: `tau = sum of c f` (see [`Actuator`]). Neither controls nor
/// forces are clamped to their ranges.
///
/// - `actuators`: the table `ACTUATORS` of the robot
/// - `q`, `qd`: positions, rad or m, and rates, per s
/// - `ctrl`: a control for each actuator, in the order of the table
/// - returns `tau`, N m or N
#[must_use]
pub fn actuate<T: Real, const NU: usize, const NQ: usize, const NV: usize>(
    actuators: &[Actuator; NU],
    q: &[T; NQ],
    qd: &[T; NV],
    ctrl: &[T; NU],
) -> [T; NV] {
    let mut tau = [T::ZERO; NV];
    for (actuator, &control) in actuators.iter().zip(ctrl) {
        let (mut length, mut rate) = (T::lit(actuator.offset), T::ZERO);
        for &(position, velocity, factor) in actuator.terms {
            if let (Some(&q), Some(&qd)) = (q.get(position), qd.get(velocity)) {
                length += T::lit(factor) * q;
                rate += T::lit(factor) * qd;
            }
        }
        let affine = |[constant, of_length, of_rate]: [f64; 3]| {
            T::lit(constant) + T::lit(of_length) * length + T::lit(of_rate) * rate
        };
        let force = affine(actuator.gain) * control + affine(actuator.bias);
        for &(_, velocity, factor) in actuator.terms {
            if let Some(tau) = tau.get_mut(velocity) {
                *tau += T::lit(factor) * force;
            }
        }
    }
    tau
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A servo on the tendon `2 x - 3 y` with a gear of 2; values of MuJoCo 4.0.0.
    #[test]
    fn a_servo_on_a_tendon() {
        let servo = Actuator {
            name: "servo",
            terms: &[(0, 0, 4.0), (1, 1, -6.0)],
            offset: 0.0,
            gain: [10.0, 0.0, 0.0],
            bias: [0.0, -10.0, 0.0],
            control_range: None,
            force_range: None,
        };
        let q = [0.0, 20.0_f64.to_radians()];
        let tau = actuate(&[servo], &q, &[0.0; 2], &[-0.524]);
        let expected = [62.815_804_095_727_806, -94.223_706_143_591_71];
        for (tau, expected) in tau.iter().zip(expected) {
            assert!((tau - expected).abs() < 1e-12, "{tau} {expected}");
        }
        let damper = Actuator {
            gain: [0.0, 0.0, -2.0],
            bias: [1.0, 0.0, 0.0],
            offset: 0.5,
            ..servo
        };
        // Its rate is 4 * 0.5, so its force is -2 * 2 * 0.25 + 1.
        assert_eq!(actuate(&[damper], &q, &[0.5, 0.0], &[0.25]), [0.0, 0.0]);
    }
}
