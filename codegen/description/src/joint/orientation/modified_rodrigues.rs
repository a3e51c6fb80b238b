//! Modified Rodrigues parameters: the axis times the tangent of a quarter of the angle.
//!
//! They are a stereographic projection of the quaternion, so each of the two is a rational function of the other. Two
//! vectors, `q` and its shadow `-q / |q|^2`, are one orientation; the shorter one is a rotation by at most half a turn.
//! At a whole turn they are infinite. Source: Schaub and Junkins 1996, "Stereographic orientation parameters for
//! attitude dynamics".
//!
//! In formulas, `1` is the identity matrix, and `[q]x` that of the cross product.

use std::f64::consts::TAU;

use super::super::coordinate::{OrientationChart, ThreeParameters};
use super::quaternion::Quaternion;
use multibody_program::exact::{Rational, integer};
use multibody_program::ir::{Builder, Matrix3, Value};

/// Modified Rodrigues parameters.
#[derive(Debug)]
pub struct ModifiedRodrigues;

impl OrientationChart for ModifiedRodrigues {
    fn word(&self) -> &'static str {
        "modified_rodrigues"
    }

    fn unit(&self) -> &'static str {
        "modified Rodrigues parameters"
    }

    fn plot(&self) -> [&'static str; 2] {
        ["Modified Rodrigues parameters", "1"]
    }

    fn normal_form(&self) -> Option<&'static str> {
        Some("modified Rodrigues parameters of at most half a turn")
    }

    fn variants(&self) -> [&'static str; 3] {
        [
            "ModifiedRodrigues",
            "ModifiedRodriguesRates",
            "ModifiedRodriguesFloating",
        ]
    }

    fn neutral(&self) -> &'static [f64] {
        &[0.0; 3]
    }

    fn axis_angle(&self, angle: f64, axis: [f64; 3]) -> Vec<f64> {
        let shortest = angle - TAU * (angle / TAU).round();
        let length = libm::tan(shortest / 4.0);
        axis.map(|x| length * x).into()
    }

    /// Replaces a vector longer than 1 by its shadow `-q / s` with `s = |q|^2`, whose derivative is
    /// `(2 q (q . dq) / s - dq) / s`.
    fn normalize(&self, q: &mut [f64], derivatives: Option<&mut [f64]>) {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let square = dot(q, q);
        if square <= 1.0 {
            return;
        }
        if let Some(rates) = derivatives {
            let factor = 2.0 * dot(q, rates) / square;
            for (rate, q) in rates.iter_mut().zip(&*q) {
                *rate = (factor * q - *rate) / square;
            }
        }
        q.iter_mut().for_each(|q| *q /= -square);
    }

    fn rotation(&self, b: &mut Builder, q: &[Value]) -> Matrix3 {
        let quaternion = self.quaternion(b, q);
        Quaternion.rotation(b, &quaternion)
    }

    /// `((1 - |q|^2) 1 + 2 [q]x + 2 q q^T) / 4`
    fn rate_map(&self, b: &mut Builder, q: &[Value]) -> Vec<Vec<Value>> {
        let quarter = b.constant(&(integer(1) / integer(4)));
        scaled_map(b, q, quarter, 1).map(Vec::from).into()
    }

    fn three_parameters(&self) -> Option<&'static dyn ThreeParameters> {
        Some(&Self)
    }
}

