// The body shared by the skip kernels. The including file defines, for one instruction set:
//
//   RUSH_SKIP, RUSH_SCAN        the names of the functions
//   RUSH_TARGET                 their target attribute, or nothing
//   RUSH_BLOCK                  64 bytes in registers
//   RUSH_LOAD                   RUSH_BLOCK RUSH_LOAD(const uint8_t *)
//   RUSH_EQUAL                  uint64_t RUSH_EQUAL(RUSH_BLOCK, uint8_t): a bit a byte that is equal
//   RUSH_FOLDED                 the same of bytes with the bit 0x20 set
//   RUSH_BELOW                  uint64_t RUSH_BELOW(RUSH_BLOCK, first, count): a bit a byte in a range
//   RUSH_PREFIX_XOR             uint64_t RUSH_PREFIX_XOR(uint64_t)
//   RUSH_UTF8_WRONG             optional: int (const uint8_t *block, const uint8_t *previous32)

// The tokens behind those at `bits`, and, in `carry`, whether the last one is in a later block.
#define RUSH_FOLLOWERS(result, bits, carry)                           \
  do {                                                                \
    uint64_t moved = (bits) << 1 | (carry);                           \
    uint64_t sum;                                                     \
    uint64_t over = __builtin_add_overflow(moved, space, &sum);       \
    (carry) = (bits) >> 63 | over;                                    \
    (result) = sum & ~space;                                          \
  } while (0)

