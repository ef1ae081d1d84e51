// Numbers read by masked vector instructions. See rush_number.h.

#include "rush_number.h"

#if defined(__x86_64__)

#include "utf8_blocks.h"

int rush_kernel_masks_numbers(rush_kernel kernel) { return kernel == rush_kernel_vbmi2; }

// Reads a number without an exponent.
RUSH_INLINE __attribute__((RUSH_VBMI2))
rush_number rush_masked_decimal(const uint8_t *start, size_t length) {
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

  // Pairs, fours and eights, as in rush_last_digits.
  __m256i pairs = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(1 << 8 | 10));
  __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(1 << 16 | 100));
  __m256i eights = _mm256_madd_epi16(
      _mm256_packus_epi32(fours, fours), _mm256_set1_epi32(1 << 16 | 10000));
  uint64_t high = (uint64_t)_mm_extract_epi32(_mm256_castsi256_si128(eights), 1) & 0xffffffff;
  uint64_t low = (uint64_t)_mm_cvtsi128_si64(_mm256_extracti128_si256(eights, 1));
  return (rush_number){
      .digits = high * 10000000000000000 + (low & 0xffffffff) * 100000000 + (low >> 32),
      .form = (uint16_t)(RUSH_NUMBER_IS_READ | is_negative * RUSH_NUMBER_IS_NEGATIVE |
                         (point ? RUSH_NUMBER_HAS_POINT : 0)),
      .fraction_digits = point ? (uint16_t)__builtin_clz(point) : 0,
  };
}

// Reads a number with an exponent, from its end.
__attribute__((RUSH_VBMI2, noinline))
static rush_number rush_masked_exponent(const uint8_t *start, size_t length) {
  const rush_number nothing = {0, 0, 0, 0};
  int32_t exponent = 0, unit = 1;
  size_t at = length;
  for (; at > 0 && unit < 100000 && (uint8_t)(start[at - 1] - '0') < 10; at--, unit *= 10) {
    exponent += unit * (start[at - 1] - '0');
  }
  if (at < 2 || unit == 1 || unit == 100000) return nothing;
  if (start[at - 1] == '-') exponent = -exponent;
  if (start[at - 1] == '-' || start[at - 1] == '+') at--;
  if (at < 2 || (start[at - 1] | 0x20) != 'e') return nothing;
  rush_number number = rush_masked_decimal(start, at - 1);
  if (number.form == 0) return nothing;
  number.form |= RUSH_NUMBER_HAS_EXPONENT;
  number.exponent = exponent;
  return number;
}

__attribute__((RUSH_VBMI2))
rush_number rush_masked_number(const void *text, size_t length) {
  rush_number number = rush_masked_decimal(text, length);
  return __builtin_expect(number.form != 0, 1) ? number : rush_masked_exponent(text, length);
}

#else

int rush_kernel_masks_numbers(rush_kernel kernel) {
  (void)kernel;
  return 0;
}

rush_number rush_masked_number(const void *text, size_t length) {
  (void)text, (void)length;
  return (rush_number){0, 0, 0, 0};
}

#endif
