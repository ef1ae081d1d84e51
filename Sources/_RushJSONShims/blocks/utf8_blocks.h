// UTF-8 in registers, for the kernels that validate it. A private header of this target.
#pragma once

#include <stdint.h>

#include "rush_vector.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define RUSH_AVX2 target("avx2,bmi,lzcnt,popcnt,pclmul")
#define RUSH_AVX512 target("avx512f,avx512bw,avx2,bmi,lzcnt,popcnt,pclmul")
#define RUSH_VBMI2                                                                        \
  target("avx512vbmi2,avx512vbmi,avx512vpopcntdq,gfni,vpclmulqdq,avx512vl,avx512dq,"     \
         "avx512f,avx512bw,avx2,bmi,bmi2,lzcnt,popcnt,pclmul")

#define RUSH_TABLE(...) _mm256_broadcastsi128_si256(_mm_setr_epi8(__VA_ARGS__))
#define RUSH_WIDE_TABLE(...) _mm512_broadcast_i32x4(_mm_setr_epi8(__VA_ARGS__))

#endif

#if defined(RUSH_VECTOR_BITS) || defined(__x86_64__)

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

// The tables, for the bytes before each byte and for the byte itself.
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

// Each function below finds the errors of a register whose bytes follow those of `previous`. The last three of these
// count. A result that is not zero is an error.

#if defined(__SSE2__)

// SSE2 has no look-ups, so it compares. A byte continues a sequence if and only if a byte before it needs that.
RUSH_INLINE rush_vector rush_vector_utf8_errors(rush_vector input, rush_vector previous) {
  __m128i back1 = _mm_or_si128(_mm_slli_si128(input, 1), _mm_srli_si128(previous, 15));
  __m128i back2 = _mm_or_si128(_mm_slli_si128(input, 2), _mm_srli_si128(previous, 14));
  __m128i back3 = _mm_or_si128(_mm_slli_si128(input, 3), _mm_srli_si128(previous, 13));
  __m128i second = _mm_subs_epu8(back1, _mm_set1_epi8((char)(0xc0 - 0x80)));
  __m128i third = _mm_subs_epu8(back2, _mm_set1_epi8((char)(0xe0 - 0x80)));
  __m128i fourth = _mm_subs_epu8(back3, _mm_set1_epi8((char)(0xf0 - 0x80)));
  // The top bit tells.
  __m128i must_continue = _mm_or_si128(_mm_or_si128(second, third), fourth);
  __m128i continues = _mm_cmpgt_epi8(_mm_set1_epi8((char)0xc0), input);
  __m128i errors = _mm_and_si128(_mm_xor_si128(must_continue, continues), _mm_set1_epi8((char)0x80));
  // 0xc0 and 0xc1 begin overlong sequences, and no sequence begins with 0xf5 or above.
  errors = _mm_or_si128(errors, rush_vector_equal(_mm_and_si128(back1, rush_vector_of(0xfe)), 0xc0));
  errors = _mm_or_si128(errors, _mm_subs_epu8(back1, rush_vector_of(0xf4)));
  // Overlong: 0xe0 before 0x9f and below, 0xf0 before 0x8f and below. Surrogates: 0xed before 0xa0 and above. Too
  // large: 0xf4 before 0x90 and above. Continuations compare as signed bytes.
  __m128i low_a = _mm_cmpgt_epi8(_mm_set1_epi8((char)0xa0), input);
  __m128i low_9 = _mm_cmpgt_epi8(_mm_set1_epi8((char)0x90), input);
  __m128i overlong = _mm_or_si128(_mm_and_si128(rush_vector_equal(back1, 0xe0), low_a),
                                  _mm_and_si128(rush_vector_equal(back1, 0xf0), low_9));
  __m128i beyond = _mm_or_si128(_mm_andnot_si128(low_a, rush_vector_equal(back1, 0xed)),
                                _mm_andnot_si128(low_9, rush_vector_equal(back1, 0xf4)));
  return _mm_or_si128(errors, _mm_or_si128(overlong, beyond));
}

#elif defined(RUSH_VECTOR_BITS)

RUSH_INLINE rush_vector rush_vector_utf8_errors(rush_vector input, rush_vector previous) {
  static const char first_high[16] = {RUSH_UTF8_FIRST_HIGH};
  static const char first_low[16] = {RUSH_UTF8_FIRST_LOW};
  static const char second_high[16] = {RUSH_UTF8_SECOND_HIGH};
  uint8x16_t back1 = vextq_u8(previous, input, 15), back2 = vextq_u8(previous, input, 14);
  uint8x16_t back3 = vextq_u8(previous, input, 13);
  uint8x16_t special = vandq_u8(
      vandq_u8(vqtbl1q_u8(vld1q_u8((const uint8_t *)first_high), vshrq_n_u8(back1, 4)),
               vqtbl1q_u8(vld1q_u8((const uint8_t *)first_low), vandq_u8(back1, vdupq_n_u8(0x0f)))),
      vqtbl1q_u8(vld1q_u8((const uint8_t *)second_high), vshrq_n_u8(input, 4)));
  uint8x16_t third = vqsubq_u8(back2, vdupq_n_u8(0xe0 - 0x80));
  uint8x16_t fourth = vqsubq_u8(back3, vdupq_n_u8(0xf0 - 0x80));
  return veorq_u8(special, vandq_u8(vorrq_u8(third, fourth), vdupq_n_u8(0x80)));
}

#endif

#if defined(__x86_64__)

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

RUSH_INLINE __attribute__((RUSH_AVX512))
__m512i rush_avx512_high_nibbles(__m512i v) {
  return _mm512_and_si512(_mm512_srli_epi16(v, 4), _mm512_set1_epi8(0x0f));
}

RUSH_INLINE __attribute__((RUSH_AVX512))
__m512i rush_avx512_utf8_errors(__m512i input, __m512i previous) {
  const __m512i first_high = RUSH_WIDE_TABLE(RUSH_UTF8_FIRST_HIGH);
  const __m512i first_low = RUSH_WIDE_TABLE(RUSH_UTF8_FIRST_LOW);
  const __m512i second_high = RUSH_WIDE_TABLE(RUSH_UTF8_SECOND_HIGH);

  __m512i seam = _mm512_alignr_epi64(input, previous, 6);
  __m512i back1 = _mm512_alignr_epi8(input, seam, 15);
  __m512i back2 = _mm512_alignr_epi8(input, seam, 14);
  __m512i back3 = _mm512_alignr_epi8(input, seam, 13);
  __m512i low_nibbles = _mm512_and_si512(back1, _mm512_set1_epi8(0x0f));
  __m512i special = _mm512_and_si512(
      _mm512_and_si512(_mm512_shuffle_epi8(first_high, rush_avx512_high_nibbles(back1)),
                       _mm512_shuffle_epi8(first_low, low_nibbles)),
      _mm512_shuffle_epi8(second_high, rush_avx512_high_nibbles(input)));
  __m512i third = _mm512_subs_epu8(back2, _mm512_set1_epi8((char)(0xe0 - 0x80)));
  __m512i fourth = _mm512_subs_epu8(back3, _mm512_set1_epi8((char)(0xf0 - 0x80)));
  __m512i must_continue =
      _mm512_and_si512(_mm512_or_si512(third, fourth), _mm512_set1_epi8((char)0x80));
  return _mm512_xor_si512(must_continue, special);
}

#endif

#endif
