// 64 bytes in registers, and masks of them: 64-bit integers with a bit for each byte of a class. The
// kernels and counters are made of these. A private header of this target.
//
// There are five instruction sets, whose names are part of every function's name:
//
//   words     eight bytes in an integer: every processor
//   vectors   rush_vector.h: SSE2 or NEON
//   avx2
//   avx512
//   vbmi2     as avx512, and moves bytes together by a mask
//
// Each has these operations on its `rush_…_block`:
//
//   load        64 bytes
//   equal       bytes equal to one byte
//   folded      the same with the case bit set in each byte of the block
//   below       bytes in a range of `count` from `first` on
//   high        bytes of 0x80 and above
//   lower       bytes with the case bit set
//   space       whitespace: space, tab, line feed, carriage return
//   structural  { } [ ] : ,  and also 0x0c and 0x1a (see below)
//   prefix_xor  of a mask: bit `i` becomes the XOR of bits 0 through `i`
//   has_high_or  whether a byte is 0x80 or above, or equals one byte
//
// All but words also have these, to validate UTF-8 (utf8_blocks.h):
//
//   has_high         whether a byte is 0x80 or above
//   tail             a register that ends with the bytes before a block: tail_of(its last four bytes),
//                    tail_before(the address of the block)
//   utf8_error       whether a block after a tail has an ill-formed sequence
//   utf8_incomplete  whether a block ends inside a sequence
//
// The structural class folds the case bit: `[` and `{`, `]` and `}` then are one byte each. The fold
// also makes 0x0c a `,` and 0x1a a `:`. Neither is allowed in a JSON text outside of strings, so each
// only gets an offset of its own, at which the grammar refuses it.
#pragma once

#include <stdint.h>

#include "rush_blocks.h"
#include "rush_vector.h"
#include "utf8_blocks.h"

#define RUSH_PASTED(isa, name) rush_##isa##_##name
#define RUSH_NAME(isa, name) RUSH_PASTED(isa, name)
// In the body of a kernel: the name for its instruction set (every_kernel.h).
#define RUSH_OF(name) RUSH_NAME(RUSH_ISA, name)

// The choice of an instruction set

// The portable kernel is that of vectors where the target always has them.
#if defined(RUSH_VECTOR_BITS)
#define RUSH_DEFAULT_CASE(call) \
  default: return rush_vectors_##call;
#else
#define RUSH_DEFAULT_CASE(call) \
  default: return rush_words_##call;
#endif
#if defined(__x86_64__)
#define RUSH_AVX_CASES(call)                         \
  case rush_kernel_avx2: return rush_avx2_##call;    \
  case rush_kernel_avx512: return rush_avx512_##call; \
  case rush_kernel_vbmi2: return rush_vbmi2_##call;
#else
#define RUSH_AVX_CASES(call)
#endif
// Returns the result of the call for the instruction set of `kernel`.
#define RUSH_RETURN_CALL(kernel, call)       \
  switch (kernel) {                          \
    RUSH_AVX_CASES(call)                     \
    RUSH_DEFAULT_CASE(call)                  \
  }

// Escapes

/// For a mask of backslashes: the bytes that are escaped, and the backslashes that escape them.
typedef struct {
  uint64_t escaped;
  uint64_t escapes;
} rush_escapes;

// In a run of backslashes, every second one is escaped. The borrow of one subtraction runs through
// each run, so its end shows the parity of its start: a variant of the additions in Langdale and
// Lemire 2019, "Parsing Gigabytes of JSON per Second", §3.1.1. `first_is_escaped` is 1 if the byte
// before the block is a backslash that escapes.
RUSH_INLINE rush_escapes rush_find_escapes(uint64_t backslashes, uint64_t first_is_escaped) {
  const uint64_t odd = 0xAAAAAAAAAAAAAAAAULL;
  uint64_t candidates = backslashes & ~first_is_escaped;
  uint64_t terminal = (((candidates << 1) | odd) - candidates) ^ odd;
  return (rush_escapes){terminal ^ (backslashes | first_is_escaped), terminal & backslashes};
}

// Words

typedef struct { uint64_t word[8]; } rush_words_block;

#define RUSH_EVERY_BYTE 0x0101010101010101ULL

