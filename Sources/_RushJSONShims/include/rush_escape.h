// Copying a string's bytes up to the first that JSON wants escaped.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

/// Bytes that may be written behind the last one that counts, by everything in this file.
#define RUSH_COPY_SLACK 32

// Copies a block, and tells which of its bytes have to be escaped: the first one's place is that of
// the lowest bit that is set.
//
//   text   He said "no"
//   mask   000000001001
//
// `other` is one more byte to stop at: "/" where that is escaped, else the quotation mark again.

/// Eight bytes; eight bits each.
static inline __attribute__((always_inline)) uint64_t rush_copy_word(uint64_t word, uint8_t *target,
                                                                     uint8_t other) {
  memcpy(target, &word, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  const uint64_t ones = 0x0101010101010101;
  uint64_t quote = word ^ ones * '"', backslash = word ^ ones * '\\', more = word ^ ones * other;
  // A borrow can set the bit of a byte above the first that is found, never of one below.
  uint64_t found = ((word - ones * 0x20) & ~word) | ((quote - ones) & ~quote) |
                   ((backslash - ones) & ~backslash) | ((more - ones) & ~more);
  return found & ones * 0x80;
}

static inline __attribute__((always_inline)) uint64_t rush_load_word(const uint8_t *source) {
  uint64_t word;
  memcpy(&word, source, 8);
  return word;
}

#if defined(__SSE2__)
/// Sixteen bytes; one bit each.
static inline __attribute__((always_inline)) uint64_t rush_copy_16(const uint8_t *source,
                                                                   uint8_t *target, uint8_t other) {
  __m128i block = _mm_loadu_si128((const __m128i *)source);
  _mm_storeu_si128((__m128i *)target, block);
  // min(byte, 0x1f) is the byte itself exactly for control characters.
  __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(block, _mm_set1_epi8(0x1f)), block);
  __m128i quote = _mm_or_si128(_mm_cmpeq_epi8(block, _mm_set1_epi8('"')),
                               _mm_cmpeq_epi8(block, _mm_set1_epi8((char)other)));
  __m128i backslash = _mm_cmpeq_epi8(block, _mm_set1_epi8('\\'));
  return (uint64_t)(uint32_t)_mm_movemask_epi8(
      _mm_or_si128(_mm_or_si128(control, quote), backslash));
}
#define RUSH_BITS_OF_16 1
#elif defined(__aarch64__)
/// Sixteen bytes; four bits each, as NEON has no instruction that makes one.
static inline __attribute__((always_inline)) uint64_t rush_copy_16(const uint8_t *source,
                                                                   uint8_t *target, uint8_t other) {
  uint8x16_t block = vld1q_u8(source);
  vst1q_u8(target, block);
  uint8x16_t found = vorrq_u8(
      vorrq_u8(vcltq_u8(block, vdupq_n_u8(0x20)), vceqq_u8(block, vdupq_n_u8('"'))),
      vorrq_u8(vceqq_u8(block, vdupq_n_u8('\\')), vceqq_u8(block, vdupq_n_u8(other))));
  return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(found), 4)), 0);
}
#define RUSH_BITS_OF_16 4
#endif

