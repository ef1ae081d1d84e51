// Text to integers: small tables at constant addresses, and sixteen digits at a time.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "rush_vector.h"

/// 10^`n` for `n` in 0...19.
RUSH_INLINE __attribute__((const)) uint64_t rush_integer_power_of_ten(ptrdiff_t n) {
  static const uint64_t powers[20] = {
      1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000,
      100000000000, 1000000000000, 10000000000000, 100000000000000, 1000000000000000,
      10000000000000000, 100000000000000000, 1000000000000000000, 10000000000000000000u,
  };
  return powers[n];
}

/// A mask of the last bytes among 16, as two little-endian words.
typedef struct {
  uint64_t first;
  uint64_t second;
} rush_last_bytes;

/// The sixteen bytes that begin at `n` end with `n` bytes of ones, or begin with 32 - `n`; `n` in 0...32.
static const uint8_t rush_ones[48] = {
    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
};

/// The mask of the last `n` of 16 bytes; `n` in 0...16.
RUSH_INLINE __attribute__((const)) rush_last_bytes rush_last_bytes_mask(ptrdiff_t n) {
  rush_last_bytes mask;
  __builtin_memcpy(&mask.first, rush_ones + n, 8);
  __builtin_memcpy(&mask.second, rush_ones + n + 8, 8);
  return mask;
}

/// The value of four hexadecimal digits, or a number above 0xffff if one byte is not a digit.
RUSH_INLINE uint32_t rush_four_hex_digits(const void *digits) {
#define RUSH_NO 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff
  static const uint8_t values[256] = {
      RUSH_NO, RUSH_NO, RUSH_NO, RUSH_NO, RUSH_NO, RUSH_NO,
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
      0xff, 10, 11, 12, 13, 14, 15, 0xff, RUSH_NO, RUSH_NO, RUSH_NO,
      0xff, 10, 11, 12, 13, 14, 15, 0xff, RUSH_NO, RUSH_NO, RUSH_NO,
      RUSH_NO, RUSH_NO, RUSH_NO, RUSH_NO, RUSH_NO, RUSH_NO, RUSH_NO, RUSH_NO,
      RUSH_NO, RUSH_NO, RUSH_NO, RUSH_NO, RUSH_NO, RUSH_NO, RUSH_NO, RUSH_NO,
  };
#undef RUSH_NO
  const uint8_t *at = (const uint8_t *)digits;
  uint32_t a = values[at[0]], b = values[at[1]], c = values[at[2]], d = values[at[3]];
  return a << 12 | b << 8 | c << 4 | d | ((a | b | c | d) & 0xf0) << 16;
}

/// Up to sixteen digits as an integer.
typedef struct {
  uint64_t value;
  uint64_t others;  // not 0 if one byte is not a digit
} rush_digits;

#if defined(RUSH_VECTOR_BITS)

/// The number that sixteen values of digits make: pairs, then fours, then eights, each by one multiply-and-add of
/// neighbours.
RUSH_INLINE uint64_t rush_sixteen_values(rush_vector values) {
#if defined(__SSE2__)
  const __m128i tens = _mm_set1_epi32(1 << 16 | 10), hundreds = _mm_set1_epi32(1 << 16 | 100);
  const __m128i ten_thousands = _mm_set1_epi32(1 << 16 | 10000), zero = _mm_setzero_si128();
  __m128i pairs = _mm_packs_epi32(_mm_madd_epi16(_mm_unpacklo_epi8(values, zero), tens),
                                  _mm_madd_epi16(_mm_unpackhi_epi8(values, zero), tens));
  __m128i fours = _mm_madd_epi16(pairs, hundreds);
  __m128i eights = _mm_madd_epi16(_mm_packs_epi32(fours, fours), ten_thousands);
  uint64_t both = (uint64_t)_mm_cvtsi128_si64(eights);
  return (both & 0xffffffff) * 100000000 + (both >> 32);
#else
  const uint8x16_t tens = vreinterpretq_u8_u16(vdupq_n_u16(1 << 8 | 10));
  const uint16x8_t hundreds = vreinterpretq_u16_u32(vdupq_n_u32(1 << 16 | 100));
  const uint32x4_t ten_thousands = vreinterpretq_u32_u64(vdupq_n_u64((uint64_t)1 << 32 | 10000));
  uint16x8_t pairs = vpaddlq_u8(vmulq_u8(values, tens));
  uint32x4_t fours = vpaddlq_u16(vmulq_u16(pairs, hundreds));
  uint64x2_t eights = vpaddlq_u32(vmulq_u32(fours, ten_thousands));
  return vgetq_lane_u64(eights, 0) * 100000000 + vgetq_lane_u64(eights, 1);
#endif
}

/// Bits of the values that are not those of digits.
RUSH_INLINE uint64_t rush_vector_others(rush_vector values) {
#if defined(__SSE2__)
  __m128i least = _mm_min_epu8(values, _mm_set1_epi8(9));
  return rush_vector_bits(_mm_cmpeq_epi8(least, values)) ^ 0xffff;
#else
  return rush_vector_bits(vcgtq_u8(values, vdupq_n_u8(9)));
#endif
}

/// The last `n` (0...16) of the 16 bytes before `end` as a decimal integer.
RUSH_INLINE rush_digits rush_last_digits(const void *end, ptrdiff_t n) {
  rush_vector values = rush_vector_minus(rush_vector_load((const uint8_t *)end - 16), '0');
  values = rush_vector_and(values, rush_vector_load(rush_ones + n));
  return (rush_digits){.value = rush_sixteen_values(values), .others = rush_vector_others(values)};
}

#endif
