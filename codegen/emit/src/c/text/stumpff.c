/* Stumpff's function c_k(x), the sum of (-x)^i / (k + 2 i)!: by its series for small x, else by its recurrence. */
#ifndef MULTIBODY_STUMPFF
#define MULTIBODY_STUMPFF

MULTIBODY_STATIC double multibody_factorial(int n)
{
  double product = 1.0;
  for (; n > 1; --n) product *= (double)n;
  return product;
}

MULTIBODY_STATIC real multibody_stumpff(real x, int k)
{
  real value = (real)(1.0), root, sine, cosine;
  int i, n;
  if (x < (real)(2 + 2 * k)) {
    for (i = sizeof(real) == 4 ? 8 : 14; i > 0; --i) {
      n = k + 2 * i;
      value = (real)(1.0) - x * (real)(1.0 / ((double)n * (double)(n - 1))) * value;
    }
    return value * (real)(1.0 / multibody_factorial(k));
  }
  root = MULTIBODY_CALL(sqrt, x);
  multibody_sine_and_cosine(1, root, &sine, &cosine);
  value = k % 2 == 0 ? cosine : sine / root;
  for (n = k % 2; n < k; n += 2) value = ((real)(1.0 / multibody_factorial(n)) - value) / x;
  return value;
}

#endif