RUSH_TARGET
static rush_skip_progress RUSH_SKIP(
    const uint8_t *bytes, size_t blocks, uint64_t *open, rush_skip_state *state) {
  // What is known of the bytes before a block. Changed only when the block has been accepted.
  uint64_t escaped_carry = 0, in_string_carry = 0, in_name_carry = 0, paired = 0;
  uint64_t after_scalar = 0, after_digit = 0, after_minus = 0, after_point = 0;
  uint64_t after_zero = 0, in_fraction = 0, literal_tail = 0;
  uint64_t after_value_sign = state->after_value_sign, after_object = state->after_object;
  uint64_t after_comma = state->after_comma, after_name = state->after_name;
#ifdef RUSH_UTF8_WRONG
  uint64_t incomplete = 0;
#endif
  size_t depth = state->depth, end = 0;
  const size_t floor = state->floor, limit = state->limit;
  size_t block = 0;

  for (; block < blocks; block++) {
    const uint8_t *at = bytes + block * 64;
    RUSH_BLOCK v = RUSH_LOAD(at);

    // ---- Strings ----
    uint64_t backslash = RUSH_EQUAL(v, '\\'), quote = RUSH_EQUAL(v, '"');
    uint64_t escaped = escaped_carry, escapes = 0, next_paired = 0;
    if (backslash != 0) {
      // As in block_kernel_body.h.
      const uint64_t odd = 0xAAAAAAAAAAAAAAAAULL;
      uint64_t candidates = backslash & ~escaped_carry;
      uint64_t terminal = (((candidates << 1) | odd) - candidates) ^ odd;
      escaped = terminal ^ (backslash | escaped_carry);
      escapes = terminal & backslash;
    }
    uint64_t quotes = quote & ~escaped;
    uint64_t in_string = RUSH_PREFIX_XOR(quotes) ^ in_string_carry;
    uint64_t outside = ~in_string;
    uint64_t wrong = in_string & RUSH_BELOW(v, 0, 0x20);
    if (escapes != 0) {
      // Outside of strings a backslash is part of no token.
      wrong |= escapes & outside;
      for (uint64_t bits = escapes & ~paired; bits != 0; bits &= bits - 1) {
        int place = __builtin_ctzll(bits);
        int kind = rush_skips_escape(at + place);
        if (kind == 0) goto stop;
        if (kind == 2) {
          // The other half of the pair has been looked at too.
          if (place + 6 < 64) {
            bits &= ~(1ULL << (place + 6));
          } else {
            next_paired = 1ULL << (place + 6 - 64);
          }
        }
      }
    }
    uint64_t high = RUSH_BELOW(v, 0x80, 0x80);
#ifdef RUSH_UTF8_WRONG
    uint64_t next_incomplete = 0;
    if (high != 0) {
      // The first block begins between two tokens, so nothing is continued in it.
      static const uint8_t nothing[32];
      if (RUSH_UTF8_WRONG(at, block == 0 ? nothing : at - 32)) goto stop;
      next_incomplete = (uint64_t)(at[63] >= 0xc0 || at[62] >= 0xe0 || at[61] >= 0xf0);
    } else if (incomplete != 0) {
      goto stop;
    }
#else
    if (high != 0) goto stop;
#endif

    // Inside of a string nothing else is there to be looked at, and nothing waits for what follows.
    if (outside == 0 && in_string_carry != 0) {
      if (wrong != 0) goto stop;
      escaped_carry = escapes >> 63;
      paired = next_paired;
#ifdef RUSH_UTF8_WRONG
      incomplete = next_incomplete;
#endif
      continue;
    }

    // ---- Classes of bytes outside of strings ----
    uint64_t space = (RUSH_EQUAL(v, ' ') | RUSH_EQUAL(v, '\n') | RUSH_EQUAL(v, '\r') |
                      RUSH_EQUAL(v, '\t')) & outside;
    uint64_t commas = RUSH_EQUAL(v, ',') & outside, colons = RUSH_EQUAL(v, ':') & outside;
    uint64_t object = RUSH_EQUAL(v, '{') & outside, object_end = RUSH_EQUAL(v, '}') & outside;
    uint64_t array = RUSH_EQUAL(v, '[') & outside, array_end = RUSH_EQUAL(v, ']') & outside;
    uint64_t opening = quotes & in_string, closing = quotes & outside;
    uint64_t brackets = object | object_end | array | array_end;
    uint64_t scalar = outside & ~(space | commas | colons | brackets | closing);
    uint64_t starts = scalar & ~(scalar << 1 | after_scalar);

    // ---- Numbers and literals ----
    uint64_t digits = 0, points = 0, minus = 0, leading = 0;
    uint64_t next_in_fraction = 0, next_literal_tail = 0;
    if (scalar != 0) {
      // A number that fills a block may be longer than the limit.
      if (scalar == ~0ULL) goto stop;
      digits = RUSH_BELOW(v, '0', 10) & scalar;
      points = RUSH_EQUAL(v, '.') & scalar;
      minus = RUSH_EQUAL(v, '-') & scalar;
      uint64_t others = scalar & ~(digits | points | minus);
      if (others != 0) {
        uint64_t known = literal_tail;
        for (uint64_t bits = starts & others; bits != 0; bits &= bits - 1) {
          int place = __builtin_ctzll(bits);
          unsigned length = rush_literal_length(at + place);
          if (length == 0) goto stop;
          uint64_t letters = (1ULL << length) - 1;
          known |= letters << place;
          if (place + (int)length > 64) next_literal_tail = letters >> (64 - place);
        }
        // An exponent, or no JSON.
        if (others & ~known) goto stop;
      }
      // Behind a sign and behind a point there is a digit; before a point too; before a sign nothing.
      wrong |= ((minus | points) << 1 | after_minus | after_point) & ~digits;
      wrong |= points & ~(digits << 1 | after_digit);
      wrong |= minus & ~starts;
      // A leading zero stands alone.
      leading = (starts | minus << 1 | after_minus) & digits & RUSH_EQUAL(v, '0');
      wrong |= (leading << 1 | after_zero) & digits;
      // The digits of a fraction do not end at another point.
      uint64_t fraction_ends;
      next_in_fraction = __builtin_add_overflow(
          points << 1 | after_point | in_fraction, digits, &fraction_ends);
      wrong |= fraction_ends & ~digits & points;
    } else {
      wrong |= after_minus | after_point;
    }

    // ---- What follows what ----
    uint64_t next_after_value_sign = after_value_sign, next_after_object = after_object;
    uint64_t next_after_comma = after_comma, next_after_name = after_name;
    uint64_t behind_value_sign, behind_object, behind_comma, behind_name;
    RUSH_FOLLOWERS(behind_value_sign, array | colons, next_after_value_sign);
    RUSH_FOLLOWERS(behind_object, object, next_after_object);
    RUSH_FOLLOWERS(behind_comma, commas, next_after_comma);
    // A string behind `{` or `,` may be a name. Its end, too, is found by an addition.
    uint64_t names = (opening & (behind_object | behind_comma)) | in_name_carry, name_ends;
    uint64_t next_in_name = __builtin_add_overflow(names, in_string, &name_ends);
    name_ends &= closing;
    RUSH_FOLLOWERS(behind_name, name_ends, next_after_name);

    uint64_t values = opening | starts | object | array;
    wrong |= values & ~(behind_value_sign | behind_object | behind_comma);
    // `:` and `]` is let pass here: the bracket does not end the object that the colon is in.
    wrong |= behind_value_sign & ~(values | array_end);
    wrong |= behind_comma & ~values;
    wrong |= behind_object & ~(opening | object_end);
    wrong |= colons & ~behind_name;
    if (__builtin_expect(wrong != 0, 0)) goto stop;

    // ---- What only an object allows, or only an array ----
    const uint64_t wrong_in[2] = {
        colons, (behind_comma & ~opening) | (behind_name & ~colons)};
    uint64_t context = open[(depth - 1) >> 6] >> ((depth - 1) & 63) & 1;
    uint64_t passed = 0;
    for (uint64_t rest = brackets; rest != 0; rest &= rest - 1) {
      // The bracket itself is judged by what is around it.
      uint64_t up_to = rest ^ (rest - 1), bit = rest & -rest;
      uint64_t opens = (bit & (object | array)) != 0;
      uint64_t is_object = (bit & (object | object_end)) != 0;
      uint64_t refused = (wrong_in[context] & up_to & ~passed) | (opens & (depth >= limit)) |
                         (~opens & (context ^ is_object) & 1);
      if (__builtin_expect(refused != 0, 0)) goto undo;
      passed = up_to;
      // At the end of a container this writes above what is open, where nothing is.
      uint64_t shift = depth & 63, *word = &open[depth >> 6];
      *word = (*word & ~(1ULL << shift)) | is_object << shift;
      depth += opens * 2 - 1;
      if (__builtin_expect(depth == floor, 0)) {
        end = (size_t)__builtin_ctzll(bit) + 1;
        goto stop;
      }
      context = open[(depth - 1) >> 6] >> ((depth - 1) & 63) & 1;
    }
    if (__builtin_expect((wrong_in[context] & ~passed) != 0, 0)) {
    undo:
      // Backwards: what a bracket ended is told by the bracket.
      for (uint64_t rest = brackets & passed; rest != 0;) {
        uint64_t bit = 1ULL << (63 - __builtin_clzll(rest));
        rest ^= bit;
        if (bit & (object | array)) {
          depth--;
        } else {
          uint64_t shift = depth & 63, *word = &open[depth >> 6];
          *word = (*word & ~(1ULL << shift)) | (uint64_t)((bit & object_end) != 0) << shift;
          depth++;
        }
      }
      goto stop;
    }

    escaped_carry = escapes >> 63;
    in_string_carry = (uint64_t)((int64_t)in_string >> 63);
    in_name_carry = next_in_name;
    paired = next_paired;
    after_scalar = scalar >> 63;
    after_digit = digits >> 63;
    after_minus = minus >> 63;
    after_point = points >> 63;
    after_zero = leading >> 63;
    in_fraction = next_in_fraction;
    literal_tail = next_literal_tail;
    after_value_sign = next_after_value_sign;
    after_object = next_after_object;
    after_comma = next_after_comma;
    after_name = next_after_name;
#ifdef RUSH_UTF8_WRONG
    incomplete = next_incomplete;
#endif
  }

stop:
  state->depth = depth;
  state->after_value_sign = after_value_sign;
  state->after_object = after_object;
  state->after_comma = after_comma;
  state->after_name = after_name;
  state->in_string = in_string_carry;
  return (rush_skip_progress){block, end};
}

