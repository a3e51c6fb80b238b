/* What solvers call uses no work memory. Arrays are stored by columns; of matrices only the entries of a pattern are. */
#ifndef MULTIBODY_SOLVER
#if defined(_WIN32)
#define MULTIBODY_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define MULTIBODY_EXPORT __attribute__((visibility("default")))
#else
#define MULTIBODY_EXPORT
#endif
/* All symbols of a function, from its names and patterns, and the head of its definition. */
#define MULTIBODY_SOLVER(name, ins, outs) \
  MULTIBODY_EXPORT casadi_int name##_n_in(void) { return ins; } \
  MULTIBODY_EXPORT casadi_int name##_n_out(void) { return outs; } \
  MULTIBODY_EXPORT const char *name##_name_in(casadi_int i) { return i < 0 || i >= ins ? 0 : name##_names[i]; } \
  MULTIBODY_EXPORT const char *name##_name_out(casadi_int i) { return i < 0 || i >= outs ? 0 : name##_names[ins + i]; } \
  MULTIBODY_EXPORT const casadi_int *name##_sparsity_in(casadi_int i) { return i < 0 || i >= ins ? 0 : name##_patterns[i]; } \
  MULTIBODY_EXPORT const casadi_int *name##_sparsity_out(casadi_int i) { return i < 0 || i >= outs ? 0 : name##_patterns[ins + i]; } \
  MULTIBODY_EXPORT int name##_work(casadi_int *args, casadi_int *results, casadi_int *integers, casadi_int *reals) \
  { if (args) *args = ins; if (results) *results = outs; if (integers) *integers = 0; if (reals) *reals = 0; return 0; } \
  MULTIBODY_EXPORT int name(const casadi_real **arg, casadi_real **res, casadi_int *iw, casadi_real *w, int mem)

/* An argument; a null pointer is zeros. */
MULTIBODY_STATIC void multibody_read(int n, const casadi_real *from, real *to)
{
  int k;
  for (k = 0; k < n; ++k) to[k] = from ? (real)from[k] : (real)(0.0);
}

/* Entries of a result in this order, or all of them; a null pointer takes nothing. */
MULTIBODY_STATIC void multibody_write(int n, const real *from, const int *order, casadi_real *to)
{
  int k;
  for (k = 0; to && k < n; ++k) to[k] = (casadi_real)from[order ? order[k] : k];
}

/* All entries of a matrix, by columns. */
MULTIBODY_STATIC void multibody_columns(int rows, int columns, const real *a, real *to)
{
  int i, j;
  for (j = 0; j < columns; ++j) {
    for (i = 0; i < rows; ++i, ++to) *to = MULTIBODY_ENTRY(a, rows, columns, i, j);
  }
}

/* A product A B, of all entries, where B has this pattern. */
MULTIBODY_OUTLINED void multibody_chain(int rows, const real *a, const casadi_int *pattern, const real *b, real *to)
{
  const casadi_int *const first = pattern + 2, *const row = first + pattern[1] + 1;
  casadi_int j, k;
  int i;
  for (j = 0; j < pattern[1]; ++j) {
    for (i = 0; i < rows; ++i, ++to) {
      for (*to = (real)(0.0), k = first[j]; k < first[j + 1]; ++k) *to += MULTIBODY_ENTRY(a, rows, pattern[0], i, row[k]) * b[k];
    }
  }
}
#endif
