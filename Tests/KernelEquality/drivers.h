// How the library calls the kernels, in C. Each driver notes what it finds.
#pragma once

#include "inputs.h"
#include "rush_shims.h"

/// Indexes a text window by window, as BlockIndexer.swift does.
void drive_index(rush_kernel kernel, const uint8_t *bytes, size_t count, random_numbers random);

/// Skips the values of a text, as Tokenizer+Skip.swift does.
void drive_skips(rush_kernel kernel, const uint8_t *bytes, size_t count, random_numbers random);

/// Finds names, brackets and commas, and the ends of values without checks, piece by piece.
void drive_scans(rush_kernel kernel, const uint8_t *bytes, size_t count, random_numbers random);

/// Counts line ends and characters.
void drive_counts(rush_kernel kernel, const uint8_t *bytes, size_t count, random_numbers random);

/// Compacts a text, whole and in pieces.
void drive_compactions(
    rush_kernel kernel, const uint8_t *bytes, size_t count, random_numbers random);

/// Reads runs of numbers.
void drive_numbers(rush_kernel kernel, const uint8_t *bytes, size_t count, random_numbers random);

/// Unescapes parts of a text.
void drive_unescaping(
    rush_kernel kernel, const uint8_t *bytes, size_t count, random_numbers random);

/// Escapes parts of a text.
void drive_base64(rush_kernel kernel, const uint8_t *bytes, size_t count, random_numbers random);
void drive_escaping(rush_kernel kernel, const uint8_t *bytes, size_t count, random_numbers random);

// These functions are inlined into Swift and know no kernel: the compiler's target decides.

/// Digits to integers, and integers to digits.
void drive_digits(const uint8_t *bytes, size_t count, random_numbers random);

/// Copies strings up to what must be escaped.
void drive_escapes(const uint8_t *bytes, size_t count, random_numbers random);

/// Copies short strings and numbers, and searches.
void drive_copies(const uint8_t *bytes, size_t count, random_numbers random);
