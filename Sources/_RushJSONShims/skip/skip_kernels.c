// The skip kernels for each instruction set, and the choice among them. See rush_skip.h.

#include "rush_skip.h"

#include <string.h>

#include "../blocks/byte_blocks.h"
#include "rush_digits.h"
#include "wide_blocks.h"

// Judges the escape that begins here by RFC 8259 §7: 1 if it is allowed, 2 if it is a surrogate pair of
// twelve bytes, 0 if it is not allowed or rare. Twelve bytes must be readable.
RUSH_INLINE int rush_skips_escape(const uint8_t *at) {
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

// Whether RFC 8259 §7 allows the escapes at these bits of a block. `paired` gets a bit for an escape in
// the next block that is the second half of a pair.
RUSH_INLINE int rush_skips_escapes(const uint8_t *at, uint64_t bits, uint64_t *paired) {
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

#define RUSH_NEEDS_NO_VBMI2
#define rush_vbmi2_scan_value rush_avx512_scan_value
#define RUSH_KERNEL_BODY "../skip/skip_kernel_body.h"
#include "../blocks/every_kernel.h"

#if defined(__x86_64__)
#include "skip_wide.h"
#include "skip_wide_kernel.h"
#endif

rush_skip_progress rush_skip_blocks(
    rush_kernel kernel, const void *bytes, size_t count, rush_skip_state *state) {
  RUSH_RETURN_CALL(kernel, skip_blocks(bytes, count, state))
}

size_t rush_scan_value(
    rush_kernel kernel, const void *bytes, size_t count, rush_scan_state *state) {
  RUSH_RETURN_CALL(kernel, scan_value(bytes, count, state))
}
