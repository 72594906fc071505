#pragma once

#include "ludex/words.hpp"
