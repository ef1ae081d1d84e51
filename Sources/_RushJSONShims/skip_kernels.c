// The skip kernels for each instruction set, and the choice among them. See rush_skip.h.

#include "rush_skip.h"

#include <string.h>

#include "byte_blocks.h"
#include "rush_digits.h"

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

// Whether RFC 8259 §7 allows the escapes at these bits of a block. Leaves in `paired` those of the next
// block that have been looked at, too: halves of surrogate pairs.
RUSH_HERE int rush_skips_escapes(const uint8_t *at, uint64_t bits, uint64_t *paired) {
  for (; bits != 0; bits &= bits - 1) {
    int place = __builtin_ctzll(bits);
    int kind = rush_skips_escape(at + place);
    if (kind == 0) return 0;
    if (kind == 2) {
      if (place + 6 < 64) {
        bits &= ~(1ULL << (place + 6));
      } else {
        *paired = 1ULL << (place + 6 - 64);
      }
    }
  }
  return 1;
}

#define RUSH_SKIP rush_skip_blocks_portable
#define RUSH_SCAN rush_scan_value_portable
#define RUSH_TARGET
#define RUSH_BLOCK rush_words
#define RUSH_LOAD rush_words_load
#define RUSH_EQUAL rush_words_equal
#define RUSH_FOLDED rush_words_folded
#define RUSH_BELOW rush_words_below
#define RUSH_SPACE rush_words_space
#define RUSH_LOWER rush_words_lower
#define RUSH_PREFIX_XOR rush_plain_prefix_xor
#include "skip_kernel_body.h"

#if defined(__x86_64__)

#define RUSH_SKIP rush_skip_blocks_sse2
#define RUSH_SCAN rush_scan_value_sse2
#define RUSH_TARGET
#define RUSH_BLOCK rush_sse2_block
#define RUSH_LOAD rush_sse2_load
#define RUSH_EQUAL rush_sse2_equal
#define RUSH_FOLDED rush_sse2_folded
#define RUSH_BELOW rush_sse2_below
#define RUSH_SPACE rush_sse2_space
#define RUSH_LOWER rush_sse2_lower
#define RUSH_PREFIX_XOR rush_plain_prefix_xor
#include "skip_kernel_body.h"

#define RUSH_SKIP rush_skip_blocks_avx2
#define RUSH_SCAN rush_scan_value_avx2
#define RUSH_TARGET __attribute__((RUSH_AVX2))
#define RUSH_BLOCK rush_avx2_block
#define RUSH_LOAD rush_avx2_load
#define RUSH_EQUAL rush_avx2_equal
#define RUSH_FOLDED rush_avx2_folded
#define RUSH_BELOW rush_avx2_below
#define RUSH_SPACE rush_avx2_space
#define RUSH_LOWER rush_avx2_lower
#define RUSH_PREFIX_XOR rush_carryless_prefix_xor
#define RUSH_UTF8_WRONG rush_avx2_utf8_error
#include "skip_kernel_body.h"

#define RUSH_SKIP rush_skip_blocks_avx512
#define RUSH_SCAN rush_scan_value_avx512
#define RUSH_TARGET __attribute__((RUSH_AVX512))
#define RUSH_BLOCK __m512i
#define RUSH_LOAD rush_avx512_load
#define RUSH_EQUAL rush_avx512_equal
#define RUSH_FOLDED rush_avx512_folded
#define RUSH_BELOW rush_avx512_below
#define RUSH_SPACE rush_avx512_space
#define RUSH_LOWER rush_avx512_lower
#define RUSH_PREFIX_XOR rush_carryless_prefix_xor
#define RUSH_UTF8_WRONG rush_avx512_utf8_error
#include "skip_kernel_body.h"

#elif defined(__aarch64__) && defined(__ARM_NEON)

#define RUSH_SKIP rush_skip_blocks_neon
#define RUSH_SCAN rush_scan_value_neon
#define RUSH_TARGET
#define RUSH_BLOCK rush_neon_block
#define RUSH_LOAD rush_neon_load
#define RUSH_EQUAL rush_neon_equal
#define RUSH_FOLDED rush_neon_folded
#define RUSH_BELOW rush_neon_below
#define RUSH_SPACE rush_neon_space
#define RUSH_LOWER rush_neon_lower
#define RUSH_PREFIX_XOR rush_plain_prefix_xor
#include "skip_kernel_body.h"

#endif

rush_skip_progress rush_skip_blocks(
    rush_kernel kernel, const void *bytes, size_t count, rush_skip_state *state) {
  switch (kernel) {
#if defined(__x86_64__)
    case rush_kernel_sse2: return rush_skip_blocks_sse2(bytes, count, state);
    case rush_kernel_avx2: return rush_skip_blocks_avx2(bytes, count, state);
    case rush_kernel_avx512: return rush_skip_blocks_avx512(bytes, count, state);
#elif defined(__aarch64__) && defined(__ARM_NEON)
    case rush_kernel_neon: return rush_skip_blocks_neon(bytes, count, state);
#endif
    default: return rush_skip_blocks_portable(bytes, count, state);
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
