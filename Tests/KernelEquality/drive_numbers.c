// Runs of numbers, called as FastPass.swift calls them. Kernels that do not read runs find nothing, so
// only what is wrong is noted: a record that differs from what the standard library makes of the text, and a text that
// is wrongly taken for a number, or not.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drivers.h"
#include "notes.h"

enum { longest_run = 64, longest_number = 32 };

static int is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

// The end of the digits at `at`.
static const char *digits_end(const char *at) {
  while (is_digit((uint8_t)*at)) at++;
  return at;
}

// Whether `text` is a number of RFC 8259 §6, and whether it has a fraction or an exponent.
static int is_number(const char *text, int *is_integer) {
  const char *at = text + (*text == '-'), *end = digits_end(at);
  if (end == at || (*at == '0' && end > at + 1)) return 0;
  *is_integer = *end == 0;
  if (*end == '.') {
    at = end + 1;
    if ((end = digits_end(at)) == at) return 0;
  }
  if (*end == 'e' || *end == 'E') {
    at = end + 1;
    at += *at == '+' || *at == '-';
    if ((end = digits_end(at)) == at) return 0;
  }
  return *end == 0;
}

static void check(const uint8_t *start, size_t length, size_t offset, const uint64_t *record) {
  char text[longest_number + 1] = {0};
  memcpy(text, start, length);
  int is_integer = 0, is_right = is_number(text, &is_integer);
  uint64_t kind = record[0] & 0xff, bits = 0;
  if (kind == RUSH_VALUE_DOUBLE) {
    double value = strtod(text, NULL);
    memcpy(&bits, &value, sizeof bits);
    // An integer is a double only if no integer has its value.
    is_right &= !is_integer || strcmp(text, "-0") == 0;
  } else {
    is_right &= is_integer && strcmp(text, "-0") != 0;
    bits = kind == RUSH_VALUE_UNSIGNED ? strtoull(text, NULL, 10) : (uint64_t)strtoll(text, NULL, 10);
    is_right &= (kind == RUSH_VALUE_UNSIGNED) == (*text != '-' && bits >> 63 != 0);
  }
  if (!is_right || bits != record[1] || record[0] >> 8 != offset) note("a wrong number", offset, bits);
}

static void check_without_value(rush_kernel kernel, const uint8_t *start, size_t length, size_t offset) {
  char text[longest_number + 1] = {0};
  memcpy(text, start, length);
  int is_integer = 0, expected = is_number(text, &is_integer);
  if ((rush_is_number(kernel, start, length) != 0) != expected) note("a number that is checked", offset, length);
}

// The digits of a number without leading zeros.
static size_t significant_digits(const char *text) {
  size_t count = 0;
  for (; *text != 0 && (*text | 0x20) != 'e'; text++) count += is_digit((uint8_t)*text) && (count > 0 || *text != '0');
  return count;
}

// One number alone, by its value and by its parts.
static void check_one(rush_kernel kernel, const uint8_t *start, size_t length, size_t offset) {
  char text[longest_number + 1] = {0};
  memcpy(text, start, length);
  int is_integer = 0, expected = is_number(text, &is_integer);
  rush_number_value value = rush_read_value(kernel, start, length);
  uint64_t record[2] = {(uint64_t)offset << 8 | value.kind, value.bits};
  if (value.kind != RUSH_VALUE_NONE) check(start, length, offset, record);
  rush_number number = rush_read_number(kernel, start, length);
  // Every number with few digits and a short exponent has both.
  const char *exponent = strpbrk(text, "eE");
  int power = exponent ? atoi(exponent + 1) : 0;
  if (expected && significant_digits(text) <= 19 && strlen(exponent ? exponent : "") < 5 && length <= 24) {
    if (number.form == 0) note("a number without parts", offset, length);
    if (value.kind == RUSH_VALUE_NONE && abs(power) < 250 && !is_integer) note("no value", offset, length);
  }
  if (number.form == 0) return;
  if (!expected || number.exponent != power) note("a wrong exponent", offset, (uint64_t)number.exponent);
  char parts[64];
  snprintf(parts, sizeof parts, "%s%llue%lld", number.form & RUSH_NUMBER_IS_NEGATIVE ? "-" : "",
           (unsigned long long)number.digits, (long long)number.exponent - number.fraction_digits);
  if (strtod(parts, NULL) != strtod(text, NULL)) note("wrong parts", offset, number.digits);
}

void drive_numbers(rush_kernel kernel, const uint8_t *bytes, size_t count, random_numbers random) {
  if (!rush_kernel_reads_numbers(kernel)) return;
  uint32_t offsets[2 * longest_run];
  // Digits precede the text, and the longest run of bytes that may belong to a number is an element.
  for (size_t at = 0; at < count;) {
    size_t tokens = 0, from = at;
    while (tokens < 2 * longest_run && at < count) {
      size_t end = at;
      while (end < count && end - at < longest_number &&
             (is_digit(bytes[end]) || (bytes[end] != 0 && strchr("+-.eE", bytes[end]) != NULL))) {
        end++;
      }
      if (end == at || end == count) break;
      offsets[tokens++] = (uint32_t)(at - from);
      offsets[tokens++] = (uint32_t)(end - from);
      at = end + 1;
      while (at < count && bytes[at] <= ' ') at++;
    }
    uint64_t records[2 * longest_run + 8];
    size_t used = tokens - (tokens > 0 && random_below(&random, 2) ? 1 : 0);
    size_t found = rush_read_run(kernel, bytes + from, offsets, offsets + used, (uint64_t)from << 8, records);
    size_t checked = rush_run_length(kernel, bytes + from, offsets, offsets + used);
    // A number without a value ends only a run that is read. Both may stop where fewer than eight offsets are left.
    if (2 * checked > used || (checked < found && used - 2 * checked >= 8)) note("a wrong length of a run", from, checked);
    for (size_t i = 0; 2 * i + 1 < tokens; i++) {
      size_t start = from + offsets[2 * i], end = from + offsets[2 * i + 1];
      if (i < checked && bytes[end] != ',') note("no comma", end, bytes[end]);
      if (i < checked && !rush_is_number(kernel, bytes + start, end - start)) note("no number", start, end);
      check_without_value(kernel, bytes + start, end - start, start);
      check_one(kernel, bytes + start, end - start, start);
    }
    if (2 * found > used) note("too many numbers", from, found);
    for (size_t i = 0; i < found && 2 * i + 1 < tokens; i++) {
      size_t start = from + offsets[2 * i], end = from + offsets[2 * i + 1];
      if (bytes[end] != ',') note("no comma", end, bytes[end]);
      check(bytes + start, end - start, start, records + 2 * i);
    }
    if (tokens == 0) at++;
  }
}
