// 64 bytes in registers, for each instruction set, and a bit for each byte that is of a class. What the
// skip kernels and the counters are made of. A private header of this target.
#pragma once

#include <stdint.h>

#include "utf8_blocks.h"

#define RUSH_HERE static inline __attribute__((always_inline, unused))

RUSH_HERE uint64_t rush_plain_prefix_xor(uint64_t bits) {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  bits ^= bits << 32;
  return bits;
}

// Whitespace by the low half of a byte, and what is equal to no byte of that half elsewhere. Bytes above
// 0x7f are looked up as zero (as simdjson classifies; Langdale and Lemire 2019, "Parsing Gigabytes of
// JSON per Second", §3.1.2).
#define RUSH_SPACES ' ', -1, -1, -1, -1, -1, -1, -1, -1, '\t', '\n', -1, -1, '\r', -1, -1

// ---- Eight bytes at a time, everywhere ----

typedef struct { uint64_t word[8]; } rush_words;

RUSH_HERE rush_words rush_words_load(const uint8_t *at) {
  rush_words v;
  for (int i = 0; i < 8; i++) {
    uint64_t word = 0;
    for (int byte = 7; byte >= 0; byte--) word = word << 8 | at[i * 8 + byte];
    v.word[i] = word;
  }
  return v;
}

// A bit for each byte of which the top bit is set.
RUSH_HERE uint64_t rush_gather(const uint64_t *top_bits) {
  uint64_t bits = 0;
  for (int i = 0; i < 8; i++) {
    bits |= ((top_bits[i] & 0x8080808080808080ULL) * 0x0002040810204081ULL >> 56) << (8 * i);
  }
  return bits;
}

RUSH_HERE uint64_t rush_words_equal(rush_words v, uint8_t byte) {
  const uint64_t low = 0x7f7f7f7f7f7f7f7fULL;
  uint64_t top[8];
  for (int i = 0; i < 8; i++) {
    uint64_t x = v.word[i] ^ 0x0101010101010101ULL * byte;
    top[i] = ~(((x & low) + low) | x | low);
  }
  return rush_gather(top);
}

RUSH_HERE uint64_t rush_words_folded(rush_words v, uint8_t byte) {
  for (int i = 0; i < 8; i++) v.word[i] |= 0x2020202020202020ULL;
  return rush_words_equal(v, byte);
}

RUSH_HERE uint64_t rush_words_below(rush_words v, uint8_t first, uint8_t count) {
  uint64_t bits = 0;
  for (int i = 0; i < 64; i++) {
    uint8_t byte = (uint8_t)(v.word[i / 8] >> (i % 8 * 8));
    bits |= (uint64_t)((uint8_t)(byte - first) < count) << i;
  }
  return bits;
}

// Whitespace by four comparisons, where no table of sixteen bytes can be looked up.
#define RUSH_SPACE_OF(equal, v) (equal(v, ' ') | equal(v, '\n') | equal(v, '\r') | equal(v, '\t'))
RUSH_HERE uint64_t rush_words_space(rush_words v) { return RUSH_SPACE_OF(rush_words_equal, v); }

RUSH_HERE uint64_t rush_words_lower(rush_words v) {
  for (int i = 0; i < 8; i++) v.word[i] <<= 2;
  return rush_gather(v.word);
}

#if defined(__x86_64__)

// ---- SSE2 ----

typedef struct { __m128i a, b, c, d; } rush_sse2_block;

RUSH_HERE rush_sse2_block rush_sse2_load(const uint8_t *at) {
  return (rush_sse2_block){
      _mm_loadu_si128((const __m128i *)at), _mm_loadu_si128((const __m128i *)(at + 16)),
      _mm_loadu_si128((const __m128i *)(at + 32)), _mm_loadu_si128((const __m128i *)(at + 48))};
}

RUSH_HERE uint64_t rush_sse2_bits(__m128i a, __m128i b, __m128i c, __m128i d) {
  return (uint64_t)(uint32_t)_mm_movemask_epi8(a) | (uint64_t)(uint32_t)_mm_movemask_epi8(b) << 16 |
         (uint64_t)(uint32_t)_mm_movemask_epi8(c) << 32 |
         (uint64_t)(uint32_t)_mm_movemask_epi8(d) << 48;
}

RUSH_HERE uint64_t rush_sse2_equal(rush_sse2_block v, uint8_t byte) {
  __m128i x = _mm_set1_epi8((char)byte);
  return rush_sse2_bits(_mm_cmpeq_epi8(v.a, x), _mm_cmpeq_epi8(v.b, x), _mm_cmpeq_epi8(v.c, x),
                        _mm_cmpeq_epi8(v.d, x));
}

