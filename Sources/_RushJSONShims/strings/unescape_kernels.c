// Unescaping for each instruction set, and the choice among them. See rush_unescape.h.

#include "rush_unescape.h"

#include <string.h>

#include "../blocks/byte_blocks.h"
#include "rush_digits.h"

// Units of UTF-16

RUSH_INLINE rush_progress rush_unescaped(size_t read, size_t written) {
  rush_progress progress = {read, written};
  return progress;
}

// Writes the UTF-8 of the `\u` escape at `at`, or of two that are a pair. Reads nothing (0, 0) if there is
// another escape, or none.
static rush_progress rush_unescape_unit(const uint8_t *at, size_t left, uint8_t *target) {
  if (left < 6 || at[1] != 'u') return rush_unescaped(0, 0);
  uint32_t unit = rush_four_hex_digits(at + 2);
  if (unit - 1 >= 0xffff) return rush_unescaped(0, 0);
  if (unit < 0x80) {
    target[0] = (uint8_t)unit;
    return rush_unescaped(6, 1);
  }
  if (unit < 0x800) {
    target[0] = (uint8_t)(0xc0 | unit >> 6);
    target[1] = (uint8_t)(0x80 | (unit & 0x3f));
    return rush_unescaped(6, 2);
  }
  if ((unit & 0xf800) != 0xd800) {
    target[0] = (uint8_t)(0xe0 | unit >> 12);
    target[1] = (uint8_t)(0x80 | (unit >> 6 & 0x3f));
    target[2] = (uint8_t)(0x80 | (unit & 0x3f));
    return rush_unescaped(6, 3);
  }
  if (unit >= 0xdc00 || left < 12 || at[6] != '\\' || at[7] != 'u') return rush_unescaped(0, 0);
  uint32_t low = rush_four_hex_digits(at + 8);
  if (low - 0xdc00 >= 0x400) return rush_unescaped(0, 0);
  uint32_t scalar = 0x10000 + ((unit - 0xd800) << 10 | (low - 0xdc00));
  target[0] = (uint8_t)(0xf0 | scalar >> 18);
  target[1] = (uint8_t)(0x80 | (scalar >> 12 & 0x3f));
  target[2] = (uint8_t)(0x80 | (scalar >> 6 & 0x3f));
  target[3] = (uint8_t)(0x80 | (scalar & 0x3f));
  return rush_unescaped(12, 4);
}

// The baseline

// Copies bytes up to the first backslash, 32 at a time. Returns their number. Stops without one where
// fewer than 32 bytes are left.
RUSH_INLINE size_t rush_copy_to_backslash(const uint8_t *source, size_t count, uint8_t *target) {
  size_t at = 0;
#if defined(RUSH_VECTOR_BITS)
  for (; count - at >= 32; at += 32) {
    rush_vector a = rush_vector_load(source + at), b = rush_vector_load(source + at + 16);
    rush_vector_store(target + at, a);
    rush_vector_store(target + at + 16, b);
    a = rush_vector_equal(a, '\\'), b = rush_vector_equal(b, '\\');
    if (rush_vector_bits(rush_vector_or(a, b)) != 0) {
      uint64_t first = rush_vector_bits(a), second = rush_vector_bits(b);
      size_t place = first ? (size_t)__builtin_ctzll(first) / RUSH_VECTOR_BITS
                           : 16 + (size_t)__builtin_ctzll(second) / RUSH_VECTOR_BITS;
      return at + place;
    }
  }
#else
  (void)source, (void)target, (void)count;
#endif
  return at;
}

// The backslashes among the eight bytes of `word`: the lowest bit that is set is the top bit of the first
// one. A borrow reaches only the bytes above it.
RUSH_INLINE uint64_t rush_backslashes(uint64_t word) {
  uint64_t difference = word ^ 0x5c5c5c5c5c5c5c5c;
  return (difference - 0x0101010101010101) & ~difference & 0x8080808080808080;
}