impl ThreeParameters for ModifiedRodrigues {
    fn chart(&self) -> &'static dyn OrientationChart {
        &Self
    }

    /// With `s = |q|^2`: `(2 q, 1 - s) / (1 + s)`.
    fn quaternion(&self, b: &mut Builder, q: &[Value]) -> [Value; 4] {
        let (square, one) = (b.dot(q, q), b.one());
        let [numerator, denominator] = [b.sub(one, square), b.add(one, square)];
        let inverse = b.div(one, denominator);
        let twice = b.add(inverse, inverse);
        let [x, y, z] = [0, 1, 2].map(|k| b.mul(twice, q[k]));
        [x, y, z, b.mul(numerator, inverse)]
    }

    /// `r = 1 / (1 + |q|^2)`
    fn auxiliaries(&self, b: &mut Builder, q: &[Value]) -> Vec<Value> {
        let (square, one) = (b.dot(q, q), b.one());
        let denominator = b.add(one, square);
        vec![b.div(one, denominator)]
    }

    /// `4 r^2 ((1 - |q|^2) 1 - 2 [q]x + 2 q q^T)`
    fn angular_velocity_map(&self, b: &mut Builder, q: &[Value], auxiliaries: &[Value]) -> Matrix3 {
        let r = auxiliaries[0];
        let square = b.mul(r, r);
        let factor = b.scale(&integer(4), square);
        scaled_map(b, q, factor, -1)
    }

    /// `-2 r^2 q`
    fn gradients(&self, b: &mut Builder, q: &[Value], auxiliaries: &[Value]) -> Vec<Vec<Value>> {
        let r = auxiliaries[0];
        let square = b.mul(r, r);
        let slope = b.scale(&integer(-2), square);
        vec![q.iter().map(|&component| b.mul(slope, component)).collect()]
    }
}

/// `factor ((1 - |q|^2) 1 + 2 sign [q]x + 2 q q^T)`, where `[q]x` is the matrix of the cross product.
fn scaled_map(b: &mut Builder, q: &[Value], factor: Value, sign: i64) -> Matrix3 {
    let (one, square) = (b.one(), b.dot(q, q));
    let difference = b.sub(one, square);
    let diagonal = b.mul(factor, difference);
    let twice = b.scale(&integer(2), factor);
    let scaled_q = [0, 1, 2].map(|k| b.mul(twice, q[k]));
    let sign: Rational = integer(sign);
    let [x, y, z] = scaled_q.map(|component| b.scale(&sign, component));
    let (zero, nx, ny, nz) = (b.zero(), b.neg(x), b.neg(y), b.neg(z));
    let hat = [[zero, nz, y], [z, zero, nx], [ny, x, zero]];
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let identity_entry = if i == j { diagonal } else { b.zero() };
            let outer_product = b.mul(scaled_q[i], q[j]);
            b.sum([identity_entry, hat[i][j], outer_product])
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shadow has the negative quaternion, and its derivatives are those along the same motion.
    #[test]
    fn the_shadow_is_the_same_orientation_and_moves_alike() {
        let (start, rate, h) = ([0.9, -1.3, 0.4], [0.3, 0.2, -0.7], 1e-6);
        let position = |time: f64| {
            let mut q: [f64; 3] = std::array::from_fn(|k| start[k] + time * rate[k]);
            ModifiedRodrigues.normalize(&mut q, None);
            q
        };
        let quaternion = |q: [f64; 3]| {
            let square: f64 = q.iter().map(|x| x * x).sum();
            let [x, y, z] = q.map(|x| 2.0 * x / (1.0 + square));
            [x, y, z, (1.0 - square) / (1.0 + square)]
        };
        let (mut q, mut rates) = (start, rate);
        ModifiedRodrigues.normalize(&mut q, Some(&mut rates));
        for (component, expected) in quaternion(q).into_iter().zip(quaternion(start)) {
            assert!(
                (component + expected).abs() < 1e-15,
                "{component} {expected}"
            );
        }
        for k in 0..3 {
            let expected = (position(h)[k] - position(-h)[k]) / (2.0 * h);
            assert!((rates[k] - expected).abs() < 1e-8, "{rates:?} {expected}");
        }
        let mut short_vector = [0.5, 0.6, -0.5];
        ModifiedRodrigues.normalize(&mut short_vector, None);
        assert_eq!(short_vector, [0.5, 0.6, -0.5]);
    }

    /// A rotation by 3/4 of a turn equals one by a quarter backwards, and `tan(-pi / 8) = 1 - sqrt(2)`.
    #[test]
    fn coordinates_are_those_of_the_shorter_rotation() {
        let coordinates = ModifiedRodrigues.axis_angle(0.75 * TAU, [0.0, 0.6, 0.8]);
        let expected = [0.0, 0.6, 0.8].map(|x| x * (1.0 - std::f64::consts::SQRT_2));
        for (coordinate, expected) in coordinates.into_iter().zip(expected) {
            assert!(
                (coordinate - expected).abs() < 1e-15,
                "{coordinate} {expected}"
            );
        }
    }
}
