// The kernels that skip by windows of 512 bytes, with and without notes.

#if defined(__x86_64__)

RUSH_WIDE_INLINE void rush_wide_count(
    rush_skip_state *state, const rush_wide_state *wide, size_t bytes) {
  if (rush_wide_any(wide->returns)) return;
  state->counted = bytes;
  state->line_feeds = (size_t)_mm512_reduce_add_epi64(wide->feeds);
  state->counted_high = wide->high;
}

RUSH_WIDE_INLINE size_t rush_wide_is_before_element(
    const rush_wide_view *view, const rush_wide_state *state, size_t depth) {
  return depth + 1 == view->level && state->after_lead;
}

// `watch` is NULL or not in each inlined copy.
RUSH_WIDE_INLINE rush_skip_progress rush_wide_skip_blocks(
    const uint8_t *bytes, size_t count, rush_skip_state *state, rush_watch *watch) {
  const size_t floor = state->floor;
  size_t done = 0, above = state->depth - floor, most = state->limit - floor;
  if (most > 62) most = 62;
  int may_be_in_text = (state->before_colon & ~state->kinds & 1) == 0;
  rush_wide_view view;
  if (watch != NULL && !rush_wide_view_begin(&view, watch, floor)) may_be_in_text = 0;
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
    // The comma before an element is counted with its opening bracket, as if the first had one, too.
    if (watch != NULL) watch->elements -= rush_wide_is_before_element(&view, &wide, above);
    // First one window, then twice as many each time. If they fail, one at a time.
    size_t windows = 1;
    while (windows > 0 && done + rush_wide_bytes <= count) {
      uint8_t brackets[rush_wide_most_windows * rush_wide_bytes + 64], *moved = brackets;
      size_t read = 0, next_done = done;
      rush_wide_state next = wide;
      uint64_t next_kinds = kinds;
      if (watch != NULL) rush_wide_view_restart(&view);
      for (; read < windows && next_done + rush_wide_bytes <= count; read++) {
        size_t before = (size_t)(moved - brackets);
        size_t used = rush_wide_skip(
            &origin, bytes + next_done, &next, &moved, &view, read, watch != NULL, before);
        if (used == 0) goto failed;
        view.starts[read] = next_done;
        next_done += used;
      }
      size_t number = (size_t)(moved - brackets);
      if (!rush_wide_match(brackets, &number, most, &next_kinds)) goto failed;
      int is_end = next_kinds <= 1;
      if (!is_end && ((next.said_object & ~next_kinds) | (next.said_array & next_kinds)) & 1) goto failed;
      if (watch != NULL) {
        size_t depth = 63 - (size_t)__builtin_clzll(kinds);
        int in_string = !is_end && next.in_string;
        if (!rush_wide_note(
                &view, watch, bytes, next_done, read, brackets, number, depth, is_end, in_string)) {
          goto failed;
        }
      }
      if (__builtin_expect(is_end, 0)) {
        for (size_t i = 0; i < read; i++) {
          size_t brackets_here = 0;
          for (int lane = 0; lane < 8; lane++) {
            brackets_here += (size_t)__builtin_popcountll(view.brackets[8 * i + (size_t)lane]);
          }
          if (number <= brackets_here) {
            state->depth = floor, state->kinds = 0;
            // An empty array has no first element.
            if (watch != NULL && watch->elements == SIZE_MAX) watch->elements = 0;
            rush_wide_count(state, &wide, done);
            return (rush_skip_progress){
                view.starts[i], rush_wide_bracket_end(view.brackets + 8 * i, number)};
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
    if (watch != NULL) watch->elements += rush_wide_is_before_element(&view, &wide, above);
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
  size_t noted = watch != NULL ? watch->count : 0;
  rush_skip_progress rest =
      watch != NULL ? rush_avx512_skip_watching(bytes + done, count - done, state, watch)
                    : rush_avx512_skip_blocks(bytes + done, count - done, state);
  if (watch != NULL) {
    for (; noted < watch->count; noted++) {
      watch->notes[noted].name_start += (uint32_t)done;
      watch->notes[noted].value += (uint32_t)done;
    }
  }
  return (rush_skip_progress){done + rest.bytes, rest.end};
}

__attribute__((RUSH_VBMI2))
static rush_skip_progress rush_vbmi2_skip_blocks(
    const uint8_t *bytes, size_t count, rush_skip_state *state) {
  return rush_wide_skip_blocks(bytes, count, state, NULL);
}

__attribute__((RUSH_VBMI2))
static rush_skip_progress rush_vbmi2_skip_watching(
    const uint8_t *bytes, size_t count, rush_skip_state *state, rush_watch *watch) {
  return rush_wide_skip_blocks(bytes, count, state, watch);
}

#endif