RUSH_INLINE rush_words_block rush_words_load(const uint8_t *at) {
  rush_words_block v;
  for (int i = 0; i < 8; i++) {
    uint64_t word = 0;
    for (int byte = 7; byte >= 0; byte--) word = word << 8 | at[i * 8 + byte];
    v.word[i] = word;
  }
  return v;
}

// A bit for each byte with its top bit set.
RUSH_INLINE uint64_t rush_words_high(rush_words_block v) {
  uint64_t bits = 0;
  for (int i = 0; i < 8; i++) {
    bits |= ((v.word[i] & RUSH_EVERY_BYTE * 0x80) * 0x0002040810204081ULL >> 56) << (8 * i);
  }
  return bits;
}

// The top bit of each byte that is zero, and other bits below it. A carry never leaves its byte.
RUSH_INLINE uint64_t rush_word_zeros(uint64_t word) {
  const uint64_t low = RUSH_EVERY_BYTE * 0x7f;
  return ~(((word & low) + low) | word | low);
}

RUSH_INLINE uint64_t rush_words_equal(rush_words_block v, uint8_t byte) {
  for (int i = 0; i < 8; i++) v.word[i] = rush_word_zeros(v.word[i] ^ RUSH_EVERY_BYTE * byte);
  return rush_words_high(v);
}

RUSH_INLINE int rush_words_has_high_or(rush_words_block v, uint8_t byte) {
  return (rush_words_high(v) | rush_words_equal(v, byte)) != 0;
}

RUSH_INLINE uint64_t rush_words_folded(rush_words_block v, uint8_t byte) {
  for (int i = 0; i < 8; i++) v.word[i] |= RUSH_EVERY_BYTE * RUSH_CASE_BIT;
  return rush_words_equal(v, byte);
}

// `count` is at most 0x80.
RUSH_INLINE uint64_t rush_words_below(rush_words_block v, uint8_t first, uint8_t count) {
  const uint64_t tops = RUSH_EVERY_BYTE * 0x80, low = RUSH_EVERY_BYTE * 0x7f;
  const uint64_t from = RUSH_EVERY_BYTE * first;
  for (int i = 0; i < 8; i++) {
    // Each byte minus `first`, without a borrow from its neighbour.
    uint64_t x = ((v.word[i] | tops) - (from & low)) ^ ((v.word[i] ^ ~from) & tops);
    v.word[i] = ~(x | ((x & low) + RUSH_EVERY_BYTE * (uint8_t)(0x80 - count)));
  }
  return rush_words_high(v);
}

RUSH_INLINE uint64_t rush_words_lower(rush_words_block v) {
  for (int i = 0; i < 8; i++) v.word[i] <<= 2;
  return rush_words_high(v);
}

RUSH_INLINE uint64_t rush_words_space(rush_words_block v) {
  return rush_words_equal(v, ' ') | rush_words_equal(v, '\n') | rush_words_equal(v, '\r') |
         rush_words_equal(v, '\t');
}

RUSH_INLINE uint64_t rush_words_structural(rush_words_block v) {
  return rush_words_folded(v, '{') | rush_words_folded(v, '}') | rush_words_folded(v, ':') |
         rush_words_folded(v, ',');
}

RUSH_INLINE uint64_t rush_words_prefix_xor(uint64_t bits) {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  bits ^= bits << 32;
  return bits;
}

// Classes

// A byte belongs to a class if it equals the table's entry for its low nibble (as simdjson
// classifies; Langdale and Lemire 2019, §3.1.2). An entry without a member is 0x80: a byte with the
// top bit set selects 0, so nothing equals such an entry.
#define RUSH_NONE ((char)0x80)
#define RUSH_FOUR_NONE RUSH_NONE, RUSH_NONE, RUSH_NONE, RUSH_NONE
#define RUSH_SPACES                                                                        \
  ' ', RUSH_FOUR_NONE, RUSH_FOUR_NONE, '\t', '\n', RUSH_NONE, RUSH_NONE, '\r', RUSH_NONE, \
      RUSH_NONE
#define RUSH_STRUCTURALS \
  RUSH_FOUR_NONE, RUSH_FOUR_NONE, RUSH_NONE, RUSH_NONE, ':', '{', ',', '}', RUSH_NONE, RUSH_NONE

// The greatest bytes at the end of a block that do not begin a sequence of UTF-8 that ends in the next one.
#define RUSH_UTF8_LAST \
  0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xef, 0xdf, 0xbf

