// Skips 512 bytes at a time, on planes of bits (wide_blocks.h). The checks are those of
// skip_kernel_body.h. Two things differ:
//
// - The end of a window never cuts a number, literal, escape or UTF-8 sequence. A window ends before
//   one, or at a byte that is in none of them.
// - Brackets are compared in two steps. A comma whose next string is followed by a colon says that it
//   is in an object, any other comma that it is in an array. All of them between two brackets must
//   agree, and with the bracket that ends the container. Bit arithmetic finds that out. What is left
//   are the brackets, with what was said before each of them:
//
//     text       {"a": [1, 2, {"b": 3}], "c": 4}
//     brackets   {     [       {      } ]        }
//     said             object  array
//
//   They are moved together, and a short loop compares them with the kinds of the open containers.
//
// The kernel of 64 bytes judges the rest, from a window that this one cannot judge up to the end. This kernel also counts
// line feeds, which would otherwise take a fifth of the time.

enum { rush_wide_bytes = 512 };

// The most windows whose brackets are compared together: the end of the short loop is mispredicted.
enum { rush_wide_most_windows = 8 };

typedef struct {
  unsigned in_string, before_colon;  // 0 or 1
  unsigned after_lead;               // 1 after a separator or an opening bracket
  unsigned said_object, said_array;  // 1 if something said so after the last bracket
  unsigned high;                     // 1 if there was a byte above 0x7f
  rush_wide feeds;                   // the number of line feeds
  rush_wide returns;                 // not 0 if there was a carriage return
} rush_wide_state;

// The start of the text, and whether an opening bracket precedes it.
typedef struct {
  const uint8_t *bytes;
  unsigned after_opening;
} rush_wide_origin;

// Whether the last byte before `at`, but for whitespace, is an opening bracket.
RUSH_WIDE_INLINE unsigned rush_wide_is_after_opening(const rush_wide_origin *origin, const uint8_t *at) {
  for (; at > origin->bytes; at--) {
    uint8_t last = at[-1];
    if (last != ' ' && last != '\n' && last != '\r' && last != '\t') return (last | RUSH_CASE_BIT) == '{';
  }
  return origin->after_opening;
}

// Classes of bytes
typedef struct {
  rush_wide space, brackets, openings, closings, separators, commas, colons, digits, signs;
} rush_wide_classes;

// The classes of the ASCII bytes in `text`.
RUSH_WIDE_INLINE rush_wide_classes rush_wide_classify(const rush_planes *planes, rush_wide text) {
  const rush_wide *b = planes->bit;
  rush_wide_classes found;
  rush_wide low = text & ~b[6], twenty = low & b[5];  // 0x00 to 0x3f, 0x20 to 0x3f
  // 0x5b, 5d, 7b, 7d
  found.brackets = text & (b[6] & b[4] & b[3]) & (b[0] & (b[2] ^ b[1]));
  found.openings = found.brackets & b[1], found.closings = found.brackets & ~b[1];
  // 0x2c, 3a
  found.separators = (twenty & b[3] & ~b[0]) & ((b[4] ^ b[2]) & (b[4] ^ ~b[1]));
  found.commas = found.separators & ~b[4], found.colons = found.separators & b[4];
  // 0x20, 09, 0a, 0d
  rush_wide control = (b[2] & ~b[1] & b[0]) | (~b[2] & (b[1] ^ b[0]));
  rush_wide nothing = ~(b[2] | b[1] | b[0]);
  rush_wide either = (b[5] & nothing) | (~b[5] & control);
  found.space = low & either & ((b[5] ^ b[3]) & ~b[4]);
  found.digits = twenty & b[4] & ~(b[3] & (b[2] | b[1]));
  found.signs = twenty & (b[3] & b[2] & ~b[4]) & (b[1] ^ b[0]);  // 0x2d, 2e
  return found;
}

