// Block kernels: 64 bytes of JSON text → the offsets at which the grammar must look.
//
// For each block of 64 bytes, a kernel writes the offsets of
//
//   - every quote that is not escaped, opening or closing,
//   - every `{ } [ ] : ,` outside strings,
//   - the first byte of every other run of bytes outside strings: numbers, literals, errors,
//   - every backslash in a string that begins an escape, and every control character in a string.
//
//   text    {"a": "x\n", "b": [1, true]}
//   offsets ^^ ^^ ^ ^ ^^ ^ ^^ ^^^ ^   ^^
//
// So the distance of two offsets gives the extent of a string, which the grammar never scans, and each
// error has its exact position. All kernels write the same offsets for the same bytes.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The state between two blocks. All zero at the start of a text.
typedef struct {
  uint64_t escaped;          // 1 if the first byte of the next block is escaped
  uint64_t in_string;        // all ones if the next block begins inside a string
  uint64_t after_scalar;     // 1 if the last byte is part of a run, as above
  uint64_t utf8_tail;        // the last four bytes, the last one in the most significant byte
  uint64_t utf8_incomplete;  // not 0 if the last block ends inside a UTF-8 sequence
} rush_block_carry;

/// The number of whole blocks read, and of offsets written.
typedef struct {
  size_t blocks;
  size_t offsets;
} rush_block_progress;

/// The kernels, fastest last. Not every build and processor has each.
typedef enum {
  rush_kernel_portable = 0,  // words of eight bytes
  rush_kernel_sse2 = 1,
  rush_kernel_neon = 2,
  rush_kernel_avx2 = 3,
  rush_kernel_avx512 = 4,
  rush_kernel_vbmi2 = 5,  // AVX-512 with VBMI2 and all else that came with it (GFNI, …)
} rush_kernel;

/// Whether this build has `kernel`, and this processor can run it.
int rush_kernel_is_available(rush_kernel kernel);

/// Whether `kernel` also validates UTF-8. If not, its caller does so first.
int rush_kernel_validates_utf8(rush_kernel kernel);

/// Indexes up to `blocks` blocks of 64 bytes at `bytes`.
///
/// `first_offset` is the offset of the first byte. `offsets` must have room for 64 × `blocks` + 64
/// entries: whole groups are stored, and the surplus is overwritten. A kernel that validates UTF-8 stops
/// before the first block with an ill-formed sequence, which may begin up to three bytes before that
/// block.
rush_block_progress rush_index_blocks(
    rush_kernel kernel, const void *bytes, size_t blocks, uint32_t first_offset,
    uint32_t *offsets, rush_block_carry *carry);

/// Counts of the line ends in a text.
typedef struct {
  size_t line_feeds;
  uint64_t has_returns;  // not 0 if there is a carriage return; then the count may be wrong
  uint64_t has_high;     // 0 if all bytes are known to be ASCII
} rush_line_feeds;

/// Indexes as `rush_index_blocks` does, 254 blocks at most, and counts their line feeds in the same pass.
rush_block_progress rush_index_lines(
    rush_kernel kernel, const void *bytes, size_t blocks, uint32_t first_offset,
    uint32_t *offsets, rush_block_carry *carry, rush_line_feeds *lines);
