// The block kernels for each instruction set, and the choice among them. See rush_blocks.h.

#include "rush_blocks.h"

#include <string.h>

#include "utf8_blocks.h"

/// One bit a byte of a 64-byte block, for each class of byte.
typedef struct {
  uint64_t quote;       // "
  uint64_t backslash;   // the backslash
  uint64_t structural;  // { } [ ] : ,  and 0x0c, 0x1a, which the grammar refuses (see below)
  uint64_t space;       // 0x20 0x09 0x0a 0x0d
  uint64_t control;     // below 0x20
  uint64_t non_ascii;   // 0x80 and above
} rush_classes;


// The position of each set bit, lowest first. Twelve stores whatever the count: the next block
// overwrites the surplus, and a branch on the exact count would be mispredicted in most blocks
// (a block of text has 2 to 12 offsets).
//
// The empty assembly keeps the compiler from counting zeros four at a time in vector registers,
// which takes half as long again (measured).
#define RUSH_STORE(i, trailing_zeros)               \
  out[i] = base + (uint32_t)trailing_zeros(bits);   \
  bits &= bits - 1;                                 \
  __asm__("" : "+r"(bits));

#define RUSH_STORE_FOUR(i, trailing_zeros)                             \
  RUSH_STORE(i, trailing_zeros) RUSH_STORE((i) + 1, trailing_zeros)    \
  RUSH_STORE((i) + 2, trailing_zeros) RUSH_STORE((i) + 3, trailing_zeros)

#define RUSH_DEFINE_WRITE_OFFSETS(name, trailing_zeros, ...)                      \
  RUSH_INLINE(__VA_ARGS__)                                                        \
  void name(uint32_t *out, uint32_t base, uint64_t bits) {                        \
    int count = __builtin_popcountll(bits);                                       \
    RUSH_STORE_FOUR(0, trailing_zeros)                                            \
    RUSH_STORE_FOUR(4, trailing_zeros)                                            \
    RUSH_STORE_FOUR(8, trailing_zeros)                                            \
    for (int i = 12; __builtin_expect(i < count, 0); i += 4) {                    \
      RUSH_STORE_FOUR(i, trailing_zeros)                                          \
    }                                                                             \
  }

// The builtin is undefined for 0, where any answer will do.
#define RUSH_PLAIN_TRAILING_ZEROS(bits) __builtin_ctzll((bits) | 0x8000000000000000ULL)

// The structural class folds the case bit (`byte | 0x20`): `[` and `{`, `]` and `}` then are one
// byte each. The fold also maps 0x0c to `,` and 0x1a to `:`. Neither byte may stand in a JSON text,
// so each only gets an offset of its own, at which the grammar refuses it.

#if defined(__x86_64__)

#include <cpuid.h>

// ---- SSE2: the x86-64 baseline ----

RUSH_INLINE(unused)
uint64_t rush_sse2_mask(__m128i a, __m128i b, __m128i c, __m128i d) {
  return (uint64_t)(uint32_t)_mm_movemask_epi8(a) | (uint64_t)(uint32_t)_mm_movemask_epi8(b) << 16 |
         (uint64_t)(uint32_t)_mm_movemask_epi8(c) << 32 |
         (uint64_t)(uint32_t)_mm_movemask_epi8(d) << 48;
}

RUSH_INLINE(unused)
__m128i rush_sse2_structural(__m128i v) {
  __m128i folded = _mm_or_si128(v, _mm_set1_epi8(0x20));
  return _mm_or_si128(
      _mm_or_si128(_mm_cmpeq_epi8(folded, _mm_set1_epi8('{')),
                   _mm_cmpeq_epi8(folded, _mm_set1_epi8('}'))),
      _mm_or_si128(_mm_cmpeq_epi8(folded, _mm_set1_epi8(':')),
                   _mm_cmpeq_epi8(folded, _mm_set1_epi8(','))));
}

RUSH_INLINE(unused)
__m128i rush_sse2_space(__m128i v) {
  return _mm_or_si128(
      _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8(' ')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\n'))),
      _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('\r')),
                   _mm_cmpeq_epi8(v, _mm_set1_epi8('\t'))));
}

