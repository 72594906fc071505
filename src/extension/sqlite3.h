#pragma once

// In place of SQLite's own header: every call goes to the SQLite that loaded the extension.

#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT3
