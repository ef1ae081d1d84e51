// The block kernels for each instruction set, and the choice among them. See rush_blocks.h.

#include "rush_blocks.h"

#include <string.h>

#include "byte_blocks.h"
#include "line_blocks.h"
#include "places.h"
#include "rush_count.h"

// Offsets

// `write_offsets` stores the position of each set bit, lowest first, plus `base`. It returns how many there are. Whole groups
// are stored, and the next block overwrites the surplus: a block of text has 2 to 36 offsets, and a branch on the exact count
// would be mispredicted in most blocks.
//
// The empty assembly keeps the compiler from counting zeros four at a time in vector registers,
// which takes half as long again (measured).
#if defined(__x86_64__) || defined(__aarch64__)
#define RUSH_IN_REGISTER(bits) __asm__("" : "+r"(bits))
#else
#define RUSH_IN_REGISTER(bits) (void)(bits)
#endif

#define RUSH_STORE(i, trailing_zeros)               \
  out[i] = base + (uint32_t)trailing_zeros(bits);   \
  bits &= bits - 1;                                 \
  RUSH_IN_REGISTER(bits);

#define RUSH_FOUR(i, store, ...)                                                  \
  store(i, __VA_ARGS__) store((i) + 1, __VA_ARGS__) store((i) + 2, __VA_ARGS__)   \
  store((i) + 3, __VA_ARGS__)

enum { rush_words_writes_later = 0, rush_vectors_writes_later = 1 };

#if defined(__aarch64__)
// arm64 counts leading zeros. Bits are reversed once, not for each offset. The count is 64 if there is no bit, and then the
// shift has no effect.
#define RUSH_STORE_NEXT(i, bits)                                         \
  {                                                                      \
    uint64_t place = bits ? (uint64_t)__builtin_clzll(bits) : 64;        \
    out[i] = base + (uint32_t)place;                                     \
    bits &= ~(0x8000000000000000 >> (place & 63));                       \
    RUSH_IN_REGISTER(bits);                                              \
  }

// Not every compiler has a builtin for it.
RUSH_INLINE uint64_t rush_reversed(uint64_t bits) {
  __asm__("rbit %0, %1" : "=r"(bits) : "r"(bits));
  return bits;
}
#else
// The builtin is undefined for 0. Any answer will do there.
#define RUSH_PLAIN_TRAILING_ZEROS(bits) __builtin_ctzll((bits) | 0x8000000000000000ULL)
#define RUSH_STORE_NEXT(i, bits) RUSH_STORE(i, RUSH_PLAIN_TRAILING_ZEROS)
// RUSH_STORE_NEXT takes the lowest bit first.
RUSH_INLINE uint64_t rush_reversed(uint64_t bits) { return bits; }
#endif

RUSH_INLINE size_t rush_words_write_offsets(uint32_t *out, uint32_t base, uint64_t mask) {
  int count = __builtin_popcountll(mask);
  uint64_t bits = rush_reversed(mask);
  RUSH_FOUR(0, RUSH_STORE_NEXT, bits)
  if (__builtin_expect_with_probability(count <= 4, 1, 0.5)) return (size_t)count;
  RUSH_FOUR(4, RUSH_STORE_NEXT, bits)
  for (int i = 8; __builtin_expect_with_probability(i < count, 0, 0.5); i += 4) {
    RUSH_FOUR(i, RUSH_STORE_NEXT, bits)
  }
  return (size_t)count;
}

#define rush_vectors_write_offsets rush_words_write_offsets

#if defined(__x86_64__)
enum { rush_avx2_writes_later = 1, rush_avx512_writes_later = 0, rush_vbmi2_writes_later = 0 };

// Up to six offsets are stored one by one. More are stored by eights: those of a byte of the mask, from a table, without a
// branch. Each store begins after the offsets of the bytes before, and overwrites the surplus of the last one.
RUSH_AVX2_INLINE size_t rush_avx2_write_offsets(uint32_t *out, uint32_t base, uint64_t bits) {
  size_t count = (size_t)__builtin_popcountll(bits);
  // All are likely, and no processor can predict which.
  if (__builtin_expect_with_probability(count <= 6, 1, 0.5)) {
    RUSH_STORE(0, _tzcnt_u64) RUSH_STORE(1, _tzcnt_u64)
    if (__builtin_expect_with_probability(count <= 2, 1, 0.5)) return count;
    RUSH_FOUR(2, RUSH_STORE, _tzcnt_u64)
    return count;
  }
  // The number of bits of each byte, then the sums of those before.
  uint64_t counts = bits - (bits >> 1 & 0x5555555555555555);
  counts = (counts & 0x3333333333333333) + (counts >> 2 & 0x3333333333333333);
  counts = (counts + (counts >> 4)) & 0x0f0f0f0f0f0f0f0f;
  uint64_t starts = counts * RUSH_EVERY_BYTE << 8;
  const __m256i eight = _mm256_set1_epi32(8);
  __m256i bases = _mm256_set1_epi32((int)base);
#define RUSH_STORE_BYTE(i)                                                                      \
  {                                                                                             \
    const uint64_t *entry = &rush_places[(uint8_t)(bits >> (8 * (i)))];                         \
    __m256i places = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)entry));             \
    __m256i *target = (__m256i *)(out + (uint8_t)(starts >> (8 * (i))));                        \
    _mm256_storeu_si256(target, _mm256_add_epi32(places, bases));                               \
    bases = _mm256_add_epi32(bases, eight);                                                     \
  }
  RUSH_STORE_BYTE(0) RUSH_STORE_BYTE(1) RUSH_STORE_BYTE(2) RUSH_STORE_BYTE(3)
  RUSH_STORE_BYTE(4) RUSH_STORE_BYTE(5) RUSH_STORE_BYTE(6) RUSH_STORE_BYTE(7)
