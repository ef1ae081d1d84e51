// Prints a digest for each file, as `digests --documents` does.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t digest_of_document(const uint8_t *bytes, intptr_t count);
uint64_t digest_of_sample(void);

static uint8_t *read_file(const char *path, size_t *count) {
  FILE *file = fopen(path, "rb");
  if (!file) return 0;
  size_t capacity = 1 << 16;
  uint8_t *bytes = malloc(capacity);
  *count = 0;
  for (size_t read; bytes && (read = fread(bytes + *count, 1, capacity - *count, file)) > 0;) {
    *count += read;
    if (*count == capacity) bytes = realloc(bytes, capacity *= 2);
  }
  fclose(file);
  return bytes;
}

int main(int count, char **arguments) {
  if (count == 2 && strcmp(arguments[1], "--sample") == 0) {
    printf("%llu\n", (unsigned long long)digest_of_sample());
    return 0;
  }
  for (int index = 1; index < count; index++) {
    size_t length;
    uint8_t *bytes = read_file(arguments[index], &length);
    if (!bytes) {
      fprintf(stderr, "cannot read %s\n", arguments[index]);
      return 1;
    }
    printf("%s %llx\n", arguments[index], (unsigned long long)digest_of_document(bytes, (intptr_t)length));
    free(bytes);
  }
  return 0;
}
