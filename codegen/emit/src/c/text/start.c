#include <math.h>
#include <stdint.h>
#include <string.h>

#ifndef real
#define real double
#endif
#ifndef MULTIBODY_API
#define MULTIBODY_API
#endif
/* Rounded twice. Define it by fma, which rounds once, where the processor has an instruction for that. */
#ifndef MULTIBODY_MUL_ADD
#define MULTIBODY_MUL_ADD(a, b, c) ((a) * (b) + (c))
#endif
/* A function of math.h in the precision of real. */
#define MULTIBODY_CALL(function, x) (sizeof(real) == 4 ? (real)function##f((float)(x)) : (real)function((double)(x)))
/* Before each static function. */
#ifndef MULTIBODY_INTERNAL
#define MULTIBODY_INTERNAL
#endif
#if defined(__GNUC__)
#define MULTIBODY_STATIC MULTIBODY_INTERNAL __attribute__((unused)) static inline
#define MULTIBODY_OUTLINED MULTIBODY_INTERNAL __attribute__((unused, noinline)) static
#else
#define MULTIBODY_STATIC MULTIBODY_INTERNAL static inline
#define MULTIBODY_OUTLINED MULTIBODY_INTERNAL static
#endif
