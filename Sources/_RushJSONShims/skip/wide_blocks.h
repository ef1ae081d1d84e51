// 512 bytes in registers, as eight planes: plane `i` has bit `i` of every byte. A class of bytes then
// takes a few operations on planes, for 512 bytes at a time, and so does every step that a kernel of
// 64 bytes does with masks. A private header of this target.
//
//   bytes     {  "  a  "  :  1  }
//   plane 0   1  0  1  0  0  1  1
//   plane 1   1  1  0  1  1  0  0
//   plane 2   0  0  0  0  0  0  1   …
//   colons    0  0  0  0  1  0  0     ~7 & ~6 & 5 & 4 & 3 & ~2 & 1 & ~0, because `:` is 0x3a
//
// Lane 0 has the bits of the first 64 bytes. Shifts and additions go through all lanes: "up" is
// towards later bytes.
//
// The idea of planes is that of Cameron, Herdy and Lin 2008, "High performance XML parsing using
// parallel bit stream technology". Instructions for matrices of bits (GFNI) make planes cheap.
#pragma once

#if defined(__x86_64__)

#include <stdint.h>

#include "../blocks/byte_blocks.h"

#define RUSH_WIDE_INLINE RUSH_INLINE __attribute__((RUSH_VBMI2))

typedef __m512i rush_wide;

typedef struct { rush_wide bit[8]; } rush_planes;

// Eight lines of eight lanes become eight columns.
RUSH_WIDE_INLINE void rush_wide_transpose(rush_wide *r) {
  rush_wide even[4], odd[4];
  for (int i = 0; i < 4; i++) {
    even[i] = _mm512_unpacklo_epi64(r[2 * i], r[2 * i + 1]);
    odd[i] = _mm512_unpackhi_epi64(r[2 * i], r[2 * i + 1]);
  }
  for (int i = 0; i < 2; i++) {
    const rush_wide *t = i == 0 ? even : odd;
    rush_wide a = _mm512_shuffle_i64x2(t[0], t[1], 0x88);
    rush_wide b = _mm512_shuffle_i64x2(t[0], t[1], 0xdd);
    rush_wide c = _mm512_shuffle_i64x2(t[2], t[3], 0x88);
    rush_wide d = _mm512_shuffle_i64x2(t[2], t[3], 0xdd);
    r[i] = _mm512_shuffle_i64x2(a, c, 0x88);
    r[i + 4] = _mm512_shuffle_i64x2(a, c, 0xdd);
    r[i + 2] = _mm512_shuffle_i64x2(b, d, 0x88);
    r[i + 6] = _mm512_shuffle_i64x2(b, d, 0xdd);
  }
}

/// `last` is the last block, which may differ from that in memory.
RUSH_WIDE_INLINE rush_planes rush_wide_planes(const uint8_t *at, rush_wide last) {
  // Byte 8 i + j moves to 8 j + i.
  const rush_wide turned = _mm512_set_epi64(
      0x3f372f271f170f07, 0x3e362e261e160e06, 0x3d352d251d150d05, 0x3c342c241c140c04,
      0x3b332b231b130b03, 0x3a322a221a120a02, 0x3931292119110901, 0x3830282018100800);
  const rush_wide diagonal = _mm512_set1_epi64((long long)0x8040201008040201);
  rush_planes planes;
  for (int i = 0; i < 8; i++) {
    rush_wide v = i < 7 ? _mm512_loadu_si512(at + 64 * i) : last;
    // The processor's own prefetch is too late for two windows on.
    __builtin_prefetch((const void *)((uintptr_t)at + 1024 + 64 * (uintptr_t)i));
    // The first product turns each matrix of 8 by 8 bits, but upside down.
    v = _mm512_gf2p8affine_epi64_epi8(diagonal, v, 0);
    v = _mm512_gf2p8affine_epi64_epi8(v, diagonal, 0);
    planes.bit[i] = _mm512_permutexvar_epi8(turned, v);
  }
  rush_wide_transpose(planes.bit);
  return planes;
}

RUSH_WIDE_INLINE int rush_wide_any(rush_wide v) { return _mm512_test_epi64_mask(v, v) != 0; }

RUSH_WIDE_INLINE rush_wide rush_wide_ones(void) { return _mm512_set1_epi64(-1); }

/// The bits moved up by `n` places, 63 at most.
#define RUSH_WIDE_UP(v, n) \
  _mm512_shldi_epi64((v), _mm512_alignr_epi64((v), _mm512_setzero_si512(), 7), (n))

/// The bits moved down by `n` places, 63 at most.
#define RUSH_WIDE_DOWN(v, n) \
  _mm512_shrdi_epi64((v), _mm512_alignr_epi64(_mm512_setzero_si512(), (v), 1), (n))

/// A bit for each lane, in a general register: arithmetic is slow in registers for masks, where the
/// compiler would leave them.
RUSH_WIDE_INLINE unsigned rush_wide_lanes(__mmask8 mask) {
  unsigned bits = mask;
  __asm__("" : "+r"(bits));
  return bits;
}

// In C, each of these two becomes a copy of the mask to a vector, and an operation without a mask.

/// `a` less `b` in the lanes of `mask`.
RUSH_WIDE_INLINE rush_wide rush_wide_masked_subtract(rush_wide a, unsigned mask, rush_wide b) {
  __asm__("vpsubq %2, %0, %0 %{%1%}" : "+v"(a) : "Yk"((__mmask8)mask), "v"(b));
  return a;
}

/// `a` ^ `b` in the lanes of `mask`.
RUSH_WIDE_INLINE rush_wide rush_wide_masked_xor(rush_wide a, unsigned mask, rush_wide b) {
  __asm__("vpxorq %2, %0, %0 %{%1%}" : "+v"(a) : "Yk"((__mmask8)mask), "v"(b));
  return a;
}