// What is wrong with literals, if all bytes of `others`, which are no digits, points or signs, are
// theirs. The letters after t, f and n are known, so bits are compared, not letters. `bytes` are
// those of the literals.
RUSH_WIDE_INLINE rush_wide rush_wide_literal_errors(
    const rush_planes *planes, rush_wide others, rush_wide starts, rush_wide *bytes) {
  const rush_wide *b = planes->bit;
  rush_wide firsts = others & starts & b[2] & ~b[0];
  rush_wide t = firsts & b[4] & ~b[3] & ~b[1], f = firsts & ~b[4] & ~b[3] & b[1];
  rush_wide n = firsts & ~b[4] & b[3] & b[1];
  rush_wide f1 = RUSH_WIDE_UP(f, 1);
  rush_wide l = RUSH_WIDE_UP(n, 2) | RUSH_WIDE_UP(n, 3) | RUSH_WIDE_UP(f, 2);
  rush_wide e = RUSH_WIDE_UP(t, 3) | RUSH_WIDE_UP(f, 4);
  rush_wide u = RUSH_WIDE_UP(n, 1) | RUSH_WIDE_UP(t, 2);
  rush_wide s = RUSH_WIDE_UP(f, 3), r = RUSH_WIDE_UP(t, 1), rest = f1 | l | s | e | u | r;
  *bytes = rest | t | f | n;
  // a 61, e 65, f 66, l 6c, n 6e, r 72, s 73, t 74, u 75
  rush_wide unlike = (b[4] ^ (u | r | s)) | (b[3] ^ l) | (b[2] ^ (u | l | e));
  unlike |= (b[1] ^ (r | s)) | (b[0] ^ (u | e | f1 | s));
  return (others ^ *bytes) | (rest & unlike) | (others & (b[7] | ~(b[6] & b[5])));
}

// Checks the escapes of a window. `escapes` has their backslashes, `escaped` the bytes after these, and
// `known` all quotation marks and backslashes. If `is_cut`, the end may cut one of them. Returns the number
// of bytes before that one, or 512, or 0 if one is rare or not allowed by RFC 8259 §7; but `*wrong` gets
// those whose second byte or digits are wrong.
RUSH_WIDE_INLINE size_t rush_wide_check_escapes(
    const uint8_t *at, const rush_planes *planes, rush_wide escapes, rush_wide escaped, rush_wide known,
    int is_cut, rush_wide *wrong) {
  const rush_wide *b = planes->bit;
  // b 62, f 66, n 6e; r 72, t 74, u 75. Bytes with both of the last two bits are dropped below.
  rush_wide sixty = b[1] & (b[2] | ~b[3]), seventy = ~b[3] & (b[2] ^ b[1]);
  rush_wide either = (b[4] & seventy) | (~b[4] & sixty);
  rush_wide letters = either & b[5] & (b[6] & ~(b[1] & b[0]));
  rush_wide slash = (b[3] & b[2] & b[1]) & (b[5] & ~b[6] & ~b[4]) & b[0];
  *wrong |= escaped & (b[7] | ~(letters | slash | known));
  rush_wide units = escaped & letters & (b[4] & b[0]);
  uint64_t seconds = 0;  // halves of pairs, in the last lane
  if (rush_wide_any(units)) {
    rush_wide ascii = ~b[7];
    rush_wide digit = ascii & ~b[6] & b[5] & b[4] & ~(b[3] & (b[2] | b[1]));
    rush_wide letter = ascii & b[6] & ~b[4] & ~b[3];  // 0x40 to 0x47, 0x60 to 0x67
    letter &= (b[2] | b[1] | b[0]) & ~(b[2] & b[1] & b[0]);
    rush_wide hex = digit | letter;
    rush_wide both = hex & RUSH_WIDE_DOWN(hex, 1);
    rush_wide four = both & RUSH_WIDE_DOWN(both, 2);
    rush_wide bad = units & ~RUSH_WIDE_DOWN(four, 1);
    // The last digits of a unit that the end cuts are checked with the next window.
    if (is_cut) bad &= rush_wide_with_last_lane(rush_wide_ones(), ~0ULL >> 5);
    *wrong |= bad;
    rush_wide large = letter | (digit & b[3]);
    rush_wide d = letter & b[2] & ~b[1] & ~b[0];
    rush_wide half = d & RUSH_WIDE_DOWN(large, 1);
    rush_wide halves = units & RUSH_WIDE_DOWN(half, 1);
    if (rush_wide_any(halves)) {
      halves = RUSH_WIDE_DOWN(halves, 1);
      uint64_t lanes[8];
      _mm512_storeu_si512(lanes, halves);
      uint64_t paired = 0;
      for (int i = 0; i < 8; i++) {
        uint64_t next_paired = 0, bits = lanes[i] & ~paired;
        seconds = paired;
        // One that the end may cut, and the first half of a pair, follow in the next window.
        if (i == 7 && is_cut) bits &= ~0ULL >> 12;
        for (; bits != 0; bits &= bits - 1) {
          int place = __builtin_ctzll(bits);
          if (rush_skips_escape(at + 64 * i + place) != 2) return 0;
          if (place + 6 < 64) {
            bits &= ~(1ULL << (place + 6));
            seconds |= 1ULL << (place + 6);
          } else {
            next_paired = 1ULL << (place + 6 - 64);
          }
        }
        paired = next_paired;
      }
    }
  }
  if (!is_cut) return rush_wide_bytes;
  uint64_t last = rush_wide_last_lane(escapes) & ~seconds & ~0ULL << 52;
  return last == 0 ? rush_wide_bytes : 448 + (size_t)__builtin_ctzll(last);
}

