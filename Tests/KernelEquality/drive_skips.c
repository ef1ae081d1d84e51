// The skip kernels, called as Tokenizer+Skip.swift calls them. Where the tokenizer would read on, the
// driver goes on at the next container. The kernels are also called in random states, which need not
// occur.

#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "drivers.h"
#include "notes.h"

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }
static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

// The offset of the first opening bracket from `at` on, or `count`.
static size_t next_container(const uint8_t *bytes, size_t count, size_t at) {
  while (at < count && (bytes[at] | 0x20) != '{') at++;
  return at;
}

// So many containers are tried. Long texts have long ones.
static size_t most_containers(size_t count) { return 8 + count / 512; }

// Skips with checks

enum { maximum_depth = 512, reach = 16 };

typedef enum {
  expects_value, expects_first, expects_next, expects_colon, expects_end
} expectation;

typedef struct {
  rush_kernel kernel;
  size_t depth;
  int in_object;
  expectation state;
  uint64_t open[maximum_depth / 64 + 2];  // a bit for each open container, the outermost first
} skipper;

static uint64_t is_object(const skipper *self, size_t level) {
  return self->open[level / 64] >> level % 64 & 1;
}

static int is_scalar(uint8_t byte) { return byte > ' ' && !strchr(",:\"[]{}", byte); }

// The start of the token that contains `end`, or `end` itself.
static size_t token_start(const uint8_t *text, size_t end, int in_string) {
  size_t at = end;
  if (!in_string) {
    while (at > 0 && is_scalar(text[at - 1])) at--;
    return at;
  }
  while (at > 0) {
    at--;
    if (text[at] != '"') continue;
    size_t backslashes = 0;
    while (at > backslashes && text[at - backslashes - 1] == '\\') backslashes++;
    if (backslashes % 2 == 0) return at;
  }
  return 0;
}

static void find_state(skipper *self, const uint8_t *text, size_t start, int is_name) {
  size_t at = start;
  while (at > 0) {
    switch (text[--at]) {
      case ' ': case '\n': case '\r': case '\t': continue;
      case ',': self->state = expects_next; return;
      case ':': self->state = expects_value; return;
      case '[': case '{': self->state = expects_first; return;
      case '"': self->state = is_name && self->in_object ? expects_colon : expects_end; return;
      default: self->state = expects_end; return;
    }
  }
}

static void note_skip(size_t at, rush_skip_progress done, const rush_skip_state *skip) {
  note("bytes", at, done.bytes);
  note("end", at, done.end);
  note("depth", at, skip->depth);
  note("kinds", at, skip->kinds);
  note("before colon", at, skip->before_colon);
  note("in string", at, skip->in_string);
}

// A place at which a kernel has stopped may be this far from that of a kernel with other blocks: their
// ends move by the numbers that they would cut, each shorter than a block.
enum { most_apart = 192 };

static void fail_unlike(
    const char *what, size_t offset, rush_skip_progress wide, rush_skip_progress narrow) {
  fprintf(stderr, "input %s: skipping from %zu, %s: %zu + %zu bytes, by blocks of 64 %zu + %zu\n",
          notes.input, offset, what, wide.bytes, wide.end, narrow.bytes, narrow.end);
  exit(1);
}

// The kernel for VBMI2 reads 512 bytes at a time, so it stops elsewhere. Its results are compared here
// with those of AVX-512, which are noted.
static rush_skip_progress skip_blocks(
    rush_kernel kernel, const uint8_t *text, size_t count, size_t offset, rush_skip_state *skip) {
  if (kernel != rush_kernel_vbmi2) return rush_skip_blocks(kernel, text, count, skip);
  rush_skip_state state = *skip;
  rush_skip_progress wide = rush_skip_blocks(kernel, text, count, &state);
  rush_skip_progress narrow = rush_skip_blocks(rush_kernel_avx512, text, count, skip);
  size_t feeds = 0;
  for (size_t i = 0; i < state.counted; i++) feeds += text[i] == '\n';
  if (state.counted > wide.bytes || feeds != state.line_feeds) {
    fail_unlike("another number of lines", offset, wide, narrow);
  }
  size_t wide_used = wide.bytes + wide.end, narrow_used = narrow.bytes + narrow.end;
  // By blocks of 64 bytes, the depth is overestimated.
  int may_be_further = skip->limit < skip->floor + 64;
  if (wide.end > 0 && narrow.end > 0) {
    if (wide_used != narrow_used || state.depth != skip->depth) {
      fail_unlike("another end", offset, wide, narrow);
    }
  } else if (wide_used + most_apart < narrow_used ||
             (narrow_used + most_apart < wide_used && !may_be_further)) {
    // Only one finds the end if a fault after it is in the block of the other.
    fail_unlike("another stop", offset, wide, narrow);
  } else if (wide.end == narrow.end && wide_used == narrow_used &&
             (state.depth != skip->depth || state.kinds != skip->kinds ||
              state.before_colon != skip->before_colon || state.in_string != skip->in_string)) {
    fail_unlike("another state", offset, wide, narrow);
  }
  return narrow;
}

