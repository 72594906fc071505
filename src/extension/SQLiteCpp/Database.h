#pragma once

#include <SQLiteCpp/SQLiteCpp.h>  // that of this folder, see there
