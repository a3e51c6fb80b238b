//! The motion of a free body from its transform in a chart: motion subspace and Hamel's coefficients.
//!
//! The rates of a chart are quasi-velocities. A unit of the a-th rate moves the coordinates along the field
//! `L_a = sum_j N_ja d/dq_j`. Expressed in the body's frame, this is the motion `X^-1 L_a X`, which is constant.
//! Such fields do not commute: `[L_a, L_b] = sum_c gamma^c_ab L_c`.

use std::sync::OnceLock;

use super::chart::ChartExpressions;
use multibody_description::joint::{Floating, JointPrograms, JointType};
use multibody_program::exact::{Rational, integer};

/// Rotation and translation side by side: the matrix that maps the point (r, 1) to its velocity.
pub type ConstantMotion = [[Rational; 4]; 3];

/// The terms that the equations of a body need from its chart. They are the same in every chart whose rates are the
/// body's twist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeBodyTerms {
    /// `X^-1 L_a X` for each rate.
    pub motions: [ConstantMotion; 6],
    /// Hamel's `gamma^c_ab`, at `[a][b][c]`.
    pub hamel: [[[Rational; 6]; 6]; 6],
}

impl FreeBodyTerms {
    /// The terms from the chart of floating joints. They are derived once per process.
    pub fn get() -> &'static Self {
        static DERIVED: OnceLock<FreeBodyTerms> = OnceLock::new();
        DERIVED.get_or_init(|| {
            Self::in_chart(&Floating).expect("the rates of a floating joint are its body's twist")
        })
    }

    /// The terms from a chart. None if it has no expressions, or if its rates are not the body's twist, linear then angular.
    fn in_chart(kind: &dyn JointType) -> Option<Self> {
        let chart = ChartExpressions::new(kind, &JointPrograms::of(kind)).ok()?;
        let motions: Option<Vec<ConstantMotion>> = (0..chart.nv)
            .map(|a| chart.constant_motion(&chart.transform_derivative(a)))
            .collect();
        let motions: [ConstantMotion; 6] = motions?.try_into().ok()?;
        let is_twist = (motions.iter().enumerate()).all(|(a, motion)| twist(motion) == unit(a));
        is_twist.then(|| Self {
            hamel: std::array::from_fn(|a| {
                std::array::from_fn(|b| twist(&bracket(&motions[a], &motions[b])))
            }),
            motions,
        })
    }
}

/// `A B - B A`, the commutator of the fields of A and B: since motions are constant, `L_a L_b X = L_a (X B) = X A B`.
/// The commutator is a sum of unit motions, and the components of its twist are Hamel's coefficients.
fn bracket(a: &ConstantMotion, b: &ConstantMotion) -> ConstantMotion {
    let product = |a: &ConstantMotion, b: &ConstantMotion, i: usize, j: usize| {
        (0..3).fold(Rational::ZERO, |sum, l| sum + &a[i][l] * &b[l][j])
    };
    std::array::from_fn(|i| std::array::from_fn(|j| product(a, b, i, j) - product(b, a, i, j)))
}

/// `vee` of a motion, linear then angular.
fn twist(motion: &ConstantMotion) -> [Rational; 6] {
    [(0, 3), (1, 3), (2, 3), (2, 1), (0, 2), (1, 0)].map(|(i, j)| motion[i][j].clone())
}

fn unit(a: usize) -> [Rational; 6] {
    std::array::from_fn(|k| integer(i64::from(k == a)))
}

#[cfg(test)]
mod tests {

    use super::*;
    use multibody_algebra::{Expression, atom_of, enter, number};
    use multibody_description::joint::PositionKind;
    use multibody_program::ir::{Builder, Input, InputKind, Matrix3, Pose, Value, Vector3};

    /// A floating joint with the given coordinates for the orientation, after those of the position.
    #[derive(Debug)]
    struct TestChart {
        coordinates: &'static [PositionKind],
        rotation: fn(&mut Builder, Vector3) -> Matrix3,
        /// The matrix from angular velocity to the derivatives of these three coordinates.
        rate: fn(&mut Builder, Vector3) -> Matrix3,
    }

