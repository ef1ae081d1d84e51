// The body of the kernels that find brackets and commas. See rush_path.h and, for the macros,
// skip_kernel_body.h.
//
//   text        {"a":[1,2],"b":"}"}
//   in_string   _**________**__**__     the opening quotation mark, not the closing one
//   openings    *____*_____________
//   commas      _______*__*________

RUSH_TARGET
static size_t RUSH_OF(find_structure)(
    const uint8_t *bytes, size_t blocks, rush_structure *masks, rush_structure_carry *carry) {
  uint64_t escaped = carry->escaped, in_string_before = carry->in_string;
  for (size_t i = 0; i < blocks; i++) {
    RUSH_OF(block) v = RUSH_OF(load)(bytes + i * 64);
    uint64_t backslash = RUSH_OF(equal)(v, '\\'), quotes = RUSH_OF(equal)(v, '"');
    if (__builtin_expect((backslash | escaped) != 0, 0)) {
      rush_escapes found = rush_find_escapes(backslash, escaped);
      quotes &= ~found.escaped;
      escaped = found.escapes >> 63;
    }
    uint64_t in_string = RUSH_OF(prefix_xor)(quotes) ^ in_string_before;
    // A backslash outside strings escapes nothing, so what follows it here is not right.
    uint64_t rare = backslash | RUSH_OF(equal)(v, '\'') | RUSH_OF(equal)(v, '/');
    uint64_t stop = rare & ~in_string;
    uint64_t judged = ~in_string & (stop - 1) & ~stop;
    masks[i] = (rush_structure){
        RUSH_OF(folded)(v, '{') & judged, RUSH_OF(folded)(v, '}') & judged,
        RUSH_OF(equal)(v, ',') & judged};
    if (__builtin_expect(stop != 0, 0)) {
      *carry = (rush_structure_carry){0, 0};
      return i * 64 + (size_t)__builtin_ctzll(stop);
    }
    in_string_before = 0 - (in_string >> 63);
  }
  *carry = (rush_structure_carry){escaped, in_string_before};
  return blocks * 64;
}
