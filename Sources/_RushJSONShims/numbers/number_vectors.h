// What number_body.h is made of, for each instruction set. A private header of number_kernel.c.
#pragma once

#include "../blocks/byte_blocks.h"
#include "rush_digits.h"
#include "rush_number.h"
#include "rush_powers.h"

static const rush_number_value not_read = {RUSH_VALUE_NONE, 0};

// The bits of the `double` nearest to `w` × 10^`q`; `w` is not 0, and `q` in -300...270. The steps of
// `DecimalConversion.magnitude`, which explains them, are here once more so that one call makes the payload of a
// record: with two calls, a number takes a quarter longer. No such number is near an end of the range.
RUSH_INLINE uint64_t nearest_double(uint64_t w, int64_t q) {
  uint64_t leading_zeros = (uint64_t)__builtin_clzll(w), normalized = w << leading_zeros;
  rush_power_of_ten power = rush_power_of_ten_at(q);
  unsigned __int128 product = (unsigned __int128)normalized * power.hi;
  uint64_t high = (uint64_t)(product >> 64), low = (uint64_t)product;
  if (__builtin_expect((high & 0x1ff) == 0x1ff, 0)) {
    uint64_t rest = (uint64_t)((unsigned __int128)normalized * power.lo >> 64);
    low += rest;
    high += low < rest;
  }
  uint64_t upper = high >> 63, shift = upper + 9, significand = high >> shift;
  // A tie goes to the even number.
  if (__builtin_expect(low <= 1, 0) && q >= -4 && q <= 23 && (significand & 3) == 1 &&
      significand << shift == high) {
    significand--;
  }
  uint64_t field = (uint64_t)((217706 * q >> 16) + 63 + 1023 - 1) + upper - leading_zeros;
  return (field << 52) + ((significand + (significand & 1)) >> 1);
}

// Exponents

/// The offset of the `e` of an exponent, and its value.
typedef struct {
  size_t at;
  int32_t value;
} rush_exponent;

// Reads an exponent from its end. `at` is 0 if there is none, or one of more than four digits.
static rush_exponent rush_read_exponent(const uint8_t *start, size_t length) {
  const rush_exponent nothing = {0, 0};
  int32_t exponent = 0, unit = 1;
  size_t at = length;
  for (; at > 0 && unit < 100000 && (uint8_t)(start[at - 1] - '0') < 10; at--, unit *= 10) {
    exponent += unit * (start[at - 1] - '0');
  }
  if (at < 2 || unit == 1 || unit == 100000) return nothing;
  if (start[at - 1] == '-') exponent = -exponent;
  if (start[at - 1] == '-' || start[at - 1] == '+') at--;
  if (at < 2 || (start[at - 1] | 0x20) != 'e') return nothing;
  return (rush_exponent){at - 1, exponent};
}

static const uint8_t *rush_digits_end(const uint8_t *at, const uint8_t *end) {
  while (at < end && (uint8_t)(*at - '0') < 10) at++;
  return at;
}

// Whether up to 32 bytes are a number.
__attribute__((noinline))
static int rush_has_grammar_of_number(const uint8_t *at, size_t length) {
  const uint8_t *end = at + length, *digits;
  if (length > 32) return 0;
  if (at < end && *at == '-') at++;
  digits = at, at = rush_digits_end(at, end);
  if (at == digits || (*digits == '0' && at - digits > 1)) return 0;
  if (at < end && *at == '.') {
    digits = ++at, at = rush_digits_end(at, end);
    if (at == digits) return 0;
  }
  if (at < end && (*at | 0x20) == 'e') {
    at++;
    if (at < end && (*at == '+' || *at == '-')) at++;
    digits = at, at = rush_digits_end(at, end);
    if (at == digits) return 0;
  }
  return at == end;
}

// The value of eight digits, the first in the lowest byte.
RUSH_INLINE uint64_t rush_eight_values(uint64_t values) {
  const uint64_t lanes = 0x000000ff000000ff;
  uint64_t pairs = values * 10 + (values >> 8);
  // Both products at once. Only their upper halves count.
  return ((pairs & lanes) * (100 + (UINT64_C(1000000) << 32)) +
          (pairs >> 16 & lanes) * (1 + (UINT64_C(10000) << 32))) >> 32;
}

// Operations of number_body.h

#if defined(__SSE2__)

// A bit for each byte.
#define RUSH_LAST_BIT 0x8000

RUSH_INLINE uint64_t rush_last_bits(size_t count) { return 0xffffu << (16 - count) & 0xffff; }

