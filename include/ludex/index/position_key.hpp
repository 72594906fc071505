#pragma once

#include "ludex/core/position_key.hpp"