// Continues after `at` bytes of the source and `end` of the target.
static rush_progress rush_unescape_in_runs_after(
    size_t at, size_t end, const uint8_t *source, size_t count, uint8_t *target) {
  // What can be read at `at` can be written at `end`, because end ≤ at.
  while (at < count) {
    if (source[at] != '\\') {
      size_t plain = rush_copy_to_backslash(source + at, count - at, target + end);
      at += plain, end += plain;
      if (at == count) break;
      // Fewer than 32 bytes are left, or a backslash is here.
      if (count - at >= 8) {
        uint64_t word = rush_load_word(source + at);
        memcpy(target + end, &word, 8);
        uint64_t backslashes = rush_backslashes(RUSH_LITTLE_ENDIAN(64, word));
        // A branch on zero lets the next load begin before this count is known.
        if (backslashes == 0) {
          at += 8, end += 8;
          continue;
        }
        plain = (size_t)__builtin_ctzll(backslashes) / 8;
        at += plain, end += plain;
      } else if (source[at] != '\\') {
        target[end++] = source[at++];
        continue;
      }
    }
    if (count - at < 2) break;
    // A table, because a branch on the letter would be mispredicted.
    uint8_t meaning = rush_escape_meaning(source[at + 1]);
    if (meaning != 0) {
      target[end++] = meaning;
      at += 2;
      continue;
    }
    rush_progress unit = rush_unescape_unit(source + at, count - at, target + end);
    if (unit.read == 0) break;
    at += unit.read, end += unit.written;
  }
  return rush_unescaped(at, end);
}

static rush_progress rush_unescape_in_runs(const uint8_t *source, size_t count, uint8_t *target) {
  return rush_unescape_in_runs_after(0, 0, source, count, target);
}

#if defined(__x86_64__)

// AVX2: 32 bytes at a time. One mask finds all escapes of a block. The bytes after each are stored once more, where they
// belong, so the next escape does not wait for a load.
//
//   source   a \ n b c \ " d
//   stored   a \ n b c \ " d
//   again    a LF b c \ " d
//   again    a LF b c " d

// Reads four escapes by `\u` in the 28 bytes at `at`, if all mean two bytes of UTF-8, or all three and no surrogate.
// Otherwise reads none.
RUSH_AVX2_INLINE rush_progress rush_avx2_unescape_units(const uint8_t *at, uint8_t *target) {
  __m256i v = _mm256_setr_m128i(_mm_loadu_si128((const __m128i *)at),
                                _mm_loadu_si128((const __m128i *)(at + 12)));
  const __m256i escapes = RUSH_TABLE('\\', 'u', 0, 0, 0, 0, '\\', 'u', 0, 0, 0, 0, 0, 0, 0, 0);
  uint32_t are_escapes = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(v, escapes));
  // The digits of two escapes in the first eight bytes of each lane.
  __m256i digits = _mm256_shuffle_epi8(
      v, RUSH_TABLE(2, 3, 4, 5, 8, 9, 10, 11, -1, -1, -1, -1, -1, -1, -1, -1));
  __m256i are_letters = rush_avx2_in_range(rush_avx2_fold(digits), 'a', 6);
  __m256i are_digits = _mm256_or_si256(rush_avx2_in_range(digits, '0', 10), are_letters);
  if ((are_escapes & 0x00c300c3) != 0x00c300c3 ||
      ((uint32_t)_mm256_movemask_epi8(are_digits) & 0x00ff00ff) != 0x00ff00ff) {
    return rush_unescaped(0, 0);
  }
  __m256i values = _mm256_add_epi8(_mm256_and_si256(digits, _mm256_set1_epi8(15)),
                                   _mm256_and_si256(are_letters, _mm256_set1_epi8(9)));
  __m256i units = _mm256_madd_epi16(_mm256_maddubs_epi16(values, _mm256_set1_epi16(1 << 8 | 16)),
                                    _mm256_set1_epi32(1 << 16 | 256));
  __m256i last = _mm256_and_si256(units, _mm256_set1_epi32(0x3f));
  __m256i are_long = _mm256_cmpgt_epi32(units, _mm256_set1_epi32(0x7ff));
  uint32_t long_ones = (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(are_long)) & 0x33;
  if (long_ones == 0x33) {
    __m256i are_surrogates = _mm256_cmpeq_epi32(
        _mm256_and_si256(units, _mm256_set1_epi32(0xf800)), _mm256_set1_epi32(0xd800));
    if (!_mm256_testz_si256(are_surrogates, are_surrogates)) return rush_unescaped(0, 0);
    __m256i middle = _mm256_and_si256(_mm256_slli_epi32(units, 2), _mm256_set1_epi32(0x3f00));
    __m256i leads = _mm256_or_si256(_mm256_srli_epi32(units, 12), middle);
    __m256i utf8 = _mm256_or_si256(leads, _mm256_or_si256(_mm256_slli_epi32(last, 16),
                                                          _mm256_set1_epi32(0x8080e0)));
    utf8 = _mm256_shuffle_epi8(
        utf8, RUSH_TABLE(0, 1, 2, 4, 5, 6, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1));
    _mm_storel_epi64((__m128i *)target, _mm256_castsi256_si128(utf8));
    _mm_storel_epi64((__m128i *)(target + 6), _mm256_extracti128_si256(utf8, 1));
    return rush_unescaped(24, 12);
  }
  __m256i are_ascii = _mm256_cmpgt_epi32(_mm256_set1_epi32(0x80), units);
  uint32_t ascii = (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(are_ascii)) & 0x33;
  if ((long_ones | ascii) != 0) return rush_unescaped(0, 0);
  __m256i leads = _mm256_or_si256(_mm256_srli_epi32(units, 6), _mm256_slli_epi32(last, 8));
  __m256i utf8 = _mm256_or_si256(leads, _mm256_set1_epi32(0x80c0));
  utf8 = _mm256_shuffle_epi8(
      utf8, RUSH_TABLE(0, 1, 4, 5, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1));
  _mm_storel_epi64((__m128i *)target, _mm_unpacklo_epi32(_mm256_castsi256_si128(utf8),
                                                         _mm256_extracti128_si256(utf8, 1)));
  return rush_unescaped(24, 8);
}

