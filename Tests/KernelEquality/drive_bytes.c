// Counters, and the functions that the compiler inlines into Swift: digits, escapes, copies.

#include <stdlib.h>
#include <string.h>

#include "drivers.h"
#include "notes.h"

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

// Counters

static void note_counts(const char *what, size_t at, rush_byte_counts counts) {
  note(what, at, counts.first);
  note(what, at, counts.second);
}

void drive_counts(rush_kernel kernel, const uint8_t *bytes, size_t count, random_numbers random) {
  size_t start = random_below(&random, count + 1);
  size_t length = random_below(&random, count - start + 1);
  note_counts("line ends", 0, rush_count_line_ends(kernel, bytes, count));
  note_counts("line ends", start, rush_count_line_ends(kernel, bytes + start, length));
  note_counts("continuations", 0, rush_count_continuations(kernel, bytes, count));
  note_counts("continuations", start, rush_count_continuations(kernel, bytes + start, length));
}

// Digits

// As `portableLastDigits` in ScannedNumber.swift, which is what Swift calls without SSE2.
static rush_digits portable_last_digits(const uint8_t *end, ptrdiff_t n) {
  rush_last_bytes mask = rush_last_bytes_mask(n);
  uint64_t word[2], others = 0;
  memcpy(word, end - 16, 16);
  for (int i = 0; i < 2; i++) {
    uint64_t values = (word[i] ^ 0x3030303030303030) & (i == 0 ? mask.first : mask.second);
    others |= ((values + 0x0606060606060606) | values) & 0xf0f0f0f0f0f0f0f0;
    uint64_t pairs = values * 10 + (values >> 8);
    const uint64_t most = 0x000000ff000000ff;
    word[i] = ((pairs & most) * 0x000f424000000064 +
               (pairs >> 16 & most) * 0x0000271000000001) >> 32;
  }
  return (rush_digits){word[0] * 100000000 + word[1], others};
}

static void note_last_digits(const uint8_t *bytes, size_t end, ptrdiff_t n) {
  rush_digits portable = portable_last_digits(bytes + end, n);
  note(portable.others ? "not digits" : "digits", end, portable.others ? 1 : portable.value);
#if defined(__SSE2__)
  // Swift calls this one instead. It must find the same.
  rush_digits found = rush_last_digits(bytes + end, n);
  if ((found.others != 0) != (portable.others != 0) ||
      (found.others == 0 && found.value != portable.value)) {
    note("vectors found another number", end, found.value);
  }
#endif
}

static void note_digits_of(uint64_t number) {
  rush_sixteen sixteen = rush_sixteen_digits(number / 100000000, number % 100000000);
  note("first eight digits", 0, sixteen.first);
  note("last eight digits", 0, sixteen.second);
  note("digits that are not zero", 0, sixteen.others);
  note("eight digits", 0, rush_eight_digits(number % 100000000));
  for (ptrdiff_t n = 0; n <= 16; n++) {
    uint64_t text[3] = {0, 0, 0};
    rush_store_with_point(sixteen.first, sixteen.second, n, text);
    note("digits with a point", (size_t)n, text[0] ^ text[1] * 3 ^ text[2] * 5);
  }
}

static int is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

void drive_digits(const uint8_t *bytes, size_t count, random_numbers random) {
  // At most a few thousand numbers of a text.
  size_t step = 1 + count / 65536;
  for (size_t at = 0; at < count; at += step) {
    if (is_digit(bytes[at]) && (at + 1 == count || !is_digit(bytes[at + 1]))) {
      size_t length = 1;
      while (length < 18 && length <= at && is_digit(bytes[at - length])) length++;
      // The digits of the number, and one byte more.
      for (size_t n = 1; n <= smaller(length + 1, 16); n++) {
        note_last_digits(bytes, at + 1, (ptrdiff_t)n);
      }
    } else if (bytes[at] == '\\' && count - at >= 6) {
      note("hexadecimal digits", at, rush_four_hex_digits(bytes + at + 2));
    }
  }
  note_last_digits(bytes, random_below(&random, count + 1), (ptrdiff_t)random_below(&random, 17));
  if (count >= 4) {
    size_t at = random_below(&random, count - 3);
    note("hexadecimal digits", at, rush_four_hex_digits(bytes + at));
  }
  for (ptrdiff_t n = 16; n >= 0; n -= 4) {
    uint64_t bound = rush_integer_power_of_ten(n);
    uint64_t number = random_next(&random) % bound;
    note_digits_of(number);
    // Many digits are zero, or all are nine.
    note_digits_of(number - number % rush_integer_power_of_ten((ptrdiff_t)random_below(&random, 17)));
    note_digits_of(bound - 1);
  }
}

// Escapes

