// The body shared by the block kernels. The including file defines, for one instruction set:
//
//   RUSH_KERNEL           the name of the function
//   RUSH_TARGET           its target attribute, or nothing
//   RUSH_CLASSIFY         rush_classes RUSH_CLASSIFY(const uint8_t *)
//   RUSH_PREFIX_XOR       uint64_t RUSH_PREFIX_XOR(uint64_t)
//   RUSH_WRITE_OFFSETS    void RUSH_WRITE_OFFSETS(uint32_t *out, uint32_t base, uint64_t bits)
//   RUSH_UTF8_ERROR       optional: int (const uint8_t *block, const uint8_t *previous32)
//   RUSH_UTF8_INCOMPLETE  with it: uint64_t (const uint8_t *block)

RUSH_TARGET
static rush_block_progress RUSH_KERNEL(
    const uint8_t *bytes, size_t blocks, uint32_t first_offset, uint32_t *offsets,
    rush_block_carry *carry) {
  uint32_t *out = offsets;
  uint64_t escaped_carry = carry->escaped;
  uint64_t in_string_carry = carry->in_string;
  uint64_t after_scalar = carry->after_scalar;
#ifdef RUSH_UTF8_ERROR
  uint64_t incomplete = carry->utf8_incomplete;
#endif
  size_t block = 0;

  for (; block < blocks; block++) {
    const uint8_t *at = bytes + block * 64;
    rush_classes classes = RUSH_CLASSIFY(at);

#ifdef RUSH_UTF8_ERROR
    if (__builtin_expect(classes.non_ascii != 0, 0)) {
      uint8_t previous[32];
      if (block == 0) {
        memset(previous, 0, 28);
        uint32_t tail = (uint32_t)carry->utf8_tail;
        memcpy(previous + 28, &tail, 4);
      }
      if (RUSH_UTF8_ERROR(at, block == 0 ? previous : at - 32)) break;
      incomplete = RUSH_UTF8_INCOMPLETE(at);
    } else if (__builtin_expect(incomplete != 0, 0)) {
      break;
    }
#endif

    // Which bytes are escaped, by the carry of a subtraction through each run of backslashes
    // (Keiser and Lemire, "Validating UTF-8 and JSON…", the odd-length-sequence method).
    uint64_t escaped = escaped_carry, escapes = 0;
    if (__builtin_expect(classes.backslash != 0, 0)) {
      const uint64_t odd = 0xAAAAAAAAAAAAAAAAULL;
      uint64_t candidates = classes.backslash & ~escaped_carry;
      uint64_t terminal = (((candidates << 1) | odd) - candidates) ^ odd;
      escaped = terminal ^ (classes.backslash | escaped_carry);
      escapes = terminal & classes.backslash;
      escaped_carry = escapes >> 63;
    } else {
      escaped_carry = 0;
    }

    uint64_t quotes = classes.quote & ~escaped;
    // A bit for every byte from an opening quote up to, not including, its closing quote.
    uint64_t in_string = RUSH_PREFIX_XOR(quotes) ^ in_string_carry;
    in_string_carry = (uint64_t)((int64_t)in_string >> 63);

    uint64_t scalar = ~(classes.structural | classes.space | quotes);
    uint64_t scalar_starts = scalar & ~((scalar << 1) | after_scalar);
    after_scalar = scalar >> 63;

    uint64_t bits = quotes | ((classes.structural | scalar_starts) & ~in_string) |
                    (in_string & (escapes | classes.control));

    RUSH_WRITE_OFFSETS(out, first_offset + (uint32_t)(block * 64), bits);
    out += __builtin_popcountll(bits);
  }

  carry->escaped = escaped_carry;
  carry->in_string = in_string_carry;
  carry->after_scalar = after_scalar;
#ifdef RUSH_UTF8_ERROR
  carry->utf8_incomplete = incomplete;
  if (block > 0) {
    uint32_t tail;
    memcpy(&tail, bytes + block * 64 - 4, 4);
    carry->utf8_tail = tail;
  }
#endif
  return (rush_block_progress){block, (size_t)(out - offsets)};
}

#undef RUSH_KERNEL
#undef RUSH_TARGET
#undef RUSH_CLASSIFY
#undef RUSH_PREFIX_XOR
#undef RUSH_WRITE_OFFSETS
#undef RUSH_UTF8_ERROR
#undef RUSH_UTF8_INCOMPLETE
