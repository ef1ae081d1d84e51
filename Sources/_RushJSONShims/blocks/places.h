// The places of the set bits of a byte. A private header of this target.
#pragma once

#include <stdint.h>

// For each mask of eight bytes, the places of those that have a bit, the first lowest.
#define RUSH_PLACE(mask, place) \
  ((uint64_t)((mask) >> (place) & 1) * (place) << 8 * __builtin_popcount((mask) & ((1 << (place)) - 1)))
#define RUSH_PLACES(mask)                                                                 \
  RUSH_PLACE(mask, 1) | RUSH_PLACE(mask, 2) | RUSH_PLACE(mask, 3) | RUSH_PLACE(mask, 4) | \
      RUSH_PLACE(mask, 5) | RUSH_PLACE(mask, 6) | RUSH_PLACE(mask, 7)
#define RUSH_PLACES_4(mask) \
  RUSH_PLACES(mask), RUSH_PLACES((mask) + 1), RUSH_PLACES((mask) + 2), RUSH_PLACES((mask) + 3)
#define RUSH_PLACES_16(mask) \
  RUSH_PLACES_4(mask), RUSH_PLACES_4((mask) + 4), RUSH_PLACES_4((mask) + 8), \
      RUSH_PLACES_4((mask) + 12)
#define RUSH_PLACES_64(mask) \
  RUSH_PLACES_16(mask), RUSH_PLACES_16((mask) + 16), RUSH_PLACES_16((mask) + 32), \
      RUSH_PLACES_16((mask) + 48)

static const uint64_t rush_places[256] = {
    RUSH_PLACES_64(0), RUSH_PLACES_64(64), RUSH_PLACES_64(128), RUSH_PLACES_64(192),
};
