// Numbers read by AVX-512 with VBMI2: masked loads, and digits that are compressed. A private header of number_kernel.c.
//
//   text      -65.613616999999977
//   loaded     65.613616999999977    the last 32 bytes; those before the number are not loaded
//   digits      65613616999999977    what precedes the point is loaded again, one byte further on
//
// Numbers with an exponent or with many zeros are read by AVX2.
#pragma once

#include "number_vectors.h"

// Returns the value of 32 decimal digits, one per byte; the first 12 are zero.
RUSH_INLINE __attribute__((RUSH_VBMI2)) uint64_t number_of(__m256i digits) {
  // Pairs, fours and eights, as in rush_sixteen_values.
  __m256i pairs = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(1 << 8 | 10));
  __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(1 << 16 | 100));
  __m256i eights = _mm256_madd_epi16(
      _mm256_packus_epi32(fours, fours), _mm256_set1_epi32(1 << 16 | 10000));
  uint64_t high = (uint64_t)_mm_extract_epi32(_mm256_castsi256_si128(eights), 1) & 0xffffffff;
  uint64_t low = (uint64_t)_mm_cvtsi128_si64(_mm256_extracti128_si256(eights, 1));
  return high * 10000000000000000 + (low & 0xffffffff) * 100000000 + (low >> 32);
}

// Reads a number without an exponent.
RUSH_INLINE __attribute__((RUSH_VBMI2))
rush_number rush_vbmi2_decimal(const uint8_t *start, size_t length) {
  const rush_number nothing = {0, 0, 0, 0};
  const uint8_t *end = start + length;
  size_t is_negative = *start == '-', count = length - is_negative;
  if (__builtin_expect(count - 1 > 31, 0)) return nothing;
  // A bit for each byte of the number after its sign, among the 32 that end with it.
  uint32_t valid = (uint32_t)(0xffffffffULL << (32 - count));
  // Masked loads do not touch the bytes without a bit.
  __m256i bytes = _mm256_maskz_loadu_epi8(valid, end - 32);
  uint32_t point = _mm256_cmpeq_epi8_mask(bytes, _mm256_set1_epi8('.'));
  uint32_t kept = valid;
  if (point != 0) {
    // The bits up to that of the first point.
    uint32_t front = point ^ (point - 1);
    kept = valid << 1;
    bytes = _mm256_mask_loadu_epi8(bytes, front & kept, end - 33);
  }
  __m256i digits = _mm256_maskz_sub_epi8(kept, bytes, _mm256_set1_epi8('0'));
  uint32_t others = _mm256_cmpgt_epu8_mask(digits, _mm256_set1_epi8(9));
  // More than 19 digits, a point that comes last or first, or a second one.
  others |= (kept & 0x1fff) | point >> 31 | (point & valid & -valid);
  int has_leading_zero = start[is_negative] == '0' && count > 1 && start[is_negative + 1] != '.';
  if (__builtin_expect((others != 0) | has_leading_zero, 0)) return nothing;

  return (rush_number){
      .digits = number_of(digits),
      .form = (uint16_t)(RUSH_NUMBER_IS_READ | is_negative * RUSH_NUMBER_IS_NEGATIVE |
                         (point ? RUSH_NUMBER_HAS_POINT : 0)),
      .fraction_digits = point ? (uint16_t)__builtin_clz(point) : 0,
  };
}

__attribute__((RUSH_VBMI2))
rush_number rush_vbmi2_number(const void *text, size_t length) {
  rush_number number = rush_vbmi2_decimal(text, length);
  return __builtin_expect(number.form != 0, 1) ? number : rush_avx2_number(text, length);
}