// Room for a copy of the longest input and what may be written after it.
static uint8_t *target_for(size_t count) {
  static uint8_t *memory;
  static size_t capacity;
  if (count + 128 > capacity) {
    capacity = 2 * (count + 128);
    memory = realloc(memory, capacity);
    if (!memory) exit(2);
  }
  return memory;
}

enum { untouched = 0xa5 };

// Notes whether a copy has the bytes of its source, and nothing far after them was written.
static void note_copy(const uint8_t *source, const uint8_t *target, size_t at, size_t copied,
                      size_t room) {
  int is_wrong = memcmp(source, target, copied) != 0;
  for (size_t i = copied + RUSH_COPY_SLACK; i < room; i++) is_wrong |= target[i] != untouched;
  note("wrong bytes", at, (uint64_t)is_wrong);
}

// As `appendEscaped` in OutputBuffer+Strings.swift.
static void escape_text(const uint8_t *bytes, size_t count, uint8_t other) {
  uint8_t *target = target_for(count);
  size_t at = 0;
  while (at < count) {
    size_t copied = rush_copy_unescaped(bytes + at, count - at, target, other);
    note("copied", at, copied);
    note_copy(bytes + at, target, at, copied, 0);
    at += copied;
    if (at < count) note("escape", at, rush_escape_letter(bytes[at]));
    at++;
  }
}

void drive_escapes(const uint8_t *bytes, size_t count, random_numbers random) {
  escape_text(bytes, count, '"');
  escape_text(bytes, count, '/');
  for (int i = 0; i < 6; i++) {
    size_t start = random_below(&random, count + 1);
    size_t length = smaller(random_below(&random, i < 3 ? 20 : 70), count - start);
    uint8_t *target = target_for(length);
    memset(target, untouched, length + 64);
    uint8_t other = i % 2 ? '"' : '/';
    size_t copied = rush_copy_unescaped(bytes + start, length, target, other);
    note("copied", start, copied);
    note_copy(bytes + start, target, start, copied, length + 64);
  }
  for (size_t at = 0; at + 1 < count; at++) {
    if (bytes[at] == '\\') note("meaning", at, rush_escape_meaning(bytes[at + 1]));
  }
  if (count >= 8) {
    // Of the mask, only the lowest bit is reliable. Swift copies the words of short strings this way.
    size_t at = random_below(&random, count - 7);
    uint8_t target[8];
    uint64_t mask = rush_copy_word(rush_load_word(bytes + at), target, '/');
    note("first byte to escape", at, mask ? (uint64_t)__builtin_ctzll(mask) / 8 : 8);
    note_copy(bytes + at, target, at, 8, 0);
  }
}

// Unescaping, as Escape.swift. What is not a string is unescaped as one, too.

static void unescape_text(rush_kernel kernel, const uint8_t *bytes, size_t start, size_t count) {
  uint8_t *target = target_for(count);
  for (size_t at = 0; at < count; at++) {
    size_t room = count - at;
    memset(target, untouched, room + 128);
    rush_progress copied = rush_unescape(kernel, bytes + start + at, room, target);
    int is_wrong = copied.read > room || copied.written > copied.read;
    for (size_t i = room; i < room + 128; i++) is_wrong |= target[i] != untouched;
    note("wrong bytes", start + at, (uint64_t)is_wrong);
    note("read", start + at, copied.read);
    note("written", start + at, copied.written);
    for (size_t i = 0; i < copied.written; i++) note("byte", start + at + i, target[i]);
    at += copied.read;
  }
}

void drive_unescaping(
    rush_kernel kernel, const uint8_t *bytes, size_t count, random_numbers random) {
  for (int i = 0; i < 6; i++) {
    size_t start = random_below(&random, count + 1);
    size_t length = random_below(&random, i < 3 ? 100 : 1000);
    unescape_text(kernel, bytes, start, smaller(length, count - start));
  }
  // From a backslash to the end of a string or a little further.
  for (size_t at = 0, found = 0; at < count && found < 200; at++) {
    if (bytes[at] != '\\') continue;
    size_t end = at;
    while (end < count && end - at < 300 && bytes[end] != '"') end++;
    unescape_text(kernel, bytes, at, smaller(end + random_below(&random, 3), count) - at);
    at = end, found++;
  }
}

// Base64

