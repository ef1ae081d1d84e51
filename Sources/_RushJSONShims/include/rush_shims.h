#pragma once

#include "rush_atomic.h"
#include "rush_blocks.h"
#include "rush_compact.h"
#include "rush_count.h"
#include "rush_decimal.h"
#include "rush_digits.h"
#include "rush_escape.h"
#include "rush_lock.h"
#include "rush_memory.h"
#include "rush_powers.h"
#include "rush_skip.h"
#include "rush_thread.h"
