// Counts bytes of two kinds, 64 at a time. See rush_count.h.

#include "rush_count.h"

#include "byte_blocks.h"

// Counts the bytes of two kinds, as sums of bytes, which the compiler does in vector registers, for as
// long as they cannot overflow.
#define RUSH_COUNT_PORTABLE(name, is_first, is_second)                    \
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

RUSH_COUNT_PORTABLE(rush_count_line_ends_portable, byte == '\n', byte == '\r')
RUSH_COUNT_PORTABLE(rush_count_continuations_portable, (byte & 0xc0) == 0x80, byte >= 0xf0)

#if defined(__x86_64__)
// The same, 64 bytes at a time.
#define RUSH_COUNT(what, isa, target, block, first_bits, second_bits)                   \
  __attribute__((target)) static rush_byte_counts rush_count_##what##_##isa(            \
      const uint8_t *at, size_t count) {                                                \
    rush_byte_counts counts = {0, 0};                                                   \
    for (; count >= 64; at += 64, count -= 64) {                                        \
      block v = rush_##isa##_load(at);                                                  \
      counts.first += (size_t)__builtin_popcountll(first_bits);                         \
      counts.second += (size_t)__builtin_popcountll(second_bits);                       \
    }                                                                                   \
    rush_byte_counts rest = rush_count_##what##_portable(at, count);                    \
    return (rush_byte_counts){counts.first + rest.first, counts.second + rest.second};  \
  }

RUSH_COUNT(line_ends, avx2, RUSH_AVX2, rush_avx2_block, rush_avx2_equal(v, '\n'),
           rush_avx2_equal(v, '\r'))
RUSH_COUNT(line_ends, avx512, RUSH_AVX512, __m512i, rush_avx512_equal(v, '\n'),
           rush_avx512_equal(v, '\r'))
RUSH_COUNT(continuations, avx2, RUSH_AVX2, rush_avx2_block, rush_avx2_below(v, 0x80, 0x40),
           rush_avx2_below(v, 0xf0, 0x10))
RUSH_COUNT(continuations, avx512, RUSH_AVX512, __m512i, rush_avx512_below(v, 0x80, 0x40),
           rush_avx512_below(v, 0xf0, 0x10))
#endif

rush_byte_counts rush_count_line_ends(rush_kernel kernel, const void *bytes, size_t count) {
  switch (kernel) {
#if defined(__x86_64__)
    case rush_kernel_avx2: return rush_count_line_ends_avx2(bytes, count);
    case rush_kernel_avx512: return rush_count_line_ends_avx512(bytes, count);
#endif
    default: return rush_count_line_ends_portable(bytes, count);
  }
}

rush_byte_counts rush_count_continuations(rush_kernel kernel, const void *bytes, size_t count) {
  switch (kernel) {
#if defined(__x86_64__)
    case rush_kernel_avx2: return rush_count_continuations_avx2(bytes, count);
    case rush_kernel_avx512: return rush_count_continuations_avx512(bytes, count);
#endif
    default: return rush_count_continuations_portable(bytes, count);
  }
}
