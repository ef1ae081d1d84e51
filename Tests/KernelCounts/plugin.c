// A plugin of QEMU that counts the instructions which a program executes between two marks: `hint #96` begins a count, and
// `hint #97` ends it and writes a line to the file that the argument `out` names.
//
// Debian has no header of plugins, so the few functions that are used are declared here (QEMU's qemu-plugin.h, version 1).

#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t plugin_id;
struct block;
struct instruction;

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct block *));
void qemu_plugin_register_vcpu_tb_exec_cb(struct block *, void (*)(unsigned, void *), int, void *);
void qemu_plugin_register_vcpu_insn_exec_cb(struct instruction *, void (*)(unsigned, void *), int, void *);
size_t qemu_plugin_tb_n_insns(const struct block *);
struct instruction *qemu_plugin_tb_get_insn(const struct block *, size_t);
const void *qemu_plugin_insn_data(const struct instruction *);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

enum { begin_mark = 0xd5032c1f, end_mark = 0xd5032c3f };

static FILE *out;
static uint64_t count;
static int is_counting;

static void execute(unsigned processor, void *instructions) {
  (void)processor;
  if (is_counting) count += (uintptr_t)instructions;
}

static void mark(unsigned processor, void *begins) {
  (void)processor;
  if (begins == NULL && is_counting) fprintf(out, "%llu\n", (unsigned long long)count);
  is_counting = begins != NULL;
  count = 0;
}

static void translate(plugin_id id, struct block *block) {
  (void)id;
  size_t instructions = qemu_plugin_tb_n_insns(block);
  qemu_plugin_register_vcpu_tb_exec_cb(block, execute, 0, (void *)(uintptr_t)instructions);
  for (size_t i = 0; i < instructions; i++) {
    struct instruction *instruction = qemu_plugin_tb_get_insn(block, i);
    uint32_t word;
    memcpy(&word, qemu_plugin_insn_data(instruction), 4);
    if (word == (uint32_t)begin_mark || word == (uint32_t)end_mark) {
      qemu_plugin_register_vcpu_insn_exec_cb(instruction, mark, 0, (void *)(uintptr_t)(word == (uint32_t)begin_mark));
    }
  }
}

__attribute__((visibility("default")))
int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv) {
  (void)info;
  for (int i = 0; i < argc; i++) {
    if (strncmp(argv[i], "out=", 4) == 0) out = fopen(argv[i] + 4, "w");
  }
  if (!out) return 1;
  setvbuf(out, NULL, _IOLBF, 0);
  qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
  return 0;
}