// The number of bytes before a UTF-8 sequence that the end cuts, or all.
RUSH_WIDE_INLINE size_t rush_wide_before_cut_sequence(const uint8_t *at) {
  if (at[511] >= 0xc0) return 511;
  if (at[510] >= 0xe0) return 510;
  return at[509] >= 0xf0 ? 509 : 512;
}

// Compares brackets with the kinds of open containers. Returns 0 if they do not agree, or need more
// than `most` containers above the floor. Stops after the bracket that reaches the floor: then
// `*count` becomes the number of brackets up to there, and `*all_kinds` 1. May read 63 bytes after
// the brackets.
RUSH_WIDE_INLINE int rush_wide_match(
    const uint8_t *brackets, size_t *count, size_t most, uint64_t *all_kinds) {
  uint64_t kinds = *all_kinds, highest = kinds;
  __mmask64 wrong = 0;
  const rush_wide one = _mm512_set1_epi8(1);
  for (size_t done = 0; done < *count && kinds > 1; done += 64) {
    size_t rest = *count - done < 64 ? *count - done : 64;
    rush_wide v = _mm512_loadu_si512(brackets + done);
    // The loop does only what needs the bracket before.
    uint8_t curly[64], before[64];
    _mm512_storeu_si512(curly, _mm512_and_si512(_mm512_srli_epi16(v, 5), one));
    for (size_t i = 0; i < rest; i++) {
      before[i] = (uint8_t)kinds;
      uint64_t opened = kinds * 2 + curly[i], closed = kinds >> 1;
      kinds = brackets[done + i] & 2 ? opened : closed;
      highest |= kinds;
      if (__builtin_expect(kinds <= 1, 0)) {
        rest = i + 1;
        *count = done + rest;
      }
    }
    rush_wide unlike = _mm512_xor_si512(_mm512_loadu_si512(before), _mm512_srli_epi16(v, 7));
    wrong |= _mm512_test_epi8_mask(unlike, one) & ~0ULL >> (64 - rest);
  }
  *all_kinds = kinds;
  return wrong == 0 && highest >> most <= 1;
}

