// The body of the block kernels. The including file defines what every_kernel.h says, and the operations
//
//   write_offsets  writes the positions of the bits of a mask, each plus a base
//   writes_later   1 if the offsets of many blocks are written after the masks of all
//   line_sums, no_lines, add_lines, take_lines (line_blocks.h), if it is wide

// The number of bits that a block has cannot be predicted. In a loop of its own, a wrong guess costs little, because
// nothing waits for the masks, and neither loop is short of registers. So many blocks at a time: those of a window.
#undef RUSH_LATER_BLOCKS
#define RUSH_LATER_BLOCKS 128

// `lines` is NULL or not in each inlined copy.
RUSH_INLINE RUSH_TARGET
rush_block_progress RUSH_OF(index)(
    const uint8_t *bytes, size_t blocks, uint32_t first_offset, uint32_t *offsets,
    rush_block_carry *carry, rush_line_feeds *lines) {
  uint32_t *out = offsets;
  uint64_t escaped_carry = carry->escaped;
  uint64_t in_string_carry = carry->in_string;
  uint64_t after_scalar = carry->after_scalar;
  uint64_t masks[RUSH_OF(writes_later) ? RUSH_LATER_BLOCKS : 1];
#if RUSH_VALIDATES_UTF8
  uint64_t incomplete = carry->utf8_incomplete;
#endif
#if RUSH_IS_WIDE
  RUSH_OF(line_sums) sums = RUSH_OF(no_lines)();
#endif
  const uint8_t *at = bytes, *const end = bytes + blocks * 64;
  // The offset of a block is its address plus this.
  const uint32_t shift = first_offset - (uint32_t)(uintptr_t)bytes;

  while (at != end) {
    const uint8_t *part = at, *part_end = end;
    if (RUSH_OF(writes_later) && end - at > 64 * RUSH_LATER_BLOCKS) part_end = at + 64 * RUSH_LATER_BLOCKS;
    uint64_t *mask = masks;
    for (; at != part_end; at += 64) {
#if RUSH_IS_WIDE
      // Only for documents: a stream's text was written or read a short time ago. A prefetch after the end of the
      // text does no harm.
      uintptr_t ahead = (uintptr_t)at + 2048;
      // One register less: not a variable of the loop.
      RUSH_IN_REGISTER(ahead);
      if (lines == NULL) __builtin_prefetch((const void *)ahead);
#endif
      RUSH_OF(block) v = RUSH_OF(load)(at);
      uint64_t quote = RUSH_OF(equal)(v, '"');
      uint64_t structural = RUSH_OF(structural)(v), space = RUSH_OF(space)(v);
      uint64_t control = RUSH_OF(below)(v, 0, ' ');
      // Otherwise the compiler unites the two in vector registers, by two operations instead of one.
      if (RUSH_OF(writes_later)) {
        RUSH_IN_REGISTER(structural);
        RUSH_IN_REGISTER(space);
      }

      rush_escapes found = {escaped_carry, 0};
      // One branch for what few blocks have. Far from the loop, its code would load constants again, which costs AVX2 10 %.
      // AVX-512 has registers for them.
      if (__builtin_expect_with_probability(RUSH_OF(has_high_or)(v, '\\'), 0,
                                            RUSH_OF(writes_later) ? 0.5 : 1.0)) {
#if RUSH_VALIDATES_UTF8
        // Keiser and Lemire 2021, "Validating UTF-8 In Less Than One Instruction Per Byte": see
        // utf8_blocks.h. For a block of ASCII, it checks only that the block before it was complete.
        if (RUSH_OF(has_high)(v)) {
          RUSH_OF(tail) before = at == bytes ? RUSH_OF(tail_of)((uint32_t)carry->utf8_tail)
                                             : RUSH_OF(tail_before)(at);
          if (RUSH_OF(utf8_error)(before, v)) break;
          incomplete = RUSH_OF(utf8_incomplete)(v);
          if (lines != NULL) lines->has_high = 1;
        } else if (incomplete != 0) {
          break;
        }
#endif
        found = rush_find_escapes(RUSH_OF(equal)(v, '\\'), escaped_carry);
        escaped_carry = found.escapes >> 63;
      } else {
#if RUSH_VALIDATES_UTF8
        if (__builtin_expect(incomplete != 0, 0)) break;
#endif
        escaped_carry = 0;
      }
#if RUSH_IS_WIDE
      // Not before the branch, which ends at a block that is not read.
      if (lines != NULL) sums = RUSH_OF(add_lines)(sums, v);
#endif

      uint64_t quotes = quote & ~found.escaped;
      // The bytes from an opening quote up to, not including, its closing quote.
      uint64_t in_string = RUSH_OF(prefix_xor)(quotes) ^ in_string_carry;
      in_string_carry = (uint64_t)((int64_t)in_string >> 63);

      uint64_t scalar = ~(structural | space | quotes);
      uint64_t scalar_starts = scalar & ~((scalar << 1) | after_scalar);
      after_scalar = scalar >> 63;

      uint64_t bits = quotes | ((structural | scalar_starts) & ~in_string) |
                      (in_string & (found.escapes | control));
      if (RUSH_OF(writes_later)) {
        *mask++ = bits;
      } else {
        out += RUSH_OF(write_offsets)(out, shift + (uint32_t)(uintptr_t)at, bits);
      }
    }
    for (const uint64_t *written = masks; RUSH_OF(writes_later) && written != mask; written++, part += 64) {
      out += RUSH_OF(write_offsets)(out, shift + (uint32_t)(uintptr_t)part, *written);
    }
    if (at != part_end) break;
  }
  size_t block = (size_t)(at - bytes) / 64;

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
#endif
#if RUSH_IS_WIDE
  if (lines != NULL) RUSH_OF(take_lines)(lines, sums);
#else
  if (lines != NULL) {
    rush_byte_counts counts = rush_count_line_ends(rush_kernel_portable, bytes, block * 64);
    lines->line_feeds += counts.first;
    lines->has_returns |= counts.second;
#if !RUSH_VALIDATES_UTF8
    lines->has_high = 1;
#endif
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
