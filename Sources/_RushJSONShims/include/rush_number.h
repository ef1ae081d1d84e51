// Numbers read by vector instructions, in one step whatever their length and wherever their point is.
//
//   text      "x": -65.613616,      the sixteen bytes that end with the number
//   moved      "x": -65.613616      what precedes the point moves one byte towards the end
//   digits            65613616
//
// AVX-512 with VBMI2 loads no byte before the number, and compresses its digits. The other kernels load bytes before the
// number, too, and mask them out.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "rush_blocks.h"
#include "rush_vector.h"

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

// Each function below may read the sixteen bytes before a number. Those with a kernel call the function of its instruction
// set. They are inlined into Swift, so that no number takes a second call.

/// Whether `kernel` reads numbers. If not, the functions below read none.
static inline int rush_kernel_reads_numbers(rush_kernel kernel) {
#if defined(RUSH_VECTOR_BITS)
  return kernel != rush_kernel_portable;
#else
  (void)kernel;
  return 0;
#endif
}

#if defined(RUSH_VECTOR_BITS)

#define RUSH_DECLARE_NUMBERS(isa)                                                                        \
  rush_number rush_##isa##_number(const void *text, size_t length);                                      \
  rush_number_value rush_##isa##_value(const void *text, size_t length);                                 \
  int rush_##isa##_is_number(const void *text, size_t length);                                           \
  size_t rush_##isa##_run(const void *window, const uint32_t *tokens, const uint32_t *end, uint64_t head, \
                          void *records);                                                                \
  size_t rush_##isa##_run_length(const void *window, const uint32_t *tokens, const uint32_t *end);

RUSH_DECLARE_NUMBERS(vectors)
#if defined(__x86_64__)
RUSH_DECLARE_NUMBERS(avx2)
RUSH_DECLARE_NUMBERS(vbmi2)
#define RUSH_RETURN_NUMBERS(call)                              \
  if (kernel == rush_kernel_vbmi2) return rush_vbmi2_##call;   \
  if (kernel >= rush_kernel_avx2) return rush_avx2_##call;     \
  return rush_vectors_##call;
#else
#define RUSH_RETURN_NUMBERS(call) (void)kernel; return rush_vectors_##call;
#endif

/// Reads a number of `length` bytes with up to 19 digits, leading zeros not counted, before its exponent, and up to 4 in
/// it. Returns `form` 0 for every other text.
static inline rush_number rush_read_number(rush_kernel kernel, const void *text, size_t length) {
  RUSH_RETURN_NUMBERS(number(text, length))
}

/// The value of such a number. None for every other text, for an integer that fits in no kind, and at the ends of the range
/// of `double`. -0 is a `double`.
static inline rush_number_value rush_read_value(rush_kernel kernel, const void *text, size_t length) {
  RUSH_RETURN_NUMBERS(value(text, length))
}

/// Whether `length` bytes are a number of up to 32 bytes. 0 for every other text.
static inline int rush_is_number(rush_kernel kernel, const void *text, size_t length) {
  RUSH_RETURN_NUMBERS(is_number(text, length))
}

/// Reads elements of an array while they are numbers, as `rush_read_value` reads them, and commas follow them. Returns how
/// many there are.
///
/// `tokens` has the offsets from `window` of the first element, of the byte that ends it, of the next element, and so on.
/// Stops if fewer than eight are left before `end`. Reads the byte at each end, too. Writes a record of two words for each
/// element, and up to three words after the last: the kind of the value (RUSH_VALUE_…) plus the offset shifted left by 8
/// plus `head`; and its bits.
static inline size_t rush_read_run(rush_kernel kernel, const void *window, const uint32_t *tokens,
                                   const uint32_t *end, uint64_t head, void *records) {
  RUSH_RETURN_NUMBERS(run(window, tokens, end, head, records))
}

/// How many elements of an array are numbers of up to 32 bytes with commas after them. Reads what `rush_read_run` reads.
static inline size_t rush_run_length(rush_kernel kernel, const void *window, const uint32_t *tokens,
                                     const uint32_t *end) {
  RUSH_RETURN_NUMBERS(run_length(window, tokens, end))
}

#else

static inline rush_number rush_read_number(rush_kernel kernel, const void *text, size_t length) {
  (void)kernel, (void)text, (void)length;
  return (rush_number){0, 0, 0, 0};
}

static inline rush_number_value rush_read_value(rush_kernel kernel, const void *text, size_t length) {
  (void)kernel, (void)text, (void)length;
  return (rush_number_value){RUSH_VALUE_NONE, 0};
}

static inline int rush_is_number(rush_kernel kernel, const void *text, size_t length) {
  (void)kernel, (void)text, (void)length;
  return 0;
}

static inline size_t rush_read_run(rush_kernel kernel, const void *window, const uint32_t *tokens,
                                   const uint32_t *end, uint64_t head, void *records) {
  (void)kernel, (void)window, (void)tokens, (void)end, (void)head, (void)records;
  return 0;
}

static inline size_t rush_run_length(rush_kernel kernel, const void *window, const uint32_t *tokens,
                                     const uint32_t *end) {
  (void)kernel, (void)window, (void)tokens, (void)end;
  return 0;
}

#endif
