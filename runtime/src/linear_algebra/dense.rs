//! Loops over small matrices, written once for all robots. Functions emitted with the option `size` share them; other
//! functions use them to complete triangles to whole matrices, and for long derivatives of forward dynamics.
//!
//! Symmetric matrices are factored as `A = L^T D L`, from the last unknown to the first, as the generator does in
//! straight-line code. Only the entries on and below the diagonal of symmetric matrices are read. No allocation, no
//! branch that depends on a number; singular matrices give results that are not finite.

use core::array::from_fn;

use crate::Real;
use crate::dispatch::{Arithmetic, Call};

/// Solves `A x = y` for x; A is symmetric and definite. `a` is overwritten by its factors.
#[inline(never)]
pub fn solve<T: Real, const N: usize>(a: &mut [[T; N]; N], y: &[T; N]) -> [T; N] {
    factor(a);
    let mut x = *y;
    substitute(a, &mut x);
    x
}

/// Accelerations `M^-1 (tau - f)`, where f are the forces at zero acceleration. `m` is overwritten by its factors.
pub fn accelerations<T: Real, const N: usize>(
    m: &mut [[T; N]; N],
    tau: &[T; N],
    f: &[T; N],
) -> [T; N] {
    solve(m, &from_fn(|k| tau[k] - f[k]))
}

/// Writes `A^-1` on and below the diagonal of `out`. `a` is symmetric, and overwritten by its factors.
#[inline(never)]
pub fn inverse_lower<T: Real, const N: usize>(a: &mut [[T; N]; N], out: &mut [[T; N]; N]) {
    factor(a);
    // The inverse is symmetric, so the solution, one of its columns, is also one of its rows.
    for (column, out_row) in out.iter_mut().enumerate() {
        let mut x = from_fn(|row| if row == column { T::ONE } else { T::ZERO });
        substitute(a, &mut x);
        for (entry, x) in out_row.iter_mut().zip(x).take(column + 1) {
            *entry = x;
        }
    }
}

/// Writes all entries of `A^-1` to `out`. `a` is symmetric, and overwritten by its factors.
pub fn inverse<T: Real, const N: usize>(a: &mut [[T; N]; N], out: &mut [[T; N]; N]) {
    inverse_lower(a, out);
    mirror(out);
}

/// Replaces each of several matrices Y by `A^-1 Y`. `a` is symmetric, and overwritten by its factors.
pub(crate) fn solve_each<T: Real, const N: usize, const COUNT: usize>(
    a: &mut [[T; N]; N],
    y: &mut [[[T; N]; N]; COUNT],
) {
    factor(a);
    for matrix in y {
        substitute_rows(a, matrix);
    }
}

/// Copies the entries below the diagonal to those above.
pub fn mirror<T: Real, const N: usize>(a: &mut [[T; N]; N]) {
    for i in 1..N {
        let (rows, rest) = a.split_at_mut(i);
        for (row, entry) in rows.iter_mut().zip(rest[0]) {
            row[i] = entry;
        }
    }
}

/// `A x`
#[inline(never)]
pub fn product<T: Real, const N: usize>(a: &[[T; N]; N], x: &[T; N]) -> [T; N] {
    from_fn(|row| dot(&a[row], x))
}

/// `-A B` into `out`
#[inline]
pub fn negative_product<T: Real, const N: usize, const M: usize>(
    a: &[[T; N]; N],
    b: &[[T; M]; N],
    out: &mut [[T; M]; N],
) {
    NegativeProduct { a, b, out }.with::<T>();
}

/// As [`negative_product`], with the same bits, by the instructions of the host processor: for functions emitted with the option
/// `dispatch`.
#[inline]
pub fn negative_product_dispatched<T: Real, const N: usize, const M: usize>(
    a: &[[T; N]; N],
    b: &[[T; M]; N],
    out: &mut [[T; M]; N],
) {
    T::dispatched(NegativeProduct { a, b, out });
}

/// The arguments of [`negative_product`].
struct NegativeProduct<'a, T, const N: usize, const M: usize> {
    a: &'a [[T; N]; N],
    b: &'a [[T; M]; N],
    out: &'a mut [[T; M]; N],
}

impl<T: Real, const N: usize, const M: usize> Call<T> for NegativeProduct<'_, T, N, M> {
    type Output = ();

    // A loop needs no more registers than AVX2 has.
    const IS_LONG: bool = false;

    #[inline(always)]
    fn with<A: Arithmetic<T>>(self) {
        for (row, out_row) in self.a.iter().zip(self.out) {
            // Sums in a local array: the compiler cannot know that rows of `out` and of `b` are different memory.
            let mut sums = [A::ZERO; M];
            let mut terms = row.iter().zip(self.b);
            if let Some((&x, b_row)) = terms.next() {
                let x = A::load(x);
                for (sum, &y) in sums.iter_mut().zip(b_row) {
                    *sum = -(x * A::load(y));
                }
            }
            for (&x, b_row) in terms {
                let x = A::load(x);
                for (sum, &y) in sums.iter_mut().zip(b_row) {
                    *sum -= x * A::load(y);
                }
            }
            for (entry, sum) in out_row.iter_mut().zip(sums) {
                *entry = sum.store();
            }
        }
    }
}

/// Kinetic energy `v^T M v / 2`.
#[inline(never)]
pub fn energy<T: Real, const N: usize>(m: &[[T; N]; N], v: &[T; N]) -> T {
    // sum_i v_i (M_ii v_i / 2 + sum_(j<i) M_ij v_j)
    let half = T::lit(0.5);
    (0..N).fold(T::ZERO, |sum, i| {
        let diagonal = half * m[i][i] * v[i];
        sum + v[i] * (0..i).fold(diagonal, |row_sum, j| row_sum + m[i][j] * v[j])
    })
}

