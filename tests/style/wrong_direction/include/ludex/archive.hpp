#include <SQLiteCpp/SQLiteCpp.h>
