/*
 * Loops over small matrices. Symmetric ones are factored as A = L^T D L, from the last unknown to the first; of these, entries
 * above the diagonal are never read.
 */
#ifndef MULTIBODY_DENSE
#define MULTIBODY_DENSE

/* Replaces a matrix by its factors: L below the diagonal, 1 / D on it. */
MULTIBODY_STATIC void multibody_dense_factor(int n, real *a)
{
  int i, j, k;
  for (k = n - 1; k >= 0; --k) {
    const real inverse = (real)(1.0) / MULTIBODY_ENTRY(a, n, n, k, k);
    for (i = k - 1; i >= 0; --i) {
      const real ratio = MULTIBODY_ENTRY(a, n, n, k, i) * inverse;
      for (j = 0; j <= i; ++j) MULTIBODY_ENTRY(a, n, n, i, j) -= ratio * MULTIBODY_ENTRY(a, n, n, k, j);
      MULTIBODY_ENTRY(a, n, n, k, i) = ratio;
    }
    MULTIBODY_ENTRY(a, n, n, k, k) = inverse;
  }
}

/* Solves L^T D L x = y; x replaces y. */
MULTIBODY_STATIC void multibody_dense_substitute(int n, const real *factors, real *y)
{
  int i, k;
  for (k = n - 1; k >= 0; --k) {
    for (i = 0; i < k; ++i) y[i] -= MULTIBODY_ENTRY(factors, n, n, k, i) * y[k];
  }
  for (k = 0; k < n; ++k) {
    y[k] *= MULTIBODY_ENTRY(factors, n, n, k, k);
    for (i = 0; i < k; ++i) y[k] -= MULTIBODY_ENTRY(factors, n, n, k, i) * y[i];
  }
}

/* Accelerations M^-1 (tau - f). Factors replace m. */
MULTIBODY_STATIC void multibody_dense_accelerations(int n, real *m, const real *tau, const real *f, real *out)
{
  int k;
  multibody_dense_factor(n, m);
  for (k = 0; k < n; ++k) out[k] = tau[k] - f[k];
  multibody_dense_substitute(n, m, out);
}

/* A^-1 on and below the diagonal. Factors replace a; column has room for n numbers. */
MULTIBODY_STATIC void multibody_dense_inverse(int n, real *a, real *column, real *out)
{
  int i, k;
  multibody_dense_factor(n, a);
  for (k = 0; k < n; ++k) {
    for (i = 0; i < n; ++i) column[i] = (real)(i == k ? 1.0 : 0.0);
    multibody_dense_substitute(n, a, column);
    for (i = 0; i <= k; ++i) MULTIBODY_ENTRY(out, n, n, k, i) = column[i];
  }
}

/* Copies the entries below the diagonal to those above. */
MULTIBODY_STATIC void multibody_dense_mirror(int n, real *a)
{
  int i, j;
  for (i = 1; i < n; ++i) {
    for (j = 0; j < i; ++j) MULTIBODY_ENTRY(a, n, n, j, i) = MULTIBODY_ENTRY(a, n, n, i, j);
  }
}

/* A x */
MULTIBODY_STATIC void multibody_dense_product(int n, const real *a, const real *x, real *out)
{
  int i, k;
  for (i = 0; i < n; ++i) {
    for (out[i] = (real)(0.0), k = 0; k < n; ++k) out[i] += MULTIBODY_ENTRY(a, n, n, i, k) * x[k];
  }
}

/* -A B, where B has n rows. The inner loops run along memory, in which by columns is the transposed product. */
MULTIBODY_STATIC void multibody_dense_negative_product(int n, int columns, const real *a, const real *b, real *out)
{
  const real *const left = MULTIBODY_COLUMNS ? b : a, *const right = MULTIBODY_COLUMNS ? a : b;
  const int rows = MULTIBODY_COLUMNS ? columns : n, width = MULTIBODY_COLUMNS ? n : columns;
  int i, j, k;
  for (i = 0; i < rows; ++i) {
    real *const row = out + i * width;
    for (j = 0; j < width; ++j) row[j] = -(left[i * n] * right[j]);
    for (k = 1; k < n; ++k) {
      const real factor = left[i * n + k];
      for (j = 0; j < width; ++j) row[j] -= factor * right[k * width + j];
    }
  }
}

/* Kinetic energy v^T M v / 2. */
MULTIBODY_STATIC real multibody_dense_energy(int n, const real *m, const real *v)
{
  real sum = (real)(0.0);
  int i, j;
  for (i = 0; i < n; ++i) {
    real row = (real)(0.5) * MULTIBODY_ENTRY(m, n, n, i, i) * v[i];
    for (j = 0; j < i; ++j) row += MULTIBODY_ENTRY(m, n, n, i, j) * v[j];
    sum += v[i] * row;
  }
  return sum;
}

#endif
