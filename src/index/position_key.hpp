#pragma once

#include "core/position_key.hpp"