// `offset` is the place of `text` in the whole text.
static size_t skip_once(
    skipper *self, const uint8_t *text, size_t count, size_t floor, size_t offset) {
  size_t known = larger(floor, self->depth > 32 ? self->depth - 32 : 0);
  rush_skip_state skip = {.depth = self->depth, .floor = known};
  skip.limit = smaller(maximum_depth, known + 64);
  for (size_t level = known; level < self->depth; level++) {
    skip.kinds = skip.kinds << 1 | is_object(self, level);
  }
  skip.after_separator = self->state == expects_value || self->state == expects_next;
  skip.after_opening = self->state == expects_first;
  skip.before_colon =
      self->state == expects_colon ||
      (self->in_object && (self->state == expects_first || self->state == expects_next));
  rush_skip_progress done = skip_blocks(self->kernel, text, count, offset, &skip);
  note_skip(offset, done, &skip);

  self->depth = skip.depth;
  for (size_t level = known; level < self->depth; level++) {
    uint64_t bit = skip.kinds >> (self->depth - 1 - level) & 1, place = level % 64;
    self->open[level / 64] = (self->open[level / 64] & ~(1ULL << place)) | bit << place;
  }
  self->in_object = self->depth > 0 && is_object(self, self->depth - 1);
  if (done.end > 0) {
    self->state = expects_end;
    return done.bytes + done.end;
  }
  size_t start = token_start(text, done.bytes, skip.in_string != 0);
  find_state(self, text, start, skip.before_colon != 0);
  return start;
}

// Skips the value at an opening bracket. Returns the number of bytes skipped.
static size_t skip_value(rush_kernel kernel, const uint8_t *bytes, size_t count, size_t offset) {
  skipper self = {.kernel = kernel, .depth = 1, .in_object = bytes[0] == '{', .state = expects_first};
  self.open[0] = (uint64_t)self.in_object;
  size_t used = 1;
  while (self.depth > 0) {
    if (count - used < 64 + reach) break;
    size_t passed = skip_once(&self, bytes + used, count - used - reach, 0, offset + used);
    used += passed;
    if (passed == 0) break;
  }
  return used;
}

// Calls a kernel in a state that is possible by its description, if not in a text.
static void skip_in_random_state(
    rush_kernel kernel, const uint8_t *bytes, size_t count, random_numbers *random) {
  if (count < 64 + reach) return;
  size_t at = random_below(random, count - 63 - reach);
  rush_skip_state skip = {.depth = 1 + random_below(random, 40)};
  skip.floor = skip.depth - 1 - random_below(random, smaller(skip.depth, 20));
  skip.limit = skip.floor + random_below(random, 65);
  if (skip.limit < skip.depth) skip.limit = skip.depth;
  skip.kinds = random_next(random) & ((1ULL << (skip.depth - skip.floor)) - 1);
  switch (random_below(random, 4)) {
    case 0: skip.after_separator = 1; break;
    case 1: skip.after_opening = 1; break;
    case 2: skip.before_colon = 1; break;
    default: break;
  }
  if (skip.kinds & 1) skip.before_colon = random_below(random, 2);
  rush_skip_progress done = skip_blocks(kernel, bytes + at, count - reach - at, at, &skip);
  note_skip(at, done, &skip);
}

void drive_skips(rush_kernel kernel, const uint8_t *bytes, size_t count, random_numbers random) {
  size_t at = next_container(bytes, count, 0);
  for (size_t i = most_containers(count); i > 0 && at < count; i--) {
    size_t used = skip_value(kernel, bytes + at, count - at, at);
    at = next_container(bytes, count, at + used);
  }
  skip_in_random_state(kernel, bytes, count, &random);
  skip_in_random_state(kernel, bytes, count, &random);
}

// Searches for names: those that texts often have, and some bytes of this text.
static void find_names(rush_kernel kernel, const uint8_t *bytes, size_t count, random_numbers *random) {
  enum { read_after = 128 };
  if (count <= read_after) return;
  size_t at = random_below(random, count - read_after), place = random_below(random, count - 8);
  note("name a", at, rush_find_name(kernel, bytes + at, count - read_after - at, "a", 1));
  note("name id", at, rush_find_name(kernel, bytes + at, count - read_after - at, "id", 2));
  size_t length = 1 + random_below(random, 8);
  note("bytes", at, rush_find_name(kernel, bytes + at, count - read_after - at, bytes + place, length));
}

// Brackets and commas, in pieces of any number of blocks
static void find_structure(rush_kernel kernel, const uint8_t *bytes, size_t count, random_numbers *random) {
  enum { most = 128 };
  rush_structure masks[most];
  rush_structure_carry carry = {0};
  for (size_t at = random_below(random, 64); at + 64 <= count;) {
    size_t blocks = smaller((count - at) / 64, 1 + random_below(random, most));
    size_t read = rush_find_structure(kernel, bytes + at, blocks, masks, &carry);
    for (size_t i = 0; i * 64 < read; i++) {
      note("openings", at + i * 64, masks[i].openings);
      note("closings", at + i * 64, masks[i].closings);
      note("commas", at + i * 64, masks[i].commas);
    }
    note("read", at, read);
    note("escaped", at, carry.escaped);
    note("in string", at, carry.in_string);
    at += read < blocks * 64 ? read + 1 : read;
  }
}

// Skips without checks

void drive_scans(rush_kernel kernel, const uint8_t *bytes, size_t count, random_numbers random) {
  find_names(kernel, bytes, count, &random);
  find_structure(kernel, bytes, count, &random);
  size_t largest_piece = random_below(&random, 2) ? 32768 : 150;
  size_t at = next_container(bytes, count, 0);
  for (size_t i = most_containers(count); i > 0 && at < count; i--) {
    rush_scan_state state = {.depth = 1};
    size_t used = at + 1, end = 0;
    while (used < count && end == 0) {
      size_t piece = smaller(count - used, 1 + random_below(&random, largest_piece));
      end = rush_scan_value(kernel, bytes + used, piece, &state);
      note("end", used, end);
      if (end == 0) {
        note("escaped", used + piece, state.escaped);
        note("in string", used + piece, state.in_string);
        note("depth", used + piece, state.depth);
      }
      used += end > 0 ? end : piece;
    }
    // The next one begins inside this one if it has no end.
    at = next_container(bytes, count, end > 0 ? used : at + 1 + random_below(&random, 100));
  }
}
