// The body of the block kernels. The including file defines, for one instruction set:
//
//   RUSH_ISA             its name in byte_blocks.h
//   RUSH_TARGET          its target attribute, or nothing
//   RUSH_VALIDATES_UTF8  1 if it validates UTF-8
//
// and `rush_…_write_offsets(uint32_t *out, uint32_t base, uint64_t bits)`.

// `lines` is NULL or not in each inlined copy.
RUSH_INLINE RUSH_TARGET
rush_block_progress RUSH_OF(index)(
    const uint8_t *bytes, size_t blocks, uint32_t first_offset, uint32_t *offsets,
    rush_block_carry *carry, rush_line_feeds *lines) {
  uint32_t *out = offsets;
  uint64_t escaped_carry = carry->escaped;
  uint64_t in_string_carry = carry->in_string;
  uint64_t after_scalar = carry->after_scalar;
#if RUSH_VALIDATES_UTF8
  uint64_t incomplete = carry->utf8_incomplete;
  RUSH_OF(line_sums) sums = RUSH_OF(no_lines)();
#endif
  size_t block = 0;

  for (; block < blocks; block++) {
    const uint8_t *at = bytes + block * 64;
#if RUSH_VALIDATES_UTF8
    // Only for documents: a stream's text was written or read a short time ago. A prefetch after the end of the
    // text does no harm.
    if (lines == NULL) __builtin_prefetch((const void *)((uintptr_t)at + 2048));
#endif
    RUSH_OF(block) v = RUSH_OF(load)(at);
    uint64_t quote = RUSH_OF(equal)(v, '"'), backslash = RUSH_OF(equal)(v, '\\');
    uint64_t structural = RUSH_OF(structural)(v), space = RUSH_OF(space)(v);
    uint64_t control = RUSH_OF(below)(v, 0, ' ');

#if RUSH_VALIDATES_UTF8
    // Keiser and Lemire 2021, "Validating UTF-8 In Less Than One Instruction Per Byte": see
    // utf8_blocks.h. For a block of ASCII, it checks only that the block before it was complete.
    if (__builtin_expect(RUSH_OF(high)(v) != 0, 0)) {
      uint8_t previous[32];
      if (block == 0) {
        memset(previous, 0, 28);
        uint32_t tail = (uint32_t)carry->utf8_tail;
        memcpy(previous + 28, &tail, 4);
      }
      if (RUSH_OF(utf8_error)(at, block == 0 ? previous : at - 32)) break;
      incomplete = rush_utf8_incomplete(at);
      if (lines != NULL) lines->has_high = 1;
    } else if (__builtin_expect(incomplete != 0, 0)) {
      break;
    }
    if (lines != NULL) sums = RUSH_OF(add_lines)(sums, v);
#endif

    rush_escapes found = {escaped_carry, 0};
    if (__builtin_expect(backslash != 0, 0)) {
      found = rush_find_escapes(backslash, escaped_carry);
      escaped_carry = found.escapes >> 63;
    } else {
      escaped_carry = 0;
    }

    uint64_t quotes = quote & ~found.escaped;
    // The bytes from an opening quote up to, not including, its closing quote.
    uint64_t in_string = RUSH_OF(prefix_xor)(quotes) ^ in_string_carry;
    in_string_carry = (uint64_t)((int64_t)in_string >> 63);

    uint64_t scalar = ~(structural | space | quotes);
    uint64_t scalar_starts = scalar & ~((scalar << 1) | after_scalar);
    after_scalar = scalar >> 63;

    uint64_t bits = quotes | ((structural | scalar_starts) & ~in_string) |
                    (in_string & (found.escapes | control));

    RUSH_OF(write_offsets)(out, first_offset + (uint32_t)(block * 64), bits);
    out += __builtin_popcountll(bits);
  }

  carry->escaped = escaped_carry;
  carry->in_string = in_string_carry;
  carry->after_scalar = after_scalar;
#if RUSH_VALIDATES_UTF8
  carry->utf8_incomplete = incomplete;
  if (block > 0) {
    uint32_t tail;
    memcpy(&tail, bytes + block * 64 - 4, 4);
    carry->utf8_tail = tail;
  }
  if (lines != NULL) RUSH_OF(take_lines)(lines, sums);
#else
  if (lines != NULL) {
    rush_byte_counts counts = rush_count_line_ends(rush_kernel_portable, bytes, block * 64);
    lines->line_feeds += counts.first;
    lines->has_returns |= counts.second;
    lines->has_high = 1;
  }
#endif
  return (rush_block_progress){block, (size_t)(out - offsets)};
}

RUSH_TARGET
static rush_block_progress RUSH_OF(index_blocks)(
    const uint8_t *bytes, size_t blocks, uint32_t first_offset, uint32_t *offsets,
    rush_block_carry *carry) {
  return RUSH_OF(index)(bytes, blocks, first_offset, offsets, carry, NULL);
}

RUSH_TARGET
static rush_block_progress RUSH_OF(index_lines)(
    const uint8_t *bytes, size_t blocks, uint32_t first_offset, uint32_t *offsets,
    rush_block_carry *carry, rush_line_feeds *lines) {
  return RUSH_OF(index)(bytes, blocks, first_offset, offsets, carry, lines);
}
