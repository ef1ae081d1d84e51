// UTF-8, 64 bytes at a time, for the kernels that validate it. A private header of this target.
#pragma once

#include <stdint.h>
#include <string.h>

#include "rush_vector.h"

/// Whether the last bytes of a block begin a sequence that ends in the next one.
RUSH_INLINE uint64_t rush_utf8_incomplete(const uint8_t *block) {
  return (uint64_t)((block[63] >= 0xc0) | (block[62] >= 0xe0) | (block[61] >= 0xf0));
}

#if defined(__x86_64__)

#include <immintrin.h>

#define RUSH_AVX2 target("avx2,bmi,lzcnt,popcnt,pclmul")
#define RUSH_AVX512 target("avx512f,avx512bw,avx2,bmi,lzcnt,popcnt,pclmul")
#define RUSH_VBMI2                                                                        \
  target("avx512vbmi2,avx512vbmi,avx512vpopcntdq,gfni,vpclmulqdq,avx512vl,avx512dq,"     \
         "avx512f,avx512bw,avx2,bmi,bmi2,lzcnt,popcnt,pclmul")

#define RUSH_TABLE(...) _mm256_broadcastsi128_si256(_mm_setr_epi8(__VA_ARGS__))
#define RUSH_WIDE_TABLE(...) _mm512_broadcast_i32x4(_mm_setr_epi8(__VA_ARGS__))

// UTF-8 by three look-ups of nibbles (Keiser and Lemire 2021, "Validating UTF-8 In Less Than One
// Instruction Per Byte"). Each table has the errors that its nibble allows; where all three agree
// on one, the text has it.
enum {
  RUSH_TOO_SHORT = 1 << 0,   // 11______ 0_______  or  11______ 11______
  RUSH_TOO_LONG = 1 << 1,    // 0_______ 10______
  RUSH_OVERLONG_3 = 1 << 2,  // 11100000 100_____
  RUSH_TOO_LARGE = 1 << 3,   // 11110100 1001____  and above
  RUSH_SURROGATE = 1 << 4,   // 11101101 101_____
  RUSH_OVERLONG_2 = 1 << 5,  // 1100000_ 10______
  RUSH_LARGE_OR_4 = 1 << 6,  // 11110101 1000____  and above, or the overlong 11110000 1000____
  RUSH_TWO_CONTINUATIONS = 1 << 7,
  RUSH_CARRY = RUSH_TOO_SHORT | RUSH_TOO_LONG | RUSH_TWO_CONTINUATIONS,
  RUSH_BEYOND = RUSH_CARRY | RUSH_TOO_LARGE | RUSH_LARGE_OR_4,
  RUSH_CONTINUES = RUSH_TOO_LONG | RUSH_OVERLONG_2 | RUSH_TWO_CONTINUATIONS,
};

#define RUSH_1(errors) (char)(errors)
#define RUSH_4(errors) RUSH_1(errors), RUSH_1(errors), RUSH_1(errors), RUSH_1(errors)

#define RUSH_UTF8_FIRST_HIGH \
  RUSH_4(RUSH_TOO_LONG), RUSH_4(RUSH_TOO_LONG), RUSH_4(RUSH_TWO_CONTINUATIONS), \
  RUSH_1(RUSH_TOO_SHORT | RUSH_OVERLONG_2), RUSH_1(RUSH_TOO_SHORT), \
  RUSH_1(RUSH_TOO_SHORT | RUSH_OVERLONG_3 | RUSH_SURROGATE), \
  RUSH_1(RUSH_TOO_SHORT | RUSH_TOO_LARGE | RUSH_LARGE_OR_4)

#define RUSH_UTF8_FIRST_LOW \
  RUSH_1(RUSH_CARRY | RUSH_OVERLONG_3 | RUSH_OVERLONG_2 | RUSH_LARGE_OR_4), \
  RUSH_1(RUSH_CARRY | RUSH_OVERLONG_2), RUSH_1(RUSH_CARRY), RUSH_1(RUSH_CARRY), \
  RUSH_1(RUSH_CARRY | RUSH_TOO_LARGE), RUSH_4(RUSH_BEYOND), RUSH_4(RUSH_BEYOND), \
  RUSH_1(RUSH_BEYOND | RUSH_SURROGATE), RUSH_1(RUSH_BEYOND), RUSH_1(RUSH_BEYOND)

#define RUSH_UTF8_SECOND_HIGH \
  RUSH_4(RUSH_TOO_SHORT), RUSH_4(RUSH_TOO_SHORT), \
  RUSH_1(RUSH_CONTINUES | RUSH_OVERLONG_3 | RUSH_LARGE_OR_4), \
  RUSH_1(RUSH_CONTINUES | RUSH_OVERLONG_3 | RUSH_TOO_LARGE), \
  RUSH_1(RUSH_CONTINUES | RUSH_SURROGATE | RUSH_TOO_LARGE), \
  RUSH_1(RUSH_CONTINUES | RUSH_SURROGATE | RUSH_TOO_LARGE), RUSH_4(RUSH_TOO_SHORT)

