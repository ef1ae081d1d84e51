// The body of the kernels that find names. See rush_find.h and, for the macros, skip_kernel_body.h.

RUSH_TARGET
static size_t RUSH_OF(find_name)(const uint8_t *bytes, size_t count, const uint8_t *name, size_t length) {
  for (size_t done = 0; done < count; done += 64) {
    const uint8_t *at = bytes + done;
    RUSH_OF(block) v = RUSH_OF(load)(at), next = RUSH_OF(load)(at + 1);
    uint64_t found = (RUSH_OF(equal)(v, '"') & RUSH_OF(equal)(next, name[0])) |
                     (RUSH_OF(equal)(v, '\\') & RUSH_OF(equal)(next, 'u'));
    for (; found != 0; found &= found - 1) {
      size_t place = done + (size_t)__builtin_ctzll(found);
      if (place >= count) return count;
      const uint8_t *text = bytes + place;
      if (text[0] == '"' ? memcmp(text + 1, name, length) == 0 && text[length + 1] == '"'
                         : text[2] == '0' && text[3] == '0' && text[4] < '8') {
        return place;
      }
    }
  }
  return count;
}
