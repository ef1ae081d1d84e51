// Notes members with watched names in windows of 512 bytes (skip_wide.h).
//
// A window gives candidates: quotation marks that a watched name may begin at, by its length and its
// first byte. Only at these, and at the brackets that open elements, is a depth of interest. It
// follows from the brackets that were moved together:
//
//     text        {"id": 1, "user": {"id": 2}}, {"id": …
//     candidates   "                 "           "
//     brackets    {                 {       }}  {
//     depths      2                 3       21  2        after each bracket
//
// An element is counted by its opening bracket, together with the comma before it. So an element that is
// no array or object stops the kernel, as do other rare things; the kernel of 64 bytes judges those.

#if defined(__x86_64__)

enum { rush_wide_bytes = 512 };

// The most windows whose brackets are compared together: the end of the short loop is mispredicted.
enum { rush_wide_most_windows = 8, rush_wide_most_lanes = 64 };
enum { rush_wide_most_names = 4 };

// A watched name
typedef struct {
  rush_wide first[5];  // for each of the five low bits of the first byte, all ones if it is set
  rush_wide lengths;   // the name's length in each lane
  rush_wide text;      // after a quotation mark, and with the one that follows
  uint64_t bytes;      // a bit for each byte of `text`
  size_t length;
} rush_wide_name;

// A view of the windows that were read last.
typedef struct {
  rush_wide_name names[rush_wide_most_names];
  size_t name_count, level;  // the level above the floor
  // The place of each window, the brackets in it, and for each of its lanes the number of brackets in
  // all lanes before.
  size_t starts[rush_wide_most_windows];
  uint64_t brackets[rush_wide_most_lanes];
  _Alignas(64) uint16_t before[rush_wide_most_lanes];
  // Quotation marks that a watched name may begin at, and a bit for each lane that has one.
  uint64_t candidates[rush_wide_most_lanes];
  uint64_t lanes;
  // A bit for each window with an escape of an ASCII character.
  unsigned escaped;
} rush_wide_view;

// Returns 0 if there are too many names.
RUSH_WIDE_INLINE int rush_wide_view_begin(rush_wide_view *view, const rush_watch *watch, size_t floor) {
  if (watch->name_count > rush_wide_most_names) return 0;
  view->name_count = watch->name_count;
  view->level = watch->level - floor;
  for (size_t i = 0; i < watch->name_count; i++) {
    const uint8_t *entry = watch->names + i * RUSH_WATCHED_NAME;
    rush_wide_name *name = &view->names[i];
    name->length = entry[0];
    for (int bit = 0; bit < 5; bit++) {
      name->first[bit] = _mm512_set1_epi64(-(long long)(entry[1] >> bit & 1));
    }
    name->lengths = _mm512_set1_epi64((long long)name->length);
    name->bytes = ((2ULL << name->length) - 1) << 1;
    name->text = _mm512_maskz_loadu_epi8(name->bytes, entry);
  }
  return 1;
}

RUSH_WIDE_INLINE void rush_wide_view_restart(rush_wide_view *view) {
  view->lanes = 0;
  view->escaped = 0;
  // The windows before have fewer brackets than this.
  _mm512_store_si512(view->before, rush_wide_ones());
  _mm512_store_si512(view->before + 32, rush_wide_ones());
}

// Shifts each lane right by `n[lane]` (at most 63) and fills with ones.
RUSH_WIDE_INLINE rush_wide rush_wide_down_with_ones(rush_wide v, rush_wide n) {
  return _mm512_shrdv_epi64(v, _mm512_alignr_epi64(rush_wide_ones(), v, 1), n);
}

// Notes the candidates of a window among `openings`, the quotation marks that open strings. A name that
// the window cuts is judged by what is in the window. The bytes at `beyond` are not.
RUSH_WIDE_INLINE void rush_wide_find_candidates(
    rush_wide_view *view, size_t window, const rush_planes *planes, rush_wide quotes, rush_wide openings,
    rush_wide beyond) {
  const rush_wide *b = planes->bit;
  rush_wide found = beyond;
  quotes |= beyond;
  for (size_t i = 0; i < view->name_count; i++) {
    const rush_wide_name *name = &view->names[i];
    // At the first byte of a name.
    rush_wide first = rush_wide_down_with_ones(quotes, name->lengths);
    for (int bit = 0; bit < 5; bit++) first &= ~(b[bit] ^ name->first[bit]);
    found |= first;
  }
  found = rush_wide_down_with_ones(found, _mm512_set1_epi64(1)) & openings;
  _mm512_storeu_si512(view->candidates + 8 * window, found);
  view->lanes |= (uint64_t)rush_wide_lanes(_mm512_test_epi64_mask(found, found)) << 8 * window;
}