// Vectors

#if defined(RUSH_VECTOR_BITS)

typedef struct { rush_vector a, b, c, d; } rush_vectors_block;

RUSH_INLINE rush_vectors_block rush_vectors_load(const uint8_t *at) {
  return (rush_vectors_block){rush_vector_load(at), rush_vector_load(at + 16),
                              rush_vector_load(at + 32), rush_vector_load(at + 48)};
}

RUSH_INLINE uint64_t rush_vectors_mask(rush_vector a, rush_vector b, rush_vector c, rush_vector d) {
#if defined(__SSE2__)
  return rush_vector_bits(a) | rush_vector_bits(b) << 16 | rush_vector_bits(c) << 32 |
         rush_vector_bits(d) << 48;
#else
  // Keeps one bit of each byte, and adds neighbours three times.
  const uint8x16_t bit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t low = vpaddq_u8(vandq_u8(a, bit), vandq_u8(b, bit));
  uint8x16_t high = vpaddq_u8(vandq_u8(c, bit), vandq_u8(d, bit));
  uint8x16_t sum = vpaddq_u8(low, high);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)), 0);
#endif
}

RUSH_INLINE rush_vector rush_vector_folded(rush_vector v) {
  return rush_vector_or(v, rush_vector_of(RUSH_CASE_BIT));
}

// Whether bytes are one of four.
RUSH_INLINE rush_vector rush_vector_among(
    rush_vector v, uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
  return rush_vector_or(rush_vector_or(rush_vector_equal(v, a), rush_vector_equal(v, b)),
                        rush_vector_or(rush_vector_equal(v, c), rush_vector_equal(v, d)));
}

#if defined(__SSE2__)
#define RUSH_VECTOR_LOWER(x) _mm_slli_epi16(x, 2)
#else
#define RUSH_VECTOR_LOWER(x) vtstq_u8(x, rush_vector_of(RUSH_CASE_BIT))
#endif

// Defines an operation by a comparison with each vector, here `x`. Its parameters come last.
#define RUSH_DEFINE_VECTORS(name, comparison, ...)                                        \
  RUSH_INLINE uint64_t rush_vectors_##name(__VA_ARGS__) {                                 \
    rush_vector x = v.a, a = comparison;                                                  \
    x = v.b;                                                                              \
    rush_vector b = comparison;                                                           \
    x = v.c;                                                                              \
    rush_vector c = comparison;                                                           \
    x = v.d;                                                                              \
    return rush_vectors_mask(a, b, c, comparison);                                        \
  }

RUSH_DEFINE_VECTORS(equal, rush_vector_equal(x, byte), rush_vectors_block v, uint8_t byte)
RUSH_DEFINE_VECTORS(folded, rush_vector_equal(rush_vector_folded(x), byte), rush_vectors_block v,
                    uint8_t byte)
RUSH_DEFINE_VECTORS(below, rush_vector_below(x, first, count), rush_vectors_block v, uint8_t first,
                    uint8_t count)
RUSH_DEFINE_VECTORS(high, rush_vector_below(x, 0x80, 0x80), rush_vectors_block v)
RUSH_DEFINE_VECTORS(lower, RUSH_VECTOR_LOWER(x), rush_vectors_block v)

#if defined(__SSE2__)
RUSH_DEFINE_VECTORS(space, rush_vector_among(x, ' ', '\n', '\r', '\t'), rush_vectors_block v)
RUSH_DEFINE_VECTORS(structural, rush_vector_among(rush_vector_folded(x), '{', '}', ':', ','),
                    rush_vectors_block v)
#else
// Bytes of `v` that equal the entry of a table for the low nibble of `x`.
RUSH_INLINE rush_vector rush_vector_selected(rush_vector v, const char *table, rush_vector x) {
  return vceqq_u8(v, vqtbl1q_u8(vld1q_u8((const uint8_t *)table), vandq_u8(x, vdupq_n_u8(0x0f))));
}

static const char rush_vector_spaces[16] = {RUSH_SPACES};
static const char rush_vector_structurals[16] = {RUSH_STRUCTURALS};

RUSH_DEFINE_VECTORS(space, rush_vector_selected(x, rush_vector_spaces, x), rush_vectors_block v)
RUSH_DEFINE_VECTORS(structural,
                    rush_vector_selected(rush_vector_folded(x), rush_vector_structurals, x),
                    rush_vectors_block v)
