#pragma once

#include "ludex/problem.hpp"
