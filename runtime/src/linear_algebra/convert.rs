//! Conversions to nalgebra and back (feature `nalgebra`).
//!
//! Matrices of this crate are arrays of rows, while those of nalgebra are stored by columns. `SMatrix::from` of an
//! array takes its rows as columns: for square matrices this compiles, and gives the transpose. The functions here take
//! rows as rows.
//!
//! ```
//! use multibody::convert::{from_matrix, to_matrix, to_vector};
//!
//! let c = to_matrix([[1.0, 2.0], [3.0, 4.0]]); // e.g. robot.coriolis_matrix(&q, &qd)
//! assert_eq!(c[(0, 1)], 2.0);
//! assert_eq!(c * to_vector([1.0, 0.0]), to_vector([1.0, 3.0]));
//! assert_eq!(from_matrix(&c), [[1.0, 2.0], [3.0, 4.0]]);
//!
//! // nalgebra's own conversion takes rows for columns:
//! assert_eq!(nalgebra::Matrix2::from([[1.0, 2.0], [3.0, 4.0]]), c.transpose());
//! ```
//!
//! Jacobians are matrices of six rows: linear, then angular. Poses and quaternions require `RealField`. Without `std`,
//! floats implement it only with the feature `libm` of nalgebra: turn it on in your dependency on nalgebra.

use nalgebra::{
    Isometry3, Quaternion, RealField, Rotation3, SMatrix, SVector, Scalar, Translation3,
    UnitQuaternion,
};

/// Makes a vector: `q`, `qd`, `tau`, a point, a row of results.
#[inline]
pub fn to_vector<T: Scalar, const N: usize>(array: [T; N]) -> SVector<T, N> {
    SVector::from(array)
}

/// The entries of a vector as an array.
#[inline]
pub fn from_vector<T: Scalar, const N: usize>(vector: &SVector<T, N>) -> [T; N] {
    core::array::from_fn(|k| vector[k].clone())
}

/// Makes a matrix, such as a Jacobian, from its rows: entry `(i, j)` is `rows[i][j]`.
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

/// Makes an isometry from a pose as emitted functions return it, `x_world = R x + p`: the rows of R, and p.
#[inline]
pub fn to_isometry<T: RealField>((rotation, position): ([[T; 3]; 3], [T; 3])) -> Isometry3<T> {
    let rotation = Rotation3::from_matrix_unchecked(to_matrix(rotation));
    let quaternion = UnitQuaternion::from_rotation_matrix(&rotation);
    Isometry3::from_parts(Translation3::from(position), quaternion)
}

/// A pose as emitted functions return it: the rows of R, and p.
#[inline]
pub fn from_isometry<T: RealField>(isometry: &Isometry3<T>) -> ([[T; 3]; 3], [T; 3]) {
    let rotation = isometry.rotation.clone().to_rotation_matrix();
    (
        from_matrix(rotation.matrix()),
        from_vector(&isometry.translation.vector),
    )
}

/// Makes a quaternion from its entries in `q`: x y z w. It must have unit length; it is not normalized.
#[inline]
pub fn to_quaternion<T: RealField>(quat_xyzw: [T; 4]) -> UnitQuaternion<T> {
    let [x, y, z, w] = quat_xyzw;
    UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z))
}

/// The entries of a quaternion in `q`: x y z w.
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
    fn isometries_move_points_as_the_rows_of_a_pose_do() {
        // A third of a turn about (1, 1, 1): x becomes y, y becomes z, z becomes x.
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
        let vector = to_quaternion(about_z) * Vector3::x();
        assert!((vector - Vector3::new(0.28, 0.96, 0.0)).norm() < 1e-15);
        assert_eq!(from_quaternion(&to_quaternion(about_z)), about_z);
    }
}