#endif

// Whether a byte of one of four registers has its top bit set.
RUSH_INLINE int rush_vectors_any(rush_vector a, rush_vector b, rush_vector c, rush_vector d) {
  rush_vector all = rush_vector_or(rush_vector_or(a, b), rush_vector_or(c, d));
#if defined(__SSE2__)
  return _mm_movemask_epi8(all) != 0;
#else
  return vmaxvq_u8(all) >= 0x80;
#endif
}

RUSH_INLINE int rush_vectors_has_high_or(rush_vectors_block v, uint8_t byte) {
  return rush_vectors_any(rush_vector_or(v.a, rush_vector_equal(v.a, byte)),
                          rush_vector_or(v.b, rush_vector_equal(v.b, byte)),
                          rush_vector_or(v.c, rush_vector_equal(v.c, byte)),
                          rush_vector_or(v.d, rush_vector_equal(v.d, byte)));
}

RUSH_INLINE int rush_vectors_has_high(rush_vectors_block v) {
  return rush_vectors_any(v.a, v.b, v.c, v.d);
}

typedef rush_vector rush_vectors_tail;

RUSH_INLINE rush_vector rush_vectors_tail_of(uint32_t bytes) {
#if defined(__SSE2__)
  return _mm_set1_epi32((int)bytes);
#else
  return vreinterpretq_u8_u32(vdupq_n_u32(bytes));
#endif
}

RUSH_INLINE rush_vector rush_vectors_tail_before(const uint8_t *at) { return rush_vector_load(at - 16); }

RUSH_INLINE int rush_vectors_is_zero(rush_vector v) {
#if defined(__SSE2__)
  return _mm_movemask_epi8(rush_vector_equal(v, 0)) == 0xffff;
#else
  return vmaxvq_u8(v) == 0;
#endif
}

RUSH_INLINE int rush_vectors_utf8_error(rush_vector before, rush_vectors_block v) {
  rush_vector first = rush_vector_or(rush_vector_utf8_errors(v.a, before), rush_vector_utf8_errors(v.b, v.a));
  rush_vector second = rush_vector_or(rush_vector_utf8_errors(v.c, v.b), rush_vector_utf8_errors(v.d, v.c));
  return !rush_vectors_is_zero(rush_vector_or(first, second));
}

RUSH_INLINE uint64_t rush_vectors_utf8_incomplete(rush_vectors_block v) {
  static const uint8_t most[16] = {RUSH_UTF8_LAST};
#if defined(__SSE2__)
  return (uint64_t)!rush_vectors_is_zero(_mm_subs_epu8(v.d, rush_vector_load(most)));
#else
  return (uint64_t)!rush_vectors_is_zero(vqsubq_u8(v.d, vld1q_u8(most)));
#endif
}

RUSH_INLINE uint64_t rush_vectors_prefix_xor(uint64_t bits) { return rush_words_prefix_xor(bits); }

#endif

#if defined(__x86_64__)

// AVX2

#define RUSH_AVX2_INLINE RUSH_INLINE __attribute__((RUSH_AVX2))

typedef struct { __m256i a, b; } rush_avx2_block;

RUSH_AVX2_INLINE rush_avx2_block rush_avx2_load(const uint8_t *at) {
  return (rush_avx2_block){_mm256_loadu_si256((const __m256i *)at),
                           _mm256_loadu_si256((const __m256i *)(at + 32))};
}

