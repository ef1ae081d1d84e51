// Runs every kernel of this build on every input, and writes a digest of each result.
//
//   kernels PREFIX --sources N [--seed N] [--mutations N] [--only INPUT] [--kernel NAMES] [--dump]
//
// Standard input lists the files that are inputs, one a line; mutations are made of the first N of them.
// The kernel NAME writes to PREFIX-NAME: a line of function names, then a line for each input with
// its name and the digest of each function. A "-" marks what cannot be compared with other kernels.
// `--kernel` runs these kernels alone, separated by commas.
// `--dump` prints each result instead, and writes the input to PREFIX-input.

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "drivers.h"
#include "notes.h"

run_notes notes;

// Functions

typedef struct {
  const uint8_t *bytes;   // as the text is
  const uint8_t *ascii;   // with letters instead of bytes above 0x7f; placed like the text
  size_t count;
  int is_ascii;
  random_numbers random;
} run_input;

// A kernel that does not validate UTF-8 stops at bytes that are not ASCII, the others do not. So the two
// kinds are compared on ASCII, and within each kind on everything.
typedef enum { in_all, in_validating, in_others } comparability;

typedef struct {
  const char *name;
  void (*drive)(rush_kernel, const uint8_t *, size_t, random_numbers);
  int wants_ascii;
  comparability compared;
} kernel_function;

static const kernel_function kernel_functions[] = {
    {"index", drive_index, 0, in_all},
    {"skip-ascii", drive_skips, 1, in_all},
    {"skip", drive_skips, 0, in_others},
    {"skip-validating", drive_skips, 0, in_validating},
    {"scan", drive_scans, 0, in_all},
    {"count", drive_counts, 0, in_all},
    {"compact", drive_compactions, 0, in_all},
    {"numbers", drive_numbers, 0, in_all},
    {"unescape", drive_unescaping, 0, in_all},
    {"escape", drive_escaping, 0, in_all},
    {"base64", drive_base64, 0, in_all},
};

typedef struct {
  const char *name;
  void (*drive)(const uint8_t *, size_t, random_numbers);
} inline_function;

static const inline_function inline_functions[] = {
    {"digits", drive_digits}, {"escapes", drive_escapes}, {"copies", drive_copies},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

// Kernels

typedef struct {
  const char *name;
  rush_kernel kernel;
  int is_inline;  // stands for the functions that know no kernel
  FILE *output;
} kernel_run;

static kernel_run runs[] = {
    {"portable", rush_kernel_portable, 0, NULL}, {"sse2", rush_kernel_sse2, 0, NULL},
    {"neon", rush_kernel_neon, 0, NULL},         {"avx2", rush_kernel_avx2, 0, NULL},
    {"avx512", rush_kernel_avx512, 0, NULL},     {"vbmi2", rush_kernel_vbmi2, 0, NULL},
    {"inline", rush_kernel_portable, 1, NULL},
};

static void begin(const kernel_run *run, const char *function) {
  notes.digest = 0;
  notes.kernel = run->name;
  notes.function = function;
}

static void end(const kernel_run *run, int is_compared) {
  if (notes.dump) return;
  if (is_compared) {
    fprintf(run->output, " %016" PRIx64, notes.digest);
  } else {
    fputs(" -", run->output);
  }
}

static void run_functions(const kernel_run *run, const run_input *input) {
  if (run->is_inline) {
    for (size_t i = 0; i < COUNT(inline_functions); i++) {
      begin(run, inline_functions[i].name);
      inline_functions[i].drive(input->bytes, input->count, input->random);
      end(run, 1);
    }
    return;
  }
  comparability kind = rush_kernel_validates_utf8(run->kernel) ? in_validating : in_others;
  for (size_t i = 0; i < COUNT(kernel_functions); i++) {
    const kernel_function *function = &kernel_functions[i];
    // On ASCII, the first of the three functions that skip says all.
    int is_compared = function->compared == in_all || (function->compared == kind && !input->is_ascii);
    begin(run, function->name);
    if (is_compared) {
      const uint8_t *bytes = function->wants_ascii ? input->ascii : input->bytes;
      function->drive(run->kernel, bytes, input->count, input->random);
    }
    end(run, is_compared);
  }
}

static void write_header(const kernel_run *run) {
  fputs("input", run->output);
  for (size_t i = 0; run->is_inline && i < COUNT(inline_functions); i++) {
    fprintf(run->output, " %s", inline_functions[i].name);
  }
  for (size_t i = 0; !run->is_inline && i < COUNT(kernel_functions); i++) {
    fprintf(run->output, " %s", kernel_functions[i].name);
  }
  fputc('\n', run->output);
}

// Inputs

typedef struct {
  const char *prefix;
  uint64_t seed;
  size_t mutations;
  size_t sources;
  const char *only;
  const char *kernel;
} options;

static int is_wanted(const options *options, const kernel_run *run) {
  // No name contains another one.
  if (options->kernel && !strstr(options->kernel, run->name)) return 0;
  return rush_kernel_is_available(run->kernel);
}

static void write_input(const options *options, const uint8_t *bytes, size_t count) {
  char path[4096];
  snprintf(path, sizeof path, "%s-input", options->prefix);
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(bytes, 1, count, file) != count || fclose(file)) exit(2);
}