// 0, 1, 2 … 63
RUSH_WIDE_INLINE rush_wide rush_wide_places(void) {
  return _mm512_set_epi64(
      0x3f3e3d3c3b3a3938, 0x3736353433323130, 0x2f2e2d2c2b2a2928, 0x2726252423222120,
      0x1f1e1d1c1b1a1918, 0x1716151413121110, 0x0f0e0d0c0b0a0908, 0x0706050403020100);
}

// The depths after up to 64 brackets, which begin at depth `*depth`. `*opening` gets a bit for each
// opening one. `*depth` becomes the depth after the last of the 64.
RUSH_WIDE_INLINE rush_wide rush_wide_depths(rush_wide brackets, rush_wide *depth, uint64_t *opening) {
  const rush_wide zero = _mm512_setzero_si512();
  *opening = _mm512_test_epi8_mask(brackets, _mm512_set1_epi8(2));
  rush_wide sum = _mm512_mask_blend_epi8(*opening, rush_wide_ones(), _mm512_set1_epi8(1));
  sum = _mm512_add_epi8(sum, _mm512_bslli_epi128(sum, 1));
  sum = _mm512_add_epi8(sum, _mm512_bslli_epi128(sum, 2));
  sum = _mm512_add_epi8(sum, _mm512_bslli_epi128(sum, 4));
  sum = _mm512_add_epi8(sum, _mm512_bslli_epi128(sum, 8));
  // The sum of each quarter goes into those after it.
  rush_wide sums = _mm512_shuffle_epi8(sum, _mm512_set1_epi8(15));
  sum = _mm512_add_epi8(sum, *depth);
  sum = _mm512_add_epi8(sum, _mm512_alignr_epi64(sums, zero, 6));
  sum = _mm512_add_epi8(sum, _mm512_alignr_epi64(sums, zero, 4));
  sum = _mm512_add_epi8(sum, _mm512_alignr_epi64(sums, zero, 2));
  *depth = _mm512_permutexvar_epi8(_mm512_set1_epi8(63), sum);
  return sum;
}

// The offset of the bracket with this number, the first being 0.
RUSH_WIDE_INLINE size_t rush_wide_bracket_at(const rush_wide_view *view, size_t number) {
  const rush_wide wanted = _mm512_set1_epi16((short)number);
  const uint16_t *before = view->before;
  size_t lane =
      (size_t)_mm_popcnt_u32(_mm512_cmple_epu16_mask(_mm512_loadu_si512(before), wanted)) +
      (size_t)_mm_popcnt_u32(_mm512_cmple_epu16_mask(_mm512_loadu_si512(before + 32), wanted)) - 1;
  uint64_t bit = _pdep_u64(1ULL << (number - before[lane]), view->brackets[lane]);
  return view->starts[lane / 8] + lane % 8 * 64 + (size_t)_tzcnt_u64(bit);
}

// Whether nothing but the end of a container, or the first byte of the text, and one comma at most is
// before `at`.
RUSH_WIDE_INLINE int rush_wide_follows_container(const uint8_t *bytes, size_t at) {
  if (at >= 2 && bytes[at - 1] == ',' && (bytes[at - 2] | RUSH_CASE_BIT) == '}') return 1;
  size_t start = at > 128 ? at - 128 : 0;
  for (int commas = 1;; commas--) {
    while (at > start && (bytes[at - 1] == ' ' || bytes[at - 1] == '\n' || bytes[at - 1] == '\r' ||
                          bytes[at - 1] == '\t')) {
      at--;
    }
    if (at == start) return start == 0;
    if (bytes[at - 1] != ',' || commas == 0) return (bytes[at - 1] | RUSH_CASE_BIT) == '}';
    at--;
  }
}

// Whether a window reaches the level. `depths` has the depth before each of `count` brackets.
RUSH_WIDE_INLINE int rush_wide_reaches(
    const rush_wide_view *view, size_t window, size_t windows, const uint8_t *depths, size_t count) {
  size_t end = window + 1 < windows ? view->before[8 * window + 8] : count;
  for (size_t i = view->before[8 * window]; i <= end; i++) {
    if (depths[i] == view->level) return 1;
  }
  return 0;
}