RUSH_AVX2_INLINE uint64_t rush_avx2_mask(__m256i low, __m256i high) {
  return (uint64_t)(uint32_t)_mm256_movemask_epi8(low) |
         (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

RUSH_AVX2_INLINE __m256i rush_avx2_fold(__m256i v) {
  return _mm256_or_si256(v, _mm256_set1_epi8(RUSH_CASE_BIT));
}

RUSH_AVX2_INLINE __m256i rush_avx2_is(__m256i v, uint8_t byte) {
  return _mm256_cmpeq_epi8(v, _mm256_set1_epi8((char)byte));
}

RUSH_AVX2_INLINE __m256i rush_avx2_in_range(__m256i v, uint8_t first, uint8_t count) {
  __m256i x = _mm256_sub_epi8(v, _mm256_set1_epi8((char)first));
  return _mm256_cmpeq_epi8(_mm256_min_epu8(x, _mm256_set1_epi8((char)(count - 1))), x);
}

// Bytes of `v` that equal the entry that the same byte of `index` selects.
RUSH_AVX2_INLINE __m256i rush_avx2_selected(__m256i v, __m256i table, __m256i index) {
  return _mm256_cmpeq_epi8(v, _mm256_shuffle_epi8(table, index));
}

// As RUSH_DEFINE_VECTORS.
#define RUSH_DEFINE_AVX2(name, comparison, ...)                       \
  RUSH_AVX2_INLINE uint64_t rush_avx2_##name(__VA_ARGS__) {           \
    __m256i x = v.a, a = comparison;                                  \
    x = v.b;                                                          \
    return rush_avx2_mask(a, comparison);                             \
  }

RUSH_DEFINE_AVX2(equal, rush_avx2_is(x, byte), rush_avx2_block v, uint8_t byte)
RUSH_DEFINE_AVX2(folded, rush_avx2_is(rush_avx2_fold(x), byte), rush_avx2_block v, uint8_t byte)
RUSH_DEFINE_AVX2(below, rush_avx2_in_range(x, first, count), rush_avx2_block v, uint8_t first,
                 uint8_t count)
RUSH_DEFINE_AVX2(high, x, rush_avx2_block v)
RUSH_DEFINE_AVX2(lower, _mm256_slli_epi16(x, 2), rush_avx2_block v)
RUSH_DEFINE_AVX2(space, rush_avx2_selected(x, RUSH_TABLE(RUSH_SPACES), x), rush_avx2_block v)
RUSH_DEFINE_AVX2(structural, rush_avx2_selected(rush_avx2_fold(x), RUSH_TABLE(RUSH_STRUCTURALS), x),
                 rush_avx2_block v)

RUSH_AVX2_INLINE int rush_avx2_has_high_or(rush_avx2_block v, uint8_t byte) {
  __m256i equal = _mm256_or_si256(rush_avx2_is(v.a, byte), rush_avx2_is(v.b, byte));
  return (_mm256_movemask_epi8(equal) | _mm256_movemask_epi8(_mm256_or_si256(v.a, v.b))) != 0;
}

RUSH_AVX2_INLINE int rush_avx2_has_high(rush_avx2_block v) {
  return _mm256_movemask_epi8(_mm256_or_si256(v.a, v.b)) != 0;
}

typedef __m256i rush_avx2_tail;

RUSH_AVX2_INLINE __m256i rush_avx2_tail_of(uint32_t bytes) { return _mm256_set1_epi32((int)bytes); }

RUSH_AVX2_INLINE __m256i rush_avx2_tail_before(const uint8_t *at) {
  return _mm256_loadu_si256((const __m256i *)(at - 32));
}

RUSH_AVX2_INLINE int rush_avx2_utf8_error(__m256i before, rush_avx2_block v) {
  __m256i errors =
      _mm256_or_si256(rush_avx2_utf8_errors(v.a, before), rush_avx2_utf8_errors(v.b, v.a));
  return !_mm256_testz_si256(errors, errors);
}

RUSH_AVX2_INLINE uint64_t rush_avx2_utf8_incomplete(rush_avx2_block v) {
  static const uint8_t most[16] = {RUSH_UTF8_LAST};
  __m128i begun = _mm_subs_epu8(_mm256_extracti128_si256(v.b, 1),
                                _mm_loadu_si128((const __m128i *)most));
  return (uint64_t)!_mm_testz_si128(begun, begun);
}

// A carry-less product with all ones.
RUSH_AVX2_INLINE uint64_t rush_avx2_prefix_xor(uint64_t bits) {
  return (uint64_t)_mm_cvtsi128_si64(
      _mm_clmulepi64_si128(_mm_set_epi64x(0, (long long)bits), _mm_set1_epi8((char)0xff), 0));
}

// AVX-512

#define RUSH_AVX512_INLINE RUSH_INLINE __attribute__((RUSH_AVX512))

typedef __m512i rush_avx512_block;

RUSH_AVX512_INLINE __m512i rush_avx512_load(const uint8_t *at) { return _mm512_loadu_si512(at); }

RUSH_AVX512_INLINE uint64_t rush_avx512_equal(__m512i v, uint8_t byte) {
  return _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8((char)byte));
}

