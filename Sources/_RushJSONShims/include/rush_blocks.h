// Block kernels: 64 bytes of JSON text → the offsets at which the grammar has something to look at.
//
// A kernel writes, for each 64-byte block, the offsets of
//
//   - every quote that is not escaped, opening or closing,
//   - every `{ } [ ] : ,` outside a string,
//   - the first byte of every other run of non-space bytes outside a string (numbers, literals, junk),
//   - inside a string: every backslash that starts an escape, and every control character.
//
//   text    {"a": "x\n", "b": [1, true]}
//   offsets ^^ ^^ ^ ^ ^^ ^ ^^ ^^^ ^   ^^
//
// So the grammar reads the extent of a string as the distance between two offsets and never scans
// a string, and every refusal keeps its exact position. All kernels, and the portable one written in
// Swift, write the same offsets for the same bytes.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// What one block must know about the bytes before it. All zero at the start of a text.
typedef struct {
  uint64_t escaped;          // 1: the first byte of the next block is escaped
  uint64_t in_string;        // all ones: the next block starts inside a string
  uint64_t after_scalar;     // 1: the last byte belonged to a run of scalar bytes
  uint64_t utf8_tail;        // the last four bytes, the last one in the most significant byte
  uint64_t utf8_incomplete;  // not 0: the last block ended inside a UTF-8 sequence
} rush_block_carry;

/// What a kernel did: whole blocks consumed and offsets written.
typedef struct {
  size_t blocks;
  size_t offsets;
} rush_block_progress;

/// The kernels of this build, fastest last. Not every processor runs each.
typedef enum {
  rush_kernel_portable = 0,  // no C kernel: the Swift one
  rush_kernel_sse2 = 1,
  rush_kernel_neon = 2,
  rush_kernel_avx2 = 3,
  rush_kernel_avx512 = 4,
} rush_kernel;

/// Whether this build has `kernel` and this processor can run it.
int rush_kernel_is_available(rush_kernel kernel);

/// Whether `kernel` validates UTF-8 on its way. If not, the caller does before it calls.
int rush_kernel_validates_utf8(rush_kernel kernel);

/// Indexes up to `blocks` blocks of 64 bytes at `bytes`.
///
/// `first_offset` is the offset written for the first byte. `offsets` must have room for
/// 64 × `blocks` + 64 entries: whole groups are stored and the surplus overwritten.
/// A kernel that validates UTF-8 stops before the first block in which it sees an ill-formed
/// sequence; the sequence may begin up to three bytes before that block.
rush_block_progress rush_index_blocks(
    rush_kernel kernel, const void *bytes, size_t blocks, uint32_t first_offset,
    uint32_t *offsets, rush_block_carry *carry);
