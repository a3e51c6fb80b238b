//! Mass moments about a frame's origin.

use multibody_program::exact::integer;
use multibody_program::ir::{Builder, Matrix3, Pose, Value, Vector3};

/// Moments of a mass distribution about the origin of a frame. They add up, and a change of frame transforms them as it transforms
/// the four-by-four matrix `sum m (r, 1) (r, 1)^T`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inertia {
    /// `sum m`
    pub mass: Value,
    /// `sum m r`
    pub first_moment: Vector3,
    /// `sum m r r^T`, symmetric
    pub second_moment: Matrix3,
}

impl Inertia {
    /// No mass at all.
    #[must_use]
    pub fn zero(b: &Builder) -> Self {
        Self {
            mass: b.zero(),
            first_moment: b.zeros(),
            second_moment: [b.zeros(); 3],
        }
    }

    /// Whether all moments are 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        std::iter::once(&self.mass)
            .chain(&self.first_moment)
            .chain(self.second_moment.iter().flatten())
            .all(|&moment| moment == Value::ZERO)
    }

    /// Whether any force and moment on the body determines a unique acceleration: the body must have a mass, and an inertia
    /// about each axis through its centre of mass. With h the first moment and I the tensor about the origin,
    /// `m I + h h^T - |h|^2 1` is m times the tensor about the centre of mass, where 1 is the unit matrix.
    pub fn is_regular(&self, b: &mut Builder) -> bool {
        let (h, s) = (&self.first_moment, &self.second_moment);
        let trace = b.sum([s[0][0], s[1][1], s[2][2]]);
        let square = b.dot(h, h);
        let central: Matrix3 = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let entry = if i == j { b.sub(trace, s[i][j]) } else { b.neg(s[i][j]) };
                let [tensor_term, moment_term] = [b.mul(self.mass, entry), b.mul(h[i], h[j])];
                let sum = b.add(tensor_term, moment_term);
                if i == j { b.sub(sum, square) } else { sum }
            })
        });
        let normal = b.cross(&central[1], &central[2]);
        let determinant = b.dot(&central[0], &normal);
        !b.is_zero(self.mass) && !b.is_zero(determinant)
    }

    /// From mass, centre of mass and the inertia tensor about it, in the same axes:
    /// `sum m r r^T = (tr(I) / 2) 1 - I + m c c^T`, where 1 is the unit matrix.
    pub fn of_link(b: &mut Builder, mass: Value, com: &Vector3, inertia: &Matrix3) -> Self {
        let first_moment = b.scale3(mass, com);
        let half = b.constant(&(integer(1) / integer(2)));
        let trace = b.sum([inertia[0][0], inertia[1][1], inertia[2][2]]);
        let half_trace = b.mul(half, trace);
        let second_moment = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let central =
                    if i == j { b.sub(half_trace, inertia[i][j]) } else { b.neg(inertia[i][j]) };
                let product = b.mul(first_moment[i], com[j]);
                b.add(central, product)
            })
        });
        Self {
            mass,
            first_moment,
            second_moment,
        }
    }

    /// The sum of two inertias.
    pub fn plus(&self, b: &mut Builder, other: &Self) -> Self {
        Self {
            mass: b.add(self.mass, other.mass),
            first_moment: b.add3(&self.first_moment, &other.first_moment),
            second_moment: std::array::from_fn(|i| {
                b.add3(&self.second_moment[i], &other.second_moment[i])
            }),
        }
    }

    /// The same distribution, expressed in the parent frame; `pose` is the pose of the present frame in the parent frame.
    pub fn expressed_in_parent(&self, b: &mut Builder, pose: &Pose) -> Self {
        let rotated_first = b.mul_vec(&pose.rotation, &self.first_moment);
        // R S, with the rotation R of the pose and the second moments S
        let rotated_left = b.mul_mat(&pose.rotation, &self.second_moment);
        let rotated_second = b.mul_mat(&rotated_left, &Builder::transpose(&pose.rotation));
        let p = pose.translation;
        let shift = b.scale3(self.mass, &p);
        let first_moment = b.add3(&rotated_first, &shift);
        // R S R^T + (R h) p^T + p (R h + m p)^T, with the mass m, the first moments h and the translation p
        let second_moment = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let (i, j) = (i.min(j), i.max(j));
                let (left, right) = (b.mul(rotated_first[i], p[j]), b.mul(p[i], first_moment[j]));
                b.sum([rotated_second[i][j], left, right])
            })
        });
        Self {
            mass: self.mass,
            first_moment,
            second_moment,
        }
    }

    /// The four-by-four matrix `sum m (r, 1) (r, 1)^T`.
    #[must_use]
    pub fn to_matrix(&self) -> [[Value; 4]; 4] {
        std::array::from_fn(|i| {
            std::array::from_fn(|j| match (i, j) {
                (3, 3) => self.mass,
                (3, k) | (k, 3) => self.first_moment[k],
                _ => self.second_moment[i][j],
            })
        })
    }

    /// From the four-by-four matrix.
    #[must_use]
    pub fn from_matrix(m: &[[Value; 4]; 4]) -> Self {
        Self {
            mass: m[3][3],
            first_moment: [m[0][3], m[1][3], m[2][3]],
            second_moment: std::array::from_fn(|i| std::array::from_fn(|j| m[i][j])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::exact::{Angle, Rational, rotation};

    fn numbers<const N: usize>(b: &mut Builder, values: [i64; N]) -> [Value; N] {
        values.map(|value| b.integer(value))
    }

    fn exact(b: &Builder, value: Value) -> Rational {
        b.as_constant(value).unwrap().clone()
    }

    /// 3 kg at (1, 2, -1), with moments of inertia 5, 6, 7.
    fn body(b: &mut Builder) -> Inertia {
        let [mass, xx, yy, zz, o] = numbers(b, [3, 5, 6, 7, 0]);
        let com = numbers(b, [1, 2, -1]);
        Inertia::of_link(b, mass, &com, &[[xx, o, o], [o, yy, o], [o, o, zz]])
    }

    #[test]
    fn moments_are_about_the_origin() {
        let mut b = Builder::new();
        let body = body(&mut b);
        assert_eq!(
            body.first_moment.map(|h| exact(&b, h)),
            [3, 6, -3].map(integer)
        );
        // (6 + 7 - 5) / 2 + 3 1^2, and 3 1 2 off the diagonal.
        assert_eq!(exact(&b, body.second_moment[0][0]), integer(7));
        assert_eq!(exact(&b, body.second_moment[0][1]), integer(6));
        assert_eq!(exact(&b, body.second_moment[1][0]), integer(6));
    }

    /// Steiner: if the body is shifted so that its centre of mass is at the origin, only the central moments are left.
    #[test]
    fn a_shift_to_the_centre_of_mass_leaves_the_central_moments() {
        let mut b = Builder::new();
        let body = body(&mut b);
        let pose = Pose {
            rotation: b.identity(),
            translation: numbers(&mut b, [-1, -2, 1]),
        };
        let central = body.expressed_in_parent(&mut b, &pose);
        assert_eq!(central.first_moment, b.zeros());
        let [four, three, two, o] = numbers(&mut b, [4, 3, 2, 0]);
        assert_eq!(
            central.second_moment,
            [[four, o, o], [o, three, o], [o, o, two]]
        );
    }

    /// A rod has no inertia about its axis, wherever it is. With the wrong sign of `|h|^2` it would be regular.
    #[test]
    fn a_body_without_inertia_about_an_axis_is_not_regular() {
        let mut b = Builder::new();
        assert!(body(&mut b).is_regular(&mut b));
        let [mass, one, o] = numbers(&mut b, [3, 1, 0]);
        let com = numbers(&mut b, [1, 2, -1]);
        let rod = [[o, o, o], [o, one, o], [o, o, one]];
        assert!(!Inertia::of_link(&mut b, mass, &com, &rod).is_regular(&mut b));
        let zeros = [[o; 3]; 3];
        assert!(!Inertia::of_link(&mut b, mass, &com, &zeros).is_regular(&mut b));
    }

    #[test]
    fn a_round_trip_changes_nothing() {
        let mut b = Builder::new();
        let body = body(&mut b);
        let turn = rotation::about(1, &Angle::of_radians(&(integer(7) / integer(10))))
            .map(|row| row.map(|entry| b.constant(&entry)));
        let pose = Pose {
            rotation: turn,
            translation: numbers(&mut b, [4, -5, 6]),
        };
        let opposite_turn = Builder::transpose(&turn);
        let offset = b.mul_vec(&opposite_turn, &pose.translation);
        let back = Pose {
            rotation: opposite_turn,
            translation: b.neg3(&offset),
        };
        let inertia = body.expressed_in_parent(&mut b, &pose);
        assert_ne!(inertia, body);
        assert_eq!(inertia.expressed_in_parent(&mut b, &back), body);
    }

    #[test]
    fn moments_add_up_and_convert_to_a_matrix_and_back() {
        let mut b = Builder::new();
        let body = body(&mut b);
        let twice = body.plus(&mut b, &body);
        assert_eq!(exact(&b, twice.mass), integer(6));
        assert_eq!(Inertia::from_matrix(&twice.to_matrix()), twice);
        let nothing = Inertia::zero(&b);
        assert_eq!(body.plus(&mut b, &nothing), body);
    }
}