/// a + b + carry, and the next carry.
RUSH_WIDE_INLINE rush_wide rush_wide_add(rush_wide a, rush_wide b, unsigned *carry) {
  rush_wide sum = _mm512_add_epi64(a, b), ones = rush_wide_ones();
  unsigned over = rush_wide_lanes(_mm512_cmplt_epu64_mask(sum, a));
  unsigned full = rush_wide_lanes(_mm512_cmpeq_epi64_mask(sum, ones));
  // A carry runs through full lanes as through the bits of an integer.
  unsigned carries = (over << 1 | *carry) + full;
  carries ^= full;
  *carry = carries >> 8;
  __asm__("" : "+r"(carries), "+r"(*carry));
  return rush_wide_masked_subtract(sum, carries, ones);
}

/// a - b
RUSH_WIDE_INLINE rush_wide rush_wide_subtract(rush_wide a, rush_wide b) {
  rush_wide rest = _mm512_sub_epi64(a, b);
  unsigned under = rush_wide_lanes(_mm512_cmplt_epu64_mask(a, b));
  unsigned empty = rush_wide_lanes(_mm512_cmpeq_epi64_mask(rest, _mm512_setzero_si512()));
  unsigned borrows = ((under << 1) + empty) ^ empty;
  return _mm512_mask_add_epi64(rest, (__mmask8)borrows, rest, rush_wide_ones());
}

/// The bits after those of `bits`, with only bits of `passed` between. `passed` and `bits` share no bit.
/// `carry` is 1 if the last of them is further up.
RUSH_WIDE_INLINE rush_wide rush_wide_followers(rush_wide bits, rush_wide passed, unsigned *carry) {
  // A bit carries into the next one, and a bit of `bits` that is reached remains.
  return rush_wide_add(passed | bits, bits, carry) & ~passed;
}

/// Bit `i` becomes the XOR of bits 0 through `i`, and of `carry`, which is 0 or 1.
RUSH_WIDE_INLINE rush_wide rush_wide_prefix_xor(rush_wide bits, unsigned *carry) {
  rush_wide ones = rush_wide_ones();
  rush_wide even = _mm512_clmulepi64_epi128(bits, ones, 0x00);
  rush_wide odd = _mm512_clmulepi64_epi128(bits, ones, 0x01);
  rush_wide each = _mm512_unpacklo_epi64(even, odd);
  unsigned tops = rush_wide_lanes(_mm512_movepi64_mask(each));
  tops ^= tops << 1;
  tops ^= tops << 2;
  tops ^= tops << 4;
  tops = (tops << 1) ^ (0 - *carry);
  *carry = tops >> 8 & 1;
  __asm__("" : "+r"(tops), "+r"(*carry));
  return rush_wide_masked_xor(each, tops, ones);
}

/// As `rush_find_escapes`, of a text that does not begin with an escaped byte.
RUSH_WIDE_INLINE rush_wide rush_wide_escape_ends(rush_wide backslashes) {
  rush_wide odd = _mm512_set1_epi64((long long)0xAAAAAAAAAAAAAAAA);
  return rush_wide_subtract(RUSH_WIDE_UP(backslashes, 1) | odd, backslashes) ^ odd;
}

/// Lane 7.
RUSH_WIDE_INLINE uint64_t rush_wide_last_lane(rush_wide v) {
  return (uint64_t)_mm_extract_epi64(_mm512_extracti32x4_epi32(v, 3), 1);
}

/// The same with `value` in lane 7.
RUSH_WIDE_INLINE rush_wide rush_wide_with_last_lane(rush_wide v, uint64_t value) {
  return _mm512_mask_set1_epi64(v, 0x80, (long long)value);
}

/// `*used` becomes `better`, by a branch, because what depends on it then need not wait.
RUSH_WIDE_INLINE void rush_wide_correct(size_t *used, size_t better) {
  if (__builtin_expect(*used != better, 0)) {
    *used = better;
    __asm__("" : "+r"(*used));
  }
}

/// Ill-formed UTF-8 by RFC 3629 §4. A sequence that the end cuts is well-formed so far, and `is_cut` is 1
/// if there may be one.
RUSH_WIDE_INLINE rush_wide rush_wide_utf8_errors(const rush_planes *planes, int is_cut) {
  const rush_wide *b = planes->bit;
  rush_wide high = b[7], continuations = high & ~b[6], leads = high & b[6];
  rush_wide two = leads & ~b[5], three = leads & b[5] & ~b[4], four = leads & b[5] & b[4];
  rush_wide none = ~(b[3] | b[2] | b[1]);
  // C0 and C1 are never used, nor is what is above F4.
  rush_wide wrong = two & ~b[4] & none;
  wrong |= four & (b[3] | (b[2] & (b[1] | b[0])));
  rush_wide more = three | four;
  rush_wide expected = RUSH_WIDE_UP(leads, 1) | RUSH_WIDE_UP(more, 2) | RUSH_WIDE_UP(four, 3);
  wrong |= expected ^ continuations;
  // What the second byte of a sequence must not be: too small a code point, a surrogate, too large a
  // one.
  rush_wide e0 = three & none & ~b[0], ed = three & b[3] & b[2] & ~b[1] & b[0];
  rush_wide f0 = four & none & ~b[0], f4 = four & b[2];
  rush_wide next5 = RUSH_WIDE_DOWN(b[5], 1), next54 = RUSH_WIDE_DOWN(b[5] | b[4], 1);
  rush_wide seconds = (e0 & ~next5) | (ed & next5) | (f0 & ~next54) | (f4 & next54);
  if (is_cut) seconds &= rush_wide_with_last_lane(rush_wide_ones(), ~0ULL >> 1);
  return wrong | seconds;
}

#endif
