// The block kernels, called as BlockIndexer.swift calls them, and the exact place of ill-formed UTF-8,
// found as UTF8Validation.swift finds it.

#include <stdlib.h>
#include <string.h>

#include "drivers.h"
#include "notes.h"

// UTF-8

static int continues(const uint8_t *at) { return (*at & 0xc0) == 0x80; }

// The length of the well-formed sequence at `at`, or 0.
static size_t sequence_length(const uint8_t *at, size_t remaining) {
  uint8_t lead = at[0];
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  size_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (remaining < length) return 0;
  if (length == 2) return continues(at + 1) ? 2 : 0;
  uint8_t lowest = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  uint8_t highest = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  if (at[1] < lowest || at[1] > highest || !continues(at + 2)) return 0;
  if (length == 3) return 3;
  return continues(at + 3) ? 4 : 0;
}

typedef struct {
  size_t end;
  int is_invalid;
} validation;

static validation validate(const uint8_t *bytes, size_t count, size_t from, size_t to) {
  size_t at = from;
  while (at < to) {
    uint64_t word;
    if (at + 8 <= to && (memcpy(&word, bytes + at, 8), word & 0x8080808080808080) == 0) {
      at += 8;
      continue;
    }
    size_t length = sequence_length(bytes + at, count - at);
    if (length == 0) return (validation){at, 1};
    at += length;
  }
  return (validation){at, 0};
}

static size_t incomplete_tail(const uint8_t *bytes, size_t count) {
  for (size_t back = 1; back <= 3 && back <= count; back++) {
    uint8_t byte = bytes[count - back];
    if ((byte & 0xc0) == 0x80) continue;
    size_t length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

// Windows

#define NO_PLACE SIZE_MAX

typedef struct {
  const uint8_t *text;
  size_t count;
  rush_kernel kernel;
  size_t window;
  uint32_t *offsets;  // room for `window` + 128 entries
  rush_block_carry carry;
  size_t position;
  size_t validated;
  size_t invalid_utf8;
  int counts_lines;
  rush_line_feeds lines;
} indexer;

static rush_block_progress index_blocks(
    indexer *self, const uint8_t *bytes, size_t blocks, size_t first, size_t found) {
  if (self->counts_lines) {
    return rush_index_lines(self->kernel, bytes, blocks, (uint32_t)first, self->offsets + found,
                            &self->carry, &self->lines);
  }
  return rush_index_blocks(
      self->kernel, bytes, blocks, (uint32_t)first, self->offsets + found, &self->carry);
}

static size_t end_text_near(indexer *self, size_t block) {
  size_t cut = incomplete_tail(self->text, block);
  self->invalid_utf8 = validate(self->text, self->count, block - cut, self->count).end;
  return self->invalid_utf8;
}

static size_t index_window(indexer *self) {
  size_t start = self->position;
  size_t end = start + self->window < self->count ? start + self->window : self->count;
  if (!rush_kernel_validates_utf8(self->kernel)) {
    size_t from = start > self->validated ? start : self->validated;
    validation found = validate(self->text, self->count, from, end);
    self->validated = found.end;
    if (found.is_invalid) end = self->invalid_utf8 = found.end;
  }
  size_t blocks = (end - start) >> 6, found = 0, done = 0;
  if (blocks > 0) {
    rush_block_progress progress = index_blocks(self, self->text + start, blocks, 0, 0);
    found = progress.offsets;
    done = progress.blocks;
    if (done < blocks) end = end_text_near(self, start + done * 64);
  }
  size_t from = start + done * 64;
  while (from < end) {
    uint8_t block[64];
    memset(block, ' ', 64);
    memcpy(block, self->text + from, end - from);
    rush_block_progress progress = index_blocks(self, block, 1, from - start, found);
    if (progress.blocks == 1) {
      found += progress.offsets;
      from = end;
    } else {
      end = end_text_near(self, from);
    }
  }
  if (end == self->count && self->carry.utf8_incomplete && self->invalid_utf8 == NO_PLACE) {
    end_text_near(self, end);
  }
  self->position = end;
  return found;
}

// What a window has found: its offsets in the text, and the state after it.
typedef struct {
  size_t offset_count;
  size_t end;
  rush_block_carry carry;
  rush_line_feeds lines;
} window_result;

static void index_text(
    rush_kernel kernel, const uint8_t *text, size_t count, size_t start, size_t window,
    int counts_lines) {
  static uint64_t *offsets;
  static window_result *results;
  static size_t capacity;
  if (count + 128 > capacity) {
    capacity = 2 * (count + 128);
    offsets = realloc(offsets, capacity * sizeof *offsets);
    results = realloc(results, capacity / 32 * sizeof *results);
    if (!offsets || !results) exit(2);
  }
  static uint32_t *room;
  const size_t most = 8192 + 128;
  if (!room) room = guarded_memory(most * sizeof *room);

  size_t rounded = (count + 63) & ~(size_t)63;
  if (window > rounded) window = rounded;
  if (window < 64) window = 64;
  // The room ends where no byte can be written. An offset that is never stored differs by kernel.
  uint32_t *first_offset = room + most - (window + 128);
  memset(first_offset, 0xa0 + (int)kernel, (window + 128) * sizeof *room);
  indexer self = {text, count, kernel, window, first_offset, {0}, start, start, NO_PLACE,
                  counts_lines, {0, 0, 0}};
  size_t used = 0, windows = 0;
  while (self.position < count && self.invalid_utf8 == NO_PLACE) {
    size_t first = self.position;
    size_t found = index_window(&self);
    for (size_t i = 0; i < found; i++) offsets[used++] = first + self.offsets[i];
    results[windows++] = (window_result){used, self.position, self.carry, self.lines};
  }
  // A kernel may have written offsets inside an ill-formed sequence before it saw the rest of it.
  size_t at = 0;
  for (size_t i = 0; i < windows && results[i].end < self.invalid_utf8; i++) {
    for (; at < results[i].offset_count; at++) note("offset", offsets[at], 1);
    note("escaped after a window", results[i].end, results[i].carry.escaped);
    note("in string after a window", results[i].end, results[i].carry.in_string);
    note("after scalar after a window", results[i].end, results[i].carry.after_scalar);
    rush_line_feeds lines = results[i].lines;
    note("carriage returns after a window", results[i].end, lines.has_returns != 0);
    if (!lines.has_returns) note("line feeds after a window", results[i].end, lines.line_feeds);
  }
  for (; at < used && offsets[at] < self.invalid_utf8; at++) note("offset", offsets[at], 1);
  note("ill-formed UTF-8", self.invalid_utf8 == NO_PLACE ? 0 : self.invalid_utf8,
       self.invalid_utf8 != NO_PLACE);
}

void drive_index(rush_kernel kernel, const uint8_t *bytes, size_t count, random_numbers random) {
  index_text(kernel, bytes, count, 0, 8192, 1);
  // A text that begins later, but not inside a sequence of UTF-8.
  size_t start = random_below(&random, count < 80 ? count + 1 : 80);
  while (start > 0 && bytes[start - 1] >= 0x80) start--;
  size_t window = 64 * (1 + random_below(&random, count < 32768 ? 4 : 40));
  index_text(kernel, bytes, count, start, window, (int)random_below(&random, 2));
}