RUSH_INLINE __attribute__((RUSH_AVX2))
__m256i rush_avx2_high_nibbles(__m256i v) {
  return _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(0x0f));
}

RUSH_INLINE __attribute__((RUSH_AVX2))
__m256i rush_avx2_utf8_errors(__m256i input, __m256i previous) {
  const __m256i first_high = RUSH_TABLE(RUSH_UTF8_FIRST_HIGH);
  const __m256i first_low = RUSH_TABLE(RUSH_UTF8_FIRST_LOW);
  const __m256i second_high = RUSH_TABLE(RUSH_UTF8_SECOND_HIGH);

  __m256i seam = _mm256_permute2x128_si256(previous, input, 0x21);
  __m256i back1 = _mm256_alignr_epi8(input, seam, 15);
  __m256i back2 = _mm256_alignr_epi8(input, seam, 14);
  __m256i back3 = _mm256_alignr_epi8(input, seam, 13);

  __m256i low_nibbles = _mm256_and_si256(back1, _mm256_set1_epi8(0x0f));
  __m256i special = _mm256_and_si256(
      _mm256_and_si256(_mm256_shuffle_epi8(first_high, rush_avx2_high_nibbles(back1)),
                       _mm256_shuffle_epi8(first_low, low_nibbles)),
      _mm256_shuffle_epi8(second_high, rush_avx2_high_nibbles(input)));

  // The third byte of a three-byte sequence, and the third and fourth of a four-byte sequence, must
  // follow a continuation, and no other byte may.
  __m256i third = _mm256_subs_epu8(back2, _mm256_set1_epi8((char)(0xe0 - 0x80)));
  __m256i fourth = _mm256_subs_epu8(back3, _mm256_set1_epi8((char)(0xf0 - 0x80)));
  __m256i must_continue =
      _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8((char)0x80));
  return _mm256_xor_si256(must_continue, special);
}

// Whether the 64 bytes at `block`, after the 32 at `previous32`, have an ill-formed sequence.
RUSH_INLINE __attribute__((RUSH_AVX2))
int rush_avx2_utf8_error(const uint8_t *block, const uint8_t *previous32) {
  __m256i a = _mm256_loadu_si256((const __m256i *)block);
  __m256i b = _mm256_loadu_si256((const __m256i *)(block + 32));
  __m256i before = _mm256_loadu_si256((const __m256i *)previous32);
  __m256i errors = _mm256_or_si256(rush_avx2_utf8_errors(a, before), rush_avx2_utf8_errors(b, a));
  return !_mm256_testz_si256(errors, errors);
}

RUSH_INLINE __attribute__((RUSH_AVX512))
__m512i rush_avx512_high_nibbles(__m512i v) {
  return _mm512_and_si512(_mm512_srli_epi16(v, 4), _mm512_set1_epi8(0x0f));
}

// As rush_avx2_utf8_errors, but the bytes before each byte are loaded, not shifted in: they are in
// memory, except for those before the first block.
RUSH_INLINE __attribute__((RUSH_AVX512))
int rush_avx512_utf8_error(const uint8_t *block, const uint8_t *previous32) {
  const __m512i first_high = RUSH_WIDE_TABLE(RUSH_UTF8_FIRST_HIGH);
  const __m512i first_low = RUSH_WIDE_TABLE(RUSH_UTF8_FIRST_LOW);
  const __m512i second_high = RUSH_WIDE_TABLE(RUSH_UTF8_SECOND_HIGH);
  uint8_t seam[96];
  const uint8_t *at = block;
  if (__builtin_expect(previous32 + 32 != block, 0)) {
    memcpy(seam, previous32, 32);
    memcpy(seam + 32, block, 64);
    at = seam + 32;
  }
  __m512i input = _mm512_loadu_si512(at), back1 = _mm512_loadu_si512(at - 1);
  __m512i back2 = _mm512_loadu_si512(at - 2), back3 = _mm512_loadu_si512(at - 3);
  __m512i low_nibbles = _mm512_and_si512(back1, _mm512_set1_epi8(0x0f));
  __m512i special = _mm512_and_si512(
      _mm512_and_si512(_mm512_shuffle_epi8(first_high, rush_avx512_high_nibbles(back1)),
                       _mm512_shuffle_epi8(first_low, low_nibbles)),
      _mm512_shuffle_epi8(second_high, rush_avx512_high_nibbles(input)));
  __m512i third = _mm512_subs_epu8(back2, _mm512_set1_epi8((char)(0xe0 - 0x80)));
  __m512i fourth = _mm512_subs_epu8(back3, _mm512_set1_epi8((char)(0xf0 - 0x80)));
  __m512i must_continue =
      _mm512_and_si512(_mm512_or_si512(third, fourth), _mm512_set1_epi8((char)0x80));
  __m512i errors = _mm512_xor_si512(must_continue, special);
  return _mm512_test_epi8_mask(errors, errors) != 0;
}

#endif
