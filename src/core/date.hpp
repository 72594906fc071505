#pragma once

#include "ludex/types.hpp"
