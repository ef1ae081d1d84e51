// Integers to decimal digits, eight and sixteen at a time.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "rush_digits.h"
#include "rush_vector.h"

/// The values of the eight digits of `number` (below 10^8), the first in the lowest byte.
///
/// Halves, then quarters, then digits: each step divides all lanes at once, by a multiplication with
/// a rounded-up reciprocal (2^40 / 10^4 for eight digits, 2^20 / 10^2 for four, 2^10 / 10 for two),
/// which is exact for every value that a lane can have. No product leaves its lane.
///
/// A quotient goes into the upper half of its lane: x + q (2^32 - 10^4) is q 2^32 + (x - 10^4 q).
RUSH_INLINE __attribute__((const)) uint64_t rush_eight_digits(uint64_t number) {
  uint64_t fours = number + (number * 109951163 >> 40) * (((uint64_t)1 << 32) - 10000);
  uint64_t pairs = fours + (fours * 10486 >> 20 & 0x0000007f0000007f) * ((1 << 16) - 100);
  uint64_t digits = pairs + (pairs * 103 >> 10 & 0x000f000f000f000f) * ((1 << 8) - 10);
  return __builtin_bswap64(digits);
}

/// The two digits of `number` (below 100) as text, the first in the lower byte.
RUSH_INLINE uint16_t rush_digit_pair(uint32_t number) {
  static const char pairs[200 + 1] =
  "0001020304050607080910111213141516171819"
  "2021222324252627282930313233343536373839"
  "4041424344454647484950515253545556575859"
  "6061626364656667686970717273747576777879"
  "8081828384858687888990919293949596979899";
  uint16_t pair;
  __builtin_memcpy(&pair, pairs + 2 * number, 2);
  return pair;
}

/// The values of sixteen digits, the first in the lowest byte of `first`.
typedef struct {
  uint64_t first;
  uint64_t second;
  uint32_t others;  // a bit for each digit that is not zero
} rush_sixteen;

#if defined(__SSE2__)
/// The eight digits of `high` and the eight of `low` (each below 10^8). The steps of `rush_eight_digits` for both at
/// once; in 16-bit lanes the high half of a product is a division by 2^16 already. A third of the
/// instructions.
RUSH_INLINE rush_sixteen rush_sixteen_digits(uint64_t high, uint64_t low) {
  __m128i halves = _mm_set_epi64x((long long)low, (long long)high);
  __m128i tops = _mm_srli_epi64(_mm_mul_epu32(halves, _mm_set1_epi64x(109951163)), 40);
  __m128i rests = _mm_sub_epi32(halves, _mm_mul_epu32(tops, _mm_set1_epi64x(10000)));
  __m128i fours = _mm_or_si128(tops, _mm_slli_epi64(rests, 32));
  // 5243 / 2^19 is just above 1 / 100, and 6554 / 2^16 just above 1 / 10.
  __m128i hundreds = _mm_srli_epi16(_mm_mulhi_epu16(fours, _mm_set1_epi16(5243)), 3);
  rests = _mm_sub_epi16(fours, _mm_mullo_epi16(hundreds, _mm_set1_epi16(100)));
  __m128i pairs = _mm_or_si128(hundreds, _mm_slli_epi32(rests, 16));
  __m128i tens = _mm_mulhi_epu16(pairs, _mm_set1_epi16(6554));
  rests = _mm_sub_epi16(pairs, _mm_mullo_epi16(tens, _mm_set1_epi16(10)));
  __m128i digits = _mm_or_si128(tens, _mm_slli_epi16(rests, 8));
  __m128i zeros = _mm_cmpeq_epi8(digits, _mm_setzero_si128());
  rush_sixteen result = {
      .first = (uint64_t)_mm_cvtsi128_si64(digits),
      .second = (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(digits, digits)),
      .others = 0xffff ^ (uint32_t)_mm_movemask_epi8(zeros),
  };
  return result;
}
#else
/// The eight digits of `high` and the eight of `low` (each below 10^8).
RUSH_INLINE rush_sixteen rush_sixteen_digits(uint64_t high, uint64_t low) {
  rush_sixteen result = {
      .first = rush_eight_digits(high),
      .second = rush_eight_digits(low),
      .others = 0,
  };
  // A digit has four bits, so one added to all of them carries into the fifth; then the eight bits
  // are gathered at the top by a product whose partial sums do not meet.
  const uint64_t most = 0x0f0f0f0f0f0f0f0f, ones = 0x0101010101010101;
  uint64_t first = (result.first + most) >> 4 & ones, second = (result.second + most) >> 4 & ones;
  const uint64_t gather = 0x0102040810204080;
  result.others = (uint32_t)(first * gather >> 56 | (second * gather >> 56) << 8);
  return result;
}
#endif

/// Stores sixteen bytes of text, the first in the lowest byte of `first`, with a point before byte `n`
/// (0...16): seventeen bytes.
///
///   text     1234567890123456     n = 3
///   moved     123456789012345     stored whole one byte further on, for its last byte
///   stored   123.4567890123456
RUSH_INLINE void rush_store_with_point(uint64_t first, uint64_t second, ptrdiff_t n, void *output) {
  char *bytes = (char *)output;
  rush_last_bytes mask = rush_last_bytes_mask(16 - n);
#if defined(__SSE2__)
  __m128i text = _mm_set_epi64x((long long)second, (long long)first);
  __m128i moves = _mm_set_epi64x((long long)mask.second, (long long)mask.first);
  __m128i moved = _mm_and_si128(moves, _mm_slli_si128(text, 1));
  _mm_storeu_si128((__m128i *)(bytes + 1), text);
  _mm_storeu_si128((__m128i *)bytes, _mm_or_si128(_mm_andnot_si128(moves, text), moved));
#else
  uint64_t words[2] = {(first & ~mask.first) | (first << 8 & mask.first),
                       (second & ~mask.second) | ((second << 8 | first >> 56) & mask.second)};
  __builtin_memcpy(bytes, words, 16);
  bytes[16] = (char)(second >> 56);
#endif
  bytes[n] = '.';
}