RUSH_INLINE(unused)
__m128i rush_sse2_control(__m128i v) {
  return _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(0x1f)), v);
}

RUSH_INLINE(unused)
rush_classes rush_sse2_classify(const uint8_t *p) {
  __m128i a = _mm_loadu_si128((const __m128i *)p);
  __m128i b = _mm_loadu_si128((const __m128i *)(p + 16));
  __m128i c = _mm_loadu_si128((const __m128i *)(p + 32));
  __m128i d = _mm_loadu_si128((const __m128i *)(p + 48));
  __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\');
  return (rush_classes){
      .quote = rush_sse2_mask(_mm_cmpeq_epi8(a, quote), _mm_cmpeq_epi8(b, quote),
                              _mm_cmpeq_epi8(c, quote), _mm_cmpeq_epi8(d, quote)),
      .backslash = rush_sse2_mask(_mm_cmpeq_epi8(a, backslash), _mm_cmpeq_epi8(b, backslash),
                                  _mm_cmpeq_epi8(c, backslash), _mm_cmpeq_epi8(d, backslash)),
      .structural = rush_sse2_mask(rush_sse2_structural(a), rush_sse2_structural(b),
                                   rush_sse2_structural(c), rush_sse2_structural(d)),
      .space = rush_sse2_mask(rush_sse2_space(a), rush_sse2_space(b), rush_sse2_space(c),
                              rush_sse2_space(d)),
      .control = rush_sse2_mask(rush_sse2_control(a), rush_sse2_control(b), rush_sse2_control(c),
                                rush_sse2_control(d)),
      .non_ascii = 0,
  };
}

RUSH_INLINE(unused)
uint64_t rush_shift_prefix_xor(uint64_t bits) {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  bits ^= bits << 32;
  return bits;
}

RUSH_DEFINE_WRITE_OFFSETS(rush_plain_write_offsets, RUSH_PLAIN_TRAILING_ZEROS, unused)

#define RUSH_KERNEL rush_index_blocks_sse2
#define RUSH_TARGET
#define RUSH_CLASSIFY rush_sse2_classify
#define RUSH_PREFIX_XOR rush_shift_prefix_xor
#define RUSH_WRITE_OFFSETS rush_plain_write_offsets
#include "block_kernel_body.h"

// ---- AVX2, with carry-less multiplication for the prefix XOR and nibble tables for UTF-8 ----