__attribute__((RUSH_AVX2))
static rush_progress rush_avx2_unescape(const uint8_t *source, size_t count, uint8_t *target) {
  const uint8_t *from = source, *end = source + count;
  uint8_t *to = target;
  // What can be read at `from` can be written at `to`, because no meaning is longer than its escape.
  while (end - from >= 32) {
    const uint8_t *block = from;
    __m256i v = _mm256_loadu_si256((const __m256i *)block);
    uint32_t backslashes = (uint32_t)_mm256_movemask_epi8(rush_avx2_is(v, '\\'));
    _mm256_storeu_si256((__m256i *)to, v);
    for (; backslashes != 0; backslashes = backslashes >> (from - block) << (from - block)) {
      const uint8_t *at = block + _tzcnt_u32(backslashes);
      to += at - from, from = at;
      if (end - at < 2) return rush_unescaped((size_t)(at - source), (size_t)(to - target));
      // A table, because a branch on the letter would be mispredicted.
      uint8_t meaning = rush_escape_meaning(at[1]);
      if (__builtin_expect_with_probability(meaning != 0, 1, 0.5)) {
        *to = meaning;
        from += 2, to += 1;
      } else {
        rush_progress units = rush_unescaped(0, 0);
        if (end - at >= 28) units = rush_avx2_unescape_units(at, to);
        if (units.read == 0) units = rush_unescape_unit(at, (size_t)(end - at), to);
        if (units.read == 0) return rush_unescaped((size_t)(from - source), (size_t)(to - target));
        from += units.read, to += units.written;
      }
      if (from - block >= 32 || end - from < 32) break;
      _mm256_storeu_si256((__m256i *)to, _mm256_loadu_si256((const __m256i *)from));
    }
    if (backslashes == 0) to += block + 32 - from, from = block + 32;
  }
  return rush_unescape_in_runs_after((size_t)(from - source), (size_t)(to - target), source, count,
                                     target);
}

#endif

// AVX-512 with VBMI2: 64 bytes at a time. The escaped bytes get their meanings from a table, and one
// compression drops the backslashes. Up to ten escapes by `\u` that follow each other are read together.

#if defined(__x86_64__)

// The low `count` of 64 bits, at least one.
RUSH_INLINE uint64_t rush_low_bits(size_t count) { return ~0ULL >> (64 - count); }

