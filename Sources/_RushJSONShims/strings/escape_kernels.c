// Escaping for each instruction set, and the choice among them. See rush_escape.h.

#include "rush_escape.h"

#include "../blocks/byte_blocks.h"

#if defined(__x86_64__)

// AVX2: 32 bytes at a time. The rest of the block is stored once more after each escape, as with AVX-512 below.
__attribute__((RUSH_AVX2))
static rush_progress rush_avx2_escape(
    const uint8_t *source, size_t count, uint8_t *target, uint8_t other) {
  const uint8_t *from = source, *end = source + count;
  uint8_t *to = target;
  while (end - from >= 32) {
    const uint8_t *block = from;
    __m256i v = _mm256_loadu_si256((const __m256i *)block);
    __m256i quotes = _mm256_or_si256(rush_avx2_is(v, '"'), rush_avx2_is(v, other));
    __m256i found = _mm256_or_si256(rush_avx2_in_range(v, 0, ' '), rush_avx2_is(v, '\\'));
    uint32_t escaped = (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(found, quotes));
    _mm256_storeu_si256((__m256i *)to, v);
    for (; escaped != 0; escaped &= escaped - 1) {
      const uint8_t *at = block + _tzcnt_u32(escaped);
      uint8_t letter = rush_escape_letter(*at);
      to += at - from, from = at;
      if (letter == 0) return (rush_progress){(size_t)(from - source), (size_t)(to - target)};
      to[0] = '\\', to[1] = letter;
      from += 1, to += 2;
      if (end - from < 32) break;
      _mm256_storeu_si256((__m256i *)to, _mm256_loadu_si256((const __m256i *)from));
    }
    if (escaped == 0) to += block + 32 - from, from = block + 32;
  }
  rush_progress rest = rush_copy_escaping(from, (size_t)(end - from), to, other);
  return (rush_progress){(size_t)(from - source) + rest.read, (size_t)(to - target) + rest.written};
}

// AVX-512 with VBMI2: 64 bytes at a time. After each of a few escapes, the rest of the block is stored once more,
// one byte further on:
//
//   source   a " b c \n d
//   stored   a " b c \n d
//   again    a \ " b c \n d
//   again    a \ " b c \ n d
//
// So the next block does not wait until the escapes of this one are known.

/// Writes the `valid` ones of 32 bytes, with backslashes before the `escaped` ones. Returns the end.
/// Each byte follows a backslash, and one compression drops the backslashes that no byte needs:
///
///   pairs    \ a \ " \ b
///   kept       a \ "   b
RUSH_VBMI2_INLINE uint8_t *rush_escape_many(
    __m256i v, uint32_t valid, uint32_t escaped, uint8_t *to) {
  const uint64_t backslashes = 0x5555555555555555;
  __m512i pairs = _mm512_or_si512(
      _mm512_slli_epi16(_mm512_cvtepu8_epi16(v), 8), _mm512_set1_epi16('\\'));
  uint64_t kept = _pdep_u64(escaped, backslashes) | _pdep_u64(valid, ~backslashes);
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(kept, pairs));
  return to + __builtin_popcountll(kept);
}

__attribute__((RUSH_VBMI2))
static rush_progress rush_escape_in_blocks(
    const uint8_t *source, size_t count, uint8_t *target, uint8_t other) {
  // The letters of the control characters that have one, by their low four bits.
  const __m512i letters = _mm512_broadcast_i32x4(
      _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 'b', 't', 'n', 0, 'f', 'r', 0, 0));
  const uint8_t *from = source, *end = source + count;
  uint8_t *to = target;
  while (from < end) {
    size_t size = end - from < 64 ? (size_t)(end - from) : 64;
    uint64_t valid = _bzhi_u64(~UINT64_C(0), (unsigned)size);
    __m512i v = _mm512_maskz_loadu_epi8(valid, from);
    uint64_t controls = _mm512_mask_cmplt_epu8_mask(valid, v, _mm512_set1_epi8(' '));
    uint64_t quotes = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('"'));
    uint64_t slashes = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\\'));
    uint64_t others = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8((char)other));
    uint64_t escaped = controls | quotes | slashes | others;
    _mm512_storeu_si512(to, v);
    if (escaped) {
      __m512i letter = _mm512_maskz_shuffle_epi8(
          _mm512_cmplt_epu8_mask(v, _mm512_set1_epi8(16)), letters, v);
      uint64_t stops = _mm512_mask_testn_epi8_mask(controls, letter, letter);
      if (__builtin_expect(stops != 0, 0)) {
        size = (size_t)_tzcnt_u64(stops);
        end = from + size;
        valid = _bzhi_u64(valid, (unsigned)size);
        escaped &= valid;
      }
      if (__builtin_popcountll(escaped) > 4) {
        v = _mm512_mask_mov_epi8(v, controls, letter);
        to = rush_escape_many(
            _mm512_castsi512_si256(v), (uint32_t)valid, (uint32_t)escaped, to);
        to = rush_escape_many(
            _mm512_extracti64x4_epi64(v, 1), (uint32_t)(valid >> 32), (uint32_t)(escaped >> 32), to);
        from += size;
        continue;
      }
      for (; escaped; escaped &= escaped - 1, to += 1) {
        size_t at = (size_t)_tzcnt_u64(escaped);
        to[at] = '\\';
        to[at + 1] = rush_escape_letter(from[at]);
        _mm512_storeu_si512(to + at + 2, _mm512_maskz_loadu_epi8(valid >> at >> 1, from + at + 1));
      }
    }
    from += size, to += size;
  }
  rush_progress progress = {(size_t)(from - source), (size_t)(to - target)};
  return progress;
}

#endif

rush_progress rush_escape(
    rush_kernel kernel, const uint8_t *source, size_t count, uint8_t *target, uint8_t other) {
#if defined(__x86_64__)
  if (kernel == rush_kernel_vbmi2) return rush_escape_in_blocks(source, count, target, other);
  if (kernel >= rush_kernel_avx2) return rush_avx2_escape(source, count, target, other);
#endif
  (void)kernel;
  return rush_copy_escaping(source, count, target, other);
}
