//! To nalgebra and back (feature `nalgebra`).
//!
//! Matrices of this crate are arrays of rows, those of nalgebra have columns: `SMatrix::from` of an array
//! takes rows for columns, compiles for square matrices, and gives the transpose. These functions do not.
//!
//! ```
//! use multibody::convert::{from_matrix, to_matrix, to_vector};
//!
//! let c = to_matrix([[1.0, 2.0], [3.0, 4.0]]); // e.g. robot.coriolis_matrix(&q, &qd)
//! assert_eq!(c[(0, 1)], 2.0);
//! assert_eq!(c * to_vector([1.0, 0.0]), to_vector([1.0, 3.0]));
//! assert_eq!(from_matrix(&c), [[1.0, 2.0], [3.0, 4.0]]);
//!
//! // nalgebra's own takes rows for columns:
//! assert_eq!(nalgebra::Matrix2::from([[1.0, 2.0], [3.0, 4.0]]), c.transpose());
//! ```
//!
//! Jacobians are matrices of six rows: linear, then angular. Without `std`, floats are a `RealField`, as poses
//! and quaternions ask, by nalgebra's own feature `libm`: name it where you depend on nalgebra.

use nalgebra::{
    Isometry3, Quaternion, RealField, Rotation3, SMatrix, SVector, Scalar, Translation3,
    UnitQuaternion,
};

/// A vector: `q`, `qd`, `tau`, a point, a row of results.
#[inline]
pub fn to_vector<T: Scalar, const N: usize>(array: [T; N]) -> SVector<T, N> {
    SVector::from(array)
}

/// The array of a vector.
#[inline]
pub fn from_vector<T: Scalar, const N: usize>(vector: &SVector<T, N>) -> [T; N] {
    core::array::from_fn(|k| vector[k].clone())
}

/// A matrix from its rows, a Jacobian too: entry `(i, j)` is `rows[i][j]`.
#[inline]
pub fn to_matrix<T: Scalar, const R: usize, const C: usize>(rows: [[T; C]; R]) -> SMatrix<T, R, C> {
    SMatrix::from_fn(|row, column| rows[row][column].clone())
}

/// The rows of a matrix: `rows[i][j]` is entry `(i, j)`.
#[inline]
pub fn from_matrix<T: Scalar, const R: usize, const C: usize>(
    matrix: &SMatrix<T, R, C>,
) -> [[T; C]; R] {
    core::array::from_fn(|row| core::array::from_fn(|column| matrix[(row, column)].clone()))
}

/// A pose as emitted functions give it, `x_world = R x + p`: the rows of R, and p.
#[inline]
pub fn to_isometry<T: RealField>((rotation, position): ([[T; 3]; 3], [T; 3])) -> Isometry3<T> {
    let rotation = Rotation3::from_matrix_unchecked(to_matrix(rotation));
    let turn = UnitQuaternion::from_rotation_matrix(&rotation);
    Isometry3::from_parts(Translation3::from(position), turn)
}

/// A pose as emitted functions give it: the rows of R, and p.
#[inline]
pub fn from_isometry<T: RealField>(isometry: &Isometry3<T>) -> ([[T; 3]; 3], [T; 3]) {
    let rotation = isometry.rotation.clone().to_rotation_matrix();
    (
        from_matrix(rotation.matrix()),
        from_vector(&isometry.translation.vector),
    )
}

/// A quaternion as it stands in `q`: x y z w, of unit length as it is; it is not normalized.
#[inline]
pub fn to_quaternion<T: RealField>(quat_xyzw: [T; 4]) -> UnitQuaternion<T> {
    let [x, y, z, w] = quat_xyzw;
    UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z))
}

/// A quaternion as it stands in `q`: x y z w.
#[inline]
pub fn from_quaternion<T: RealField>(quaternion: &UnitQuaternion<T>) -> [T; 4] {
    from_vector(&quaternion.coords)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Matrix3x2, Vector3};

    #[test]
    fn rows_stay_rows() {
        let rows = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]];
        let matrix = to_matrix(rows);
        assert_eq!(matrix, Matrix3x2::new(1.0, 2.0, 3.0, 4.0, 5.0, 6.0));
        assert_eq!(from_matrix(&matrix), rows);
        let vector = to_vector([1.0, -2.0, 0.5]);
        assert_eq!(vector, Vector3::new(1.0, -2.0, 0.5));
        assert_eq!(from_vector(&vector), [1.0, -2.0, 0.5]);
    }

    #[test]
    fn poses_take_points_where_their_rows_do() {
        // A third of a turn about (1, 1, 1): x to y, y to z, z to x.
        let rotation = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let pose = (rotation, [0.1, 0.2, 0.3]);
        let isometry = to_isometry(pose);
        let point = isometry * nalgebra::Point3::new(1.0, 2.0, 3.0);
        assert!((point - nalgebra::Point3::new(3.1, 1.2, 2.3)).norm() < 1e-15);
        let (rows, position) = from_isometry(&isometry);
        assert!((to_matrix(rows) - to_matrix(rotation)).amax() < 1e-15);
        assert_eq!(position, pose.1);
        let quat = from_quaternion(&isometry.rotation);
        assert!((to_vector(quat) - to_vector([0.5; 4])).amax() < 1e-15);
        assert_eq!(to_quaternion(quat), isometry.rotation);
    }

    #[test]
    fn quaternions_are_x_y_z_w() {
        let about_z = [0.0, 0.0, 0.6, 0.8];
        let turned = to_quaternion(about_z) * Vector3::x();
        assert!((turned - Vector3::new(0.28, 0.96, 0.0)).norm() < 1e-15);
        assert_eq!(from_quaternion(&to_quaternion(about_z)), about_z);
    }
}
