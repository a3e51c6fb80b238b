//! Integration of a state vector over time.

use core::array::from_fn;

use crate::Real;

/// The state at `t1` of a system `dy/dt = f(t, y)` that is in the state `y0` at `t0`.
///
/// - `y0`: `[T; N]`, in any units
/// - `t0`, `t1`: s; if `t1` is less than `t0`, integration runs backwards
/// - `steps`: the number of steps of equal length; with 0 the state does not change
/// - `dydt(t, y, ydot)`: writes the derivative at the time `t` and the state `y` into `ydot`, which is 0 before the
///   call
/// - returns the state at `t1`
///
/// This is the classical fourth-order method of Runge and Kutta: the error at `t1` falls with the fourth power of the
/// step, if the step is short compared with the fastest oscillation (for `h omega` above 2.8 errors grow without
/// bound). The solver does not know what the numbers mean: the norms of quaternions and rotation matrices drift by some
/// `h^5` per step. Restore them between calls with [`RigidBody::normalized`](super::RigidBody::normalized). No
/// allocation, no panic; non-finite in, non-finite out. Cost: four derivatives per step. Source: Hairer, Norsett and
/// Wanner 1993, chapter II.1.
pub fn ode<T: Real, const N: usize>(
    y0: &[T; N],
    t0: T,
    t1: T,
    steps: u32,
    mut dydt: impl FnMut(T, &[T; N], &mut [T; N]),
) -> [T; N] {
    let count = T::lit(f64::from(steps));
    let mut y = *y0;
    for step in 0..steps {
        // The time is not summed over steps, since each sum would be rounded.
        let t = t0 + (t1 - t0) * (T::lit(f64::from(step)) / count);
        y = advance(&y, t, (t1 - t0) / count, &mut dydt);
    }
    y
}

/// One step of length h.
fn advance<T: Real, const N: usize>(
    y: &[T; N],
    t: T,
    h: T,
    dydt: &mut impl FnMut(T, &[T; N], &mut [T; N]),
) -> [T; N] {
    // k = f(t + s, y + s k'), where k' is the previous slope.
    let mut slope = |s: T, previous_slope: &[T; N]| {
        let state = from_fn(|i| y[i] + s * previous_slope[i]);
        let mut ydot = [T::ZERO; N];
        dydt(t + s, &state, &mut ydot);
        ydot
    };
    let half = T::lit(0.5) * h;
    let k1 = slope(T::ZERO, &[T::ZERO; N]);
    let k2 = slope(half, &k1);
    let k3 = slope(half, &k2);
    let k4 = slope(h, &k3);
    // y + h (k1 + 2 k2 + 2 k3 + k4) / 6
    let sixth = h * T::lit(1.0 / 6.0);
    from_fn(|i| {
        let inner = k2[i] + k3[i];
        y[i] + sixth * (k1[i] + (inner + inner) + k4[i])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `y'' = -y` from (1, 0), and the integral of a cubic in t.
    #[test]
    fn oscillations_and_integrals_agree_with_closed_forms() {
        let swing = |_: f64, y: &[f64; 2], ydot: &mut [f64; 2]| *ydot = [y[1], -y[0]];
        let error = |steps| {
            let [cos, minus_sin] = ode(&[1.0, 0.0], 0.5, 2.5, steps, swing);
            (cos - 2.0_f64.cos()).hypot(minus_sin + 2.0_f64.sin())
        };
        let ratio = error(20) / error(40);
        assert!(error(40) > 1e-9 && (14.0..18.0).contains(&ratio), "{ratio}");
        // The method is exact for cubics.
        let cubic = |t: f64, _: &[f64; 1], ydot: &mut [f64; 1]| *ydot = [4.0 * t * t * t];
        let [area] = ode(&[7.0], 1.0, 2.0, 3, cubic);
        assert!((area - 22.0).abs() < 1e-14, "{area}");
        let [back] = ode(&[area], 2.0, 1.0, 3, cubic);
        assert!((back - 7.0).abs() < 1e-14, "{back}");
        assert_eq!(ode(&[7.0], 1.0, 2.0, 0, cubic), [7.0]);
    }
}