RUSH_TARGET
static size_t RUSH_SCAN(const uint8_t *bytes, size_t count, rush_scan_state *state) {
  uint64_t escaped_carry = state->escaped, in_string_carry = state->in_string;
  size_t depth = state->depth, done = 0;
  uint8_t last[64];

  while (done < count) {
    const uint8_t *at = bytes + done;
    size_t length = count - done;
    if (__builtin_expect(length < 64, 0)) {
      memset(last, ' ', 64);
      memcpy(last, at, length);
      at = last;
    } else {
      length = 64;
    }
    RUSH_BLOCK v = RUSH_LOAD(at);
    uint64_t backslash = RUSH_EQUAL(v, '\\'), escaped = escaped_carry;
    escaped_carry = 0;
    if (backslash != 0) {
      const uint64_t odd = 0xAAAAAAAAAAAAAAAAULL;
      uint64_t candidates = backslash & ~escaped;
      uint64_t terminal = (((candidates << 1) | odd) - candidates) ^ odd;
      uint64_t escapes = terminal & backslash;
      escaped = terminal ^ (backslash | escaped);
      escaped_carry = escapes >> (length - 1) & 1;
    }
    uint64_t quotes = RUSH_EQUAL(v, '"') & ~escaped;
    uint64_t in_string = RUSH_PREFIX_XOR(quotes) ^ in_string_carry;
    in_string_carry = (uint64_t)((int64_t)in_string >> 63);
    uint64_t opens = RUSH_FOLDED(v, '{') & ~in_string;
    uint64_t closes = RUSH_FOLDED(v, '}') & ~in_string;
    if (closes == 0) {
      depth += (size_t)__builtin_popcountll(opens);
    } else if ((size_t)__builtin_popcountll(closes) < depth) {
      depth += (size_t)__builtin_popcountll(opens);
      depth -= (size_t)__builtin_popcountll(closes);
    } else {
      for (uint64_t rest = opens | closes; rest != 0; rest &= rest - 1) {
        if (rest & -rest & opens) {
          depth++;
        } else if (--depth == 0) {
          return done + (size_t)__builtin_ctzll(rest) + 1;
        }
      }
    }
    done += length;
  }
  state->escaped = escaped_carry;
  state->in_string = in_string_carry;
  state->depth = depth;
  return 0;
}

#undef RUSH_FOLLOWERS
#undef RUSH_SKIP
#undef RUSH_SCAN
#undef RUSH_TARGET
#undef RUSH_BLOCK
#undef RUSH_LOAD
#undef RUSH_EQUAL
#undef RUSH_FOLDED
#undef RUSH_BELOW
#undef RUSH_PREFIX_XOR
#undef RUSH_UTF8_WRONG
