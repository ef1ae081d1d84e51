#include "inputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

uint64_t random_next(random_numbers *random) {
  uint64_t x = random->state += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

size_t random_below(random_numbers *random, size_t bound) {
  return (size_t)((random_next(random) >> 32) * (uint64_t)bound >> 32);
}

// Files

static void fail(const char *what, const char *name) {
  fprintf(stderr, "%s: %s\n", name, what);
  exit(2);
}

static input read_file(const char *name) {
  FILE *file = fopen(name, "rb");
  if (!file) fail("cannot be read", name);
  fseek(file, 0, SEEK_END);
  size_t count = (size_t)ftell(file);
  rewind(file);
  uint8_t *bytes = malloc(count + 1);
  if (!bytes || fread(bytes, 1, count, file) != count) fail("cannot be read", name);
  fclose(file);
  return (input){strdup(name), bytes, count};
}

input_list read_files(size_t sources) {
  input_list list = {NULL, 0, 0};
  char line[4096];
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    input *files = realloc(list.files, (list.count + 1) * sizeof(input));
    if (!files) fail("no memory", line);
    list.files = files;
    list.files[list.count++] = read_file(line);
  }
  list.sources = sources < list.count ? sources : list.count;
  return list;
}

// Mutations

// What decides about offsets, skips, digits and escapes. Complete and cut sequences of UTF-8, and bytes
// that are never part of one.
static const char *const pieces[] = {
    "\"", "\"", "\\", "\\\\", "\\\"", "\\\\\\", "{", "}", "[", "]", ":", ",", " ", "\n", "\r", "\t",
    "\r\n", "        ", "0", "-", ".", "e", "E+", "-0.5", "12345678", "9007199254740993", "1e400",
    "true", "false", "null", "tru", "nulll", "\\u0041", "\\ud83d\\ude00", "\\udead", "\\u12", "\\x",
    "/", "\\/", "\x01", "\x0c", "\x1a", "\x1f", "\x7f", "\xc3\xa9", "\xe2\x82\xac",
    "\xf0\x9f\x98\x80", "\xc3", "\xe2\x82", "\xf0\x9f\x98", "\x80", "\xbf\xbf", "\xc0\x80",
    "\xed\xa0\x80", "\xe0\x80\x80", "\xf4\x90\x80\x80", "\xf8", "\xff", "\xef\xbb\xbf",
    "\"a\":", "[[[[", "]]]]", "{\"a\":{", "}}", "[1,2],", "\",\"", "{}", "[]", "[],[]",
};
enum { piece_count = sizeof pieces / sizeof *pieces };

// A text of at most `longest_mutation` bytes that is being made.
typedef struct {
  uint8_t *bytes;
  size_t count;
} draft;

// Replaces `removed` bytes at `at` with `count` others. What becomes too long is cut.
static void splice(draft *text, size_t at, size_t removed, const void *bytes, size_t count) {
  if (at + count > longest_mutation) count = longest_mutation - at;
  size_t rest = text->count - at - removed;
  if (at + count + rest > longest_mutation) rest = longest_mutation - at - count;
  memmove(text->bytes + at + count, text->bytes + at + removed, rest);
  memcpy(text->bytes + at, bytes, count);
  text->count = at + count + rest;
}

// A part of a file of up to `longest` bytes. Half of them begin with a container.
static input part_of_file(const input_list *files, random_numbers *random, size_t longest) {
  const input *file = &files->files[random_below(random, files->sources)];
  size_t start = 0;
  if (file->count > longest) {
    start = random_below(random, file->count - longest);
    if (random_below(random, 2)) {
      size_t found = start;
      while (found < file->count && (file->bytes[found] | 0x20) != '{') found++;
      if (found < file->count) start = found;
    }
  }
  size_t rest = file->count - start;
  return (input){file->name, file->bytes + start, rest < longest ? rest : longest};
}

// Many lengths are next to a multiple of 64, and few next to the ends of windows.
static size_t mutation_length(random_numbers *random) {
  size_t kind = random_below(random, 256);
  if (kind == 0) return 8192 * (1 + random_below(random, 2)) - 70 + random_below(random, 140);
  if (kind < 8) return 400 + random_below(random, 1200);
  if (kind < 128) return 64 * (1 + random_below(random, 4)) - 3 + random_below(random, 7);
  return random_below(random, 200);
}

static void mutate(draft *text, const input_list *files, random_numbers *random) {
  size_t at = random_below(random, text->count + 1);
  size_t rest = text->count - at;
  switch (random_below(random, 8)) {
    case 0:
      if (rest) text->bytes[at] ^= (uint8_t)(1 << random_below(random, 8));
      break;
    case 1:
      if (rest) text->bytes[at] = (uint8_t)random_next(random);
      break;
    case 2: {
      size_t removed = random_below(random, 12);
      splice(text, at, removed < rest ? removed : rest, "", 0);
      break;
    }
    case 3: {
      uint8_t run[80];
      size_t count = 1 + random_below(random, sizeof run);
      memset(run, "\\ \"[a0\n"[random_below(random, 7)], count);
      splice(text, at, 0, run, count);
      break;
    }
    case 4: {
      input part = part_of_file(files, random, 40);
      splice(text, at, 0, part.bytes, part.count);
      break;
    }
    default: {
      const char *piece = pieces[random_below(random, piece_count)];
      size_t count = strlen(piece), removed = random_below(random, 2) ? count : 0;
      splice(text, at, removed < rest ? removed : rest, piece, count);
    }
  }
}

size_t make_mutation(uint8_t *to, const input_list *files, uint64_t seed, uint64_t index) {
  random_numbers random = {seed};
  random.state = random_next(&random) + index * 0xd1342543de82ef95;
  draft text = {to, 0};
  size_t length = mutation_length(&random);
  if (random_below(&random, 4) == 0) {
    while (text.count < length) {
      const char *piece = pieces[random_below(&random, piece_count)];
      splice(&text, text.count, 0, piece, strlen(piece));
    }
  }
  while (text.count < length) {
    input part = part_of_file(files, &random, length - text.count);
    splice(&text, text.count, 0, part.bytes, part.count);
    if (part.count == 0) splice(&text, text.count, 0, " ", 1);
  }
  for (size_t more = random_below(&random, 6); more > 0; more--) mutate(&text, files, &random);
  // The length that was chosen, unless the mutations made the text shorter.
  return text.count < length ? text.count : length;
}

// Memory

void *guarded_memory(size_t count) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t pages = (count + page - 1) / page * page;
  uint8_t *memory =
      mmap(NULL, pages + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED || mprotect(memory + pages, page, PROT_NONE)) {
    fail("no memory", "guarded_memory");
  }
  return memory + pages - count;
}

uint8_t *place_text(
    text_place *place, const uint8_t *bytes, size_t count, random_numbers *random) {
  enum { before = 64, after = 64 };
  static const char following[] = "[\"a\\\": 1, {}]";
  if (before + count + after > place->capacity) {
    place->capacity = 2 * (before + count + after);
    place->memory = guarded_memory(place->capacity);
  }
  size_t gap = random_below(random, 2) ? 0 : random_below(random, after);
  uint8_t *at = place->memory + place->capacity - gap - count;
  memset(at - before, '7', before);
  memcpy(at, bytes, count);
  for (size_t i = 0; i < gap; i++) at[count + i] = (uint8_t)following[i % (sizeof following - 1)];
  return at;
}
