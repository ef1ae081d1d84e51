// Copies the bytes of strings and numbers, and finds what must be escaped.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rush_blocks.h"
#include "rush_vector.h"

/// The most bytes that a function of this file writes after the last one that counts.
#define RUSH_COPY_SLACK 32

/// A word with its first byte in memory lowest, or back.
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define RUSH_LITTLE_ENDIAN(bits, word) __builtin_bswap##bits(word)
#else
#define RUSH_LITTLE_ENDIAN(bits, word) (word)
#endif

// A copy returns a mask of the bytes that must be escaped. Only its lowest set bit is reliable, which
// is that of the first such byte.
//
//   text   He said "no"
//   mask   000000001001
//
// `other` is one more byte to stop at: "/" where that is escaped, else the quotation mark again.

/// Copies eight bytes; eight bits for each.
RUSH_INLINE uint64_t rush_copy_word(uint64_t word, uint8_t *target, uint8_t other) {
  memcpy(target, &word, 8);
  word = RUSH_LITTLE_ENDIAN(64, word);
  const uint64_t ones = 0x0101010101010101;
  uint64_t quote = word ^ ones * '"', backslash = word ^ ones * '\\', more = word ^ ones * other;
  // A borrow can set the bit of a byte above the first one, never of a byte below.
  uint64_t found = ((word - ones * 0x20) & ~word) | ((quote - ones) & ~quote) |
                   ((backslash - ones) & ~backslash) | ((more - ones) & ~more);
  return found & ones * 0x80;
}

RUSH_INLINE uint64_t rush_load_word(const uint8_t *source) {
  uint64_t word;
  memcpy(&word, source, 8);
  return word;
}

#if defined(RUSH_VECTOR_BITS)
/// Copies sixteen bytes; RUSH_VECTOR_BITS bits for each.
RUSH_INLINE uint64_t rush_copy_vector(const uint8_t *source, uint8_t *target, uint8_t other) {
  rush_vector v = rush_vector_load(source);
  rush_vector_store(target, v);
  rush_vector quotes = rush_vector_or(rush_vector_equal(v, '"'), rush_vector_equal(v, other));
  rush_vector found = rush_vector_or(rush_vector_below(v, 0, ' '), quotes);
  return rush_vector_bits(rush_vector_or(found, rush_vector_equal(v, '\\')));
}
#endif

/// Copies sixteen bytes. Returns whether none of the first `count`, at most 15, must be escaped.
RUSH_INLINE bool rush_copy_plain_short(const void *source, size_t count, uint8_t *target,
                                       uint8_t other) {
#if defined(RUSH_VECTOR_BITS)
  uint64_t mask = rush_copy_vector((const uint8_t *)source, target, other);
  return (mask & ((UINT64_C(1) << (count * RUSH_VECTOR_BITS)) - 1)) == 0;
#else
  const uint8_t *bytes = (const uint8_t *)source;
  uint64_t first = rush_copy_word(rush_load_word(bytes), target, other);
  uint64_t second = rush_copy_word(rush_load_word(bytes + 8), target + 8, other);
  size_t plain = first ? (size_t)__builtin_ctzll(first) / 8
                       : 8 + (second ? (size_t)__builtin_ctzll(second) / 8 : 8);
  return plain >= count;
#endif
}

/// Copies up to `count` bytes, and stops before the first that must be escaped. Returns their number.
///
/// Writes up to RUSH_COPY_SLACK bytes more, but reads none outside of the source.
RUSH_INLINE size_t rush_copy_unescaped(const uint8_t *source, size_t count, uint8_t *target,
                                       uint8_t other) {
  size_t at = 0;
  uint64_t mask;
#if defined(RUSH_VECTOR_BITS)
  for (; count - at >= 16; at += 16) {
    mask = rush_copy_vector(source + at, target + at, other);
    if (mask) return at + (size_t)__builtin_ctzll(mask) / RUSH_VECTOR_BITS;
  }
  if (count >= 16) {
    // The last sixteen bytes. Those before `at` are plain, so a hit is after them.
    mask = rush_copy_vector(source + count - 16, target + count - 16, other);
    return mask ? count - 16 + (size_t)__builtin_ctzll(mask) / RUSH_VECTOR_BITS : count;
  }
#endif
  for (; count - at >= 8; at += 8) {
    mask = rush_copy_word(rush_load_word(source + at), target + at, other);
    if (mask) return at + (size_t)__builtin_ctzll(mask) / 8;
  }
  size_t rest = count - at;
  if (rest == 0) return count;
  if (count >= 8) {
    // The last eight bytes. Those before `at` are plain, so a hit is after them.
    mask = rush_copy_word(rush_load_word(source + count - 8), target + count - 8, other);
    return mask ? count - 8 + (size_t)__builtin_ctzll(mask) / 8 : count;
  }
  // One to seven bytes, the first of them lowest.
  uint64_t word;
  if (rest >= 4) {
    uint32_t first, last;
    memcpy(&first, source, 4);
    memcpy(&last, source + rest - 4, 4);
    first = RUSH_LITTLE_ENDIAN(32, first), last = RUSH_LITTLE_ENDIAN(32, last);
    word = (uint64_t)last << (8 * (rest - 4)) | first;
  } else {
    word = (uint64_t)source[0] | (uint64_t)source[rest / 2] << (8 * (rest / 2)) |
           (uint64_t)source[rest - 1] << (8 * (rest - 1));
  }
  // Spaces need no escape.
  word |= UINT64_C(0x2020202020202020) << (8 * rest);
  word = RUSH_LITTLE_ENDIAN(64, word);
  mask = rush_copy_word(word, target, other);
  return mask ? (size_t)__builtin_ctzll(mask) / 8 : count;
}

