// The kernel that skips by windows of 512 bytes.

#if defined(__x86_64__)

RUSH_WIDE_INLINE void rush_wide_count(
    rush_skip_state *state, const rush_wide_state *wide, size_t bytes) {
  if (rush_wide_any(wide->returns)) return;
  state->counted = bytes;
  state->line_feeds = (size_t)_mm512_reduce_add_epi64(wide->feeds);
  state->counted_high = wide->high;
}

__attribute__((RUSH_VBMI2))
static rush_skip_progress rush_vbmi2_skip_blocks(
    const uint8_t *bytes, size_t count, rush_skip_state *state) {
  const size_t floor = state->floor;
  size_t done = 0, above = state->depth - floor, most = state->limit - floor;
  if (most > 62) most = 62;
  int may_be_in_text = (state->before_colon & ~state->kinds & 1) == 0;
  // The place of each window, and the brackets in it.
  size_t starts[rush_wide_most_windows];
  uint64_t places[8 * rush_wide_most_windows];
  if (above <= most && count >= rush_wide_bytes && may_be_in_text) {
    uint64_t kinds = 1ULL << above | (state->kinds & ((1ULL << above) - 1));
    rush_wide_state wide = {
        .in_string = state->in_string & 1,
        .after_lead = (unsigned)(state->after_separator | state->after_opening),
        .before_colon = (unsigned)state->before_colon,
        .said_object = kinds & 1,
        .said_array = ~kinds & 1,
    };
    const rush_wide_origin origin = {bytes, (unsigned)state->after_opening};
    // First one window, then twice as many each time. If they fail, one at a time.
    size_t windows = 1;
    while (windows > 0 && done + rush_wide_bytes <= count) {
      uint8_t brackets[rush_wide_most_windows * rush_wide_bytes + 64], *moved = brackets;
      size_t read = 0, next_done = done;
      rush_wide_state next = wide;
      uint64_t next_kinds = kinds;
      for (; read < windows && next_done + rush_wide_bytes <= count; read++) {
        size_t used =
            rush_wide_skip(&origin, bytes + next_done, &next, &moved, places + 8 * read);
        if (used == 0) goto failed;
        starts[read] = next_done;
        next_done += used;
      }
      size_t number = (size_t)(moved - brackets);
      if (!rush_wide_match(brackets, &number, most, &next_kinds)) goto failed;
      int is_end = next_kinds <= 1;
      if (!is_end && ((next.said_object & ~next_kinds) | (next.said_array & next_kinds)) & 1) goto failed;
      if (__builtin_expect(is_end, 0)) {
        for (size_t i = 0; i < read; i++) {
          size_t brackets_here = 0;
          for (int lane = 0; lane < 8; lane++) {
            brackets_here += (size_t)__builtin_popcountll(places[8 * i + (size_t)lane]);
          }
          if (number <= brackets_here) {
            state->depth = floor, state->kinds = 0;
            rush_wide_count(state, &wide, done);
            return (rush_skip_progress){
                starts[i], rush_wide_bracket_end(places + 8 * i, number)};
          }
          number -= brackets_here;
        }
      }
      next.said_object = next_kinds & 1;
      next.said_array = !next.said_object;
      wide = next, kinds = next_kinds, done = next_done;
      if (windows < rush_wide_most_windows) windows *= 2;
      continue;
    failed:
      windows = windows > 1;
    }
    above = 63 - (size_t)__builtin_clzll(kinds);
    if (done > 0) {
      state->depth = floor + above;
      state->kinds = kinds ^ 1ULL << above;
      state->in_string = 0 - (uint64_t)wide.in_string;
      rush_wide_count(state, &wide, done);
      state->after_opening = wide.after_lead && rush_wide_is_after_opening(&origin, bytes + done);
      state->after_separator = wide.after_lead && !state->after_opening;
      // The one of a comma is set in arrays, too.
      state->before_colon = wide.before_colon & kinds & 1;
    }
  }
  rush_skip_progress rest = rush_avx512_skip_blocks(bytes + done, count - done, state);
  return (rush_skip_progress){done + rest.bytes, rest.end};
}

#endif
