// Line feeds of 64 bytes in registers (byte_blocks.h), counted while the block kernel indexes them. AVX2 and
// AVX-512 have these operations:
//
//   no_lines    sums of zero
//   add_lines   adds the line ends of a block
//   take_lines  adds the sums to a count
//
// The sums are bytes. A carriage return makes its sum 255, where it stays, because the additions saturate. So
// the sums hold for 254 blocks.
#pragma once

#include "byte_blocks.h"

#if defined(__x86_64__)

#define RUSH_LINE_ENDS 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0

// AVX2

typedef rush_avx2_block rush_avx2_line_sums;

RUSH_AVX2_INLINE rush_avx2_block rush_avx2_no_lines(void) {
  return (rush_avx2_block){_mm256_setzero_si256(), _mm256_setzero_si256()};
}

RUSH_AVX2_INLINE __m256i rush_avx2_line_ends(__m256i v) {
  return _mm256_shuffle_epi8(RUSH_TABLE(RUSH_LINE_ENDS), _mm256_min_epu8(v, _mm256_set1_epi8(15)));
}

RUSH_AVX2_INLINE rush_avx2_block rush_avx2_add_lines(rush_avx2_block sums, rush_avx2_block v) {
  return (rush_avx2_block){_mm256_adds_epu8(sums.a, rush_avx2_line_ends(v.a)),
                           _mm256_adds_epu8(sums.b, rush_avx2_line_ends(v.b))};
}

RUSH_AVX2_INLINE void rush_avx2_take_lines(rush_line_feeds *lines, rush_avx2_block sums) {
  const __m256i zero = _mm256_setzero_si256();
  __m256i wide = _mm256_add_epi64(_mm256_sad_epu8(sums.a, zero), _mm256_sad_epu8(sums.b, zero));
  uint64_t feeds[4];
  _mm256_storeu_si256((__m256i *)feeds, wide);
  lines->line_feeds += (size_t)(feeds[0] + feeds[1] + feeds[2] + feeds[3]);
  lines->has_returns |= rush_avx2_equal(sums, 0xff);
}

// AVX-512

typedef __m512i rush_avx512_line_sums;

RUSH_AVX512_INLINE __m512i rush_avx512_no_lines(void) { return _mm512_setzero_si512(); }

RUSH_AVX512_INLINE __m512i rush_avx512_add_lines(__m512i sums, __m512i v) {
  __m512i low = _mm512_min_epu8(v, _mm512_set1_epi8(15));
  return _mm512_adds_epu8(sums, _mm512_shuffle_epi8(RUSH_WIDE_TABLE(RUSH_LINE_ENDS), low));
}

RUSH_AVX512_INLINE void rush_avx512_take_lines(rush_line_feeds *lines, __m512i sums) {
  __m512i wide = _mm512_sad_epu8(sums, _mm512_setzero_si512());
  lines->line_feeds += (size_t)_mm512_reduce_add_epi64(wide);
  lines->has_returns |= rush_avx512_equal(sums, 0xff);
}

// AVX-512 with VBMI2 has the operations of AVX-512.

#define rush_vbmi2_line_sums rush_avx512_line_sums
#define rush_vbmi2_no_lines rush_avx512_no_lines
#define rush_vbmi2_add_lines rush_avx512_add_lines
#define rush_vbmi2_take_lines rush_avx512_take_lines

#endif