// Writes the bytes of `v` that have a bit. There is room for `room` bytes, and for all that have one.
RUSH_VBMI2_INLINE size_t rush_vbmi2_put(uint8_t *target, size_t room, __m512i v, uint64_t kept) {
  size_t count = (size_t)__builtin_popcountll(kept);
  v = _mm512_maskz_compress_epi8(kept, v);
  if (room >= 64) {
    _mm512_storeu_si512(target, v);
  } else {
    _mm512_mask_storeu_epi8(target, _bzhi_u64(~0ULL, (unsigned)count), v);
  }
  return count;
}

// The escapes by `\u` at `at`, one after another, up to the first that is not a scalar of its own.
RUSH_VBMI2_INLINE rush_progress rush_vbmi2_unescape_units(
    const uint8_t *at, size_t left, uint8_t *target) {
  const uint64_t starts = 0x0041041041041041;  // every sixth of 60 bits
  __m512i v = _mm512_maskz_loadu_epi8(left >= 64 ? ~0ULL : rush_low_bits(left), at);
  uint64_t backslashes = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\\'));
  uint64_t letters = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('u'));
  unsigned count = (unsigned)__builtin_ctz(~(uint32_t)_pext_u64(backslashes & letters >> 1, starts));

  // The digits of each escape in four bytes. What is not loaded is zero, and not a digit.
  const __m512i places = _mm512_setr_epi32(
      0x05040302, 0x0b0a0908, 0x11100f0e, 0x17161514, 0x1d1c1b1a, 0x23222120, 0x29282726, 0x2f2e2d2c,
      0x35343332, 0x3b3a3938, 0, 0, 0, 0, 0, 0);
  __m512i digits = _mm512_maskz_permutexvar_epi8(0xffffffffff, places, v);
  __m512i folded = _mm512_or_si512(digits, _mm512_set1_epi8(RUSH_CASE_BIT));
  uint64_t is_digit = _mm512_cmplt_epu8_mask(
      _mm512_sub_epi8(digits, _mm512_set1_epi8('0')), _mm512_set1_epi8(10));
  uint64_t is_letter = _mm512_cmplt_epu8_mask(
      _mm512_sub_epi8(folded, _mm512_set1_epi8('a')), _mm512_set1_epi8(6));
  uint32_t others = _mm512_cmpneq_epi32_mask(
      _mm512_movm_epi8(is_digit | is_letter), _mm512_set1_epi32(-1));
  __m512i values = _mm512_and_si512(digits, _mm512_set1_epi8(15));
  values = _mm512_mask_add_epi8(values, is_letter, values, _mm512_set1_epi8(9));
  __m512i pairs = _mm512_maddubs_epi16(values, _mm512_set1_epi16(1 << 8 | 16));
  __m512i units = _mm512_madd_epi16(pairs, _mm512_set1_epi32(1 << 16 | 256));
  others |= _mm512_testn_epi32_mask(units, units);
  others |= _mm512_cmpeq_epi32_mask(
      _mm512_and_si512(units, _mm512_set1_epi32(0xf800)), _mm512_set1_epi32(0xd800));
  others = _bzhi_u32(others, count);
  // A branch, so that the next load need not wait for all of this.
  if (__builtin_expect(others != 0, 0)) count = (unsigned)__builtin_ctz(others);

  // Three bytes each. Short ones use the last bytes, and the others are zero; no byte in use is zero.
  __mmask16 is_short = _mm512_cmplt_epu32_mask(units, _mm512_set1_epi32(0x800));
  __mmask16 is_ascii = _mm512_cmplt_epu32_mask(units, _mm512_set1_epi32(0x80));
  __m512i first = _mm512_maskz_or_epi32(
      (__mmask16)~is_short, _mm512_srli_epi32(units, 12), _mm512_set1_epi32(0xe0));
  __m512i second = _mm512_and_si512(_mm512_slli_epi32(units, 2), _mm512_set1_epi32(0x3f00));
  second = _mm512_or_si512(second, _mm512_set1_epi32(0x8000));
  second = _mm512_mask_or_epi32(second, is_short, second, _mm512_set1_epi32(0x4000));
  second = _mm512_maskz_mov_epi32((__mmask16)~is_ascii, second);
  __m512i third = _mm512_and_si512(_mm512_slli_epi32(units, 16), _mm512_set1_epi32(0x3f0000));
  third = _mm512_or_si512(third, _mm512_set1_epi32(0x800000));
  third = _mm512_mask_slli_epi32(third, is_ascii, units, 16);
  __m512i utf8 = _mm512_or_si512(_mm512_or_si512(first, second), third);
  uint64_t kept = _mm512_test_epi8_mask(utf8, utf8) & _bzhi_u64(~0ULL, 4 * count);
  return rush_unescaped(6 * count, rush_vbmi2_put(target, left, utf8, kept));
}