// Not by counting leading zeros, which is slow without LZCNT (AMD Zen 5: a short number takes twice as long).
RUSH_INLINE size_t rush_vectors_after(uint64_t bits) {
  return bits ? 15 - (size_t)__builtin_ctz((unsigned)bits) : 16;
}

RUSH_INLINE rush_vector rush_vectors_select(rush_vector mask, rush_vector a, rush_vector b) {
  return _mm_or_si128(_mm_and_si128(mask, a), _mm_andnot_si128(mask, b));
}

#else

// The top bit of the four of each byte.
#define RUSH_LAST_BIT 0x8000000000000000

RUSH_INLINE uint64_t rush_last_bits(size_t count) { return 0x8888888888888888 << (64 - 4 * count); }

RUSH_INLINE size_t rush_vectors_after(uint64_t bits) {
  return (size_t)(bits ? __builtin_clzll(bits) : 64) / 4;
}

RUSH_INLINE rush_vector rush_vectors_select(rush_vector mask, rush_vector a, rush_vector b) {
  return vbslq_u8(mask, a, b);
}

#endif

RUSH_INLINE uint64_t rush_vectors_sixteen(rush_vector values) { return rush_sixteen_values(values); }

#if defined(__x86_64__)

RUSH_AVX2_INLINE size_t rush_avx2_after(uint64_t bits) { return _lzcnt_u32((uint32_t)bits) - 16; }

RUSH_AVX2_INLINE rush_vector rush_avx2_select(rush_vector mask, rush_vector a, rush_vector b) {
  return _mm_blendv_epi8(b, a, mask);
}

RUSH_AVX2_INLINE uint64_t rush_avx2_sixteen(rush_vector values) {
  __m128i fours = _mm_madd_epi16(_mm_maddubs_epi16(values, _mm_set1_epi16(1 << 8 | 10)),
                                 _mm_set1_epi32(1 << 16 | 100));
  __m128i eights = _mm_madd_epi16(_mm_packus_epi32(fours, fours), _mm_set1_epi32(1 << 16 | 10000));
  uint64_t both = (uint64_t)_mm_cvtsi128_si64(eights);
  return (both & 0xffffffff) * 100000000 + (both >> 32);
}

#endif

// Numbers without an exponent

// A number without an exponent.
typedef struct {
  uint64_t digits;
  uint64_t fraction_digits;  // 0 if there is no point
  uint64_t is_negative;
  uint64_t has_point;
  uint64_t errors;           // not 0 if it is no such number, or has more than 19 digits after leading zeros
} rush_decimal;

// The value of the `n` (0 to 32) digits before `end`. `others` is not 0 if one is not a digit, or if more than 19 follow
// leading zeros.
RUSH_INLINE rush_digits rush_digits_before(const uint8_t *end, size_t n) {
  if (n <= 16) return rush_last_digits(end, (ptrdiff_t)n);
  rush_digits low = rush_last_digits(end, 16), high = rush_last_digits(end - 16, (ptrdiff_t)n - 16);
  return (rush_digits){high.value * 10000000000000000 + low.value,
                       high.others | low.others | (high.value > 999)};
}

// Reads a number of 17 bytes or more without an exponent: an integer, or one whose point comes after many digits.
__attribute__((noinline))
static rush_decimal rush_vectors_slow_decimal(const uint8_t *start, size_t length) {
  const rush_decimal nothing = {.errors = 1};
  size_t is_negative = *start == '-', count = length - is_negative;
  const uint8_t *first = start + is_negative, *end = start + length;
  if (count > 32) return nothing;
  rush_digits all = rush_digits_before(end, count);
  if (all.others == 0) return (rush_decimal){all.value, 0, is_negative, 0, *first == '0'};
  size_t before = 0;
  while (before < count && (uint8_t)(first[before] - '0') < 10) before++;
  // A digit comes before the point and after it.
  size_t after = count - 1 - before;
  if (before - 1 >= count - 2 || first[before] != '.' || (*first == '0' && before != 1)) return nothing;
  rush_digits head = rush_digits_before(first + before, before), tail = rush_digits_before(end, after);
  // A leading zero does not count.
  if ((before + after > 19 && head.value != 0) || (head.others | tail.others) != 0) return nothing;
  uint64_t power = head.value == 0 ? 0 : rush_integer_power_of_ten((ptrdiff_t)after);
  return (rush_decimal){head.value * power + tail.value, after, is_negative, 1, 0};
}