/// The letter after the backslash in the short escape of a byte below 128, or 0 if it has none.
RUSH_INLINE __attribute__((const)) uint8_t rush_escape_letter(uint8_t byte) {
  static const uint8_t letters[128] = {
      ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n',   ['\f'] = 'f',
      ['\r'] = 'r', ['"'] = '"',  ['\\'] = '\\', ['/'] = '/',
  };
  return letters[byte & 127];
}

/// The progress of a copy, in the source and in the target.
typedef struct {
  size_t read, written;
} rush_progress;

/// Copies up to `count` bytes with the short escapes of those that must be escaped, and stops before the
/// first that has none.
///
/// Writes up to two bytes for each, and RUSH_COPY_SLACK more; reads none outside of the source.
RUSH_INLINE rush_progress rush_copy_escaping(const uint8_t *source, size_t count, uint8_t *target,
                                             uint8_t other) {
  const uint8_t *from = source, *end = source + count;
  uint8_t *to = target;
  for (;;) {
    size_t plain;
#if defined(RUSH_VECTOR_BITS)
    // A loop of its own: where the next bytes are must not depend on the mask of these (2.7 times as fast).
    uint64_t mask = 0;
    for (; end - from >= 16; from += 16, to += 16) {
      mask = rush_copy_vector(from, to, other);
      if (mask) break;
    }
    if (mask) {
      plain = (size_t)__builtin_ctzll(mask) / RUSH_VECTOR_BITS;
      from += plain, to += plain;
    } else
#endif
    {
      plain = rush_copy_unescaped(from, (size_t)(end - from), to, other);
      from += plain, to += plain;
      if (from == end) break;
    }
    uint8_t letter = rush_escape_letter(*from);
    if (*from >= 128 || letter == 0) break;
    to[0] = '\\', to[1] = letter;
    from += 1, to += 2;
  }
  rush_progress progress = {(size_t)(from - source), (size_t)(to - target)};
  return progress;
}

/// The most bytes that `rush_escape` writes after the last one that counts.
#define RUSH_ESCAPE_SLACK 64

/// As `rush_copy_escaping`, with the instructions of a kernel. All kernels copy the same.
///
/// Writes up to two bytes for each, and RUSH_ESCAPE_SLACK more; reads none outside of the source.
rush_progress rush_escape(
    rush_kernel kernel, const uint8_t *source, size_t count, uint8_t *target, uint8_t other);

/// The meaning of an escape of two bytes (RFC 8259 §7) by its second byte, or 0 for any other byte.
RUSH_INLINE __attribute__((const)) uint8_t rush_escape_meaning(uint8_t letter) {
  static const uint8_t meanings[256] = {
      ['b'] = '\b', ['t'] = '\t', ['n'] = '\n',   ['f'] = '\f',
      ['r'] = '\r', ['"'] = '"',  ['\\'] = '\\', ['/'] = '/',
  };
  return meanings[letter];
}

/// The length of the number at `source`, in a text of valid JSON that ends at `end`.
RUSH_INLINE size_t rush_number_length(const uint8_t *source, const uint8_t *end) {
  const uint8_t *at = source;
#if defined(RUSH_VECTOR_BITS)
  const uint64_t all = ~0ULL >> (64 - 16 * RUSH_VECTOR_BITS);
  for (; end - at >= 16; at += 16) {
    rush_vector v = rush_vector_load(at);
    // Between "-" and "9" there are only ".", "/" and digits, and "/" cannot follow a number.
    rush_vector digit = rush_vector_below(v, '-', '9' - '-' + 1);
    rush_vector letter =
        rush_vector_equal(rush_vector_or(v, rush_vector_of(RUSH_CASE_BIT)), 'e');
    rush_vector number = rush_vector_or(rush_vector_or(digit, letter), rush_vector_equal(v, '+'));
    uint64_t other = rush_vector_bits(number) ^ all;
    if (other) return (size_t)(at - source) + (size_t)__builtin_ctzll(other) / RUSH_VECTOR_BITS;
  }
#endif
  while (at < end) {
    uint8_t byte = *at;
    if ((uint8_t)(byte - '-') > '9' - '-' && (byte | RUSH_CASE_BIT) != 'e' && byte != '+') break;
    at++;
  }
  return (size_t)(at - source);
}

/// Copies sixteen bytes.
RUSH_INLINE void rush_copy_sixteen(const void *source, uint8_t *target) { memcpy(target, source, 16); }

/// Copies `count` bytes. Writes up to RUSH_COPY_SLACK more, but reads none outside of the source.
RUSH_INLINE void rush_copy_short(const uint8_t *source, size_t count, uint8_t *target) {
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

/// As `rush_copy_short`, for any count.
RUSH_INLINE void rush_copy(const void *source, size_t count, uint8_t *target) {
  if (count <= 64) {
    rush_copy_short((const uint8_t *)source, count, target);
  } else {
    memcpy(target, source, count);
  }
}
