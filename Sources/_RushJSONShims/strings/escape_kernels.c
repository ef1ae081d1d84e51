// Escaping for each instruction set, and the choice among them. See rush_escape.h.

#include "rush_escape.h"

#include "../blocks/byte_blocks.h"

#if defined(__x86_64__)

// AVX-512 with VBMI2: 32 bytes at a time. Each byte follows a backslash, and one compression drops the
// backslashes that no byte needs.
//
//   source   a   "   b
//   pairs    \ a \ " \ b
//   kept       a \ "   b
//
// So no branch depends on where the escapes are.
__attribute__((RUSH_VBMI2))
static rush_progress rush_escape_in_blocks(
    const uint8_t *source, size_t count, uint8_t *target, uint8_t other) {
  const uint64_t backslashes = 0x5555555555555555;
  // The letters of the control characters that have one, by their low four bits.
  const __m256i letters = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 'b', 't', 'n', 0, 'f', 'r', 0, 0));
  const uint8_t *from = source, *end = source + count;
  uint8_t *to = target;
  while (from < end) {
    size_t left = (size_t)(end - from);
    uint32_t valid = _bzhi_u32(~0U, left < 32 ? (unsigned)left : 32);
    __m256i v = _mm256_maskz_loadu_epi8(valid, from);
    uint32_t controls = _mm256_mask_cmplt_epu8_mask(valid, v, _mm256_set1_epi8(' '));
    uint32_t quotes = _mm256_cmpeq_epi8_mask(v, _mm256_set1_epi8('"'));
    uint32_t slashes = _mm256_cmpeq_epi8_mask(v, _mm256_set1_epi8('\\'));
    uint32_t others = _mm256_cmpeq_epi8_mask(v, _mm256_set1_epi8((char)other));
    uint32_t escaped = controls | ((quotes | slashes | others) & valid);
    if (__builtin_expect(controls != 0, 0)) {
      __m256i letter = _mm256_maskz_shuffle_epi8(
          _mm256_cmplt_epu8_mask(v, _mm256_set1_epi8(16)), letters, v);
      uint32_t stops = controls & _mm256_testn_epi8_mask(letter, letter);
      v = _mm256_mask_mov_epi8(v, controls, letter);
      if (stops) {
        left = (size_t)__builtin_ctz(stops);
        valid = _bzhi_u32(valid, (unsigned)left);
        escaped &= valid;
        end = from + left;
      }
    }
    __m512i pairs = _mm512_or_si512(
        _mm512_slli_epi16(_mm512_cvtepu8_epi16(v), 8), _mm512_set1_epi16('\\'));
    uint64_t kept = _pdep_u64(escaped, backslashes) | _pdep_u64(valid, ~backslashes);
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(kept, pairs));
    to += __builtin_popcountll(kept);
    from += left < 32 ? left : 32;
  }
  rush_progress progress = {(size_t)(from - source), (size_t)(to - target)};
  return progress;
}

#endif

rush_progress rush_escape(
    rush_kernel kernel, const uint8_t *source, size_t count, uint8_t *target, uint8_t other) {
#if defined(__x86_64__)
  if (kernel == rush_kernel_vbmi2) return rush_escape_in_blocks(source, count, target, other);
#endif
  (void)kernel;
  return rush_copy_escaping(source, count, target, other);
}