    impl JointType for TestChart {
        fn name(&self) -> &'static str {
            "chosen"
        }
        fn positions(&self) -> &'static [PositionKind] {
            self.coordinates
        }
        fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
            Pose {
                rotation: (self.rotation)(b, [q[3], q[4], q[5]]),
                translation: [q[0], q[1], q[2]],
            }
        }
        fn rate_map(&self, b: &mut Builder, q: &[Value]) -> Option<Vec<Vec<Value>>> {
            let zero = b.zero();
            let shift = self.transform(b, q).rotation;
            let turn = (self.rate)(b, [q[3], q[4], q[5]]);
            let linear = shift.map(|r| vec![r[0], r[1], r[2], zero, zero, zero]);
            let angular = turn.map(|t| vec![zero, zero, zero, t[0], t[1], t[2]]);
            Some(linear.into_iter().chain(angular).collect())
        }
    }

    use PositionKind::{Angle, Length};

    const CAYLEY: TestChart = TestChart {
        coordinates: &[Length; 6],
        rotation: cayley_matrix,
        rate: |b, c| cayley_rate(b, c, 1),
    };
    const CAYLEY_IN_FIXED_AXES: TestChart = TestChart {
        coordinates: &[Length; 6],
        rotation: cayley_matrix,
        rate: |b, c| cayley_rate(b, c, -1),
    };
    const ZYX: TestChart = TestChart {
        coordinates: &[Length, Length, Length, Angle, Angle, Angle],
        rotation: zyx_matrix,
        rate: zyx_rate,
    };

    /// `((1 - c.c) 1 + 2 c c^T + 2 [c]x) / (1 + c.c)`
    fn cayley_matrix(b: &mut Builder, c: Vector3) -> Matrix3 {
        let (one, two, square) = (b.one(), b.integer(2), b.dot(&c, &c));
        let (difference, sum) = (b.sub(one, square), b.add(one, square));
        let inverse = b.div(one, sum);
        let hat = hat(b, c);
        std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let product = b.mul(c[i], c[j]);
                let half_entry = b.add(product, hat[i][j]);
                let doubled = b.mul(two, half_entry);
                let entry = if i == j { b.add(difference, doubled) } else { doubled };
                b.mul(inverse, entry)
            })
        })
    }

    /// `(1 + [c]x + c c^T) / 2` for rates in the body's axes; for fixed axes, `[c]x` has the opposite sign.
    fn cayley_rate(b: &mut Builder, c: Vector3, sign: i64) -> Matrix3 {
        let half = integer(1) / integer(2);
        let hat = hat(b, c);
        std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let (unit, product) = (b.integer(i64::from(i == j)), b.mul(c[i], c[j]));
                let skew = b.scale(&integer(sign), hat[i][j]);
                let sum = b.sum([unit, skew, product]);
                b.scale(&half, sum)
            })
        })
    }

    fn hat(b: &mut Builder, [x, y, z]: Vector3) -> Matrix3 {
        let (o, nx, ny, nz) = (b.zero(), b.neg(x), b.neg(y), b.neg(z));
        [[o, nz, y], [z, o, nx], [ny, x, o]]
    }

    fn zyx_matrix(b: &mut Builder, angles: Vector3) -> Matrix3 {
        let [(sz, cz), (sy, cy), (sx, cx)] = angles.map(|angle| b.sin_cos(angle));
        let (o, l) = (b.zero(), b.one());
        let [nz, ny, nx] = [sz, sy, sx].map(|sine| b.neg(sine));
        let about_z = [[cz, nz, o], [sz, cz, o], [o, o, l]];
        let about_y = [[cy, o, sy], [o, l, o], [ny, o, cy]];
        let about_x = [[l, o, o], [o, cx, nx], [o, sx, cx]];
        let inner = b.mul_mat(&about_y, &about_x);
        b.mul_mat(&about_z, &inner)
    }

    /// `z' = (sx w_y + cx w_z) / cy`, `y' = cx w_y - sx w_z`, `x' = w_x + sy z'`
    fn zyx_rate(b: &mut Builder, angles: Vector3) -> Matrix3 {
        let [_, (sy, cy), (sx, cx)] = angles.map(|angle| b.sin_cos(angle));
        let (o, l, nx) = (b.zero(), b.one(), b.neg(sx));
        let z = [o, b.div(sx, cy), b.div(cx, cy)];
        let x = z.map(|entry| b.mul(sy, entry));
        [z, [o, cx, nx], [l, x[1], x[2]]]
    }

    #[test]
    fn three_charts_give_the_same_coefficients() {
        enter(|| {
            let quaternion = FreeBodyTerms::in_chart(&Floating).expect("rates in the body's axes");
            assert_eq!(FreeBodyTerms::in_chart(&CAYLEY).as_ref(), Some(&quaternion));
            assert_eq!(FreeBodyTerms::in_chart(&ZYX).as_ref(), Some(&quaternion));
            // Turns about x and y commute up to a turn about z. A shift along x and a turn about y commute up to a
            // shift along z.
            assert_eq!(quaternion.hamel[3][4], unit(5));
            assert_eq!(quaternion.hamel[0][4], unit(2));
            assert_eq!(quaternion.hamel[0][1], unit(6), "shifts commute");
        })
        .expect("the gate opens");
    }

    #[test]
    fn rates_in_fixed_axes_are_not_the_twist_of_the_body() {
        enter(|| assert_eq!(FreeBodyTerms::in_chart(&CAYLEY_IN_FIXED_AXES), None))
            .expect("the gate opens");
    }

    /// `[L_a, L_b] = sum_c gamma^c_ab L_c`, coordinate by coordinate.
    #[test]
    fn commutators_of_fields_have_hamels_coefficients() {
        enter(|| {
            for kind in [&Floating as &dyn JointType, &CAYLEY, &ZYX] {
                let chart =
                    ChartExpressions::new(kind, &JointPrograms::of(kind)).expect("expressions");
                for j in 0..chart.nq {
                    let position = atom_of(Input::new(InputKind::Local, j));
                    let fields: Vec<Expression> =
                        (0..6).map(|a| chart.along(&position, a)).collect();
                    for (a, gamma) in FreeBodyTerms::get().hamel.iter().enumerate() {
                        for (b, gamma) in gamma.iter().enumerate() {
                            let bracket = chart.along(&fields[b], a) - chart.along(&fields[a], b);
                            let residual = (gamma.iter().zip(&fields))
                                .fold(bracket, |sum, (g, field)| sum - number(g) * field);
                            let value = chart.constant(&residual);
                            assert_eq!(value, Some(Rational::ZERO), "{kind:?} {j} {a} {b}");
                        }
                    }
                }
            }
        })
        .expect("the gate opens");
    }
}
