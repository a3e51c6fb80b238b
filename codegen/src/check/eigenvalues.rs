//! Eigenvalues of a symmetric 3 by 3 matrix, for messages.

/// Eigenvalues in ascending order of the symmetric matrix with the entries xx xy xz yy yz zz.
///
/// Trigonometric solution of the characteristic equation (O. K. Smith 1961, Comm. ACM 4:168):
/// `m + 2 p cos(phi + 2 pi k/3)`, with the mean m of the diagonal, `B = A - m 1`,
/// `p = sqrt(tr(B^2)/6)` and `cos(3 phi) = det(B/p)/2`. Good to about 1e-8 of the largest
/// eigenvalue, which is enough for a message.
pub(super) fn symmetric_eigenvalues([xx, xy, xz, yy, yz, zz]: [f64; 6]) -> [f64; 3] {
    let mean = (xx + yy + zz) / 3.0;
    let (a, b, c) = (xx - mean, yy - mean, zz - mean);
    let p = ((a * a + b * b + c * c + 2.0 * (xy * xy + xz * xz + yz * yz)) / 6.0).sqrt();
    if p == 0.0 {
        return [mean; 3];
    }
    let [a, b, c, d, e, f] = [a, b, c, xy, xz, yz].map(|entry| entry / p);
    let determinant = a * (b * c - f * f) - d * (d * c - f * e) + e * (d * f - b * e);
    let phi = (determinant / 2.0).clamp(-1.0, 1.0).acos() / 3.0;
    let third = std::f64::consts::TAU / 3.0;
    let largest = mean + 2.0 * p * phi.cos();
    let least = mean + 2.0 * p * (phi + third).cos();
    let mut eigenvalues = [least, 3.0 * mean - largest - least, largest];
    eigenvalues.sort_by(f64::total_cmp);
    eigenvalues
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eigenvalues_of_known_matrices() {
        // Q diag(-1, 2, 5) Q^T with the rotation Q = 1/3 [[2, -1, 2], [2, 2, -1], [-1, 2, 2]].
        let matrix = [18.0, -18.0, 18.0, 9.0, 0.0, 27.0].map(|entry| entry / 9.0);
        for (found, expected) in symmetric_eigenvalues(matrix)
            .into_iter()
            .zip([-1.0, 2.0, 5.0])
        {
            assert!(
                (found - expected).abs() < 1e-12,
                "{found} instead of {expected}"
            );
        }
        assert_eq!(
            symmetric_eigenvalues([2.0, 0.0, 0.0, 2.0, 0.0, 2.0]),
            [2.0; 3]
        );
    }
}