static void run_all(
    const options *options, const char *name, uint64_t index, const uint8_t *bytes, size_t count) {
  static text_place place, ascii_place;
  notes.input = name;
  random_numbers random = {options->seed ^ index << 32};
  random_numbers same = random;
  uint8_t *text = place_text(&place, bytes, count, &random), *ascii = text;
  uint8_t all = 0;
  for (size_t i = 0; i < count; i++) all |= text[i];
  if (all >= 0x80) {
    ascii = place_text(&ascii_place, bytes, count, &same);
    for (size_t i = 0; i < count; i++) {
      if (ascii[i] >= 0x80) ascii[i] = (uint8_t)('a' + ascii[i] % 26);
    }
  }
  run_input input = {text, ascii, count, all < 0x80, random};
  if (notes.dump) write_input(options, bytes, count);
  for (size_t i = 0; i < COUNT(runs); i++) {
    kernel_run *run = &runs[i];
    if (!is_wanted(options, run)) continue;
    if (!notes.dump) fprintf(run->output, "%s", name);
    run_functions(run, &input);
    if (!notes.dump) fputc('\n', run->output);
  }
}

static void run_inputs(const options *options, const input_list *list) {
  // Files are told apart by their names, so that one of them can be replayed alone.
  for (size_t i = 0; i < list->count; i++) {
    const input *file = &list->files[i];
    if (options->only && strcmp(options->only, file->name)) continue;
    uint64_t index = 0;
    for (const char *at = file->name; *at; at++) index = index * 31 + (uint8_t)*at;
    run_all(options, file->name, index, file->bytes, file->count);
  }
  static uint8_t bytes[longest_mutation];
  for (size_t i = 0; i < options->mutations; i++) {
    char name[40];
    snprintf(name, sizeof name, "mutation-%zu", i);
    if (options->only && strcmp(options->only, name)) continue;
    run_all(options, name, i, bytes, make_mutation(bytes, list, options->seed, i));
  }
}

// The process

static void crashed(int signal) {
  // Nothing else runs, and the process ends here.
  fprintf(stderr, "signal %d in %s of the kernel %s on the input %s\n", signal, notes.function,
          notes.kernel, notes.input);
  _exit(3);
}

static void *other_thread(void *identity) {
  *(uintptr_t *)identity = rush_current_thread();
  return NULL;
}

static void check_threads(void) {
  pthread_t thread;
  uintptr_t here = rush_current_thread(), there = 0;
  if (pthread_create(&thread, NULL, other_thread, &there) || pthread_join(thread, NULL)) exit(2);
  if (here == 0 || there == 0 || here == there || here != rush_current_thread()) {
    fputs("rush_current_thread does not tell threads apart\n", stderr);
    exit(3);
  }
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  options options = {.prefix = argv[1]};
  for (int i = 2; i < argc; i++) {
    const char *name = argv[i];
    if (!strcmp(name, "--dump")) {
      notes.dump = stdout;
      continue;
    }
    if (++i == argc) return 2;
    const char *value = argv[i];
    if (!strcmp(name, "--seed")) options.seed = strtoull(value, NULL, 10);
    else if (!strcmp(name, "--mutations")) options.mutations = strtoull(value, NULL, 10);
    else if (!strcmp(name, "--sources")) options.sources = strtoull(value, NULL, 10);
    else if (!strcmp(name, "--only")) options.only = value;
    else if (!strcmp(name, "--kernel")) options.kernel = value;
    else return 2;
  }
  signal(SIGSEGV, crashed);
  signal(SIGBUS, crashed);
  signal(SIGILL, crashed);
  check_threads();
  input_list files = read_files(options.sources);
  for (size_t i = 0; i < COUNT(runs) && !notes.dump; i++) {
    if (!is_wanted(&options, &runs[i])) continue;
    char path[4096];
    snprintf(path, sizeof path, "%s-%s", options.prefix, runs[i].name);
    runs[i].output = fopen(path, "w");
    if (!runs[i].output) return 2;
    write_header(&runs[i]);
  }
  run_inputs(&options, &files);
  for (size_t i = 0; i < COUNT(runs); i++) {
    if (runs[i].output && fclose(runs[i].output)) return 2;
  }
  return 0;
}
