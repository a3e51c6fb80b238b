//! Eigenvalues of a symmetric 3 by 3 matrix, for messages.

/// The eigenvalues, in ascending order, of the symmetric matrix with the entries xx xy xz yy yz zz.
///
/// Each of Jacobi's rotations makes an off-diagonal entry a_pq 0. The rotation with the tangent t, where `t^2 + t
/// (a_qq - a_pp) / a_pq = 1`, moves `t a_pq` from a_pp to a_qq. After a few rounds the off-diagonal entries have
/// vanished.
pub(super) fn symmetric_eigenvalues([xx, xy, xz, yy, yz, zz]: [f64; 6]) -> [f64; 3] {
    const ROUNDS: usize = 8;
    let mut a = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
    for (p, q, r) in [(0, 1, 2), (0, 2, 1), (1, 2, 0)].repeat(ROUNDS) {
        if a[p][q] == 0.0 {
            continue;
        }
        let half = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
        let t = 1.0_f64.copysign(half) / (half.abs() + half.hypot(1.0));
        let cos = 1.0 / t.hypot(1.0);
        let sin = t * cos;
        a[p][p] -= t * a[p][q];
        a[q][q] += t * a[p][q];
        (a[p][q], a[q][p]) = (0.0, 0.0);
        let (to_p, to_q) = (a[r][p], a[r][q]);
        let column = (cos * to_p - sin * to_q, sin * to_p + cos * to_q);
        (a[r][p], a[p][r]) = (column.0, column.0);
        (a[r][q], a[q][r]) = (column.1, column.1);
    }
    let mut eigenvalues = [a[0][0], a[1][1], a[2][2]];
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
        for (eigenvalue, expected) in symmetric_eigenvalues(matrix)
            .into_iter()
            .zip([-1.0, 2.0, 5.0])
        {
            assert!(
                (eigenvalue - expected).abs() < 1e-12,
                "{eigenvalue} instead of {expected}"
            );
        }
        assert_eq!(
            symmetric_eigenvalues([2.0, 0.0, 0.0, 2.0, 0.0, 2.0]),
            [2.0; 3]
        );
    }
}
