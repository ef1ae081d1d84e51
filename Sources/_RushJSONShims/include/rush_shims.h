#pragma once

#include "rush_blocks.h"
#include "rush_memory.h"