// Returns the value of the 1 to 19 digits before `end`, the last digits of a number without a point.
RUSH_INLINE __attribute__((RUSH_VBMI2))
rush_number_value integer_value(const uint8_t *end, uint64_t count, uint64_t is_negative) {
  uint32_t valid = (uint32_t)(0xffffffffULL << (32 - count));
  __m256i bytes = _mm256_maskz_loadu_epi8(valid, end - 32);
  uint64_t w = number_of(_mm256_maskz_sub_epi8(valid, bytes, _mm256_set1_epi8('0')));
  if (!is_negative) return (rush_number_value){RUSH_VALUE_INTEGER + (w >> 63), w};
  // -0 is not an integer, and the smallest one is -2^63.
  if (__builtin_expect(w - 1 >= (uint64_t)1 << 63, 0)) return not_read;
  return (rush_number_value){RUSH_VALUE_INTEGER, 0 - w};
}

// Returns the value of a number of 17 bytes or more.
//
// Digits are left-aligned in 19 places and padded with zeros. So the number of digits before the point alone
// determines the power of ten, and no step waits for sign or length.
//
//   text    -65.613616999999977
//   digits   6561361699999997700   × 10^(2 − 19)
RUSH_INLINE __attribute__((RUSH_VBMI2))
rush_number_value long_value(const uint8_t *start, size_t length) {
  uint64_t is_negative = *start == '-', count = length - is_negative;
  // 19 digits and a point. More are zeros at the start (0.0011574074074074073), or there is an exponent.
  if (__builtin_expect(count - 1 > 19, 0)) return rush_avx2_value(start, length);
  uint32_t valid = _bzhi_u32(0xffffffff, (uint32_t)length);
  // Masked loads do not touch the bytes without a bit.
  __m256i values = _mm256_sub_epi8(_mm256_maskz_loadu_epi8(valid, start), _mm256_set1_epi8('0'));
  __mmask32 are_digits = _mm256_mask_cmple_epu8_mask(valid, values, _mm256_set1_epi8(9));
  uint32_t others = valid ^ are_digits ^ (uint32_t)is_negative;
  if (others == 0) {
    if (start[is_negative] == '0' || count > 19) return not_read;
    return integer_value(start + length, count, is_negative);
  }
  // What is not a digit must be one point, between two digits, or belong to an exponent.
  uint64_t place = _tzcnt_u32(others), before = place - is_negative;
  if (__builtin_expect(before - 1 >= count - 2, 0) ||
      __builtin_expect(start[place] != '.', 0) || __builtin_expect(_blsr_u32(others) != 0, 0)) {
    return rush_avx2_slow_value(start, length);
  }
  if (__builtin_expect((start[is_negative] == '0') & (before != 1), 0)) return not_read;

  // Pairs, fours and eights of the first 16 digits, as in rush_sixteen_values, and the last three.
  const __m256i tens = _mm256_setr_epi8(10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1,
                                        100, 10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  const __m256i hundreds =
      _mm256_setr_epi16(100, 1, 100, 1, 100, 1, 100, 1, 1, 1, 0, 0, 0, 0, 0, 0);
  __m256i digits = _mm256_maskz_compress_epi8(are_digits, values);
  __m256i sums = _mm256_madd_epi16(_mm256_maddubs_epi16(digits, tens), hundreds);
  __m128i fours = _mm256_castsi256_si128(sums);
  __m128i eights = _mm_madd_epi16(_mm_packus_epi32(fours, fours), _mm_set1_epi32(1 << 16 | 10000));
  uint64_t both = (uint64_t)_mm_cvtsi128_si64(eights);
  uint64_t three = (uint32_t)_mm_cvtsi128_si32(_mm256_extracti128_si256(sums, 1));
  uint64_t w = (both & 0xffffffff) * 100000000000 + (both >> 32) * 1000 + three;
  uint64_t sign = is_negative << 63;
  if (__builtin_expect(w != 0, 1)) sign |= nearest_double(w, (int64_t)before - 19);
  return (rush_number_value){RUSH_VALUE_DOUBLE, sign};
}

// Returns the value of a number of up to 16 bytes.
//
// Integers and fractions, with and without a sign, take the same steps, because no processor can predict which comes
// next. A point leaves room for 15 digits. So the digits and the power of ten are exact as `double`, and their
// quotient is rounded once (W. Clinger, "How to read floating point numbers accurately", 1990).
__attribute__((RUSH_VBMI2, noinline))
static rush_number_value short_value(const uint8_t *start, size_t length) {
  // The 16 bytes that begin at `n` move `n` bytes to the end.
  static const uint8_t to_end[32] = {
      0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
      0,    1,    2,    3,    4,    5,    6,    7,    8,    9,    10,   11,   12,   13,   14,   15,
  };
  uint32_t valid = _bzhi_u32(0xffff, (uint32_t)length);
  // Masked loads do not touch the bytes without a bit.
  __m128i bytes = _mm_maskz_loadu_epi8((__mmask16)valid, start);
  __m128i values = _mm_sub_epi8(bytes, _mm_set1_epi8('0'));
  uint32_t are_digits =
      _mm_mask_cmple_epu8_mask((__mmask16)valid, values, _mm_set1_epi8(9));
  uint32_t points = _mm_cmpeq_epi8_mask(bytes, _mm_set1_epi8('.'));
  uint32_t zeros = _mm_mask_testn_epi8_mask((__mmask16)valid, values, values);
  uint32_t is_negative = *start == '-';
  // The first byte after the sign, and the last.
  uint32_t first = 1 + is_negative, ends = first | (valid + 1) >> 1;
  // Bytes of no number, a second point, a point that comes first or last, a leading zero.
  uint32_t others = (valid ^ are_digits ^ is_negative ^ points) | _blsr_u32(points) |
                    (ends & ~are_digits) | (first & zeros & are_digits >> 1);
  if (__builtin_expect(others != 0, 0)) return rush_avx2_slow_value(start, length);

  // Pairs, fours and eights, as in rush_sixteen_values.
  uint32_t count = (uint32_t)_mm_popcnt_u32(are_digits);
  __m128i digits = _mm_shuffle_epi8(_mm_maskz_compress_epi8((__mmask16)are_digits, values),
                                    _mm_loadu_si128((const __m128i *)(to_end + count)));
  __m128i fours = _mm_madd_epi16(_mm_maddubs_epi16(digits, _mm_set1_epi16(1 << 8 | 10)),
                                 _mm_set1_epi32(1 << 16 | 100));
  __m128i eights = _mm_madd_epi16(_mm_packus_epi32(fours, fours), _mm_set1_epi32(1 << 16 | 10000));
  uint64_t both = (uint64_t)_mm_cvtsi128_si64(eights);
  uint64_t w = (both & 0xffffffff) * 100000000 + (both >> 32), sign = is_negative;
  // The digits after the point. Without one there are none, because `points - 1` has all bits.
  int fraction = _mm_popcnt_u32(are_digits & ~(points - 1));
  double quotient = (double)(int64_t)w / (double)(int64_t)rush_integer_power_of_ten(fraction);
  uint64_t bits;
  __builtin_memcpy(&bits, &quotient, 8);
  bits |= sign << 63;
  uint64_t integer = (w ^ (0 - sign)) + sign;
  if (__builtin_expect((w == 0) & is_negative & (points == 0), 0)) {
    return rush_avx2_slow_value(start, length);
  }
  return (rush_number_value){points ? RUSH_VALUE_DOUBLE : RUSH_VALUE_INTEGER, points ? bits : integer};
}

__attribute__((RUSH_VBMI2))
rush_number_value rush_vbmi2_value(const void *text, size_t length) {
  // A call, so that it does not share the registers of longer numbers.
  if (length <= 16) return short_value(text, length);
  return long_value(text, length);
}

// The grammar of a number with an exponent, or of any other 1 to 32 bytes.
//
//   text    -65.613e-7     a digit comes before each point and `e`, after each sign, point and `e`, and last
//   digits   ## ###  #
__attribute__((RUSH_VBMI2, noinline))
static int is_number_with_exponent(__m256i bytes, uint32_t valid, uint32_t digits,
                                   uint32_t is_negative, uint32_t last) {
  uint32_t others = valid ^ digits ^ is_negative;
  uint32_t points = _mm256_cmpeq_epi8_mask(bytes, _mm256_set1_epi8('.'));
  uint32_t exponents = _mm256_cmpeq_epi8_mask(_mm256_or_si256(bytes, _mm256_set1_epi8(0x20)),
                                              _mm256_set1_epi8('e'));
  uint32_t signs = exponents << 1 & (_mm256_cmpeq_epi8_mask(bytes, _mm256_set1_epi8('-')) |
                                     _mm256_cmpeq_epi8_mask(bytes, _mm256_set1_epi8('+')));
  uint32_t before_digits = is_negative | points | signs | (exponents & ~(signs >> 1));
  // Bytes of no number, a second point or exponent, a point in an exponent, and missing digits.
  uint32_t errors = (others ^ points ^ exponents ^ signs) | _blsr_u32(points) | _blsr_u32(exponents) |
                    (points & ~(exponents - 1)) | ((points | exponents) & ~(digits << 1)) |
                    (((before_digits << 1 & valid) | last) & ~digits);
  return errors == 0;
}

// Takes no value, so that checking a number takes fewer steps than reading it.
__attribute__((RUSH_VBMI2))
int rush_vbmi2_is_number(const void *text, size_t length) {
  const uint8_t *start = (const uint8_t *)text;
  if (__builtin_expect(length - 1 > 31, 0)) return 0;
  uint32_t valid = _bzhi_u32(0xffffffff, (uint32_t)length);
  // Masked loads do not touch the bytes without a bit.
  __m256i bytes = _mm256_maskz_loadu_epi8(valid, start);
  uint32_t digits = _mm256_mask_cmple_epu8_mask(
      valid, _mm256_sub_epi8(bytes, _mm256_set1_epi8('0')), _mm256_set1_epi8(9));
  uint32_t is_negative = *start == '-', others = valid ^ digits ^ is_negative;
  uint32_t first = 1 + is_negative, last = (uint32_t)1 << (length - 1);
  // A sign without digits is refused before the byte after it is read.
  if (__builtin_expect((first & ~digits) != 0, 0)) return 0;
  if (__builtin_expect(start[is_negative] == '0' && (digits & first << 1), 0)) return 0;
  if (others == 0) return 1;
  // One byte that is not a digit has digits on both sides, unless it comes first or last.
  if (__builtin_expect(_blsr_u32(others) == 0 && start[_tzcnt_u32(others)] == '.', 1)) {
    return (last & digits) != 0;
  }
  return is_number_with_exponent(bytes, valid, digits, is_negative, last);
}

// Runs

RUSH_INLINE __m128i lane(const uint8_t *end) { return _mm_loadu_si128((const __m128i *)(end - 16)); }

// Four elements of an array, each in a lane of sixteen bytes that ends with it.
//
//   text    -0.25,17,3.5e2,
//   lane    ...........-0.25     bytes before the number are not valid
//
// Masks have sixteen bits for each lane, `errors` none if it is a number that is read. A shift brings the last bit of a
// lane to the first of the next. Wherever that matters, the bit is masked out, or the lane that it comes from has an error.
typedef struct {
  __m512i values;
  uint64_t digits, points, signs, errors;
  // In a lane with a point, all bits but its own below the last; and the last bit, because the subtraction that makes
  // them cannot borrow from it.
  uint64_t borrowed;
} four_numbers;

static const uint64_t lane_starts = 0x0001000100010001, lane_ends = 0x8000800080008000;

// `counts` has the lengths of the elements, up to 16, between other words.
RUSH_INLINE __attribute__((RUSH_VBMI2))
four_numbers read_four(const uint8_t *text, const uint32_t *tokens, __m256i counts) {
  const uint64_t starts = lane_starts, ends = lane_ends;
  const __m512i all_of_lane = _mm512_set_epi64(
      0x1818181818181818, 0x1818181818181818, 0x1010101010101010, 0x1010101010101010,
      0x0808080808080808, 0x0808080808080808, 0, 0);
  const __m512i from_end =
      RUSH_WIDE_TABLE(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  __m512i lengths = _mm512_permutexvar_epi8(all_of_lane, _mm512_castsi256_si512(counts));
  uint64_t valid = _mm512_cmplt_epu8_mask(from_end, lengths);
  __m512i bytes = _mm512_inserti64x4(
      _mm512_castsi256_si512(_mm256_setr_m128i(lane(text + tokens[1]), lane(text + tokens[3]))),
      _mm256_setr_m128i(lane(text + tokens[5]), lane(text + tokens[7])), 1);
  __m512i values = _mm512_sub_epi8(bytes, _mm512_set1_epi8('0'));
  uint64_t digits = _mm512_mask_cmple_epu8_mask(valid, values, _mm512_set1_epi8(9));
  uint64_t zeros = _mm512_mask_testn_epi8_mask(valid, values, values);
  uint64_t points = _mm512_mask_cmpeq_epi8_mask(valid, bytes, _mm512_set1_epi8('.'));
  uint64_t first = valid & ~(valid << 1 & ~starts);
  uint64_t signs = _mm512_mask_cmpeq_epi8_mask(first, bytes, _mm512_set1_epi8('-'));
  uint64_t first_digits = (first ^ signs) | signs << 1;
  uint64_t borrowed = (points | ends) - starts;
  // Bytes of no number, a second point, a point that comes first or last, a leading zero, -0 (not an integer).
  uint64_t errors = (valid ^ digits ^ points ^ signs) | (points & borrowed & ~ends) |
                    ((first_digits | ends) & ~digits) |
                    (first_digits & zeros & ((digits >> 1 & ~ends) | (signs << 1 & ends)));
  return (four_numbers){values, digits, points, signs, errors, borrowed};
}

// Writes the records of four elements. What precedes a point moves one byte towards the end.
RUSH_INLINE __attribute__((RUSH_VBMI2))
void write_four(four_numbers numbers, __m256i offsets, uint64_t head, void *records) {
  uint64_t digits = numbers.digits, points = numbers.points, signs = numbers.signs;
  uint64_t with_point = numbers.borrowed & lane_ends;
  // The bits up to that of the point.
  uint64_t front = (points ^ numbers.borrowed) & (with_point - (with_point >> 15));

  // Pairs, fours and eights, as in rush_sixteen_values. Every result is there twice.
  __m512i aligned = _mm512_maskz_mov_epi8(digits, numbers.values);
  aligned = _mm512_mask_mov_epi8(aligned, front, _mm512_bslli_epi128(aligned, 1));
  __m512i fours = _mm512_madd_epi16(_mm512_maddubs_epi16(aligned, _mm512_set1_epi16(1 << 8 | 10)),
                                    _mm512_set1_epi32(1 << 16 | 100));
  __m512i eights = _mm512_madd_epi16(_mm512_packus_epi32(fours, fours),
                                     _mm512_set1_epi32(1 << 16 | 10000));
  __m512i w = _mm512_add_epi64(_mm512_mul_epu32(eights, _mm512_set1_epi64(100000000)),
                               _mm512_srli_epi64(eights, 32));

  // The lanes of masks, each twice.
  __m128i point_lanes = _mm_cvtsi64_si128((long long)points);
  __m128i sign_lanes = _mm_cvtsi64_si128((long long)signs);
  __m512i point = _mm512_cvtepu16_epi64(_mm_unpacklo_epi16(point_lanes, point_lanes));
  __m512i sign = _mm512_cvtepu16_epi64(_mm_unpacklo_epi16(sign_lanes, sign_lanes));
  __mmask8 are_doubles = _mm512_test_epi64_mask(point, point);
  __mmask8 are_negative = _mm512_test_epi64_mask(sign, sign);
  // As in short_value. The digits after the point are 15 less the bits below it.
  __m512i before = _mm512_popcnt_epi64(_mm512_add_epi64(point, _mm512_set1_epi64(-1)));
  __m512d power = _mm512_permutex2var_pd(_mm512_loadu_pd(rush_exact_double_powers),
                                         _mm512_xor_si512(before, _mm512_set1_epi64(15)),
                                         _mm512_loadu_pd(rush_exact_double_powers + 8));
  __m512i payloads = _mm512_mask_sub_epi64(w, are_negative, _mm512_setzero_si512(), w);
  __m512i quotients = _mm512_castpd_si512(_mm512_div_pd(_mm512_cvtepi64_pd(w), power));
  quotients = _mm512_mask_or_epi64(quotients, are_negative, quotients,
                                   _mm512_set1_epi64((long long)((uint64_t)1 << 63)));
  payloads = _mm512_mask_mov_epi64(payloads, are_doubles, quotients);

  __m512i heads = _mm512_permutexvar_epi64(_mm512_set_epi64(3, 3, 2, 2, 1, 1, 0, 0),
                                           _mm512_castsi256_si512(offsets));
  heads = _mm512_srli_epi64(_mm512_slli_epi64(heads, 32), 24);
  heads = _mm512_add_epi64(heads, _mm512_set1_epi64((long long)(head + RUSH_VALUE_INTEGER)));
  heads = _mm512_mask_add_epi64(heads, are_doubles, heads,
                                _mm512_set1_epi64(RUSH_VALUE_DOUBLE - RUSH_VALUE_INTEGER));
  _mm512_storeu_si512(records, _mm512_mask_mov_epi64(payloads, 0x55, heads));
}

// Reads elements, and writes their records if `writes`, which is a constant.
RUSH_INLINE __attribute__((RUSH_VBMI2))
size_t read_run(const uint8_t *text, const uint32_t *tokens, const uint32_t *end, int writes,
                uint64_t head, uint64_t *record) {
  const uint32_t *first = tokens;
  // Where one element has an exponent, the next ones do, too.
  int is_slow = 0;
  while (end - tokens >= 8) {
    __m256i offsets = _mm256_loadu_si256((const __m256i *)tokens);
    __m256i counts = _mm256_sub_epi32(_mm256_srli_epi64(offsets, 32), offsets);
    __mmask8 are_short = 0x55 & _mm256_cmple_epu32_mask(counts, _mm256_set1_epi32(16));
    size_t count = 0;
    if (are_short == 0x55 && !is_slow) {
      four_numbers numbers = read_four(text, tokens, counts);
      if (writes) write_four(numbers, offsets, head, record);
      uint8_t others = (text[tokens[1]] ^ ',') | (text[tokens[3]] ^ ',') |
                       (text[tokens[5]] ^ ',') | (text[tokens[7]] ^ ',');
      count = 4;
      if (__builtin_expect((numbers.errors | others) != 0, 0)) {
        count = _tzcnt_u64(numbers.errors) >> 4;
        for (size_t i = 0; i < count; i++) {
          if (text[tokens[2 * i + 1]] != ',') count = i;
        }
      }
    }
    if (__builtin_expect(count == 0, 0)) {
      if (text[tokens[1]] != ',') break;
      const uint8_t *start = text + tokens[0];
      size_t length = tokens[1] - tokens[0];
      if (writes) {
        rush_number_value value = not_read;
        if (is_slow || are_short == 0x55) value = rush_avx2_slow_value(start, length);
        is_slow = value.kind != RUSH_VALUE_NONE;
        if (!is_slow) value = rush_vbmi2_value(start, length);
        if (value.kind == RUSH_VALUE_NONE) break;
        record[0] = head + ((uint64_t)tokens[0] << 8) + value.kind;
        record[1] = value.bits;
      } else if (!rush_vbmi2_is_number(start, length)) {
        break;
      }
      count = 1;
    }
    tokens += 2 * count;
    if (writes) record += 2 * count;
  }
  return (size_t)(tokens - first) / 2;
}

__attribute__((RUSH_VBMI2))
size_t rush_vbmi2_run(const void *window, const uint32_t *tokens, const uint32_t *end,
                       uint64_t head, void *records) {
  return read_run((const uint8_t *)window, tokens, end, 1, head, (uint64_t *)records);
}

__attribute__((RUSH_VBMI2))
size_t rush_vbmi2_run_length(const void *window, const uint32_t *tokens, const uint32_t *end) {
  return read_run((const uint8_t *)window, tokens, end, 0, 0, NULL);
}