void drive_base64(
    rush_kernel kernel, const uint8_t *bytes, size_t count, random_numbers random) {
  for (int i = 0; i < 12; i++) {
    size_t start = random_below(&random, count + 1);
    size_t length = smaller(random_below(&random, i < 8 ? 70 : 1000), count - start);
    size_t room = (length + 2) / 3 * 4;
    uint8_t *text = target_for(room + RUSH_BASE64_SLACK);
    rush_base64_text encoded = rush_base64_encode(kernel, bytes + start, length, text);
    size_t written = encoded.length;
    note("length", start, written);
    note("slash", start, (uint64_t)encoded.has_slash);
    for (size_t j = 0; j < written; j++) note("digit", start + j, text[j]);
    // The digits, and one byte of the text among them.
    while (written > 0 && text[written - 1] == '=') written--;
    uint8_t *digits = malloc(written + 1), *target = malloc(length + RUSH_BASE64_SLACK);
    memcpy(digits, text, written);
    for (int j = 0; j < 2; j++) {
      memset(target, untouched, length);
      int is_valid = rush_base64_decode(kernel, digits, written, target);
      note("valid", start, (uint64_t)is_valid);
      for (size_t k = 0; is_valid && k < length; k++) note("byte", start + k, target[k]);
      if (written > 0 && count > 0) {
        digits[random_below(&random, written)] = bytes[random_below(&random, count)];
      }
    }
    free(digits);
    free(target);
  }
}

// Escaping, as `appendEscaped` in OutputBuffer+Strings.swift. What has no short escape is skipped.

void drive_escaping(
    rush_kernel kernel, const uint8_t *bytes, size_t count, random_numbers random) {
  for (int i = 0; i < 12; i++) {
    size_t start = random_below(&random, count + 1);
    size_t length = smaller(random_below(&random, i < 8 ? 100 : 1000), count - start);
    uint8_t other = i % 2 ? '"' : '/';
    size_t room = 2 * length + RUSH_ESCAPE_SLACK;
    uint8_t *target = target_for(room + 64);
    for (size_t at = 0; at < length; at++) {
      memset(target, untouched, room + 64);
      rush_progress copied = rush_escape(kernel, bytes + start + at, length - at, target, other);
      int is_wrong = copied.read > length - at || copied.written > 2 * copied.read;
      for (size_t j = copied.written + RUSH_ESCAPE_SLACK; j < room + 64; j++) {
        is_wrong |= target[j] != untouched;
      }
      note("wrong bytes", start + at, (uint64_t)is_wrong);
      note("read", start + at, copied.read);
      note("written", start + at, copied.written);
      for (size_t j = 0; j < copied.written; j++) note("byte", start + at + j, target[j]);
      at += copied.read;
    }
  }
}

// Compactions, as JSONDocument+Compacting.swift

static void compact_text(
    rush_kernel kernel, const uint8_t *bytes, size_t count, size_t piece) {
  uint8_t *target = target_for(count);
  rush_compact_state state = {0, 0};
  size_t written = 0;
  for (size_t at = 0; at < count; at += piece) {
    size_t length = smaller(piece, count - at);
    memset(target + written, untouched, count + 128 - written < length + 128
                                            ? count + 128 - written : length + 128);
    size_t copied = rush_compact(kernel, bytes + at, length, target + written, &state);
    int is_wrong = copied > length;
    for (size_t i = copied + RUSH_COMPACT_SLACK; i < length + 128 && written + i < count + 128; i++) {
      is_wrong |= target[written + i] != untouched;
    }
    note("wrong bytes", at, (uint64_t)is_wrong);
    note("compacted", at, copied);
    for (size_t i = 0; i < copied; i++) note("byte", at + i, target[written + i]);
    written += copied;
  }
  note("escaped", count, state.escaped);
  note("in string", count, state.in_string);
}

void drive_compactions(
    rush_kernel kernel, const uint8_t *bytes, size_t count, random_numbers random) {
  compact_text(kernel, bytes, count, 8192);
  size_t start = random_below(&random, count + 1);
  compact_text(kernel, bytes + start, smaller(count - start, 2000),
               1 + random_below(&random, 200));
}

// Copies

static int is_in_number(uint8_t byte) {
  return is_digit(byte) || byte == '-' || byte == '+' || byte == '.' || (byte | 0x20) == 'e';
}

void drive_copies(const uint8_t *bytes, size_t count, random_numbers random) {
  size_t step = 1 + count / 65536;
  for (size_t at = 0; at < count; at += step) {
    int begins = is_digit(bytes[at]) || bytes[at] == '-';
    if (begins && (at == 0 || !is_in_number(bytes[at - 1]))) {
      note("length of a number", at, rush_number_length(bytes + at, bytes + count));
    }
  }
  for (int i = 0; i < 4; i++) {
    size_t start = random_below(&random, count + 1);
    size_t length = smaller(random_below(&random, i < 2 ? 20 : 120), count - start);
    uint8_t *target = target_for(length);
    memset(target, untouched, length + 64);
    rush_copy_short(bytes + start, length, target);
    note_copy(bytes + start, target, start, length, length + 64);
    uint8_t byte = start < count ? bytes[start] : '\n';
    note("first byte", start, rush_find_byte(bytes, start, byte));
    note("after the last byte", start, rush_find_behind_last_byte(bytes, start, byte));
  }
}