/// Copies `count` bytes up to the first that has to be escaped. Returns how many that are.
///
/// Writes up to RUSH_COPY_SLACK bytes more, but reads none outside of the source.
static inline __attribute__((always_inline)) size_t rush_copy_unescaped(
    const uint8_t *source, size_t count, uint8_t *target, uint8_t other) {
  size_t at = 0;
  uint64_t mask;
#if defined(RUSH_BITS_OF_16)
  for (; count - at >= 16; at += 16) {
    mask = rush_copy_16(source + at, target + at, other);
    if (mask) return at + (size_t)__builtin_ctzll(mask) / RUSH_BITS_OF_16;
  }
#endif
  for (; count - at >= 8; at += 8) {
    mask = rush_copy_word(rush_load_word(source + at), target + at, other);
    if (mask) return at + (size_t)__builtin_ctzll(mask) / 8;
  }
  size_t rest = count - at;
  if (rest == 0) return count;
  if (count >= 8) {
    // The last eight bytes. Those before `at` are known to be plain, so a hit lies in the rest.
    mask = rush_copy_word(rush_load_word(source + count - 8), target + count - 8, other);
    return mask ? count - 8 + (size_t)__builtin_ctzll(mask) / 8 : count;
  }
  // One to seven bytes, the first of them lowest.
  uint64_t word;
  if (rest >= 4) {
    uint32_t first, last;
    memcpy(&first, source, 4);
    memcpy(&last, source + rest - 4, 4);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    first = __builtin_bswap32(first), last = __builtin_bswap32(last);
#endif
    word = (uint64_t)last << (8 * (rest - 4)) | first;
  } else {
    word = (uint64_t)source[0] | (uint64_t)source[rest / 2] << (8 * (rest / 2)) |
           (uint64_t)source[rest - 1] << (8 * (rest - 1));
  }
  // Spaces are harmless.
  word |= 0x2020202020202020 << (8 * rest);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  mask = rush_copy_word(word, target, other);
  return mask ? (size_t)__builtin_ctzll(mask) / 8 : count;
}

/// The letter behind the backslash in the short escape of `byte`, below 128; 0 if it has none.
static inline __attribute__((always_inline, const)) uint8_t rush_escape_letter(uint8_t byte) {
  static const uint8_t letters[128] = {
      ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n',   ['\f'] = 'f',
      ['\r'] = 'r', ['"'] = '"',  ['\\'] = '\\', ['/'] = '/',
  };
  return letters[byte & 127];
}

/// How many bytes the number has that begins at `source`, before `end`. The text is known to be JSON.
static inline __attribute__((always_inline)) size_t rush_number_length(const uint8_t *source,
                                                                       const uint8_t *end) {
  const uint8_t *at = source;
#if defined(__SSE2__)
  while (end - at >= 16) {
    __m128i block = _mm_loadu_si128((const __m128i *)at);
    // Between "-" and "9" there are only ".", "/" and digits, and "/" cannot follow a number.
    __m128i digit = _mm_sub_epi8(block, _mm_set1_epi8('-'));
    digit = _mm_cmpeq_epi8(_mm_min_epu8(digit, _mm_set1_epi8('9' - '-')), digit);
    __m128i letter = _mm_cmpeq_epi8(_mm_or_si128(block, _mm_set1_epi8(0x20)), _mm_set1_epi8('e'));
    __m128i plus = _mm_cmpeq_epi8(block, _mm_set1_epi8('+'));
    unsigned other =
        (unsigned)_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(digit, letter), plus)) ^ 0xffff;
    if (other) return (size_t)(at - source) + (size_t)__builtin_ctz(other);
    at += 16;
  }
#endif
  while (at < end) {
    uint8_t byte = *at;
    if ((uint8_t)(byte - '-') > '9' - '-' && (byte | 0x20) != 'e' && byte != '+') break;
    at++;
  }
  return (size_t)(at - source);
}

/// Copies `count` bytes. Writes up to RUSH_COPY_SLACK more, but reads none outside of the source.
static inline __attribute__((always_inline)) void rush_copy_short(const uint8_t *source,
                                                                  size_t count, uint8_t *target) {
  if (count >= 16) {
    size_t at = 0;
    for (; count - at > 16; at += 16) memcpy(target + at, source + at, 16);
    memcpy(target + count - 16, source + count - 16, 16);
  } else if (count >= 8) {
    uint64_t first, last;
    memcpy(&first, source, 8);
    memcpy(&last, source + count - 8, 8);
    memcpy(target, &first, 8);
    memcpy(target + count - 8, &last, 8);
  } else if (count >= 4) {
    uint32_t first, last;
    memcpy(&first, source, 4);
    memcpy(&last, source + count - 4, 4);
    memcpy(target, &first, 4);
    memcpy(target + count - 4, &last, 4);
  } else if (count) {
    uint8_t middle = source[count / 2], last = source[count - 1];
    target[0] = source[0];
    target[count / 2] = middle;
    target[count - 1] = last;
  }
}