RUSH_INLINE(RUSH_AVX2)
uint64_t rush_avx2_mask(__m256i low, __m256i high) {
  return (uint64_t)(uint32_t)_mm256_movemask_epi8(low) |
         (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

// A byte belongs to a class when it equals the entry that its low nibble selects. Entries of
// nibbles without a member are 0x80: a byte with the top bit set selects 0, so nothing equals them.

RUSH_INLINE(RUSH_AVX2)
rush_classes rush_avx2_classify(const uint8_t *p) {
  const __m256i space_table = RUSH_TABLE(
      ' ', RUSH_NONE, RUSH_NONE, RUSH_NONE, RUSH_NONE, RUSH_NONE, RUSH_NONE, RUSH_NONE, RUSH_NONE,
      '\t', '\n', RUSH_NONE, RUSH_NONE, '\r', RUSH_NONE, RUSH_NONE);
  const __m256i structural_table = RUSH_TABLE(
      RUSH_NONE, RUSH_NONE, RUSH_NONE, RUSH_NONE, RUSH_NONE, RUSH_NONE, RUSH_NONE, RUSH_NONE,
      RUSH_NONE, RUSH_NONE, ':', '{', ',', '}', RUSH_NONE, RUSH_NONE);
  const __m256i quote = _mm256_set1_epi8('"'), backslash = _mm256_set1_epi8('\\');
  const __m256i case_bit = _mm256_set1_epi8(0x20), highest_control = _mm256_set1_epi8(0x1f);
  __m256i a = _mm256_loadu_si256((const __m256i *)p);
  __m256i b = _mm256_loadu_si256((const __m256i *)(p + 32));
  return (rush_classes){
      .quote = rush_avx2_mask(_mm256_cmpeq_epi8(a, quote), _mm256_cmpeq_epi8(b, quote)),
      .backslash = rush_avx2_mask(_mm256_cmpeq_epi8(a, backslash), _mm256_cmpeq_epi8(b, backslash)),
      .structural = rush_avx2_mask(
          _mm256_cmpeq_epi8(_mm256_or_si256(a, case_bit),
                            _mm256_shuffle_epi8(structural_table, a)),
          _mm256_cmpeq_epi8(_mm256_or_si256(b, case_bit),
                            _mm256_shuffle_epi8(structural_table, b))),
      .space = rush_avx2_mask(_mm256_cmpeq_epi8(a, _mm256_shuffle_epi8(space_table, a)),
                              _mm256_cmpeq_epi8(b, _mm256_shuffle_epi8(space_table, b))),
      .control = rush_avx2_mask(_mm256_cmpeq_epi8(_mm256_min_epu8(a, highest_control), a),
                                _mm256_cmpeq_epi8(_mm256_min_epu8(b, highest_control), b)),
      .non_ascii = rush_avx2_mask(a, b),
  };
}

RUSH_INLINE(target("pclmul"))
uint64_t rush_clmul_prefix_xor(uint64_t bits) {
  return (uint64_t)_mm_cvtsi128_si64(
      _mm_clmulepi64_si128(_mm_set_epi64x(0, (long long)bits), _mm_set1_epi8((char)0xff), 0));
}

// Whether the last bytes of the block begin a sequence that ends in the next one.
RUSH_INLINE(unused)
uint64_t rush_utf8_incomplete(const uint8_t *block) {
  return (uint64_t)(block[63] >= 0xc0 || block[62] >= 0xe0 || block[61] >= 0xf0);
}

RUSH_DEFINE_WRITE_OFFSETS(rush_avx2_write_offsets, _tzcnt_u64, RUSH_AVX2)

#define RUSH_KERNEL rush_index_blocks_avx2
#define RUSH_TARGET __attribute__((RUSH_AVX2))
#define RUSH_CLASSIFY rush_avx2_classify
#define RUSH_PREFIX_XOR rush_clmul_prefix_xor
#define RUSH_WRITE_OFFSETS rush_avx2_write_offsets
#define RUSH_UTF8_ERROR rush_avx2_utf8_error
#define RUSH_UTF8_INCOMPLETE rush_utf8_incomplete
#include "block_kernel_body.h"

// ---- AVX-512: a block is one register, a class one mask; offsets by compression ----


RUSH_INLINE(RUSH_AVX512)
rush_classes rush_avx512_classify(const uint8_t *p) {
  const __m512i space_table = _mm512_broadcast_i32x4(_mm_setr_epi8(
      ' ', RUSH_NONE, RUSH_NONE, RUSH_NONE, RUSH_NONE, RUSH_NONE, RUSH_NONE, RUSH_NONE, RUSH_NONE,
      '\t', '\n', RUSH_NONE, RUSH_NONE, '\r', RUSH_NONE, RUSH_NONE));
  const __m512i structural_table = _mm512_broadcast_i32x4(_mm_setr_epi8(
      RUSH_NONE, RUSH_NONE, RUSH_NONE, RUSH_NONE, RUSH_NONE, RUSH_NONE, RUSH_NONE, RUSH_NONE,
      RUSH_NONE, RUSH_NONE, ':', '{', ',', '}', RUSH_NONE, RUSH_NONE));
  __m512i v = _mm512_loadu_si512(p);
  __m512i folded = _mm512_or_si512(v, _mm512_set1_epi8(0x20));
  return (rush_classes){
      .quote = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('"')),
      .backslash = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\\')),
      .structural = _mm512_cmpeq_epi8_mask(folded, _mm512_shuffle_epi8(structural_table, v)),
      .space = _mm512_cmpeq_epi8_mask(v, _mm512_shuffle_epi8(space_table, v)),
      .control = _mm512_cmplt_epu8_mask(v, _mm512_set1_epi8(0x20)),
      .non_ascii = _mm512_movepi8_mask(v),
  };
}

// Sixteen positions at a time, kept if their bit is set and moved together. To a register and then
// to memory: compressing straight to memory is microcode on some processors.
RUSH_INLINE(RUSH_AVX512)
void rush_avx512_write_offsets(uint32_t *out, uint32_t base, uint64_t bits) {
  const __m512i positions =
      _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  __m512i first = _mm512_add_epi32(positions, _mm512_set1_epi32((int)base));
  const __m512i step = _mm512_set1_epi32(16);
  __m512i second = _mm512_add_epi32(first, step), third = _mm512_add_epi32(second, step);
  __m512i fourth = _mm512_add_epi32(third, step);
  _mm512_storeu_si512(out, _mm512_maskz_compress_epi32((__mmask16)bits, first));
  _mm512_storeu_si512(out + __builtin_popcountll(bits & 0xffff),
                      _mm512_maskz_compress_epi32((__mmask16)(bits >> 16), second));
  _mm512_storeu_si512(out + __builtin_popcountll(bits & 0xffffffff),
                      _mm512_maskz_compress_epi32((__mmask16)(bits >> 32), third));
  _mm512_storeu_si512(out + __builtin_popcountll(bits & 0xffffffffffff),
                      _mm512_maskz_compress_epi32((__mmask16)(bits >> 48), fourth));
}

#define RUSH_KERNEL rush_index_blocks_avx512
#define RUSH_TARGET __attribute__((RUSH_AVX512))
#define RUSH_CLASSIFY rush_avx512_classify
#define RUSH_PREFIX_XOR rush_clmul_prefix_xor
#define RUSH_WRITE_OFFSETS rush_avx512_write_offsets
#define RUSH_UTF8_ERROR rush_avx512_utf8_error
#define RUSH_UTF8_INCOMPLETE rush_utf8_incomplete
#include "block_kernel_body.h"

// What the processor has and the system saves (Intel SDM volume 1, §14.3 and §15.3).
static rush_kernel rush_best_x86_kernel(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return rush_kernel_sse2;
  const unsigned pclmul = 1u << 1, popcnt = 1u << 23, osxsave = 1u << 27;
  if ((c & (pclmul | popcnt | osxsave)) != (pclmul | popcnt | osxsave)) return rush_kernel_sse2;
  unsigned saved, high;
  __asm__ volatile("xgetbv" : "=a"(saved), "=d"(high) : "c"(0));
  if ((saved & 0x06) != 0x06) return rush_kernel_sse2;
  unsigned features;
  if (!__get_cpuid_count(7, 0, &a, &features, &c, &d)) return rush_kernel_sse2;
  const unsigned bmi1 = 1u << 3, avx2 = 1u << 5, avx512f = 1u << 16, avx512bw = 1u << 30;
  if ((features & (bmi1 | avx2)) != (bmi1 | avx2)) return rush_kernel_sse2;
  const unsigned lzcnt = 1u << 5;
  if (!__get_cpuid(0x80000001, &a, &b, &c, &d) || !(c & lzcnt)) return rush_kernel_sse2;
  if ((features & (avx512f | avx512bw)) != (avx512f | avx512bw)) return rush_kernel_avx2;
  return (saved & 0xe6) == 0xe6 ? rush_kernel_avx512 : rush_kernel_avx2;
}

int rush_kernel_is_available(rush_kernel kernel) {
  switch (kernel) {
    case rush_kernel_portable:
    case rush_kernel_sse2: return 1;
    case rush_kernel_avx2:
    case rush_kernel_avx512: return kernel <= rush_best_x86_kernel();
    default: return 0;
  }
}

#elif defined(__aarch64__) && defined(__ARM_NEON)

#include <arm_neon.h>

// ---- NEON: the arm64 baseline ----

// Sixteen bytes of 0x00 or 0xff a vector → 64 bits, by keeping one bit a byte and adding neighbours.
RUSH_INLINE(unused)
uint64_t rush_neon_mask(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
  const uint8x16_t bit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t low = vpaddq_u8(vandq_u8(a, bit), vandq_u8(b, bit));
  uint8x16_t high = vpaddq_u8(vandq_u8(c, bit), vandq_u8(d, bit));
  uint8x16_t sum = vpaddq_u8(low, high);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)), 0);
}

