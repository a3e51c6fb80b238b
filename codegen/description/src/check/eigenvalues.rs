//! Eigenvalues of a symmetric 3 by 3 matrix, for messages.

/// The eigenvalues, in ascending order, of the symmetric matrix with the entries xx xy xz yy yz zz.
///
/// Each of Jacobi's rotations makes an off-diagonal entry a_pq 0. The rotation with the tangent t, where `t^2 + t
/// (a_qq - a_pp) / a_pq = 1`, moves `t a_pq` from a_pp to a_qq. After a few rounds the off-diagonal entries have
/// vanished.
pub(super) fn symmetric_eigenvalues([xx, xy, xz, yy, yz, zz]: [f64; 6]) -> [f64; 3] {
    // Convergence is quadratic, so this is more than floats need.
    const ROUNDS: usize = 8;
    let mut a = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
    for (p, q, r) in [(0, 1, 2), (0, 2, 1), (1, 2, 0)].repeat(ROUNDS) {
        if a[p][q] == 0.0 {
            continue;
        }
        // `cot(2 angle)`. The smaller one of the two tangents is chosen, so the angle is at most 45 degrees.
        let cot_double = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
        let t = 1.0_f64.copysign(cot_double) / (cot_double.abs() + cot_double.hypot(1.0));
        let cos = 1.0 / t.hypot(1.0);
        let sin = t * cos;
        a[p][p] -= t * a[p][q];
        a[q][q] += t * a[p][q];
        (a[p][q], a[q][p]) = (0.0, 0.0);
        let (a_rp, a_rq) = (a[r][p], a[r][q]);
        let (new_rp, new_rq) = (cos * a_rp - sin * a_rq, sin * a_rp + cos * a_rq);
        (a[r][p], a[p][r]) = (new_rp, new_rp);
        (a[r][q], a[q][r]) = (new_rq, new_rq);
    }
    let mut eigenvalues = [a[0][0], a[1][1], a[2][2]];
    eigenvalues.sort_by(f64::total_cmp);
    eigenvalues
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eigenvalues_are_those_of_known_matrices() {
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
