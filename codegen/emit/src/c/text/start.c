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
#if defined(__GNUC__)
#define MULTIBODY_STATIC MULTIBODY_API __attribute__((unused)) static inline
#define MULTIBODY_OUTLINED MULTIBODY_API __attribute__((unused, noinline)) static
#else
#define MULTIBODY_STATIC MULTIBODY_API static inline
#define MULTIBODY_OUTLINED MULTIBODY_API static
#endif