RUSH_HERE uint64_t rush_sse2_folded(rush_sse2_block v, uint8_t byte) {
  __m128i bit = _mm_set1_epi8(0x20);
  rush_sse2_block folded = {_mm_or_si128(v.a, bit), _mm_or_si128(v.b, bit), _mm_or_si128(v.c, bit),
                            _mm_or_si128(v.d, bit)};
  return rush_sse2_equal(folded, byte);
}

RUSH_HERE __m128i rush_sse2_in_range(__m128i v, uint8_t first, uint8_t count) {
  __m128i x = _mm_sub_epi8(v, _mm_set1_epi8((char)first));
  return _mm_cmpeq_epi8(_mm_min_epu8(x, _mm_set1_epi8((char)(count - 1))), x);
}

RUSH_HERE uint64_t rush_sse2_below(rush_sse2_block v, uint8_t first, uint8_t count) {
  return rush_sse2_bits(
      rush_sse2_in_range(v.a, first, count), rush_sse2_in_range(v.b, first, count),
      rush_sse2_in_range(v.c, first, count), rush_sse2_in_range(v.d, first, count));
}

RUSH_HERE uint64_t rush_sse2_space(rush_sse2_block v) { return RUSH_SPACE_OF(rush_sse2_equal, v); }

RUSH_HERE uint64_t rush_sse2_lower(rush_sse2_block v) {
  return rush_sse2_bits(_mm_slli_epi16(v.a, 2), _mm_slli_epi16(v.b, 2), _mm_slli_epi16(v.c, 2),
                        _mm_slli_epi16(v.d, 2));
}

// ---- AVX2 ----

#define RUSH_AVX2_HERE \
  static inline __attribute__((always_inline, unused, target("avx2,bmi,lzcnt,popcnt,pclmul")))

typedef struct { __m256i a, b; } rush_avx2_block;

RUSH_AVX2_HERE rush_avx2_block rush_avx2_load(const uint8_t *at) {
  return (rush_avx2_block){_mm256_loadu_si256((const __m256i *)at),
                           _mm256_loadu_si256((const __m256i *)(at + 32))};
}

RUSH_AVX2_HERE uint64_t rush_avx2_bits(__m256i low, __m256i high) {
  return (uint64_t)(uint32_t)_mm256_movemask_epi8(low) |
         (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

RUSH_AVX2_HERE uint64_t rush_avx2_equal(rush_avx2_block v, uint8_t byte) {
  __m256i x = _mm256_set1_epi8((char)byte);
  return rush_avx2_bits(_mm256_cmpeq_epi8(v.a, x), _mm256_cmpeq_epi8(v.b, x));
}

RUSH_AVX2_HERE uint64_t rush_avx2_folded(rush_avx2_block v, uint8_t byte) {
  __m256i bit = _mm256_set1_epi8(0x20);
  rush_avx2_block folded = {_mm256_or_si256(v.a, bit), _mm256_or_si256(v.b, bit)};
  return rush_avx2_equal(folded, byte);
}

RUSH_AVX2_HERE __m256i rush_avx2_in_range(__m256i v, uint8_t first, uint8_t count) {
  __m256i x = _mm256_sub_epi8(v, _mm256_set1_epi8((char)first));
  return _mm256_cmpeq_epi8(_mm256_min_epu8(x, _mm256_set1_epi8((char)(count - 1))), x);
}

RUSH_AVX2_HERE uint64_t rush_avx2_below(rush_avx2_block v, uint8_t first, uint8_t count) {
  return rush_avx2_bits(
      rush_avx2_in_range(v.a, first, count), rush_avx2_in_range(v.b, first, count));
}

RUSH_AVX2_HERE uint64_t rush_carryless_prefix_xor(uint64_t bits) {
  return (uint64_t)_mm_cvtsi128_si64(
      _mm_clmulepi64_si128(_mm_set_epi64x(0, (long long)bits), _mm_set1_epi8((char)0xff), 0));
}

RUSH_AVX2_HERE uint64_t rush_avx2_space(rush_avx2_block v) {
  const __m256i table = RUSH_TABLE(RUSH_SPACES);
  return rush_avx2_bits(_mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, v.a), v.a),
                        _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, v.b), v.b));
}

RUSH_AVX2_HERE uint64_t rush_avx2_lower(rush_avx2_block v) {
  return rush_avx2_bits(_mm256_slli_epi16(v.a, 2), _mm256_slli_epi16(v.b, 2));
}

