#ifndef MULTIBODY_ACADOS
#define MULTIBODY_ACADOS
/* to + A S, where A has this pattern, by two columns at a time; without S, to + A. */
MULTIBODY_STATIC void multibody_add_product(const casadi_int *pattern, const casadi_real *a, int columns, const casadi_real *s, casadi_real *to)
{
  const casadi_int *const first = pattern + 2, *const row = first + pattern[1] + 1, n = pattern[1];
  casadi_int i, j, k;
  for (i = 0; i < columns; i += 2, to += 2 * pattern[0]) {
    const int is_last = i + 1 == columns;
    casadi_real *const next = is_last ? to : to + pattern[0];
    for (j = 0; j < n; ++j) {
      const casadi_real x = s ? s[i * n + j] : (casadi_real)(i == j);
      const casadi_real y = is_last ? 0 : s ? s[(i + 1) * n + j] : (casadi_real)(i + 1 == j);
      for (k = first[j]; k < first[j + 1]; ++k) {
        const casadi_real entry = a[k];
        const casadi_int at = row[k];
        to[at] += entry * x;
        next[at] += entry * y;
      }
    }
  }
}

/* A^T x, where A has this pattern. */
MULTIBODY_STATIC void multibody_transposed_product(const casadi_int *pattern, const casadi_real *a, const casadi_real *x, casadi_real *to)
{
  const casadi_int *const first = pattern + 2, *const row = first + pattern[1] + 1;
  casadi_int j, k;
  for (j = 0; to && j < pattern[1]; ++j) {
    for (to[j] = 0, k = first[j]; k < first[j + 1]; ++k) to[j] += a[k] * (x ? x[row[k]] : 0);
  }
}

/* A step's derivatives by (u, q, qd), transposed, from those of accelerations, and those of positions by q and the new qd. */
MULTIBODY_STATIC void multibody_step_derivatives(int nq, int nv, real h, const real *dq, const real *dqd, const real *dtau,
                                                 const casadi_int *pattern, const real *step, casadi_real *to)
{
  const casadi_int *const first = pattern + 2, *const row = first + pattern[1] + 1;
  const int n = nq + 2 * nv;
  casadi_real *const rates = to ? to + nq * n : 0;
  casadi_int k;
  int i, j;
  if (!to) return;
  memset(to, 0, sizeof *to * (size_t)(nq * n));
  for (i = 0; i < nv; ++i) {
    casadi_real *const column = rates + i * n;
    for (j = 0; j < nv; ++j) column[j] = (casadi_real)(h * MULTIBODY_ENTRY(dtau, nv, nv, i, j));
    for (j = 0; j < nq; ++j) column[nv + j] = (casadi_real)(h * dq[j * nv + i]);
    for (j = 0; j < nv; ++j) column[nv + nq + j] = (casadi_real)((real)(i == j) + h * MULTIBODY_ENTRY(dqd, nv, nv, i, j));
  }
  for (j = 0; j < nq + nv; ++j) {
    for (k = first[j]; k < first[j + 1]; ++k) {
      casadi_real *const column = to + row[k] * n;
      if (j < nq) column[nv + j] += (casadi_real)step[k];
      for (i = 0; j >= nq && i < n; ++i) column[i] += (casadi_real)step[k] * rates[(j - nq) * n + i];
    }
  }
}
#endif
