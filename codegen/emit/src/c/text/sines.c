/*
 * Sines and cosines with the bits of the Rust crate multibody with its feature same-bits: sin and cos of C libraries have
 * others. The methods for double are those of fdlibm, whose notice is:
 *
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
 * Developed at SunPro and SunSoft, Sun Microsystems, Inc. businesses.
 * Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice is preserved.
 */
#ifndef MULTIBODY_SINES
#define MULTIBODY_SINES

/* Sine and cosine of an angle from those of what is left of it after quarter turns. */
MULTIBODY_STATIC void multibody_turn(uint64_t quarters, double sine, double cosine, double *s, double *c)
{
  uint64_t a, b, change;
  memcpy(&a, &sine, sizeof a);
  memcpy(&b, &cosine, sizeof b);
  change = (a ^ b) & (0 - (quarters & 1));
  a ^= change ^ ((quarters & 2) << 62);
  b ^= change ^ (((quarters + 1) & 2) << 62);
  memcpy(s, &a, sizeof a);
  memcpy(c, &b, sizeof b);
}

/* Of one of several angles up to 1e6, without branches. */
MULTIBODY_STATIC void multibody_near(double x, double *s, double *c)
{
  const double shifted = x * 0.6366197723675814 + 6755399441055744.0, quarters = shifted - 6755399441055744.0;
  const double first = x - quarters * 1.5707963267341256;
  const double middle = quarters * 6.077100506303966e-11, low = quarters * 2.0222662487959506e-21;
  const double second = first - middle, y = second - low, tail = ((first - second) - middle) + ((second - y) - low);
  const double z = y * y, z2 = z * z, z4 = z2 * z2;
  const double sine = z4 * (z * 1.58969099521155e-10 + -2.5050760253406863e-8)
    + (z2 * (z * 2.7557313707070068e-6 + -0.0001984126982985795) + (z * 0.00833333333332249 + -0.16666666666666632));
  const double cosine = z4 * (z * -1.1359647557788195e-11 + 2.087572321298175e-9)
    + (z2 * (z * -2.7557314351390663e-7 + 2.480158728947673e-5) + (z * -0.001388888888887411 + 0.0416666666666666));
  const double near_one = 1.0 - z * 0.5, lost = ((1.0 - near_one) - z * 0.5) - y * tail;
  uint64_t bits;
  memcpy(&bits, &shifted, sizeof bits);
  multibody_turn(bits, y + ((z * y) * sine + near_one * tail), near_one + (z2 * cosine + lost), s, c);
}

/* Of the remainder y + tail of an angle after quarter turns. Without reduction the tail is 0, and its terms are left out. */
MULTIBODY_STATIC void multibody_of_remainder(int is_reduced, int64_t quarters, double y, double tail, double *s, double *c)
{
  const double z = y * y, w = z * z, v = z * y, half = 0.5 * z, rest = 1.0 - half;
  const double r = (0.00833333333332249 + z * (-0.0001984126982985795 + z * 2.7557313707070068e-6))
    + z * w * (-2.5050760253406863e-8 + z * 1.58969099521155e-10);
  const double sine = is_reduced ? y - ((z * (0.5 * tail - v * r) - tail) - v * -0.16666666666666632)
    : y + v * (-0.16666666666666632 + z * r);
  const double q = z * (0.0416666666666666 + z * (-0.001388888888887411 + z * 2.480158728947673e-5))
    + w * w * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11));
  multibody_turn((uint64_t)quarters, sine, rest + (((1.0 - rest) - half) + (z * q - y * tail)), s, c);
}

MULTIBODY_STATIC int32_t multibody_exponent(double x)
{
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (int32_t)(bits >> 52 & 0x7ff);
}

