// Skip kernels: check and skip a value 64 bytes at a time, without reading its tokens one by one.
//
// Each class of bytes in a block becomes a mask. The order of all tokens of the block is then checked
// in one step. For example, the bits after all commas, moved by an addition over the whitespace that
// follows, mark the tokens after commas. Each of these must begin a value.
//
//   text              {"a": [1, true], "b": "x"}
//   commas            ________,______,__________
//   tokens after      __________t______"_________
//
// Only brackets are read one by one, because objects and arrays allow different tokens. With VBMI2,
// blocks have 512 bytes (skip_wide.h).
//
// A kernel accepts nothing that RFC 8259 refuses, but not everything that it allows. Before a block with
// something rare (an exponent, half of a surrogate pair) it stops, and the tokenizer continues. So a
// kernel reports no errors: the tokenizer finds them.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "rush_blocks.h"

/// The grammar state before and after a skip.
typedef struct {
  size_t depth;    // the number of open containers
  size_t floor;    // the number at which the kernel ends
  size_t limit;    // the most that may be open
  uint64_t kinds;  // a bit for each container above the floor, 1 for an object, the innermost in bit 0
  // 1 if the token before the first byte is one of these, else 0.
  uint64_t after_separator;  // `:` or `,`
  uint64_t after_opening;    // `{` or `[`
  // 1 if a colon must follow, perhaps after a name, else 0.
  uint64_t before_colon;
  // All ones if the skipped bytes end inside a string, set by the kernel. 0 at first.
  uint64_t in_string;
  // Set by the kernel, 0 at first: `line_feeds` is the count in the first `counted` skipped bytes, which have no
  // carriage return. `counted_high` is 1 if not all of them are ASCII.
  size_t counted, line_feeds;
  uint64_t counted_high;
} rush_skip_state;

/// The progress of a kernel.
typedef struct {
  size_t bytes;  // the number of bytes skipped
  size_t end;    // the number of bytes after these up to the floor, or 0 if it was not reached
} rush_skip_progress;

/// Skips up to `count` bytes, which begin between two tokens. May read 16 bytes after them. Stops before
/// a block of 64 bytes that it cannot judge. Where blocks begin depends on the kernel.
///
/// `limit` is at most 64 above `floor`, and `floor` below `depth`.
rush_skip_progress rush_skip_blocks(
    rush_kernel kernel, const void *bytes, size_t count, rush_skip_state *state);

/// The state of a skip without checks. All zero at first, except `depth`.
typedef struct {
  uint64_t escaped;
  uint64_t in_string;
  size_t depth;  // the number of open containers, from the value on
} rush_scan_state;

/// Finds the bracket that makes `depth` zero, and checks nothing else. Returns the offset after it, or 0
/// if it is not in the `count` bytes.
size_t rush_scan_value(
    rush_kernel kernel, const void *bytes, size_t count, rush_scan_state *state);
