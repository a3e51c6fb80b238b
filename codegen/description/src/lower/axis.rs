//! Axes that are known only at run time.

use dashu_base::Abs;

use super::rules::Rule;
use crate::fault::{Fault, Faults, Shown};
use crate::model::{Model, Number};
use multibody_program::exact::{Rational, RationalMatrix, integer, rotation};
use multibody_program::ir::{Builder, Function, Matrix3, Value, Vector3};

/// Reports run-time axes of joints that do not move about or along an axis, or that are drawn at another position than 0.
pub fn check_run_time_axes(model: &Model, rules: &[Rule], faults: &mut Faults) {
    let joints = model.joints.iter().zip(rules);
    for (joint, rule) in joints.filter(|(joint, _)| joint.run_time_axis.is_some()) {
        let kind = &joint.kind.value;
        let reason = match rule {
            _ if !kind.is_simple() || !kind.has_axis() => kind.name(),
            _ if joint.reference.is_some() => "drawn at another position than 0",
            Rule::Follows { .. } => continue,
            Rule::Locked(_) => "welded",
        };
        let joint_name = Shown::from(&joint.name.value);
        let fault = Fault::ParameterNoAxis {
            joint: joint_name,
            reason,
        };
        faults.push(joint.axis_span, fault);
    }
}

/// A rotation that takes z to `axis`, which may have any length but 0. The rotation is smooth except where `axis` is
/// opposite to n, the positive or negative coordinate axis that is nearest to `nominal`. In a frame with n as its z
/// axis, the smallest rotation that takes z to the unit vector (x, y, z) has the rows
/// `[1 - x x / (1 + z), -x y / (1 + z), x]`, `[-x y / (1 + z), 1 - y y / (1 + z), y]`, `[-x, -y, z]`
/// (Rodrigues).
pub fn z_to(b: &mut Builder, axis: &Vector3, nominal: &[Number; 3]) -> Matrix3 {
    let frame: Matrix3 = nearest_frame(nominal).map(|row| row.map(|x| b.constant(&x)));
    let square = b.dot(axis, axis);
    let length = b.call(Function::Sqrt, square);
    let unit = axis.map(|x| b.div(x, length));
    // The direction in the frame with n as its z axis.
    let [x, y, z] = b.transpose_mul_vec(&frame, &unit);
    let one = b.one();
    let denominator = b.add(one, z);
    // p q / (1 + z)
    let quotient = |b: &mut Builder, p: Value, q: Value| {
        let product = b.mul(p, q);
        b.div(product, denominator)
    };
    let (xx, xy, yy) = (quotient(b, x, x), quotient(b, x, y), quotient(b, y, y));
    let turn = [
        [b.sub(one, xx), b.neg(xy), x],
        [b.neg(xy), b.sub(one, yy), y],
        [b.neg(x), b.neg(y), z],
    ];
    b.mul_mat(&frame, &turn)
}

/// The rotation that takes z to the coordinate axis nearest to a direction.
fn nearest_frame(direction: &[Number; 3]) -> RationalMatrix {
    // Of equal components, `max_by_key` chooses the last.
    let largest = (0..3)
        .max_by_key(|&k| direction[k].value.clone().abs())
        .unwrap_or(2);
    let mut axis = [const { Rational::ZERO }; 3];
    axis[largest] =
        if direction[largest].value < Rational::ZERO { integer(-1) } else { integer(1) };
    rotation::z_to(&axis)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Span;
    use multibody_program::exact::{Angle, nearest_f64};
    use multibody_program::ir::{Algebra, Input, InputKind, LinearForm, evaluate};

    /// Arithmetic in floats; the inputs are the components of an axis.
    struct Floats([f64; 3]);

    impl Algebra for Floats {
        type Element = f64;

        fn input(&mut self, input: Input) -> f64 {
            self.0[input.index as usize]
        }
        fn constant(&mut self, value: &Rational) -> f64 {
            nearest_f64(value)
        }
        fn angle(&mut self, angle: &Angle) -> f64 {
            angle.radians()
        }
        fn add(&mut self, a: &f64, b: &f64) -> f64 {
            a + b
        }
        fn sub(&mut self, a: &f64, b: &f64) -> f64 {
            a - b
        }
        fn mul(&mut self, a: &f64, b: &f64) -> f64 {
            a * b
        }
        fn div(&mut self, a: &f64, b: &f64) -> f64 {
            a / b
        }
        fn neg(&mut self, a: &f64) -> f64 {
            -a
        }
        fn call(&mut self, function: Function, a: &f64, _: Option<&LinearForm>) -> f64 {
            assert_eq!(function, Function::Sqrt);
            a.sqrt()
        }
    }

    /// The rotation for an axis, row by row.
    fn rotation_for(axis: [f64; 3], nominal: [i64; 3]) -> Vec<f64> {
        let mut b = Builder::new();
        let inputs = std::array::from_fn(|k| b.input(InputKind::Parameter, k));
        let numbers = nominal.map(|value| Number {
            value: integer(value),
            text: value.to_string(),
            span: Span::default(),
        });
        let matrix = z_to(&mut b, &inputs, &numbers);
        evaluate(&b.finish(&matrix.concat()), &mut Floats(axis))
    }

    #[test]
    fn a_rotation_maps_z_to_the_axis() {
        for nominal in [[0, 0, 1], [0, -3, 1], [-1, 0, 0], [2, 1, 0]] {
            let axis = [0.3, -0.4, 0.5];
            let r = rotation_for(axis, nominal);
            let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
            for i in 0..3 {
                assert!((r[3 * i + 2] - axis[i] / length).abs() < 1e-15);
                for j in 0..3 {
                    let dot: f64 = (0..3).map(|k| r[3 * k + i] * r[3 * k + j]).sum();
                    assert!((dot - f64::from(i == j)).abs() < 1e-15);
                }
            }
            let minor = |i: usize, j: usize| r[3 + i] * r[6 + j] - r[3 + j] * r[6 + i];
            let determinant = r[0] * minor(1, 2) - r[1] * minor(0, 2) + r[2] * minor(0, 1);
            assert!((determinant - 1.0).abs() < 1e-15);
        }
    }

    #[test]
    fn the_rotation_to_a_nominal_coordinate_axis_is_a_permutation() {
        let expected = [0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0];
        assert_eq!(rotation_for([0.0, 2.0, 0.0], [0, 1, 0]), expected);
    }
}