// ---- AVX-512 ----

#define RUSH_AVX512_HERE \
  static inline __attribute__(( \
      always_inline, unused, target("avx512f,avx512bw,avx2,bmi,lzcnt,popcnt,pclmul")))

RUSH_AVX512_HERE __m512i rush_avx512_load(const uint8_t *at) { return _mm512_loadu_si512(at); }

RUSH_AVX512_HERE uint64_t rush_avx512_equal(__m512i v, uint8_t byte) {
  return _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8((char)byte));
}

RUSH_AVX512_HERE uint64_t rush_avx512_folded(__m512i v, uint8_t byte) {
  return rush_avx512_equal(_mm512_or_si512(v, _mm512_set1_epi8(0x20)), byte);
}

RUSH_AVX512_HERE uint64_t rush_avx512_below(__m512i v, uint8_t first, uint8_t count) {
  return _mm512_cmplt_epu8_mask(_mm512_sub_epi8(v, _mm512_set1_epi8((char)first)),
                                _mm512_set1_epi8((char)count));
}

RUSH_AVX512_HERE uint64_t rush_avx512_lower(__m512i v) {
  return _mm512_test_epi8_mask(v, _mm512_set1_epi8(0x20));
}

RUSH_AVX512_HERE uint64_t rush_avx512_space(__m512i v) {
  const __m512i table = _mm512_broadcast_i32x4(_mm_setr_epi8(RUSH_SPACES));
  return _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(table, v), v);
}

#elif defined(__aarch64__) && defined(__ARM_NEON)

#include <arm_neon.h>

// ---- NEON ----

typedef struct { uint8x16_t a, b, c, d; } rush_neon_block;

RUSH_HERE rush_neon_block rush_neon_load(const uint8_t *at) {
  return (rush_neon_block){vld1q_u8(at), vld1q_u8(at + 16), vld1q_u8(at + 32), vld1q_u8(at + 48)};
}

RUSH_HERE uint64_t rush_neon_bits(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
  const uint8x16_t bit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t low = vpaddq_u8(vandq_u8(a, bit), vandq_u8(b, bit));
  uint8x16_t high = vpaddq_u8(vandq_u8(c, bit), vandq_u8(d, bit));
  uint8x16_t sum = vpaddq_u8(low, high);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)), 0);
}

RUSH_HERE uint64_t rush_neon_equal(rush_neon_block v, uint8_t byte) {
  uint8x16_t x = vdupq_n_u8(byte);
  return rush_neon_bits(vceqq_u8(v.a, x), vceqq_u8(v.b, x), vceqq_u8(v.c, x), vceqq_u8(v.d, x));
}

RUSH_HERE uint64_t rush_neon_folded(rush_neon_block v, uint8_t byte) {
  uint8x16_t bit = vdupq_n_u8(0x20);
  rush_neon_block folded = {vorrq_u8(v.a, bit), vorrq_u8(v.b, bit), vorrq_u8(v.c, bit),
                            vorrq_u8(v.d, bit)};
  return rush_neon_equal(folded, byte);
}

RUSH_HERE uint8x16_t rush_neon_in_range(uint8x16_t v, uint8_t first, uint8_t count) {
  return vcltq_u8(vsubq_u8(v, vdupq_n_u8(first)), vdupq_n_u8(count));
}

RUSH_HERE uint64_t rush_neon_below(rush_neon_block v, uint8_t first, uint8_t count) {
  return rush_neon_bits(
      rush_neon_in_range(v.a, first, count), rush_neon_in_range(v.b, first, count),
      rush_neon_in_range(v.c, first, count), rush_neon_in_range(v.d, first, count));
}

RUSH_HERE uint64_t rush_neon_lower(rush_neon_block v) {
  uint8x16_t bit = vdupq_n_u8(0x20);
  return rush_neon_bits(vtstq_u8(v.a, bit), vtstq_u8(v.b, bit), vtstq_u8(v.c, bit),
                        vtstq_u8(v.d, bit));
}

RUSH_HERE uint8x16_t rush_neon_spaces(uint8x16_t v) {
  const uint8x16_t table = {RUSH_SPACES};
  return vceqq_u8(vqtbl1q_u8(table, vandq_u8(v, vdupq_n_u8(0x8f))), v);
}

RUSH_HERE uint64_t rush_neon_space(rush_neon_block v) {
  return rush_neon_bits(rush_neon_spaces(v.a), rush_neon_spaces(v.b), rush_neon_spaces(v.c),
                        rush_neon_spaces(v.d));
}

#endif
