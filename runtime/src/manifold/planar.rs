//! SE(2) with x, y and the angle. Rates are the velocity in body axes, then the angular velocity.

use super::Operations;
use crate::Real;

pub(super) struct Planar;

impl<T: Real> Operations<T, 3, 3> for Planar {
    #[inline]
    fn neutral() -> [T; 3] {
        [T::ZERO; 3]
    }

    #[inline]
    fn normalize(q: [T; 3], qd: [T; 3]) -> ([T; 3], [T; 3]) {
        (q, qd)
    }

    #[inline]
    fn position_rate([_, _, angle]: [T; 3], [vx, vy, omega]: [T; 3]) -> [T; 3] {
        let (s, c) = angle.sin_cos();
        [c * vx - s * vy, s * vx + c * vy, omega]
    }

    /// While the body turns by the angle a, it is displaced, in its initial axes, by `(sin a / a) v` along v, and by
    /// `((1 - cos a) / a) |v|` across v, to the left for positive a. With `h = a / 2` the factors are `c_0 c_1` and
    /// `h c_1^2`, where `c_0` and `c_1` are the Stumpff functions at `h^2`.
    #[inline]
    fn integrate([x, y, angle]: [T; 3], [vx, vy, turn]: [T; 3]) -> [T; 3] {
        let half = T::lit(0.5) * turn;
        let square = half * half;
        let (c0, c1) = (square.stumpff(0), square.stumpff(1));
        let (forward, sideward) = (c0 * c1, half * c1 * c1);
        let displacement = [forward * vx - sideward * vy, sideward * vx + forward * vy];
        let (s, c) = angle.sin_cos();
        [
            x + (c * displacement[0] - s * displacement[1]),
            y + (s * displacement[0] + c * displacement[1]),
            angle + turn,
        ]
    }

    /// The inverse of `integrate`. If d is the displacement in the axes of `from`, v is `(h cot h) d` along d and `-h |d|`
    /// across d, with `h cot h = c_0 / c_1`.
    #[inline]
    fn difference(from: [T; 3], to: [T; 3]) -> [T; 3] {
        let [x, y, turn] = core::array::from_fn(|k| to[k] - from[k]);
        let (s, c) = from[2].sin_cos();
        let displacement = [c * x + s * y, c * y - s * x];
        let half = T::lit(0.5) * turn;
        let square = half * half;
        let h_cot_h = square.stumpff(0) / square.stumpff(1);
        [
            h_cot_h * displacement[0] + half * displacement[1],
            h_cot_h * displacement[1] - half * displacement[0],
            turn,
        ]
    }

    /// Linear part `a J v_b - b J v_a`, where a and b are the angular velocities and `J (x, y) = (-y, x)`; angular part 0.
    #[inline]
    fn bracket([a_x, a_y, a]: [T; 3], [b_x, b_y, b]: [T; 3]) -> [T; 3] {
        [b * a_y - a * b_y, a * b_x - b * a_x, T::ZERO]
    }
}
