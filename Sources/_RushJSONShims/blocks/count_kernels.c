// Counts bytes of two kinds, 64 at a time. See rush_count.h.

#include "rush_count.h"

#include "byte_blocks.h"

// Counts in sums of bytes, which the compiler vectorises, over parts short enough not to overflow.
#define RUSH_COUNT_PORTABLE(name, is_first, is_second)                    \
  __attribute__((noinline))                                               \
  static rush_byte_counts name(const uint8_t *at, size_t count) {         \
    rush_byte_counts counts = {0, 0};                                     \
    while (count > 0) {                                                   \
      size_t part = count < 192 ? count : 192;                            \
      uint8_t first = 0, second = 0;                                      \
      for (size_t i = 0; i < part; i++) {                                 \
        uint8_t byte = at[i];                                             \
        first += is_first;                                                \
        second += is_second;                                              \
      }                                                                   \
      counts.first += first;                                              \
      counts.second += second;                                            \
      at += part;                                                         \
      count -= part;                                                      \
    }                                                                     \
    return counts;                                                        \
  }

RUSH_COUNT_PORTABLE(rush_words_count_line_ends, byte == '\n', byte == '\r')
RUSH_COUNT_PORTABLE(rush_words_count_continuations, (byte & 0xc0) == 0x80, byte >= 0xf0)

#if defined(RUSH_VECTOR_BITS)
// The compiler uses vectors for the functions above.
#define rush_vectors_count_line_ends rush_words_count_line_ends
#define rush_vectors_count_continuations rush_words_count_continuations
#endif

#if defined(__x86_64__)
// Counts 64 bytes at a time, each in one line of the caches: loads from two lines take a third longer. The
// first and the last load have bytes that others count.
#define RUSH_COUNT(isa, target, what, first_bits, second_bits)                            \
  RUSH_INLINE __attribute__((target)) void rush_##isa##_add_##what(                       \
      rush_byte_counts *counts, const uint8_t *at, uint64_t counted) {                    \
    rush_##isa##_block v = rush_##isa##_load(at);                                         \
    counts->first += (size_t)__builtin_popcountll(rush_##isa##_##first_bits & counted);   \
    counts->second += (size_t)__builtin_popcountll(rush_##isa##_##second_bits & counted); \
  }                                                                                       \
  __attribute__((target)) static rush_byte_counts rush_##isa##_count_##what(              \
      const uint8_t *at, size_t count) {                                                  \
    if (count < 64) return rush_words_count_##what(at, count);                            \
    rush_byte_counts counts = {0, 0};                                                     \
    const size_t passed = (uintptr_t)at % 64;                                             \
    rush_##isa##_add_##what(&counts, at, ~0ULL >> passed);                                \
    at += 64 - passed, count -= 64 - passed;                                              \
    for (; count >= 64; at += 64, count -= 64) rush_##isa##_add_##what(&counts, at, ~0ULL); \
    if (count > 0) rush_##isa##_add_##what(&counts, at + count - 64, ~0ULL << (64 - count)); \
    return counts;                                                                        \
  }

RUSH_COUNT(avx2, RUSH_AVX2, line_ends, equal(v, '\n'), equal(v, '\r'))
RUSH_COUNT(avx512, RUSH_AVX512, line_ends, equal(v, '\n'), equal(v, '\r'))
RUSH_COUNT(avx2, RUSH_AVX2, continuations, below(v, 0x80, 0x40), below(v, 0xf0, 0x10))
RUSH_COUNT(avx512, RUSH_AVX512, continuations, below(v, 0x80, 0x40), below(v, 0xf0, 0x10))

#define rush_vbmi2_count_line_ends rush_avx512_count_line_ends
#define rush_vbmi2_count_continuations rush_avx512_count_continuations
#endif

rush_byte_counts rush_count_line_ends(rush_kernel kernel, const void *bytes, size_t count) {
  RUSH_RETURN_CALL(kernel, count_line_ends(bytes, count))
}

rush_byte_counts rush_count_continuations(rush_kernel kernel, const void *bytes, size_t count) {
  RUSH_RETURN_CALL(kernel, count_continuations(bytes, count))
}

size_t rush_count_return_feeds(const void *bytes, size_t count) {
  const uint8_t *at = bytes;
  size_t pairs = 0;
  // As above, the compiler vectorises these sums.
  while (count > 1) {
    size_t part = count - 1 < 192 ? count - 1 : 192;
    uint8_t found = 0;
    for (size_t i = 0; i < part; i++) found += (at[i] == '\r') & (at[i + 1] == '\n');
    pairs += found;
    at += part;
    count -= part;
  }
  return pairs;
}