RUSH_INLINE(unused)
uint8x16_t rush_neon_structural(uint8x16_t v) {
  uint8x16_t folded = vorrq_u8(v, vdupq_n_u8(0x20));
  return vorrq_u8(
      vorrq_u8(vceqq_u8(folded, vdupq_n_u8('{')), vceqq_u8(folded, vdupq_n_u8('}'))),
      vorrq_u8(vceqq_u8(folded, vdupq_n_u8(':')), vceqq_u8(folded, vdupq_n_u8(','))));
}

RUSH_INLINE(unused)
uint8x16_t rush_neon_space(uint8x16_t v) {
  return vorrq_u8(
      vorrq_u8(vceqq_u8(v, vdupq_n_u8(' ')), vceqq_u8(v, vdupq_n_u8('\n'))),
      vorrq_u8(vceqq_u8(v, vdupq_n_u8('\r')), vceqq_u8(v, vdupq_n_u8('\t'))));
}

RUSH_INLINE(unused)
rush_classes rush_neon_classify(const uint8_t *p) {
  uint8x16_t a = vld1q_u8(p), b = vld1q_u8(p + 16), c = vld1q_u8(p + 32), d = vld1q_u8(p + 48);
  uint8x16_t quote = vdupq_n_u8('"'), backslash = vdupq_n_u8('\\'), space = vdupq_n_u8(0x20);
  return (rush_classes){
      .quote = rush_neon_mask(vceqq_u8(a, quote), vceqq_u8(b, quote), vceqq_u8(c, quote),
                              vceqq_u8(d, quote)),
      .backslash = rush_neon_mask(vceqq_u8(a, backslash), vceqq_u8(b, backslash),
                                  vceqq_u8(c, backslash), vceqq_u8(d, backslash)),
      .structural = rush_neon_mask(rush_neon_structural(a), rush_neon_structural(b),
                                   rush_neon_structural(c), rush_neon_structural(d)),
      .space = rush_neon_mask(rush_neon_space(a), rush_neon_space(b), rush_neon_space(c),
                              rush_neon_space(d)),
      .control = rush_neon_mask(vcltq_u8(a, space), vcltq_u8(b, space), vcltq_u8(c, space),
                                vcltq_u8(d, space)),
      .non_ascii = 0,
  };
}

