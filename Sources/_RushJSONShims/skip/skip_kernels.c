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

// Whether one of these escapes means an ASCII character, so that a watched name can contain it.
RUSH_INLINE int rush_has_ascii_escape(const uint8_t *at, uint64_t escapes) {
  for (; escapes != 0; escapes &= escapes - 1) {
    const uint8_t *escape = at + __builtin_ctzll(escapes);
    if (escape[1] == 'u' && escape[2] == '0' && escape[3] == '0' && escape[4] < '8') return 1;
  }
  return 0;
}

// The bytes of a block at which `level` containers are open.
RUSH_INLINE uint64_t rush_bytes_at(size_t level, size_t depth, uint64_t brackets, uint64_t openings) {
  uint64_t bytes = depth == level ? ~0ULL : 0;
  for (; brackets != 0; brackets &= brackets - 1) {
    size_t before = depth;
    depth += brackets & -brackets & openings ? 1 : -1;
    // From this bracket on.
    if ((before == level) != (depth == level)) bytes ^= 0 - (brackets & -brackets);
  }
  return bytes;
}

RUSH_INLINE const uint8_t *rush_after_space(const uint8_t *at, const uint8_t *end) {
  while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) at++;
  return at;
}

// The number of bytes after a name's quotation mark that are searched for the value.
enum { RUSH_WATCH_REACH = 126 };

// Notes the watched members of a block at `done`, whose names begin at `named`. `between` has the commas
// between elements. Returns 0 and notes nothing if the block is too rare.
static int rush_note_names(
    rush_watch *watch, const uint8_t *bytes, size_t done, uint64_t named, uint64_t between, size_t depth,
    uint64_t openings, uint64_t closings) {
  size_t count = watch->count;
  if (count + RUSH_NOTES_IN_BLOCK > watch->capacity) return 0;
  for (; named != 0; named &= named - 1) {
    uint64_t before = (named & -named) - 1;
    size_t level = depth + (size_t)__builtin_popcountll(openings & before) -
                   (size_t)__builtin_popcountll(closings & before);
    if (level != watch->level) continue;
    size_t start = done + (size_t)__builtin_ctzll(named);
    for (size_t number = 0; number < watch->name_count; number++) {
      const uint8_t *name = watch->names + number * RUSH_WATCHED_NAME;
      // With the quotation mark.
      size_t length = (size_t)name[0] + 1;
      if (memcmp(bytes + start + 1, name + 1, length) != 0) continue;
      const uint8_t *end = bytes + start + RUSH_WATCH_REACH;
      const uint8_t *colon = rush_after_space(bytes + start + 1 + length, end);
      if (colon == end) return 0;
      // Otherwise, it is a value.
      if (*colon == ':') {
        const uint8_t *value = rush_after_space(colon + 1, end);
        if (value == end || *value == '{' || *value == '[') return 0;
        watch->notes[count++] = (rush_note){
            (uint32_t)start, (uint32_t)(value - bytes),
            (uint32_t)(watch->elements + (size_t)__builtin_popcountll(between & before)), (uint32_t)number};
      }
      break;
    }
  }
  watch->count = count;
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

rush_skip_progress rush_skip_watching(
    rush_kernel kernel, const void *bytes, size_t count, rush_skip_state *state, rush_watch *watch) {
  RUSH_RETURN_CALL(kernel, skip_watching(bytes, count, state, watch))
}

size_t rush_scan_value(
    rush_kernel kernel, const void *bytes, size_t count, rush_scan_state *state) {
  RUSH_RETURN_CALL(kernel, scan_value(bytes, count, state))
}