RUSH_AVX512_INLINE __m512i rush_avx512_fold(__m512i v) {
  return _mm512_or_si512(v, _mm512_set1_epi8(RUSH_CASE_BIT));
}

RUSH_AVX512_INLINE uint64_t rush_avx512_folded(__m512i v, uint8_t byte) {
  return rush_avx512_equal(rush_avx512_fold(v), byte);
}

RUSH_AVX512_INLINE uint64_t rush_avx512_below(__m512i v, uint8_t first, uint8_t count) {
  return _mm512_cmplt_epu8_mask(_mm512_sub_epi8(v, _mm512_set1_epi8((char)first)),
                                _mm512_set1_epi8((char)count));
}

RUSH_AVX512_INLINE uint64_t rush_avx512_high(__m512i v) { return _mm512_movepi8_mask(v); }

RUSH_AVX512_INLINE int rush_avx512_has_high_or(__m512i v, uint8_t byte) {
  return (rush_avx512_high(v) | rush_avx512_equal(v, byte)) != 0;
}

RUSH_AVX512_INLINE int rush_avx512_has_high(__m512i v) { return rush_avx512_high(v) != 0; }

typedef __m512i rush_avx512_tail;

RUSH_AVX512_INLINE __m512i rush_avx512_tail_of(uint32_t bytes) { return _mm512_set1_epi32((int)bytes); }

RUSH_AVX512_INLINE __m512i rush_avx512_tail_before(const uint8_t *at) {
  return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(at - 16)));
}

RUSH_AVX512_INLINE int rush_avx512_utf8_error(__m512i before, __m512i v) {
  __m512i errors = rush_avx512_utf8_errors(v, before);
  return _mm512_test_epi8_mask(errors, errors) != 0;
}

RUSH_AVX512_INLINE uint64_t rush_avx512_utf8_incomplete(__m512i v) {
  static const uint8_t most[16] = {RUSH_UTF8_LAST};
  __m128i begun = _mm_subs_epu8(_mm512_extracti32x4_epi32(v, 3),
                                _mm_loadu_si128((const __m128i *)most));
  return (uint64_t)!_mm_testz_si128(begun, begun);
}

RUSH_AVX512_INLINE uint64_t rush_avx512_lower(__m512i v) {
  return _mm512_test_epi8_mask(v, _mm512_set1_epi8(RUSH_CASE_BIT));
}

RUSH_AVX512_INLINE uint64_t rush_avx512_space(__m512i v) {
  return _mm512_cmpeq_epi8_mask(v, _mm512_shuffle_epi8(RUSH_WIDE_TABLE(RUSH_SPACES), v));
}

RUSH_AVX512_INLINE uint64_t rush_avx512_structural(__m512i v) {
  return _mm512_cmpeq_epi8_mask(rush_avx512_fold(v),
                                _mm512_shuffle_epi8(RUSH_WIDE_TABLE(RUSH_STRUCTURALS), v));
}

RUSH_AVX512_INLINE uint64_t rush_avx512_prefix_xor(uint64_t bits) {
  return rush_avx2_prefix_xor(bits);
}

// AVX-512 with VBMI2 has the operations of AVX-512.

#define RUSH_VBMI2_INLINE RUSH_INLINE __attribute__((RUSH_VBMI2))

#define rush_vbmi2_block rush_avx512_block
#define rush_vbmi2_load rush_avx512_load
#define rush_vbmi2_equal rush_avx512_equal
#define rush_vbmi2_folded rush_avx512_folded
#define rush_vbmi2_below rush_avx512_below
#define rush_vbmi2_high rush_avx512_high
#define rush_vbmi2_lower rush_avx512_lower
#define rush_vbmi2_space rush_avx512_space
#define rush_vbmi2_structural rush_avx512_structural
#define rush_vbmi2_prefix_xor rush_avx512_prefix_xor
#define rush_vbmi2_has_high_or rush_avx512_has_high_or
#define rush_vbmi2_has_high rush_avx512_has_high
#define rush_vbmi2_tail rush_avx512_tail
#define rush_vbmi2_tail_of rush_avx512_tail_of
#define rush_vbmi2_tail_before rush_avx512_tail_before
#define rush_vbmi2_utf8_error rush_avx512_utf8_error
#define rush_vbmi2_utf8_incomplete rush_avx512_utf8_incomplete

#endif