// Notes the watched members in some windows, and judges `count` of their brackets. The first one begins
// at depth `depth` above the floor. `is_end` is 1 if the last bracket ends the array. If not, `end` is the
// offset after the windows, and `in_string` 1 if they end in a string. Returns 0, and notes nothing, if
// something is rare.
//
// The loops are not nested: each end of a loop is mispredicted.
RUSH_WIDE_INLINE int rush_wide_note(
    rush_wide_view *view, rush_watch *watch, const uint8_t *bytes, size_t end, size_t windows,
    const uint8_t *brackets, size_t count, size_t depth, int is_end, int in_string) {
  enum { most_groups = rush_wide_most_windows * rush_wide_bytes / 64 };
  // The depth before each bracket and after all, the elements that begin with brackets of each group of
  // 64, and how many begin in all groups before.
  uint8_t depths[64 * most_groups + 65];
  uint64_t elements[most_groups + 1];
  uint16_t before[most_groups + 1];
  // The numbers of the brackets that elements begin with: at most half of them.
  uint16_t numbers[32 * most_groups + 32];
  const rush_wide wanted = _mm512_set1_epi8((char)view->level);
  rush_wide next_depth = _mm512_set1_epi8((char)depth);
  size_t begun = 0, groups = 0;
  depths[0] = (uint8_t)depth;
  for (; groups * 64 < count; groups++) {
    uint64_t opening;
    rush_wide after =
        rush_wide_depths(_mm512_loadu_si512(brackets + 64 * groups), &next_depth, &opening);
    _mm512_storeu_si512(depths + 64 * groups + 1, after);
    opening &= _mm512_cmpeq_epi8_mask(after, wanted);
    size_t rest = count - 64 * groups;
    if (rest < 64) opening = _bzhi_u64(opening, (unsigned)rest);
    elements[groups] = opening;
    before[groups] = (uint16_t)begun;
    rush_wide places = _mm512_maskz_compress_epi8(opening, rush_wide_places());
    places = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(places));
    places = _mm512_add_epi16(places, _mm512_set1_epi16((short)(64 * groups)));
    _mm512_storeu_si512(numbers + begun, places);
    begun += (size_t)_mm_popcnt_u64(opening);
  }
  elements[groups] = 0;
  before[groups] = (uint16_t)begun;
  for (size_t i = 0; i < begun; i++) {
    if (!rush_wide_follows_container(bytes, rush_wide_bracket_at(view, numbers[i]))) return 0;
  }
  // What follows the last bracket, or is before the array's end, may be an element of another kind.
  if (is_end) end = rush_wide_bracket_at(view, count - 1);
  if (depths[count - (size_t)is_end] + 1u == view->level) {
    if (in_string || !rush_wide_follows_container(bytes, end)) return 0;
  }
  for (unsigned rest = view->escaped; rest != 0; rest &= rest - 1) {
    if (rush_wide_reaches(view, (size_t)_tzcnt_u32(rest), windows, depths, count)) return 0;
  }

  // Candidates of the level, and how many brackets are before each.
  struct { uint32_t start, brackets; } found[32 * rush_wide_most_lanes + 1];
  size_t found_count = 0;
  for (uint64_t lanes = view->lanes; lanes != 0;) {
    size_t lane = (size_t)_tzcnt_u64(lanes);
    uint64_t bits = view->candidates[lane], rest = bits & (bits - 1), earlier = (bits ^ rest) - 1;
    view->candidates[lane] = rest;
    lanes = rest == 0 ? lanes & (lanes - 1) : lanes;
    size_t number = view->before[lane] + (size_t)_mm_popcnt_u64(view->brackets[lane] & earlier);
    found[found_count].start =
        (uint32_t)(view->starts[lane / 8] + lane % 8 * 64 + (size_t)_tzcnt_u64(bits));
    found[found_count].brackets = (uint32_t)number;
    found_count += (depths[number] == view->level) & (number <= count);
  }

  size_t noted = watch->count;
  for (size_t j = 0; j < found_count; j++) {
    size_t start = found[j].start, number = found[j].brackets;
    rush_wide text = _mm512_loadu_si512(bytes + start);
    for (size_t i = 0; i < view->name_count; i++) {
      const rush_wide_name *name = &view->names[i];
      if (_mm512_mask_cmpneq_epi8_mask(name->bytes, text, name->text) != 0) continue;
      const uint8_t *at = bytes + start + 2 + name->length, *last = bytes + start + RUSH_WATCH_REACH;
      at = rush_after_space(at, last);
      if (at == last) return 0;
      // Otherwise, it is a value.
      if (*at == ':') {
        at = rush_after_space(at + 1, last);
        if (at == last || (*at | RUSH_CASE_BIT) == '{' || noted == watch->capacity) return 0;
        uint64_t earlier = _bzhi_u64(elements[number / 64], number % 64);
        size_t passed = watch->elements + before[number / 64] + (size_t)_mm_popcnt_u64(earlier);
        watch->notes[noted++] = (rush_note){
            (uint32_t)start, (uint32_t)(at - bytes), (uint32_t)passed, (uint32_t)i};
      }
      break;
    }
  }
  watch->count = noted;
  watch->elements += begun;
  return 1;
}

#endif
