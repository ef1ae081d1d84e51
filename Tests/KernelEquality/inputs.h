// The texts that all kernels get: files, and mutations of them that depend on a seed alone.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A sequence of random numbers (SplitMix64).
typedef struct { uint64_t state; } random_numbers;

uint64_t random_next(random_numbers *random);

/// A number below `bound`, which is at least 1 and at most 2³².
size_t random_below(random_numbers *random, size_t bound);

/// A text in memory.
typedef struct {
  const char *name;
  const uint8_t *bytes;
  size_t count;
} input;

/// Files in memory.
typedef struct {
  input *files;
  size_t count;
  size_t sources;  // the number of files, from the first on, that mutations are made of
} input_list;

/// Reads the files named on standard input, one a line.
input_list read_files(size_t sources);

/// The longest mutation.
enum { longest_mutation = 32768 };

/// Writes the mutation number `index` of `seed`, made of parts of `files`. Returns its length.
size_t make_mutation(
    uint8_t *to, const input_list *files, uint64_t seed, uint64_t index);

/// Where texts lie while kernels run.
typedef struct {
  uint8_t *memory;
  size_t capacity;
} text_place;

/// Copies a text to a place whose alignment depends on `random`. Half of the texts end where no byte can
/// be read; the others are followed by a few bytes. Before the text are 64 digits.
uint8_t *place_text(
    text_place *place, const uint8_t *bytes, size_t count, random_numbers *random);

/// Memory for `count` bytes, directly before a page that cannot be accessed.
void *guarded_memory(size_t count);
