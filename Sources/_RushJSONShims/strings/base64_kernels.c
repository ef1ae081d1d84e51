// Base64 for each instruction set, and the choice among them. See rush_base64.h.

#include "rush_base64.h"

#include <string.h>

#include "../blocks/byte_blocks.h"

// The baseline: one table for each direction.

static const uint8_t rush_base64_digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// The value of each digit and 1, so that 0 is no digit.
#define RUSH_TEN(first, value)                                                                   \
  [first] = value, [first + 1] = value + 1, [first + 2] = value + 2, [first + 3] = value + 3,    \
  [first + 4] = value + 4, [first + 5] = value + 5, [first + 6] = value + 6,                     \
  [first + 7] = value + 7, [first + 8] = value + 8, [first + 9] = value + 9
#define RUSH_ALPHABET(first, value)                                                              \
  RUSH_TEN(first, value), RUSH_TEN(first + 10, value + 10), [first + 20] = value + 20,           \
  [first + 21] = value + 21, [first + 22] = value + 22, [first + 23] = value + 23,               \
  [first + 24] = value + 24, [first + 25] = value + 25
static const uint8_t rush_base64_values[256] = {
    RUSH_ALPHABET('A', 1), RUSH_ALPHABET('a', 27), RUSH_TEN('0', 53), ['+'] = 63, ['/'] = 64,
};

RUSH_INLINE void rush_base64_put_group(const uint8_t *source, uint8_t *target) {
  uint32_t bits = (uint32_t)source[0] << 16 | (uint32_t)source[1] << 8 | source[2];
  target[0] = rush_base64_digits[bits >> 18];
  target[1] = rush_base64_digits[bits >> 12 & 63];
  target[2] = rush_base64_digits[bits >> 6 & 63];
  target[3] = rush_base64_digits[bits & 63];
}

// Writes whole groups, and one that is padded. Returns the end.
static uint8_t *rush_base64_encode_groups(const uint8_t *source, size_t count, uint8_t *target) {
  for (; count >= 3; source += 3, count -= 3, target += 4) rush_base64_put_group(source, target);
  if (count == 0) return target;
  uint8_t last[3] = {source[0], count > 1 ? source[1] : 0, 0};
  rush_base64_put_group(last, target);
  if (count == 1) target[2] = '=';
  target[3] = '=';
  return target + 4;
}

static int rush_base64_decode_groups(const uint8_t *source, size_t count, uint8_t *target) {
  // A value that is missing becomes -1, and its high bit stays.
  uint32_t faults = 0;
  while (count >= 2) {
    size_t digits = count < 4 ? count : 4;
    uint32_t a = rush_base64_values[source[0]] - 1u, b = rush_base64_values[source[1]] - 1u;
    uint32_t c = digits > 2 ? rush_base64_values[source[2]] - 1u : 0;
    uint32_t d = digits > 3 ? rush_base64_values[source[3]] - 1u : 0;
    faults |= a | b | c | d;
    target[0] = (uint8_t)(a << 2 | b >> 4);
    if (digits > 2) target[1] = (uint8_t)(b << 4 | c >> 2);
    if (digits > 3) target[2] = (uint8_t)(c << 6 | d);
    source += digits, count -= digits, target += digits - 1;
  }
  return faults >> 31 == 0 && count == 0;
}

#if defined(__x86_64__)

// AVX2: 24 bytes and 32 digits at a time, after Muła and Lemire, "Faster Base64 Encoding and Decoding Using AVX2
// Instructions" (2018). The rest is copied to a block of its own.

// Returns the slashes of the block.
RUSH_AVX2_INLINE __m256i rush_avx2_base64_encode_block(__m256i v, uint8_t *target) {
  // Of each three bytes a b c, the two middle ones twice: b a c b. Each digit then is in one half word.
  v = _mm256_shuffle_epi8(v, RUSH_TABLE(1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10));
  __m256i even = _mm256_mulhi_epu16(_mm256_and_si256(v, _mm256_set1_epi32(0x0fc0fc00)),
                                    _mm256_set1_epi32(0x04000040));
  __m256i odd = _mm256_mullo_epi16(_mm256_and_si256(v, _mm256_set1_epi32(0x003f03f0)),
                                   _mm256_set1_epi32(0x01000010));
  v = _mm256_or_si256(even, odd);
  // Small letters are 0, then come ten figures, two signs and the capital letters. The table has the distance of each
  // kind's digits from their values.
  __m256i kind = _mm256_subs_epu8(v, _mm256_set1_epi8(51));
  __m256i is_capital = _mm256_cmpgt_epi8(_mm256_set1_epi8(26), v);
  kind = _mm256_or_si256(kind, _mm256_and_si256(is_capital, _mm256_set1_epi8(13)));
  const __m256i distances = RUSH_TABLE('a' - 26, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52,
                                       '0' - 52, '0' - 52, '0' - 52, '0' - 52, '0' - 52, '+' - 62,
                                       '/' - 63, 'A', 0, 0);
  v = _mm256_add_epi8(v, _mm256_shuffle_epi8(distances, kind));
  _mm256_storeu_si256((__m256i *)target, v);
  return rush_avx2_is(v, '/');
}