/* The quarter turns of a finite angle above 1.6e6, modulo 8, and the remainder, from as many digits of 2 / pi as it needs. */
MULTIBODY_STATIC int32_t multibody_reduce_far(double x, double *y, double *tail)
{
  /* 24 binary digits each: of 2 / pi, and of pi / 2. */
  static const int32_t over_pi[66] = {
    0xA2F983, 0x6E4E44, 0x1529FC, 0x2757D1, 0xF534DD, 0xC0DB62, 0x95993C, 0x439041, 0xFE5163, 0xABDEBB, 0xC561B7, 0x246E3A,
    0x424DD2, 0xE00649, 0x2EEA09, 0xD1921C, 0xFE1DEB, 0x1CB129, 0xA73EE8, 0x8235F5, 0x2EBB44, 0x84E99C, 0x7026B4, 0x5F7E41,
    0x3991D6, 0x398353, 0x39F49C, 0x845F8B, 0xBDF928, 0x3B1FF8, 0x97FFDE, 0x05980F, 0xEF2F11, 0x8B5A0A, 0x6D1F6D, 0x367ECF,
    0x27CB09, 0xB74F46, 0x3F669E, 0x5FEA2D, 0x7527BA, 0xC7EBE5, 0xF17B3D, 0x0739F7, 0x8A5292, 0xEA6BFB, 0x5FB11F, 0x8D5D08,
    0x560330, 0x46FC7B, 0x6BABF0, 0xCFBC20, 0x9AF436, 0x1DA9E3, 0x91615E, 0xE61B08, 0x659985, 0x5F14A0, 0x68408D, 0xFFD880,
    0x4D7327, 0x310606, 0x1556CA, 0x73A8C9, 0x60E27B, 0xC08C6B,
  };
  static const double quarter[5] = {
    1.57079625129699707031e+00, 7.54978941586159635335e-08, 5.39030252995776476554e-15, 3.28200341580791294123e-22,
    1.27065575308067607349e-29,
  };
  const int32_t e0 = multibody_exponent(x) - 1046, skipped = (e0 - 3) / 24;
  double part[3], q[20], sums[20] = {0}, z = ldexp(fabs(x), -e0), w;
  int32_t digits[20], scale = e0 - 24 * (skipped + 1), n, high, carry, i, j, last = 4, added = 0;
  for (i = 0; i < 3; z = (z - part[i]) * 16777216.0, ++i) part[i] = i < 2 ? (double)(int32_t)z : z;
  do {
    last += added;
    for (i = 0; i <= last; ++i) {
      for (q[i] = 0.0, j = 0; j < 3 && j <= skipped + i; ++j) q[i] += part[j] * (double)over_pi[skipped + i - j];
    }
    for (i = 0, z = q[last]; i < last; z = q[last - i - 1] + w, ++i) {
      w = (double)(int32_t)(5.9604644775390625e-8 * z);
      digits[i] = (int32_t)(z - 16777216.0 * w);
    }
    z = ldexp(z, scale);
    z -= 8.0 * floor(z * 0.125);
    n = (int32_t)z;
    z -= (double)n;
    high = scale < 0 && z >= 0.5 ? 2 : 0;
    if (scale >= 0) {
      i = scale > 0 ? digits[last - 1] >> (24 - scale) : 0;
      n += i;
      digits[last - 1] -= i << (24 - scale);
      high = digits[last - 1] >> (23 - scale);
    }
    if (high > 0) {
      n += 1;
      for (carry = 0, i = 0; i < last; ++i) {
        j = digits[i];
        digits[i] = carry ? 0xffffff - j : j ? 0x1000000 - j : 0;
        carry |= j != 0;
      }
      if (scale == 1 || scale == 2) digits[last - 1] &= scale == 1 ? 0x7fffff : 0x3fffff;
      if (high == 2) z = (1.0 - z) - (carry ? ldexp(1.0, scale) : 0.0);
    }
    for (j = 0, i = last - 1; i >= 4; --i) j |= digits[i];
    for (added = 1; z == 0.0 && j == 0 && digits[4 - added] == 0; ++added) {}
  } while (z == 0.0 && j == 0);
  if (z == 0.0) {
    for (--last, scale -= 24; digits[last] == 0; --last) scale -= 24;
  } else {
    z = ldexp(z, -scale);
    w = z >= 16777216.0 ? (double)(int32_t)(5.9604644775390625e-8 * z) : 0.0;
    digits[last] = (int32_t)(z - 16777216.0 * w);
    if (z >= 16777216.0) {
      digits[++last] = (int32_t)w;
      scale += 24;
    }
  }
  for (w = ldexp(1.0, scale), i = last; i >= 0; --i, w *= 5.9604644775390625e-8) q[i] = w * (double)digits[i];
  for (i = 0; i <= last; ++i) for (sums[i] = 0.0, j = 0; j <= 4 && j <= i; ++j) sums[i] += quarter[j] * q[last - i + j];
  for (z = 0.0, i = last; i >= 0; --i) z += sums[i];
  for (w = sums[0] - z, i = 1; i <= last; ++i) w += sums[i];
  *y = (high == 0) == (x > 0.0) ? z : -z;
  *tail = (high == 0) == (x > 0.0) ? w : -w;
  return x > 0.0 ? n : -n;
}

