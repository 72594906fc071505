#pragma once

namespace ludex {

/// Lets SQLite take the pages of its caches from one region of 256 MiB of address space, of which
/// all but the beginning lies in huge pages. Memory of pages that are given back is used again, and
/// stays until the process ends. Once in a process, before SQLite is used.
void keep_pages_in_huge_memory();

}  // namespace ludex
