// Numbers read by masked vector instructions, in one step whatever their length and wherever their
// point is.
//
//   text      -65.613616999999977
//   loaded     65.613616999999977    the last 32 bytes; those before the number are not loaded
//   digits      65613616999999977    what precedes the point is loaded again, one byte further on
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "rush_blocks.h"

/// A number: `digits` × 10^(`exponent` − `fraction_digits`).
typedef struct {
  uint64_t digits;          // all digits before the exponent as an integer
  uint16_t form;            // RUSH_NUMBER_… bits; 0 if the number was not read
  uint16_t fraction_digits;
  int32_t exponent;         // as written
} rush_number;

enum {
  RUSH_NUMBER_IS_READ = 1,
  RUSH_NUMBER_IS_NEGATIVE = 2,
  RUSH_NUMBER_HAS_POINT = 4,
  RUSH_NUMBER_HAS_EXPONENT = 8,
};

/// Whether the processors of `kernel` can run `rush_masked_number`.
int rush_kernel_masks_numbers(rush_kernel kernel);

/// Reads a number of `length` bytes with up to 19 digits before its exponent, and up to 4 in it. Returns
/// `form` 0 for every other text. Reads no other byte.
rush_number rush_masked_number(const void *text, size_t length);

/// The value of a number.
typedef struct {
  uint64_t kind;  // one of RUSH_VALUE_…
  uint64_t bits;  // of an integer or of the nearest `double`
} rush_number_value;

enum {
  RUSH_VALUE_NONE = 0,
  RUSH_VALUE_INTEGER = 1,   // of 64 bits with a sign
  RUSH_VALUE_UNSIGNED = 2,  // of 64 bits, and of no fewer
  RUSH_VALUE_DOUBLE = 3,
};

/// The value of a number of `length` bytes with up to 19 digits before its exponent, and up to 4 in it; none for
/// every other text, for an integer that fits in no kind, and at the ends of the range of `double`. Reads no other
/// byte.
///
/// Digits are left-aligned in 19 places and padded with zeros. So the number of digits before the point alone
/// determines the power of ten, and no step waits for sign or length.
///
///   text    -65.613616999999977
///   digits   6561361699999997700   × 10^(2 − 19)
rush_number_value rush_masked_value(const void *text, size_t length);

/// Reads elements of an array while they are numbers, as `rush_masked_value` reads them, and commas follow them. Returns
/// how many there are.
///
/// `tokens` has the offsets from `window` of the first element, of the byte that ends it, of the next element, and so on.
/// Stops if fewer than eight are left before `end`. Reads the sixteen bytes before each end, and the byte there. Writes a
/// record of two words for each element, and up to three words after the last: the kind of the value (RUSH_VALUE_…)
/// plus the offset shifted left by 8 plus `head`; and its bits.
size_t rush_masked_run(const void *window, const uint32_t *tokens, const uint32_t *end,
                       uint64_t head, void *records);

/// Whether `length` bytes are a number of up to 32 bytes. 0 for every other text. Reads no other byte.
int rush_masked_is_number(const void *text, size_t length);

/// How many elements of an array are numbers of up to 32 bytes with commas after them. Reads what `rush_masked_run` reads.
size_t rush_masked_run_length(const void *window, const uint32_t *tokens, const uint32_t *end);
