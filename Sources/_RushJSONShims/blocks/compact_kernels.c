// The compaction kernels for each instruction set, and the choice among them. See rush_compact.h.

#include "rush_compact.h"

#include <string.h>

#include "byte_blocks.h"
#include "places.h"

#if defined(__x86_64__) || defined(__aarch64__)

// Moves eight bytes together at a time. `move(target, at, places)` copies those at `places`.
#define RUSH_KEEP_EIGHTS(target, at, kept, move)                                     \
  do {                                                                               \
    uint8_t *to = target;                                                            \
    if (~(kept) == 0) {                                                              \
      memcpy(to, at, 64);                                                            \
      break;                                                                         \
    }                                                                                \
    for (unsigned i = 0; i < 64; i += 8) {                                           \
      unsigned mask = (unsigned)((kept) >> i & 0xff);                                \
      move(to, (at) + i, &rush_places[mask]);                                        \
      to += __builtin_popcount(mask);                                                \
    }                                                                                \
  } while (0)

#endif

#if defined(__x86_64__)

#define RUSH_MOVE_EIGHT(to, from, places)                                  \
  _mm_storel_epi64((__m128i *)(to),                                        \
                   _mm_shuffle_epi8(_mm_loadl_epi64((const __m128i *)(from)), \
                                    _mm_loadl_epi64((const __m128i *)(places))))

RUSH_AVX2_INLINE void rush_avx2_keep(
    uint8_t *target, const uint8_t *at, rush_avx2_block v, uint64_t kept) {
  (void)v;
  RUSH_KEEP_EIGHTS(target, at, kept, RUSH_MOVE_EIGHT);
}

RUSH_AVX512_INLINE void rush_avx512_keep(
    uint8_t *target, const uint8_t *at, rush_avx512_block v, uint64_t kept) {
  (void)v;
  RUSH_KEEP_EIGHTS(target, at, kept, RUSH_MOVE_EIGHT);
}

RUSH_VBMI2_INLINE void rush_vbmi2_keep(
    uint8_t *target, const uint8_t *at, rush_vbmi2_block v, uint64_t kept) {
  (void)at;
  _mm512_storeu_si512(target, _mm512_maskz_compress_epi8(kept, v));
}

#endif

// Copies run by run, sixteen bytes at a time. Most runs are shorter than that.
RUSH_INLINE void rush_keep_runs(uint8_t *target, const uint8_t *at, uint64_t kept) {
  for (unsigned first, end; kept != 0; kept = end < 64 ? kept >> end << end : 0) {
    first = (unsigned)__builtin_ctzll(kept);
    uint64_t rest = ~(kept >> first);
    unsigned length = rest == 0 ? 64 : (unsigned)__builtin_ctzll(rest);
    end = first + length;
    memcpy(target, at + first, 16);
    for (unsigned i = 16; i < length; i += 16) memcpy(target + i, at + first + i, 16);
    target += length;
  }
}

#if defined(RUSH_VECTOR_BITS)
RUSH_INLINE void rush_vectors_keep(
    uint8_t *target, const uint8_t *at, rush_vectors_block v, uint64_t kept) {
  (void)v;
#if defined(__aarch64__)
#define RUSH_MOVE_EIGHT(to, from, places) \
  vst1_u8(to, vtbl1_u8(vld1_u8(from), vld1_u8((const uint8_t *)(places))))
  RUSH_KEEP_EIGHTS(target, at, kept, RUSH_MOVE_EIGHT);
#else
  // SSE2 cannot shuffle bytes.
  rush_keep_runs(target, at, kept);
#endif
}
#else
RUSH_INLINE void rush_words_keep(
    uint8_t *target, const uint8_t *at, rush_words_block v, uint64_t kept) {
  (void)v;
  rush_keep_runs(target, at, kept);
}
#endif

#define RUSH_KERNEL_BODY "compact_kernel_body.h"
#include "every_kernel.h"

size_t rush_compact_limit(rush_kernel kernel) {
  switch (kernel) {
    case rush_kernel_portable:
    case rush_kernel_sse2: return 0;
    case rush_kernel_vbmi2: return 128;
    default: return 64;
  }
}

size_t rush_compact(
    rush_kernel kernel, const void *bytes, size_t count, uint8_t *target,
    rush_compact_state *state) {
  RUSH_RETURN_CALL(kernel, compact(bytes, count, target, state))
}
