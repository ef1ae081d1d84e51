#include "rush_shims.h"