/// `x . y`
pub(crate) fn dot<T: Real, const N: usize>(x: &[T; N], y: &[T; N]) -> T {
    (0..N).fold(T::ZERO, |sum, k| sum + x[k] * y[k])
}

/// Replaces a matrix by its factors: L below the diagonal, 1 / D on it.
fn factor<T: Real, const N: usize>(a: &mut [[T; N]; N]) {
    for k in (0..N).rev() {
        let (rows, row) = a.split_at_mut(k);
        let row = &mut row[0];
        let inverse = T::ONE / row[k];
        for (i, upper_row) in rows.iter_mut().enumerate().rev() {
            let ratio = row[i] * inverse;
            for (entry, value) in upper_row.iter_mut().zip(&*row).take(i + 1) {
                *entry -= ratio * *value;
            }
            row[i] = ratio;
        }
        row[k] = inverse;
    }
}

/// Solves `L^T D L x = y`; x replaces y.
fn substitute<T: Real, const N: usize>(factors: &[[T; N]; N], y: &mut [T; N]) {
    // L^T z = y, from the last row; then L x = D^-1 z, from the first.
    for k in (0..N).rev() {
        for i in 0..k {
            y[i] -= factors[k][i] * y[k];
        }
    }
    for k in 0..N {
        y[k] *= factors[k][k];
        for i in 0..k {
            y[k] -= factors[k][i] * y[i];
        }
    }
}

/// Solves `L^T D L X = Y`; X replaces Y. All columns are solved at once, row by row.
#[inline]
fn substitute_rows<T: Real, const N: usize>(factors: &[[T; N]; N], y: &mut [[T; N]; N]) {
    for (k, factor_row) in factors.iter().enumerate().rev() {
        let (rows, row) = y.split_at_mut(k);
        for (earlier_row, factor) in rows.iter_mut().zip(factor_row) {
            subtract(earlier_row, *factor, &row[0]);
        }
    }
    for (k, factor_row) in factors.iter().enumerate() {
        let (rows, row) = y.split_at_mut(k);
        let row = &mut row[0];
        *row = row.map(|entry| factor_row[k] * entry);
        for (earlier_row, factor) in rows.iter().zip(factor_row) {
            subtract(row, *factor, earlier_row);
        }
    }
}

/// Replaces x by `x - factor y`.
#[inline]
fn subtract<T: Real, const N: usize>(x: &mut [T; N], factor: T, y: &[T; N]) {
    for (x_entry, y_entry) in x.iter_mut().zip(y) {
        *x_entry -= factor * *y_entry;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A definite matrix; entries above the diagonal must never be read.
    const A: [[f64; 3]; 3] = [
        [4.0, f64::NAN, f64::NAN],
        [1.0, 3.0, f64::NAN],
        [-0.5, 0.25, 2.0],
    ];
    const WHOLE: [[f64; 3]; 3] = [[4.0, 1.0, -0.5], [1.0, 3.0, 0.25], [-0.5, 0.25, 2.0]];

    #[test]
    fn solutions_and_products_satisfy_their_equations() {
        let x = [1.0, -2.0, 0.5];
        let actual = solve(&mut A.clone(), &product(&WHOLE, &x));
        let mut inverted = [[0.0; 3]; 3];
        inverse(&mut A.clone(), &mut inverted);
        for k in 0..3 {
            assert!((actual[k] - x[k]).abs() < 1e-15);
            let unit = product(&WHOLE, &inverted[k]);
            for (row, entry) in unit.iter().enumerate() {
                let expected = f64::from(u8::from(row == k));
                assert!((entry - expected).abs() < 1e-15, "{unit:?}");
            }
        }
        let right_sides = [WHOLE, [[1.0, 0.0, 2.0], [0.0, -1.0, 3.0], [0.5, 0.0, 0.0]]];
        let mut solved = right_sides;
        solve_each(&mut A.clone(), &mut solved);
        for (solved, expected) in solved.iter().zip(right_sides) {
            for column in 0..3 {
                let product = product(&WHOLE, &solved.map(|row| row[column]));
                for (actual, expected) in product.iter().zip(expected.map(|row| row[column])) {
                    assert!((actual - expected).abs() < 4e-15, "{product:?}");
                }
            }
        }
        let f = [0.5, 0.25, 1.0];
        let tau = product(&WHOLE, &x);
        let tau = [0, 1, 2].map(|k| tau[k] + f[k]);
        for (actual, x) in accelerations(&mut A.clone(), &tau, &f).iter().zip(x) {
            assert!((actual - x).abs() < 1e-15);
        }
        assert_eq!(energy(&A, &x), 5.75);
        let mut actual = [[f64::NAN; 3]; 3];
        negative_product(&WHOLE, &inverted, &mut actual);
        for (row, entries) in actual.iter().enumerate() {
            for (column, entry) in entries.iter().enumerate() {
                let expected = -f64::from(u8::from(row == column));
                assert!((entry - expected).abs() < 1e-15, "{actual:?}");
            }
        }
        negative_product(&WHOLE, &[[1.0, 2.0, 0.0], [0.0; 3], [0.0; 3]], &mut actual);
        assert_eq!(
            actual,
            [[-4.0, -8.0, 0.0], [-1.0, -2.0, 0.0], [0.5, 1.0, 0.0]]
        );
    }

    #[test]
    fn inverse_lower_writes_nothing_above_the_diagonal() {
        let mut half = [[7.0; 3]; 3];
        inverse_lower(&mut A.clone(), &mut half);
        let upper_entries = [half[0][1], half[0][2], half[1][2]];
        assert_eq!(upper_entries, [7.0; 3]);
        assert!(half[1][0] != 7.0 && half[2][2] != 7.0);
    }
}
