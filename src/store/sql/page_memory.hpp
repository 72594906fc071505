#pragma once

namespace ludex {

/// The bytes of a page of every database.
inline constexpr int kPageBytes = 16384;

/// Lets SQLite take the pages of its caches from one region of 256 MiB of address space, which gets
/// its memory a MiB at a time. Memory of pages that are given back is used again, and stays until
/// the process ends. Once in a process, before SQLite is used.
void keep_pages_in_one_region();

/// Gets memory for further pages, as much as is in use, but at most 2 MiB, so that the thread that
/// takes the pages need not get it. From any thread.
void get_page_memory_ahead();

}  // namespace ludex
