#include "ludex/store/database.hpp"
