//! Vectors, unit quaternions x y z w, and rotation vectors: axis times angle.

use crate::Real;

pub(crate) type Vector3<T> = [T; 3];
pub(crate) type Quaternion4<T> = [T; 4];

/// `s a + t b`.
#[inline]
pub(super) fn sum<T: Real>(s: T, a: Vector3<T>, t: T, b: Vector3<T>) -> Vector3<T> {
    core::array::from_fn(|k| s * a[k] + t * b[k])
}

#[inline]
pub(crate) fn dot<T: Real>(a: Vector3<T>, b: Vector3<T>) -> T {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline]
pub(crate) fn cross<T: Real>([a0, a1, a2]: Vector3<T>, [b0, b1, b2]: Vector3<T>) -> Vector3<T> {
    [a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0]
}

/// The product of quaternions: rotation by b, then by a.
#[inline]
pub(crate) fn product<T: Real>(a: Quaternion4<T>, b: Quaternion4<T>) -> Quaternion4<T> {
    let ([a_x, a_y, a_z, a_w], [b_x, b_y, b_z, b_w]) = (a, b);
    [
        a_w * b_x + a_x * b_w + a_y * b_z - a_z * b_y,
        a_w * b_y + a_y * b_w + a_z * b_x - a_x * b_z,
        a_w * b_z + a_z * b_w + a_x * b_y - a_y * b_x,
        a_w * b_w - a_x * b_x - a_y * b_y - a_z * b_z,
    ]
}

/// The inverse of the rotation of a unit quaternion.
#[inline]
pub(super) fn conjugate<T: Real>([x, y, z, w]: Quaternion4<T>) -> Quaternion4<T> {
    [-x, -y, -z, w]
}

/// A vector rotated by the quaternion (u, w): `v + 2 w (u x v) + 2 u x (u x v)`.
#[inline]
pub(super) fn rotate<T: Real>([x, y, z, w]: Quaternion4<T>, v: Vector3<T>) -> Vector3<T> {
    let u = [x, y, z];
    // 2 u x v, then 2 u x (u x v)
    let first = cross(u, v).map(|component| component + component);
    let second = cross(u, first);
    core::array::from_fn(|k| v[k] + (w * first[k] + second[k]))
}

/// The exponential map at a rotation vector r. It needs r and the Stumpff functions of `y = r^2 / 4`, and so does its
/// inverse.
pub(super) struct ExponentialMap<T> {
    vector: Vector3<T>,
    /// `c_0(y)` to `c_3(y)`.
    c: [T; 4],
}

impl<T: Real> ExponentialMap<T> {
    #[inline]
    pub fn new(vector: Vector3<T>) -> Self {
        let y = T::lit(0.25) * dot(vector, vector);
        let (c2, c3) = (y.stumpff(2), y.stumpff(3));
        let c = [T::ONE - y * c2, T::ONE - y * c3, c2, c3];
        Self { vector, c }
    }

    /// The map at the shortest rotation vector of a unit quaternion (u, w): `2 atan(|u| / w) / |u| u`. The arc tangent has
    /// the sign of w, so the negative quaternion gives the same vector.
    #[inline]
    pub fn of_quaternion([x, y, z, w]: Quaternion4<T>) -> Self {
        let u = [x, y, z];
        // Without rotation |u| would be 0. The addend changes only short lengths; `half` is 1 / w for all of these.
        let length = (dot(u, u) + T::lit(1e-36)).sqrt();
        let half = (length / w).atan() / length;
        Self::new(u.map(|component| (half + half) * component))
    }

    #[inline]
    pub fn vector(&self) -> Vector3<T> {
        self.vector
    }

    /// `exp(vector / 2) = (c_1(y) vector / 2, c_0(y))`.
    #[inline]
    pub fn quaternion(&self) -> Quaternion4<T> {
        let half = T::lit(0.5) * self.c[1];
        let [x, y, z] = self.vector;
        [half * x, half * y, half * z, self.c[0]]
    }

    /// The displacement of a body that moves by `v` in its own axes while it turns:
    /// `v + c_2(4 y) r x v + c_3(4 y) r x (r x v)`.
    #[inline]
    pub fn displacement(&self, v: Vector3<T>) -> Vector3<T> {
        let [c0, c1, c2, c3] = self.c;
        // c_2(4 y) = c_1(y)^2 / 2 and c_3(4 y) = (c_2(y) + c_0(y) c_3(y)) / 4
        let factor = T::lit(0.5) * c1 * c1;
        let inward = T::lit(0.25) * (c2 + c0 * c3);
        self.polynomial(v, factor, inward)
    }

    /// The inverse of [`displacement`](Self::displacement): `v - r x v / 2 + e r x (r x v)` with
    /// `e = (c_2(y) - c_3(y)) / (4 c_1(y))`.
    #[inline]
    pub fn inverse_displacement(&self, v: Vector3<T>) -> Vector3<T> {
        let [_, c1, c2, c3] = self.c;
        self.polynomial(v, T::lit(-0.5), T::lit(0.25) * (c2 - c3) / c1)
    }

    /// `v + a r x v + b r x (r x v)`.
    #[inline]
    fn polynomial(&self, v: Vector3<T>, a: T, b: T) -> Vector3<T> {
        let first = cross(self.vector, v);
        let second = cross(self.vector, first);
        core::array::from_fn(|k| v[k] + (a * first[k] + b * second[k]))
    }
}