RUSH_INLINE(unused)
uint64_t rush_shift_prefix_xor(uint64_t bits) {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  bits ^= bits << 32;
  return bits;
}

RUSH_DEFINE_WRITE_OFFSETS(rush_plain_write_offsets, RUSH_PLAIN_TRAILING_ZEROS, unused)

#define RUSH_KERNEL rush_index_blocks_neon
#define RUSH_TARGET
#define RUSH_CLASSIFY rush_neon_classify
#define RUSH_PREFIX_XOR rush_shift_prefix_xor
#define RUSH_WRITE_OFFSETS rush_plain_write_offsets
#include "block_kernel_body.h"

int rush_kernel_is_available(rush_kernel kernel) {
  return kernel == rush_kernel_portable || kernel == rush_kernel_neon;
}

#else

int rush_kernel_is_available(rush_kernel kernel) { return kernel == rush_kernel_portable; }

#endif

int rush_kernel_validates_utf8(rush_kernel kernel) {
  return kernel == rush_kernel_avx2 || kernel == rush_kernel_avx512;
}

rush_block_progress rush_index_blocks(
    rush_kernel kernel, const void *bytes, size_t blocks, uint32_t first_offset,
    uint32_t *offsets, rush_block_carry *carry) {
  switch (kernel) {
#if defined(__x86_64__)
    case rush_kernel_sse2:
      return rush_index_blocks_sse2(bytes, blocks, first_offset, offsets, carry);
    case rush_kernel_avx2:
      return rush_index_blocks_avx2(bytes, blocks, first_offset, offsets, carry);
    case rush_kernel_avx512:
      return rush_index_blocks_avx512(bytes, blocks, first_offset, offsets, carry);
#elif defined(__aarch64__) && defined(__ARM_NEON)
    case rush_kernel_neon:
      return rush_index_blocks_neon(bytes, blocks, first_offset, offsets, carry);
#endif
    default: return (rush_block_progress){0, 0};
  }
}
