/* Calls every function for solvers with arrays of exactly the numbers of their patterns, with null arguments and with null results. */
#include "robot.c"
#include <stdio.h>
#include <stdlib.h>

typedef int function(const casadi_real **, casadi_real **, casadi_int *, casadi_real *, int);
typedef const casadi_int *patterns(casadi_int);

static casadi_int numbers(const casadi_int *pattern)
{
  return pattern[2] == 1 ? pattern[0] * pattern[1] : pattern[2 + pattern[1]];
}

static int differ(casadi_real a, casadi_real b)
{
  return !(a == b || (a != a && b != b));
}

static void check(const char *name, function *call, casadi_int ins, casadi_int outs, patterns *in, patterns *out)
{
  const casadi_real *arg[8];
  casadi_real *res[16], *zeros_res[16], *none[16];
  casadi_int i, k;
  if (in(-1) || in(ins) || out(-1) || out(outs)) abort();
  for (i = 0; i < ins; ++i) {
    const casadi_int n = numbers(in(i));
    casadi_real *const x = (casadi_real *)malloc(sizeof(casadi_real) * (size_t)(n + !n));
    for (k = 0; k < n; ++k) x[k] = (casadi_real)0.1 * (casadi_real)(k + 2 * i + 1);
    arg[i] = x;
  }
  for (i = 0; i < outs; ++i) {
    const size_t size = sizeof(casadi_real) * (size_t)(numbers(out(i)) + !numbers(out(i)));
    res[i] = (casadi_real *)malloc(size);
    zeros_res[i] = (casadi_real *)malloc(size);
    none[i] = 0;
  }
  if (call(arg, res, 0, 0, 0) || call(arg, none, 0, 0, 0)) abort();
  for (i = 0; i < outs; ++i) {
    for (k = 0; k < numbers(out(i)); ++k) {
      if (!(res[i][k] - res[i][k] == 0)) printf("%s: result %d is not finite\n", name, (int)i);
    }
  }
  /* A null argument is zeros, one after the other. */
  for (i = 0; i < ins; ++i) {
    const casadi_int n = numbers(in(i));
    casadi_real *const zeros = (casadi_real *)calloc((size_t)(n + !n), sizeof(casadi_real));
    const casadi_real *const x = arg[i];
    casadi_int j;
    arg[i] = zeros;
    call(arg, res, 0, 0, 0);
    arg[i] = 0;
    call(arg, zeros_res, 0, 0, 0);
    arg[i] = x;
    for (j = 0; j < outs; ++j) {
      for (k = 0; k < numbers(out(j)); ++k) {
        if (differ(res[j][k], zeros_res[j][k])) printf("%s: argument %d is not zeros\n", name, (int)i);
      }
    }
    free(zeros);
  }
  for (i = 0; i < ins; ++i) free((void *)arg[i]);
  for (i = 0; i < outs; ++i) {
    free(res[i]);
    free(zeros_res[i]);
  }
}

#define CHECK(name) check(#name, name, name##_n_in(), name##_n_out(), name##_sparsity_in, name##_sparsity_out)
