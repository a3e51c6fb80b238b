#define MULTIBODY_DECLARE(name) \
  casadi_int name##_n_in(void); \
  casadi_int name##_n_out(void); \
  const char *name##_name_in(casadi_int i); \
  const char *name##_name_out(casadi_int i); \
  const casadi_int *name##_sparsity_in(casadi_int i); \
  const casadi_int *name##_sparsity_out(casadi_int i); \
  int name##_work(casadi_int *args, casadi_int *results, casadi_int *integers, casadi_int *reals); \
  int name(const casadi_real **arg, casadi_real **res, casadi_int *iw, casadi_real *w, int mem)