/* Of a single angle, or of a far one. */
MULTIBODY_OUTLINED void multibody_alone(double x, double *s, double *c)
{
  /* A quarter turn in parts: 33 binary digits, and what is left. */
  static const double parts[3][2] = {
    {1.57079632673412561417, 6.07710050650619224932e-11}, {6.07710050630396597660e-11, 2.02226624879595063154e-21},
    {2.02226624871116645580e-21, 8.47842766036889956997e-32},
  };
  double quarters, rest, low, y, before;
  uint64_t bits;
  int32_t top, k, is_small;
  memcpy(&bits, &x, sizeof bits);
  top = (int32_t)(bits >> 32 & 0x7fffffff);
  /* Next to multiples of a quarter turn digits cancel, and more parts are needed. */
  is_small = top <= 0x401c463b && !((top <= 0x400f6a7a && (top & 0xfffff) == 0x921fb) || top == 0x4012d97c || top == 0x401921fb);
  if (top < 0x3e46a09e) {
    *s = x;
    *c = 1.0;
  } else if (top <= 0x3fe921fb) {
    multibody_of_remainder(0, 0, x, 0.0, s, c);
  } else if (top >= 0x7ff00000) {
    *s = *c = x - x;
  } else if (top >= 0x413921fb) {
    k = multibody_reduce_far(x, &y, &low);
    multibody_of_remainder(1, k, y, low, s, c);
  } else {
    quarters = 1 + (top > 0x4002d97c) + (top > 0x400f6a7a) + (top > 0x4015fdbc);
    quarters = is_small ? (x < 0.0 ? -quarters : quarters) : (x * 0.6366197723675814 + 6755399441055744.0) - 6755399441055744.0;
    rest = x - quarters * parts[0][0];
    low = quarters * parts[0][1];
    y = rest - low;
    for (k = 1; k < 3 && !is_small && (top >> 20) - multibody_exponent(y) > (k == 1 ? 16 : 49); ++k) {
      before = rest;
      low = quarters * parts[k][0];
      rest = before - low;
      low = quarters * parts[k][1] - ((before - rest) - low);
      y = rest - low;
    }
    multibody_of_remainder(1, (int64_t)quarters, y, (rest - y) - low, s, c);
  }
}

/* The remainder y + tail of an angle after quarter turns, as for double. */
MULTIBODY_STATIC void multibody_of_remainder_float(uint32_t quarters, float y, float tail, float *s, float *c)
{
  const float z = y * y, near_one = 1.0f - z * 0.5f, lost = ((1.0f - near_one) - z * 0.5f) - y * tail;
  const float p = z * (z * (float)-0.00019517897 + (float)0.008332187) + (float)-0.16666655;
  const float q = z * (z * (float)2.4432327e-5 + (float)-0.001388731) + (float)0.041666646;
  const float sine = y + ((z * y) * p + near_one * tail), cosine = near_one + ((z * z) * q + lost);
  uint32_t a, b, change;
  memcpy(&a, &sine, sizeof a);
  memcpy(&b, &cosine, sizeof b);
  change = (a ^ b) & (0 - (quarters & 1));
  a ^= change ^ ((quarters & 2) << 30);
  b ^= change ^ (((quarters + 1) & 2) << 30);
  memcpy(s, &a, sizeof a);
  memcpy(c, &b, sizeof b);
}

