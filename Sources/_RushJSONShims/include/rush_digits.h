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

/// The mask of the last `n` of 16 bytes; `n` in 0...16.
RUSH_INLINE __attribute__((const)) rush_last_bytes rush_last_bytes_mask(ptrdiff_t n) {
  // The 16 bytes that begin at `n` end with `n` bytes of ones.
  static const uint8_t bytes[32] = {
      0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
      0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
  };
  rush_last_bytes mask;
  __builtin_memcpy(&mask.first, bytes + n, 8);
  __builtin_memcpy(&mask.second, bytes + n + 8, 8);
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

#if defined(__SSE2__)
/// The last `n` (0...16) of the 16 bytes before `end` as a decimal integer: pairs, then fours, then
/// eights, each by one multiply-and-add of neighbours.
RUSH_INLINE rush_digits rush_last_digits(const void *end, ptrdiff_t n) {
  rush_last_bytes mask = rush_last_bytes_mask(n);
  __m128i wanted = _mm_set_epi64x((long long)mask.second, (long long)mask.first);
  __m128i text = _mm_loadu_si128((const __m128i *)((const char *)end - 16));
  __m128i digits = _mm_and_si128(_mm_xor_si128(text, _mm_set1_epi8(0x30)), wanted);
  // A saturating subtraction leaves only values above 9.
  __m128i others = _mm_subs_epu8(digits, _mm_set1_epi8(9));
  __m128i zero = _mm_setzero_si128();
  const __m128i tens = _mm_set1_epi32(1 << 16 | 10), hundreds = _mm_set1_epi32(1 << 16 | 100);
  const __m128i ten_thousands = _mm_set1_epi32(1 << 16 | 10000);
  __m128i pairs = _mm_packs_epi32(_mm_madd_epi16(_mm_unpacklo_epi8(digits, zero), tens),
                                  _mm_madd_epi16(_mm_unpackhi_epi8(digits, zero), tens));
  __m128i fours = _mm_madd_epi16(pairs, hundreds);
  __m128i eights = _mm_madd_epi16(_mm_packs_epi32(fours, fours), ten_thousands);
  uint64_t both = (uint64_t)_mm_cvtsi128_si64(eights);
  rush_digits result = {
      .value = (both & 0xffffffff) * 100000000 + (both >> 32),
      .others = (uint64_t)(0xffff ^ _mm_movemask_epi8(_mm_cmpeq_epi8(others, zero))),
  };
  return result;
}
#endif
