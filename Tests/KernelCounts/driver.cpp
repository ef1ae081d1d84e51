// Indexes files by the block kernel of arm64 and by simdjson's first stage, between marks of plugin.c. Prints a line for each
// count: what, the file, its bytes.

#include <simdjson.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

extern "C" {
#include "rush_blocks.h"
}

namespace {

// Runs the work once to warm up, and once between the marks.
template <typename Work>
void count(const char *what, const char *name, size_t bytes, Work work) {
  work();
  std::printf("%s\t%s\t%zu\n", what, name, bytes);
  __asm__ volatile("hint #96" ::: "memory");
  work();
  __asm__ volatile("hint #97" ::: "memory");
}

// As BlockIndexer.swift, window by window.
void index(const char *bytes, size_t blocks, std::vector<uint32_t> &offsets) {
  const size_t window = 128;
  rush_block_carry carry = {};
  for (size_t block = 0; block < blocks; block += window) {
    size_t wanted = blocks - block < window ? blocks - block : window;
    rush_block_progress progress =
        rush_index_blocks(rush_kernel_neon, bytes + block * 64, wanted, 0, offsets.data(), &carry);
    if (progress.blocks != wanted) std::abort();
  }
}

}  // namespace

int main(int argc, char **argv) {
  const auto *rival = simdjson::get_active_implementation().operator->();
  for (int i = 1; i < argc; i++) {
    std::ifstream file(argv[i], std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), {});
    const char *slash = std::strrchr(argv[i], '/'), *name = slash ? slash + 1 : argv[i];
    // Spaces follow the text up to the end of its last block, and as many as simdjson wants.
    std::string padded = text + std::string(256, ' ');
    std::vector<uint32_t> offsets(8192 + 128);
    count("index", name, text.size(), [&] { index(padded.data(), (text.size() + 63) / 64, offsets); });
    std::unique_ptr<simdjson::internal::dom_parser_implementation> parser;
    if (rival->create_dom_parser_implementation(text.size(), 1024, parser)) std::abort();
    count("stage 1", name, text.size(), [&] {
      const auto *bytes = reinterpret_cast<const uint8_t *>(padded.data());
      if (parser->stage1(bytes, text.size(), simdjson::stage1_mode::regular)) std::abort();
    });
  }
}
