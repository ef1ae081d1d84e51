// The bodies of the skip kernels. The including file defines, for one instruction set:
//
//   RUSH_ISA             its name in byte_blocks.h
//   RUSH_TARGET          its target attribute, or nothing
//   RUSH_VALIDATES_UTF8  1 if it validates UTF-8; if not, it stops at bytes that are not ASCII

// The tokens that follow those at `bits`, with only bytes of `passed` between. `carry` becomes 1 if the
// last of them is in a later block.
#define RUSH_FOLLOWERS(result, bits, carry, passed)                   \
  do {                                                                \
    uint64_t moved = (bits) << 1 | (carry);                           \
    uint64_t sum;                                                     \
    uint64_t over = __builtin_add_overflow(moved, (passed), &sum);    \
    (carry) = (bits) >> 63 | over;                                    \
    /* Whole, in a register: a flag stored as a byte and loaded as a  \
       word would wait for its store. */                              \
    __asm__("" : "+r"(carry));                                        \
    (result) = sum & ~(passed);                                       \
  } while (0)

RUSH_TARGET
static rush_skip_progress RUSH_OF(skip_blocks)(const uint8_t *bytes, size_t count, rush_skip_state *state) {
  // The state before a block. It changes only when the block is accepted.
  uint64_t escaped_carry = 0, in_string_carry = state->in_string, paired = 0;
  uint64_t after_separator = state->after_separator, after_opening = state->after_opening;
#if RUSH_VALIDATES_UTF8
  uint64_t incomplete = 0;
#endif
  uint64_t kinds = state->kinds;
  size_t depth = state->depth, end = 0, done = 0;
  const size_t floor = state->floor, limit = state->limit;
  uint64_t before_colon = state->before_colon;

  while (done + 64 <= count) {
    const uint8_t *at = bytes + done;
    RUSH_OF(block) v = RUSH_OF(load)(at);

    // Strings
    uint64_t backslash = RUSH_OF(equal)(v, '\\'), quotes = RUSH_OF(equal)(v, '"');
    uint64_t escapes = 0, next_paired = 0;
    if (__builtin_expect((backslash | escaped_carry) != 0, 0)) {
      rush_escapes found = rush_find_escapes(backslash, escaped_carry);
      quotes &= ~found.escaped;
      escapes = found.escapes;
    }
    uint64_t in_string = RUSH_OF(prefix_xor)(quotes) ^ in_string_carry;
    uint64_t outside = ~in_string;
    if (__builtin_expect(escapes != 0, 0)) {
      // Outside strings, no token contains a backslash.
      if (escapes & outside) break;
      if (!rush_skips_escapes(at, escapes & ~paired, &next_paired)) break;
    }
    uint64_t high = RUSH_OF(high)(v);
#if RUSH_VALIDATES_UTF8
    uint64_t next_incomplete = 0;
    if (high != 0) {
      // The first byte continues no sequence.
      RUSH_OF(tail) before = done == 0 ? RUSH_OF(tail_of)(0) : RUSH_OF(tail_before)(at);
      if (RUSH_OF(utf8_error)(before, v)) break;
      next_incomplete = RUSH_OF(utf8_incomplete)(v);
    } else if (incomplete != 0) {
      break;
    }
#else
    if (high != 0) break;
#endif
    uint64_t control = RUSH_OF(below)(v, 0, ' ');

    // A block inside a string has nothing else to check, and does not change what may follow.
    if (outside == 0 && in_string_carry != 0) {
      if (control != 0) break;
      escaped_carry = escapes >> 63;
      paired = next_paired;
#if RUSH_VALIDATES_UTF8
      incomplete = next_incomplete;
#endif
      done += 64;
      continue;
    }

    // Classes of bytes outside strings
    uint64_t space = RUSH_OF(space)(v) & outside, colons = RUSH_OF(equal)(v, ':') & outside;
    uint64_t commas = RUSH_OF(equal)(v, ',') & outside, separators = commas | colons;
    uint64_t openings = RUSH_OF(folded)(v, '{') & outside, closings = RUSH_OF(folded)(v, '}') & outside;
    uint64_t brackets = openings | closings;
    uint64_t scalar = outside & ~(space | separators | brackets | quotes);
    uint64_t wrong = control & ~space;
    size_t used = 64;
    if (__builtin_expect(scalar >> 63, 0)) {
      // The end of the block cuts a number or literal. It counts as whitespace here, and the next
      // block begins with it. One that fills a block may be longer than the limit.
      if (~scalar == 0) break;
      used -= (size_t)__builtin_clzll(~scalar);
      space |= scalar >> used << used;
      scalar &= ~space;
    }
    uint64_t starts = scalar & ~(scalar << 1);

    // Numbers and literals
    if (scalar != 0) {
      uint64_t digits = RUSH_OF(below)(v, '0', 10) & scalar;
      uint64_t others = scalar & ~digits, after_minus = 0;
      if (others != 0) {
        uint64_t minus = RUSH_OF(equal)(v, '-') & scalar, points = RUSH_OF(equal)(v, '.') & scalar;
        uint64_t signs = minus | points;
        others &= ~signs;
        if (others != 0) {
          // All literals together: a branch on the literal would be mispredicted.
          uint64_t a = RUSH_OF(equal)(v, 'a'), e = RUSH_OF(equal)(v, 'e'), l = RUSH_OF(equal)(v, 'l');
          uint64_t r = RUSH_OF(equal)(v, 'r'), s = RUSH_OF(equal)(v, 's'), u = RUSH_OF(equal)(v, 'u');
          uint64_t known = (RUSH_OF(equal)(v, 't') & r >> 1 & u >> 2 & e >> 3) |
                           (RUSH_OF(equal)(v, 'n') & u >> 1 & l >> 2 & l >> 3);
          uint64_t fives = RUSH_OF(equal)(v, 'f') & a >> 1 & l >> 2 & s >> 3 & e >> 4 & starts;
          known = (known & starts) | fives | fives << 1;
          known |= known << 1;
          known |= known << 2;
          // An exponent, or not JSON.
          if (others != known) break;
          wrong |= known << 1 & scalar & ~known;
        }
        if (signs != 0) {
          // A digit must follow a sign or a point, and precede a point. Nothing may precede a sign.
          after_minus = minus << 1;
          wrong |= signs << 1 & ~digits;
          wrong |= points & ~(digits << 1);
          wrong |= minus & ~starts;
          // The digits of a fraction must not end at another point.
          wrong |= ((points << 1) + digits) & ~digits & points;
        }
      }
      // No digit may follow a leading zero.
      wrong |= ((starts | after_minus) & RUSH_OF(equal)(v, '0')) << 1 & digits;
    }

    // The order of tokens
    uint64_t next_after_separator = after_separator, next_after_opening = after_opening;
    uint64_t behind_separators, behind_openings;
    RUSH_FOLLOWERS(behind_separators, separators, next_after_separator, space);
    RUSH_FOLLOWERS(behind_openings, openings, next_after_opening, space);
    uint64_t values = (quotes & in_string) | starts | openings;
    wrong |= values & ~(behind_separators | behind_openings);
    wrong |= behind_separators & ~values;
    wrong |= behind_openings & ~(values | closings);

    // Objects and arrays
    // In an object, names follow the opening brace and the commas. A colon follows each name, and is
    // nowhere else. So the bits after braces and commas, moved over a string, are those of the colons.
    uint64_t next_kinds = kinds, next_before_colon = before_colon;
    uint64_t in_object = 0 - (kinds & 1), before_names = 0, empty = 0, judged = ~0ULL;
    size_t next_depth = depth;
    if (brackets != 0) {
      uint64_t curly = RUSH_OF(lower)(v), mismatch = 0;
      if (__builtin_expect((size_t)__builtin_popcountll(closings) >= depth - floor, 0)) {
        // The block may reach the floor. What follows that point is not checked.
        size_t left = depth;
        for (uint64_t rest = brackets; rest != 0; rest &= rest - 1) {
          left += rest & -rest & openings ? 1 : -1;
          if (left == floor) {
            judged = rest ^ (rest - 1);
            end = (size_t)__builtin_ctzll(rest) + 1;
            break;
          }
        }
        brackets &= judged;
        closings &= judged;
      }
      size_t closed = (size_t)__builtin_popcountll(closings);
      next_depth += (size_t)__builtin_popcountll(brackets) - 2 * closed;
      // This overestimates the depth. The tokenizer, which continues, finds out.
      if (__builtin_expect(next_depth + closed > limit, 0)) {
        end = 0;
        break;
      }
      for (uint64_t rest = brackets; rest != 0; rest &= rest - 1) {
        unsigned place = (unsigned)__builtin_ctzll(rest);
        uint64_t opens = openings >> place & 1, is_object = curly >> place;
        mismatch |= (next_kinds ^ is_object) & ~opens;
        uint64_t inner = opens ? next_kinds << 1 | (is_object & 1) : next_kinds >> 1;
        in_object ^= (0 - ((inner ^ next_kinds) & 1)) << place;
        next_kinds = inner;
      }
      wrong |= mismatch & 1;
      before_names = openings & curly;
      empty = behind_openings & closings & curly;
    }
    before_names |= commas & in_object;
    uint64_t behind_names;
    RUSH_FOLLOWERS(behind_names, before_names, next_before_colon, space | in_string | quotes);
    wrong |= behind_names ^ (colons | empty);
    if (__builtin_expect((wrong & judged) != 0, 0)) {
      end = 0;
      break;
    }

    depth = next_depth;
    kinds = next_kinds;
    if (__builtin_expect(end != 0, 0)) break;
    done += used;
    escaped_carry = escapes >> 63;
    in_string_carry = (uint64_t)((int64_t)in_string >> 63);
    paired = next_paired;
    after_separator = next_after_separator;
    after_opening = next_after_opening;
    before_colon = next_before_colon;
#if RUSH_VALIDATES_UTF8
    incomplete = next_incomplete;
#endif
  }

  state->depth = depth;
  state->kinds = kinds;
  state->before_colon = before_colon;
  state->in_string = in_string_carry;
  return (rush_skip_progress){done, end};
}

RUSH_TARGET
static size_t RUSH_OF(scan_value)(const uint8_t *bytes, size_t count, rush_scan_state *state) {
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
    RUSH_OF(block) v = RUSH_OF(load)(at);
    uint64_t backslash = RUSH_OF(equal)(v, '\\');
    rush_escapes found = {escaped_carry, 0};
    if (backslash != 0) found = rush_find_escapes(backslash, escaped_carry);
    escaped_carry = found.escapes >> (length - 1) & 1;
    uint64_t quotes = RUSH_OF(equal)(v, '"') & ~found.escaped;
    uint64_t in_string = RUSH_OF(prefix_xor)(quotes) ^ in_string_carry;
    in_string_carry = (uint64_t)((int64_t)in_string >> 63);
    uint64_t opens = RUSH_OF(folded)(v, '{') & ~in_string;
    uint64_t closes = RUSH_OF(folded)(v, '}') & ~in_string;
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
