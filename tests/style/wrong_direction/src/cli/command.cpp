#include "store/database.hpp"
