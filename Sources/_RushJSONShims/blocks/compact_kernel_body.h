// The body of the compaction kernels. The including file defines the same as for
// block_kernel_body.h, and `rush_…_keep(uint8_t *target, const uint8_t *at, rush_…_block v, uint64_t
// kept)`, which copies the bytes of a block that have a bit. It may read 64 bytes after the block, and
// write as many after the last byte.

RUSH_TARGET
static size_t RUSH_OF(compact)(
    const uint8_t *bytes, size_t count, uint8_t *target, rush_compact_state *state) {
  uint64_t escaped_carry = state->escaped, in_string_carry = state->in_string;
  uint8_t *out = target;
  uint8_t last[128];

  for (size_t done = 0; done < count; done += 64) {
    const uint8_t *at = bytes + done;
    size_t length = count - done;
    uint64_t inside = ~0ULL;
    if (__builtin_expect(length < 128, 0)) {
      // The bytes after the part may not be readable.
      memset(last, ' ', 128);
      memcpy(last, at, length);
      at = last;
      if (length < 64) inside = (1ULL << length) - 1;
    }
    RUSH_OF(block) v = RUSH_OF(load)(at);
    uint64_t backslash = RUSH_OF(equal)(v, '\\'), quotes = RUSH_OF(equal)(v, '"');
    uint64_t space = RUSH_OF(space)(v);
    if (__builtin_expect((backslash | escaped_carry) != 0, 0)) {
      rush_escapes found = rush_find_escapes(backslash, escaped_carry);
      quotes &= ~found.escaped;
      // If the part ends in this block, that of its last byte counts.
      escaped_carry = found.escapes >> (length < 64 ? length - 1 : 63) & 1;
    }
    uint64_t in_string = RUSH_OF(prefix_xor)(quotes) ^ in_string_carry;
    in_string_carry = (uint64_t)((int64_t)in_string >> 63);
    uint64_t kept = (~space | in_string) & inside;
    RUSH_OF(keep)(out, at, v, kept);
    out += __builtin_popcountll(kept);
  }

  state->escaped = escaped_carry;
  state->in_string = in_string_carry;
  return (size_t)(out - target);
}
