#pragma once

#include "ludex/error.hpp"
