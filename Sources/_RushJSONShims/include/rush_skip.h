// Skip kernels: pass over a value that nobody wants, 64 bytes at a time, without looking at tokens
// one by one.
//
// A block becomes one bit a byte for each class of byte. That a token may stand behind the one before
// it is then checked for all tokens of the block at once: a bit behind every comma, say, moved by an
// addition over the whitespace that follows it, marks the tokens behind commas, and each of those has
// to begin a value.
//
//   text              {"a": [1, true], "b": "x"}
//   commas            ________,______,__________
//   tokens behind     __________t______"_________
//
// Only brackets are taken one by one, because what an object allows an array does not.
//
// A kernel accepts nothing that RFC 8259 refuses, but does not accept all that it allows: at what is
// rare (an exponent, half of a surrogate pair) it stops before the block, and the tokenizer reads on.
// So it has no errors: whoever reads on finds them.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "rush_blocks.h"

/// Where in the grammar a skip begins or has come.
typedef struct {
  size_t depth;    // how many containers are open
  size_t floor;    // where the kernel ends: when so many are left
  size_t limit;    // there may be no more than so many
  uint64_t kinds;  // a bit for each of those above the floor, 1 for an object, the innermost in bit 0
  // What the token before the first byte was, if it is one of these: each 0 or 1.
  uint64_t after_separator;  // `:` or `,`
  uint64_t after_opening;    // `{` or `[`
  // In an object: whether a colon is next, perhaps behind a name. 0 or 1.
  uint64_t before_colon;
  uint64_t in_string;  // all ones: what was passed ends inside a string. Set by the kernel
} rush_skip_state;

/// What a kernel did.
typedef struct {
  size_t bytes;  // passed in whole
  size_t end;    // how far behind them the floor is reached, or 0 if it is not
} rush_skip_progress;

/// Passes over up to `count` bytes, which begin between two tokens; 16 more may be read behind them.
/// Stops before a block of 64 bytes that it cannot judge.
///
/// `limit` is at most 64 above `floor`, and `floor` below `depth`.
rush_skip_progress rush_skip_blocks(
    rush_kernel kernel, const void *bytes, size_t count, rush_skip_state *state);

/// What skipping without checking has to remember. All zero at first, but for `depth`.
typedef struct {
  uint64_t escaped;
  uint64_t in_string;
  size_t depth;  // open containers above the one that the value is in
} rush_scan_state;

/// Looks for the bracket that makes `depth` zero, and checks nothing else. Returns the offset behind
/// it, or 0 if there is none in `count` bytes.
size_t rush_scan_value(
    rush_kernel kernel, const void *bytes, size_t count, rush_scan_state *state);