__attribute__((RUSH_VBMI2))
static rush_progress rush_unescape_in_blocks(
    const uint8_t *source, size_t count, uint8_t *target) {
  // The meaning of each byte below 128 that follows a backslash.
  static const uint8_t meanings[128] __attribute__((aligned(64))) = {
      ['b'] = '\b', ['t'] = '\t', ['n'] = '\n',   ['f'] = '\f',
      ['r'] = '\r', ['"'] = '"',  ['\\'] = '\\', ['/'] = '/',
  };
  const __m512i low = _mm512_load_si512(meanings), high = _mm512_load_si512(meanings + 64);
  const uint8_t *from = source, *end = source + count;
  uint8_t *to = target;
  uint64_t first_is_escaped = 0;

  while (from < end) {
    size_t left = (size_t)(end - from);
    uint64_t valid = left >= 64 ? ~0ULL : rush_low_bits(left);
    __m512i v = _mm512_maskz_loadu_epi8(valid, from);
    uint64_t backslashes = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\\'));
    // Long strings have many blocks without an escape.
    if ((backslashes | first_is_escaped) == 0 && left > 64) {
      _mm512_storeu_si512(to, v);
      from += 64, to += 64;
      continue;
    }
    rush_escapes found = rush_find_escapes(backslashes, first_is_escaped);
    uint64_t escaped = found.escaped & valid;
    __m512i meaning = _mm512_permutex2var_epi8(low, v, high);
    // The high bit of a byte that has no meaning, or is not below 128.
    uint64_t others = _mm512_movepi8_mask(
        _mm512_or_si512(_mm512_sub_epi8(meaning, _mm512_set1_epi8(1)), v));
    uint64_t kept = valid & ~found.escapes;
    v = _mm512_mask_mov_epi8(v, escaped, meaning);

    if (__builtin_expect((escaped & others) != 0, 0)) {
      // The bytes before the backslash, which may be the last byte before the block.
      size_t at = (size_t)__builtin_ctzll(escaped & others);
      to += rush_vbmi2_put(to, left, v, at == 0 ? 0 : kept & (rush_low_bits(at) >> 1));
      from += at, from -= 1;
      first_is_escaped = 0;
      do {
        left = (size_t)(end - from);
        rush_progress units = rush_vbmi2_unescape_units(from, left, to);
        if (units.read == 0) units = rush_unescape_unit(from, left, to);
        if (units.read == 0) return rush_unescaped((size_t)(from - source), (size_t)(to - target));
        from += units.read, to += units.written;
      } while (end - from >= 6 && from[0] == '\\' && from[1] == 'u');
      continue;
    }
    to += rush_vbmi2_put(to, left, v, kept);
    if (left <= 64) {
      // A backslash at the end escapes nothing.
      from = end - (found.escapes >> (left - 1) & 1);
      break;
    }
    from += 64;
    first_is_escaped = found.escapes >> 63;
  }
  return rush_unescaped((size_t)(from - source), (size_t)(to - target));
}

#endif

rush_progress rush_unescape(
    rush_kernel kernel, const uint8_t *source, size_t count, uint8_t *target) {
#if defined(__x86_64__)
  if (kernel == rush_kernel_vbmi2) return rush_unescape_in_blocks(source, count, target);
  if (kernel >= rush_kernel_avx2) return rush_avx2_unescape(source, count, target);
#endif
  (void)kernel;
  return rush_unescape_in_runs(source, count, target);
}
