// Sixteen bytes in a register of the baseline instruction set: SSE2 or NEON. Each comparison gives
// 0xff in the bytes where it holds, and 0 in the others.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The attributes of a function that is part of its caller's loop.
#define RUSH_INLINE static inline __attribute__((always_inline, unused))

/// The bit that differs between upper and lower case letters, and between the two kinds of brackets.
#define RUSH_CASE_BIT 0x20

#if defined(__SSE2__)
#include <emmintrin.h>

typedef __m128i rush_vector;

/// Bits for each byte in `rush_vector_bits`.
#define RUSH_VECTOR_BITS 1

RUSH_INLINE rush_vector rush_vector_load(const uint8_t *at) {
  return _mm_loadu_si128((const __m128i *)at);
}

RUSH_INLINE void rush_vector_store(uint8_t *at, rush_vector v) {
  _mm_storeu_si128((__m128i *)at, v);
}

RUSH_INLINE rush_vector rush_vector_or(rush_vector a, rush_vector b) { return _mm_or_si128(a, b); }

RUSH_INLINE rush_vector rush_vector_and(rush_vector a, rush_vector b) { return _mm_and_si128(a, b); }

RUSH_INLINE rush_vector rush_vector_of(uint8_t byte) { return _mm_set1_epi8((char)byte); }

RUSH_INLINE rush_vector rush_vector_minus(rush_vector v, uint8_t byte) {
  return _mm_sub_epi8(v, rush_vector_of(byte));
}

RUSH_INLINE rush_vector rush_vector_equal(rush_vector v, uint8_t byte) {
  return _mm_cmpeq_epi8(v, rush_vector_of(byte));
}

/// Compares with a range of `count` bytes from `first` on.
RUSH_INLINE rush_vector rush_vector_below(rush_vector v, uint8_t first, uint8_t count) {
  rush_vector x = _mm_sub_epi8(v, rush_vector_of(first));
  return _mm_cmpeq_epi8(_mm_min_epu8(x, rush_vector_of((uint8_t)(count - 1))), x);
}

/// The result of a comparison as an integer, the first byte lowest.
RUSH_INLINE uint64_t rush_vector_bits(rush_vector v) {
  return (uint64_t)(uint32_t)_mm_movemask_epi8(v);
}

#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>

typedef uint8x16_t rush_vector;

// NEON has no instruction that makes one bit of each byte.
#define RUSH_VECTOR_BITS 4

RUSH_INLINE rush_vector rush_vector_load(const uint8_t *at) { return vld1q_u8(at); }

RUSH_INLINE void rush_vector_store(uint8_t *at, rush_vector v) { vst1q_u8(at, v); }

RUSH_INLINE rush_vector rush_vector_or(rush_vector a, rush_vector b) { return vorrq_u8(a, b); }

RUSH_INLINE rush_vector rush_vector_and(rush_vector a, rush_vector b) { return vandq_u8(a, b); }

RUSH_INLINE rush_vector rush_vector_of(uint8_t byte) { return vdupq_n_u8(byte); }

RUSH_INLINE rush_vector rush_vector_minus(rush_vector v, uint8_t byte) {
  return vsubq_u8(v, rush_vector_of(byte));
}

RUSH_INLINE rush_vector rush_vector_equal(rush_vector v, uint8_t byte) {
  return vceqq_u8(v, rush_vector_of(byte));
}

RUSH_INLINE rush_vector rush_vector_below(rush_vector v, uint8_t first, uint8_t count) {
  return vcltq_u8(vsubq_u8(v, rush_vector_of(first)), rush_vector_of(count));
}

RUSH_INLINE uint64_t rush_vector_bits(rush_vector v) {
  return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(v), 4)), 0);
}

#endif
