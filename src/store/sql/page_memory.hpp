#pragma once

namespace ludex {

/// Lets SQLite take the pages of its caches from one region, of which all but the beginning lies in
/// huge pages. Once in a process, before SQLite is used.
void keep_pages_in_huge_memory();

}  // namespace ludex
