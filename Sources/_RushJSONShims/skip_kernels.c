// The skip kernels for each instruction set, and the choice among them. See rush_skip.h.

#include "rush_skip.h"

#include <string.h>

#include "rush_digits.h"
#include "utf8_blocks.h"

#define RUSH_HERE static inline __attribute__((always_inline, unused))

// Whether RFC 8259 §7 allows the escape that begins here: 0 if not, or if it takes a longer look, 2 if
// it is a surrogate pair of twelve bytes. Twelve bytes can be read.
RUSH_HERE int rush_skips_escape(const uint8_t *at) {
  switch (at[1]) {
    case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't': return 1;
    case 'u': break;
    default: return 0;
  }
  uint32_t unit = rush_four_hex_digits(at + 2);
  if (unit > 0xffff) return 0;
  if ((unit & 0xf800) != 0xd800) return 1;
  int is_pair = unit < 0xdc00 && at[6] == '\\' && at[7] == 'u' &&
                (rush_four_hex_digits(at + 8) & 0xfffffc00) == 0xdc00;
  return is_pair ? 2 : 0;
}

RUSH_HERE int rush_ends_literal(uint8_t byte) {
  return byte == ',' || byte == ']' || byte == '}' || byte == ' ' || byte == '\n' ||
         byte == '\r' || byte == '\t';
}

// The length of the literal that begins here, or 0. Six bytes can be read.
RUSH_HERE unsigned rush_literal_length(const uint8_t *at) {
  if (memcmp(at, "true", 4) == 0 || memcmp(at, "null", 4) == 0) {
    return rush_ends_literal(at[4]) ? 4 : 0;
  }
  if (memcmp(at, "false", 5) == 0) return rush_ends_literal(at[5]) ? 5 : 0;
  return 0;
}

RUSH_HERE uint64_t rush_plain_prefix_xor(uint64_t bits) {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  bits ^= bits << 32;
  return bits;
}

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

#define RUSH_SKIP rush_skip_blocks_portable
#define RUSH_SCAN rush_scan_value_portable
#define RUSH_TARGET
#define RUSH_BLOCK rush_words
#define RUSH_LOAD rush_words_load
#define RUSH_EQUAL rush_words_equal
#define RUSH_FOLDED rush_words_folded
#define RUSH_BELOW rush_words_below
#define RUSH_PREFIX_XOR rush_plain_prefix_xor
#include "skip_kernel_body.h"

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

#define RUSH_SKIP rush_skip_blocks_sse2
#define RUSH_SCAN rush_scan_value_sse2
#define RUSH_TARGET
#define RUSH_BLOCK rush_sse2_block
#define RUSH_LOAD rush_sse2_load
#define RUSH_EQUAL rush_sse2_equal
#define RUSH_FOLDED rush_sse2_folded
#define RUSH_BELOW rush_sse2_below
#define RUSH_PREFIX_XOR rush_plain_prefix_xor
#include "skip_kernel_body.h"

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

#define RUSH_SKIP rush_skip_blocks_avx2
#define RUSH_SCAN rush_scan_value_avx2
#define RUSH_TARGET __attribute__((target("avx2,bmi,lzcnt,popcnt,pclmul")))
#define RUSH_BLOCK rush_avx2_block
#define RUSH_LOAD rush_avx2_load
#define RUSH_EQUAL rush_avx2_equal
#define RUSH_FOLDED rush_avx2_folded
#define RUSH_BELOW rush_avx2_below
#define RUSH_PREFIX_XOR rush_carryless_prefix_xor
#define RUSH_UTF8_WRONG rush_avx2_utf8_error
#include "skip_kernel_body.h"

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

#define RUSH_SKIP rush_skip_blocks_avx512
#define RUSH_SCAN rush_scan_value_avx512
#define RUSH_TARGET __attribute__((target("avx512f,avx512bw,avx2,bmi,lzcnt,popcnt,pclmul")))
#define RUSH_BLOCK __m512i
#define RUSH_LOAD rush_avx512_load
#define RUSH_EQUAL rush_avx512_equal
#define RUSH_FOLDED rush_avx512_folded
#define RUSH_BELOW rush_avx512_below
#define RUSH_PREFIX_XOR rush_carryless_prefix_xor
#define RUSH_UTF8_WRONG rush_avx512_utf8_error
#include "skip_kernel_body.h"

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

#define RUSH_SKIP rush_skip_blocks_neon
#define RUSH_SCAN rush_scan_value_neon
#define RUSH_TARGET
#define RUSH_BLOCK rush_neon_block
#define RUSH_LOAD rush_neon_load
#define RUSH_EQUAL rush_neon_equal
#define RUSH_FOLDED rush_neon_folded
#define RUSH_BELOW rush_neon_below
#define RUSH_PREFIX_XOR rush_plain_prefix_xor
#include "skip_kernel_body.h"

#endif

rush_skip_progress rush_skip_blocks(
    rush_kernel kernel, const void *bytes, size_t blocks, uint64_t *open, rush_skip_state *state) {
  switch (kernel) {
#if defined(__x86_64__)
    case rush_kernel_sse2: return rush_skip_blocks_sse2(bytes, blocks, open, state);
    case rush_kernel_avx2: return rush_skip_blocks_avx2(bytes, blocks, open, state);
    case rush_kernel_avx512: return rush_skip_blocks_avx512(bytes, blocks, open, state);
#elif defined(__aarch64__) && defined(__ARM_NEON)
    case rush_kernel_neon: return rush_skip_blocks_neon(bytes, blocks, open, state);
#endif
    default: return rush_skip_blocks_portable(bytes, blocks, open, state);
  }
}

size_t rush_scan_value(
    rush_kernel kernel, const void *bytes, size_t count, rush_scan_state *state) {
  switch (kernel) {
#if defined(__x86_64__)
    case rush_kernel_sse2: return rush_scan_value_sse2(bytes, count, state);
    case rush_kernel_avx2: return rush_scan_value_avx2(bytes, count, state);
    case rush_kernel_avx512: return rush_scan_value_avx512(bytes, count, state);
#elif defined(__aarch64__) && defined(__ARM_NEON)
    case rush_kernel_neon: return rush_scan_value_neon(bytes, count, state);
#endif
    default: return rush_scan_value_portable(bytes, count, state);
  }
}

static inline __attribute__((always_inline)) rush_byte_counts rush_count_here(
    const uint8_t *at, size_t count) {
  rush_byte_counts counts = {0, 0, 0, 0};
  while (count > 0) {
    // Sums of bytes, which the compiler does in vector registers, for as long as they cannot overflow.
    size_t part = count < 192 ? count : 192;
    uint8_t feeds = 0, returns = 0, continuations = 0, fours = 0;
    for (size_t i = 0; i < part; i++) {
      feeds += at[i] == '\n';
      returns += at[i] == '\r';
      continuations += (at[i] & 0xc0) == 0x80;
      fours += at[i] >= 0xf0;
    }
    counts.feeds += feeds;
    counts.returns += returns;
    counts.continuations += continuations;
    counts.fours += fours;
    at += part;
    count -= part;
  }
  return counts;
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static rush_byte_counts rush_count_bytes_avx2(
    const uint8_t *at, size_t count) {
  return rush_count_here(at, count);
}
#endif

rush_byte_counts rush_count_bytes(rush_kernel kernel, const void *bytes, size_t count) {
  switch (kernel) {
#if defined(__x86_64__)
    case rush_kernel_avx2:
    case rush_kernel_avx512: return rush_count_bytes_avx2(bytes, count);
#endif
    default: return rush_count_here(bytes, count);
  }
}