#undef RUSH_STORE_BYTE
  return count;
}

// Sixteen positions at a time: those whose bit is set are moved together, in a register first.
// Compressing directly to memory is microcode on some processors.
RUSH_AVX512_INLINE size_t rush_avx512_write_offsets(uint32_t *out, uint32_t base, uint64_t bits) {
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
  return (size_t)__builtin_popcountll(bits);
}

// With VBMI2, all 64 positions are compressed as bytes, and widened sixteen at a time. Few blocks have
// more than 32 offsets. A branch at 16 would be mispredicted in dense texts, which costs more there (a
// quarter) than it saves in others (a twentieth).
RUSH_VBMI2_INLINE size_t rush_vbmi2_write_offsets(uint32_t *out, uint32_t base, uint64_t bits) {
  const __m512i positions = _mm512_set_epi64(
      0x3f3e3d3c3b3a3938, 0x3736353433323130, 0x2f2e2d2c2b2a2928, 0x2726252423222120,
      0x1f1e1d1c1b1a1918, 0x1716151413121110, 0x0f0e0d0c0b0a0908, 0x0706050403020100);
  const __m512i bases = _mm512_set1_epi32((int)base);
  __m512i packed = _mm512_maskz_compress_epi8(bits, positions);
  __m128i first = _mm512_castsi512_si128(packed);
  __m128i second = _mm256_extracti128_si256(_mm512_castsi512_si256(packed), 1);
  _mm512_storeu_si512(out, _mm512_add_epi32(_mm512_cvtepu8_epi32(first), bases));
  _mm512_storeu_si512(out + 16, _mm512_add_epi32(_mm512_cvtepu8_epi32(second), bases));
  if (__builtin_expect(__builtin_popcountll(bits) > 32, 0)) {
    __m128i third = _mm512_extracti32x4_epi32(packed, 2);
    __m128i fourth = _mm512_extracti32x4_epi32(packed, 3);
    _mm512_storeu_si512(out + 32, _mm512_add_epi32(_mm512_cvtepu8_epi32(third), bases));
    _mm512_storeu_si512(out + 48, _mm512_add_epi32(_mm512_cvtepu8_epi32(fourth), bases));
  }
  return (size_t)__builtin_popcountll(bits);
}
#endif

// Kernels

#define RUSH_KERNEL_BODY "block_kernel_body.h"
#include "every_kernel.h"

// The choice

#if defined(__x86_64__)

#include <cpuid.h>

// The best kernel whose instructions the processor has and whose registers the system saves
// (Intel SDM volume 1, §14.3 and §15.3).
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
  if ((saved & 0xe6) != 0xe6) return rush_kernel_avx2;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return rush_kernel_avx512;
  const unsigned bmi2 = 1u << 8, avx512dq = 1u << 17, avx512vl = 1u << 31;
  const unsigned vbmi = 1u << 1, vbmi2 = 1u << 6, gfni = 1u << 8, vpclmul = 1u << 10;
  const unsigned vpopcnt = 1u << 14;
  const unsigned in_b = bmi2 | avx512dq | avx512vl, in_c = vbmi | vbmi2 | gfni | vpclmul | vpopcnt;
  return (b & in_b) == in_b && (c & in_c) == in_c ? rush_kernel_vbmi2 : rush_kernel_avx512;
}

int rush_kernel_is_available(rush_kernel kernel) {
  switch (kernel) {
    case rush_kernel_portable:
    case rush_kernel_sse2: return 1;
    case rush_kernel_avx2:
    case rush_kernel_avx512:
    case rush_kernel_vbmi2: return kernel <= rush_best_x86_kernel();
    default: return 0;
  }
}

#else

int rush_kernel_is_available(rush_kernel kernel) {
#if defined(RUSH_VECTOR_BITS)
  if (kernel == rush_kernel_neon) return 1;
#endif
  return kernel == rush_kernel_portable;
}

#endif

int rush_kernel_validates_utf8(rush_kernel kernel) {
#if defined(RUSH_VECTOR_BITS)
  (void)kernel;
  return 1;
#else
  return kernel >= rush_kernel_avx2;
#endif
}

rush_block_progress rush_index_blocks(
    rush_kernel kernel, const void *bytes, size_t blocks, uint32_t first_offset,
    uint32_t *offsets, rush_block_carry *carry) {
  RUSH_RETURN_CALL(kernel, index_blocks(bytes, blocks, first_offset, offsets, carry))
}

rush_block_progress rush_index_lines(
    rush_kernel kernel, const void *bytes, size_t blocks, uint32_t first_offset,
    uint32_t *offsets, rush_block_carry *carry, rush_line_feeds *lines) {
  RUSH_RETURN_CALL(kernel, index_lines(bytes, blocks, first_offset, offsets, carry, lines))
}
