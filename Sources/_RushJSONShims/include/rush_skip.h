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
  size_t depth;        // how many containers are open
  size_t floor;        // the value ends when so many are left
  size_t limit;        // there may be no more than so many
  // What the token before the first byte was, if it is one of these: each 0 or 1.
  uint64_t after_value_sign;  // `:` or `[`
  uint64_t after_object;      // `{`
  uint64_t after_comma;       // `,`
  uint64_t after_name;        // a string that was behind `{` or `,`
  uint64_t in_string;         // all ones: the text ends inside a string. Set by the kernel
} rush_skip_state;

/// What a kernel did.
typedef struct {
  size_t blocks;  // whole blocks that were passed
  size_t end;     // how far behind them the value ends, or 0 if it goes on
} rush_skip_progress;

/// Passes over up to `blocks` blocks of 64 bytes at `bytes`, which begin between two tokens; 16 more
/// bytes may be read behind them. Stops before a block that it cannot judge.
///
/// `open` has a bit for each open container, 1 for an object, the outermost first, and room for 64 more
/// for each block.
rush_skip_progress rush_skip_blocks(
    rush_kernel kernel, const void *bytes, size_t blocks, uint64_t *open, rush_skip_state *state);

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

/// Ends of lines, and characters since the last.
typedef struct {
  size_t feeds, returns;
  size_t continuations, fours;  // bytes 0x80...0xbf, and 0xf0 and above
} rush_byte_counts;

/// Counts in `count` bytes.
rush_byte_counts rush_count_bytes(rush_kernel kernel, const void *bytes, size_t count);