// Reads 17 bytes or more without an exponent.
//
//   text    -65.613616999999977     0.30000000000000004
//            └┬┘└──────┬──────┘     └┬┘└──────┬───────┘
//            head     tail         head     tail      at most sixteen digits, and those before them
RUSH_INLINE rush_decimal rush_vectors_long_decimal(const uint8_t *start, size_t length) {
  const uint8_t *end = start + length;
  size_t is_negative = *start == '-', count = length - is_negative;
  const uint8_t *first = start + is_negative;
  uint64_t word;
  __builtin_memcpy(&word, first, 8);
  uint64_t difference = word ^ 0x2e2e2e2e2e2e2e2e;
  uint64_t points = (difference - 0x0101010101010101) & ~difference & 0x8080808080808080;
  size_t before = (size_t)__builtin_ctzll(points | 1) / 8, after = count - 1 - before;
  size_t extra = after > 16 ? after - 16 : 0;
  if (__builtin_expect((before == 0) | (before + extra > 8), 0)) {
    return rush_vectors_slow_decimal(start, length);
  }
  // Without the point.
  uint64_t low = ((uint64_t)1 << 8 * before) - 1;
  word = (word & low) | (word >> 8 & ~low);
  word = (word ^ 0x3030303030303030) << (64 - 8 * (before + extra));
  uint64_t head = rush_eight_values(word);
  rush_digits tail = rush_last_digits(end, (ptrdiff_t)(after - extra));
  uint64_t errors = ((word + 0x7676767676767676) | word) & 0x8080808080808080;
  errors |= ((before + after > 19) & (head > 999)) | ((*first == '0') & (before != 1)) | tail.others;
  return (rush_decimal){head * rush_integer_power_of_ten((ptrdiff_t)(after - extra)) + tail.value, after,
                        is_negative, 1, errors};
}

#if defined(__x86_64__)

// The bytes that begin at `n` have ones from 32 - `n` up to, not including, 64 - `n`.
static const uint8_t rush_wide_ones[96] __attribute__((aligned(32))) = {
    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
};

// Reads 17 bytes or more without an exponent, as number_body.h reads fewer. Most have a point, so branches are cheaper
// than the same steps for all.
RUSH_AVX2_INLINE rush_decimal rush_avx2_long_decimal(const uint8_t *start, size_t length) {
  const rush_decimal nothing = {.errors = 1};
  const uint8_t *end = start + length;
  size_t is_negative = *start == '-', count = length - is_negative;
  if (__builtin_expect(count > 32, 0)) return nothing;
  const __m256i zero = _mm256_set1_epi8('0');
  __m256i values = _mm256_sub_epi8(_mm256_loadu_si256((const __m256i *)(end - 32)), zero);
  uint32_t digits = (uint32_t)_mm256_movemask_epi8(rush_avx2_in_range(values, 0, 10));
  uint32_t others = (uint32_t)(0xffffffffULL << (32 - count)) & ~digits;
  size_t after = 0, before = count;
  if (__builtin_expect(others != 0, 1)) {
    // What is not a digit must be one point between two digits.
    after = _lzcnt_u32(others), before = count - 1 - after;
    if (__builtin_expect((others & (others - 1)) != 0 || after - 1 >= count - 2, 0)) return nothing;
    if (__builtin_expect(end[-1 - (ptrdiff_t)after] != '.', 0)) return nothing;
    __m256i moved = _mm256_sub_epi8(_mm256_loadu_si256((const __m256i *)(end - 33)), zero);
    __m256i front = _mm256_loadu_si256((const __m256i *)(rush_wide_ones + 32 + after));
    values = _mm256_blendv_epi8(values, moved, front);
    count--;
  }
  if (__builtin_expect(start[is_negative] == '0' && before != 1, 0)) return nothing;
  values = _mm256_and_si256(values, _mm256_loadu_si256((const __m256i *)(rush_wide_ones + count)));

  // Pairs, fours and eights, as in rush_sixteen_values.
  __m256i fours = _mm256_madd_epi16(_mm256_maddubs_epi16(values, _mm256_set1_epi16(1 << 8 | 10)),
                                    _mm256_set1_epi32(1 << 16 | 100));
  __m256i eights = _mm256_madd_epi16(
      _mm256_packus_epi32(fours, fours), _mm256_set1_epi32(1 << 16 | 10000));
  uint64_t first = (uint64_t)_mm_cvtsi128_si64(_mm256_castsi256_si128(eights)), high = first >> 32;
  uint64_t low = (uint64_t)_mm_cvtsi128_si64(_mm256_extracti128_si256(eights, 1));
  uint64_t number = high * 10000000000000000 + (low & 0xffffffff) * 100000000 + (low >> 32);
  // More than 19 digits, without leading zeros (0.0011574074074074073 has 17).
  return (rush_decimal){number, after, is_negative, others != 0, (uint32_t)first | (high > 999)};
}

#endif