// The number of bytes up to the bracket with this number, the first being 1.
RUSH_WIDE_INLINE size_t rush_wide_bracket_end(const uint64_t *bits, size_t number) {
  size_t lane = 0;
  for (; (size_t)__builtin_popcountll(bits[lane]) < number; lane++) {
    number -= (size_t)__builtin_popcountll(bits[lane]);
  }
  uint64_t rest = bits[lane];
  for (; number > 1; number--) rest &= rest - 1;
  return lane * 64 + (size_t)__builtin_ctzll(rest) + 1;
}

// Checks a window, and moves its brackets to `*moved`. Returns the number of its bytes that it has passed,
// or 0 if it cannot judge them. `bits` gets the places of the brackets.
RUSH_WIDE_INLINE size_t rush_wide_skip(
    const rush_wide_origin *origin, const uint8_t *at, rush_wide_state *state, uint8_t **moved,
    uint64_t *bits) {
  // The window ends after the last byte below `-` in its last block: a space, comma or quotation mark, or
  // one that only strings have. All of these cut no number, literal, escape or UTF-8 sequence, wherever they
  // are, but in the exponent of a number, which is rare. So the next window need not wait for this one's
  // planes, where the bytes after this one are spaces.
  const rush_wide tail = _mm512_loadu_si512(at + 448);
  uint64_t ends = _mm512_cmplt_epu8_mask(tail, _mm512_set1_epi8('-'));
  int is_cut = __builtin_expect(ends == 0, 0);
  size_t used = is_cut ? 512 : 512 - (size_t)__builtin_clzll(ends);
  uint64_t last = ~0ULL >> (512 - used);
  rush_planes planes =
      rush_wide_planes(at, _mm512_mask_blend_epi8(last, _mm512_set1_epi8(' '), tail));
  const rush_wide *b = planes.bit;
  rush_wide_state next = *state;

  // Strings
  rush_wide quotes = ~b[7] & ~b[6] & b[5] & ~b[4] & ~b[3] & ~b[2] & b[1] & ~b[0];
  rush_wide backslashes = ~b[7] & b[6] & ~b[5] & b[4] & b[3] & b[2] & ~b[1] & ~b[0];
  rush_wide wrong = _mm512_setzero_si512();
  if (rush_wide_any(backslashes)) {
    rush_wide escapes = backslashes, escaped = RUSH_WIDE_UP(backslashes, 1);
    if (__builtin_expect(rush_wide_any(backslashes & escaped), 0)) {
      escapes &= rush_wide_escape_ends(backslashes);
      escaped = RUSH_WIDE_UP(escapes, 1);
    }
    size_t safe = rush_wide_check_escapes(
        at, &planes, escapes, escaped, quotes | backslashes, is_cut, &wrong);
    if (safe == 0) return 0;
    if (is_cut) rush_wide_correct(&used, safe < used ? safe : used);
    quotes &= ~escaped;
  }
  if (rush_wide_any(b[7])) {
    next.high = 1;
    wrong |= rush_wide_utf8_errors(&planes, is_cut);
    if (is_cut) {
      size_t before = rush_wide_before_cut_sequence(at);
      rush_wide_correct(&used, before < used ? before : used);
    }
  }
  if (next.in_string && !rush_wide_any(quotes)) {
    // A window inside a string does not change what may follow.
    if (rush_wide_any(wrong | (~b[7] & ~b[6] & ~b[5]))) return 0;
    _mm512_storeu_si512(bits, _mm512_setzero_si512());
    state->high = next.high;
    return used;
  }
  rush_wide in_string = rush_wide_prefix_xor(quotes, &next.in_string);
  // Outside strings, the end may cut a number or literal, which is longer than most.
  if (is_cut && !next.in_string) return 0;
  rush_wide begun = quotes & in_string;

  // Classes of bytes outside strings
  rush_wide_classes found = rush_wide_classify(&planes, ~in_string & ~b[7]);
  rush_wide space = found.space, closings = found.closings, openings = found.openings;
  rush_wide commas = found.commas, colons = found.colons, brackets = found.brackets;
  rush_wide scalar = ~in_string & ~(space | found.separators | brackets) & ~quotes;
  wrong |= in_string & ~(b[7] | b[6] | b[5]);
  // Of whitespace, only a line feed has bit 1, and a carriage return bit 2.
  next.feeds = _mm512_add_epi64(next.feeds, _mm512_popcnt_epi64(space & b[1]));
  next.returns |= space & b[2];

  // Numbers and literals
  rush_wide values = begun | openings;
  if (rush_wide_any(scalar)) {
    // One of more than 31 bytes may be longer than the limit.
    if (_mm512_cmpeq_epi32_mask(scalar, rush_wide_ones())) return 0;
    rush_wide starts = scalar & ~RUSH_WIDE_UP(scalar, 1);
    values |= starts;
    rush_wide digits = found.digits, signs = found.signs, others = scalar & ~(digits | signs);
    rush_wide nothing = ~(b[3] | b[2] | b[1] | b[0]);
    rush_wide literals = _mm512_setzero_si512(), zeros = starts & digits & nothing;
    if (rush_wide_any(others)) wrong |= rush_wide_literal_errors(&planes, others, starts, &literals);
    if (rush_wide_any(signs)) {
      rush_wide minus = signs & b[0], points = signs & b[1];
      rush_wide after_minus = RUSH_WIDE_UP(minus, 1), after_points = RUSH_WIDE_UP(points, 1);
      unsigned none = 0;
      wrong |= (after_minus | after_points) & ~digits;
      wrong |= points & ~RUSH_WIDE_UP(digits, 1);
      wrong |= minus & ~starts;
      wrong |= rush_wide_add(digits, after_points, &none) & ~digits & points;
      zeros |= after_minus & digits & nothing;
    }
    wrong |= RUSH_WIDE_UP(zeros | literals, 1) & digits;
  }

  // The order of tokens. A value follows each separator or opening bracket, or a closing bracket the latter.
  rush_wide behind_leads = rush_wide_followers(found.separators | openings, space, &next.after_lead);
  wrong |= (behind_leads ^ values) & ~closings;
  rush_wide empty = behind_leads & closings;
  if (__builtin_expect(rush_wide_any(empty & ~RUSH_WIDE_UP(openings, 1)), 0)) {
    unsigned after_opening = state->after_lead && rush_wide_is_after_opening(origin, at);
    wrong |= empty & ~rush_wide_followers(openings, space, &after_opening);
  }

  // Objects and arrays
  rush_wide curly = b[5];
  rush_wide behind_names = rush_wide_followers(
      commas | (openings & curly), space | in_string | quotes, &next.before_colon);
  rush_wide say_array = behind_names & ~colons & ~(empty & curly);
  wrong |= colons & ~behind_names;
  rush_wide between = ~brackets;
  rush_wide objects = rush_wide_add(between, colons, &next.said_object) & brackets;
  rush_wide arrays =
      (rush_wide_add(between, say_array & between, &next.said_array) | say_array) & brackets;
  objects |= closings & curly;
  arrays |= closings & ~curly;
  wrong |= objects & arrays;
  if (rush_wide_any(wrong)) return 0;

  // A bracket gets 0x80 if an object must be open. If not, an array must be: nothing is said only
  // before an opening bracket after another one, which must be square.
  uint64_t object[8];
  _mm512_storeu_si512(bits, brackets);
  _mm512_storeu_si512(object, objects);
  // Without this, the lanes would be extracted from registers, by many instructions.
  __asm__("" : "+m"(*(uint64_t (*)[8])bits), "+m"(object));
  uint8_t *out = *moved;
  for (int i = 0; i < 8; i++) {
    rush_wide v = _mm512_loadu_si512(at + 64 * i);
    // Bits 1 and 5 remain. To add 0x80 would be two instructions, an XOR and a choice.
    v = _mm512_mask_add_epi8(v, object[i], v, _mm512_set1_epi8(0x7f));
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(bits[i], v));
    out += (size_t)__builtin_popcountll(bits[i]);
  }
  *moved = out;
  *state = next;
  return used;
}