// Twelve bytes in each lane.
RUSH_AVX2_INLINE __m256i rush_avx2_base64_load(const uint8_t *source) {
  return _mm256_setr_m128i(_mm_loadu_si128((const __m128i *)source),
                           _mm_loadu_si128((const __m128i *)(source + 12)));
}

__attribute__((RUSH_AVX2))
static rush_base64_text rush_avx2_base64_encode(
    const uint8_t *source, size_t count, uint8_t *target) {
  uint8_t *to = target;
  __m256i slashes = _mm256_setzero_si256();
  while (count > 0) {
    // A load reads 28 bytes, and 24 of them make digits.
    uint8_t block[28];
    const uint8_t *from = source;
    size_t used = count < 24 ? count : 24;
    if (count < 28) {
      memset(block, 0, sizeof block);
      memcpy(block, source, used);
      from = block;
    }
    __m256i found = rush_avx2_base64_encode_block(rush_avx2_base64_load(from), to);
    slashes = _mm256_or_si256(slashes, found);
    source += used, count -= used, to += (used + 2) / 3 * 4;
    if (used % 3 != 0) to[-1] = '=';
    if (used % 3 == 1) to[-2] = '=';
  }
  int has_slash = !_mm256_testz_si256(slashes, slashes);
  return (rush_base64_text){(size_t)(to - target), has_slash};
}

// Writes 24 bytes, and eight more that mean nothing. Adds what is not a digit to the faults.
RUSH_AVX2_INLINE __m256i rush_avx2_base64_decode_block(__m256i v, __m256i faults, uint8_t *target) {
  const __m256i mask = _mm256_set1_epi8(0x2f);
  __m256i high = _mm256_and_si256(_mm256_srli_epi32(v, 4), mask);
  // One bit for each kind of high half, set where a low half makes no digit with it:
  //   1  + and /     2  figures     4  letters up to O and o     8  letters from P and p on     16  all others
  __m256i low_faults = _mm256_shuffle_epi8(
      RUSH_TABLE(0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x13, 0x1a, 0x1b, 0x1b,
                 0x1b, 0x1a),
      _mm256_and_si256(v, mask));
  __m256i kinds = _mm256_shuffle_epi8(
      RUSH_TABLE(0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10,
                 0x10, 0x10),
      high);
  faults = _mm256_or_si256(faults, _mm256_and_si256(low_faults, kinds));
  // The slash has a distance of its own, in the place before that of the plus sign.
  __m256i distances = _mm256_shuffle_epi8(
      RUSH_TABLE(0, 63 - '/', 62 - '+', 52 - '0', -'A', -'A', 26 - 'a', 26 - 'a', 0, 0, 0, 0, 0, 0, 0,
                 0),
      _mm256_add_epi8(_mm256_cmpeq_epi8(v, mask), high));
  v = _mm256_add_epi8(v, distances);
  // Four values of 6 bits become two of 12, and one of 24, whose bytes are put in order.
  v = _mm256_maddubs_epi16(v, _mm256_set1_epi32(0x01400140));
  v = _mm256_madd_epi16(v, _mm256_set1_epi32(0x00011000));
  v = _mm256_shuffle_epi8(v, RUSH_TABLE(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1));
  v = _mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
  _mm256_storeu_si256((__m256i *)target, v);
  return faults;
}

__attribute__((RUSH_AVX2))
static int rush_avx2_base64_decode(const uint8_t *source, size_t count, uint8_t *target) {
  __m256i faults = _mm256_setzero_si256();
  for (; count >= 32; source += 32, count -= 32, target += 24) {
    faults = rush_avx2_base64_decode_block(_mm256_loadu_si256((const __m256i *)source), faults, target);
  }
  if (count % 4 == 1) return 0;
  if (count > 8) {
    // The digit of zero is no fault.
    uint8_t block[32];
    memset(block, 'A', sizeof block);
    memcpy(block, source, count);
    faults = rush_avx2_base64_decode_block(_mm256_loadu_si256((const __m256i *)block), faults, target);
    count = 0;
  }
  return _mm256_testz_si256(faults, faults) && rush_base64_decode_groups(source, count, target);
}

#endif

rush_base64_text rush_base64_encode(
    rush_kernel kernel, const uint8_t *source, size_t count, uint8_t *target) {
#if defined(__x86_64__)
  if (kernel >= rush_kernel_avx2) return rush_avx2_base64_encode(source, count, target);
#endif
  (void)kernel;
  size_t length = (size_t)(rush_base64_encode_groups(source, count, target) - target);
  return (rush_base64_text){length, memchr(target, '/', length) != NULL};
}

int rush_base64_decode(rush_kernel kernel, const uint8_t *source, size_t count, uint8_t *target) {
#if defined(__x86_64__)
  if (kernel >= rush_kernel_avx2) return rush_avx2_base64_decode(source, count, target);
#endif
  (void)kernel;
  return rush_base64_decode_groups(source, count, target);
}