/* Of an angle up to 3000, without branches. */
MULTIBODY_STATIC void multibody_near_float(float x, float *s, float *c)
{
  const float shifted = x * (float)0.6366197723675814 + 12582912.0f, quarters = shifted - 12582912.0f;
  const float first = x - quarters * (float)1.570556640625, middle = quarters * (float)0.0002396702766418457;
  const float low = quarters * (float)1.5890691429376602e-8, lowest = quarters * (float)2.5633440682570896e-12;
  const float second = first - middle, third = second - low, y = third - lowest;
  const float tail = (((first - second) - middle) + ((second - third) - low)) + ((third - y) - lowest);
  uint32_t bits;
  memcpy(&bits, &shifted, sizeof bits);
  multibody_of_remainder_float(bits, y, tail, s, c);
}

/* Of a far angle, reduced in whole numbers (Payne and Hanek 1983). */
MULTIBODY_OUTLINED void multibody_far_float(float x, float *s, float *c)
{
  static const uint32_t over_pi[8] = {
    0, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab,
  };
  uint64_t product = 0, quarters, size;
  uint32_t bits, start, k;
  int zeros = 0, is_negative;
  float scale;
  memcpy(&bits, &x, sizeof bits);
  bits &= 0x7fffffff;
  *s = *c = x - x;
  if (bits >= 0x7f800000) return;
  /* From the digit of 2 / pi whose product with the mantissa has weight 2. */
  for (start = (bits >> 23) - 120, k = 0; k < 3; ++k) {
    const uint32_t *const words = over_pi + start / 32 + k;
    const uint64_t digits = ((uint64_t)words[0] << 32 | words[1]) << start % 32 >> 32;
    const uint64_t term = ((bits & 0x007fffff) | 0x00800000) * digits;
    product += k == 0 ? term << 32 : k == 1 ? term : term >> 32;
  }
  quarters = ((product >> 61) + 1) >> 1;
  product -= quarters << 62;
  is_negative = (int)(product >> 63);
  size = is_negative ? 0 - product : product;
  for (; zeros < 63 && size >> 63 == 0; ++zeros) size <<= 1;
  size = (size >> 32) * 0xc90fdaa2;
  scale = ldexpf(is_negative ? -1.0f : 1.0f, -21 - zeros);
  multibody_of_remainder_float((uint32_t)quarters, (float)(uint32_t)(size >> 40) * scale,
    (float)(uint32_t)(size >> 16 & 0x00ffffff) * scale * 5.9604644775390625e-8f, s, c);
  *s = x < 0.0f ? -*s : *s;
}

/* Of one of several angles up to a bound, or of any one that is alone in its call. */
MULTIBODY_STATIC int multibody_is_far(real x)
{
  return sizeof(real) == 4 ? !(fabsf((float)x) <= 3000.0f) : !(fabs((double)x) <= 1e6);
}

MULTIBODY_STATIC void multibody_sine_and_cosine(int is_alone, real x, real *s, real *c)
{
  if (sizeof(real) == 4) {
    float a, b;
    if (is_alone && multibody_is_far(x)) multibody_far_float((float)x, &a, &b);
    else multibody_near_float((float)x, &a, &b);
    *s = (real)a;
    *c = (real)b;
  } else {
    double a, b;
    if (is_alone) multibody_alone((double)x, &a, &b);
    else multibody_near((double)x, &a, &b);
    *s = (real)a;
    *c = (real)b;
  }
}

MULTIBODY_STATIC void multibody_sines_and_cosines(int count, const real *x, real *s, real *c)
{
  int k, are_far = 0;
  /* Compilers vectorize two loops, and not one that does both. */
  for (k = 0; k < count; ++k) are_far |= multibody_is_far(x[k]);
  for (k = 0; k < count; ++k) multibody_sine_and_cosine(0, x[k], s + k, c + k);
  for (k = 0; are_far && k < count; ++k) {
    if (multibody_is_far(x[k])) multibody_sine_and_cosine(1, x[k], s + k, c + k);
  }
}

#endif
